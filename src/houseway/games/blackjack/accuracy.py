"""How the recursion's results are known: its arithmetic is floating, and 13 decimals of every result are right.

Tests hold single hands and split boxes against fractions, and what is counted forwards against the same backwards.
"""

from fractions import Fraction

from houseway.figures import FLOAT_DIGITS, Computed, exponent

PLACES = 13


def computed(number: float) -> Computed:
    """A result of the recursion, a chance or an expectation per wager, with its digits that are right."""
    value = round(Fraction(number), PLACES)
    return Computed(value, max(1, min(FLOAT_DIGITS, PLACES + exponent(value))))
