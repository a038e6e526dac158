"""A browser at a house: pages as somebody sees them, rounds that are played beside."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PageError

from houseway.client import Client, play
from houseway.web.visitors import COOKIE

PATIENCE = 60_000  # milliseconds: the machine may be busy with other tests
SERIOUS = ("serious", "critical")
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"


class Visit:
    """Somebody with a browser of his own: a guest with a token, or one who comes for the first time."""

    def __init__(self, url: str, browser: Browser, token: str | None, width: int = 1280, height: int = 900) -> None:
        self.url = url
        self.token = token
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        if token is not None:
            self.context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.asked: set[str] = set()  # whom it has asked for anything
        self.page.on("pageerror", lambda wrong: self.errors.append(str(wrong)))
        self.context.on("request", lambda request: self.asked.add("/".join(request.url.split("/")[:3])))
        self.page.on("websocket", lambda socket: self.asked.add("/".join(socket.url.split("/")[:3])))

    def go(self, *words: str | int) -> Page:
        """To a page by its address."""
        self.page.goto(f"{self.url}/#/{'/'.join(map(str, words))}")
        return self.page

    def leave(self) -> None:
        """Close the browser: nothing has failed in it, and it has asked nobody but the house."""
        for page in self.context.pages:
            page.unroute_all(behavior="wait")  # an answer that is being changed would fail in the next test
        self.context.close()
        assert self.errors == []
        assert self.asked <= {self.url, self.url.replace("http", "ws")}

    def until(self, expression: str) -> None:
        """Wait for something that must come true in the page, whose policy forbids Playwright's own way."""
        self.waits(lambda: self._is_true(expression), expression)

    def waits(self, is_so: Callable[[], object], for_what: str) -> None:
        """Wait for something that must come true, while the page goes on."""
        until = time.monotonic() + PATIENCE / 1000
        while not is_so():
            assert time.monotonic() < until, f"it did not come true: {for_what}"
            self.page.wait_for_timeout(50)

    def _is_true(self, expression: str) -> bool:
        """Of an element that is not there, as after a reload, nothing is true yet."""
        try:
            return bool(self.page.evaluate(expression))
        except PageError as wrong:
            if "Cannot read properties of null" not in wrong.message:
                raise
            return False

    def play(self, table: str, rounds: int = 1, seed: int = 1) -> None:
        """Play rounds at a table as this person, while the browser looks on."""

        async def run() -> None:
            async with Client(self.url, self.token) as client:
                await asyncio.wait_for(play(await client.watch(table), Random(seed), rounds), 60)

        with ThreadPoolExecutor(1) as beside:  # this thread has the browser's own loop
            beside.submit(lambda: asyncio.run(run())).result()

    def serious(self) -> list[str]:
        """What axe finds serious on the page."""
        found = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {each['help']}" for each in found if each["impact"] in SERIOUS]

    def photographed(self, name: str) -> None:
        """Keep what is seen, for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


class Visits:
    """People who come to a house, each with a browser of his own."""

    def __init__(self, url: str, browser: Browser, guest: Callable[[], str]) -> None:
        self.there: list[Visit] = []
        self._url = url
        self._browser = browser
        self._guest = guest

    def __call__(self, token: str | None = None, **size: int) -> Visit:
        """Somebody with a token, or a new guest."""
        self.there.append(Visit(self._url, self._browser, token or self._guest(), **size))
        return self.there[-1]

    def end(self) -> None:
        for visit in self.there:
            visit.leave()
