"""Pearson's chi-square: how far counts are from what was expected, and how often chance alone goes as far.

The variance of an expectation that is itself estimated counts too, so the statistic is not too great.

The p-value is the upper incomplete gamma function Q(df/2, x/2), in decimals of fifty digits: by its series below the
mean and by Lentz's continued fraction above it, where each converges quickly. Its half-integers have gammas in closed
form, so no library is needed.
"""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb, factorial

import msgspec

LEAST_EXPECTED = 5  # lines that are expected less often stand together
PRECISION = 50
SMALLEST = Decimal("1e-45")  # a term that no longer counts
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


class ChiSquare(msgspec.Struct, frozen=True):
    """What a comparison of counts came to; `statistic` is None where something happened that cannot."""

    statistic: Fraction | None
    freedom: int
    p: Decimal
    pooled: tuple[str, ...] = ()  # the lines that were expected too rarely to stand alone


class Cell(msgspec.Struct, frozen=True):
    """One line: its expected number, its observed number, and the variance of an estimated expectation (`doubt`)."""

    name: str
    expected: Fraction
    observed: int
    doubt: Fraction = Fraction(0)

    @property
    def is_impossible(self) -> bool:
        return not (self.expected or self.doubt)

    @property
    def part(self) -> Fraction:
        """The part of the statistic that comes from this line."""
        return (self.observed - self.expected) ** 2 / (self.expected + self.doubt)


def compare(cells: Sequence[Cell]) -> ChiSquare:
    """The chi-square of counts whose expectations add up to as many rounds."""
    if any(cell.is_impossible and cell.observed for cell in cells):
        return ChiSquare(None, 0, Decimal(0))
    pooled, rest = pool([cell for cell in cells if not cell.is_impossible])
    statistic = sum((cell.part for cell in rest), Fraction(0))
    freedom = len(rest) - 1
    return ChiSquare(statistic, freedom, p_value(statistic, freedom) if freedom else Decimal(1), pooled)


def pool(cells: Sequence[Cell]) -> tuple[tuple[str, ...], list[Cell]]:
    """The cells with the rare ones together: first all below five, then, while these are too few, the next rarest."""
    rest = sorted(cells, key=lambda cell: cell.expected)
    rare = [cell for cell in rest if cell.expected < LEAST_EXPECTED]
    rest = rest[len(rare) :]
    while rare and rest and sum(cell.expected for cell in rare) < LEAST_EXPECTED:
        rare.append(rest.pop(0))
    if len(rare) < 2:
        return (), [*rare, *rest]
    together = Cell(
        "together",
        sum((cell.expected for cell in rare), Fraction(0)),
        sum(cell.observed for cell in rare),
        sum((cell.doubt for cell in rare), Fraction(0)),
    )
    return tuple(cell.name for cell in rare), [together, *rest]


def p_value(statistic: Fraction, freedom: int) -> Decimal:
    """The chance of a chi-square of so many degrees of freedom at least as great as this one."""
    if statistic <= 0:
        return Decimal(1)
    with localcontext() as context:
        context.prec = PRECISION
        shape = Decimal(freedom) / 2
        x = Decimal(statistic.numerator) / Decimal(statistic.denominator) / 2
        front = (shape * x.ln() - x).exp() / gamma_of_half(freedom)
        if x < shape + 1:
            return 1 - front * _series(shape, x)
        p = front * _continued_fraction(shape, x)
        return p if p > SMALLEST else Decimal(0)


def gamma_of_half(number: int) -> Decimal:
    """Gamma(number / 2): a factorial, or for an odd number a fraction of the root of pi."""
    half, odd = divmod(number, 2)
    if not odd:
        return Decimal(factorial(half - 1))
    return Decimal(factorial(half) * comb(2 * half, half)) / Decimal(4) ** half * PI.sqrt()


def _series(shape: Decimal, x: Decimal) -> Decimal:
    term = total = 1 / shape
    while term > SMALLEST * total:
        shape += 1
        term *= x / shape
        total += term
    return total


def _continued_fraction(shape: Decimal, x: Decimal) -> Decimal:
    """Of the upper function, by the modified method of Lentz."""
    under = x + 1 - shape
    c = Decimal("Infinity")
    value = d = 1 / under
    step = 0
    while abs(c * d - 1) > SMALLEST:
        step += 1
        over = step * (shape - step)
        under += 2
        d = 1 / (under + over * d)
        c = under + over / c
        value *= c * d
    return value
