"""Results of the whole game that take minutes: how rounds end by each strategy, made, kept and recalled.

`python -m houseway.games.lunar.results` makes them all again, in about an hour of one core: the exact counts without
exchanges, the sample of positions with all exchanges, the rounds of the learnable strategy, and the charts.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

from houseway.games.lunar.ends import ENDS
from houseway.games.lunar.hands import Second
from houseway.games.lunar.kernel import INSTANT_CASH
from houseway.games.lunar.lines import Counts
from houseway.games.lunar.no_exchange import play_all, play_pairs
from houseway.games.lunar.paying import Ints, scale
from houseway.games.lunar.position import Law, law
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.solution import Solution, solve
from houseway.games.lunar.typical import solve_typical
from houseway.money import DOLLAR, Cents
from houseway.odds.executors import opened
from houseway.odds.simulation import simulate, task
from houseway.returns import Progress, silent
from houseway.stored import keep, kept
from houseway.tallies import Setting

PACKAGE = "houseway.games.lunar"
READINGS: tuple[Second, ...] = ("ranked", "six_only")
SAMPLE, ROUNDS, SEED = 2600, 1 << 30, "lunar"
MOST_ODDS = 150  # a royal flush whose sixth card makes a straight flush as well
PARTS = 10**18  # in which the shares of a sample are kept
COUNTED = ("paying", "forcing", "ends", "classes", "dealers", "every_hand", "no_exchange", "position")
SAMPLED = (*COUNTED, "estimate", "solving", "sampling", "solution")
TYPICAL = ("paying", "forcing", "ends", "position", "solving", "typical")
PLAYED = ("paying", "ends", "position", "electing", "kernel", "strategy")

UPS, SUITS = 13, 4
EXACT: Mapping[str, Callable[[int, Law], Ints]] = {  # the ends against each up card
    "no_exchange": lambda up, ruling: play_all(up, ruling).ends,
    "bet_or_fold": lambda up, ruling: play_all(up, ruling, buys=False).ends,
    "never_force": lambda up, ruling: play_all(up, ruling, forces=False).ends,
    "pairs_only": play_pairs,
}


class Sample(msgspec.Struct, frozen=True):
    """How often rounds end in each way by the best play, from so many positions; and the variance of its worth."""

    counts: Counts
    positions: int
    variance: Fraction


def exact(rules: Rules, strategy: str, recompute: bool, progress: Progress) -> Counts:
    """The ways in which rounds without instant cash end by a strategy without exchanges, as it is without a limit."""
    return _of_all_suits(_kept("exact", recompute, progress)[rules.second_hand][strategy])


def exact_with_limit(rules: Rules, stake: Cents, strategy: str, progress: Progress) -> Counts:
    """The same where a payout limit cuts what a bet wins, which may change what is best: counted now."""
    return _of_all_suits(count_exactly(rules, stake, strategy, progress))


def sample(rules: Rules, recompute: bool, progress: Progress) -> Sample:
    """The best play with all options, as it is without a payout limit."""
    found = _kept("optimal", recompute, progress)[rules.second_hand]
    counts = {place: Fraction(count, PARTS) for place, count in _read(found["shares"]).items()}
    return Sample(counts, found["positions"], Fraction(found["variance"], PARTS))


def rounds_played(rules: Rules, recompute: bool, progress: Progress) -> tuple[Counts, int]:
    """The rounds of the learnable strategy without instant cash, and how many were played in all."""
    found = _kept("simple", recompute, progress)[rules.second_hand]
    return _read(found["ends"]), found["rounds"]


def best_choices(rules: Rules, recompute: bool, progress: Progress) -> dict[str, tuple[str, ...]]:
    """The best choice with each typical hand, by the rank of the up card."""
    found: dict[str, list[str]] = _kept("typical", recompute, progress)[rules.second_hand]
    return {name: tuple(cells) for name, cells in found.items()}


def limited(rules: Rules, stake: Cents) -> bool:
    """Does the payout limit cut what some bet wins?"""
    return rules.payout_limit is not None and rules.payout_limit < 2 * stake * MOST_ODDS


def count_exactly(rules: Rules, stake: Cents, strategy: str, progress: Progress = silent) -> list[list[int]]:
    """What was paid for, end, and ways: over all up cards of one suit."""
    ruling = law(scale(rules, stake), rules.second_hand == "ranked")
    together = np.zeros((2, ENDS), np.int64)
    for up in range(UPS):
        together += EXACT[strategy](up, ruling)
        progress(up + 1, UPS)
    return [[paid, end, int(ways)] for paid, row in enumerate(together) for end, ways in enumerate(row) if ways]


def sample_shares(solved: Solution) -> dict[str, Any]:
    """A solution as it is kept: shares of all rounds and the variance, in parts."""
    shares = [[paid, end, round(count * PARTS)] for (paid, end), count in sorted(solved.counts.items())]
    variance = round(Fraction(solved.error) ** 2 * PARTS)
    return {"positions": solved.positions, "variance": variance, "shares": shares}


def _make_exact(progress: Progress) -> Any:
    return {
        reading: {name: count_exactly(Rules(second_hand=reading), DOLLAR, name, progress) for name in EXACT}
        for reading in READINGS
    }


def _make_optimal(progress: Progress) -> Any:
    found = {}
    for reading in READINGS:
        with TemporaryDirectory() as folder, opened() as (executor, workers):
            rules = Rules(second_hand=reading)
            found[reading] = sample_shares(solve(rules, Path(folder), executor, workers, SAMPLE, SEED, progress))
    return found


def _make_simple(progress: Progress) -> Any:
    found = {}
    for reading in READINGS:
        setting = Setting(rules=Rules(second_hand=reading), strategy="simple")
        with opened() as (executor, workers):
            tallies = simulate(task("lunar", setting, SEED), ROUNDS, executor, workers, progress=progress)
        ends = tallies.counts[INSTANT_CASH : INSTANT_CASH + 3 * ENDS]
        listed = [[*divmod(place, ENDS), count] for place, count in enumerate(ends) if count]
        found[reading] = {"rounds": tallies.rounds, "ends": listed}
    return found


def _make_typical(progress: Progress) -> Any:
    return {reading: solve_typical(Rules(second_hand=reading), progress) for reading in READINGS}


MADE: Mapping[str, tuple[Callable[[Progress], Any], Sequence[str]]] = {
    "exact": (_make_exact, COUNTED),
    "optimal": (_make_optimal, SAMPLED),
    "simple": (_make_simple, PLAYED),
    "typical": (_make_typical, TYPICAL),
}


@cache
def _kept(name: str, recompute: bool, progress: Progress) -> Any:
    make, _ = MADE[name]
    return kept(PACKAGE, name, lambda: make(progress), recompute)


def _of_all_suits(listed: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    return {place: SUITS * ways for place, ways in _read(listed).items()}


def _read(listed: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    return {(paid, end): count for paid, end, count in listed}


def main(names: Sequence[str]) -> None:
    """Make the named results, or all, and keep them."""
    for name in names or MADE:
        make, modules = MADE[name]
        found = make(lambda done, of: print(f"{done:,} of {of:,}", flush=True))
        command = f"python -m {PACKAGE}.results {name}"
        print(keep(PACKAGE, name, command, [f"{PACKAGE}.{module}" for module in modules], found))


if __name__ == "__main__":
    main(sys.argv[1:])
