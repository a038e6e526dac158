"""How often a split box brings each net: simulated and stored, since its hands meet one dealer from one shoe.

How likely a box is split and what it then brings on average are exact, by the recursion. The shares of the nets are
simulated, boxes that are split alone; then they are tilted by so little that their mean is the exact one.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import get_args

import numpy as np

from houseway.cards import DECK
from houseway.chance import stream
from houseway.games.blackjack.kernel import main_outcomes, playing_of
from houseway.games.blackjack.kernel_box import MOST, endless, shuffled, tally_splits
from houseway.games.blackjack.optimum import Terms
from houseway.games.blackjack.playing import BEST, best_name
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.settle import DealerBlackjack
from houseway.money import DOLLAR
from houseway.returns import Progress, silent
from houseway.stored import keep, kept, recall

PACKAGE = "houseway.games.blackjack"
NAME = "split_boxes"
COMMAND = "python -m houseway.games.blackjack.split_shares"
MODULES = tuple(f"{PACKAGE}.{name}" for name in ("kernel_box", "optimum", "by_total", "recursion", "splitting"))
BOXES = 1 << 23
ALL_TERMS = tuple(Terms(decks, option) for decks in (*range(1, 9), None) for option in get_args(DealerBlackjack))
NETS = range(MOST, -MOST - 1, -1)


def shares(strategy: str, terms: Terms, mean: Fraction, recompute: bool = False) -> Mapping[int, Fraction]:
    """How likely a split box brings each net, its mean being this."""
    key = name_of(strategy, terms)
    counts = kept(PACKAGE, NAME, lambda: recall(PACKAGE, NAME).result | {key: tally(strategy, terms)}, recompute)[key]
    return tilted({net: Fraction(count, sum(counts)) for net, count in zip(NETS, counts, strict=True)}, mean)


def tilted(simulated: Mapping[int, Fraction], mean: Fraction) -> Mapping[int, Fraction]:
    """The shares, each changed in proportion to its net's distance from the mean, so that their mean is another."""
    was = sum((net * share for net, share in simulated.items()), Fraction(0))
    variance = sum(((net - was) ** 2 * share for net, share in simulated.items()), Fraction(0))
    slope = (mean - was) / variance
    return {net: share * (1 + slope * (net - was)) for net, share in simulated.items()}


def tally(strategy: str, terms: Terms) -> Sequence[int]:
    """How many split boxes brought each net, from the highest down."""
    rules = Rules(decks=terms.decks or 1, dealer_blackjack=terms.dealer_blackjack)
    playing = playing_of(rules, strategy, DOLLAR, terms.decks is None)
    outcomes = main_outcomes(DOLLAR)
    shoe = np.array(DECK * rules.decks, np.uint8)
    source = shuffled(len(shoe)) if terms.decks else endless(len(shoe))
    state = stream(f"split boxes of {name_of(strategy, terms)}", 0)
    counts = tally_splits(state, shoe, source, BOXES, playing, np.zeros(len(outcomes), np.int64))
    nets = dict.fromkeys(NETS, 0)
    for outcome, count in zip(outcomes, counts, strict=True):
        if outcome.line.startswith("split"):
            nets[int(outcome.net)] += int(count)
    return tuple(nets.values())


def name_of(strategy: str, terms: Terms) -> str:
    play = "best play" if strategy in BEST else strategy
    return f"{play}, {terms.decks or 'infinite'} decks, {terms.dealer_blackjack}"


def make(progress: Progress = silent) -> None:
    """Play and keep all of them."""
    every = [(strategy, terms) for terms in ALL_TERMS for strategy in (best_name(terms), "basic", "simple")]
    found = {}
    for done, (strategy, terms) in enumerate(every):
        found[name_of(strategy, terms)] = tally(strategy, terms)
        progress(done + 1, len(every))
    keep(PACKAGE, NAME, COMMAND, MODULES, found)


if __name__ == "__main__":
    make(lambda done, of: print(f"{done} of {of}", flush=True))
