"""Odds as they are written: the JSON that programs read, the tables that people read."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from houseway.figures import DIGITS, FLOAT_DIGITS, decimal, root
from houseway.money import DOLLAR
from houseway.returns import Chart, ChoiceOdds, Facts, LineOdds, RuleCost, WagerOdds

PLACES = 6  # decimals that people are shown


def wager_json(wager: WagerOdds) -> dict[str, Any]:
    """One wager for programs: every number is a text in plain decimals."""
    digits = DIGITS if wager.rational else FLOAT_DIGITS

    def text(number: Fraction) -> str:
        return decimal(number, digits)

    shape: dict[str, Any] = {
        "wager": wager.wager,
        "table": wager.table,
        "method": wager.method,
        "ev": text(wager.ev),
        "ev_exact": f"{wager.ev.numerator}/{wager.ev.denominator}" if wager.rational else None,
        "house_edge": text(wager.house_edge),
        "element_of_risk": text(wager.element_of_risk),
        "average_total_wager": text(wager.wagered),
        "sd": decimal(root(wager.variance), digits),
        "hit_frequency": text(wager.hit_frequency),
        "stderr": decimal(wager.stderr, FLOAT_DIGITS),
        "rounds": wager.rounds,
        "lines": [line_json(line, digits) for line in wager.lines],
    }
    if wager.ev_without_jackpot is not None:
        meter = wager.break_even_meter
        shape["ev_without_jackpot"] = text(wager.ev_without_jackpot)
        shape["break_even_meter"] = None if meter is None else decimal(Fraction(meter) / 100, digits)
    return shape | {"notes": list(wager.notes)}


def line_json(line: LineOdds, digits: int) -> dict[str, Any]:
    return {
        "line": line.line,
        "combinations": line.combinations,
        "probability": decimal(line.probability, digits),
        "pays": line.pays,
        "net": decimal(line.net, digits),
        "contribution": decimal(line.contribution, digits),
    }


def choices_json(choices: Sequence[ChoiceOdds]) -> dict[str, Any]:
    """The choices of a position for programs, best first."""
    return {
        "options": [
            {
                "action": choice.action,
                "ev": decimal(choice.ev, DIGITS if choice.rational else FLOAT_DIGITS),
                "ev_exact": f"{choice.ev.numerator}/{choice.ev.denominator}" if choice.rational else None,
                "stderr": "0",
            }
            for choice in choices
        ],
        "best": choices[0].action,
    }


def facts_json(facts: Facts) -> dict[str, Any]:
    return dict(msgspec.to_builtins(facts))


def chart_json(chart: Chart) -> dict[str, Any]:
    return {
        "title": chart.title,
        "columns": list(chart.columns),
        "rows": [{"row": name, "cells": list(cells)} for name, cells in chart.rows],
        "legend": dict(chart.legend),
    }


def rule_json(rule: RuleCost) -> dict[str, Any]:
    return {
        "rule": rule.words,
        "ev": decimal(rule.ev),
        "cost": decimal(rule.cost),
        "rounds": rule.rounds,
        "stderr": decimal(rule.stderr, FLOAT_DIGITS),
    }


def show_wager(console: Console, wager: WagerOdds) -> None:
    """One wager for people: its figures in a line or two, then its return table."""
    table = f", table {wager.table}" if wager.table else ""
    console.print(f"[bold]{wager.wager}[/]{table} ({wager.method})", highlight=False)
    for words in figures(wager):
        console.print(f"  {words}", highlight=False, soft_wrap=True)
    for note in wager.notes:
        console.print(Padding(note, (0, 0, 0, 2), expand=False), highlight=False)
    listed = Table(box=None, padding=(0, 1), pad_edge=False)
    counted = any(line.combinations is not None for line in wager.lines)
    played = wager.rounds and all(line.combinations is not None for line in wager.lines)
    counts = ["rounds" if played else "combinations"] if counted else []
    for name in ("line", *counts, "probability", "pays", "contribution"):
        listed.add_column(name, justify="left" if name in ("line", "pays") else "right", no_wrap=name != "line")
    for line in wager.lines:
        count = [] if not counted else [f"{line.combinations:,}" if line.combinations is not None else ""]
        listed.add_row(line.line, *count, shown(line.probability, 8), line.pays, shown(line.contribution))
    console.print(Padding(listed, (0, 0, 1, 2), expand=False))


def figures(wager: WagerOdds) -> Iterator[str]:
    """What there is to say of a wager, in words and numbers."""
    error = f" ± {decimal(100 * wager.stderr, 2)}% ({wager.rounds:,} rounds)" if wager.rounds else ""
    yield (
        f"house edge {percent(wager.house_edge)}{error}, element of risk {percent(wager.element_of_risk)}, "
        f"average total wager {shown(wager.wagered)}"
    )
    yield f"standard deviation {shown(Fraction(root(wager.variance)))}, ends ahead {percent(wager.hit_frequency)}"
    if wager.ev_without_jackpot is not None:
        meter = wager.break_even_meter
        even = "no meter breaks even" if meter is None else f"the meter breaks even at ${-int(-meter // DOLLAR):,}"
        yield f"without the jackpot {percent(wager.ev_without_jackpot)}; {even}"


def show_choices(console: Console, choices: Sequence[ChoiceOdds]) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("")
    table.add_column("expectation", justify="right")
    for place, choice in enumerate(choices):
        table.add_row(f"[bold]{choice.action}[/]" if place == 0 else choice.action, shown(choice.ev, 8))
    console.print(table)


def show_chart(console: Console, chart: Chart) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False, title=chart.title, title_justify="left", title_style="bold")
    table.add_column(chart.corner)
    for name in chart.columns:
        table.add_column(name, justify="center")
    for name, cells in chart.rows:
        table.add_row(name, *cells)
    console.print(table)
    if chart.legend:
        console.print("  " + ", ".join(f"{mark} {words}" for mark, words in chart.legend.items()), markup=False)
    console.print()


def show_rules(console: Console, rules: Sequence[RuleCost]) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False, title="Rules of thumb", title_justify="left")
    for name in ("rule", "edge", "costs", "±"):
        table.add_column(name, justify="left" if name == "rule" else "right")
    for rule in rules:
        error = f"{decimal(100 * rule.stderr, 2)}%" if rule.rounds else ""
        table.add_row(rule.words, percent(-rule.ev), percent(rule.cost), error)
    console.print(table)
    console.print()


def show_facts(console: Console, facts: Facts) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False, title=facts.title, title_justify="left", title_style="bold")
    for place, name in enumerate(facts.columns):
        table.add_column(name, justify="right" if place else "left")
    for row in facts.rows:
        table.add_row(*row)
    console.print(table)
    if facts.note:
        console.print(Padding(facts.note, (0, 0, 0, 2), expand=False), highlight=False)
    console.print()


def percent(number: Fraction) -> str:
    return f"{shown(100 * number, 4)}%"


def shown(number: Fraction, places: int = PLACES) -> str:
    """The number with so many decimals."""
    scaled = round(number * 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{abs(scaled) // 10**places}.{abs(scaled) % 10**places:0{places}d}"
