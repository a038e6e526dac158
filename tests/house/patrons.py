"""Patrons: clients of a served house who play whatever is legal and keep in mind all that the house has told them.

What they were told binds the house: an answer is durable, a version that was shown stays as it was shown, and time goes
forward only. What contradicts it is kept in `wrong`, for who looks at the end.
"""

import asyncio
from contextlib import suppress
from random import Random

import msgspec

from houseway.client import Client, Table, act
from houseway.client.asking import Refused as Unwilling
from houseway.house.commands import BuyChips, Command, Ready, Sit, Wager
from houseway.house.frames import Carried, Closing, FromHouse, Moved, Refused, Whole
from houseway.house.views import PersonView
from houseway.money import Cents

CHIPS: Cents = 500_00
LITTLE: Cents = 150_00
LEAVES = 12  # once in so many rounds a patron takes the chips and sits down elsewhere
SOON = 1 / 5  # seconds after which one who was told nothing looks again

_DECODER: msgspec.json.Decoder[FromHouse] = msgspec.json.Decoder(FromHouse)


class Acknowledged(msgspec.Struct, frozen=True):
    """A command that the house said it has carried out."""

    actor: str
    id: str
    table: str
    version: int
    event: str
    repeated: bool


class Patron(Client):
    """One of them, at one table."""

    def __init__(self, url: str, chance: Random) -> None:
        super().__init__(url)
        self.chance = chance
        self.acknowledged: list[Acknowledged] = []
        self.refused: set[str] = set()  # ids of commands that were refused and changed nothing
        self.failed: list[str] = []  # what the house could not do, in its words
        self.shown: dict[tuple[str, int], bytes] = {}  # the moves of each version
        self.newest: dict[str, int] = {}
        self.told_closing = 0
        self.wrong: list[str] = []

    @property
    def name(self) -> str:
        assert self.session is not None
        return self.session.name

    async def play(self, table: Table, going_on: asyncio.Event) -> None:
        """Sit down and play while it goes on; a round may be left in the middle."""
        while going_on.is_set():
            command = self._next(table)
            if command is None:
                await _change(table)
            else:
                await self._say(table, command)

    async def finish(self, table: Table, silent: bool) -> None:
        """Leave: at once and silently, so that the clock has to finish the round, or after playing it out."""
        while (me := self._me(table)) is not None:
            if not silent and table.ask is not None and table.ask.yours:
                await self._say(table, act(table.ask, min(table.ask.yours), self.chance))
            elif not me.leaving and (silent or table.now.phase != "playing"):
                await self._leave(table)
            else:
                await _change(table)

    async def _hear(self, text: str | bytes) -> bool:
        frame = _DECODER.decode(text)
        if isinstance(frame, Carried):
            said = Acknowledged(self.name, frame.id, frame.table, frame.version, frame.event, frame.repeated)
            self.acknowledged.append(said)
        elif isinstance(frame, Refused) and frame.id is not None:
            if frame.code == "refused":
                self.refused.add(frame.id)
            else:
                self.failed.append(f"{frame.code}: {frame.why}")
        elif isinstance(frame, Whole):
            if not frame.delayed:
                self._see(frame.view.table, frame.view.version)
        elif isinstance(frame, Moved):
            self._see_moves(frame)
        elif isinstance(frame, Closing):
            self.told_closing += 1
        return await super()._hear(text)

    def _see_moves(self, frame: Moved) -> None:
        """A version may be told again to one who comes back: as it was, or as nothing new to one who knows it."""
        if frame.delayed or frame.table not in self._tables:
            return
        if frame.version == self.newest.get(frame.table) and not frame.moves and not frame.beside:
            return
        self._see(frame.table, frame.version)
        told = msgspec.json.encode((frame.moves, frame.beside))
        place = (frame.table, frame.version)
        if self.shown.setdefault(place, told) != told:
            self.wrong.append(f"{place} was {self.shown[place]!r} and is {told!r}")

    def _see(self, table: str, version: int) -> None:
        if version < self.newest.get(table, 0):
            self.wrong.append(f"{table} was shown at {self.newest[table]}, and then at {version}")
        self.newest[table] = max(version, self.newest.get(table, 0))

    def _next(self, table: Table) -> Command | None:
        me = self._me(table)
        if me is None:
            taken = {person.seat for person in table.now.people if person.seated}
            free = [seat for seat in range(1, table.view.sign.positions + 1) if seat not in taken]
            return Sit(self.chance.choice(free), CHIPS) if free else None
        if table.now.phase == "betting" and not me.ready and not me.leaving:
            return self._bet(table, me)
        if table.now.phase == "playing" and table.ask is not None and table.ask.yours:
            return act(table.ask, min(table.ask.yours), self.chance)
        return None

    def _bet(self, table: Table, me: PersonView) -> Command:
        if me.chips < LITTLE and not me.wagers:
            return BuyChips(CHIPS)
        offers = table.view.sign.offers
        for offer in [offer for offer in offers if offer.required] or offers[:1]:
            if offer.wager not in me.wagers:
                return Wager(me.seat, offer.wager, offer.low)
        beside = [offer for offer in offers if offer.wager not in me.wagers]
        if beside and not self.chance.randrange(2):
            offer = self.chance.choice(beside)
            return Wager(me.seat, offer.wager, offer.low)
        return Ready()

    async def _say(self, table: Table, command: Command) -> None:
        try:
            await table.do(command)
        except Unwilling:  # it was too late, or somebody was faster
            await _change(table)
            return
        if isinstance(command, Ready) and not self.chance.randrange(LEAVES):
            await self._leave(table)

    async def _leave(self, table: Table) -> None:
        with suppress(Unwilling):
            await table.leave()
        await _change(table)

    def _me(self, table: Table) -> PersonView | None:
        return next((person for person in table.now.people if person.name == self.name), None)


async def _change(table: Table) -> None:
    """Until the table has changed, or a while is over."""
    version = table.version
    try:
        async with asyncio.timeout(SOON):
            await table.until(lambda there: there.version != version)
    except TimeoutError:
        return
