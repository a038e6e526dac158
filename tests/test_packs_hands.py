"""Pack's Poker hands: the lines that cards satisfy, and the order of hands (13:69F-43.5)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, name, read_cards
from houseway.games.packs.hands import Top, lines_met
from houseway.games.packs.rules import Rules
from houseway.games.packs.settle import compare
from houseway.poker import rank_of
from naive.packs import satisfied

# The naive settlement's words for the lines, and ours.
NAMES = {
    "seven": "7-Card Straight Flush",
    "six_royal": "6-Card Royal Flush",
    "diamond_royal": "Diamond Royal Flush",
    "royal": "Royal Flush",
    "straight_flush": "Straight Flush",
    "four": "Four-of-a-Kind",
    "full_house": "Full House",
    "flush": "Flush",
    "straight": "Straight",
    "three": "Three-of-a-Kind",
    "two_pair": "Two Pair",
    "jacks": "One Pair (Jacks or better)",
    "low_pair": "One Pair (2 through 10)",
}
PAIRS = {"One Pair (Jacks or better)", "One Pair (2 through 10)", "Two Pair"}

# The examples of 43.5(b), from the highest hand down: of each kind the highest and the lowest.
IN_ORDER = [
    "As Ks Qs Js Ts",
    "Kd Qd Jd Td 9d",
    "5h 4h 3h 2h Ah",
    "Ac Ad Ah As 2c",
    "2c 2d 2h 2s 3c",
    "Ac Ad Ah Kc Kd",
    "2c 2d 2h 3c 3d",
    "Ac Kc Qc Jc 9c",
    "7d 5d 4d 3d 2d",
    "Ac Kd Qh Js Tc",
    "5c 4d 3h 2s Ac",
    "Ac Ad Ah 3s 2c",
    "2c 2d 2h 4s 3c",
    "Ac Ad Kh Ks 2c",
    "3c 3d 2h 2s 4c",
    "Ac Ad 4h 3s 2c",
    "2c 2d 5h 4s 3c",
]


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(IN_ORDER)))
def test_hands_rank_as_the_rulebook_lists_them(higher: str, lower: str) -> None:
    above, below = rank_of(read_cards(higher)), rank_of(read_cards(lower))
    assert compare(above, below, Rules()) == ("win", "43.10(e)")
    assert compare(below, above, Rules()) == ("lose", "43.10(e)")


def test_suits_do_not_rank() -> None:
    spades, clubs = rank_of(read_cards("As Ks Qs Js 9s")), rank_of(read_cards("Ac Kc Qc Jc 9c"))
    assert compare(spades, clubs, Rules()) == ("push", "43.10(f)")


def test_no_run_goes_around_the_ace() -> None:
    assert lines_met(read_cards("Qc Kd Ah 2s 3c")) == set()
    assert lines_met(read_cards("Qc Kc Ac 2c 3c")) == {"Flush"}


@pytest.mark.parametrize(
    ("cards", "top", "lines"),
    [
        ("Ad Kd Qd Jd Td", "royal", {"Diamond Royal Flush", "Royal Flush", "Straight Flush", "Flush", "Straight"}),
        ("As Ks Qs Js Ts", "royal", {"Royal Flush", "Straight Flush", "Flush", "Straight"}),
        ("Ah 2h 3h 4h 5h 6h 7h", "royal", {"Straight Flush", "Flush", "Straight"}),
        ("Ah 2h 3h 4h 5h 6h 7h", "any", {"7-Card Straight Flush", "Straight Flush", "Flush", "Straight"}),
        ("Jh 2h 3h 4h 5h 6h 7h", "any", {"Straight Flush", "Flush", "Straight"}),
        ("Qh Kh Ah 2h 3h 4h 5h", "any", {"Straight Flush", "Flush", "Straight"}),
        ("9c 9d 9h 9s 5c", "royal", {"Four-of-a-Kind", "Three-of-a-Kind", "One Pair (2 through 10)"}),
        ("Jc Jd 5h 4s 2c", "royal", {"One Pair (Jacks or better)"}),
        ("Tc Td 5h 4s 2c", "royal", {"One Pair (2 through 10)"}),
        ("Ac Kd 5h 4s 2c", "royal", set()),
    ],
)
def test_every_line_that_the_cards_make(cards: str, top: Top, lines: set[str]) -> None:
    assert lines_met(read_cards(cards), top) == lines


@pytest.mark.parametrize("top", ["royal", "any"])
def test_a_longer_royal_is_one_line_not_two(top: Top) -> None:
    met = lines_met(read_cards("Ah Kh Qh Jh Th 9h 8h"), top)
    assert "7-Card Straight Flush" in met
    assert "6-Card Royal Flush" not in met
    assert "6-Card Royal Flush" in lines_met(read_cards("Ah Kh Qh Jh Th 9h 8c"), top)
    assert "6-Card Royal Flush" not in lines_met(read_cards("Kh Qh Jh Th 9h 8h 2c"), top)


hands = st.one_of(
    st.permutations(DECK).map(lambda deck: tuple(deck[:5])),
    st.permutations(DECK).map(lambda deck: tuple(deck[:7])),
    st.lists(st.sampled_from(range(24, 52)), min_size=7, max_size=7, unique=True).map(tuple),
    st.lists(st.sampled_from(range(2, 52, 4)), min_size=7, max_size=7, unique=True).map(tuple),
)


@given(cards=hands, top=st.sampled_from(["royal", "any"]))
def test_lines_agree_with_looking_at_every_five_cards(cards: tuple[int, ...], top: Top) -> None:
    """Apart from pairs within better hands: there the naive settlement counts exact hands only, which pay more."""
    wanted = {NAMES[line] for line in satisfied(tuple(map(name, cards)), top)}
    met = lines_met(cards, top)
    assert wanted <= met | PAIRS
    assert met - wanted <= PAIRS
