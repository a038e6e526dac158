"""The carrier: one thread that carries out what everybody asks of the tables, at as many at once as have something.

So a commit serves many, and nobody waits for a thread of his own. However much is asked at one table, it is one command
at a time there, in its order, and the other tables do not wait for the rest. What cannot be carried out at once,
because somebody holds the table, it has to be made from its record, or bots of the house think at it, is done by
another thread.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from queue import Empty, SimpleQueue

from msgspec import Struct

from houseway.house.carrying import Errand, Outcome
from houseway.house.noticing import Noticed, where
from houseway.house.running import House
from houseway.web.faults import Fault
from houseway.web.visitors import Presence, gone

TOGETHER = 256  # tables at which something is carried out together, at most
ENDED = "your session has ended: log in again"


class Ended(Fault):
    """Whoever is connected is not, any longer, who he was when he came in."""


class _Asked(Struct, frozen=True, eq=False):
    """An errand, by whom it is asked, and whom to tell what came of it."""

    errand: Errand
    presence: Presence | None
    tell: Callable[[Outcome], None]


class Carrier:
    """The thread, and what waits for it. At each table who asked first is carried out first."""

    def __init__(self, house: House, others: Executor) -> None:
        self._house = house
        self._others = others
        self._came: SimpleQueue[_Asked | str | None] = SimpleQueue()  # a table's name: nobody waits for it any more
        self._asked: dict[str, deque[_Asked]] = {}  # of each table; it is the thread's own, as all that follows
        self._waited_for: dict[str, Future[None]] = {}  # tables for which another thread waits
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="carrier", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """What was asked is carried out; nothing is asked any more."""
        self._came.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, errand: Errand, tell: Callable[[Outcome], None], presence: Presence | None = None) -> None:
        """Have a command carried out; any thread may ask, and is told in another."""
        self._came.put(_Asked(errand, presence, tell))

    def _run(self) -> None:
        while self._gather():
            tables = [table for table in self._asked if table not in self._waited_for]
            self._carry([self._first(table) for table in tables[:TOGETHER]])
        for table, rest in self._asked.items():
            self._others.submit(self._after, self._waited_for[table], rest)

    def _gather(self) -> bool:
        """Sort what has come, and wait for it where nothing can be done; False: the end has come."""
        while all(table in self._waited_for for table in self._asked):
            if self._ended:
                return False
            self._sort(self._came.get())
        with suppress(Empty):
            while True:
                self._sort(self._came.get(block=False))
        return True

    def _sort(self, came: _Asked | str | None) -> None:
        if isinstance(came, _Asked):
            self._asked.setdefault(came.errand.table, deque()).append(came)
        elif came is not None:
            del self._waited_for[came]
        else:
            self._ended = True

    def _first(self, table: str) -> _Asked:
        """Who asked first at a table; who asked there after him comes behind all others."""
        queue = self._asked.pop(table)
        asked = queue.popleft()
        if queue:
            self._asked[table] = queue
        return asked

    def _carry(self, batch: Sequence[_Asked], waits: bool = False) -> None:
        there = batch
        try:
            absent = gone(self._house, [asked.presence for asked in batch if asked.presence is not None])
            there = [asked for asked in batch if asked.presence not in absent]
            for asked in batch:
                if asked.presence in absent:
                    self._tell(asked, Ended("unauthorised", ENDED))
            came = self._house.carry_out([asked.errand for asked in there], waits)
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
                self._waited_for[asked.errand.table] = self._others.submit(self._wait_for, asked)

    def _wait_for(self, asked: _Asked) -> None:
        try:
            self._carry([asked], waits=True)
        finally:
            self._came.put(asked.errand.table)

    def _after(self, before: "Future[None]", rest: Iterable[_Asked]) -> None:
        """Carry out what was asked at a table when whoever waits for it has had it."""
        wait([before])
        for asked in rest:
            self._carry([asked], waits=True)

    def _tell(self, asked: _Asked, outcome: Outcome) -> None:
        """Whoever cannot be told, the thread goes on: all the others wait for it."""
        try:
            asked.tell(outcome)
        except Exception as wrong:
            self._house.notice(Noticed("failed", asked.errand.table, why=where(wrong)))


def _failure(wrong: BaseException) -> Exception:
    return wrong if isinstance(wrong, Exception) else RuntimeError("the house ends")
