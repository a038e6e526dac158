"""Serving: the socket is bound, the house opened, founded and recovered, and then answered for until it is told to end.

One process serves.
"""

import asyncio
import gc
import logging
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FrameType

import uvicorn
from msgspec import Struct

from houseway.house import accounts, founding
from houseway.house.learning import learn_types
from houseway.house.opening import IN_MEMORY, Recovering, address, in_memory, reached
from houseway.house.running import House
from houseway.house.store import Store
from houseway.refusal import Refusal
from houseway.web import logs
from houseway.web.app import application
from houseway.web.connections import guard_connections
from houseway.web.front import Front
from houseway.web.limits import UNLIMITED, Limits, clock
from houseway.web.listening import bound, url
from houseway.web.metrics import Metrics
from houseway.web.preparing import bots_prepared
from houseway.web.signals import kept_in_mind
from houseway.web.socket import Sockets

BACKLOG = 2048
CONNECTIONS = 4096  # of one process; more are told to come later
CLOSING = "the house is about to restart; your seat is kept"
PASSWORD = 12  # random bytes of the administrator's first one
GOODBYE = 3  # seconds to tell everybody that it closes
LAST = 6  # and for what is being carried out when it has closed
RECOVERY = 60  # seconds that a PostgreSQL is waited for that still recovers
RETRY = 1  # seconds between two tries
COLLECT = 20_000  # new objects after which the collector looks for what nobody reaches
TURN = 500  # microseconds that a thread keeps the interpreter from others: who stores needs it often, for a moment


class Settings(Struct, frozen=True):
    """How a house is served."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8888
    log_level: str = "info"
    grace: int = 30  # seconds for rounds in play, when the house closes
    seats_per_network: int = Limits().seats_of_network
    metrics_token: str | None = None
    unlimited: bool = False

    @property
    def limits(self) -> Limits:
        return UNLIMITED if self.unlimited else Limits(seats_of_network=self.seats_per_network)


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until told to end. `say` tells the one who started it where the house is."""
    check(settings)
    with (
        bound(settings.host, settings.port) as listening,
        ExitStack() as until_closed,
        opened_store(settings) as store,
    ):
        # Other machines may serve from the same PostgreSQL; nobody else writes to our SQLite file.
        house = opened(store, shared=address(settings.database).drivername != "sqlite")
        with reached(address(settings.database)):
            found(house, say)
            house.start()
        listening.listen(BACKLOG)  # a client that connects from now on waits a moment, and is not refused
        told = until_closed.enter_context(kept_in_mind())
        say(f"The house is open: {url(listening)} (play money only; Ctrl-C closes it)")
        with bots_prepared():
            answer(house, settings, listening, told)


def opened_store(settings: Settings, pause: Callable[[int], object] = time.sleep) -> Store:
    """Open the database, and begin the log. Waits up to a minute for a PostgreSQL that still recovers.

    If no server answers, it fails at once: the address may be wrong.
    """
    until = clock() + RECOVERY * 1000
    waited = False
    while True:
        try:
            store = Store.open(settings.database)
        except Recovering as recovering:
            if clock() >= until:
                raise
            if not waited:
                logs.begin(settings.log_level)
                logs.say(logging.WARNING, "waiting for the database", why=recovering.message, seconds=RECOVERY)
            waited = True
            pause(RETRY)
        else:
            if not waited:
                logs.begin(settings.log_level)
            return store


def found(house: House, say: Callable[[str], None]) -> None:
    """Found the house where it is none yet. The administrator's password is told once, and before it is one.

    Of several servers that begin at once one does, and the others wait: else each would tell a password.
    """
    if founding.is_founded(house):
        return
    password = secrets.token_urlsafe(PASSWORD)
    with house.store.alone():
        if accounts.find(house.store, accounts.ADMINISTRATOR) is None:
            say(f"The house is founded. Its administrator: {accounts.ADMINISTRATOR}, password: {password}")
            say("The password is told this once: log in, and change it.")
        founding.found(house, password)


def check(settings: Settings) -> None:
    """Refuse what cannot be served."""
    if in_memory(address(settings.database)):
        raise Refusal(IN_MEMORY)
    token = settings.metrics_token
    if token is not None and not (token.isascii() and token.isprintable() and token and " " not in token):
        raise Refusal("the token for the metrics is one word of letters, digits and signs of ASCII: choose another")


def opened(store: Store, shared: bool) -> House:
    """The house of a store, by the clock and the chance of this machine."""
    now, entropy = lambda: time.time_ns() // 10**6, secrets.token_bytes
    return House(store, now=now, entropy=entropy, shared=shared, notice=logs.noticed)  # until somebody counts it, too


def allow_files() -> None:
    """Every connection is a file to the system, which allows few unless it is asked."""
    if sys.platform != "win32":
        import resource

        few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * CONNECTIONS if most == resource.RLIM_INFINITY else min(2 * CONNECTIONS, most)
        if few != resource.RLIM_INFINITY and few < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def answer(house: House, settings: Settings, listening: socket.socket, told: list[int]) -> None:
    """Answer for a house from this process until it is told to end, by the signals that it was told so far, too."""
    allow_files()
    learn_types()  # also those of what answers
    gc.freeze()  # what was loaded stays: the collector need not look at it again, while everybody waits
    gc.set_threshold(COLLECT)  # commands leave next to nothing that it would have to find
    sys.setswitchinterval(TURN / 10**6)
    with asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner:
        runner.run(_answer(house, settings, listening, told))


async def _answer(house: House, settings: Settings, listening: socket.socket, told: list[int]) -> None:
    front = Front(house, settings.limits, Metrics(settings.metrics_token))
    sockets = Sockets(front)
    server = Server(front, sockets, settings, told)
    front.begin()
    try:
        await server.serve([listening])
    finally:
        await _end(front, told)


async def _end(front: Front, told: list[int]) -> None:
    """What is being carried out is finished; where the database lets it wait the process ends without that.

    So it would by a kill: nobody was told what came of it, and who asks again by the same id finds it out.
    """
    ending = asyncio.create_task(asyncio.to_thread(front.end))
    for _ in range(LAST * 10):
        await asyncio.wait((ending,), timeout=1 / 10)
        if ending.done() or len(told) > 1:
            break
    await asyncio.wait((ending,), timeout=1)
    if not ending.done():
        logs.say(logging.ERROR, "database gives no answer, ended without it")
        logs.end()
        os._exit(0)
    await ending


class Server(uvicorn.Server):
    """uvicorn's, which closes the house before it closes its connections, and then ends with 0."""

    def __init__(self, front: Front, sockets: Sockets, settings: Settings, told: list[int]) -> None:
        super().__init__(configured(application(front, sockets), front.limits, front.metrics))
        self._front = front
        self._sockets = sockets
        self._grace = settings.grace
        self._told = told  # to end, by which signals
        self._closing: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._told.append(sig)
        self._hasten()

    def close(self) -> None:
        """As if a signal told so."""
        if not self._told:
            self._told.append(signal.SIGTERM)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.server_state.default_headers = self.config.encoded_headers  # for who is answered before its first tick
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        self._hasten()
        if self._told and self._closing is None:
            self._closing = asyncio.create_task(self._close())
        return await super().on_tick(counter)

    def _hasten(self) -> None:
        """Told a second time the house waits for nobody."""
        if len(self._told) > 1:
            self.should_exit = self.force_exit = True

    async def _close(self) -> None:
        """Rounds in play may be finished; what is not goes on after the next start. Everybody is told."""
        house = self._front.house
        house.stop()
        for _ in range(self._grace * 10):
            if not house.in_play():
                break
            await asyncio.sleep(1 / 10)
        with suppress(TimeoutError):  # who waits at a table that the database holds is not waited for
            async with asyncio.timeout(GOODBYE):
                await self._sockets.close(CLOSING)
        self.should_exit = True


def configured(app: object, limits: Limits, metrics: Metrics) -> uvicorn.Config:
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        limit_concurrency=CONNECTIONS,
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    guard_connections(config, limits, metrics)
    return config
