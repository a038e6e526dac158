"""Processes that run the house: each with its own store. They die at any commit, or just so, and come back."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from house.simulation.databases import Database, SimulatedStore
from house.simulation.seats import Everywhere
from house.simulation.world import World
from houseway.house.attendance import LocalAttendance
from houseway.house.faults import Crash, Lost, Point, Stopped
from houseway.house.noticing import Noticed
from houseway.house.running import House

if TYPE_CHECKING:
    from house.simulation.network import Socket

Result = TypeVar("Result")

LOOK_AGAIN = 1_000  # milliseconds after which a process that heard nothing looks for itself
EXPECTED = ("Lost in ", "Stopped in ", "house.simulation.breaking")  # why something may have failed


class Died(Exception):  # noqa: N818  (what happened to the process)
    """The process died before it could answer."""


class Troubles:
    """What goes wrong under a house, how often: shares of commits, of reads, and of all calls."""

    def __init__(self, world: World) -> None:
        chance = world.chance
        self.crash = chance.choice((0, 0, 0.01, 0.04))
        self.lost = chance.choice((0, 0, 0.02, 0.1))
        self.read = chance.choice((0, 0, 0, 0.01))
        self.rings_lost = chance.choice((0.05, 0.5, 1.0))
        self.delay = chance.choice((2_000, 10_000))
        self.shared = False
        self.outage = False

    def end(self) -> None:
        """From now on all is well."""
        self.crash = self.lost = self.read = self.rings_lost = 0
        self.outage = False


class Process:
    """One process: alive with a house and a store, or dead."""

    def __init__(self, world: World, database: Database, troubles: Troubles, others: "list[Process]") -> None:
        self.world = world
        self.troubles = troubles
        self.others = others  # all of them, this one too
        self.number = len(others)
        self.committed: Callable[[str, int], None] = lambda stream, version: None
        self.started: Callable[[Process, bool, set[str | None]], None] = lambda process, recovered, failed: None
        self.died: Callable[[], None] = lambda: None
        self.sockets: list[Socket] = []
        self._database = database
        self._store: SimulatedStore | None = None
        self._house: House | None = None
        self._dying = False
        self._asking: list[tuple[str, int]] = []
        self._failed: set[str | None] = set()
        self._tick_at: int | None = None
        self._not_before = 0
        self._touched = False
        self.attendance = LocalAttendance(lambda: world.now)

    def did_something(self) -> bool:
        """Since the last time it was asked."""
        touched, self._touched = self._touched, False
        return touched

    @property
    def alive(self) -> bool:
        return self._house is not None and not self._dying

    @property
    def house(self) -> House:
        assert self._house is not None
        return self._house

    @property
    def store(self) -> SimulatedStore:
        assert self._store is not None
        return self._store

    # Its life

    def start(self) -> None:
        """A new process, which recovers the tables if it is alone."""
        if self._house is not None:
            return
        world = self.world
        alone = not any(other.alive for other in self.others)
        self._dying, self._failed, self._not_before = False, set(), 0
        self._store = self._database.open(self._fault)
        self._store.reading, self._store.appending, self._store.rang = self._read, self._about_to, self._rings
        self._house = House(
            self._store,
            now=lambda: world.now,
            entropy=world.entropy,
            shared=self.troubles.shared,
            delay=self.troubles.delay,
            attendance=Everywhere(self),
            notice=self._notice,
        )
        world.note("start", self.number, alone)
        try:
            self.call(lambda house: house.start(recover=alone))
        except (Died, Lost):
            self.kill()  # a process that cannot even begin is started again
        else:
            self.started(self, alone, self._failed)
            if self.troubles.shared:
                world.later(world.chance.randint(0, LOOK_AGAIN), self._looks)

    def kill(self) -> None:
        """The process is gone at once, with all that it had in memory."""
        if self._house is None:
            return
        self.world.note("dead", self.number)
        self._touched = True
        self._house, self._tick_at = None, None
        for socket in list(self.sockets):
            socket.breaks()
        self.attendance = LocalAttendance(lambda: self.world.now)
        self.died()
        self.store.bury()
        self.world.later(self.world.chance.choice((0, 300, 5_000)), self.start)

    def close(self) -> None:
        """The simulation is over."""
        if self._house is not None:
            self._house = None
            self.store.bury()

    def call(self, work: Callable[[House], Result]) -> Result:
        """Ask the house something; `Died` where it died of it, and its answer with it."""
        if not self.alive:
            raise Died
        self._touched = True
        try:
            result = work(self.house)
        except Stopped:
            if not self._dying:
                raise
        finally:
            if self._dying:
                self.kill()
        if self._house is None:
            raise Died
        return result

    # Its clock and its ear

    def wind(self) -> None:
        """The clock is set to the next deadline; it may be a little late."""
        if not self.alive:
            return
        due = min((when for table in self.house.all() if (when := self.house.due(table)) is not None), default=None)
        if due is not None and (self._tick_at is None or due < self._tick_at):
            late = self.world.chance.choice((0, 0, 20, 400 if self.troubles.shared else 20))
            when = self._tick_at = max(due, self.world.now, self._not_before) + late
            self.world.at(when, lambda: self._ticks(when))

    def tick(self) -> None:
        try:
            self.call(lambda house: house.tick())
        except Died:
            return

    def hear(self, stream: str, version: int) -> None:
        """A ring of the doorbell."""
        try:
            self.call(lambda house: house.hear({stream: version}))
        except (Died, Lost):
            return

    def look_around(self) -> None:
        """Nothing was heard for a while: it looks for itself."""
        try:
            for stream, version in self.call(lambda house: house.store.streams()).items():
                self.hear(stream, version)
        except (Died, Lost):
            return

    def _ticks(self, when: int) -> None:
        """Where nothing comes of it, the clock lets a second go by."""
        if self._tick_at != when:
            return
        self._tick_at = None
        before = self._standing()
        self.tick()
        stuck = before is not None and before == self._standing() and self.alive
        self._not_before = self.world.now + LOOK_AGAIN if stuck else 0

    def _standing(self) -> list[tuple[int, int | None]] | None:
        if not self.alive:
            return None
        return [(table.version, self.house.due(table)) for table in self.house.all()]

    def _looks(self) -> None:
        house = self._house
        if house is None:
            return
        self.look_around()
        self.world.later(LOOK_AGAIN, lambda: self._looks() if self._house is house else None)

    # What goes wrong

    def _fault(self, point: Point) -> None:
        """At a commit: the process dies, or the database gives no answer."""
        if point == "after commit":
            for stream, version in self._asking:
                self.committed(stream, version)
        draw = self.world.chance.random()
        if draw < self.troubles.crash:
            self.world.note("crash", point)
            self._dying = True
            raise Crash
        if self.troubles.outage or draw < self.troubles.crash + self.troubles.lost:
            self.world.note("lost", point)
            raise OSError("the disk is gone")

    def _read(self) -> None:
        if self.troubles.outage or (self.troubles.read and self.world.happens(self.troubles.read)):
            self.world.note("unread")
            raise Lost("the database gives no answer")

    def _about_to(self, entries: list[tuple[str, int]]) -> None:
        self._asking = entries

    def _rings(self, stream: str, version: int) -> None:
        for process in self.others if self.troubles.shared else ():
            if not self.world.happens(self.troubles.rings_lost):
                late = self.world.chance.choice((0, 5, 50, 3_000))
                self.world.later(late, lambda process=process: process.hear(stream, version))  # type: ignore[misc]

    def _notice(self, noticed: Noticed) -> None:
        self.world.note(noticed)
        if noticed.what == "failed":
            self._failed.add(noticed.table)
            if not any(words in (noticed.why or "") for words in EXPECTED):
                self.world.wrong.append(f"{noticed.table} failed: {noticed.why}")
