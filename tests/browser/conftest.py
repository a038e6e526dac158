"""A house for each file, and a browser for all of them."""

import importlib.util
import os
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.driving import PATIENCE, Visit
from browser.salon import comes, salon
from web.conftest import house
from web.running import Served

__all__ = ["comes", "house", "salon"]

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

Opens = Callable[..., Visit]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium. Without one these tests are skipped, but not where it is decided what lands."""
    finding = _finding()
    found = finding.find()
    if found is None:
        _without(finding.NONE)
    if not resources.files("houseway.web").joinpath("static", "index.html").is_file():
        _without("the web client is not bundled: make web")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(house: Served, browser: Browser) -> Iterator[Opens]:
    """Opens a browser for somebody in the house of the file."""
    opened: list[Visit] = []

    def open_for(token: str | None = None, **size: int) -> Visit:
        made = Visit(house.url, browser, token or house.guest(), **size)
        opened.append(made)
        return made

    yield open_for
    for each in opened:
        each.leave()


def _finding() -> ModuleType:
    """The script by which `make` has looked for a browser."""
    script = Path(__file__).parents[2] / "scripts" / "find_browser.py"
    spec = importlib.util.spec_from_file_location("find_browser", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _without(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
