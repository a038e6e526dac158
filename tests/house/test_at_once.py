"""What goes with many entries is one statement: it comes to what many would come to, or to nothing."""

import sqlite3
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec.structs import astuple
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from house.deeds import assert_sound, everything, moved, put
from house.houses import two_stores
from houseway.house import digesting
from houseway.house.appending import Head, Wanted, wanted
from houseway.house.driver_sql import Driver
from houseway.house.history import noting
from houseway.house.kinds import KINDS, MOST_ROWS, ROUNDS, STEP, in_one, learned
from houseway.house.presence import Absent, Holder
from houseway.house.record import NO_CHAIN, Done, Entry, Transfer, entry
from houseway.house.schema import accounts, sessions
from houseway.house.store import Conflict, Earlier, Lost, MeterSet, NotEnough, Store
from houseway.refusal import Refusal

__all__ = ["two_stores"]

DONE = Done("table.sat/1", {"command": "", "role": "player"}, (), {})
FUNDED = moved(1000, "issued", "wallet/Ann")
HUNG = (("cage", -10_500), ("meter/royal", 10_000), ("reserve/royal", 500))
FIRST: Head = (0, NO_CHAIN)
ENDED = {"round": {"number": 1, "closed": [1, 7], "deciders": {"1": "Ann", "2": "Bob"}, "backers": {}}}
SPENT = {"seed": {"commitment": 64 * "c", "seed": 64 * "5"}}


@pytest.fixture
def two(url: str) -> Iterator[tuple[Store, Store]]:
    """Two houses in which the same has happened, the first of them on either database."""
    with Store.open(url) as one, Store.open("sqlite://") as other:
        for store in (one, other):
            put(store, "house", 1, FUNDED)
            put(store, "house", 2, HUNG, meters=[MeterSet("royal", 0, Fraction(10_000), 500)])
            put(store, "table/taken", 1)
        yield one, other


def asked(table: str, transfer: Transfer = (), head: Head | None = FIRST, **more: Any) -> Wanted:
    stream, meters = f"table/{table}", more.pop("meters", ())
    body = {"command": "", "role": "player", **more.pop("body", {})}
    done = Done("table.sat/1", body, transfer, more.pop("sealed", {}))
    said = digesting.of_entry(entry(stream, 1, 7, "Ann", f"by {table}", done))
    beside = noting(stream, 1, done)
    return wanted(stream, 1, 7, "Ann", f"by {table}", said, done, meters, head=head, beside=beside, **more)


def pays(cents: int, table: str, *, read: int = 1, was: int = 10_000, by: int | None = None) -> Wanted:
    transfer = (("cage", -cents), ("meter/royal", cents))
    shows = Fraction(was + (cents if by is None else by))
    return asked(table, transfer, meters=[MeterSet("royal", read, shows, 500, was)])


def test_whose_session_has_ended_by_then_has_nothing_stored_and_the_others_have(url: str) -> None:
    """Whether one statement stores them or each has one of its own; what was stored before is not told either."""
    with Store.open(url) as store:
        token = b"t" * 32
        people = [
            {"name": name, "role": role, "kind": "person", "made": 1, "locked": 0}
            for name, role in (("Ann", "player"), ("Sue", "supervisor"))
        ]
        store.change(lambda connection: connection.execute(accounts.insert(), people))
        session = {"token": token, "account": "Ann", "made": 1, "expires": 8}
        store.change(lambda connection: connection.execute(sessions.insert(), session))
        holder = Holder(token, "Ann", "player")
        several = [asked("one", holder=holder), asked("none"), asked("new", head=None, holder=holder)]
        ready = store.at_once(several[:2])
        assert ready is not None
        assert all(isinstance(came, Entry) for came in store.append_together(several[:2], ready))
        assert all(isinstance(came, Entry) for came in store.append_together(several[2:]))
        late = msgspec.structs.replace(asked("late"), entry=entry("table/late", 1, 8, "Ann", "by late", DONE))
        for absent in (
            asked("other", holder=Holder(b"u" * 32, "Ann", "player")),
            asked("other", holder=Holder(token, "Sue", "player")),
            asked("other", holder=Holder(token, "Ann", "supervisor")),
            msgspec.structs.replace(late, holder=holder, head=None),
            msgspec.structs.replace(several[0], holder=Holder(b"u" * 32, "Ann", "player")),  # was stored before
        ):
            there = asked(f"beside {absent.holder}"[:20], holder=holder)
            for ready in (store.at_once([absent, there]), None):
                came = store.append_together([absent, there], ready)
                assert isinstance(came[0], Absent)
                assert isinstance(came[1], Entry)
        assert set(store.streams()) >= {"table/one", "table/none", "table/new"}
        assert not set(store.streams()) & {"table/other", "table/late"}


def test_it_comes_to_what_few_statements_come_to(two: tuple[Store, Store]) -> None:
    one, other = two
    several = [
        asked("a", moved(300, "wallet/Ann", "chips/a/Ann")),
        asked("b", moved(700, "wallet/Ann", "chips/b/Ann")),
        asked("c", body=SPENT, sealed=ENDED),
        pays(70, "d"),
        pays(30, "e", read=2, was=10_070),
    ]
    ready = one.at_once(several)
    assert ready is not None
    assert one.append_together(several, ready) == other.append_together(several)
    assert everything(one) == everything(other)
    assert [len(everything(one)[table]) for table in ("rounds", "shuffles", "meters")] == [2, 1, 1]
    assert one.meters()["royal"].amount == 10_100
    assert_sound(one)


def test_stored_one_by_one_a_repeated_command_has_the_entry_that_it_made(two: tuple[Store, Store]) -> None:
    store, _ = two
    (made,) = store.append_together([asked("a", moved(300, "wallet/Ann", "chips/a/Ann"))])
    hung = moved(200, "cage", "meter/new")
    new = asked("b", hung, meters=[MeterSet("new", 0, Fraction(200), 0)])  # which no statement for many can store
    other = asked("c", head=None)
    stolen = msgspec.structs.replace(other, digest=b"other words", entry=asked("a").entry)
    first, *repeated, third, refused = store.append_together([new, asked("a"), asked("a", head=None), other, stolen])
    assert isinstance(first, Entry)
    assert isinstance(made, Entry)
    assert repeated == [Earlier(*astuple(made))] * 2
    assert isinstance(third, Entry)
    assert not isinstance(third, Earlier)
    assert isinstance(refused, Refusal)
    assert "was used for another command" in refused.message
    assert (store.head("table/a"), store.balance("chips/a/Ann"), store.meters()["new"].changes) == (1, 300, 1)
    assert_sound(store)


def test_it_is_one_statement_for_all_kinds_of_rows(two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """And no transaction around it, but its own. What a connection has to learn first it is taught once."""
    store, _ = two
    several = [asked("a", moved(300, "wallet/Ann", "chips/a/Ann")), pays(70, "b")]
    ready = store.at_once(several)
    assert ready is not None
    said: list[str] = []
    if store.database == "sqlite":
        driver: Any = store._database._connection.connection.driver_connection  # type: ignore[union-attr]
        driver.set_trace_callback(said.append)
    else:
        execute = psycopg.Cursor.execute

        def heard(cursor: Any, words: Any, *values: Any, **more: Any) -> Any:
            if cursor.connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                said.append("BEGIN")
            if "pg_notify" not in words:  # a ring for what was appended before may come late
                said.append(words)
            return execute(cursor, words, *values, **more)

        monkeypatch.setattr(psycopg.Cursor, "execute", heard)
        monkeypatch.setattr(store._database.bell, "ring", lambda stream, version: None)
    store.append_together(several, ready)
    if store.database == "sqlite":
        driver.set_trace_callback(None)
    whole = ready.statement[0].partition(" VALUES")[0]
    assert said
    assert {words.partition(" VALUES")[0] for words in said} - set(learned(store.database)) == {whole}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (asked("b", moved(1, "wallet/Bob", "chips/b/Bob")), NotEnough),
        (pays(70, "b", read=3), Conflict),
        (pays(70, "b", was=9_000, by=1), ValueError),
        (asked("taken"), Conflict),
    ],
    ids=["too much money", "a meter that has moved", "a meter without its money", "a version that is taken"],
)
def test_where_one_cannot_be_stored_the_others_are(two: tuple[Store, Store], wrong: Wanted, why: type) -> None:
    store, _ = two
    several = [asked("a", moved(300, "wallet/Ann", "chips/a/Ann")), wrong]
    stored, refused = store.append_together(several, store.at_once(several))
    assert isinstance(stored, Entry)
    assert isinstance(refused, why)
    assert store.streams() == {"house": 2, "table/a": 1, "table/taken": 1}
    assert store.balance("wallet/Ann") == 700
    assert_sound(store)


def test_a_file_that_cannot_be_written_is_tried_once(two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a file that somebody else has locked does not wait twice."""
    store, _ = two
    tried: list[bool] = []

    def locked(driver: Driver, sql: str, values: Sequence[Any] = ()) -> None:
        tried.append(True)
        raise OperationalError(None, None, sqlite3.OperationalError("database is locked"))

    several = [asked("a")]
    ready = store.at_once(several)
    with monkeypatch.context() as patched:
        patched.setattr(Driver, "run_text", locked)
        (came,) = store.append_together(several, ready)
    assert isinstance(came, Lost)
    assert tried == [True]
    assert store.head("table/a") == 0


def test_what_was_carried_out_before_is_not_again(two: tuple[Store, Store]) -> None:
    store, _ = two
    several = [asked("a", moved(300, "wallet/Ann", "chips/a/Ann"))]
    (first,) = store.append_together(several, store.at_once(several))
    (again,) = store.append_together(several, store.at_once(several))
    assert isinstance(first, Entry)
    assert isinstance(again, Earlier)
    assert again.chain == first.chain
    assert store.balance("chips/a/Ann") == 300


def test_what_has_to_be_looked_at_first_is_not_made_ready(two: tuple[Store, Store]) -> None:
    store, _ = two
    assert store.at_once([asked("a", head=None)]) is None
    assert store.at_once([asked("a", also=lambda connection: None)]) is None
    assert store.at_once([asked("a", meters=[MeterSet("new", 0, Fraction(0), 0)])]) is None
    assert store.at_once([pays(70, "a"), pays(30, "b")]) is None  # the second has not read what the first sets
    assert store.at_once([asked(f"t{number}") for number in range(MOST_ROWS // 2)]) is None


def test_rows_that_lack_to_a_step_write_nothing(two: tuple[Store, Store]) -> None:
    _, store = two
    statement, values = in_one("sqlite", [])
    assert (statement.count("(?"), values) == (0, [])
    statement, values = in_one("sqlite", [(ROUNDS, ("Ann", "house", 1, 1, 7))])
    assert statement.count("(?") == STEP
    store.change(lambda connection: connection.exec_driver_sql(statement, tuple(values)))
    found = store.look(lambda connection: connection.execute(text("SELECT player, number FROM rounds")).all())
    assert [tuple(row) for row in found] == [("Ann", 1)]


def test_every_kind_has_its_number_and_its_trigger(two: tuple[Store, Store]) -> None:
    _, store = two
    look = text("SELECT COUNT(*) FROM sqlite_temp_master WHERE type = 'trigger'")
    made = store._database.write(lambda connection: connection.execute(look).scalar())
    assert made == len(KINDS)


def test_a_connection_that_was_cut_learns_it_again(two_stores: tuple[Store, Store]) -> None:
    store, other = two_stores
    put(store, "house", 1, FUNDED)
    assert store.append_together([asked("a")], store.at_once([asked("a")]))
    last = store.look_once(lambda connection: connection.execute(text("SELECT pg_backend_pid()")).scalar())
    cut = text("SELECT pg_terminate_backend(:last)")
    assert other.change(lambda connection: connection.execute(cut, {"last": last}).scalar())
    several = [asked("b", moved(300, "wallet/Ann", "chips/b/Ann"))]
    (stored,) = store.append_together(several, store.at_once(several))
    assert isinstance(stored, Entry)
    assert store.balance("chips/b/Ann") == 300
    assert_sound(store)
