"""The bare insert: what the same database does with the same bytes when nothing else is asked of it.

A row for each entry of a run, with the bytes of its body, its sealed part and its transfer; a transaction for each row,
on one connection, durable as the house's own.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import msgspec
from sqlalchemy import URL

from houseway.house.opening import address, sqlite_file

Row = tuple[str, int, bytes, bytes, bytes]

TABLE = (
    "CREATE TABLE bare (number INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL,"
    " body {bytes} NOT NULL, sealed {bytes} NOT NULL, transfer {bytes} NOT NULL)"
)
ROWS = "SELECT stream, version, body, sealed, transfer FROM entries ORDER BY at, stream, version LIMIT 50000"


class Bare(msgspec.Struct):
    """Rows a second, and how long each took, in nanoseconds."""

    rate: int
    took: list[int]
    bytes: int  # of a row, on average


def measure(database: str, seconds: int) -> Bare:
    """Insert the entries of a database into a table of their own beside it, for so long."""
    url = address(database)
    with _sqlite(url) if url.drivername == "sqlite" else _postgresql(url) as (rows, insert):
        took: list[int] = []
        begun = now = time.perf_counter_ns()
        for number, row in enumerate(cycle(rows)):
            insert(number, row)
            before, now = now, time.perf_counter_ns()
            took.append(now - before)
            if now - begun > seconds * 10**9:
                break
    size = sum(len(part) for row in rows for part in row[2:]) // len(rows)
    return Bare(len(took) * 10**9 // (now - begun), sorted(took), size)


Insert = Callable[[int, Row], None]


@contextmanager
def _sqlite(url: URL) -> Iterator[tuple[list[Row], Insert]]:
    house = sqlite_file(url)
    with sqlite3.connect(house) as read:
        rows: list[Row] = read.execute(ROWS).fetchall()
    read.close()
    file = house.with_name("bare.db")
    connection = sqlite3.connect(file, isolation_level=None)
    for words in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", TABLE.format(bytes="BLOB")):
        connection.execute(words)

    def insert(number: int, row: Row) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?)", (number, *row))
        connection.execute("COMMIT")

    try:
        yield rows, insert
    finally:
        connection.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{file}{end}").unlink(missing_ok=True)


@contextmanager
def _postgresql(url: URL) -> Iterator[tuple[list[Row], Insert]]:
    import psycopg

    there = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(there, autocommit=True) as connection:
        rows: list[Row] = connection.execute(ROWS).fetchall()
        connection.execute("SET synchronous_commit = on")
        connection.execute(TABLE.format(bytes="BYTEA"))

        def insert(number: int, row: Row) -> None:
            connection.execute("INSERT INTO bare VALUES (%s, %s, %s, %s, %s, %s)", (number, *row))

        try:
            yield rows, insert
        finally:
            connection.execute("DROP TABLE bare")
