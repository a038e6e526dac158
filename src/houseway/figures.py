"""Figures and their basis: exact, computed in floating arithmetic, or estimated from a sample.

A figure that is calculated from other figures has the weakest of their bases. Intervals are 95% intervals.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any

import msgspec

DIGITS = 15  # significant digits that are written of an exact number, and right in the root of one
FLOAT_DIGITS = 12  # significant digits that are right after a recursion in floating arithmetic
Z = Fraction(196, 100)  # standard errors on each side of an estimate in its 95% interval
FEW = 30  # a share with fewer hits, or fewer misses, has Wilson's interval


class Exact(msgspec.Struct, frozen=True, tag="exact"):
    """A quotient of integers."""

    value: Fraction


class Computed(msgspec.Struct, frozen=True, tag="computed"):
    """A result of floating arithmetic, with the number of its significant digits that are right."""

    value: Fraction
    digits: int = FLOAT_DIGITS


class Estimated(msgspec.Struct, frozen=True, tag="estimated"):
    """A result of a sample or simulation: `n` things of the kind `sampled` gave it.

    `interval` is the 95% interval if that is not symmetric about the value.
    """

    value: Fraction
    stderr: Fraction
    sampled: str
    n: int
    interval: tuple[Fraction, Fraction] | None = None

    def __post_init__(self) -> None:
        if self.stderr <= 0:
            raise ValueError("an estimate has an error: give a standard error above 0")

    @property
    def low(self) -> Fraction:
        return self.value - Z * self.stderr if self.interval is None else self.interval[0]

    @property
    def high(self) -> Fraction:
        return self.value + Z * self.stderr if self.interval is None else self.interval[1]

    @property
    def margin(self) -> Fraction:
        """The half width of the 95% interval, or how far its further end is away."""
        return max(self.high - self.value, self.value - self.low)


Figure = Exact | Computed | Estimated

ZERO = Exact(Fraction(0))


def estimate_share(count: int, n: int, sampled: str = "rounds") -> Estimated:
    """The share of `count` hits among n. Its interval is wider than 0 even if nothing or everything was a hit."""
    value = Fraction(count, n)
    if FEW <= count <= n - FEW:
        return Estimated(value, to_root(value * (1 - value) / n), sampled, n)
    square = Z**2
    middle = (value + square / (2 * n)) / (1 + square / n)
    half = Z * to_root(value * (1 - value) / n + square / (4 * n**2)) / (1 + square / n)
    interval = (max(middle - half, Fraction(0)), min(middle + half, Fraction(1)))
    return Estimated(value, half / Z, sampled, n, (min(interval[0], value), max(interval[1], value)))


def estimate_mean(
    mean: Fraction, variance: Fraction, n: int, *, spread: Fraction, sampled: str = "rounds"
) -> Estimated:
    """A mean over n, from the mean squared deviation of these n.

    If all n are equal, the variance says nothing about the error. Then the error allows for a value that differs by
    `spread` and is as frequent as `estimate_share` allows for an event that never came.
    """
    if variance > 0 and n > 1:
        return Estimated(mean, to_root(variance / (n - 1)), sampled, n)
    return Estimated(mean, abs(spread) * estimate_share(0, n).margin / Z, sampled, n)


def limit_share(figure: Figure) -> Figure:
    """The figure as a share: its interval lies between 0 and 1."""
    if not isinstance(figure, Estimated) or (figure.low >= 0 and figure.high <= 1):
        return figure
    return msgspec.structs.replace(figure, interval=(max(figure.low, Fraction(0)), min(figure.high, Fraction(1))))


def scale(figure: Figure, times: Fraction | int) -> Figure:
    """The figure times an exact number."""
    factor = Fraction(times)
    value = figure.value * factor
    if isinstance(figure, Exact) or not factor:
        return Exact(value)
    if isinstance(figure, Computed):
        return Computed(value, figure.digits)
    interval = None
    if figure.interval is not None:
        low, high = sorted(end * factor for end in figure.interval)
        interval = (low, high)
    return Estimated(value, figure.stderr * abs(factor), figure.sampled, figure.n, interval)


def negate(figure: Figure) -> Figure:
    return scale(figure, -1)


def add(*figures: Figure, independent: bool = True) -> Figure:
    """The sum. If the estimates may depend on one another, their errors are added, so the error is never too small."""
    value = sum((figure.value for figure in figures), Fraction(0))
    errors = [figure.stderr for figure in figures if isinstance(figure, Estimated)]
    if len(errors) == 1 and (alone := _moved(value, figures)) is not None:
        return alone
    error = to_root(sum((error**2 for error in errors), Fraction(0))) if independent else sum(errors, Fraction(0))
    return weakest(value, figures, error)


def subtract(one: Figure, other: Figure, *, independent: bool = True) -> Figure:
    return add(one, negate(other), independent=independent)


def multiply(one: Figure, other: Figure) -> Figure:
    """The product. If both are estimates, the error is a bound by the delta method and is never too small."""
    for known, figure in ((one, other), (other, one)):
        if isinstance(known, Exact) or (isinstance(known, Computed) and isinstance(figure, Estimated)):
            return scale(figure, known.value)
    first, second = stderr_of(one), stderr_of(other)
    error = abs(other.value) * first + abs(one.value) * second + first * second
    return weakest(one.value * other.value, (one, other), error, relative=True)


def divide(one: Figure, other: Figure, covariance: Fraction | None = None) -> Figure:
    """The quotient by the delta method, with the covariance of the two estimates.

    If the covariance is not known, or leaves no error, the error is that of the worst case.
    """
    if isinstance(other, Exact):
        return scale(one, 1 / other.value)
    if isinstance(one, Exact) and not one.value:
        return ZERO
    value = one.value / other.value
    first, second = stderr_of(one), abs(value) * stderr_of(other)
    known = Fraction(0) if covariance is None else first**2 + second**2 - 2 * value * covariance
    error = to_root(known) if known > 0 else first + second
    return weakest(value, (one, other), error / abs(other.value), relative=True)


def take_root(figure: Figure) -> Figure:
    """The square root of a figure that is not below 0."""
    value = to_root(figure.value)
    if isinstance(figure, Exact):
        return Computed(value, DIGITS) if value**2 != figure.value else Exact(value)
    if isinstance(figure, Computed):
        return Computed(value, figure.digits)
    low, high = to_root(max(figure.low, Fraction(0))), to_root(figure.high)
    error = figure.stderr / (2 * value) if value else high / Z
    return Estimated(value, error, figure.sampled, figure.n, None if figure.interval is None else (low, high))


def weakest(value: Fraction, figures: Iterable[Figure], stderr: Fraction, *, relative: bool = False) -> Figure:
    """The value with the weakest basis of its figures. The estimate with the greatest error gives `sampled` and `n`.

    A sum has the decimal places that are right in every part. A product (`relative`) has as many significant digits
    as the part with the fewest.
    """
    listed = tuple(figures)
    estimates = [figure for figure in listed if isinstance(figure, Estimated)]
    if estimates:
        worst = max(estimates, key=lambda figure: figure.stderr)
        return Estimated(value, stderr, worst.sampled, worst.n)
    computed = [figure for figure in listed if isinstance(figure, Computed)]
    if not computed:
        return Exact(value)
    if relative:
        return Computed(value, min(figure.digits for figure in computed))
    places = min(figure.digits - exponent(figure.value) for figure in computed)
    return Computed(value, max(1, min(places + exponent(value), DIGITS)))


def stderr_of(figure: Figure) -> Fraction:
    return figure.stderr if isinstance(figure, Estimated) else Fraction(0)


def figure_json(figure: Figure) -> dict[str, Any]:
    """A figure for programs. Numbers are texts in plain decimals; the interval limits the digits of an estimate."""
    if isinstance(figure, Exact):
        fraction = f"{figure.value.numerator}/{figure.value.denominator}"
        return {"value": decimal(figure.value), "basis": "exact", "fraction": fraction}
    if isinstance(figure, Computed):
        return {"value": decimal(figure.value, figure.digits), "basis": "computed", "digits": figure.digits}
    places = _places(figure.margin, significant=3)
    return {
        "value": fixed(figure.value, places),
        "basis": "estimated",
        "low": fixed(figure.low, places),
        "high": fixed(figure.high, places),
        "sampled": figure.sampled,
        "n": figure.n,
    }


def write_figure(figure: Figure, places: int = 6, *, percent: bool = False) -> str:
    """A figure for people with so many decimals, or fewer if no more are right.

    An estimate has as many decimals as its 95% interval allows, and ± the half width of that interval.
    """
    unit = "%" if percent else ""
    shown = scale(figure, 100) if percent else figure
    if isinstance(shown, Estimated):
        places = _places(shown.margin, significant=2)
        return f"{fixed(shown.value, places)}{unit} ± {fixed(shown.margin, places)}{unit}"
    if isinstance(shown, Computed) and shown.value:
        places = max(0, min(places, shown.digits - exponent(shown.value)))
    return f"{fixed(shown.value, places)}{unit}"


def fixed(number: Fraction | Decimal | int, places: int) -> str:
    """The number with so many decimals, rounded half to even."""
    scaled = round(Fraction(number) * 10**places)
    sign = "-" if scaled < 0 else ""
    whole = f"{sign}{abs(scaled) // 10**places}"
    return f"{whole}.{abs(scaled) % 10**places:0{places}d}" if places > 0 else whole


def decimal(number: Fraction | Decimal | int, digits: int = DIGITS) -> str:
    """The number in plain decimals, rounded half to even to so many significant digits, without an exponent."""
    with localcontext(prec=digits, rounding=ROUND_HALF_EVEN):
        value = number if isinstance(number, Decimal) else Decimal(number.numerator) / Decimal(number.denominator)
        return f"{+value:f}"


def root(square: Fraction) -> Decimal:
    """The square root, to more digits than are ever written."""
    with localcontext(prec=40):
        return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()


def to_root(square: Fraction) -> Fraction:
    """The square root as a fraction: exact if the root is a fraction."""
    exact = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return exact if exact**2 == square else Fraction(root(square))


def exponent(number: Fraction) -> int:
    """The number of digits before the decimal point; if negative, the number of zeros after it."""
    if not number:
        return 0
    with localcontext(prec=40):
        return (Decimal(number.numerator) / Decimal(number.denominator)).adjusted() + 1


def _places(margin: Fraction, *, significant: int) -> int:
    """The number of decimals that show so many significant digits of the rounded margin."""
    places = significant - exponent(margin)
    tenfold: Fraction = margin * Fraction(10) ** places
    return max(0, places - 1 if round(tenfold) >= 10**significant else places)


def _moved(value: Fraction, figures: Iterable[Figure]) -> Estimated | None:
    """The only estimate among the figures plus all the others: its interval is shifted by their sum."""
    (only,) = (figure for figure in figures if isinstance(figure, Estimated))
    if only.interval is None:
        return None
    off = value - only.value
    return Estimated(value, only.stderr, only.sampled, only.n, (only.interval[0] + off, only.interval[1] + off))
