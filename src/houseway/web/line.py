"""The line to one client: uvicorn's WebSocket, over which the house says texts as the bytes that they are.

ASGI sends one text at a time, decoded, and the server encodes it again and writes it by itself. What the house tells
goes past that, as much at once as waits; all the rest, from the handshake to the closing, is uvicorn's.
"""

import struct
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

TEXT = 0x81  # a text's first byte, where it is one frame, and not compressed
SHORT, LONG = 126, 2**16  # lengths from which on two bytes more say it, and eight
LINE = "line"  # under which the state of a handshake's scope holds it


class Line(WebSocketsSansIOProtocol):
    """One client's WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._on_taking: Callable[[], None] | None = None

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
        text = message.get("text")
        return text if text is not None else message.get("bytes")

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
