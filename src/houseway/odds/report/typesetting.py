"""Numbers as people read them in a sheet: as many decimals in a whole column, thousands apart, a real minus sign."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from houseway.figures import Figure, fixed, write_figure

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008\u2060"  # as wide as a digit, as wide as a point; no line breaks there
MOST_PLACES = 6  # decimals of nets that are no whole numbers


def minus(text: str) -> str:
    """A text with the sign that is as wide as a plus."""
    return text.replace("-", "−")


def sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ")", '"')) else ".")


def places(number: Fraction | Decimal, decimals: int) -> str:
    """So many decimals, the thousands apart."""
    whole, point, part = fixed(Fraction(number), decimals).partition(".")
    sign = "−" if whole.startswith("-") else ""
    return f"{sign}{int(whole.removeprefix('-')):,}{point}{part}"


def percent(number: Fraction | Decimal, decimals: int = 4) -> str:
    return f"{places(100 * Fraction(number), decimals)}%"


def signed(number: Fraction, decimals: int = 4) -> str:
    """A difference in percent, with its sign."""
    text = percent(number, decimals)
    return text if text.startswith("−") or not number else f"+{text}"


def figure_percent(figure: Figure, decimals: int = 4) -> str:
    """A figure in percent, with ± its 95% interval where it is estimated."""
    return minus(write_figure(figure, decimals, percent=True))


def figure_places(figure: Figure, decimals: int) -> str:
    """A figure with so many decimals, or ± its 95% interval where it is estimated."""
    return minus(write_figure(figure, decimals))


def column(numbers: Sequence[Fraction]) -> list[str]:
    """Numbers with as many decimals as the one that needs most, so that their points stand in a line."""
    needed = max((_needed(number) for number in numbers), default=0)
    if not needed:
        return [f"{'−' if number < 0 else ''}{abs(int(number)):,}" for number in numbers]
    return [places(number, needed) for number in numbers]


def aligned(cells: Sequence[str]) -> list[str]:
    """Numbers that others wrote, with as much empty room behind them as brings their points into a line."""
    behind = [len(cell) - cell.rindex(".") if "." in cell else 0 for cell in cells]
    most = max(behind, default=0)
    return [
        cell + (POINT_SPACE if not places and most else "") + FIGURE_SPACE * (most - places - (not places and most > 0))
        for cell, places in zip(cells, behind, strict=True)
    ]


def one_in(chance: Fraction) -> str:
    """How many rounds there are for each that ends so."""
    if not chance:
        return "never"
    rounds = 1 / chance
    return places(rounds, 2) if rounds < 1000 else f"{round(rounds):,}"


def p_value(p: Decimal) -> str:
    return places(p, 4) if p >= Decimal("0.0001") else "< 0.0001"


def _needed(number: Fraction) -> int:
    for decimals in range(MOST_PLACES):
        if number * 10**decimals == int(number * 10**decimals):
            return decimals
    return MOST_PLACES
