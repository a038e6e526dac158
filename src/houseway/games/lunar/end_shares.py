"""The share of rounds without instant cash that end in each way: counted, or from simulated rounds.

A round ends at a place: the choices that were paid for, and one of the `ends`. `calibration` has the third source, a
sample of positions.
"""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Protocol

import msgspec

from houseway.figures import Exact, Figure, estimate_mean, estimate_share

Place = tuple[int, int]  # the choices that were paid for, and the end
Counts = Mapping[Place, Fraction | int]
Value = Callable[[Place], Fraction | int]  # of a round that ends there


class EndShares(Protocol):
    """The share of rounds that end at each place."""

    @property
    def counts(self) -> Counts:
        """By place: ways, rounds, or shares of all."""

    def mean(self, value: Value) -> Figure:
        """The mean value of all rounds."""

    def share(self, places: Collection[Place]) -> Figure:
        """The share of rounds that end at one of these places."""


class CountedEnds(msgspec.Struct, frozen=True):
    """Every way to deal a round is counted."""

    counts: Counts

    def mean(self, value: Value) -> Figure:
        return Exact(average(self.counts, value))

    def share(self, places: Collection[Place]) -> Figure:
        return self.mean(lambda place: int(place in places))


class PlayedEnds(msgspec.Struct, frozen=True):
    """Rounds were dealt at random."""

    counts: Mapping[Place, int]

    def mean(self, value: Value) -> Figure:
        mean, rounds = average(self.counts, value), sum(self.counts.values())
        square = average(self.counts, lambda place: Fraction(value(place)) ** 2)
        spread = max(abs(value(place) - mean) for place in self.counts)
        return estimate_mean(mean, square - mean**2, rounds, spread=Fraction(spread or 1))

    def share(self, places: Collection[Place]) -> Figure:
        rounds = sum(count for place, count in self.counts.items() if place in places)
        return estimate_share(rounds, sum(self.counts.values()))


def average(counts: Counts, value: Value) -> Fraction:
    """The mean, with the basis of the counts."""
    total = sum((count * Fraction(value(place)) for place, count in counts.items()), Fraction(0))
    return total / sum(counts.values(), Fraction(0))
