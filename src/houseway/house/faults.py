"""What can go wrong under the store, and the hook by which a simulation makes it go wrong.

The hook is called at named points of a commit. Where it raises `Crash` the store is dead, as after a kill of the
process; where it raises anything else the database failed at that point, and the store lives on.
"""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Literal

Point = Literal["before commit", "after commit"]
Faults = Callable[[Point], None]


class Crash(Exception):  # noqa: N818  (what happens)
    """The process dies here."""


class Lost(Exception):  # noqa: N818  (what happened to the answer)
    """The database gave no answer. Whether the entry is stored is not known: ask again with the same command id."""


class Stopped(Exception):  # noqa: N818  (what the store is)
    """The store is closed, or died. Who was told so by `append` asks the next one with the same command id."""


class Door:
    """Who is inside is waited for when it is closed; who comes later is told that it is."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed: str | None = None
        self._change = threading.Condition()

    def __enter__(self) -> None:
        with self._change:
            if self._closed is not None:
                raise Stopped(self._closed)
            self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._change:
            self._inside -= 1
            self._change.notify_all()

    def close(self, reason: str = "the store is closed") -> None:
        """Let nobody in any more."""
        with self._change:
            self._closed = self._closed or reason

    def wait(self) -> None:
        """Until nobody is inside."""
        with self._change:
            self._change.wait_for(lambda: not self._inside)


def no_faults(point: Point) -> None:
    """All is well."""
