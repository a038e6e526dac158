"""Several snapshots of a stream. Those that were kept before are made again by and by: they only save time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOST = 9 * 10**15


def upgrade() -> None:
    _made_anew("stream", "version")


def downgrade() -> None:
    _made_anew("stream")


def _made_anew(*key: str) -> None:
    op.drop_table("snapshots")
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("mark", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint(*key, name="pk_snapshots"),
        sa.CheckConstraint(f"version BETWEEN 1 AND {MOST}", name=op.f("ck_snapshots_version")),
        sa.ForeignKeyConstraint(["stream", "version"], ["entries.stream", "entries.version"], name="fk_snapshots"),
    )
