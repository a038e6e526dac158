"""The WebSocket: one for each client, bound at its handshake to a session, and closed when that ends.

What is asked is carried out in the order in which it is said, by the carrier; what is told waits in a bounded outbox.
Who asks too often waits: his frames are not read before their time.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from houseway.house.frames import (
    Carried,
    Closing,
    CommandId,
    FromClient,
    Order,
    Ping,
    Pong,
    Refused,
    TableName,
    Unwatch,
    Wallet,
    Watch,
    Welcome,
)
from houseway.house.outings import Outcome
from houseway.web import logs
from houseway.web.carrier import ENDED, Ended
from houseway.web.faults import Fault, fault_of, unauthorised
from houseway.web.front import Front
from houseway.web.guarding import address, is_local, same_origin
from houseway.web.limits import Bucket, clock, network
from houseway.web.line import LINE, Line
from houseway.web.outbox import Outbox
from houseway.web.replies import problem
from houseway.web.strict import read
from houseway.web.visitors import Bound, Presence, cookie_of, gone, still_in, token_of

SESSION_ENDED = 4001
GOING_AWAY = 1001
BROKEN = 1008  # the frame was none
TOO_LARGE = 1009
FAILED = 1011
RESTART = 1012
TOO_SLOW = 1013
LOOK = 1  # seconds between two looks at the sessions
LAST_WORDS = 2  # seconds to send what is left before a connection is closed
TABLES = 64  # that one client may watch

_ENCODER = msgspec.json.Encoder()


class _Id(msgspec.Struct, frozen=True):
    id: CommandId | None = None


class _At(msgspec.Struct, frozen=True):
    table: TableName | None = None


Part = TypeVar("Part", _Id, _At)


class Sockets:
    """All connections of this process."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._open: set[Connection] = set()
        self._closing: str | None = None  # why nobody is let in any more
        self._looking: asyncio.Task[None] | None = None

    async def serve(self, websocket: WebSocket) -> None:
        """One client, from the handshake to the end."""
        try:
            bound = await self._let_in(websocket)
        except Exception as wrong:
            fault = fault_of(wrong)
            if isinstance(wrong, Fault):
                here = address(websocket.scope)
                logs.say(logging.INFO, "handshake refused", code=fault.problem.code, address=here)
            else:
                logs.error("handshake failed", wrong)
            self._front.metrics.refusals.labels(fault.problem.code).inc()
            await websocket.send_denial_response(problem(fault))
            return
        connection = Connection(self._front, websocket, bound, address(websocket.scope))
        self._open.add(connection)
        self._front.metrics.sockets.inc()
        self._begin_looking()
        try:
            await connection.serve()
        finally:
            self._open.discard(connection)
            self._front.metrics.sockets.dec()

    async def close(self, why: str) -> None:
        """The house closes: everybody is told."""
        if self._looking is not None:
            self._looking.cancel()
        self._closing = why
        while self._open:
            for connection in self._open:  # also whoever was being let in when the house began to close
                connection.send_away(why)
            await asyncio.sleep(LOOK / 50)

    def __len__(self) -> int:
        return len(self._open)

    async def _let_in(self, websocket: WebSocket) -> Bound:
        """Who comes: from a page of ours with its cookie, or a program with a token."""
        if self._closing is not None:
            raise Fault("failed", self._closing, status=503)
        headers = websocket.headers
        if "origin" in headers and not same_origin(websocket.scope):
            raise Fault("forbidden", "the connection comes from another site")
        if "origin" not in headers and "authorization" not in headers:
            if cookie_of(websocket.cookies) is not None:
                raise Fault("forbidden", "a browser says its Origin; a program sends Authorization: Bearer TOKEN")
            raise unauthorised()
        token = token_of(headers, websocket.cookies)
        visitor = await self._front.run(self._front.visitor, token)
        if self._closing is not None:  # by now
            raise Fault("failed", self._closing, status=503)
        if visitor is None or token is None:
            raise unauthorised()
        limits, here = self._front.limits, network(address(websocket.scope))
        if sum(each.bound.visitor.name == visitor.name for each in self._open) >= limits.sockets_of_account:
            raise Fault("too many", "that many connections are enough: close one of them first")
        if sum(network(each.address) == here for each in self._open) >= limits.sockets_of_address:
            raise Fault("too many", "too many connections come from this address")
        return Bound(visitor, token)

    def _begin_looking(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Whoever's session has ended, or whose role is another now, is shown out."""
        while self._open:
            await asyncio.sleep(LOOK)
            there = list(self._open)
            try:
                still = await self._front.run(still_in, self._front.house, [each.bound for each in there])
            except Exception as wrong:
                logs.error("looking at the sessions failed", wrong)
                continue
            for connection in there:
                if connection.bound.token not in still:
                    connection.end(SESSION_ENDED, ENDED)


class Connection:
    """One client who was let in."""

    def __init__(self, front: Front, websocket: WebSocket, bound: Bound, address: str) -> None:
        self.bound = bound
        self.address = address
        self._front = front
        self._websocket = websocket
        limits = front.limits
        self._line: Line = websocket.scope["state"][LINE]
        self._outbox = Outbox(front.calls(), limits.queue_frames, limits.queue_bytes, self._tell, self._give_up)
        self._bucket = Bucket(limits.frames, clock()) if limits.frames is not None else None
        self._presence = Presence(bound, None if is_local(websocket.scope) else network(address))
        self._watched: dict[str, Callable[[], None]] = {}
        self._held: Wallet | None = None  # in the wallet, as the welcome said
        self._leaving = threading.Lock()
        self._left = False
        self._loop = asyncio.get_running_loop()
        self._end: asyncio.Future[tuple[int, str]] = self._loop.create_future()
        self._hearing: asyncio.Task[None] | None = None
        self._heard = self._loop.time()  # when he said something last

    def tell(self, frame: Any) -> None:
        self._outbox.put(_ENCODER.encode(frame))

    def send_away(self, why: str) -> None:
        """The house closes: he is told so, once."""
        if not self._end.done():
            self.tell(Closing(why))
            self.end(RESTART, why)

    def end(self, code: int, why: str) -> None:
        """Close it as soon as what waits is sent."""
        if not self._end.done():
            self._end.set_result((code, why))

    async def serve(self) -> None:
        await self._websocket.accept()
        self._line.when_taking(self._tell)
        hearing, idle = asyncio.create_task(self._hear()), asyncio.create_task(self._wait_until_idle())
        self._hearing = hearing
        code: int | None = None
        try:
            await asyncio.wait((hearing, self._end), return_when=asyncio.FIRST_COMPLETED)
            if hearing.done() and not hearing.cancelled() and hearing.exception() is not None:
                self.end(*_ending(hearing.exception()))
            if self._end.done():
                code, why = self._end.result()
                await self._close(code, why)
        finally:
            self._outbox.close()
            for task in (hearing, idle):
                task.cancel()
            await asyncio.gather(hearing, idle, return_exceptions=True)
            if code is not None:
                self._front.metrics.closed.labels(str(code)).inc()
            await self._unwatch_all()

    async def _hear(self) -> None:
        """Frames, one after another."""
        self.tell(await self._front.run(self._welcome))
        while not self._end.done():  # who is shown out is not heard any more
            said = await self._line.hear()
            self._heard = self._loop.time()
            if said is None:
                return
            await self._wait_for_his_turn()
            self._front.metrics.frames.inc()
            if isinstance(said, bytes):
                raise Fault("bad request", "frames are texts of JSON")
            if len(said) > self._front.limits.frame:
                raise Fault("bad request", "the frame is too long", status=413)
            await self._answer(said.encode(errors="surrogatepass"))

    async def _answer(self, frame: bytes) -> None:
        """What is asked is done or refused; whatever went wrong, the next frame is heard."""
        asked: FromClient | None = None
        try:
            asked = read(frame, FromClient)
            if isinstance(asked, Order):
                await self._order(asked)
            elif isinstance(asked, Ping):
                self.tell(Pong(self._front.house.now()))
            else:
                await self._front.run_at(asked.table, self._do, asked)
        except Exception as wrong:
            self._refuse(frame if asked is None else asked, wrong)

    async def _order(self, asked: Order) -> None:
        """Have a command carried out. He is told what came of it together with what he sees of it."""
        answered = self._loop.create_future()
        if asked.table not in self._watched:
            self._front.house.attend(asked.table, self.bound.visitor)

        def tell(came: Outcome) -> None:
            if answered.done():  # he does not wait for it any more
                return
            answered.set_result(None)
            if isinstance(came, Exception):
                self._refuse(asked, came)
            else:
                self.tell(Carried(asked.id, asked.table, came.version, came.event, came.answer, came.repeated))

        self._front.carry_out(asked.table, asked.command, self._presence, asked.id, tell)
        await answered

    def _refuse(self, asked: FromClient | bytes, wrong: Exception) -> None:
        fault = fault_of(wrong)
        self._front.metrics.refusals.labels(fault.problem.code).inc()
        if isinstance(wrong, Ended):
            self.end(SESSION_ENDED, ENDED)
        if fault.status == 500:
            logs.error("frame failed", wrong)
            self._front.metrics.errors.labels(type(wrong).__name__).inc()
        self.tell(_refused(asked, fault))

    def _do(self, asked: Watch | Unwatch) -> None:
        if isinstance(asked, Watch) and gone(self._front.house, [self._presence]):
            raise Ended("unauthorised", ENDED)
        if (ended := self._watched.pop(asked.table, None)) is not None:
            ended()
        if isinstance(asked, Watch):
            self._watch(asked)

    def _watch(self, asked: Watch) -> None:
        if len(self._watched) >= TABLES:
            raise Fault("too many", f"one connection watches {TABLES} tables at most")
        known = asked.since if asked.epoch in (None, self._front.epoch) else None
        end = self._front.house.watch(asked.table, self.bound.visitor, known, self._outbox.put, held=self._held)
        with self._leaving:
            if not self._left:
                self._watched[asked.table] = end
                return
        end()  # the client left in the meantime

    def _tell(self) -> None:
        """Send what waits, as long as he takes it."""
        while self._line.takes and not self._outbox.empty:
            if not self._line.say(self._outbox.take()) and self._hearing is not None:
                self._hearing.cancel()  # what he said before he left is not done either

    def _give_up(self) -> None:
        self.end(TOO_SLOW, "you read too slowly: come again, and say which version you know")

    async def _close(self, code: int, why: str) -> None:
        """The last words, if they can be said in time."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(LAST_WORDS):
                while code != TOO_SLOW and not self._outbox.empty and not self._line.disconnected:
                    await asyncio.sleep(LAST_WORDS / 100)
                if self._websocket.application_state == WebSocketState.CONNECTED:
                    await self._websocket.close(code, why)

    async def _wait_until_idle(self) -> None:
        while (left := self._heard + self._front.limits.idle - self._loop.time()) > 0:
            await asyncio.sleep(left)
        self.end(GOING_AWAY, "nothing was said for a long time")

    async def _wait_for_his_turn(self) -> None:
        """A token of the connection and one of the account, whatever number of connections it has."""
        while self._bucket is not None and (wait := self._bucket.take(clock())):
            await asyncio.sleep(wait / 1000)
        while wait := self._front.rates["commands"].take(self.bound.visitor.name):
            await asyncio.sleep(wait / 1000)

    def _welcome(self) -> Welcome:
        actor, house, epoch = self.bound.visitor, self._front.house, self._front.epoch
        self._held = house.held(actor.name)
        return Welcome(actor.name, actor.role, actor.kind, self._held.cents, self._held.coupons, house.now(), epoch)

    async def _unwatch_all(self) -> None:
        with self._leaving:
            self._left = True
        while self._watched:
            table, end = self._watched.popitem()
            await self._front.run_at(table, end)


def _refused(asked: FromClient | bytes, fault: Fault) -> Refused:
    """Why something is refused. What is no frame may still say the id by which somebody waits for an answer."""
    if isinstance(asked, bytes):
        order, table = _said(asked, _Id).id, _said(asked, _At).table
    else:
        order = asked.id if isinstance(asked, Order) else None
        table = None if isinstance(asked, Ping) else asked.table
    said = fault.problem
    return Refused(order, table, said.why, said.clause, said.code)


def _said(frame: bytes, kind: type[Part]) -> Part:
    try:
        return msgspec.json.decode(frame, type=kind)
    except (ValueError, RecursionError):
        return kind()


def _ending(wrong: BaseException | None) -> tuple[int, str]:
    """How a connection ends whose frames cannot be heard any longer."""
    if isinstance(wrong, Fault):
        return (TOO_LARGE if wrong.status == 413 else BROKEN), wrong.problem.why
    if wrong is not None:
        logs.error("connection failed", wrong)
    return FAILED, "the house made an error"
