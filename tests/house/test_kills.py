"""kill -9 of the served house under load: nothing acknowledged is lost, the money is all there, no round hangs.

The seed of a run is new each time; `$HOUSEWAY_KILL_SEED` repeats one.
"""

import os
import time

import pytest

from house.conftest import empty
from house.killing import Toll, kill_again_and_again, report
from house.served import PROGRAM

SEED = int(os.environ.get("HOUSEWAY_KILL_SEED") or time.time_ns() % 10**6)
HOUSES, EACH = 5, 40  # two hundred kills of each kind, of houses whose records stay short
TOO_SOON = """
import threading
import time
from houseway.house.one_writer import OneWriter, _answer

committed = OneWriter._write

def write(self, batch):
    if not all(job.at_once for job in batch):  # who comes in is looked for in the same moment
        return committed(self, batch)
    self._sole.acquire()
    begun = self._connection.begin()
    for job in batch:
        self._do(job)
        _answer(job)

    def commit():
        time.sleep(1 / 20)
        begun.commit()
        self._sole.release()

    threading.Thread(target=commit).start()

OneWriter._write = write
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
class TestKilled:
    def test_on_sqlite(self, sqlite_url: str) -> None:
        check(kill_again_and_again(sqlite_url, 6, SEED), 6, "")

    def test_on_postgresql(self, postgres_url: str) -> None:
        empty(postgres_url)
        check(kill_again_and_again(postgres_url, 4, SEED), 4, "--postgresql")

    @pytest.mark.long
    @pytest.mark.parametrize("house", range(HOUSES))
    def test_hundreds_of_times_on_sqlite(self, sqlite_url: str, house: int) -> None:
        toll = kill_again_and_again(sqlite_url, EACH, SEED + house)
        check(toll, EACH, "")
        assert toll.repeated, "no answer was ever lost with its process: nothing was tried"

    @pytest.mark.long
    @pytest.mark.parametrize("house", range(HOUSES))
    def test_hundreds_of_times_on_postgresql(self, postgres_url: str, house: int) -> None:
        empty(postgres_url)
        toll = kill_again_and_again(postgres_url, EACH, SEED + house)
        check(toll, EACH, "--postgresql")

    @pytest.mark.long
    def test_a_house_that_answers_before_it_commits_is_found_out(self, sqlite_url: str) -> None:
        toll = kill_again_and_again(sqlite_url, 10, SEED, program=TOO_SOON + PROGRAM)
        assert any("was acknowledged, and on the record is None" in wrong for wrong in toll.wrong), report(toll)


def check(toll: Toll, kills: int, options: str) -> None:
    again = f"to repeat: python tests/house/killing.py --kills {kills} --seed {toll.seed} {options}"
    print(report(toll))
    assert not toll.wrong, f"{again}\n{report(toll)}"
    assert not toll.abandoned, f"{again}\n{report(toll)}"
    assert sum(toll.deeds.values()) == kills
    assert toll.acknowledged > 10 * kills, f"{again}\n{report(toll)}"
