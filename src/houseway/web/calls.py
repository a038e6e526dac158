"""Calls into the event loop from other threads: as many at once as have gathered, so that it is woken once for all.

Where what is called may have to wait, there is a thread for it instead.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

from houseway.web import logs


class Calls:
    """What other threads want to have done in a loop, in the order in which they said so."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._waiting: deque[Callable[[], object]] = deque()
        self._last: deque[Callable[[], object]] = deque()
        self._told = False
        self._thread: int | None = None  # the loop's, as soon as it has done something

    def soon(self, work: Callable[[], object]) -> None:
        """Have something done; any thread may say so."""
        self._waiting.append(work)
        self._wake()

    def at_last(self, work: Callable[[], object]) -> None:
        """Have something done when all that has gathered is."""
        self._last.append(work)
        self._wake()

    def _wake(self) -> None:
        if not self._told:
            self._told = True
            with suppress(RuntimeError):  # the loop is closed: nobody is there to do it
                if threading.get_ident() == self._thread:  # it need not be woken
                    self.loop.call_soon(self._do)
                else:
                    self.loop.call_soon_threadsafe(self._do)

    def _do(self) -> None:
        self._thread = threading.get_ident()
        while self._waiting or self._last:
            try:
                (self._waiting or self._last).popleft()()
            except Exception as wrong:  # the others wait for theirs
                self.loop.call_exception_handler({"message": "a call into the loop failed", "exception": wrong})
        self._told = False
        if self._waiting or self._last:  # who came just before that believes that the loop was told
            self._wake()


class OwnThread:
    """A thread in which others have something done, in the order in which they said so."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._do, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """What was said is done; nothing more is."""
        self._waiting.put(None)
        self._thread.join()

    def soon(self, work: Callable[[], object]) -> None:
        """Have something done; any thread may say so."""
        self._waiting.put(work)

    def _do(self) -> None:
        while (work := self._waiting.get()) is not None:
            try:
                work()
            except Exception as wrong:  # the others wait for theirs
                logs.error("a call into a thread failed", wrong)
