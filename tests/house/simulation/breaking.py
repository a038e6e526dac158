"""A table's own code that fails: in the procedure of a round, or in what carries out a command."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from house.simulation.processes import PLANTED, Process
from houseway.house import live, tables
from houseway.house.commands import Clock, Decide, Report, Wager
from houseway.procedure import Round

HANDLED = (Clock, Decide, Report, Wager)


@contextmanager
def breakable(processes: Sequence[Process], snapshots: int) -> Iterator[None]:
    """Code fails where a process is armed, once; a snapshot is kept every so many versions."""

    def fails() -> None:
        for process in processes:
            if process.armed:
                process.armed = False
                if process.world.happens(0.5):
                    raise RuntimeError(PLANTED)

    def failing(work: Callable[..., Any]) -> Callable[..., Any]:
        def tries(*args: Any, **kwargs: Any) -> Any:
            fails()
            return work(*args, **kwargs)

        return tries

    handlers = {kind: failing(live.HANDLERS[kind]) for kind in HANDLED}
    with (
        patch.dict(live.HANDLERS, handlers),
        patch.object(Round, "answer", failing(Round.answer)),
        patch.object(tables, "SNAPSHOT_EVERY", snapshots),
    ):
        yield
