"""The house is told to close: no new round begins, those in play may be finished or go on after the next start."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from house.conftest import empty
from house.patrons import CHIPS, Patron
from house.served import Served, houseway, prepare
from houseway.client import Table, act, connecting
from houseway.client.asking import NotReached, Refused
from houseway.house.definition import Clocks

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

LONG = 600  # seconds: no round of these tests is over by the clock alone
CLOCKS = Clocks(betting=LONG * 1000, decision=LONG * 1000, validation=100, result=20)
GRACE = 1
PATIENCE = 60
CLOSED = 20  # seconds that a house without anything to wait for takes at most, on a busy machine
AGAIN = "ask again"
SLOWLY = """
import atexit, time
from houseway.cli import main
from houseway.house.store import Store

def slowly(words):
    print(words, flush=True)
    time.sleep(1)

close = Store.close
Store.close = lambda store: (slowly("closes"), close(store))
atexit.register(slowly, "goes")
main()
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        there: str = request.getfixturevalue("sqlite_url")
    else:
        there = request.getfixturevalue("postgres_url")
        empty(there)
    prepare(there, CLOCKS)
    return there


@pytest.fixture
def sqlite_house(sqlite_url: str) -> str:
    prepare(sqlite_url, CLOCKS)
    return sqlite_url


@pytest.fixture
def postgres_house(postgres_url: str) -> str:
    empty(postgres_url)
    prepare(postgres_url, CLOCKS)
    return postgres_url


@pytest.fixture
def serve() -> Iterator[Any]:
    """Serves houses, and leaves none behind."""
    all_ = []

    def begin(database: str, grace: int) -> Served:
        served = Served(database, "--grace", str(grace), "--unlimited")
        all_.append(served)
        served.start()
        served.await_open()
        return served

    yield begin
    for served in all_:
        served.close()


def test_rounds_in_play_go_on_after_the_restart_at_the_same_ask(database: str, serve: Any) -> None:
    served = serve(database, GRACE)

    async def evening() -> None:
        async with _patrons(served.url, 2) as (ann, bob):
            lunar, lucky = await ann.watch("lunar-1"), await bob.watch("lucky8s-1")
            await _into_a_round(ann, lunar)
            await _wager(bob, lucky)
            before = await ann.request("GET", "/api/tables/lunar-1")
            assert before["ask"]["yours"]
            await _close(served, GRACE)
            await _hear_of_it(ann, bob)
            served.start()
            await _back(ann, lunar)
            await _back(bob, lucky)
            after = await ann.request("GET", "/api/tables/lunar-1")
            for part in ("felt", "ask", "seats", "you", "sign"):
                assert after[part] == before[part], part
            assert after["now"]["phase"] == "playing"
            assert after["now"]["number"] == before["now"]["number"]
            later = after["now"]["deadline"] - before["now"]["deadline"]
            assert later >= GRACE * 1000, "whoever is asked has his whole time again"
            assert lunar.ask is not None
            assert lunar.choices.keys() == {int(seat) for seat in before["ask"]["yours"]}
            await _play_out(ann, lunar)
            await lucky.ready()  # the wagers from before the restart lie
            await lucky.until(lambda table: table.now.phase == "playing" or table.result is not None)
            await _play_out(bob, lucky)

    _spend(evening())
    served.terminate()
    assert served.ended(CLOSED) == 0
    _verify(database)


def test_while_the_house_closes_no_round_begins_and_the_one_in_play_may_be_finished(
    sqlite_house: str, serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "PERSISTENCE", 0)  # what is refused is not said again until the restart
    served = serve(sqlite_house, LONG)

    async def evening() -> None:
        async with _patrons(served.url, 3) as (ann, bob, eve):
            lunar, lucky, packs = await ann.watch("lunar-1"), await bob.watch("lucky8s-1"), await eve.watch("packs-1")
            await _into_a_round(ann, lunar)
            await _wager(bob, lucky)
            served.terminate()
            while served.is_well():
                await asyncio.sleep(1 / 50)
            for refused in (lucky.ready(), packs.sit(1, CHIPS), lucky.leave()):
                with pytest.raises(Refused, match=AGAIN):
                    await refused
            await asyncio.sleep(1)
            assert served.process.poll() is None, "it waits for the round in play"
            assert not ann.told_closing
            await _play_out(ann, lunar)
            begun = time.monotonic()
            assert await asyncio.to_thread(served.ended, CLOSED) == 0
            assert time.monotonic() - begun < CLOSED
            assert lucky.now.phase == "betting"
            number = lunar.now.number
            served.start()
            await _back(ann, lunar)
            await _back(bob, lucky)
            assert (lunar.now.number, lunar.now.phase in ("result", "betting")) == (number, True)
            await lucky.ready()

    _spend(evening())


def test_told_twice_the_house_ends_at_once_and_goes_on_where_it_was(
    sqlite_house: str, serve: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    served = serve(sqlite_house, LONG)

    async def evening() -> None:
        async with _patrons(served.url, 1) as (ann,):
            lunar = await ann.watch("lunar-1")
            await _into_a_round(ann, lunar)
            version = lunar.version
            served.terminate()
            await asyncio.sleep(1 / 2)
            served.terminate()
            assert await asyncio.to_thread(served.ended, CLOSED) == 0
            served.start()
            await _back(ann, lunar)
            assert lunar.version is not None
            assert version is not None
            assert lunar.version > version, "that the house stood still is on the record"
            await _play_out(ann, lunar)

    _spend(evening())
    served.terminate()
    assert served.ended(CLOSED) == 0
    _verify(sqlite_house)
    assert "INFO" not in capfd.readouterr().err, "the log is the house's own"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_the_moment_that_it_is_open_the_house_ends_in_order(
    database: str, serve: Any, how: int, capfd: Any
) -> None:
    served = serve(database, LONG)
    os.killpg(served.process.pid, how)  # as a terminal does
    assert served.ended(CLOSED) == 0
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_again_while_it_closes_and_goes_the_house_ends_in_order(sqlite_house: str, how: int) -> None:
    served = Served(sqlite_house, "--grace", "0", program=SLOWLY)
    served.start()
    try:
        served.await_open()
        out = served.process.stdout
        assert out is not None
        served.process.send_signal(how)
        for words in (b"closes\n", b"goes\n"):
            assert out.readline() == words
            served.process.send_signal(how)
        assert served.ended(CLOSED) == 0
    finally:
        served.close()


@asynccontextmanager
async def _patrons(url: str, many: int) -> AsyncIterator[list[Patron]]:
    patrons = [Patron(url, Random(place)) for place in range(many)]
    for patron in patrons:
        await _come_in(patron)
    yield patrons
    for patron in patrons:
        assert not patron.wrong
        await patron.close()


async def _come_in(patron: Patron) -> None:
    for _ in range(PATIENCE * 10):
        try:
            await patron.guest()
            return
        except NotReached:
            await asyncio.sleep(1 / 10)
    raise TimeoutError


async def _wager(patron: Patron, table: Table) -> None:
    """Sit down, and make what wagers the game needs."""
    await table.sit(1, CHIPS)
    for offer in table.view.sign.offers:
        if offer.required:
            await table.wager(offer.wager, offer.low)


async def _into_a_round(patron: Patron, table: Table) -> None:
    """Until the patron has to decide."""
    await _wager(patron, table)
    await table.ready()
    await table.until(lambda there: there.ask is not None and there.ask.yours)


async def _play_out(patron: Patron, table: Table) -> None:
    """Decide until the round is over."""
    while table.now.phase == "playing":
        if table.ask is not None and table.ask.yours:
            await table.do(act(table.ask, min(table.ask.yours), patron.chance))
        else:
            await table.until(lambda there: there.now.phase != "playing" or (there.ask is not None and there.ask.yours))


async def _close(served: Served, grace: int) -> None:
    begun = time.monotonic()
    served.terminate()
    assert await asyncio.to_thread(served.ended, grace + CLOSED) == 0
    assert time.monotonic() - begun >= grace, "those in a round have the whole grace to finish it"


async def _hear_of_it(*patrons: Patron) -> None:
    """Until they have read what the house told them last: that it closes. It may have ended before they look."""
    async with asyncio.timeout(CLOSED):
        while not all(patron.told_closing for patron in patrons):
            await asyncio.sleep(1 / 50)


async def _back(patron: Patron, table: Table) -> None:
    """Until a patron is told of the table anew."""
    known = table.version or 0
    for _ in range(PATIENCE * 10):
        try:
            fresh = await patron.request("GET", f"/api/tables/{table.name}")
            break
        except (NotReached, Refused):
            await asyncio.sleep(1 / 10)
    assert fresh["version"] >= known
    await table.until(lambda there: (there.version or 0) >= fresh["version"])


def _spend(evening: Any) -> None:
    asyncio.run(asyncio.wait_for(evening, 4 * PATIENCE))


def _verify(database: str) -> None:
    verified = houseway("verify", "--database", database, "--json")
    assert verified.returncode == 0, verified.stderr
    assert json.loads(verified.stdout)["rounds_taken_as_written"] == 0
