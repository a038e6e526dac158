"""A database that gives no answer: who looks after the house is told at once, and it can be told to end."""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from house.served import PROGRAM
from house.served import Served as Process
from houseway.client import Client
from houseway.house import glimpses
from houseway.house.founding import FOUNDER
from houseway.house.lobby import lobby
from houseway.house.office_commands import GiveCoupon
from houseway.house.store import Store
from web.running import Served, served, wait_until
from web.test_held_tables import held

MANY = 40  # more than there are threads for those who ask
SECOND = 1
SOON = 5  # seconds: a machine that is busy needs some of them; who waits for the database has no answer for ever
LONG = 20
HANGS = """
import threading
from pathlib import Path
from houseway.house.store import Store
head = Store.head
def hangs(store, stream):
    if Path({flag!r}).exists():
        threading.Event().wait()
    return head(store, stream)
Store.head = hangs
"""

HANGS_WRITING = """
import threading
from pathlib import Path
from houseway.house.store import Store
append_together = Store.append_together
def hangs(store, *asked, **named):
    if Path({flag!r}).exists():
        threading.Event().wait()
    return append_together(store, *asked, **named)
Store.append_together = hangs
"""


@contextmanager
def hung(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is read of the database, it does not answer until the end of the block."""
    back = threading.Event()

    def waiting(glance: Callable[..., Any]) -> Callable[..., Any]:
        def wait(*args: Any) -> Any:
            back.wait()
            return glance(*args)

        return wait

    with monkeypatch.context() as patched:
        patched.setattr(store, "glance", waiting(store.glance))
        try:
            yield
        finally:
            back.set()


def look(house: Served, path: str, token: str | None = None) -> httpx.Response:
    with house.client(token) as client:
        return client.get(path, timeout=LONG)


def test_the_health_is_told_within_a_second_whatever_the_database_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(f"sqlite:///{tmp_path}/house.db") as house, ThreadPoolExecutor(MANY) as pool:
        token = house.guest()
        assert look(house, "/healthz").status_code == 200
        with hung(house.house.store, monkeypatch):
            waiting = [pool.submit(look, house, "/api/tables", token) for _ in range(MANY)]
            for asks in (None, token, None, token, None, token):
                begun = time.monotonic()
                answer = look(house, "/healthz", asks)
                assert (answer.status_code, answer.json()["code"]) == (503, "failed")
                assert answer.json()["why"].startswith("the database, or a table")
                assert time.monotonic() - begun < SOON
                assert "houseway_requests_total" in look(house, "/metrics").text, "it needs no database"
            assert not any(each.done() for each in waiting)
        assert {each.result().status_code for each in waiting} == {200}
        wait_until(lambda: look(house, "/healthz").status_code == 200)


def test_who_looks_at_all_tables_waits_for_those_that_are_held_no_longer_than_for_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glimpses, "GLIMPSE", 1000 * LONG)  # for one; for all of them together it is as it was
    with served(f"sqlite:///{tmp_path}/house.db") as house, ExitStack() as stack:
        lines = lobby(house.house)
        for table in house.house.all():
            stack.enter_context(held(house, table.name))
        begun = time.monotonic()
        assert lobby(house.house) == lines
        assert time.monotonic() - begun < SOON


def test_a_house_ends_though_a_command_hangs_at_a_table_that_is_watched(tmp_path: Path) -> None:
    flag = tmp_path / "hung"
    program = HANGS_WRITING.format(flag=str(flag)) + PROGRAM
    process = Process(f"sqlite:///{tmp_path}/house.db", "--grace", "0", program=program)
    process.start()

    async def sit_and_wait() -> None:
        async with Client(process.url) as client:
            await client.guest(bot=True)
            table = await client.watch("lunar-1")
            flag.touch()
            sitting = asyncio.create_task(table.sit(1, 1_000_00))
            await asyncio.sleep(SECOND)
            process.terminate()
            try:
                assert await asyncio.to_thread(process.ended, LONG) == 0
            finally:
                sitting.cancel()  # it would be asked again when the house is back
                await asyncio.gather(sitting, return_exceptions=True)

    try:
        process.await_open()
        asyncio.run(sit_and_wait())
    finally:
        process.close()


def test_a_house_whose_database_hangs_can_be_told_to_end(tmp_path: Path) -> None:
    flag = tmp_path / "hung"
    process = Process(f"sqlite:///{tmp_path}/house.db", program=HANGS.format(flag=str(flag)) + PROGRAM)
    process.start()
    try:
        process.await_open()
        wait_until(process.is_well)
        flag.touch()
        assert not process.is_well()
        process.terminate()
        time.sleep(SECOND)
        process.terminate()
        assert process.ended(LONG) == 0
    finally:
        process.close()


def test_who_looks_while_another_has_a_table_made_again_is_shown_what_was_seen_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(f"sqlite:///{tmp_path}/house.db") as house, ThreadPoolExecutor(1) as pool:
        lines, current = lobby(house.house), house.house.current
        begun, go_on = threading.Event(), threading.Event()

        def slow(*asked: Any) -> Any:
            begun.set()
            go_on.wait(LONG)
            return current(*asked)

        with monkeypatch.context() as patched:
            patched.setattr(house.house, "current", slow)
            first = pool.submit(lobby, house.house)
            assert begun.wait(LONG)
            patched.undo()
        before = time.monotonic()
        assert lobby(house.house) == lines
        assert time.monotonic() - before < SOON
        go_on.set()
        assert first.result() == lines


def test_the_office_waits_for_no_table_and_who_is_owed_a_word_is_told_when_it_is_free(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/house.db") as house:
        token = house.guest()
        name = house.ask("GET", "/api/me", token).json()["name"]
        with connect(house.socket_url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
            socket.send('{"type":"watch","table":"packs-1"}')
            while "view" not in msgspec.json.decode(socket.recv(LONG)):
                pass
            with held(house, "packs-1"):
                begun = time.monotonic()
                house.house.office(GiveCoupon(name, 5_00, "a good customer"), FOUNDER, "one")
                assert time.monotonic() - begun < SOON
                house.ask("POST", "/api/guests", None, {})
            assert (told := msgspec.json.decode(socket.recv(LONG)))["type"] == "wallet"
            assert told["coupons"] == 5_00


def test_a_log_that_nobody_reads_keeps_nobody_waiting(tmp_path: Path) -> None:
    """The pipe is full before the first line."""
    process = Process(f"sqlite:///{tmp_path}/house.db", "--log-level", "info", "--grace", "0")
    reading, writing = os.pipe()
    try:
        os.set_blocking(writing, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writing, b" " * 4096)
        os.set_blocking(writing, True)
        process.start(writing)
        process.await_open()
        wait_until(process.is_well)
        with httpx.Client(base_url=process.url, trust_env=False) as client:
            begun = time.monotonic()
            for _ in range(3 * MANY):
                assert client.get("/openapi.json", timeout=LONG).status_code == 200
            assert time.monotonic() - begun < LONG
        assert process.is_well()
        process.terminate()
        assert process.ended(LONG) == 0
    finally:
        process.close()
        os.close(reading)
        os.close(writing)
