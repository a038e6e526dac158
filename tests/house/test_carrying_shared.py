"""Several processes that carry out what is asked at the same tables and meters at the same moment."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, LINKED, Running, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_live_meters import NOTHING
from houseway.house import looking
from houseway.house.commands import Actor, Ready, Sit, Wager
from houseway.house.looking import Looked
from houseway.house.store import Store

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

RESET = 10_000_00
MOMENT = 0.3  # seconds, in which another thread does what it can


def wagers(running: Running, table: str, actor: Actor) -> None:
    """Somebody sits down, and has made a wager that moves the meter when the cards are dealt."""
    running.do(table, Sit(1, CHIPS), actor)
    running.do(table, Wager(1, "ante", 10_00), actor)
    running.do(table, Wager(1, "progressive", 1_00), actor)


def test_a_table_never_reads_an_older_setting_of_a_meter_than_it_has_read(
    two_stores: tuple[Store, Store], shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the look at the meters another process moves one, and reads it at the same table."""
    shuffler.ready = [NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    wagers(other, "other", BOB)
    one.do("one", Sit(1, CHIPS), ANN)
    look, looked = looking.look, list[bool]()

    def overtaken(store: Store, streams: Sequence[str], at: int) -> Looked:
        seen = look(store, streams, at)
        if not looked:
            looked.append(True)
            other.do("other", Ready(), BOB)
            other.do("one", Sit(2, CHIPS), EVE)
            one.house.hear({"table/one": one.store.head("table/one")})
        return seen

    monkeypatch.setattr(looking, "look", overtaken)
    one.do("one", Wager(1, "ante", 10_00), ANN)
    assert looked
    assert audited(one.store)[0].problem is None


def test_who_has_waited_for_his_table_sees_the_meters_as_they_are_then(
    two_stores: tuple[Store, Store], shuffler: Shuffler
) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    wagers(running, "one", ANN)
    wagers(running, "other", BOB)
    waiting = threading.Thread(target=running.do, args=("one", Ready(), ANN))
    with running.house.table("one").lock:
        waiting.start()
        waiting.join(MOMENT)
        running.do("other", Ready(), BOB)
    waiting.join()
    assert int(running.store.meters()["big"].amount) == RESET + 2 * 70
    assert [noticed for noticed in running.noticed if noticed.what == "conflict"] == []


def test_a_round_that_is_given_up_reads_the_meters_no_older_than_who_came_meanwhile(
    two_stores: tuple[Store, Store], shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    wagers(other, "other", BOB)
    one.seat("one", ANN).bet("one", ANN)
    table = one.house.table("one")
    sealed, looked = table.sealed, list[bool]()

    def overtaken(*look: Any) -> Any:
        seen = sealed(*look)
        if not looked:
            looked.append(True)
            other.do("other", Ready(), BOB)
            other.do("one", Sit(2, CHIPS), EVE)
        return seen

    monkeypatch.setattr(table, "sealed", overtaken)
    with table.lock:
        table.give_up_round(one.at)
    assert looked
    assert audited(one.store)[0].problem is None
