"""A round of every game without a mouse: the focus is seen wherever it goes, keys decide, and what happens is told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.driving import Visits
from browser.looking import focused
from browser.playing import CALM, TABLE, Player, Shown
from browser.salon import Salon
from houseway import games

MOST = 300  # steps from control to control: the lobby has a table of every test before this one

Wanted = Callable[[dict[str, Any]], bool]


class Typist(Player):
    """Somebody who has only a keyboard."""

    def goes_to(self, wanted: Wanted) -> dict[str, Any]:
        """From control to control until one is it. Each of them shows that it has the focus."""
        passed = []
        for _ in range(MOST):
            self.page.keyboard.press("Tab")
            here = focused(self.page)
            if here is None:
                continue  # the end of the page
            assert here["isMarked"], f"nobody sees that {here['name']!r} has the focus"
            assert here["isInSight"], f"{here['name']!r} has the focus and is not in sight"
            if wanted(here):
                return here
            passed.append(here["name"])
        raise AssertionError(f"it cannot be reached; passed: {passed}")

    def comes_in(self) -> None:
        self.visit.go("lobby")
        self.page.locator("hw-lobby li").first.wait_for()
        self.goes_to(lambda here: here["href"] == f"#/table/{self.table}/play")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("hw-betting")).to_be_visible()
        self.visit.until(f"{TABLE}.view.sign.offers.length || {TABLE}.view.now.people.length === 4")

    def wagers(self, *wagers: str) -> None:
        for wager in wagers or self.needed():
            self.goes_to(lambda here, wager=wager: here["area"] == f"{self.seat}/{wager}")  # type: ignore[misc]
            self.page.keyboard.press("Enter")
            self.visit.until(f"{TABLE}.mine.wagers['{wager}'] > 0")

    def deals(self) -> Shown:
        self.presses(self.page.locator("hw-betting button.main"))
        self.visit.until(f"{TABLE}.view.now.phase !== 'betting'")
        return self.shown()

    def decides(self, *preferred: str) -> None:
        for words in preferred:
            button = self.button(words)
            if not button.count():
                continue
            if words == "Lay":
                plays: list[str] = self.page.locator("hw-deciding .plays button").evaluate_all(
                    "all => all.map((each) => each.getAttribute('aria-label'))"
                )
                self.goes_to(lambda here, play=plays[0]: here["name"] == play)  # type: ignore[misc]
                self.page.keyboard.press("Enter")
            if words == "Exchange":
                for _ in range(2):
                    self.goes_to(lambda here: " of " in here["name"] and here["element"] == "button")
                    self.page.keyboard.press("Space")
            version = self.version()
            self.presses(button)
            self.is_answered(version)
            return
        raise AssertionError(f"none of {preferred} is offered")

    def presses(self, button: Locator) -> None:
        """The key that stands on a button."""
        expect(button).to_be_enabled()
        self.page.keyboard.press(button.locator("kbd").inner_text().lower())


@pytest.mark.parametrize("game", games.NAMES)
def test_a_round_without_a_mouse(salon: Salon, comes: Visits, game: str) -> None:
    player = Typist(comes(), salon.table(game))
    player.comes_in()
    player.wagers()
    player.deals()
    while player.shown() == "deciding":
        player.decides("Exchange", *CALM)
    told = player.page.get_by_role("log")
    expect(told).to_have_attribute("aria-live", "polite")
    mine = player.page.evaluate(
        f"{TABLE}.view.result.payoffs.filter(({{ seat }}) => seat === {TABLE}.mine.seat).length"
    )
    expect(told.get_by_text("You: ")).to_have_count(mine)
    player.goes_to(lambda here: here["href"].startswith(f"#/replay/{player.table}/"))


def test_what_happens_is_told_whatever_is_looked_at(salon: Salon, comes: Visits) -> None:
    """The live region is there though the log is not shown: who reads the sign hears the dealer all the same."""
    player = Player(comes(), salon.table("packs"))
    player.comes_in()
    player.page.get_by_role("tab", name="Sign").click()
    player.wagers()
    player.deals()
    expect(player.page.get_by_role("log")).to_contain_text("No more bets")
    expect(player.page.locator("hw-log ol")).to_be_hidden()


def test_keys_do_nothing_where_somebody_types(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("packs"))
    player.comes_in()
    player.wagers()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Stop when I have lost").fill("")
    player.page.keyboard.type("d")
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    assert player.page.evaluate(f"{TABLE}.view.now.phase") == "betting"
    assert not player.page.evaluate(f"{TABLE}.mine.ready")
