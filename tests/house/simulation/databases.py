"""Where a simulated house keeps its record, and the store of one process: it fails where the simulation says so."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from houseway.house.appending import Wanted
from houseway.house.appending_together import AtOnce
from houseway.house.faults import Faults
from houseway.house.one_writer import OneWriter
from houseway.house.opening import address, writing_engine
from houseway.house.record import Entry
from houseway.house.store import Store

Result = TypeVar("Result")


class SimulatedStore(Store):
    """Reads can fail too, and it is known what is about to be appended."""

    reading: Callable[[], None] = staticmethod(lambda: None)
    appending: Callable[[list[tuple[str, int]]], None] = staticmethod(lambda entries: None)
    rang: Callable[[str, int], None] = staticmethod(lambda stream, version: None)

    def look(self, work: Callable[[Connection], Result]) -> Result:
        self.reading()
        return super().look(work)

    def glance(self, *args: Any) -> list[Any]:
        self.reading()
        return super().glance(*args)

    def truly(self, work: Callable[[Connection], Result]) -> Result:
        """What is there, whatever fails."""
        return super().look(work)

    def append_together(self, several: Sequence[Wanted], ready: AtOnce | None = None) -> list[Entry | Exception]:
        self.appending([(wanted.entry.stream, wanted.entry.version) for wanted in several])
        try:
            stored = super().append_together(several, ready)
        finally:
            self.appending([])
        for entry in stored:
            if isinstance(entry, Entry):
                self.rang(entry.stream, entry.version)
        return stored

    def bury(self) -> None:
        """Its process is gone."""
        if isinstance(self._database, Shared):
            self._database.bury()
        else:
            self.close()


class Shared(OneWriter):
    """One of several stores on the same database in memory."""

    def bury(self) -> None:
        self._end()
        self._connection.close()


class InMemory:
    """A database in memory; several processes are played by one, so several may have it open."""

    several = True

    def __init__(self) -> None:
        self._url = address("sqlite://")
        self._engine = writing_engine(self._url)

    def open(self, faults: Faults) -> SimulatedStore:
        return SimulatedStore(Shared(self._url, faults, self._engine))

    def close(self) -> None:
        self._engine.dispose()


class AtUrl:
    """A database in a file or in PostgreSQL, empty to begin with."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.several = not url.startswith("sqlite")

    def open(self, faults: Faults) -> SimulatedStore:
        return SimulatedStore.open(self._url, faults)

    def close(self) -> None:
        """Nothing is open but what a process has opened."""


Database = InMemory | AtUrl


def in_file(folder: Path) -> AtUrl:
    return AtUrl(f"sqlite:///{folder / 'house.db'}")
