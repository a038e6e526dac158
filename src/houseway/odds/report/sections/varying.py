"""What else was counted: the same table with other options, other facts, and results over many rounds."""

import re
from collections.abc import Iterator, Sequence

from houseway.figures import Estimated, negate
from houseway.odds.report import pictures
from houseway.odds.report.document import Block, Kind, Picture, Section, Words, fitting, listing
from houseway.odds.report.long_run import LongRun
from houseway.odds.report.sensitivity import Edge, Variation
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import (
    INTERVALS,
    aligned,
    bases,
    basis_word,
    column,
    minus,
    sentence,
    show,
    show_change,
    show_percent,
)
from houseway.odds.writing import fact_cells
from houseway.returns import Facts, WagerOdds

SOURCES = {
    "lines": "The chances of one round are those of its return table; the distribution of the sum is their convolution "
    "by fast Fourier transform, right to eleven decimals.",
    "rounds": "The chances of one round are those that the kernel found (see the simulation), because a line of "
    "the return table holds several results; the distribution of the sum is their convolution by fast Fourier "
    "transform.",
    "normal": "Only mean and deviation of a single round are known. This is the normal curve, to which sums of many "
    "rounds come near; its figures have few digits.",
}
UNCHANGED = ("no wager changes", "", "", "", "", "", "")
NUMBER = re.compile(r"[-−+±$]?\d[\d,. ]*(%|e-?\d+)?( ± .*)?")


def sensitivity(sheet: Sheet) -> Section:
    """One option changed at a time."""
    title = "Sensitivity to each option"
    if not sheet.sensitivity:
        return Section(title, (Words("No option of this game changes the odds."),))
    words = (
        "Each option that changes the odds, at each value to try, everything else as configured. A change above zero "
        "is good for the house; a wager is new where the configured table does not take it, and gone where only that "
        "one does. " + INTERVALS
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
        ("basis of the edge", "text"),
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
        f"The player's result, in units, after so many independent rounds of {first.spread.wager} at one "
        f"unit each. {SOURCES[first.source]}"
    )
    listed = listing(
        f"Results of {first.spread.wager}",
        (
            ("rounds", "number"),
            ("mean", "number"),
            ("std. deviation", "number"),
            *((f"{int(100 * share)}% at or below", "number") for share, _ in first.quantiles),
            ("ahead", "number"),
            ("even", "number"),
            ("behind", "number"),
            ("basis", "text"),
        ),
        (_result(result) for result in sheet.results),
        note=INTERVALS,
    )
    return Section(title, (Words(words), listed, *(_picture(result) for result in sheet.results)))


def _rows(sheet: Sheet, variation: Variation, tried: Sequence[Variation]) -> Iterator[tuple[str, ...]]:
    """The wagers that an option changes, at one of its values."""
    place = variation.option, variation.value
    if variation.refused:
        yield *place, "refused", "", "", "", "", "", variation.refused
    if variation.configured:
        affected = {name for other in tried for name in (*(edge.wager for edge in other.edges), *other.gone)}
        for wager in sheet.wagers:
            if wager.wager in affected:
                change = "● configured"
                yield *place, *_edge(wager, change)
        if not affected:
            yield *place, "no wager changes", "", "", "● configured", "", "", ""
    for edge in variation.edges:
        change = "new" if edge.change is None else show_change(negate(edge.change))
        yield *place, *_edge(edge, change)
    for name in variation.gone:
        yield *place, name, "", "", "gone", "", "", ""


def _edge(edge: Edge | WagerOdds, change: str) -> tuple[str, ...]:
    return (
        edge.wager,
        edge.table or "",
        show_percent(negate(edge.ev)),
        change,
        show(edge.deviation, 4),
        basis_word(edge.ev),
        "",
    )


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
    figures = [cell for row in fact.rows for cell in row if not isinstance(cell, str)]
    note = [sentence(fact.note)] if fact.note else []
    note += [f"Basis: {bases(figures)}."] if figures else []
    note += [INTERVALS] if any(isinstance(figure, Estimated) for figure in figures) else []
    headed = tuple(zip(fact.columns, kinds, strict=True))
    return listing(fact.title, headed, zip(*shown, strict=True), note=" ".join(note))


def _kind(cells: Sequence[str]) -> Kind:
    """What a column of texts holds."""
    if all(NUMBER.fullmatch(cell) for cell in cells if cell):
        return "number"
    return fitting(cells)


def _result(result: LongRun) -> tuple[str, ...]:
    return (
        f"{result.spread.rounds:,}",
        show(result.mean, 4),
        show(result.deviation, 4),
        *_places(result),
        *(show_percent(chance) for chance in (result.ahead, result.even, result.behind)),
        basis_word(result.mean, result.ahead),
    )


def _places(result: LongRun) -> list[str]:
    """The quantiles of the result; in whole units if no result lies between them."""
    figures = [figure for _, figure in result.quantiles]
    if any(isinstance(figure, Estimated) for figure in figures):
        return [show(figure, 2) for figure in figures]
    return column([figure.value for figure in figures])


def _picture(result: LongRun) -> Picture:
    low, middle, high = _places(result)
    rounds = result.spread.rounds
    return Picture(
        f"results-{rounds}",
        f"Distribution of the result after {rounds:,} rounds of {result.spread.wager}",
        f"A bell that is highest near {middle} units: one result in twenty is at or below {low}, one in twenty above "
        f"{high}; a player is ahead with {show_percent(result.ahead, 2)}.",
        lambda: pictures.results(result),
    )
