"""Workers: several processes that answer on one socket. One that dies is replaced; one that cannot begin ends all."""

import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess

from houseway.house.store import Store
from houseway.refusal import Refusal
from houseway.web import logs, metrics
from houseway.web.serving import Settings, answer, opened

SPAWN = multiprocessing.get_context("spawn")
SOON = 5  # seconds: a worker that ends earlier could not begin
FRUITLESS = 5  # times in a row
LAST = 10  # seconds after the grace before a worker is killed


def supervise(settings: Settings, listening: socket.socket) -> None:
    """Run the workers until told to end."""
    multiprocessing.allow_connection_pickling()
    told = threading.Event()
    with _counting_together(), _signals(told):
        workers = _Workers(settings, listening)
        try:
            while not told.wait(1 / 10):
                workers.replace()
        finally:
            workers.end()


class _Workers:
    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings = settings
        self._listening = listening
        self._fruitless = 0
        self._running = {number: self._begun(number) for number in range(settings.workers)}

    def replace(self) -> None:
        """Another for each that died."""
        for number, (process, since) in list(self._running.items()):
            if process.is_alive():
                continue
            metrics.worker_died(process.pid or 0)
            logs.say(40, "worker died", worker=number, exit_code=process.exitcode)
            self._fruitless = self._fruitless + 1 if time.monotonic() - since < SOON else 0
            if self._fruitless >= FRUITLESS:
                raise Refusal("the workers end as soon as they begin: see the log")
            self._running[number] = self._begun(number)

    def end(self) -> None:
        """All are told to end, and waited for."""
        processes = [process for process, _ in self._running.values()]
        for process in processes:
            if process.is_alive():
                process.terminate()
        until = time.monotonic() + self._settings.grace + LAST
        for process in processes:
            process.join(max(1, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()

    def _begun(self, number: int) -> tuple[SpawnProcess, int]:
        args = (self._settings, self._listening, number)
        process = SPAWN.Process(target=_work, args=args, name=f"houseway worker {number}")
        process.start()
        return process, int(time.monotonic())


def _work(settings: Settings, listening: socket.socket, number: int) -> None:
    """One worker, from its beginning to its end."""
    logs.begin(settings.log_level, number)
    with Store.open(settings.database) as store:
        house = opened(store, shared=True)
        house.start(recover=False)
        answer(house, settings, listening, (number, settings.workers))


@contextmanager
def _counting_together() -> Iterator[None]:
    """A folder in which the workers count, while they run."""
    folder = tempfile.mkdtemp(prefix="houseway-metrics-")
    os.environ[metrics.FOLDER] = folder
    try:
        yield
    finally:
        del os.environ[metrics.FOLDER]
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _signals(told: threading.Event) -> Iterator[None]:
    """What ends the house is kept in mind instead of ending the process."""
    before = {each: signal.signal(each, lambda *_: told.set()) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
