"""The clause registers are complete, and what they name exists."""

import ast
import re
import tomllib
from functools import cache
from importlib import import_module, resources
from pathlib import Path

import pytest

from houseway.games import NAMES
from houseway.rulebook import Clause, register, rulings

TESTS = Path(__file__).parent
EVERY_CLAUSE = [(game, clause) for game in NAMES for clause in register(game).values()]
IDS = [f"{game} {clause.id}" for game, clause in EVERY_CLAUSE]


@pytest.mark.parametrize("game", NAMES)
def test_no_clause_of_the_source_is_missing(game: str) -> None:
    listed = (TESTS / "clauses" / f"{game}.txt").read_text().split("\n")
    assert list(register(game)) == [line for line in listed if line]


@pytest.mark.parametrize(("game", "clause"), EVERY_CLAUSE, ids=IDS)
def test_what_a_clause_names_exists(game: str, clause: Clause) -> None:
    assert clause.honoured or clause.reason, "neither honoured nor excused"
    missing = [name for name in clause.honoured if not exists(game, name)]
    assert missing == []
    assert [name for name in clause.rulings if name not in rulings()] == []
    assert 10 <= len(clause.summary) <= 600


@pytest.mark.parametrize(("game", "clause"), EVERY_CLAUSE, ids=IDS)
def test_a_rule_has_a_round_file_or_a_test(game: str, clause: Clause) -> None:
    if clause.kind == "rule":
        assert [name for name in clause.honoured if name.endswith(".round") or "::" in name]


def test_every_ruling_is_taken_by_a_clause() -> None:
    taken = {name for _, clause in EVERY_CLAUSE for name in clause.rulings}
    assert sorted(set(rulings()) - taken - {"G7", "P11"}) == []


def test_a_round_file_that_a_clause_names_is_settled_by_that_game() -> None:
    for game, clause in EVERY_CLAUSE:
        for name in clause.honoured:
            if name.endswith(".round"):
                assert name.startswith(f"rounds/{game}/"), (game, clause.id, name)


@pytest.mark.parametrize("game", NAMES)
def test_the_readme_of_a_game_lists_its_own_rulings(game: str) -> None:
    readme = resources.files(f"houseway.games.{game}").joinpath("README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (H[A-Z]\d+) \| (.*?) \| (.*) \|$", readme.replace("**", ""), re.MULTILINE)
    own = [(r.id, r.question, r.ruling) for r in rulings().values() if r.game == game and r.id.startswith("H")]
    assert own
    assert listed == own


def exists(game: str, name: str) -> bool:
    """Does the function, test, file or layout element of this name exist?"""
    if "#" in name:
        return name.partition("#")[2] in layout_elements(game)
    if "::" in name:
        path, _, test = name.partition("::")
        return test in functions(TESTS.parent / path)
    if name.endswith(".round"):
        return (TESTS / name).is_file()
    return is_attribute(name if name.startswith("houseway.") else f"houseway.games.{game}.{name}")


@cache
def functions(path: Path) -> frozenset[str]:
    if not path.is_file():
        return frozenset()
    return frozenset(node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef))


@cache
def is_attribute(dotted: str) -> bool:
    module, _, rest = dotted.rpartition(".")
    chain = [rest]
    while module:
        try:
            found: object = import_module(module)
        except ModuleNotFoundError:
            module, _, rest = module.rpartition(".")
            chain.insert(0, rest)
            continue
        for name in chain:
            if not hasattr(found, name) and name not in getattr(found, "__struct_fields__", ()):
                return False
            found = getattr(found, name, None)
        return True
    return False


@cache
def layout_elements(game: str) -> frozenset[str]:
    text = resources.files(f"houseway.games.{game}").joinpath("layout.toml").read_text(encoding="utf-8")
    layout = tomllib.loads(text)
    named = [element["name"] for kind in ("area", "inscription") for element in layout.get(kind, ())]
    return frozenset([*named, *layout["table"]])
