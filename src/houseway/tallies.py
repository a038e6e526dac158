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
    def mean(value: Callable[[Outcome], Fraction]) -> Fraction:
        return sum((value(outcome) * count for outcome, count in ended), Fraction(0)) / rounds

    assert sum(count for _, count in ended) == rounds, f"not every round ended in an outcome of {wager}"
    ev = mean(lambda outcome: outcome.net)
    return WagerOdds(
        wager=wager,
        table=ended[0][0].table,
        lines=tuple(_lines(ended, rounds)),
        ev=ev,
        variance=mean(lambda outcome: outcome.net**2) - ev**2,
        hit_frequency=mean(lambda outcome: Fraction(outcome.net > 0)),
        wagered=mean(lambda outcome: outcome.wagered),
        method="simulated",
        rational=False,
        rounds=rounds,
    )


def _lines(ended: Sequence[tuple[Outcome, int]], rounds: int) -> list[LineOdds]:
    """Outcomes of the same line together, in the order of the outcomes."""
    lines: dict[str, list[tuple[Outcome, int]]] = {}
    for outcome, count in ended:
        lines.setdefault(outcome.line, []).append((outcome, count))
    listed = []
    for name, together in lines.items():
        count = sum(number for _, number in together)
        total = sum((outcome.net * number for outcome, number in together), Fraction(0))
        square = sum((outcome.net**2 * number for outcome, number in together), Fraction(0))
        listed.append(
            LineOdds(
                name,
                Fraction(count, rounds),
                total / count if count else together[0][0].net,
                together[0][0].pays,
                count,
                square / count if count else None,
            )
        )
    return listed
