"""The world of one seed: its chance, its clock, what is to happen next, and a trace of all that happened."""

import hashlib
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random

START = 1_700_000_000_000

Deed = Callable[[], None]


class Wrong(AssertionError):  # noqa: N818  (what the house is)
    """The house broke a promise."""


class World:
    """Nothing happens but what stands on the agenda, one thing after the other; time jumps to the next of them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.now = START
        self.steps = 0
        self.after_step: Deed = lambda: None
        self.happened: Counter[str] = Counter()  # of what goes wrong, so often
        self.wrong: list[str] = []  # what was found where nothing can be raised
        self._entropy = Random(~seed)
        self._trace = hashlib.sha256()
        self._agenda: list[tuple[int, int, Deed]] = []
        self._numbered = 0

    def entropy(self, size: int) -> bytes:
        return self._entropy.randbytes(size)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def at(self, when: int, deed: Deed) -> None:
        """Something is to happen; what is due at the same moment happens in the order in which it was said."""
        self._numbered += 1
        heappush(self._agenda, (max(when, self.now), self._numbered, deed))

    def later(self, milliseconds: int, deed: Deed) -> None:
        self.at(self.now + milliseconds, deed)

    def run_until(self, end: int) -> None:
        """Everything that is to happen up to a moment."""
        while self._agenda and self._agenda[0][0] <= end:
            self.now, _, deed = heappop(self._agenda)
            self.steps += 1
            deed()
            self.after_step()
            if self.wrong:
                raise Wrong(self.wrong[0])
        self.now = max(self.now, end)

    def note(self, *said: object) -> None:
        """Something that must be the same whenever the seed is run again."""
        self._trace.update(repr((self.now, *said)).encode())
        if said and isinstance(said[0], str):
            self.happened[said[0]] += 1

    @property
    def trace(self) -> str:
        return self._trace.hexdigest()


def promised(kept: bool, what: str) -> None:
    if not kept:
        raise Wrong(what)
