"""Rules and odds in the browser: how to play, edges, clauses that are searched; edges and the coach at the table."""

import re

import pytest
from playwright.sync_api import expect

from browser.driving import Visits
from houseway import games

TABLE = "document.querySelector('hw-app').shadowRoot.querySelector('hw-table').table"
ASKED_OR_OVER = (
    "(({view, isBehind, due}) => !isBehind && view.now.number === %s && (!!due || view.now.phase === 'betting'))(%s)"
)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_has_its_page(visit: Visits, game: str) -> None:
    at = visit()
    page = at.go("rules", game)
    expect(page.locator("hw-howto section").first).to_be_visible()
    assert at.serious() == []
    page.get_by_role("link", name="Pay tables and odds").click()
    expect(page.locator("hw-odds td.edge").first).to_contain_text("%", timeout=30_000)
    assert at.serious() == []
    if game == "blackjack":
        expect(page.locator("hw-odds tbody th", has_text=re.compile("^Lucky 8$")).first).to_be_visible()
    page.get_by_role("link", name="Clauses").click()
    every = page.locator("hw-clauses li")
    expect(every.first).to_be_visible()
    count = every.count()
    page.get_by_role("searchbox").fill("supervisor")
    assert 0 < every.count() < count
    assert at.serious() == []


def test_what_is_paid_and_what_it_costs_is_read_without_pushing_it_aside(visit: Visits) -> None:
    """On a small screen what is known of the odds stands below each wager; numbers say of what they are."""
    at = visit(width=360, height=740)
    page = at.go("rules", "lucky8s", "odds")
    expect(page.locator("hw-odds td.edge").first).to_contain_text("%", timeout=30_000)
    regions = page.locator("hw-odds .wide[role=region]")
    assert regions.evaluate_all("all => all.every((each) => each.scrollWidth <= each.clientWidth)")
    expect(page.locator("hw-odds .below").first).to_contain_text("Counted exactly.")
    expect(page.locator("hw-odds .pays").first).to_contain_text("8 natural 8s or jokers")
    expect(page.locator("hw-odds")).to_contain_text("ante min $5")
    at.go("rules")
    expect(page.locator("hw-rules li")).to_have_count(len(games.NAMES))
    assert at.serious() == []


def test_who_decides_is_coached_if_he_wants_to(visit: Visits) -> None:
    at = visit()
    page = at.go("table", "blackjack-1", "play")
    page.get_by_role("tab", name="Sign").click()
    edges = page.locator("hw-edges tr")
    expect(edges.first).to_contain_text("%", timeout=30_000)
    expect(edges.first).to_contain_text("0.19%")
    page.get_by_role("tab", name="Coach").click()
    switch = page.get_by_label("Tell me what each choice is worth")
    expect(switch).not_to_be_checked()
    switch.check()
    for number in range(1, 20):
        page.locator("hw-felt button.outline").first.click()
        page.get_by_role("button", name="Deal D", exact=True).click()
        at.until(ASKED_OR_OVER % (number, TABLE))
        insurance = page.get_by_role("button", name="Decline")
        if insurance.count():  # the dealer shows an ace
            insurance.click()
            expect(insurance).to_have_count(0)
            at.until(ASKED_OR_OVER % (number, TABLE))
        if page.get_by_role("button", name="Stand").count():
            break
    expect(page.locator("hw-coach tr.best")).to_be_visible(timeout=30_000)
    worth = [float(text.replace("−", "-")) for text in page.locator("hw-coach td.soft").all_inner_texts()]
    assert worth == sorted(worth, reverse=True)
    assert len(worth) >= 2
    assert at.serious() == []
