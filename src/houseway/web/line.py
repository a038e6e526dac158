"""The line to one client: uvicorn's WebSocket, over which the house says texts as the bytes that they are.

ASGI sends one text at a time, decoded, and the server encodes it again and writes it by itself. What the house tells
goes past that, as much at once as waits; all the rest, from the handshake to the closing, is uvicorn's. What a client
sends is read a part at a time, and not while something that he has said waits: a thousand small frames that come
together keep nobody else waiting.
"""

import struct
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

TEXT = 0x81  # a text's first byte, where it is one frame, and not compressed
SHORT, LONG = 126, 2**16  # lengths from which on two bytes more say it, and eight
PART = 2048  # bytes that are read at once
LINE = "line"  # under which the state of a handshake's scope holds it


class Line(WebSocketsSansIOProtocol):
    """One client's WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._on_taking: Callable[[], None] | None = None
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        if not self._unread and len(data) <= PART:
            super().data_received(data)
            return
        self._unread += data
        self._read_on()

    async def receive(self) -> Any:
        """What comes next; nothing more is taken from the network while some of it is unread."""
        self._read_on()
        message = await self.queue.get()
        self._resume_reading()
        return message

    @property
    def takes(self) -> bool:
        """Does the client take what he is told, so that more may be said?"""
        return self.writable.is_set()

    def say(self, texts: Iterable[bytes]) -> bool:
        """Send texts of JSON with one write; False where the client is gone, or has said goodbye."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(text), text)]))
        return True

    async def hear(self) -> str | bytes | None:
        """What the client says next, text or not; None where he is gone."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return None
        said: str | bytes | None = message.get("text")
        return said if said is not None else message.get("bytes")

    def when_taking(self, work: Callable[[], None]) -> None:
        """What to do whenever the client takes more again."""
        self._on_taking = work

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # or it was refused already, and nobody is asked about it
            self.scope["state"][LINE] = self

    def resume_writing(self) -> None:
        super().resume_writing()
        self._takes_more()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._takes_more()  # who is gone is found to be when something is said to him

    def _read_on(self) -> None:
        """Of what has come as much as says something; the rest when that was heard, or when nobody hears any more."""
        while self._unread and (self.queue.empty() or self.close_sent) and not self.transport.is_closing():
            part, self._unread = self._unread[:PART], self._unread[PART:]
            super().data_received(part)
        self._resume_reading()

    def _resume_reading(self) -> None:
        if self.read_paused and self.queue.empty() and not self._unread:
            self.read_paused = False
            self.transport.resume_reading()

    def _takes_more(self) -> None:
        if self._on_taking is not None:
            self._on_taking()


def _head(text: bytes) -> bytes:
    """What stands before a text of a server, which masks nothing (RFC 6455, 5.2)."""
    if len(text) < SHORT:
        return struct.pack("!BB", TEXT, len(text))
    if len(text) < LONG:
        return struct.pack("!BBH", TEXT, 126, len(text))
    return struct.pack("!BBQ", TEXT, 127, len(text))
