"""What waits to be sent to one client. Any thread may put something in; who reads too slowly is given up."""

import threading
from collections import deque
from collections.abc import Callable

from houseway.web.calls import Calls

AT_ONCE = 64 * 1024  # bytes after which no more are taken together


class Outbox:
    """A bounded queue of frames, in the order in which they were put in.

    In the loop it is rung that something waits, and told when there was too much.
    """

    def __init__(
        self, calls: Calls, frames: int, bytes_: int, ring: Callable[[], None], overflow: Callable[[], None]
    ) -> None:
        self._calls = calls
        self._frames = frames
        self._bytes = bytes_
        self._ring = ring
        self._overflow = overflow
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._lock = threading.Lock()
        self._closed = False

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
                tell = self._overflow
            else:
                self._waiting.append(frame)
                self._size += len(frame)
                if len(self._waiting) > 1:
                    return  # whoever put the first in has rung
                tell = self._ring
        self._calls.at_last(tell)

    def take(self) -> list[bytes]:
        """What waits, or the first of it where that is much."""
        taken: list[bytes] = []
        with self._lock:
            size = 0
            while self._waiting and size < AT_ONCE:
                taken.append(self._waiting.popleft())
                size += len(taken[-1])
            self._size -= size
        return taken

    @property
    def empty(self) -> bool:
        return not self._waiting

    def close(self) -> None:
        """Nothing more is taken."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
