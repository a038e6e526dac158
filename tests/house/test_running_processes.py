"""Several processes on one database, with their clocks and ears: whoever watches is told everything, wherever."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import pytest
from psycopg import OperationalError

from house.deeds import assert_sound, at_once
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, INVENTORY, LINKED, Client, Running, defined, two_stores
from houseway.house import clocks
from houseway.house.carrying import Failed
from houseway.house.clocks import Clockwork, Ear
from houseway.house.commands import Actor, Clock, Command, Fill, Leave, Ready, Sit, Wager
from houseway.house.definition import Clocks
from houseway.house.running import House
from houseway.house.store import Lost, Store
from houseway.house.tables import Table
from houseway.refusal import Refusal

__all__ = ["two_stores"]

SOON = 5.0  # seconds, on a busy machine
QUICK = Clocks(betting=100, decision=100, validation=100, result=100)


@contextmanager
def alive(running: Running, share: tuple[int, int] = (0, 1), clock: bool = True, ear: bool = True) -> Iterator[None]:
    """The threads of a process, which go by the time of the machine."""
    running.house.now = lambda: int(time.time() * 1000)
    with ExitStack() as ending:
        pool = ending.enter_context(ThreadPoolExecutor(4))
        if clock:
            work = Clockwork(running.house, pool, share)
            work.start()
            ending.callback(work.end)
        if ear:
            hearing = Ear(running.house)
            hearing.start()
            ending.callback(hearing.end)
        yield


def soon(true: Callable[[], Any], within: float = SOON) -> float:
    """Wait until something is true; tells how long that took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < within, "it did not come true"
        time.sleep(0.005)
    return time.monotonic() - began


@pytest.fixture
def houses(two_stores: tuple[Store, Store]) -> tuple[Running, Running]:
    one = Running(two_stores[0], shared=True).open(defined("lunar"), defined("blackjack"))
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    return one, other


def test_commands_at_either_are_told_at_both_in_order(houses: tuple[Running, Running]) -> None:
    watching = [Client(house, "lunar-1", actor) for house in houses for actor in (ANN, SUE)]
    with alive(houses[0], clock=False), alive(houses[1], clock=False):
        houses[0].do("lunar-1", Sit(1, CHIPS), ANN)
        houses[1].do("lunar-1", Sit(2, CHIPS), BOB)
        came = at_once([partial(_fill, house, 10) for house in houses * 2])
        assert not any(isinstance(each, Exception) for each in came), came
        last = 3 + 40
        soon(lambda: all(client.versions[-1:] == [last] for client in watching))
    for client in watching:
        assert client.versions == list(range(1, last + 1))
        assert [frame["type"] for frame in client.frames if frame["type"] != "wallet"] == ["table"] + ["moved"] * (
            last - 1
        )
    assert houses[0].store.balance("inventory/lunar-1") == INVENTORY - 2 * CHIPS + 40_00
    assert_sound(houses[0].store)


def _fill(house: Running, times: int) -> None:
    for _ in range(times):
        house.do("lunar-1", Fill(1_00, "low"), SUE)


def test_who_watches_here_is_told_of_meters_though_another_process_looks_after_the_table(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "LATER", 60_000)
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": 10_000_00})
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    share = (1 - sum(b"one") % 2, 2)  # it is not the other's to speak there
    with alive(other, share):
        watching = Client(other, "one", SUE)
        one.do("other", Sit(1, CHIPS), BOB)
        for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
            one.do("other", Wager(1, wager, amount), BOB)
        one.do("other", Ready(), BOB)
        soon(lambda: any(frame["type"] == "meters" for frame in watching.frames))
    assert one.store.head("table/one") == 1, "it did not speak there"


def test_what_a_look_brings_up_is_told_to_all_who_watch(houses: tuple[Running, Running]) -> None:
    """The ring that comes afterwards brings nothing new."""
    one, other = houses
    watching = Client(other, "lunar-1", EVE)
    one.do("lunar-1", Sit(1, CHIPS), ANN)
    other.house.view("lunar-1", BOB)
    assert watching.versions == [1, 2]
    one.do("lunar-1", Sit(2, CHIPS), BOB)
    other.refused("lunar-1", Leave(), EVE)
    assert watching.versions == [1, 2, 3]
    other.house.hear({"table/lunar-1": 3})
    assert watching.versions == [1, 2, 3]


def test_a_lost_ring_is_made_up_for_within_a_second_though_others_ring(
    houses: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = houses
    watching = Client(other, "lunar-1", EVE)
    ring = one.store._database.bell.ring
    monkeypatch.setattr(
        one.store._database.bell, "ring", lambda stream, version: stream == "table/lunar-1" or ring(stream, version)
    )
    with alive(other, clock=False):
        time.sleep(0.2)
        one.do("lunar-1", Sit(1, CHIPS), ANN)
        ringing = threading.Event()

        def rings() -> None:
            while not ringing.wait(0.2):
                one.do("blackjack-1", Fill(1_00, "low"), SUE)

        thread = threading.Thread(target=rings)
        thread.start()
        try:
            assert soon(lambda: watching.versions == [1, 2], 2.5) < 2.5
        finally:
            ringing.set()
            thread.join()


@pytest.mark.parametrize("wrong", [Lost("no answer"), RuntimeError("whatever it is")])
def test_who_could_not_listen_for_a_while_hears_again(
    houses: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    one, other = houses
    watching = Client(other, "lunar-1", EVE)
    listen, tries = other.store.listen, []

    def fails_at_first() -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise wrong
        return listen()

    monkeypatch.setattr(other.store, "listen", fails_at_first)
    with alive(other, clock=False):
        one.do("lunar-1", Sit(1, CHIPS), ANN)
        soon(lambda: watching.versions == [1, 2])
    assert len(tries) == 2
    assert [noticed.what for noticed in other.noticed] == ["failed"]


def test_a_database_that_cannot_be_listened_to_is_lost(
    houses: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise OperationalError("the server went away")

    monkeypatch.setattr("sqlalchemy.engine.Engine.raw_connection", broken)
    with pytest.raises(Lost):
        houses[0].store.listen()


def test_a_table_that_is_set_up_by_one_is_known_to_the_other(houses: tuple[Running, Running]) -> None:
    one, other = houses
    one.open(defined("lunar", name="lunar-9"))
    assert other.do("lunar-9", Sit(1, CHIPS), ANN).version == 2
    with alive(other, clock=False):
        one.open(defined("lunar", name="lunar-8"))
        soon(lambda: "lunar-8" in [table.name for table in other.house.all()])


def test_one_seat_and_two_houses(houses: tuple[Running, Running]) -> None:
    sit = Sit(1, CHIPS)
    came = at_once([partial(house.do, "lunar-1", sit, actor) for house in houses for actor in (ANN, BOB, EVE)])
    assert sum(not isinstance(each, Exception) for each in came) == 1
    assert all(isinstance(each, Refusal) for each in came if isinstance(each, Exception)), came
    assert_sound(houses[0].store)


def test_a_round_is_played_at_both(houses: tuple[Running, Running]) -> None:
    one, other = houses
    one.do("lunar-1", Sit(1, CHIPS), ANN)
    other.do("lunar-1", Sit(2, CHIPS), BOB)
    one.do("lunar-1", Wager(1, "ante", 10_00), ANN)
    other.do("lunar-1", Wager(2, "ante", 10_00), BOB)
    one.do("lunar-1", Ready(), ANN)
    other.do("lunar-1", Ready(), BOB)
    turns = 0
    while one.house.table("lunar-1").catch_up(one.at).round is not None:
        house = houses[turns % 2]
        house.house.table("lunar-1").catch_up(house.at)
        house.step("lunar-1")
        turns += 1
    assert turns > 1
    other.house.table("lunar-1").catch_up(other.at)
    assert one.house.view("lunar-1", ANN) == other.house.view("lunar-1", ANN)
    assert_sound(one.store)


def test_who_appended_last_speaks_and_is_stood_in_for_when_his_process_is_dead(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "LATER", 300)
    tables = [defined("lunar", name=name, clocks=QUICK) for name in ("lunar-1", "lunar-2")]
    one = Running(two_stores[0], shared=True).open(*tables)
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    acted: dict[str, list[House]] = {table.name: [] for table in tables}
    for house in (one.house, other.house):
        _watch_clock(house, acted)
    with alive(other, (1, 2)):
        with alive(one, (0, 2)):
            for number, table in enumerate(tables):
                one.do(table.name, Sit(1, CHIPS), (ANN, BOB)[number])
            _wager(one)
            soon(lambda: all(one.live(table.name).state.number == 1 for table in tables))
            soon(lambda: all(_stands(other, table.name) == ("betting", 1) for table in tables))
            assert {name: {house is one.house for house in by} for name, by in acted.items()} == {
                table.name: {True} for table in tables
            }
        _wager(one)
        soon(lambda: all(_stands(other, table.name) == ("betting", 2) for table in tables))
        assert all(by[-1] is other.house for by in acted.values())
    assert_sound(two_stores[0])


def _wager(running: Running) -> None:
    for number, table in ((0, "lunar-1"), (1, "lunar-2")):
        running.do(table, Wager(1, "ante", 10_00), (ANN, BOB)[number])


def _stands(running: Running, table: str) -> tuple[str | None, int]:
    """A table as a process knows it to stand that does not watch it."""
    standing = running.house.table(table).standing
    return standing.phase, standing.number


def _watch_clock(house: House, acted: dict[str, list[House]]) -> None:
    execute = house.execute

    def watched(table: str, command: Command, actor: Actor, id_: str | None) -> Any:
        done = execute(table, command, actor, id_)
        if isinstance(command, Clock):
            acted[table].append(house)
        return done

    vars(house)["execute"] = watched


def test_a_table_whose_clock_fails_does_not_keep_the_house_busy(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(sqlite_url) as store:
        tables = [defined("lunar", name=name, clocks=QUICK) for name in ("lunar-1", "lunar-2")]
        running = Running(store).open(*tables)
        tries = []
        execute = running.house.execute

        def fails(table: str, command: Command, actor: Actor, id_: str | None) -> Any:
            if table == "lunar-1" and isinstance(command, Clock):
                tries.append(time.monotonic())
                raise Failed("the table failed at this")
            return execute(table, command, actor, id_)

        monkeypatch.setattr(running.house, "execute", fails)
        with alive(running, ear=False):
            for number, table in enumerate(tables):
                running.do(table.name, Sit(1, CHIPS), (ANN, BOB)[number])
                running.do(table.name, Wager(1, "ante", 10_00), (ANN, BOB)[number])
            soon(lambda: len(tries) >= 2)
            soon(lambda: running.live("lunar-2").state.number == 1)
        assert len(tries) <= 3
        assert tries[1] - tries[0] >= 0.9


def test_the_clock_outlives_what_a_table_does(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(sqlite_url) as store:
        running = Running(store).open(defined("lunar", clocks=QUICK)).seat("lunar-1", ANN)
        due, wrong = running.house.due, [1]

        def fails(table: Any) -> int | None:
            if wrong:
                wrong.pop()
                raise RuntimeError("in the middle of something")
            return due(table)

        monkeypatch.setattr(running.house, "due", fails)
        with alive(running, ear=False):
            running.do("lunar-1", Wager(1, "ante", 10_00), ANN)
            soon(lambda: running.live("lunar-1").state.number == 1)
        assert any(noticed.what == "failed" for noticed in running.noticed)


def test_the_clock_looks_at_tables_that_have_changed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the others once a second, also where the machine's clock was set back."""
    with Store.open(sqlite_url) as store:
        running = Running(store).open(*(defined("lunar", name=name) for name in ("lunar-1", "lunar-2")))
        looks, due, back = Counter[str](), running.house.to_show, [0]

        def counted(table: Table) -> int | None:
            if threading.current_thread().name == "clock":
                looks[table.name] += 1
            return due(table)

        monkeypatch.setattr(running.house, "to_show", counted)
        with alive(running, ear=False):
            running.house.now = lambda: int(time.time() * 1000) - back[0]
            soon(lambda: looks["lunar-2"])
            running.do("lunar-1", Sit(1, CHIPS), ANN)
            for number in range(1, 40):
                running.do("lunar-1", Wager(1, "ante", (10_00, 20_00)[number % 2]), ANN)
                running.house.woken.set()
                soon(lambda: looks["lunar-1"] > number)  # noqa: B023
            others = looks["lunar-2"]
            back[0] = 3_600_000
            soon(lambda: looks["lunar-2"] > others)
        assert looks["lunar-1"] > 2 * others


def test_a_table_that_is_left_alone_for_a_while_is_not_for_longer_where_the_clock_was_set_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(sqlite_url) as store, ThreadPoolExecutor(1) as pool:
        running = Running(store).open(defined("lunar"))
        table, ticked = running.house.table("lunar-1"), list[int]()
        monkeypatch.setattr(running.house, "to_do", lambda _: 0)
        monkeypatch.setattr(running.house, "tick_table", lambda _: ticked.append(running.at))
        work = Clockwork(running.house, pool)
        for wait in (0, 1, -3_600_000, 1):
            running.at += wait
            work._look_at(table, running.at)
            pool.submit(lambda: None).result()
        assert ticked == [running.at + 3_600_000 - 2, running.at - 1]


def test_the_clock_goes_on_where_a_tick_cannot_begin(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever should carry it out has no thread for it just now: the table is looked at again."""
    with Store.open(sqlite_url) as store, ThreadPoolExecutor(1) as pool:
        running = Running(store).open(defined("lunar"))
        table, ticked = running.house.table("lunar-1"), list[str]()
        monkeypatch.setattr(running.house, "to_do", lambda _: 0)
        monkeypatch.setattr(running.house, "tick_table", lambda ticking: ticked.append(ticking.name))
        work = Clockwork(running.house, pool)
        with monkeypatch.context() as full:
            full.setattr(pool, "submit", refused_thread)
            work._look_at(table, running.at)
        assert ticked == []
        work._look_at(table, running.at)
        pool.submit(lambda: None).result()
        assert ticked == ["lunar-1"]


def refused_thread(*_: Any) -> None:
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize("phase", ["betting", "playing", "result"])
def test_a_clock_that_is_set_back_leaves_nobody_waiting(sqlite_url: str, phase: str) -> None:
    """Whoever waits for a deadline has his whole time again, and that is on the record."""
    with Store.open(sqlite_url) as store:
        running = Running(store).open(defined("lunar")).seat("lunar-1", ANN)
        running.do("lunar-1", Wager(1, "ante", 10_00), ANN)
        if phase != "betting":
            running.do("lunar-1", Ready(), ANN)
        if phase == "result":
            running.play("lunar-1")
        assert running.live("lunar-1").state.phase == phase
        running.at -= 3_600_000
        running.house.tick()
        assert store.read("table/lunar-1")[-1].event == "table.resumed/1"
        deadline = running.live("lunar-1").deadline
        assert deadline is not None
        assert 0 < deadline - running.at <= running.live("lunar-1").definition.clocks.longest
        running.clock("lunar-1")
        assert running.live("lunar-1").state.phase != phase or phase == "playing"
        assert_sound(store)
