"""The basis of the recursion's results: floating arithmetic, of which 13 decimals are right.

Tests compare single hands and split boxes with fractions, and the forward recursion with the backward one.
"""

from fractions import Fraction

from houseway.figures import FLOAT_DIGITS, Computed, exponent

PLACES = 13


def computed(number: float) -> Computed:
    """A chance, or an expectation per wager, from the recursion, with the number of its right digits."""
    value = round(Fraction(number), PLACES)
    return Computed(value, max(1, min(FLOAT_DIGITS, PLACES + exponent(value))))
