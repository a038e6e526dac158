"""Hands of Lunar Poker: what qualifies, and the lines of the pay tables that a hand satisfies (38.1, 38.5, 38.12)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from houseway.cards import ACE, KING, QUEEN, Card, is_red, read_cards
from houseway.poker import Category, best_five, category, rank_of

Second = Literal["ranked", "six_only"]

QUALIFYING = rank_of(read_cards("Ac Kd 4h 3s 2c"))  # the lowest qualifying hand (38.1)
ACE_KING = "Ace-King"
LINES = {
    Category.ROYAL_FLUSH: "Royal Flush",
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.FOUR_OF_A_KIND: "Four-of-a-kind",
    Category.FULL_HOUSE: "Full House",
    Category.FLUSH: "Flush",
    Category.STRAIGHT: "Straight",
    Category.THREE_OF_A_KIND: "Three-of-a-kind",
    Category.TWO_PAIR: "Two Pair",
    Category.ONE_PAIR: "One Pair",
}
INSTANT_CASH = (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH)
STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
# How many cards make a line without kickers (ruling N6); the others take five.
MADE_OF = {
    Category.HIGH_CARD: 2,
    Category.ONE_PAIR: 2,
    Category.TWO_PAIR: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.FOUR_OF_A_KIND: 4,
}


def qualifies(rank: int) -> bool:
    """Ace, king, four, three and two or better (38.1)."""
    return rank >= QUALIFYING


def instant_cash_line(five: Sequence[Card]) -> str | None:
    """Royal or straight flush in the first five cards (38.10(a)1)."""
    kind = category(rank_of(five))
    return LINES[kind] if kind in INSTANT_CASH else None


def super_line(five: Sequence[Card]) -> str | None:
    """The highest line of 38.12(d) that the first five cards satisfy (ruling N4)."""
    kind = category(rank_of(five))
    one_colour = len(set(map(is_red, five))) == 1
    if kind in STRAIGHTS and one_colour:
        return "Same colored straight"
    if kind >= Category.THREE_OF_A_KIND:
        return LINES[kind]
    if {ACE, KING, QUEEN} <= {card >> 2 for card in five}:
        return "Ace-King-Queen"
    return "5 same colored cards" if one_colour else None


def progressive_line(five: Sequence[Card]) -> str | None:
    """A progressive payout hand: a flush or better in the first five cards (38.1)."""
    kind = category(rank_of(five))
    return LINES[kind] if kind >= Category.FLUSH else None


def bet_line(rank: int) -> str:
    """The line of 38.12(e) of a hand that beats a qualifying one, and so qualifies itself."""
    return LINES.get(category(rank), ACE_KING)


def second_lines(cards: Sequence[Card], reading: Second) -> Iterator[str]:
    """The lines of a second hand with a card outside the first hand, in no order (38.10(i)3, ruling N6).

    `ranked`: the first hand is the cards that make its line. `six_only`: it is the best five with their kickers.
    """
    five = best_five(cards)
    made = MADE_OF.get(category(rank_of(cards)), 5) if reading == "ranked" else 5
    first = set(five[:made])
    beside = [card for card in cards if card not in first]
    if not beside:
        return
    for other in combinations(cards, 5):
        if not first.issuperset(other):
            kind = category(rank_of(other))
            if kind not in MADE_OF:
                yield LINES[kind]
    yield from _lines_of_ranks(cards, {card >> 2 for card in beside})


def _lines_of_ranks(cards: Sequence[Card], fresh: set[int]) -> Iterator[str]:
    """Lines of fewer than five cards: `fresh` are the ranks that have a card outside the first hand."""
    ranks = [card >> 2 for card in cards]
    counts = {rank: ranks.count(rank) for rank in ranks}
    paired = {rank for rank, count in counts.items() if count >= 2}
    if any(counts[rank] == 4 for rank in fresh):
        yield LINES[Category.FOUR_OF_A_KIND]
    if any(counts[rank] >= 3 for rank in fresh):
        yield LINES[Category.THREE_OF_A_KIND]
    if len(paired) >= 2 and paired & fresh:
        yield LINES[Category.TWO_PAIR]
    if paired & fresh:
        yield LINES[Category.ONE_PAIR]
    if {ACE, KING} <= counts.keys() and {ACE, KING} & fresh:
        yield ACE_KING
