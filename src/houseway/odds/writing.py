"""Odds in writing: JSON for programs, tables for people.

For people ± is the 95% interval; the line, or the note below a table, says so.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from houseway.figures import Computed, Estimated, Exact, Figure, figure_json, scale, write_figure
from houseway.money import DOLLAR
from houseway.returns import BEST_KNOWN, Chart, ChoiceOdds, Facts, LineOdds, RuleCost, WagerOdds

PLACES, PERCENT_PLACES = 6, 4  # decimals that people are shown
INTERVAL = "± is the 95% interval"


def wager_json(wager: WagerOdds) -> dict[str, Any]:
    """One wager for programs: every figure says how it is known."""
    shape: dict[str, Any] = {
        "wager": wager.wager,
        "table": wager.table,
        **strategy_json(wager.strategy, wager.reason),
        "ev": figure_json(wager.ev),
        "house_edge": figure_json(wager.house_edge),
        "element_of_risk": figure_json(wager.element_of_risk),
        "average_total_wager": figure_json(wager.wagered),
        "sd": figure_json(wager.deviation),
        "hit_frequency": figure_json(wager.hit_frequency),
        "lines": [line_json(line) for line in wager.lines],
    }
    if wager.ev_without_jackpot is not None:
        meter = wager.break_even_meter
        shape["ev_without_jackpot"] = figure_json(wager.ev_without_jackpot)
        shape["break_even_meter"] = None if meter is None else figure_json(in_dollars(meter))
    return shape | {"notes": list(wager.notes)}


def strategy_json(strategy: str | None, reason: str) -> dict[str, Any]:
    """The name of a play; if it is only the best known one, also the reason."""
    return {"strategy": strategy} | ({"reason": reason} if reason else {})


def line_json(line: LineOdds) -> dict[str, Any]:
    played = isinstance(line.probability, Estimated) and line.probability.sampled == "rounds"
    return {
        "line": line.line,
        "rounds" if played else "combinations": line.combinations,
        "probability": figure_json(line.probability),
        "pays": line.pays,
        "net": figure_json(line.net),
        "contribution": figure_json(line.contribution),
    }


def choices_json(choices: Sequence[ChoiceOdds]) -> dict[str, Any]:
    """The choices of a position for programs, best first."""
    return {
        "options": [{"action": choice.action, "ev": figure_json(choice.ev)} for choice in choices],
        "best": choices[0].action,
    }


def facts_json(facts: Facts) -> dict[str, Any]:
    """A table of facts: a cell is a text or a figure."""
    return {
        "title": facts.title,
        "columns": list(facts.columns),
        "rows": [[cell if isinstance(cell, str) else figure_json(cell) for cell in row] for row in facts.rows],
        "note": facts.note,
    }


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
        "strategy": rule.strategy,
        "ev": figure_json(rule.ev),
        "cost": figure_json(rule.cost),
    }


def show_wager(console: Console, wager: WagerOdds) -> None:
    """One wager for people: its figures in a line or two, then its return table."""
    table = f", table {wager.table}" if wager.table else ""
    strategy = f", {wager.strategy}" if wager.strategy else ""
    console.print(f"[bold]{wager.wager}[/]{table}{strategy} ({basis_words(wager.ev)})", highlight=False)
    for words in figures(wager):
        console.print(f"  {words}", highlight=False, soft_wrap=True)
    for note in wager.notes:
        console.print(Padding(note, (0, 0, 0, 2), expand=False), highlight=False)
    if not wager.lines:
        return
    listed = Table(box=None, padding=(0, 1), pad_edge=False)
    counted = any(line.combinations is not None for line in wager.lines)
    played = any(isinstance(line.probability, Estimated) for line in wager.lines)
    counts = ["rounds" if played else "combinations"] if counted else []
    for name in ("line", *counts, "probability", "pays", "contribution"):
        listed.add_column(name, justify="left" if name in ("line", "pays") else "right", no_wrap=name != "line")
    for line in wager.lines:
        count = [] if not counted else [f"{line.combinations:,}" if line.combinations is not None else ""]
        listed.add_row(line.line, *count, write_figure(line.probability, 8), line.pays, write_figure(line.contribution))
    console.print(Padding(listed, (0, 0, 1, 2), expand=False))


def figures(wager: WagerOdds) -> Iterator[str]:
    """What there is to say of a wager, in words and numbers."""
    yield (
        f"house edge {percent(wager.house_edge)}, element of risk {percent(wager.element_of_risk)}, "
        f"average total wager {write_figure(wager.wagered)}"
    )
    yield f"standard deviation {write_figure(wager.deviation)}, ends ahead {percent(wager.hit_frequency)}"
    if wager.ev_without_jackpot is not None:
        meter = wager.break_even_meter
        even = "no meter breaks even" if meter is None else f"the meter breaks even at {dollars_up(meter)}"
        yield f"without the jackpot {percent(wager.ev_without_jackpot)}; {even}"
    if wager.strategy == BEST_KNOWN:
        yield f"{BEST_KNOWN}: {wager.reason}"
    if any(isinstance(figure, Estimated) for figure in every_figure(wager)):
        yield INTERVAL


def every_figure(wager: WagerOdds) -> Iterator[Figure]:
    """All figures of a wager that people see."""
    yield from (wager.ev, wager.element_of_risk, wager.wagered, wager.deviation, wager.hit_frequency)
    yield from (figure for figure in (wager.ev_without_jackpot, wager.break_even_meter) if figure is not None)
    for line in wager.lines:
        yield from (line.probability, line.net, line.contribution)


def basis_words(figure: Figure) -> str:
    """The basis of a figure, in a few words."""
    if isinstance(figure, Exact):
        return "exact"
    if isinstance(figure, Computed):
        return f"computed, {figure.digits} digits"
    return f"estimated from {figure.n:,} {figure.sampled}"


def show_choices(console: Console, choices: Sequence[ChoiceOdds]) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("")
    table.add_column("expectation", justify="right")
    table.add_column("")
    for place, choice in enumerate(choices):
        action = f"[bold]{choice.action}[/]" if place == 0 else choice.action
        table.add_row(action, write_figure(choice.ev, 8), basis_words(choice.ev))
    console.print(table)
    _show_interval(console, [choice.ev for choice in choices])


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
    for name in ("rule", "edge", "costs"):
        table.add_column(name, justify="left" if name == "rule" else "right")
    for rule in rules:
        words = f"{rule.strategy}: {rule.words}" if rule.strategy else rule.words
        table.add_row(words, percent(scale(rule.ev, -1)), percent(rule.cost))
    console.print(table)
    _show_interval(console, [figure for rule in rules for figure in (rule.ev, rule.cost)])
    console.print()


def show_facts(console: Console, facts: Facts) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False, title=facts.title, title_justify="left", title_style="bold")
    for place, name in enumerate(facts.columns):
        table.add_column(name, justify="right" if place else "left")
    for row in fact_cells(facts):
        table.add_row(*row)
    console.print(table)
    if facts.note:
        console.print(Padding(facts.note, (0, 0, 0, 2), expand=False), highlight=False)
    _show_interval(console, [cell for row in facts.rows for cell in row if not isinstance(cell, str)])
    console.print()


def fact_cells(facts: Facts) -> Iterator[tuple[str, ...]]:
    """The rows of a table of facts as people read them."""

    def written(place: int, cell: str | Figure) -> str:
        if isinstance(cell, str):
            return cell
        return write_figure(cell, facts.places, percent=place in facts.percents)

    for row in facts.rows:
        yield tuple(written(place, cell) for place, cell in enumerate(row))


def percent(figure: Figure) -> str:
    return write_figure(figure, PERCENT_PLACES, percent=True)


def in_dollars(cents: Figure) -> Figure:
    return scale(cents, Fraction(1, DOLLAR))


def dollars_up(cents: Figure) -> str:
    """An amount, rounded up to a dollar; an estimate has its interval instead."""
    if isinstance(cents, Estimated):
        return f"${write_figure(in_dollars(cents), 2)}"
    return f"${-int(-cents.value // DOLLAR):,}"


def _show_interval(console: Console, shown: Sequence[Figure]) -> None:
    """Explain ± if an estimate is shown."""
    if any(isinstance(figure, Estimated) for figure in shown):
        console.print(f"  {INTERVAL}", highlight=False)
