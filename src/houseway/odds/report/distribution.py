"""What a player has won or lost after many rounds of one wager: the whole distribution, not only its mean.

The nets of a wager lie on a lattice (whole units, or halves where 3 to 2 is paid). The distribution of a sum of n
independent rounds is the n-th power of the characteristic function, taken by a fast Fourier transform of double
precision. The transform is cyclic; its length is chosen so that, by Chernoff's bound, less than 1e-13 of the
probability lies outside it. What comes out is right to about eleven decimals. Floats are no money here: they are
chances.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm, log
from statistics import NormalDist
from typing import Any

import msgspec

from houseway.figures import root
from houseway.returns import LineOdds

ROUNDS = (100, 10_000)
QUANTILES = (Fraction(5, 100), Fraction(50, 100), Fraction(95, 100))
OUTSIDE = 1e-13  # of the probability may lie outside the transform's length
LONGEST = 1 << 25  # points of a transform
SHOWN = 0.9995  # of the probability lies in the picture
BARS = 90  # in a picture, at most
USUAL = Fraction(9, 10)  # of all rounds bring a usual result

Chances = Mapping[Fraction, Fraction]  # of each net of one round


class Bar(msgspec.Struct, frozen=True):
    """The chance that the result lies from `low` up to and including `high`."""

    low: Fraction
    high: Fraction
    chance: Fraction


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The player's result after so many rounds, in units of the wager."""

    wager: str
    rounds: int
    step: Fraction  # results are this far apart
    mean: Fraction
    sd: Decimal
    ahead: Fraction
    even: Fraction
    quantiles: tuple[tuple[Fraction, Fraction], ...]  # how much of the probability, the result
    bars: tuple[Bar, ...]


class Lattice(msgspec.Struct, frozen=True):
    """Where sums can lie: `least` and every `step` above it; a round takes `jumps` steps with `chances`."""

    least: Fraction
    step: Fraction
    jumps: tuple[int, ...]
    chances: tuple[Fraction, ...]


def of_lines(lines: Iterable[LineOdds]) -> Chances | None:
    """The chances of each net, where every line has one net."""
    chances: dict[Fraction, Fraction] = {}
    for line in lines:
        net, chance = line.net.value, line.probability.value
        if line.square is not None and line.square.value != net**2:
            return None
        if chance:
            chances[net] = chances.get(net, Fraction(0)) + chance
    return chances


def after(wager: str, rounds: int, chances: Chances) -> Results | None:
    """The result after so many rounds; None where its lattice is too fine for a transform."""
    lattice = on_lattice(chances)
    found = convolved(lattice, rounds)
    if found is None:
        return None
    first, pmf = found
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    square = sum((net**2 * chance for net, chance in chances.items()), Fraction(0))
    start = rounds * lattice.least + first * lattice.step
    below = pmf.cumsum()

    def result(place: int) -> Fraction:
        return start + place * lattice.step

    zero = -start / lattice.step
    at_zero = int(zero) if zero.denominator == 1 and 0 <= zero < len(pmf) else None
    return Results(
        wager=wager,
        rounds=rounds,
        step=lattice.step,
        mean=rounds * mean,
        sd=root(rounds * (square - mean**2)),
        ahead=Fraction(float(pmf[max(0, floor(zero) + 1) :].sum())),
        even=Fraction(0) if at_zero is None else Fraction(float(pmf[at_zero])),
        quantiles=tuple((share, result(int(below.searchsorted(float(share))))) for share in QUANTILES),
        bars=tuple(_bars(pmf, below, result, even_step(lattice))),
    )


def normal(wager: str, rounds: int, ev: Fraction, variance: Fraction) -> Results:
    """The normal curve of that mean and deviation: what many rounds come near to, whatever a single one brings."""
    mean, sd = rounds * ev, root(rounds * variance)
    curve = NormalDist(float(mean), float(sd))
    edges = [Fraction(curve.inv_cdf((1 - SHOWN) / 2)), Fraction(curve.inv_cdf((1 + SHOWN) / 2))]
    width = (edges[1] - edges[0]) / BARS
    places = [edges[0] + width * number for number in range(BARS + 1)]
    return Results(
        wager=wager,
        rounds=rounds,
        step=Fraction(0),
        mean=mean,
        sd=sd,
        ahead=Fraction(1 - curve.cdf(0)),
        even=Fraction(0),
        quantiles=tuple((share, Fraction(round(100 * curve.inv_cdf(float(share))), 100)) for share in QUANTILES),
        bars=tuple(
            Bar(low, high, Fraction(curve.cdf(float(high)) - curve.cdf(float(low)))) for low, high in pairwise(places)
        ),
    )


def on_lattice(chances: Chances) -> Lattice:
    """The coarsest lattice that holds every sum of nets."""
    nets = sorted(chances)
    unit = lcm(*(net.denominator for net in nets))
    jumps = [int((net - nets[0]) * unit) for net in nets]
    step = gcd(*jumps) or 1
    return Lattice(
        nets[0], Fraction(step, unit), tuple(jump // step for jump in jumps), tuple(chances[net] for net in nets)
    )


def even_step(lattice: Lattice) -> int:
    """How many steps a bar must have at least, lest the usual results stand like a comb among the rare ones."""
    usual: list[int] = []
    chance = Fraction(0)
    for jump, likely in sorted(zip(lattice.jumps, lattice.chances, strict=True), key=lambda pair: -pair[1]):
        if chance < USUAL:
            usual.append(jump)
            chance += likely
    return gcd(*(jump - usual[0] for jump in usual)) or 1


def convolved(lattice: Lattice, rounds: int) -> tuple[int, Any] | None:
    """The chances of so many rounds' sum, from a first point of the lattice on (in steps above the least sum)."""
    import numpy as np

    low, high = _window(lattice, rounds)
    length = 1 << (high - low).bit_length()
    if length > LONGEST:
        return None
    one = np.zeros(length)
    for jump, chance in zip(lattice.jumps, lattice.chances, strict=True):
        one[jump % length] += float(chance)
    cyclic = np.fft.irfft(np.fft.rfft(one) ** rounds, length)
    return low, np.maximum(np.roll(cyclic, -(low % length))[: high - low + 1], 0)


def _window(lattice: Lattice, rounds: int) -> tuple[int, int]:
    """Between which steps nearly all of the probability lies, by Chernoff's bound on either side."""
    import numpy as np

    whole = rounds * lattice.jumps[-1]
    jumps = np.array(lattice.jumps, float)
    logs = np.log(np.array([float(chance) for chance in lattice.chances]))

    def bound(slope: Any) -> Any:
        """Where e^(slope x) makes the tail beyond small enough."""
        powers = slope[:, None] * jumps + logs
        most = powers.max(axis=1)
        grown = most + np.log(np.exp(powers - most[:, None]).sum(axis=1))
        return (rounds * grown - log(OUTSIDE)) / slope

    slopes = np.geomspace(1e-9, 50, 4000)
    low, high = bound(-slopes).max(), bound(slopes).min()
    return max(0, floor(low)), min(whole, ceil(high))


def _bars(pmf: Any, below: Any, result: Any, least: int) -> Sequence[Bar]:
    """The middle of the distribution as bars of as many steps each."""
    edge = (1 - SHOWN) / 2
    first, last = int(below.searchsorted(edge)), int(below.searchsorted(1 - edge))
    width = least * ceil((last - first + 1) / (BARS * least))
    return [
        Bar(result(place), result(min(place + width, len(pmf)) - 1), Fraction(float(pmf[place : place + width].sum())))
        for place in range(first, last + 1, width)
    ]
