"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOST = 9 * 10**15
TABLES = (
    "entries",
    "streams",
    "commands",
    "postings",
    "balances",
    "meters",
    "snapshots",
    "accounts",
    "sessions",
    "log_ins",
    "failed_log_ins",
)


def upgrade() -> None:
    _record()
    _ledger()
    _people()
    _log_ins()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _record() -> None:
    op.create_table(
        "entries",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("command", sa.String(64)),
        sa.Column("event", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("transfer", sa.LargeBinary, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "version", name="pk_entries"),
        _between("entries", "version", 1),
        _between("entries", "at", 0),
    )
    op.create_table(
        "streams",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_streams"),
        _between("streams", "version", 1),
        _of_an_entry("streams"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("actor", "id", name="pk_commands"),
        _between("commands", "version", 1),
        _of_an_entry("commands"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("mark", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_snapshots"),
        _between("snapshots", "version", 1),
        _of_an_entry("snapshots"),
    )


def _ledger() -> None:
    op.create_table(
        "postings",
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("place", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("account", sa.String(192), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("stream", "version", "place", name="pk_postings"),
        _between("postings", "cents", -MOST),
        sa.CheckConstraint("cents <> 0", name=op.f("ck_postings_something")),
        _of_an_entry("postings"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.String(192), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_balances"),
        _between("balances", "cents", -MOST),
        sa.CheckConstraint("cents >= 0 OR account IN ('cage', 'issued')", name=op.f("ck_balances_not_below_zero")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meters",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("numerator", sa.BigInteger, nullable=False),
        sa.Column("denominator", sa.BigInteger, nullable=False),
        sa.Column("reset", sa.BigInteger, nullable=False),
        sa.Column("changes", sa.BigInteger, nullable=False),
        sa.Column("stream", sa.String(128), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_meters"),
        _between("meters", "cents", 0),
        _between("meters", "numerator", 0),
        _between("meters", "denominator", 1),
        sa.CheckConstraint("numerator < denominator", name=op.f("ck_meters_less_than_a_cent")),
        _between("meters", "reset", 0),
        _between("meters", "changes", 1),
        _between("meters", "version", 1),
        _of_an_entry("meters"),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("password", sa.String(256)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("locked", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_accounts"),
        sa.CheckConstraint(
            "role IN ('player', 'dealer', 'floorperson', 'supervisor', 'auditor', 'administrator')",
            name=op.f("ck_accounts_role"),
        ),
        sa.CheckConstraint("kind IN ('person', 'guest', 'bot')", name=op.f("ck_accounts_kind")),
        _between("accounts", "made", 0),
        sa.CheckConstraint("locked IN (0, 1)", name=op.f("ck_accounts_locked")),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("network", sa.String(64)),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
        _between("sessions", "made", 0),
        _between("sessions", "expires", 0),
        sa.ForeignKeyConstraint(["account"], ["accounts.name"], name="fk_sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])


def _log_ins() -> None:
    op.create_table(
        "log_ins",
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("failures", sa.BigInteger, nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
        sa.Column("logged_in", sa.BigInteger),
        sa.PrimaryKeyConstraint("account", "network", name="pk_log_ins"),
        _between("log_ins", "failures", 0),
        _between("log_ins", "tried", 0),
        _between("log_ins", "logged_in", 0),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_log_ins_tried", "log_ins", ["tried"])
    op.create_table(
        "failed_log_ins",
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("minute", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("failures", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "minute", name="pk_failed_log_ins"),
        _between("failed_log_ins", "minute", 0),
        _between("failed_log_ins", "failures", 0),
        sqlite_with_rowid=False,
    )


def _between(table: str, column: str, least: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{column} BETWEEN {least} AND {MOST}", name=op.f(f"ck_{table}_{column}"))


def _of_an_entry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["stream", "version"], ["entries.stream", "entries.version"], name=f"fk_{table}")
