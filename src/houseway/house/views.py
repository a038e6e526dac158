"""What a viewer gets: the whole table as he may see it, or what he saw happen since a version.

Nothing here decides what is secret: moves go through `felt.seen_by`, areas through `Felt.view`. Who decides for a seat
in a round sees its cards, in that round; everybody else, whatever his role, sees what lies face up.
"""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

import msgspec

from houseway.asks import Choice
from houseway.cards import UNKNOWN, Card
from houseway.felt import CAGE, INVENTORY, PURSES, SHOE, Area, Felt, Move, owner, seen_by
from houseway.house import betting, coupons, departures
from houseway.house.commands import Actor
from houseway.house.coupons import Laid
from houseway.house.departures import SeatOffer
from houseway.house.finished import opened_to
from houseway.house.pit_view import PIT, PitView, pit
from houseway.house.posted import Sign, sign
from houseway.house.sealing import Opened
from houseway.house.state import Live, Person, Phase, Told
from houseway.money import Cents
from houseway.procedure import opening_felt
from houseway.rules import Device


class ChoiceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One verb that is legal now, with the amounts or the cards that it takes.

    `groups`: it takes groups of cards, `any_of` these. `beats`: what has been laid, and is to be beaten or passed on.
    """

    verb: str
    clause: str
    low: Cents | None = None
    high: Cents | None = None
    unit: Cents = 1
    hand: tuple[Card, ...] = ()
    least: int = 0
    most: int = 0
    plays: tuple[tuple[Card, ...], ...] | None = None
    full: Cents | None = None
    costs: Cents = 0
    groups: bool = False
    beats: str = ""
    any_of: tuple[tuple[Card, ...], ...] = ()


_of_choice = attrgetter(*ChoiceView.__struct_fields__[:-3])  # all but the last, which not every choice has


class AskView(msgspec.Struct, frozen=True):
    """A decision is due: from whom, and what the viewer may do for each seat of his that is asked."""

    kind: str
    clause: str
    waiting: tuple[int | str, ...]
    yours: dict[int, tuple[ChoiceView, ...]]
    default: dict[int, str]  # what the house does for him when the time is over (ruling G6)
    names: dict[int, str] = {}  # who decides for the seats that are waited for: not always who sits there (50.7)


class PersonView(msgspec.Struct, frozen=True):
    """Somebody at the table, seated or behind the spot."""

    name: str
    seat: int
    seated: bool
    bot: bool
    chips: Cents
    ready: bool
    awaited: bool  # betting waits for his word, as long as the clock lets it
    leaving: bool
    connected: bool  # betting does not wait for a player who is not
    playing: bool
    wagers: dict[str, Cents]  # at his spot
    elsewhere: dict[int, dict[str, Cents]]  # at further spots, where he may (50.8, 3.5.3)
    coupons: dict[int, dict[str, Cents]]  # upon which of these wagers, at which spots, a match play coupon lies
    consents: tuple[str, ...]  # whom he lets wager at a spot where he was first (50.7(a))
    refusals: tuple[str, ...]  # to whom he has said no


class FeltView(msgspec.Struct, frozen=True):
    """What lies where; a card face down that the viewer may not see is 53."""

    up: dict[Area, list[Card]]
    down: dict[Area, list[Card]]
    chips: dict[Area, Cents]
    meters: dict[str, Cents]


class ResultView(msgspec.Struct, frozen=True):
    """What the last round came to; `opened` are sealed cards that the viewer may know."""

    number: int
    void: bool
    payoffs: list[dict[str, Any]]
    nets: dict[str, Cents]
    coupons: tuple[Laid, ...]
    commitment: str | None
    seed: str | None
    opened: tuple[Opened, ...]


class Shuffle(msgspec.Struct, frozen=True):
    """What is published of the cards before they are dealt, and which of the sign's devices are `away` meanwhile."""

    commitment: str | None
    cuts: int
    cards: int
    sealed: tuple[str, ...]
    away: tuple[Device, ...] = ()


class Now(msgspec.Struct, frozen=True):
    """The part of a table that changes with every command and that everybody may see."""

    phase: Phase
    deadline: int | None
    number: int
    button: int | None
    people: tuple[PersonView, ...]
    shuffle: Shuffle
    closing: bool  # the table closes as soon as the round is over


class TableView(msgspec.Struct, frozen=True):
    """The whole table as somebody sees it: all that a client needs that knows no rule."""

    table: str
    game: str
    title: str
    version: int
    now: Now
    felt: FeltView
    ask: AskView | None
    result: ResultView | None
    sign: Sign
    you: int | None  # the seat at which, or behind which, the viewer is
    offer: SeatOffer | None  # to a viewer who had a seat here and returns
    seats: tuple[int, ...]  # for which he decides in this round
    pit: PitView | None


class Happened(msgspec.Struct, frozen=True):
    """What happened in one version: moves of the round, and beside it.

    `opened`: a round began with these moves. `meters`: some of them may show something else.
    """

    version: int
    moves: tuple[Move, ...]
    beside: tuple[Move, ...]
    opened: FeltView | None
    meters: bool


def view(live: Live, viewer: Actor, at: int | None = None) -> TableView:
    """The whole table."""
    seats = eyes(live, viewer.name)
    person = live.state.people.get(viewer.name)
    return TableView(
        table=live.definition.name,
        game=live.game.name,
        title=live.game.title,
        version=live.version,
        now=now(live),
        felt=felt(live, seats),
        ask=ask(live, seats),
        result=result(live, viewer.name),
        sign=sign(live, live.rules),
        you=person.seat if person is not None else None,
        offer=departures.offer(live, viewer.name),
        seats=seats,
        pit=pit(live, at) if viewer.role in PIT else None,
    )


def happened_since(
    live: Live, viewer: Actor, version: int, openings: dict[int, FeltView] | None = None
) -> tuple[Happened, ...] | None:
    """What happened since a version, one version after the other; None where that is not known any more.

    `openings` are felts with which rounds began, by their versions: as they are before the deal they are all the same
    to everybody, and who tells many of one makes it once.
    """
    missing = live.version - version
    if not 0 <= missing <= len(live.told):
        return None
    happened = []
    for place in range(-missing, 0):
        told = live.told[place]
        opened = _opened(live, told, {} if openings is None else openings) if told.setup is not None else None
        happened.append(Happened(told.version, _seen_then(told, viewer.name), told.beside, opened, told.meters))
    return tuple(happened)


def eyes(live: Live, name: str) -> tuple[int, ...]:
    """The seats whose cards somebody sees: those for which he decides in this round."""
    if live.playing is None:
        return ()
    return tuple([seat for seat, who in live.playing.deciders.items() if who == name])


def seen(moves: Iterable[Move], seats: Iterable[int]) -> tuple[Move, ...]:
    """Moves as somebody sees them who decides for these seats."""
    eyes = tuple(seats) or (None,)
    if len(eyes) == 1:
        (eye,) = eyes
        return tuple([seen_by(move, eye) for move in moves])
    return tuple([_seen(move, eyes) for move in moves])


def now(live: Live) -> Now:
    state, cards = live.state, live.cards
    shoe = len(cards.shoe) if cards.shoe is not None else 0
    shuffle = Shuffle(cards.commitment, cards.day.cuts, shoe, cards.sealed, tuple(sorted(cards.away)))
    people = sorted(state.people.values(), key=lambda person: (person.seat, not person.seated, person.name))
    return Now(
        state.phase,
        state.deadline,
        state.number,
        state.button,
        tuple([_person(live, person) for person in people]),
        shuffle,
        state.closing,
    )


def felt(live: Live, seats: Iterable[int]) -> FeltView:
    """What lies where: the felt of the round, or between rounds what everybody has before him."""
    playing = live.playing
    if playing is not None and playing.round is not None and not playing.failed:
        lying = _lying(playing.round.felt, seats)
    else:
        chips = {area: live.pot(name) for name, area in live.game.pots.items()} | {INVENTORY: live.inventory}
        shoe = {SHOE: [UNKNOWN] * len(live.cards.shoe)} if live.cards.shoe is not None else {}
        lying = FeltView({}, shoe, chips, {name: int(amount) for name, amount in live.meters.items()})
    chips = {area: cents for area, cents in lying.chips.items() if area != CAGE and not area.endswith(PURSES)}
    if live.state.phase == "result":  # the round's felt learns of nothing any more, and has the commission with it
        chips[INVENTORY] = live.inventory
    return msgspec.structs.replace(lying, chips=chips | live.purses())


def ask(live: Live, seats: Iterable[int]) -> AskView | None:
    """What is asked, and what the viewer may answer."""
    asks = asked(live)
    return to_answer(live, asks, seats) if asks is not None else None


def asked(live: Live) -> AskView | None:
    """What is asked, as everybody may know it. Of choices nothing is told: they name cards."""
    running = live.round
    if running is None or running.ask is None:
        return None
    waiting, deciders = tuple(running.waiting()), live.playing.deciders if live.playing is not None else {}
    names = {seat: who for seat, who in deciders.items() if seat in waiting}
    return AskView(running.ask.kind, running.ask.clause, waiting, {}, {}, names)


def to_answer(live: Live, asks: AskView, seats: Iterable[int]) -> AskView:
    """What is asked, with the choices of who decides for these seats."""
    mine = [seat for seat in seats if seat in asks.waiting]
    if not mine:
        return asks
    assert live.round is not None
    assert live.round.ask is not None
    choices = live.round.ask.choices
    yours = {seat: tuple([choice_view(choice) for choice in choices[seat].options]) for seat in mine}
    default = {seat: choices[seat].default.verb for seat in mine}
    return AskView(asks.kind, asks.clause, asks.waiting, yours, default, asks.names)


def choice_view(choice: Choice) -> ChoiceView:
    beside = (getattr(choice, "takes_groups", False), getattr(choice, "beats", ""), getattr(choice, "any_of", ()))
    fields: tuple[Any, ...] = _of_choice(choice) + beside
    return ChoiceView(*fields)


def result(live: Live, name: str) -> ResultView | None:
    """What the last round came to, while it is shown."""
    came = outcome(live)
    return with_opened(live, came, name) if came is not None else None


def outcome(live: Live) -> ResultView | None:
    """What the last round came to, as everybody may know it."""
    if live.playing is None or not live.playing.closed:
        return None
    closed = live.playing.closed
    laid, shuffled = coupons.laid(live.finished[-1]), (closed["commitment"], closed["seed"])
    return ResultView(closed["number"], closed["void"], closed["payoffs"], closed["nets"], laid, *shuffled, ())


def with_opened(live: Live, came: ResultView, name: str) -> ResultView:
    """What the last round came to, with the sealed cards that somebody may know."""
    opened = opened_to(live.finished[-1], name)
    return msgspec.structs.replace(came, opened=opened) if opened else came


def _opened(live: Live, told: Told, openings: dict[int, FeltView]) -> FeltView:
    """The felt with which a round began."""
    found = openings.get(told.version)
    if found is None:
        assert told.setup is not None
        begun = _lying(opening_felt(live.game, told.setup), ())
        purses = {area: cents for area, cents in told.before.items() if cents and area.endswith(PURSES)}
        inventory = begun.chips.get(INVENTORY, 0) + told.before.get(INVENTORY, 0)
        chips = purses | begun.chips | {INVENTORY: inventory}
        found = openings[told.version] = msgspec.structs.replace(begun, chips=chips)
    return found


def _seen_then(told: Told, name: str) -> tuple[Move, ...]:
    """The moves of a version as somebody saw them: what hides nothing is the same to all."""
    if not told.hides:
        return told.moves
    return seen(told.moves, [seat for seat, who in told.deciders.items() if who == name])


def _seen(move: Move, eyes: Iterable[int | None]) -> Move:
    """A move as the sharpest of these eyes sees it."""
    for eye in eyes:
        if (shown := seen_by(move, eye)) is move:
            break
    return shown


def _lying(lying: Felt, seats: Iterable[int]) -> FeltView:
    """A felt as somebody sees it; of the cards face down those of his own seats, of coupons those upon wagers."""
    down = lying.view(None).down
    for seat in seats:
        down |= {area: cards for area, cards in lying.view(seat).down.items() if owner(area) == seat}
    chips = {area: cents for area, cents in lying.chips.items() if cents and not area.endswith("/coupons")}
    return FeltView(_areas(lying.up), _areas(down), chips, {name: int(shown) for name, shown in lying.meters.items()})


def _areas(lying: Mapping[Area, list[Card]]) -> dict[Area, list[Card]]:
    return {area: list(cards) for area, cards in lying.items() if cards}


def _person(live: Live, person: Person) -> PersonView:
    name, state = person.name, live.state
    own: dict[str, Cents] = {}
    further: dict[int, dict[str, Cents]] = {}
    lying: dict[int, dict[str, Cents]] = {}
    for each in state.wagers:
        if each.player == name:
            (own if each.seat == person.seat else further.setdefault(each.seat, {}))[each.wager] = each.amount
            if each.coupon:
                lying.setdefault(each.seat, {})[each.wager] = each.coupon
    return PersonView(
        name,
        person.seat,
        person.seated,
        person.bot,
        live.chips(name),
        person.ready,
        betting.is_awaited(live, person),
        person.leaving is not None,
        person.away is None,
        live.is_playing(name),
        own,
        further,
        lying,
        tuple(state.consents.get(name, ())),
        tuple(state.refusals.get(name, ())),
    )
