"""The kinds of rows that are written with entries, in the order in which everybody writes them.

All that goes with many entries is one statement, in which other threads of the process go on, and for which the
database is asked once. SQLite is given the rows in a view that holds nothing, and a trigger of their kind writes each.
PostgreSQL is given them as JSON, in a function that writes kind after kind. View, triggers and function are a
connection's own: it learns them before it writes, and they are gone with it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Column, LargeBinary, Select, String, Table, literal_column, select

from houseway.house.driver_sql import Written
from houseway.house.ledger import BELOW_ZERO
from houseway.house.presence import is_in
from houseway.house.schema import (
    accounts,
    balances,
    commands,
    entries,
    meters,
    postings,
    rounds,
    sessions,
    shuffles,
    streams,
)

Row = tuple[Any, ...]
OfKind = tuple["Kind", Row]
InOne = tuple[str, list[Any]]

WRITTEN = "written"  # the view, or the function
COLUMNS = "abcdefghij"  # of the view, for as many as any kind has
STEP = 32  # rows: with every step there is another statement, which is kept; what lacks to the next writes nothing
MOST_ROWS = 1024  # in one statement


class Kind:
    """One kind of rows: what SQLite does with each, and how PostgreSQL writes all of them, which are its `lines`."""

    __slots__ = ("postgresql", "sqlite")

    def __init__(self, sqlite: str, postgresql: str) -> None:
        self.sqlite = sqlite
        self.postgresql = postgresql


_GIVEN = "jsonb_array_elements(lines) AS given (line)"


def _inserted(table: Table, conflict: str = "", keep: str = "") -> Kind:
    """Rows into a table, with all its columns in their order; `conflict` says what is done with one that is there."""
    into = f"INSERT INTO {table.name} ({', '.join(column.name for column in table.columns)})"
    places = ", ".join(f"NEW.{place}" for place, _ in zip(COLUMNS, table.columns, strict=False))
    read = ", ".join(_value(column, place) for place, column in enumerate(table.columns))
    return Kind(f"{into} VALUES ({places}) {conflict}", f"{keep}{into} SELECT {read} FROM {_GIVEN} {conflict}")


def _changed(sqlite: str, postgresql: str, keep: str = "") -> Kind:
    """Rows by which others are changed; each must find one."""
    every = f"GET DIAGNOSTICS changed = ROW_COUNT; IF changed <> jsonb_array_length(lines) THEN {_RAISE}; END IF"
    return Kind(f"{sqlite}; SELECT {_RAISE_SQLITE} WHERE changes() = 0", f"{keep}{postgresql}; {every}")


def _kept(table: Table, key: str, place: int, first: str = "") -> str:
    """PostgreSQL keeps rows that are about to be changed from others, everybody in the same order.

    So no two wait for each other.
    """
    named = f"{key} = ANY(ARRAY(SELECT line->>{place} FROM {_GIVEN}))"
    return f'PERFORM FROM {table.name} WHERE {named} ORDER BY {first} {key} COLLATE "C" FOR UPDATE; '


def _found(looked_for: Callable[[Sequence[str]], Select[Any]], *given: Column[Any]) -> Kind:
    """Rows by which nothing is written; for each something must be found by what it gives, as such columns hold it."""
    sqlite = looked_for([f"NEW.{place}" for place, _ in zip(COLUMNS, given, strict=False)])
    postgresql = looked_for([_value(column, place) for place, column in enumerate(given)])
    none = f"IF EXISTS (SELECT FROM {_GIVEN} WHERE NOT EXISTS ({Written(postgresql).sql['postgresql']}))"
    return Kind(
        f"SELECT {_RAISE_SQLITE} WHERE NOT EXISTS ({Written(sqlite).sql['sqlite']})", f"{none} THEN {_RAISE}; END IF"
    )


def _is_reset_to(given: Sequence[str]) -> Select[Any]:
    name, reset = given
    chosen = (meters.c.name == literal_column(name), meters.c.reset == literal_column(reset))
    return select(literal_column("1")).where(*chosen)


def _value(column: Column[Any], place: int) -> str:
    """A column of a row that PostgreSQL is given. A text is never cut to the length that its column has."""
    text = f"line->>{place}"
    if isinstance(column.type, LargeBinary):
        return f"decode({text}, 'base64')"
    return text if isinstance(column.type, String) else f"({text})::bigint"


_RAISE = "RAISE EXCEPTION 'nothing to change' USING ERRCODE = 'integrity_constraint_violation'"
_RAISE_SQLITE = "RAISE(ABORT, 'nothing to change')"
_LAST = f"account IN ({', '.join(map(repr, BELOW_ZERO))}),"  # accounts for which many wait

PRESENT = _found(is_in, sessions.c.token, accounts.c.name, accounts.c.role, sessions.c.expires)
RESETS = _found(_is_reset_to, meters.c.name, meters.c.reset)
ENTRIES, COMMANDS = _inserted(entries), _inserted(commands)
FIRST_HEADS = _inserted(streams)
# Behind them stands the chain that the entry follows: a record that was set back has another, or none.
HEADS = _changed(
    "UPDATE streams SET version = NEW.b, chain = NEW.c WHERE stream = NEW.a AND version = NEW.b - 1 AND chain = NEW.d",
    f"UPDATE streams SET version = (line->>1)::bigint, chain = {_value(streams.c.chain, 2)} FROM {_GIVEN}"
    f" WHERE stream = line->>0 AND version = (line->>1)::bigint - 1 AND chain = {_value(streams.c.chain, 3)}",
    _kept(streams, "stream", 0),
)
_shows = list(meters.columns)[1:]  # behind its name; after them stands which setting was read
_read = len(_shows) + 1
METERS = _changed(
    f"UPDATE meters SET {', '.join(f'{shown.name} = NEW.{COLUMNS[place]}' for place, shown in enumerate(_shows, 1))}"
    f" WHERE name = NEW.{COLUMNS[0]} AND changes = NEW.{COLUMNS[_read]}",
    f"UPDATE meters SET {', '.join(f'{shown.name} = {_value(shown, place)}' for place, shown in enumerate(_shows, 1))}"
    f" FROM {_GIVEN} WHERE name = line->>0 AND changes = (line->>{_read})::bigint",
    _kept(meters, "name", 0),
)
POSTINGS = _inserted(postings, keep=_kept(balances, "account", 3, _LAST))
TAKEN = _changed(
    "UPDATE balances SET cents = cents - NEW.b WHERE account = NEW.a AND cents >= NEW.b",
    f"UPDATE balances SET cents = cents - (line->>1)::bigint FROM {_GIVEN}"
    " WHERE account = line->>0 AND cents >= (line->>1)::bigint",
)
ADDED = _inserted(balances, "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents")
ROUNDS, SHUFFLES = _inserted(rounds), _inserted(shuffles, "ON CONFLICT (stream, commitment) DO NOTHING")

KINDS = (PRESENT, RESETS, ENTRIES, FIRST_HEADS, HEADS, COMMANDS, METERS, POSTINGS, TAKEN, ADDED, ROUNDS, SHUFFLES)

_NUMBERS = {kind: number for number, kind in enumerate(KINDS, 1)}
_NOTHING = (0,) * (1 + len(COLUMNS))  # no kind; the driver takes several times as long for None


def in_order(rows: Iterable[OfKind]) -> list[OfKind]:
    """Rows as everybody writes them: kind by kind, and those of a kind by what they say first."""
    return sorted(rows, key=lambda of_kind: (_NUMBERS[of_kind[0]], of_kind[1]))


def learned(database: str) -> Iterator[str]:
    """The statements by which a connection learns to write them; what it has learned is gone with it."""
    if database == "sqlite":
        nothing = ", ".join(f"NULL AS {column}" for column in ("kind", *COLUMNS))
        yield f"CREATE TEMP VIEW IF NOT EXISTS {WRITTEN} AS SELECT {nothing}"
        for kind, number in _NUMBERS.items():
            when = f"INSTEAD OF INSERT ON {WRITTEN} WHEN NEW.kind = {number}"
            yield f"CREATE TEMP TRIGGER IF NOT EXISTS {WRITTEN}_{number} {when} BEGIN {kind.sqlite}; END"
    else:
        each = " ".join(
            f"lines := rows->'{number}'; IF lines IS NOT NULL THEN {kind.postgresql}; END IF;"
            for kind, number in _NUMBERS.items()
        )
        written = f"DECLARE lines jsonb; changed bigint; BEGIN {each} END"
        yield (
            f"CREATE OR REPLACE FUNCTION pg_temp.{WRITTEN}(rows jsonb) RETURNS void LANGUAGE plpgsql AS $${written}$$"
        )


def in_one(database: str, rows: Sequence[OfKind]) -> InOne:
    """The statement that writes rows of all kinds, in the order of the kinds, and its values."""
    if database == "sqlite":
        values: list[Any] = []
        for kind, row in rows:
            values += (_NUMBERS[kind], *row, *_NOTHING[1 + len(row) :])
        more = -len(rows) % STEP
        return _statement(len(rows) + more), values + [*_NOTHING] * more
    kinds: dict[int, list[Row]] = {}
    for kind, row in rows:
        kinds.setdefault(_NUMBERS[kind], []).append(row)
    return _CALL, [msgspec.json.encode(kinds).decode()]


_CALL = f"SELECT pg_temp.{WRITTEN}(%b::jsonb)"


@cache
def _statement(rows: int) -> str:
    row = f"({', '.join('?' for _ in _NOTHING)})"
    return f"INSERT INTO {WRITTEN} VALUES {', '.join([row] * rows)}"
