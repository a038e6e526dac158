"""What the bots of a house play by is compiled beside it while it is open, where no house has done so before.

After a fresh install that takes a while, for which a table would have to wait at the first decision of a bot. It is
done by the program that counts, in a process of its own that yields to all others.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from houseway import kept_kernels
from houseway.odds.counting import Kernels
from houseway.web import logs
from houseway.web.counting import COMMAND, Counting

AT_LAST = 60  # seconds: whoever ends the house may end that process with it, and a moment before
LONGEST = 3600_000  # milliseconds; another house may do it first, and it yields to all


@contextmanager
def bots_prepared(command: tuple[str, ...] = COMMAND) -> Iterator[None]:
    """Nobody waits for it: it begins in a thread, and ends with the house."""
    counting, closing = Counting(command), threading.Event()
    thread = threading.Thread(target=_prepare, args=(counting, closing), name="preparing", daemon=True)
    thread.start()
    try:
        yield
    finally:
        closing.set()
        counting.end()
        thread.join()


def _prepare(counting: Counting, closing: threading.Event) -> None:
    begun = time.monotonic_ns()
    try:
        if not kept_kernels.can_be_kept() or kept_kernels.at_hand():
            return
        counted = counting.ask(Kernels(), LONGEST)
        counting.end()
        why = "it takes too long" if counted is None else counted.why
    except Exception as wrong:  # the house is open all the same: bots compile what they need when they need it
        why = type(wrong).__name__
    if closing.wait(AT_LAST if why is not None else 0):
        return
    if why is not None:
        logs.say(logging.WARNING, "bots not prepared", why=why)
    else:
        logs.say(logging.INFO, "bots prepared", ms=(time.monotonic_ns() - begun) // 10**6)
