"""A browser at a house: pages as somebody sees them, rounds that are played beside."""

import asyncio
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page

from houseway.client import Client, play
from houseway.web.visitors import COOKIE
from web.running import Served

SERIOUS = ("serious", "critical")
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def chromium() -> str | None:
    """The browser: one that the environment names, or Debian's."""
    return os.environ.get("HOUSEWAY_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


class Visit:
    """Somebody with a browser of his own."""

    def __init__(self, house: Served, browser: Browser, token: str, width: int = 1280, height: int = 900) -> None:
        self.house = house
        self.token = token
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url}])
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda wrong: self.errors.append(str(wrong)))

    def go(self, *words: str | int) -> Page:
        """To a page by its address."""
        self.page.goto(f"{self.house.url}/#/{'/'.join(map(str, words))}")
        return self.page

    def until(self, expression: str, seconds: int = 30) -> None:
        """Wait for something that must come true in the page, whose policy forbids Playwright's own way."""
        until = time.monotonic() + seconds
        while not self.page.evaluate(expression):
            assert time.monotonic() < until, f"it did not come true: {expression}"
            self.page.wait_for_timeout(50)

    def play(self, table: str, rounds: int = 1, seed: int = 1) -> None:
        """Play rounds at a table as this person, while the browser looks on."""

        async def run() -> None:
            async with Client(self.house.url, self.token) as client:
                await asyncio.wait_for(play(await client.watch(table), Random(seed), rounds), 60)

        with ThreadPoolExecutor(1) as beside:  # this thread has the browser's own loop
            beside.submit(lambda: asyncio.run(run())).result()

    def serious(self) -> list[str]:
        """What axe finds serious on the page."""
        found = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {each['help']}" for each in found if each["impact"] in SERIOUS]
