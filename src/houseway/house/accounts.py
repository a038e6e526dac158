"""Accounts: who may come in, by which name, in which role; and how somebody proves that he is the one.

A name is kept in small letters, so that Ada and ada are one. An account is opened and its role changed by commands to
the office, which write its row in the same transaction as the entry on the record.

The house tells everybody the same and does the same work, whether the name is unknown, locked, without a password, or
the password is wrong. `log_ins` says how long a network waits after failed log-ins.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import IntegrityError

from houseway.house import log_ins
from houseway.house import passwords as hashing
from houseway.house.backing import NO_BACKERS
from houseway.house.commands import Role
from houseway.house.office_commands import Kind
from houseway.house.passwords import Passwords
from houseway.house.schema import accounts
from houseway.house.store import Store
from houseway.refusal import Refusal

PAGE = 100

ADMINISTRATOR = "administrator"  # the account that the house is founded with
NEWCOMER = "newcomer"  # the actor who comes in as a guest or a bot, before the house has given a name
PREFIXES: dict[Kind, str] = {"guest": "guest_", "bot": "bot_"}  # of names that are given to them, and to nobody else
RESERVED = frozenset(
    {
        *NO_BACKERS,
        *("clock", "house", "issued", "meter", "reserve", "wallet", "felt", "commission", "drop", "table"),
        *("player", "floorperson", "supervisor", "auditor", "guest", "bot", "everybody", "nobody", "somebody"),
        *("admin", ADMINISTRATOR, "root", "system", "anonymous", "null", "undefined", "constructor", "prototype"),
        NEWCOMER,
    }
)
WRONG = "the name or the password is wrong, or the account is locked: try again, or ask the house"

LAST = 24 * "z"  # no name follows it
_LOOK = str.maketrans("01i345789", "olleastbg")  # digits, and the letter i, by the letter that each looks like
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,23}", re.ASCII)


class OneTime(Refusal):
    """The password is right and for one time: who has it chooses another by it."""

    def __init__(self) -> None:
        super().__init__("this password is for one time: choose a new one together with it")


class Account(msgspec.Struct, frozen=True):
    """Somebody who may come in. His password is not told, not even its hash."""

    name: str
    kind: Kind
    role: Role
    made: int
    locked: bool  # by the house, until somebody unlocks it


def key(name: str) -> str:
    """The name as it is kept."""
    if not _NAME.fullmatch(name):
        raise Refusal("a name has 2 to 24 letters, digits or underscores, and begins with a letter: choose another")
    return name.lower()


def check_free(name: str, kind: Kind) -> None:
    """Refuse a new name that is a word of the house, or looks like one."""
    prefixes = [prefix for each, prefix in PREFIXES.items() if each != kind]
    if name in RESERVED or name.translate(_LOOK).startswith(tuple(prefix.translate(_LOOK) for prefix in prefixes)):
        raise Refusal(f"{name} is a word of the house: choose another name")
    looks, look = _reserved_looks(), _look(name)
    if (word := looks.get(look) or looks.get(look.removeprefix("the"))) is not None:
        raise Refusal(f"{name} looks like {word}, a word of the house: choose another name")


def find(store: Store, name: str) -> Account | None:
    """The account of a name, in whatever letters it is written."""
    if not _NAME.fullmatch(name):
        return None
    return store.look(lambda connection: read(connection, name.lower()))


def bots_among(store: Store, names: Collection[str]) -> frozenset[str]:
    """Those of the names that are of programs that play for somebody."""
    return frozenset(store.look(lambda connection: connection.scalars(_BOTS, {"names": list(names)}).all()))


def listed(store: Store, after: str = "", limit: int = PAGE, begin: str = "") -> list[Account]:
    """Accounts by their names, those that follow a name, from one on that is there too."""
    wanted = {"after": _place(after), "begin": _place(begin), "most": limit}
    return [_account(row) for row in store.look(lambda connection: connection.execute(_LISTED, wanted).all())]


def log_in(
    store: Store, name: str, password: str, at: int, passwords: Passwords | None = None, network: str = log_ins.HERE
) -> Account:
    """The account of a name and its password. Open a session for it next. `OneTime`: it is to be changed first."""
    account, kept = prove(store, name, password, at, passwords, network)
    if hashing.is_for_once(kept):
        raise OneTime
    return account


def prove(
    store: Store, name: str, password: str, at: int, passwords: Passwords | None = None, network: str = log_ins.HERE
) -> tuple[Account, str]:
    """The account of a name and its password, which may be one for one time; and the hash, to notice a change.

    Raises `log_ins.TooSoon`, without a look at the password, if the network has to wait.
    """
    checking = passwords or hashing.standard()
    called = name.lower() if _NAME.fullmatch(name) else ""
    wait, kept = store.change(lambda connection: _begin_log_in(connection, called, network, at))
    if wait:
        raise log_ins.TooSoon(wait)
    if not checking.verify(kept, password) or kept is None:
        raise Refusal(WRONG)
    renewed = checking.hashed(password) if checking.outdated(kept) else kept
    account = store.change(lambda connection: _end_log_in(connection, called, (kept, renewed), (network, at)))
    if account is None:  # locked, or its password changed, in the meantime
        raise Refusal(WRONG)
    return account, renewed


# Rows. What follows is called within a transaction, most of it together with an entry on the record.


def read(connection: Connection, name: str, keep: bool = False) -> Account | None:
    """The account as it is; to `keep` it so, nobody else may write it until the transaction is over."""
    row = connection.execute(_KEEP if keep else _FIND, {"called": name}).first()
    return _account(row) if row is not None else None


def insert(connection: Connection, name: str, kind: Kind, role: Role, at: int, kept: str | None) -> None:
    """A new account; the name is refused where there is one."""
    row = {"name": name, "role": role, "kind": kind, "password": kept, "made": at, "locked": 0}
    try:
        connection.execute(accounts.insert(), row)
    except IntegrityError as wrong:
        raise taken(name) from wrong


def update(connection: Connection, name: str, **values: Any) -> None:
    """Other values of an account's columns."""
    changed = connection.execute(accounts.update().where(accounts.c.name == name).values(**values))
    assert changed.rowcount == 1, "only guests are removed, and in turn with every other command"


def delete(connection: Connection, name: str) -> None:
    """Delete an account whose sessions have ended."""
    connection.execute(accounts.delete().where(accounts.c.name == name))


def set_password(connection: Connection, name: str, before: str, kept: str) -> None:
    """Another password in the place of the one that it was; that one is used for this once, whoever else has it."""
    values = {"called": name, "before": before, "kept": kept}
    if connection.execute(_SET_PASSWORD, values).rowcount != 1:
        raise Refusal(WRONG)


def reset_password(connection: Connection, name: str, kept: str) -> None:
    """Set another password. This clears the failed log-ins at the name; a lock by the house stays."""
    connection.execute(_RESET_PASSWORD, {"called": name, "kept": kept})
    log_ins.forget(connection, name)


def _look(name: str) -> str:
    """The same text for all names that look alike: their letters, without the signs between words."""
    return name.replace("_", "").translate(_LOOK).replace("rn", "m").replace("vv", "w")


@cache
def _reserved_looks() -> dict[str, str]:
    """The words of the house by how they look."""
    return {_look(word): word for word in RESERVED}


def taken(name: str) -> Refusal:
    return Refusal(f"the name {name} is taken: choose another")


def _place(text: str) -> str:
    """Where a text stands among names, in letters that every database has: what is in no name follows all of them."""
    kept = text.lower()
    strange = next((place for place, letter in enumerate(kept) if not letter.isascii()), None)
    return kept if strange is None else kept[:strange] + LAST


def _begin_log_in(connection: Connection, name: str, network: str, at: int) -> tuple[int, str | None]:
    """Count a try, and find the hash to compare it with; None if nobody can log in by the name.

    The house asks the same of the database in any case, so that the time it takes tells nothing.
    """
    wait = log_ins.count_try(connection, name, network, at)
    kept: str | None = connection.execute(_FIND_PASSWORD, {"called": name}).scalar()
    return wait, kept


def _end_log_in(connection: Connection, name: str, hashes: tuple[str, str], tried: tuple[str, int]) -> Account | None:
    """Take the counted failure back, since the password was right; None if the password has changed meanwhile."""
    kept, renewed = hashes
    row = connection.execute(_RIGHT, {"called": name, "kept": kept, "renewed": renewed}).first()
    if row is None:
        return None
    log_ins.clear(connection, name, *tried)
    return _account(row)


def _account(row: Any) -> Account:
    return Account(row.name, row.kind, row.role, row.made, bool(row.locked))


_SHOWN = (accounts.c.name, accounts.c.kind, accounts.c.role, accounts.c.made, accounts.c.locked)
_FIND = select(*_SHOWN).where(accounts.c.name == bindparam("called"))
_KEEP = _FIND.with_for_update()
_BOTS = select(accounts.c.name).where(accounts.c.kind == "bot", accounts.c.name.in_(bindparam("names", expanding=True)))
_LISTED = (
    select(*_SHOWN)
    .where(accounts.c.name > bindparam("after"), accounts.c.name >= bindparam("begin"))
    .order_by(accounts.c.name)
    .limit(bindparam("most"))
)
_FIND_PASSWORD = select(accounts.c.password).where(accounts.c.name == bindparam("called"), accounts.c.locked == 0)
_RIGHT = (
    accounts.update()
    .where(
        accounts.c.name == bindparam("called"),
        accounts.c.password == bindparam("kept"),
        accounts.c.locked == 0,
    )
    .values(password=bindparam("renewed"))
    .returning(*_SHOWN)
)
_SET_PASSWORD = (
    accounts.update()
    .where(accounts.c.name == bindparam("called"), accounts.c.password == bindparam("before"))
    .values(password=bindparam("kept"))
)
_RESET_PASSWORD = accounts.update().where(accounts.c.name == bindparam("called")).values(password=bindparam("kept"))
