"""Sheets as their readers see them: the checks of every sheet, and the page as a browser reads it."""

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

from houseway.odds.report import as_csv, as_json, as_markdown
from houseway.odds.report.sections import document
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import show_percent
from houseway.odds.writing import basis_words

SECTIONS = [
    "The table",
    "Rulebook and rulings",
    "Method",
    "Summary of all wagers",
    "Return tables",
    "Pay tables",
    "Progressives",
    "Strategy and its cost",
    "Sensitivity to each option",
    "Further facts",
    "Results over many rounds",
    "Simulation",
    "Hashes",
]
KNOWN = {"exact": {"fraction"}, "computed": {"digits"}, "estimated": {"low", "high", "sampled", "n"}}
FIGURES = ("ev", "house_edge", "element_of_risk", "average_total_wager", "sd", "hit_frequency", "probability", "cost")


def check_sheet(sheet: Sheet) -> None:
    """Words, rows and shapes of a sheet say the same."""
    assert sheet.check in ("confirmed", "confirmed in part")
    text, rows = as_markdown.write(document(sheet)).decode(), as_csv.write(sheet).decode()
    assert re.findall(r"^## \d+ (.*)$", text, re.MULTILINE) == SECTIONS
    shape = json.loads(as_json.write(sheet))
    check_figures(shape)
    for wager, figures in zip(sheet.wagers, shape["wagers"], strict=True):
        ev = figures["ev"]
        assert f"{show_percent(wager.house_edge)}, {basis_words(wager.ev)}" in text
        assert f"wagers,{wager.wager},{wager.table or ''},,ev,{ev['value']},{ev['basis']}," in rows


def check_figures(shape: Any) -> None:
    """Every figure of a sheet's JSON says how it is known, and nothing says it in another way."""
    if isinstance(shape, list):
        for part in shape:
            check_figures(part)
    if not isinstance(shape, dict):
        return
    assert not shape.keys() & {"method", "rational", "stderr", "verdict", "ev_exact"}
    if "basis" in shape:
        assert shape.keys() == {"value", "basis"} | KNOWN[shape["basis"]]
        if shape["basis"] == "estimated":
            low, value, high = (Fraction(shape[key]) for key in ("low", "value", "high"))
            assert low <= value <= high
            assert low < high
    for name, part in shape.items():
        assert name not in FIGURES or part is None or "basis" in part, name
        check_figures(part)


class Page(HTMLParser):
    """The links of a page, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset")]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.pictures += given.get("role") == "img" and bool(given.get("aria-label"))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
