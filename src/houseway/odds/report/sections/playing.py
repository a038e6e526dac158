"""Progressives, and how to play: strategies, charts, rules of thumb, and what each costs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.figures import negate, scale
from houseway.money import DOLLAR, brief
from houseway.odds.report import pictures
from houseway.odds.report.document import Block, Kind, Picture, Section, Words, listing, named
from houseway.odds.report.meters import MeterLine
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import (
    INTERVALS,
    bases,
    places,
    sentence,
    show,
    show_change,
    show_dollars,
    show_percent,
)
from houseway.odds.writing import basis_words
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
    costs = listing(
        f"Strategies and the edge of {first}",
        (("strategy", "text"), ("house edge", "number"), ("costs", "number"), ("basis", "text"), ("", "text")),
        (
            (
                cost.strategy,
                show_percent(negate(cost.ev)),
                "" if cost.cost is None else show_change(cost.cost),
                basis_words(cost.ev),
                "● this sheet" if cost.strategy == sheet.table.strategy else "",
            )
            for cost in sheet.strategies
        ),
        note=" ".join(_notes(sheet)),
        marked=[place for place, cost in enumerate(sheet.strategies) if cost.strategy == sheet.table.strategy],
    )
    marks = list(dict.fromkeys(mark for chart in sheet.charts for mark in chart.legend))
    charts = tuple(
        Section(chart.title, tuple(_chart(number, chart, marks))) for number, chart in enumerate(sheet.charts, 1)
    )
    thumb = (Section("Rules of thumb", tuple(_rules(sheet))),) if sheet.rules_of_thumb else ()
    none = () if charts or thumb else (Words("The player has no decision that a chart could show."),)
    return Section("Strategy and its cost", (costs, *none), (*charts, *thumb))


def _notes(sheet: Sheet) -> Iterator[str]:
    if all(cost.cost is None for cost in sheet.strategies):
        yield "The edge is that of a table where all play alike; it does not say which play is better."
    else:
        yield "The cost of a strategy is its loss compared with the best of these, for each unit."
    yield INTERVALS
    yield from (f"{cost.strategy}: {sentence(cost.reason)}" for cost in sheet.strategies if cost.reason)


def _meter(line: MeterLine) -> Iterator[Block]:
    even = "no meter" if line.break_even is None else f"${show_dollars(line.break_even)}"
    without = "" if line.without_jackpot is None else show_percent(negate(line.without_jackpot))
    yield listing(
        f"{named(line.wager, line.table)} by the meter {line.meter}",
        (("figure", "text"), ("value", "number")),
        (
            ("the meter shows", f"${places(Fraction(line.shows, DOLLAR), 2)}"),
            ("its reset amount", f"${places(Fraction(line.reset, DOLLAR), 2)}"),
            ("house edge as it shows", show_percent(negate(line.ev))),
            *((("house edge without the jackpot", without),) if without else ()),
            ("start of the line", show(line.start, 12)),
            ("what each $1,000 on the meter adds", show(scale(line.slope, 1000), 12)),
            ("the meter at which the wager is even", even),
            ("basis", bases([line.ev, line.start, line.slope])),
        ),
    )
    yield Picture(
        f"meter-{line.wager}-{line.table or ''}",
        f"Expectation of {named(line.wager, line.table)} by the meter {line.meter}",
        f"A line that rises from {show_percent(line.points[0][1])} at an empty meter; it is {show_percent(line.ev)} at "
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
        (
            ("rule", "wide"),
            ("strategy", "text"),
            ("house edge", "number"),
            ("costs", "number"),
            ("basis", "text"),
        ),
        (
            (
                rule.words,
                rule.strategy or "",
                show_percent(negate(rule.ev)),
                show_change(rule.cost),
                bases([rule.ev, rule.cost]),
            )
            for rule in sheet.rules_of_thumb
        ),
        note="The cost of a rule is its loss compared with the best play, for each unit of the first wager. "
        + INTERVALS,
    )
