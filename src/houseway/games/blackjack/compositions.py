"""Hands as compositions: how many cards of each point value, in whatever order they came.

A hand that has not exceeded 21 is one of 3,083 compositions, and play depends on nothing else. The cards with which
the dealer reaches 17 to 21 are compositions too, each with the number of orders in which he can draw it: his next card
comes only while he has less than 17. All arrays here are read by kernels.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.blackjack.hands import TWENTY_ONE
from houseway.games.blackjack.round import STANDS_ON

VALUES = 10  # of a card: its points less one, so that 0 is the ace and 9 a ten or court card
ACE, TEN = 0, 9
ABOVE = -1  # instead of a hand: it has exceeded 21
BLACKJACK = TWENTY_ONE - STANDS_ON + 1  # among the dealer's ends: 17 to 21 are 0 to 4, a blackjack is 5, above 21 is 6
ENDS = BLACKJACK + 2

Composition = tuple[int, ...]


class Hands(NamedTuple):
    """Every hand up to 21, by the sum of its points with aces as 1: a card leads to a later one."""

    counts: npt.NDArray[np.int8]  # cards of each value
    size: npt.NDArray[np.int8]  # cards
    total: npt.NDArray[np.int8]  # with an ace as 11 where that does not exceed 21
    soft: npt.NDArray[np.bool_]  # whether one counts 11
    after: npt.NDArray[np.int16]  # by value: the hand with one more card, or ABOVE


class DealerTree(NamedTuple):
    """The dealer's draws: compositions in the order of values, so that those with a common beginning share its product.

    A node adds a card to the one above it. Where the dealer can end with its cards, it has the number of their orders.
    """

    begins: npt.NDArray[np.int32]  # by the dealer's first card: its first node; then the number of all nodes
    value: npt.NDArray[np.int8]  # of the card that the node adds
    copies: npt.NDArray[np.int8]  # of the same value before it
    depth: npt.NDArray[np.int8]  # cards before it
    orders: npt.NDArray[np.float64]  # 0 where the dealer cannot end here
    end: npt.NDArray[np.int8]  # 17 to 21 as 0 to 4, blackjack 5
    beyond: npt.NDArray[np.int32]  # the next node that does not have this card


@cache
def all_hands() -> Hands:
    """The compositions of all hands up to 21, the empty one first."""
    listed = sorted(_up_to_21(), key=lambda counts: (points(counts), counts))
    place = {counts: number for number, counts in enumerate(listed)}
    return Hands(
        np.array(listed, np.int8),
        np.array([sum(counts) for counts in listed], np.int8),
        np.array([total(counts) for counts in listed], np.int8),
        np.array([total(counts) != points(counts) for counts in listed], np.bool_),
        np.array([[place.get(with_card(h, value), ABOVE) for value in range(VALUES)] for h in listed], np.int16),
    )


@cache
def dealer_tree() -> DealerTree:
    """What the dealer can draw to each first card."""
    begins, nodes = [0], list[tuple[int, int, int, int, int, int]]()
    for up in range(VALUES):
        ends = dealer_ends(up)
        _grow((0,) * VALUES, ACE, up, ends, _beginnings(ends), nodes)
        begins.append(len(nodes))
    value, copies, depth, orders, end, beyond = np.array(nodes).T
    return DealerTree(
        np.array(begins, np.int32),
        value.astype(np.int8),
        copies.astype(np.int8),
        depth.astype(np.int8),
        orders.astype(np.float64),
        end.astype(np.int8),
        beyond.astype(np.int32),
    )


def dealer_ends(up: int) -> dict[Composition, int]:
    """The cards that take the dealer from his first to 17 to 21, and in how many orders he can draw them."""
    ends: dict[Composition, int] = {}
    drawing: dict[Composition, int] = {(0,) * VALUES: 1}
    while drawing:
        further: dict[Composition, int] = {}
        for drawn, orders in drawing.items():
            for value in range(VALUES):
                more = with_card(drawn, value)
                reached = total(with_card(more, up))
                if reached <= TWENTY_ONE:
                    into = ends if reached >= STANDS_ON else further
                    into[more] = into.get(more, 0) + orders
        drawing = further
    return ends


def points(counts: Composition) -> int:
    """The sum with every ace as 1."""
    return sum((value + 1) * count for value, count in enumerate(counts))


def total(counts: Composition) -> int:
    """The sum with an ace as 11 where that does not exceed 21 (3.17.1)."""
    hard = points(counts)
    return hard + 10 if counts[ACE] and hard + 10 <= TWENTY_ONE else hard


def with_card(counts: Composition, value: int) -> Composition:
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


def _up_to_21(counts: Composition = ()) -> Iterator[Composition]:
    if len(counts) == VALUES:
        yield counts
        return
    count = 0
    while points((*counts, count)) <= TWENTY_ONE:
        yield from _up_to_21((*counts, count))
        count += 1


def _beginnings(ends: dict[Composition, int]) -> set[Composition]:
    """All that one passes on the way to an end when its cards are laid out in the order of their values."""
    passed = set(ends)
    for counts in ends:
        for value in reversed(range(VALUES)):
            while counts[value]:
                counts = (*counts[:value], counts[value] - 1, *counts[value + 1 :])
                passed.add(counts)
    return passed


def _grow(
    drawn: Composition,
    least: int,
    up: int,
    ends: dict[Composition, int],
    passed: set[Composition],
    nodes: list[tuple[int, int, int, int, int, int]],
) -> None:
    """Append the nodes that add to these cards one of at least this value, each with all that grows from it."""
    for value in range(least, VALUES):
        more = with_card(drawn, value)
        if more not in passed:
            continue
        place = len(nodes)
        nodes.append((0,) * 6)
        _grow(more, value, up, ends, passed, nodes)
        depth, reached = sum(drawn), total(with_card(more, up))
        end = BLACKJACK if depth == 0 and reached == TWENTY_ONE else reached - STANDS_ON
        orders = ends.get(more, 0)
        nodes[place] = value, drawn[value], depth, orders, end if orders else 0, len(nodes)
