"""Outings: when one is stored the next sets out before it comes back; it goes by what that has made of the meters."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import LINKED, Client, Running
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_carrying_shared import RESET, wagers
from house.test_live_meters import NOTHING
from houseway.house.answering import Answer
from houseway.house.commands import Actor, Command, Ready, Wager
from houseway.house.faults import Point
from houseway.house.outings import Errand, Way
from houseway.house.store import Lost, Store

__all__ = ["audited_as_laid", "shuffler"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

TAKEN = 70  # cents of a progressive wager that go to the meter

Failing = list[Point]  # at these points of a commit the database fails, each once


@pytest.fixture
def failing() -> Failing:
    return []


@pytest.fixture
def running(tmp_path: Path, failing: Failing, shuffler: Shuffler) -> Iterator[Running]:
    """Three tables that share a meter; at each somebody has wagers that move it when the cards are dealt."""

    def fault(point: Point) -> None:
        if point in failing:
            failing.remove(point)
            raise OSError("the disk is gone")

    shuffler.ready = [NOTHING, NOTHING, NOTHING]
    with Store.open(f"sqlite:///{tmp_path / 'house.db'}", fault) as store:
        third = msgspec.structs.replace(LINKED[0], name="third")
        made = Running(store).open(*LINKED, third, meters={"big": RESET})
        wagers(made, "one", ANN)
        wagers(made, "other", BOB)
        wagers(made, "third", EVE)
        yield made


def failing_look() -> Any:
    raise Lost("the disk is gone")


def way(running: Running, table: str, command: Command, actor: Actor) -> Way:
    return running.house.carrying.way(Errand(table, command, actor, f"{actor.name} at {table}"))


def both(running: Running, one: Way, other: Way, meanwhile: Callable[[], None] = lambda: None) -> None:
    """One sets out, the other when it is stored; both come back."""
    carrying = running.house.carrying
    first = carrying.set_out([one], wait=True)
    meanwhile()
    first.store(running.store)
    second = carrying.set_out([other], wait=True, before=first)
    second.store(running.store)
    carrying.come_back(first)
    carrying.come_back(second)


def open_ways(*ways: Way) -> list[Way]:
    return [way for way in ways if way.outcome is None]


def shown(running: Running) -> int:
    return int(running.store.meters()["big"].amount)


def test_who_sets_out_meanwhile_goes_by_what_the_meter_will_show(running: Running) -> None:
    one, other = way(running, "one", Ready(), ANN), way(running, "other", Ready(), BOB)
    both(running, one, other)
    assert isinstance(one.outcome, Answer)
    assert isinstance(other.outcome, Answer)
    assert shown(running) == RESET + 2 * TAKEN
    assert running.live("other").state.meters == {"progressive": str(RESET + 2 * TAKEN)}
    assert audited(running.store)[0].problem is None


@pytest.mark.parametrize("point", ["before commit", "after commit"])
@pytest.mark.parametrize("command", [Ready(), Wager(1, "ante", 20_00)], ids=["sets the meter", "reads the meter"])
def test_where_the_one_before_is_not_answered_the_next_goes_by_what_is_on_the_record(
    running: Running, failing: Failing, command: Command, point: Point
) -> None:
    one, other = way(running, "one", Ready(), ANN), way(running, "other", command, BOB)
    both(running, one, other, lambda: failing.append(point))
    assert open_ways(one, other) == [one]  # it may set out again
    assert isinstance(other.outcome, Answer)
    moved = (point == "after commit") + isinstance(command, Ready)
    assert shown(running) == RESET + TAKEN * moved
    both(running, one, way(running, "other", Wager(1, "ante", 30_00), ANN))
    assert isinstance(one.outcome, Answer)
    assert one.outcome.repeated is (point == "after commit")
    assert shown(running) == RESET + TAKEN * (1 + isinstance(command, Ready))
    assert audited(running.store)[0].problem is None


def test_a_look_at_the_meters_that_fails_leaves_the_table_as_it_is_on_the_record(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    carrying = running.house.carrying
    first = carrying.set_out([way(running, "one", Ready(), ANN)])
    first.store(running.store)
    running.house._meters.forget()
    with monkeypatch.context() as patched:
        patched.setattr(running.store, "meters", failing_look)
        other = way(running, "other", Wager(1, "ante", 20_00), BOB)
        second = carrying.set_out([other], before=first)
    second.store(running.store)
    for outing in (first, second):
        carrying.come_back(outing)
    assert open_ways(other) == [other]
    assert running.live("other").version == running.store.head("table/other")


def test_who_waits_for_a_meter_has_it_before_the_next_outing(running: Running) -> None:
    carrying, done = running.house.carrying, threading.Event()
    first = carrying.set_out([way(running, "one", Ready(), ANN)])
    first.store(running.store)

    def ready() -> None:
        running.do("other", Ready(), BOB)
        done.set()

    waiting = threading.Thread(target=ready)
    waiting.start()
    meters = running.house._meters
    while not meters.are_waited_for(LINKED[0]):
        time.sleep(1 / 1000)
    third = way(running, "third", Wager(1, "ante", 20_00), EVE)
    second = carrying.set_out([third], before=first)
    assert (second.under_way, third.outcome, third.put_off) == ([], None, False)
    assert not done.is_set()
    carrying.come_back(first)
    waiting.join()
    assert done.is_set()
    assert not meters.are_waited_for(LINKED[0])
    assert shown(running) == RESET + 2 * TAKEN
    assert len(carrying.set_out([third]).under_way) == 1


def test_nobody_is_shown_anything_before_it_comes_back(running: Running) -> None:
    watching = {table: Client(running, table, actor) for table, actor in (("one", ANN), ("other", BOB))}
    for client in watching.values():
        client.take()

    def nothing() -> None:
        assert all(client.raw == [] for client in watching.values())

    both(running, way(running, "one", Ready(), ANN), way(running, "other", Ready(), BOB), nothing)
    assert all(client.versions for client in watching.values())


def test_a_meter_does_not_go_back_to_what_it_showed_when_an_older_setting_comes_back(running: Running) -> None:
    carrying = running.house.carrying
    outing = carrying.set_out([way(running, "one", Ready(), ANN)])
    outing.store(running.store)
    running.house.table("other")._meters.forget()
    running.do("other", Ready(), BOB)
    carrying.come_back(outing)
    assert int(running.house.table("one")._meters.shown()["big"].amount) == shown(running) == RESET + 2 * TAKEN
