"""The table that a procedure is given: what two games need to deal, ask, collect and pay.

Its methods make moves; the driver applies them. A procedure looks at cards and chips through the felt alone.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from houseway.asks import Act, Ask, Choice, Choices, Who, third_person
from houseway.cards import Card, words
from houseway.felt import (
    CAGE,
    COUPON_BOX,
    INVENTORY,
    RACK,
    SHOE,
    Acted,
    Announced,
    Area,
    CardsMoved,
    ChipsMoved,
    Felt,
    MeterMoved,
    Move,
    Payoff,
    Resolved,
    Revealed,
    coupons,
    put_back,
    refused,
)
from houseway.irregularity import FaceUp, Irregularity, Leaving, Void
from houseway.meter import AS_IT_STANDS, left_to_take_back, parted
from houseway.money import Cents, dollars

Step = Move | Ask
Moves = Generator[Step, Any, None]
CardMoves = Iterable[CardsMoved]
Handler = Callable[[Irregularity], Moves]
DEFAULT_INVENTORY: Cents = 100_000_00


class Placed(msgspec.Struct, frozen=True):
    """A wager on the layout before the deal. `player` is somebody other than the one seated there; where he is seated
    himself, with his chips before him, is `sits`."""

    seat: int
    wager: str
    amount: Cents
    player: str | None = None
    coupon: Cents = 0
    sits: int | None = None


class Table:
    """One round's table: seats in play, wagers on the layout, the felt, and what the floor foresees."""

    def __init__(
        self,
        felt: Felt,
        seats: Sequence[int],
        wagers: Sequence[Placed] = (),
        button: int | None = None,
        face_up: Iterable[int] = (),
        dealing: Sequence[Irregularity] = (),
        face_up_rule: FaceUp | None = None,
        looked_at: Iterable[tuple[int, str]] = (),
    ) -> None:
        self.felt = felt
        self.seats = tuple(seats)
        self.wagers = tuple(wagers)
        self.button = button
        self.dealing = tuple(dealing)
        self.payoffs: list[Payoff] = []
        self.stakes: dict[tuple[int, str | None, str], Cents] = {}
        self.parts: dict[tuple[int, str | None, str], list[Cents]] = {}  # a wager that is told in several lines
        self.gathered: dict[str, Area] = {}  # a wager that all players' chips were collected of, and where they lie
        self.out: set[int] = set()
        self.voided = False
        self.removed: set[Leaving] = set()  # what leaves the table after this round
        self.handle: Handler = void_by_supervisor
        self.waiting_for: Callable[[], Cents] | None = None  # the payout that a supervisor is to validate, as it is now
        self._looked_at = Counter(looked_at)  # payouts that a supervisor looks at, however much lies in the inventory
        self._face_up_rule = face_up_rule
        self._face_up = {index - len(felt.down[SHOE]) for index in face_up} if face_up else set()
        self._found = 0
        self._sits = {placed.player: placed.sits for placed in self.wagers if placed.sits}
        self._coupons = any(placed.coupon for placed in self.wagers)
        self._chips_before = dict(felt.chips)
        self._meters_before, self._levels = dict(felt.meters), dict(felt.meters)

    def remove(self, what: Leaving, text: str, clause: str, by: str = "dealer") -> Announced:
        """The deck of this round, or a device, leaves the table: it is not there in the next."""
        self.removed.add(what)
        return Announced(text, clause, by)

    def announce(self, text: str, clause: str, by: str = "dealer") -> Announced:
        return Announced(text, clause, by)

    def deal(self, area: Area, number: int, clause: str, up: bool = False, total: int | None = None) -> CardMoves:
        """Cards leave the shoe for an area that is to have `total` in the end.

        One found face up is treated as the game's irregularities say, and a miscount that the floor foresaw happens.
        """
        dealt = self._number_dealt(area, number, total or number) if self.dealing else number
        return self.draw(area, dealt, clause, up)

    def draw(self, area: Area, number: int, clause: str, up: bool = False, source: Area = SHOE) -> CardMoves:
        """Exactly so many cards leave the shoe, or the stub, for an area; none that is found face up."""
        if number == 0:
            return ()
        if self._face_up and self._face_up_rule:
            return self._drawn_face_down(area, number, clause, up, source)
        return (self._drawn(area, number, clause, up, source),)

    def set_aside_face_up(self, source: Area = SHOE) -> CardMoves:
        """A card found face up where the next one is drawn goes to the discard rack unused; one too many is a void."""
        face_up, left = self._face_up_rule, self.felt.down[source]
        while face_up and -len(left) in self._face_up:
            self._face_up.remove(-len(left))
            card = left[0]
            yield CardsMoved((card,), source, RACK, False, True, face_up.clause)
            self._found += 1
            if self._found > face_up.allowed:
                raise Void(face_up.clause, f"{words(card)} lay face up in the deck")

    def move_cards(
        self, cards: Sequence[Card], source: Area, target: Area, clause: str, up: bool = False
    ) -> CardsMoved:
        """Cards from one area to another; everybody sees them if they lay or will lie face up."""
        lying = self.felt.up.get(source, ())
        shown = up or (bool(lying) and bool(cards) and all(card in lying for card in cards))
        return CardsMoved(tuple(cards), source, target, up, shown, clause)

    def discard(self, area: Area, clause: str) -> Iterable[CardsMoved]:
        """All cards of an area go to the discard rack, those that lay face down unexposed."""
        up, down = self.felt.up.get(area), self.felt.down.get(area)
        shown = (CardsMoved(tuple(up), area, RACK, False, True, clause),) if up else ()
        return (*shown, CardsMoved(tuple(down), area, RACK, False, False, clause)) if down else shown

    def reveal(self, area: Area, clause: str, groups: tuple[int, ...] = ()) -> Iterable[Revealed]:
        """What lies face down in an area is turned over."""
        down = self.felt.down.get(area)
        return (Revealed(area, tuple(down), clause, groups),) if down else ()

    def foreseen(self, kind: str, seat: int | None = None) -> Irregularity | None:
        """The irregularity of this kind that is to happen while the cards are dealt, if there is one."""
        found = (each for each in self.dealing if each.kind == kind and (seat is None or each.seat == seat))
        return next(found, None)

    def ask(
        self, kind: str, clause: str, seat: int, options: Sequence[Choice], default: Act
    ) -> Generator[Step, Any, Act | None]:
        """One player's decision, or None if an irregularity has taken him out of the round meanwhile."""
        offered = Choices(tuple(options), default)
        while seat not in self.out:
            try:
                answers: dict[int, Act] = yield Ask(kind, clause, {seat: offered})
            except Irregularity as irregularity:
                yield from self.handle(irregularity)
                continue
            act = answers[seat]
            yield self._acted(seat, act, offered, False)
            return act
        return None

    def ask_each(
        self,
        kind: str,
        clause: str,
        choices: Mapping[int, Choices],
        hidden: bool = False,
        skippable: bool = False,
    ) -> Generator[Step, Any, dict[int, Act]]:
        """The decisions of several players, taken in any order, shown in the order of the seats."""
        due: dict[Who, Choices] = dict(choices.items())
        while due:
            try:
                answers: dict[int, Act] = yield Ask(kind, clause, due, skippable)
            except Irregularity as irregularity:
                yield from self.handle(irregularity)
                due = {seat: offered for seat, offered in due.items() if seat not in self.out}
                continue
            for seat in sorted(answers):
                yield self._acted(seat, answers[seat], due[seat], hidden)
            return answers
        return {}

    def pause(self, clause: str) -> Moves:
        """A moment in which nobody decides but the floor may speak."""
        while True:
            try:
                yield Ask("pause", clause, {})
            except Irregularity as irregularity:
                yield from self.handle(irregularity)
                continue
            return

    def validated(
        self, due_now: Callable[[], Payoff], clause: str, area: Area | None = None, jackpot: bool = True
    ) -> Generator[Step, Any, bool]:
        """A supervisor validates a jackpot or a large payout before it is paid, as it is by then (rulings G5, HG5)."""
        payoff, options = due_now(), (Choice("validate", clause), Choice("refuse", clause))
        self._looked_at[payoff.seat, payoff.wager] -= 1
        due: dict[Who, Choices] = {"supervisor": Choices(options, Act("validate"))}
        amount = self.from_bank(payoff, area)
        prize = not jackpot and amount <= self.felt.stake(INVENTORY)
        ask = Ask(f"validate seat {payoff.seat} {payoff.wager}", clause, due, amount=amount, prize=prize)
        self.waiting_for = lambda: self.from_bank(due_now(), area)
        answers: dict[Who, Act] | None = None
        while answers is None:
            try:
                answers = yield ask
            except Irregularity as irregularity:
                yield from self.handle(irregularity)
        act, paid, self.waiting_for = answers["supervisor"], self.waiting_for(), None
        text = f"{third_person(act.verb)} {dollars(paid)} to seat {payoff.seat} on {payoff.wager}"
        yield Announced(text, clause, "house" if act.by_house else "supervisor")
        return act.verb == "validate"

    def from_bank(self, payoff: Payoff, area: Area | None = None) -> Cents:
        """What leaves the inventory for a payoff: all that he gets but the chips that still lie there (ruling N12)."""
        area = area or wager_area(payoff.seat, payoff.wager, payoff.player)
        return payoff.stake + payoff.net - self.felt.chips.get(area, 0)

    def place_wagers(self, clause: str) -> Iterable[ChipsMoved]:
        """The chips of every wager go from their players to the betting areas, coupons with them."""
        for placed in self.wagers:
            yield from self.place(placed.seat, placed.wager, placed.amount, clause, placed.player)
            if placed.coupon:
                area = wager_area(placed.seat, placed.wager, placed.player)
                yield ChipsMoved(placed.coupon, coupons(placed.seat, placed.player), f"{area}/coupon", clause)

    def place(
        self, seat: int, wager: str, amount: Cents, clause: str, player: str | None = None, area: Area | None = None
    ) -> Iterable[ChipsMoved]:
        """A player puts chips on a betting area."""
        key = (seat, player, wager)
        self.stakes[key] = self.stakes.get(key, 0) + amount
        return (ChipsMoved(amount, self.purse(seat, player), area or wager_area(seat, wager, player), clause),)

    def purse(self, seat: int, player: str | None = None) -> Area:
        """Where the chips of a wager come from; who sits elsewhere has them there."""
        sits = self._sits.get(player) if self._sits else None
        return purse(sits) if sits else purse(seat, player)

    def chips(self, amount: Cents, source: Area, target: Area, clause: str) -> Iterable[ChipsMoved]:
        """Chips from one area to another, if there are any."""
        return (ChipsMoved(amount, source, target, clause),) if amount else ()

    def meter(self, name: str, amount: Fraction, clause: str) -> MeterMoved:
        """The meter shows another amount."""
        self._levels[name] = amount
        return MeterMoved(name, *parted(amount), clause)

    def meter_moved_elsewhere(self, move: MeterMoved, reset: Cents) -> None:
        """Another table that shares the meter moved it: a void will put back what this round moved, and no more."""
        name, now = move.meter, move.shown
        own = self.felt.meters[name] - self._meters_before[name]
        if move.clause != AS_IT_STANDS:
            own, self._levels[name] = left_to_take_back(own, self._levels[name], now, reset), now
        self._meters_before[name] = max(now - own, Fraction(0))

    def resolve(self, payoff: Payoff, area: Area | None = None) -> Iterable[Step]:
        """Collect, push or pay one wager: the stake from its area, what is won from the table inventory."""
        area = area or wager_area(payoff.seat, payoff.wager, payoff.player)
        from_bank = self.from_bank(payoff, area)
        looked_at = from_bank > 0 and self._looked_at.get((payoff.seat, payoff.wager), 0) > 0
        if (lacks := from_bank > self.felt.chips.get(INVENTORY, 0)) or looked_at:
            return self._resolve_if_validated(payoff, area, from_bank if lacks else 0)
        return self._resolved(payoff, area)

    def record(self, payoff: Payoff) -> Resolved:
        """A wager was settled whose chips have moved already, from a pot to those who won it."""
        self.payoffs.append(payoff)
        self.stakes.pop((payoff.seat, payoff.player, payoff.wager), None)
        return Resolved(payoff)

    def resolve_as_one(self, payoffs: Sequence[Payoff], area: Area) -> Moves:
        """Lines of one wager whose chips all lie in one area: each is told, then the chips are parted once.

        For a loss that stands on one line and takes more than that line's own stake.
        """
        back = sum(payoff.stake + payoff.net for payoff in payoffs)
        first = payoffs[0]
        self.payoffs.extend(payoffs)
        self.stakes.pop((first.seat, first.player, first.wager), None)
        for payoff in payoffs:
            yield Resolved(payoff)
        yield from self.chips(back, area, self.purse(first.seat, first.player), first.clause)
        yield from self.chips(self.felt.stake(area), area, INVENTORY, first.clause)

    def return_wagers(self, seat: int, clause: str, why: str) -> Moves:
        """All wagers of one spot that are not settled yet go back to those who made them."""
        self.out.add(seat)
        for (spot, player, wager), stake in list(self.stakes.items()):
            if spot == seat:
                yield from self.resolve(Payoff(seat, wager, stake, 0, "void", clause, None, player, why))

    def void(self, clause: str, why: str) -> Moves:
        """The round is void: wagers, fees and coupons go back and the meters show what they showed before (G4)."""
        self.voided = True
        yield Announced(f"The round is void: {why}", clause)
        settled = {(paid.seat, paid.player, paid.wager): 0 for paid in self.payoffs}
        for paid in self.payoffs:
            settled[paid.seat, paid.player, paid.wager] += paid.stake
        self.payoffs.clear()
        for name, amount in self._meters_before.items():
            if self.felt.meters[name] != amount:
                yield self.meter(name, amount, clause)
        by_seat = sorted((settled | self.stakes).items(), key=lambda item: (item[0][0], item[0][1] or ""))
        for (seat, player, wager), stake in by_seat:
            for part in self.parts.get((seat, player, wager), [stake]):
                payoff = Payoff(seat, wager, part, 0, "void", clause, None, player, why)
                self.payoffs.append(payoff)
                yield Resolved(payoff)
        for (seat, player, wager), stake in self.stakes.items():
            if wager in self.gathered:
                yield from self.chips(stake, self.gathered[wager], self.purse(seat, player), clause)
        yield from put_back(self.felt, self._chips_before, clause)
        for area in [area for area in (*self.felt.up, *self.felt.down) if area not in (RACK, SHOE)]:
            yield from self.discard(area, clause)

    def _resolved(self, payoff: Payoff, area: Area) -> list[Step]:
        seat, player, clause, on_felt = payoff.seat, payoff.player, payoff.clause, self.felt.chips
        self.payoffs.append(payoff)
        self.stakes.pop((seat, player, payoff.wager), None)
        due, lying, chips = payoff.stake + payoff.net, on_felt.get(area, 0), self.purse(seat, player)
        back = min(lying, due)
        moves: list[Step] = [Resolved(payoff)]
        if back:
            moves.append(ChipsMoved(back, area, chips, clause))
        if lying > back:
            moves.append(ChipsMoved(lying - back, area, INVENTORY, clause))
        if due > back:
            moves.append(ChipsMoved(due - back, INVENTORY, chips, clause))
        if self._coupons and (coupon := on_felt.get(f"{area}/coupon")):
            home = coupons(seat, player) if payoff.result in ("push", "void") else COUPON_BOX
            moves.append(ChipsMoved(coupon, f"{area}/coupon", home, clause))
        return moves

    def _resolve_if_validated(self, payoff: Payoff, area: Area, from_cage: Cents) -> Moves:
        key = (payoff.seat, payoff.player, payoff.wager)
        waiting = key in self.stakes
        granted = yield from self.validated(lambda: payoff, payoff.clause, area)
        if waiting and key not in self.stakes:
            return  # the floor settled it meanwhile
        if granted:
            yield from self.chips(from_cage, CAGE, INVENTORY, payoff.clause)
            yield from self._resolved(payoff, area)
        else:
            yield from self.resolve(refused(payoff), area)

    def _acted(self, who: Who, act: Act, offered: Choices, hidden: bool) -> Acted:
        choice = offered.choice(act.verb)
        amount = choice.full if choice and act.amount is None else act.amount
        cards = tuple([card for group in act.groups for card in group]) if act.groups else act.cards
        assert isinstance(who, int)
        return Acted(who, act.verb, choice.clause if choice else "", amount, cards, hidden, act.by_house)

    def _number_dealt(self, area: Area, number: int, total: int) -> int:
        for wrong in self.dealing:
            if wrong.kind == "miscount" and area == (f"{wrong.seat}/hand" if wrong.seat else "dealer/hand"):
                left = wrong.number - (there := self.felt.count(area))
                return max(0, left if there + number >= total else min(number, left))
        return number

    def _drawn_face_down(self, area: Area, number: int, clause: str, up: bool, source: Area) -> CardMoves:
        for _ in range(number):
            yield from self.set_aside_face_up(source)
            yield self._drawn(area, 1, clause, up, source)

    def _drawn(self, area: Area, number: int, clause: str, up: bool, source: Area) -> CardsMoved:
        cards = tuple(self.felt.down[source][:number])
        if len(cards) < number:
            raise Void(clause, f"the {source} ran out of cards")
        return CardsMoved(cards, source, area, up, up, clause)


@lru_cache(maxsize=4096)
def wager_area(seat: int, wager: str, player: str | None = None) -> Area:
    return f"{seat}/{wager}/{player}" if player else f"{seat}/{wager}"


@lru_cache(maxsize=4096)
def purse(seat: int, player: str | None = None) -> Area:
    """Where a player's chips are."""
    return f"{player}/chips" if player else f"{seat}/chips"


def void_by_supervisor(irregularity: Irregularity) -> Moves:
    """What every game does at least: a supervisor voids the round (ruling G4)."""
    assert irregularity.kind == "void", irregularity.kind
    raise Void("G4", "a supervisor voided it")
