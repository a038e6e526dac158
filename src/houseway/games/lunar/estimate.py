"""What the best exchange is about worth for every first five cards: an estimate that makes a sample tell much.

A final hand is cards kept and new ones, and the discards are dead as well. The estimate takes what is exact for kept
and new cards together, over all draws without the discards, and corrects it for what the discards take from the dealer,
as if that did not depend on the new cards: final hands are put into bins by rank, and in each bin the dealers who hold
no card of the first five are compared with those who hold no card that is kept. Nothing that is called exact rests on
it: whoever samples positions compares exact values with estimates, and only their differences are uncertain.
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.classes import Classes, classes_of, number_of
from houseway.games.lunar.dealers import (
    OTHERS,
    Places,
    avoiding,
    binomials_of,
    bits_of_places,
    dealers_by_rank,
    no_dealers,
    places_of,
    put_in,
)
from houseway.games.lunar.every_hand import Against
from houseway.games.lunar.paying import Ints
from houseway.games.lunar.position import EXCHANGES, Law
from houseway.poker import Category

Floats = npt.NDArray[np.float64]

FIVE, KEPT = 5, 3
WORSE = 0.15  # an exchange that much worse before the correction is not corrected
DEALERS = comb(OTHERS - FIVE, 4) * (OTHERS - FIVE - 4)
_SETS = tuple(comb(OTHERS, size) for size in range(FIVE + 1))
_STARTS = np.array([sum(_SETS[:size]) for size in range(FIVE + 2)], np.int64)
_BINS_OF = {  # bins for hands of each kind, each for the same number of ranks
    Category.HIGH_CARD: 4,
    Category.ONE_PAIR: 39,
    Category.TWO_PAIR: 8,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 1,
    Category.FLUSH: 2,
}


class Finals(NamedTuple):
    """Sums over all final hands that hold a set of cards; sets are numbered by size, then by places."""

    best: Ints  # by set of up to five cards: the better of a bet and a fold, in parts of an Ante over all dealers
    hands: Floats  # by set of up to three cards and bin: how many final hands; bin 0 has those that do not qualify
    bets: Floats  # their bets, in Antes
    wins: Floats  # what they win, in Antes


def estimate(up_rank: int, five: Against, law: Law) -> Floats:
    """For each class of first five cards what the best exchange is about worth, in Antes."""
    edges = _edges(law)
    middles = np.concatenate([[law.qualifying], (edges[:-1] + edges[1:]) // 2])
    bins = np.searchsorted(edges, np.arange(edges[-1]), side="right")
    finals = _sum_finals(five, bins, len(edges), classes_of(FIVE), law)
    dealers, starts = dealers_by_rank(up_rank, law.tables)
    places = places_of(five.hands, FIVE)
    of_five = _lower(places, dealers, starts, middles)
    of_kept = np.concatenate([_lower(_sets(size), dealers, starts, middles) for size in range(KEPT + 1)])
    exchanges = np.array([sum(1 << place for place in given) for given in EXCHANGES], np.int64)
    return _estimate(places, of_five, of_kept, finals, exchanges, law.ante)


def _edges(law: Law) -> Ints:
    """The ranks at which the bins of qualifying hands start, and the end of the last one."""
    edges = [law.qualifying]
    for kind, bins in _BINS_OF.items():
        end = int(np.searchsorted(law.tables.categories, kind, side="right"))
        end = len(law.tables.values) if kind == Category.FLUSH else end
        edges += [edges[-1] + (end - edges[-1]) * part // bins for part in range(1, bins + 1)]
    return np.array(edges, np.int64)


def _sets(size: int) -> Places:
    """All sets of so many places in the order of their numbers: by the highest place first."""
    sets = sorted(combinations(range(OTHERS), size), key=lambda places: places[::-1])
    return np.array(sets, np.uint8).reshape(len(sets), size)


@compiled
def _sum_finals(five: Against, bins: Ints, number_of_bins: int, classes: Classes, law: Law) -> Finals:
    """Every final hand of the 51 cards is added to all sets of its cards."""
    small = _STARTS[KEPT + 1]
    finals = Finals(
        np.zeros(_STARTS[FIVE + 1], np.int64),
        np.zeros((small, number_of_bins), np.float64),
        np.zeros((small, number_of_bins), np.float64),
        np.zeros((small, number_of_bins), np.float64),
    )
    binomials, bits = binomials_of(OTHERS), bits_of_places()
    fold = -law.ante * DEALERS
    places = np.empty(FIVE, np.int64)
    for e in range(4, OTHERS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        number = number_of(bits[a] | bits[b] | bits[c] | bits[d] | bits[e], classes)
                        places[0], places[1], places[2], places[3], places[4] = a, b, c, d, e
                        value, bin_ = five.values[number], bins[five.ranks[number]]
                        bet, win = value / (law.ante * DEALERS), law.wins[five.pays[number]] / law.ante
                        for subset in range(1 << FIVE):
                            size, place = _numbered(subset, places, binomials)
                            finals.best[place] += max(value, fold)
                            if size <= KEPT:
                                finals.hands[place, bin_] += 1
                                finals.bets[place, bin_] += bet
                                finals.wins[place, bin_] += win
    return finals


@compiled
def _numbered(subset: int, places: Ints, binomials: Ints) -> tuple[int, int]:
    """The size of a subset of five places, and its number among all sets."""
    size, number = 0, 0
    for i in range(FIVE):
        if subset >> i & 1:
            size += 1
            number += binomials[size, places[i]]
    return size, _STARTS[size] + number


@compiled
def _lower(sets: Places, dealers: Places, starts: Ints, ranks: Ints) -> Floats:
    """For each set of cards and each rank: which part of the dealers who hold none of the cards is of lower rank."""
    binomials, counts = binomials_of(OTHERS), no_dealers()
    lower = np.empty((len(sets), len(ranks)), np.float64)
    one, done = np.array([1, 0])  # a kernel is compiled once more for every constant that it is given
    for i in range(len(ranks)):
        put_in(counts, dealers[done : starts[ranks[i]]], one, binomials)
        done = starts[ranks[i]]
        for number in range(len(sets)):
            lower[number, i] = avoiding(counts, sets[number], binomials)
    put_in(counts, dealers[done:], one, binomials)
    for number in range(len(sets)):
        lower[number] /= avoiding(counts, sets[number], binomials)
    return lower


@compiled
def _estimate(places: Places, of_five: Floats, of_kept: Floats, finals: Finals, exchanges: Ints, ante: int) -> Floats:
    binomials = binomials_of(OTHERS)
    found, plain = np.empty(len(places), np.float64), np.empty(len(exchanges), np.float64)
    cards, numbers = np.empty(FIVE, np.int64), np.empty(1 << FIVE, np.int64)
    for hand in range(len(places)):
        cards[:] = places[hand]
        for subset in range(1 << FIVE):
            _, numbers[subset] = _numbered(subset, cards, binomials)
        for i in range(len(exchanges)):
            plain[i] = _over_draws(exchanges[i], numbers, finals.best) / (ante * DEALERS) - 1
        best = -2.0
        for i in range(len(exchanges)):
            kept = numbers[(1 << FIVE) - 1 - exchanges[i]]
            if plain[i] > plain.max() - WORSE and kept < _STARTS[KEPT + 1]:
                best = max(best, plain[i] + _correction(of_five[hand], of_kept[kept], kept, finals))
        found[hand] = best
    return found


@compiled
def _over_draws(given: int, numbers: Ints, best: Ints) -> float:
    """The mean over all draws that bring none of the given cards back: once more by subsets."""
    kept = (1 << FIVE) - 1 - given
    total, subset = 0, given
    while True:
        size = 0
        for i in range(FIVE):
            size += subset >> i & 1
        total += best[numbers[kept | subset]] * (1 - 2 * (size & 1))
        if subset == 0:
            break
        subset = subset - 1 & given
    draws, ways = 0, 1
    for i in range(FIVE):
        if given >> i & 1:
            ways = ways * (OTHERS - FIVE - draws) // (draws + 1)
            draws += 1
    mean: float = total / ways
    return mean


@compiled
def _correction(of_five: Floats, of_kept: Floats, kept: int, finals: Finals) -> float:
    """What the discards change: in each bin the mean bet moves, and is folded where that is better."""
    none = of_five[0] - of_kept[0]
    moved, hands = 0.0, 0.0
    for i in range(len(of_five)):
        count = finals.hands[kept, i]
        hands += count
        if count > 0:
            bet, win = finals.bets[kept, i] / count, finals.wins[kept, i] / count
            lower = of_five[i] - of_kept[i]
            change = 4 * none if i == 0 else win * (lower - none) + 3 * lower + none
            moved += count * (max(bet + change, -1.0) - max(bet, -1.0))
    return moved / hands
