"""The connection: one WebSocket, made again whenever it breaks, and what waits for an answer on it."""

import asyncio
import secrets
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from houseway.client import asking
from houseway.client.asking import NotReached, Refused
from houseway.client.tables import Table
from houseway.felt import Impossible
from houseway.house import frames
from houseway.house.commands import Command, Role
from houseway.house.frames import (
    Carried,
    Closing,
    Frame,
    FromHouse,
    Moved,
    Order,
    Unwatch,
    Wallet,
    Watch,
    Welcome,
    Whole,
)
from houseway.money import Cents
from houseway.refusal import Refusal

SESSION_ENDED = 4001
SHORTEST, LONGEST = 50, 5_000  # milliseconds between attempts to come back
ATTEMPTS = 200  # in a row without a welcome, before everybody who waits is told
AGAIN = 500  # milliseconds after which a table is asked for again that could not be shown
PATIENCE = 10  # seconds for a handshake
PERSISTENCE = 60  # seconds for which a command is said again that the house failed at: longer than a restart takes
FAILED = "failed"  # the code of an answer after which the same may be asked again

_DECODER: msgspec.json.Decoder[FromHouse] = msgspec.json.Decoder(FromHouse)
_ENCODER = msgspec.json.Encoder()


class SessionEnded(Refusal):
    """Somebody logged out, or in elsewhere, or the house showed him out."""


class Session(msgspec.Struct):
    """Who the client is."""

    token: str
    name: str
    role: Role
    kind: str
    expires: int


class Client:
    """`async with Client("http://127.0.0.1:8888") as client: await client.guest(); ...`"""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._there = asking.address(url)
        self.token = token
        self.session: Session | None = None
        self.wallet: Cents = 0
        self.coupons: Cents = 0  # match play coupons that lie at no table
        self.reconnected = 0
        self._epoch: str | None = None  # in which the house tells of tables
        self._tables: dict[str, Table] = {}
        self._unwatched: dict[str, Refused] = {}  # why a table could not be watched, when it was asked for last
        self._asking: set[asyncio.Task[None]] = set()  # for tables again, in a moment
        self._sign_ups: dict[str, str] = {}  # the id by which each name is opened
        self._guests: dict[tuple[bool, str | None], str] = {}  # the id by which a guest comes in, until it has
        self._waiting: dict[str, tuple[bytes, asyncio.Future[Carried]]] = {}
        self._socket: ClientConnection | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._over: Refusal | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the connection; the session and every seat stay."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
            self._keeping = None
        for task in self._asking:
            task.cancel()
        self._give_up(Refusal("the client is closed"))

    # Who the client is

    async def guest(self, bot: bool = False, name: str | None = None) -> Session:
        """Play without an account; a program that plays by itself is a bot, and may have a name.

        If the answer is lost, a client that calls it again comes in as the same guest.
        """
        id_ = self._guests.setdefault((bot, name), secrets.token_hex(16))
        said = {"bot": bot, "id": id_} | ({"name": name} if name is not None else {})
        session = await self._come_in("/api/guests", said)
        del self._guests[bot, name]
        return session

    async def sign_up(self, name: str, password: str) -> Session:
        """Open an account; who says it again since the answer was lost has it opened once."""
        id_ = self._sign_ups.setdefault(name, secrets.token_hex(8))
        return await self._come_in("/api/accounts", {"name": name, "password": password, "id": id_})

    async def log_in(self, name: str, password: str, new: str | None = None) -> Session:
        """A one-time password needs the one that it shall be from now on."""
        said = {"name": name, "password": password} | ({"new": new} if new is not None else {})
        return await self._come_in("/api/session", said)

    async def log_out(self) -> None:
        await self.request("DELETE", "/api/session")

    async def request(self, method: asking.Method, path: str, body: Any = None) -> Any:
        """Anything else that can be asked over HTTP, as /openapi.json says; what is no JSON is a text."""
        return (await asking.ask(self._there, method, path, body, self.token)).value()

    async def round_file(self, table: str, number: int) -> str:
        """A round that is over, as a text that `houseway settle` and `houseway verify-shuffle` read."""
        path = f"/api/tables/{table}/rounds/{number}/file"
        return (await asking.ask(self._there, "GET", path, None, self.token)).read.decode()

    # Tables

    async def watch(self, name: str) -> Table:
        """A table that is told of from now on; one that cannot be shown yet is asked for again for a while."""
        _check_name(name)  # a frame that the house cannot read it refuses without naming a table
        self._begin()
        if name not in self._tables:
            self._unwatched.pop(name, None)
            self._tables[name] = Table(name, self.do)
            await self._send(Watch(name))
        table, until = self._tables[name], asyncio.get_running_loop().time() + PERSISTENCE
        told = asyncio.ensure_future(table.until(lambda _: True))
        while not told.done():
            await asyncio.wait((told,), timeout=1)
            if name in self._unwatched and asyncio.get_running_loop().time() >= until:
                self._tables.pop(name, None)
            if self._over is not None or name not in self._tables:
                told.cancel()
                raise self._over or self._unwatched.pop(name, None) or Refusal(f"{name!r} is watched no more")
        return table

    async def unwatch(self, name: str) -> None:
        if self._tables.pop(name, None) is not None:
            await self._send(Unwatch(name))

    async def do(self, table: str, command: Command) -> Carried:
        """A command at a table: it is said until it is answered, always by the same id, so it is carried out once.

        Where the house answers that it failed, or is about to restart, the same is said again for a while.
        """
        id_, pause = secrets.token_urlsafe(12), SHORTEST
        frame = _ENCODER.encode(Order(id_, table, command))
        until = asyncio.get_running_loop().time() + PERSISTENCE
        while True:
            try:
                return await self._answer_to(id_, frame)
            except Refused as refused:
                if refused.code != FAILED or asyncio.get_running_loop().time() >= until:
                    raise
            await asyncio.sleep(pause / 1000)
            pause = min(LONGEST, 2 * pause)

    # The connection

    async def _answer_to(self, id_: str, frame: bytes) -> Carried:
        self._begin()
        answer: asyncio.Future[Carried] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = (frame, answer)
        try:
            await self._send_bytes(frame)
            return await answer
        finally:
            self._waiting.pop(id_, None)

    async def _come_in(self, path: str, body: dict[str, Any]) -> Session:
        answer = await asking.ask(self._there, "POST", path, body)
        self.session = msgspec.json.decode(answer.read, type=Session)
        self.token = self.session.token
        self._over = None
        self._begin()
        return self.session

    def _begin(self) -> None:
        if self._over is not None:
            raise self._over
        if self.token is None:
            raise Refusal("come in first: guest(), sign_up() or log_in()")
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        """Stay connected; whatever breaks, come back, go on from the known versions, say again what waits."""
        attempts = 0
        while attempts < ATTEMPTS:
            welcome = False
            try:
                async with connect(
                    self._address(),
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    compression=None,
                    open_timeout=PATIENCE,
                    close_timeout=1,
                    max_size=None,
                    proxy=None,
                ) as self._socket:
                    async for text in self._socket:
                        welcome = await self._hear(text) or welcome
                        attempts = 0 if welcome else attempts
            except InvalidStatus as wrong:
                if wrong.response.status_code in (401, 403):
                    self._give_up(SessionEnded("log in again: the house does not know the session"))
                    return
            except ConnectionClosed:
                pass
            except (OSError, WebSocketException, TimeoutError):
                pass
            code = self._socket.close_code if self._socket is not None else None
            self._socket = None
            if code == SESSION_ENDED:
                self._give_up(SessionEnded("the session has ended: log in again"))
                return
            self.reconnected += welcome
            await asyncio.sleep(min(LONGEST, SHORTEST << min(attempts, 10)) / 1000)
            attempts += 1
        self._give_up(NotReached(f"{asking.shown(self._there)} gives no answer"))

    async def _hear(self, text: str | bytes) -> bool:
        """One frame of the house; True where it is the welcome."""
        frame = _DECODER.decode(text)
        if isinstance(frame, Welcome):
            self.wallet, self.coupons, self._epoch = frame.wallet, frame.coupons, frame.epoch
            await self._say_again()
            return True
        if isinstance(frame, Whole):
            if (table := self._tables.get(frame.view.table)) is not None:
                await table.told_whole(frame, self._epoch)
        elif isinstance(frame, Moved):
            await self._moved(frame)
        elif isinstance(frame, frames.Meters):
            if (table := self._tables.get(frame.table)) is not None:
                await table.told_meters(frame)
        elif isinstance(frame, Carried | frames.Refused):
            self._answered(frame)
        elif isinstance(frame, Wallet):
            self.wallet, self.coupons = frame.cents, frame.coupons
        else:
            assert isinstance(frame, Closing | frames.Pong)
        return False

    async def _moved(self, frame: Moved) -> None:
        table = self._tables.get(frame.table)
        if table is None:
            return
        try:
            await table.told(frame)
        except Impossible:  # something was missed: the whole table again
            await self._send(Watch(frame.table))

    def _answered(self, frame: Carried | frames.Refused) -> None:
        if frame.id is None:
            if isinstance(frame, frames.Refused) and (table := self._tables.get(frame.table or "")) is not None:
                self._not_watched(table, Refused(frame.why, frame.clause, frame.code))
            return
        _, answer = self._waiting.get(frame.id, (b"", None))
        if answer is None or answer.done():
            return
        if isinstance(frame, Carried):
            answer.set_result(frame)
        else:
            answer.set_exception(Refused(frame.why, frame.clause, frame.code))

    def _not_watched(self, table: Table, why: Refused) -> None:
        """A table was not shown. Where the house failed, or had shown it before, it is asked for again in a moment."""
        self._unwatched[table.name] = why
        if why.code == FAILED or table.version is not None:
            again = asyncio.create_task(self._watch_again(table))
            self._asking.add(again)
            again.add_done_callback(self._asking.discard)
        else:
            del self._tables[table.name]

    async def _watch_again(self, table: Table) -> None:
        await asyncio.sleep(AGAIN / 1000)
        if self._tables.get(table.name) is table:
            await self._send(Watch(table.name, table.version, table.epoch))

    async def _say_again(self) -> None:
        for name, table in self._tables.items():
            await self._send(Watch(name, table.version, table.epoch))
        for frame, answer in list(self._waiting.values()):
            if not answer.done():
                await self._send_bytes(frame)

    async def _send(self, frame: Frame) -> None:
        await self._send_bytes(_ENCODER.encode(frame))

    async def _send_bytes(self, frame: bytes) -> None:
        """Send a frame if there is a connection; if there is none it is said when there is one again."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(frame, text=True)

    def _give_up(self, reason: Refusal) -> None:
        self._over = reason
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(reason)

    def _address(self) -> str:
        scheme = "wss" if self._there.scheme == "https" else "ws"
        return f"{scheme}://{self._there.netloc}{self._there.path.rstrip('/')}/api/socket"


def _check_name(name: str) -> None:
    """A name that the house could not read is refused as the house would."""
    try:
        msgspec.convert(name, frames.TableName)
    except msgspec.ValidationError:
        raise Refusal(f"{name!r} is no table's name: 2 to 31 small letters, digits or -, a letter first") from None
