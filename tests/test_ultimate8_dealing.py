"""The deal of Ultimate 8 Poker: antes first, three ways, all six positions, the stub before any look."""

import pytest

from houseway.felt import CardsMoved, Felt, fold
from houseway.procedure import Round, opening_felt
from ultimate8_rounds import OTHER, STRONG, WEAK, begin, is_ante, is_deal

WAYS = {
    "dealing=manual_shoe": (4, "42.7(e)"),
    "dealing=hand": (4, "42.8(b)3"),
    "dealing=hand rounds_of=1": (1, "42.8(e)"),
    "dealing=automated_shoe": (8, "42.9(e)"),
}


def dealt(playing: Round) -> list[tuple[int, int, str]]:
    """To which position, how many cards, by which clause."""
    return [
        (int(move.target.partition("/")[0]), len(move.cards), move.clause)
        for move in playing.moves
        if isinstance(move, CardsMoved) and move.source == "shoe" and move.target.endswith("/hand")
    ]


def felt_at(playing: Round, number: int) -> Felt:
    return fold(opening_felt(playing.game, playing.setup), playing.moves[:number])


@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("button", [2, 5])
def test_cards_go_clockwise_to_all_six_positions_from_the_button(options: str, button: int) -> None:
    cards, clause = WAYS[options]
    playing = begin(chips={2: 100, 5: 100}, options=options, button=button)
    order = [*range(button, 7), *range(1, button)]
    assert dealt(playing) == [(seat, cards, clause) for _ in range(8 // cards) for seat in order]


@pytest.mark.parametrize("options", WAYS)
def test_the_cards_leave_the_shoe_in_its_order_face_down(options: str) -> None:
    playing = begin(chips={1: 100, 2: 100}, options=options)
    moves = [move for move in playing.moves if isinstance(move, CardsMoved) and move.source == "shoe"]
    assert [card for move in moves for card in move.cards] == list(playing.setup.shoe.order)
    assert not any(move.up or move.shown for move in moves)


def test_the_button_stands_before_the_lowest_seat_where_nothing_else_is_said() -> None:
    assert dealt(begin(chips={3: 100, 4: 100}))[0][0] == 3


def test_both_antes_are_collected_before_the_first_card() -> None:
    playing = begin()
    antes = [number for number, move in enumerate(playing.moves) if is_ante(move)]
    first_card = next(number for number, move in enumerate(playing.moves) if is_deal(move))
    assert len(antes) == 6
    assert max(antes) < first_card
    felt = felt_at(playing, first_card)
    assert (felt.stake("pot/main"), felt.stake("ace pot")) == (30_00, 15_00)


def test_main_antes_are_all_placed_before_they_are_collected() -> None:
    playing = begin()
    collected = next(number for number, move in enumerate(playing.moves) if not is_ante(move))
    assert [felt_at(playing, collected).stake(f"{seat}/main_ante") for seat in (1, 2, 3)] == [10_00] * 3


@pytest.mark.parametrize("options", WAYS)
def test_the_stub_is_in_the_rack_unseen_before_anybody_is_asked(options: str) -> None:
    playing = begin(options=options)
    assert playing.ask is not None
    moves = [move for move in playing.moves if isinstance(move, CardsMoved)]
    assert [move.target for move in moves if move.source == "stub"] == ["discard rack"]
    assert [len(move.cards) for move in moves if move.target == "stub"] == [4]
    assert not any(move.shown for move in moves if "stub" in (move.source, move.target))


def test_empty_positions_are_collected_unseen_after_the_stub() -> None:
    playing = begin(chips={2: 100, 5: 100}, button=5)
    moves = [move for move in playing.moves if isinstance(move, CardsMoved)]
    stub = next(number for number, move in enumerate(moves) if move.source == "stub")
    collected = moves[stub + 1 :]
    assert [move.source for move in collected] == ["6/hand", "1/hand", "3/hand", "4/hand"]
    assert not any(move.shown for move in collected)
    assert [playing.felt.count(f"{seat}/hand") for seat in range(1, 7)] == [0, 8, 0, 0, 8, 0]


def test_the_stub_is_not_counted_where_the_shuffler_counts() -> None:
    counted = [move for move in begin().moves if getattr(move, "clause", "") == "42.7(g)"]
    uncounted = begin(options="dealing=automated_shoe shuffler=counting")
    assert len(counted) == 1
    assert not [move for move in uncounted.moves if getattr(move, "clause", "") == "42.7(g)"]
    assert uncounted.felt.count("stub") == 0


def test_each_player_sees_his_own_cards_alone() -> None:
    playing = begin({1: STRONG, 2: WEAK, 3: OTHER})
    seen = playing.felt.view(2)
    assert seen.cards("2/hand") == playing.felt.cards("2/hand")
    for area in ("1/hand", "3/hand", "discard rack"):
        assert set(seen.cards(area)) == {53}
        assert seen.count(area) == playing.felt.count(area)
