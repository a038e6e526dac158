"""SQLite: one process, one file, and one connection that writes.

Who finds nobody writing writes himself. What is asked in the meantime is committed together by one of those who wait,
each in a savepoint of its own, so that one refusal does not hurt the others. Nobody is answered before the commit is on
the disk.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, TypeVar

import msgspec
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from houseway.house.doorbell import Bell, Listener
from houseway.house.driver_sql import Driver
from houseway.house.faults import Crash, Door, Faults, Lost, Stopped
from houseway.house.kinds import learned
from houseway.house.locking import identity, only_server
from houseway.house.opening import in_memory, migrate, reading_engine, sqlite_file, writing_engine

Result = TypeVar("Result")
Each = Callable[[Connection, list[Result | Exception]], Result]
Attempt = Callable[[Connection], list[Result | Exception]]
Together = Sequence[Attempt[Result]]  # ways to do the same, the quickest first

TOGETHER = 256  # as many are committed together at most
CRASHED = "the store has crashed"
MOVED = "SQLITE_READONLY_DBMOVED"  # as SQLite calls it, which looks only where it has no write-ahead log
NO_ANSWER = "the database failed: ask again with the same command id"


class _Job(msgspec.Struct, eq=False):
    together: Sequence[Callable[[Connection], list[Any]]]
    each: Callable[[Connection, list[Any]], Any]
    many: int
    at_once: Callable[[Connection], list[Any]] | None
    turn: Any  # a lock that is open when it is answered, or when whoever asked is to write
    answered: bool = False
    results: list[Any] = []  # of each work what it came to, or how it failed


class OneWriter:
    """A SQLite database."""

    name = "sqlite"

    def __init__(self, url: URL, faults: Faults, engine: Engine | None = None) -> None:
        self.bell = Bell()
        self._url = url
        self._engine = engine or writing_engine(url)
        self._faults = faults
        self._closing = ExitStack()
        self._jobs: deque[_Job] = deque()
        self._door = Door()
        self._stopped: str | None = None
        self._writing = False  # somebody writes, or was told to
        self._asking = threading.Condition(threading.Lock())  # of the jobs, and who writes them
        self._sole = threading.Lock()  # in memory everybody shares the writer's connection
        self._readers: Engine | None = None
        self._places: dict[str, tuple[int, int]] = {}  # the files, as they were when they were opened
        try:
            self._open()
        except BaseException:
            self._closing.close()
            raise

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in a transaction, and return after its commit."""
        (result,) = self._written(_Job((), lambda connection, before: work(connection), 1, None, threading.Lock()))
        if isinstance(result, Exception):
            raise result
        done: Result = result
        return done

    def write_together(
        self, together: Together[Result], each: Each[Result], many: int, at_once: Attempt[Result] | None = None
    ) -> list[Result | Exception]:
        """Do several works in one transaction, and return after its commit; one that fails does not hurt the others.

        `at_once` does all of them by one statement, which is a transaction by itself; `together` are other ways to do
        them at less cost. If those fail they are done one by one, `each` with what those before it came to.
        """
        return self._written(_Job(together, each, many, at_once, threading.Lock()))

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look at what is committed: the same all the while that the work lasts."""
        with self._door:
            if self._readers is None:
                with self._sole, self._connection.begin():
                    return work(self._connection)
            with self._readers.connect() as connection, connection.begin():
                return work(connection)

    def glance(self, work: Callable[[Connection], Result]) -> Result:
        """One statement, which needs no transaction to see one moment."""
        if self._readers is None:
            return self.read(work)
        with self._door, self._readers.connect() as connection:
            return work(connection)

    def alone(self) -> AbstractContextManager[None]:
        """Nobody else has the file."""
        return nullcontext()

    def listen(self) -> Listener:
        return self.bell.listen()

    def close(self) -> None:
        """Commit what was asked, and close the file."""
        self._end()
        self._closing.close()

    def reopened(self, faults: Faults) -> "OneWriter":
        """What a new process finds after this one: what was committed. One in memory is handed over as it is."""
        if not in_memory(self._url):
            self.close()
            return OneWriter(self._url, faults)
        self._end()
        self._connection.close()
        return OneWriter(self._url, faults, self._engine)

    def _open(self) -> None:
        if not in_memory(self._url):
            self._closing.enter_context(only_server(sqlite_file(self._url)))
        self._closing.callback(self._engine.dispose)
        migrate(self._engine)
        self._connection = self._closing.enter_context(self._engine.connect())
        for statement in learned(self.name):
            Driver(self._connection).run_text(statement)
        if not in_memory(self._url):
            self._readers = reading_engine(self._url)
            self._closing.callback(self._readers.dispose)
            file = sqlite_file(self._url)
            self._places = {name: known for name in (str(file), f"{file}-wal") if (known := identity(name))}

    def _written(self, job: _Job) -> list[Any]:
        """What a job came to, after its commit."""
        job.turn.acquire()
        with self._asking:
            if self._stopped is not None:
                raise Stopped(self._stopped)
            self._jobs.append(job)
            first, self._writing = not self._writing, True
        if not first:
            job.turn.acquire()
        if not job.answered:
            self._write_with(job)
        return job.results

    def _end(self) -> None:
        """What was asked is committed; nothing is asked any more."""
        self._stop("the store is closed")
        with self._asking:
            self._asking.wait_for(lambda: not self._writing)
        self._door.wait()

    def _stop(self, reason: str) -> None:
        self._door.close(reason)
        with self._asking:
            self._stopped = self._stopped or reason

    def _write_with(self, mine: _Job) -> None:
        """Commit a job with those that wait, and let one of the next to come write."""
        with self._asking:
            batch = [self._jobs.popleft() for _ in range(min(TOGETHER, len(self._jobs)))]
        try:
            self._write(batch)
        finally:
            with self._asking:
                following = self._jobs[0] if self._jobs else None
                self._writing = following is not None
                self._asking.notify_all()
            if following is not None:
                following.turn.release()
            for job in batch:
                if job is not mine:
                    job.turn.release()

    def _write(self, batch: list[_Job]) -> None:
        try:
            if self._stopped == CRASHED:
                raise Crash
            with self._sole:
                self._check_places()
                self._commit(batch)
        except Crash:
            self._stop(CRASHED)
            _answer_all(batch, lambda: Stopped(CRASHED))
        except BaseException as wrong:
            cause = wrong
            _answer_all(batch, lambda: _because(Lost(NO_ANSWER), cause))
            if not isinstance(wrong, Exception):
                raise
        else:
            for job in batch:
                _answer(job)

    def _check_places(self) -> None:
        """What is written to a file that was moved away is kept for nobody; SQLite writes it all the same."""
        if any(identity(name) != known for name, known in self._places.items()):
            moved = sqlite3.OperationalError("the file of the database is not where it was")
            moved.sqlite_errorname = MOVED
            raise moved

    def _commit(self, batch: list[_Job]) -> None:
        if len(batch) == 1 and self._is_done_at_once(batch[0]):
            return
        with self._connection.begin():
            for job in batch:
                self._do(job)
            self._faults("before commit")
        self._faults("after commit")

    def _is_done_at_once(self, job: _Job) -> bool:
        """Where a key or a condition forbids it nothing was done, and another way tells whose it is."""
        if job.at_once is None:
            return False
        self._faults("before commit")
        try:
            job.results = job.at_once(self._connection)
        except IntegrityError:
            return False
        self._faults("after commit")
        return True

    def _do(self, job: _Job) -> None:
        for together in job.together:
            done = self._tried(together)
            if not isinstance(done, Exception):
                job.results = done
                return
        job.results = []
        for _ in range(job.many):
            job.results.append(self._tried(lambda connection: job.each(connection, job.results)))

    def _tried(self, work: Callable[[Connection], Any]) -> Any:
        """What a work came to, or how it failed: then it has done nothing."""
        connection = self._connection
        driver: Any = connection.connection.driver_connection  # SQLAlchemy's own way takes several times as long
        driver.execute("SAVEPOINT job")
        try:
            came = work(connection)
        except Exception as wrong:
            came = wrong
            driver.execute("ROLLBACK TO job")
        driver.execute("RELEASE job")
        return came


def _answer(job: _Job) -> None:
    job.results = [_told(result) if isinstance(result, Exception) else result for result in job.results]
    job.answered = True


def _answer_all(batch: list[_Job], wrong: Callable[[], Exception]) -> None:
    for job in batch:
        job.results, job.answered = [wrong() for _ in range(job.many)], True


def _told(wrong: Exception) -> Exception:
    """What the work says is for the asker; a full disk or a broken file is not his doing."""
    if isinstance(wrong, DBAPIError) and not isinstance(wrong, IntegrityError):
        return _because(Lost(f"the database failed: {wrong.orig}"), wrong)
    return wrong


def _because(lost: Lost, wrong: BaseException) -> Lost:
    lost.__cause__ = wrong
    return lost
