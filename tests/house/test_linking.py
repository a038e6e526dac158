"""What the tables of a process know of shared meters while others set and forget them: of all of them, the newest."""

import threading
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, CLOCKS, Running
from house.kept import audited
from house.stacking import Shuffler, shuffler
from house.test_live_meters import NOTHING
from houseway.house.appending import Wanted
from houseway.house.commands import Ready, Sit, Wager
from houseway.house.definition import Definition
from houseway.house.store import Meter, Store

__all__ = ["shuffler"]

RESET = 10_000_00
METERS = {"big": RESET, "small": RESET}
TABLES = tuple(Definition(name, "lunar", (), CLOCKS, {"progressive": name}) for name in METERS)
MOMENT = 0.3  # seconds, in which another thread does what it can


@pytest.fixture
def wagered(sqlite_store: Store, shuffler: Shuffler) -> Running:
    """Two tables with a meter each; at the first a wager lies that moves its meter when the cards are dealt."""
    shuffler.ready = [NOTHING]
    running = Running(sqlite_store).open(*TABLES, meters=METERS)
    running.do("big", Sit(1, CHIPS), ANN)
    running.do("big", Wager(1, "ante", 10_00), ANN)
    running.do("big", Wager(1, "progressive", 1_00), ANN)
    return running


def test_who_sets_a_meter_when_all_were_forgotten_hides_no_other(
    wagered: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, forgotten = wagered.store.append_together, list[str]()

    def after_forgetting(several: Sequence[Wanted], *ready: Any) -> Any:
        if not forgotten:
            forgotten.extend(wanted.entry.stream for wanted in several)
            wagered.house._meters.forget()  # as whatever is asked of the office does, and whatever cannot be stored
        return append(several, *ready)

    monkeypatch.setattr(wagered.store, "append_together", after_forgetting)
    wagered.do("big", Ready(), ANN)
    assert forgotten == ["table/big"]
    wagered.do("small", Sit(1, CHIPS), BOB)
    assert last_read(wagered, "small") == {"progressive": 1}
    assert audited(wagered.store)[0].problem is None


def test_a_meter_that_is_set_while_another_is_read_is_not_the_old_one_afterwards(
    wagered: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    meters, dealing = wagered.store.meters, threading.Thread(target=wagered.do, args=("big", Ready(), ANN))

    def read_slowly() -> dict[str, Meter]:
        found = meters()
        if dealing.ident is None:
            dealing.start()
            dealing.join(MOMENT)
        return found

    wagered.house._meters.forget()
    monkeypatch.setattr(wagered.store, "meters", read_slowly)
    wagered.do("small", Sit(1, CHIPS), BOB)
    dealing.join()
    wagered.do("big", Sit(2, CHIPS), EVE)
    assert last_read(wagered, "big") == {"progressive": 2}
    assert audited(wagered.store)[0].problem is None


def last_read(running: Running, table: str) -> dict[str, int]:
    """Which settings of its meters the last entry of a table says that it has read."""
    changes: dict[str, int] = msgspec.json.decode(running.store.read(f"table/{table}")[-1].sealed).get("changes", {})
    return changes
