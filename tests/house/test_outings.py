"""Outings: while one is stored the next sets out; it goes by what that makes of the meters, and fails with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house.evenings import ANN, BOB
from house.houses import LINKED, Client, Running
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_carrying_shared import RESET, wagers
from house.test_live_meters import NOTHING
from houseway.house.answering import Answer
from houseway.house.commands import Actor, Command, Ready, Wager
from houseway.house.faults import Point
from houseway.house.outings import Errand, Way
from houseway.house.store import Store

__all__ = ["audited_as_laid", "shuffler"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

TAKEN = 70  # cents of a progressive wager that go to the meter

Failing = list[Point]  # at these points of a commit the database fails, each once


@pytest.fixture
def failing() -> Failing:
    return []


@pytest.fixture
def running(tmp_path: Path, failing: Failing, shuffler: Shuffler) -> Iterator[Running]:
    """Two tables that share a meter; at both somebody has wagers that move it when the cards are dealt."""

    def fault(point: Point) -> None:
        if point in failing:
            failing.remove(point)
            raise OSError("the disk is gone")

    shuffler.ready = [NOTHING, NOTHING]
    with Store.open(f"sqlite:///{tmp_path / 'house.db'}", fault) as store:
        made = Running(store).open(*LINKED, meters={"big": RESET})
        wagers(made, "one", ANN)
        wagers(made, "other", BOB)
        yield made


def way(running: Running, table: str, command: Command, actor: Actor) -> Way:
    return running.house.carrying.way(Errand(table, command, actor, f"{actor.name} at {table}"))


def both(running: Running, one: Way, other: Way, meanwhile: Callable[[], None] = lambda: None) -> None:
    """One sets out, the other while it is stored; both come back."""
    carrying = running.house.carrying
    first = carrying.set_out([one], wait=True)
    second = carrying.set_out([other], wait=True, before=first)
    meanwhile()
    first.store(running.store)
    second.store(running.store)
    carrying.come_back(first)
    carrying.come_back(second)


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


@pytest.mark.parametrize("command", [Ready(), Wager(1, "ante", 20_00)], ids=["sets the meter", "reads the meter"])
def test_where_the_one_before_is_not_stored_who_relies_on_it_is_not(
    running: Running, failing: Failing, command: Command
) -> None:
    one, other = way(running, "one", Ready(), ANN), way(running, "other", command, BOB)
    before = running.store.head("table/other")
    both(running, one, other, lambda: failing.append("before commit"))
    assert (one.outcome, other.outcome) == (None, None)  # both may set out again
    assert running.store.head("table/other") == before
    assert shown(running) == RESET
    both(running, other, one)
    assert isinstance(one.outcome, Answer)
    assert isinstance(other.outcome, Answer)
    assert shown(running) == RESET + TAKEN * (1 + isinstance(command, Ready))
    assert audited(running.store)[0].problem is None


def test_who_relies_on_nothing_is_stored_whatever_became_of_the_one_before(running: Running, failing: Failing) -> None:
    one, other = way(running, "one", Wager(1, "ante", 20_00), ANN), way(running, "other", Ready(), BOB)
    both(running, one, other, lambda: failing.append("before commit"))
    assert one.outcome is None
    assert isinstance(other.outcome, Answer)
    assert shown(running) == RESET + TAKEN
    assert audited(running.store)[0].problem is None


def test_what_was_stored_without_an_answer_is_not_carried_out_twice(running: Running, failing: Failing) -> None:
    one, other = way(running, "one", Ready(), ANN), way(running, "other", Ready(), BOB)
    both(running, one, other, lambda: failing.append("after commit"))
    assert (one.outcome, other.outcome) == (None, None)
    both(running, other, one)
    assert isinstance(one.outcome, Answer)
    assert isinstance(other.outcome, Answer)
    assert (one.outcome.repeated, other.outcome.repeated) == (True, False)
    assert shown(running) == RESET + 2 * TAKEN
    assert audited(running.store)[0].problem is None


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
