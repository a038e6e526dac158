"""The first wager over many rounds, as figures that carry their basis.

The distribution comes from `distribution`, right to eleven decimals. If the chances of a round are estimated, its mean
and deviation are too. The errors of these two give the error of each result, by the delta method on the normal curve.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import floor, hypot, log10, sqrt
from statistics import NormalDist
from typing import Literal

import msgspec

from houseway.figures import (
    FLOAT_DIGITS,
    ZERO,
    Computed,
    Estimated,
    Exact,
    Figure,
    Z,
    exponent,
    multiply,
    scale,
    stderr_of,
    take_root,
)
from houseway.odds.report import distribution
from houseway.odds.report.comparison import find_skew
from houseway.odds.report.distribution import Bar, Chances, Results
from houseway.returns import WagerOdds

DECIMALS = 11  # that are right of a chance after the transform
LEAST = 10.0**-DECIMALS

Source = Literal["lines", "rounds", "normal"]


class Observed(msgspec.Struct, frozen=True):
    """The share of each net in so many rounds that were played by the sheet's strategy."""

    chances: Chances
    rounds: int


class LongRun(msgspec.Struct, frozen=True, kw_only=True):
    """A player's result after so many rounds. `source` names the source of the chances of one round.

    A normal curve gives no chance of an even result.
    """

    source: Source
    spread: Results
    mean: Figure
    deviation: Figure
    ahead: Figure
    even: Figure | None
    behind: Figure
    quantiles: tuple[tuple[Fraction, Figure], ...]
    bars: tuple[tuple[Bar, Figure], ...]


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """The error of a result: from the mean and the deviation of one round, or from the use of a normal curve."""

    deviation: float
    shift: float  # standard error of the mean
    stretch: float  # standard error of the deviation
    skew: float  # of the result, where there is nothing better than a normal curve
    sample: Estimated | None  # of what, where anything is estimated

    def share(self, value: Fraction, z: float) -> Figure:
        """The chance to end below, or above, a point that lies z deviations from the mean."""
        off = self.skew * NormalDist().pdf(z) * abs(z * z - 1) / 6
        moved = float(Z) * self._moved(z) / self.deviation
        place = NormalDist().inv_cdf(min(max(float(value), LEAST), 1 - LEAST))
        low, high = (NormalDist().cdf(place + sign * moved) + sign * off for sign in (-1, 1))
        return self._figure(value, (max(low, 0), min(high, 1)))

    def slice(self, value: Fraction, z: float) -> Figure:
        """The chance of a narrow slice there; zero if no sum of nets lies in it."""
        if not value:
            return ZERO
        moved = hypot(z * self.shift, (z * z - 1) * self.stretch) / self.deviation
        margin = float(value) * (float(Z) * moved + self.skew * abs(z**3 - 3 * z) / 6)
        return self._figure(value, (max(float(value) - margin, 0), float(value) + margin))

    def place(self, value: Fraction, z: float) -> Figure:
        """The result that lies z deviations above the mean."""
        margin = float(Z) * self._moved(z) + self.skew * self.deviation * abs(z * z - 1) / 6
        return self._figure(value, (float(value) - margin, float(value) + margin))

    def _moved(self, z: float) -> float:
        """The standard error of a place."""
        return hypot(self.shift, z * self.stretch)

    def _figure(self, value: Fraction, interval: tuple[float, float]) -> Figure:
        low, high = min(Fraction(interval[0]), value), max(Fraction(interval[1]), value)
        if self.sample is None:
            right = floor(-log10(max(float(high - low), LEAST)))
            return Computed(value, min(FLOAT_DIGITS, max(1, exponent(value) + right)))
        error = max((high - low) / (2 * Z), Fraction(LEAST))
        return Estimated(value, error, self.sample.sampled, self.sample.n, (low, high))


def play_on(first: WagerOdds, observed: Observed | None) -> Iterator[LongRun]:
    """The first wager over many rounds: from its lines if each has one net, else from the observed rounds.

    If neither gives the nets of a round, only mean and deviation are known.
    """
    of_lines = distribution.of_lines(first.lines)
    chances = of_lines or (observed.chances if observed else None)
    for rounds in distribution.ROUNDS:
        spread = distribution.after(first.wager, rounds, chances) if chances else None
        if spread is None:
            spread = distribution.normal(first.wager, rounds, first.ev.value, first.variance.value)
            doubt = _doubt_of_odds(first, rounds, skew=_skew_of_lines(first) / sqrt(rounds))
            yield _long_run(first, spread, "normal", doubt)
        elif of_lines or not observed:
            yield _long_run(first, spread, "lines", _doubt_of_odds(first, rounds))
        else:
            yield _long_run(first, spread, "rounds", _doubt_of_rounds(observed, rounds))


def _long_run(first: WagerOdds, spread: Results, source: Source, doubt: Doubt) -> LongRun:
    mean, sd = float(spread.mean), float(spread.sd)
    zero = -mean / sd

    def bar_chance(bar: Bar) -> Figure:
        return doubt.slice(bar.chance, (float(bar.low + bar.high) / 2 - mean) / sd)

    return LongRun(
        source=source,
        spread=spread,
        mean=scale(first.ev, spread.rounds),
        deviation=multiply(first.deviation, take_root(Exact(Fraction(spread.rounds)))),
        ahead=doubt.share(spread.ahead, zero),
        even=None if source == "normal" else doubt.slice(spread.even, zero),
        behind=doubt.share(1 - spread.ahead - spread.even, zero),
        quantiles=tuple((share, doubt.place(at, (float(at) - mean) / sd)) for share, at in spread.quantiles),
        bars=tuple((bar, bar_chance(bar)) for bar in spread.bars),
    )


def _doubt_of_odds(first: WagerOdds, rounds: int, *, skew: float = 0) -> Doubt:
    """The error that comes from estimated odds."""
    chances = [line.probability for line in first.lines]
    estimates = [figure for figure in (first.ev, first.deviation, *chances) if isinstance(figure, Estimated)]
    return Doubt(
        deviation=float(first.deviation.value) * sqrt(rounds),
        shift=float(stderr_of(first.ev)) * rounds,
        stretch=float(stderr_of(first.deviation)) * sqrt(rounds),
        skew=skew,
        sample=estimates[0] if estimates else None,
    )


def _doubt_of_rounds(observed: Observed, rounds: int) -> Doubt:
    """The error of a distribution that comes from so many rounds."""
    deviation, fourth = _moments(observed.chances)
    error = deviation / sqrt(observed.rounds)
    return Doubt(
        deviation=deviation * sqrt(rounds),
        shift=error * rounds,
        stretch=error * sqrt(max(fourth - 1, 0)) / 2 * sqrt(rounds),
        skew=0,
        sample=Estimated(Fraction(0), Fraction(error), "rounds", observed.rounds),
    )


def _moments(chances: Chances) -> tuple[float, float]:
    """The deviation of one round, and its fourth standardised moment."""
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    square, fourth = (
        sum((float((net - mean) ** power * chance) for net, chance in chances.items()), 0.0) for power in (2, 4)
    )
    return sqrt(square), fourth / square**2


def _skew_of_lines(first: WagerOdds) -> float:
    """The skewness of one round, from the mean nets of its lines."""
    return abs(float(find_skew({line.net.value: line.probability.value for line in first.lines})))
