"""The benchmark of the house: what cannot be measured is refused, and who ends it ends all that it has begun."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from house.served import PATIENCE, alive, begun_by
from web.running import LONG, wait_until

ROOT = Path(__file__).parents[2]
BENCH = (sys.executable, "-m", "bench.bench_house", "--databases", "sqlite", "--times", "1", "--rates", "0")


@pytest.mark.parametrize(("option", "number"), [("--tables", "0"), ("--bots", "-1"), ("--rates", "some")])
def test_what_cannot_be_measured_is_refused(option: str, number: str) -> None:
    done = subprocess.run([*BENCH, f"{option}={number}"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"error: argument {option}: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_who_ends_it_ends_the_house_that_it_began() -> None:
    words = ("--tables", "1", "--bots", "1", "--seconds", str(LONG))
    with subprocess.Popen([*BENCH, *words], cwd=ROOT, stdout=subprocess.DEVNULL) as bench:
        try:
            wait_until(lambda: begun_by(bench.pid, b"serve"), LONG)
            (house,) = begun_by(bench.pid, b"serve")
            bench.terminate()
            assert bench.wait(PATIENCE) == 128 + signal.SIGTERM
            assert not alive(house)
        finally:
            bench.kill()
