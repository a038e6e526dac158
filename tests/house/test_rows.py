"""Values of another kind in any column of any table: verifying finds and names them, and stumbles over none."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Engine, LargeBinary, SmallInteger, Table, select, text

from house.evenings import ANN, BOB
from house.houses import CHIPS, LINKED, Running
from house.people import NOW, person
from house.test_verify import REFUSED, tampering, verified_after
from houseway.cli import main
from houseway.house import log_ins, sessions
from houseway.house.auditing import Audit
from houseway.house.commands import Sit
from houseway.house.schema import metadata
from houseway.house.store import Store
from houseway.house.verifying import heads, verify

GARBLED = "CAST(x'ff4142' AS TEXT)"
WHOLE = (BigInteger, SmallInteger)


@pytest.fixture
def rich(sqlite_store: Store, sqlite_url: str) -> Iterator[Engine]:
    """A house that has rows in every table, in the hands of somebody who may write anything."""
    running = Running(sqlite_store).open(*LINKED, meters={"big": 10_000_00})
    running.do("one", Sit(1, CHIPS), ANN, "sits down")
    running.do("one", Sit(2, CHIPS), BOB)
    running.deal("one", ANN, BOB)
    running.play("one")
    running.clock("one")
    live = running.live("one")
    state = live.snapshot()
    assert state is not None
    sqlite_store.snapshot("table/one", live.version, state)
    person(sqlite_store, "ada")
    sessions.open_session(sqlite_store, "ada", NOW, Random(8).randbytes)
    sqlite_store.change(lambda connection: log_ins.count_try(connection, "ada", log_ins.HERE, NOW))
    sqlite_store.close()
    with tampering(sqlite_url) as engine:
        with engine.connect() as connection, connection.begin():
            assert verify(connection, Audit()).problem is None
        yield engine


def others(column: Column[Any]) -> list[str]:
    """Values of other kinds, as SQLite writes them; of whole numbers and texts it makes what it can."""
    if isinstance(column.type, WHOLE):
        return ["'a few'", "x'05'", "1.5", "NULL", "-9000000000000001"]
    if isinstance(column.type, LargeBinary):
        return ["'words'", "5", "1.5", "NULL"]
    return ["x'61'", "NULL"]


def test_a_value_of_another_kind_in_any_column_is_found_and_named(rich: Engine) -> None:
    found = 0
    for table in metadata.sorted_tables:
        with rich.connect() as connection:
            row = connection.execute(select(table)).first()
        assert row is not None, table.name
        for column in table.columns:
            for value in others(column):
                if column.nullable and value == "NULL":
                    continue
                problem = verified_after(rich, *_set(table, row, column.name, value))
                assert problem is not None, (table.name, column.name, value)
                assert problem.what != REFUSED or value == "NULL", (table.name, column.name, value)
                found += f"{table.name} has a row that cannot be: " in problem.what
                if "stream" in row._mapping and problem.what != REFUSED and column.name not in ("stream", "version"):
                    assert (problem.stream, problem.version) == (row.stream, row.version), (table.name, column.name)
    assert found > 150


def _set(table: Table, row: Any, name: str, value: str) -> tuple[str, dict[str, Any]]:
    key = [column.name for column in table.primary_key]
    where = " AND ".join(f"{column} = :key_{column}" for column in key)
    return f"UPDATE {table.name} SET {name} = {value} WHERE {where}", {f"key_{c}": row._mapping[c] for c in key}


@pytest.mark.parametrize("json_", [False, True])
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE snapshots SET state = CAST(state AS TEXT)", "table/one version"),
        ("UPDATE streams SET chain = 'words' WHERE stream = 'table/one'", "table/one version"),
        ("UPDATE streams SET stream = x'61' WHERE stream = 'table/one'", "stream is not a text"),
        ("UPDATE meters SET cents = 'many'", "cents is not a whole number"),
        ("UPDATE sessions SET expires = 'never'", "sessions has a row that cannot be: expires is not a whole number"),
        ("UPDATE meters SET denominator = 0, numerator = 0", "ck_meters_"),
        (f"UPDATE entries SET stream = {GARBLED} WHERE stream = 'table/one' AND version = 3", "stream is no text"),
        (f"UPDATE streams SET stream = {GARBLED} WHERE stream = 'table/one'", "stream is no text"),
        (f"UPDATE meters SET name = {GARBLED}", "name is no text"),
        (f"UPDATE entries SET actor = {GARBLED} WHERE stream = 'table/one' AND version = 3", "table/one version 3"),
        ("UPDATE accounts SET name = CAST(x'6100ff' AS TEXT)", "name is no text"),
    ],
)
def test_the_command_names_it_in_one_line(
    rich: Engine,
    sqlite_url: str,
    statement: str,
    words: str,
    json_: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with rich.begin() as connection:
        connection.execute(text(statement))
    monkeypatch.setattr(sys, "argv", ["houseway", "verify", "--database", sqlite_url, *(["--json"] if json_ else [])])
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr().err
    assert left.value.code == 3
    assert words in told
    assert told.count("\n") == 1


def test_where_streams_end_is_told_of_those_that_can_be_read(rich: Engine) -> None:
    with rich.connect() as connection:
        before = heads(connection)
        connection.execute(text("UPDATE streams SET chain = 'words' WHERE stream = 'table/one'"))
        assert heads(connection) == {stream: head for stream, head in before.items() if stream != "table/one"}
        connection.rollback()
