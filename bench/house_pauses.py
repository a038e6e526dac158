"""How often the machine stands still: a thread that only sleeps for a moment, and wakes late.

On a machine that others use, too, whatever runs is stopped now and then for tens of milliseconds. A decision that is
under way then takes as long, whoever answers it: so this is told beside how long decisions took.
"""

import threading
import time

SLEEP = 5  # milliseconds
LATE = 20  # milliseconds after its time at which the machine has stood still


class Pauses(threading.Thread):
    """Looked for from the beginning of a `with` to its end."""

    def __init__(self) -> None:
        super().__init__(name="pauses", daemon=True)
        self.found: list[int] = []  # milliseconds
        self._over = threading.Event()

    def __enter__(self) -> "Pauses":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        while not self._over.is_set():
            begun = time.perf_counter_ns()
            time.sleep(SLEEP / 1000)
            late = (time.perf_counter_ns() - begun) // 10**6 - SLEEP
            if late >= LATE:
                self.found.append(late)
