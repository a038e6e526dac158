"""The doorbell: after a commit it tells who listens which stream has grown, and to which version.

A ring carries nothing but that: who hears it reads the entries by their versions. Rings of one stream that nobody has
heard yet are one ring. Within a process a bell is enough; between processes PostgreSQL carries the rings. A ring may be
lost with the process that owed it: who waits in vain looks for himself.
"""

import secrets
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from houseway.house.driver_sql import Driver, Written
from houseway.house.faults import Lost

CHANNEL = "houseway"
SECOND = 1000
PAUSE = 20  # milliseconds between rings over PostgreSQL, in which rings of one stream become one
TOGETHER = 12  # rings that PostgreSQL carries as one text of less than 8,000 bytes, however long the streams are called


class Ring(msgspec.Struct, frozen=True):
    """A stream has grown to this version."""

    stream: str
    version: int


class Listener(Protocol):
    """Somebody who hears every ring after the moment he began to listen."""

    def wait(self, milliseconds: int) -> list[Ring]:
        """The rings since the last call; if there are none, those that come first within the time, or none."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class _Closing(ABC):
    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Bell:
    """The bell within a process."""

    def __init__(self) -> None:
        self._listeners: set[_Hearing] = set()
        self._lock = threading.Lock()

    def ring(self, stream: str, version: int) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.hear(stream, version)

    def listen(self) -> Listener:
        listener = _Hearing(self)
        with self._lock:
            self._listeners.add(listener)
        return listener

    def leave(self, listener: "_Hearing") -> None:
        with self._lock:
            self._listeners.discard(listener)


class _Hearing(_Closing):
    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._heard = _Newest()

    def hear(self, stream: str, version: int) -> None:
        self._heard.put(stream, version)

    def wait(self, milliseconds: int) -> list[Ring]:
        return self._heard.take(milliseconds)

    def close(self) -> None:
        self._bell.leave(self)


class _Newest:
    """For each stream the newest version that was rung and not taken."""

    def __init__(self) -> None:
        self.closed = False
        self._newest: dict[str, int] = {}
        self._some = threading.Condition()

    def put(self, stream: str, version: int) -> None:
        with self._some:
            self._newest[stream] = max(version, self._newest.get(stream, 0))
            self._some.notify()

    def close(self) -> None:
        """Whoever waits needs not wait any longer."""
        with self._some:
            self.closed = True
            self._some.notify_all()

    def take(self, milliseconds: int | None) -> list[Ring]:
        """What was rung; if nothing was, whatever comes within the time, or before the end."""
        with self._some:
            seconds = None if milliseconds is None else milliseconds / SECOND
            self._some.wait_for(lambda: self._newest or self.closed, seconds)
            taken, self._newest = self._newest, {}
        return [Ring(stream, version) for stream, version in taken.items()]


class PostgresBell:
    """Rings between processes. They are sent after the commit, by a thread of their own, and nobody waits for them.

    A statement on one of the engine's connections is a transaction by itself.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._mark = secrets.token_hex(8)  # this process need not hear itself
        self._rung = _Newest()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._send, name="doorbell", daemon=True)
        self._thread.start()

    def ring(self, stream: str, version: int) -> None:
        self._rung.put(stream, version)

    def listen(self) -> Listener:
        return _PostgresListener(self._engine, self._mark)

    def close(self) -> None:
        """Send what is left, and end."""
        self._closing.set()
        self._rung.close()
        self._thread.join()

    def _send(self) -> None:
        while rings := self._rung.take(None):
            for first in range(0, len(rings), TOGETHER):
                self._notify(rings[first : first + TOGETHER])
            self._closing.wait(PAUSE / SECOND)

    def _notify(self, rings: list[Ring]) -> None:
        payload = "\n".join([*(f"{ring.version} {ring.stream}" for ring in rings), self._mark])
        for _ in range(2):  # the first connection may be one that was cut
            with suppress(SQLAlchemyError), self._engine.connect() as connection:
                Driver(connection).rows(_NOTIFY, {"channel": CHANNEL, "payload": payload})
                return


class _PostgresListener(_Closing):
    def __init__(self, engine: Engine, own: str) -> None:
        from psycopg import Error

        self._own = own
        try:
            pooled: Any = engine.raw_connection()
            self._driver: Any = pooled.driver_connection
            pooled.detach()  # a connection that listens does not go back among the others
            try:
                self._driver.autocommit = True
                self._driver.execute(f"LISTEN {CHANNEL}")
            except BaseException:
                self._driver.close()
                raise
        except (Error, SQLAlchemyError) as wrong:
            raise Lost("the database cannot be listened to: listen again, and read what is new") from wrong

    def wait(self, milliseconds: int) -> list[Ring]:
        from psycopg import OperationalError

        try:
            heard = [note.payload for note in self._driver.notifies(timeout=milliseconds / SECOND, stop_after=1)]
        except OperationalError as wrong:
            raise Lost("the database no longer rings: listen again, and read what is new") from wrong
        newest = _Newest()
        for payload in heard:
            *rings, mark = payload.split("\n")
            for ring in rings if mark != self._own else ():
                version, _, stream = ring.partition(" ")
                newest.put(stream, int(version))
        return newest.take(0)

    def close(self) -> None:
        self._driver.close()


_NOTIFY = Written(text("SELECT pg_notify(:channel, :payload)"))
