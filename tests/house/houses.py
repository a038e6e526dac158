"""A running house for tests: tables set up and open, players with money, a clock that one can set."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Self

import msgspec
import pytest

from dealing import random_act
from house.conftest import empty
from house.evenings import ANN, BOB, EVE, RULES, START, SUE
from houseway import games
from houseway.asks import Act, Choices
from houseway.felt import Felt, Move, fold
from houseway.games import NAMES
from houseway.house import ledger
from houseway.house.answering import Answer
from houseway.house.attendance import NO_CLIENTS, Attendance
from houseway.house.commands import Actor, Command, Decide, OpenTable, Ready, Sit, Validate, Wager
from houseway.house.coupons import largest
from houseway.house.definition import Clocks, Definition
from houseway.house.founding import FOUNDER
from houseway.house.live import LiveTable
from houseway.house.noticing import Noticed
from houseway.house.office_commands import HangMeter, SetUpTable
from houseway.house.office_deeds import STREAM
from houseway.house.record import Done
from houseway.house.running import House
from houseway.house.store import Store
from houseway.money import Cents
from houseway.refusal import Refusal

MONEY: Cents = 10_000_00
CHIPS: Cents = 1_000_00
INVENTORY: Cents = 100_000_00
DELAY = 30_000
REASON = "the day begins"
FLO, AUD, ADM = Actor("Flo", "floorperson"), Actor("Aud", "auditor"), Actor("Adm", "administrator")
CLOCKS = Clocks(betting=20_000, decision=30_000, validation=60_000, result=5_000)
PAUSING = Clocks(betting=20_000, decision=30_000, validation=60_000, pause=1_000, result=5_000)
LINKED = tuple(Definition(name, "lunar", (), CLOCKS, {"progressive": "big"}) for name in ("one", "other"))

Choose = Callable[[Choices, Random], Act]
Breaks = Callable[..., None]


def defined(game: str, *rules: str, name: str = "", clocks: Clocks | None = None) -> Definition:
    """A table; at Pack's, where nobody decides, the round pauses."""
    chosen = clocks or (PAUSING if game == "packs" else CLOCKS)
    return Definition(name or f"{game}-1", game, rules or RULES.get(game, ()), chosen)


EACH = tuple(defined(game) for game in NAMES)


@pytest.fixture
def two_stores(postgres_url: str) -> Iterator[tuple[Store, Store]]:
    """One database as two processes have it."""
    empty(postgres_url)
    with Store.open(postgres_url) as one, Store.open(postgres_url) as other:
        yield one, other


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Breaks]:
    """From when it is called a game's procedure is not what it was; called without a game all are as before."""
    load = games.load

    def other(*_: Any) -> Any:
        yield 1 // 0

    def breaks(*broken: str, **parts: Any) -> None:
        changed = parts or {"play": other}
        monkeypatch.setattr(
            games, "load", lambda name: msgspec.structs.replace(load(name), **changed) if name in broken else load(name)
        )

    yield breaks
    monkeypatch.setattr(games, "load", load)


class Running:
    """A house as one process runs it, and the clock on its wall."""

    def __init__(
        self,
        store: Store,
        *,
        shared: bool = False,
        delay: int = DELAY,
        seed: int = 1,
        at: int = START,
        attendance: Attendance = NO_CLIENTS,
    ):
        self.store = store
        self.chance = Random(seed)
        self.at = at
        self.noticed: list[Noticed] = []
        self.house = House(
            store,
            now=lambda: self.at,
            entropy=lambda size: self.chance.randbytes(size),
            shared=shared,
            delay=delay,
            attendance=attendance,
            notice=self.noticed.append,
        )

    def open(self, *definitions: Definition, meters: dict[str, Cents] | None = None) -> Self:
        """These tables are set up and open, and three players have money."""
        for name, reset in (meters or {}).items():
            self.house.office(HangMeter(name, reset, reset, REASON), FOUNDER, f"hang-{name}")
        for definition in definitions:
            self.house.office(SetUpTable(definition, REASON), FOUNDER, f"set-up-{definition.name}")
            self.do(definition.name, OpenTable(INVENTORY, REASON), FOUNDER, f"open-{definition.name}")
        return self.give(MONEY, ANN, BOB, EVE)

    def give(self, cents: Cents, *actors: Actor) -> Self:
        for actor in actors:
            done = Done("money.issued/1", {}, ledger.issue(actor.name, cents))
            version = self.store.head(STREAM) + 1
            self.store.append(STREAM, version, self.at, FOUNDER.name, None, b"", done)
        return self

    def give_coupon(self, cents: Cents, *actors: Actor) -> Self:
        for actor in actors:
            done = Done("coupon.given/1", {}, ledger.give_coupon(actor.name, cents))
            version = self.store.head(STREAM) + 1
            self.store.append(STREAM, version, self.at, FOUNDER.name, None, b"", done)
        return self

    def again(self, *, shared: bool = False, later: int = 1_000) -> "Running":
        """The house as the next process finds it."""
        next_one = Running(self.store, shared=shared, delay=self.house.delay, at=self.at + later)
        next_one.chance = self.chance
        next_one.house.start()
        return next_one

    def do(self, table: str, command: Command, actor: Actor, id_: str | None = None) -> Answer:
        return self.house.execute(table, command, actor, id_)

    def refused(self, table: str, command: Command, actor: Actor, id_: str | None = None) -> Refusal:
        """A command that must be refused."""
        try:
            self.do(table, command, actor, id_)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{command} was carried out")

    def live(self, table: str) -> LiveTable:
        return self.house.table(table).live(self.at)

    def clock(self, table: str) -> None:
        """The next deadline of a table comes."""
        deadline = self.live(table).deadline
        assert deadline is not None
        self.at = max(self.at, deadline)
        self.house.tick()

    def seat(self, table: str, *actors: Actor, chips: Cents = CHIPS) -> Self:
        for seat, actor in enumerate(actors, 1):
            self.do(table, Sit(seat, chips), actor)
        return self

    def bet(self, table: str, *actors: Actor, stake: Cents = 10_00, coupon: Cents = 0) -> None:
        """These make the wagers that the game needs, and are ready: the round begins.

        With a coupon upon each of them where the table takes one.
        """
        live = self.live(table)
        offers = live.game.offers(live.rules)
        for actor in actors:
            for offer in [offer for offer in offers if offer.required] or offers[:1]:
                laid = coupon if largest(live.game.name, live.rules)[offer.wager] else 0
                self.do(table, Wager(live.person(actor.name).seat, offer.wager, max(stake, offer.low), laid), actor)
        for actor in actors:
            self.do(table, Ready(), actor)

    def deal(self, table: str, *actors: Actor, coupon: Cents = 0) -> Self:
        """A round that is in play; where nobody was asked the next one."""
        for _ in range(20):
            self.bet(table, *actors, coupon=coupon)
            if self.live(table).round is not None:
                return self
            self.clock(table)
        raise AssertionError(f"no round of {table} stays in play")

    def step(self, table: str, choose: Choose = random_act, id_: str | None = None) -> Answer | None:
        """One decision of somebody who is asked; a pause is waited for."""
        running, playing = self.live(table).round, self.live(table).playing
        assert running is not None
        assert running.ask is not None
        assert playing is not None
        if not running.ask.choices:
            self.clock(table)
            return None
        who = self.chance.choice(running.waiting())
        if not isinstance(who, int):
            return self.do(table, Validate(True, "looked at it"), SUE, id_)
        act = choose(running.ask.choices[who], self.chance)
        command = Decide(act.verb, act.amount, act.cards, act.groups, who)
        return self.do(table, command, Actor(playing.deciders[who], "player"), id_)

    def play(self, table: str, choose: Choose = random_act, most: int = 10_000) -> None:
        """The round to its end, or so many decisions."""
        while self.live(table).round is not None and most > 0:
            most -= 1
            self.step(table, choose)


class Client:
    """Somebody who watches a table, and what he makes of the frames that he is told."""

    def __init__(self, running: Running, table: str, actor: Actor, since: int | None = None) -> None:
        self.raw: list[bytes] = []
        self.actor = actor
        self.end = running.house.watch(table, actor, since, self.raw.append)

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(frame) for frame in self.raw]

    @property
    def versions(self) -> list[int]:
        """The versions that he was told of, in order."""
        return [told for frame in self.frames if (told := version_of(frame)) is not None]

    def take(self) -> list[dict[str, Any]]:
        """What he was told since he looked last."""
        frames = self.frames
        self.raw.clear()
        return frames


def version_of(frame: dict[str, Any]) -> int | None:
    if frame["type"] == "table":
        return int(frame["view"]["version"])
    return int(frame["version"]) if frame["type"] == "moved" else None


def folded_felt(frames: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """What lies face up after these frames, which begin with one that opened a round or with a whole table."""
    return {area: cards for area, cards in folded(frames).up.items() if cards}


def folded(frames: Sequence[dict[str, Any]]) -> Felt:
    """What lies where after these frames."""
    felt = Felt()
    for frame in frames:
        start = frame["view"]["felt"] if frame["type"] == "table" else frame.get("opened")
        if start is not None:
            felt = Felt()
            felt.up = {area: list(cards) for area, cards in start["up"].items()}
            felt.down = {area: list(cards) for area, cards in start["down"].items()}
            felt.chips = dict(start["chips"])
        if frame["type"] == "moved":
            felt = fold(felt, msgspec.convert(frame["moves"], list[Move]))
    return felt


def seen(running: Running, table: str, actor: Actor) -> bytes:
    """The whole table as somebody sees it, as bytes."""
    return msgspec.json.encode(running.house.view(table, actor))


def timeless(view: bytes) -> dict[str, Any]:
    """A table without its version and its deadline: what stays when the house stood still."""
    shown: dict[str, Any] = msgspec.json.decode(view)
    shown.pop("version")
    shown["now"].pop("deadline")
    return shown
