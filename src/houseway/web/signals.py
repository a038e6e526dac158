"""Ctrl-C and SIGTERM tell the house to end: they are kept in mind, and nothing else ends its process."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ENDS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def kept_in_mind() -> Iterator[list[int]]:
    """The signals by which the house was told to end, one after the other. Who tells it behind this changes nothing.

    The process is going then, and Python takes a moment for it in which a signal would end it in another way.
    """
    told: list[int] = []
    for each in ENDS:
        signal.signal(each, lambda number, _: told.append(number))
    try:
        yield told
    finally:
        for each in ENDS:
            signal.signal(each, signal.SIG_IGN)


@contextmanager
def unheard() -> Iterator[None]:
    """A process that is begun here never hears Ctrl-C, which a terminal tells to all: who began it tells it to end.

    What comes meanwhile is heard afterwards. Where a signal cannot be held up the new process hears it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
