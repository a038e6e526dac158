"""A database that does not keep what it is given: who looks after the house sees it, and by what name."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from houseway.house.noticing import Noticed, named_in, of_database, where
from houseway.house.store import Lost, Store
from houseway.web import logs
from houseway.web.keeping import HALF_A_MINUTE, Keeping
from web.running import Served, served

SIT = {"do": "sit", "seat": 1, "chips": 100_00}


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the house logs."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.Lines())
    level = logs.LOG.level
    logs.LOG.addHandler(handler)
    logs.LOG.setLevel(logging.INFO)
    yield written
    logs.LOG.removeHandler(handler)
    logs.LOG.setLevel(level)


def make_room(store: Store, pages: int | None) -> None:
    """The file may have as many pages; None: as it has."""

    def limit(connection: Connection) -> None:
        has = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages or has}")

    store.change(limit)


def ask_until(house: Served, status: int) -> Any:
    """The answer to the first of some guests who come that has the status."""
    for _ in range(300):
        answer = house.ask("POST", "/api/guests", body={})
        if answer.status_code == status:
            return answer
    raise AssertionError("that never came")


def test_a_full_disk_is_seen_in_the_log_in_the_metrics_and_in_the_health(tmp_path: Path, log: io.StringIO) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}") as house:
        token, store = house.guest(), house.house.store
        make_room(store, None)
        assert ask_until(house, 503).json()["why"] == "the database gave no answer: ask again, a command by the same id"
        well = house.ask("GET", "/healthz")
        told = "the database does not store what it is given (SQLITE_FULL): make room on its disk"
        assert (well.status_code, well.json()["why"]) == (503, told)
        assert 'houseway_store_failures_total{error="SQLITE_FULL"} 1.0' in house.ask("GET", "/metrics").text
        make_room(store, 1_000_000)
        sat = house.ask("POST", "/api/tables/lunar-1/commands", token, {"id": "1", "command": SIT})
        assert sat.status_code == 200
        assert house.ask("GET", "/healthz").status_code == 200
    lines = [msgspec.json.decode(line) for line in log.getvalue().splitlines()]
    (failed,) = [line for line in lines if line["event"] == "database failed"]
    assert (failed["error"], failed["database"]) == ("Lost", "SQLITE_FULL")
    assert "disk is full" not in log.getvalue(), "never its words"


@pytest.mark.parametrize("behind", ["", "-wal"])
def test_nothing_is_acknowledged_that_goes_to_a_file_that_is_gone(tmp_path: Path, behind: str) -> None:
    """SQLite would go on: whoever starts the house again would find nothing of it."""
    file, away = tmp_path / f"house.db{behind}", tmp_path / "away"
    with served(f"sqlite:///{tmp_path / 'house.db'}") as house:
        token, sits = house.guest(), {"id": "1", "command": SIT}
        file.rename(away)
        answer = house.ask("POST", "/api/tables/lunar-1/commands", token, sits)
        assert (answer.status_code, answer.json()["code"]) == (503, "failed")
        assert house.ask("GET", "/healthz").status_code == 503
        assert 'houseway_store_failures_total{error="SQLITE_READONLY_DBMOVED"}' in house.ask("GET", "/metrics").text
        away.rename(file)
        assert house.ask("POST", "/api/tables/lunar-1/commands", token, sits).json()["repeated"] is False
        assert house.ask("GET", "/healthz").status_code == 200


def test_what_fails_without_being_asked_is_seen_too(tmp_path: Path, log: io.StringIO) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}") as house:
        make_room(house.house.store, None)
        with pytest.raises(Lost) as lost:
            house.house.store.change(lambda connection: fill(connection))
        house.front.notice(Noticed("failed", "lunar-1", why=where(lost.value)))
        assert house.front.keeping.failing() == "SQLITE_FULL"
        house.front.notice(Noticed("carried out", "lunar-1", "table.sat/1", "ann"))
        assert house.front.keeping.failing() == "SQLITE_FULL", "an answer that is repeated was stored before"
        house.front.notice(Noticed("carried out", "lunar-1", "table.dealt/1", "clock"))
        assert house.front.keeping.failing() is None
        house.front.notice(Noticed("failed", "lunar-1", why="KeyError in houseway.house.live, line 1"))
        assert house.front.keeping.failing() is None, "that was not the database"
    assert "(SQLITE_FULL)" in log.getvalue()


def fill(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE filled (words TEXT)")
    connection.exec_driver_sql("INSERT INTO filled VALUES (?)", ("x" * 1_000_000,))


def test_postgresql_tells_by_its_number(postgres_url: str) -> None:
    with Store.open(postgres_url) as store:
        with pytest.raises(Lost) as lost:
            store.change(lambda connection: connection.exec_driver_sql("SELECT 1 / 0"))
        assert of_database(lost.value) == "22012"
        assert named_in(where(lost.value)) == "22012"
    assert of_database(KeyError("8c")) is None
    assert named_in(where(KeyError("8c"))) is None


def test_a_failure_that_is_long_past_says_nothing() -> None:
    now = 0
    keeping = Keeping(lambda: now)
    assert keeping.failing() is None
    keeping.failed("SQLITE_FULL")
    now = HALF_A_MINUTE
    assert keeping.failing() == "SQLITE_FULL"
    now += 1
    assert keeping.failing() is None
    keeping.failed("SQLITE_IOERR_WRITE")
    assert keeping.failing() == "SQLITE_IOERR_WRITE"
    keeping.stored()
    assert keeping.failing() is None
