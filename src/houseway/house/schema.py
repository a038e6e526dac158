"""The tables of the house's database: the record, the ledger, the meters, and who may come in.

What is bounded in the program is bounded here too: money and versions are whole numbers within `MOST`, and only the
cage and what was issued, play money and coupons, may be below zero. Times are milliseconds since 1970 by the house's
clock.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
)

MOST = 9 * 10**15  # below 2^53, so that every program that reads a number reads the same
NAME = 64  # characters of an account's name or of a command's id
STREAM = 128
ACCOUNT = 192
NETWORK = 64

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _whole(
    name: str, least: int, *, nullable: bool = False, index: bool = False
) -> tuple[Column[int], CheckConstraint]:
    bounds = CheckConstraint(f"{name} BETWEEN {least} AND {MOST}", name=name)
    return Column(name, BigInteger, nullable=nullable, index=index or None), bounds


def _key(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, primary_key=True)


def _of_an_entry() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["stream", "version"], ["entries.stream", "entries.version"])


# One line for each command that was carried out. The key is the concurrency control: a version is taken once.
entries = Table(
    "entries",
    metadata,
    _key("stream", String(STREAM)),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    CheckConstraint(f"version BETWEEN 1 AND {MOST}", name="version"),
    *_whole("at", 0),
    Column("actor", String(NAME), nullable=False),
    Column("command", String(NAME)),
    Column("event", String(NAME), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("transfer", LargeBinary, nullable=False),
    Column("chain", LargeBinary, nullable=False),
)

# Where each stream stands: without it the loss of its last entries would leave no trace.
streams = Table(
    "streams",
    metadata,
    _key("stream", String(STREAM)),
    *_whole("version", 1),
    Column("chain", LargeBinary, nullable=False),
    _of_an_entry(),
    sqlite_with_rowid=False,
)

# The commands that took effect, each once. `mark` binds the digest of the body to the entry's chain.
commands = Table(
    "commands",
    metadata,
    _key("actor", String(NAME)),
    _key("id", String(NAME)),
    Column("digest", LargeBinary, nullable=False),
    Column("stream", String(STREAM), nullable=False),
    *_whole("version", 1),
    Column("mark", LargeBinary, nullable=False),
    _of_an_entry(),
    sqlite_with_rowid=False,
)

# The transfer of each entry, line by line, in its order.
postings = Table(
    "postings",
    metadata,
    _key("stream", String(STREAM)),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    Column("account", String(ACCOUNT), nullable=False),
    *_whole("cents", -MOST),
    CheckConstraint("cents <> 0", name="something"),
    _of_an_entry(),
    sqlite_with_rowid=False,
)

# What the postings of each account come to.
balances = Table(
    "balances",
    metadata,
    _key("account", String(ACCOUNT)),
    *_whole("cents", -MOST),
    CheckConstraint("cents >= 0 OR account IN ('cage', 'issued', 'coupons issued')", name="not_below_zero"),
    sqlite_with_rowid=False,
)

# What each progressive meter shows, to the fraction of a cent, and the entry that set it last; `mark` binds them.
meters = Table(
    "meters",
    metadata,
    _key("name", String(NAME)),
    *_whole("cents", 0),
    *_whole("numerator", 0),
    *_whole("denominator", 1),
    CheckConstraint("numerator < denominator", name="less_than_a_cent"),
    *_whole("reset", 0),
    *_whole("changes", 1),  # how often it was set: what a change is compared with
    Column("stream", String(STREAM), nullable=False),
    *_whole("version", 1),
    Column("mark", LargeBinary, nullable=False),
    _of_an_entry(),
    sqlite_with_rowid=False,
)

# The state of a stream as it was at a version: a table is rebuilt from it and the entries after it. There are several,
# since who sees a table late begins with an older one.
snapshots = Table(
    "snapshots",
    metadata,
    _key("stream", String(STREAM)),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    CheckConstraint(f"version BETWEEN 1 AND {MOST}", name="version"),
    Column("state", LargeBinary, nullable=False),
    Column("mark", LargeBinary, nullable=False),
    _of_an_entry(),
)

# Who was in which round, and the entry with which it ended: so it is found without a walk along the stream. The entry
# says the same. A round in which only bots of the house were is nobody's, and has one row all the same.
rounds = Table(
    "rounds",
    metadata,
    _key("player", String(NAME)),
    _key("stream", String(STREAM)),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    CheckConstraint(f"number BETWEEN 1 AND {MOST}", name="number"),
    *_whole("version", 1),
    *_whole("at", 0),
    _of_an_entry(),
    Index("ix_rounds_stream", "stream", "number"),
    Index("ix_rounds_player", "player", "at"),
    sqlite_with_rowid=False,
)

# The seeds of shuffles that are done with, by what was published of them before; the entry says the same.
shuffles = Table(
    "shuffles",
    metadata,
    _key("stream", String(STREAM)),
    _key("commitment", String(64)),
    Column("seed", String(64), nullable=False),
    *_whole("version", 1),
    _of_an_entry(),
    sqlite_with_rowid=False,
)

# Accounts. A guest and a bot have no password. The house locks an account until somebody unlocks it.
accounts = Table(
    "accounts",
    metadata,
    _key("name", String(NAME)),
    Column("role", String(16), nullable=False),
    CheckConstraint(
        "role IN ('player', 'dealer', 'floorperson', 'supervisor', 'auditor', 'administrator')",
        name="role",
    ),
    Column("kind", String(8), nullable=False),
    CheckConstraint("kind IN ('person', 'guest', 'bot')", name="kind"),
    Column("password", String(256)),
    *_whole("made", 0),
    Column("locked", SmallInteger, nullable=False),
    CheckConstraint("locked IN (0, 1)", name="locked"),
)

# Who is in: tokens are kept as their SHA-256 alone.
sessions = Table(
    "sessions",
    metadata,
    _key("token", LargeBinary(32)),
    Column("account", ForeignKey(accounts.c.name), nullable=False, index=True),
    *_whole("made", 0),
    *_whole("expires", 0),
    Column("network", String(NETWORK)),  # the one that it was opened from
)

# Log-ins of each network at each name, whether or not there is such an account: the failures since the last success,
# when the network tried last, and when it logged in last.
log_ins = Table(
    "log_ins",
    metadata,
    _key("account", String(NAME)),
    _key("network", String(NETWORK)),
    *_whole("failures", 0),
    *_whole("tried", 0, index=True),
    *_whole("logged_in", 0, nullable=True),
    sqlite_with_rowid=False,
)

# The failures at each name from all networks, by the minute; those of more than an hour ago are removed.
failed_log_ins = Table(
    "failed_log_ins",
    metadata,
    _key("account", String(NAME)),
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    CheckConstraint(f"minute BETWEEN 0 AND {MOST}", name="minute"),
    *_whole("failures", 0),
    sqlite_with_rowid=False,
)
