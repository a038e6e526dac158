"""One suite for both databases: every test that takes `url` or `store` runs on SQLite and on PostgreSQL."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from house.postgres import VARIABLE, NoPostgres, clusters
from houseway.house.opening import address
from houseway.house.schema import metadata
from houseway.house.store import Store


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL in which schemas may be made and dropped."""
    named = os.environ.get(VARIABLE)
    if named:
        yield named
        return
    found = clusters()
    try:
        cluster = next(found)
    except NoPostgres as reason:
        if os.environ.get("CI"):
            pytest.fail(str(reason))
        pytest.skip(str(reason))
    yield cluster.url
    for _ in found:
        raise AssertionError("one cluster is enough")


@pytest.fixture(scope="session")
def postgres_url(server: str) -> Iterator[str]:
    """A schema of this run, brought up to date once."""
    schema = f"houseway_test_{os.getpid()}"
    engine = create_engine(address(server))
    _run(engine, f"CREATE SCHEMA {schema}")
    url = make_url(server).update_query_dict({"options": f"-csearch_path={schema}"})
    there = url.render_as_string(hide_password=False)
    Store.open(there).close()
    yield there
    _run(engine, f"DROP SCHEMA {schema} CASCADE")
    engine.dispose()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty house, made once: every test has a copy."""
    file = tmp_path_factory.mktemp("template") / "house.db"
    Store.open(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    file = tmp_path / "house.db"
    shutil.copy(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        there: str = request.getfixturevalue("sqlite_url")
        return there
    there = request.getfixturevalue("postgres_url")
    empty(there)
    return there


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    """For what is the same on both databases, and takes long enough on one."""
    with Store.open(sqlite_url) as opened:
        yield opened


def empty(url: str) -> None:
    """Delete every row."""
    engine = create_engine(address(url))
    _run(engine, *(f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables)))
    engine.dispose()


def _run(engine: Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
