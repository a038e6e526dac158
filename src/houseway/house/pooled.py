"""PostgreSQL: several processes, each with a pool of connections and short transactions.

The primary keys decide between those who come at the same moment. Who loses a race, a deadlock or a connection asks
again: the first look of the work at the database tells whether his own attempt, or somebody else's, was stored.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import TypeVar

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from houseway.house.appending import Raced
from houseway.house.doorbell import Listener, PostgresBell
from houseway.house.driver_sql import Driver
from houseway.house.faults import Crash, Door, Faults, Lost, Point, Stopped
from houseway.house.kinds import WRITTEN, learned
from houseway.house.one_writer import Attempt, Each, Together
from houseway.house.opening import HUNG, WRITERS, migrate, pooled_engine

Result = TypeVar("Result")

NAME = "postgresql"
ATTEMPTS = 10
ALONE_LOCK = 8_08_09  # a number of PostgreSQL's advisory locks, beside that of those who open
ASK_AGAIN = ("40001", "40P01", "25P03")  # a serialization failure, a deadlock; it hung, and was cut off


class Pooled:
    """A PostgreSQL database."""

    name = NAME

    def __init__(self, url: URL, faults: Faults) -> None:
        self._url = url
        self._faults = faults
        self._door = Door()
        self._turns = _Turns(WRITERS)
        # On the way of every command a statement is a transaction.
        self._engine = pooled_engine(url, "AUTOCOMMIT", HUNG)
        self._writers = self._engine.execution_options(isolation_level="READ COMMITTED")
        self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            migrate(self._writers)
        except BaseException:
            self._engine.dispose()
            raise
        self.bell = PostgresBell(self._engine)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in a transaction, and return after its commit."""

        def once() -> Result:
            with self._writers.connect() as connection:
                _learn(connection)
                with connection.begin():
                    result = work(connection)
                    self._reach("before commit")
                self._reach("after commit")
            return result

        with self._turns:
            return self._attempts(once)

    def write_together(
        self, together: Together[Result], each: Each[Result], many: int, at_once: Attempt[Result] | None = None
    ) -> list[Result | Exception]:
        """Do several works, and return after they are committed; one that fails does not hurt the others.

        `at_once` does all of them by one statement, which is a transaction by itself; `together` are other ways to do
        them in one. If those fail each has one of its own, and is told what those before it came to.
        """
        ways = [partial(self.write, way) for way in together]
        if at_once is not None:
            ways.insert(0, partial(self._write_at_once, at_once))
        for way in ways:
            done = _outcome(way)
            if isinstance(done, list):
                return done
            if isinstance(done, Lost | Stopped):
                return [done] * many
        results: list[Result | Exception] = []
        for _ in range(many):
            results.append(_outcome(partial(self.write, lambda connection: each(connection, results))))
        return results

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look at what is committed: the same all the while that the work lasts."""

        def once() -> Result:
            with self._readers.connect() as connection, connection.begin():
                return work(connection)

        return self._attempts(once)

    def glance(self, work: Callable[[Connection], Result]) -> Result:
        """One statement, which needs no transaction to see one moment: the database is asked once, not three times."""

        def once() -> Result:
            with self._engine.connect() as connection:
                return work(connection)

        return self._attempts(once)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Who comes later waits for as long as it takes; the lock ends with its connection, however that ends."""
        with self._engine.connect() as connection:
            connection.execute(text("SET lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ALONE_LOCK})
            try:
                yield
            finally:
                connection.invalidate()

    def listen(self) -> Listener:
        return self.bell.listen()

    def reopened(self, faults: Faults) -> "Pooled":
        """What a new process finds after this one."""
        self.close()
        return Pooled(self._url, faults)

    def close(self) -> None:
        """Let those who are at work finish, and leave the database."""
        self._door.close()
        self._door.wait()
        self.bell.close()
        self._engine.dispose()

    def _write_at_once(self, work: Callable[[Connection], Result]) -> Result:
        """Where a key or a condition forbids it nothing was done, and another way tells whose it is."""

        def once() -> Result:
            with self._engine.connect() as connection:
                _learn(connection)
                self._reach("before commit")
                result = work(connection)
                self._reach("after commit")
            return result

        with self._turns:
            return self._attempts(once)

    def _attempts(self, once: Callable[[], Result]) -> Result:
        for _ in range(ATTEMPTS):
            try:
                with self._door:
                    return once()
            except Raced as raced:
                wrong: Exception = raced
            except DBAPIError as failed:
                wrong = failed
                if isinstance(failed, IntegrityError) or not _ask_again(failed):
                    break
            except NoConnection as late:  # all of them are in use, for half a minute
                wrong = late
                break
        if isinstance(wrong, Raced | IntegrityError):
            raise wrong
        raise Lost("the database gives no answer: ask again with the same command id") from wrong

    def _reach(self, point: Point) -> None:
        try:
            self._faults(point)
        except Crash as crash:
            self._door.close("the store has crashed")
            raise Stopped("the store has crashed") from crash
        except Exception as fault:
            raise Lost("the database failed: ask again with the same command id") from fault


class _Turns:
    """So many at a time, and who came first goes first: a pool of connections alone would let some wait for long."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait()

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1


def _learn(connection: Connection) -> None:
    """What a connection has learned it knows until it is closed, or cut."""
    if WRITTEN not in connection.info:
        with connection.begin():
            for statement in learned(NAME):
                Driver(connection).run_text(statement)
        connection.info[WRITTEN] = True


def _outcome(work: Callable[[], Result]) -> Result | Exception:
    try:
        return work()
    except Exception as wrong:
        return wrong


def _ask_again(failed: DBAPIError) -> bool:
    return failed.connection_invalidated or getattr(failed.orig, "sqlstate", None) in ASK_AGAIN
