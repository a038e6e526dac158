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
    cast,
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
        if connection.dialect.name == "sqlite":
            garbled = next(_garbled(connection, table), None)
            if garbled is not None:
                return garbled
    return None


def torn(connection: Connection) -> Misfit | None:
    """A row of SQLite whose key in the file is another than its index has: who reads sees one of them."""
    if connection.dialect.name != "sqlite":
        return None
    damage = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if damage == "ok":
        return None
    entry = connection.exec_driver_sql(_TORN).first()
    if entry is not None:
        return *_entry_of(entry), "the row in the file has another key than its index"
    return None, None, f"the file is damaged: {damage}"


# The index names the entry; what the row itself says is no key of it.
_TORN = """
SELECT indexed.stream, indexed.version
FROM (SELECT rowid AS row, stream, version FROM entries INDEXED BY sqlite_autoindex_entries_1) AS indexed
LEFT JOIN (SELECT rowid AS row, stream, version FROM entries NOT INDEXED) AS kept
    ON kept.row = indexed.row AND kept.stream = indexed.stream AND kept.version = indexed.version
WHERE kept.row IS NULL LIMIT 1
"""


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


def _garbled(connection: Connection, table: Table) -> Iterator[Misfit]:
    """Texts whose bytes are none. SQLite cannot tell: it finds those that hold more than plain letters."""
    for column in table.columns:
        if isinstance(column.type, String):
            other = column.op("GLOB", is_comparison=True)("*[^ -~]*")
            longer = func.length(cast(column, LargeBinary)) != func.length(column)  # what is behind a null is not read
            for row in connection.execute(select(table).where(or_(other, longer))):
                if not _is_text(value := row._mapping[column.name]):
                    yield *_entry_of(row), f"{table.name} has a row that cannot be: {column.name} is no text: {value!a}"


def _is_text(value: str) -> bool:
    """Can it be written? What was read from other bytes cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _entry_of(row: Any) -> tuple[str | None, int | None]:
    stream, version = row._mapping.get("stream"), row._mapping.get("version")
    named = isinstance(stream, str) and isinstance(version, int) and _is_text(stream)
    return (stream, version) if named else (None, None)
