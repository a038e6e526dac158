"""Results of the whole game that take minutes: the shares of all ends with each strategy. They are made and stored.

`python -m houseway.games.lunar.results` makes them all again, in about an hour of one core: the exact counts without
exchanges, the sample of positions with all exchanges, the rounds of the learnable strategy, and the charts.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from houseway.games.lunar.calibration import calibrate
from houseway.games.lunar.end_shares import CountedEnds, EndShares, Place, PlayedEnds
from houseway.games.lunar.ends import ENDS
from houseway.games.lunar.hands import Second
from houseway.games.lunar.kernel import INSTANT_CASH
from houseway.games.lunar.no_exchange import play_all, play_pairs
from houseway.games.lunar.paying import Ints, scale
from houseway.games.lunar.position import Law, law
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.sampling import Position, Stratum
from houseway.games.lunar.solution import Sampled, solve_sample
from houseway.games.lunar.solving import Work
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
COUNTED = ("paying", "forcing", "ends", "classes", "dealers", "every_hand", "no_exchange", "position")
SAMPLED = (*COUNTED, "estimate", "solving", "sampling", "solution")
TYPICAL = ("paying", "forcing", "ends", "position", "solving", "typical")
PLAYED = ("paying", "ends", "position", "electing", "kernel", "strategy")

UPS, SUITS = 13, 4
THREADS = 2  # that count at once: each takes a quarter of a gigabyte
PAIRS_ONLY = "pairs_only"
EXACT: Mapping[str, Callable[[int, Law], Ints]] = {  # the ends against each up card
    "no_exchange": lambda up, ruling: play_all(up, ruling).ends,
    "bet_or_fold": lambda up, ruling: play_all(up, ruling, buys=False).ends,
    "never_force": lambda up, ruling: play_all(up, ruling, forces=False).ends,
    PAIRS_ONLY: play_pairs,
}

_counted: dict[tuple[Second, int, tuple[int, ...], str], EndShares] = {}  # with a payout limit, by this process


def exact(rules: Rules, strategy: str, recompute: bool, progress: Progress) -> EndShares:
    """The shares of all ends with a strategy without exchanges, without a payout limit."""
    return CountedEnds(_of_all_suits(_kept("exact", recompute, progress)[rules.second_hand][strategy]))


def exact_with_limit(rules: Rules, stake: Cents, strategy: str, progress: Progress) -> EndShares:
    """The same with a payout limit that reduces a prize. The limit may make other choices the best, so count again."""
    if strategy == PAIRS_ONLY:  # it plays on as it does without a limit
        return exact(rules, strategy, False, progress)
    parts = scale(rules, stake)
    key = rules.second_hand, parts.ante, tuple(parts.wins.tolist()), strategy
    if key not in _counted:
        _counted[key] = CountedEnds(_of_all_suits(count_exactly(rules, stake, strategy, progress)))
    return _counted[key]


def sampled(rules: Rules, recompute: bool, progress: Progress) -> EndShares:
    """The shares of all ends with the best play with exchanges, without a payout limit."""
    _kept("optimal", recompute, progress)
    return _calibrated(rules.second_hand)


def rounds_played(rules: Rules, recompute: bool, progress: Progress) -> EndShares:
    """The ends of simulated rounds without instant cash, with the learnable strategy."""
    return PlayedEnds(_read(_kept("simple", recompute, progress)[rules.second_hand]["ends"]))


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
    with opened(THREADS) as (executor, _):
        for up, ends in enumerate(executor.map(lambda up: EXACT[strategy](up, ruling), range(UPS))):
            together += ends
            progress(up + 1, UPS)
    return [[paid, end, int(ways)] for paid, row in enumerate(together) for end, ways in enumerate(row) if ways]


def kept_sample(found: Sampled) -> dict[str, Any]:
    """A sample in its stored form: a text for each position, with its numbers and the changes by an exchange."""
    return {
        "strata": [[stratum.stay, stratum.exchange, stratum.gains] for stratum in found.strata],
        "positions": [_written(position) for position in found.positions],
    }


def read_sample(kept: Any) -> tuple[list[Stratum], list[Position]]:
    """Read a sample that `kept_sample` wrote."""
    strata = [Stratum(*map(tuple, sums)) for sums in kept["strata"]]
    return strata, [_position(text) for text in kept["positions"]]


def _make_exact(progress: Progress) -> Any:
    return {
        reading: {name: count_exactly(Rules(second_hand=reading), DOLLAR, name, progress) for name in EXACT}
        for reading in READINGS
    }


def _make_optimal(progress: Progress) -> Any:
    found = {}
    for reading in READINGS:
        with TemporaryDirectory() as folder, opened() as (executor, workers):
            work = Work(tuple(Rules(second_hand=reading).differing()))
            solved = solve_sample(work, SAMPLE, SEED, Path(folder), executor, workers, progress)
            found[reading] = kept_sample(solved)
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


@cache
def _calibrated(reading: Second) -> EndShares:
    ends = [[0] * ENDS, [0] * ENDS]
    for (paid, end), ways in _read(_kept("exact", False, silent)[reading]["no_exchange"]).items():
        ends[paid][end] = ways
    return calibrate(ends, *read_sample(_kept("optimal", False, silent)[reading]))


def _written(position: Position) -> str:
    numbers = (position.stratum, position.number, position.gain, position.without, int(position.exchanges))
    return " ".join([*map(str, numbers), *(f"{paid}:{end}:{share}" for paid, end, share in position.changes)])


def _position(text: str) -> Position:
    numbers, changes = text.split()[:5], text.split()[5:]
    stratum, number, gain, without, exchanges = map(int, numbers)
    listed = (tuple(map(int, change.split(":"))) for change in changes)
    return Position(stratum, number, gain, without, bool(exchanges), tuple((a, b, c) for a, b, c in listed))


def _of_all_suits(listed: Sequence[Sequence[int]]) -> dict[Place, int]:
    return {place: SUITS * ways for place, ways in _read(listed).items()}


def _read(listed: Sequence[Sequence[int]]) -> dict[Place, int]:
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
