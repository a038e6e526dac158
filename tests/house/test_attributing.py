"""Who did what at a table, and by which id: a forger who makes all hashes anew cannot say that it was another."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, select

from house.forging import Change, Forged, forge, keep_digest, written
from house.houses import CLOCKS, INVENTORY
from house.people import FAST, SECRET
from house.test_office_auditing import ADM, ANN, SUE, WHY, Named, ask, looked_through
from house.test_verify import tampering
from houseway.house import office
from houseway.house.attributing import WHILE
from houseway.house.commands import CLOCK, Actor, BuyChips, Fill, MakeLeave, OpenTable, Sit
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import GiveRole, OpenStaffAccount, SetUpTable
from houseway.house.office_deeds import STREAM
from houseway.house.record import Entry
from houseway.house.schema import commands
from houseway.house.store import Store

TABLE, HOUR = Definition("one", "lucky8s", (), CLOCKS), 3_600_000
FLO, KIT = Actor("flo", "floorperson"), Actor("kit", "player", bot=True)
Evening = tuple[list[Entry], Engine]


@pytest.fixture
def evening(sqlite_store: Store, sqlite_url: str) -> Iterator[Evening]:
    """People of all kinds at a table; later the floorperson is a supervisor, and fills it."""
    running = Named(sqlite_store)
    office.found_administrator(sqlite_store, SECRET, running.at, FAST)
    office.sign_up(sqlite_store, "ann", SECRET, running.at, passwords=FAST)
    office.come_in(sqlite_store, "bot", running.at, lambda size: bytes(size), "kit")
    for actor in (SUE, FLO):
        command = OpenStaffAccount(actor.name, actor.role, WHY)  # type: ignore[arg-type]
        ask(running, command, ADM, password="told this once", passwords=FAST)
    ask(running, SetUpTable(TABLE, WHY), SUE)
    running.do("one", OpenTable(INVENTORY, WHY), FOUNDER)
    running.do("one", Fill(100_00, "low"), SUE)
    running.seat("one", ANN).deal("one", ANN)
    running.play("one")
    running.clock("one")
    running.do("one", MakeLeave("ann", "rude"), FLO)
    running.at += HOUR
    office.sign_up(sqlite_store, "eve", SECRET, running.at, passwords=FAST)
    ask(running, GiveRole("flo", "supervisor", WHY), ADM)
    running.do("one", Fill(100_00, "low"), Actor("flo", "supervisor"))
    running.do("one", Sit(2, 100_00), KIT)
    running.do("one", BuyChips(100_00), KIT)
    entries = sqlite_store.read("table/one")
    sqlite_store.close()
    with tampering(sqlite_url) as engine:
        yield entries, engine


def said_by(name: str, **said: Any) -> Change:
    def change(forged: Forged) -> None:
        forged.actor = name
        forged.body |= said

    return change


def without_id(forged: Forged) -> None:
    forged.command = None


def with_id(forged: Forged) -> None:
    forged.command = "tick"


def asks(do: str) -> Callable[[Entry], bool]:
    return lambda entry: msgspec.json.decode(entry.body)["command"]["do"] == do


def by(actor: Actor) -> Callable[[Entry], bool]:
    return lambda entry: entry.actor == actor.name


@pytest.mark.parametrize(
    ("change", "fits", "words"),
    [
        (said_by("ann"), asks("fill"), "'ann' was no supervisor then"),
        (said_by("flo"), asks("fill"), "'flo' was no supervisor then"),
        (said_by("ghost"), asks("fill"), "there was no account 'ghost'"),
        (said_by("ghost"), asks("make leave"), "there was no account 'ghost'"),
        (said_by("sue"), asks("make leave"), "'sue' was no floorperson then"),
        (said_by("house"), asks("fill"), "there was no account 'house'"),
        (said_by("clock", role="supervisor"), asks("fill"), "there was no account 'clock'"),
        (said_by("eve"), asks("fill"), "'eve' was no supervisor then"),
        (said_by("kit", bot=False), asks("buy chips"), "'kit' is a bot: that is told otherwise"),
        (said_by("sue", bot=True), asks("fill"), "'sue' is a person: that is told otherwise"),
        (without_id, asks("buy chips"), "its command has no id"),
        (without_id, asks("fill"), "its command has no id"),
        (without_id, by(FOUNDER), "its command has no id"),
        (with_id, by(CLOCK), "a command of the clock has an id"),
    ],
)
def test_who_did_it_cannot_be_told_otherwise(
    evening: Evening, change: Change, fits: Callable[[Entry], bool], words: str
) -> None:
    entries, engine = evening
    made = next(entry for entry in entries if fits(entry) and entry.actor != "ann")
    with engine.connect() as connection:
        assert looked_through(connection) is None
        forge(connection, made.stream, made.version, change)
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version, problem.what) == (made.stream, made.version, words)
        connection.rollback()


@pytest.mark.parametrize(("earlier", "sound"), [(0, True), (WHILE, True), (WHILE + 1, False)])
def test_a_role_is_had_from_a_while_before_it_was_given(evening: Evening, earlier: int, sound: bool) -> None:
    """Each process has its own clock; of their differences no alarm is made."""
    entries, engine = evening
    made = next(entry for entry in reversed(entries) if asks("fill")(entry))

    def before(forged: Forged) -> None:
        forged.at -= earlier

    with engine.connect() as connection:
        forge(connection, made.stream, made.version, before)
        problem = looked_through(connection)
        assert (problem is None) == sound, problem
        connection.rollback()


def test_a_clock_that_was_set_back_makes_no_alarm(sqlite_store: Store) -> None:
    running = Named(sqlite_store)
    office.found_administrator(sqlite_store, SECRET, running.at, FAST)
    office.carry_out(sqlite_store, SetUpTable(TABLE, WHY), FOUNDER, running.at)
    running.house.start()
    running.do("one", OpenTable(INVENTORY, WHY), FOUNDER)
    office.sign_up(sqlite_store, "ann", SECRET, running.at, passwords=FAST)
    running.at -= 5 * HOUR
    running.do("one", Sit(1, 100_00), ANN)
    assert sqlite_store.look(looked_through) is None


@pytest.mark.parametrize("staff", [False, True])
def test_a_clock_that_was_set_back_between_two_streams_makes_no_alarm(sqlite_store: Store, staff: bool) -> None:
    """The times of each stream rise: that the account is younger than what it did is all that tells of it."""
    running = Named(sqlite_store)
    office.found_administrator(sqlite_store, SECRET, running.at, FAST)
    office.carry_out(sqlite_store, SetUpTable(TABLE, WHY), FOUNDER, running.at)
    running.house.start()
    running.do("one", OpenTable(INVENTORY, WHY), FOUNDER)
    running.at += 2 * HOUR
    if staff:
        ask(running, OpenStaffAccount("sue", "supervisor", WHY), ADM, password="told this once", passwords=FAST)
    else:
        office.sign_up(sqlite_store, "ann", SECRET, running.at, passwords=FAST)
    running.at -= HOUR
    if staff:
        running.do("one", Fill(100_00, "low"), SUE)
    else:
        running.do("one", Sit(1, 100_00), ANN)
    for stream in sqlite_store.streams():
        times = [entry.at for entry in sqlite_store.read(stream)]
        assert times == sorted(times)
    assert sqlite_store.look(looked_through) is None


def reason(forged: Forged) -> None:
    forged.body["command"]["reason"] = "another"


def test_the_digest_of_a_command_is_of_what_its_entry_says(evening: Evening) -> None:
    entries, engine = evening
    made = next(entry for entry in entries if asks("fill")(entry))
    with engine.connect() as connection:
        keep_digest(connection, made, hashlib.sha256(b"other").digest())
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.version, "digest" in problem.what) == (made.version, True)
        connection.rollback()


@pytest.mark.parametrize(("stream", "do"), [("table/one", "fill"), (STREAM, "give role")])
def test_what_a_command_says_cannot_be_changed_beside_its_digest(evening: Evening, stream: str, do: str) -> None:
    _, engine = evening
    with engine.connect() as connection:
        made = next(entry for entry in written(connection) if entry.stream == stream and asks(do)(entry))
        before = connection.execute(select(commands.c.digest).where(commands.c.id == made.command)).scalar_one()
        forge(connection, stream, made.version, reason)
        changed = next(each for each in written(connection) if (each.stream, each.version) == (stream, made.version))
        assert looked_through(connection) is None, "by who makes the digest anew as well"
        keep_digest(connection, changed, before)
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version, "digest" in problem.what) == (stream, made.version, True)
        connection.rollback()
