"""A house whose program was changed goes on: of the rounds before it has the end, and gives up the one in play."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound
from house.evenings import ANN, BOB, EVE, SUE, definition
from house.houses import DELAY, REASON, Running, defined
from house.kept import KeptEvening, audited
from houseway import inscriptions, paytable
from houseway.felt import Announced
from houseway.games import NAMES
from houseway.house import posted, tables
from houseway.house.commands import Actor, CloseTable, Leave, Ready, Recut, Wager
from houseway.house.practice import but
from houseway.house.rebuilding import Differs, rebuild, since_last_round
from houseway.house.record import Done
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.house.whereabouts import look
from houseway.table import Table

OTHER_TABLES = "the round was begun with other pay tables than this program has"
PHASES = ("betting", "playing", "result")
Changes = Callable[[], None]


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> Changes:
    """From when it is called dealers announce everything in other words."""
    announce = Table.announce

    def politely(self: Table, text: str, *rest: Any) -> Announced:
        return announce(self, f"{text}, please", *rest)

    return lambda: monkeypatch.setattr(Table, "announce", politely)


def stopped(store: Store, game: str, phase: str) -> Running:
    """A house that stops with two rounds over, in a phase of the table."""
    table = f"{game}-1"
    running = Running(store).open(defined(game)).seat(table, ANN, BOB)
    for number in (1, 2):
        running.deal(table, ANN, BOB)
        running.play(table)
        if number == 1 or phase != "result":
            running.clock(table)
    if phase == "playing":
        running.deal(table, ANN, BOB)
    elif phase == "betting" and running.live(table).game.wagers:
        offer = running.live(table).game.offers(running.live(table).rules)[0]
        running.do(table, Wager(1, offer.wager, offer.low), ANN)
    assert running.live(table).state.phase == phase
    return running


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("game", NAMES)
def test_a_table_goes_on_with_a_program_that_says_other_words(
    game: str, phase: str, sqlite_store: Store, other_words: Changes
) -> None:
    _goes_on(sqlite_store, game, phase, other_words)


@pytest.mark.parametrize("phase", PHASES)
def test_it_does_so_on_both_databases(phase: str, store: Store, other_words: Changes) -> None:
    _goes_on(store, "lunar", phase, other_words)


def _goes_on(store: Store, game: str, phase: str, change: Changes) -> None:
    table = f"{game}-1"
    running = stopped(store, game, phase)
    live = running.live(table)
    people, version, number = list(live.state.people), live.version, live.state.number
    has = {name: live.chips(name) for name in people}
    if phase == "playing":
        assert live.playing is not None
        has = {name: live.playing.setup.chips[seat] for seat, name in live.seats().items()}
    change()
    with pytest.raises(Differs):
        rebuild(defined(game), store.read(f"table/{table}"))
    for _ in range(2):  # the next process, and the one after it
        running = running.again()
        live = running.live(table)
        assert (list(live.state.people), live.state.number) == (people, number)
        assert {name: live.chips(name) for name in people} == has
    written = [entry.event for entry in store.read(f"table/{table}", version)]
    assert written[:1] == (["round.abandoned/1"] if phase == "playing" else ["table.resumed/1"][: len(written)])
    assert live.state.wagers == [] or phase == "betting"
    assert look(store, [defined(game)], "Ann").table == table
    if live.state.phase == "result":
        running.clock(table)
    running.deal(table, ANN, BOB)
    running.play(table)
    running.clock(table)
    running.do(table, Leave(), ANN)
    running.do(table, CloseTable(REASON), SUE)
    assert not store.balances(f"chips/{table}") or set(store.balances(f"chips/{table}").values()) == {0}
    assert_sound(store)


def test_what_is_carried_out_again_is_what_it_was_but_for_the_words(sqlite_store: Store) -> None:
    running = stopped(sqlite_store, "lunar", "betting")
    entries = sqlite_store.read("table/lunar-1")
    (begun,) = since_last_round(entries)
    again = rebuild(defined("lunar"), begun.entries, begun.kept, begun.to_the_word)
    assert plain(again.snapshot()) == plain(running.live("lunar-1").snapshot())
    wager = begun.entries[-1]
    assert wager.event == "table.wagered/1"
    body = msgspec.json.decode(wager.body)
    body["answer"]["wagers"]["ante"] += 1
    forged = [*begun.entries[:-1], msgspec.structs.replace(wager, body=msgspec.json.encode(body))]
    with pytest.raises(Differs):
        rebuild(defined("lunar"), forged, begun.kept, begun.to_the_word)


def plain(kept: bytes | None) -> Any:
    assert kept is not None
    return msgspec.json.decode(kept)


def test_who_sees_the_table_late_sees_it_again_soon(sqlite_store: Store, other_words: Changes) -> None:
    running = stopped(sqlite_store, "lunar", "betting")
    other_words()
    next_one = running.again(later=DELAY)
    next_one.do("lunar-1", Recut(REASON), SUE)
    next_one.at += 2 * DELAY
    late = next_one.house.view("lunar-1", EVE)
    assert [person.name for person in late.now.people] == ["Ann", "Bob"]


def test_the_whole_record_is_not_read_again_and_again(
    sqlite_store: Store, other_words: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = stopped(sqlite_store, "lunar", "betting")
    other_words()
    next_one = running.again()
    next_one.do("lunar-1", Recut(REASON), SUE)  # a snapshot is kept with the first thing that is done
    last = next_one.again()
    monkeypatch.setattr(tables, "since_last_round", None)
    assert last.live("lunar-1").chips("Ann") == next_one.live("lunar-1").chips("Ann")


@pytest.mark.parametrize("game", NAMES)
def test_a_record_of_before_is_sound(game: str, sqlite_store: Store) -> None:
    """As it was written when nothing was kept of the end of a round: the entry says nothing of that."""
    evening = KeptEvening(sqlite_store, definition(game))
    evening.open().seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    assert "kept" in next(done for done in evening.dones if "closed" in done.body).sealed
    execute = evening.table.execute
    evening.table.execute = lambda command, actor, at, sealed: execute(  # type: ignore[method-assign]
        command, actor, at, msgspec.structs.replace(sealed, practice=but("kept"))
    )
    evening.rounds(1, ANN, BOB)
    assert "kept" not in [done for done in evening.dones if "closed" in done.body][-1].sealed
    assert list(since_last_round(evening.entries)) == []
    assert audited(sqlite_store)[0].problem is None


def test_what_is_kept_of_a_round_is_looked_at(sqlite_store: Store) -> None:
    """Who writes himself more chips into it is found out as with anything else that is on the record."""
    evening = KeptEvening(sqlite_store, definition("lunar"))
    evening.open().seat(ANN)
    keep = evening.keep

    def richer(done: Done, actor: Actor) -> Done:
        if "kept" in done.sealed:
            done.sealed["kept"]["state"]["books"]["chips/lunar-1/Ann"] += 1
        return keep(done, actor)

    evening.keep = richer  # type: ignore[method-assign]
    evening.rounds(1, ANN)
    problem = audited(sqlite_store)[0].problem
    assert problem is not None
    assert "sealed, kept, state, books" in problem.what


@pytest.fixture
def other_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Changes]:
    """From when it is called one natural 8 pays at Lucky 8's, as no line of its bonus table says."""
    load = paytable.load_tables

    def higher(package: str, *rest: Any) -> paytable.Tables:
        tables = load(package, *rest)
        return {
            wager: {name: _with_another_line(each) for name, each in named.items()} for wager, named in tables.items()
        }

    def change() -> None:
        monkeypatch.setattr(inscriptions, "load_tables", higher)
        _forget()

    yield change
    monkeypatch.undo()
    _forget()


def test_a_round_in_play_is_not_settled_by_another_pay_table(sqlite_store: Store, other_tables: Changes) -> None:
    running = stopped(sqlite_store, "lucky8s", "playing")
    live = running.live("lucky8s-1")
    has, version = {name: live.chips(name) for name in ("Ann", "Bob")}, live.version
    other_tables()
    running = running.again()
    assert sqlite_store.read("table/lucky8s-1", version)[0].event == "round.abandoned/1"
    assert all(running.live("lucky8s-1").chips(name) > chips for name, chips in has.items())  # the wagers went back
    running.clock("lucky8s-1")
    running.deal("lucky8s-1", ANN, BOB)
    running.play("lucky8s-1")
    assert sqlite_store.read("table/lucky8s-1")[-1].event == "round.closed/1"


def test_verify_says_that_a_round_was_begun_with_other_pay_tables(sqlite_store: Store, other_tables: Changes) -> None:
    evening = KeptEvening(sqlite_store, definition("lucky8s"))
    evening.open().seat(ANN)
    evening.rounds(1, ANN)
    first = next(entry.version for entry in evening.entries if entry.event == "round.opened/1")
    assert audited(sqlite_store)[0].problem is None
    other_tables()
    problem = audited(sqlite_store)[0].problem
    assert problem is not None
    assert (problem.version, problem.what) == (first, OTHER_TABLES)


def test_a_record_that_says_nothing_of_pay_tables_is_sound(sqlite_store: Store) -> None:
    evening = KeptEvening(sqlite_store, definition("lucky8s"))
    evening.open().seat(ANN)
    evening.bet(ANN, ready=False)
    sealed = Sealed(bytes(32), practice=but("pay_tables"))
    done = evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert "opened" in done.body
    assert "pay_tables" not in done.sealed
    evening.play()
    assert audited(sqlite_store)[0].problem is None


def _with_another_line(table: paytable.PayTable) -> paytable.PayTable:
    line = next(iter(table.lines.values()))
    return msgspec.structs.replace(table, lines={**table.lines, "one natural 8": line})


def _forget() -> None:
    posted.pay_tables.cache_clear()
    posted.pays.cache_clear()
