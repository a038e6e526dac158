"""Connections that have not asked yet: how many come from one address, and how long they may take to ask.

A connection that is not being answered waits. One that waits too long, or has sent more than the headers of a request
can be, is cut off; so is the one that waits longest when too many wait, and one that asks again and again before it was
answered. One that becomes a WebSocket is no longer counted here: those have limits of their own, for what is said and
for the frames beside it (pings, pongs, parts of a text). What cannot be read, as a request or as a handshake, is
answered here, with what every answer says to browsers.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.frames import Frame
from websockets.http11 import Response

from houseway.web.browsers import HEADERS, NO_STORE
from houseway.web.faults import Fault
from houseway.web.limits import Bucket, Limits, clock, network
from houseway.web.line import Line
from houseway.web.metrics import Metrics
from houseway.web.replies import problem

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Protocol

Why = Literal["address", "ahead", "crowd", "frames", "handshake", "late", "long"]

PART = 4096  # bytes of requests that are read at once
AHEAD = 16  # requests that somebody may send before the first of them is answered
TOO_MANY_FRAMES = "too many frames beside what you say"
POLICY = 1008

NO_REQUEST = "that cannot be read: send a request of HTTP/1.1"
NO_HANDSHAKE = "that is no handshake of a WebSocket: send one with few and short headers, and without a body"


def guard_connections(config: uvicorn.Config, limits: Limits, metrics: Metrics) -> None:
    """Whoever connects has limits. Who hands on others, and is believed whom, is not held to those of one address.

    Whatever is answered, by the server itself, too, says to browsers what every answer does.
    """
    believed = ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts  # type: ignore[arg-type]
    config.http = partial(Caller, Porch(limits, metrics, believed.__contains__))  # type: ignore[assignment]
    config.ws = partial(GuardedLine, limits, metrics)  # type: ignore[assignment]
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
                self.cut(caller, "address")
                return
        self.wait(caller, 0)

    def wait(self, caller: "Caller", more: int) -> None:
        """Somebody is not being answered; `more` bytes of what he asks have come."""
        if caller.transport.is_closing():
            return
        caller.heard += more
        if caller.heard > self._limits.headers:
            self.cut(caller, "long")
        elif caller not in self._waiting:
            self._waiting[caller] = caller.loop.call_later(self._limits.patience, self.cut, caller, "late")
            if len(self._waiting) > self._limits.waiting:
                self.cut(next(iter(self._waiting)), "crowd")

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
        self.cut(caller, "handshake")

    def cut(self, caller: "Caller", why: Why) -> None:
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
        spoken: Any = self
        for begin in range(0, len(data), PART):
            super().data_received(data[begin : begin + PART])
            spoken = self.transport.get_protocol()
            if len(getattr(self, "pipeline", ())) > AHEAD:  # h11 has none: it reads one request at a time
                self._porch.cut(self, "ahead")
            if spoken is not self or self.transport.is_closing():
                break
        if spoken is self:
            self._waits_or_not(len(data))
            return
        self._porch.leave(self)
        if not spoken.handshake_initiated:  # it has all of the request: what it cannot read it would keep for ever
            self._porch.refuse(self)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Not while something is answered: the answer would come into the middle of what is said there."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._porch.refuse(self)
        else:
            super().handle_websocket_upgrade(*event)

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
    """A client's WebSocket: who is refused it, by whomever, is told what every answer says to browsers.

    Frames that say nothing to the house are bounded here: what is said waits for its turn, these are not waited for.
    """

    def __init__(self, limits: Limits, metrics: Metrics, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._metrics = metrics
        self._beside = Bucket(limits.beside, clock()) if limits.beside is not None else None
        send = self.conn.send_response

        def say_more(response: Response) -> None:
            for name, value in (*HEADERS.items(), NO_STORE):
                response.headers.setdefault(name, value)
            send(response)

        self.conn.send_response = say_more  # type: ignore[method-assign]

    def handle_ping(self) -> None:
        if not self._bears_one_more():
            return
        if self.takes:
            super().handle_ping()
        else:  # who takes nothing is not answered either
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        if self._bears_one_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._bears_one_more():
            super().handle_cont(event)

    def _bears_one_more(self) -> bool:
        """May one more frame come? Where it may not, the connection is closed."""
        if self.transport.is_closing():
            return False
        if self._beside is None or not self._beside.take(clock()):
            return True
        self._metrics.cut.labels("frames").inc()
        self.conn.fail(POLICY, TOO_MANY_FRAMES)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False


def _bad_request(why: str) -> bytes:
    """An answer, whole, to what could not be read."""
    made = problem(Fault("bad request", why))
    said = {**HEADERS, **dict([NO_STORE]), **made.headers, "connection": "close"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"HTTP/1.1 400 Bad Request\r\n{lines}\r\n".encode() + bytes(made.body)
