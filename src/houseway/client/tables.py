"""A table as a client knows it: the whole of it, kept up by its moves, and what can be said to it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from fractions import Fraction
from typing import Any

import msgspec

from houseway.cards import UNKNOWN, Card
from houseway.felt import CAGE, COUPON, COUPON_BOX, SHOE, Area, ChipsMoved, Felt, Move
from houseway.house.commands import (
    AddBot,
    Back,
    BuyChips,
    Command,
    Consent,
    Decide,
    DismissBot,
    Leave,
    Ready,
    Sit,
    Wager,
)
from houseway.house.frames import Carried, Meters, Moved, Whole
from houseway.house.ledger import COMMISSIONS, DROP, ISSUED, WALLET
from houseway.house.views import AskView, ChoiceView, FeltView, Now, ResultView, TableView
from houseway.money import Cents
from houseway.refusal import Refusal

Do = Callable[[str, Command], Awaitable[Carried]]


class Table:
    """One table that is watched. It changes whenever the house tells of it."""

    def __init__(self, name: str, do: Do) -> None:
        self.name = name
        self.delayed = False
        self.epoch: str | None = None  # of the house, in which it was told whole: its version counts in that one
        self.moves: list[Any] = []  # of the round, since it was opened or since the table was told whole
        self._do = do
        self._view: TableView | None = None  # but for the felt, which is followed move by move
        self._shown: TableView | None = None  # with it, once somebody has looked
        self._felt = Felt()
        self._changes = 0
        self._changed = asyncio.Condition()

    @property
    def view(self) -> TableView:
        """The whole table, as it is now."""
        if self._shown is None:
            self._shown = msgspec.structs.replace(self._known, felt=_felt_view(self._felt))
        return self._shown

    @property
    def version(self) -> int | None:
        return self._view.version if self._view is not None else None

    @property
    def now(self) -> Now:
        return self._known.now

    @property
    def ask(self) -> AskView | None:
        return self._known.ask

    @property
    def result(self) -> ResultView | None:
        return self._known.result

    @property
    def felt(self) -> Felt:
        """What lies where, as this client may see it."""
        return self._felt

    @property
    def seat(self) -> int | None:
        """Where the client sits, or stands behind."""
        return self._known.you

    @property
    def choices(self) -> dict[int, tuple[ChoiceView, ...]]:
        """What may be decided now, for each seat that is asked."""
        return self.ask.yours if self.ask is not None else {}

    # What can be said

    async def do(self, command: Command) -> Carried:
        """Any command; it is carried out once, however often the connection breaks."""
        return await self._do(self.name, command)

    async def sit(self, seat: int, chips: Cents) -> Carried:
        return await self.do(Sit(seat, chips))

    async def back(self, seat: int, chips: Cents) -> Carried:
        return await self.do(Back(seat, chips))

    async def buy_chips(self, chips: Cents) -> Carried:
        return await self.do(BuyChips(chips))

    async def wager(self, wager: str, amount: Cents, seat: int | None = None, coupon: Cents = 0) -> Carried:
        """A wager, with a match play coupon upon it where `view.sign.coupons` lets one lie there."""
        where = seat if seat is not None else self.seat
        if where is None:
            raise Refusal("sit down first, or name the seat")
        return await self.do(Wager(where, wager, amount, coupon))

    async def consent(self, player: str, allowed: bool = True) -> Carried:
        return await self.do(Consent(player, allowed))

    async def ready(self, ready: bool = True) -> Carried:
        return await self.do(Ready(ready))

    async def decide(
        self,
        verb: str,
        amount: Cents | None = None,
        cards: tuple[Card, ...] = (),
        groups: tuple[tuple[Card, ...], ...] = (),
        seat: int | None = None,
    ) -> Carried:
        return await self.do(Decide(verb, amount, cards, groups, seat))

    async def add_bot(self, seat: int, strategy: str = "simple", reason: str | None = None) -> Carried:
        """Who works there says why."""
        return await self.do(AddBot(seat, strategy, msgspec.UNSET if reason is None else reason))

    async def dismiss_bot(self, seat: int, reason: str | None = None) -> Carried:
        return await self.do(DismissBot(seat, msgspec.UNSET if reason is None else reason))

    async def leave(self) -> Carried:
        return await self.do(Leave())

    # What is told

    async def until(self, true: Callable[["Table"], object]) -> None:
        """Wait until something is true of the table."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._view is not None and true(self))

    async def changes(self) -> AsyncIterator[int]:
        """The version, now and whenever the table has changed; changes in between may be one."""
        seen = 0
        while True:
            async with self._changed:
                while self._changes == seen:
                    await self._changed.wait()
                seen = self._changes
            yield self._known.version

    async def told_whole(self, frame: Whole, epoch: str | None = None) -> None:
        """The house told the whole table, in one of its epochs."""
        self._view, self._shown, self.delayed, self.epoch = frame.view, None, frame.delayed, epoch
        self._felt, self.moves = _felt(frame.view.felt), []
        await self._tell()

    async def told(self, frame: Moved) -> None:
        """The house told what happened."""
        view, self._shown, self.delayed = self._known, None, frame.delayed
        if frame.opened is not None:
            self._felt, self.moves = _felt(frame.opened), []
        for move in (*frame.beside, *frame.moves):
            _follow(self._felt, move)
        self.moves += frame.moves
        if frame.now is not None and frame.now.phase in ("betting", "closed"):
            self._felt = _cleared(self._felt, frame.now)
        self._view = msgspec.structs.replace(
            view,
            version=frame.version,
            now=frame.now or view.now,
            ask=frame.ask,
            result=frame.result,
            you=frame.you,
            offer=frame.offer if frame.now is not None else view.offer,
            seats=frame.seats,
            pit=frame.pit or view.pit,
        )
        if frame.now is not None:
            await self._tell()

    async def told_meters(self, frame: Meters) -> None:
        """Other tables have moved meters, or the house has chosen what they are reset to."""
        self._felt.meters |= {name: Fraction(cents) for name, cents in frame.meters.items()}
        sign = self._known.sign
        posted = msgspec.structs.replace(sign, rules={**sign.rules, **frame.rules})
        self._view, self._shown = msgspec.structs.replace(self._known, sign=posted), None
        await self._tell()

    @property
    def _known(self) -> TableView:
        assert self._view is not None, "the house has not told of it yet"
        return self._view

    async def _tell(self) -> None:
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()


def _follow(felt: Felt, move: Move) -> None:
    """Make a move; chips come from and go to places that are not on the felt."""
    if isinstance(move, ChipsMoved) and (_is_elsewhere(move.source) or _is_elsewhere(move.target)):
        for area, cents in ((move.source, -move.amount), (move.target, move.amount)):
            if not _is_elsewhere(area):
                felt.chips[area] = felt.stake(area) + cents
    else:
        felt.apply(move)


def _is_elsewhere(area: Area) -> bool:
    return area in (CAGE, ISSUED, DROP, COMMISSIONS) or area.startswith((WALLET, COUPON)) or area.endswith("/coupons")


def _cleared(felt: Felt, now: Now) -> Felt:
    """Between two rounds no cards lie on the felt but those of a shoe that stays, and no coupon that was collected."""
    cleared = Felt()
    cleared.down = {SHOE: [UNKNOWN] * now.shuffle.cards} if now.shuffle.cards else {}
    cleared.chips = {area: cents for area, cents in felt.chips.items() if cents and area != COUPON_BOX}
    cleared.meters = felt.meters
    return cleared


def _felt(view: FeltView) -> Felt:
    felt = Felt()
    felt.up = {area: list(cards) for area, cards in view.up.items()}
    felt.down = {area: list(cards) for area, cards in view.down.items()}
    felt.chips = dict(view.chips)
    felt.meters = dict(view.meters)  # type: ignore[arg-type]
    return felt


def _felt_view(felt: Felt) -> FeltView:
    up, down = ({area: list(cards) for area, cards in lying.items() if cards} for lying in (felt.up, felt.down))
    chips = {area: cents for area, cents in felt.chips.items() if cents}
    return FeltView(up, down, chips, {name: int(shown) for name, shown in felt.meters.items()})
