"""Hands of Lunar Poker: their order, what qualifies, the lines of the pay tables, the second qualifying hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import names, read_cards
from houseway.games.lunar.hands import bet_line, instant_cash_line, progressive_line, qualifies, super_line
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.settle import bet_lines
from houseway.poker import rank_of
from naive import lunar as naive
from naive.poker import cards_of

five_cards = st.permutations(range(52)).map(lambda order: tuple(order[:5]))
# Few ranks and suits, so that pairs, straights and flushes are not rare.
close_cards = st.lists(
    st.sampled_from([card for card in range(52) if card >> 2 in (0, 1, 2, 3, 8, 9, 10, 11, 12)]),
    min_size=5,
    max_size=6,
    unique=True,
)

# 38.5(b): from the highest to the lowest, each with the highest and the lowest of its kind where the text names them.
IN_ORDER = (
    *("As Ks Qs Js Ts", "Kd Qd Jd Td 9d", "Ah 2h 3h 4h 5h", "Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    *("Ac Ad Ah Kc Kd", "2c 2d 2h 3c 3d", "Ac Kc Qc Jc 9c", "7c 5c 4c 3c 2c", "Ac Kd Qh Js Tc"),
    *("Ac 2d 3h 4s 5c", "Ac Ad Ah Kc Qd", "2c 2d 2h 4c 3d", "Ac Ad Kc Kd Qh", "3c 3d 2c 2d 4h"),
    *("Ac Ad Kc Qd Jh", "2c 2d 5h 4c 3d", "Qh Kc Ad 2s 3c", "Qc Jd Th 9s 7c", "7c 5d 4h 3s 2c"),
)


def test_hands_rank_in_the_order_of_the_rulebook() -> None:
    ranks = [rank_of(read_cards(cards)) for cards in IN_ORDER]
    assert ranks == sorted(set(ranks), reverse=True)


def test_no_suit_ranks_above_another() -> None:
    assert rank_of(read_cards("Ac Kc Jc 5c 2c")) == rank_of(read_cards("As Ks Js 5s 2s"))


def test_the_highest_card_that_the_other_hand_lacks_decides() -> None:
    assert rank_of(read_cards("9c 9d Kh 5s 2c")) > rank_of(read_cards("9h 9s Qh Js Tc"))
    assert rank_of(read_cards("9c 9d Kh 5s 3c")) > rank_of(read_cards("9h 9s Kd 5h 2d"))
    assert rank_of(read_cards("9c 9d Kh 5s 2c")) == rank_of(read_cards("9h 9s Kd 5h 2d"))


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Qd Jh Ts 8c", False),
        ("Kc Qd Jh Ts 8c", False),
        ("2c 2d 5h 4s 3c", True),
        ("Ac 2d 3h 4s 5c", True),
        ("7c 5c 4c 3c 2c", True),
    ],
)
def test_ace_king_four_three_two_is_the_lowest_hand_that_qualifies(cards: str, plays: bool) -> None:
    assert qualifies(rank_of(read_cards(cards))) is plays


@given(five_cards)
def test_qualifying_is_what_the_oracle_says(cards: tuple[int, ...]) -> None:
    assert qualifies(rank_of(cards)) == naive.qualifies(cards_of(names(cards)))


@pytest.mark.parametrize(
    ("cards", "instant", "side", "progressive"),
    [
        ("As Ks Qs Js Ts", "Royal Flush", "Same colored straight", "Royal Flush"),
        ("Ah 2h 3h 4h 5h", "Straight Flush", "Same colored straight", "Straight Flush"),
        ("9c 9d 9h 9s 2c", None, "Four-of-a-kind", "Four-of-a-kind"),
        ("9c 8s 7c 6s 5c", None, "Same colored straight", None),
        ("9c 9d 9h 2s 2c", None, "Full House", "Full House"),
        ("Ac Kc Qc 4c 2c", None, "Flush", "Flush"),
        ("9c 8d 7h 6s 5c", None, "Straight", None),
        ("Ac Kd Qh Js Tc", None, "Straight", None),
        ("9c 9d 9h 5s 2c", None, "Three-of-a-kind", None),
        ("Ac Ad Kh Ks Qc", None, "Ace-King-Queen", None),
        ("Ad Kd Qh 4d 2h", None, "Ace-King-Queen", None),
        ("9c 9s 4c 4s 2c", None, "5 same colored cards", None),
        ("9c 9d 4c 4s 2c", None, None, None),
    ],
)
def test_lines_of_the_first_five_cards(cards: str, instant: str, side: str, progressive: str) -> None:
    five = read_cards(cards)
    assert (instant_cash_line(five), super_line(five), progressive_line(five)) == (instant, side, progressive)


@given(close_cards.filter(lambda cards: len(cards) == 5))
def test_super_line_is_what_the_oracle_says(cards: list[int]) -> None:
    line = super_line(cards)
    odds = Rules().super_side_bet.lines[line].number if line else 0
    assert odds == naive.super_odds(cards_of(names(cards)))


@pytest.mark.parametrize(
    ("hand", "ranked", "six_only"),
    [
        # the worked examples of ruling N6
        ("Ac Kd 9h 9s 4c", "One Pair + Ace-King", "One Pair"),
        ("Kc Kd Kh Ks Ac", "Four-of-a-kind + Ace-King", "Four-of-a-kind"),
        ("Ac Ad Kh Ks 7c", "Two Pair", "Two Pair"),
        ("9c 9d 5h 5s 3c 3d", "Two Pair + Two Pair", "Two Pair + Two Pair"),
        ("9c 8d 7h 6s 5c 8h", "Straight + Straight", "Straight + Straight"),
        ("Kc Jc 9c 7c 4c 2c", "Flush + Flush", "Flush + Flush"),
        ("9c 9d 9h 9s 5c 5d", "Four-of-a-kind + Full House", "Four-of-a-kind + Full House"),
        ("9c 9d 9h 5s 4c Kd", "Three-of-a-kind", "Three-of-a-kind"),
        # and what follows from it
        ("As Ad Ah Ks Kd Kh", "Full House + Full House", "Full House + Full House"),
        ("As Ks 9s 5s 3s 9d", "Flush + One Pair", "Flush + One Pair"),
        ("Ac Kd 8h 7s 4c 2d", "Ace-King", "Ace-King"),
        ("9s 8s 7s 6s 5s Ts", "Straight Flush + Straight Flush", "Straight Flush + Straight Flush"),
    ],
)
def test_lines_of_a_winning_bet(hand: str, ranked: str, six_only: str) -> None:
    cards = read_cards(hand)
    for reading, expected in ((Rules(), ranked), (Rules(second_hand="six_only"), six_only)):
        assert " + ".join(line.name for line in bet_lines(cards, rank_of(cards), reading)) == expected


@given(close_cards, st.sampled_from(("ranked", "six_only")))
def test_second_hand_is_what_the_oracle_says(cards: list[int], reading: str) -> None:
    rank = rank_of(cards)
    if qualifies(rank):
        rules = Rules.read([f"second_hand={reading}"])
        first, *second = [line.number for line in bet_lines(cards, rank, rules)]
        assert (first, sum(second)) == naive.bet_odds(cards_of(names(cards)), reading)
        assert bet_line(rank) in rules.bet.lines
