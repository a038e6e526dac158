"""Floods over one connection: of frames that say nothing, of parts of a frame, of requests that are not waited for.

Nobody else waits for them, and what they take is bounded.
"""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.sync.client import connect

from houseway.web import connections
from houseway.web.limits import Limits
from web.running import Served, served, wait_until
from web.test_connections import ASKED, KEY, UPGRADE, come

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
LONG = 2.0  # seconds: what nobody waits for


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}", Limits()) as running:
        yield running


def frame(kind: int, text: bytes = b"", last: bool = True) -> bytes:
    """A client's frame, masked with nothing."""
    return struct.pack("!BB4x", (0x80 if last else 0) | kind, 0x80 | len(text)) + text


def line(house: Served) -> socket.socket:
    """A WebSocket of a guest, by hand."""
    made = come(house, UPGRADE + KEY + f"Authorization: Bearer {house.guest()}\r\n\r\n".encode())
    assert made.recv(4096).startswith(b"HTTP/1.1 101 ")
    return made


def all_of(made: socket.socket) -> bytes:
    """What the house says until it closes a connection."""
    heard = b""
    with suppress(ConnectionResetError):  # it has not read all that was sent
        while more := made.recv(65_536):
            heard += more
    return heard


def closed_with(made: socket.socket) -> int:
    """The code with which the house has closed a WebSocket."""
    heard = all_of(made)
    place = heard.rindex(b"\x88")
    return int.from_bytes(heard[place + 2 : place + 4])


def cuts(house: Served, why: str) -> int:
    return int(house.front.metrics.cut.labels(why)._value.get())


FLOODS = {
    "pings": (b"", frame(PING)),
    "pongs": (b"", frame(PONG)),
    "parts of a text": (frame(TEXT, b"{", last=False), frame(CONT, last=False)),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_frames_that_say_nothing_are_bounded(house: Served, flood: str) -> None:
    before, (first, again) = cuts(house, "frames"), FLOODS[flood]
    with line(house) as made:
        made.sendall(first + again * 150)
        if not first:
            made.sendall(frame(TEXT, b'{"type": "ping"}'))
            heard = b""
            while b'"pong"' not in heard:
                heard += made.recv(4096)
        made.sendall(again * 120)
        assert closed_with(made) == connections.POLICY
    wait_until(lambda: cuts(house, "frames") == before + 1)


@pytest.mark.parametrize("flood", [*FLOODS, "texts", "requests"])
def test_nobody_waits_for_a_flood(house: Served, flood: str) -> None:
    """Megabytes of the smallest frames there are; each kind took seconds before it was bounded."""
    first, again = {**FLOODS, "texts": (b"", frame(TEXT, b"{}")), "requests": (b"", ASKED)}[flood]
    headers = {"Authorization": f"Bearer {house.guest()}"}
    with come(house) if flood == "requests" else line(house) as made:

        def pour() -> None:
            made.settimeout(LONG)
            try:
                made.sendall(first)
                for _ in range(400):
                    made.sendall(again * 1000)
            except OSError:
                return

        pouring = threading.Thread(target=pour)
        with connect(house.socket_url, additional_headers=headers, compression=None) as honest:
            honest.recv(10)
            pouring.start()
            worst = 0.0
            for _ in range(20):
                began = time.monotonic()
                honest.send('{"type": "ping"}')
                assert "pong" in str(honest.recv(10))
                worst = max(worst, time.monotonic() - began)
                time.sleep(0.05)
        pouring.join()
    assert worst < LONG


def test_requests_that_come_before_the_first_is_answered_are_few(house: Served) -> None:
    before = cuts(house, "ahead")
    with come(house, ASKED * (connections.AHEAD // 2)) as made:
        heard = b""
        while heard.count(b"HTTP/1.1 200 ") < connections.AHEAD // 2:
            heard += made.recv(65_536)
        assert cuts(house, "ahead") == before
        made.sendall(ASKED * 5_000)
        assert all_of(made).count(b"HTTP/1.1 200 ") < 1_000
    wait_until(lambda: cuts(house, "ahead") == before + 1)


def test_a_handshake_behind_a_request_that_is_answered_is_refused(house: Served) -> None:
    """Otherwise that answer would come after the handshake's."""
    with come(house, ASKED + UPGRADE + KEY + f"Authorization: Bearer {house.guest()}\r\n\r\n".encode()) as made:
        heard = all_of(made)
        assert b" 101 " not in heard
        assert b"HTTP/1.1 400 " in heard


def test_much_that_is_said_at_once_is_heard_in_its_order(tmp_path: Path) -> None:
    with (
        served(f"sqlite:///{tmp_path / 'house.db'}", Limits(frames=None, commands=None)) as running,
        line(running) as made,
    ):
        asked = b"".join(frame(TEXT, b'{"type":"watch","table":"t%03d"}' % number) for number in range(500))
        made.sendall(asked + frame(TEXT, b'{"type": "ping"}'))
        heard = b""
        while b'"pong"' not in heard:
            heard += made.recv(65_536)
    places = [heard.index(b"'t%03d'" % number) for number in range(500)]
    assert places == sorted(places)


def test_what_is_sent_to_who_has_said_goodbye_is_read_and_dropped(house: Served) -> None:
    """So his goodbye behind it is heard, and nothing of it is kept."""
    with line(house) as made:
        made.sendall(frame(BINARY, b"no text"))
        began, heard = time.monotonic(), b""
        while b"\x88" not in heard:
            heard += made.recv(4096)
        made.sendall(frame(TEXT, b"{}") * 2_000 + frame(CLOSE, connections.POLICY.to_bytes(2)))
        all_of(made)
        assert time.monotonic() - began < 5, "the house waits ten seconds for who says nothing"
