"""Hands of Lucky 8's: the cards, their points, the House Way, and every other way to set a hand."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from houseway.cards import JOKER, Card, name, names, read_cards
from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.hands import SetHand, as_set, hands_of_eight, house_way, lucky_cards, points, settings
from naive import lucky8s as naive

DECK = GAME.deck(GAME.rules())
ONE_SUIT = dict(zip("A2345678", read_cards("Ac 2c 3c 4c 5c 6c 7c 8c"), strict=True))


def written(hand: SetHand) -> tuple[list[str], str]:
    return [names(group) for group in hand.groups], names(hand.side)


def naive_counts(cards: tuple[Card, ...]) -> tuple[int, int]:
    return naive.counts(tuple(name(card) for card in cards), None)


def test_the_cards_are_two_decks_of_33() -> None:
    """50.2(a)."""
    assert len(DECK) == 66
    wanted = {rank + suit: 2 for rank in "A2345678" for suit in "cdhs"} | {"Jk": 2}
    assert Counter(name(card) for card in DECK) == wanted


def test_points_of_every_card() -> None:
    """50.2(b)1 to 3."""
    wanted = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "J": 8}
    assert {name(card): points(card) for card in DECK} == {name(card): wanted[name(card)[0]] for card in DECK}


def test_the_example_that_can_be_set_in_one_way_only() -> None:
    """50.6(k)1iv(aa)."""
    hand = house_way(read_cards("8c Jk 2c 4c 6c 5c 3c 6d"))
    assert sorted(map(sorted, map(points_of, hand.groups))) == [[2, 6], [3, 5], [8], [8]]
    assert sorted(points_of(hand.side)) == [4, 6]


def test_the_example_that_leaves_the_fewest_side_cards() -> None:
    """50.6(k)1iv(ab)."""
    hand = house_way(read_cards("8c Jk 2c Ac 3c 4c 5c 4d"))
    assert sorted(map(sorted, map(points_of, hand.groups))) == [[1, 2, 5], [4, 4], [8], [8]]
    assert names(hand.side) == "3c"


def test_the_example_that_does_not_qualify() -> None:
    """50.6(k)1iii(11)."""
    assert lucky_cards(read_cards("2c 4c 6c 7c 2d 3c 4d 4h")) == 0


def test_natural_8s_are_isolated_first_then_jokers() -> None:
    """50.6(k)1i."""
    hand = house_way(read_cards("7c Jk Ac 8d Jk 8c 2c 6c"))
    assert written(hand) == (["8d", "8c", "Jk", "Jk", "7c Ac", "6c 2c"], "")


def test_a_4_and_two_2s_are_a_hand_of_8() -> None:
    """50.6(f)."""
    assert written(house_way(read_cards("4c 2c 2d 7c 7d 7h 7s 7c"))) == (["4c 2c 2d"], "7c 7d 7h 7s 7c")


def test_the_most_hands_come_before_the_fewest_side_cards() -> None:
    """Five aces and the 3 would leave only the 7s; each 7 with an ace makes a hand more (50.6(j))."""
    hand = house_way(read_cards("Ac Ad Ah As Ac 3c 7c 7d"))
    assert (hand.hands, len(hand.side)) == (2, 4)


def test_house_way_of_every_hand_there_is() -> None:
    """All 6,435 hands of eight values, against every partition of them."""
    for values in combinations_with_replacement("A2345678", 8):
        cards = tuple(ONE_SUIT[value] for value in values)
        hand = house_way(cards)
        assert (hand.hands, len(hand.side)) == naive_counts(cards), values
        assert sorted(card for group in (*hand.groups, hand.side) for card in group) == sorted(cards)
        assert all(sum(points_of(group)) == 8 for group in hand.groups)


def test_house_way_does_not_depend_on_the_order_of_the_cards() -> None:
    rng = Random(50)
    for _ in range(300):
        cards = rng.sample(DECK, 8)
        again = rng.sample(cards, 8)
        assert as_counts(house_way(cards)) == as_counts(house_way(again))


@pytest.mark.parametrize(
    "text", ["8c Jk 2c Ac 3c 4c 5c 4d", "4c 4d 4h 4s 2c 2d 2h 2s", "8c 8d 7c 7d Ac Ad 6c 2c", "7c 7d 7h 6c 6d 6h 5c 5d"]
)
def test_settings_are_all_there_are(text: str) -> None:
    cards = read_cards(text)
    found = {as_sets(groups) for groups in settings(cards)}
    wanted = {as_sets(tuple(map(read, groups))) for groups, _ in naive.settings(tuple(text.split()))}
    assert found == wanted
    assert as_sets(house_way(cards).groups) in found


@pytest.mark.parametrize(
    "text", ["8c Jk 2c Ac 3c 4c 5c 4d", "4c 4c 4d 4d 2c 2c 8h 8h", "7c 7d 7h 6c 6d 6h 5c 5d", "Ac Ac 2c 2c 3c 3c 4c 5c"]
)
def test_the_groups_that_may_be_set_are_those_of_all_settings(text: str) -> None:
    cards = tuple(read_cards(text))
    told = hands_of_eight(cards)
    assert len(told) == len(set(told))
    assert set(told) == {tuple(sorted(group)) for groups in settings(cards) for group in groups}


def test_what_is_in_no_group_is_a_side_card() -> None:
    cards = read_cards("8c Jk 2c Ac 3c 4c 5c 4d")
    assert written(as_set(cards, (read_cards("5c 3c"), (JOKER,)))) == (["5c 3c", "Jk"], "8c 2c Ac 4c 4d")


def points_of(cards: tuple[Card, ...]) -> list[int]:
    return [points(card) for card in cards]


def as_counts(hand: SetHand) -> tuple[int, int]:
    return hand.hands, len(hand.side)


def as_sets(groups: tuple[tuple[Card, ...], ...]) -> frozenset[frozenset[Card]]:
    return frozenset(frozenset(group) for group in groups)


def read(group: tuple[str, ...]) -> tuple[Card, ...]:
    return read_cards(" ".join(group))
