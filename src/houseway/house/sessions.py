"""Sessions: who is in. A token is 32 random bytes of the house's own, never a client's; only its SHA-256 is kept.

Everybody has one session at a time: a new one ends the older ones of the account. A person's lasts twelve hours; a
guest and a bot have nothing else to come in by, and theirs lasts thirty days. Every look-up reads role and lock from
the account. So a change of role, a lock and the end of a session apply at once to every later request, in every
process. The house may still finish a request that it was carrying out at that moment.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ARRAY, Connection, LargeBinary, any_, bindparam, select

from houseway.house import log_ins
from houseway.house.accounts import read
from houseway.house.commands import Actor, Role
from houseway.house.driver_sql import Driver, Written
from houseway.house.office_commands import Kind
from houseway.house.presence import HELD, Holder, lasts
from houseway.house.schema import accounts, sessions
from houseway.house.store import Store
from houseway.refusal import Refusal

TOKEN = 32  # bytes
HOUR = 3600 * 1000
LASTS: dict[Kind, int] = {"person": 12 * HOUR, "guest": 30 * 24 * HOUR, "bot": 30 * 24 * HOUR}

AT_ONCE = 500  # tokens that are looked up by one statement

_LETTERS = 43  # of a token as it is written


class Visitor(Actor, frozen=True, kw_only=True):
    """Who asks, by his session: an actor, with what kind of account it is and until when the session lasts."""

    kind: Kind
    expires: int


def open_session(
    store: Store, account: str, at: int, entropy: Callable[[int], bytes], network: str | None = None
) -> str:
    """A token for an account, whose older sessions end. The caller has proven that the account is theirs."""
    token = base64.urlsafe_b64encode(entropy(TOKEN)).decode().rstrip("=")
    store.change(lambda connection: _open(connection, account, at, token, network))
    return token


def actor_of(store: Store, token: str, at: int) -> Visitor | None:
    """Who holds a token; None where the session has ended, or the account is locked by the house."""
    if not _could_be(token):
        return None
    found = store.glance(_HOLDER, {"of": _hash(token), "now": at})
    return next((visitor(*row) for _, *row in found), None)


def holders(store: Store, tokens: Iterable[str], at: int) -> dict[str, Visitor]:
    """Who holds which of these tokens, looked up at once; tokens whose sessions have ended are left out."""
    hashes = hashed(tokens)
    found: dict[str, Visitor] = {}
    listed = list(hashes)
    for first in range(0, len(listed), AT_ONCE):
        for kept, *row in store.look_once(_looking(listed[first : first + AT_ONCE], at)):
            found[hashes[bytes(kept)]] = visitor(*row)
    return found


def hashed(tokens: Iterable[str]) -> dict[bytes, str]:
    """Tokens by what is kept of them; what cannot be one is left out."""
    return {_hash(token): token for token in tokens if _could_be(token)}


def holder(actor: Actor, token: str) -> Holder:
    """By what somebody is in."""
    return Holder(_hash(token), actor.name, actor.role)


def visitor(name: str, role: Role, kind: Kind, expires: int) -> Visitor:
    return Visitor(name, role, kind == "bot", kind=kind, expires=expires)


def networks(store: Store, accounts: Iterable[str]) -> dict[str, str]:
    """The networks from which accounts opened their sessions, as far as known."""
    rows = store.look_once(lambda connection: connection.execute(_NETWORKS, {"those": list(accounts)}).all())
    return {account: network for account, network in rows if network is not None}


def end_session(store: Store, token: str) -> None:
    """Log out. A token that is none ends nothing."""
    if _could_be(token):
        store.change(lambda connection: connection.execute(_END, {"hash": _hash(token)}))


def sweep(store: Store, at: int) -> int:
    """Forget expired sessions, and log-ins that count no more. Returns the number of these sessions."""

    def forget(connection: Connection) -> int:
        log_ins.sweep(connection, at)
        return connection.execute(_SWEEP, {"now": at}).rowcount

    return store.change(forget)


def end_all_of(connection: Connection, account: str) -> None:
    """Log an account out wherever it is in, within a transaction, together with what is the reason for it."""
    connection.execute(_END_ALL, {"of": account})


def _open(connection: Connection, account: str, at: int, token: str, network: str | None) -> None:
    found = read(connection, account, keep=True)  # of two who come at once, the second ends the first
    if found is None or found.locked:
        raise Refusal("the account is locked: ask the house")
    end_all_of(connection, account)
    row = {"token": _hash(token), "account": account, "made": at, "expires": at + LASTS[found.kind]}
    connection.execute(sessions.insert(), row | {"network": network})
    if network is not None and found.kind == "person":  # the others have no password by which to log in
        log_ins.remember(connection, account, network, at)


def _looking(hashes: list[bytes], at: int) -> Callable[[Connection], Sequence[Any]]:
    def look(connection: Connection) -> Sequence[Any]:
        if connection.dialect.name == "sqlite":
            return connection.execute(_HOLDERS, {"of": hashes, "now": at}).all()
        return Driver(connection).rows(_ANY_OF, {"of": hashes, "now": at})

    return look


def _could_be(token: str) -> bool:
    return len(token) == _LETTERS and token.isascii()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


_ALL = (
    select(sessions.c.token, accounts.c.name, accounts.c.role, accounts.c.kind, sessions.c.expires)
    .select_from(HELD)
    .where(*lasts(bindparam("now")))
)
_HOLDERS = _ALL.where(sessions.c.token.in_(bindparam("of", expanding=True)))
ANY_OF = _ALL.where(sessions.c.token == any_(bindparam("of", type_=ARRAY(LargeBinary))))  # PostgreSQL's
_ANY_OF = Written(ANY_OF)
_HOLDER = Written(_ALL.where(sessions.c.token == bindparam("of")))
_NETWORKS = select(sessions.c.account, sessions.c.network).where(
    sessions.c.account.in_(bindparam("those", expanding=True))
)
_END = sessions.delete().where(sessions.c.token == bindparam("hash"))
_END_ALL = sessions.delete().where(sessions.c.account == bindparam("of"))
_SWEEP = sessions.delete().where(sessions.c.expires <= bindparam("now"))
