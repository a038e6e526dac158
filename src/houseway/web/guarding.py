"""What stands before every request: who may come from where, and how often.

Whatever goes wrong behind it is answered as a problem and logged without its words.
"""

import logging
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from houseway.web import logs
from houseway.web.browsers import NO_STORE
from houseway.web.faults import Fault, fault_of, too_many
from houseway.web.limits import Buckets, Limits, is_loopback, network
from houseway.web.metrics import Metrics
from houseway.web.replies import problem
from houseway.web.strict import printable

SAFE = ("GET", "HEAD", "OPTIONS")
TLS = ("https", "wss")
PROXIED = re.compile(r"forwarded|x-forwarded-.*|x-real-ip|via")  # headers that a proxy adds


class Guard:
    """The outermost of all: nothing is asked but through it."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics, clock: Callable[[], int]) -> None:
        self._app = app
        self._metrics = metrics
        self._requests = Buckets(limits.requests, limits.keys, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._handshake(scope, receive, send)
            return
        begun, status = time.perf_counter_ns(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _stored_nowhere(message)
            await send(message)

        try:
            self._not_too_often(scope)
            check_path(scope)
            check_host(scope)
            check_origin(scope)
            await self._app(scope, receive, answer)
        except Exception as wrong:
            if not isinstance(wrong, Fault):
                logs.error("request failed", wrong)
                self._metrics.errors.labels(type(wrong).__name__).inc()
            if not status:
                await problem(fault_of(wrong))(scope, receive, answer)
        finally:
            self._tell(scope, status, time.perf_counter_ns() - begun)

    async def _handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket is asked for no more often than anything else."""
        try:
            self._not_too_often(scope)
            check_path(scope)
            check_host(scope)
        except Fault as fault:
            self._metrics.refusals.labels(fault.problem.code).inc()
            logs.say(logging.INFO, "handshake refused", code=fault.problem.code, address=address(scope))
            await WebSocket(scope, receive, send).send_denial_response(problem(fault))
        else:
            await self._app(scope, receive, send)

    def _not_too_often(self, scope: Scope) -> None:
        if wait := self._requests.take(network(address(scope))):
            raise too_many(-(-wait // 1000))

    def _tell(self, scope: Scope, status: int, nanoseconds: int) -> None:
        route = scope.get("state", {}).get("route", "none")
        self._metrics.requests.labels(scope["method"] if route != "none" else "any", route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(nanoseconds / 10**9)
        logs.say(
            logging.INFO,
            "request",
            method=printable(scope["method"]),
            path=printable(scope["path"]),
            status=status,
            ms=nanoseconds // 10**6,
            actor=scope.get("state", {}).get("actor"),
            address=address(scope),
        )


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def is_local(scope: Scope) -> bool:
    """Does the request come from the machine itself? One through a proxy there does not, trusted or not."""
    return is_loopback(address(scope)) and not any(PROXIED.fullmatch(name) for name in Headers(scope=scope))


def from_this_machine(scope: Scope) -> bool:
    """Does the request come from the machine itself, and name it as localhost or by a loopback address?"""
    try:
        named = urlsplit(f"//{Headers(scope=scope).get('host', '')}").hostname
    except ValueError:
        return False
    return is_local(scope) and named is not None and (named == "localhost" or is_loopback(named))


def check_path(scope: Scope) -> None:
    """A path of ours is one line: a route would take the one with a line end behind it for the one without."""
    if "\n" in scope["path"]:
        raise Fault("not found", "leave the line end out of the path")


def check_host(scope: Scope) -> None:
    """A request names one host (RFC 9112, 3.2): by two of them it could be of another site after all."""
    named = sum(name == b"host" for name, _ in scope["headers"])
    if named > 1 or (not named and scope.get("http_version") != "1.0"):
        raise Fault("bad request", "send the Host header, and once")


def check_origin(scope: Scope) -> None:
    """A page of another site changes nothing here, whoever's browser it runs in."""
    if scope["method"] in SAFE:
        return
    headers = Headers(scope=scope)
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None:
        if not same_origin(scope):
            raise _elsewhere(origin)
    elif site is not None:
        if site not in ("same-origin", "none"):
            raise _elsewhere(site)
    elif "cookie" in headers and "authorization" not in headers:
        raise Fault("forbidden", "a request with a cookie says its Origin; a program sends Authorization: Bearer TOKEN")


def _elsewhere(whence: str) -> Fault:
    """Behind a proxy that hides what it was asked our own page seems to be another's."""
    told = f"the request comes from a page of another site ({printable(whence)}): open the house's own page"
    return Fault("forbidden", f"{told}; behind a proxy, have it hand on Host and X-Forwarded-Proto")


def same_origin(scope: Scope) -> bool:
    """Is the page that asks one of ours: of the same host and port, and over TLS where we are?"""
    headers = Headers(scope=scope)
    try:
        origin = urlsplit(headers.get("origin", ""))
        usual = {"http": 80, "https": 443}[origin.scheme]
        host = urlsplit(f"//{headers.get('host', '')}")
        ours = host.hostname is not None and (origin.hostname, origin.port or usual) == (
            host.hostname,
            host.port or usual,
        )
    except (KeyError, ValueError):
        return False
    safe = origin.scheme == "https" or scope["scheme"] not in TLS
    return ours and safe and not origin.username and origin.path in ("", "/")


def _stored_nowhere(start: Message) -> None:
    """An answer is for who asked, unless it says otherwise itself."""
    MutableHeaders(scope=start).setdefault(*NO_STORE)
