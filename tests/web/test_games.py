"""What is told of a game: how to play it, what the floor can report, what each option may be."""

import pytest

from houseway import games, rulebook
from houseway.house.authorising import MATRIX, called
from houseway.irregularity import read_floor
from web.running import Served


@pytest.mark.parametrize("game", games.NAMES)
def test_how_to_play_names_clauses_that_exist(house: Served, game: str) -> None:
    howto = house.ask("GET", f"/api/games/{game}").json()["howto"]
    assert howto["aim"]
    lines = [line for part in howto["part"] for line in part["line"]]
    assert len(lines) >= 8
    assert {line["clause"] for line in lines} <= set(rulebook.register(game))


@pytest.mark.parametrize("game", games.NAMES)
def test_what_the_floor_can_report_is_what_it_understands(house: Served, game: str) -> None:
    told = house.ask("GET", f"/api/games/{game}").json()["irregularities"]
    kinds = games.load(game).irregularities
    commanded = {"voids the round", "seat {seat} is made to leave"}  # there are commands for these
    assert [each["words"] for each in told] == [kind.words for kind in kinds if kind.words not in commanded]
    for each in told:
        words = each["words"].format(seat=2, number=4, name="8c")
        found, _ = read_floor(words, kinds)
        assert found.clause
    assert any(each["dealing"] for each in told) or game == "blackjack"


@pytest.mark.parametrize("role", ["player", "floorperson", "supervisor", "auditor", "administrator"])
def test_everybody_is_told_what_he_may_do(house: Served, role: str) -> None:
    token = house.somebody(f"may_{role}", role)  # type: ignore[arg-type]
    may = house.ask("GET", "/api/me", token).json()["may"]
    assert set(may) == {called(deed) for deed, roles in MATRIX.items() if role in roles}
    assert ("validate" in may) == (role == "supervisor")
