"""The dealers who show one up card and hold none of a hand's cards, counted by the subsets of the hand.

Counts are kept for all sets of up to four of the 51 cards beside the up card: how many of the dealers put in so far
hold that set. Then the dealers who avoid a hand are the sum over its subsets S of (-1)^|S| times the count of S.
Cards have places from 0 to 50: clubs without the up card first, then suit by suit.
"""

from math import comb

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.classes import RANKS, SUIT, Hands, cards_of
from houseway.games.lunar.paying import Ints
from houseway.poker_table import NO_CARDS, Tables, rank5

Places = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]

OTHERS = 51
HOLES = 4
_SETS = tuple(comb(OTHERS, size) for size in range(HOLES + 1))
PAIRS, TRIPLES, FOURS = (sum(_SETS[:size]) for size in (2, 3, 4))
DEALERS = _SETS[HOLES]
_ALL_RANKS = 7463  # with rank 0, which nothing has


@compiled
def no_dealers() -> Ints:
    """The counts before any dealer is put in."""
    return np.zeros(FOURS + DEALERS, np.int64)


@compiled
def put_in(counts: Ints, dealers: Places, amount: int, binomials: Ints) -> None:
    """Dealers' hole cards are added to every set of them."""
    two, three, four = binomials[2], binomials[3], binomials[4]
    for number in range(len(dealers)):
        holes = dealers[number]
        counts[0] += amount
        for i in range(HOLES):
            a = np.int64(holes[i])
            counts[1 + a] += amount
            for j in range(i + 1, HOLES):
                ab = a + two[holes[j]]
                counts[PAIRS + ab] += amount
                for k in range(j + 1, HOLES):
                    abc = ab + three[holes[k]]
                    counts[TRIPLES + abc] += amount
                    for m in range(k + 1, HOLES):
                        counts[FOURS + abc + four[holes[m]]] += amount


@compiled
def avoiding(counts: Ints, cards: Places, binomials: Ints) -> int:
    """The dealers who hold none of the cards."""
    two, three, four = binomials[2], binomials[3], binomials[4]
    size = len(cards)
    total: int = counts[0]
    for i in range(size):
        a = np.int64(cards[i])
        total -= counts[1 + a]
        for j in range(i + 1, size):
            ab = a + two[cards[j]]
            total += counts[PAIRS + ab]
            for k in range(j + 1, size):
                abc = ab + three[cards[k]]
                total -= counts[TRIPLES + abc]
                for m in range(k + 1, size):
                    total += counts[FOURS + abc + four[cards[m]]]
    return total


@compiled
def dealers_by_rank(up_rank: int, tables: Tables) -> tuple[Places, Ints]:
    """Every four hole cards in the order of the rank that they make with the up card, and where each rank starts."""
    bits = bits_of_places()
    keys, suits = np.empty(OTHERS, np.uint64), np.empty(OTHERS, np.uint64)
    cards = np.empty(1, np.uint8)
    for place in range(OTHERS):
        cards_of(bits[place], up_rank, cards)
        keys[place], suits[place] = tables.keys[cards[0]], tables.suits[cards[0]]
    up_key, up_suit = NO_CARDS + tables.keys[4 * up_rank], tables.suits[4 * up_rank]
    dealers, ranks = np.empty((DEALERS, HOLES), np.uint8), np.empty(DEALERS, np.uint16)
    number = 0
    for d in range(3, OTHERS):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    dealers[number, 0], dealers[number, 1], dealers[number, 2], dealers[number, 3] = a, b, c, d
                    key = up_key + keys[a] + keys[b] + keys[c] + keys[d]
                    ranks[number] = rank5(key, up_suit | suits[a] | suits[b] | suits[c] | suits[d], tables)
                    number += 1
    order, starts = by_rank(ranks)
    return dealers[order], starts


@compiled
def by_rank(ranks: Ranks) -> tuple[Ints, Ints]:
    """The numbers of what has these ranks in the order of rank, and where each rank starts."""
    starts = np.zeros(_ALL_RANKS + 1, np.int64)
    for rank in ranks:
        starts[rank + 1] += 1
    for rank in range(_ALL_RANKS):
        starts[rank + 1] += starts[rank]
    ends = starts.copy()
    order = np.empty(len(ranks), np.int64)
    for number in range(len(ranks)):
        order[ends[ranks[number]]] = number
        ends[ranks[number]] += 1
    return order, starts


@compiled
def places_of(hands: Hands, size: int) -> Places:
    """The places of the cards of each hand, lowest first."""
    places = np.empty((len(hands), size), np.uint8)
    for number in range(len(hands)):
        found, before = 0, 0
        for suit in range(4):
            ranks = hands[number] >> np.uint64(SUIT * suit) & np.uint64(0xFFFF)
            place = before
            while ranks:
                if ranks & np.uint64(1):
                    places[number, found] = place
                    found += 1
                ranks >>= np.uint64(1)
                place += 1
            before += RANKS - 1 if suit == 0 else RANKS
    return places


@compiled
def bits_of_places() -> Hands:
    """By place: the hand of that card alone."""
    bits = np.empty(OTHERS, np.uint64)
    place = 0
    for suit in range(4):
        for rank in range(RANKS - 1 if suit == 0 else RANKS):
            bits[place] = np.uint64(1) << np.uint64(SUIT * suit + rank)
            place += 1
    return bits


@compiled
def binomials_of(places: int) -> Ints:
    """By size and place: how many sets of that size lie below the place."""
    binomials = np.zeros((6, places), np.int64)
    binomials[0] = 1
    for place in range(1, places):
        for size in range(1, 6):
            binomials[size, place] = binomials[size, place - 1] + binomials[size - 1, place - 1]
    return binomials
