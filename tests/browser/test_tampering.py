"""Somebody between the house and the browser changes what is told: the fairness panel catches it, at the table."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.driving import Visits
from browser.playing import Player
from browser.salon import Salon

GOOD = "All is as it was published."
BAD = "Something differs: the cards are not those that were published."

Change = Callable[[str], str]


def other(text: str) -> str:
    """Another hash, or salt."""
    return f"{int(text, 16) ^ 1:0{len(text)}x}"


def another_seed(file: str) -> str:
    return re.sub("(?<=verify-shuffle )[0-9a-f]{64}", lambda found: other(found[0]), file)


def another_salt(file: str) -> str:
    return re.sub(r"(?m)(?<=^# opened)(.*?)([0-9a-f]{64})", lambda found: found[1] + other(found[2]), file, count=1)


def another_seal(file: str) -> str:
    return re.sub(r"(?m)(?<=^# sealed)(.*?)([0-9a-f]{64})", lambda found: found[1] + other(found[2]), file, count=1)


def between_files(page: Page, change: Change) -> None:
    def changed(route: Route) -> None:
        told = route.fetch().text()
        assert change(told) != told, "nothing was changed"
        route.fulfill(body=change(told), content_type="text/plain")

    page.route("**/file", changed)


def between_frames(page: Page) -> None:
    """Before the deal another hash is shown than the house has published."""

    def opened(line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        house.on_message(lambda frame: line.send(_with_other_commitment(frame)))
        line.on_message(house.send)

    page.route_web_socket("**/api/socket", opened)


def _with_other_commitment(frame: str | bytes) -> str:
    told = json.loads(frame)
    now = told["view"]["now"] if told["type"] == "table" else told.get("now")
    if now and now["shuffle"]["commitment"]:
        now["shuffle"]["commitment"] = other(now["shuffle"]["commitment"])
    return json.dumps(told)


def verdict(player: Player) -> None:
    """Play a round and verify it in the panel at the table."""
    player.comes_in()
    player.wagers()
    player.deals()
    player.plays()
    player.page.get_by_role("tab", name="Fairness").click()
    player.page.get_by_role("button", name="Verify").click()


@pytest.mark.parametrize("game", ["lunar", "ultimate8"])
def test_what_nobody_has_changed_is_verified(salon: Salon, comes: Visits, game: str) -> None:
    player = Player(comes(), salon.table(game))
    verdict(player)
    expect(player.page.get_by_text(GOOD)).to_be_visible()
    expect(player.page.locator("hw-check li.bad")).to_have_count(0)
    expect(player.page.locator("hw-check .deck span.dealt").first).to_be_visible()
    assert player.visit.serious() == []


@pytest.mark.parametrize(
    ("game", "change", "caught"),
    [
        ("lunar", another_seed, "The seed has the hash that was published"),
        ("ultimate8", another_salt, "Each open card"),
        ("ultimate8", another_seal, "published"),
    ],
)
def test_what_is_changed_in_the_file_is_caught(
    salon: Salon, comes: Visits, game: str, change: Change, caught: str
) -> None:
    player = Player(comes(), salon.table(game))
    between_files(player.page, change)
    verdict(player)
    expect(player.page.get_by_text(BAD)).to_be_visible()
    expect(player.page.locator("hw-check li.bad", has_text=caught).first).to_be_visible()


def test_another_hash_before_the_deal_is_caught(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    between_frames(player.page)
    verdict(player)
    expect(player.page.get_by_text(BAD)).to_be_visible()
    expect(player.page.locator("hw-check li.bad")).to_have_count(1)
    expect(player.page.locator("hw-check li.bad")).to_contain_text("published")
