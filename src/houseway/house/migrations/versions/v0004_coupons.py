"""Coupons that were issued may be below zero. A house that has given some does not fit into the schema before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOST = 9 * 10**15


def upgrade() -> None:
    _made_anew("cage", "issued", "coupons issued")


def downgrade() -> None:
    _made_anew("cage", "issued")


def _made_anew(*below_zero: str) -> None:
    """SQLite changes no constraint of a table that is there."""
    op.execute("CREATE TEMPORARY TABLE balances_before AS SELECT account, cents FROM balances")
    op.drop_table("balances")
    accounts = ", ".join(f"'{account}'" for account in below_zero)
    op.create_table(
        "balances",
        sa.Column("account", sa.String(192), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_balances"),
        sa.CheckConstraint(f"cents BETWEEN {-MOST} AND {MOST}", name=op.f("ck_balances_cents")),
        sa.CheckConstraint(f"cents >= 0 OR account IN ({accounts})", name=op.f("ck_balances_not_below_zero")),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO balances (account, cents) SELECT account, cents FROM balances_before")
    op.execute("DROP TABLE balances_before")
