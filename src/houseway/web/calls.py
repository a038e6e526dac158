"""Calls into the event loop from other threads: as many at once as have gathered, so that it is woken once for all."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress


class Calls:
    """What other threads want to have done in a loop, in the order in which they said so."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._waiting: deque[Callable[[], object]] = deque()
        self._told = False

    def soon(self, work: Callable[[], object]) -> None:
        """Have something done; any thread may say so."""
        self._waiting.append(work)
        if not self._told:
            self._told = True
            with suppress(RuntimeError):  # the loop is closed: nobody is there to do it
                self.loop.call_soon_threadsafe(self._do)

    def _do(self) -> None:
        self._told = False  # before the first is taken: who comes from now on says so again
        while self._waiting:
            try:
                self._waiting.popleft()()
            except Exception as wrong:  # the others wait for theirs
                self.loop.call_exception_handler({"message": "a call into the loop failed", "exception": wrong})
