"""What writes the log: a thread of its own, since an output that takes nothing would keep the whole house waiting.

Such an output is a pipe that nobody reads, or a terminal that was stopped. Lines of the same moment are written
together. Where too many wait, those that come are left out, and the log says how many as soon as it takes lines again.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

MOST = 10_000  # lines that wait
MOMENT = 20  # milliseconds
PATIENCE = 1_000  # milliseconds that the end waits for the last lines

THOUSAND = 1000


class Writing(logging.Handler):
    """A handler for which nobody waits; `left_out` makes the line that tells how many were."""

    def __init__(self, output: int, left_out: Callable[[int], str]) -> None:
        super().__init__()
        self._output = output  # a file descriptor: who is stopped at it holds no lock that the end would wait for
        self._left_out = left_out
        self._waiting: deque[str] = deque()
        self._lost = 0
        self._some = threading.Event()
        self._writes = False
        threading.Thread(target=self._write_on, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        if len(self._waiting) >= MOST:
            self._lost += 1
            return
        try:
            self._waiting.append(self.format(record))
        except Exception:  # a line that cannot be made is no matter of who says it
            self.handleError(record)
        if not self._some.is_set():
            self._some.set()

    def flush(self) -> None:
        """What waits is written, if the output takes it within a moment."""
        until = time.monotonic() + PATIENCE / THOUSAND
        while (self._waiting or self._writes) and time.monotonic() < until:
            time.sleep(MOMENT / THOUSAND)

    def _write_on(self) -> None:
        while True:
            self._some.wait()
            time.sleep(MOMENT / THOUSAND)
            self._some.clear()
            self._writes = True  # before any line is taken: who waits for the last ones finds it or them
            self._write()
            self._writes = False

    def _write(self) -> None:
        lines = [self._waiting.popleft() for _ in range(len(self._waiting))]
        lost, self._lost = self._lost, 0
        if lost:
            lines.append(self._left_out(lost))
        written = "".join(f"{line}\n" for line in lines).encode()
        with suppress(OSError):  # nobody reads any more, the disk is full: the house goes on without a log
            while written:
                written = written[os.write(self._output, written) :]
