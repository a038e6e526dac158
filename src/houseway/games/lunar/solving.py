"""Positions solved one after the other: the best of all 29 choices, exactly, and how the round then ends.

A worker needs texts and numbers alone, and gives integers back, so that anybody may do the work anywhere. Ends are
counted by the number of new cards, in the `weight` of that number: no card for a fold and a bet, one for a bought card,
two to five for an exchange.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, lcm
from typing import Any

import msgspec
import numpy as np

from houseway.games.lunar.classes import Hands, cards_of, classes_of, list_hands, stands_for
from houseway.games.lunar.ends import ENDS, FOLDS, IN_ANTES
from houseway.games.lunar.hands import INSTANT_CASH
from houseway.games.lunar.paying import Ints, Scale, scale
from houseway.games.lunar.position import CHOICES, EXCHANGES, Law, count_choices, law, weight
from houseway.games.lunar.rules import Rules
from houseway.money import DOLLAR, Cents
from houseway.poker import category, rank_of

FIVE = 5
DRAWS = (0, 1, *(len(places) for places in EXCHANGES))  # by choice: new cards
MOST_DRAWS = 5
FOLD = 0  # the number of a fold among 29 choices; the others follow in the order of `position`
SHARED = lcm(*(comb(41, draws) for draws in range(MOST_DRAWS + 1)))  # weight(draws) is weight(0) times comb(41, draws)

Ends = list[list[int]]  # by number of new cards, by end


class Work(msgspec.Struct, frozen=True):
    """The table whose game is solved, as plain texts and numbers."""

    rules: tuple[str, ...] = ()
    stake: Cents = DOLLAR


class Solved(msgspec.Struct, frozen=True):
    """One position: the best choice, what it is worth, and how the round ends by it."""

    choice: int
    draws: int
    value: int  # in parts of an Ante, over all ways of `weight(draws)`, payments included
    ends: tuple[int, ...]
    without: "Solved | None" = None  # the same without exchanges


class Chunk(msgspec.Struct, frozen=True):
    """Solved classes of first five cards that follow each other, against one up card."""

    up_rank: int
    first: int
    choices: list[int]  # -1 where instant cash is paid
    values: list[int]
    ends: Ends  # every hand that a class stands for


def solve_chunk(work: Work, up_rank: int, first: int, number: int) -> Chunk:
    """All choices of so many classes, from the first on."""
    parts, ruling = table(work)
    hands = _hands()[first : first + number]
    choices, values = [], []
    ends = np.zeros((MOST_DRAWS + 1, ENDS), object)
    for hand in hands:
        cards = _cards(hand, up_rank)
        if category(rank_of(cards)) in INSTANT_CASH:
            choices.append(-1)
            values.append(0)
            continue
        solved = solve_position(cards, 4 * up_rank, parts, ruling)
        choices.append(solved.choice)
        values.append(solved.value)
        ends[solved.draws] += stands_for(hand) * np.array(solved.ends, object)
    return Chunk(up_rank, first, choices, values, [[int(count) for count in row] for row in ends])


def solve_classes(work: Work, up_rank: int, numbers: Sequence[int]) -> list[Solved]:
    """Single classes, by their numbers, none of them paid instant cash."""
    parts, ruling = table(work)
    hands = _hands()
    return [solve_position(_cards(hands[number], up_rank), 4 * up_rank, parts, ruling) for number in numbers]


def solve_position(cards: Sequence[int], up: int, parts: Scale, ruling: Law) -> Solved:
    """The best choice of one position, and the best one without exchanges; of equal ones the first."""
    counts = count_choices(cards, up, ruling).astype(object)
    nets = np.array(_nets_in_parts(parts), object)
    fold = (0,) * FOLDS + (weight(0),) + (0,) * (ENDS - FOLDS - 1)
    found = [Solved(FOLD, 0, -parts.ante * weight(0), fold)]
    for choice in range(CHOICES):
        draws = DRAWS[choice]
        value = int(counts[choice] @ nets) - (parts.ante * weight(draws) if draws else 0)
        found.append(Solved(choice + 1, draws, value, tuple(int(count) for count in counts[choice])))
    best, without = _best(found), _best(found[:3])
    return msgspec.structs.replace(best, without=without)


@lru_cache(maxsize=4)
def table(work: Work) -> tuple[Scale, Law]:
    """A table's wins and losses, and what kernels must know of it."""
    rules = Rules.read(work.rules)
    parts = scale(rules, work.stake)
    return parts, law(parts, rules.second_hand == "ranked")


@lru_cache(maxsize=1)
def hands_of_classes() -> Ints:
    """By class of first five cards: how many hands it stands for."""
    return np.array([stands_for(hand) for hand in _hands()], np.int64)


def _best(found: Sequence[Solved]) -> Solved:
    return max(found, key=lambda each: each.value * (SHARED // comb(41, each.draws)))


def _nets_in_parts(parts: Scale) -> list[int]:
    wins = [int(win) for win in parts.wins]
    return [*(net * parts.ante for net in IN_ANTES), *wins, *(win - parts.ante for win in wins)]


@lru_cache(maxsize=1)
def _hands() -> Hands:
    return list_hands(FIVE, classes_of(FIVE))


def _cards(hand: Any, up_rank: int) -> list[int]:
    cards = np.empty(FIVE, np.uint8)
    cards_of(hand, up_rank, cards)
    return [int(card) for card in cards]
