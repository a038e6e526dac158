"""Rows that cannot be: a value of another kind than its column holds, one that is missing, one beyond its bounds.

SQLite takes a text where bytes belong, and whoever has the file can take off what the schema forbids. What reads rows
may take it for granted after this look.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Connection,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    case,
    func,
    literal_column,
    or_,
    select,
    text,
)

from houseway.house.schema import metadata

KINDS: dict[type[Any], tuple[str, str]] = {  # as SQLite calls them, and as they are told
    BigInteger: ("integer", "a whole number"),
    SmallInteger: ("integer", "a whole number"),
    LargeBinary: ("blob", "bytes"),
    String: ("text", "a text"),
}
Misfit = tuple[str | None, int | None, str]  # the entry that the row belongs to, where it names one, and what is wrong


def misfit(connection: Connection) -> Misfit | None:
    """The first row of any table that cannot be."""
    for table in metadata.sorted_tables:
        wrong = dict(_wrong(table, connection.dialect.name == "sqlite"))
        why = case(*((condition, literal_column(f"'{words}'")) for words, condition in wrong.items()))
        row = connection.execute(select(table, why.label("why")).where(or_(*wrong.values())).limit(1)).first()
        if row is not None:
            return *_entry_of(row), f"{table.name} has a row that cannot be: {row.why}"
    return None


def _wrong(table: Table, of_any_kind: bool) -> Iterator[tuple[str, ColumnElement[bool]]]:
    """What may be wrong with a row, in words, and how to ask for it."""
    for column in table.columns:
        if not column.nullable:
            yield f"{column.name} is missing", column.is_(None)
        if of_any_kind:
            kind, told = KINDS[type(column.type)]
            yield f"{column.name} is not {told}", func.typeof(column).not_in((kind, "null"))
    for constraint in sorted(table.constraints, key=lambda each: str(each.name)):
        if isinstance(constraint, CheckConstraint):
            yield f"{constraint.name} does not hold", text(f"NOT ({constraint.sqltext})")  # type: ignore[misc]


def _entry_of(row: Any) -> tuple[str | None, int | None]:
    named = row._mapping.get("stream"), row._mapping.get("version")
    return named if isinstance(named[0], str) and isinstance(named[1], int) else (None, None)
