"""A table that is out of order is told of once, by whoever looks at it; a database that fails is told of each time."""

import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, Breaks, Client, Running, defined, program, two_stores
from houseway.house import tables
from houseway.house.commands import Sit
from houseway.house.store import Lost, Store
from houseway.house.tables import OutOfOrder
from houseway.house.views import TableView

__all__ = ["program", "two_stores"]

TABLE = "ultimate8-1"  # hands are hidden there: spectators are shown it late
SECONDS = 25  # it is made again after ten, and cannot be


@pytest.fixture
def running(sqlite_store: Store) -> Running:
    return Running(sqlite_store).open(defined("ultimate8")).seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)


def test_who_shows_a_table_that_is_out_of_order_does_not_tell_it_each_second(running: Running, program: Breaks) -> None:
    _watched_late(running)
    program("ultimate8", rules=None)
    running.house.table(TABLE).forget()
    for _ in range(SECONDS):
        running.at += 1_000
        running.house.show_table(running.house.table(TABLE))
        running.house.tick_table(running.house.table(TABLE))
    assert _failed(running) == [TABLE]


def test_one_that_is_in_order_again_is_told_of_again(running: Running, program: Breaks) -> None:
    for _ in range(2):
        program("ultimate8", rules=None)
        running.house.table(TABLE).forget()
        with pytest.raises(OutOfOrder):
            _look(running)
        program()
        running.at += tables.TRY_AGAIN
        _look(running)
    assert _failed(running) == [TABLE, TABLE]


def test_who_starts_or_hears_of_one_does_not_tell_it_each_second(
    two_stores: tuple[Store, Store], program: Breaks
) -> None:
    one = Running(two_stores[0], shared=True).open(defined("lunar"))
    program("lunar", rules=None)
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    assert _failed(other) == ["lunar-1"], "who starts tells it once"
    program()
    one.do("lunar-1", Sit(1, CHIPS), ANN)
    program("lunar", rules=None)
    for _ in range(SECONDS):
        other.at += 1_000
        other.house.hear(other.store.streams())
    assert _failed(other) == ["lunar-1"]


def test_a_database_that_fails_where_a_table_is_shown_is_told(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    _watched_late(running)
    running.house.table(TABLE).forget()

    def fails(*_: object) -> None:
        raise Lost("it is gone")

    monkeypatch.setattr(running.store, "whole", fails)
    for _ in range(2):
        running.house.show_table(running.house.table(TABLE))
    assert _failed(running) == [TABLE, TABLE]
    assert all((noticed.why or "").startswith("Lost in ") for noticed in running.noticed)


def _watched_late(running: Running) -> None:
    """A spectator has something to see by now that he was not shown yet."""
    Client(running, TABLE, EVE)
    running.step(TABLE)
    running.at += running.house.delay
    assert running.house.to_show(running.house.table(TABLE)) is not None
    running.noticed.clear()


def _failed(running: Running) -> list[str | None]:
    """What of the house has failed, as often as it was told."""
    return [noticed.table for noticed in running.noticed if noticed.what == "failed"]


def _look(running: Running) -> TableView:
    return running.house.view(TABLE, ANN)
