"""Simulate the whole house: seeds determine people, network, faults and cards. A seed that fails is named.

python scripts/simulate_house.py --seeds 1000 --from 0 --jobs 2
python scripts/simulate_house.py --seed 4711
python scripts/simulate_house.py --seed 4711 --database file
python scripts/simulate_house.py --seeds 20 --database postgresql://user@host/name
"""

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from house.conftest import empty  # noqa: E402  (found by the line before)
from house.simulation.databases import AtUrl, Database, InMemory, in_file  # noqa: E402
from house.simulation.evening import Outcome, simulate  # noqa: E402
from houseway.house.store import Store  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="one seed, with its trace")
    parser.add_argument("--seeds", type=int, default=100, help="so many seeds")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them")
    parser.add_argument("--jobs", type=int, default=1, help="processes; one for PostgreSQL")
    parser.add_argument("--database", default="memory", help="memory, file, or the address of an empty PostgreSQL")
    asked = parser.parse_args()
    if asked.seed is not None:
        return _one(asked.seed, asked.database)
    return _many(range(asked.first, asked.first + asked.seeds), asked.database, asked.jobs)


def failure(seed: int, database: str = "memory") -> str | None:
    """One line for a seed that failed, with the command that repeats it; None for one that did not."""
    try:
        _simulated(seed, database)
    except Exception as wrong:
        where = "" if database == "memory" else f" --database {database}"
        return f"python scripts/simulate_house.py --seed {seed}{where}  # {type(wrong).__name__}: {wrong}"
    return None


def _one(seed: int, database: str) -> int:
    try:
        outcome = _simulated(seed, database)
    except Exception:
        traceback.print_exc()
        return 1
    for field in outcome.__struct_fields__:
        print(field, getattr(outcome, field))
    return 0


def _many(seeds: range, database: str, jobs: int) -> int:
    began, failed = time.monotonic(), 0
    workers = jobs if database in ("memory", "file") else 1
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for line in pool.map(partial(failure, database=database), seeds, chunksize=4):
            if line is not None:
                failed += 1
                print(line, flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{len(seeds)} seeds, {failed} failed, {len(seeds) / minutes:.0f} a minute")
    return 1 if failed else 0


def _simulated(seed: int, database: str) -> Outcome:
    with _opened(database) as kept:
        return simulate(seed, kept)


@contextmanager
def _opened(database: str) -> Iterator[Database]:
    if database == "memory":
        yield InMemory()
    elif database == "file":
        with tempfile.TemporaryDirectory() as folder:
            yield in_file(Path(folder))
    else:
        Store.open(database).close()
        empty(database)
        yield AtUrl(database)


if __name__ == "__main__":
    sys.exit(main())
