"""The house's own commands run again, and linked meters reading by reading: who makes all hashes anew is caught."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, text

from house.deeds import moved, put
from house.forging import Change, Forged, forge, rewrite
from house.houses import CLOCKS, INVENTORY, Running
from house.people import FAST, SECRET
from house.test_verify import Run, run, tampering
from houseway.house import office
from houseway.house.answering import Answer
from houseway.house.auditing import Audit
from houseway.house.commands import Actor, Command, OpenTable, Wager
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.live import LiveTable
from houseway.house.office_auditing import OfficeAudit
from houseway.house.office_commands import (
    ChangeReset,
    GiveCoupon,
    GiveRole,
    HangMeter,
    LockAccount,
    OfficeCommand,
    OpenStaffAccount,
    RedeemMoney,
    ResetPassword,
    SetUpTable,
    TakeMoney,
    UnlockAccount,
)
from houseway.house.office_deeds import STREAM
from houseway.house.rebuilding import read
from houseway.house.record import Entry, entry
from houseway.house.store import Store
from houseway.house.verifying import Problem, verify

__all__ = ["run"]

WHY = "the day begins"
BIG = 10_000_00
ANN, BOB = Actor("ann", "player"), Actor("bob", "player")
ADM, SUE = Actor("administrator", "administrator"), Actor("sue", "supervisor")
LINKED = tuple(Definition(name, "lunar", (), CLOCKS, {"progressive": "big"}) for name in ("one", "other"))
PLAIN = Definition("bj", "blackjack", (), CLOCKS)
ROUNDS = 5


class Named(Running):
    """A house whose clients name every command to a table, as all do that come to it over the net."""

    def do(self, table: str, command: Command, actor: Actor, id_: str | None = None) -> Answer:
        return super().do(table, command, actor, id_ or f"{table}-{self.live(table).version}")


@pytest.fixture
def house(store: Store) -> Running:
    """A house as it is run: founded, with people of all kinds, and two tables that share a meter."""
    running = Named(store)
    office.found_administrator(store, SECRET, running.at, FAST)
    for name in ("ann", "bob", "cid"):
        office.sign_up(store, name, SECRET, running.at, passwords=FAST)
    office.come_in(store, "guest", running.at, lambda size: bytes(size))
    ask(running, OpenStaffAccount("sue", "supervisor", WHY), ADM, password="told this once", passwords=FAST)
    ask(running, OpenStaffAccount("aud", "auditor", WHY), ADM, password="told this once", passwords=FAST)
    ask(running, HangMeter("big", BIG, BIG, WHY), FOUNDER)
    for definition in (*LINKED, PLAIN):
        ask(running, SetUpTable(definition, WHY), SUE)
        running.do(definition.name, OpenTable(INVENTORY, WHY), SUE)
    ask(running, RedeemMoney(9_500_00), Actor("cid", "player"))
    ask(running, GiveCoupon("ann", 200_00, WHY), SUE)
    ask(running, GiveCoupon("bob", 500_00, WHY), ADM)
    ask(running, TakeMoney(), Actor("cid", "player"))
    ask(running, LockAccount("cid", WHY), SUE)
    ask(running, GiveRole("aud", "floorperson", WHY), ADM)
    ask(running, ResetPassword("cid", WHY), ADM, password="told this once", passwords=FAST)
    running.seat("one", ANN).seat("other", BOB)
    for number in range(ROUNDS):
        if number == 2:
            ask(running, ChangeReset("big", 2 * BIG, WHY), SUE)
            ask(running, UnlockAccount("cid", WHY), SUE)
        for table, actor in (("one", ANN), ("other", BOB)):
            running.do(table, Wager(1, "ante", 10_00), actor)
            running.do(table, Wager(1, "progressive", 1_00), actor)
            running.deal(table, actor, coupon=5_00)
            running.play(table)
            running.clock(table)
    return running


def ask(running: Running, command: OfficeCommand, actor: Actor, **secrets: Any) -> None:
    version = running.store.head(STREAM)
    running.house.office(command, actor, None if actor == FOUNDER else f"asked-{version}", **secrets)


def looked_through(connection: Connection) -> Problem | None:
    return verify(connection, Audit(OfficeAudit())).problem


def test_a_house_as_it_is_run_is_what_its_record_says(house: Running, url: str, run: Run) -> None:
    done = run("--database", url, "--json")
    found = json.loads(done.out)
    assert (done.code, found["problem"], found["rounds_taken_as_written"]) == (0, None, 0)
    assert found["rounds_rerun"] >= 2 * ROUNDS
    quick = json.loads(run("--database", url, "--no-replay", "--json").out)
    assert (quick["rounds_rerun"], quick["problem"]) == (None, None)
    assert run("--database", url).out.endswith("0 rounds taken as written: all is well\n")


def test_money_from_a_stream_that_the_house_does_not_have_is_found(house: Running, url: str, run: Run) -> None:
    for stream in ("zzz", "table/zzz"):
        put(house.store, stream, 1, moved(1_000_000_00, "issued", "wallet/ann"), actor="house")
        done = run("--database", url)
        assert (done.code, done.err.count("\n")) == (3, 1)
        assert "there is no such stream" in done.err


def somebody(forged: Forged) -> None:
    forged.actor = "eve"


def richer(forged: Forged) -> None:
    more = 1_000_00
    forged.body["answer"]["given"] += more
    forged.transfer = [[account, cents + (more if cents > 0 else -more)] for account, cents in forged.transfer]


def promoted(forged: Forged) -> None:
    forged.body["command"]["role"] = "administrator"


def wider(forged: Forged) -> None:
    """More money than the command moves. What is laid aside without a meter would be seen by who runs nothing again."""
    forged.transfer = [*forged.transfer, ["cage", -500], ["inventory/one", 500]]


def another(forged: Forged) -> None:
    forged.event = "money.issued/1" if forged.event != "money.issued/1" else "money.redeemed/1"


def by_a_player(forged: Forged) -> None:
    forged.actor, forged.body["role"] = "ann", "player"


def other_meter(forged: Forged) -> None:
    forged.body["changes"]["other"] = 1


def more_shown(forged: Forged) -> None:
    forged.body["meters"]["big"] = str(int(forged.body["meters"]["big"]) + 1)


def a_bot(forged: Forged) -> None:
    forged.body["bot"] = not forged.body["bot"]


def unnamed(forged: Forged) -> None:
    forged.command = None


def of(*names: str) -> Callable[[Entry], bool]:
    return lambda entry: msgspec.json.decode(entry.body)["command"]["do"] in names


FORGERIES: list[tuple[Change | None, Callable[[Entry], bool]]] = [
    (somebody, of("open account")),
    (somebody, of("set up table", "lock account", "take money", "redeem money", "open staff account")),
    (richer, of("open account")),
    (richer, of("take money")),
    (richer, of("give coupon")),
    (another, of("give coupon")),
    (by_a_player, of("give coupon")),
    (promoted, of("open account", "open staff account")),
    (promoted, of("give role")),
    (wider, of("hang meter", "change reset")),
    (other_meter, of("hang meter")),
    (more_shown, of("hang meter")),
    (other_meter, of("change reset")),
    (a_bot, of("open account")),
    (a_bot, of("lock account", "take money")),
    (unnamed, of("lock account", "take money", "give role")),
    (another, of("redeem money", "unlock account", "reset password")),
    (by_a_player, of("hang meter", "give role", "reset password")),
    (None, lambda entry: b'"guest"' in entry.body),  # who has played and was never let in would owe the house
    (None, of("open staff account")),
]


def test_a_forger_in_the_office_is_caught_and_located(house: Running, url: str) -> None:
    entries = house.store.read(STREAM)
    house.store.close()
    with tampering(url) as engine:
        for change, fits in FORGERIES:
            at = [entry.version for entry in entries[1:] if fits(entry)]
            assert at
            for version in at[:1] + at[-1:]:
                with engine.connect() as connection:
                    forge(connection, STREAM, version, change)
                    assert verify(connection).problem is None, change
                    problem = looked_through(connection)
                    assert problem is not None, (change, version)
                    # Who was left out, or has another role, is missed later or in the accounts.
                    assert problem.version == version or change in (None, promoted), (change, problem)
                    connection.rollback()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts SET role = 'administrator' WHERE name = 'ann'",
        "UPDATE accounts SET locked = 1 WHERE name = 'bob'",
        "UPDATE accounts SET kind = 'bot' WHERE name = 'bob'",
        "UPDATE accounts SET made = made + 1 WHERE name = 'bob'",
        "INSERT INTO accounts (name, role, kind, made, locked) VALUES ('eve', 'administrator', 'person', 1, 0)",
        "DELETE FROM accounts WHERE name = 'aud'",
    ],
)
def test_an_account_is_what_the_record_makes_of_it(house: Running, url: str, statement: str) -> None:
    house.store.close()
    with tampering(url) as engine, engine.connect() as connection:
        connection.execute(text(statement))
        problem = looked_through(connection)
        assert problem is not None
        assert "is not what the record makes of it" in problem.what
        connection.rollback()


def retold(
    definition: Definition, entries: list[Entry], lies: dict[int, int], resets: dict[int, dict[str, int]] | None = None
) -> list[Entry]:
    """The entries of a table that reads its meter otherwise at some versions, by so many cents, and goes on with it.

    Or that reads these reset amounts at some versions.
    """
    true, false, made = LiveTable(definition), LiveTable(definition), []
    for each in entries:
        command, actor, sealed = read(each)
        shown = sealed.meters.get("progressive", true.state.meters.get("progressive"))
        true.execute(command, actor, each.at, sealed)
        lie = {"progressive": str(Fraction(shown) + lies.get(each.version, 0))} if shown is not None else {}
        said = (resets or {}).get(each.version, sealed.resets)
        lying = msgspec.structs.replace(sealed, meters=lie, resets=said, decided=None)
        done = false.execute(command, actor, each.at, lying)
        made.append(entry(each.stream, each.version, each.at, each.actor, each.command, done))
    return made


@pytest.mark.parametrize("at_a_setting", [False, True], ids=["shown", "set"])
def test_readings_of_a_linked_meter_that_cancel_out_are_caught(house: Running, url: str, at_a_setting: bool) -> None:
    stream = "table/other"
    entries = house.store.read(stream)
    house.store.close()
    sets = [entry.version for entry in entries if "meters" in msgspec.json.decode(entry.body)]
    version = sets[2] if at_a_setting else sets[2] + 1
    assert at_a_setting == (version in sets)
    with tampering(url) as engine, engine.connect() as connection:
        rewrite(connection, stream, retold(LINKED[1], entries, {}))
        assert looked_through(connection) is None, "it is retold truly"
        connection.rollback()
        rewrite(connection, stream, retold(LINKED[1], entries, {version: 100}))
        assert verify(connection).problem is None
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version) == (stream, version)
        assert "did not show what it has read" in problem.what
        connection.rollback()


@pytest.mark.parametrize("table", LINKED, ids=lambda table: table.name)
def test_a_reading_of_a_linked_meter_that_later_entries_know_nothing_of_is_named(
    house: Running, url: str, table: Definition
) -> None:
    """A table goes on with what it has read: a later entry of it comes to something else, and is not the first."""
    stream = f"table/{table.name}"
    entries = house.store.read(stream)
    house.store.close()
    caught = 0
    with tampering(url) as engine, engine.connect() as connection:
        for place in range(len(entries)):
            lying = retold(table, entries[: place + 1], {place + 1: 100})[place]
            if lying.sealed != entries[place].sealed:
                rewrite(connection, stream, [*entries[:place], lying, *entries[place + 1 :]])
                assert verify(connection).problem is None
                problem = looked_through(connection)
                assert problem is not None
                assert (problem.stream, problem.version) == (stream, place + 1), problem
                assert "did not show what it has read" in problem.what
                caught += 1
                connection.rollback()
    assert caught > 20


def test_what_a_table_has_set_a_linked_meter_to_is_named_before_who_has_read_it(house: Running, url: str) -> None:
    """A setting that nothing comes to; the table that is looked at first has read it, and says another thing."""
    sets = [each for each in house.store.read("table/other") if "meters" in msgspec.json.decode(each.body)]
    last = house.store.head("table/one")
    house.store.close()

    def higher(forged: Forged) -> None:
        forged.body["meters"]["big"] = str(Fraction(forged.body["meters"]["big"]) + 1)

    def unread(forged: Forged) -> None:
        forged.body["answer"] = {}

    with tampering(url) as engine, engine.connect() as connection:
        forge(connection, "table/other", sets[1].version, higher)
        forge(connection, "table/one", last, unread)
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version) == ("table/other", sets[1].version), problem
        connection.rollback()


@pytest.mark.parametrize(("heard", "said"), [(1, {}), (1, {"progressive": 3 * BIG}), (0, {"progressive": 0})])
def test_a_reset_amount_that_the_house_had_not_chosen_is_caught(
    house: Running, url: str, heard: int, said: dict[str, int]
) -> None:
    """A table that plays on with the old one, with one that is to come, or with its own."""
    stream = "table/other"
    entries = house.store.read(stream)
    house.store.close()
    read_at = [entry.version for entry in entries if "resets" in msgspec.json.decode(entry.sealed)]
    assert len(read_at) == 2
    with tampering(url) as engine, engine.connect() as connection:
        rewrite(connection, stream, retold(LINKED[1], entries, {}, {read_at[heard]: said}))
        assert verify(connection).problem is None
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version) == (stream, read_at[heard])
        assert "the reset amount of the meter big was not what it has read" in problem.what
        connection.rollback()


@pytest.mark.parametrize("said", [None, "1000000", 1_000_000.0])
def test_a_reset_amount_is_a_number_of_cents(house: Running, url: str, said: Any) -> None:
    stream = "table/other"
    entries = house.store.read(stream)
    house.store.close()
    version = next(entry.version for entry in entries if "resets" in msgspec.json.decode(entry.sealed))

    def otherwise(forged: Forged) -> None:
        forged.sealed["resets"]["progressive"] = said

    with tampering(url) as engine, engine.connect() as connection:
        forge(connection, stream, version, otherwise)
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version) == (stream, version)
        connection.rollback()


def older(forged: Forged) -> None:
    forged.sealed["changes"]["progressive"] -= 1


def newer(forged: Forged) -> None:
    forged.sealed["changes"]["progressive"] += 1


def silent(forged: Forged) -> None:
    del forged.sealed["changes"]


@pytest.mark.parametrize("change", [older, newer, silent])
def test_the_order_of_settings_cannot_be_told_otherwise(house: Running, url: str, change: Change) -> None:
    stream = "table/other"
    entries = house.store.read(stream)
    house.store.close()
    version = [entry.version for entry in entries if "meters" in msgspec.json.decode(entry.body)][2]
    with tampering(url) as engine, engine.connect() as connection:
        forge(connection, stream, version, change)
        assert verify(connection).problem is None
        problem = looked_through(connection)
        assert problem is not None
        assert (problem.stream, problem.version) == (stream, version), problem
        connection.rollback()
