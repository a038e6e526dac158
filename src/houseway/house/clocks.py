"""The house's clock and its ear: threads that carry out deadlines, and follow what other processes append."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from time import monotonic_ns

from houseway.house.commands import CLOCK
from houseway.house.faults import Stopped
from houseway.house.noticing import Noticed, where
from houseway.house.outings import Errand, Outcome
from houseway.house.running import NEVER, House
from houseway.house.tables import Table
from houseway.house.watching import earlier
from houseway.refusal import Refusal

Ask = Callable[[Errand, Callable[[Outcome], None]], None]
Standing = tuple[int, int | None]  # the version of a table, and when there is something to do at it

LONGEST = 1000  # milliseconds without a look, whatever the deadlines say
LATER = 2_000  # milliseconds after which somebody else's table is looked after, if its own process has not
SECOND = 1000
NANOSECONDS = 10**6  # of a millisecond


class Clockwork:
    """Carries out the deadlines of all tables as they come.

    Where several processes run the house, who appended to a table last looks after it: he has it in memory. Of tables
    to which nobody has since the start each has a share. After the others' a process looks only when their deadlines
    are over for a while: then who should have is gone. Whose share they are comes first.
    """

    def __init__(self, house: House, pool: Executor, share: tuple[int, int] = (0, 1), ask: Ask | None = None) -> None:
        self._house = house
        self._pool = pool
        self._ask = ask  # whoever carries out commands together
        self._share = share
        self._due: set[str] = set()
        self._looks: dict[str, int] = {}  # when each table is looked at again, unless it has changed by then
        self._later: dict[str, int] = {}  # tables at which nothing could be done, and when to try again
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        if self._ask is not None:
            self._house.speaks_at_once = self._speaks_at_once
        self._pool.submit(int).result()  # should the system allow no more threads, one of them is there
        self._thread.start()

    def end(self) -> None:
        self._house.speaks_at_once = None
        self._end.set()
        self._house.woken.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            self._house.woken.clear()
            self._house.asleep_until = NEVER
            now = self._house.now()
            for table in self._to_look_at(now):
                self._looks[table.name] = now + self._look_at(table, now)
            self._house.asleep_until = min(self._looks.values(), default=now + LONGEST)
            self._house.woken.wait((self._house.asleep_until - now) / SECOND)

    def _speaks_at_once(self, table: Table) -> bool:
        """Whoever has brought a table to a time that has come has it spoken there: the thread need not be woken."""
        if self._end.is_set():
            return False
        self._look_at(table, self._house.now())
        return True

    def _to_look_at(self, now: int) -> list[Table]:
        """Tables that have changed since the last look, and those whose time for one has come.

        One that is due in a longer time than any is: the machine's clock was set back.
        """
        changed: set[str] = set()
        while self._house.changed:
            changed.add(self._house.changed.pop())  # before it is looked at: what changes meanwhile is another look
        known = {name for name, look in self._looks.items() if now < look <= now + LONGEST} - changed
        return [table for table in self._house.all() if table.name not in known]

    def _look_at(self, table: Table, now: int) -> int:
        """Let a table be ticked whose time has come; tells how long nothing has to be done at it."""
        try:
            due = self._when(table, now) if table.name not in self._due else None
            if due is not None and due <= now:
                self._have_ticked(table, now)
                due = None
        except Exception as wrong:  # one table never stops the clock
            self._due.discard(table.name)
            self._house.notice(Noticed("failed", table.name, why=where(wrong)))
            return LONGEST
        return LONGEST if due is None else min(LONGEST, due - now)

    def _have_ticked(self, table: Table, now: int) -> None:
        self._due.add(table.name)
        before = (table.standing.version, self._mine(table))
        speaks = (to_do := self._to_do(table)) is not None and to_do <= now
        if speaks and self._ask is not None and (says := self._house.clock_says(table)) is not None:
            self._ask(Errand(table.name, says, CLOCK, None), partial(self._answered, table, before))
        else:
            self._pool.submit(self._tick, table, before, speaks)

    def _when(self, table: Table, now: int) -> int | None:
        """When a table is to be ticked. One that is left alone for longer than any is: the clock was set back."""
        due, later = self._mine(table), self._later.get(table.name, 0)
        return due if due is None or later > now + LONGEST else max(due, later)

    def _mine(self, table: Table) -> int | None:
        """When this process has something to do at a table, or to show to those who watch it here."""
        return earlier(self._to_do(table), self._house.to_show(table))

    def _to_do(self, table: Table) -> int | None:
        """When it is for this process to speak at a table."""
        to_do, (place, of) = self._house.to_do(table), self._share
        mine, ours = sum(table.name.encode()) % of == place, table.standing.ours
        if to_do is None or ours or (mine and ours is None) or not self._house.shared:
            return to_do
        return to_do + (LATER if mine or ours is None else 2 * LATER)

    def _answered(self, table: Table, before: Standing, came: Outcome) -> None:
        """The clock has spoken. Who was refused was overtaken by somebody else's clock."""
        if isinstance(came, Exception) and not isinstance(came, Refusal):
            self._house.notice(Noticed("failed", table.name, why=where(came)))
        self._over(table, before)

    def _tick(self, table: Table, before: Standing, speaks: bool) -> None:
        try:
            if speaks:
                self._house.tick_table(table)
            else:
                self._house.show_table(table)
        finally:
            self._over(table, before)

    def _over(self, table: Table, before: Standing) -> None:
        """A table whose time has come, and at which nothing comes of it, is left alone for a while."""
        try:
            now, due = self._house.now(), self._mine(table)
            stuck = (table.standing.version, due) == before and due is not None and due <= now
            self._later[table.name] = now + LONGEST if stuck else 0
        finally:
            self._due.discard(table.name)
            self._house.wake(table)


class Ear:
    """Hears what others append; every second it looks for itself, since a ring may be lost."""

    def __init__(self, house: House, pause: Callable[[int], None] | None = None) -> None:
        self._house = house
        self._end = threading.Event()
        self._pause = pause or (lambda milliseconds: self._end.wait(milliseconds / SECOND) and None)
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self._listen()
            except Stopped:
                return
            except Exception as wrong:  # a process that hears nothing would show its viewers the past
                self._house.notice(Noticed("failed", why=where(wrong)))
                self._pause(LONGEST)

    def _listen(self) -> None:
        looked = 0  # at all streams: however many rings come, one of another stream may have been lost
        with self._house.store.listen() as listener:
            while not self._end.is_set():
                if rings := listener.wait(LONGEST):
                    self._house.hear({ring.stream: ring.version for ring in rings})
                if (now := monotonic_ns() // NANOSECONDS) - looked >= LONGEST:
                    looked = now
                    self._house.look_at_all()
