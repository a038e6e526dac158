"""Who asks: the token of a request, from the cookie of a browser or the header of a program, and whose it is."""

from collections.abc import Mapping, Sequence
from http.cookies import SimpleCookie

from msgspec import Struct

from houseway.house import sessions
from houseway.house.looking import Looked
from houseway.house.running import House
from houseway.house.sessions import Visitor

COOKIE = "houseway_session"


class Bound(Struct, frozen=True):
    """A visitor with the token by which he came in."""

    visitor: Visitor
    token: str


def token_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
    """The token that a request shows. A program's header counts before a cookie."""
    said = headers.get("authorization")
    if said is not None:
        scheme, _, token = said.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return cookie_of(cookies)


def cookie_of(cookies: Mapping[str, str]) -> str | None:
    return cookies.get(COOKIE)


def visitor_of(house: House, token: str | None) -> Visitor | None:
    """Who holds a token, in the role that he has now."""
    return sessions.actor_of(house.store, token, house.now()) if token else None


def still_in(house: House, there: Sequence[Bound]) -> set[str]:
    """The tokens that are held as before: by the same account, in the same role."""
    return _held(sessions.holders(house.store, [bound.token for bound in there], house.now()), there)


class Presence:
    """Somebody who came in, and whether he still is who he was: looked at with every command.

    Where nobody else writes, and nothing was written beside the tables' records, the last look holds.
    """

    __slots__ = ("_looked", "bound", "holder", "network")

    def __init__(self, bound: Bound, network: str | None = None) -> None:
        self.bound = bound
        self.network = network  # None: the machine itself
        self.holder = sessions.holder(bound.visitor, bound.token)
        self._looked = -1  # when so much was written

    def is_known(self, house: House) -> bool:
        """Does the last look hold?"""
        fresh = not house.shared and self._looked == house.store.beside
        return fresh and house.now() < self.bound.visitor.expires


def gone(house: House, there: Sequence[Presence]) -> set[Presence]:
    """Those who are not, any longer, who they were when they came in."""
    to_look = [presence for presence in there if not presence.is_known(house)]
    if not to_look:
        return set()
    beside = house.store.beside  # before the look: what is written meanwhile is another look
    still = still_in(house, [presence.bound for presence in to_look])
    absent = {presence for presence in to_look if presence.bound.token not in still}
    for presence in to_look:
        if presence not in absent:  # who is gone is looked at again, however often he asks
            presence._looked = beside
    return absent


def gone_by(looked: Looked, there: Sequence[Presence]) -> set[Presence]:
    """The same by what was looked at with other things."""
    still = _held(looked.holders, [presence.bound for presence in there])
    return {presence for presence in there if presence.bound.token not in still}


def cookie(token: str, seconds: int, secure: bool) -> str:
    """The header that gives a browser its session, or with no time takes it away. No script can read it."""
    made: SimpleCookie = SimpleCookie()
    made[COOKIE] = token
    marks = {"path": "/", "httponly": "yes", "samesite": "Strict", "max-age": str(seconds)}
    made[COOKIE].update(marks | ({"secure": "yes"} if secure else {}))
    return made[COOKIE].OutputString()


def _held(holders: Mapping[str, Visitor], there: Sequence[Bound]) -> set[str]:
    return {bound.token for bound in there if _same(holders.get(bound.token), bound.visitor)}


def _same(now: Visitor | None, then: Visitor) -> bool:
    return now is not None and (now.name, now.role) == (then.name, then.role)
