"""Every hand there is: all of five cards against an independent evaluator, all of six and seven by induction.

The chain is complete: each of the 2,598,960 five-card hands has the rank that phevaluator and the readable
form give it; each of the 20,358,520 six-card hands has the best rank of the five-card hands in it; each of
the 133,784,560 seven-card hands has the best rank of the six-card hands in it.
"""

from itertools import chain, combinations, starmap
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from phevaluator import evaluate_cards

from houseway.compiling import compiled
from houseway.poker import Category, rank_of
from houseway.poker_table import NO_CARDS, Tables, evaluate, load_tables, rank5, rank6, rank7

Counts = npt.NDArray[np.int64]

# How many hands of each size are of each category, lowest first: well-known numbers.
TOTALS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        37_260,
        4_324,
    ],
}


@pytest.fixture(scope="module")
def five_card_hands() -> npt.NDArray[np.uint8]:
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, 5 * comb(52, 5)).reshape(-1, 5)


def test_all_five_card_hands_rank_as_an_independent_evaluator_has_them(
    five_card_hands: npt.NDArray[np.uint8],
) -> None:
    independent = np.fromiter(starmap(evaluate_cards, combinations(range(52), 5)), np.uint16, comb(52, 5))
    assert np.array_equal(evaluate(five_card_hands), 7463 - independent)


def test_all_five_card_hands_rank_alike_in_both_forms(five_card_hands: npt.NDArray[np.uint8]) -> None:
    readable = np.fromiter(map(rank_of, combinations(range(52), 5)), np.int64, comb(52, 5))
    tables = load_tables()
    assert np.all(np.diff(tables.values) > 0), "a higher batch rank must stand for a higher rank_of"
    assert np.array_equal(tables.values[evaluate(five_card_hands)], readable)


def test_five_card_totals(five_card_hands: npt.NDArray[np.uint8]) -> None:
    counts = np.bincount(evaluate(five_card_hands), minlength=7463)
    assert counts[0] == 0
    assert counts[1:].min() == 4, "all 7462 ranks occur, the rarest in four suits"
    assert by_category(counts) == TOTALS[5]


def test_all_six_card_hands_rank_as_the_best_of_their_five_card_hands() -> None:
    counts = np.zeros(7463, np.int64)
    assert walk_six(load_tables(), counts) == 0
    assert by_category(counts) == TOTALS[6]
    assert sum(TOTALS[6]) == comb(52, 6)


def test_all_seven_card_hands_rank_as_the_best_of_their_six_card_hands() -> None:
    counts = np.zeros(7463, np.int64)
    assert walk_seven(load_tables(), counts) == 0
    assert by_category(counts) == TOTALS[7]
    assert sum(TOTALS[7]) == comb(52, 7)


def by_category(counts: Counts) -> list[int]:
    categories = load_tables().categories
    return [int(counts[categories == kind].sum()) for kind in Category]


@compiled
def walk_six(tables: Tables, counts: Counts) -> int:
    """Counts all six-card hands by rank; returns how many differ from the best of their five-card hands."""
    keys, suits = tables.keys, tables.suits
    wrong = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        held = suits[a] | suits[b] | suits[c] | suits[d] | suits[e]
                        for f in range(e):
                            rank = rank6(key + keys[f], held | suits[f], tables)
                            best = rank5(key, held, tables)
                            for left in (a, b, c, d, e):
                                five = key + keys[f] - keys[left]
                                best = max(best, rank5(five, (held | suits[f]) & ~suits[left], tables))
                            counts[rank] += 1
                            wrong += rank != best
    return wrong


@compiled
def walk_seven(tables: Tables, counts: Counts) -> int:
    """Counts all seven-card hands by rank; returns how many differ from the best of their six-card hands."""
    keys, suits = tables.keys, tables.suits
    wrong = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
                            held = suits[a] | suits[b] | suits[c] | suits[d] | suits[e] | suits[f]
                            for g in range(f):
                                rank = rank7(key + keys[g], held | suits[g], tables)
                                best = rank6(key, held, tables)
                                for left in (a, b, c, d, e, f):
                                    six = key + keys[g] - keys[left]
                                    best = max(best, rank6(six, (held | suits[g]) & ~suits[left], tables))
                                counts[rank] += 1
                                wrong += rank != best
    return wrong
