"""Hands up to suits: against an up card the three other suits are alike, and hands that swap them are one class.

The up card is a club. A hand is four sets of ranks, 16 bits each, clubs lowest: in clubs the up card's rank is left out
and the ranks above it count one less, in the others all thirteen are possible. The three others are put in order, so
that a class has one number, and each number has one hand that stands for one, three or six.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.paying import Ints

Hands = npt.NDArray[np.uint64]

RANKS = 13
SUIT = 16  # bits
ALL_RANKS = (1 << RANKS) - 1


class Classes(NamedTuple):
    """What is needed to number the classes of hands of one size."""

    order: Ints  # by set of ranks: its place when sets are ordered by size, then as numbers
    sizes: Ints  # by set of ranks
    firsts: Ints  # by size: the place of the first set
    starts: Ints  # by sizes of clubs and of the two larger other sets: the number of the first class
    others: Ints  # by the same: how many classes there are for each set of clubs
    total: int


@cache
def classes_of(size: int) -> Classes:
    """The classes of hands of so many cards."""
    sets = sorted(range(1 << RANKS), key=lambda ranks: (ranks.bit_count(), ranks))
    order = np.empty(1 << RANKS, np.int64)
    order[sets] = np.arange(1 << RANKS)
    firsts = [sum(comb(RANKS, smaller) for smaller in range(each)) for each in range(RANKS + 1)]
    starts, others = np.zeros((size + 1,) * 3, np.int64), np.zeros((size + 1,) * 3, np.int64)
    count = 0
    for clubs in range(size + 1):
        for larger in range(size - clubs, -1, -1):
            for second in range(min(larger, size - clubs - larger), -1, -1):
                smallest = size - clubs - larger - second
                if smallest <= second:
                    starts[clubs, larger, second] = count
                    others[clubs, larger, second] = _ways(larger, second, smallest)
                    count += comb(RANKS - 1, clubs) * _ways(larger, second, smallest)
    sizes = np.array([ranks.bit_count() for ranks in range(1 << RANKS)], np.int64)
    return Classes(order, sizes, np.array(firsts, np.int64), starts, others, count)


def _ways(larger: int, second: int, smallest: int) -> int:
    """How many ways to choose three sets of ranks of these sizes where their order does not matter."""
    a, b, c = (comb(RANKS, size) for size in (larger, second, smallest))
    if larger == second == smallest:
        return comb(a + 2, 3)
    if larger == second:
        return comb(a + 1, 2) * c
    return a * comb(b + 1, 2) if second == smallest else a * b * c


@compiled
def number_of(hand: np.uint64, classes: Classes) -> int:
    """The number of a hand's class."""
    clubs = hand & np.uint64(ALL_RANKS)
    x = classes.order[hand >> np.uint64(SUIT) & np.uint64(ALL_RANKS)]
    y = classes.order[hand >> np.uint64(2 * SUIT) & np.uint64(ALL_RANKS)]
    z = classes.order[hand >> np.uint64(3 * SUIT)]
    if x < y:
        x, y = y, x
    if y < z:
        y, z = z, y
        if x < y:
            x, y = y, x
    firsts = classes.firsts
    larger = _size(x, firsts)
    second, smallest = _size(y, firsts), _size(z, firsts)
    x, y, z = x - firsts[larger], y - firsts[second], z - firsts[smallest]
    in_clubs = classes.sizes[clubs]
    if larger == smallest:
        inner = (x + 2) * (x + 1) * x // 6 + (y + 1) * y // 2 + z
    elif larger == second:
        inner = ((x + 1) * x // 2 + y) * (firsts[smallest + 1] - firsts[smallest]) + z
    elif second == smallest:
        sets = firsts[second + 1] - firsts[second]
        inner = x * ((sets + 1) * sets // 2) + (y + 1) * y // 2 + z
    else:
        inner = (x * (firsts[second + 1] - firsts[second]) + y) * (firsts[smallest + 1] - firsts[smallest]) + z
    place = classes.order[clubs] - firsts[in_clubs]
    number: int = classes.starts[in_clubs, larger, second] + place * classes.others[in_clubs, larger, second] + inner
    return number


@compiled
def _size(place: int, firsts: Ints) -> int:
    size = 0
    while place >= firsts[size + 1]:
        size += 1
    return size


@compiled
def list_hands(size: int, classes: Classes) -> Hands:
    """One hand of each class, by number."""
    hands = np.zeros(classes.total, np.uint64)
    firsts, sets = classes.firsts, np.argsort(classes.order)
    for x in range(firsts[size + 1]):
        for y in range(x + 1):
            for z in range(y + 1):
                first, second, third = sets[x], sets[y], sets[z]
                clubs = size - classes.sizes[first] - classes.sizes[second] - classes.sizes[third]
                if clubs < 0:
                    break  # sets are ordered by size
                others = np.uint64(first << SUIT | second << 2 * SUIT | third << 3 * SUIT)
                for c in range(firsts[clubs], firsts[clubs + 1]):
                    if sets[c] >> RANKS - 1:
                        break  # twelve ranks of clubs; and sets are ordered as numbers
                    hand = others | np.uint64(sets[c])
                    hands[number_of(hand, classes)] = hand
    return hands


@compiled
def stands_for(hand: np.uint64) -> int:
    """How many hands are in the class of this one."""
    x, y = hand >> np.uint64(SUIT) & np.uint64(ALL_RANKS), hand >> np.uint64(2 * SUIT) & np.uint64(ALL_RANKS)
    z = hand >> np.uint64(3 * SUIT)
    if x == y and y == z:
        return 1
    return 3 if x in (y, z) or y == z else 6


@compiled
def cards_of(hand: np.uint64, up_rank: int, cards: npt.NDArray[np.uint8]) -> int:
    """The cards of a hand are written into an array; how many they are."""
    size = 0
    for suit in range(4):
        for rank in range(RANKS):
            if hand >> np.uint64(SUIT * suit + rank) & np.uint64(1):
                above = 1 if suit == 0 and rank >= up_rank else 0
                cards[size] = 4 * (rank + above) + suit
                size += 1
    return size


@compiled
def hand_of(cards: npt.NDArray[np.uint8], size: int, up_rank: int) -> np.uint64:
    """The hand of an array's first cards."""
    hand = np.uint64(0)
    for place in range(size):
        rank, suit = cards[place] >> 2, cards[place] & 3
        above = 1 if suit == 0 and rank > up_rank else 0
        hand |= np.uint64(1) << np.uint64(SUIT * suit + rank - above)
    return hand
