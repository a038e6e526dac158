"""Money is whole cents. Odds are two integers. Nothing here is ever a float (ruling G1)."""

import re
from fractions import Fraction

from houseway.refusal import Refusal

Cents = int

DOLLAR: Cents = 100
MOST: Cents = 10**13  # a hundred thousand million dollars: above it an amount is a slip of the pen

_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?", re.ASCII)
_DIGITS = 20  # far more than MOST has
_PERCENT = re.compile(r"(\d{1,9})(?:\.(\d{1,6}))?%?", re.ASCII)


def read_amount(text: str) -> Cents:
    """The cents of a text in dollars with up to two decimals, `12`, `12.5`, `$1,000.00`."""
    found = _AMOUNT.fullmatch(text.strip())
    if not found:
        raise Refusal(f"{_shortened(text)!r} is not an amount: write dollars with up to two decimals, like 12.50")
    whole, part = found.groups()
    digits = whole.replace(",", "").lstrip("0") or "0"
    amount = int(digits[:_DIGITS]) * DOLLAR + int((part or "").ljust(2, "0") or 0)
    if amount > MOST or len(digits) > _DIGITS:
        raise Refusal(f"{_shortened(text)} is more than any table takes ({dollars(MOST)} at most)")
    return amount


def read_percent(text: str) -> Fraction:
    """A percentage, exactly: `5`, `12.5%`."""
    found = _PERCENT.fullmatch(text.strip())
    if not found:
        raise Refusal(f"{text.strip()!r} is not a percentage: write a number like 5 or 12.5")
    whole, part = found.groups()
    return Fraction(f"{whole}.{part or 0}")


def dollars(amount: Cents) -> str:
    """The amount with two decimals: `12.50`, `-3.00`."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // DOLLAR}.{abs(amount) % DOLLAR:02d}"


def brief(amount: Cents) -> str:
    """The amount without decimals where there are none: `12.50`, `-3`."""
    text = dollars(amount)
    return text[:-3] if text.endswith(".00") else text


def share(amount: Cents, percent: Fraction) -> Cents:
    """That many hundredths of the amount, rounded down to the cent (ruling G1)."""
    return int(amount * percent / 100)


def _shortened(text: str) -> str:
    """What was written, as far as a message needs it."""
    words = text.strip()
    return words if len(words) <= 2 * _DIGITS else f"{words[: 2 * _DIGITS]}…"
