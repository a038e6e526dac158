"""The carrier: one thread that carries out what everybody asks of the tables, as much at once as has come meanwhile.

So a commit serves many, and nobody waits for a thread of his own. What cannot be carried out at once, because somebody
holds the table, it has to be made from its record, or bots of the house think at it, is done by another thread: the
others do not wait for it.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from queue import Empty, SimpleQueue

from msgspec import Struct

from houseway.house.carrying import Errand, Outcome
from houseway.house.noticing import Noticed, where
from houseway.house.running import House
from houseway.web.faults import Fault
from houseway.web.visitors import Presence, gone

TOGETHER = 256  # as many are carried out together at most
ENDED = "your session has ended: log in again"


class Ended(Fault):
    """Whoever is connected is not, any longer, who he was when he came in."""


class _Asked(Struct, frozen=True, eq=False):
    """An errand, by whom it is asked, and whom to tell what came of it."""

    errand: Errand
    presence: Presence | None
    tell: Callable[[Outcome], None]


class Carrier:
    """The thread, and what waits for it."""

    def __init__(self, house: House, others: Executor) -> None:
        self._house = house
        self._others = others
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="carrier", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """What was asked is carried out; nothing is asked any more."""
        self._asked.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, errand: Errand, tell: Callable[[Outcome], None], presence: Presence | None = None) -> None:
        """Have a command carried out; any thread may ask, and is told in another."""
        self._asked.put(_Asked(errand, presence, tell))

    def _run(self) -> None:
        while batch := self._waiting():
            self._carry(batch)

    def _waiting(self) -> list[_Asked]:
        """All who wait, at least one; nobody where the end has come."""
        batch: list[_Asked] = []
        with suppress(Empty):
            while len(batch) < TOGETHER and (asked := self._asked.get(block=not batch)) is not None:
                batch.append(asked)
            if batch and len(batch) < TOGETHER:
                self._asked.put(None)  # the end was seen, and these come before it
        return batch

    def _carry(self, batch: Sequence[_Asked]) -> None:
        there = batch
        try:
            absent = gone(self._house, [asked.presence for asked in batch if asked.presence is not None])
            there = [asked for asked in batch if asked.presence not in absent]
            for asked in batch:
                if asked.presence in absent:
                    self._tell(asked, Ended("unauthorised", ENDED))
            came = self._house.carry_out([asked.errand for asked in there], wait=False)
        except BaseException as wrong:
            for asked in there:
                self._tell(asked, _failure(wrong))
            if not isinstance(wrong, Exception):
                raise
            return
        for asked, outcome in zip(there, came, strict=True):
            if outcome is not None:
                self._tell(asked, outcome)
            else:
                self._others.submit(self._wait_for, asked)

    def _wait_for(self, asked: _Asked) -> None:
        try:
            (outcome,) = self._house.carry_out([asked.errand])
        except BaseException as wrong:
            asked.tell(_failure(wrong))
            raise
        assert outcome is not None, "who waits is answered"
        asked.tell(outcome)

    def _tell(self, asked: _Asked, outcome: Outcome) -> None:
        """Whoever cannot be told, the thread goes on: all the others wait for it."""
        try:
            asked.tell(outcome)
        except Exception as wrong:
            self._house.notice(Noticed("failed", asked.errand.table, why=where(wrong)))


def _failure(wrong: BaseException) -> Exception:
    return wrong if isinstance(wrong, Exception) else RuntimeError("the house ends")
