"""Connections that have not asked yet: how many come from one address, and how long they may take to ask.

A connection that is not being answered waits. One that waits too long, or has sent more than the headers of a request
can be, is cut off; so is the one that waits longest when too many wait. One that becomes a WebSocket is no longer
counted here: those have limits of their own. What cannot be read, as a request or as a handshake, is answered here,
with what every answer says to browsers.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.http11 import Response

from houseway.web.browsers import HEADERS, NO_STORE
from houseway.web.faults import Fault
from houseway.web.limits import Limits, network
from houseway.web.line import Line
from houseway.web.metrics import Metrics
from houseway.web.replies import problem

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Protocol

Why = Literal["address", "crowd", "handshake", "late", "long"]

NO_REQUEST = "that cannot be read: send a request of HTTP/1.1"
NO_HANDSHAKE = "that is no handshake of a WebSocket: send one with few and short headers, and without a body"


def guard_connections(config: uvicorn.Config, limits: Limits, metrics: Metrics) -> None:
    """Whoever connects has limits. Who hands on others, and is believed whom, is not held to those of one address.

    Whatever is answered, by the server itself, too, says to browsers what every answer does.
    """
    believed = ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts  # type: ignore[arg-type]
    config.http = partial(Caller, Porch(limits, metrics, believed.__contains__))  # type: ignore[assignment]
    config.ws = GuardedLine
    config.headers = list(HEADERS.items())


class Porch:
    """Where the connections of a process wait."""

    def __init__(self, limits: Limits, metrics: Metrics, believed: Callable[[str], bool]) -> None:
        self._limits = limits
        self._metrics = metrics
        self._believed = believed
        self._of_address: Counter[str] = Counter()
        self._waiting: dict[Caller, asyncio.TimerHandle] = {}  # who waits longest comes first

    def come(self, caller: "Caller") -> None:
        address = caller.client[0] if caller.client else None
        if address is not None and not self._believed(address):
            caller.place = network(address)
            self._of_address[caller.place] += 1
            if self._of_address[caller.place] > self._limits.connections_of_address:
                self._cut(caller, "address")
                return
        self.wait(caller, 0)

    def wait(self, caller: "Caller", more: int) -> None:
        """Somebody is not being answered; `more` bytes of what he asks have come."""
        if caller.transport.is_closing():
            return
        caller.heard += more
        if caller.heard > self._limits.headers:
            self._cut(caller, "long")
        elif caller not in self._waiting:
            self._waiting[caller] = caller.loop.call_later(self._limits.patience, self._cut, caller, "late")
            if len(self._waiting) > self._limits.waiting:
                self._cut(next(iter(self._waiting)), "crowd")

    def attend(self, caller: "Caller") -> None:
        """Somebody has asked: however long the answer takes, it is not he who is late."""
        caller.heard = 0
        if (late := self._waiting.pop(caller, None)) is not None:
            late.cancel()

    def leave(self, caller: "Caller") -> None:
        """Somebody is gone, or speaks over a WebSocket from now on."""
        self.attend(caller)
        if caller.place is not None:
            self._of_address[caller.place] -= 1
            if not self._of_address[caller.place]:
                del self._of_address[caller.place]
            caller.place = None

    def refuse(self, caller: "Caller") -> None:
        """Somebody wanted to speak over a WebSocket, and what he said is no handshake."""
        caller.transport.write(_bad_request(NO_HANDSHAKE))
        self._cut(caller, "handshake")

    def _cut(self, caller: "Caller", why: Why) -> None:
        self.attend(caller)
        self._metrics.cut.labels(why).inc()
        caller.transport.close()


class Caller(Protocol):
    """One connection: uvicorn's, which tells the porch whether it waits."""

    def __init__(self, porch: Porch, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self.place: str | None = None  # as which address it is counted
        self.heard = 0  # bytes of a request that is not complete
        self._porch = porch

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._porch.come(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        spoken: Any = self.transport.get_protocol()
        if spoken is self:
            self._waits_or_not(len(data))
            return
        self._porch.leave(self)
        if not spoken.handshake_initiated:  # it has all of the request: what it cannot read it would keep for ever
            self._porch.refuse(self)

    def send_400_response(self, msg: str) -> None:
        """What came is no request: the house is not asked."""
        self.transport.write(_bad_request(NO_REQUEST))
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._waits_or_not(0)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._porch.leave(self)

    def _waits_or_not(self, more: int) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._porch.wait(self, more)
        else:
            self._porch.attend(self)


class GuardedLine(Line):
    """A client's WebSocket: who is refused it, by whomever, is told what every answer says to browsers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        send = self.conn.send_response

        def say_more(response: Response) -> None:
            for name, value in (*HEADERS.items(), NO_STORE):
                response.headers.setdefault(name, value)
            send(response)

        self.conn.send_response = say_more  # type: ignore[method-assign]


def _bad_request(why: str) -> bytes:
    """An answer, whole, to what could not be read."""
    made = problem(Fault("bad request", why))
    said = {**HEADERS, **dict([NO_STORE]), **made.headers, "connection": "close"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"HTTP/1.1 400 Bad Request\r\n{lines}\r\n".encode() + bytes(made.body)
