"""The way into a database: its address, its engine, its schema brought up to date."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.pool import QueuePool, StaticPool

from houseway.house.belonging import MIGRATIONS, is_ours, revision, unfit, unfit_file
from houseway.house.faults import Lost
from houseway.house.migrations import LATEST
from houseway.house.noticing import first_of_database, of_database
from houseway.refusal import Refusal

ADDRESSES = "sqlite:///house.db or postgresql://user@host/name"
FATAL = "FATAL:"  # how a PostgreSQL that is there says that it does not go on with a connection
TURNED_AWAY = (  # what it says, or its library, of who is not let in; it has no code for it that would be told
    *("authentication failed", "does not exist", "no pg_hba.conf entry", "no password supplied"),
    *("not permitted to log in", "permission denied for database", "not currently accepting connections"),
)
RECOVERING = (  # its words for the code 57P03, which the library does not pass on for a connection
    *("the database system is starting up", "the database system is in recovery mode"),
    "the database system is not yet accepting connections",
)
PATIENCE = 10  # seconds
HUNG = 5  # seconds without a word within a transaction: who waits for what it holds waits longer, and has it then
WRITERS = 8  # transactions at a time in one process
READERS = 4
LOOKS = 16  # connections that read SQLite: one beyond them would be opened for one look, and closed
ADVICE = {
    "42501": "grant its user TEMPORARY on the database and CREATE on the schema",
    "SQLITE_CANTOPEN": "let who serves read and write the file and its folder",
    "SQLITE_CORRUPT": "restore it from a backup",
    "SQLITE_FULL": "make room on its disk",
    "SQLITE_NOTADB": "choose another file",
    "SQLITE_READONLY": "let who serves write the file and its folder",
}
DAMAGED = "the file is damaged"
GONE = {  # how long a server is waited for that does not answer, or whose machine is gone, unless the address says so
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE // 2,
    "keepalives_interval": 1,
    "keepalives_count": PATIENCE // 2,
    "tcp_user_timeout": 1000 * PATIENCE,
}
OURS = {  # settings of every connection to PostgreSQL, each with the first version that knows it
    "statement_timeout": ("0", 0),  # how long somebody is waited for lock_timeout says; the rest takes what it takes
    "transaction_timeout": ("0", 17_00_00),
    "idle_session_timeout": ("0", 14_00_00),
    "idle_in_transaction_session_timeout": ("0", 0),  # who looks through a record runs it again meanwhile
    "lock_timeout": (f"{PATIENCE}s", 0),
    "default_transaction_isolation": ("read committed", 0),  # a statement by itself sees what was stored before it
    "standard_conforming_strings": ("on", 0),  # else the driver writes bytes in a list as the server does not read them
}
MIGRATIONS_LOCK = 8_08_08  # a number of PostgreSQL's advisory locks, for those who open at the same time


def address(url: str) -> URL:
    """The address of a database: SQLite's or PostgreSQL's."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):  # the second of a port that is no number
        may_tell = "@" not in url and ":" not in url.partition("://")[2]  # a password may be in it
        said = repr(url) if may_tell else "what stands there"
        raise Refusal(f"{said} is not the address of a database: write {ADDRESSES}") from None
    if read.drivername == "sqlite":
        if (read.database or "").startswith("file:"):  # SQLite reads more out of such a name than the lock can know
            raise Refusal(f"{url!r} is not the name of a file: write {ADDRESSES}")
        if "?" in url:
            asked = url.partition("?")[2]
            raise Refusal(f"the house opens its file as it needs it: leave out ?{asked}, or write %3F in a file's name")
        return read
    if read.drivername in ("postgresql", "postgres"):
        if read.port is not None and not 0 < read.port < 2**16:
            raise Refusal(f"there is no port {read.port}: write {ADDRESSES}")
        if find_spec("psycopg") is None:
            raise Refusal("PostgreSQL needs a driver: pip install 'houseway[postgres]'")
        return read.set(drivername="postgresql+psycopg")
    raise Refusal(f"the house keeps its record in SQLite or PostgreSQL: write {ADDRESSES}")


IN_MEMORY = "a database in memory ends with its process: name a file"


def in_memory(url: URL) -> bool:
    return url.drivername == "sqlite" and url.database in (None, "", ":memory:")


def sqlite_file(url: URL) -> Path:
    """The file of a SQLite database, by whatever links it was named; the folder that it is in exists."""
    assert url.database is not None
    named = url.database
    try:
        file = Path(named).resolve()
        is_there = file.parent.is_dir()
        file.exists()  # it need not, but it has to be known
    except PermissionError as wrong:
        raise Refusal(f"{named} cannot be reached: let who asks enter its folder, or choose another file") from wrong
    except (OSError, RuntimeError) as wrong:  # the second of links that lead to each other
        why = wrong.strerror if isinstance(wrong, OSError) else "its links lead to each other"
        raise Refusal(f"{named} cannot be a file: {why}; choose another") from wrong
    if not is_there:
        raise Refusal(f"there is no folder {file.parent}: make it, or choose another file")
    return file


def writing_engine(url: URL) -> Engine:
    """SQLite for its one writing connection: every commit is on the disk before it returns."""
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory(url) else {"pool_size": 1, "max_overflow": 0}
    engine = create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False}, **options)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where the store says so, not where sqlite3 thinks
        _check_whose(url, unfit_file(connection))  # before anything is written to it
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal" and not in_memory(url):
            raise Refusal(f"{url.database}: the house needs a local disk, this one allows no write-ahead log")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _try_to_write(connection)

    event.listen(engine, "begin", _begin_immediate)
    return engine


def reading_engine(url: URL, any_text: bool = False) -> Engine:
    """For those who only read: on SQLite they write nothing, not even the log back into the file.

    `any_text`: who looks for damage reads texts that are none, too.
    """
    if url.drivername != "sqlite":
        return pooled_engine(url, "REPEATABLE READ")
    file = sqlite_file(url)
    if not file.exists():
        raise Refusal(f"there is no file {file}: name that of a house")
    there = f"file:{quote(str(file))}?{_way_in(file)}"

    def connect() -> sqlite3.Connection:
        made = sqlite3.connect(there, timeout=PATIENCE, uri=True, check_same_thread=False, isolation_level=None)
        made.execute("PRAGMA query_only = ON")
        made.execute("PRAGMA wal_autocheckpoint = 0")
        if any_text:
            made.text_factory = lambda read: read.decode(errors="surrogateescape")
        return made

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=LOOKS)
    event.listen(engine, "begin", _begin)
    return engine


def _way_in(file: Path) -> str:
    """How a file is opened by who only reads it: SQLite keeps a log beside it, unless nobody can change either.

    So a copy on a medium that cannot be written is looked through as well.
    """
    closed = not os.access(file.parent, os.W_OK) and not Path(f"{file}-wal").exists()
    return "mode=ro&immutable=1" if closed else "mode=rw"


def pooled_engine(url: URL, isolation: Any = "READ COMMITTED", hung: int = 0) -> Engine:
    """PostgreSQL: several connections, each for a short transaction.

    They are prepared before anything else is asked, whatever the server, the database or the user's role has set.
    `hung`: who says nothing for so many seconds within a transaction has stopped, or is gone, and is cut off.
    """
    waits = {name: url.query.get(name, usual) for name, usual in GONE.items()}
    ours = OURS | ({"idle_in_transaction_session_timeout": (f"{hung}s", 0)} if hung else {})
    engine = create_engine(
        url,
        connect_args={"client_encoding": "utf8", **waits},
        pool_size=WRITERS + READERS,
        max_overflow=READERS,
        pool_use_lifo=True,
        isolation_level=isolation,
    )

    def prepare(connection: Any, _: Any) -> None:
        known = [(name, value) for name, (value, since) in ours.items() if connection.info.server_version >= since]
        connection.autocommit = True  # who idles in a transaction may be cut off until that is set, too
        with connection.cursor() as cursor:
            cursor.execute("; ".join(f"SET {name} = '{value}'" for name, value in known))
            cursor.execute("SHOW synchronous_commit")
            if cursor.fetchone()[0] == "off":
                cursor.execute("SET synchronous_commit = on")
        connection.autocommit = False

    event.listen(engine, "connect", prepare, insert=True)
    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date, in one transaction; where it is, nothing is done."""
    with reached(engine.url), engine.connect() as connection:
        with connection.begin():
            if only_read(connection):
                raise Refusal(f"{_shown(engine.url)} {ONLY_READ}")
            if revision(connection) == LATEST:
                return
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATIONS_LOCK})
            _check_whose(engine.url, unfit(connection))  # nobody else makes tables meanwhile
            upgrade(connection, LATEST)


def check_schema(engine: Engine, url: URL) -> None:
    """Who only reads does not change the schema, and needs the one that this program knows."""
    found = _of_house(engine, url)
    if found != LATEST:
        raise Refusal(f"the database has the schema {found}, this program {LATEST}: use the houseway that wrote it")


def check_is_house(url: URL) -> None:
    """Who looks for a house finds one, of whatever schema, or is told that none is there; nothing is made for him."""
    if in_memory(url):
        raise Refusal(IN_MEMORY)
    engine = reading_engine(url)
    try:
        _of_house(engine, url)
    finally:
        engine.dispose()


def _of_house(engine: Engine, url: URL) -> str:
    """The schema of the house that is there."""
    with reached(url), engine.connect() as connection, connection.begin():
        found = revision(connection)
    if found is None or not is_ours(found):
        raise Refusal(f"{_shown(url)} holds no house: name the database that houseway serve uses")
    return found


class Away(Refusal):
    """The database server does not answer: it may be there again in a while."""


class Recovering(Away):
    """The database server has started and still recovers: it answers soon."""


@contextmanager
def reached(url: URL) -> Iterator[None]:
    """What the database says when it cannot be opened, read or written, in one line, and what to do about it."""
    try:
        yield
    except UnicodeDecodeError as wrong:  # of what SQLite says of a damaged file
        raise Refusal(f"{_shown(url)} cannot be used: {DAMAGED}; {ADVICE['SQLITE_CORRUPT']}") from wrong
    except (DatabaseError, Lost) as wrong:
        reason = str(first_of_database(wrong) or wrong).strip().splitlines() or ["no answer"]
        name = "_".join((of_database(wrong) or "").split("_")[:2])  # SQLite tells more behind them
        kind, advice = Refusal, ADVICE.get(name)
        if isinstance(wrong, OperationalError) and url.drivername != "sqlite":
            kind, advice = _of_server(reason[0], getattr(first_of_database(wrong), "sqlstate", None))
        raise kind(f"{_shown(url)} cannot be used: {reason[0]}{f'; {advice}' if advice else ''}") from wrong


def _of_server(reason: str, state: str | None) -> tuple[type[Refusal], str]:
    """What to do about a PostgreSQL that is not there, does not let us in, or cannot just now."""
    if any(words in reason for words in TURNED_AWAY):
        return Refusal, "it is there and turns us away: name a user, a password and a database that it knows"
    if any(words in reason for words in RECOVERING):
        return Recovering, "it is there, and still recovers: try again in a while"
    if state is not None or FATAL in reason:
        return Away, "it is there, and cannot just now: try again in a while"
    return Away, "start it, or name another"


ONLY_READ = "can only be read: set default_transaction_read_only off for it, or name the server that others copy"


def only_read(connection: Connection) -> bool:
    """Is it a PostgreSQL that was set to be read alone, or one that copies another?"""
    if connection.dialect.name != "postgresql":
        return False
    return connection.execute(text("SHOW transaction_read_only")).scalar() == "on"


def upgrade(connection: Connection, target: str) -> None:
    _alembic("upgrade", connection, target)


def downgrade(connection: Connection, target: str) -> None:
    _alembic("downgrade", connection, target)


def _check_whose(url: URL, unfit: str | None) -> None:
    if unfit is not None:
        raise Refusal(f"{_shown(url)}: the schema {unfit}")


def _shown(url: URL) -> str:
    """An address without its secrets, as it is written."""
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


def _alembic(step: str, connection: Connection, target: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        getattr(command, step)(config, target)
    except CommandError as wrong:
        raise Refusal(f"the database was written by another version of houseway: {wrong}") from wrong


def _try_to_write(connection: sqlite3.Connection) -> None:
    """A file that can only be read is opened like any other, and refuses the first change: make one, and take it back.

    The number that is set is for whoever uses a file, and the house does not.
    """
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("ROLLBACK")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
