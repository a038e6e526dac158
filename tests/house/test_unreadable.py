"""Entries that hold what no command has written: whatever it is, the entry is named, and soon."""

import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from house.forging import Change, forge, rewrite, written
from house.houses import Running
from house.test_office_auditing import house, looked_through
from house.test_verify import Run, furnish, furnished, run, tampering
from houseway.house.office_deeds import SET_UP, STREAM
from houseway.house.set_up import SetUp
from houseway.house.store import Store
from houseway.house.verifying import verify

__all__ = ["furnished", "house", "run"]


@pytest.mark.parametrize("part", ["body", "sealed", "transfer"])
def test_an_entry_that_nobody_can_read_is_named(furnished: str, run: Run, part: str) -> None:
    deep = b"[" * 5_000 + b"]" * 5_000
    with tampering(furnished) as engine, engine.begin() as connection:
        changed = text(f"UPDATE entries SET {part} = :deep WHERE stream = 'table/a' AND version = 2")
        connection.execute(changed, {"deep": deep})
    for options in ([], ["--no-replay"]):
        done = run("--database", furnished, *options)
        assert (done.code, done.err.count("\n")) == (3, 1)
    assert done.err.startswith("table/a version 2: the chain is broken")


UNREADABLE = (
    b"[]",
    b"null",
    b"1",
    b"[" * 5_000 + b"]" * 5_000,
    b'{"meters":[1]}',
    b'{"meters":{"x":"2"},"changes":[1]}',
    b'{"meters":{"x":"1/0"},"changes":{"x":1}}',
    b'{"meters":{"x":"1e30000000"},"changes":{"x":1}}',
    b'{"meters":{"x":"1"},"changes":{"x":0},"command":[]}',
)


@pytest.mark.parametrize("event", ["account.opened/1", SET_UP])
def test_whatever_an_entry_of_the_office_holds_it_is_named(house: Running, url: str, event: str) -> None:
    """However long it would take to read what it says that a meter shows."""
    house.store.close()
    with tampering(url) as engine, engine.connect() as connection:
        stream = [made for made in written(connection) if made.stream == STREAM]
        version = next(made.version for made in stream if made.event == event)
        for body in UNREADABLE:
            changed = msgspec.structs.replace(stream[version - 1], body=body, command=None)
            rewrite(connection, STREAM, [changed if made.version == version else made for made in stream])
            found = [looked_through(connection), *([verify(connection, SetUp()).problem] if event == SET_UP else [])]
            for problem in found:
                assert problem is not None
                assert (problem.stream, problem.version) == (STREAM, version)
                assert "cannot be read" in problem.what
            connection.rollback()


def test_a_meter_that_a_table_is_said_to_have_set_or_read_is_named(house: Running, url: str) -> None:
    house.store.close()
    with tampering(url) as engine, engine.connect() as connection:
        made = next(each for each in written(connection) if each.stream == "table/one" and b'"meters":{' in each.body)
        for shown in ("1/0", "1e30000000", "9" * 5_000):
            for change in (_sets(shown), _reads(shown)):
                forge(connection, made.stream, made.version, change)
                problem = looked_through(connection)
                assert problem is not None
                assert (problem.stream, problem.version) == (made.stream, made.version)
                connection.rollback()


def _sets(shown: str) -> Change:
    return lambda forged: forged.body["meters"].update(big=shown)


def _reads(shown: str) -> Change:
    return lambda forged: forged.sealed.update(meters={"progressive": shown})


@pytest.fixture
def file(sqlite_url: str) -> Path:
    """A record of which all is in its file."""
    with Store.open(sqlite_url) as store:
        furnish(store)
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file


def test_a_row_whose_key_in_the_file_was_changed_is_named(file: Path, run: Run) -> None:
    """SQLite finds it by its index, which was not: whoever reads the row itself reads another entry."""
    whole, found, asked = file.read_bytes(), 0, ("--no-replay", "--database", f"sqlite:///{file}")
    for place in [match.start() for match in re.finditer(rb"table/a", whole)]:
        file.write_bytes(whole[:place] + b"T" + whole[place + 1 :])
        with sqlite3.connect(file) as connected:
            damaged = connected.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",)
        connected.close()
        if damaged:
            found += 1
            done = run(*asked)
            assert (done.code, done.err.count("\n"), "able/a" in done.err or "is damaged" in done.err) == (3, 1, True)
    file.write_bytes(whole)
    assert found > 5
    assert run(*asked).code == 0


def test_a_damaged_schema_is_told_in_one_line(file: Path, run: Run) -> None:
    whole = file.read_bytes()
    place = whole.index(b"CREATE TABLE entries")
    for at, letter in ((place + 8, 0xD4), (place, 0xC3), (place + 13, 0xE5)):
        file.write_bytes(whole[:at] + bytes([letter]) + whole[at + 1 :])
        done = run("--database", f"sqlite:///{file}")
        assert done.code in (1, 3)
        assert done.err.count("\n") == 1, done.err
