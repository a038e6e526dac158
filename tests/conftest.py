"""Settings of all tests: on the machine that decides what lands, examples are the same in every run."""

import os
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

PROCESSES_OF_A_CORE = 3  # the tests wait more than they compute


@pytest.hookimpl(optionalhook=True)  # where pytest-xdist is not in use
def pytest_xdist_auto_num_workers() -> int:
    """As many processes as `-n auto` means."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return PROCESSES_OF_A_CORE * cores


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: Any) -> list[pytest.Item] | None:
    """No cases are made of a long test where long tests are not run: that alone takes every process seconds."""
    marks = getattr(obj, "pytestmark", ())
    left_out = collector.config.getoption("markexpr") == "not long" and any(mark.name == "long" for mark in marks)
    return [] if left_out else None
