"""Poker ranking as 13:69F-38.5 and 43.5 have it: the order of hands, the words for them, both forms equal."""

from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from houseway.poker import Category, best_five, category, describe, kickers, name, rank_of
from houseway.poker_table import build_tables, evaluate, load_tables


def hand(text: str) -> list[int]:
    return [4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1]) for card in text.split()]


def hands(*sizes: int) -> st.SearchStrategy[list[int]]:
    return st.sampled_from(sizes).flatmap(
        lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
    )


# Each hand beats all above it: every category with its lowest and its highest hand as 38.5(b) names them.
LADDER = [
    ("7c 5d 4h 3s 2c", "High Card, seven, five, four, three and two"),
    ("Ac 4d 3h 2s 6c", "High Card, ace, six, four, three and two"),
    ("Ac Kd 4h 3s 2c", "High Card, ace, king, four, three and two"),  # 38.1: the lowest qualifying hand
    ("Ac Kd 5h 3s 2c", "High Card, ace, king, five, three and two"),
    ("Ac Kd Qh Js 9c", "High Card, ace, king, queen, jack and nine"),
    ("2c 2d 5h 4s 3c", "One Pair, twos with five, four and three"),
    ("2c 2d Ah Ks Qc", "One Pair, twos with ace, king and queen"),
    ("6c 6d Ah Ks Qc", "One Pair, sixes with ace, king and queen"),
    ("Ac Ad Kh Qs Tc", "One Pair, aces with king, queen and ten"),
    ("Ac Ad Kh Qs Jc", "One Pair, aces with king, queen and jack"),
    ("3c 3d 2h 2s 4c", "Two Pair, threes and twos with four"),
    ("Ac Ad 2h 2s 3c", "Two Pair, aces and twos with three"),
    ("Ac Ad Kh Ks Jc", "Two Pair, aces and kings with jack"),
    ("Ac Ad Kh Ks Qc", "Two Pair, aces and kings with queen"),
    ("2c 2d 2h 4s 3c", "Three-of-a-Kind, twos with four and three"),
    ("Ac Ad Ah Ks Qc", "Three-of-a-Kind, aces with king and queen"),
    ("Ac 2d 3h 4s 5c", "Straight, five high"),
    ("2c 3d 4h 5s 6c", "Straight, six high"),
    ("Kc Qd Jh Ts 9c", "Straight, king high"),
    ("Ac Kd Qh Js Tc", "Straight, ace high"),
    ("7c 5c 4c 3c 2c", "Flush, seven, five, four, three and two"),
    ("Ac Kc Qc Jc 9c", "Flush, ace, king, queen, jack and nine"),
    ("2c 2d 2h 3s 3c", "Full House, twos over threes"),
    ("Kc Kd Kh 4s 4c", "Full House, kings over fours"),
    ("Kc Kd Kh As Ac", "Full House, kings over aces"),
    ("Ac Ad Ah Ks Kc", "Full House, aces over kings"),
    ("2c 2d 2h 2s 3c", "Four-of-a-Kind, twos with three"),
    ("Ac Ad Ah As Kc", "Four-of-a-Kind, aces with king"),
    ("Ac 2c 3c 4c 5c", "Straight Flush, five high"),
    ("Kc Qc Jc Tc 9c", "Straight Flush, king high"),
    ("Ac Kc Qc Jc Tc", "Royal Flush"),
]


def test_every_hand_of_the_ladder_beats_the_one_above_it() -> None:
    for (lower, _), (higher, _) in pairwise(LADDER):
        assert rank_of(hand(lower)) < rank_of(hand(higher)), f"{higher} should beat {lower}"


@pytest.mark.parametrize(("cards", "words"), LADDER)
def test_words(cards: str, words: str) -> None:
    rank = rank_of(hand(cards))
    assert describe(rank) == words
    assert name(rank) == words.split(",")[0]
    assert name(rank).upper().replace(" ", "_").replace("-", "_") == category(rank).name


def test_every_rank_has_its_own_words() -> None:
    values = load_tables().values[1:].tolist()
    assert len({describe(value) for value in values}) == 7462


@pytest.mark.parametrize("cards", ["Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c", "Kc Ad 2h 3s 4c", "Kc Qc Ac 2c 3c"])
def test_no_straight_goes_round_the_ace(cards: str) -> None:
    assert category(rank_of(hand(cards))) in (Category.HIGH_CARD, Category.FLUSH)


def test_suits_have_no_order() -> None:
    royals = {rank_of(hand(f"A{suit} K{suit} Q{suit} J{suit} T{suit}")) for suit in "cdhs"}
    assert len(royals) == 1


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ac Kd 4h 3s 2c", (12, 11, 2, 1, 0)),
        ("9c 9d Ah 3s 2c", (7, 12, 1, 0)),
        ("9c 9d Ah 3s 3c", (7, 1, 12)),
        ("9c 9d 9h 3s 2c", (7, 1, 0)),
        ("Ac 2d 3h 4s 5c", (3,)),
        ("Ac 9c 3c 4c 5c", (12, 7, 3, 2, 1)),
        ("4c 4d 4h As Ac", (2, 12)),
        ("4c 4d 4h 4s Ac", (2, 12)),
        ("Ac 2c 3c 4c 5c", (3,)),
        ("Ac Kc Qc Jc Tc", (12,)),
    ],
)
def test_kickers(cards: str, expected: tuple[int, ...]) -> None:
    assert kickers(rank_of(hand(cards))) == expected


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Kd Kh 9c 9s Ac", "Kd Kh 9c 9s Ac"),
        ("4c 9c 4d Kc 4s 9h Kd", "4c 4d 4s Kc Kd"),
        ("4c 9c 4d 9d 4s 9h Kd", "9c 9d 9h 4c 4d"),
        ("2c 2d 3h 3s 4c 4d Ah", "4c 4d 3h 3s Ah"),
        ("2c 2d 3h 3s 4c 4d 2h", "2c 2d 2h 4c 4d"),
        ("3c 3d Kh Ks Qc Qd 4h", "Kh Ks Qc Qd 4h"),
        ("3c 3d Kh Ks Qc Qd 2h", "Kh Ks Qc Qd 3c"),
        ("5h Ac 3d 2d 4c 4h Kd", "5h 4c 3d 2d Ac"),
        ("5h Ac 3d 2d 4c 6h Kd", "6h 5h 4c 3d 2d"),
        ("2h 3h 4h 5h 7h Ah 6c", "5h 4h 3h 2h Ah"),
        ("Ah Kh Qh Jh 9h 8h Tc", "Ah Kh Qh Jh 9h"),
        ("8h 9h Th Jh Qh Kh Ah", "Ah Kh Qh Jh Th"),
        ("9c Ts Tc Td Th As Ad", "Ts Tc Td Th As"),
        ("9c Ts Tc Td 8h As Kd", "Ts Tc Td As Kd"),
        ("9c 2s Tc 4d 8h As Kd", "As Kd Tc 9c 8h"),
    ],
)
def test_best_five(cards: str, best: str) -> None:
    assert best_five(hand(cards)) == tuple(hand(best))


@given(hands(5, 6, 7))
def test_best_five_are_held_and_have_the_rank_of_the_whole_hand(cards: list[int]) -> None:
    best = best_five(cards)
    assert len(set(best)) == 5
    assert set(best) <= set(cards)
    assert rank_of(best) == rank_of(cards)


@given(hands(6, 7))
def test_more_cards_rank_as_their_best_five(cards: list[int]) -> None:
    assert rank_of(cards) == max(map(rank_of, combinations(cards, 5)))


@given(hands(5, 6, 7), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_suits_names_matter(cards: list[int], suits: list[int]) -> None:
    renamed = sorted(card & ~3 | suits[card & 3] for card in cards)
    assert rank_of(renamed) == rank_of(cards)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([0, 1, 2, 3], "five to seven cards: 4 given"),
        (list(range(8)), "five to seven cards: 8 given"),
        ([0, 1, 2, 3, 3], "no card twice"),
        ([0, 1, 2, 3, 52], "leave out jokers"),
        ([0, 1, 2, 3, -1], "leave out jokers"),
    ],
)
def test_best_five_refuses_what_is_no_hand(cards: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        best_five(cards)


@settings(deadline=None)
@given(hands(5, 6, 7))
def test_batch_ranks_like_the_readable_form(cards: list[int]) -> None:
    (rank,) = evaluate(np.array([cards], np.uint8))
    assert load_tables().values[rank] == rank_of(cards)
    assert load_tables().categories[rank] == category(rank_of(cards))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_batch_ranks_like_an_independent_evaluator(size: int) -> None:
    deals = np.random.default_rng(size).permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)), axis=1)
    # A slice of whole decks is not contiguous, which must not matter either.
    independent = [evaluate_cards(*cards) for cards in deals[:, :size].tolist()]
    assert np.array_equal(evaluate(deals[:, :size]), 7463 - np.array(independent))


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((1, 4), np.uint8),
        np.zeros((1, 8), np.uint8),
        np.zeros(7, np.uint8),
        np.zeros((1, 7), np.int64),
        np.array([[0, 1, 2, 3, 52]], np.uint8),
    ],
)
def test_batch_refuses_what_are_no_hands(wrong: npt.NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="hands"):
        evaluate(wrong)


def test_batch_of_no_hands() -> None:
    assert evaluate(np.empty((0, 7), np.uint8)).shape == (0,)


def test_shipped_tables_are_what_the_readable_form_gives() -> None:
    for field, built in build_tables()._asdict().items():
        shipped = getattr(load_tables(), field)
        assert shipped.dtype == built.dtype
        assert np.array_equal(shipped, built), f"{field}: run python -m houseway.poker_table"
