"""How the figures were found, what every wager returns, and what it would return under each pay table."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.figures import DIGITS, Estimated, Exact, decimal, negate, root, scale
from houseway.odds.report import pictures
from houseway.odds.report.document import Block, Listing, Picture, Section, Terms, Words, fitting, listing, named
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import (
    column,
    figure_percent,
    figure_places,
    minus,
    one_in,
    percent,
    places,
    sentence,
)
from houseway.odds.writing import basis_words
from houseway.returns import WagerOdds

VOLATILITY = Fraction(1645, 1000)  # standard deviations: 90% of results
INTERVAL = Fraction(196, 100)  # 95%
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LONGEST_LINE = 42  # characters
LONGEST_FRACTION = 70  # characters


def method(sheet: Sheet) -> Section:
    """What was counted and what was simulated, wager by wager."""
    exact = (
        "Exact means that every case was counted: a probability is a quotient of two integers, and a number is rounded "
        "only where it is printed. Simulated means that rounds were played with a seeded generator; such figures carry "
        "their standard error wherever they stand. No simulated figure is mixed into an exact one without being named."
    )
    listed = listing(
        "Method of each wager",
        (("wager", "text"), ("table", "text"), ("basis", "text"), ("what was counted", "wide")),
        ((wager.wager, wager.table or "", basis_words(wager.ev), _counted(wager)) for wager in sheet.wagers),
    )
    notes = [(named(wager.wager, wager.table), sentence(note)) for wager in sheet.wagers for note in wager.notes]
    noted = [listing("Notes", (("wager", "text"), ("note", "wide")), notes)] if notes else []
    return Section("Method", (Words(exact), listed, *noted))


def summary(sheet: Sheet) -> Section:
    """All wagers side by side."""
    words = (
        "All figures are for each unit of the wager; those of the main wager count everything that is won or lost on "
        "further wagers of the round. The house edge is the expectation with its sign changed; the element of risk is "
        "the edge for each unit of all that is wagered; the hit frequency is how often a wager ends ahead (a push is "
        f"no hit); the volatility index is {decimal(VOLATILITY)} standard deviations (90%)."
    )
    figures = listing(
        "Edge, risk, deviation, volatility",
        (
            ("wager", "text"),
            ("table", "text"),
            ("house edge", "number"),
            ("element of risk", "number"),
            ("std. deviation", "number"),
            ("volatility index", "number"),
            ("hit frequency", "number"),
            ("average total wager", "number"),
        ),
        (_figures(wager) for wager in sheet.wagers),
    )
    intervals = listing(
        "Return, and where it lies with 95% after so many rounds",
        (("wager", "text"), ("table", "text"), ("return", "number"), *((f"{rounds:,}", "number") for rounds in ROUNDS)),
        (_intervals(wager) for wager in sheet.wagers),
        note="The return is one unit and the expectation. The intervals are the return ± 1.96 standard deviations over "
        "the root of the number of rounds. Where a rare great prize makes much of the deviation, the results of "
        "few rounds are skew: mostly a little below the mean, seldom far above it.",
    )
    return Section("Summary of all wagers", (Words(words), figures, intervals))


def return_tables(sheet: Sheet) -> Section:
    """The return table of every wager of this table."""
    parts = tuple(
        Section(
            named(wager.wager, wager.table),
            (Terms(tuple(_terms(wager))), _lines(wager) if wager.lines else Words("It has no table of lines.")),
        )
        for wager in sheet.wagers
    )
    return Section("Return tables", (), parts)


def pay_tables(sheet: Sheet) -> Section:
    """Every pay table of every wager that has more than one."""
    by_wager: dict[str, list[WagerOdds]] = {}
    for wager in sheet.tables:
        by_wager.setdefault(wager.wager, []).append(wager)
    in_force = {(wager.wager, wager.table) for wager in sheet.wagers}
    parts = tuple(
        Section(name, tuple(_compared(name, tables, in_force))) for name, tables in by_wager.items() if len(tables) > 1
    )
    words = "What each wager would return under each of its tables, all else as configured."
    none = "No wager of this game has more than one table."
    return Section("Pay tables", (Words(words if parts else none),), parts)


def _counted(wager: WagerOdds) -> str:
    counts = [line.combinations for line in wager.lines]
    if not isinstance(wager.ev, Exact):
        return basis_words(wager.ev)
    if counts and None not in counts:
        return f"{sum(filter(None, counts)):,} combinations, in integers"
    return "every case, in integers and fractions"


def _figures(wager: WagerOdds) -> tuple[str, ...]:
    return (
        wager.wager,
        wager.table or "",
        figure_percent(wager.house_edge),
        figure_percent(wager.element_of_risk),
        figure_places(wager.deviation, 5),
        figure_places(scale(wager.deviation, VOLATILITY), 5),
        figure_percent(wager.hit_frequency),
        figure_places(wager.wagered, 5),
    )


def _intervals(wager: WagerOdds) -> tuple[str, ...]:
    deviation, ev = wager.deviation.value, wager.ev.value

    def cell(rounds: int) -> str:
        margin = INTERVAL * deviation / Fraction(root(Fraction(rounds)))
        return f"{places(100 * (1 + ev - margin), 2)} to {places(100 * (1 + ev + margin), 2)}%"

    return wager.wager, wager.table or "", percent(1 + ev, 2), *map(cell, ROUNDS)


def _terms(wager: WagerOdds) -> Iterator[tuple[str, str]]:
    yield "Expectation", figure_places(wager.ev, DIGITS)
    fraction = f"{wager.ev.value.numerator}/{wager.ev.value.denominator}"
    if isinstance(wager.ev, Exact) and len(fraction) <= LONGEST_FRACTION:
        yield "Exactly", minus(fraction)
    yield "Standard deviation", figure_places(wager.deviation, DIGITS)
    yield "Basis", basis_words(wager.ev)


def _lines(wager: WagerOdds) -> Listing:
    """A return table: every line, and what they come to together."""
    nets = column([line.net.value for line in wager.lines])
    rows = [
        (
            line.line,
            "" if line.combinations is None else f"{line.combinations:,}",
            figure_places(line.probability, 10),
            one_in(line.probability.value),
            line.pays,
            net,
            figure_places(line.contribution, 8),
        )
        for line, net in zip(wager.lines, nets, strict=True)
    ]
    counts = [line.combinations for line in wager.lines]
    whole = f"{sum(filter(None, counts)):,}" if any(counts) else ""
    chance = sum((line.probability.value for line in wager.lines), Fraction(0))
    together = sum((line.contribution.value for line in wager.lines), Fraction(0))
    rows.append(("all", whole, places(chance, 10), "", "", "", places(together, 8)))
    mixed = any(line.square is not None and line.square.value != line.net.value**2 for line in wager.lines)
    return listing(
        f"Return table of {named(wager.wager, wager.table)}",
        (
            ("line", fitting((line.line for line in wager.lines), longest=LONGEST_LINE)),
            (
                "rounds" if any(isinstance(line.probability, Estimated) for line in wager.lines) else "combinations",
                "number",
            ),
            ("probability", "number"),
            ("one in", "number"),
            ("pays", fitting((line.pays for line in wager.lines), "phrase")),
            ("mean net" if mixed else "net", "number"),
            ("contribution", "number"),
        ),
        rows,
        total=True,
    )


def _compared(name: str, tables: list[WagerOdds], in_force: set[tuple[str, str | None]]) -> Iterator[Block]:
    marked = [place for place, wager in enumerate(tables) if (name, wager.table) in in_force]
    yield listing(
        f"Pay tables of {name}",
        (
            ("table", "text"),
            ("house edge", "number"),
            ("std. deviation", "number"),
            ("hit frequency", "number"),
            ("without jackpot", "number"),
            ("even at meter ($)", "number"),
            ("", "text"),
        ),
        (
            (
                wager.table or "",
                figure_percent(wager.house_edge),
                figure_places(wager.deviation, 4),
                figure_percent(wager.hit_frequency),
                "" if wager.ev_without_jackpot is None else figure_percent(negate(wager.ev_without_jackpot)),
                "" if wager.break_even_meter is None else places(wager.break_even_meter.value / 100, 2),
                "● configured" if place in marked else "",
            )
            for place, wager in enumerate(tables)
        ),
        marked=marked,
    )
    edges = [(wager.table or "", wager.house_edge.value, place in marked) for place, wager in enumerate(tables)]
    best = min(edges, key=lambda edge: edge[1])
    worst = max(edges, key=lambda edge: edge[1])
    yield Picture(
        f"edges-{name}",
        f"House edge of {name} by pay table",
        f"A bar for each pay table of {name}: the edge is least with table {best[0]} ({percent(best[1])}) and most "
        f"with table {worst[0]} ({percent(worst[1])}). The table above has the same numbers.",
        lambda: pictures.edges(edges),
    )
