"""The best play at a table, by recursion over what is left of its shoe.

A play sees the cards of the hand in turn, in their order, and the dealer's first card. Of a hand of a split box it
also sees that it was split, and whether it may be split again. It does not see the cards of the other hands, or their
number. With the same cards it acts in the same way. The best of these plays is found as follows:

- A hand that was not split: by the expectation of each act, with all that follows it.
- A hand of a split box likewise, weighed over all numbers of hands that the box may have, as likely as they are with
  these cards. Where a blackjack takes the original wager alone (`obo`) the hands of a box bring a sum, and none changes
  what another meets. So the best acts of every hand, once with further pairs split again and once without, are the
  best of the box.
- With `obbo` and `bb1` a blackjack takes what depends on all hands of a split box together. The hands then play by an
  account of it that is a sum over hands: of a few such accounts by the one whose play brings most in truth. An account
  that never takes too much says what no play brings more than. Where a pair is worth less than that, and more than any
  other act, the play is not proven to be the best: `Solution.short` says how much better another may be.
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
from houseway.games.blackjack.splitting import (
    CLASSES,
    PAIR,
    SplitActs,
    SplitBox,
    split_box,
    weigh_hands,
    with_together,
)

UNSPLIT = 0  # among the manners of play: a hand of its own; the others are `manner_of` split hands
TIE = 1e-13  # values that differ by less count as equal: the arithmetic is no better

# The part of its stake that a hand above 21 loses to a blackjack, beside the original wager, by an account that is a
# sum over hands. A doubled hand loses that part of one wager, and the other wager (with `obo` nothing).
LEAST: dict[DealerBlackjack, float] = {
    "obo": 0.0,
    "obbo": 0.0,  # never too much: the option takes all busted wagers but one
    "bb1": 0.5,  # never too much: it takes all busted wagers, one less where all of two or more hands are busted
}
TRIED: dict[DealerBlackjack, tuple[float, ...]] = {"obo": (0.0,), "obbo": (0.2, 0.0, 0.1, 0.4), "bb1": (0.9, 0.8, 1.0)}


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
    """The best play that is known, and all split boxes that it compared, by the dealer's first card and the value."""

    policy: Policy
    splits: dict[tuple[int, int], SplitBox]
    short: float  # no play that sees the same cards brings more than this above it; 0 if it is proven best


class Split(NamedTuple):
    """The best known way to play a split pair, and an upper bound for every play that sees the same cards."""

    box: SplitBox
    most: float


@lru_cache(maxsize=32)
def solve(terms: Terms) -> Solution:
    """The best play at these terms, for every first card of the dealer."""
    policy = no_policy()
    splits: dict[tuple[int, int], SplitBox] = {}
    short = 0.0
    for up in range(VALUES):
        against, short_against = solve_against(terms, up, policy)
        splits |= against
        short += float(terms.shoe[up] / terms.shoe.sum()) * short_against
    return Solution(policy, splits, short)


def no_policy() -> Policy:
    """A policy whose acts are still empty."""
    shape = (1 + CLASSES * VALUES, VALUES, len(all_hands().size))
    return Policy(np.zeros(shape, np.int8), np.zeros(shape, np.int8), np.zeros((VALUES, VALUES), np.bool_))


def manner_of(value: int, kind: int) -> int:
    """The manner of play of hands that are split from a pair of this value, by class (see `splitting`)."""
    return 1 + CLASSES * value + kind


def manners_of(value: int) -> slice:
    """The manners of play of all hands that are split from a pair of this value."""
    return slice(manner_of(value, 0), manner_of(value, CLASSES))


def solve_against(terms: Terms, up: int, policy: Policy) -> tuple[dict[tuple[int, int], SplitBox], float]:
    """Fill in the best play against one first card of the dealer. Returns the split boxes and a bound of its loss."""
    splits, short = {}, 0.0
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
            box, most = solve_split(terms, up, first, policy, best)
            if most > best:
                brings = box.worth(terms.dealer_blackjack)
                opening[hand], best = (SPLIT, brings) if brings > best else (opening[hand], best)
                short += first_two_chance(terms.without(up), terms.step, first, second) * max(most - best - TIE, 0)
            splits[up, first] = box
    return splits, short


def unsplit_worth(terms: Terms, up: int, further: Acts | None = None) -> Worth:
    """The worth of every hand by itself, a blackjack's wager apart, if what follows is best or goes by these acts."""
    hands = all_hands()
    worth = no_worth(len(hands.size))
    above_doubled = 0.0 if terms.dealer_blackjack == "obo" else 1.0
    acts = _best_acts() if further is None else further
    weigh(hands, dealer_tree(), up, terms.without(up), terms.step, above_doubled, acts, worth)
    return worth


def solve_split(terms: Terms, up: int, value: int, policy: Policy, instead: float | None = None) -> Split:
    """Fill in the acts of hands that are split from a pair against this card. Returns the expectation of the box.

    If the box brings less than the other acts (`instead`), the first account that is tried is enough.
    """
    if value == ACE:  # split aces take one card each (3.9.1)
        box = know_together(terms, up, value, policy, weigh_split(terms, up, value, policy))
        return Split(box, box.worth(terms.dealer_blackjack))
    option = terms.dealer_blackjack if up in (ACE, TEN) else "obo"
    most = _play_by(terms, up, value, LEAST[option], policy)
    if TRIED[option] == (LEAST[option],):
        return Split(weigh_split(terms, up, value, policy), most)
    opening, further = (acts[manners_of(value), up] for acts in (policy.opening, policy.further))
    found: list[tuple[float, SplitBox, SplitActs]] = []
    for part in TRIED[option] if instead is None or most > instead else TRIED[option][:1]:
        _play_by(terms, up, value, part, policy)
        box = know_together(terms, up, value, policy, weigh_split(terms, up, value, policy))
        acts = SplitActs(opening.copy(), further.copy(), bool(policy.again[up, value]))
        found.append((box.worth(option), box, acts))
    _, box, best = max(found, key=lambda way: way[0])
    opening[:], further[:], policy.again[up, value] = best
    return Split(box, most)


def weigh_split(terms: Terms, up: int, value: int, policy: Policy) -> SplitBox:
    """What a split box comes to that is played by this policy, a blackjack's toll on all its hands together apart."""
    return split_box(up, value, terms.without(up, value, value), terms.step, _split_acts(up, value, policy))


def know_together(terms: Terms, up: int, value: int, policy: Policy, box: SplitBox) -> SplitBox:
    """The same box with what a blackjack takes of all its hands together, where the terms make that depend on them."""
    shoe, acts = terms.without(up, value, value), _split_acts(up, value, policy)
    return with_together(box, terms.dealer_blackjack, up, value, shoe, terms.step, acts)


def blackjack_chance(shoe: Chances, up: int) -> float:
    """How likely the dealer's second card makes a blackjack."""
    if up not in (ACE, TEN):
        return 0.0
    return float(shoe[TEN if up == ACE else ACE] / shoe.sum())


def first_two_chance(shoe: Chances, step: float, first: int, second: int) -> float:
    """The chance that the first two cards are of these values, in either order."""
    cards = float(shoe.sum())
    if first == second:
        return float(shoe[first] * max(shoe[first] - step, 0)) / (cards * (cards - step))
    return 2 * float(shoe[first] * shoe[second]) / (cards * (cards - step))


def cards_of(hand: int) -> list[int]:
    """The values of a hand's cards, lowest first."""
    counts = all_hands().counts[hand]
    return [value for value in range(VALUES) for _ in range(counts[value])]


def _split_acts(up: int, value: int, policy: Policy) -> SplitActs:
    manners = manners_of(value)
    return SplitActs(policy.opening[manners, up], policy.further[manners, up], bool(policy.again[up, value]))


def _best_acts() -> Acts:
    return np.full(len(all_hands().size), WHICHEVER, np.int8)


def _fill_in(worth: Worth, opening: Acts, further: Acts) -> None:
    further[:] = np.where(worth.hit > worth.stand, HIT, STAND)
    doubles = (worth.double > np.maximum(worth.hit, worth.stand)) & (all_hands().size == 2)
    opening[:] = np.where(doubles, DOUBLE, further)


def _play_by(terms: Terms, up: int, value: int, part: float, policy: Policy) -> float:
    """Fill in the best play of a split pair by an account (see LEAST). Returns the expectation of the box."""
    opening, further = (acts[manners_of(value), up] for acts in (policy.opening, policy.further))
    policy.again[up, value] = False
    once = _fill_in_split(terms, up, value, part, policy)
    acts_once = opening.copy(), further.copy()
    policy.again[up, value] = True
    again = _fill_in_split(terms, up, value, part, policy)
    if again <= once:
        policy.again[up, value] = False
        opening[:], further[:] = acts_once
    return max(once, again)


def _fill_in_split(terms: Terms, up: int, value: int, part: float, policy: Policy) -> float:
    """Fill in the acts that are best by an account. Returns the expectation of the box.

    Hands that cannot be reached keep their acts.
    """
    shoe, doubled = terms.without(up, value, value), 0.0 if terms.dealer_blackjack == "obo" else 1.0 + part
    reached, worth = weigh_hands(up, value, shoe, terms.step, part, doubled, bool(policy.again[up, value]))
    hands, brings = all_hands(), -blackjack_chance(shoe, up)
    for kind in range(CLASSES):
        of_class = Worth(*(acts[kind] for acts in worth))
        opening, further = policy.opening[manner_of(value, kind), up], policy.further[manner_of(value, kind), up]
        best_opening, best_further = np.empty_like(opening), np.empty_like(further)
        _fill_in(of_class, best_opening, best_further)
        opening[:] = np.where(reached[kind] > 0, best_opening, opening)
        further[:] = np.where(reached[kind] > 0, best_further, further)
        begins = hands.after[0, value]
        seconds = [hands.after[begins, second] for second in range(VALUES) if (second == value) == (kind == PAIR)]
        brings += float(np.maximum.reduce(of_class)[seconds].sum())
    return brings
