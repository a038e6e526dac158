"""A game, what a round of it begins with, and the round itself.

A round is rebuilt by running its procedure again with the same shoe and answers; it is replayed from its moves.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

import msgspec

from houseway.asks import Act, Ask, Choices, Who
from houseway.cards import Card
from houseway.day_clauses import Day
from houseway.driver import Running, named
from houseway.felt import CAGE, COUPON_BOX, INVENTORY, SHOE, Area, ChipsMoved, Felt, MeterMoved, Payoff, coupons
from houseway.irregularity import FACE_UP, FaceUp, Irregularity, Kind, Void
from houseway.meter import parted
from houseway.money import Cents, dollars
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import Shoe
from houseway.table import DEFAULT_INVENTORY, Moves, Placed, Table, purse

DEFAULT_CHIPS: Cents = 10_000_00


class View(msgspec.Struct, frozen=True):
    """What a strategy is given: the felt as its seat sees it, the rules, and what is asked."""

    seat: int
    felt: Felt
    rules: Any
    ask: Ask


Strategy = Callable[[View, Choices], Act]


class Game(msgspec.Struct, frozen=True):
    """One of the five games: everything the driver, the round files and the terminal need to know of it."""

    name: str
    title: str
    rules: type[GameRules]
    positions: Callable[[Any], int]
    seats_clause: str  # the clause that says how many positions a table has
    deck: Callable[[Any], tuple[Card, ...]]
    play: Callable[[Table, Any], Moves]
    check: Callable[[Any, Sequence[Placed], Mapping[int, Cents]], None]
    wagers: tuple[str, ...]
    verbs: tuple[str, ...]
    irregularities: tuple[Kind, ...]
    face_up: FaceUp | None
    strategies: Mapping[str, Strategy]
    meters: Callable[[Any], Mapping[str, Cents]]
    offers: Callable[[Any], tuple["Offer", ...]]
    longest: int
    no_more_bets: str
    day: Day
    hidden_hands: bool = False  # a player decides with cards in his hand that others do not see
    caller: Callable[[Table, int], str | None] | None = None
    pots: Mapping[str, str] = {}
    resets: Mapping[str, str] = {}  # for each progressive meter the option that has its reset amount
    verb_clauses: Mapping[str, str] = {}  # the clause that says when a verb is possible
    closed_by: Callable[[Table, Who, str], str | None] | None = None  # a nearer one by which it is not, as cards lie
    needless: Callable[[Table, int, Act], bool] | None = None  # what a round file may say though nobody is asked
    counted: Callable[[Table, int, Act], Act] | None = None  # what a round file may say though it cannot be paid for
    left_out: Mapping[str, tuple[str, ...]] = {}  # the house's verb for a decision left out; which may come after it

    def cut(self, rules: Any) -> bool:
        """Are the cards cut after a shuffle at this table?"""
        return self.day.cut is not None and not self.day.by_device(rules)

    @property
    def cut_card(self) -> Callable[[Any], int] | None:
        """Where the shoe stays from round to round: how many cards lie behind the cut card."""
        return self.day.cut_card


class Offer(msgspec.Struct, frozen=True):
    """A wager that a player may make before the deal: its range, and whether the game needs it.

    `beside`: another one that he has to have made at the same spot, where that is not one which the game needs anyway.
    """

    wager: str
    low: Cents
    high: Cents
    unit: Cents
    required: bool
    words: str
    beside: str | None = None


class Setup(msgspec.Struct, frozen=True):
    """What a round begins with. Together with the answers it is all that is needed to run the round again."""

    rules: GameRules
    shoe: Shoe
    wagers: tuple[Placed, ...] = ()
    chips: dict[int, Cents] = {}
    backers: dict[str, Cents] = {}
    meters: dict[str, Cents | Fraction] = {}
    button: int | None = None
    dealing: tuple[Irregularity, ...] = ()
    inventory: Cents = DEFAULT_INVENTORY
    pauses: bool = False
    looked_at: tuple[
        tuple[int, str], ...
    ] = ()  # seat and wager of payouts that a supervisor is known to have looked at


class Round(Running):
    """A round in progress or finished: its moves, what is asked now, and what it came to."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.rules = setup.rules
        super().__init__(opening_felt(game, setup), setup.pauses)
        seats = sorted({placed.seat for placed in setup.wagers} if game.wagers else setup.chips)
        _check_seats(game, setup, seats)
        game.check(setup.rules, setup.wagers, setup.chips)
        _check_chips(setup)
        face_up = _face_up(game, setup)
        self.table = Table(
            self.felt, seats, setup.wagers, setup.button, face_up, setup.dealing, game.face_up, setup.looked_at
        )
        self.begin(game.play(self.table, setup.rules))

    @property
    def payoffs(self) -> list[Payoff]:
        return self.table.payoffs

    def floor(self, irregularity: Irregularity) -> None:
        """Enter an irregularity where the round stands."""
        if self.ask is None:
            raise Refusal("the round is over")
        if irregularity.seat is not None and irregularity.seat not in self.table.seats:
            raise Refusal(f"nobody plays at seat {irregularity.seat}")
        self.answers.append((None, irregularity))
        self._step(self._procedure.throw, irregularity)

    def meanwhile(self, move: MeterMoved | ChipsMoved) -> None:
        """Something beside the round moved a meter or the table inventory; should the round be void, that stays."""
        if self.ask is None:
            raise Refusal("the round is over")
        if isinstance(move, MeterMoved):
            self.table.meter_moved_elsewhere(move, self.game.meters(self.rules)[move.meter])
        self.answers.append((None, move))
        self._make(move)
        if self.table.waiting_for is not None:  # the payout that waits may be another one now
            self.ask = msgspec.structs.replace(self.ask, amount=self.table.waiting_for())

    def move_inventory(self, cents: Cents) -> None:
        """Chips come to the table inventory from the cage, or leave it, beside the round."""
        if (there := self.felt.stake(INVENTORY)) < -cents:
            raise Refusal(f"the table inventory has {dollars(there)}: no more can leave it", "G1")
        source, target = (CAGE, INVENTORY) if cents > 0 else (INVENTORY, CAGE)
        self.meanwhile(ChipsMoved(abs(cents), source, target, "G1"))

    def move_meter(self, name: str, shows: Fraction) -> None:
        """Another table has moved a meter that it shares with this one, which shows this now."""
        if name not in self.game.meters(self.rules):
            raise Refusal(f"no meter {name!r} hangs at this table: no other moves it", "HG1")
        self.meanwhile(MeterMoved(name, *parted(shows), "HG1"))

    def due(self, meters: Mapping[str, Fraction]) -> Cents | None:
        """What a supervisor would let be paid if the meters showed this; they go on showing what they show."""
        if self.table.waiting_for is None:
            return None
        shown = self.felt.meters
        self.felt.meters = {name: meters.get(name, amount) for name, amount in shown.items()}
        try:
            return self.table.waiting_for()
        finally:
            self.felt.meters = shown

    def clause_of(self, who: Who, verb: str) -> str | None:
        nearer = self.game.closed_by(self.table, who, verb) if self.game.closed_by else None
        return nearer or self.game.verb_clauses.get(verb) or super().clause_of(who, verb)

    def view(self, seat: int) -> View:
        """What the player of a seat sees: of the ask only his own choices, since those of others name their cards."""
        ask = self.ask
        assert ask is not None
        if len(ask.choices) > 1:
            ask = Ask(ask.kind, ask.clause, {seat: ask.choices[seat]}, ask.skippable)
        return View(seat, self.felt.view(seat), self.rules, ask)

    def _step(self, advance: Callable[[Any], Any], what: Any) -> None:
        """A step of the game's procedure; where it raises Void the wagers go back."""
        try:
            super()._step(advance, what)
        except Void as void:
            self.begin(self.table.void(void.clause, void.words))


def opening_felt(game: Game, setup: Setup) -> Felt:
    """The felt before the first move: the shoe, everybody's chips and coupons, the inventory, the meters."""
    felt = Felt()
    felt.down[SHOE] = list(setup.shoe.rest())
    felt.chips = {INVENTORY: setup.inventory, COUPON_BOX: 0}
    for seat in {placed.seat for placed in setup.wagers if not placed.player} | set(setup.chips):
        felt.chips[purse(seat)] = setup.chips.get(seat, DEFAULT_CHIPS)
    for placed in setup.wagers:
        if placed.player:
            area, has = _stack(setup, placed)
            felt.chips[area] = has
        if placed.coupon:
            book = coupons(placed.seat, placed.player)
            felt.chips[book] = felt.chips.get(book, 0) + placed.coupon
    for name, amount in game.meters(setup.rules).items():
        if name in game.pots:
            felt.chips[game.pots[name]] = int(setup.meters.get(name, amount))
        else:
            felt.meters[name] = Fraction(setup.meters.get(name, amount))
    return felt


def play_out(playing: Round, strategies: Mapping[Who, Strategy]) -> Round:
    """Play a round to its end with a strategy for each seat; whoever has none is timed out."""
    while playing.ask is not None:
        ask = playing.ask
        if not ask.choices:
            playing.go_on()
            continue
        for who in playing.waiting():
            strategy = strategies.get(who)
            if strategy is None or not isinstance(who, int):
                playing.time_out(who)
            else:
                playing.answer(who, strategy(playing.view(who), ask.choices[who]))
    return playing


def _check_seats(game: Game, setup: Setup, seats: Sequence[int]) -> None:
    positions = game.positions(setup.rules)
    for seat in seats:
        if not 1 <= seat <= positions:
            raise Refusal(f"there is no seat {seat}: the table has positions 1 to {positions}", game.seats_clause)
    for name in setup.meters:
        if name not in game.meters(setup.rules):
            known = ", ".join(game.meters(setup.rules)) or "none"
            raise Refusal(f"this table has no meter {name!r}; it has: {known}")


def _face_up(game: Game, setup: Setup) -> Set[int]:
    """Where cards lie face up in the shoe: as it was given, or as the floor foresaw."""
    if not setup.dealing:
        return setup.shoe.face_up
    found = {each.number - 1 for each in setup.dealing if each.kind == FACE_UP}
    beyond = [place + 1 for place in found if not 0 <= place < len(setup.shoe)]
    if beyond:
        clause = game.face_up.clause if game.face_up else None
        raise Refusal(f"there is no card {beyond[0]}: the shoe has {len(setup.shoe)} cards", clause)
    return found | setup.shoe.face_up


def _check_chips(setup: Setup) -> None:
    """Nobody wagers more than he has before him."""
    wagered: dict[Area, Cents] = {}
    for placed in setup.wagers:
        area, _ = _stack(setup, placed)
        wagered[area] = wagered.get(area, 0) + placed.amount
    for placed in setup.wagers:
        area, has = _stack(setup, placed)
        if wagered[area] > has:
            who = placed.player or placed.seat
            raise Refusal(f"{named(who)} wagers {dollars(wagered[area])} and has {dollars(has)}")


def _stack(setup: Setup, placed: Placed) -> tuple[Area, Cents]:
    """Where the chips of a wager are, and how many lie there as the round begins."""
    if placed.player is None:
        return purse(placed.seat), setup.chips.get(placed.seat, DEFAULT_CHIPS)
    has = setup.backers.get(placed.player, DEFAULT_CHIPS)
    if placed.sits:
        return purse(placed.sits), setup.chips.get(placed.sits, has)
    return purse(placed.seat, placed.player), has
