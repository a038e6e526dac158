"""The share of split boxes with each net: simulated and stored, since the hands share one dealer and one shoe.

The recursion computes the chance of a split and the mean net of a split box. The shares of the nets are estimated from
simulated split boxes, with the help of that mean.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, get_args

import numpy as np

from houseway.cards import DECK
from houseway.chance import stream
from houseway.figures import FEW, Estimated, estimate_mean, estimate_share
from houseway.games.blackjack.kernel import main_outcomes, playing_of
from houseway.games.blackjack.kernel_box import MOST, endless, shuffled, tally_splits
from houseway.games.blackjack.optimum import Terms
from houseway.games.blackjack.playing import BEST_NAMES, SIMPLER, best_play
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
SAMPLED = "split boxes"
ALL_TERMS = tuple(Terms(decks, option) for decks in (*range(1, 9), None) for option in get_args(DealerBlackjack))
NETS = range(MOST, -MOST - 1, -1)


class Sample(NamedTuple):
    """Simulated split boxes: their number by net, and the mean net that the recursion computes.

    If the mean of the sample differs, the shares are adjusted until their mean is right. The remaining error is that of
    a regression on the net.
    """

    counts: Mapping[int, int]
    mean: Fraction

    def share(self, net: int) -> Estimated:
        """The share of split boxes that bring this net."""
        count, boxes = self.counts[net], self.boxes
        found = self.average(lambda other: int(other == net)) if 0 < count < boxes else None
        if found is not None and FEW <= count <= boxes - FEW:
            return found
        rare = estimate_share(count, boxes, SAMPLED)
        value = rare.value if found is None else found.value
        return Estimated(value, rare.stderr, SAMPLED, boxes, (min(rare.low, value), max(rare.high, value)))

    def average(self, figure: Callable[[int], int]) -> Estimated:
        """The average of a figure of the net."""
        first, other = self._simulated(lambda net: net), self._simulated(figure)
        both = self._simulated(lambda net: net * figure(net)) - first * other
        spread = self._simulated(lambda net: net**2) - first**2
        left = self._simulated(lambda net: figure(net) ** 2) - other**2 - both**2 / spread
        value = other + both / spread * (self.mean - first)
        return estimate_mean(value, left, self.boxes, spread=Fraction(2 * MOST) ** 2, sampled=SAMPLED)

    @property
    def boxes(self) -> int:
        return sum(self.counts.values())

    def _simulated(self, figure: Callable[[int], int]) -> Fraction:
        return Fraction(sum(figure(net) * count for net, count in self.counts.items()), self.boxes)


def sample(strategy: str, terms: Terms, mean: Fraction, recompute: bool = False) -> Sample:
    """The split boxes of a strategy whose mean is this."""
    key = key_of(strategy, terms)
    counts = kept(PACKAGE, NAME, lambda: recall(PACKAGE, NAME).result | {key: tally(strategy, terms)}, recompute)[key]
    return Sample(dict(zip(NETS, counts, strict=True)), mean)


def tally(strategy: str, terms: Terms) -> Sequence[int]:
    """How many split boxes brought each net, from the highest down."""
    rules = Rules(decks=terms.decks or 1, dealer_blackjack=terms.dealer_blackjack)
    playing = playing_of(rules, strategy, DOLLAR, terms.decks is None)
    outcomes = main_outcomes(DOLLAR)
    shoe = np.array(DECK * rules.decks, np.uint8)
    source = shuffled(len(shoe)) if terms.decks else endless(len(shoe))
    state = stream(f"split boxes of {key_of(strategy, terms)}", 0)
    counts = tally_splits(state, shoe, source, BOXES, playing, np.zeros(len(outcomes), np.int64))
    nets = dict.fromkeys(NETS, 0)
    for outcome, count in zip(outcomes, counts, strict=True):
        if outcome.line.startswith("split"):
            nets[int(outcome.net)] += int(count)
    return tuple(nets.values())


def key_of(strategy: str, terms: Terms) -> str:
    play = "best play" if strategy in BEST_NAMES else strategy
    return f"{play}, {terms.decks or 'infinite'} decks, {terms.dealer_blackjack}"


def make(progress: Progress = silent) -> None:
    """Play and keep all of them."""
    every = [(strategy, terms) for terms in ALL_TERMS for strategy in (best_play(terms).name, *SIMPLER)]
    found = {}
    for done, (strategy, terms) in enumerate(every):
        found[key_of(strategy, terms)] = tally(strategy, terms)
        progress(done + 1, len(every))
    keep(PACKAGE, NAME, COMMAND, MODULES, found)


if __name__ == "__main__":
    make(lambda done, of: print(f"{done} of {of}", flush=True))
