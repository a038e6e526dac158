"""A served house under load is killed at random moments, again and again, and then everything is looked at.

`python tests/house/killing.py --kills 40 --seed 7 [--postgresql]`. A seed decides how the house is killed and after
how many milliseconds. It does not decide the work of the machine until then.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
from sqlalchemy import create_engine, text

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from house.patrons import Patron
from house.postgres import clusters
from house.served import PROGRAM, Served, houseway, prepare
from houseway.client import Table, connecting
from houseway.client.asking import NotReached
from houseway.house.definition import Clocks
from houseway.house.founding import TABLES
from houseway.house.ledger import BELOW_ZERO
from houseway.house.opening import address

Deed = Literal["house", "house as it starts"]

CLOCKS = Clocks(betting=800, decision=500, validation=100, result=20)
AT_EACH = 2  # patrons
EARLIEST, LATEST = 50, 1_500  # milliseconds from when the house answers to when it is killed
STARTING = 1_000  # milliseconds in which the house starts
PATIENCE = 60  # seconds until the last round has to be over
LOBBY = 20  # tenths of a second in which the lobby shows it
THOUSAND = 1000
MOST_WRONG = 50  # lines of what is wrong


class Toll(msgspec.Struct):
    """What a run came to."""

    seed: int
    deeds: Counter[str]
    acknowledged: int = 0
    repeated: int = 0  # answers that were lost with the process and given by the next
    rounds: int = 0
    abandoned: int = 0
    seconds: int = 0
    wrong: list[str] = []


def kill_again_and_again(database: str, kills: int, seed: int, program: str = PROGRAM) -> Toll:
    """Found a house, let patrons play, kill it so many times, let them finish; then look at all there is."""
    begun = time.monotonic()
    prepare(database, CLOCKS)
    served = Served(database, "--unlimited", "--grace", "0", program=program)
    toll = Toll(seed, Counter())
    try:
        evening = _Evening(served, toll, Random(seed))
        with _soon_back():
            try:
                asyncio.run(evening.spend(kills))
            except Exception as wrong:  # the record is looked at all the same
                toll.wrong.append(f"the evening broke off: {wrong!r}")
        served.terminate()
        if (code := served.ended()) != 0:
            toll.wrong.append(f"the house ended with {code}")
    finally:
        served.close()
    _look(database, evening.patrons, toll)
    toll.seconds = int(time.monotonic() - begun)
    return toll


class _Evening:
    """What happens while the house is open, more or less."""

    def __init__(self, served: Served, toll: Toll, chance: Random) -> None:
        self._served = served
        self._toll = toll
        self._chance = chance
        self.patrons: list[Patron] = []

    async def spend(self, kills: int) -> None:
        await self._open()
        seats = [definition.name for definition in TABLES for _ in range(AT_EACH)]
        going_on = asyncio.Event()
        going_on.set()
        self.patrons = [Patron(self._served.url, Random(f"{self._toll.seed} {place}")) for place in range(len(seats))]
        for patron in self.patrons:
            await _let_in(patron)
        tables = [await patron.watch(name) for patron, name in zip(self.patrons, seats, strict=True)]
        both = list(zip(self.patrons, tables, strict=True))
        playing = [asyncio.create_task(patron.play(table, going_on)) for patron, table in both]
        for _ in range(kills):
            await asyncio.sleep(self._chance.randint(EARLIEST, LATEST) / THOUSAND)
            await self._kill()
            for task in playing:
                if task.done():
                    task.result()
        await asyncio.sleep(1)
        going_on.clear()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        await self._finish(both)
        for patron in self.patrons:
            await patron.close()

    async def _open(self) -> None:
        self._served.start()
        await asyncio.to_thread(self._served.await_open)
        while not await asyncio.to_thread(self._served.is_well):
            await asyncio.sleep(1 / 20)

    async def _kill(self) -> None:
        deeds: list[Deed] = ["house", "house", "house", "house as it starts"]
        deed = self._chance.choice(deeds)
        self._toll.deeds[deed] += 1
        self._served.kill()
        if deed == "house as it starts":
            self._served.start()
            await asyncio.sleep(self._chance.randrange(STARTING) / THOUSAND)
            self._served.kill()
        await self._open()

    async def _finish(self, both: list[tuple[Patron, Table]]) -> None:
        """Every round is over in time: half of the tables by their players' decisions, half by the clock alone."""
        silent = {definition.name for definition in TABLES[::2]}
        works = [patron.finish(table, table.name in silent) for patron, table in both]
        try:
            await asyncio.wait_for(asyncio.gather(*works), PATIENCE)
        except TimeoutError:
            for patron, table in both:
                fresh = await patron.request("GET", f"/api/tables/{table.name}")
                self._toll.wrong.append(f"in limbo: {patron.name} sees {table.now}, there is {fresh['now']}")
            return
        await self._see_lobby()
        for patron, table in both:
            await self._compare(patron, table)

    async def _see_lobby(self) -> None:
        """In the lobby no round is in play either; it may show the end a moment later."""
        for moments in range(LOBBY, -1, -1):
            lines = await self.patrons[0].request("GET", "/api/tables")
            playing = [f"{line['table']} is {line['phase']}" for line in lines if line["phase"] == "playing"]
            if not playing or not moments:
                self._toll.wrong += playing
                return
            await asyncio.sleep(1 / 10)

    async def _compare(self, patron: Patron, table: Table) -> None:
        """What a patron has put together from all that he was told is what he is told when he asks anew."""
        if table.delayed:
            return
        fresh = await patron.request("GET", f"/api/tables/{table.name}")
        if fresh["version"] == table.version:
            known = {area: list(cards) for area, cards in table.felt.up.items() if cards}
            if known != fresh["felt"]["up"]:
                self._toll.wrong.append(f"{patron.name} sees {known} at {table.name}, there is {fresh['felt']['up']}")
        me = await patron.request("GET", "/api/me")
        if me["wallet"] != patron.wallet:
            self._toll.wrong.append(f"{patron.name} was told of {patron.wallet} in a wallet of {me['wallet']}")


def _look(database: str, patrons: list[Patron], toll: Toll) -> None:
    """The record has what was said, once; the money is all there; and it all can be carried out again."""
    engine = create_engine(address(database))
    with engine.connect() as connection:
        asked = "SELECT actor, command, stream, version, event FROM entries WHERE command IS NOT NULL"
        rows = connection.execute(text(asked)).all()
        heads = {row.stream: row.version for row in connection.execute(text("SELECT stream, version FROM streams"))}
        balances = {row.account: row.cents for row in connection.execute(text("SELECT account, cents FROM balances"))}
    engine.dispose()
    times = Counter((row.actor, row.command) for row in rows)
    toll.wrong += [f"{actor}'s {id_} is there {many} times" for (actor, id_), many in times.items() if many != 1]
    found = {(row.actor, row.command): (row.stream, row.version, row.event) for row in rows}
    for patron in patrons:
        _look_for(patron, found, heads, toll)
    _count(balances, len(patrons), toll)
    verified = houseway("verify", "--database", database, "--json")
    if verified.returncode != 0:
        toll.wrong.append(f"houseway verify: {verified.stderr or verified.stdout}")
        return
    told = json.loads(verified.stdout)
    toll.rounds, toll.abandoned = told["rounds_rerun"], told["rounds_taken_as_written"]


def _look_for(
    patron: Patron, found: dict[tuple[str, str], tuple[str, int, str]], heads: dict[str, int], toll: Toll
) -> None:
    toll.wrong += patron.wrong
    toll.wrong += [f"{patron.name} was told {why}" for why in patron.failed]
    toll.acknowledged += len(patron.acknowledged)
    toll.repeated += sum(each.repeated for each in patron.acknowledged)
    for each in patron.acknowledged:
        there = found.get((each.actor, each.id))
        if there != (f"table/{each.table}", each.version, each.event):
            toll.wrong.append(f"{each} was acknowledged, and on the record is {there}")
    toll.wrong += [f"{id_} was refused and is on the record" for id_ in patron.refused if (patron.name, id_) in found]
    for table, version in patron.newest.items():
        if version > heads[f"table/{table}"]:
            toll.wrong.append(f"{patron.name} was shown version {version} of {table}, which is not on the record")


def _count(balances: dict[str, int], patrons: int, toll: Toll) -> None:
    """Everybody has left: no chips and no wagers are anywhere, and nothing was made or lost."""
    if sum(balances.values()):
        toll.wrong.append(f"the ledger sums to {sum(balances.values())}")
    for account, cents in balances.items():
        if cents < 0 and account not in BELOW_ZERO:
            toll.wrong.append(f"{account} holds {cents}")
        if cents and account.startswith(("chips/", "felt/", "coupons/", "coupon felt/")):
            toll.wrong.append(f"{account} still holds {cents}")
    if balances["issued"] != -patrons * 10_000_00:
        toll.wrong.append(f"{-balances['issued']} was issued to {patrons}")


async def _let_in(patron: Patron) -> None:
    """The house may be about to open."""
    for _ in range(100):
        try:
            await patron.guest(bot=True)
            return
        except NotReached:
            await asyncio.sleep(1 / 10)
    raise TimeoutError(patron.name)


@contextmanager
def _soon_back() -> Iterator[None]:
    """Clients come back as soon as they can and never give up, so that the house is under load when it is killed."""
    before = connecting.LONGEST, connecting.ATTEMPTS
    connecting.LONGEST, connecting.ATTEMPTS = 2 * connecting.SHORTEST, 10_000
    try:
        yield
    finally:
        connecting.LONGEST, connecting.ATTEMPTS = before


def report(toll: Toll) -> str:
    deeds = ", ".join(f"{many} x {deed}" for deed, many in sorted(toll.deeds.items()))
    lines = [
        f"seed {toll.seed}: killed {deeds} in {toll.seconds} s; {toll.acknowledged} commands acknowledged,"
        f" {toll.repeated} of them by the next process; {toll.rounds} rounds run again, {toll.abandoned} abandoned",
        *toll.wrong[:MOST_WRONG],
    ]
    return "\n  ".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own; else on a SQLite file")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    asked = parser.parse_args()
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit("told to end: nothing was looked at")
    )  # and nothing is left behind
    with tempfile.TemporaryDirectory(prefix="houseway-killing-") as folder:
        there = (cluster.url for cluster in clusters()) if asked.postgresql else [f"sqlite:///{folder}/house.db"]
        for database in there:
            toll = kill_again_and_again(database, asked.kills, asked.seed)
            print(report(toll))
    sys.exit(1 if toll.wrong else 0)


if __name__ == "__main__":
    main()
