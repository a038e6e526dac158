"""Compare each wager of a run with its odds: the mean in standard errors, the outcomes by chi-square.

Outcomes are compared by line if run and odds name the same lines, else by net. A mean is judged only if it is nearly
normal. If a rare great prize makes it skew after so many rounds, the sheet shows its distance and judges only the
outcomes. If the odds are themselves an estimate, the standard error includes their error.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeVar

import msgspec

from houseway.figures import Estimated, Figure, decimal, root, stderr_of, to_root
from houseway.odds.report import chi_square
from houseway.odds.report.chi_square import Cell, ChiSquare
from houseway.odds.report.distribution import Chances, of_lines
from houseway.returns import WagerOdds
from houseway.tallies import Outcome, Simulation, Tallies, returns

FARTHEST = 4  # standard errors that a mean may lie away
LEAST_P = Decimal("0.0000633")  # of a chi-square: as rare as a mean four standard errors away
MOST_SKEW = Fraction(1, 10)  # of a mean that is taken as normal at four standard errors
ENOUGH = 100  # rounds after which a mean may be judged

Key = TypeVar("Key")
Path = Literal["kernel", "procedure"]
By = Literal["line", "net"]
Ended = Sequence[tuple[Outcome, int]]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of a run compared with its odds; without odds nothing is compared."""

    wager: str
    table: str | None
    mean: Figure
    expected: Figure | None = None
    judged: bool = False  # is the mean nearly normal after so many rounds?
    by: By | None = None
    cells: tuple[Cell, ...] = ()
    chi: ChiSquare | None = None

    @property
    def error(self) -> Fraction:
        """The standard error of the difference between the mean and the odds."""
        of_odds = Fraction(0) if self.expected is None else stderr_of(self.expected)
        return to_root(stderr_of(self.mean) ** 2 + of_odds**2)

    @property
    def z(self) -> Decimal | None:
        """The difference of mean and odds in standard errors; None if nothing varies."""
        if self.expected is None or not self.error:
            return None
        apart = (self.mean.value - self.expected.value) / self.error
        return Decimal(apart.numerator) / Decimal(apart.denominator)

    @property
    def width(self) -> Fraction:
        """Four standard errors: the check cannot find a smaller difference."""
        return FARTHEST * self.error

    @property
    def tells_of_outcomes(self) -> bool:
        return self.chi is not None and (self.chi.freedom > 0 or self.chi.statistic is None)

    @property
    def contradictions(self) -> tuple[str, ...]:
        """The differences that are too great for chance."""
        found = []
        if self.judged and self.z is None and self.expected is not None and self.mean.value != self.expected.value:
            found.append("the mean differs, and nothing varies")
        if self.judged and self.z is not None and abs(self.z) > FARTHEST:
            found.append(f"the mean lies {decimal(abs(self.z), 3)} standard errors away")
        if self.chi is not None and self.chi.statistic is None:
            found.append("an outcome came that has no chance")
        elif self.chi is not None and self.chi.p < LEAST_P:
            found.append(f"outcomes like these come less than once in {round(1 / LEAST_P, -3):,.0f} runs")
        return tuple(found)


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played, and the comparison of each of their wagers."""

    path: Path
    strategy: str
    seed: str
    rounds: int
    wagers: tuple[Compared, ...]


def compare_all(simulation: Simulation, tallies: Tallies, wanted: Sequence[WagerOdds]) -> tuple[Compared, ...]:
    """Compare the wagers that were played with their odds."""
    exactly = {(wager.wager, wager.table): wager for wager in wanted}
    named: Mapping[str, WagerOdds] = {wager.wager: wager for wager in reversed(wanted)}
    found = []
    for played in returns(simulation, tallies):
        ended = None if simulation.odds else ended_in(simulation, tallies, played.wager)
        odds = exactly.get((played.wager, played.table), named.get(played.wager))
        found.append(compare(played, ended, odds, rounds=tallies.rounds))
    return tuple(found)


def ended_in(simulation: Simulation, tallies: Tallies, wager: str) -> Ended:
    """The number of rounds that ended in each outcome of a wager."""
    counts = zip(simulation.outcomes, tallies.counts, strict=True)
    return [(outcome, count) for outcome, count in counts if outcome.wager == wager]


def compare(played: WagerOdds, ended: Ended | None, wanted: WagerOdds | None, *, rounds: int) -> Compared:
    """Compare one wager's rounds with its odds. `ended` is None if the outcomes do not give nets."""
    if wanted is None:
        return Compared(wager=played.wager, table=played.table, mean=played.ev)
    by, cells = find_cells(ended, wanted) if ended and wanted.lines else (None, ())
    return Compared(
        wager=played.wager,
        table=played.table,
        mean=mean_of(played, wanted, rounds),
        expected=wanted.ev,
        judged=is_nearly_normal(rounds, ended, wanted),
        by=by,
        cells=cells,
        chi=chi_square.compare(cells) if cells else None,
    )


def mean_of(played: WagerOdds, wanted: WagerOdds, rounds: int) -> Figure:
    """The mean, with the error from the deviation of the odds if that is no estimate, else from the observed deviation.

    The observed deviation of a sample without a rare great prize is too small.
    """
    if isinstance(wanted.deviation, Estimated) or not wanted.deviation.value:
        return played.ev
    return Estimated(played.ev.value, wanted.deviation.value / Fraction(root(Fraction(rounds))), "rounds", rounds)


def is_nearly_normal(rounds: int, ended: Ended | None, wanted: WagerOdds) -> bool:
    """Is the mean of so many rounds normal enough to judge it by four standard errors?"""
    chances = of_lines(wanted.lines) or (observe(ended) if ended else {})
    return rounds >= ENOUGH and abs(find_skew(chances)) <= MOST_SKEW * Fraction(root(Fraction(rounds)))


def observe(ended: Ended) -> Chances:
    """The share of rounds with each net."""
    rounds = sum(count for _, count in ended)
    nets = _together((outcome.net, count) for outcome, count in ended)
    return {net: Fraction(count, rounds) for net, count in nets.items() if count}


def find_skew(chances: Chances) -> Fraction:
    """The third standardised moment of one round."""
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    square = sum(((net - mean) ** 2 * chance for net, chance in chances.items()), Fraction(0))
    third = sum(((net - mean) ** 3 * chance for net, chance in chances.items()), Fraction(0))
    return third / Fraction(root(square)) ** 3 if square else Fraction(0)


def find_cells(ended: Ended, wanted: WagerOdds) -> tuple[By | None, tuple[Cell, ...]]:
    """The expected and observed lines, or the nets if run and odds name their lines differently."""
    by_line = _together((outcome.line, count) for outcome, count in ended)
    expected = {line.line: line.probability for line in wanted.lines}
    if by_line.keys() <= expected.keys() and all(name in by_line for name, chance in expected.items() if chance.value):
        return "line", _cells(by_line, [(line.line, line.probability) for line in wanted.lines])
    if of_lines(wanted.lines) is None:
        return None, ()
    by_net = _together((str(outcome.net), count) for outcome, count in ended)
    return "net", _cells(by_net, [(str(line.net.value), line.probability) for line in wanted.lines])


def _together(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for name, count in counts:
        found[name] = found.get(name, 0) + count
    return found


def _cells(counts: Mapping[str, int], chances: Sequence[tuple[str, Figure]]) -> tuple[Cell, ...]:
    """The expected and observed number of each name, with the variance of an estimated expectation."""
    rounds = sum(counts.values())
    expected, doubts = dict.fromkeys(counts, Fraction(0)), dict.fromkeys(counts, Fraction(0))
    for name, chance in chances:
        expected[name] = expected.get(name, Fraction(0)) + rounds * chance.value
        doubts[name] = doubts.get(name, Fraction(0)) + (rounds * stderr_of(chance)) ** 2
    names = dict.fromkeys([*(name for name, _ in chances), *counts])
    return tuple(Cell(name, expected[name], counts.get(name, 0), doubts[name]) for name in names)
