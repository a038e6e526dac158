"""Patterns of Ultimate 8 Poker: the rulebook's, their order, and all that a hand holds, against the naive listing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, Card, names, read_cards
from houseway.games.ultimate8.hands import Held, Play, pattern_of, patterns_in, spoken
from naive import ultimate8 as naive

hands = st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True)


def strength_of(text: str) -> int | None:
    """The strength of these very cards, or None when they are no pattern."""
    cards = tuple(sorted(read_cards(text), reverse=True))
    return next((standing for standing, play, _ in patterns_in(cards) if play == cards), None)


def as_texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(names(cards).split())


# From the highest to the lowest: within a pattern the higher rank, the longer, the higher suit (rulings U1, U2, U3).
ORDER = (
    "As Ks Qs Js Ts",
    "Ac Kc Qc Jc Tc",
    "Ac Kc Qc Jc",
    "As Ks Qs",
    "Ah Kh Qh",
    "Kc Qc Jc Tc 9c",
    "Kc Qc Jc",
    "5c 4c 3c 2c Ac",
    "4s 3s 2s",
    "3s 2s As",
    "3c 2c Ac",
    "Ac Ad Ah As 2c",
    "2c 2d 2h 2s Ad",
    "Ac Ad Ah As",
    "2c 2d 2h 2s",
    "As Ks 2s",
    "Ah Kh 2h",
    "Kc 3c 2c",
    "5c 3c 2c",
    "Ac Kd Qc Jc Tc",
    "As Kd Qd",
    "Ah Kd Qd",
    "9c 8d 7h 6c",
    "9s 8s 7d",
    "8s 7s 6d 5d 4h",
    "3s 2d As",
    "3h 2c Ad",
    "Ac Ad Kc Kd",
    "9c 9d 5c 5d",
    "9s 9c 4c 4d",
    "9h 9d 4s 4h",
    "3c 3d 2c 2d",
    "Ac Ad Ah",
    "2c 2d 2s",
    "2c 2d 2h",
    "As Ac",
    "Ah Ad",
    "2c 2d",
    "As",
    "Ac",
    "Ks",
    "2c",
)


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(ORDER)))
def test_each_pattern_stands_above_the_next(higher: str, lower: str) -> None:
    above, below = strength_of(higher), strength_of(lower)
    assert above is not None
    assert below is not None
    assert above > below


@pytest.mark.parametrize(
    "cards",
    ["Kc Ad 2c", "Qc Kd Ah 2c", "9c 9d 9h 4c 4d", "9c 8d", "9c 9d 4c", "9h 8h 7h 6h 5h 4h", "9c 9d 9h 4c", "As 2s"],
)
def test_these_cards_are_no_pattern(cards: str) -> None:
    assert strength_of(cards) is None


def test_a_suited_run_around_the_ace_is_a_flush() -> None:
    standing = strength_of("Ks As 2s")
    assert standing is not None
    assert pattern_of(standing) == 5


@pytest.mark.parametrize(
    ("cards", "declared"),
    [
        ("As Ks Qs", "royal flush, ace of spades"),
        ("Ah 2h 3h", "straight flush, three of hearts"),
        ("9c 9d 9h 9s 2c", "four of a kind and one card, nine of spades"),
        ("Kd 9d 2d", "flush, king of diamonds"),
        ("Tc Td 4h 4s", "two pair, ten of diamonds"),
        ("7c", "single card, seven of clubs"),
    ],
)
def test_the_dealer_declares_suit_and_high_card(cards: str, declared: str) -> None:
    standing = strength_of(cards)
    assert standing is not None
    assert spoken(standing) == declared


@given(hands)
def test_every_pattern_of_a_hand_is_listed_once(hand: list[Card]) -> None:
    listed = [frozenset(as_texts(play)) for _, play, _ in patterns_in(hand)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {frozenset(cards) for cards in naive.all_patterns(as_texts(tuple(hand)))}


@given(hands)
def test_plays_are_sorted_and_their_bits_are_their_cards(hand: list[Card]) -> None:
    lays = patterns_in(hand)
    assert [lay[0] for lay in lays] == sorted(lay[0] for lay in lays)
    for standing, play, bits in lays:
        assert list(play) == sorted(play, reverse=True)
        assert bits == sum(1 << card for card in play)
        classified = naive.classify(as_texts(play))
        assert classified is not None
        assert pattern_of(standing) == classified[0]


@given(st.lists(st.sampled_from(DECK), min_size=16, max_size=16, unique=True), st.data(), st.booleans())
def test_what_beats_a_pattern_is_what_the_naive_order_says(
    cards: list[Card], data: st.DataObject, match_length: bool
) -> None:
    mine, theirs = cards[:8], cards[8:]
    standing, last, _ = data.draw(st.sampled_from(patterns_in(theirs)))
    held = Held(mine)
    found = held.beating_at_length(standing, len(last)) if match_length else held.beating(standing)
    wanted = {
        play
        for _, play, _ in patterns_in(mine)
        if naive.beats(as_texts(play), as_texts(last), match_length=match_length)
    }
    assert set(found) == wanted
    assert len(found) == len(wanted)


@given(hands, st.data())
def test_striking_cards_leaves_what_a_new_listing_finds(hand: list[Card], data: st.DataObject) -> None:
    held = Held(hand)
    left = list(hand)
    while left:
        plays = held.beating(0)
        assert sorted(plays) == sorted(play for _, play, _ in patterns_in(left))
        laid: Play = data.draw(st.sampled_from(plays))
        assert held.strength(laid) == strength_of(names(laid))
        held.strike(laid)
        left = [card for card in left if card not in laid]
    assert held.beating(0) == ()
