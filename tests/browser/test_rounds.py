"""A whole round of every game, as a person against bots: on a large screen in a light room, a small one in a dark."""

import re

import pytest
from playwright.sync_api import expect

from browser.driving import Visits
from browser.looking import scrolls_sideways, small_targets
from browser.playing import SIZES, TABLE, Player
from browser.salon import Salon
from houseway import games
from houseway.money import DOLLAR

CLAUSE = re.compile(r"\d+\.\d+|[A-Z]+\d+")
ROOMS = {"1920x1080": "light", "360x740": "dark"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games.NAMES)
def test_a_person_plays_a_round_against_bots(salon: Salon, comes: Visits, game: str, size: str) -> None:
    width, height = SIZES[size]
    player = Player(comes(width=width, height=height), salon.table(game))
    player.page.emulate_media(color_scheme=ROOMS[size], reduced_motion="reduce")  # type: ignore[arg-type]
    player.comes_in()
    player.adds_bots(2)
    player.wagers()
    assert_well_made(player, f"{game}-betting-{size}")
    if player.deals() == "deciding":
        assert_well_made(player, f"{game}-deciding-{size}")
    player.plays()
    assert_well_made(player, f"{game}-result-{size}")
    assert_result_is_told(player)
    player.next_round(salon)
    assert player.page.evaluate(f"{TABLE}.felt.cards.size") <= 3, "hands of the last round lie about"


def assert_well_made(player: Player, name: str) -> None:
    """It fits the screen, can be touched, and shuts nobody out; and it says that the money is play money."""
    player.visit.photographed(name)
    assert not scrolls_sideways(player.page)
    small = small_targets(player.page)
    assert not small, small
    assert player.visit.serious() == []
    expect(player.page.get_by_text("Play money", exact=True)).to_be_visible()


def assert_result_is_told(player: Player) -> None:
    """What became of each of his wagers, with its clause; they add up to what the round brought."""
    lines = player.dock.locator("ul li")
    expect(lines.first).to_be_visible()
    nets: dict[str, int] = player.page.evaluate(f"{TABLE}.view.result.nets")
    name: str = player.page.evaluate(f"{TABLE}.mine.name")
    payoffs = [each for each in player.page.evaluate(f"{TABLE}.view.result.payoffs") if each["seat"] == player.seat]
    assert lines.count() == len(payoffs)
    assert sum(each["net"] for each in payoffs) == nets[name]
    for line, payoff in zip(lines.all(), payoffs, strict=True):
        assert line.get_attribute("title") == f"Clause {payoff['clause']}"
        assert CLAUSE.search(line.inner_text())
    won = player.dock.locator(".big").inner_text()
    net = nets[name]
    assert won.startswith("You won" if net > 0 else "You lost" if net else "Neither")
    assert round(float(re.sub(r"[^\d.]", "", won) or "0") * DOLLAR) == abs(net)
