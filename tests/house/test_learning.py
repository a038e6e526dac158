"""Types are learned before there are threads: two that learn one at once would end the process."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
import msgspec
from houseway.house.learning import learn_types
from houseway.house.live import LiveTable, Snapshot
from houseway.house.definition import Definition

kept = LiveTable(Definition("lunar-1", "lunar")).snapshot()
learn_types()
sys.setswitchinterval(1e-6)
together = threading.Barrier(4)

def look():
    together.wait()
    for _ in range(3):
        assert msgspec.json.decode(kept, type=Snapshot).state.phase == "closed"

looking = [threading.Thread(target=look) for _ in range(4)]
for each in looking:
    each.start()
for each in looking:
    each.join()
"""


@pytest.mark.parametrize("time", range(5))
def test_many_threads_read_a_type_for_the_first_time(time: int) -> None:
    """Without what is learned before about every second of these processes ended with a fault."""
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_types_that_a_house_reads_are_learned() -> None:
    program = (
        "from houseway.house import learning, running; from houseway.house.live import Snapshot;"
        "from houseway.house.finished import Finished; from houseway.house.commands import Wager;"
        "learning.learn_types(); assert {Snapshot, Finished, Wager} <= learning._learned"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
