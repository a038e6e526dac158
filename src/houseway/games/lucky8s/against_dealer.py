"""The whole count at once: every hand of the player against every hand of the dealer from the 58 cards left.

6,435 times 6,435 compositions. How many hands of the dealer have a composition is a product of eight binomial
coefficients, which is a product of two numbers, one for each half. Everything is exact in 64 bits: no product and no
sum over the dealer's hands is larger than C(58, 8) = 1,916,797,311.
"""

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lucky8s.every_hand import ENDS, IN_THE_DECK, Composition, Hands, ends_by_kind, every_hand

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]


def all_ends(in_the_deck: Composition = IN_THE_DECK) -> Counts:
    """A row for each composition: how many of the dealer's hands bring it to each end, if it plays.

    Another deck has so many cards of each value; a hand that it has not is brought to no end.
    """
    every = every_hand()
    halves = np.array(every.halves, np.int32)
    kind = np.array(every.kind, np.int32)
    ended = np.array(ends_by_kind(), np.int32)
    found = np.zeros((len(every.compositions), len(ENDS)), np.int64)
    deck = np.array(in_the_deck, np.int32)
    firsts, seconds = ways(halves, deck[:4]), ways(halves, deck[4:])
    count_ends(firsts, seconds, *split(every), kind, ended, found)
    return found


def split(every: Hands) -> tuple[Places, Places]:
    """For each first half, where the second halves that complete it to eight cards begin and end."""
    sizes = np.array([sum(half) for half in every.halves])
    starts = np.array(every.first_of_size, np.int32)
    return starts[sizes[-1] - sizes], starts[sizes[-1] - sizes + 1]


@compiled
def ways(halves: Places, in_the_deck: Places) -> Counts:
    """With one half of a hand taken from the deck, in how many ways the dealer may hold each half."""
    choose = np.zeros((11, 11), np.int64)
    for of in range(11):
        choose[of, 0] = 1
        for number in range(1, of + 1):
            choose[of, number] = choose[of - 1, number - 1] + choose[of - 1, number]
    found = np.ones((len(halves), len(halves)), np.int64)
    for taken in range(len(halves)):
        for held in range(len(halves)):
            for value in range(4):
                left = in_the_deck[value] - halves[taken, value]
                found[taken, held] *= choose[left, halves[held, value]] if left >= 0 else 0
    return found


@compiled
def count_ends(
    firsts: Counts, seconds: Counts, begins: Places, stops: Places, kind: Places, ended: Places, found: Counts
) -> None:
    """Add up the dealer's hands by how they end; compositions are met in the order of their numbers."""
    player = 0
    for first in range(len(firsts)):
        for second in range(begins[first], stops[first]):
            ended_here = ended[kind[player]]
            dealer = 0
            for dealers_first in range(len(firsts)):
                begin, stop = begins[dealers_first], stops[dealers_first]
                in_first = firsts[first, dealers_first]
                if in_first:
                    for dealers_second in range(begin, stop):
                        end = ended_here[kind[dealer + dealers_second - begin]]
                        found[player, end] += in_first * seconds[second, dealers_second]
                dealer += stop - begin
            player += 1
