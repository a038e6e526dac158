"""Who asks: the token of a request, from the cookie of a browser or the header of a program, and whose it is."""

from collections.abc import Mapping, Sequence
from http.cookies import SimpleCookie

from msgspec import Struct

from houseway.house import sessions
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
    now = sessions.holders(house.store, [bound.token for bound in there], house.now())
    return {bound.token for bound in there if _same(now.get(bound.token), bound.visitor)}


def is_still_in(house: House, bound: Bound) -> bool:
    """Is a token held as before, at this moment?"""
    return _same(visitor_of(house, bound.token), bound.visitor)


def cookie(token: str, seconds: int, secure: bool) -> str:
    """The header that gives a browser its session, or with no time takes it away. No script can read it."""
    made: SimpleCookie = SimpleCookie()
    made[COOKIE] = token
    marks = {"path": "/", "httponly": "yes", "samesite": "Strict", "max-age": str(seconds)}
    made[COOKIE].update(marks | ({"secure": "yes"} if secure else {}))
    return made[COOKIE].OutputString()


def _same(now: Visitor | None, then: Visitor) -> bool:
    return now is not None and (now.name, now.role) == (then.name, then.role)
