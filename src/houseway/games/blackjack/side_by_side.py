"""Several hands of one box at once: how likely all of them exceed 21, or none does, from the same shoe.

The cards that a finished hand has drawn are a composition, with the number of orders in which its play leads there.
For several hands compositions add and numbers of orders multiply; how likely a composition is depends on its sum
alone. A composition is a whole number here, six bits for each value, so that adding is one addition.
"""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.blackjack.compositions import ABOVE, VALUES, all_hands
from houseway.games.blackjack.hands import TWENTY_ONE
from houseway.games.blackjack.recursion import DOUBLE, STAND, Acts, Chances

BITS = 6
MOST = 1 << BITS
WITHIN, BEYOND = 0, 1  # sides of 21, as places in an Ending

Keys = npt.NDArray[np.uint64]


class Drawn(NamedTuple):
    """What hands may have drawn: each composition once, with the number of its orders."""

    keys: Keys
    orders: Chances


class Ending(NamedTuple):
    """One hand that began in a certain way: how it ends within 21, and beyond."""

    within: Drawn
    beyond: Drawn


class Box(NamedTuple):
    """Hands of one box: some of the first hands, in kinds that count so many times, and the same others with each."""

    firsts: Sequence[tuple[int, Sequence[Drawn]]]
    others: Sequence[Drawn]


class Endings(NamedTuple):
    """A hand whose second card is of another value than its first; and whatever that card is."""

    other: Ending
    either: Ending


def endings(value: int, opening: Acts, further: Acts) -> Endings:
    """The ends of a hand that begins with a card of this value, played by the acts of its class (see `splitting`)."""
    begins = int(all_hands().after[0, value])
    others = [second for second in range(VALUES) if second != value]
    other, pair = (
        _ending(begins, seconds, opening[kind], further[kind]) for kind, seconds in enumerate((others, [value]))
    )
    return Endings(other, Ending(_either(other.within, pair.within), _either(other.beyond, pair.beyond)))


def chance_of(box: Box, shoe: Chances, step: float) -> float:
    """How likely the hands of the box have drawn what it lists. The first hands and the others are two halves."""
    firsts = [(times, reduce(_add, hands)) for times, hands in box.firsts]
    keys = np.concatenate([drawn.keys for _, drawn in firsts])
    first = _distinct(keys, np.concatenate([times * drawn.orders for times, drawn in firsts]))
    return float(_both(*first, *reduce(_add, box.others), *_falling(shoe, step)))


def _ending(begins: int, seconds: list[int], opening: Acts, further: Acts) -> Ending:
    hands = all_hands()
    orders = np.zeros((2, len(hands.size)))  # by stake
    for second in seconds:
        orders[0, hands.after[begins, second]] += 1
    within: dict[int, float] = {}
    above: dict[int, float] = {}
    for hand in range(begins + 1, len(hands.size)):
        if not orders[:, hand].any():
            continue
        act = opening[hand] if hands.size[hand] == 2 else further[hand]
        stands = act == STAND or hands.total[hand] == TWENTY_ONE
        key = _key(hands.counts[hand]) - _key(hands.counts[begins])
        if ended := orders[1, hand] + (orders[0, hand] if stands else 0):
            within[key] = within.get(key, 0) + ended
        if stands or not orders[0, hand]:
            continue
        for value in range(VALUES):
            after = hands.after[hand, value]
            if after == ABOVE:
                beyond = key + (1 << BITS * value)
                above[beyond] = above.get(beyond, 0) + orders[0, hand]
            else:
                orders[1 if act == DOUBLE else 0, after] += orders[0, hand]
    return Ending(_drawn(within), _drawn(above))


def _either(one: Drawn, other: Drawn) -> Drawn:
    """The cards that a hand of one class or of the other may have drawn."""
    return _distinct(np.concatenate((one.keys, other.keys)), np.concatenate((one.orders, other.orders)))


def _add(one: Drawn, other: Drawn) -> Drawn:
    """Two hands side by side."""
    keys = np.add.outer(one.keys, other.keys).ravel()
    return _distinct(keys, np.multiply.outer(one.orders, other.orders).ravel())


def _distinct(keys: Keys, orders: Chances) -> Drawn:
    distinct, place = np.unique(keys, return_inverse=True)
    return Drawn(distinct, np.bincount(place, orders, len(distinct)).astype(np.float64))


def _falling(shoe: Chances, step: float) -> tuple[Chances, Chances]:
    """By value and number of cards, then by number alone: the factors of a composition's chance."""
    places = np.arange(MOST - 1) * step
    cards = shoe.sum()
    falling = np.ones((VALUES, MOST))
    falling[:, 1:] = np.cumprod(np.maximum(shoe[:, None] - places, 0) / cards, axis=1)
    shrinking = np.ones(MOST)
    shrinking[1:] = np.cumprod(cards / np.maximum(cards - places, 1))
    return falling, shrinking


def _key(counts: npt.NDArray[np.int8]) -> int:
    return sum(int(count) << BITS * value for value, count in enumerate(counts))


def _drawn(orders: dict[int, float]) -> Drawn:
    return Drawn(np.array(list(orders), np.uint64), np.array(list(orders.values()), np.float64))


@compiled
def _both(
    keys: Keys, orders: Chances, others: Keys, other_orders: Chances, falling: Chances, shrinking: Chances
) -> float:
    """Sum over every two compositions: the chance of their sum, times the orders of both."""
    bits, mask = np.uint64(BITS), np.uint64(MOST - 1)
    here = np.empty((VALUES, MOST))
    shrunk = np.empty(MOST)
    # The others as (value, count) lists, so that values they lack cost nothing.
    begins = np.empty(len(others) + 1, np.int64)
    values = np.empty(VALUES * len(others), np.int8)
    counts = np.empty(VALUES * len(others), np.int8)
    sizes = np.zeros(len(others), np.int64)
    used = 0
    for other in range(len(others)):
        begins[other] = used
        key = others[other]
        for value in range(VALUES):
            count = int(key & mask)
            key >>= bits
            if count:
                values[used], counts[used] = value, count
                used += 1
                sizes[other] += count
    begins[len(others)] = used
    chance = 0.0
    for one in range(len(keys)):
        key = keys[one]
        size, start = 0, 1.0
        for value in range(VALUES):
            count = int(key & mask)
            key >>= bits
            size += count
            start *= falling[value, count]
            for more in range(MOST - count):
                here[value, more] = falling[value, count + more] / max(falling[value, count], 1e-300)
        if start <= 0.0:
            continue
        for more in range(MOST - size):
            shrunk[more] = shrinking[size + more]
        inner = 0.0
        for other in range(len(others)):
            product = other_orders[other] * shrunk[sizes[other]]
            for place in range(begins[other], begins[other + 1]):
                product *= here[values[place], counts[place]]
            inner += product
        chance += orders[one] * start * inner
    return chance
