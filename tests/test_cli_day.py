"""houseway day tells the whole day of every game's table, and the same day again from the same seed."""

import pytest
from click.testing import CliRunner

from houseway.cli import houseway
from houseway.games import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_a_day_is_told_from_opening_to_closing(game: str) -> None:
    told = CliRunner().invoke(houseway, ["day", game, "--seed", "8", "--rounds", "3"])
    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert "is received" in lines[0]
    assert "The table is closed" in lines[-1]
    assert any("floorperson: verifies" in line for line in lines)
    assert {number for number in (1, 2, 3) if any(f"round {number}:" in line for line in lines)} == {1, 2, 3}
    assert all(len(line) < 250 for line in lines)
    assert CliRunner().invoke(houseway, ["day", game, "--seed", "8", "--rounds", "3"]).output == told.output


def test_cards_stay_where_their_time_is_not_over() -> None:
    short = CliRunner().invoke(houseway, ["day", "packs", "--hours", "7"]).output
    long = CliRunner().invoke(houseway, ["day", "packs", "--hours", "8"]).output
    assert "its time is over" not in short
    assert "its time is over [69E-1.18(g)2]" in long
