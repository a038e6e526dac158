"""The driver of a procedure: it applies the moves, waits at the asks, and sends the answers in.

A round is rebuilt by running its procedure again with the same shoe and answers; it is replayed from its moves.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from houseway.asks import Act, Ask, Choices, Who
from houseway.cards import Card
from houseway.felt import COUPON_BOX, INVENTORY, SHOE, Felt, Move, Payoff
from houseway.irregularity import Irregularity, Kind, Void
from houseway.money import Cents, dollars
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import Shoe
from houseway.table import DEFAULT_INVENTORY, FaceUp, Moves, Placed, Table, coupons, purse

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
    caller: Callable[[Table, int], str | None] | None = None
    pots: Mapping[str, str] = {}
    cut: Callable[[Any], bool] = lambda rules: False


class Offer(msgspec.Struct, frozen=True):
    """A wager that a player may make before the deal: its range, and whether the game needs it."""

    wager: str
    low: Cents
    high: Cents
    unit: Cents
    required: bool
    words: str


class Setup(msgspec.Struct, frozen=True):
    """What a round begins with. Together with the answers it is all that is needed to run the round again."""

    rules: GameRules
    shoe: Shoe
    wagers: tuple[Placed, ...] = ()
    chips: dict[int, Cents] = {}
    backers: dict[str, Cents] = {}
    meters: dict[str, Cents] = {}
    button: int | None = None
    dealing: tuple[Irregularity, ...] = ()
    inventory: Cents = DEFAULT_INVENTORY
    pauses: bool = False


class Round:
    """A round in progress or finished: its moves, what is asked now, and what it came to."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.rules = setup.rules
        self.moves: list[Move] = []
        self.answers: list[tuple[Who | None, Act | Irregularity]] = []
        self.ask: Ask | None = None
        self.felt = opening_felt(game, setup)
        self._given: dict[Who, Act] = {}
        seats = sorted({placed.seat for placed in setup.wagers} if game.wagers else setup.chips)
        _check_seats(game, setup, seats)
        game.check(setup.rules, setup.wagers, setup.chips)
        _check_chips(setup)
        self.table = Table(
            self.felt, seats, setup.wagers, setup.button, setup.shoe.face_up, setup.dealing, game.face_up
        )
        self._procedure = _with_void(game, self.table, setup.rules)
        self._resume(None)

    @property
    def payoffs(self) -> list[Payoff]:
        return self.table.payoffs

    @property
    def done(self) -> bool:
        return self.ask is None

    def answer(self, who: Who, act: Act) -> None:
        """Take a decision. An act that is not offered is refused and changes nothing."""
        ask = self.ask
        if ask is None:
            raise Refusal("the round is over")
        offered = ask.choices.get(who)
        if offered is None or who in self._given:
            raise Refusal(f"{_named(who)} has no decision to take now; asked: {self.asked()}", ask.clause)
        reason = offered.refusal(act)
        if reason is not None:
            choice = offered.choice(act.verb)
            raise Refusal(f"{_named(who)}: {reason}", choice.clause if choice else ask.clause)
        self.answers.append((who, act))
        self._given[who] = act
        self._resume_if_complete()

    def time_out(self, who: Who) -> Act:
        """The house acts for a player who does not: in the way that risks no further money (ruling G6)."""
        assert self.ask is not None
        act = msgspec.structs.replace(self.ask.choices[who].default, by_house=True)
        self.answer(who, act)
        return act

    def floor(self, irregularity: Irregularity) -> None:
        """Enter an irregularity where the round stands."""
        if self.ask is None:
            raise Refusal("the round is over")
        if irregularity.seat is not None and irregularity.seat not in self.table.seats:
            raise Refusal(f"nobody plays at seat {irregularity.seat}")
        self.answers.append((None, irregularity))
        self._step(lambda: self._procedure.throw(irregularity))

    def go_on(self) -> None:
        """Leave a pause in which nobody has to decide."""
        if self.ask is not None and not self.ask.choices:
            self._resume({})

    def asked(self) -> str:
        """Who has to decide what, in words."""
        if self.ask is None:
            return "nobody"
        waiting = [_named(who) for who in self.ask.choices if who not in self._given]
        return f"{', '.join(waiting) or 'the floor'} ({self.ask.kind})"

    def waiting(self) -> list[Who]:
        """Those who have not answered yet."""
        return [who for who in self.ask.choices if who not in self._given] if self.ask else []

    def view(self, seat: int) -> View:
        assert self.ask is not None
        return View(seat, self.felt.view(seat), self.rules, self.ask)

    def _resume_if_complete(self) -> None:
        assert self.ask is not None
        if all(who in self._given for who in self.ask.choices):
            given = {who: self._given[who] for who in self.ask.choices}
            self._resume(given)

    def _resume(self, answers: dict[Who, Act] | None) -> None:
        self._given = {}
        self._step(lambda: self._procedure.send(answers))

    def _step(self, first: Callable[[], Any]) -> None:
        procedure, felt, moves = self._procedure, self.felt, self.moves
        self.ask = None
        try:
            step = first()
            while True:
                if type(step) is Ask:
                    if step.choices or self.setup.pauses:
                        break
                    step = procedure.send({})
                    continue
                felt.apply(step)
                moves.append(step)
                step = procedure.send(None)
        except StopIteration:
            return
        self.ask = step
        if self._given and step.choices:
            self._given = {who: act for who, act in self._given.items() if who in step.choices}
            self._resume_if_complete()


def opening_felt(game: Game, setup: Setup) -> Felt:
    """The felt before the first move: the shoe, everybody's chips and coupons, the inventory, the meters."""
    felt = Felt()
    felt.down[SHOE] = list(setup.shoe.rest())
    felt.chips = {INVENTORY: setup.inventory, COUPON_BOX: 0}
    for seat in {placed.seat for placed in setup.wagers if not placed.player} | set(setup.chips):
        felt.chips[purse(seat)] = setup.chips.get(seat, DEFAULT_CHIPS)
    for placed in setup.wagers:
        if placed.player:
            felt.chips[purse(placed.seat, placed.player)] = setup.backers.get(placed.player, DEFAULT_CHIPS)
        if placed.coupon:
            book = coupons(placed.seat, placed.player)
            felt.chips[book] = felt.chips.get(book, 0) + placed.coupon
    for name, amount in game.meters(setup.rules).items():
        if name in game.pots:
            felt.chips[game.pots[name]] = setup.meters.get(name, amount)
        else:
            felt.meters[name] = Fraction(setup.meters.get(name, amount))
    return felt


def play_out(playing: Round, strategies: Mapping[Who, Strategy]) -> Round:
    """Play a round to its end with a strategy for each seat; whoever has none is timed out."""
    while playing.ask is not None:
        ask = playing.ask
        if not ask.choices:
            playing.go_on()
        for who in playing.waiting():
            strategy = strategies.get(who)
            if strategy is None or not isinstance(who, int):
                playing.time_out(who)
            else:
                playing.answer(who, strategy(playing.view(who), ask.choices[who]))
    return playing


def _with_void(game: Game, table: Table, rules: Any) -> Moves:
    """The game's procedure; where it raises Void the wagers go back."""
    try:
        yield from game.play(table, rules)
    except Void as void:
        yield from table.void(void.clause, void.words)


def _check_seats(game: Game, setup: Setup, seats: Sequence[int]) -> None:
    positions = game.positions(setup.rules)
    for seat in seats:
        if not 1 <= seat <= positions:
            raise Refusal(f"there is no seat {seat}: the table has positions 1 to {positions}")
    for name in setup.meters:
        if name not in game.meters(setup.rules):
            known = ", ".join(game.meters(setup.rules)) or "none"
            raise Refusal(f"this table has no meter {name!r}; it has: {known}")


def _check_chips(setup: Setup) -> None:
    """Nobody wagers more than he has before him."""
    wagered: dict[int | str, Cents] = {}
    for placed in setup.wagers:
        who = placed.player or placed.seat
        wagered[who] = wagered.get(who, 0) + placed.amount
    for who, amount in wagered.items():
        has = setup.backers.get(who, DEFAULT_CHIPS) if isinstance(who, str) else setup.chips.get(who, DEFAULT_CHIPS)
        if amount > has:
            raise Refusal(f"{_named(who)} wagers {dollars(amount)} and has {dollars(has)}")


def _named(who: Who) -> str:
    return f"seat {who}" if isinstance(who, int) else who
