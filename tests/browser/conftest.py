"""A house for each file, and a browser for all of them."""

from collections.abc import Callable, Iterator
from importlib import resources

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.driving import ARGUMENTS, Visit, chromium
from web.conftest import house
from web.running import Served

__all__ = ["house"]

Opens = Callable[..., Visit]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("there is no Chromium: install it, or name one in HOUSEWAY_CHROMIUM")
    if not resources.files("houseway.web").joinpath("static", "index.html").is_file():
        pytest.skip("the web client is not bundled: make web")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(house: Served, browser: Browser) -> Iterator[Opens]:
    """Opens a browser for somebody; nothing may fail in any of them."""
    opened: list[Visit] = []

    def open_for(token: str | None = None, **size: int) -> Visit:
        made = Visit(house, browser, token or house.guest(), **size)
        opened.append(made)
        return made

    yield open_for
    for each in opened:
        each.context.close()
        assert each.errors == []
