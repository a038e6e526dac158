"""What msgspec knows of our types it learns when it first reads one, and must not learn in two threads at once.

While one thread learns a type others may find it half learned, and the process ends there (msgspec 0.22). So whoever
begins to run a house has all types learned before there are threads.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

_learned: set[type] = set()


def learn_types() -> None:
    """All types that are there by now. One that cannot be read from JSON never is."""
    for kind in list(_below(msgspec.Struct)):
        if kind not in _learned:
            _learned.add(kind)
            with suppress(Exception):
                msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
