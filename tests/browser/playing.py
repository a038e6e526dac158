"""Somebody at a table: he sees what his browser shows, and does what it lets him do."""

import re
from collections.abc import Sequence
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from browser.driving import Visit
from browser.salon import Salon

Shown = Literal["betting", "deciding", "result", "watching"]


# What is looked at, in the page's own words.
PAGE = "document.querySelector('hw-app').shadowRoot.querySelector('hw-table')"
TABLE = f"{PAGE}.table"
DOCK = f"{PAGE}.shadowRoot.querySelector('hw-dock').shadowRoot"
DUE = f"(() => {{ const due = {TABLE}.due; return due && due.choices; }})()"
SHOWS = {"betting": "hw-betting", "deciding": "hw-deciding", "result": "hw-dock ul"}

# Every game can be played to its end by these: the first that is offered is taken.
CALM = ("House Way", "Decline", "Stand", "Check", "Lay", "Pass", "Call", "Play", "Fold")


class Player:
    """A person at a table, or one who watches it."""

    def __init__(self, visit: Visit, table: str) -> None:
        self.visit = visit
        self.table = table
        self.page: Page = visit.page

    # Coming and going

    def comes_in(self) -> None:
        """From the lobby to a seat."""
        self.visit.go("lobby")
        self.page.locator(f"a[href='#/table/{self.table}/play']").click()
        expect(self.page.locator("hw-betting")).to_be_visible()
        # A game among players has opponents brought.
        self.visit.until(f"{TABLE}.view.sign.offers.length || {TABLE}.view.now.people.length === 4")

    def sits(self, seat: int) -> None:
        """At a table that he looks at."""
        self.visit.go("table", self.table)
        self.page.get_by_role("button", name=f"Sit: Seat {seat}").click()
        self.page.locator("hw-buy-in").get_by_role("button", name="Sit down").click()
        expect(self.page.locator("hw-betting")).to_be_visible()

    def adds_bots(self, number: int) -> None:
        """Bots of the house to play with, where seats are free."""
        bots = f"{TABLE}.view.now.people.filter(({{ bot }}) => bot).length"
        while (there := self.page.evaluate(bots)) < number:
            self.page.locator("hw-seat").get_by_role("button", name="Add bot").first.click()
            self.visit.until(f"{bots} > {there}")

    # What is shown

    def shown(self) -> Shown:
        """What he is shown as soon as it is for him."""
        self.page.locator(", ".join(SHOWS.values())).first.wait_for()
        for name, selector in SHOWS.items():
            if self.page.locator(selector).count():
                return name  # type: ignore[return-value]
        return self.shown()

    def choices(self) -> list[dict[str, Any]]:
        """What the house lets him choose from."""
        return self.page.evaluate(DUE) or []

    def hand(self, area: str) -> list[int]:
        """The cards that lie in an area as he sees them; 53 is one that he does not."""
        cards: list[int] = self.page.evaluate(f"area => {TABLE}.felt.at(area).map(({{ card }}) => card)", area)
        return cards

    @property
    def seat(self) -> int:
        seat: int = self.page.evaluate(f"{TABLE}.mine.seat")
        return seat

    @property
    def dock(self) -> Locator:
        return self.page.locator("hw-dock")

    # What he does

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f"hw-felt button.outline[data-area='{self.seat}/{wager}']")

    def wagers(self, *wagers: str) -> None:
        """A chip on each of these areas, or on those that the game needs."""
        for wager in wagers or self.needed():
            self.spot(wager).click()
            self.visit.until(f"{TABLE}.mine.wagers['{wager}'] > 0")

    def needed(self) -> Sequence[str]:
        needed: list[str] = self.page.evaluate(
            f"{TABLE}.view.sign.offers.filter(({{ required }}) => required).map(({{ wager }}) => wager)"
        )
        first: list[str] = self.page.evaluate(f"{TABLE}.view.sign.offers.slice(0, 1).map(({{ wager }}) => wager)")
        return needed or first

    def says_ready(self) -> None:
        """His wagers lie; others' may be waited for."""
        self.page.locator("hw-betting button.main").click()

    def lets_go(self) -> None:
        """He makes no wagers in this round; others', who wait for him, lie."""
        self.page.locator("hw-betting").get_by_role("button", name="Not this time").click()
        self.visit.until(f"{TABLE}.mine.ready")

    def deals(self) -> Shown:
        """His wagers lie, and nobody else's are waited for."""
        self.says_ready()
        self.visit.until(f"{TABLE}.view.now.phase !== 'betting'")
        return self.shown()

    def button(self, words: str) -> Locator:
        """A choice by its words."""
        return self.page.locator("hw-deciding").get_by_role("button", name=re.compile(f"^{words}\\b")).first

    def decides(self, *preferred: str) -> None:
        """Take the first of these choices that is offered now, by its button."""
        for words in preferred:
            button = self.button(words)
            if button.count() and words == "Lay":
                self.page.locator("hw-deciding .plays button").first.click()
            if button.count() and button.is_enabled():
                version = self.version()
                button.click()
                self.is_answered(version)
                return
        raise AssertionError(f"none of {preferred} is offered: {self.dock.inner_text()}")

    def plays(self, *preferred: str) -> None:
        """To the end of the round."""
        while self.shown() == "deciding":
            self.decides(*preferred, *CALM)

    def version(self) -> int:
        version: int = self.page.evaluate(f"{TABLE}.view.version")
        return version

    def is_answered(self, version: int) -> None:
        """The house has carried out what was chosen at a version of the table, and it is shown."""
        self.visit.until(f"{TABLE}.view.version > {version} && !{DOCK}.querySelector('hw-deciding')?.isSent")

    def next_round(self, salon: Salon) -> None:
        """The result has been shown for long enough."""
        salon.forward()
        expect(self.page.locator("hw-betting")).to_be_visible()
