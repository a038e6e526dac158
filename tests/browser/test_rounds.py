"""A whole round of every game, as a person against bots: on a large screen in a light room, a small one in a dark."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.driving import Visit, Visits
from browser.looking import ROOMS, SIZES, assert_nothing_overlaps, assert_well_made
from browser.playing import TABLE, Player
from browser.salon import Salon
from houseway import games
from houseway.money import DOLLAR

CLAUSE = re.compile(r"\d+\.\d+|[A-Z]+\d+")
MOST_BYTES = 300_000  # compressed, without the cards, which come one by one as they are dealt


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games.NAMES)
def test_a_person_plays_a_round_against_bots(salon: Salon, comes: Visits, game: str, size: str) -> None:
    width, height = SIZES[size]
    player = Player(comes(width=width, height=height), salon.table(game))
    player.page.emulate_media(color_scheme=ROOMS[size], reduced_motion="reduce")
    weighed = Weighed(player.visit)
    player.comes_in()
    player.adds_bots(2)
    player.wagers()
    look(player, f"{game}-betting-{size}")
    if player.deals() == "deciding":
        look(player, f"{game}-deciding-{size}")
        assert_nothing_overlaps(player.page)
    player.plays()
    look(player, f"{game}-result-{size}")
    assert_nothing_overlaps(player.page)
    assert_result_is_told(player)
    player.next_round(salon)
    assert player.page.evaluate(f"{TABLE}.felt.cards.size") <= 3, "hands of the last round lie about"
    weighed.told(game)
    assert 0 < weighed.rest < MOST_BYTES


@pytest.mark.parametrize("size", [(360, 740), (1280, 800), (1920, 1080)])
def test_nine_results_are_seen_at_a_glance(salon: Salon, comes: Visits, size: tuple[int, int]) -> None:
    player = Player(comes(width=size[0], height=size[1]), salon.table("packs"))
    player.comes_in()
    bets = player.page.evaluate(f"{TABLE}.view.sign.offers.map(({{ wager }}) => wager)")
    player.wagers(*bets)
    assert player.deals() == "result"
    expect(player.dock.locator("ul li")).to_have_count(9)
    player.visit.photographed(f"packs-nine-{size[0]}x{size[1]}")
    assert player.dock.evaluate("dock => dock.scrollHeight <= dock.clientHeight")
    assert player.dock.locator("ul li").evaluate_all("lines => lines.every((li) => li.scrollWidth <= li.clientWidth)")
    for line in player.dock.locator("ul li").all():
        assert CLAUSE.search(line.inner_text())
        assert re.search(r"[+−]\$\d|pushes", line.inner_text())
        assert len((line.get_attribute("title") or "").split("·")[0]) > len("One Pair")  # why, in words


def test_what_is_turned_over_is_seen_and_told_though_nothing_moves(salon: Salon, comes: Visits) -> None:
    """The packs' cards (43.10(d)): they are gone before the result, and lie open where they lay while it is read."""
    player = Player(comes(), salon.table("packs"))
    player.comes_in()
    player.wagers("pack_1", "pack_2", "pack_3")
    assert player.deals() == "result"
    for pack in (1, 2, 3):
        ids = player.page.evaluate(f"area => {TABLE}.felt.at(area).map(({{ id }}) => id)", f"pack/{pack}")
        assert len(ids) == 2
        for each in ids:
            expect(player.page.locator(f"hw-felt [data-card='{each}'] img.face")).to_be_visible()
        told = re.compile(rf"Pack {pack} turned over: \S+ \S+\.")
        expect(player.page.locator("hw-log ol")).to_contain_text(told)
        expect(player.page.locator("hw-log [role=log]")).to_contain_text(told)
    player.next_round(salon)
    assert player.hand("pack/1") == []


class Weighed:
    """What comes over the line from now on, as it is compressed; but for the lobby, where all tests have tables."""

    def __init__(self, visit: Visit) -> None:
        self.cards = self.rest = 0
        self._asked: dict[str, str] = {}
        network = visit.context.new_cdp_session(visit.page)
        network.on("Network.responseReceived", self._answered)
        network.on("Network.loadingFinished", self._came)
        network.send("Network.enable")

    def told(self, game: str) -> None:
        print(f"{game}: {self.rest:,} bytes, and {self.cards:,} of cards")

    def _answered(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["response"]["url"]

    def _came(self, event: dict[str, Any]) -> None:
        asked = self._asked.get(event["requestId"], "")
        if "/cards/" in asked:
            self.cards += event["encodedDataLength"]
        elif not asked.endswith("/api/tables"):
            self.rest += event["encodedDataLength"]


def look(player: Player, name: str) -> None:
    """Whatever is shown is well made, and says that the money is play money."""
    player.visit.photographed(name)
    assert_well_made(player.visit)
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
        assert (line.get_attribute("title") or "").endswith(f"Clause {payoff['clause']}")
        assert CLAUSE.search(line.inner_text())
    won = player.dock.locator(".big").inner_text()
    net = nets[name]
    assert won.startswith("You won" if net > 0 else "You lost" if net else "Neither")
    assert round(float(re.sub(r"[^\d.]", "", won) or "0") * DOLLAR) == abs(net)
