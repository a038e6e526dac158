"""Pictures of a sheet, as SVG: edges by pay table, a wager by its meter, strategy charts, results over many rounds.

The same picture is the same text on every run: no date, ids from a fixed salt, letters drawn as outlines of the font
that matplotlib brings along. Colours are of a small palette, so that a page can exchange them for its dark ones; none
says anything alone, and none is green, which a sheet keeps for what is confirmed. Floats are places on paper here.
"""

import io
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from math import exp, pi, sqrt
from textwrap import wrap
from typing import Any, Literal, ParamSpec

from houseway.figures import Figure, scale, write_figure
from houseway.money import DOLLAR
from houseway.odds.report.long_run import LongRun
from houseway.odds.report.meters import MeterLine
from houseway.returns import Chart

INK, MUTED, GRID, FILL, STRONG, LETTER = "#1c2430", "#5d6875", "#d4d9e0", "#7f9fc6", "#b4531f", "#101418"
CELLS = ("#a9c6ea", "#f2b8a6", "#f0dc94", "#d3b8e6", "#c9ced6", "#e6c3a0", "#f3c6dc", "#b9b3e8", "#e9d6b8", "#c7dcf2")
BLANK = "#eef0f3"
WIDTH = 6.5  # inches: what an A4 page has between its margins
SIZE = 8  # points
LETTERS = 0.068  # inches that a letter takes, about
ROW, LOW_ROW = 0.23, 0.19  # inches
MANY = 20  # rows, from which on they are lower
FEW = 20  # bars with their number on top; more stand too close

Given = ParamSpec("Given")


def picture(draws: Callable[Given, Any]) -> Callable[Given, str]:
    """A function that draws a figure as one that gives its SVG, whatever somebody's own settings are."""

    @wraps(draws)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> str:
        with _settings():
            return _svg(draws(*args, **kwargs))

    return drawn


@picture
def edges(tables: Sequence[tuple[str, Figure, bool]]) -> Any:
    """The house edge of a wager by pay table; the configured one has its name in parentheses."""
    names = [f"({name})" if configured else name for name, _, configured in tables]
    heights = [100 * float(edge.value) for _, edge, _ in tables]
    figure = _figure(2.6)
    axes = figure.add_subplot()
    bars = axes.bar(range(len(names)), heights, width=0.7, color=FILL)
    for bar, (_, _, configured) in zip(bars, tables, strict=True):
        if configured:
            bar.set_color(STRONG)
    if len(names) <= FEW:
        labels = [write_figure(scale(edge, 100), 2).partition(" ±")[0] for _, edge, _ in tables]
        axes.bar_label(bars, labels, padding=2, fontsize=SIZE - 2, color=INK)
    axes.set_xticks(range(len(names)), names, fontsize=SIZE - (len(names) > FEW))
    configured = any(configured for _, _, configured in tables)
    axes.set_xlabel("table, the configured one in parentheses" if configured else "table")
    axes.set_ylabel("house edge, %")
    axes.margins(x=0.02, y=0.12)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.grid(axis="y")
    return figure


@picture
def meter(line: MeterLine) -> Any:
    """The expectation of a wager by its meter, with the reset amount, what it shows, and where it is even."""
    figure = _figure(2.6)
    axes = figure.add_subplot()
    axes.plot(
        [amount / DOLLAR for amount, _ in line.points],
        [100 * float(ev.value) for _, ev in line.points],
        color=FILL,
        linewidth=2,
    )
    most = line.points[-1][0]
    marks = [("shows", line.shows, line.ev.value, "o")]
    if line.break_even is not None:
        marks.append(("even", int(line.break_even.value), Fraction(0), "D"))
    for word, amount, ev, marker in marks:
        height = 100 * float(ev)
        axes.plot([amount / DOLLAR], [height], marker=marker, color=STRONG, markersize=5)
        right = amount > most / 2
        axes.annotate(
            f"{word}: ${amount / DOLLAR:,.0f}" + (_signed(f", {height:+.2f}%") if ev else ""),
            (amount / DOLLAR, height),
            xytext=(-8 if right else 8, 6 if right else -12),
            textcoords="offset points",
            ha="right" if right else "left",
            fontsize=SIZE - 1,
            color=INK,
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xlabel(f"meter {line.meter}, $")
    axes.set_ylabel("expectation, %")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: _signed(f"{value:+g}") if value else "0")
    axes.margins(x=0.02, y=0.15)
    axes.grid()
    return figure


@picture
def chart(shown: Chart, marks: Sequence[str]) -> Any:
    """A strategy as coloured cells, each with its letter, and the legend below; `marks` are those of all charts."""
    label, cell, names = _columns(shown)
    row_height = ROW if len(shown.rows) <= MANY else LOW_ROW
    lines = _legend_lines(list(shown.legend.items()))
    top = 0.18 + 0.14 * max(name.count("\n") + 1 for name in names)
    height = top + row_height * len(shown.rows) + ROW * len(lines) + 0.2
    figure = _figure(height, None)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set(xlim=(0, WIDTH), ylim=(height, 0))
    left = (WIDTH - label - cell * len(names)) / 2 + label
    axes.text(left - 0.1, top - 0.07, shown.corner, ha="right", va="bottom", weight="bold")
    for place, name in enumerate(names):
        axes.text(left + (place + 0.5) * cell, top - 0.07, name, ha="center", va="bottom", weight="bold")
    colours = _colours(marks)
    for row, (name, cells) in enumerate(shown.rows):
        y = top + row_height * row
        axes.text(left - 0.1, y + row_height / 2, name, ha="right", va="center")
        for place, text in enumerate(cells):
            colour = colours.get(text, colours.get(text[:1], BLANK))
            axes.add_patch(_box(left + place * cell, y, cell, row_height, colour))
            axes.text(left + (place + 0.5) * cell, y + row_height / 2, text, ha="center", va="center", color=LETTER)
    for number, line in enumerate(lines):
        y = top + row_height * len(shown.rows) + ROW * number + 0.15
        for x, mark, words in line:
            axes.add_patch(_box(x, y, 0.26, 0.18, colours[mark]))
            axes.text(x + 0.13, y + 0.09, mark, ha="center", va="center", color=LETTER)
            axes.text(x + 0.34, y + 0.09, words, ha="left", va="center")
    return figure


@picture
def results(run: LongRun) -> Any:
    """The chances of a result, with the normal curve of the same mean and deviation and the quantiles."""
    figure = _figure(2.7)
    axes = figure.add_subplot()
    found = run.spread
    half = found.step / 2
    edges_ = [float(bar.low - half) for bar in found.bars] + [float(found.bars[-1].high + half)]
    density = [float(bar.chance / (bar.high - bar.low + found.step)) for bar in found.bars]
    axes.stairs(density, edges_, fill=True, color=FILL, label="result")
    mean, deviation = float(found.mean), float(found.sd)
    places = [edges_[0] + (edges_[-1] - edges_[0]) * number / 300 for number in range(301)]
    normal = [exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi)) for x in places]
    axes.plot(places, normal, color=INK, linewidth=0.9, linestyle="--", label="normal curve")
    for share, figure_at in run.quantiles:
        value = figure_at.value
        at = write_figure(figure_at, 2 if value % 1 else 0).partition(" ±")[0]
        axes.axvline(float(value), color=STRONG, linewidth=0.9)
        axes.annotate(
            _signed(f"{float(share):.0%}: {'+' if value > 0 else ''}{at}"),
            (float(value), 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -9),
            textcoords="offset points",
            fontsize=SIZE - 1,
            color=INK,
        )
    axes.axvline(0, ymax=0.88, color=INK, linewidth=0.8, linestyle=":")
    parts = (f"mean {write_figure(run.mean, 2)}", f"standard deviation {write_figure(run.deviation, 2)}")
    words = _signed(", ".join((*parts, f"ahead {write_figure(run.ahead, 2, percent=True)}")))
    axes.set_title(words, loc="right", fontsize=SIZE - 1, color=INK)
    axes.legend(loc="lower left", ncols=2, frameon=False, fontsize=SIZE - 1, bbox_to_anchor=(0, 1), borderaxespad=0.2)
    axes.set_xlabel(f"result after {found.rounds:,} rounds, units")
    axes.set_ylabel("probability per unit")
    axes.xaxis.set_major_formatter(lambda value, _: _signed(f"{value:+,g}") if value else "0")
    axes.margins(x=0)
    axes.set_ylim(0, max(*density, *normal) * 1.15)
    axes.grid(axis="y")
    return figure


def _figure(height: float, layout: Literal["constrained"] | None = "constrained") -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout=layout)
    if layout:
        figure.set_layout_engine(layout, h_pad=0.07, w_pad=0.06)
    return figure


def _svg(figure: Any) -> str:
    """The figure as SVG."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")), transparent=True)
    return out.getvalue()[out.getvalue().index("<svg") :]


def _settings() -> Any:
    """matplotlib as it comes, and ours on top."""
    import matplotlib

    ours = {
        "svg.hashsalt": "houseway",
        "svg.fonttype": "path",
        "font.family": "DejaVu Sans",
        "font.size": SIZE,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.linewidth": 0.6,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": GRID,
        "grid.linewidth": 0.5,
        "text.color": INK,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "patch.linewidth": 0.5,
    }
    settings: dict[Any, Any] = {**matplotlib.rcParamsDefault, **ours}
    return matplotlib.rc_context({key: value for key, value in settings.items() if not key.startswith("backend")})


def _box(x: float, y: float, wide: float, tall: float, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), wide, tall, facecolor=colour, edgecolor=MUTED, linewidth=0.4)


def _colours(marks: Sequence[str]) -> dict[str, str]:
    """A colour for each letter; a small letter beside its capital has the same, paler."""
    capitals = list(dict.fromkeys(mark if mark.upper() not in marks else mark.upper() for mark in marks))
    colours = {mark: CELLS[place % len(CELLS)] for place, mark in enumerate(capitals)}
    return {mark: colours[mark] if mark in colours else _paler(colours[mark.upper()]) for mark in marks}


def _paler(colour: str) -> str:
    return "#" + "".join(f"{(int(colour[place : place + 2], 16) + 255) // 2:02x}" for place in (1, 3, 5))


def _signed(words: str) -> str:
    """With the sign that is as wide as a plus."""
    return words.replace("-", "−")


def _columns(shown: Chart) -> tuple[float, float, list[str]]:
    """How wide the names of rows and a cell are, and the names of columns, broken into lines where they must be."""
    label = LETTERS * max(len(name) for name in (shown.corner, *(name for name, _ in shown.rows))) + 0.15
    texts = [*shown.columns, *(text for _, cells in shown.rows for text in cells)]
    wanted = max(0.42, LETTERS * max(map(len, texts)) + 0.14)
    cell = min(wanted, (WIDTH - label) / len(shown.columns))
    room = max(1, int((cell - 0.06) / LETTERS))
    return label, cell, ["\n".join(wrap(name, room)) or name for name in shown.columns]


def _legend_lines(legend: Sequence[tuple[str, str]]) -> list[list[tuple[float, str, str]]]:
    """Where the entries of a legend stand, as many in a line as there is room for."""
    lines: list[list[tuple[float, str, str]]] = [[]]
    x = 0.2
    for mark, words in legend:
        wide = 0.55 + LETTERS * len(words)
        if lines[-1] and x + wide > WIDTH:
            lines.append([])
            x = 0.2
        lines[-1].append((x, mark, words))
        x += wide
    return lines
