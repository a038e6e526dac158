"""The exact result against what happens: rounds through the kernel and, fewer, through the real procedure.

Of each wager the mean is compared by its distance in standard errors, and the outcomes by chi-square: by line where
both name the same lines, else by what a line brings. A mean is judged where chance makes it nearly normal; where a
rare great prize makes it skew at so many rounds its distance is told and the outcomes alone decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeVar

import msgspec

from houseway.figures import Computed, Estimated, Exact, Figure, root, stderr_of
from houseway.odds.report import chi_square
from houseway.odds.report.chi_square import Cell, ChiSquare
from houseway.odds.report.distribution import Chances, of_lines
from houseway.returns import WagerOdds
from houseway.tallies import Outcome, Simulation, Tallies, returns

FARTHEST = 4  # standard errors that a mean may lie away
LEAST_P = Decimal("0.0001")  # of a chi-square that still confirms: about as rare as four standard errors
MOST_SKEW = Fraction(1, 10)  # of a mean that is taken as normal at four standard errors
ENOUGH = 100  # rounds of which a mean may be judged
INTERVAL = Fraction(196, 100)  # standard errors to either side: 95%

Key = TypeVar("Key")
Path = Literal["kernel", "procedure"]
By = Literal["line", "net"]
Verdict = Literal["confirmed", "not confirmed", "not compared"]
Ended = Sequence[tuple[Outcome, int]]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of a run beside what it should be."""

    wager: str
    table: str | None
    mean: Fraction
    stderr: Decimal
    expected: Fraction | None = None
    expected_stderr: Decimal = Decimal(0)  # where what it should be is itself simulated
    z: Decimal | None = None
    judged: bool = False  # is the mean nearly normal at so many rounds?
    by: By | None = None
    cells: tuple[Cell, ...] = ()
    chi: ChiSquare | None = None
    verdict: Verdict = "not compared"
    why: str = ""

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        margin = INTERVAL * Fraction(self.stderr)
        return self.mean - margin, self.mean + margin


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played, and how each wager of them compares."""

    path: Path
    strategy: str
    seed: str
    rounds: int
    wagers: tuple[Compared, ...]


def compared(simulation: Simulation, tallies: Tallies, wanted: Sequence[WagerOdds]) -> tuple[Compared, ...]:
    """What was played beside what was counted, wager by wager."""
    exactly = {(wager.wager, wager.table): wager for wager in wanted}
    named: Mapping[str, WagerOdds] = {wager.wager: wager for wager in reversed(wanted)}
    found = []
    for played in returns(simulation, tallies):
        ended = None if simulation.odds else ended_in(simulation, tallies, played.wager)
        found.append(compare(played, ended, exactly.get((played.wager, played.table), named.get(played.wager))))
    return tuple(found)


def ended_in(simulation: Simulation, tallies: Tallies, wager: str) -> Ended:
    """How many rounds ended in each outcome of a wager."""
    counts = zip(simulation.outcomes, tallies.counts, strict=True)
    return [(outcome, count) for outcome, count in counts if outcome.wager == wager]


def compare(played: WagerOdds, ended: Ended | None, wanted: WagerOdds | None) -> Compared:
    """One wager's rounds beside its odds; nothing is known of its outcomes where they say nothing of its nets."""
    told = Compared(wager=played.wager, table=played.table, mean=played.ev.value, stderr=_stderr(played.ev))
    if wanted is None:
        return msgspec.structs.replace(told, why="there is no other result of this wager")
    stderr = error_of(played, wanted)
    z = away(played, wanted, stderr)
    judged = z is not None and nearly_normal(getattr(played.ev, "n", 0), ended, wanted)
    by, cells = (
        outcomes(ended, wanted) if ended and wanted.lines and isinstance(wanted.ev, Exact | Computed) else (None, ())
    )
    chi = chi_square.compare(cells) if cells else None
    verdict, why = _verdict(z, judged, chi)
    return msgspec.structs.replace(
        told,
        stderr=stderr,
        expected=wanted.ev.value,
        expected_stderr=_stderr(wanted.ev),
        z=z,
        judged=judged,
        by=by,
        cells=cells,
        chi=chi,
        verdict=verdict,
        why=why,
    )


def error_of(played: WagerOdds, wanted: WagerOdds) -> Decimal:
    """The standard error of a mean: of the deviation that was counted, or else of the one that was observed.

    A sample without its rare great prize deviates too little, and takes its mean for better than it is.
    """
    if isinstance(wanted.ev, Estimated):
        return _stderr(played.ev)
    return root(wanted.variance.value / getattr(played.ev, "n", 1))


def away(played: WagerOdds, wanted: WagerOdds, stderr: Decimal) -> Decimal | None:
    """How many standard errors the mean lies away from what it should be; None where nothing varies."""
    square = Fraction(stderr) ** 2 + stderr_of(wanted.ev) ** 2
    return _decimal(played.ev.value - wanted.ev.value) / root(square) if square else None


def nearly_normal(rounds: int, ended: Ended | None, wanted: WagerOdds) -> bool:
    """Is the mean of so many rounds normal enough to be judged by four standard errors?"""
    chances = of_lines(wanted.lines) or (observed(ended) if ended else {})
    return rounds >= ENOUGH and abs(skew(chances)) <= MOST_SKEW * Fraction(root(Fraction(rounds)))


def observed(ended: Ended) -> Chances:
    """How often each net came."""
    rounds = sum(count for _, count in ended)
    nets = _together((outcome.net, count) for outcome, count in ended)
    return {net: Fraction(count, rounds) for net, count in nets.items() if count}


def skew(chances: Chances) -> Fraction:
    """The third standardised moment of one round."""
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    square = sum(((net - mean) ** 2 * chance for net, chance in chances.items()), Fraction(0))
    third = sum(((net - mean) ** 3 * chance for net, chance in chances.items()), Fraction(0))
    return third / Fraction(root(square)) ** 3 if square else Fraction(0)


def outcomes(ended: Ended, wanted: WagerOdds) -> tuple[By | None, tuple[Cell, ...]]:
    """The lines as expected and as they came, or the nets where the two name their lines differently."""
    by_line = _together((outcome.line, count) for outcome, count in ended)
    expected = {line.line: line.probability.value for line in wanted.lines}
    if by_line.keys() <= expected.keys() and all(name in by_line for name, chance in expected.items() if chance):
        return "line", _cells(by_line, expected)
    nets = of_lines(wanted.lines)
    if nets is None:
        return None, ()
    by_net = _together((str(outcome.net), count) for outcome, count in ended)
    return "net", _cells(by_net, {str(net): chance for net, chance in nets.items()})


def _together(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for name, count in counts:
        found[name] = found.get(name, 0) + count
    return found


def _cells(counts: Mapping[str, int], chances: Mapping[str, Fraction]) -> tuple[Cell, ...]:
    rounds = sum(counts.values())
    names = dict.fromkeys([*chances, *counts])
    return tuple(Cell(name, rounds * chances.get(name, Fraction(0)), counts.get(name, 0)) for name in names)


def _verdict(z: Decimal | None, judged: bool, chi: ChiSquare | None) -> tuple[Verdict, str]:
    if chi is not None and chi.statistic is None:
        return "not confirmed", "an outcome came that has no chance"
    if chi is not None and chi.p < LEAST_P:
        return "not confirmed", f"outcomes like these come less than once in {int(1 / LEAST_P):,} runs"
    if z is not None and judged and abs(z) > FARTHEST:
        return "not confirmed", f"the mean lies more than {FARTHEST} standard errors away"
    if (chi is None or not chi.freedom) and not judged:
        return "not compared", "too few rounds to say anything"
    return "confirmed", ""


def _stderr(figure: Figure) -> Decimal:
    return _decimal(stderr_of(figure))


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)
