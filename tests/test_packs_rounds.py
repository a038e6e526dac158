"""The recorded round files of Pack's Poker are what their script writes, and show every line of every table."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from houseway.games.packs.rules import LISTED, pay_tables
from houseway.rounds import read_file
from houseway.settling import settle

ROOT = Path(__file__).parent.parent
ROUNDS = ROOT / "tests" / "rounds" / "packs"
TABLES = [(option, letter) for option in LISTED for letter in pay_tables("for")[option]]


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("packs_rounds", ROOT / "scripts" / "packs_rounds.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_those_the_script_records() -> None:
    for name, text in script().files():
        assert (ROUNDS / name).read_text(encoding="utf-8") == text, name


def test_there_are_46_tables() -> None:
    assert len(TABLES) == 46


@pytest.mark.parametrize(("option", "letter"), TABLES)
def test_every_line_of_a_table_is_paid_in_its_files(option: str, letter: str) -> None:
    files = [path for path in ROUNDS.glob(f"{option}_{letter}*.round") if path.stem.split("_")[-1] in _ends(letter)]
    paid = {payoff.line for path in files for payoff in settle(read_file(path)).payoffs}
    assert paid == {*pay_tables("for")[option][letter].lines, None}


def _ends(letter: str) -> tuple[str, ...]:
    return (letter, "high", "low")
