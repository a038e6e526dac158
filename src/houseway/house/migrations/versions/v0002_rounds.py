"""Rounds by player, and the seeds of shuffles that are done with."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOST = 9 * 10**15


def upgrade() -> None:
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


def downgrade() -> None:
    op.drop_table("shuffles")
    op.drop_table("rounds")


def _between(table: str, column: str, least: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {MOST}", name=op.f(f"ck_{table}_{column}"))


def _of_an_entry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["stream", "version"], ["entries.stream", "entries.version"], name=f"fk_{table}")
