"""The whole sheet for programs; where it says what `houseway odds --json` says, in the same shape."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from houseway.figures import FLOAT_DIGITS, Figure, decimal, figure_json, negate
from houseway.money import DOLLAR
from houseway.odds import writing
from houseway.odds.report.comparison import Compared, Run
from houseway.odds.report.confirmation import check_json
from houseway.odds.report.long_run import LongRun
from houseway.odds.report.meters import MeterLine
from houseway.odds.report.sensitivity import Variation
from houseway.odds.report.sheet import Sheet, StrategyCost


def write(sheet: Sheet) -> bytes:
    """The file's bytes."""
    return (json.dumps(shape(sheet), indent=1, ensure_ascii=False) + "\n").encode()


def shape(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain values; every figure says how it is known, and numbers that are no counts are texts."""
    table = sheet.table
    return {
        "game": sheet.game,
        "title": sheet.title,
        "date": sheet.date or None,
        "command": sheet.command,
        "configuration": table.hash,
        "rules": {option.name: option.value for option in table.options},
        "differing": {option.name: option.value for option in table.options if option.differs},
        **writing.strategy_json(table.strategy, sheet.wagers[0].reason),
        "stake": table.stake,
        "meters": dict(table.meters),
        "infinite_deck": table.infinite_deck,
        "rulebook": table.rulebook,
        "rulings": [{"id": each.id, "question": each.question, "ruling": each.ruling} for each in table.rulings],
        "wagers": [
            writing.wager_json(wager) | {"check": check_json(check)}
            for wager, check in zip(sheet.wagers, sheet.checks, strict=True)
        ],
        "tables": [writing.wager_json(wager) for wager in sheet.tables],
        "progressives": [_meter(line) for line in sheet.meters],
        "strategies": [_strategy(each) for each in sheet.strategies],
        "charts": [writing.chart_json(chart) for chart in sheet.charts],
        "rules_of_thumb": [writing.rule_json(rule) for rule in sheet.rules_of_thumb],
        "sensitivity": [_variation(variation) for variation in sheet.sensitivity],
        "facts": [writing.facts_json(fact) for fact in sheet.facts],
        "results": [_results(result) for result in sheet.results],
        "check": sheet.check,
        "simulations": [_run(run) for run in sheet.runs],
        "hashes": msgspec.to_builtins(sheet.hashes) | {"versions": dict(sheet.hashes.versions)},
    }


def _meter(line: MeterLine) -> dict[str, Any]:
    return {
        "meter": line.meter,
        "wager": line.wager,
        "table": line.table,
        "shows": decimal(Fraction(line.shows, DOLLAR)),
        "reset": decimal(Fraction(line.reset, DOLLAR)),
        "ev": figure_json(line.ev),
        "ev_without_jackpot": _some(line.without_jackpot),
        "break_even_meter": None if line.break_even is None else figure_json(writing.in_dollars(line.break_even)),
        "ev_with_empty_meter": figure_json(line.start),
        "ev_per_dollar": figure_json(line.slope),
    }


def _strategy(each: StrategyCost) -> dict[str, Any]:
    named = writing.strategy_json(each.strategy, each.reason)
    return named | {"ev": figure_json(each.ev), "cost": _some(each.cost)}


def _variation(variation: Variation) -> dict[str, Any]:
    return {
        "option": variation.option,
        "value": variation.value,
        "configured": variation.configured,
        "refused": variation.refused or None,
        "gone": list(variation.gone),
        "wagers": [
            {
                "wager": edge.wager,
                "table": edge.table,
                "ev": figure_json(edge.ev),
                "house_edge": figure_json(negate(edge.ev)),
                "change": _some(edge.change),
                "sd": figure_json(edge.deviation),
            }
            for edge in variation.edges
        ],
    }


def _results(result: LongRun) -> dict[str, Any]:
    return {
        "wager": result.spread.wager,
        "rounds": result.spread.rounds,
        "source": result.source,
        "mean": figure_json(result.mean),
        "sd": figure_json(result.deviation),
        "ahead": figure_json(result.ahead),
        "even": _some(result.even),
        "behind": figure_json(result.behind),
        "quantiles": {decimal(share): figure_json(value) for share, value in result.quantiles},
        "bars": [
            {"from": decimal(bar.low), "to": decimal(bar.high), "probability": figure_json(chance)}
            for bar, chance in result.bars
        ],
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "path": run.path,
        "strategy": run.strategy,
        "seed": run.seed,
        "rounds": run.rounds,
        "wagers": [_compared(wager) for wager in run.wagers],
    }


def _compared(wager: Compared) -> dict[str, Any]:
    chi = wager.chi
    return {
        "wager": wager.wager,
        "table": wager.table,
        "mean": figure_json(wager.mean),
        "expected": _some(wager.expected),
        "four_standard_errors": _float(wager.width),
        "z": None if wager.z is None else _float(wager.z),
        "z_judged": wager.judged,
        "chi_square": None
        if chi is None
        else {
            "by": wager.by,
            "statistic": None if chi.statistic is None else _float(chi.statistic),
            "freedom": chi.freedom,
            "p": _float(chi.p),
            "pooled": list(chi.pooled),
            "outcomes": [
                {"outcome": cell.name, "expected": _float(cell.expected), "observed": cell.observed}
                for cell in wager.cells
            ],
        },
        "contradictions": list(wager.contradictions),
    }


def _float(number: Fraction | Decimal) -> str:
    return decimal(number, FLOAT_DIGITS)


def _some(figure: Figure | None) -> dict[str, Any] | None:
    return None if figure is None else figure_json(figure)
