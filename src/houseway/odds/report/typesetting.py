"""Numbers as people read them in a sheet: as many decimals in a whole column, thousands apart, a real minus sign."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from houseway.figures import Computed, Estimated, Exact, Figure, decimal, divide, fixed, write_figure
from houseway.odds.writing import basis_words, in_dollars

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008\u2060"  # as wide as a digit, as wide as a point; no line breaks there
INTERVALS = (
    "± is the 95% interval of an estimate; a figure without it is exact, or computed to the digits that are shown."
)
ONE = Exact(Fraction(1))
MOST_PLACES = 6  # decimals of nets that are no whole numbers


def minus(text: str) -> str:
    """A text with the sign that is as wide as a plus."""
    return text.replace("-", "−")


def sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ")", '"')) else ".")


def sentences(texts: Iterable[str]) -> str:
    return " ".join(sentence(text) for text in texts)


def places(number: Fraction | Decimal, decimals: int) -> str:
    """So many decimals, the thousands apart."""
    whole, point, part = fixed(number, decimals).partition(".")
    sign = "−" if whole.startswith("-") else ""
    return f"{sign}{int(whole.removeprefix('-')):,}{point}{part}"


def percent(number: Fraction | Decimal, decimals: int = 4) -> str:
    """A share without its basis: for a picture's words, or a width."""
    return f"{places(100 * Fraction(number), decimals)}%"


def show(figure: Figure | None, decimals: int = 6) -> str:
    """A figure with no more decimals than are right; an estimate has its 95% interval after ±."""
    return "" if figure is None else minus(write_figure(figure, decimals))


def show_percent(figure: Figure | None, decimals: int = 4) -> str:
    return "" if figure is None else minus(write_figure(figure, decimals, percent=True))


def show_dollars(cents: Figure) -> str:
    """Cents as dollars, the thousands apart."""
    dollars = in_dollars(cents)
    return show(dollars) if isinstance(dollars, Estimated) else places(dollars.value, 2)


def show_change(figure: Figure, decimals: int = 4) -> str:
    """A difference in percent, with its sign."""
    text = show_percent(figure, decimals)
    return f"+{text}" if figure.value > 0 else text


def show_all(figure: Figure) -> str:
    """A figure with all of its digits."""
    if isinstance(figure, Estimated):
        return show(figure)
    return minus(decimal(figure.value, figure.digits) if isinstance(figure, Computed) else decimal(figure.value))


def show_one_in(chance: Figure) -> str:
    """One in so many rounds ends so; only a lower bound if the interval of an estimate reaches zero."""
    if isinstance(chance, Estimated):
        return show(divide(ONE, chance)) if chance.value > chance.margin else f"at least {_rounds(1 / chance.high)}"
    return _rounds(1 / chance.value) if chance.value else "never"


def basis_word(*figures: Figure) -> str:
    """The weakest basis of these figures, for a table with little room."""
    if any(isinstance(figure, Estimated) for figure in figures):
        return "estimated"
    return "computed" if any(isinstance(figure, Computed) for figure in figures) else "exact"


def bases(figures: Iterable[Figure]) -> str:
    """The bases of several figures, the strongest first, each once."""
    ordered = sorted(figures, key=lambda figure: (not isinstance(figure, Exact), isinstance(figure, Estimated)))
    return "; ".join(dict.fromkeys(basis_words(figure) for figure in ordered))


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


def p_value(p: Decimal) -> str:
    return places(p, 4) if p >= Decimal("0.0001") else "< 0.0001"


def _rounds(number: Fraction) -> str:
    return places(number, 2) if number < 1000 else f"{round(number):,}"


def _needed(number: Fraction) -> int:
    for decimals in range(MOST_PLACES):
        if number * 10**decimals == int(number * 10**decimals):
            return decimals
    return MOST_PLACES
