"""Where others write to the database, too, nobody asks it before: who trusted too much is not stored, and asks again.

Two processes have the same house, and neither hears the other's bell.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection

from house.deeds import assert_sound
from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, LINKED, Running, defined, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_carrying_shared import RESET, wagers
from house.test_live_meters import NOTHING
from houseway.house import looking, sessions
from houseway.house.answering import Answer
from houseway.house.carrying import Failed
from houseway.house.commands import Actor, Command, Decide, Leave, Ready, Sit, Wager
from houseway.house.live import LiveTable
from houseway.house.pooled import Pooled
from houseway.house.record import Done
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.refusal import Refusal
from houseway.web import carrier as carriers
from houseway.web.carrier import Carrier, Ended
from web.test_carrier import Asking, its_own_thread, presence_of

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

TABLE = "lunar-1"


@contextmanager
def asked_of(running: Running) -> Iterator[Asking]:
    with ThreadPoolExecutor(2) as others, its_own_thread() as soon:
        asking = Asking(Carrier(running.house, others))
        asking.carrier.begin(soon, may_wait=True)
        try:
            yield asking
        finally:
            asking.carrier.end()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every look at the database before something is carried out."""
    seen: list[object] = []
    look = looking.look

    def counted(*args: object) -> object:
        seen.append(args)
        return look(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(looking, "look", counted)
    monkeypatch.setattr(carriers, "look", counted)
    return seen


@pytest.fixture
def houses(two_stores: tuple[Store, Store]) -> tuple[Running, Running]:
    one = Running(two_stores[0], shared=True).open(defined("lunar"))
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    return one, other


def test_nobody_asks_the_database_before_what_nobody_else_has_touched(
    houses: tuple[Running, Running], looks: list[object]
) -> None:
    one, _ = houses
    here = presence_of(one)
    one.give(CHIPS, here.bound.visitor)
    with asked_of(one) as asking:
        commands: list[Command] = [Sit(1, CHIPS), Wager(1, "ante", 10_00), Wager(1, "ante", 20_00)]
        for id_, command in enumerate(commands):
            asking.ask(TABLE, command, here.bound.visitor, str(id_), here)
            assert isinstance(asking.told()[1], Answer)
    assert looks == []
    assert_sound(one.store)


def test_who_is_refused_by_what_is_old_is_carried_out_by_what_is_new(houses: tuple[Running, Running]) -> None:
    one, other = houses
    one.do(TABLE, Sit(1, CHIPS), ANN)
    other.do(TABLE, Leave(), ANN)
    with asked_of(one) as asking:
        asking.ask(TABLE, Sit(1, CHIPS), BOB, "free by now")
        assert isinstance(asking.told()[1], Answer)
        asking.ask(TABLE, Sit(1, CHIPS), ANN, "taken by now")
        assert isinstance(asking.told()[1], Refusal)
    assert_sound(one.store)


def test_who_is_carried_out_by_what_is_old_is_refused_by_what_is_new(houses: tuple[Running, Running]) -> None:
    one, other = houses
    other.do(TABLE, Sit(1, CHIPS), ANN)
    with asked_of(one) as asking:
        asking.ask(TABLE, Sit(1, CHIPS), BOB, "taken")
        came = asking.told()[1]
        assert isinstance(came, Refusal)
        asking.ask(TABLE, Sit(2, CHIPS), BOB, "free")
        assert isinstance(asking.told()[1], Answer)
    assert set(one.live(TABLE).state.people) == {ANN.name, BOB.name}
    assert_sound(one.store)


def test_whose_session_another_process_has_ended_has_nothing_stored_and_is_told_nothing(
    houses: tuple[Running, Running],
) -> None:
    """Neither what would be stored, nor why he is refused, nor what the same came to before."""
    one, other = houses
    gone = presence_of(one)
    actor = gone.bound.visitor
    one.give(CHIPS, actor)
    with asked_of(one) as asking:
        asking.ask(TABLE, Sit(1, CHIPS), actor, "before", gone)
        assert isinstance(asking.told()[1], Answer)
        version = one.store.head(f"table/{TABLE}")
        sessions.end_session(other.store, gone.bound.token)
        asking.ask(TABLE, Wager(1, "ante", 10_00), actor, "stored", gone)
        asking.ask(TABLE, Wager(1, "ante", 10_01), actor, "refused", gone)
        asking.ask(TABLE, Sit(1, CHIPS), actor, "before", gone)
        asking.ask("nowhere", Sit(1, CHIPS), actor, "nowhere", gone)
        for _ in range(4):
            assert isinstance(asking.told()[1], Ended)
        assert one.store.head(f"table/{TABLE}") == version
        asking.ask(TABLE, Sit(2, CHIPS), BOB, "the table is as it was")
        assert isinstance(asking.told()[1], Answer)
    assert_sound(one.store)


def test_who_is_gone_costs_the_others_one_transaction_more(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Running(two_stores[0], shared=True).open(*(defined("lunar", name=f"t{place}") for place in range(4)))
    people = [presence_of(one) for _ in range(4)]
    for place, presence in enumerate(people):
        one.give(CHIPS, presence.bound.visitor)
        one.do(f"t{place}", Sit(1, CHIPS), presence.bound.visitor)
    sessions.end_session(two_stores[1], people[0].bound.token)
    writes, write, gate = list[object](), Pooled.write, threading.Event()

    def counted(database: Pooled, work: Callable[[Connection], object]) -> object:
        writes.append(work)
        return write(database, work)

    monkeypatch.setattr(Pooled, "write", counted)
    with asked_of(one) as asking:
        asking.carrier._soon(gate.wait)
        for place, presence in enumerate(people):
            asking.ask(f"t{place}", Wager(1, "ante", 10_00), presence.bound.visitor, str(place), presence)
        gate.set()
        came = dict(asking.told() for _ in range(4))
    assert isinstance(came.pop("0"), Ended)
    assert all(isinstance(outcome, Answer) for outcome in came.values())
    assert len(writes) == 1


def test_nobodys_round_is_given_up_on_trust(houses: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's own code fails at the command of one who is gone: the round goes on."""
    one, other = houses
    gone = presence_of(one)
    actor = gone.bound.visitor
    one.give(CHIPS, actor)
    one.do(TABLE, Sit(1, CHIPS), actor)
    one.deal(TABLE, actor)
    sessions.end_session(other.store, gone.bound.token)
    execute, version = LiveTable.execute, one.store.head(f"table/{TABLE}")

    def broken(live: LiveTable, command: Command, actor: Actor, at: int, sealed: Sealed) -> Done:
        return execute(live, command, actor, at if not isinstance(command, Decide) else 1 // 0, sealed)

    with monkeypatch.context() as patched, asked_of(one) as asking:
        patched.setattr(LiveTable, "execute", broken)
        asking.ask(TABLE, Decide("fold", seat=1), actor, "gone", gone)
        assert isinstance(asking.told()[1], Ended)
        assert one.store.head(f"table/{TABLE}") == version
        asking.ask(TABLE, Decide("fold", seat=1), actor, "there")
        assert isinstance(asking.told()[1], Failed)
        (last,) = one.store.read(f"table/{TABLE}", version)
        assert last.event == "round.abandoned/1"


def test_a_table_that_another_has_set_up_is_followed_as_soon_as_it_is_heard_of(houses: tuple[Running, Running]) -> None:
    one, other = houses
    other.open(defined("packs"))
    one.house.hear(one.store.streams())
    assert one.house.table("packs-1").standing.version == one.store.head("table/packs-1")


def test_of_two_processes_that_move_a_meter_none_is_lost(two_stores: tuple[Store, Store], shuffler: Shuffler) -> None:
    """The second to deal has read what the meter showed before the first did."""
    shuffler.ready = [NOTHING, NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    wagers(one, "one", ANN)
    wagers(other, "other", BOB)
    with asked_of(one) as asking:
        other.do("other", Ready(), BOB)
        asking.ask("one", Ready(), ANN, "deals")
        assert isinstance(asking.told()[1], Answer)
    assert int(one.store.meters()["big"].amount) == RESET + 2 * 70
    assert audited(one.store)[0].problem is None


@pytest.mark.parametrize("made_again", [False, True], ids=["read on", "made from its record"])
def test_a_table_never_reads_an_older_setting_of_a_meter_than_others_have_read_there(
    two_stores: tuple[Store, Store], shuffler: Shuffler, made_again: bool
) -> None:
    """Another process moves a meter, and reads it at the same table; this one has heard of the table alone."""
    shuffler.ready = [NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    wagers(other, "other", BOB)
    one.do("one", Sit(1, CHIPS), ANN)
    with asked_of(one) as asking:
        asking.ask("one", Wager(1, "ante", 10_00), ANN, "reads the meter")
        assert isinstance(asking.told()[1], Answer)
        other.do("other", Ready(), BOB)
        other.do("one", Sit(2, CHIPS), EVE)
        if made_again:
            one.house.table("one").forget()
        one.house.view("one", ANN)
        asking.ask("one", Wager(1, "ante", 20_00), ANN, "reads it again")
        assert isinstance(asking.told()[1], Answer)
    assert audited(one.store)[0].problem is None
