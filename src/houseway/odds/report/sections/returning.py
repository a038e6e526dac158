"""How the figures were found, what every wager returns, and what it would return under each pay table."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.figures import Computed, Estimated, Exact, Figure, Z, add, negate, root, scale, stderr_of
from houseway.odds.report import pictures
from houseway.odds.report.document import Block, Listing, Picture, Section, Terms, Words, fitting, listing, named
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import (
    INTERVALS,
    basis_word,
    column,
    minus,
    places,
    sentence,
    show,
    show_all,
    show_dollars,
    show_one_in,
    show_percent,
)
from houseway.odds.writing import basis_words
from houseway.returns import WagerOdds

VOLATILITY = Fraction(1645, 1000)  # standard deviations: 90% of results
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LONGEST_LINE = 42  # characters
LONGEST_FRACTION = 70  # characters


def method(sheet: Sheet) -> Section:
    """The basis of each wager's edge."""
    words = (
        "Exact: every case was counted; a probability is a quotient of two integers, and a number is rounded only "
        "for printing. Computed: floating arithmetic, printed with the digits that are right. Estimated: a "
        "sample or a simulation; such a figure has its 95% interval after ±, and no more digits than that allows. A "
        "figure that is calculated from others has the weakest of their bases."
    )
    listed = listing(
        "Basis of each wager's edge",
        (("wager", "text"), ("table", "text"), ("basis", "text"), ("strategy", "text"), ("what was counted", "wide")),
        (
            (wager.wager, wager.table or "", basis_words(wager.ev), wager.strategy or "", _counted(wager))
            for wager in sheet.wagers
        ),
    )
    notes = [(named(wager.wager, wager.table), sentence(note)) for wager in sheet.wagers for note in wager.notes]
    noted = [listing("Notes", (("wager", "text"), ("note", "wide")), notes)] if notes else []
    return Section("Method", (Words(words), listed, *noted))


def summary(sheet: Sheet) -> Section:
    """All wagers side by side."""
    words = (
        "All figures are for each unit of the wager; those of the main wager count everything that is won or lost on "
        "further wagers of the round. The house edge is the expectation with its sign changed; the element of risk is "
        "the edge for each unit of all that is wagered; the hit frequency is how often a wager ends ahead (a push is "
        "no hit); the volatility index is 1.645 standard deviations (90%). " + INTERVALS
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
            ("basis of the edge", "text"),
        ),
        (_figures(wager) for wager in sheet.wagers),
    )
    intervals = listing(
        "Return, and where it lies with 95% after so many rounds",
        (("wager", "text"), ("table", "text"), ("return", "number"), *((f"{rounds:,}", "number") for rounds in ROUNDS)),
        (_intervals(wager) for wager in sheet.wagers),
        note="The return is one unit and the expectation. The intervals are the return ± 1.96 standard deviations over "
        "the root of the number of rounds, and wider where the return itself is an estimate. Where a rare great prize "
        "makes much of the deviation, the results of "
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
    if isinstance(wager.ev, Estimated):
        return f"a sample: {wager.ev.n:,} {wager.ev.sampled}"
    if isinstance(wager.ev, Computed):
        return f"every case, by recursion in floating arithmetic that is right to {wager.ev.digits} digits"
    counts = [line.combinations for line in wager.lines]
    if counts and None not in counts:
        return f"{sum(filter(None, counts)):,} combinations, in integers"
    return "every case, in integers and fractions"


def _figures(wager: WagerOdds) -> tuple[str, ...]:
    return (
        wager.wager,
        wager.table or "",
        show_percent(wager.house_edge),
        show_percent(wager.element_of_risk),
        show(wager.deviation, 5),
        show(scale(wager.deviation, VOLATILITY), 5),
        show_percent(wager.hit_frequency),
        show(wager.wagered, 5),
        basis_word(wager.ev),
    )


def _intervals(wager: WagerOdds) -> tuple[str, ...]:
    def cell(rounds: int) -> str:
        error = root(wager.deviation.value**2 / rounds + stderr_of(wager.ev) ** 2)
        low, high = (1 + wager.ev.value + sign * Z * Fraction(error) for sign in (-1, 1))
        return f"{places(100 * low, 2)} to {places(100 * high, 2)}%"

    returned = add(Exact(Fraction(1)), wager.ev)
    return wager.wager, wager.table or "", show_percent(returned, 2), *map(cell, ROUNDS)


def _terms(wager: WagerOdds) -> Iterator[tuple[str, str]]:
    yield "Expectation", show_all(wager.ev)
    fraction = f"{wager.ev.value.numerator}/{wager.ev.value.denominator}"
    if isinstance(wager.ev, Exact) and len(fraction) <= LONGEST_FRACTION:
        yield "Exactly", minus(fraction)
    yield "Standard deviation", show_all(wager.deviation)
    interval = " (± is the 95% interval)" if isinstance(wager.ev, Estimated) else ""
    yield "Basis of the expectation", f"{basis_words(wager.ev)}{interval}"
    if wager.strategy:
        yield "Strategy", f"{wager.strategy}. {wager.reason}" if wager.reason else wager.strategy


def _lines(wager: WagerOdds) -> Listing:
    """A return table: every line, and what they come to together."""
    rows = [
        (
            line.line,
            "" if line.combinations is None else f"{line.combinations:,}",
            show(line.probability, 10),
            show_one_in(line.probability),
            line.pays,
            net,
            show(line.contribution, 8),
        )
        for line, net in zip(wager.lines, _nets([line.net for line in wager.lines]), strict=True)
    ]
    counts = [line.combinations for line in wager.lines]
    whole = f"{sum(filter(None, counts)):,}" if any(counts) else ""
    rows.append(("all", whole, places(Fraction(1), 10), "", "", "", show(wager.ev, 8)))
    mixed = any(line.square is not None and line.square.value != line.net.value**2 for line in wager.lines)
    estimated = any(isinstance(line.probability, Estimated) for line in wager.lines)
    return listing(
        f"Return table of {named(wager.wager, wager.table)}",
        (
            ("line", fitting((line.line for line in wager.lines), longest=LONGEST_LINE)),
            ("cases" if estimated else "combinations", "number"),
            ("probability", "number"),
            ("one in", "number"),
            ("pays", fitting((line.pays for line in wager.lines), "phrase")),
            ("mean net" if mixed else "net", "number"),
            ("contribution", "number"),
        ),
        rows,
        note=INTERVALS if estimated else "",
        total=True,
    )


def _nets(nets: Sequence[Figure]) -> list[str]:
    """The nets of a return table. Exact nets all have the decimals that the longest of them needs."""
    if any(isinstance(net, Estimated) for net in nets):
        return [show(net, 4) for net in nets]
    return column([net.value for net in nets])


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
            ("basis of the edge", "text"),
            ("", "text"),
        ),
        (
            (
                wager.table or "",
                show_percent(wager.house_edge),
                show(wager.deviation, 4),
                show_percent(wager.hit_frequency),
                "" if wager.ev_without_jackpot is None else show_percent(negate(wager.ev_without_jackpot)),
                "" if wager.break_even_meter is None else show_dollars(wager.break_even_meter),
                basis_word(wager.ev),
                "● configured" if place in marked else "",
            )
            for place, wager in enumerate(tables)
        ),
        note=INTERVALS if any(isinstance(wager.ev, Estimated) for wager in tables) else "",
        marked=marked,
    )
    edges = [(wager.table or "", wager.house_edge, place in marked) for place, wager in enumerate(tables)]
    best, worst = (most(edges, key=lambda edge: edge[1].value) for most in (min, max))
    yield Picture(
        f"edges-{name}",
        f"House edge of {name} by pay table",
        f"A bar for each pay table of {name}: the edge is least with table {best[0]} ({show_percent(best[1])}) and "
        f"most with table {worst[0]} ({show_percent(worst[1])}). The table above has the same numbers.",
        lambda: pictures.edges(edges),
    )
