"""The lines that cards satisfy as one number with a bit for each line: `hands.lines_met` as a kernel.

The cards come as `poker_table` has them: the ranks of each suit in sixteen bits of their own.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.cards import ACE, DIAMONDS, JACK
from houseway.compiling import compiled
from houseway.games.packs.hands import (
    DIAMOND_ROYAL,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    JACKS_OR_BETTER,
    LOW_PAIR,
    ROYAL,
    ROYAL_RANKS,
    SEVEN_CARDS,
    SEVEN_ROYAL_RANKS,
    SIX_ROYAL,
    SIX_ROYAL_RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Top,
)
from houseway.games.packs.lines import Met, hands_by_lines

Ranks = np.int64  # a set of them, the two in the lowest bit

LINES = (
    *(LOW_PAIR, JACKS_OR_BETTER, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR),
    *(STRAIGHT_FLUSH, ROYAL, DIAMOND_ROYAL, SIX_ROYAL, SEVEN_CARDS),
)

# The bits, one by one, for the kernels.
_LOW_PAIR, _JACKS, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR = (1 << bit for bit in range(8))
_STRAIGHT_FLUSH, _ROYAL, _DIAMOND_ROYAL, _SIX_ROYAL, _SEVEN_CARDS = (1 << bit for bit in range(8, 13))

# For counting the cards of the four suits at once, each in its sixteen bits.
_RANKS = (1 << 13) - 1
_EACH = 0x0001_0001_0001_0001
_ODD_BITS, _ODD_PAIRS, _ODD_FOURS, _LOW_EIGHT = (each * _EACH for each in (0x5555, 0x3333, 0x0F0F, 0x00FF))
_ELEVEN, _FIFTH_BIT = 11 * _EACH, 16 * _EACH


def signature_of(met: Met) -> int:
    """The number of a set of lines."""
    return sum(1 << LINES.index(line) for line in met)


@cache
def listed(size: int, top: Top) -> tuple[Met, ...]:
    """Every set of lines that hands of so many cards satisfy, the commonest first."""
    counted = hands_by_lines(size, top)
    return tuple(sorted(counted, key=lambda met: (-counted[met], signature_of(met))))


def places(size: int, top: Top) -> npt.NDArray[np.int16]:
    """By signature: its place in `listed`, or -1 for one that no hand has."""
    found = np.full(1 << len(LINES), -1, np.int16)
    for place, met in enumerate(listed(size, top)):
        found[signature_of(met)] = place
    return found


# What a hand makes comes by chance, which no processor foresees, and a branch would make numba count references to all
# arrays of the kernel that asks: so there is none.


@compiled
def signature(suits: np.uint64, any_seven: bool) -> int:
    """All lines that the cards satisfy; `any_seven`: any seven suited cards in a row are the top line (ruling P1)."""
    cards = np.int64(suits)
    clubs, diamonds, hearts, spades = cards & _RANKS, cards >> 16 & _RANKS, cards >> 32 & _RANKS, cards >> 48 & _RANKS
    either, both = clubs | diamonds, clubs & diamonds
    or_these, and_these = hearts | spades, hearts & spades
    met = _of_a_kind(both | and_these | either & or_these, both & or_these | and_these & either, both & and_these)
    met |= _STRAIGHT * (_runs(either | or_these) != 0)
    flush = _flushes(cards)
    suited = (
        clubs * (flush & 1) | diamonds * (flush >> 16 & 1) | hearts * (flush >> 32 & 1) | spades * (flush >> 48 & 1)
    )
    lines: int = met | _of_one_suit(suited, flush >> 16 * DIAMONDS & 1, any_seven)
    return lines


@compiled
def _of_a_kind(twice: Ranks, thrice: Ranks, four_times: Ranks) -> int:
    pair, jacks, two_pair, three = twice != 0, twice >> JACK != 0, twice & twice - 1 != 0, thrice != 0
    met: int = _LOW_PAIR * (pair ^ jacks) | _JACKS * jacks | _TWO_PAIR * two_pair | _THREE * three
    met |= _FULL_HOUSE * (two_pair & three) | _FOUR * (four_times != 0)
    return met


@compiled
def _of_one_suit(suited: Ranks, are_diamonds: Ranks, any_seven: bool) -> int:
    """The lines of at least five cards of one suit; none has none."""
    fives = _runs(suited)
    royal, six = suited & ROYAL_RANKS == ROYAL_RANKS, suited & SIX_ROYAL_RANKS == SIX_ROYAL_RANKS
    seven = (suited & SEVEN_ROYAL_RANKS == SEVEN_ROYAL_RANKS) | any_seven & (fives & fives >> 1 & fives >> 2 != 0)
    met: int = _FLUSH * (suited != 0) | _STRAIGHT_FLUSH * (fives != 0) | _ROYAL * royal
    met |= _DIAMOND_ROYAL * (royal & are_diamonds) | _SIX_ROYAL * (six & (not seven)) | _SEVEN_CARDS * seven
    return met


@compiled
def _runs(ranks: Ranks) -> Ranks:
    """A bit for each five ranks in a row, an ace also standing below the two."""
    run = ranks << 1 | ranks >> ACE
    twos = run & run >> 1
    return twos & twos >> 2 & run >> 4


@compiled
def _flushes(cards: np.int64) -> np.int64:
    """The lowest bit of each suit that has at least five cards: all four suits are counted side by side."""
    pairs = cards - (cards >> 1 & _ODD_BITS)
    fours = (pairs & _ODD_PAIRS) + (pairs >> 2 & _ODD_PAIRS)
    eights = fours + (fours >> 4) & _ODD_FOURS
    return ((eights + (eights >> 8) & _LOW_EIGHT) + _ELEVEN & _FIFTH_BIT) >> 4
