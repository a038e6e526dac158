"""The replay viewer: step by step by key and slider, its link and its file; the list of one's rounds."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.driving import Visits
from houseway import games
from houseway.house.founding import FOUNDER
from web.running import Served
from web.test_cli import run


@pytest.mark.parametrize("game", games.NAMES)
def test_a_round_is_looked_at_again_step_by_step(house: Served, visit: Visits, game: str, tmp_path: Path) -> None:
    at = visit()
    if game == "ultimate8":
        floor = house.somebody("replayed_floor", "floorperson")
        bot = {"id": "b", "command": {"do": "add bot", "seat": 6, "reason": "a quiet table"}}
        house.ask("POST", "/api/tables/ultimate8-1/commands", floor, bot)
    at.play(f"{game}-1")
    page = at.go("rounds")
    page.get_by_role("link", name=re.compile("^Replay")).first.click()
    steps = page.locator("hw-replay ol li")
    expect(steps.first).to_be_visible()
    count = steps.count()
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(count))
    dealt = page.locator("hw-felt .card")
    before = dealt.count()
    page.keyboard.press("End")
    expect(page.locator("hw-replay li .now")).to_have_count(1)
    assert page.url.endswith(f"/{count}")
    for _ in range(count // 2):
        page.keyboard.press("ArrowLeft")
    assert page.url.endswith(f"/{count - count // 2}")
    assert dealt.count() > before
    shared = page.url
    shown = page.locator("hw-replay .controls .now").inner_text()
    page.goto("about:blank")
    page.goto(shared)
    expect(page.locator("hw-replay .controls .now")).to_have_text(shown)
    clauses = page.locator("hw-replay ol li .clause").all_inner_texts()
    assert len(clauses) == count
    assert all(clauses)
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download round file").click()
    loading.value.save_as(tmp_path / "a.round")
    number = shared.split("/")[-2]
    told = house.ask("GET", f"/api/tables/{game}-1/rounds/{number}/file", at.token).text
    assert (tmp_path / "a.round").read_text() == told
    assert_round_file_holds(tmp_path / "a.round", game)
    assert at.serious() == []


def assert_round_file_holds(path: Path, game: str) -> None:
    """It is what it says, plays to what was paid, and its cards are those of the shuffle."""
    assert path.read_text().startswith(f"# {game} at {game}-1, round ")
    assert run("settle", "--check", str(path))[0] == 0
    code, words = run("verify-shuffle", str(path))
    if game == "blackjack":  # a shoe that is dealt on keeps its seed
        assert code == 1
    else:
        assert code == 0
        assert "each has its place in the shuffle" in words or "each was opened as it was sealed" in words


def test_a_link_is_for_everybody_also_where_hands_stay_private(house: Served, visit: Visits) -> None:
    mine = visit()
    mine.play("lucky8s-1", seed=5)
    number = house.house.view("lucky8s-1", FOUNDER).now.number
    page = visit().go("replay", "lucky8s-1", number, 2)
    expect(page.locator("hw-replay .controls .now")).to_contain_text("No more bets")
    floor = house.somebody("linked_floor", "floorperson")
    bot = {
        "id": "linked-bot",
        "command": {"do": "add bot", "seat": 6, "reason": "a quiet table"},
    }  # it may sit there already
    house.ask("POST", "/api/tables/ultimate8-1/commands", floor, bot)
    mine.play("ultimate8-1")
    number = house.house.view("ultimate8-1", FOUNDER).now.number
    page = visit().go("replay", "ultimate8-1", number, 2)
    expect(page.locator("hw-felt .stage")).to_be_visible()


def test_a_small_screen_shows_it_too(visit: Visits) -> None:
    at = visit(width=360, height=740)
    at.play("lunar-1", seed=3)
    page = at.go("rounds")
    page.get_by_role("link", name=re.compile("^Replay")).first.click()
    expect(page.locator("hw-felt .stage")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_round_that_is_not_there_is_said_to_be_none(visit: Visits) -> None:
    page = visit().go("replay", "lunar-1", 99_999)
    expect(page.get_by_role("alert")).to_contain_text("table lunar-1 has no round 99999 that is over")
