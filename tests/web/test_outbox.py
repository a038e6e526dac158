"""What waits for a client: in its order, as much at once as waits, and none of it lost while he takes nothing."""

import asyncio
import socket as sockets
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from houseway.web.calls import Calls
from houseway.web.limits import Limits, Rate
from houseway.web.line import _head
from houseway.web.outbox import AT_ONCE, Outbox
from web.running import Served, served, wait_until
from web.test_socket import connected, never_reading, told


class Gathered(Calls):
    """Calls that are only gathered."""

    def __init__(self) -> None:
        self.asked: list[Callable[[], object]] = []

    def at_last(self, work: Callable[[], object]) -> None:
        self.asked.append(work)


def nothing() -> None:
    """What is rung here."""


def too_much() -> None:
    """What is told here of an outbox that was full."""


def test_all_comes_in_its_order_while_others_put_in() -> None:
    def put(outbox: Outbox) -> None:
        for number in range(20_000):
            outbox.put(b"%d" % number)

    async def main() -> list[bytes]:
        taken: list[bytes] = []

        def take() -> None:
            while not outbox.empty:
                taken.extend(outbox.take())

        outbox = Outbox(Calls(asyncio.get_running_loop()), 20_000, 2**20, take, too_much)
        await asyncio.to_thread(put, outbox)
        await asyncio.sleep(0.05)
        return taken

    assert asyncio.run(main()) == [b"%d" % number for number in range(20_000)]


def test_it_rings_for_the_first_and_of_much_the_first_is_taken() -> None:
    calls, large = Gathered(), bytes(AT_ONCE - 1)
    outbox = Outbox(calls, 256, 2**20, nothing, too_much)
    for frame in (large, large, b"x"):
        outbox.put(frame)
    assert calls.asked == [nothing]
    assert [outbox.take(), outbox.take(), outbox.take()] == [[large, large], [b"x"], []]


@pytest.mark.parametrize(("frames", "bytes_"), [(3, 1000), (100, 30)])
def test_too_much_is_told_once_and_no_more_is_taken(frames: int, bytes_: int) -> None:
    calls = Gathered()
    outbox = Outbox(calls, frames, bytes_, nothing, too_much)
    for _ in range(6):
        outbox.put(bytes(10))
    assert outbox.empty
    assert calls.asked == [nothing, too_much]


def test_calls_are_done_in_order_and_the_last_after_them() -> None:
    async def main() -> list[str]:
        calls, done = Calls(asyncio.get_running_loop()), list[str]()

        def call() -> None:
            calls.at_last(lambda: done.append("last"))
            calls.soon(lambda: done.append("first"))
            calls.soon(lambda: calls.soon(lambda: done.append("from a call")))

        call()
        await asyncio.sleep(0.01)
        return done

    assert asyncio.run(main()) == ["first", "from a call", "last"]


def test_no_call_is_forgotten_between_threads() -> None:
    async def main() -> int:
        calls, done = Calls(asyncio.get_running_loop()), list[int]()

        def call(number: int) -> None:
            for _ in range(2_000):
                calls.soon(lambda: done.append(number))
                if number % 2:
                    time.sleep(0)

        threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            await asyncio.to_thread(thread.join)
        await asyncio.sleep(0.05)
        return len(done)

    assert asyncio.run(main()) == 8_000


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_the_head_of_a_text_is_what_the_protocol_says(length: int) -> None:
    text = b"x" * length
    assert _head(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_who_reads_late_is_told_everything_in_order(house: Served) -> None:
    """More waits for him than the system holds; it comes when he takes it."""
    with connected(house, house.guest()) as socket:
        told(socket, "welcome")
        (connection,) = house.server._sockets._open
        for each in (socket.socket, connection._line.transport.get_extra_info("socket")):
            each.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2**16)
            each.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 2**16)
        many = 0
        while connection._line.takes and many < 1000:
            connection.tell({"number": many, "large": "x" * 10_000})
            many += 1
            time.sleep(0.001)
        assert not connection._line.takes
        for number in range(many, many + 20):
            connection.tell({"number": number})
        heard = [msgspec.json.decode(socket.recv(10))["number"] for _ in range(many + 20)]
        assert heard == list(range(many + 20))
        assert connection._outbox.empty


def test_who_is_gone_while_much_waits_for_him_is_found_to_be_at_once(tmp_path: Path) -> None:
    limits = Limits(requests=None, newcomers=None, frames=Rate(6, 1, 1), commands=None)
    with served(f"sqlite:///{tmp_path / 'house.db'}", limits) as house:
        with never_reading(house) as leaving:
            wait_until(lambda: len(house.server._sockets) == 1)
            (connection,) = house.server._sockets._open

            def is_full() -> bool:
                connection.tell({"large": "x" * 40_000})
                return len(connection._outbox._waiting) >= 3

            wait_until(is_full)
            leaving.sendall(60 * Frame(Opcode.TEXT, b'{"type": "ping"}').serialize(mask=True))
            leaving.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))  # he is cut off
        wait_until(lambda: len(house.server._sockets) == 0, 4)
