"""The whole house simulated: every seed keeps every promise, is the same to the byte again, and mistakes show."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from house.conftest import empty
from house.simulation.databases import AtUrl, in_file
from house.simulation.evening import Outcome, simulate
from house.simulation.planted import PLANTED, Planted, shows_before_the_commit

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "simulate_house.py"
SEEDS, LONG = 16, 3_016  # seeds of every run, and of a long one
TOGETHER = 4  # that one test runs
HUNDREDS = 300  # of seeds, among which every planted mistake must show

sys.path.insert(0, str(SCRIPT.parent))

import simulate_house  # noqa: E402


def kept_by(seeds: range) -> list[str]:
    """The seeds that failed, each with the command that repeats it."""
    return [line for seed in seeds if (line := simulate_house.failure(seed)) is not None]


@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_seeds(first: int) -> None:
    assert kept_by(range(first, first + TOGETHER)) == []


@pytest.mark.long
@pytest.mark.parametrize("first", range(SEEDS, LONG, 100))
def test_thousands_of_seeds(first: int) -> None:
    assert kept_by(range(first, first + 100)) == []


def test_seeds_in_a_file(tmp_path: Path) -> None:
    simulate(1, in_file(tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_many_seeds_in_a_file(tmp_path: Path, seed: int) -> None:
    simulate(seed, in_file(tmp_path))


@pytest.mark.parametrize("seed", [2, pytest.param(range(60), marks=pytest.mark.long)], ids=["one", "many"])
def test_seeds_in_postgres(postgres_url: str, seed: int | range) -> None:
    for each in (seed,) if isinstance(seed, int) else seed:
        empty(postgres_url)
        simulate(each, AtUrl(postgres_url))


@pytest.mark.parametrize("seed", [3, pytest.param(13, marks=pytest.mark.long)])
def test_the_same_seed_is_the_same_evening_to_the_byte(seed: int) -> None:
    """All frames, answers, faults and entries; also in another process, where sets have another order."""
    here = simulate(seed)
    assert simulate(seed) == here
    there = subprocess.run(
        [sys.executable, SCRIPT, "--seed", str(seed)],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"trace {here.trace}\n" in there.stdout


def test_much_happens() -> None:
    """A simulation in which nothing goes wrong proves nothing."""
    outcomes = [simulate(seed) for seed in range(24, 32)]
    happened = sum((Counter(outcome.happened) for outcome in outcomes), Counter[str]())
    events = sum((Counter(outcome.events) for outcome in outcomes), Counter[str]())
    assert {"crash", "lost", "dead", "kill", "stop", "outage", "upgrade"} <= set(happened)
    assert {"round.closed/1", "round.timed_out/1", "table.resumed/1", "round.abandoned/1", "coupon.given/1"} <= set(
        events
    )
    assert {"table.noted_presence/1", "table.gave_up_seat/1"} <= set(events)
    assert _all(outcomes, "frames") > 1_000
    assert _all(outcomes, "commands") > 100


@pytest.mark.long
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.__name__)
def test_a_mistake_shows(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch)
    assert any(simulate_house.failure(seed) is not None for seed in range(HUNDREDS))


def test_a_seed_that_fails_is_told_with_the_command_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shows_before_the_commit(monkeypatch)
    line = next(line for seed in range(HUNDREDS) if (line := simulate_house.failure(seed)) is not None)
    command, _, what = line.partition("  # ")
    assert "\n" not in line
    assert command.startswith("python scripts/simulate_house.py --seed ")
    assert "which is not on the record" in what


def _all(outcomes: list[Outcome], field: str) -> int:
    return sum(getattr(outcome, field) for outcome in outcomes)
