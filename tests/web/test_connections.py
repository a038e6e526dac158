"""Connections that do not ask: cut off after a while, and never so many that others are not answered."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from uvicorn.protocols.http import auto
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.sync.client import connect

from houseway.web import connections, serving
from houseway.web.browsers import HEADERS
from houseway.web.limits import Limits
from web.running import Served, served, wait_until

PATIENCE = 1
UPGRADE = b"GET /api/socket HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
ASKED = b"GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that waits for nobody long."""
    file = tmp_path_factory.mktemp("house") / "house.db"
    with served(f"sqlite:///{file}", Limits(patience=PATIENCE)) as running:
        yield running


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A house to which this machine is one like any other."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with served(f"sqlite:///{tmp_path / 'house.db'}", Limits(connections_of_address=3)) as running:
        yield running


def come(house: Served, said: bytes = b"") -> socket.socket:
    host, _, port = house.url.removeprefix("http://").partition(":")
    made = socket.create_connection((host, int(port)), timeout=5 * PATIENCE)
    made.sendall(said)
    return made


def go_on(connection: socket.socket, words: bytes, times: int, pause: float = 0) -> None:
    for _ in range(times):
        connection.sendall(words)
        time.sleep(pause)


def cut_off(connection: socket.socket) -> bool:
    """Is it closed, now or within its time, without a word?"""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def answered(connection: socket.socket) -> bool:
    """Is the house well, as it says in a whole answer?"""
    heard = b""
    try:
        while not heard.endswith(b"}") and (more := connection.recv(64 * 1024)):
            heard += more
    except (ConnectionError, TimeoutError):
        return False
    return b" 200 OK" in heard and heard.endswith(b"}")


def head_of(connection: socket.socket) -> tuple[int, dict[str, list[str]]]:
    """The status of an answer, and all values of each of its headers."""
    heard = b""
    while b"\r\n\r\n" not in heard and (more := connection.recv(4096)):
        heard += more
    first, *lines = heard.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    headers: dict[str, list[str]] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        headers.setdefault(name.lower(), []).append(value)
    return int(first.split()[1]), headers


def times_cut(house: Served, why: str) -> float:
    """How often the house has counted that it cut somebody off."""
    found = re.search(rf'houseway_connections_cut_total{{why="{why}"}} (\S+)', house.ask("GET", "/metrics").text)
    return float(found[1]) if found else 0


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: house\r\nX-a: "])
def test_who_does_not_ask_is_cut_off(quick: Served, said: bytes) -> None:
    before, begun = times_cut(quick, "late"), time.monotonic()
    with come(quick, said) as silent:
        assert cut_off(silent)
        assert PATIENCE * 0.9 < time.monotonic() - begun < 4 * PATIENCE
    assert times_cut(quick, "late") > before


def test_a_header_that_comes_letter_by_letter_comes_too_late(quick: Served) -> None:
    begun = time.monotonic()
    with come(quick, b"GET / HTTP/1.1\r\nX-a: ") as slow, pytest.raises(ConnectionError):
        go_on(slow, b"a", 80, PATIENCE / 20)
    assert time.monotonic() - begun > PATIENCE * 0.9


def test_the_next_request_of_a_connection_has_its_time_too(quick: Served) -> None:
    with come(quick, ASKED) as twice:
        assert answered(twice)
        time.sleep(PATIENCE / 2)
        twice.sendall(ASKED)
        assert answered(twice)
        time.sleep(PATIENCE * 0.7)  # since the first answer it is longer than the time that there is
        twice.sendall(ASKED)
        assert answered(twice)
        twice.sendall(ASKED[:20])
        assert cut_off(twice)


def test_who_is_being_answered_is_not_late(quick: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asks = f"GET /api/me HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer {quick.guest()}\r\n\r\n"
    held = quick.house.held

    def slow(name: str) -> Any:
        time.sleep(2 * PATIENCE)
        return held(name)

    monkeypatch.setattr(quick.house, "held", slow)
    begun = time.monotonic()
    with come(quick, asks.encode()) as patient:
        assert answered(patient)
    assert time.monotonic() - begun > PATIENCE


def test_a_socket_is_not_cut_off(quick: Served) -> None:
    headers = {"Authorization": f"Bearer {quick.guest()}"}
    with connect(quick.socket_url, additional_headers=headers, compression=None) as client:
        assert "welcome" in str(client.recv(10))
        time.sleep(2 * PATIENCE)
        client.send('{"type": "ping"}')
        assert "pong" in str(client.recv(10))


@pytest.mark.parametrize(
    "said",
    [
        b"X-a: " + 9_000 * b"a" + b"\r\n",
        b"".join(b"X-%d: a\r\n" % number for number in range(300)),
        b"Content-Length: 5\r\n",
        b"",
    ],
    ids=["a long header", "many headers", "a body", "no key"],
)
def test_what_is_no_handshake_is_answered_and_closed(quick: Served, said: bytes) -> None:
    before = len(quick.server.server_state.connections)
    with come(quick, UPGRADE + (KEY if said else b"") + said + b"\r\n") as stranger:
        heard = stranger.recv(1024)
        assert heard.startswith(b"HTTP/1.1 400 ")
        while stranger.recv(1024):
            pass
        wait_until(lambda: len(quick.server.server_state.connections) <= before)  # though he has not closed it


NOTHING_TO_READ = {
    "no request line": b"hello\r\n\r\n",
    "no version": b"GET / HTTP/one\r\nHost: house\r\n\r\n",
    "no method": b"\x00\xff\x01 / HTTP/1.1\r\nHost: house\r\n\r\n",
    "no header": b"GET / HTTP/1.1\r\nno colon in it\r\n\r\n",
    "no length": b"POST /api/guests HTTP/1.1\r\nHost: house\r\nContent-Length: +1\r\n\r\n",
    "two lengths": b"POST /api/guests HTTP/1.1\r\nHost: house\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /healthz HTTP/1.1\r\nHost: house\r\nHost: other\r\n\r\n",
    "two hosts of a socket": UPGRADE + b"Host: other\r\n" + KEY + b"\r\n",
    "no key": UPGRADE + b"Sec-WebSocket-Version: 13\r\n\r\n",
    "another version": UPGRADE + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n",
    "a long header": UPGRADE + KEY + b"X-a: " + 9_000 * b"a" + b"\r\n\r\n",
    "a body": UPGRADE + KEY + b"Content-Length: 5\r\n\r\n",
}


@pytest.mark.parametrize("said", NOTHING_TO_READ.values(), ids=NOTHING_TO_READ)
def test_who_cannot_be_understood_is_told_so_with_the_headers_of_every_answer(quick: Served, said: bytes) -> None:
    with come(quick, said) as stranger:
        status, headers = head_of(stranger)
    assert status in (400, 426)
    usual = quick.ask("GET", "/healthz").headers
    assert {name: headers.get(name) for name in (*HEADERS, "cache-control")} == {
        name: [usual[name]] for name in (*HEADERS, "cache-control")
    }


def test_an_old_program_need_not_name_the_host(quick: Served) -> None:
    with come(quick, b"GET /healthz HTTP/1.0\r\n\r\n") as stranger:
        assert head_of(stranger)[0] == 200


def test_of_what_is_no_request_a_problem_is_told(quick: Served) -> None:
    with come(quick, NOTHING_TO_READ["no request line"]) as stranger:
        heard = b"".join(iter(lambda: stranger.recv(4096), b""))
    said, _, body = heard.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in said
    assert json.loads(body) == {"why": connections.NO_REQUEST, "clause": None, "code": "bad request"}


def test_every_header_is_said_once(quick: Served) -> None:
    token = quick.guest().encode()
    handshake = UPGRADE + KEY + b"Authorization: Bearer " + token + b"\r\n\r\n"
    for said in (ASKED, UPGRADE + KEY + b"\r\n", handshake, b"GET / HTTP/1.1\r\nHost: house\r\n\r\n"):
        with come(quick, said) as stranger:
            _, headers = head_of(stranger)
        assert {name: len(values) for name, values in headers.items()} == dict.fromkeys(headers, 1)
        assert headers.keys() >= HEADERS.keys()


def test_who_comes_when_too_many_are_there_is_told_so_with_them_too(
    quick: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick.server.config, "limit_concurrency", 0)
    with come(quick, ASKED) as surplus:
        status, headers = head_of(surplus)
    assert status == 503
    assert {name: headers.get(name) for name in HEADERS} == {name: [value] for name, value in HEADERS.items()}


def test_headers_have_an_end(quick: Served) -> None:
    before = times_cut(quick, "long")
    with come(quick, b"GET / HTTP/1.1\r\nX-a: ") as endless, pytest.raises(ConnectionError):
        go_on(endless, b"a" * 16 * 1024, 1000)
    assert times_cut(quick, "long") == before + 1


def test_however_many_say_nothing_others_are_answered(tmp_path: Path) -> None:
    """Those who wait longest yield; who asks at once is always answered."""
    with served(f"sqlite:///{tmp_path / 'house.db'}", Limits(waiting=20)) as house, ExitStack() as open_:
        silent = [open_.enter_context(come(house)) for _ in range(60)]
        assert house.ask("GET", "/healthz").status_code == 200
        assert all(cut_off(each) for each in silent[:39])
        silent[-1].sendall(ASKED)
        assert answered(silent[-1])
        assert len(house.server.server_state.connections) <= 21


def test_one_address_has_so_many_connections(few: Served) -> None:
    with ExitStack() as open_:
        first, *_ = (open_.enter_context(come(few)) for _ in range(3))
        with come(few, ASKED) as surplus:
            assert cut_off(surplus)
        first.sendall(ASKED)
        assert answered(first)
    with come(few, ASKED) as later:  # they are gone
        assert answered(later)


def test_sockets_have_a_limit_of_their_own(few: Served) -> None:
    headers = {"Authorization": f"Bearer {few.guest()}"}
    with ExitStack() as open_:
        for _ in range(5):
            client = open_.enter_context(connect(few.socket_url, additional_headers=headers, compression=None))
            assert "welcome" in str(client.recv(10))
        for _ in range(3):
            open_.enter_context(come(few))
        with come(few, ASKED) as surplus:
            assert cut_off(surplus)


def test_a_proxy_that_is_believed_is_not_one_address(tmp_path: Path) -> None:
    limits = Limits(connections_of_address=3)
    with served(f"sqlite:///{tmp_path / 'house.db'}", limits) as house, ExitStack() as open_:
        many = [open_.enter_context(come(house, ASKED)) for _ in range(10)]
        assert all(answered(each) for each in many)


def test_the_other_protocol_is_guarded_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where httptools is not there uvicorn takes h11."""
    monkeypatch.setattr(auto, "AutoHTTPProtocol", H11Protocol)
    monkeypatch.setattr(serving, "guard_connections", anew(connections).guard_connections)
    with served(f"sqlite:///{tmp_path / 'house.db'}", Limits(patience=PATIENCE, waiting=20)) as house:
        test_a_socket_is_not_cut_off(house)
        test_the_next_request_of_a_connection_has_its_time_too(house)
        test_who_does_not_ask_is_cut_off(house, ASKED[:20])
        test_what_is_no_handshake_is_answered_and_closed(house, b"X-a: " + 9_000 * b"a" + b"\r\n")
        for said in NOTHING_TO_READ.values():
            test_who_cannot_be_understood_is_told_so_with_the_headers_of_every_answer(house, said)
        test_every_header_is_said_once(house)


def anew(module: ModuleType) -> ModuleType:
    """Another copy of a module, which finds everything as it is now."""
    spec = module.__spec__
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made
