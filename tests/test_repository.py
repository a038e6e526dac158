"""The repository keeps its own rules: the map, the direction of imports, the size of files, the words it uses."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import NAMES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
LONGEST_FILE = 400
RUN_LONG_COUNTS = {("games", "houseway.odds.executors"), ("games", "houseway.odds.simulation")}
MAP_COLUMN = 35  # in the map of ARCHITECTURE.md: names stand before it
SAME_FILES = {
    *("README.md", "clauses.toml", "howto.toml", "layout.toml"),
    *("__init__.py", "day.py", "hands.py", "irregularities.py", "round.py", "rules.py", "settle.py", "strategy.py"),
    *("odds.py", "kernel.py"),
}
OWN_FILES = {  # a notion that not all games have; players of Ultimate 8 play for pots, without pay tables
    "lucky8s": {"paytables.toml", "every_hand.py", "against_dealer.py"},
    "ultimate8": {
        *("betting.py", "contests.py", "discarding.py", "house_take.py", "kernel_patterns.py", "kernel_round.py"),
        *("pattern_counts.py", "played_tables.py", "standing.py"),
    },
    "blackjack": {
        *("paytables.toml", "accuracy.py", "boxes.py", "by_total.py", "charts.py", "compositions.py"),
        *(
            "confirmation.py",
            "facts.py",
            "kernel_box.py",
            "optimum.py",
            "playing.py",
            "recursion.py",
            "side_bets.py",
            "side_by_side.py",
        ),
        *("split_shares.py", "splitting.py"),
    },
    "lunar": {
        *("paytables.toml", "first_five.py", "stub.py", "choosing.py", "classes.py", "dealers.py", "electing.py"),
        *("ends.py", "estimate.py", "every_five.py", "every_hand.py", "forcing.py", "lines.py", "no_exchange.py"),
        *("paying.py", "position.py", "results.py", "sampling.py", "solution.py", "solving.py", "typical.py"),
        *("calibration.py", "end_shares.py", "plays.py"),
    },
    "packs": {
        *("paytables.toml", "lines.py", "no_pair.py", "pack_bet.py", "paying.py", "shared_five.py", "signatures.py"),
        *("stages.py", "three_packs.py", "whole_count.py"),
    },
}
FLOATING = {  # files without kernels in which a float is no money
    *("distribution", "long_run", "pictures"),  # chances of a convolution and their errors, places on paper
    *("accuracy", "boxes", "by_total", "optimum", "splitting"),  # blackjack's recursion
    "calibration",  # weights of Lunar's sample
}
CORE_BELOW = {
    "refusal": set[str](),
    "money": {"refusal"},
    "cards": {"refusal"},
    "poker": {"cards"},
    "shoe": {"cards", "refusal"},
    "paytable": {"money"},
    "meter": {"money"},
    "felt": {"cards", "meter", "money"},
    "asks": {"cards", "money"},
    "irregularity": {"refusal", "rules"},
    "table": {"asks", "cards", "felt", "irregularity", "meter", "money"},
    "driver": {"asks", "felt", "irregularity", "refusal", "table"},
    "day_clauses": {"irregularity"},
    "devices": {"day_clauses", "driver", "felt", "refusal", "rules", "table"},
    "day": {"asks", "cards", "day_clauses", "devices", "felt", "refusal", "shoe", "table"},
    "rules": {"money", "refusal"},
    "inscriptions": {"paytable", "rules"},
    "telling": {"asks", "cards", "felt", "money"},
}


def tracked(pattern: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", pattern], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


PYTHON = tracked("*.py")


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_small_and_finished(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= LONGEST_FILE
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text.replace("TODO|FIXME|XXX", ""))
    assert path.stem not in ("utils", "helpers", "helper", "manager", "common", "misc")


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_files_and_those_of_its_own_notions(game: str) -> None:
    found = {path.name for path in (SOURCE / "games" / game).iterdir() if path.is_file()}
    assert found == SAME_FILES | OWN_FILES[game]


def test_games_know_neither_each_other_nor_what_stands_on_them() -> None:
    for game in NAMES:
        for path in (SOURCE / "games" / game).glob("*.py"):
            for module in imported(path):
                inner = module.removeprefix("houseway.games.")
                assert inner == module or inner.split(".")[0] == game, (path, module)
                assert not module.startswith(("houseway.cli", "houseway.terminal", "houseway.house")), (path, module)


@pytest.mark.parametrize("name", CORE_BELOW)
def test_the_core_imports_only_what_stands_below(name: str) -> None:
    wanted = {f"houseway.{below}" for below in CORE_BELOW[name]}
    found = {module for module in imported(SOURCE / f"{name}.py") if module.startswith("houseway")}
    assert found <= wanted


@pytest.mark.parametrize("folder", ["", "house", "web"])
def test_the_map_names_every_module(folder: str) -> None:
    named = {name for _, stands, name in mapped() if stands == folder}
    found = {path.stem for path in (SOURCE / folder).glob("[a-z]*.py")}
    if folder:
        found |= {path.parent.name for path in (SOURCE / folder).glob("*/__init__.py")}
    assert found == (named if folder else named & found)


def test_a_line_of_the_map_imports_only_what_stands_in_it_or_above_it() -> None:
    place = {name: line for line, folder, name in mapped() if not folder}
    for path in SOURCE.rglob("*.py"):
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        for module in imported(path):
            if module.startswith("houseway.") and part != "__init__" and (part, module) not in RUN_LONG_COUNTS:
                assert place[module.split(".")[1]] <= place[part], (path, module)


def test_no_core_file_knows_a_game() -> None:
    knows = {"games", "rounds", "rulebook", "settling"}
    for path in SOURCE.glob("*.py"):
        if path.stem not in knows:
            assert [module for module in imported(path) if module.startswith("houseway.games")] == [], path


def test_money_is_never_a_float() -> None:
    for path in SOURCE.rglob("*.py"):
        if path.stem in FLOATING or b"@compiled" in path.read_bytes():
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)) or "terminal" in str(path), (
                path
            )
            assert not (isinstance(node, ast.Name) and node.id == "float") or "terminal" in str(path), path


def test_no_text_names_a_path_of_somebodys_machine() -> None:
    for pattern in ("*.py", "*.md", "*.toml", "Makefile", ".ci/run"):
        for path in tracked(pattern):
            if path != Path(__file__):
                assert not re.search(r"(?<![\w.])/(work|root|home|farm|tmp)/", path.read_text()), path


def imported(path: Path) -> list[str]:
    modules: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "houseway":
                modules += [f"houseway.{alias.name}" for alias in node.names]
            else:
                modules.append(node.module)
    return modules


def mapped() -> Iterator[tuple[int, str, str]]:
    """What stands in the left column of the map: its line, the folder that it is in, its name."""
    folder = ""
    for number, line in enumerate((ROOT / "ARCHITECTURE.md").read_text().split("```")[1].splitlines()):
        names = [name.split("/")[0] for name in line[:MAP_COLUMN].split()]
        if not line.startswith(" "):
            folder = names[0] if names else ""
            yield from ((number, "", name) for name in names)
        elif line.startswith("    "):  # two blanks stand before a heading
            yield from ((number, folder, name) for name in names)
