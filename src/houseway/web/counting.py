"""Odds for who asks over the web: counted by a process beside the house, one question after the other, and kept.

Whoever asks is answered at once: with what was counted, or that it is being counted. A process that dies is replaced
when something is asked again.
"""

import os
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor

import msgspec

from houseway.odds.counting import Counted, Question
from houseway.web.signals import unheard

KEPT = 512
WAITING = 32  # questions that may be on their way
COMMAND = (sys.executable, "-m", "houseway.odds.counting")
FAILED = Counted(why="the odds could not be counted")

_DECODER = msgspec.json.Decoder(Counted)


class Counting:
    """One process that counts, what it has counted, and what it still has to."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._kept: OrderedDict[bytes, Future[Counted]] = OrderedDict()
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="counting")
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def ask(self, question: Question, patience: int = 0) -> Counted | None:
        """What was counted; None while it is being counted. `patience`: milliseconds that one waits for it."""
        future = self._future(msgspec.json.encode(question))
        if future is None:
            return None
        try:
            return future.result(patience / 1000)
        except (TimeoutError, CancelledError):
            return None

    def end(self) -> None:
        """Nothing more is counted."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
        self._thread.shutdown(cancel_futures=True)
        self._forget_process()

    def _future(self, line: bytes) -> Future[Counted] | None:
        """The answer that was or will be counted; None where too much is waiting."""
        with self._lock:
            found = self._kept.get(line)
            if found is None:
                if self._ended or sum(not each.done() for each in self._kept.values()) >= WAITING:
                    return None
                found = self._kept[line] = self._thread.submit(self._counted, line)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            elif found.done() and found.result() is FAILED:
                del self._kept[line]  # told once, then tried again
            else:
                self._kept.move_to_end(line)
            return found

    def _counted(self, line: bytes) -> Counted:
        try:
            process = self._begun()
            if process is None or process.stdin is None or process.stdout is None:
                return FAILED
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            return _DECODER.decode(process.stdout.readline())
        except (OSError, ValueError):  # it died, or said nonsense
            self._forget_process()
            return FAILED

    def _begun(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._process is None and not self._ended:
                command = (*self._command, str(os.getpid()))
                with unheard():
                    self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            return self._process

    def _forget_process(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
