"""Basic strategy as charts: hard totals, soft totals, pairs, and what to surrender."""

from collections.abc import Mapping

from houseway.games.blackjack.optimum import Terms
from houseway.games.blackjack.strategy import Tables
from houseway.returns import Chart

COLUMNS = (*map(str, range(2, 11)), "A")
CORNER = "hand / dealer's first card"
HARD, SOFT, PAIRS = range(5, 18), range(13, 21), range(1, 11)

CELLS = {"D": "Dh", "d": "Ds", "R": "Rh", "r": "Rs", "Q": "Rp"}  # letters of the tables as a chart writes them
LEGEND = {
    "H": "hit",
    "S": "stand",
    "Dh": "double, or else hit",
    "Ds": "double, or else stand",
    "P": "split",
    "Rh": "surrender, or else hit",
    "Rs": "surrender, or else stand",
    "Rp": "surrender, or else split",
}
YIELDS, KEEPS = "R", "-"


def charts_of(tables: Tables, terms: Terms) -> list[Chart]:
    """The four charts of a table of totals."""
    shoe = f"{terms.decks} deck{'s' if terms.decks != 1 else ''}" if terms.decks else "infinite deck"
    of = f"basic strategy, {shoe}, {terms.dealer_blackjack}"
    hard = {_hard_name(row): _cells(tables.hard[row]) for row in HARD}
    soft = {f"A-{row - 11}": _cells(tables.soft[row]) for row in SOFT}
    pairs = {_pair_name(row): _pair_cells(tables, row) for row in reversed(PAIRS)}
    return [
        _chart(f"Hard totals: {of}", hard),
        _chart(f"Soft totals: {of}", soft),
        _chart(f"Pairs: {of}", pairs),
        _surrender(f"Surrender: {of}", {**hard, **pairs}),
    ]


def _chart(title: str, rows: Mapping[str, tuple[str, ...]]) -> Chart:
    used = {cell for cells in rows.values() for cell in cells}
    legend = {letter: words for letter, words in LEGEND.items() if letter in used}
    return Chart(title, CORNER, COLUMNS, tuple(rows.items()), legend)


def _surrender(title: str, rows: Mapping[str, tuple[str, ...]]) -> Chart:
    """The rows in which something is surrendered."""
    yields = {
        name: tuple(YIELDS if cell.startswith("R") else KEEPS for cell in cells)
        for name, cells in rows.items()
        if any(cell.startswith("R") for cell in cells)
    }
    return Chart(title, CORNER, COLUMNS, tuple(yields.items()), {YIELDS: "surrender", KEEPS: "play on"})


def _cells(letters: str) -> tuple[str, ...]:
    return tuple(CELLS.get(letter, letter) for letter in letters)


def _pair_cells(tables: Tables, row: int) -> tuple[str, ...]:
    """The pair's own letters, and where it is played as its total those of the total."""
    total = tables.soft[12] if row == 1 else tables.hard[2 * row]
    return _cells(
        "".join(by_total if own == "-" else own for own, by_total in zip(tables.pairs[row], total, strict=True))
    )


def _hard_name(row: int) -> str:
    return "17 or more" if row == HARD[-1] else str(row)


def _pair_name(row: int) -> str:
    return "A-A" if row == 1 else f"{row}-{row}"
