"""The kinds of rows that are written with entries, in the order in which everybody writes them.

PostgreSQL is given the columns of all rows of a kind with one statement. SQLite is given the rows of all kinds with
one: they go into a view that holds nothing, and a trigger of their kind writes each. So all that goes with many entries
is one call, in which other threads of the process go on; between two calls it would have to wait for them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table

from houseway.house.driver_sql import Rows, arrays
from houseway.house.schema import balances, commands, entries, meters, postings, rounds, shuffles, streams

Row = tuple[Any, ...]
OfKind = tuple["Kind", Row]
InOne = tuple[str, list[Any]]

VIEW = "written"
COLUMNS = "abcdefghij"  # of the view, for as many as any kind has
STEP = 32  # rows: with every step there is another statement, which is kept; what lacks to the next writes nothing
MOST_ROWS = 1024  # in one statement


class Kind(Rows):
    """One kind of rows: how PostgreSQL writes them, and what SQLite does with each."""

    __slots__ = ("sqlite",)

    def __init__(self, sqlite: str, postgresql: str) -> None:
        super().__init__(postgresql)
        self.sqlite = sqlite


def _inserted(table: Table, conflict: str = "") -> Kind:
    """Rows into a table, with all its columns in their order; `conflict` says what is done with one that is there."""
    into = f"INSERT INTO {table.name} ({', '.join(column.name for column in table.columns)})"
    places = ", ".join(f"NEW.{place}" for place, _ in zip(COLUMNS, table.columns, strict=False))
    return Kind(f"{into} VALUES ({places}) {conflict}", f"{into} SELECT * FROM unnest({arrays(table)}) {conflict}")


def _changed(sqlite: str, postgresql: str) -> Kind:
    """Rows by which others are changed; each must find one."""
    return Kind(f"{sqlite}; SELECT RAISE(ABORT, 'nothing to change') WHERE changes() = 0", postgresql)


ENTRIES, COMMANDS, POSTINGS = _inserted(entries), _inserted(commands), _inserted(postings)
HEADS = _inserted(streams, "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, chain = excluded.chain")
_shows = [column.name for column in meters.columns][1:]  # behind its name; after them stands which setting was read
METERS = _changed(
    f"UPDATE meters SET {', '.join(f'{name} = NEW.{place}' for place, name in zip(COLUMNS[1:], _shows, strict=False))}"
    f" WHERE name = NEW.{COLUMNS[0]} AND changes = NEW.{COLUMNS[len(_shows) + 1]}",
    f"UPDATE meters SET {', '.join(f'{name} = given.{name}' for name in _shows)}"
    f" FROM unnest({arrays(meters)}, %b::bigint[]) AS given (name, {', '.join(_shows)}, read)"
    " WHERE meters.name = given.name AND meters.changes = given.read",
)
TAKEN = _changed(
    "UPDATE balances SET cents = cents - NEW.b WHERE account = NEW.a AND cents >= NEW.b",
    "UPDATE balances SET cents = balances.cents - given.less FROM unnest(%b::text[], %b::bigint[])"
    " AS given (account, less) WHERE balances.account = given.account AND balances.cents >= given.less",
)
ADDED = _inserted(balances, "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents")
ROUNDS, SHUFFLES = _inserted(rounds), _inserted(shuffles, "ON CONFLICT (stream, commitment) DO NOTHING")

KINDS = (ENTRIES, HEADS, COMMANDS, METERS, POSTINGS, TAKEN, ADDED, ROUNDS, SHUFFLES)

_NUMBERS = {kind: number for number, kind in enumerate(KINDS, 1)}
_NOTHING = (None,) * (1 + len(COLUMNS))


def in_order(rows: Iterable[OfKind]) -> list[OfKind]:
    """Rows as everybody writes them: kind by kind, and those of a kind by what they say first."""
    return sorted(rows, key=lambda of_kind: (_NUMBERS[of_kind[0]], of_kind[1]))


def triggers() -> Iterator[str]:
    """The statements by which a connection to SQLite learns to write them; they are gone with it."""
    nothing = ", ".join(f"NULL AS {column}" for column in ("kind", *COLUMNS))
    yield f"CREATE TEMP VIEW IF NOT EXISTS {VIEW} AS SELECT {nothing}"
    for kind, number in _NUMBERS.items():
        when = f"INSTEAD OF INSERT ON {VIEW} WHEN NEW.kind = {number}"
        yield f"CREATE TEMP TRIGGER IF NOT EXISTS {VIEW}_{number} {when} BEGIN {kind.sqlite}; END"


def in_one(rows: Sequence[OfKind]) -> InOne:
    """The statement of SQLite that writes rows of all kinds, one after the other, and its values."""
    values: list[Any] = []
    for kind, row in rows:
        values += (_NUMBERS[kind], *row, *_NOTHING[1 + len(row) :])
    more = -len(rows) % STEP
    return _statement(len(rows) + more), values + [None] * (more * len(_NOTHING))


@cache
def _statement(rows: int) -> str:
    row = f"({', '.join('?' for _ in _NOTHING)})"
    return f"INSERT INTO {VIEW} VALUES {', '.join([row] * rows)}"
