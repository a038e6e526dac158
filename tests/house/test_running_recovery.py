"""The house after a stop: every table goes on where it was, or its round is given up, and no table stops another."""

from typing import Any

import pytest

from house.deeds import assert_sound, everything
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import (
    CHIPS,
    DELAY,
    EACH,
    INVENTORY,
    LINKED,
    MONEY,
    Breaks,
    Client,
    Running,
    defined,
    program,
    seen,
    timeless,
)
from house.kept import audited
from houseway.games import NAMES
from houseway.house import tables
from houseway.house.carrying import Busy
from houseway.house.commands import BuyChips, Fill, Leave, OpenTable, Ready, Sit, Wager
from houseway.house.lobby import lobby
from houseway.house.office_deeds import STREAM
from houseway.house.pit import board, record
from houseway.house.rebuilding import rebuild
from houseway.house.record import Entry
from houseway.house.store import Lost, Store
from houseway.house.tables import OutOfOrder

__all__ = ["program"]


@pytest.mark.parametrize("game", NAMES)
def test_a_house_that_stops_at_every_step_goes_on_at_the_same_step(game: str, sqlite_store: Store) -> None:
    _stops_at_every_step(sqlite_store, game)


def test_it_does_so_on_both_databases(store: Store) -> None:
    _stops_at_every_step(store, "lunar")


def _stops_at_every_step(store: Store, game: str) -> None:
    running = Running(store).open(defined(game)).seat(f"{game}-1", ANN, BOB)
    table, viewers, phases = f"{game}-1", (ANN, BOB, SUE), set()
    for _ in range(2):
        running = _restarted(running, table, viewers)
        running.deal(table, ANN, BOB)
        while running.live(table).round is not None:
            running = _restarted(running, table, viewers)
            phases.add(running.live(table).state.phase)
            running.step(table)
        running = _restarted(running, table, viewers)
        phases.add(running.live(table).state.phase)
        running.clock(table)
    running.do(table, Leave(), ANN)
    _restarted(running, table, (BOB, SUE))
    assert phases == {"playing", "result"}
    assert audited(store)[0].problem is None


def _restarted(running: Running, table: str, viewers: tuple[Any, ...]) -> Running:
    """The next process: everybody sees what he saw, and has his whole time again."""
    before = [timeless(seen(running, table, viewer)) for viewer in viewers]
    version, deadline = running.live(table).version, running.live(table).deadline
    next_one = running.again(later=7_000)
    live = next_one.live(table)
    assert [timeless(seen(next_one, table, viewer)) for viewer in viewers] == before
    if deadline is None:
        assert (live.version, live.deadline) == (version, None)
        return next_one
    clocks = live.definition.clocks
    asked = live.round.ask if live.round is not None else None
    time = {"betting": clocks.betting, "result": clocks.result}.get(live.state.phase, clocks.decision)
    if asked is not None and not asked.choices:
        time = clocks.pause
    elif asked is not None and "supervisor" in asked.choices:
        time = clocks.validation or 0
    assert (live.version, live.deadline) == (version + 1, next_one.at + time)
    line = record(next_one.house, f"table/{table}", version, 1)[0]
    assert (line.event, line.actor, line.at) == ("table.resumed/1", "clock", next_one.at)
    return next_one


@pytest.mark.parametrize("game", NAMES)
def test_a_round_that_cannot_be_carried_out_again_is_given_up(game: str, sqlite_store: Store, program: Breaks) -> None:
    _is_given_up(sqlite_store, game, program)


def _is_given_up(store: Store, game: str, program: Breaks) -> None:
    table = f"{game}-1"
    running = Running(store).open(defined(game)).seat(table, ANN, BOB)
    held = {name: running.live(table).chips(name) for name in ("Ann", "Bob")}
    running.deal(table, ANN, BOB)
    program(game)
    next_one = running.again()
    line = record(next_one.house, f"table/{table}", next_one.live(table).version - 2, 1)[0]
    assert (line.event, line.actor) == ("round.abandoned/1", "clock")
    assert [noticed.table for noticed in next_one.noticed if noticed.what == "voided"] == [table]
    assert {name: next_one.live(table).chips(name) for name in held} == held
    assert store.balance(f"felt/{table}") == 0
    program()
    next_one = next_one.again()
    next_one.clock(table)
    next_one.deal(table, ANN, BOB)
    next_one.play(table)
    assert next_one.live(table).state.phase == "result"
    assert audited(store)[0].problem is None


def test_a_round_that_is_given_up_takes_its_meters_back(store: Store, program: Breaks) -> None:
    running = Running(store).open(*LINKED, meters={"big": 10_000_00}).seat("one", ANN)
    running.do("one", Wager(1, "ante", 10_00), ANN)
    running.do("one", Wager(1, "progressive", 1_00), ANN)
    running.do("one", Ready(), ANN)
    assert store.balance("meter/big") == 10_000_70
    program("lunar")
    next_one = running.again()
    assert store.balance("meter/big") == 10_000_00 == int(store.meters()["big"].amount)
    assert next_one.live("one").chips("Ann") == CHIPS
    assert_sound(store)


def test_two_processes_that_give_up_the_same_round_give_it_up_once(
    store: Store, program: Breaks, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN, BOB)
    running.deal("lunar-1", ANN, BOB)
    version = running.live("lunar-1").version
    program("lunar")
    one, other = Running(store, shared=True), Running(store, shared=True)
    for house in (one, other):
        house.house.look_for_tables()
    late = other.house.table("lunar-1")
    read = late._entries

    def overtaken(after: int) -> Any:
        monkeypatch.setattr(late, "_entries", read)
        found = read(after)
        one.live("lunar-1")
        return found

    monkeypatch.setattr(late, "_entries", overtaken)
    assert other.live("lunar-1").version == one.live("lunar-1").version == version + 1
    assert [line.event for line in record(one.house, "table/lunar-1", version, 9)] == ["round.abandoned/1"]
    told = [[noticed.what for noticed in house.noticed] for house in (one, other)]
    assert told == [["voided"], []], "who has done it says so"


@pytest.mark.parametrize("is_open", [False, True], ids=["between rounds", "in a round"])
def test_a_table_out_of_order_for_good_stops_nobody(sqlite_store: Store, program: Breaks, is_open: bool) -> None:
    _stops_nobody(sqlite_store, program, is_open)


def _stops_nobody(store: Store, program: Breaks, is_open: bool) -> None:
    running = Running(store).open(*EACH).seat("lunar-1", ANN).seat("lucky8s-1", BOB, EVE)
    running.deal("lunar-1", ANN)
    running.play("lunar-1")
    running.clock("lunar-1")
    if is_open:
        running.deal("lunar-1", ANN)
    running.deal("lucky8s-1", BOB, EVE)
    program("lunar", rules=None)
    next_one = running.again()
    before = everything(store)
    assert "out of order" in next_one.refused("lunar-1", Sit(2, CHIPS), BOB).message
    for look in (lambda: next_one.house.view("lunar-1", ANN), lambda: Client(next_one, "lunar-1", ANN)):
        with pytest.raises(OutOfOrder, match="houseway verify"):
            look()
    assert everything(store) == before
    lines = lobby(next_one.house)
    assert [line.table for line in lines if line.out_of_order] == ["lunar-1"]
    assert len(lines) == 5
    assert board(next_one.house).out_of_order == ("lunar-1",)
    next_one.play("lucky8s-1")
    next_one.clock("lucky8s-1")
    assert next_one.live("lucky8s-1").state.phase == "betting"
    program()
    last = next_one.again()
    assert last.live("lunar-1").state.phase == ("playing" if is_open else "betting")


def test_a_table_out_of_order_is_not_made_anew_at_every_look(
    store: Store, program: Breaks, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN)
    running.deal("lunar-1", ANN)
    running.play("lunar-1")
    program("lunar", rules=None)
    next_one = running.again()
    made = []
    monkeypatch.setattr(tables, "rebuild", lambda *_: made.append(1))
    for _ in range(3):
        assert [line.out_of_order for line in lobby(next_one.house)] == [True]
    assert made == []


def test_who_is_stopping_begins_no_round_and_finishes_those_in_play(store: Store) -> None:
    running = Running(store).open(*EACH).seat("lunar-1", ANN).seat("ultimate8-1", BOB, EVE)
    running.deal("ultimate8-1", BOB, EVE)
    running.do("lunar-1", Wager(1, "ante", 10_00), ANN)
    running.house.stop()
    assert running.house.in_play() == ["ultimate8-1"]
    for command in (Ready(), Wager(1, "ante", 20_00), Leave()):
        with pytest.raises(Busy, match="restart"):
            running.do("lunar-1", command, ANN)
    running.house.table("ultimate8-1").forget()  # what was dropped from memory is finished as well
    while running.house.in_play():
        running.at += 60_000
        due = running.house.tick()
        assert due is None or due > running.at
    assert running.live("lunar-1").state.phase == "betting"
    assert running.live("ultimate8-1").state.phase == "result"
    assert running.house.tick() is None
    next_one = running.again()
    next_one.do("lunar-1", Ready(), ANN)
    assert next_one.live("lunar-1").state.phase == "playing"
    next_one.clock("ultimate8-1")
    assert next_one.live("ultimate8-1").state.phase == "betting"


@pytest.mark.parametrize("game", NAMES)
def test_a_table_from_a_snapshot_is_the_table_from_its_first_entry(
    game: str, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 3)
    table = f"{game}-1"
    running = Running(sqlite_store, delay=0).open(defined(game)).seat(table, ANN, BOB)
    versions = set()
    for _ in range(3):
        running.deal(table, ANN, BOB)
        running.play(table)
        running.clock(table)
        running.do(table, Fill(1_00, "low"), SUE)
        kept = sqlite_store.last_snapshot(f"table/{table}")
        assert kept is not None
        versions.add(kept[0])
        next_one = Running(sqlite_store, at=running.at)
        next_one.house.start(recover=False)
        first = rebuild(defined(game), sqlite_store.read(f"table/{table}"))
        assert first.snapshot() == next_one.live(table).snapshot() == running.live(table).snapshot()
        for viewer in (ANN, EVE, SUE):
            assert next_one.live(table).view(viewer) == first.view(viewer) == running.live(table).view(viewer)
        assert len(next_one.live(table).told) < len(first.told)
    assert len(versions) == 3


def test_a_snapshot_of_no_use_is_left_alone(store: Store) -> None:
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN)
    store.snapshot("table/lunar-1", 2, b'{"of": "another program"}')
    next_one = running.again(later=DELAY)
    assert next_one.live("lunar-1").chips("Ann") == CHIPS
    late = next_one.house.view("lunar-1", EVE)  # who sees the table late would begin with it too
    assert [person.name for person in late.now.people] == ["Ann"]


def test_who_could_not_be_shown_a_table_does_not_watch_it(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    running = Running(sqlite_store).open(defined("lunar")).seat("lunar-1", ANN)

    def gone(*_: Any) -> None:
        raise Lost("the database is gone")

    with monkeypatch.context() as without:
        without.setattr(sqlite_store, "last_snapshot", gone)
        with pytest.raises(Lost):
            Client(running, "lunar-1", EVE)
    assert len(running.house.watchers("lunar-1")) == 0


def test_a_table_that_was_never_opened_and_one_that_is_closed_are_there_again(store: Store) -> None:
    running = Running(store).open(defined("lunar"))
    next_one = running.again()
    next_one.do("lunar-1", Sit(1, CHIPS), ANN)
    assert "open already" in next_one.refused("lunar-1", OpenTable(INVENTORY, "again"), SUE).message
    assert next_one.house.wallet("Ann") == MONEY - CHIPS


@pytest.mark.parametrize("game", NAMES)
def test_a_start_reads_few_entries_however_often_the_house_died(
    game: str, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process lives as long as a spectator is late; the record grows all the same, what a start reads does not."""
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 10)
    table, longest = f"{game}-1", 0
    running = Running(sqlite_store).open(defined(game)).seat(table, ANN, BOB)
    counting = CountedReads(sqlite_store)
    monkeypatch.setattr(sqlite_store, "read", counting)
    for _ in range(25):
        before = running.live(table).version
        for actor in (ANN, BOB):
            running.give(CHIPS, actor).do(table, BuyChips(CHIPS), actor)
        running.deal(table, ANN, BOB)
        running.play(table)
        running.clock(table)
        longest = max(longest, running.live(table).version - before)
        counting.entries = 0
        running = running.again(later=1)
        assert counting.entries <= 10 + 2 * longest
    assert running.live(table).version > 100


class CountedReads:
    """The store's reading, and how many entries of tables it has read."""

    def __init__(self, store: Store) -> None:
        self._read = store.read
        self.entries = 0

    def __call__(self, stream: str, after: int = 0, limit: int = 1000) -> list[Entry]:
        found = self._read(stream, after, limit)
        self.entries += len(found) if stream != STREAM else 0
        return found
