"""Tables at a glance, for who looks at all of them: he waits for none that is held for long."""

import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from houseway.house.live import LiveTable
from houseway.house.tables import Table

GLIMPSE = 100  # milliseconds that somebody who looks at all tables waits for one of them
ALL = 300  # and for all of them together

THOUSAND = 1000

Glimpsed = TypeVar("Glimpsed")


class Looking(Protocol):
    """The house, as far as glimpses need it."""

    now: Callable[[], int]

    def current(self, table: Table, at: int, head: int | None) -> LiveTable: ...


class Patience:
    """How long somebody who looks at all tables still waits for those that are held."""

    def __init__(self) -> None:
        self._left = ALL / THOUSAND

    def acquire(self, table: Table) -> bool:
        """Take a table's lock, if that is soon free."""
        if table.lock.acquire(blocking=False):
            return True
        begun = time.monotonic()
        taken = table.lock.acquire(timeout=min(GLIMPSE / THOUSAND, self._left))
        self._left = max(0, self._left - (time.monotonic() - begun))
        return taken


class Glimpses:
    """What was seen of tables last."""

    def __init__(self, house: Looking) -> None:
        self._house = house
        self._last: dict[tuple[type, str], Any] = {}  # by what was looked for, and at which table

    def of(
        self, table: Table, kind: type[Glimpsed], look: Callable[[LiveTable], Glimpsed], patience: "Patience"
    ) -> Glimpsed:
        """A table at a glance, as it stands on the record; whoever finds it held for long is given the last glimpse.

        So nobody who looks at all tables waits for bots that think at one, or for a database that lets one wait.
        """
        last: Glimpsed | None = self._last.get((kind, table.name))
        if last is None:
            table.lock.acquire()
        elif not patience.acquire(table):
            return last
        try:
            live = self._house.current(table, self._house.now(), table.standing.version)
            seen = self._last[kind, table.name] = look(live)
            return seen
        except BaseException:
            self._last.pop((kind, table.name), None)  # there is none where it cannot be looked at now
            raise
        finally:
            table.lock.release()
