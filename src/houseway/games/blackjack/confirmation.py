"""A thousand million simulated rounds of the best play at the usual table, kept to compare with the computed result."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from houseway.chance import stream
from houseway.figures import stderr_of
from houseway.games.blackjack.kernel import prepare
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.split_shares import MODULES, PACKAGE
from houseway.returns import Progress, WagerOdds, silent
from houseway.stored import keep, kept
from houseway.tallies import Setting, Simulation, Tallies, read_counts, returns

NAME = "confirmation"
COMMAND = "python -m houseway.games.blackjack.confirmation"
SEED = "a thousand million rounds"
ROUNDS = 10**9


def simulated(recompute: bool = False, progress: Progress = silent) -> list[WagerOdds]:
    """The odds of those rounds, with their standard errors."""
    return returns(_simulation(), tallies(recompute, progress))


def tallies(recompute: bool = False, progress: Progress = silent) -> Tallies:
    """How many of those rounds ended in each outcome."""
    return Tallies(ROUNDS, tuple(kept(PACKAGE, NAME, lambda: play(progress), recompute)))


def play(progress: Progress = silent) -> Sequence[int]:
    """Play them."""
    simulation = _simulation()
    counts = np.zeros(len(simulation.outcomes), np.int64)
    for shard, start in enumerate(range(0, ROUNDS, simulation.shard)):
        counts += simulation.tally(stream(SEED, shard), min(simulation.shard, ROUNDS - start))
        progress(min(start + simulation.shard, ROUNDS), ROUNDS)
    return read_counts(simulation, ROUNDS, counts).counts


def away(exact: Fraction, wager: WagerOdds) -> Fraction:
    """How many standard errors the mean of a wager lies away from its exact expectation."""
    return (wager.ev.value - exact) / stderr_of(wager.ev)


def _simulation() -> Simulation:
    return prepare(Setting(rules=Rules(), strategy="optimal"))


if __name__ == "__main__":
    keep(PACKAGE, NAME, COMMAND, MODULES, play(lambda done, of: print(f"{done:,} of {of:,}", flush=True)))
