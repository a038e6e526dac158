"""What waits to be sent to one client. Any thread may put something in; who reads too slowly is given up."""

import asyncio
import threading
from collections import deque

from houseway.web.calls import Calls


class Outbox:
    """A bounded queue of frames, in the order in which they were put in."""

    def __init__(self, calls: Calls, frames: int, bytes_: int) -> None:
        self._calls = calls
        self._frames = frames
        self._bytes = bytes_
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._some = asyncio.Event()
        self._lock = threading.Lock()
        self._closed = False
        self.overflown = asyncio.Event()

    def put(self, frame: bytes) -> None:
        """Put a frame in; it never blocks. Where there are too many, no more are taken: the client has to come again.

        A frame is taken however large it is where none waits, so that everybody can be told the whole of any table.
        """
        with self._lock:
            if self._closed:
                return
            full = len(self._waiting) >= self._frames or self._size + len(frame) > self._bytes
            if full and self._waiting:
                self._closed = True
                self._waiting.clear()
                tell = self.overflown.set
            else:
                self._waiting.append(frame)
                self._size += len(frame)
                if len(self._waiting) > 1:
                    return  # whoever put the first in has rung
                tell = self._some.set
        self._calls.soon(tell)

    async def take(self) -> bytes:
        """The next frame, as soon as there is one."""
        while True:
            with self._lock:
                if self._waiting:
                    frame = self._waiting.popleft()
                    self._size -= len(frame)
                    return frame
                self._some.clear()
            await self._some.wait()

    @property
    def empty(self) -> bool:
        return not self._waiting

    def close(self) -> None:
        """Nothing more is taken."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
