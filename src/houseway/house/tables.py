"""A table as a process has it: the state machine at some version, kept up with the record, rebuilt where it is lost.

The record is the truth. What is in memory is a copy of it, by version: whatever fails, the copy is dropped and made
again from the last snapshot and the entries after it.
"""

import threading
from collections.abc import Callable

from houseway.house.commands import CLOCK
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.rebuilding import CLOSED, OPENED, Differs, rebuild, rerun, salvage
from houseway.house.record import Entry
from houseway.house.state import Phase
from houseway.house.store import Conflict, Store
from houseway.house.turn import Sealed
from houseway.refusal import Refusal

SNAPSHOT_EVERY = 200  # versions
NO_DIGEST = bytes(32)  # the clock's commands have no id
ATTEMPTS = 20


class OutOfOrder(Refusal):
    """The record of a table cannot be carried out again and no round is open that could be given up."""


class Table:
    """One table. Whoever touches `live` holds the lock."""

    def __init__(self, definition: Definition, store: Store, sealed: Callable[["Table"], Sealed]) -> None:
        self.definition = definition
        self.stream = stream(definition.name)
        self.lock = threading.RLock()
        self._store = store
        self._sealed = sealed
        self._live: LiveTable | None = None
        self._kept = 0  # the version of the last snapshot

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def phase(self) -> Phase | None:
        """Where it stands, looked at without the lock; None where it is not loaded."""
        live = self._live
        return live.state.phase if live is not None else None

    @property
    def deadline(self) -> int | None:
        """When the clock has to speak next, looked at without the lock."""
        live = self._live
        return live.deadline if live is not None else None

    @property
    def version(self) -> int:
        """The version in memory, looked at without the lock."""
        live = self._live
        return live.version if live is not None else 0

    def live(self, at: int) -> LiveTable:
        """The table as it is in memory; made from the record where it is not there."""
        if self._live is None:
            self._live = self._rebuilt(at)
        return self._live

    def forget(self) -> None:
        """What is in memory is no longer what is on the record."""
        self._live = None

    def catch_up(self, at: int) -> LiveTable:
        """The table with all that others have appended."""
        live = self.live(at)
        try:
            while entries := self._store.read(self.stream, live.version):
                for _ in rerun(live, entries):
                    pass
        except Differs:
            self.forget()
            return self.live(at)
        return live

    def keep(self) -> None:
        """Take a snapshot now and then, while no round is played."""
        live = self._live
        if live is None or live.version - self._kept < SNAPSHOT_EVERY:
            return
        state = live.snapshot()
        if state is not None:
            self._store.snapshot(self.stream, live.version, state)
            self._kept = live.version

    def give_up_round(self, at: int) -> Entry:
        """The round that is open cannot go on: it is void, on the record."""
        for _ in range(ATTEMPTS):
            version, kept, entries = self._read()
            live, done = salvage(self.definition, entries, at, self._sealed(self), kept)
            self.forget()
            try:
                stored = self._store.append(self.stream, live.version, at, CLOCK.name, None, NO_DIGEST, done)
            except Conflict:
                continue
            self._live, self._kept = live, version
            return stored
        raise OutOfOrder(f"{self.name} is out of order: others change it all the while")

    def _rebuilt(self, at: int) -> LiveTable:
        version, kept, entries = self._read()
        try:
            live = rebuild(self.definition, entries, kept)
        except Exception as wrong:  # whatever keeps a record from being carried out again
            return self._salvaged(at, entries, wrong)
        self._kept = version
        return live

    def _salvaged(self, at: int, entries: list[Entry], wrong: Exception) -> LiveTable:
        events = [entry.event for entry in entries if entry.event in (OPENED, *CLOSED)]
        if not events or events[-1] != OPENED:
            raise OutOfOrder(f"{self.name} is out of order: {wrong}. Look at it with houseway verify") from wrong
        self.give_up_round(at)
        assert self._live is not None
        return self._live

    def _read(self) -> tuple[int, bytes | None, list[Entry]]:
        """The last snapshot with its version, and all entries after it."""
        version, kept = self._store.last_snapshot(self.stream) or (0, None)
        entries: list[Entry] = []
        while page := self._store.read(self.stream, entries[-1].version if entries else version):
            entries += page
        return version, kept, entries


def stream(table: str) -> str:
    """The stream of a table's record."""
    return f"table/{table}"
