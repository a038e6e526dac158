"""The best play at a table, by recursion over what is left of its shoe.

A hand that was not split plays by all of its own cards and the dealer's first. A hand of a split box plays by the
same, and by the card that it was split from, which it knows to be gone; it takes no notice of the other hands' cards
or of their number. Within that each of its acts is the best for the hand by itself; a stake above 21 counts as lost to
a blackjack too where the house takes all busted wagers (`bb1`), not where the first of them costs nothing more than
the original wager (`obbo`). A further pair is always split again or never, whichever is worth more to the hands.
"""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.blackjack.compositions import ACE, TEN, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.recursion import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    WHICHEVER,
    Acts,
    Chances,
    Worth,
    no_worth,
    weigh,
)
from houseway.games.blackjack.settle import DealerBlackjack
from houseway.games.blackjack.splitting import SplitBox, split_box, with_together

UNSPLIT = 0  # among the manners of play: a hand of its own; 1 to 10 are hands split from a pair of that value plus one


class Terms(NamedTuple):
    """What the worth of a box depends on."""

    decks: int | None  # None is the infinite deck
    dealer_blackjack: DealerBlackjack = "obo"
    blackjack_pays: Fraction = Fraction(3, 2)
    surrender_takes: Fraction = Fraction(1, 2)

    @property
    def step(self) -> float:
        """How many cards are missing after one is drawn."""
        return 0.0 if self.decks is None else 1.0

    @property
    def shoe(self) -> Chances:
        """The cards of each value before the first is dealt."""
        return np.array([4.0] * (VALUES - 1) + [16.0]) * (self.decks or 1)

    def without(self, *values: int) -> Chances:
        shoe = self.shoe
        for value in values:
            shoe[value] -= self.step
        return shoe


class Policy(NamedTuple):
    """How a box is played, by manner (see UNSPLIT), the dealer's first card and the hand."""

    opening: npt.NDArray[np.int8]  # with two cards
    further: npt.NDArray[np.int8]  # with more: HIT or STAND; with two, where the act of the opening is not offered
    again: npt.NDArray[np.bool_]  # by dealer's first card and value: is a further pair split


class Solution(NamedTuple):
    """The best play and all split boxes that it weighed, by the dealer's first card and the pair's value."""

    policy: Policy
    splits: dict[tuple[int, int], SplitBox]


@lru_cache(maxsize=32)
def solve(terms: Terms) -> Solution:
    """The best play at these terms, for every first card of the dealer."""
    policy = no_policy()
    splits: dict[tuple[int, int], SplitBox] = {}
    for up in range(VALUES):
        splits |= solve_against(terms, up, policy)
    return Solution(policy, splits)


def no_policy() -> Policy:
    """A policy to be filled in."""
    shape = (1 + VALUES, VALUES, len(all_hands().size))
    return Policy(np.zeros(shape, np.int8), np.zeros(shape, np.int8), np.zeros((VALUES, VALUES), np.bool_))


def solve_against(terms: Terms, up: int, policy: Policy) -> dict[tuple[int, int], SplitBox]:
    """Fill in the best play against one first card of the dealer; the split boxes that were weighed."""
    splits = {}
    worth = unsplit_worth(terms, up)
    opening = policy.opening[UNSPLIT, up]
    _fill_in(worth, opening, policy.further[UNSPLIT, up])
    hands = all_hands()
    for hand in map(int, np.flatnonzero(hands.size == 2)):
        first, second = cards_of(hand)
        shoe = terms.without(up, first, second)
        if shoe.min() < 0:
            continue
        best = max(float(kind[hand]) for kind in worth) - blackjack_chance(shoe, up)
        if up != ACE and best < -terms.surrender_takes:
            opening[hand], best = SURRENDER, -float(terms.surrender_takes)
        if first == second:
            box = solve_split(terms, up, first, policy)
            if box.most(terms.dealer_blackjack) > best:
                box = know_together(terms, up, first, policy, box)
                opening[hand] = SPLIT if box.worth(terms.dealer_blackjack) > best else opening[hand]
            splits[up, first] = box
    return splits


def unsplit_worth(terms: Terms, up: int, further: Acts | None = None) -> Worth:
    """The worth of every hand by itself, a blackjack's wager apart, if what follows is best or goes by these acts."""
    hands = all_hands()
    worth = no_worth(len(hands.size))
    above_doubled = 0.0 if terms.dealer_blackjack == "obo" else 1.0
    acts = _best_acts() if further is None else further
    weigh(hands, dealer_tree(), up, terms.without(up), terms.step, 0.0, above_doubled, -1, acts, worth)
    return worth


def solve_split(terms: Terms, up: int, value: int, policy: Policy) -> SplitBox:
    """Fill in how the hands of a pair are played that is split against this card; what the box comes to."""
    manner, hands, above = 1 + value, all_hands(), _above(terms)
    opening, further = policy.opening[manner, up], policy.further[manner, up]
    if value != ACE:  # split aces take one card each (3.9.1)
        worth = no_worth(len(hands.size))
        shoe = terms.without(up, value)
        weigh(hands, dealer_tree(), up, shoe, terms.step, above, 2 * above, value, _best_acts(), worth)
        _fill_in(worth, opening, further)
    boxes = {}
    for again in (False,) if value == ACE else (False, True):
        policy.again[up, value] = again
        boxes[again] = weigh_split(terms, up, value, policy)
    policy.again[up, value] = max(boxes, key=lambda way: boxes[way].own(above))
    return boxes[bool(policy.again[up, value])]


def weigh_split(terms: Terms, up: int, value: int, policy: Policy) -> SplitBox:
    """What a split box comes to that is played by this policy, a blackjack's toll on all its hands together apart."""
    return split_box(up, value, terms.without(up, value, value), terms.step, *_split_acts(up, value, policy))


def know_together(terms: Terms, up: int, value: int, policy: Policy, box: SplitBox) -> SplitBox:
    """The same box with what a blackjack takes of all its hands together, where the terms make that depend on them."""
    shoe, acts = terms.without(up, value, value), _split_acts(up, value, policy)
    return with_together(box, terms.dealer_blackjack, up, value, shoe, terms.step, *acts)


def blackjack_chance(shoe: Chances, up: int) -> float:
    """How likely the dealer's second card makes a blackjack."""
    if up not in (ACE, TEN):
        return 0.0
    return float(shoe[TEN if up == ACE else ACE] / shoe.sum())


def cards_of(hand: int) -> list[int]:
    """The values of a hand's cards, lowest first."""
    counts = all_hands().counts[hand]
    return [value for value in range(VALUES) for _ in range(counts[value])]


def _split_acts(up: int, value: int, policy: Policy) -> tuple[Acts, Acts, bool]:
    return policy.opening[1 + value, up], policy.further[1 + value, up], bool(policy.again[up, value])


def _above(terms: Terms) -> float:
    """What part of its stake a split hand, by its own account, loses to a blackjack by having exceeded 21."""
    return 1.0 if terms.dealer_blackjack == "bb1" else 0.0


def _best_acts() -> Acts:
    return np.full(len(all_hands().size), WHICHEVER, np.int8)


def _fill_in(worth: Worth, opening: Acts, further: Acts) -> None:
    further[:] = np.where(worth.hit > worth.stand, HIT, STAND)
    doubles = (worth.double > np.maximum(worth.hit, worth.stand)) & (all_hands().size == 2)
    opening[:] = np.where(doubles, DOUBLE, further)
