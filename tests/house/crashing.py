"""A house that is killed: this program writes to a store as fast as it can, and tells what was acknowledged.

It is run as a process of its own, which for every line that it reads forks one that opens the store and writes until
it is killed. So the packages are imported once. On its output are `pid N`, then a line for each entry that was
acknowledged, `stream version chain`, then `dead`.
"""

import os
import sys
import threading
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from house.deeds import moved, put
from houseway.house.store import Conflict, MeterSet, NotEnough, Store

WRITERS = 4


def write_until_killed(url: str) -> None:
    """Tables that take money from one wallet, give it back, and feed one meter, all at the same time."""
    store = Store.open(url)
    if store.head("house") == 0:
        put(store, "house", 1, moved(100, "issued", "wallet/Ann"), meters=[MeterSet("royal", 0, Fraction(0), 0)])
    threads = [threading.Thread(target=_play, args=(store, f"table/{number}")) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _play(store: Store, stream: str) -> None:
    version, mine = store.head(stream), f"chips/{stream[6:]}/Ann"
    while True:
        with suppress(Conflict, NotEnough):
            transfer = moved(50, "wallet/Ann", mine) if store.balance(mine) == 0 else moved(50, mine, "wallet/Ann")
            meters = []
            if version % 5 == 0:
                meter = store.meters()["royal"]
                shown = meter.amount + Fraction(1, 3)
                more = int(shown) - int(meter.amount)
                transfer += moved(more, "cage", "meter/royal") if more else ()
                meters = [MeterSet("royal", meter.changes, shown, 0)]
            made = put(store, stream, version + 1, transfer, command=f"{stream} {version + 1}", meters=meters)
            version = made.version
            os.write(1, f"{stream} {version} {made.chain.hex()}\n".encode())


def main(url: str) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            os.write(1, f"pid {os.getpid()}\n".encode())
            write_until_killed(url)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main(sys.argv[1])
