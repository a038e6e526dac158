"""What else was counted: the same table with other options, other facts, and results over many rounds."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.odds.report import pictures
from houseway.odds.report.distribution import Results
from houseway.odds.report.document import Kind, Listing, Picture, Section, Words, fitting, listing
from houseway.odds.report.sensitivity import Variation
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import aligned, column, error, minus, percent, places, signed
from houseway.returns import Facts, root

NUMBER = re.compile(r"[-−+±$]?\d[\d,. ]*(%|e-?\d+)?( ± .*)?")


def sensitivity(sheet: Sheet) -> Section:
    """One option changed at a time."""
    words = (
        "Each option that changes the odds, at each value to try, everything else as configured. A change above zero "
        "is good for the house."
    )
    by_option: dict[str, list[Variation]] = {}
    for variation in sheet.sensitivity:
        by_option.setdefault(variation.option, []).append(variation)
    rows: list[tuple[str, ...]] = []
    marked: list[int] = []
    for tried in by_option.values():
        for variation in tried:
            found = list(_rows(sheet, variation, tried))
            if variation.configured:
                marked += range(len(rows), len(rows) + len(found))
            rows += found
    if not rows:
        return Section("Sensitivity to each option", (Words("No option of this game changes the odds."),))
    columns: tuple[tuple[str, Kind], ...] = (
        ("option", "text"),
        ("value", "text"),
        ("wager", "text"),
        ("table", "text"),
        ("house edge", "number"),
        ("± std. error", "number"),
        ("change", "number"),
        ("standard deviation", "number"),
        ("", "text"),
    )
    return Section(
        "Sensitivity to each option", (Words(words), listing("Options and the edge", columns, rows, marked=marked))
    )


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
    source = (
        "its return table"
        if first.source == "exact"
        else "the outcomes that the kernel counted (below), because a line of its return table holds several results"
    )
    words = (
        f"What a player has won or lost, in units, after so many independent rounds of {first.wager} at one unit each. "
        f"The chances of one round are those of {source}; the distribution of the sum is their convolution by fast "
        "Fourier transform, right to eleven decimals."
    )
    listed = listing(
        f"Results of {first.wager}",
        (
            ("rounds", "number"),
            ("mean", "number"),
            ("standard deviation", "number"),
            *((f"{int(100 * share)}% at or below", "number") for share, _ in first.quantiles),
            ("ahead", "number"),
            ("even", "number"),
            ("behind", "number"),
        ),
        (_result(result) for result in sheet.results),
    )
    return Section(title, (Words(words), listed, *(_picture(result) for result in sheet.results)))


def _rows(sheet: Sheet, variation: Variation, tried: Sequence[Variation]) -> Iterator[tuple[str, ...]]:
    option, value = variation.option, variation.value
    if variation.refused:
        yield option, value, "refused", "", "", "", "", "", variation.refused
    elif variation.configured:
        affected = {edge.wager for other in tried for edge in other.edges}
        for wager in sheet.wagers:
            if wager.wager in affected:
                deviation = places(root(wager.variance), 4)
                edge = percent(wager.house_edge)
                yield (
                    option,
                    value,
                    wager.wager,
                    wager.table or "",
                    edge,
                    error(wager.stderr),
                    "0",
                    deviation,
                    "● as configured",
                )
        if not affected:
            yield option, value, "no wager changes", "", "", "", "", "", "● as configured"
    else:
        for each in variation.edges:
            change = "new" if each.change is None else signed(-each.change)
            deviation = places(root(each.variance), 4)
            edge = percent(-each.ev)
            yield option, value, each.wager, each.table or "", edge, error(each.stderr), change, deviation, ""
        if not variation.edges:
            yield option, value, "no wager changes", "", "", "", "", "", ""


def _fact(fact: Facts) -> Listing:
    columns = list(zip(*fact.rows, strict=True))
    kinds = [_kind(cells) for cells in columns]
    shown = [
        aligned([minus(cell) for cell in cells]) if kind == "number" else cells
        for cells, kind in zip(columns, kinds, strict=True)
    ]
    return listing(fact.title, tuple(zip(fact.columns, kinds, strict=True)), zip(*shown, strict=True), note=fact.note)


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
