"""Figures of the whole game from a sample of positions: the share of rounds that end at each place, with its interval.

Three facts are known of every position: the best choice without an exchange, whether an exchange is estimated to add
something, and how much. The sampled positions get weights. With these weights, the means of the three facts in the
sample equal their means over all positions (a calibration, or regression estimator, with the same slopes in all
strata). Every figure is a sum with these weights, so all figures agree with each other. The error of a figure comes
from the residuals within strata. Each slope costs one degree of freedom.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.figures import Estimated, Figure, Z, estimate_mean, limit_share
from houseway.games.lunar.end_shares import Counts, Place, Value, average
from houseway.games.lunar.ends import ENDS
from houseway.games.lunar.no_exchange import WAYS
from houseway.games.lunar.sampling import BILLIONTHS, CHOICES, TEN_THOUSANDTHS, Position, Stratum
from houseway.games.lunar.solving import Ends

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

WEIGHTS = 10**15  # weights are whole numbers of these parts, so that sums of them are exact
NOTHING = 1e-24  # a variance that is only what rounding leaves
MOST_PULL = 0.9  # a position that alone shows a slope would have no deviation at all


class SampledEnds(msgspec.Struct, frozen=True):
    """The share of rounds that end at each place with the best play, from so many positions."""

    counts: Counts  # of all rounds, in parts
    positions: int
    changes: tuple[Ints, Ints, Floats]  # drawn position, place, and what exchanging changes there
    weights: Floats  # by drawn position
    fit: "Fit"

    def mean(self, value: Value) -> Figure:
        """The mean over all rounds. The sample consists of positions, not of rounds."""
        rows, places, shares = self.changes
        values = np.array([float(value(divmod(place, ENDS))) for place in range(3 * ENDS)])
        worth: Floats = np.bincount(rows, shares * values[places], self.positions).astype(np.float64)
        mean = average(self.counts, value)
        error = error_of(self.weights * self.fit.deviations(worth))
        if error:
            return Estimated(mean, Fraction(error), "positions", self.positions)
        spread = Fraction(values.max() - values.min()) or Fraction(1)
        return estimate_mean(mean, Fraction(0), self.positions, spread=spread, sampled="positions")

    def share(self, places: Collection[Place]) -> Figure:
        """The share of rounds that end at one of these places."""
        return limit_share(self.mean(lambda place: int(place in places)))


class Fit(msgspec.Struct, frozen=True):
    """The known facts of the sampled positions, from which a regression predicts every other result."""

    strata: Ints  # by drawn position
    drawn: Ints  # by stratum
    known: Floats  # by drawn position, its means in the stratum taken off
    scaled: Floats  # the same by how much it counts
    inverse: Floats
    pulls: Floats  # by drawn position: by how much it pulls the slopes to itself, from 0 to 1

    def deviations(self, worth: Floats) -> Floats:
        """The residual of each position, enlarged for the degrees of freedom that means and slopes cost."""
        centred = worth - (np.bincount(self.strata, worth, len(self.drawn)) / self.drawn)[self.strata]
        off = centred - self.known @ (self.inverse @ (self.scaled.T @ centred))
        alone = self.drawn[self.strata]
        deviations: Floats = off / (1 - self.pulls) * np.sqrt(alone / (alone - 1))
        return deviations


def error_of(deviations: Floats) -> float:
    """The standard error of a sum of weighted residuals; 0 if all residuals are 0.

    If only a few positions have a residual, the sum is skew: the sample might have had one more of them. As Wilson's
    interval does for a share, the error then allows for the size of a single residual.
    """
    variance = float(np.sum(deviations**2))
    if variance < NOTHING:
        return 0.0
    half = float(Z) / 2 * abs(float(np.sum(deviations**3))) / variance
    return half + float(np.sqrt(variance + half**2))


def calibrate(ends: Ends, strata: Sequence[Stratum], positions: Sequence[Position]) -> SampledEnds:
    """The shares of a game whose rounds without exchanges end as `ends` says, in `WAYS`."""
    of, drawn = np.array([each.stratum for each in positions]), np.zeros(len(strata), np.int64)
    np.add.at(drawn, of, 1)
    drawn = np.maximum(drawn, 1)  # of a stratum without hands nothing is drawn, and nothing counts
    hands = sum(stratum.hands for stratum in strata)
    parts = np.array([stratum.hands / hands for stratum in strata])
    known, means = np.array([_known(each) for each in positions]), _means(strata, hands)
    plain = (parts / drawn)[of]
    centred = known - np.array([np.bincount(of, column, len(drawn)) for column in known.T]).T[of] / drawn[of, None]
    scaled = centred * plain[:, None]
    inverse = np.linalg.pinv(scaled.T @ centred, rcond=1e-9, hermitian=True)
    weights = plain + scaled @ (inverse @ (means - plain @ known))
    pulls = np.minimum(np.sum(scaled @ inverse * centred, axis=1), MOST_PULL)
    fit = Fit(of, drawn, centred, scaled, inverse, pulls)
    return SampledEnds(_counts(ends, hands, positions, weights), len(positions), _listed(positions), weights, fit)


def _known(position: Position) -> list[float]:
    """The known facts of each position, by the best choice without an exchange, as the fields of a stratum."""
    known = [0.0] * 3 * CHOICES
    known[position.without + (CHOICES if position.gain else 0)] = 1.0
    known[position.without + 2 * CHOICES] = position.gain / TEN_THOUSANDTHS
    return known


def _means(strata: Sequence[Stratum], hands: int) -> Floats:
    sums: Any = np.zeros(3 * CHOICES)
    for stratum in strata:
        sums += [*stratum.stay, *stratum.exchange, *(gain / TEN_THOUSANDTHS for gain in stratum.gains)]
    means: Floats = sums / hands
    return means


def _counts(ends: Ends, hands: int, positions: Sequence[Position], weights: Floats) -> Counts:
    """The game without exchanges plus the weighted sum of their changes, in parts of all rounds."""
    counts: dict[Place, int] = {}
    for position, weight in zip(positions, weights, strict=True):
        times = round(weight * WEIGHTS)
        for paid, end, share in position.changes:
            counts[paid, end] = counts.get((paid, end), 0) + times * share
    for paid, row in enumerate(ends):
        for end, ways in enumerate(row):
            if ways:
                share_of_all = Fraction(ways, WAYS * hands)
                counts[paid, end] = counts.get((paid, end), 0) + round(share_of_all * WEIGHTS * BILLIONTHS)
    return counts


def _listed(positions: Sequence[Position]) -> tuple[Ints, Ints, Floats]:
    listed = [
        (row, paid * ENDS + end, share / BILLIONTHS)
        for row, position in enumerate(positions)
        for paid, end, share in position.changes
    ]
    rows, places, shares = zip(*listed, strict=True) if listed else ((), (), ())
    return np.array(rows, np.int64), np.array(places, np.int64), np.array(shares, np.float64)
