"""Bots at many tables over real sockets, in a process of their own, and lean: it is the house that is measured.

They know no rule: they make the wagers that are offered and decide for any of the choices that they are given. In a
closed loop each says the next thing as soon as the last is answered; at a rate they take turns by a clock.
"""

import argparse
import asyncio
import resource
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import WebSocketURI, parse_uri

from houseway.client.asking import ask as request
from houseway.client.playing import act
from houseway.house.commands import BuyChips, Command, Decide, Ready, Sit, Wager
from houseway.house.frames import Order, Watch
from houseway.house.views import AskView
from houseway.procedure import Offer

CHIPS = 1_000_00
LITTLE = 200_00  # chips that are too few for a round
SIDE_BET = 3  # once in so many rounds a wager that is not needed
AT_ONCE = 8  # bots that come in at the same time
PATIENCE = 10  # seconds
THOUSAND = 1000

clock = time.perf_counter_ns


class Result(msgspec.Struct):
    """What was measured, between the beginning and the end; times are nanoseconds."""

    seconds: int
    answered: int
    refused: dict[str, int]  # how often, and why
    all: list[int]
    decisions: list[int]
    processor: int  # milliseconds that the bots themselves took


class Person(msgspec.Struct):
    name: str
    chips: int
    ready: bool


class Now(msgspec.Struct):
    phase: str
    number: int
    people: tuple[Person, ...]


class Sign(msgspec.Struct):
    positions: int
    offers: tuple[Offer, ...]


class View(msgspec.Struct):
    now: Now
    ask: AskView | None
    sign: Sign


class Heard(msgspec.Struct):
    """Of every frame what a bot needs."""

    type: str
    id: str | None = None
    why: str | None = None
    view: View | None = None
    now: Now | None = None
    ask: AskView | None = None


_DECODER = msgspec.json.Decoder(Heard)
_ENCODER = msgspec.json.Encoder()


class Wire(asyncio.Protocol):
    """A WebSocket with nothing around it: texts come and go as bytes."""

    def __init__(
        self, there: WebSocketURI, token: str, opened: Callable[["Wire"], None], hear: Callable[[Any], None]
    ) -> None:
        self.closed = asyncio.get_running_loop().create_future()
        self._speech = ClientProtocol(there, max_size=None)
        self._token = token
        self._opened = opened
        self._hear = hear

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        request = self._speech.connect()
        request.headers["Authorization"] = f"Bearer {self._token}"
        self._speech.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        self._speech.receive_data(data)
        for event in self._speech.events_received():
            if isinstance(event, Response) and self._speech.state is State.OPEN:
                self._opened(self)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(event.data)
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, text: bytes) -> None:
        self._speech.send_text(text)
        self._write()

    def _write(self) -> None:
        if written := b"".join(self._speech.data_to_send()):
            self._transport.write(written)


class Bot:
    """One bot at one table."""

    def __init__(self, name: str, table: str, seat: int, chance: Random, turn: Callable[["Bot"], None]) -> None:
        self.name, self.table, self.seat = name, table, seat
        self.refused: list[str] = []  # why
        self.measured: list[tuple[int, int, bool]] = []  # when it was said, how long it took, was it a decision
        self._chance = chance
        self._turn = turn
        self._wire: Wire | None = None
        self._now: Now | None = None
        self._ask: AskView | None = None
        self._offers: tuple[Offer, ...] = ()
        self._planned: tuple[int, deque[Command]] = (-1, deque())
        self._said: tuple[str, int, bool] | None = None  # what is not answered yet
        self._in_turn = False
        self._count = 0

    async def play(self, address: str, token: str) -> None:
        there, loop = parse_uri(address), asyncio.get_running_loop()
        _, self._wire = await loop.create_connection(
            lambda: Wire(there, token, self._watch, self._hear), there.host, there.port
        )
        await self._wire.closed
        raise SystemExit(f"{self.name} was put out of {self.table}")

    def go(self) -> bool:
        """It is this bot's turn: it says what it can; False where there is nothing to be said any more."""
        self._in_turn = False
        command = self._next()
        if command is None or self._said is not None or self._wire is None:
            return False
        self._count += 1
        id_ = f"{self.name}-{self._count}"
        frame = _ENCODER.encode(Order(id_, self.table, command))
        self._said = (id_, clock(), isinstance(command, Decide))
        self._wire.send(frame)
        return True

    def _watch(self, wire: Wire) -> None:
        wire.send(_ENCODER.encode(Watch(self.table)))

    def _hear(self, text: bytes) -> None:
        heard = _DECODER.decode(text)
        if heard.view is not None:
            self._now, self._ask, self._offers = heard.view.now, heard.view.ask, heard.view.sign.offers
        elif heard.type == "moved":
            self._now, self._ask = heard.now or self._now, heard.ask
        elif heard.type in ("done", "refused"):
            self._answered(heard)
        if self._said is None and not self._in_turn and self._now is not None and self._could():
            self._in_turn = True
            self._turn(self)

    def _answered(self, heard: Heard) -> None:
        assert self._said is not None
        id_, said, decision = self._said
        assert heard.id == id_
        self.measured.append((said, clock() - said, decision))
        self._said = None
        if heard.type == "refused":
            self.refused.append(heard.why or "")
            self._planned[1].clear()

    def _could(self) -> bool:
        assert self._now is not None
        me = self._me(self._now)
        if me is None:
            return True
        return (self._now.phase == "betting" and not me.ready) or bool(self._ask is not None and self._ask.yours)

    def _next(self) -> Command | None:
        """What there is to be said now."""
        now = self._now
        if now is None:
            return None
        me = self._me(now)
        if me is None:
            return Sit(self.seat, CHIPS)
        if now.phase == "betting" and not me.ready:
            return self._bet(now, me)
        if now.phase == "playing" and self._ask is not None and self._ask.yours:
            return act(self._ask, min(self._ask.yours), self._chance)
        return None

    def _bet(self, now: Now, me: Person) -> Command:
        """The wagers of a round, one after another, then that they lie."""
        if self._planned[0] != now.number:
            self._planned = (now.number, deque(self._plan(me)))
        return self._planned[1].popleft() if self._planned[1] else Ready()

    def _plan(self, me: Person) -> list[Command]:
        buying: list[Command] = [BuyChips(CHIPS)] if me.chips < LITTLE else []
        needed = [offer for offer in self._offers if offer.required] or list(self._offers[:1])
        beside = [offer for offer in self._offers if offer not in needed and not self._chance.randrange(SIDE_BET)]
        return buying + [Wager(self.seat, offer.wager, offer.low) for offer in (*needed, *beside)]

    def _me(self, now: Now) -> Person | None:
        return next((person for person in now.people if person.name == self.name), None)


class Turns:
    """Whose turn it is: at once in a closed loop, by the clock at a rate."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._waiting: deque[Bot] = deque()

    def take(self, bot: Bot) -> None:
        if self._rate:
            self._waiting.append(bot)
        else:
            asyncio.get_running_loop().call_soon(bot.go)

    async def run(self) -> None:
        """So many turns a second; who was kept from his by a slow house has it later, and none is dropped."""
        begun, given = clock(), 0
        while self._rate:
            owed = (clock() - begun) * self._rate // 10**9 - given
            while owed > 0 and self._waiting:
                if self._waiting.popleft().go():
                    owed, given = owed - 1, given + 1
            given += max(0, owed - self._rate // 10)  # of a longer wait at most a tenth of a second is made up for
            await asyncio.sleep(1 / THOUSAND)


async def play(url: str, tables: list[str], bots: int, warm: int, seconds: int, rate: int) -> Result:
    """Let them play, and measure after a while of warming up."""
    there = urlsplit(url)
    turns, gate = Turns(rate), asyncio.Semaphore(AT_ONCE)

    async def come(number: int) -> tuple[str, str]:
        async with gate:
            session: dict[str, Any] = (await request(there, "POST", "/api/guests", {"bot": True})).value()
        return session["name"], session["token"]

    seats = [(table, seat) for table in tables for seat in range(1, bots + 1)]
    people = await asyncio.gather(*(come(number) for number in range(len(seats))))
    players, works = [], [asyncio.ensure_future(turns.run())]
    for number, ((name, token), (table, seat)) in enumerate(zip(people, seats, strict=True)):
        players.append(Bot(name, table, seat, Random(number), turns.take))
        works.append(asyncio.ensure_future(players[-1].play(f"ws://{there.netloc}/api/socket", token)))
    await _unless_broken(works[1:], warm)
    print("begin", flush=True)
    begun, processor = clock(), _processor()
    await _unless_broken(works[1:], seconds)
    ended, processor = clock(), _processor() - processor
    print("end", flush=True)
    for work in works:
        work.cancel()
    await asyncio.gather(*works, return_exceptions=True)
    measured = [each for bot in players for each in bot.measured if begun <= each[0] and sum(each[:2]) <= ended]
    return Result(
        seconds=round((ended - begun) / 10**9),
        answered=len(measured),
        refused=Counter(why for bot in players for why in bot.refused),
        all=sorted(took for _, took, _ in measured),
        decisions=sorted(took for _, took, decision in measured if decision),
        processor=processor,
    )


async def _unless_broken(works: Sequence[asyncio.Future[None]], seconds: int) -> None:
    done, _ = await asyncio.wait(works, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for work in done:
        await work


def _processor() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return round((used.ru_utime + used.ru_stime) * THOUSAND)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--tables", required=True)
    for option, default in (("--bots", 2), ("--warm", 3), ("--seconds", 20), ("--rate", 0)):
        parser.add_argument(option, type=int, default=default)
    parser.add_argument("--result", type=Path, required=True, help="the file into which it is written")
    asked = parser.parse_args()
    playing = play(asked.url, asked.tables.split(","), asked.bots, asked.warm, asked.seconds, asked.rate)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(playing)
    asked.result.write_bytes(msgspec.json.encode(result))


if __name__ == "__main__":
    main()
