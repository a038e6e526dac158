"""How many hands of eight cards hold each pattern of 42.5(c): all C(52, 8) of them, counted.

Suits are alike here: whether a hand holds a pattern does not depend on which suit is which. So a hand is four sets of
ranks in falling order, and stands for as many hands as there are ways to give these sets to the suits. That leaves 33
million of the 752,538,150 hands, and a second's work.
"""

from collections.abc import Mapping
from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.ultimate8.hands import (
    FLUSH,
    FOUR_OF_A_KIND,
    FOUR_PLUS_ONE,
    ONE_PAIR,
    ROYAL_FLUSH,
    SINGLE_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

Numbers = npt.NDArray[np.int64]

RANKS = (1 << 13) - 1
CARDS = 8

# What a hand can hold, the highest first: a pattern of so many cards. Each is a bit of a hand's signature.
KINDS = (
    *((ROYAL_FLUSH, length) for length in (5, 4, 3)),
    *((STRAIGHT_FLUSH, length) for length in (5, 4, 3)),
    (FOUR_PLUS_ONE, 5),
    (FOUR_OF_A_KIND, 4),
    *((FLUSH, length) for length in (5, 4, 3)),
    *((STRAIGHT, length) for length in (5, 4, 3)),
    (TWO_PAIR, 4),
    (THREE_OF_A_KIND, 3),
    (ONE_PAIR, 2),
    (SINGLE_CARD, 1),
)
IN_ONE_SUIT = (ROYAL_FLUSH, STRAIGHT_FLUSH, FLUSH)
FOUR_PLUS_ONE_AT, FOUR_AT = KINDS.index((FOUR_PLUS_ONE, 5)), KINDS.index((FOUR_OF_A_KIND, 4))
STRAIGHT_OF_FIVE_AT, TWO_PAIR_AT = KINDS.index((STRAIGHT, 5)), KINDS.index((TWO_PAIR, 4))
THREE_AT, PAIR_AT = KINDS.index((THREE_OF_A_KIND, 3)), KINDS.index((ONE_PAIR, 2))
SINGLE_AT = KINDS.index((SINGLE_CARD, 1))


class Counted(msgspec.Struct, frozen=True):
    """Of so many hands: how many hold a pattern of each kind, and for how many each pattern is the highest."""

    hands: int
    holding: Mapping[tuple[int, int], int]
    highest: Mapping[int, int]


@cache
def counted(ranks: int = RANKS, cards: int = CARDS) -> Counted:
    """All hands of so many cards, from a deck that has these ranks (as bits) in four suits."""
    found = np.zeros(1 << len(KINDS), np.int64)
    sizes, sets = sets_of_ranks(ranks)
    _count(sizes, sets, cards, in_one_suit(), found)
    by_signature = {int(signature): int(found[signature]) for signature in np.flatnonzero(found)}
    holding = {
        kind: sum(count for signature, count in by_signature.items() if signature >> place & 1)
        for place, kind in enumerate(KINDS)
    }
    highest = dict.fromkeys((pattern for pattern, _ in KINDS), 0)
    for signature, count in by_signature.items():
        highest[KINDS[(signature & -signature).bit_length() - 1][0]] += count
    return Counted(sum(by_signature.values()), holding, highest)


def signature_of(hand: tuple[int, ...]) -> int:
    """What one hand holds, as bits: for a look at the kernel."""
    clubs, diamonds, hearts, spades = (sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4))
    return int(_signature(clubs, diamonds, hearts, spades, len(hand), in_one_suit()))


@cache
def in_one_suit() -> Numbers:
    """By set of ranks: the signature of these cards in one suit, flushes and suited runs."""
    found = np.zeros(1 << 13, np.int64)
    for ranks in range(1 << 13):
        for place, (pattern, length) in enumerate(KINDS):
            if pattern in IN_ONE_SUIT and _holds(ranks, pattern, length):
                found[ranks] |= 1 << place
    return found


def _holds(ranks: int, pattern: int, length: int) -> bool:
    """Do these ranks of one suit have a royal flush, a straight flush or another flush of so many cards?"""
    run, with_low_ace = (1 << length) - 1, ranks << 1 | ranks >> 12
    highest = 14 - length  # where the run up to the ace begins, which is the royal flush
    runs = [begin for begin in range(highest + 1) if with_low_ace >> begin & run == run]
    if pattern == FLUSH:  # of more cards one can always leave out some, so that the others are no run
        return ranks.bit_count() > length or (ranks.bit_count() == length and not runs)
    return highest in runs if pattern == ROYAL_FLUSH else any(begin < highest for begin in runs)


def sets_of_ranks(ranks: int) -> tuple[Numbers, Numbers]:
    """All sets of these ranks by size, each size in rising order; and where each size begins."""
    subsets = [part for part in range(ranks + 1) if part & ranks == part]
    subsets.sort(key=lambda part: (part.bit_count(), part))
    begins = [sum(part.bit_count() < size for part in subsets) for size in range(15)]
    return np.array(begins, np.int64), np.array(subsets, np.int64)


@compiled
def _count(sizes: Numbers, sets: Numbers, cards: int, suited: Numbers, found: Numbers) -> None:
    """Every hand as four sets of ranks in falling order, however many cards each has."""
    for one in range(cards + 1):
        for two in range(cards - one + 1):
            for three in range(cards - one - two + 1):
                four = cards - one - two - three
                if max(one, two, three, four) > 13:
                    continue
                for a in sets[sizes[one] : sizes[one + 1]]:
                    for b in sets[sizes[two] : sizes[two + 1]]:
                        if b > a:
                            break
                        for c in sets[sizes[three] : sizes[three + 1]]:
                            if c > b:
                                break
                            for d in sets[sizes[four] : sizes[four + 1]]:
                                if d > c:
                                    break
                                found[_signature(a, b, c, d, cards, suited)] += _ways(a, b, c, d)


@compiled
def _ways(a: int, b: int, c: int, d: int) -> int:
    """In how many ways four sets, equal ones side by side, can be given to four suits."""
    if a == b and c == d:
        return 1 if b == c else 6
    if b == c and (a == b or c == d):
        return 4
    return 12 if a == b or b == c or c == d else 24


@compiled
def _signature(a: int, b: int, c: int, d: int, cards: int, suited: Numbers) -> int:
    """What a hand of these ranks in each suit holds: a bit for each of `KINDS`."""
    found: int = suited[a] | suited[b] | suited[c] | suited[d] | 1 << SINGLE_AT
    first, last = a | b, c | d
    twice = a & b | c & d | first & last
    if twice:
        found |= 1 << PAIR_AT
        if twice & (twice - 1):
            found |= 1 << TWO_PAIR_AT
        if a & b & last | c & d & first:
            found |= 1 << THREE_AT
        if a & b & c & d:
            found |= 1 << FOUR_AT
            if cards > 4:
                found |= 1 << FOUR_PLUS_ONE_AT
    for length in range(3, 6):
        # A run of one suit alone is no straight: there every rank is held in that suit and in no other.
        in_one = _runs(a & ~(b | last), length) | _runs(b & ~(a | last), length)
        in_one |= _runs(c & ~(d | first), length) | _runs(d & ~(c | first), length)
        if not _runs(first | last, length) & ~in_one:
            break  # a longer one would hold one of this length
        found |= 1 << STRAIGHT_OF_FIVE_AT + 5 - length
    return found


@compiled
def _runs(ranks: int, length: int) -> int:
    """Where runs of so many ranks begin, the ace low or high."""
    ranks = ranks << 1 | ranks >> 12
    runs = ranks
    for step in range(1, length):
        runs &= ranks >> step
    return runs
