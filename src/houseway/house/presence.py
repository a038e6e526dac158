"""Who is in: by a session that lasts, of an account that the house has not locked, in the role that it has now.

It is looked at where a command is stored, too, in the same transaction: so nobody has to ask the database before.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Join, Select, bindparam, join, literal_column, select

from houseway.house.schema import accounts, sessions

_UNLOCKED = accounts.c.locked == literal_column("0")
HELD: Join = join(sessions, accounts, sessions.c.account == accounts.c.name)


class Holder(NamedTuple):
    """By what somebody is in who asks for something: what is kept of his token, his name, and the role he asks in."""

    token: bytes
    name: str
    role: str


Asking = tuple[Holder, int]  # and when


class Absent(Exception):  # noqa: N818  (what he is)
    """Whoever asks is not in any more, or in another role: nothing was stored."""


def absent(connection: Connection, asking: Sequence[Asking]) -> set[Asking]:
    """Those of them who are not in then."""
    tokens = {"tokens": [holder.token for holder, _ in asking]}
    held = {Holder(bytes(token), *who): expires for token, *who, expires in connection.execute(_HELD, tokens)}
    return {(holder, at) for holder, at in asking if held.get(holder, 0) <= at}


def lasts(now: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    """The conditions on which a session counts."""
    return sessions.c.expires > now, _UNLOCKED


def is_in(given: Sequence[str]) -> Select[Any]:
    """Finds a row where somebody is in, by the database's words for his token, his name, his role, and for now."""
    token, name, role, now = given
    return (
        select(literal_column("1"))
        .select_from(HELD)
        .where(
            sessions.c.token == literal_column(token),
            accounts.c.name == literal_column(name),
            accounts.c.role == literal_column(role),
            *lasts(literal_column(now)),
        )
    )


_HELD = (
    select(sessions.c.token, accounts.c.name, accounts.c.role, sessions.c.expires)
    .select_from(HELD)
    .where(sessions.c.token.in_(bindparam("tokens", expanding=True)), _UNLOCKED)
)
