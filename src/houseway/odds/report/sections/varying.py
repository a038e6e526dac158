"""What else was counted: the same table with other options, other facts, and results over many rounds."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.figures import Figure, negate
from houseway.odds.report import pictures
from houseway.odds.report.distribution import Results
from houseway.odds.report.document import Block, Kind, Picture, Section, Words, fitting, listing
from houseway.odds.report.sensitivity import Variation
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import (
    aligned,
    column,
    figure_percent,
    figure_places,
    minus,
    percent,
    places,
    sentence,
)
from houseway.odds.writing import fact_cells
from houseway.returns import Facts

SOURCES = {
    "exact": "The chances of one round are those of its return table; the distribution of the sum is their convolution "
    "by fast Fourier transform, right to eleven decimals.",
    "observed": "The chances of one round are those that the kernel counted (see the simulation), because a line of "
    "the return table holds several results; the distribution of the sum is their convolution by fast Fourier "
    "transform.",
    "normal": "Of a single round only mean and deviation are known; this is the normal curve to which sums of many "
    "rounds come near.",
}
UNCHANGED = ("no wager changes", "", "", "", "", "")
NUMBER = re.compile(r"[-−+±$]?\d[\d,. ]*(%|e-?\d+)?( ± .*)?")


def sensitivity(sheet: Sheet) -> Section:
    """One option changed at a time."""
    title = "Sensitivity to each option"
    if not sheet.sensitivity:
        return Section(title, (Words("No option of this game changes the odds."),))
    words = (
        "Each option that changes the odds, at each value to try, everything else as configured. A change above zero "
        "is good for the house; a wager is new where the configured table does not take it, and gone where only that "
        "one does."
    )
    rows: list[tuple[str, ...]] = []
    marked: list[int] = []
    for option in dict.fromkeys(variation.option for variation in sheet.sensitivity):
        tried = [variation for variation in sheet.sensitivity if variation.option == option]
        for variation in tried:
            found = list(_rows(sheet, variation, tried))
            marked += range(len(rows), len(rows) + len(found)) if variation.configured else ()
            rows += found
        if unchanged := [variation.value for variation in tried if _unchanged(variation)]:
            rows.append((option, ", ".join(unchanged), *UNCHANGED))
    columns: tuple[tuple[str, Kind], ...] = (
        ("option", "text"),
        ("value", fitting((row[1] for row in rows), "phrase", 16)),
        ("wager", "text"),
        ("table", "text"),
        ("house edge", "number"),
        ("change", "number"),
        ("std. deviation", "number"),
        ("", "wide"),
    )
    return Section(title, (Words(words), listing("Options and the edge", columns, rows, marked=marked)))


def facts(sheet: Sheet) -> Section:
    """Other things that were counted."""
    if not sheet.facts:
        return Section("Further facts", (Words("Nothing else was counted for this game."),))
    return Section("Further facts", tuple(_fact(fact) for fact in sheet.facts))


def results(sheet: Sheet) -> Section:
    """The player's result over many rounds of the main wager."""
    title = "Results over many rounds"
    if not sheet.results:
        return Section(title, (Words("The main wager has no table of single results to add up."),))
    first = sheet.results[0]
    words = (
        f"What a player has won or lost, in units, after so many independent rounds of {first.wager} at one unit each. "
        f"{SOURCES[first.source]}"
    )
    listed = listing(
        f"Results of {first.wager}",
        (
            ("rounds", "number"),
            ("mean", "number"),
            ("std. deviation", "number"),
            *((f"{int(100 * share)}% at or below", "number") for share, _ in first.quantiles),
            ("ahead", "number"),
            ("even", "number"),
            ("behind", "number"),
        ),
        (_result(result) for result in sheet.results),
    )
    return Section(title, (Words(words), listed, *(_picture(result) for result in sheet.results)))


def _rows(sheet: Sheet, variation: Variation, tried: Sequence[Variation]) -> Iterator[tuple[str, ...]]:
    """The wagers that an option changes, at one of its values."""
    place = variation.option, variation.value
    if variation.refused:
        yield *place, "refused", "", "", "", "", variation.refused
    if variation.configured:
        affected = {name for other in tried for name in (*(edge.wager for edge in other.edges), *other.gone)}
        for wager in sheet.wagers:
            if wager.wager in affected:
                change = "● configured"
                yield *place, *_edge(wager.wager, wager.table, wager.ev, change, wager.deviation)
        if not affected:
            yield *place, "no wager changes", "", "", "● configured", "", ""
    for edge in variation.edges:
        change = "new" if edge.change is None else figure_percent(negate(edge.change))
        yield *place, *_edge(edge.wager, edge.table, edge.ev, change, edge.deviation)
    for name in variation.gone:
        yield *place, name, "", "", "gone", "", ""


def _edge(wager: str, table: str | None, ev: Figure, change: str, deviation: Figure) -> tuple[str, ...]:
    return wager, table or "", figure_percent(negate(ev)), change, figure_places(deviation, 4), ""


def _unchanged(variation: Variation) -> bool:
    return not (variation.edges or variation.gone or variation.refused or variation.configured)


def _fact(fact: Facts) -> Block:
    if not fact.rows:
        return Words(f"{fact.title}: none. {sentence(fact.note) if fact.note else ''}".strip())
    columns = list(zip(*fact_cells(fact), strict=True))
    kinds = [_kind(cells) for cells in columns]
    shown = [
        aligned([minus(cell) for cell in cells]) if kind == "number" else cells
        for cells, kind in zip(columns, kinds, strict=True)
    ]
    note = sentence(fact.note) if fact.note else ""
    return listing(fact.title, tuple(zip(fact.columns, kinds, strict=True)), zip(*shown, strict=True), note=note)


def _kind(cells: Sequence[str]) -> Kind:
    """What a column of texts holds."""
    if all(NUMBER.fullmatch(cell) for cell in cells if cell):
        return "number"
    return fitting(cells)


def _result(result: Results) -> tuple[str, ...]:
    quantiles = column([value for _, value in result.quantiles])
    behind = 1 - result.ahead - result.even
    return (
        f"{result.rounds:,}",
        places(result.mean, 4),
        places(Fraction(result.sd), 4),
        *quantiles,
        *(percent(chance) for chance in (result.ahead, result.even, behind)),
    )


def _picture(result: Results) -> Picture:
    low, middle, high = column([value for _, value in result.quantiles])
    return Picture(
        f"results-{result.rounds}",
        f"Distribution of the result after {result.rounds:,} rounds of {result.wager}",
        f"A bell that is highest near {middle} units: one result in twenty is at or below {low}, one in twenty above "
        f"{high}; a player is ahead with {percent(result.ahead, 2)}.",
        lambda: pictures.results(result),
    )
