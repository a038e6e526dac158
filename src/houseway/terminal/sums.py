"""Amounts as they are shown: thousands apart, a sign where something is won or lost."""

from houseway.money import DOLLAR, Cents


def amount(cents: Cents) -> str:
    """`1,250` or `12.50`."""
    whole, part = divmod(abs(cents), DOLLAR)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole:,}.{part:02d}" if part else f"{sign}{whole:,}"


def signed(cents: Cents) -> str:
    """`+10`, `-12.50`, `0`."""
    return f"+{amount(cents)}" if cents > 0 else amount(cents)


def colour(cents: Cents) -> str:
    """Green for what is won, red for what is lost."""
    return "green" if cents > 0 else "red" if cents < 0 else "dim"
