"""The bare insert: what the same database does with the same bytes when nothing else is asked of it.

Of each entry of a run all rows that the house has written for it: the entry, the head of its stream, its command's id,
its postings and what they do to the balances, the round that ended with it, the seed that may be known then. They go
into empty tables like the house's own, beside them; a transaction for each entry, on one connection, durable as the
house's own. What the rows are is made out before: here nothing is looked at, hashed or refused.
"""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Table, create_engine
from sqlalchemy.schema import CreateIndex, CreateTable

from houseway.house.ledger import BELOW_ZERO
from houseway.house.opening import address, sqlite_file
from houseway.house.schema import balances, commands, entries, postings, rounds, shuffles, streams

Statement = tuple[str, tuple[Any, ...]]
Insert = Callable[[Sequence[Statement]], None]

BESIDE = (commands, postings, rounds, shuffles)  # rows that name the entry with which they came
TABLES = (entries, streams, *BESIDE, balances)
SCHEMA = "houseway_bare"
MOST = 50_000  # entries


class Bare(msgspec.Struct):
    """Entries a second, and how long each took, in nanoseconds."""

    rate: int
    took: list[int]


def measure(database: str, seconds: int) -> Bare:
    """Insert what a run has left in a database into tables of their own beside it, for so long at most."""
    url = address(database)
    with _sqlite(url) if url.drivername == "sqlite" else _postgresql(url) as (work, insert):
        took: list[int] = []
        begun = now = time.perf_counter_ns()
        for statements in work:
            insert(statements)
            before, now = now, time.perf_counter_ns()
            took.append(now - before)
            if now - begun > seconds * 10**9:
                break
    return Bare(len(took) * 10**9 // (now - begun), sorted(took))


def _work(url: URL, place: str) -> list[list[Statement]]:
    """For each entry, in the order in which they were written, the statements that write its rows again."""
    engine = create_engine(url)
    with engine.connect() as connection:
        order = (entries.c.at, entries.c.stream, entries.c.version)
        written = connection.execute(entries.select().order_by(*order).limit(MOST)).all()
        beside: dict[tuple[str, int], list[Statement]] = defaultdict(list)
        for table in BESIDE:
            into = _into(table, place)
            for row in connection.execute(table.select()):
                beside[row.stream, row.version].append((into, tuple(row)))
                if table is postings:
                    beside[row.stream, row.version].append(_balance(row.account, row.cents, place))
    engine.dispose()
    head = (
        f"{_into(streams, place)} ON CONFLICT (stream) DO UPDATE SET version = excluded.version, chain = excluded.chain"
    )
    return [
        [
            (_into(entries, place), tuple(entry)),
            (head, (entry.stream, entry.version, entry.chain)),
            *beside[entry.stream, entry.version],
        ]
        for entry in written
    ]


def _balance(account: str, cents: int, place: str) -> Statement:
    if cents < 0 and account not in BELOW_ZERO:
        take = f"UPDATE balances SET cents = cents - {place} WHERE account = {place} AND cents >= {place}"
        return take, (-cents, account, -cents)
    add = f"{_into(balances, place)} ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
    return add, (account, cents)


def _into(table: Table, place: str) -> str:
    return f"INSERT INTO {table.name} VALUES ({', '.join(place for _ in table.columns)})"


def _tables(url: URL) -> Iterator[str]:
    """The statements that make the tables, with the keys and indexes that the house's own have."""
    dialect = url.get_dialect()()
    for table in TABLES:
        yield str(CreateTable(table).compile(dialect=dialect))
        yield from (str(CreateIndex(index).compile(dialect=dialect)) for index in table.indexes)


@contextmanager
def _sqlite(url: URL) -> Iterator[tuple[list[list[Statement]], Insert]]:
    house = sqlite_file(url)
    work = _work(url, "?")
    file = house.with_name("bare.db")
    connection = sqlite3.connect(file, isolation_level=None)
    for words in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", *_tables(url)):
        connection.execute(words)

    def insert(statements: Sequence[Statement]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        for sql, values in statements:
            connection.execute(sql, values)
        connection.execute("COMMIT")

    try:
        yield work, insert
    finally:
        connection.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{file}{end}").unlink(missing_ok=True)


@contextmanager
def _postgresql(url: URL) -> Iterator[tuple[list[list[Statement]], Insert]]:
    import psycopg

    work = _work(url, "%s")
    there = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(there, autocommit=True) as connection:
        for words in (f"CREATE SCHEMA {SCHEMA}", f"SET search_path = {SCHEMA}", *_tables(url)):
            connection.execute(words)
        connection.execute("SET synchronous_commit = on")

        def insert(statements: Sequence[Statement]) -> None:
            """All of it is sent at once: there is one wait."""
            with connection.pipeline():
                connection.execute("BEGIN")
                for sql, values in statements:
                    connection.execute(sql, values)
                connection.execute("COMMIT")

        try:
            yield work, insert
        finally:
            connection.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
