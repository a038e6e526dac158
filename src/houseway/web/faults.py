"""What is answered where something is not done: one shape over HTTP and WebSocket, and a status for each code."""

from typing import Literal

from msgspec import Struct

from houseway.house.accounts import OneTime
from houseway.house.authorising import Forbidden
from houseway.house.carrying import Busy, Failed
from houseway.house.faults import Lost, Stopped
from houseway.house.log_ins import TooSoon
from houseway.house.running import NotFound
from houseway.refusal import Refusal

Code = Literal["refused", "forbidden", "unauthorised", "new password", "not found", "too many", "bad request", "failed"]

STATUS: dict[Code, int] = {
    "bad request": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "new password": 403,  # the one that was given is for one time
    "not found": 404,
    "refused": 409,
    "too many": 429,
    "failed": 500,
}


class Problem(Struct, frozen=True):
    """Why something was not done, in one line, with the clause that says so where there is one."""

    why: str
    clause: str | None
    code: Code


class Fault(Exception):  # noqa: N818  (what it is called in the answer is a problem)
    """Something is not done; whoever asked is told why."""

    def __init__(self, code: Code, why: str, clause: str | None = None, status: int | None = None) -> None:
        super().__init__(why)
        self.problem = Problem(why, clause, code)
        self.status = status or STATUS[code]
        self.headers: dict[str, str] = {}


def unauthorised() -> Fault:
    """Nobody is logged in, or no longer."""
    fault = Fault("unauthorised", "log in, or play as a guest")
    fault.headers["www-authenticate"] = "Bearer"
    return fault


def too_many(seconds: int, why: str | None = None) -> Fault:
    """Somebody asks too often."""
    fault = Fault("too many", why or f"that is too often: wait {seconds} s")
    fault.headers["retry-after"] = str(seconds)
    return fault


def fault_of(wrong: Exception) -> Fault:
    """What is told of anything that went wrong. Of an error of the program nothing is told but that it was one."""
    if isinstance(wrong, Fault):
        return wrong
    if isinstance(wrong, TooSoon):
        return too_many(wrong.seconds, wrong.message)
    if isinstance(wrong, OneTime):
        return Fault("new password", wrong.message)
    if isinstance(wrong, Forbidden):
        return Fault("forbidden", wrong.message)
    if isinstance(wrong, NotFound):
        return Fault("not found", wrong.message)
    if isinstance(wrong, Busy):
        return Fault("failed", wrong.message, status=503)
    if isinstance(wrong, Failed):
        return Fault("failed", wrong.message)
    if isinstance(wrong, Refusal):
        return Fault("refused", wrong.message, wrong.clause)
    if isinstance(wrong, Lost):
        return Fault("failed", "the database gave no answer: ask again, a command by the same id", status=503)
    if isinstance(wrong, Stopped):
        return Fault("failed", "the house is closing: ask again with the same id when it is back", status=503)
    return Fault("failed", "the house made an error: ask again by the same id, which tells whether it was carried out")
