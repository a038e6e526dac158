"""Progressives, and how to play: strategies, charts, rules of thumb, and what each costs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.figures import decimal, negate, subtract
from houseway.money import DOLLAR, brief
from houseway.odds.report import pictures
from houseway.odds.report.document import Block, Kind, Picture, Section, Words, listing, named
from houseway.odds.report.meters import MeterLine
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import figure_percent, minus, percent, places
from houseway.returns import Chart


def progressives(sheet: Sheet) -> Section:
    """Every wager that grows with a meter."""
    if not sheet.meters:
        return Section("Progressives", (Words("This table has no progressive wager."),))
    words = (
        "The expectation of a progressive wager is a line in what the meter shows: it has a start, and each dollar on "
        "the meter adds as much. The odds were asked at many amounts of the meter, and all lie on the line."
    )
    if not all(line.straight for line in sheet.meters):
        words = (
            "The expectation of a progressive wager is made of straight pieces in what the meter shows, because a hand "
            "may be paid a better line than its share while the meter is low. Start and slope are those of the piece "
            "on which the meter stands."
        )
    parts = tuple(Section(named(line.wager, line.table), tuple(_meter(line))) for line in sheet.meters)
    return Section("Progressives", (Words(words),), parts)


def strategy(sheet: Sheet) -> Section:
    """How to play, and what it costs to play otherwise."""
    first = sheet.wagers[0].wager
    best = max((cost.ev for cost in sheet.strategies), key=lambda ev: ev.value)
    costs = listing(
        f"Strategies and the edge of {first}",
        (("strategy", "text"), ("house edge", "number"), ("costs", "number"), ("", "text")),
        (
            (
                cost.strategy,
                figure_percent(negate(cost.ev)),
                figure_percent(subtract(best, cost.ev)) if cost.ev != best else "",
                "● this sheet" if cost.strategy == sheet.table.strategy else "",
            )
            for cost in sheet.strategies
        ),
        note="What a strategy costs is how much more of each unit it loses than the best of these.",
        marked=[place for place, cost in enumerate(sheet.strategies) if cost.strategy == sheet.table.strategy],
    )
    marks = list(dict.fromkeys(mark for chart in sheet.charts for mark in chart.legend))
    charts = tuple(
        Section(chart.title, tuple(_chart(number, chart, marks))) for number, chart in enumerate(sheet.charts, 1)
    )
    thumb = (Section("Rules of thumb", tuple(_rules(sheet))),) if sheet.rules_of_thumb else ()
    none = () if charts or thumb else (Words("The player has no decision that a chart could show."),)
    return Section("Strategy and its cost", (costs, *none), (*charts, *thumb))


def _meter(line: MeterLine) -> Iterator[Block]:
    even = "no meter" if line.break_even is None else f"${places(line.break_even / DOLLAR, 2)}"
    without = "" if line.without_jackpot is None else percent(-line.without_jackpot)
    yield listing(
        f"{named(line.wager, line.table)} by the meter {line.meter}",
        (("figure", "text"), ("value", "number")),
        (
            ("the meter shows", f"${places(Fraction(line.shows, DOLLAR), 2)}"),
            ("its reset amount", f"${places(Fraction(line.reset, DOLLAR), 2)}"),
            ("house edge as it shows", percent(-line.ev)),
            *((("house edge without the jackpot", without),) if without else ()),
            ("start of the line", minus(decimal(line.start, 12))),
            ("what each $1,000 on the meter adds", minus(decimal(1000 * line.slope, 12))),
            ("the meter at which the wager is even", even),
        ),
    )
    yield Picture(
        f"meter-{line.wager}-{line.table or ''}",
        f"Expectation of {named(line.wager, line.table)} by the meter {line.meter}",
        f"A line that rises from {percent(line.points[0][1])} at an empty meter; it is {percent(line.ev)} at "
        f"${brief(line.shows)} and crosses zero at {even}.",
        lambda: pictures.meter(line),
    )


def _chart(number: int, chart: Chart, marks: Sequence[str]) -> Iterator[Block]:
    legend = "; ".join(f"{mark} {words}" for mark, words in chart.legend.items())
    yield Picture(
        f"chart-{number}",
        chart.title,
        f"Coloured cells with a letter for each action. {legend}. The table that follows has the same letters.",
        lambda: pictures.chart(chart, marks),
    )
    columns: list[tuple[str, Kind]] = [(chart.corner, "text"), *((name, "text") for name in chart.columns)]
    yield listing(f"{chart.title}, as text", columns, ((name, *cells) for name, cells in chart.rows), note=legend)


def _rules(sheet: Sheet) -> Iterator[Block]:
    yield listing(
        "Rules that a person can keep in mind",
        (("rule", "wide"), ("house edge", "number"), ("costs", "number")),
        ((rule.words, figure_percent(negate(rule.ev)), figure_percent(rule.cost)) for rule in sheet.rules_of_thumb),
        note="What a rule costs is what is lost by it beside the best play, for each unit of the first wager.",
    )
