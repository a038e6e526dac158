"""Migrations: from nothing to the schema that the program declares, back to nothing, and a second run does nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text

import houseway.house.migrations
from houseway.house.belonging import revision
from houseway.house.migrations import LATEST
from houseway.house.opening import address, downgrade, migrate, upgrade
from houseway.house.schema import metadata
from houseway.house.store import Store
from houseway.refusal import Refusal

SCHEMA = "houseway_migrations"


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An engine on a database without tables."""
    if request.param == "sqlite":
        made = create_engine(f"sqlite:///{tmp_path / 'nothing.db'}")
        event.listen(made, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
        event.listen(made, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    else:
        server = address(request.getfixturevalue("server"))
        made = create_engine(make_url(server).update_query_dict({"options": f"-csearch_path={SCHEMA}"}))
        with made.begin() as connection:
            connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
            connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
    yield made
    if request.param == "postgresql":
        with made.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {SCHEMA} CASCADE"))
    made.dispose()


def test_the_newest_step_is_the_one_that_the_program_knows() -> None:
    scripts = ScriptDirectory(str(Path(houseway.house.migrations.__file__).parent))
    assert scripts.get_heads() == [LATEST]


def test_the_steps_from_nothing_make_the_schema_that_is_declared(engine: Engine) -> None:
    with engine.begin() as connection:
        metadata.create_all(connection)
        declared = _described(connection)
        metadata.drop_all(connection)
    migrate(engine)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert _described(connection) == declared
        assert len(declared) >= 18  # eleven tables and their indexes


def test_the_steps_lead_back_to_nothing(engine: Engine) -> None:
    migrate(engine)
    with engine.begin() as connection:
        downgrade(connection, "base")
        assert _described(connection) == []
        assert revision(connection) is None
        upgrade(connection, LATEST)
        assert revision(connection) == LATEST


def test_a_second_run_does_nothing(engine: Engine) -> None:
    migrate(engine)
    statements: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *seen: statements.append(seen[2]))
    migrate(engine)
    assert statements
    assert not [statement for statement in statements if "CREATE" in statement or "INSERT" in statement]


def test_a_step_that_fails_leaves_nothing_behind(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE VIEW shuffles AS SELECT 1 AS other"))  # in the way of the last step
    with pytest.raises(Refusal, match="shuffles"):
        migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP VIEW shuffles"))
        assert _described(connection) == []
    migrate(engine)


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ("0099", f"is of a newer houseway, this one's is {LATEST}: install the newest, or choose another database"),
        ("zz", "is not houseway's: choose another database"),
        ("1a2b", "is not houseway's: choose another database"),
    ],
)
def test_a_database_of_a_newer_program_or_of_another_is_refused(sqlite_url: str, schema: str, why: str) -> None:
    engine = create_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": schema})
    engine.dispose()
    with pytest.raises(Refusal, match=f"the schema {schema} {why}$"):
        Store.open(sqlite_url)


def test_a_database_of_another_program_is_refused_and_left_as_it_is(server: str, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE accounts (x)")
    connection.close()
    before, why = file.read_bytes(), "the schema is another program's, with tables accounts: choose another database$"
    with pytest.raises(Refusal, match=why):
        Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == before, "how its log is kept, too"
    with _schema_of(server, "another_program", "CREATE TABLE accounts (x INT)") as (there, engine):
        with pytest.raises(Refusal, match=why):
            Store.open(there)
        assert inspect(engine).get_table_names("another_program") == ["accounts"]


def test_tables_of_another_schema_are_in_nobodys_way(server: str) -> None:
    with (
        _schema_of(server, "another_program", "CREATE TABLE accounts (x INT)"),
        _schema_of(server, "our_own", path="our_own,another_program") as (there, engine),
    ):
        Store.open(there).close()
        assert "entries" in inspect(engine).get_table_names("our_own")


@contextmanager
def _schema_of(server: str, schema: str, *statements: str, path: str | None = None) -> Iterator[tuple[str, Engine]]:
    """A schema in which somebody has done something; how it is reached, and how it is looked at."""
    engine = create_engine(address(server))
    with engine.begin() as connection:
        for statement in (f"CREATE SCHEMA {schema}", f"SET LOCAL search_path = {schema}", *statements):
            connection.execute(text(statement))
    try:
        there = make_url(server).update_query_dict({"options": f"-csearch_path={path or schema}"})
        yield there.render_as_string(hide_password=False), engine
    finally:
        with engine.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
        engine.dispose()


def _described(connection: Connection) -> list[Any]:
    """Every table, constraint and index as the database itself describes them."""
    if connection.dialect.name == "sqlite":
        query = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version' ORDER BY type, name"
        return [
            (kind, name, sorted(line.strip(" \t,") for line in (sql or "").splitlines()))
            for kind, name, sql in connection.execute(text(query))
        ]
    columns = (
        "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable"
        " FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'alembic_version'"
    )
    constraints = (
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = current_schema()::regnamespace AND conname NOT LIKE 'alembic%'"
    )
    indexes = (
        "SELECT tablename, indexname, indexdef FROM pg_indexes"
        " WHERE schemaname = current_schema() AND tablename <> 'alembic_version'"
    )
    return sorted(
        (tuple(row) for query in (columns, constraints, indexes) for row in connection.execute(text(query))), key=repr
    )
