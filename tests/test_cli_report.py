"""houseway report: what it writes and says, and one clear line for what cannot be made."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import msgspec
import pytest

from houseway import games
from houseway.cli import main
from houseway.odds.report.chi_square import compare
from houseway.odds.report.sheet import Plan, gather
from houseway.returns import Asked

BAD = {
    "another format": (["report", "lucky8s", "-o", "sheet.doc"], "one of .pdf .html .md .csv .json"),
    "no format": (["report", "lucky8s", "-o", "sheet"], "one of .pdf"),
    "no file": (["report", "lucky8s"], "Missing option '-o'"),
    "a folder that is not there": (["report", "lucky8s", "-o", "not/there.pdf"], "cannot be written"),
    "a folder": (["report", "lucky8s", "-o", "folder.pdf"], "cannot be written"),
    "no game": (["report", "-o", "a.md"], "name one game"),
    "not a game": (["report", "bridge", "-o", "a.md"], "no game 'bridge'"),
    "a forbidden option": (["report", "lucky8s", "--rules", "bonus_table=6", "-o", "a.md"], "[50.6(n)]"),
    "no such strategy": (["report", "lucky8s", "--strategy", "reckless", "-o", "a.md"], "no strategy 'reckless'"),
    "no rounds": (["report", "lucky8s", "--rounds", "0", "-o", "a.md"], "at least 1"),
    "no day": (["report", "lucky8s", "--date", "yesterday", "-o", "a.md"], "a day like"),
    "no decks here": (["report", "lucky8s", "--decks", "6", "-o", "a.md"], "no option 'decks'"),
}


class Done(NamedTuple):
    code: int
    out: str
    err: str


def test_the_command_writes_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    done = run(["report", "lucky8s", "-o", str(path), "--rounds", "600", "--date", "2026-01-31"])
    shape = json.loads(path.read_text())
    assert done == Done(0, f"{path}: Lucky 8's, configuration {shape['configuration'][:12]}, confirmed in part\n", "")
    assert shape["date"] == "2026-01-31"
    assert shape["command"] == (
        "houseway report lucky8s --stake 1 --strategy optimal --seed houseway --rounds 600 --date 2026-01-31 -o FILE"
    )


def test_the_command_fails_where_the_simulation_contradicts(tmp_path: Path) -> None:
    sheet = gather(Plan(game="lucky8s", asked=Asked(rules=games.load("lucky8s").rules()), rounds=600, workers=1))
    (kernel, procedure) = sheet.runs
    moved = [
        msgspec.structs.replace(cell, observed=100 * (place == 0)) for place, cell in enumerate(kernel.wagers[0].cells)
    ]
    wrong = msgspec.structs.replace(kernel.wagers[0], chi=compare(moved))
    failing = msgspec.structs.replace(sheet, runs=(msgspec.structs.replace(kernel, wagers=(wrong,)), procedure))
    with mock.patch("houseway.odds.report.sheet.gather", return_value=failing):
        done = run(["report", "lucky8s", "-o", str(tmp_path / "a.md")])
    assert done.code == 3
    assert done.out.endswith(", contradicted\n")
    assert b"CONTRADICTED" in (tmp_path / "a.md").read_bytes()


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_made_gets_one_clear_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    words, told = BAD[name]
    done = run(words)
    assert done.code == 2, done
    assert done.out == ""
    assert told in done.err
    assert len(done.err.splitlines()) == 1 or done.err.startswith("Usage:")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]


@pytest.mark.parametrize(("suffix", "package"), [("pdf", "typst"), ("html", "jinja2"), ("pdf", "matplotlib")])
def test_a_missing_library_is_named_with_the_way_to_get_it(suffix: str, package: str, tmp_path: Path) -> None:
    with mock.patch.dict(sys.modules, {package: None}):
        done = run(["report", "lucky8s", "-o", str(tmp_path / f"a.{suffix}")])
    assert done.code == 2
    assert done.err == f"houseway: this needs {package}: pip install 'houseway[report]'\n"


def run(words: list[str]) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.object(sys, "argv", ["houseway", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leave:
            return Done(int(leave.code or 0), out.getvalue(), err.getvalue())
    return Done(0, out.getvalue(), err.getvalue())
