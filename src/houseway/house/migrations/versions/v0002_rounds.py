"""Rounds by player, and the seeds of shuffles that are done with: told from the entries that are there.

The entries are read here by the names that are in them, and not by `houseway.house.history`, which notes the same while
the house runs: a step stays what it was when it was written, whatever becomes of the program around it. Those names
are hashed into the chain of every record, so they cannot become others. A test holds both against each other.
"""

from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import op

from houseway.house.migrations import PAGE

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOST = 9 * 10**15
TABLES = "table/"  # what the streams of tables begin with
BOTS = "bot-"  # what the names of the house's bots begin with
NOBODY = ""  # whose a round is in which only those were

Name = Annotated[str, msgspec.Meta(max_length=64)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Row = dict[str, Any]
Part = TypeVar("Part")


class _Spent(msgspec.Struct):
    """A shuffle that is done with."""

    commitment: Hex
    seed: Hex


class _Body(msgspec.Struct):
    seed: _Spent | None = None


class _Ended(msgspec.Struct):
    """A round that is over: its number, the version and the time of its end, who decided at which seat, who backed."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    closed: tuple[int, Annotated[int, msgspec.Meta(ge=0, le=MOST)]]
    deciders: dict[str, Name]
    backers: dict[Name, Any]


class _Sealed(msgspec.Struct):
    round: _Ended | None = None


def upgrade() -> None:
    _tables()
    connection = op.get_bind()
    for stream in connection.execute(_STREAMS).scalars().all():
        for page in _pages(connection, stream) if stream.startswith(TABLES) else ():
            _note(connection, _ROUND, [row for entry in page for row in _rounds(stream, *entry)])
            _note(connection, _SHUFFLE, [row for entry in page for row in _shuffles(stream, *entry)])


def downgrade() -> None:
    op.drop_table("shuffles")
    op.drop_table("rounds")


def _tables() -> None:
    op.create_table(
        "rounds",
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "stream", "number", name="pk_rounds"),
        _between("rounds", "number", 1),
        _between("rounds", "version", 1),
        _between("rounds", "at", 0),
        _of_an_entry("rounds"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rounds_stream", "rounds", ["stream", "number"])
    op.create_index("ix_rounds_player", "rounds", ["player", "at"])
    op.create_table(
        "shuffles",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", "commitment", name="pk_shuffles"),
        _between("shuffles", "version", 1),
        _of_an_entry("shuffles"),
        sqlite_with_rowid=False,
    )


def _pages(connection: sa.Connection, stream: str) -> Iterator[list[Any]]:
    """The entries of a stream: version, body, sealed part."""
    after = 0
    while page := list(connection.execute(_ENTRIES, {"stream": stream, "after": after, "most": PAGE})):
        yield page
        after = page[-1].version


def _rounds(stream: str, version: int, _: bytes, sealed: bytes) -> list[Row]:
    """The round that ended with an entry, a row for each who was in it."""
    read = _read(sealed, _Sealed)
    if read is None or read.round is None:
        return []
    ended = read.round
    there = {*ended.deciders.values(), *ended.backers}
    players = sorted(name for name in there if not name.startswith(BOTS)) or [NOBODY]
    of = {"stream": stream, "number": ended.number, "version": version, "at": ended.closed[1]}
    return [{**of, "player": player} for player in players]


def _shuffles(stream: str, version: int, body: bytes, _: bytes) -> list[Row]:
    """The seed that an entry tells."""
    read = _read(body, _Body)
    if read is None or read.seed is None:
        return []
    return [{"stream": stream, "version": version, "commitment": read.seed.commitment, "seed": read.seed.seed}]


def _read(part: bytes, kind: type[Part]) -> Part | None:
    """A part of an entry. One that is damaged tells nothing: `houseway verify` says so, and the house goes on."""
    try:
        return msgspec.json.decode(part, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _note(connection: sa.Connection, statement: sa.TextClause, rows: list[Row]) -> None:
    if rows:
        connection.execute(statement, rows)


def _between(table: str, column: str, least: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {MOST}", name=op.f(f"ck_{table}_{column}"))


def _of_an_entry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["stream", "version"], ["entries.stream", "entries.version"], name=f"fk_{table}")


_STREAMS = sa.text("SELECT stream FROM streams ORDER BY stream")
_ENTRIES = sa.text(
    "SELECT version, body, sealed FROM entries WHERE stream = :stream AND version > :after ORDER BY version LIMIT :most"
)
_ROUND = sa.text(
    "INSERT INTO rounds (player, stream, number, version, at) VALUES (:player, :stream, :number, :version, :at)"
    " ON CONFLICT (player, stream, number) DO NOTHING"
)
_SHUFFLE = sa.text(
    "INSERT INTO shuffles (stream, commitment, seed, version) VALUES (:stream, :commitment, :seed, :version)"
    " ON CONFLICT (stream, commitment) DO NOTHING"
)
