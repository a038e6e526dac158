"""Attendance: the people who are connected to each table, and whether a floorperson or supervisor watches it.

The house reads it before it carries a command out, and gives the answer to the table. A table never reads it itself.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from houseway.house.commands import Actor, Role
from houseway.house.live import LiveTable
from houseway.house.turn import Sealed

REQUEST = 30_000  # milliseconds for which a request over HTTP counts as a connection
REMEMBERED = 1_000  # names at each table
FLOOR: frozenset[Role] = frozenset({"floorperson", "supervisor"})

# Of names that are or were connected to a table: until when; None: a subscription lasts.
Connections = Mapping[str, int | None]


class Attendance(Protocol):
    """The questions of a house about connections."""

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        """A subscription begins; returns how to end it."""

    def hear(self, table: str, name: str) -> None:
        """Note a request of somebody about a table."""

    def connections(self, table: str) -> Connections | None:
        """Until when people are or were connected to a table; None: everybody counts as connected."""

    def floor_watches(self, table: str) -> bool:
        """Has a floorperson or a supervisor a subscription at this table?"""


class _NoClients:
    """A house without clients, as tests and programs of its own have it: everybody counts as connected."""

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        return lambda: None

    def hear(self, table: str, name: str) -> None:
        pass

    def connections(self, table: str) -> None:
        return None

    def floor_watches(self, table: str) -> bool:
        return True


NO_CLIENTS: Attendance = _NoClients()


class LocalAttendance:
    """The connections of this process. Any thread may ask."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._subscriptions: dict[str, Counter[tuple[str, Role]]] = {}
        self._until: dict[str, dict[str, int]] = {}  # the end of each name's last request or subscription

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        key, has_left = (actor.name, actor.role), False
        with self._lock:
            self._subscriptions.setdefault(table, Counter())[key] += 1

        def leave() -> None:
            nonlocal has_left
            with self._lock:
                there = self._subscriptions[table]
                there[key] -= not has_left
                has_left = True
                if not there[key]:
                    del there[key]
                    self._keep(table, actor.name, self._now())

        return leave

    def hear(self, table: str, name: str) -> None:
        with self._lock:
            self._keep(table, name, self._now() + REQUEST)

    def connections(self, table: str) -> Connections:
        with self._lock:
            latest = self._now() + REQUEST  # a later end was noted before the clock was set back
            known = self._until.get(table, {}).items()
            there: dict[str, int | None] = {name: until for name, until in known if until <= latest}
            there.update(dict.fromkeys((name for name, _ in self._subscriptions.get(table, ())), None))
            return there

    def floor_watches(self, table: str) -> bool:
        with self._lock:
            return any(role in FLOOR for _, role in self._subscriptions.get(table, ()))

    def _keep(self, table: str, name: str, until: int) -> None:
        known, latest = self._until.setdefault(table, {}), self._now() + REQUEST
        before = known.pop(name, until)
        known[name] = max(before, until) if before <= latest else until
        if len(known) > REMEMBERED:
            del known[next(iter(known))]


def attended(attendance: Attendance, live: LiveTable, at: int, sealed: Sealed) -> Sealed:
    """The sealed inputs of a command, with each connection of which the table knows otherwise."""
    table, people = live.definition.name, live.state.people.values()
    there = attendance.connections(table)
    if there is None:
        return sealed
    known = {person.name: person.away for person in people if not person.strategy}
    presence = differences(there, known, at)
    return msgspec.structs.replace(sealed, presence=presence, floor_watches=attendance.floor_watches(table))


def differences(there: Connections, known: Mapping[str, int | None], at: int) -> dict[str, int | None]:
    """The players of whom a table knows otherwise: since when they are not connected, or None if they are.

    A player who came and went again since the table was told is away since then.
    """
    found: dict[str, int | None] = {}
    for name, away in known.items():
        until = there.get(name, 0)
        if until is None or until > at:
            if away is not None:
                found[name] = None
        elif away is None:
            found[name] = at
        elif until > away:
            found[name] = until
    return found
