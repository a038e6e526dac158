"""Connections that do not ask: cut off after a while, and never so many that others are not answered."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import pytest
from uvicorn.protocols.http import auto
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.sync.client import connect

from houseway.web import connections, serving
from houseway.web.limits import Limits
from web.running import Served, served, wait_until

PATIENCE = 1
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
    head = quick.house.store.head

    def slow(stream: str) -> int:
        time.sleep(2 * PATIENCE)
        return head(stream)

    monkeypatch.setattr(quick.house.store, "head", slow)
    with come(quick, ASKED) as patient:
        assert answered(patient)


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
    upgrade = b"GET /api/socket HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" if said else b""
    before = len(quick.server.server_state.connections)
    with come(quick, upgrade + key + said + b"\r\n") as stranger:
        heard = stranger.recv(1024)
        assert heard.startswith(b"HTTP/1.1 400 ")
        while stranger.recv(1024):
            pass
        wait_until(lambda: len(quick.server.server_state.connections) <= before)  # though he has not closed it


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


def anew(module: ModuleType) -> ModuleType:
    """Another copy of a module, which finds everything as it is now."""
    spec = module.__spec__
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made
