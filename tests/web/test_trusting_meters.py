"""What a process knows of the meters where others set them, too: never less than it has read at a table before."""

import threading
from typing import Any

import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, LINKED, REASON, Running, defined, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_carrying_shared import RESET, wagers
from house.test_live_meters import NOTHING
from houseway.house.answering import Answer
from houseway.house.commands import Leave, Ready, Sit, Wager
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import ChangeReset, HangMeter
from houseway.house.outings import Errand
from houseway.house.store import Lost, Store
from houseway.refusal import Refusal
from web.running import wait_until
from web.test_trusting import asked_of

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")


def two_houses(stores: tuple[Store, Store], shuffler: Shuffler, *more: Definition) -> tuple[Running, Running]:
    """At a table of the second somebody is about to move the meter; somebody sits at one of the first."""
    shuffler.ready = [NOTHING]
    one = Running(stores[0], shared=True).open(*LINKED, *more, meters={"big": RESET})
    other = Running(stores[1], shared=True, seed=2)
    wagers(other, "other", BOB)
    one.do("one", Sit(1, CHIPS), ANN)
    return one, other


@pytest.mark.parametrize("held", [False, True], ids=["asked by itself", "put off"])
def test_what_was_looked_at_for_one_command_is_known_to_the_next(
    two_stores: tuple[Store, Store], shuffler: Shuffler, held: bool
) -> None:
    one, other = two_houses(two_stores, shuffler)
    table = one.house.table("one")
    with asked_of(one) as asking:
        asking.ask("one", Wager(1, "ante", 10_00), ANN, "reads the meter")
        assert isinstance(asking.told()[1], Answer)
        other.do("other", Ready(), BOB)
        if held:
            with table.lock:
                asking.ask("one", Wager(1, "ante", 15_00), ANN, "looks")
                wait_until(lambda: bool(asking.carrier._waited_for))
            assert isinstance(asking.told()[1], Answer)
        else:
            one.do("one", Wager(1, "ante", 15_00), ANN, "looks")
        asking.ask("one", Wager(1, "ante", 20_00), ANN, "trusts")
        assert isinstance(asking.told()[1], Answer)
    assert audited(one.store)[0].problem is None


def test_what_was_looked_at_for_one_who_is_refused_is_known_to_the_others(
    two_stores: tuple[Store, Store], shuffler: Shuffler
) -> None:
    one, other = two_houses(two_stores, shuffler, defined("lunar"))
    gate = threading.Event()
    with asked_of(one) as asking:
        asking.ask("one", Wager(1, "ante", 10_00), ANN, "reads the meter")
        assert isinstance(asking.told()[1], Answer)
        other.do("other", Ready(), BOB)
        asking.carrier._soon(gate.wait)
        asking.ask("lunar-1", Leave(), EVE, "refused")
        for times in (1, 2, 3):
            asking.ask("one", Wager(1, "ante", times * 10_00), ANN, str(times))
        gate.set()
        came = dict(asking.told() for _ in range(4))
    assert isinstance(came.pop("refused"), Refusal)
    assert all(isinstance(outcome, Answer) for outcome in came.values())
    assert audited(one.store)[0].problem is None


def test_whose_round_another_has_ended_while_it_is_given_up_reads_them_anew(
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
            other.house.view("one", ANN)
            while other.live("one").round is not None:
                other.step("one")
        return seen

    monkeypatch.setattr(table, "sealed", overtaken)
    with table.lock:
        one.house.carrying._give_up_round(table, one.at)
    with asked_of(one) as asking:
        asking.ask("one", Sit(2, CHIPS), EVE, "sits down")
        assert isinstance(asking.told()[1], Answer)
    assert looked
    assert audited(one.store)[0].problem is None


def test_what_another_office_has_changed_meanwhile_is_known(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    follow = one.house._follow_office

    def late() -> None:
        one.house._meters.shown()  # somebody carries out something in this moment
        other.house.office(ChangeReset("big", RESET // 2, REASON), FOUNDER, "halves it")
        follow()

    with monkeypatch.context() as patched:
        patched.setattr(one.house, "_follow_office", late)
        one.house.office(HangMeter("small", RESET, RESET, REASON), FOUNDER, "hangs another")
    one.house.hear(one.store.streams())
    assert one.house._meters.shown() == one.store.meters()


@pytest.mark.parametrize("wary", [False, True], ids=["together", "each by itself"])
def test_a_round_is_played_with_the_reset_amount_that_was_chosen_before_it(
    two_stores: tuple[Store, Store], shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch, wary: bool
) -> None:
    """Another process has answered that it is another one, and this one has not heard of it: nobody plays for it."""
    shuffler.ready = [NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    one.do("one", Sit(1, CHIPS), ANN)
    if wary:
        monkeypatch.setattr(one.store, "at_once", lambda several: None)
    with asked_of(one) as asking:
        asking.ask("one", Wager(1, "ante", 10_00), ANN, "reads the meter")
        assert isinstance(asking.told()[1], Answer)
        other.house.office(ChangeReset("big", RESET // 2, REASON), FOUNDER, "halves it")
        asking.ask("one", Ready(), ANN, "deals")
        assert isinstance(asking.told()[1], Answer)
    playing = one.live("one").playing
    assert playing is not None
    assert playing.setup.rules.written()["reset"] == f"{RESET // 2 // 100}"
    assert audited(one.store)[0].problem is None


def test_a_database_that_gives_no_answer_is_asked_once_for_all_who_set_out(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    people = {"one": ANN, "other": BOB}
    for table, actor in people.items():
        one.do(table, Sit(1, CHIPS), actor)
    asked: list[bool] = []

    def meters() -> Any:
        asked.append(True)
        raise Lost("no answer")

    one.house._meters.forget()
    monkeypatch.setattr(one.store, "meters", meters)
    errands = [Errand(table, Wager(1, "ante", 10_00), actor, table) for table, actor in people.items()]
    ways = [one.house.carrying.way(errand) for errand in errands]
    one.house.carrying.come_back(one.house.carrying.set_out(ways))
    assert len(asked) == 1
    assert [way.lost for way in ways] == [1, 1]
