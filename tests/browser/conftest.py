"""A house for each file, and a browser for all of them."""

import importlib.util
import os
from collections.abc import Generator, Iterator
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.driving import PATIENCE, Visits
from browser.salon import comes, process, salon
from web.conftest import house
from web.running import Served

__all__ = ["comes", "house", "process", "salon"]

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


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
def visit(house: Served, browser: Browser) -> Iterator[Visits]:
    """People who come to the house of the file."""
    visits = Visits(house.url, browser, house.guest)
    yield visits
    visits.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What browsers showed when a test failed is kept."""
    report = yield
    if report.when == "call" and report.failed:
        for visits in getattr(item, "funcargs", {}).values():
            for number, each in enumerate(visits.there if isinstance(visits, Visits) else ()):
                each.photographed(f"failed-{item.name}-{number}")
    return report


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
