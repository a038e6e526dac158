"""What a simulation is made of: a game's kernel made ready for one table, and the integers that it counts.

A round puts each wager into one outcome, and the tallies say how many rounds ended in each. Tallies are integers, so
shards add up to the same whatever the order and whoever played them.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.chance import State
from houseway.felt import Payoff
from houseway.figures import Estimated, Exact, Figure, estimate_mean, estimate_share
from houseway.money import DOLLAR, Cents
from houseway.procedure import Round, Setup
from houseway.returns import LineOdds, WagerOdds
from houseway.shoe import Shoe

Counts = npt.NDArray[np.int64]
Shoes = npt.NDArray[np.uint8]  # a row for each round: its cards in the order in which they leave the shoe


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What is simulated: one table's rules, who plays how, for how much."""

    rules: Any
    strategy: str
    stake: Cents = DOLLAR
    meters: Mapping[str, Cents] = {}
    players: int = 1


class Outcome(msgspec.Struct, frozen=True):
    """One way in which a wager can end: its line, and what that brings for each unit of the wager."""

    wager: str
    line: str
    net: Fraction
    table: str | None = None
    pays: str = ""
    wagered: Fraction = Fraction(1)  # all that was put at risk in this outcome


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """A game's kernel, ready to play.

    `tally` plays rounds from a stream of chance: how many of them ended in each outcome, then for each figure the sum
    and the sum of squares. `outcomes_of` plays given shoes: for each shoe and wager the number of its outcome.
    `setup` and `read` lead to the same through the real procedure: the table to play at, and a finished round's
    payoffs as numbers of outcomes, one for each wager.

    Where what a wager brings does not follow from its outcome (players play for pots) `odds` says it from the tallies,
    and the nets of the outcomes mean nothing; a round then may have an outcome for each seat. `figures_of` plays given
    shoes for their figures, and `read_figures` has them from a finished round.
    """

    wagers: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    tally: Callable[[State, int], Counts]
    outcomes_of: Callable[[Shoes], Counts]
    setup: Callable[[Shoe], Setup]
    read: Callable[[Sequence[Payoff]], Sequence[int]]
    shoe_cards: int  # no round uses more cards of a shoe than these
    figures: tuple[str, ...] = ()  # other numbers of a round, in cents
    kept: tuple[str, ...] = ()  # figures that nobody is shown, after the others
    odds: Callable[["Tallies"], list[WagerOdds]] | None = None
    figures_of: Callable[[Shoes], Counts] | None = None
    read_figures: Callable[[Round], Sequence[int]] | None = None
    shard: int = 1 << 21  # rounds; about half a second's work


class Tallies(msgspec.Struct, frozen=True):
    """What was counted over so many rounds."""

    rounds: int
    counts: tuple[int, ...]
    sums: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()

    def __add__(self, other: "Tallies") -> "Tallies":
        return Tallies(
            self.rounds + other.rounds,
            tuple(map(int.__add__, self.counts, other.counts)),
            tuple(map(int.__add__, self.sums, other.sums)),
            tuple(map(int.__add__, self.squares, other.squares)),
        )


def none_yet(simulation: Simulation) -> Tallies:
    """The tallies before the first round."""
    figures = (0,) * (len(simulation.figures) + len(simulation.kept))
    return Tallies(0, (0,) * len(simulation.outcomes), figures, figures)


def read_counts(simulation: Simulation, rounds: int, counts: Counts) -> Tallies:
    """What a kernel counted, as Python's integers, which do not overflow."""
    listed = [int(count) for count in counts]
    outcomes = len(simulation.outcomes)
    return Tallies(rounds, tuple(listed[:outcomes]), tuple(listed[outcomes::2]), tuple(listed[outcomes + 1 :: 2]))


def returns(simulation: Simulation, tallies: Tallies) -> list[WagerOdds]:
    """The tallies as the odds of each wager, with the standard errors that so many rounds have."""
    if simulation.odds is not None:
        return simulation.odds(tallies)
    found = []
    for wager in simulation.wagers:
        ended = [(o, count) for o, count in zip(simulation.outcomes, tallies.counts, strict=True) if o.wager == wager]
        found.append(_returned(wager, ended, tallies.rounds))
    return found


def _returned(wager: str, ended: Sequence[tuple[Outcome, int]], rounds: int) -> WagerOdds:
    assert sum(count for _, count in ended) == rounds, f"not every round ended in an outcome of {wager}"
    nets = [(outcome.net, count) for outcome, count in ended]
    wagered = [(outcome.wagered, count) for outcome, count in ended]
    ev = mean_of(nets)
    return WagerOdds(
        wager=wager,
        table=ended[0][0].table,
        lines=tuple(_lines(ended, rounds)),
        ev=estimate_mean_of(nets),
        variance=estimate_variance_of(nets),
        hit_frequency=estimate_share(sum(count for net, count in nets if net > 0), rounds),
        wagered=estimate_mean_of(wagered),
        covariance=_covariance(ended, ev, mean_of(wagered), rounds),
    )


def mean_figure(tallies: Tallies, place: int) -> Estimated:
    """The mean of a figure of a round, in cents. If all rounds are equal, the error allows for a double one."""
    mean = Fraction(tallies.sums[place], tallies.rounds)
    variance = Fraction(tallies.squares[place], tallies.rounds) - mean**2
    return estimate_mean(mean, variance, tallies.rounds, spread=max(abs(mean), Fraction(DOLLAR)))


def estimate_mean_of(values: Sequence[tuple[Fraction, int]]) -> Figure:
    """The mean of values that came so many times each, among all values that are possible."""
    mean = mean_of(values)
    spread = _spread(values)
    if not spread:
        return Exact(mean)
    variance = mean_of([((value - mean) ** 2, count) for value, count in values])
    return estimate_mean(mean, variance, sum(count for _, count in values), spread=spread)


def estimate_variance_of(values: Sequence[tuple[Fraction, int]]) -> Figure:
    """The mean squared deviation of values that came so many times each; its error follows from the fourth powers."""
    mean = mean_of(values)
    spread = _spread(values)
    if not spread:
        return Exact(Fraction(0))
    squares = [((value - mean) ** 2, count) for value, count in values]
    variance = mean_of(squares)
    of_squares = mean_of([((square - variance) ** 2, count) for square, count in squares])
    return estimate_mean(variance, of_squares, sum(count for _, count in values), spread=spread**2)


def mean_of(values: Sequence[tuple[Fraction, int]]) -> Fraction:
    return sum((value * count for value, count in values), Fraction(0)) / sum(count for _, count in values)


def _covariance(ended: Sequence[tuple[Outcome, int]], ev: Fraction, wagered: Fraction, rounds: int) -> Fraction:
    """The covariance of two means: of the result of a round, and of the chips wagered in it."""
    products = mean_of([((outcome.net - ev) * (outcome.wagered - wagered), count) for outcome, count in ended])
    return products / max(rounds - 1, 1)


def _lines(ended: Sequence[tuple[Outcome, int]], rounds: int) -> list[LineOdds]:
    """Outcomes of the same line together, in the order of the outcomes."""
    lines: dict[str, list[tuple[Outcome, int]]] = {}
    for outcome, count in ended:
        lines.setdefault(outcome.line, []).append((outcome, count))
    return [_line(name, together, rounds) for name, together in lines.items()]


def _line(name: str, together: Sequence[tuple[Outcome, int]], rounds: int) -> LineOdds:
    """One line. If none of its outcomes came, they count as equally likely."""
    count = sum(number for _, number in together)
    nets = [(outcome.net, number if count else 1) for outcome, number in together]
    squares = [(net**2, number) for net, number in nets]
    return LineOdds(
        name,
        estimate_share(count, rounds),
        estimate_mean_of(nets),
        together[0][0].pays,
        count,
        estimate_mean_of(squares) if _spread(nets) else None,
    )


def _spread(values: Sequence[tuple[Fraction, int]]) -> Fraction:
    return max(value for value, _ in values) - min(value for value, _ in values)
