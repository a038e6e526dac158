"""Nothing is shown to who may not see it: cards in frames and views, secrets in logs, names in any output."""

import asyncio
import io
import json
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from houseway.cards import UNKNOWN
from houseway.client import Client, connecting, go_on
from houseway.house.definition import Clocks
from houseway.house.lobby import Seated, TableLine
from houseway.web import log_writing, logs
from houseway.web.pages import plain_page
from houseway.web.strict import printable
from web.running import PASSWORD, Served, served

NAMES = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror='x'>",
    "x' OR '1'='1",
    "x; DROP TABLE accounts",
    "=cmd|' /C calc'!A0",
    "\x1b[2J\x1b[31mred",
    "line\nbreak",
    "carriage\rreturn",
    "nul\x00",
    "right\u202eleft",
    "zero\u200bwidth",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "a/b",
    "bot-Ada",
    "clock",
    "house",
    "dealer",
    "Ａdmin",
    "é",
    "x" * 25,
    "",
]


@pytest.fixture
def kept_log() -> Iterator[io.StringIO]:
    """What the log says, as it is written."""
    logger = logging.getLogger("houseway")
    before = (logger.handlers, logger.propagate, logger.level)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.Lines())
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.DEBUG)
    yield written
    logger.handlers, logger.propagate, logger.level = before


def test_names_that_could_be_something_else_are_refused(house: Served) -> None:
    for name in NAMES:
        answer = house.ask("POST", "/api/accounts", body={"name": name, "password": PASSWORD})
        assert answer.status_code in (400, 409), name
        assert answer.json()["why"].isprintable()
        answer = house.ask("POST", "/api/guests", body={"bot": True, "name": name})
        assert answer.status_code in (400, 409), name
        assert house.ask("POST", "/api/session", body={"name": name[:24], "password": PASSWORD}).status_code in (
            401,
            429,
        )


@pytest.mark.parametrize("name", NAMES)
def test_should_a_name_come_through_it_is_harmless_wherever_it_is_shown(name: str) -> None:
    line = TableLine("t-1", "lunar", name, "betting", 0, 1, (Seated(1, name, False),), (), (), {}, {}, False, 0)
    page = plain_page((line,))
    assert "<script>alert" not in page
    assert "<img" not in page
    record = logging.LogRecord("houseway.web", logging.INFO, "", 0, "request", None, None)
    record.said = {"actor": name, "path": printable(name)}
    written = logs.Lines().format(record)
    assert "\n" not in written
    assert written.isascii()
    assert written.isprintable()
    assert json.loads(written)["actor"] == name


def test_the_log_has_no_secret(tmp_path: Path, kept_log: io.StringIO) -> None:
    """An evening with log-ins, wrong passwords, wrong tokens, cards and errors: none of them is in the log."""
    secrets = ["correct horse", "wrong horse battery"]
    with served(f"sqlite:///{tmp_path / 'house.db'}") as house:
        house.ask("POST", "/api/accounts", body={"name": "ivan", "password": secrets[0]})
        house.ask("POST", "/api/session", body={"name": "ivan", "password": secrets[1]})
        session = house.ask("POST", "/api/session", body={"name": "ivan", "password": secrets[0]}).json()
        secrets.append(session["token"])
        house.ask("GET", f"/api/me?token={session['token']}", session["token"])
        house.ask("GET", "/api/me", "x" * 43)
        asyncio.run(_plays(house, session["token"]))
        house.house.tick_table = lambda table: 1 / 0  # type: ignore[method-assign, assignment]
        house.front.house.wallet = _failing(secrets)  # type: ignore[method-assign]
        assert house.ask("GET", "/api/me", session["token"]).json()["why"].startswith("the house made an error")
    written = kept_log.getvalue()
    lines = [json.loads(line) for line in written.splitlines()]
    assert {"request", "command", "request failed"} <= {line["event"] for line in lines}
    for secret in secrets:
        assert secret not in written
    assert "Traceback" not in written
    allowed = {"at", "level", "event", "method", "path", "status", "ms", "actor", "address", "do", "table", "role"}
    allowed |= {"outcome", "entry", "error", "where", "route", "words"}
    assert {key for line in lines for key in line} <= allowed


async def _plays(house: Served, token: str) -> None:
    async with Client(house.url, token) as client:
        table = await client.watch("lunar-1")
        await table.sit(1, 100_00)
        await table.wager("ante", 5_00)
        await table.ready()


def _failing(secrets: list[str]) -> Any:
    def wallet(name: str) -> int:
        raise RuntimeError(f"seed 00ff, card As, {secrets}")

    return wallet


def test_nobody_is_told_anothers_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players with hidden hands, a supervisor and a spectator: nobody is told a card of another."""
    told: dict[str, list[Any]] = {}
    hear = connecting.Client._hear

    async def noting(self: Client, text: str | bytes) -> bool:
        told.setdefault(self.token or "", []).append(msgspec.json.decode(text))
        return await hear(self, text)

    monkeypatch.setattr(connecting.Client, "_hear", noting)
    with served(f"sqlite:///{tmp_path / 'house.db'}", clocks=Clocks(decision=60_000, result=0)) as house:
        tokens = {who: house.somebody(who, "player") for who in ("kim", "lee", "max")}
        tokens["sue"] = house.somebody("sue", "supervisor")
        asyncio.run(_hidden_hands(house, tokens))
        views = {who: house.ask("GET", "/api/tables/ultimate8-1", token).json() for who, token in tokens.items()}
    assert any(frame["type"] == "moved" for frame in told[tokens["kim"]])
    hidden = 0
    for who, token in tokens.items():
        for frame in told[token]:
            for move in frame.get("moves", ()) if frame["type"] == "moved" else ():
                hidden += _check_move(move, frame["seats"])
        lying = views[who]["felt"]["down"]
        for area, cards in lying.items():
            mine = area.partition("/")[0] in {str(seat) for seat in views[who]["seats"]}
            assert mine or set(cards) <= {UNKNOWN}, (who, area)
    assert hidden > 100, "there was something to hide"
    assert all(frame["delayed"] for frame in told[tokens["max"]] if frame["type"] == "table")


def _check_move(move: dict[str, Any], seats: list[int]) -> int:
    """How many cards of a move are hidden; none that should be is shown."""
    if move["move"] == "cards" and not move["shown"]:
        owners = {move["source"].partition("/")[0], move["target"].partition("/")[0]}
        if not owners & {str(seat) for seat in seats}:
            assert set(move["cards"]) <= {UNKNOWN}, move
            return len(move["cards"])
    if move["move"] == "acted" and move["hidden"] and move["seat"] not in seats:
        assert set(move["cards"]) <= {UNKNOWN}, move
        return len(move["cards"])
    return 0


async def _hidden_hands(house: Served, tokens: dict[str, str]) -> None:
    clients = {who: Client(house.url, token) for who, token in tokens.items()}
    tables = {who: await client.watch("ultimate8-1") for who, client in clients.items()}
    for seat, who in ((2, "kim"), (5, "lee")):
        await tables[who].sit(seat, 500_00)

    async def plays(who: str, chance: Random) -> None:
        async for _ in tables[who].changes():
            if tables[who].now.number >= 6:
                return
            await go_on(tables[who], chance)

    await asyncio.wait_for(asyncio.gather(plays("kim", Random(1)), plays("lee", Random(2))), 60)
    for client in clients.values():
        await client.close()


def test_an_output_that_takes_nothing_keeps_nobody_waiting() -> None:
    """A pipe that nobody reads: what is logged waits, up to a number of lines, and the rest is counted."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w"), os.fdopen(reading) as read:
        lines = logs.Lines()
        handler = log_writing.Writing(writing, lines.left_out)
        handler.setFormatter(lines)
        many = log_writing.MOST * 2
        begun = time.monotonic()
        for number in range(many):
            record = logging.LogRecord("houseway", logging.INFO, "", 0, "asked", None, None)
            record.said = {"number": number, "words": "x" * 100}
            handler.emit(record)
        assert time.monotonic() - begun < 20
        told: list[Any] = []
        while not told or told[-1]["event"] != "lines left out":
            told.append(json.loads(read.readline()))
        numbers = [line["number"] for line in told[:-1]]
        assert numbers == sorted(numbers)
        assert len(numbers) + told[-1]["lines"] == many
        handler.flush()


def test_the_last_lines_are_written_before_the_end(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as output:
        handler = log_writing.Writing(output.fileno(), logs.Lines().left_out)
        handler.setFormatter(logs.Lines())
        handler.emit(logging.LogRecord("houseway", logging.INFO, "", 0, "asked", None, None))
        handler.flush()
    assert json.loads((tmp_path / "log").read_text())["level"] == "info"
