"""What a machine needs to run the house, looked at one by one."""

import os
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from houseway.refusal import Refusal

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

OLDEST_PYTHON = (3, 11)
SAFE_SQLITE = (3, 51, 3)  # from it on two writers of one file do no harm to its log
LEAST_DISK = 200 * 2**20  # bytes
EARLIEST = 1_767_225_600  # seconds: the beginning of 2026; a clock that says less is wrong
DRIFT = 2  # seconds between the machine's clock and the database's
PACKAGES = ("sqlalchemy", "alembic", "argon2-cffi", "starlette", "uvicorn", "websockets", "prometheus-client")

How = Literal["ok", "warn", "bad"]


class Found(Struct, frozen=True):
    """One thing that was looked at."""

    how: How
    what: str
    words: str


def examined(database: str | None, host: str, port: int) -> Iterator[Found]:
    """All that is looked at, one after the other."""
    yield _python()
    yield from _packages()
    yield _sqlite()
    yield _clock()
    yield _port(host, port)
    if find_spec("sqlalchemy") is None:
        yield Found("bad", "database", "cannot be looked at: pip install 'houseway[serve]'")
        return
    yield from _database(database)


def _python() -> Found:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Found("bad", "Python", f"{found}: install 3.11 or newer")
    return Found("ok", "Python", found)


def _packages() -> Iterator[Found]:
    missing = [name for name in PACKAGES if _version(name) is None]
    if missing:
        yield Found("bad", "packages", f"missing: {', '.join(missing)}; pip install 'houseway[serve]'")
    else:
        yield Found("ok", "packages", ", ".join(f"{name} {_version(name)}" for name in PACKAGES))
    if _version("psycopg") is None:
        yield Found("ok", "PostgreSQL driver", "none; for PostgreSQL: pip install 'houseway[postgres]'")
    else:
        yield Found("ok", "PostgreSQL driver", f"psycopg {_version('psycopg')}")


def _sqlite() -> Found:
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        words = (
            f"{found}: before 3.51.3 two connections that write at the same time could damage the log of a file;"
            " the house has one that writes, and a lock against a second server, so it is safe."
            " Let no other program write to the file"
        )
        return Found("warn", "SQLite", words)
    return Found("ok", "SQLite", found)


def _clock() -> Found:
    said = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    if time.time() < EARLIEST:
        return Found("bad", "clock", f"{said} cannot be: set the machine's clock")
    return Found("ok", "clock", said)


def _port(host: str, port: int) -> Found:
    from houseway.web.listening import InUse, bound

    try:
        bound(host, port).close()
    except InUse as refusal:  # by the house itself, perhaps
        return Found("warn", "port", refusal.message)
    except Refusal as refusal:
        return Found("bad", "port", refusal.message)
    return Found("ok", "port", f"{host}:{port} is free")


def _database(database: str | None) -> Iterator[Found]:
    from houseway.house.opening import IN_MEMORY, address, in_memory, sqlite_file
    from houseway.web.own_database import own_address, own_file

    try:
        url = address(database or own_address())
        if in_memory(url):
            raise Refusal(IN_MEMORY)
        if url.drivername != "sqlite":
            yield from _reached(url, _postgres)
            return
        file = sqlite_file(url) if database is not None else own_file()
        yield _disk(file)
        if file.exists():
            yield _written(file.resolve())
            yield _read_by(file.resolve())
            yield _server(file.resolve())
            yield from _reached(url, _sqlite_file)
        else:
            yield Found("ok", "database", f"{file} is not there yet: houseway serve makes it")
    except Refusal as refusal:
        yield Found("bad", "database", refusal.message)
    except PermissionError as wrong:
        words = f"{wrong.filename} cannot be reached: let who serves enter its folder, or name a file with --database"
        yield Found("bad", "database", words)


def _written(file: Path) -> Found:
    from houseway.house.locking import beside
    from houseway.house.opening import ADVICE

    for each in (file, beside(file)):
        if each.exists() and not os.access(each, os.W_OK):
            return Found("bad", "writing", f"{each} cannot be written: {ADVICE['SQLITE_READONLY']}")
    return Found("ok", "writing", "is allowed")


def _read_by(file: Path) -> Found:
    """Whoever reads the file reads the cards of rounds in play: a group that may is the operator's choice."""
    if os.name == "posix" and file.stat().st_mode & stat.S_IROTH:
        return Found("warn", "reading", f"everybody on this machine may read the cards in {file}: chmod 600 it")
    return Found("ok", "reading", "is not for everybody")


def _server(file: Path) -> Found:
    """Who looks at the house that he serves is told that it is served."""
    from houseway.house.locking import check_names, in_use, server_of

    try:
        check_names(file)
    except Refusal as refusal:
        return Found("bad", "server", refusal.message)
    if (process := server_of(file)) is not None:
        return Found("warn", "server", f"{in_use(file, process)}: stop it before you serve the file anew")
    return Found("ok", "server", "no other has the file")


def _reached(url: "URL", look: "Callable[[Connection], Iterator[Found]]") -> Iterator[Found]:
    from sqlalchemy.exc import DBAPIError

    from houseway.house.opening import reached, reading_engine

    engine: Engine = reading_engine(url)
    try:
        with reached(url), engine.connect() as connection, connection.begin():
            shown = url.set(query={}).render_as_string(hide_password=True)
            yield Found("ok", "database", f"{shown} answers")
            yield _schema(connection)
            yield from look(connection)
    except DBAPIError as wrong:
        yield Found("bad", "database", f"gives no answer: {str(wrong.orig).strip().splitlines()[0]}")
    finally:
        engine.dispose()


def _schema(connection: "Connection") -> Found:
    from houseway.house.belonging import revision, unfit
    from houseway.house.migrations import LATEST

    if why := unfit(connection):
        return Found("bad", "schema", why)
    found = revision(connection)
    if found is None:
        return Found("ok", "schema", "none yet: houseway serve makes it")
    if found == LATEST:
        return Found("ok", "schema", found)
    return Found("warn", "schema", f"{found}, this program's is {LATEST}: houseway serve brings it up to date")


def _sqlite_file(connection: "Connection") -> Iterator[Found]:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    if mode == "wal":
        yield Found("ok", "log", "is written ahead (WAL); the house syncs every commit to the disk")
    else:
        yield Found("warn", "log", f"{mode}: houseway serve sets it to WAL; the file must be on a local disk")
    broken = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if broken == "ok":
        yield Found("ok", "file", "is whole")
    else:
        yield Found("bad", "file", "is damaged: restore it from a backup, and look at it with houseway verify")


def _postgres(connection: "Connection") -> Iterator[Found]:
    yield Found("ok", "PostgreSQL", str(connection.exec_driver_sql("SHOW server_version").scalar()))
    yield _encoding(connection)
    yield _writing(connection)
    yield _rights(connection)
    for setting, need in (("fsync", "acknowledged is not durable"), ("full_page_writes", "a crash may damage a page")):
        said = connection.exec_driver_sql(f"SHOW {setting}").scalar()
        if said == "on":
            yield Found("ok", setting, "on")
        else:
            yield Found("bad", setting, f"{said}: {need}; set it on in postgresql.conf")
    said = connection.exec_driver_sql("SHOW synchronous_commit").scalar()
    if said == "off":
        yield Found("warn", "synchronous_commit", "off: the house sets it on for its own connections")
    else:
        yield Found("ok", "synchronous_commit", str(said))
    there = connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())::bigint").scalar()
    if abs(int(there or 0) - int(time.time())) > DRIFT:
        yield Found("warn", "clocks", "the database's and this machine's differ: set them by one time server")
    else:
        yield Found("ok", "clocks", "the database's and this machine's agree")


def _encoding(connection: "Connection") -> Found:
    """Any will do: what the house keeps, or looks for, has letters of ASCII, and bytes."""
    return Found("ok", "encoding", str(connection.exec_driver_sql("SHOW server_encoding").scalar()))


def _writing(connection: "Connection") -> Found:
    from houseway.house.opening import ONLY_READ, only_read

    return Found("bad", "writing", ONLY_READ) if only_read(connection) else Found("ok", "writing", "is allowed")


def _rights(connection: "Connection") -> Found:
    """What the user needs to write; tables are made only where the schema is not this program's."""
    from houseway.house.belonging import revision
    from houseway.house.migrations import LATEST
    from houseway.house.opening import ADVICE

    needed = {"TEMPORARY": "has_database_privilege(current_database(), 'TEMPORARY')"}
    if revision(connection) != LATEST:
        needed["CREATE"] = "current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE')"
    lacks = [name for name, has in needed.items() if not connection.exec_driver_sql(f"SELECT {has}").scalar()]
    if lacks:
        return Found("bad", "rights", f"the user lacks {' and '.join(lacks)}: {ADVICE['42501']}")
    return Found("ok", "rights", f"the user has {' and '.join(needed)}")


def _disk(file: Path) -> Found:
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    if not folder.is_dir():
        return Found("bad", "disk", f"{folder} is no folder: choose another file with --database")
    if not os.access(folder, os.W_OK):
        return Found("bad", "disk", f"{folder} cannot be written: choose another file with --database")
    free = shutil.disk_usage(folder).free
    words = f"{free // 2**20:,} MiB free in {folder}"
    return Found("warn", "disk", f"{words}: make room") if free < LEAST_DISK else Found("ok", "disk", words)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
