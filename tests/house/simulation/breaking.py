"""A table's own code that fails: in the procedure of a round, in what carries out a command, or after an upgrade."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from house.simulation.world import World
from houseway.house import live, rebuilding, tables
from houseway.house.carrying import Carrying
from houseway.house.commands import Clock, Decide, Report, Wager
from houseway.house.record import Done, Entry
from houseway.procedure import Round

HANDLED = (Clock, Decide, Report, Wager)


class Breaking:
    """What fails: the next step of a table's code, or the record of rounds that an upgrade does not understand."""

    def __init__(self, world: World) -> None:
        self.share = world.chance.choice((0, 0, 0.02))  # of the commands that are carried out
        self.not_understood: set[tuple[str, int]] = set()  # entries of rounds that are open
        self.past: set[tuple[str, int]] = set()  # of rounds that were over when the program was changed
        self.snapshots = world.chance.choice((7, 25, 200))  # one every so many versions
        self._world = world
        self._armed = False

    @contextmanager
    def around(self) -> Iterator[None]:
        """While this lasts, code fails."""
        handlers = {kind: self._failing(live.HANDLERS[kind]) for kind in HANDLED}
        with (
            patch.dict(live.HANDLERS, handlers),
            patch.object(Round, "answer", self._failing(Round.answer)),
            patch.object(Carrying, "_done", self._arming(Carrying._done)),
            patch.object(rebuilding, "compare", self._compares(rebuilding.compare)),
            patch.object(tables, "SNAPSHOT_EVERY", self.snapshots),
        ):
            yield

    def _arming(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def carries_out(*args: Any) -> Any:
            self._armed = self.share > 0 and self._world.happens(self.share)
            try:
                return work(*args)
            finally:
                self._armed = False

        return carries_out

    def _failing(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def tries(*args: Any, **kwargs: Any) -> Any:
            if self._armed and self._world.happens(0.5):
                self._armed = False
                raise RuntimeError("planted")
            return work(*args, **kwargs)

        return tries

    def _compares(self, compare: Callable[[Entry, Done, bool], None]) -> Callable[[Entry, Done, bool], None]:
        def compares(entry: Entry, done: Done, to_the_word: bool) -> None:
            if (entry.stream, entry.version) in self.not_understood | self.past:
                raise rebuilding.Differs(entry.version, "planted")
            compare(entry, done, to_the_word)

        return compares
