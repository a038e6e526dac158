"""Workers: several processes that answer on one socket. One that dies is replaced, as often as it has answered before
or another one answers; where none comes to answer, again and again, the house is given up."""

import logging
import multiprocessing
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec

from houseway.house.opening import Away
from houseway.house.store import Lost, Store
from houseway.refusal import Refusal
from houseway.web import logs, metrics
from houseway.web.front import EPOCH
from houseway.web.limits import clock
from houseway.web.serving import Settings, Worker, answer, opened
from houseway.web.signals import unheard

SPAWN = multiprocessing.get_context("spawn")
AWAY = 75  # how a worker ends that found no database: another is begun in a while, for as long as that lasts
WHILE = 1000  # milliseconds
FRUITLESS = 5  # times in a row that a worker ended before it answered anybody, and no other did
COUNTS = "houseway-metrics-"  # before the number of the process whose workers count there
AFTERWARDS = 20  # seconds after the grace before a worker is killed that does not end by itself


def supervise(settings: Settings, listening: socket.socket, told: list[int]) -> None:
    """Run the workers until told to end."""
    multiprocessing.allow_connection_pickling()
    with _counting_together():
        workers = Workers(settings, listening)
        try:
            while not told:
                time.sleep(1 / 10)
                workers.replace()
        finally:
            workers.end(lambda: len(told) > 1)


class _Running(msgspec.Struct):
    """A worker as the one that began it knows it."""

    process: SpawnProcess
    telling: "Connection[bytes, bytes]"  # a pipe, since whoever is killed leaves no lock of it behind
    begun: int  # milliseconds of a clock that only goes forward
    has_answered: bool = False

    def answered(self) -> bool:
        """Did it come so far that it answered?"""
        try:
            self.has_answered = self.has_answered or (self.telling.poll() and bool(self.telling.recv_bytes()))
        except (EOFError, OSError):
            return False
        return self.has_answered

    def answers(self) -> bool:
        """Is it there, and answers?"""
        return self.answered() and self.process.is_alive()


class Workers:
    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings = msgspec.structs.replace(settings, epoch=secrets.token_hex(EPOCH))  # one for all of them
        self._listening = listening
        self._fruitless = 0
        self._running = {number: self._begun(number) for number in range(settings.workers)}

    def replace(self) -> None:
        """Another for each that died."""
        for number, worker in self._running.items():
            if worker.process.is_alive():
                continue
            code, others = worker.process.exitcode, any(each.answers() for each in self._running.values())
            if (code == AWAY or (others and not worker.answered())) and clock() < worker.begun + WHILE:
                continue
            metrics.worker_died(worker.process.pid or 0)
            logs.say(logging.ERROR, "worker died", worker=number, exit_code=code)
            self._fruitless = 0 if others or worker.answered() or code == AWAY else self._fruitless + 1
            worker.telling.close()
            if self._fruitless >= FRUITLESS:
                raise Refusal(
                    f"{FRUITLESS} workers in a row ended before they answered anybody, the last with exit code {code}:"
                    " see 'worker failed' in the log, mend that, and start again"
                )
            self._running[number] = self._begun(number)

    def end(self, at_once: Callable[[], bool] = lambda: False) -> None:
        """All are told to end, and waited for; they are told again when rounds in play are not to be waited for."""
        processes = [worker.process for worker in self._running.values()]
        until, again = time.monotonic() + self._settings.grace + AFTERWARDS, False
        _tell(processes)
        while any(process.is_alive() for process in processes) and time.monotonic() < until:
            if not again and at_once():
                again = True
                _tell(processes)
            time.sleep(1 / 10)
        for process in processes:
            process.join(1)
            if process.is_alive():
                process.kill()
                process.join()

    def _begun(self, number: int) -> _Running:
        telling, told = SPAWN.Pipe(duplex=False)
        args = (self._settings, self._listening, number, told)
        process = SPAWN.Process(target=_work, args=args, name=f"houseway worker {number}")
        if os.name == "posix":
            resource_tracker.ensure_running()  # else it is begun with the process, and lets Ctrl-C through again
        with unheard():
            process.start()
        told.close()
        return _Running(process, telling, clock())


def _tell(processes: Iterable[SpawnProcess]) -> None:
    """Tell workers to end."""
    for process in processes:
        if process.is_alive():
            process.terminate()


def _work(settings: Settings, listening: socket.socket, number: int, told: "Connection[bytes, bytes]") -> None:
    """One worker, from its beginning to its end; each step of the beginning may take long on a busy machine."""
    logs.begin(settings.log_level, number)
    parent = _parent()
    try:
        if _is_orphan(parent):
            return
        with Store.open(settings.database) as store:
            if _is_orphan(parent):
                return
            house = opened(store, shared=True)
            house.start(recover=False)
            if not _is_orphan(parent):
                answer(house, settings, listening, [], Worker(number, parent, partial(_say_so, told)))
    except Refusal as refusal:
        logs.say(logging.ERROR, "worker refused", why=refusal.message)
        sys.exit(AWAY if isinstance(refusal, Away) else 1)
    except Lost as wrong:
        logs.error("worker found no database", wrong)
        sys.exit(AWAY)
    except Exception as wrong:
        logs.error("worker failed", wrong)
        sys.exit(1)


def _parent() -> int:
    """Who began this process, also where he is there no more."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    return parent.pid


def _is_orphan(parent: int) -> bool:
    """Is who began this process gone? Who starts the house anew finds its port free the sooner."""
    return os.getppid() != parent


def _say_so(told: "Connection[bytes, bytes]") -> None:
    """A worker answers. Where nobody is there any more to hear it, it ends with its next tick, in order."""
    with suppress(OSError):
        told.send_bytes(b"answers")


@contextmanager
def _counting_together() -> Iterator[None]:
    """A folder in which the workers count, while they run. What a house that was killed has left there is removed."""
    for left in Path(tempfile.gettempdir()).glob(f"{COUNTS}*"):
        if not _is_alive(left.name.removeprefix(COUNTS).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    folder = tempfile.mkdtemp(prefix=f"{COUNTS}{os.getpid()}-")
    os.environ[metrics.FOLDER] = folder
    try:
        yield
    finally:
        del os.environ[metrics.FOLDER]
        shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: str) -> bool:
    """Is there such a process? What is no number is somebody else's."""
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (OSError, ValueError, OverflowError):
        return True
    return True
