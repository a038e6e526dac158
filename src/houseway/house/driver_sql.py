"""Statements on the way of every command: written by SQLAlchemy once for each database, then run by its driver.

SQLAlchemy's own way of running a statement takes several times as long as SQLite needs for it. What goes wrong is told
as SQLAlchemy tells it. PostgreSQL is sent statements in groups, so that there is one wait for each group.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import Executable

# What goes wrong in a group is raised. That the rest of the group was aborted psycopg tells beside it, to its logger:
# where nobody has chosen what becomes of that, it would be printed.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_DIALECTS: dict[str, Any] = {
    "sqlite": pysqlite.dialect(paramstyle="named"),
    "postgresql": psycopg.dialect(),  # type: ignore[no-untyped-call]
}


class Written:
    """A statement in the words of each database; `sets` names the columns that an update sets."""

    __slots__ = ("sql",)

    def __init__(self, statement: Executable, sets: Sequence[str] | None = None) -> None:
        self.sql: dict[str, str] = {
            name: str(statement.compile(dialect=dialect, column_keys=sets))  # type: ignore[attr-defined]
            for name, dialect in _DIALECTS.items()
        }


class Rows:
    """A statement of PostgreSQL for many rows, whose columns it is given."""

    __slots__ = ("postgresql",)

    def __init__(self, postgresql: str) -> None:
        self.postgresql = postgresql


class Driver:
    """The driver under a connection."""

    __slots__ = ("_connection", "_driver", "name")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._driver: Any = connection.connection.driver_connection
        self.name = connection.dialect.name

    def run(self, written: Written, values: Mapping[str, Any]) -> Any:
        """The cursor of a statement that was given to the database."""
        return self._driver.execute(written.sql[self.name], values)

    def run_many(self, rows: Rows, values: Iterable[tuple[Any, ...]]) -> Any:
        """The cursor of a statement that was given to PostgreSQL for many rows; there is at least one."""
        return self._driver.execute(rows.postgresql, [list(column) for column in zip(*values, strict=True)])

    def rows_of(self, rows: Rows, values: Iterable[tuple[Any, ...]]) -> list[Any]:
        """What such a statement finds."""
        with self._told():
            found: list[Any] = self.run_many(rows, values).fetchall()
        return found

    def run_text(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Give the database a statement in its own words."""
        with self._told():
            self._driver.execute(sql, values)

    def rows(self, written: Written, values: Mapping[str, Any]) -> list[Any]:
        """What a statement finds."""
        with self._told():
            found: list[Any] = self.run(written, values).fetchall()
        return found

    @contextmanager
    def group(self) -> Iterator[None]:
        """Statements of which none needs the answer to another; what they found is known after the group."""
        with self._told():
            if self.name == "postgresql":
                with self._driver.pipeline():
                    yield
            else:
                yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        dialect = self._connection.dialect
        errors: Any = dialect.loaded_dbapi.Error
        try:
            yield
        except errors as wrong:
            gone = dialect.is_disconnect(wrong, self._driver, None)
            if gone:
                self._connection.invalidate(wrong)
            raise DBAPIError.instance(
                None, None, wrong, errors, connection_invalidated=gone, dialect=dialect
            ) from wrong
