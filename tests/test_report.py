"""A report: the same bytes each time, the same figures in every format, each with its basis, and a true check."""

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import msgspec
import pytest

from houseway import games
from houseway.cli import main
from houseway.figures import Estimated, subtract
from houseway.odds import loading
from houseway.odds.report import as_csv, as_html, as_json, as_markdown, as_pdf, hashes, meters
from houseway.odds.report.configured import configured
from houseway.odds.report.document import Listing, Picture, Section, Words
from houseway.odds.report.sections import document
from houseway.odds.report.sheet import Plan, Sheet, gather
from houseway.returns import Asked
from houseway.rulebook import rulings
from report_reading import SECTIONS, Page, check_figures, check_sheet

ROOT = Path(__file__).parent.parent
OPTIONS = ("bonus_table=5", "folded_bonus=lost")
ROUNDS = 600
AGAIN = f"""
import sys
sys.path.insert(0, "tests")
from test_report import made, lucky8s
for suffix, text in made(lucky8s({OPTIONS!r})).items():
    open(sys.argv[1] + suffix, "wb").write(text)
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def lucky8s(options: tuple[str, ...]) -> Sheet:
    asked = Asked(rules=games.load("lucky8s").rules.read(options))
    return gather(Plan(game="lucky8s", asked=asked, rounds=ROUNDS, workers=1))


def made(sheet: Sheet) -> dict[str, bytes]:
    """A sheet in all formats."""
    shown = document(sheet)
    return {
        ".pdf": as_pdf.write(shown),
        ".html": as_html.write(shown),
        ".md": as_markdown.write(shown),
        ".csv": as_csv.write(sheet),
        ".json": as_json.write(sheet),
    }


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lucky8s(OPTIONS)


@pytest.fixture(scope="module")
def formats(sheet: Sheet) -> dict[str, bytes]:
    return made(sheet)


def test_the_same_table_gives_the_same_bytes_in_another_process(formats: dict[str, bytes], tmp_path: Path) -> None:
    elsewhere = os.environ | {"PYTHONHASHSEED": "8", "TZ": "Pacific/Auckland", "SOURCE_DATE_EPOCH": "1234567890"}
    path = str(tmp_path / "again")
    subprocess.run([sys.executable, "-c", AGAIN, path], cwd=ROOT, env=elsewhere, check=True)
    for suffix, text in formats.items():
        assert Path(path + suffix).read_bytes() == text, suffix


def test_another_game_has_its_sheet_too_and_a_meter_counts_for_tables_that_are_not_in_force() -> None:
    asked = Asked(rules=games.load("packs").rules(), meters={"five_card": 316_132_00})
    sheet = gather(Plan(game="packs", asked=asked, rounds=2 * ROUNDS))
    check_sheet(sheet)
    assert [wager.wager for wager in sheet.wagers] == ["pack", "five_card", "seven_card"]
    evs = {(wager.wager, wager.table): wager.ev for wager in sheet.tables}
    assert abs(evs["five_card_progressive", "A"].value) < Fraction(1, 10**9)  # the amount at which this table is even
    found = {(each.option, each.value): each for each in sheet.sensitivity}
    assert found["five_card_progressive", "A"].gone == ("five_card",)
    assert [edge.change for edge in found["five_card_progressive", "A"].edges] == [None]


@pytest.mark.long
@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_has_a_sheet_that_its_simulation_does_not_contradict(game: str) -> None:
    sheet = gather(Plan(game=game, asked=Asked(rules=games.load(game).rules())))
    check_sheet(sheet)
    assert all(made(sheet).values())
    if game == "lunar":
        ante = sheet.checks[0]
        assert (ante.wager, ante.check) == ("ante", "confirmed in part")
        assert re.match(r"optimal play of the ante was not simulated: its edge is estimated from", ante.left_out[0])


def test_sections_come_in_the_order_of_a_laboratory(sheet: Sheet, formats: dict[str, bytes]) -> None:
    assert [section.title for section in document(sheet).sections] == SECTIONS
    page, text = formats[".html"].decode(), formats[".md"].decode()
    assert re.findall(r"^## \d+ (.*)$", text, re.MULTILINE) == SECTIONS
    assert re.findall(r'<h2><span class="number">\d+</span> (.*?)</h2>', page) == SECTIONS


def test_json_has_the_shapes_of_the_odds(formats: dict[str, bytes]) -> None:
    shape = json.loads(formats[".json"])
    odds = json.loads(run(["odds", "lucky8s", "--json", "--rules", " ".join(OPTIONS)]).out)
    checks = [wager.pop("check") for wager in shape["wagers"]]
    assert {key: shape[key] for key in ("game", "rules", "strategy", "stake", "wagers", "facts")} == odds
    assert [check.keys() for check in checks] == 2 * [{"check", "compared", "left_out", "rounds"}]
    every = json.loads(run(["odds", "lucky8s", "--json", "--all-tables", "--rules", " ".join(OPTIONS)]).out)
    assert shape["tables"] == every["wagers"]
    strategy = json.loads(run(["strategy", "lucky8s", "--json", "--rules", " ".join(OPTIONS)]).out)
    assert {key: shape[key] for key in ("charts", "rules_of_thumb")} == {
        key: strategy[key] for key in ("charts", "rules_of_thumb")
    }
    assert shape["differing"] == {"bonus_table": "5", "folded_bonus": "lost"}
    assert not re.search(rb'": -?\d+\.\d', formats[".json"])  # numbers are texts, counts are integers
    check_figures(shape)
    assert {rule["strategy"] for rule in shape["rules_of_thumb"]} >= {"optimal", "never_fold"}
    costs = {rule["strategy"]: rule["cost"] for rule in shape["rules_of_thumb"] if rule["strategy"]}
    for each in shape["strategies"]:  # one name has one number
        assert each["cost"] == costs.get(each["strategy"], each["cost"])


def test_csv_has_the_figures_of_the_json_in_tidy_rows(formats: dict[str, bytes]) -> None:
    rows = list(csv.DictReader(io.StringIO(formats[".csv"].decode())))
    known = ["basis", "fraction", "digits", "low", "high", "sampled", "n"]
    assert list(rows[0]) == ["section", "wager", "table", "line", "figure", "value", *known]
    values = {tuple(row.values())[:5]: row["value"] for row in rows}
    figures = {
        tuple(row.values())[:5]: {key: row[key] for key in ("value", *known) if row[key]}
        for row in rows
        if row["basis"]
    }
    for wager in json.loads(formats[".json"])["wagers"]:
        place = "wagers", wager["wager"], wager["table"] or ""
        for figure in ("ev", "house_edge", "sd", "hit_frequency", "element_of_risk", "average_total_wager"):
            assert figures[*place, "", figure] == {key: str(part) for key, part in wager[figure].items()}
        for line in wager["lines"]:
            assert values[*place, line["line"], "combinations"] == str(line["combinations"])
            assert figures[*place, line["line"], "probability"] == line["probability"]
    assert values["options", "", "", "bonus_table", "value"] == "5"
    assert values["simulation by kernel", "", "", "", "rounds"] == str(ROUNDS)


def test_people_read_the_rules_the_rulings_and_the_edge(sheet: Sheet, formats: dict[str, bytes]) -> None:
    text, page = formats[".md"].decode(), formats[".html"].decode()
    in_force = [ruling.id for ruling in rulings().values() if ruling.game in ("all", "lucky8s")]
    assert in_force == re.findall(r"^\| (H?[GL]\d+) \|", text, re.MULTILINE)
    assert in_force == re.findall(r">(H?[GL]\d+)</td>", page)
    edge = f"{float(100 * sheet.wagers[0].house_edge.value):.4f}%"
    for told in ("● changed", edge, "volatility index is 1.645 standard deviations", sheet.hashes.total):
        assert told in text
        assert told in page
    assert "pictures are in the PDF and HTML formats" in text


def test_the_page_asks_for_nothing_else(formats: dict[str, bytes]) -> None:
    page = Page()
    page.feed(formats[".html"].decode())
    page.close()
    assert page.open == []
    assert page.addresses
    assert [address for address in page.addresses if not address.startswith("#")] == []
    assert {address[1:] for address in page.addresses} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert "script" not in page.tags
    assert not re.search(r"https?://|@import|url\((?!#)", formats[".html"].decode())
    assert "prefers-color-scheme: dark" in formats[".html"].decode()
    assert page.pictures == formats[".html"].count(b"<svg ") >= 5


def test_the_pdf_is_tagged_archived_and_without_a_clock(formats: dict[str, bytes]) -> None:
    pdf = formats[".pdf"]
    assert pdf.startswith(b"%PDF-1.7")
    assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf
    assert b"<pdfaid:part>2</pdfaid:part>" in pdf
    assert set(re.findall(rb"D:(\d{8})", pdf)) == {b"19700101"}


def test_a_date_is_printed_if_it_is_given(sheet: Sheet) -> None:
    dated = document(msgspec.structs.replace(sheet, date="2026-01-31"))
    assert b"2026-01-31" in as_markdown.write(dated)
    assert set(re.findall(rb"D:(\d{8})", as_pdf.write(dated))) == {b"20260131"}


def test_tables_are_whole_and_pictures_can_be_told(sheet: Sheet) -> None:
    def blocks(section: Section) -> list[Any]:
        return [*section.blocks, *(block for part in section.sections for block in blocks(part))]

    every = [block for section in document(sheet).sections for block in blocks(section)]
    for block in every:
        if isinstance(block, Listing):
            assert block.title
            assert {len(row) for row in block.rows} == {len(block.columns)}
        if isinstance(block, Picture):
            assert len(block.alt) > 40
    names = [block.name for block in every if isinstance(block, Picture)]
    assert names == ["edges-bonus", "chart-1", "chart-2", "results-100", "results-10000"]


def test_one_option_is_changed_at_a_time(sheet: Sheet) -> None:
    found = {(each.option, each.value): each for each in sheet.sensitivity}
    assert found["bonus_table", "5"].configured
    assert found["folded_bonus", "lost"].configured
    for table in "1234":
        (edge,) = found["bonus_table", table].edges
        (other,) = [wager for wager in sheet.tables if (wager.wager, wager.table) == ("bonus", table)]
        assert (edge.wager, edge.table, edge.ev) == ("bonus", table, other.ev)
        assert edge.change == subtract(other.ev, sheet.wagers[1].ev)
    (stays,) = found["folded_bonus", "stays"].edges
    assert stays.change is not None
    assert stays.change.value > 0


def test_a_progressive_is_a_line_in_its_meter() -> None:
    game, odds = games.load("packs"), loading.load("packs")
    asked = Asked(rules=game.rules.read(["five_card_progressive=A"]), meters={"five_card": 20_000_00})
    (line,) = meters.lines(game, odds, asked)
    assert (line.meter, line.wager, line.shows, line.reset) == (
        "five_card",
        "five_card_progressive",
        20_000_00,
        5_000_00,
    )
    assert line.at(line.shows) == line.ev.value
    assert line.break_even is not None
    assert abs(line.at(line.break_even.value)) < line.slope.value
    assert [ev.value for amount, ev in line.points if amount > line.shows] == [
        line.at(amount) for amount, _ in line.points if amount > line.shows
    ]
    assert line.points[0] == (0, line.without_jackpot)


def test_every_format_names_a_contradicted_wager(sheet: Sheet) -> None:
    told = contradicted(sheet)
    assert (sheet.check, told.check) == ("confirmed in part", "contradicted")
    assert (
        "**✗ CONTRADICTED by simulation: the rounds differ from the odds of ante by"
        in as_markdown.write(document(told)).decode()
    )
    assert 'class="check bad">✗ CONTRADICTED' in as_html.write(document(told)).decode()
    shape = json.loads(as_json.write(told))
    assert (shape["check"], shape["wagers"][0]["check"]["check"]) == ("contradicted", "contradicted")
    assert "5.00 standard errors away" in shape["wagers"][0]["check"]["compared"][0]
    assert "checks,ante,,,check,contradicted," in as_csv.write(told).decode()


def test_an_estimate_has_its_interval_in_every_format(sheet: Sheet) -> None:
    """2,600 positions of which the edge is -0.7437% with a standard error of 0.0028%."""
    ev = Estimated(Fraction(-7437, 10**6), Fraction(28, 10**6), "positions", 2600)
    ante = msgspec.structs.replace(sheet.wagers[0], ev=ev)
    told = msgspec.structs.replace(sheet, wagers=(ante, *sheet.wagers[1:]))
    for made_of in (as_markdown.write, as_html.write):
        text = made_of(document(told)).decode()
        assert "0.7437% ± 0.0055%, estimated from 2,600 positions (± is the 95% interval)" in text
        assert "optimal play of the ante was not simulated: its edge is estimated from 2,600 positions" in text
        assert "0.743700" not in text
    figure = json.loads(as_json.write(told))["wagers"][0]["house_edge"]
    assert {key: figure[key] for key in ("basis", "sampled", "n")} == {
        "basis": "estimated",
        "sampled": "positions",
        "n": 2600,
    }
    assert (round(float(figure["low"]), 6), round(float(figure["high"]), 6)) == (0.007382, 0.007492)
    row = f"wagers,ante,,,house_edge,{figure['value']},estimated,,,{figure['low']},{figure['high']},positions,2600\n"
    assert row in as_csv.write(told).decode()


def test_nothing_is_green_but_what_is_confirmed(sheet: Sheet) -> None:
    """600 rounds confirm in part, and an infinite shoe is compared with nothing."""
    part = document(sheet)
    none = document(msgspec.structs.replace(sheet, runs=()))
    assert [block.tone for block in part.head if isinstance(block, Words)] == ["part"]
    assert [block.tone for block in none.head if isinstance(block, Words)] == ["open"]
    for shown in (part, none):
        page = as_html.write(shown).decode()
        assert 'class="check good"' not in page
        for colour in re.findall(r"#([0-9a-f]{6})\b", page.partition("</style>")[2]):
            red, green, blue = (int(colour[place : place + 2], 16) for place in (0, 2, 4))
            assert green <= max(red, blue), colour
    whole = msgspec.structs.replace(sheet, wagers=(), runs=())
    assert whole.check == "not compared"


def contradicted(sheet: Sheet) -> Sheet:
    """The sheet with a mean of its Antes that lies five standard errors away."""
    kernel, procedure = sheet.runs
    ante = kernel.wagers[0]
    assert isinstance(ante.mean, Estimated)
    far = msgspec.structs.replace(ante.mean, value=sheet.wagers[0].ev.value + 5 * ante.mean.stderr)
    wrong = msgspec.structs.replace(ante, mean=far)
    failing = msgspec.structs.replace(kernel, wagers=(wrong, *kernel.wagers[1:]))
    return msgspec.structs.replace(sheet, runs=(failing, procedure))


def test_a_handful_of_rounds_is_compared_with_nothing() -> None:
    asked = Asked(rules=games.load("lucky8s").rules())
    found = gather(Plan(game="lucky8s", asked=asked, rounds=3, workers=1))
    assert found.check == "not compared"
    assert "**Not compared with a simulation" in as_markdown.write(document(found)).decode()


def test_hashes_are_of_the_files_that_count(sheet: Sheet) -> None:
    found = sheet.hashes
    names = [each.name for each in found.code]
    assert {"houseway.games.lucky8s.odds", "houseway.games.lucky8s.kernel", "houseway.returns"} <= set(names)
    assert not [name for name in names if "lunar" in name or "terminal" in name]
    lines = ""
    for module in found.code:
        path = ROOT / "src" / module.name.replace(".", "/")
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert module.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
        lines += f"{module.sha256}  {module.name}\n"
    for data in found.data:
        assert data.sha256 == hashlib.sha256((ROOT / "src/houseway" / data.name).read_bytes()).hexdigest()
        lines += f"{data.sha256}  {data.name}\n"
    assert found.total == hashlib.sha256(lines.encode()).hexdigest()
    assert "games/lucky8s/paytables.toml" in [data.name for data in found.data]
    assert dict(found.versions).keys() == {"python", "houseway", "numpy", "numba"}


def test_a_module_counts_if_it_is_reached_through_others() -> None:
    assert "houseway.poker" in hashes.reached(["houseway.games.packs"])
    assert "houseway.poker" not in hashes.reached(["houseway.games.lucky8s"])


def test_the_configuration_has_a_name_of_its_own(sheet: Sheet) -> None:
    game, odds = games.load("lucky8s"), loading.load("lucky8s")
    asked = [
        Asked(rules=game.rules.read(options), strategy="optimal")
        for options in ((), reversed(OPTIONS), ("bonus_table=5",))
    ]
    names = [configured(game, odds, each).hash for each in asked]
    assert names[1] == sheet.table.hash
    assert len(set(names)) == 3
    dearer = msgspec.structs.replace(asked[1], stake=500)
    assert configured(game, odds, dearer).hash not in names


def run(words: list[str]) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.object(sys, "argv", ["houseway", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leave:
            return Done(int(leave.code or 0), out.getvalue(), err.getvalue())
    return Done(0, out.getvalue(), err.getvalue())
