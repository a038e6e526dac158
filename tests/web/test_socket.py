"""The WebSocket: who is let in, what he is told, and when he is shown out."""

import asyncio
import socket as sockets
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from houseway.client import Client
from houseway.house import office, sessions
from houseway.house.definition import Clocks
from houseway.house.office_commands import GiveRole, LockAccount
from houseway.web.limits import Limits, Rate
from web.running import PASSWORD, Served, served, wait_until


@contextmanager
def connected(house: Served, token: str | None, **headers: str) -> Iterator[ClientConnection]:
    said = {"Authorization": f"Bearer {token}"} if token is not None else {}
    with connect(house.socket_url, additional_headers=said | headers, compression=None) as socket:
        yield socket


def told(socket: ClientConnection, kind: str) -> Any:
    """The next frame of a kind."""
    while True:
        frame = msgspec.json.decode(socket.recv(10))
        if frame["type"] == kind:
            return frame


def closed_with(socket: ClientConnection, seconds: int = 10) -> int:
    """The code with which the house closes."""
    until = time.monotonic() + seconds
    with suppress(ConnectionClosed):
        while time.monotonic() < until:
            socket.recv(seconds)
    assert socket.close_code is not None, "the house did not close"
    return socket.close_code


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer nobody"}, 401),
        ({"Authorization": "Basic TOKEN"}, 401),
        ({"Cookie": "houseway_session=TOKEN"}, 403),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "http://evil.example"}, 403),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "null"}, 403),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "http://HOST.evil.example"}, 403),
        ({"Cookie": "houseway_session=nobody", "Origin": "http://HOST"}, 401),
        ({"Authorization": "Bearer TOKEN", "Origin": "http://evil.example"}, 403),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "http://HOST"}, 101),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "http://HOST", "X-Forwarded-Proto": "https"}, 403),
        ({"Cookie": "houseway_session=TOKEN", "Origin": "https://HOST", "X-Forwarded-Proto": "https"}, 101),
        ({"Authorization": "Bearer TOKEN", "Origin": "http://HOST"}, 101),
        ({"Authorization": "Bearer TOKEN"}, 101),
    ],
)
def test_who_is_let_in(house: Served, headers: dict[str, str], status: int) -> None:
    token, host = house.guest(), house.url.removeprefix("http://")
    said = {name: value.replace("TOKEN", token).replace("HOST", host) for name, value in headers.items()}
    if status == 101:
        with connected(house, None, **said) as socket:
            assert told(socket, "welcome")["kind"] == "guest"
        return
    with pytest.raises(InvalidStatus) as refused, connected(house, None, **said):
        pass
    assert refused.value.response.status_code == status
    assert msgspec.json.decode(refused.value.response.body or b"")["code"] in ("unauthorised", "forbidden")


def refused(house: Served, path: str = "", token: str | None = None) -> Response:
    """The answer to a handshake that comes to nothing."""
    said = {"Authorization": f"Bearer {token}"} if token is not None else {}
    with pytest.raises(InvalidStatus) as wrong, connect(house.socket_url + path, additional_headers=said):
        pass
    return wrong.value.response


@pytest.mark.parametrize(("path", "status"), [("", 401), ("/nowhere", 404)])
def test_a_refusal_says_what_a_browser_may_do_with_it(house: Served, path: str, status: int) -> None:
    told = refused(house, path)
    assert told.status_code == status
    assert "frame-ancestors 'none'" in told.headers["content-security-policy"]
    assert told.headers["x-content-type-options"] == "nosniff"
    assert told.headers["x-frame-options"] == "DENY"
    assert told.headers["cache-control"] == "no-store"


def test_who_shakes_hands_too_often_waits_as_who_asks_does(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}", Limits(requests=Rate(1, 60, 5))) as house:
        assert [refused(house, token="A" * 43).status_code for _ in range(3)] == [401] * 3
        assert house.ask("GET", "/healthz").status_code == 200
        token = house.guest()
        with connected(house, token) as socket:
            told(socket, "welcome")
            late = refused(house, token=token)
            assert (late.status_code, msgspec.json.decode(late.body or b"")["code"]) == (429, "too many")
            assert 1 <= int(late.headers["retry-after"]) <= 60
            assert "content-security-policy" in late.headers
            assert house.ask("GET", "/healthz").status_code == 429
            socket.send('{"type": "ping"}')
            assert told(socket, "pong")["at"] > 0, "who is in is not asked again"


def test_a_table_is_told_whole_then_by_its_moves(house: Served) -> None:
    with connected(house, house.guest()) as socket:
        name = told(socket, "welcome")["name"]
        socket.send('{"type": "watch", "table": "lucky8s-1"}')
        whole = told(socket, "table")["view"]
        socket.send(
            '{"type": "command", "id": "s1", "table": "lucky8s-1", "command": {"do": "sit", "seat": 5, "chips": 10000}}'
        )
        moved = told(socket, "moved")
        assert moved["version"] == whole["version"] + 1
        assert [person["name"] for person in moved["now"]["people"]] == [name]
        assert told(socket, "done") == {
            "type": "done",
            "id": "s1",
            "table": "lucky8s-1",
            "version": moved["version"],
            "event": "table.sat/1",
            "answer": told_answer(house, moved["version"]),
            "repeated": False,
        }
        socket.send('{"type": "unwatch", "table": "lucky8s-1"}')
        socket.send('{"type": "watch", "table": "lucky8s-1", "since": ' + str(whole["version"]) + "}")
        assert told(socket, "moved")["version"] == moved["version"], "what was missed is told by its moves"
        socket.send('{"type": "watch", "table": "lucky8s-9"}')
        assert told(socket, "refused")["code"] == "not found"


def told_answer(house: Served, version: int) -> Any:
    (entry,) = house.house.store.read("table/lucky8s-1", version - 1, 1)
    return msgspec.json.decode(entry.body)["answer"]


def test_the_wallet_is_told_when_it_changes(house: Served) -> None:
    with connected(house, house.guest()) as socket:
        wallet = told(socket, "welcome")["wallet"]
        socket.send('{"type": "watch", "table": "packs-1"}')
        socket.send(
            '{"type": "command", "id": "s1", "table": "packs-1", "command": {"do": "sit", "seat": 5, "chips": 10000}}'
        )
        assert told(socket, "wallet")["cents"] == wallet - 10_000


@pytest.mark.parametrize("how", ["log out", "log in elsewhere", "locked", "another role"])
def test_a_socket_ends_with_its_session(house: Served, how: str) -> None:
    name = "h_" + how.replace(" ", "_")
    token = house.somebody(name, "player")
    store, now = house.house.store, house.house.now()
    with connected(house, token) as socket:
        told(socket, "welcome")
        begun = time.monotonic()
        if how == "log out":
            assert house.ask("DELETE", "/api/session", token).status_code == 200
        elif how == "log in elsewhere":
            assert house.ask("POST", "/api/session", body={"name": name, "password": PASSWORD}).status_code == 200
        elif how == "locked":
            office.carry_out(store, LockAccount(name, "a test"), office.HOUSE, now)
        else:
            office.carry_out(store, GiveRole(name, "auditor", "a test"), office.HOUSE, now)
        assert closed_with(socket) == 4001
        assert time.monotonic() - begun < 4


@pytest.mark.parametrize("how", ["log out", "locked", "another role"])
def test_who_is_shown_out_commands_nothing_from_that_moment(
    house: Served, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not from the next look at the sessions on: that one sees nothing."""
    monkeypatch.setattr("houseway.web.socket.still_in", lambda house, there: {bound.token for bound in there})
    name = "n_" + how.replace(" ", "_")
    token = house.somebody(name, "player")
    store, now = house.house.store, house.house.now()
    with connected(house, token) as socket:
        told(socket, "welcome")
        if how == "log out":
            assert house.ask("DELETE", "/api/session", token).status_code == 200
        elif how == "locked":
            office.carry_out(store, LockAccount(name, "a test"), office.HOUSE, now)
        else:
            office.carry_out(store, GiveRole(name, "supervisor", "a test"), office.HOUSE, now)
        version = store.head("table/packs-1")
        sits = '"command": {"do": "sit", "seat": 6, "chips": 10000}'
        with suppress(ConnectionClosed):  # before the last is sent, perhaps
            for number in range(5):  # and none of them is heard because one before it was refused
                socket.send(f'{{"type": "command", "id": "f{number}", "table": "packs-1", ' + sits + "}")
        assert told(socket, "refused")["code"] == "unauthorised"
        assert closed_with(socket) == 4001
        assert store.head("table/packs-1") == version


def test_a_session_that_goes_on_keeps_its_socket(house: Served) -> None:
    with connected(house, house.guest()) as socket:
        told(socket, "welcome")
        time.sleep(2.5)
        socket.send('{"type": "ping"}')
        assert told(socket, "pong")["at"] > 0


def test_a_frame_is_not_too_long_and_no_bytes(house: Served) -> None:
    with connected(house, house.guest()) as socket:
        socket.send('{"type": "ping", "x": "' + "x" * 17_000 + '"}')
        assert closed_with(socket) == 1009
    with connected(house, house.guest()) as socket:
        socket.send(b'{"type": "ping"}')
        assert closed_with(socket) == 1008
    with connected(house, house.guest()) as socket:
        with suppress(ConnectionClosed):  # before its last fragment is sent, perhaps
            socket.send(["x" * 9_000, "x" * 9_000])
        assert closed_with(socket) == 1009, "in fragments, too"


def test_somebody_has_so_many_sockets_and_no_more(house: Served) -> None:
    token = house.guest()
    with ExitStack() as others, ExitStack() as last:
        for stack in (*[others] * 7, last):
            told(stack.enter_context(connected(house, token)), "welcome")
        with pytest.raises(InvalidStatus) as refused, connected(house, token):
            pass
        assert refused.value.response.status_code == 429
        last.close()
        wait_until(lambda: _let_in(house, token))


def _let_in(house: Served, token: str) -> bool:
    try:
        with connected(house, token):
            return True
    except InvalidStatus:
        return False


def test_who_reads_too_slowly_is_given_up(tmp_path: Path) -> None:
    limits = Limits(requests=None, newcomers=None, commands=None, frames=None, queue_frames=64)
    with served(f"sqlite:///{tmp_path / 'house.db'}", limits) as house, never_reading(house) as slow:
        frame = Frame(Opcode.TEXT, b'{"type": "watch", "table": "packs-1"}').serialize(mask=True)
        with suppress(OSError):
            for _ in range(10_000):
                slow.sendall(frame * 20)
        wait_until(lambda: _given_up(house))


@contextmanager
def never_reading(house: Served) -> Iterator[sockets.socket]:
    """Somebody who asks, and takes no answer."""
    there = ("127.0.0.1", int(house.url.rpartition(":")[2]))
    with sockets.create_connection(there) as slow:
        slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        slow.settimeout(2)
        lines = [
            "GET /api/socket HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {house.guest()}",
        ]
        slow.sendall("\r\n".join([*lines, "", ""]).encode())
        assert b" 101 " in slow.recv(100)
        yield slow


def _given_up(house: Served) -> bool:
    return 'houseway_sockets_closed_total{code="1013"} 1.0' in house.ask("GET", "/metrics").text


def test_a_flood_hurts_nobody_else(tmp_path: Path) -> None:
    """One client sends as fast as it can; another's round trips stay short, and the flood is held to its rate."""
    limits = Limits(requests=None, newcomers=None, frames=Rate(20, 1, 20), commands=Rate(20, 1, 20))
    database, clocks = f"sqlite:///{tmp_path / 'house.db'}", Clocks(betting=60_000)
    with served(database, limits, clocks) as house, connected(house, house.guest()) as flooding:
        told(flooding, "welcome")
        begun, over = time.monotonic(), threading.Event()
        threads = [threading.Thread(target=_flood, args=(flooding, over)) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            trips = asyncio.run(_round_trips(house, house.guest()))
        finally:
            over.set()
            flooding.socket.shutdown(sockets.SHUT_RDWR)
            for thread in threads:
                thread.join()
        heard, seconds = _heard(house), time.monotonic() - begun  # until it was counted
        assert sorted(trips)[len(trips) * 9 // 10] < 0.2
        assert heard <= 20 + 20 * seconds + len(trips) + 2


def _heard(house: Served) -> int:
    """How many frames were taken."""
    (line,) = [
        line for line in house.ask("GET", "/metrics").text.splitlines() if line.startswith("houseway_frames_total")
    ]
    return int(float(line.split()[1]))


def _flood(socket: ClientConnection, over: threading.Event) -> None:
    frame = Frame(Opcode.TEXT, b'{"type": "watch", "table": "packs-1"}').serialize(mask=True)
    with suppress(OSError):
        while not over.is_set():
            socket.socket.sendall(frame)


async def _round_trips(house: Served, token: str) -> list[float]:
    trips: list[float] = []
    async with Client(house.url, token) as client:
        table = await client.watch("lunar-1")
        await table.sit(1, 100_00)
        for number in range(12):
            begun = time.perf_counter()
            await table.wager("ante", 5_00 + 1_00 * number)
            trips.append(time.perf_counter() - begun)
            await asyncio.sleep(0.1)
    return trips


def test_who_is_shown_out_while_his_question_is_answered_leaves_nothing_behind(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, begun, go_on = house.house.watch, threading.Event(), threading.Event()

    def slowly(*asked: Any, **held: Any) -> Any:
        begun.set()
        go_on.wait(20)
        return watch(*asked, **held)

    monkeypatch.setattr(house.house, "watch", slowly)
    token = house.guest()
    with connected(house, token) as socket:
        socket.send('{"type": "watch", "table": "packs-1"}')
        assert begun.wait(10)
        sessions.end_session(house.house.store, token)
        assert closed_with(socket) == 4001
        go_on.set()
    wait_until(lambda: len(house.server._sockets) == 0)
    time.sleep(0.3)
    assert len(house.house.watchers("packs-1")) == 0


def test_what_somebody_said_before_he_left_keeps_no_place_for_him(tmp_path: Path) -> None:
    limits = Limits(requests=None, newcomers=None, frames=Rate(4, 1, 1), commands=None)
    with served(f"sqlite:///{tmp_path / 'house.db'}", limits) as house:
        with never_reading(house) as leaving:
            leaving.sendall(100 * Frame(Opcode.TEXT, b'{"type": "ping"}').serialize(mask=True))
            wait_until(lambda: _heard(house) > 0)
        wait_until(lambda: len(house.server._sockets) == 0, 10)


def test_who_says_nothing_for_long_is_shown_out(tmp_path: Path) -> None:
    with (
        served(f"sqlite:///{tmp_path / 'house.db'}", Limits(idle=1)) as house,
        connected(house, house.guest()) as socket,
    ):
        assert closed_with(socket) == 1001


@pytest.mark.parametrize(
    ("frame", "order", "table"),
    [
        ('{"type": "command", "id": "a1", "table": "lunar-1", "command": {"do": "sit", "seat": 0}}', "a1", "lunar-1"),
        ('{"type": "command", "id": "a1", "table": "No Table", "command": {"do": "ready"}}', "a1", None),
        ('{"type": "command", "id": 7, "table": "lunar-1", "command": {"do": "ready"}}', None, "lunar-1"),
        ('{"type": "command", "id": "a1", "table":', None, None),
        ("[]", None, None),
    ],
)
def test_who_says_what_is_no_command_is_refused_by_its_id(
    house: Served, frame: str, order: str | None, table: str | None
) -> None:
    with connected(house, house.guest()) as socket:
        socket.send(frame)
        refused = told(socket, "refused")
        assert (refused["id"], refused["table"], refused["code"]) == (order, table, "bad request")
