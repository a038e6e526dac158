"""SQLite: one process, one file, and one thread that writes.

What is asked while the writer is busy is committed together, each in a savepoint of its own, so that one refusal does
not hurt the others. Nobody is answered before the commit is on the disk.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any, TypeVar

import msgspec
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from houseway.house.doorbell import Bell, Listener
from houseway.house.faults import Crash, Door, Faults, Lost, Stopped
from houseway.house.opening import in_memory, migrate, only_server, reading_engine, sqlite_file, writing_engine

Result = TypeVar("Result")

TOGETHER = 256  # as many are committed together at most


class _Job(msgspec.Struct):
    work: Callable[[Connection], Any]
    answer: Future[Any]
    error: Exception | None = None
    result: Any = None


class OneWriter:
    """A SQLite database."""

    def __init__(self, url: URL, faults: Faults, engine: Engine | None = None) -> None:
        self.bell = Bell()
        self._url = url
        self._engine = engine or writing_engine(url)
        self._faults = faults
        self._closing = ExitStack()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._door = Door()
        self._stopped: str | None = None
        self._asking = threading.Lock()  # nothing is put in the queue behind the end of it
        self._sole = threading.Lock()  # in memory everybody shares the writer's connection
        self._readers: Engine | None = None
        try:
            self._open()
        except BaseException:
            self._closing.close()
            raise
        self._thread = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in a transaction, and return after its commit."""
        job = _Job(work, Future())
        with self._asking:
            if self._stopped is not None:
                raise Stopped(self._stopped)
            self._jobs.put(job)
        result: Result = job.answer.result()
        return result

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look at what is committed: the same all the while that the work lasts."""
        with self._door:
            if self._readers is None:
                with self._sole, self._connection.begin():
                    return work(self._connection)
            with self._readers.connect() as connection, connection.begin():
                return work(connection)

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
        if not in_memory(self._url):
            self._readers = reading_engine(self._url)
            self._closing.callback(self._readers.dispose)

    def _end(self) -> None:
        self._stop("the store is closed")
        self._thread.join()
        self._door.wait()

    def _stop(self, reason: str) -> None:
        self._door.close(reason)
        with self._asking:
            if self._stopped is None:
                self._stopped = reason
                self._jobs.put(None)

    def _write_all(self) -> None:
        """The writer's life: wait for a job, take those that are there with it, commit, answer."""
        while (job := self._jobs.get()) is not None:
            batch = [job]
            more = True
            while more and len(batch) < TOGETHER:
                try:
                    following = self._jobs.get_nowait()
                except queue.Empty:
                    break
                more = following is not None
                if following is not None:
                    batch.append(following)
            self._write(batch)
            if not more:
                break
        self._refuse_the_rest()

    def _write(self, batch: list[_Job]) -> None:
        try:
            with self._sole:
                self._commit(batch)
        except Crash:
            self._stop("the store has crashed")
            _answer_all(batch, Stopped("the store has crashed"))
        except Exception as wrong:
            lost = Lost("the database failed: ask again with the same command id")
            lost.__cause__ = wrong
            _answer_all(batch, lost)
        else:
            for job in batch:
                _answer(job)

    def _commit(self, batch: list[_Job]) -> None:
        with self._connection.begin():
            for job in batch:
                self._do(job)
            self._faults("before commit")
        self._faults("after commit")

    def _do(self, job: _Job) -> None:
        connection = self._connection
        driver: Any = connection.connection.driver_connection  # SQLAlchemy's own way takes several times as long
        driver.execute("SAVEPOINT job")
        try:
            job.result = job.work(connection)
        except Exception as wrong:
            job.error = wrong
            driver.execute("ROLLBACK TO job")
        driver.execute("RELEASE job")

    def _refuse_the_rest(self) -> None:
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                job.answer.set_exception(Stopped("the store is closed"))


def _answer(job: _Job) -> None:
    if job.error is not None:
        job.answer.set_exception(_told(job.error))
    else:
        job.answer.set_result(job.result)


def _answer_all(batch: list[_Job], wrong: Exception) -> None:
    for job in batch:
        job.answer.set_exception(wrong)


def _told(wrong: Exception) -> Exception:
    """What the work says is for the asker; a full disk or a broken file is not his doing."""
    if isinstance(wrong, DBAPIError) and not isinstance(wrong, IntegrityError):
        lost = Lost(f"the database failed: {wrong.orig}")
        lost.__cause__ = wrong
        return lost
    return wrong
