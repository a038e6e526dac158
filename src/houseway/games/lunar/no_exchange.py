"""The whole game without exchanges, exactly: every first five cards against every up card, each played as is best.

A way of a round is an up card, four hole cards, the card that may be bought and the card that a forced dealer may get,
so that every choice is counted in the same ways. The first five cards are counted by classes of hands; those that are
paid instant cash are left out, since they have no choice.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.classes import RANKS, SUIT, Classes, Hands, classes_of, number_of, stands_for
from houseway.games.lunar.dealers import OTHERS
from houseway.games.lunar.ends import BOUGHT, ENDS, FOLDS, PLAIN, put
from houseway.games.lunar.every_hand import Against, count_hands, counts_in, forced_by
from houseway.games.lunar.paying import Ints
from houseway.games.lunar.position import Law
from houseway.poker import Category

Choices = npt.NDArray[np.uint8]

FIVE, SIX = 5, 6
DEALERS = comb(OTHERS - FIVE, 4) * (OTHERS - FIVE - 4)  # hole cards and one more card, bought or dealt to the dealer
LATER = OTHERS - SIX - 4  # cards of the stub after that
WAYS = DEALERS * LATER
FIRST_FIVES = comb(52, FIVE) * (52 - FIVE)  # with the up card
FOLD, BET, BUY, INSTANT_CASH = range(4)


class Played(NamedTuple):
    """Every class of first five cards against an up card, played as is best."""

    hands: Hands
    choices: Choices
    values: Ints  # in parts of an Ante, over all ways; for instant cash nothing is counted
    bets: npt.NDArray[np.bool_]  # by class of six cards: whether they are bet
    ends: Ints  # in ways, all first five cards together


def play_all(up_rank: int, law: Law, buys: bool = True, forces: bool = True) -> Played:
    """All first five cards against an up card of this rank in clubs, by a player who may buy and force, or not."""
    five = count_hands(FIVE, up_rank, law, forces)
    six = count_hands(SIX, up_rank, law, forces) if buys else five
    choices, values = _choose(five, six, classes_of(SIX), law, buys)
    ends = _count_ends(five, six, choices, classes_of(SIX), law)
    return Played(five.hands, choices, values, six.values >= -law.ante * (WAYS // (OTHERS - FIVE)), ends)


def play_pairs(up_rank: int, law: Law) -> Ints:
    """The ends of all first five cards against an up card, by a player who bets a pair or better and nothing else."""
    five = count_hands(FIVE, up_rank, law, forces=False)
    kinds = law.tables.categories[five.ranks]
    choices = np.where(kinds >= Category.ONE_PAIR, BET, FOLD).astype(np.uint8)
    choices[kinds >= Category.STRAIGHT_FLUSH] = INSTANT_CASH
    return _count_ends(five, five, choices, classes_of(SIX), law)


@compiled
def _choose(five: Against, six: Against, classes: Classes, law: Law, buys: bool) -> tuple[Choices, Ints]:
    choices, values = np.empty(len(five.hands), np.uint8), np.zeros(len(five.hands), np.int64)
    least = np.int64(-law.ante * WAYS // (OTHERS - FIVE))  # a fold, for one card that may be bought
    for number in range(len(five.hands)):
        if law.tables.categories[five.ranks[number]] >= Category.STRAIGHT_FLUSH:
            choices[number] = INSTANT_CASH
            continue
        choices[number], values[number] = FOLD, -law.ante * WAYS
        if five.values[number] * LATER > values[number]:
            choices[number], values[number] = BET, five.values[number] * LATER
        if buys:
            hand, bought = five.hands[number], -law.ante * WAYS
            for place in range(4 * SUIT):
                card = np.uint64(1) << np.uint64(place)
                if _may_come(hand, place):
                    bought += max(six.values[number_of(hand | card, classes)], least)
            if bought > values[number]:
                choices[number], values[number] = BUY, bought
    return choices, values


@compiled
def _may_come(hand: np.uint64, place: int) -> bool:
    """Is this a place of a card which the hand does not have? Clubs are without the up card."""
    ranks = RANKS - 1 if place < SUIT else RANKS
    return place % SUIT < ranks and not hand >> np.uint64(place) & np.uint64(1)


@compiled
def _count_ends(five: Against, six: Against, choices: Choices, classes: Classes, law: Law) -> Ints:
    ends = np.zeros((2, ENDS), np.int64)
    sixes = np.zeros(len(six.hands), np.int64)  # how often each is come to by buying
    for number in range(len(five.hands)):
        hand = five.hands[number]
        times = stands_for(hand)
        if choices[number] == FOLD:
            ends[PLAIN, FOLDS] += times * WAYS
        elif choices[number] == BET:
            _put(ends[PLAIN], times * LATER, five, number, FIVE)
        elif choices[number] == BUY:
            for place in range(4 * SUIT):
                if _may_come(hand, place):
                    sixes[number_of(hand | np.uint64(1) << np.uint64(place), classes)] += times
    each = WAYS // (OTHERS - FIVE)
    for number in range(len(six.hands)):
        if sixes[number] and six.values[number] < -law.ante * each:
            ends[BOUGHT, FOLDS] += sixes[number] * each
        elif sixes[number]:
            _put(ends[BOUGHT], sixes[number], six, number, SIX)
    return ends


@compiled
def _put(row: Ints, times: int, against: Against, number: int, size: int) -> None:
    none, lower, equal, losses, stub = counts_in(against.dealers[number], size)
    forced = forced_by(number, against.forcing, against.forced)
    put(row, times, none, lower, equal, losses, against.pays[number], forced, stub)
