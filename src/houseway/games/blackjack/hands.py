"""Hands of Blackjack Lucky 8: point totals, blackjack, pairs, and the lines of the Lucky 8 bet (1.1, 3.17, 4.2)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from houseway.cards import ACE, DECK, EIGHT, Card

PairBy = Literal["rank", "value"]

TWENTY_ONE = 21
POINTS: tuple[int, ...] = tuple(1 if card >> 2 == ACE else min((card >> 2) + 2, 10) for card in DECK)


def points(card: Card) -> int:
    """The face value from 2 to 10, ten for a court card; an ace is 11 by itself (3.17)."""
    return 11 if POINTS[card] == 1 else POINTS[card]


def total(cards: Sequence[Card]) -> int:
    """The point total: an ace counts 11 unless that takes the hand above 21 (3.17.1)."""
    hard = sum([POINTS[card] for card in cards])
    return hard + 10 if hard <= 11 and any(card >> 2 == ACE for card in cards) else hard


def is_soft(cards: Sequence[Card]) -> bool:
    """An ace counts as 11 without exceeding 21 (1.1.12)."""
    return total(cards) != sum(POINTS[card] for card in cards)


def is_blackjack(cards: Sequence[Card], split: bool = False) -> bool:
    """An ace and a ten-valued card as the first two, never after a split (1.1.1, 3.9.2)."""
    return len(cards) == 2 and not split and total(cards) == TWENTY_ONE


def may_become_blackjack(first: Card) -> bool:
    """A dealer's first card with which the second can make a blackjack."""
    return POINTS[first] in (1, 10)


def same_value(one: Card, other: Card) -> bool:
    """Cards that may be split: the same point value, a 10 and a king too (1.1.13, ruling B2)."""
    return POINTS[one] == POINTS[other]


def is_pair(one: Card, other: Card, by: PairBy) -> bool:
    """The same rank, or where the house takes values any two cards worth ten (1.1.8, ruling B1)."""
    return one >> 2 == other >> 2 if by == "rank" else POINTS[one] == POINTS[other]


def lucky8_line(three: Sequence[Card], by: PairBy) -> str | None:
    """The highest line of 4.2 that the player's first two cards and the dealer's first make (ruling B4)."""
    eights = [card for card in three if card >> 2 == EIGHT]
    if len(eights) > 1:
        return f"{len(eights)} {'suited' if len(set(eights)) == 1 else 'unsuited'} 8's"
    return "Two of a Kind" if any(is_pair(one, other, by) for one, other in combinations(three, 2)) else None
