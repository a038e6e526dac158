"""Attendance: who is connected to which table, and whether somebody of the floor watches it.

The house reads it before it carries a command out, and the table is given what it says: a table never looks it up.
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
FLOOR: frozenset[Role] = frozenset({"floorperson", "supervisor"})

Connections = Mapping[str, int | None]  # of names: until when each is connected; None: while a subscription lasts


class Attendance(Protocol):
    """What a house asks of it."""

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        """A subscription begins; returns how to end it."""

    def hear(self, table: str, name: str, at: int) -> None:
        """Somebody has sent a request about a table."""

    def connections(self, table: str, at: int) -> Connections | None:
        """Who is connected to a table now; None: everybody counts as connected."""

    def floor_watches(self, table: str) -> bool:
        """Has a floorperson or a supervisor a subscription at this table?"""


class _NoClients:
    """A house without clients, as tests and programs of its own have it: everybody counts as connected."""

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        return lambda: None

    def hear(self, table: str, name: str, at: int) -> None:
        pass

    def connections(self, table: str, at: int) -> None:
        return None

    def floor_watches(self, table: str) -> bool:
        return True


NO_CLIENTS: Attendance = _NoClients()


class LocalAttendance:
    """The connections of this process. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: dict[str, Counter[tuple[str, Role]]] = {}
        self._requests: dict[str, dict[str, int]] = {}  # of each table: when somebody's last request was sent

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

        return leave

    def hear(self, table: str, name: str, at: int) -> None:
        with self._lock:
            heard = self._requests.setdefault(table, {})
            heard.pop(name, None)
            heard[name] = at  # the last one stands last: what is over stands first
            while (first := next(iter(heard))) != name and not _counts(heard[first], at):
                del heard[first]

    def connections(self, table: str, at: int) -> Connections:
        with self._lock:
            heard = self._requests.get(table, {})
            there: dict[str, int | None] = {name: sent + REQUEST for name, sent in heard.items() if _counts(sent, at)}
            there.update(dict.fromkeys((name for name, _ in self._subscriptions.get(table, ())), None))
            return there

    def floor_watches(self, table: str) -> bool:
        with self._lock:
            return any(role in FLOOR for _, role in self._subscriptions.get(table, ()))


def attended(attendance: Attendance, live: LiveTable, at: int, sealed: Sealed) -> Sealed:
    """The sealed inputs of a command with who is connected, where the table knows otherwise."""
    table, people = live.definition.name, live.state.people.values()
    there = attendance.connections(table, at)
    if there is None:
        return sealed
    known = {person.name: person.away is None for person in people if not person.strategy}
    presence = {name: name in there for name, is_known in known.items() if (name in there) != is_known}
    return msgspec.structs.replace(sealed, presence=presence, floor_watches=attendance.floor_watches(table))


def _counts(sent: int, at: int) -> bool:
    """Is a request still a connection? One of a time to come is not: the clock was set back."""
    return sent <= at < sent + REQUEST
