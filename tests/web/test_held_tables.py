"""However many wait for a table that is held, as by bots that think, everybody else is answered."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from web.running import Served, served

MANY = 40  # more than there are threads for those who wait
PATIENCE = 20  # seconds; whoever waits for the held table waits for longer


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path}/house.db") as house:
        yield house


@contextmanager
def held(house: Served, table: str) -> Iterator[None]:
    """Somebody has the table, and does not let it go."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with house.house.table(table).lock:
            taken.set()
            done.wait()

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        assert taken.wait(PATIENCE)
        yield
    finally:
        done.set()
        holding.join()


@pytest.mark.parametrize("path", ["/api/tables/packs-1", "/api/tables/packs-1/odds"])
def test_who_waits_for_a_table_that_is_held_keeps_nobody_from_another(house: Served, path: str) -> None:
    guest = house.guest()
    assert house.ask("GET", "/api/tables", guest).status_code == 200
    with ThreadPoolExecutor(MANY) as pool:
        with held(house, "packs-1"):
            waiting = [pool.submit(look, house, guest, path) for _ in range(MANY)]
            for other in ("/healthz", "/api/tables", "/api/tables/lunar-1", "/api/tables/nowhere"):
                assert look(house, guest, other).status_code == (404 if "nowhere" in other else 200)
            assert watched(house, guest, "lunar-1") == "table"
            assert not any(each.done() for each in waiting)
        answered(waiting)


def test_who_waits_for_it_in_vain_is_let_go_when_it_is_free(house: Served) -> None:
    """Sockets that watch it and close while it is held: others come and go meanwhile."""
    guest = house.guest()
    headers = {"Authorization": f"Bearer {guest}"}
    with ExitStack() as stack:
        sockets = [stack.enter_context(connect(house.socket_url, additional_headers=headers)) for _ in range(8)]
        for socket in sockets:
            socket.send('{"type":"watch","table":"packs-1"}')
            while msgspec.json.decode(socket.recv(PATIENCE))["type"] != "table":
                pass
        stack.enter_context(held(house, "packs-1"))
        for socket in sockets:
            socket.close()
        assert watched(house, house.guest(), "lunar-1") == "table"
        assert look(house, guest, "/healthz").status_code == 200
    assert watched(house, house.guest(), "packs-1") == "table"


def look(house: Served, token: str, path: str) -> httpx.Response:
    with house.client(token) as client:
        return client.get(path, timeout=2 * PATIENCE)


def watched(house: Served, token: str, table: str) -> str:
    """What who watches a table is told first of it."""
    with connect(house.socket_url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(msgspec.json.encode({"type": "watch", "table": table}).decode())
        while (kind := msgspec.json.decode(socket.recv(PATIENCE))["type"]) == "welcome":
            pass
        return str(kind)


def answered(waiting: list[Future[httpx.Response]]) -> None:
    for each in waiting:
        assert each.result().status_code in (200, 202)
