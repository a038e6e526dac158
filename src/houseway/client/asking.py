"""Requests over HTTP, in a thread, by the standard library alone."""

import asyncio
import http.client
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

import msgspec

from houseway.refusal import Refusal

PATIENCE = 30  # seconds

Method = Literal["GET", "POST", "DELETE"]


class Refused(Refusal):
    """The house does not do it, and says why; `code` is for programs."""

    def __init__(self, why: str, clause: str | None, code: str) -> None:
        super().__init__(why, clause)
        self.code = code


class NotReached(Refusal):
    """There is no house at the address, or it gives no answer."""


class Answer(msgspec.Struct, frozen=True):
    """What the house answers."""

    read: bytes
    kind: str  # as its header says

    def value(self) -> Any:
        """JSON is read; anything else is the text that it is."""
        return msgspec.json.decode(self.read) if "json" in self.kind else self.read.decode()


class _Problem(msgspec.Struct):
    why: str
    clause: str | None
    code: str


def address(url: str) -> SplitResult:
    """Where a house is asked."""
    try:
        there = urlsplit(url)
        if there.scheme in ("http", "https") and there.hostname and there.port != 0:
            return there
    except ValueError:  # a port that is none, half an address of IPv6
        pass
    said = "what stands there" if "@" in url else repr(url)  # a password may be in it
    raise Refusal(f"{said} is no address of a house: write http://127.0.0.1:8888")


def shown(there: SplitResult) -> str:
    """An address without a name or a password that may stand in it."""
    return there._replace(netloc=there.netloc.rpartition("@")[2]).geturl()


async def ask(there: SplitResult, method: Method, path: str, body: Any = None, token: str | None = None) -> Answer:
    """What the house answers; a problem is raised."""
    return await asyncio.to_thread(_ask, there, method, path, body, token)


def _ask(there: SplitResult, method: Method, path: str, body: Any, token: str | None) -> Answer:
    kind = http.client.HTTPSConnection if there.scheme == "https" else http.client.HTTPConnection
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    sent = None
    if body is not None:
        sent, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
    connection = kind(there.hostname or "", there.port, timeout=PATIENCE)
    try:
        connection.request(method, there.path.rstrip("/") + path, sent, headers)
        answer = connection.getresponse()
        read = answer.read()
    except (OSError, http.client.HTTPException) as wrong:
        raise NotReached(f"{shown(there)} gives no answer: {wrong or type(wrong).__name__}") from wrong
    finally:
        connection.close()
    if answer.status >= 400:
        raise _refused(read, answer.status)
    return Answer(read, answer.headers.get_content_type())


def _refused(read: bytes, status: int) -> Refused:
    try:
        problem = msgspec.json.decode(read, type=_Problem)
    except msgspec.MsgspecError:
        return Refused(f"status {status}", None, "failed")
    return Refused(problem.why, problem.clause, problem.code)
