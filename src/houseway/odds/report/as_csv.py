"""The sheet as tidy rows for programs that compute: section, wager, table, line, figure, value, with all digits."""

import csv
import io
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from houseway.figures import FLOAT_DIGITS, Figure, decimal, figure_json, scale
from houseway.odds.report.confirming import Run
from houseway.odds.report.sheet import Sheet
from houseway.returns import WagerOdds

COLUMNS = ("section", "wager", "table", "line", "figure", "value")
Figures = dict[str, Fraction | Decimal | None]
Row = tuple[str, str, str, str, str, str]


def write(sheet: Sheet) -> bytes:
    """The file's bytes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(sheet))
    return out.getvalue().encode()


def rows(sheet: Sheet) -> Iterator[Row]:
    """Everything that is a figure or names one."""
    yield from _table(sheet)
    for wager in sheet.wagers:
        yield from _wager("wagers", wager)
    for wager in sheet.tables:
        yield from _wager("tables", wager)
    yield from _playing(sheet)
    yield from _sensitivity(sheet)
    yield from _facts(sheet)
    yield from _results(sheet)
    for run in sheet.runs:
        yield from _run(run)
    yield from _hashes(sheet)


def _table(sheet: Sheet) -> Iterator[Row]:
    told = {"game": sheet.game, "configuration": sheet.table.hash, "strategy": sheet.table.strategy}
    told |= {"stake": sheet.table.stake, "infinite deck": "yes" if sheet.table.infinite_deck else "no"}
    told |= {f"meter {name}": amount for name, amount in sheet.table.meters}
    for figure, value in told.items():
        yield "table", "", "", "", figure, value
    for option in sheet.table.options:
        yield "options", "", "", option.name, "value", option.value
        yield "options", "", "", option.name, "default", option.default
    for ruling in sheet.table.rulings:
        yield "rulings", "", "", ruling.id, ruling.question, ruling.ruling


def _wager(section: str, wager: WagerOdds) -> Iterator[Row]:
    place = section, wager.wager, wager.table or ""
    figures = {
        "ev": wager.ev,
        "house_edge": wager.house_edge,
        "element_of_risk": wager.element_of_risk,
        "average_total_wager": wager.wagered,
        "sd": wager.deviation,
        "hit_frequency": wager.hit_frequency,
        "ev_without_jackpot": wager.ev_without_jackpot,
        "break_even_meter": None if wager.break_even_meter is None else scale(wager.break_even_meter, Fraction(1, 100)),
    }
    for name, figure in figures.items():
        if figure is not None:
            yield from _figure((*place, ""), name, figure)
    for line in wager.lines:
        if line.combinations is not None:
            yield *place, line.line, "combinations", str(line.combinations)
        yield from _figure((*place, line.line), "probability", line.probability)
        yield *place, line.line, "pays", line.pays
        yield from _figure((*place, line.line), "net", line.net)
        yield from _figure((*place, line.line), "contribution", line.contribution)


def _figure(place: tuple[str, str, str, str], name: str, figure: Figure) -> Iterator[Row]:
    """A figure's value, and how it is known."""
    for part, value in figure_json(figure).items():
        yield *place, name if part == "value" else f"{name} {part}", str(value)


def _playing(sheet: Sheet) -> Iterator[Row]:
    for line in sheet.meters:
        place = "meters", line.wager, line.table or "", line.meter
        yield *place, "start", decimal(line.start)
        yield *place, "slope per dollar", decimal(line.slope)
    first = sheet.wagers[0].wager
    for strategy in sheet.strategies:
        yield from _figure(("strategies", first, "", strategy.strategy), "ev", strategy.ev)
    for chart in sheet.charts:
        for name, cells in chart.rows:
            for column, cell in zip(chart.columns, cells, strict=True):
                yield "charts", first, chart.title, name, column, cell
    for rule in sheet.rules_of_thumb:
        yield from _figure(("rules of thumb", first, "", rule.words), "ev", rule.ev)
        yield from _figure(("rules of thumb", first, "", rule.words), "cost", rule.cost)


def _sensitivity(sheet: Sheet) -> Iterator[Row]:
    for variation in sheet.sensitivity:
        line = f"{variation.option}={variation.value}"
        if variation.refused:
            yield "sensitivity", "", "", line, "refused", variation.refused
        for name in variation.gone:
            yield "sensitivity", name, "", line, "gone", "yes"
        for edge in variation.edges:
            place = "sensitivity", edge.wager, edge.table or "", line
            yield from _figure(place, "ev", edge.ev)
            yield from _figure(place, "sd", edge.deviation)
            if edge.change is not None:
                yield from _figure(place, "change", edge.change)


def _facts(sheet: Sheet) -> Iterator[Row]:
    for fact in sheet.facts:
        for row in fact.rows:
            for column, cell in zip(fact.columns[1:], row[1:], strict=True):
                place = "facts", "", fact.title, str(row[0])
                yield from [(*place, column, cell)] if isinstance(cell, str) else _figure(place, column, cell)


def _results(sheet: Sheet) -> Iterator[Row]:
    for result in sheet.results:
        place = "results", result.wager, "", f"{result.rounds} rounds"
        figures: Figures = {"mean": result.mean, "sd": result.sd, "ahead": result.ahead, "even": result.even}
        for figure, value in figures.items():
            yield *place, figure, decimal(value or Fraction(0), FLOAT_DIGITS)
        for share, at in result.quantiles:
            yield *place, f"quantile {decimal(share)}", decimal(at)
        for bar in result.bars:
            yield *place, f"from {decimal(bar.low)} to {decimal(bar.high)}", decimal(bar.chance, FLOAT_DIGITS)


def _run(run: Run) -> Iterator[Row]:
    section = f"simulation by {run.path}"
    for name, text in {"strategy": run.strategy, "seed": run.seed, "rounds": str(run.rounds)}.items():
        yield section, "", "", "", name, text
    for wager in run.wagers:
        place = section, wager.wager, wager.table or ""
        low, high = wager.interval
        figures: Figures = {"mean": wager.mean, "stderr": wager.stderr, "low": low, "high": high}
        figures |= {"expected": wager.expected, "z": wager.z}
        if wager.chi is not None:
            figures |= {"chi_square": wager.chi.statistic, "freedom": Fraction(wager.chi.freedom), "p": wager.chi.p}
        for figure, value in figures.items():
            if value is not None:
                yield *place, "", figure, decimal(value, FLOAT_DIGITS)
        yield *place, "", "verdict", wager.verdict
        for cell in wager.cells:
            yield *place, cell.name, "expected", decimal(cell.expected, FLOAT_DIGITS)
            yield *place, cell.name, "observed", str(cell.observed)


def _hashes(sheet: Sheet) -> Iterator[Row]:
    found = sheet.hashes
    yield "hashes", "", "", "code and data", "sha256", found.total
    for each in (*found.code, *found.data):
        yield "hashes", "", "", each.name, "sha256", each.sha256
    for kept in found.kept:
        yield "hashes", "", "", kept.name, "sha256", kept.sha256
        yield "hashes", "", "", kept.name, "command", kept.command
        yield "hashes", "", "", kept.name, "code", "unchanged" if kept.current else "changed"
    for program, version in found.versions:
        yield "versions", "", "", program, "version", version
