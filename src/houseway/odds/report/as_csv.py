"""The sheet as rows for programs: each figure has its place, its value and its basis.

A row with a name, a count or a text instead of a figure has no basis.
"""

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from houseway.figures import FLOAT_DIGITS, Figure, decimal, figure_json
from houseway.odds.report.comparison import Run
from houseway.odds.report.sheet import Sheet
from houseway.odds.writing import in_dollars
from houseway.returns import WagerOdds

KNOWN = ("basis", "fraction", "digits", "low", "high", "sampled", "n")  # of a figure's JSON, beside its value
COLUMNS = ("section", "wager", "table", "line", "figure", "value", *KNOWN)
Row = tuple[str, ...]


class Place(NamedTuple):
    """The place of a row in the sheet."""

    section: str
    wager: str = ""
    table: str = ""
    line: str = ""


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
    yield from _checks(sheet)
    for run in sheet.runs:
        yield from _run(run)
    yield from _hashes(sheet)


def _row(place: Place, name: str, value: Figure | str | None) -> Iterator[Row]:
    """One row; none if there is no such figure."""
    if value is None:
        return
    if isinstance(value, str):
        yield (*place, name, value, *("" for _ in KNOWN))
    else:
        known = figure_json(value)
        yield (*place, name, known["value"], *(str(known.get(column, "")) for column in KNOWN))


def _rows(place: Place, values: dict[str, Figure | str | None]) -> Iterator[Row]:
    for name, value in values.items():
        yield from _row(place, name, value)


def _table(sheet: Sheet) -> Iterator[Row]:
    told: dict[str, Figure | str | None] = {
        "game": sheet.game,
        "configuration": sheet.table.hash,
        "strategy": sheet.table.strategy,
        "reason": sheet.wagers[0].reason or None,
        "stake": sheet.table.stake,
        "infinite deck": "yes" if sheet.table.infinite_deck else "no",
    }
    yield from _rows(Place("table"), told | {f"meter {name}": amount for name, amount in sheet.table.meters})
    for option in sheet.table.options:
        yield from _rows(Place("options", line=option.name), {"value": option.value, "default": option.default})
    for ruling in sheet.table.rulings:
        yield from _row(Place("rulings", line=ruling.id), ruling.question, ruling.ruling)


def _wager(section: str, wager: WagerOdds) -> Iterator[Row]:
    place = Place(section, wager.wager, wager.table or "")
    meter = wager.break_even_meter
    yield from _rows(
        place,
        {
            "strategy": wager.strategy,
            "ev": wager.ev,
            "house_edge": wager.house_edge,
            "element_of_risk": wager.element_of_risk,
            "average_total_wager": wager.wagered,
            "sd": wager.deviation,
            "hit_frequency": wager.hit_frequency,
            "ev_without_jackpot": wager.ev_without_jackpot,
            "break_even_meter": None if meter is None else in_dollars(meter),
        },
    )
    for line in wager.lines:
        yield from _rows(
            place._replace(line=line.line),
            {
                "combinations": None if line.combinations is None else str(line.combinations),
                "probability": line.probability,
                "pays": line.pays,
                "net": line.net,
                "contribution": line.contribution,
            },
        )


def _playing(sheet: Sheet) -> Iterator[Row]:
    for line in sheet.meters:
        place = Place("meters", line.wager, line.table or "", line.meter)
        yield from _rows(place, {"start": line.start, "slope per dollar": line.slope})
    first = sheet.wagers[0].wager
    for strategy in sheet.strategies:
        place = Place("strategies", first, line=strategy.strategy)
        yield from _rows(place, {"ev": strategy.ev, "cost": strategy.cost, "reason": strategy.reason or None})
    for chart in sheet.charts:
        for name, cells in chart.rows:
            for column, cell in zip(chart.columns, cells, strict=True):
                yield from _row(Place("charts", first, chart.title, name), column, cell)
    for rule in sheet.rules_of_thumb:
        place = Place("rules of thumb", first, line=rule.words)
        yield from _rows(place, {"strategy": rule.strategy, "ev": rule.ev, "cost": rule.cost})


def _sensitivity(sheet: Sheet) -> Iterator[Row]:
    for variation in sheet.sensitivity:
        place = Place("sensitivity", line=f"{variation.option}={variation.value}")
        yield from _row(place, "refused", variation.refused or None)
        for name in variation.gone:
            yield from _row(place._replace(wager=name), "gone", "yes")
        for edge in variation.edges:
            of_edge = place._replace(wager=edge.wager, table=edge.table or "")
            yield from _rows(of_edge, {"ev": edge.ev, "sd": edge.deviation, "change": edge.change})


def _facts(sheet: Sheet) -> Iterator[Row]:
    for fact in sheet.facts:
        for name, *cells in fact.rows:
            line = name if isinstance(name, str) else decimal(name.value)
            for column, cell in zip(fact.columns[1:], cells, strict=True):
                yield from _row(Place("facts", "", fact.title, line), column, cell)


def _results(sheet: Sheet) -> Iterator[Row]:
    for result in sheet.results:
        place = Place("results", result.spread.wager, line=f"{result.spread.rounds} rounds")
        figures: dict[str, Figure | None] = {"mean": result.mean, "sd": result.deviation, "ahead": result.ahead}
        figures |= {"even": result.even, "behind": result.behind}
        quantiles = {f"quantile {decimal(share)}": at for share, at in result.quantiles}
        bars = {f"from {decimal(bar.low)} to {decimal(bar.high)}": chance for bar, chance in result.bars}
        for name, figure in (figures | quantiles | bars).items():
            yield from _row(place, name, figure)


def _checks(sheet: Sheet) -> Iterator[Row]:
    yield from _row(Place("checks"), "check", sheet.check)
    for check in sheet.checks:
        place = Place("checks", check.wager, check.table or "")
        yield from _rows(place, {"check": check.check, "rounds": str(check.rounds)})
        for name, texts in {"compared": check.compared, "left out": check.left_out}.items():
            for text in texts:
                yield from _row(place, name, text)


def _run(run: Run) -> Iterator[Row]:
    section = f"simulation by {run.path}"
    yield from _rows(Place(section), {"strategy": run.strategy, "seed": run.seed, "rounds": str(run.rounds)})
    for wager in run.wagers:
        place = Place(section, wager.wager, wager.table or "")
        tests = {"z": wager.z, "four standard errors": wager.width}
        if wager.chi is not None:
            tests |= {"chi_square": wager.chi.statistic, "p": wager.chi.p}
            yield from _row(place, "freedom", str(wager.chi.freedom))
        yield from _rows(place, {"mean": wager.mean, "expected": wager.expected})
        for name, number in tests.items():
            yield from _row(place, name, None if number is None else decimal(number, FLOAT_DIGITS))
        for contradiction in wager.contradictions:
            yield from _row(place, "contradiction", contradiction)
        for cell in wager.cells:
            counts = {"expected": decimal(cell.expected, FLOAT_DIGITS), "observed": str(cell.observed)}
            for name, count in counts.items():
                yield from _row(place._replace(line=cell.name), name, count)


def _hashes(sheet: Sheet) -> Iterator[Row]:
    found = sheet.hashes
    yield from _row(Place("hashes", line="code and data"), "sha256", found.total)
    for each in (*found.code, *found.data):
        yield from _row(Place("hashes", line=each.name), "sha256", each.sha256)
    for kept in found.kept:
        code = "unchanged" if kept.current else "changed"
        yield from _rows(
            Place("hashes", line=kept.name), {"sha256": kept.sha256, "command": kept.command, "code": code}
        )
    for program, version in found.versions:
        yield from _row(Place("versions", line=program), "version", version)
