"""Pair, Lucky 8 and insurance, counted: they depend on two, three and one card of a shoe of so many decks.

With an infinite deck every card is as likely as if none had left: the counts are then of all orders of draws from
one deck, each card put back.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import factorial

from houseway.games.blackjack.hands import PairBy

RANKS, SUITS = 13, 4
TEN_RANKS = 4  # ten, jack, queen, king
LOSES = ""  # under which the hands are counted that no line pays


def pair_counts(decks: int | None, by: PairBy) -> Mapping[str, int]:
    """The player's first two cards: how many are a pair (1.1.8, ruling B1)."""
    alike = sum(_ways(size, 2, decks) for size in _kinds(decks, by, with_eights=True))
    return {"Pair bet": alike, LOSES: _ways(_cards(decks), 2, decks) - alike}


def lucky8_counts(decks: int | None, by: PairBy) -> Mapping[str, int]:
    """The player's first two cards and the dealer's first: how many make each line, the highest alone (4.2, B4)."""
    copies = decks or 1  # of one card
    eights, others = SUITS * copies, _cards(decks) - SUITS * copies

    def with_one(pairs: int, of: int) -> int:
        """Pairs with a third card that is one of so many, in unordered or in all orders."""
        return pairs * of * (1 if decks else 3)

    suited_three, suited_two = SUITS * _ways(copies, 3, decks), SUITS * _ways(copies, 2, decks)
    counts = {
        "3 suited 8's": suited_three,
        "3 unsuited 8's": _ways(eights, 3, decks) - suited_three,
        "2 suited 8's": with_one(suited_two, others),
        "2 unsuited 8's": with_one(_ways(eights, 2, decks) - suited_two, others),
        "Two of a Kind": sum(
            _ways(size, 3, decks) + with_one(_ways(size, 2, decks), _cards(decks) - size)
            for size in _kinds(decks, by, with_eights=False)
        ),
    }
    return counts | {LOSES: _ways(_cards(decks), 3, decks) - sum(counts.values())}


def insurance_counts(decks: int | None, seen_tens: int = 0, seen: int = 0) -> Mapping[str, int]:
    """The dealer's second card behind an ace: how many are worth ten, when so many others have been seen (3.12)."""
    gone = 0 if decks is None else 1
    tens = TEN_RANKS * SUITS * (decks or 1) - gone * seen_tens
    return {"Insurance bet": tens, LOSES: _cards(decks) - gone * (1 + seen) - tens}


def chance(counts: Mapping[str, int]) -> Fraction:
    """How likely a wager with these counts is paid."""
    return 1 - Fraction(counts[LOSES], sum(counts.values()))


def _kinds(decks: int | None, by: PairBy, with_eights: bool) -> list[int]:
    """How many cards there are of each kind of which two are a pair."""
    of_a_rank = SUITS * (decks or 1)
    ranks = RANKS if with_eights else RANKS - 1
    if by == "rank":
        return [of_a_rank] * ranks
    return [of_a_rank] * (ranks - TEN_RANKS) + [TEN_RANKS * of_a_rank]


def _cards(decks: int | None) -> int:
    return RANKS * SUITS * (decks or 1)


def _ways(size: int, drawn: int, decks: int | None) -> int:
    """Ways to draw cards of a kind that has so many: sets from a shoe, orders from an infinite deck."""
    ways = 1
    for place in range(drawn):
        ways *= size - place if decks else size
    return ways // factorial(drawn) if decks else ways
