"""Repairs of what the simulation has found below the running house, until it is repaired there.

`test_simulation_found.py` has a test for each that is expected to fail: when it does not any more, its repair goes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import msgspec

from houseway.felt import ChipsMoved, Felt, Move
from houseway.house import ending, live
from houseway.procedure import Game, Setup, opening_felt


@contextmanager
def repaired() -> Iterator[None]:
    with patch.object(live.LiveTable, "snapshot", _in_order), patch.object(ending, "opening_felt", _lenient):
        yield


def _in_order(table: live.LiveTable) -> bytes | None:
    """`LiveTable.snapshot` sorts the people by name; here they stay in the order in which they came."""
    if table.state.phase in ("playing", "result"):
        return None
    return msgspec.json.encode(live.Snapshot(table.state, table.cards.keep()))


class _Lenient(Felt):
    """`ending.everything_back` moves chips that were bought meanwhile on the felt of the round's beginning, where the
    inventory may not have had them yet."""

    __slots__ = ()

    def apply(self, move: Move) -> None:
        if isinstance(move, ChipsMoved):
            self.chips[move.source] = self.chips.get(move.source, 0) - move.amount
            self.chips[move.target] = self.chips.get(move.target, 0) + move.amount
        else:
            super().apply(move)


def _lenient(game: Game, setup: Setup) -> Felt:
    made, felt = opening_felt(game, setup), _Lenient()
    felt.up, felt.down, felt.chips, felt.meters = made.up, made.down, made.chips, made.meters
    return felt
