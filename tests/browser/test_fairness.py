"""The fairness panel: what was published before is remembered, the shuffle repeated, and a tampered seed caught."""

import re

from playwright.sync_api import Route, expect

from browser.driving import Visits
from houseway.house.founding import FOUNDER
from web.running import Served

GOOD = "All is as it was published."
BAD = "Something differs: the cards are not those that were published."
SEED = re.compile("(?<=verify-shuffle )[0-9a-f]{64}")


def test_a_round_that_one_has_watched_is_verified(visit: Visits) -> None:
    at = visit()
    page = at.go("table", "packs-1")
    expect(page.get_by_role("tab", name="Fairness")).to_be_visible()
    at.play("packs-1")
    assert "packs-1/1" in page.evaluate("localStorage.getItem('houseway.shown')")
    at.go("replay", "packs-1", 1)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text(GOOD)).to_be_visible()
    expect(page.locator("hw-check li.good")).to_have_count(5)
    told = page.locator("hw-check textarea").input_value()
    seed = SEED.search(told)
    assert seed is not None
    expect(page.locator("hw-check dl")).to_contain_text(seed[0])
    assert page.locator("hw-check .deck span.dealt").count() == 52
    assert at.serious() == []


def test_a_tampered_seed_is_caught(house: Served, visit: Visits) -> None:
    """Whether the house tells another seed than it should, or somebody changes it in the file."""
    at = visit()
    at.play("packs-1", seed=2)
    number = house.house.view("packs-1", FOUNDER).now.number

    def other_seed(route: Route) -> None:
        told = route.fetch().text()
        seed = SEED.search(told)
        assert seed is not None
        route.fulfill(body=SEED.sub(f"{int(seed[0], 16) ^ 1:064x}", told), content_type="text/plain")

    at.page.route("**/file", other_seed)
    page = at.go("replay", "packs-1", number)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text(BAD)).to_be_visible()
    expect(page.locator("hw-check li.bad").first).to_contain_text("The seed has the hash that was published")
    at.page.unroute("**/file")
    page.reload()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text(GOOD)).to_be_visible()
    file = page.locator("hw-check textarea")
    told = file.input_value()
    file.fill(SEED.sub(lambda found: f"{int(found[0], 16) ^ 2:064x}", told))
    page.get_by_role("button", name="Verify again").click()
    expect(page.get_by_text(BAD)).to_be_visible()
    assert page.locator("hw-check .deck span.wrong").count() > 40


def test_sealed_cards_are_opened_one_by_one(house: Served, visit: Visits) -> None:
    at = visit()
    page = at.go("table", "ultimate8-1")
    expect(page.get_by_role("tab", name="Fairness")).to_be_visible()
    expect(page.get_by_role("tab", name="Coach")).to_have_count(0)
    bot = {"id": "bot", "command": {"do": "add bot", "seat": 5, "reason": "a quiet table"}}
    floor = house.somebody("sealed_floor", "floorperson")
    assert house.ask("POST", "/api/tables/ultimate8-1/commands", floor, bot).status_code == 200
    at.play("ultimate8-1")
    at.go("replay", "ultimate8-1", 1)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text(GOOD)).to_be_visible()
    assert 8 <= page.locator("hw-check .deck span.dealt").count() < 52


def test_what_binds_the_deal_is_shown_while_wagers_are_taken(house: Served, visit: Visits) -> None:
    """How often the cards were cut, and of a shoe that is dealt on how far it is."""
    at = visit()
    page = at.go("table", "blackjack-1")
    page.get_by_role("tab", name="Fairness").click()
    panel = page.locator("hw-fairness")
    expect(panel).to_contain_text("The cards are not shuffled yet.")
    at.play("blackjack-1")
    cards = house.house.view("blackjack-1", FOUNDER).now.shuffle.cards
    assert 0 < cards < 416
    assert '"cards":416' in page.evaluate("localStorage.getItem('houseway.shown')")
    expect(panel).to_contain_text("not cut")
    expect(panel).to_contain_text(f"The round begins with card {417 - cards} of 416.")
