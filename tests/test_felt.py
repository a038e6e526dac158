"""The felt by itself: the effect of moves on areas that were empty before."""

import pytest

from houseway.cards import UNKNOWN
from houseway.felt import CAGE, INVENTORY, ChipsMoved, Felt, Impossible, put_back


def test_chips_come_from_a_cage_that_is_not_there_yet_and_from_nowhere_else() -> None:
    felt = Felt()
    felt.apply(ChipsMoved(5_00, CAGE, INVENTORY, "G1"))
    assert felt.chips == {CAGE: -5_00, INVENTORY: 5_00}
    for source in ("1/ante", INVENTORY):
        with pytest.raises(Impossible):
            felt.apply(ChipsMoved(5_01, source, "1/chips", "G1"))
    assert felt.chips == {CAGE: -5_00, INVENTORY: 5_00}


def test_a_felt_without_a_cage_is_put_back_with_what_the_inventory_lacks_from_it() -> None:
    felt = Felt()
    felt.chips = {"1/chips": 40_00, "1/ante": 10_00, INVENTORY: 20_00}
    moves = applied(felt, {"1/chips": 100_00, INVENTORY: 0})
    assert felt.chips == {"1/chips": 100_00, "1/ante": 0, INVENTORY: 0, CAGE: -30_00}
    assert [(move.amount, move.source, move.target) for move in moves] == [
        (10_00, "1/ante", "1/chips"),
        (20_00, INVENTORY, "1/chips"),
        (30_00, CAGE, INVENTORY),
        (30_00, INVENTORY, "1/chips"),
    ]


def applied(felt: Felt, before: dict[str, int]) -> list[ChipsMoved]:
    """The moves that put it back, each made before the next is asked for."""
    moves = []
    for move in put_back(felt, before, "G4"):
        felt.apply(move)
        moves.append(move)
    return moves


def test_a_viewer_counts_every_card_and_knows_the_faces_of_their_own_only() -> None:
    felt = Felt()
    felt.down = {"1/hand": [0, 1, 2], "2/hand": [3, 4], "stub": [5, 6, 7, 8]}
    felt.up = {"1/hand": [9], "2/laid": [10]}
    for viewer, mine in ((1, [9, 0, 1, 2]), (2, [9, *[UNKNOWN] * 3]), (None, [9, *[UNKNOWN] * 3])):
        seen = felt.view(viewer)
        assert [seen.count(area) for area in ("1/hand", "2/hand", "2/laid", "stub", "rack")] == [4, 2, 1, 4, 0]
        assert seen.cards("1/hand") == mine
        assert seen.down["stub"] == [UNKNOWN] * 4
