"""Where several processes run a house, each carries out what is appended only at tables that somebody watches there."""

from collections.abc import Sequence

import pytest

from house.evenings import ANN, BOB, SUE
from house.houses import CHIPS, Client, Running, defined, two_stores
from houseway.house import tables
from houseway.house.commands import Fill, Ready, Sit, Wager
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.lobby import lobby
from houseway.house.rebuilding import rebuild
from houseway.house.record import Entry
from houseway.house.store import Store

__all__ = ["two_stores"]


@pytest.fixture
def houses(two_stores: tuple[Store, Store]) -> tuple[Running, Running]:
    one = Running(two_stores[0], shared=True).open(defined("lunar"))
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    return one, other


def test_a_table_that_nobody_watches_here_is_not_carried_out_here_before_it_is_needed(
    houses: tuple[Running, Running],
) -> None:
    one, other = houses
    there = other.house.table("lunar-1")
    one.do("lunar-1", Sit(1, CHIPS), ANN)
    one.do("lunar-1", Wager(1, "ante", 10_00), ANN)
    one.do("lunar-1", Ready(), ANN)
    other.house.hear({"table/lunar-1": 4})
    assert (there.version, there.standing.version, there.phase, there.standing.number) == (1, 4, "playing", 1)
    assert there.deadline == one.house.table("lunar-1").deadline
    other.house.hear({"table/lunar-1": 4})  # nothing new
    assert there.version == 1
    line = next(line for line in lobby(other.house) if line.table == "lunar-1")
    assert (line.phase, [each.name for each in line.people], there.version) == ("playing", ["Ann"], 4)
    one.step("lunar-1")
    other.house.hear({"table/lunar-1": 5})
    assert there.version == 4
    watching = Client(other, "lunar-1", SUE)
    assert watching.versions == [5]
    one.do("lunar-1", Sit(2, CHIPS), BOB)
    other.house.hear({"table/lunar-1": 6})
    assert (watching.versions, there.version) == ([5, 6], 6)


def test_who_comes_after_a_table_was_read_that_nobody_watched_misses_nothing(houses: tuple[Running, Running]) -> None:
    """What was read then is what nobody had heard of: it need not follow what is in memory."""
    one, other = houses
    there = other.house.table("lunar-1")
    for actor, seat in ((ANN, 1), (BOB, 2)):
        one.do("lunar-1", Sit(seat, CHIPS), actor)
    one.do("lunar-1", Wager(1, "ante", 10_00), ANN)
    assert there.version == 1
    assert there.catch_up(other.at, other.store.read("table/lunar-1", 3)).version == 4


def test_a_table_far_behind_is_made_from_its_last_snapshot(
    houses: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 10)
    monkeypatch.setattr(tables, "FAR", 20)
    one, other = houses
    there, reruns = other.house.table("lunar-1"), list[int]()
    one.do("lunar-1", Sit(1, CHIPS), ANN)
    for _ in range(40):
        one.do("lunar-1", Fill(1_00, "low"), SUE)
    other.house.hear({"table/lunar-1": 42})
    assert (there.version, there.is_at_hand) == (1, False)

    def counted(definition: Definition, entries: Sequence[Entry], kept: bytes | None, *words: bool) -> LiveTable:
        reruns.append(len(entries))
        return rebuild(definition, entries, kept, *words)

    monkeypatch.setattr(tables, "rebuild", counted)
    other.do("lunar-1", Fill(1_00, "low"), SUE)
    assert there.version == 43
    assert reruns
    assert reruns[0] < 15
    assert one.house.view("lunar-1", ANN) == other.house.view("lunar-1", ANN)
