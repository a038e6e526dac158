"""houseway serve as a process: founded, refused in one line, closed gracefully, killed and gone on with."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from house.served import prepare
from houseway.client import Client, play
from houseway.client.asking import NotReached
from houseway.house.definition import Clocks
from web.running import LONG, wait_until

PROGRAM = (sys.executable, "-c", "from houseway.cli import main; main()")


class Process:
    """A house that is served by a process of its own."""

    def __init__(self, running: "subprocess.Popen[str]", said: list[str], url: str, log: Path) -> None:
        self.running = running
        self.said = said
        self.url = url
        self.log = log

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        with httpx.Client(base_url=self.url, trust_env=False, verify=False, headers=headers) as client:
            return client.request(method, path, json=body)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.running.send_signal(how)
        return self.running.wait(60)


@contextmanager
def serving(database: str, log: Path, *more: str, port: int = 0) -> Iterator[Process]:
    command = [*PROGRAM, "serve", "--database", database, "--port", str(port), "--grace", "1", *more]
    with log.open("a") as errors:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            said: list[str] = []
            assert running.stdout is not None
            while not said or "open: http" not in said[-1]:
                line = running.stdout.readline()
                assert line, f"it ended: {log.read_text()}"
                said.append(line)
            url = re.search(r"http://\S+", said[-1])
            assert url is not None
            process = Process(running, said, url[0].rstrip("/"), log)
            wait_until(lambda: _answers(process), LONG)
            yield process
        finally:
            if running.poll() is None:
                running.kill()
                running.wait()
            assert running.stdout is not None
            running.stdout.close()


def _answers(process: Process) -> bool:
    try:
        return process.ask("GET", "/healthz").status_code == 200
    except httpx.TransportError:
        return False


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=60)


def test_a_house_is_founded_served_and_closed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    with serving(database, tmp_path / "log") as first:
        (told,) = [line for line in first.said if "password:" in line]
        password = told.rpartition("password: ")[2].strip()
        session = first.ask("POST", "/api/session", {"name": "administrator", "password": password}).json()
        assert session["role"] == "administrator"
        assert len(first.ask("GET", "/api/tables").json()) == 5
        assert {line["phase"] for line in first.ask("GET", "/api/tables").json()} == {"betting"}
        headers = {"Authorization": f"Bearer {session['token']}"}
        with connect(first.url.replace("http", "ws") + "/api/socket", additional_headers=headers) as waiting:
            assert msgspec.json.decode(waiting.recv(10))["type"] == "welcome"
            first.running.send_signal(signal.SIGTERM)
            assert msgspec.json.decode(waiting.recv(10))["type"] == "closing"
        assert first.running.wait(30) == 0
        assert password not in (tmp_path / "log").read_text()
    with serving(database, tmp_path / "log") as second:
        assert not [line for line in second.said if "password:" in line], "it is told once"
        assert second.end(signal.SIGINT) == 0


def test_a_handshake_that_is_refused_is_told_in_the_log_and_is_no_error(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "log") as house:
        address = house.url.replace("http", "ws") + "/api/socket"
        for headers, origin in (({}, None), ({"Authorization": "Bearer x"}, None), ({}, Origin("http://elsewhere"))):
            with pytest.raises(InvalidStatus), connect(address, additional_headers=headers, origin=origin):
                pass
        assert house.end() == 0
    lines = [msgspec.json.decode(line) for line in (tmp_path / "log").read_text().splitlines()]
    refused = [(line["code"], line["address"]) for line in lines if line["event"] == "handshake refused"]
    assert refused == [(code, "127.0.0.1") for code in ("unauthorised", "unauthorised", "forbidden")]
    assert [line for line in lines if line["level"] != "info"] == []


def test_a_killed_house_goes_on_where_it_stood(tmp_path: Path) -> None:
    """kill -9 while a bot plays, again and again; the bot's client comes back by itself and goes on playing."""
    database, log = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    prepare(database, Clocks(result=10))
    asyncio.run(_killed(database, log, port))
    verified = run("verify", "--database", database)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "12 rounds re-run" in verified.stdout


async def _killed(database: str, log: Path, port: int) -> None:
    """A bot plays twelve rounds; the house is killed in the midst of the fifth, the ninth and the eleventh."""
    async with Client(f"http://127.0.0.1:{port}") as client:
        played: asyncio.Queue[int] = asyncio.Queue()
        playing: asyncio.Task[None] | None = None
        for lived in (4, 8, 10, 12):
            with serving(database, log, "--unlimited", port=port) as house:
                if playing is None:
                    await client.guest(bot=True)
                    await (await client.watch("blackjack-1")).sit(1, 500_00)
                    playing = asyncio.create_task(_rounds(client, 12, played))
                while await asyncio.wait_for(played.get(), 60) < lived:
                    pass
                await asyncio.sleep(0.02)
                house.running.kill()
        assert playing is not None
        await playing


async def _rounds(client: Client, many: int, played: "asyncio.Queue[int]") -> None:
    table, chance = await client.watch("blackjack-1"), Random(8)
    for number in range(1, many + 1):
        assert await play(table, chance, 1) == 1
        played.put_nowait(number)


def test_an_unanswered_address_is_given_up_in_the_end() -> None:
    with pytest.raises(NotReached):
        asyncio.run(Client("http://127.0.0.1:9").guest())
