"""A house that is served here: in a thread, on a port of its own, with fast clocks and cheap passwords."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from argon2 import PasswordHasher

from houseway.house import founding, office, sessions
from houseway.house.commands import Role
from houseway.house.definition import Clocks
from houseway.house.office_commands import OpenAccount
from houseway.house.passwords import Passwords
from houseway.house.running import House
from houseway.house.store import Store
from houseway.web.front import Front
from houseway.web.limits import UNLIMITED, Limits
from houseway.web.listening import bound, url
from houseway.web.metrics import Metrics
from houseway.web.serving import Server, Settings
from houseway.web.socket import Sockets

QUICK = Clocks(betting=1_000, decision=60_000, validation=100, result=0)
CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
PASSWORD = "correct horse"
LONG = 300  # seconds for what processes have to begin for: on a busy machine each of them takes many


def machine_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 10**6


class Served:
    """A house and the way to it."""

    def __init__(self, front: Front, server: Server, address: str) -> None:
        self.front = front
        self.server = server
        self.url = address

    @property
    def house(self) -> House:
        return self.front.house

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws") + "/api/socket"

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        """Somebody who asks over HTTP."""
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        return httpx.Client(base_url=self.url, headers=headers, trust_env=False, verify=False)

    def guest(self, bot: bool = False) -> str:
        """The token of somebody new."""
        account = office.come_in(self.house.store, "bot" if bot else "guest", self.house.now(), secrets.token_bytes)
        return sessions.open_session(self.house.store, account.name, self.house.now(), secrets.token_bytes)

    def somebody(self, name: str, role: Role) -> str:
        """The token of somebody with a role."""
        store, now = self.house.store, self.house.now()
        if role == "player":
            office.sign_up(store, name, PASSWORD, now, passwords=CHEAP)
        else:
            opening = OpenAccount(name, role=role)
            office.carry_out(store, opening, office.HOUSE, now, password=PASSWORD, passwords=CHEAP)
        return sessions.open_session(store, name, now, secrets.token_bytes)

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> httpx.Response:
        with self.client(token) as client:
            return client.request(method, path, json=body)


@contextmanager
def served(
    database: str,
    limits: Limits = UNLIMITED,
    clocks: Clocks = QUICK,
    port: int = 0,
    grace: int = 0,
    now: Callable[[], int] = machine_clock,
    shared: bool = False,
) -> Iterator[Served]:
    """A founded house, open until the end of the block; `shared`: others may have it, too."""
    with Store.open(database) as store:
        house = House(store, now=now, entropy=secrets.token_bytes, shared=shared)
        founding.found(house, PASSWORD, clocks)
        house.start()
        front = Front(house, limits, Metrics(), passwords=CHEAP)
        sockets = Sockets(front)
        listening = bound("127.0.0.1", port)
        server = Server(front, sockets, Settings(database, grace=grace), told=[])

        async def answer() -> None:
            front.begin()
            try:
                await server.serve([listening])
            finally:
                await asyncio.to_thread(front.end)

        thread = threading.Thread(target=lambda: asyncio.run(answer()), name="server")
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            yield Served(front, server, url(listening).rstrip("/"))
        finally:
            server.close()
            thread.join()


def wait_until(true: Any, seconds: int = 20) -> None:
    """Wait for something that must come true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.005)
