"""A finished round to be looked at again, step by step, as somebody may see it.

It is told from the record: the moves are those that were written, through `seen_by`, whatever became of the round. Of
cards that stay hidden from the viewer nothing in it depends.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

import msgspec

from houseway import games
from houseway.asks import Act
from houseway.cards import UNKNOWN, Card
from houseway.felt import SHOE, Acted, Move, Payoff
from houseway.house import bots, views
from houseway.house.coupons import Laid, laid
from houseway.house.finished import SUPERVISOR, Finished
from houseway.house.record import Entry
from houseway.house.views import FeltView
from houseway.irregularity import SPEAKS_FIRST, WAITS, read_floor
from houseway.money import Cents
from houseway.procedure import Game, Round, Setup, opening_felt
from houseway.shoe import Shoe
from houseway.table import Placed
from houseway.telling import tell

Kinds = dict[int, list[str]]  # for each seat what it was asked, one decision after the other


class Seated(msgspec.Struct, frozen=True):
    """Somebody in the round: who decides for a seat, or backs it; the chips before him when it began."""

    seat: int
    name: str
    seated: bool
    bot: bool  # of the house, or a program of somebody's
    chips: Cents


class Step(msgspec.Struct, frozen=True):
    """What followed from one decision, or from the dealer's going on: moves as the viewer sees them, and in words."""

    version: int
    at: int
    who: str | None  # whose decision it begins with; None: nobody's
    ask: str | None  # what he was asked, where that can be told
    moves: tuple[Move, ...]
    words: tuple[str, ...]


class Replay(msgspec.Struct, frozen=True):
    """A round from its first felt to its last move, and what it came to."""

    table: str
    number: int
    game: str
    title: str
    rules: dict[str, str]
    positions: int
    opened: int  # when it began and ended, in milliseconds
    closed: int
    button: int | None
    people: tuple[Seated, ...]
    yours: tuple[int, ...]  # the seats for which the viewer decided
    wagers: tuple[Placed, ...]
    felt: FeltView
    steps: tuple[Step, ...]
    payoffs: tuple[Payoff, ...]
    nets: dict[str, Cents]
    coupons: tuple[Laid, ...]
    void: bool
    failed: str | None
    commitment: str


class _Entry(msgspec.Struct, frozen=True):
    """What of an entry's body is looked at here."""

    moves: tuple[Move, ...]


class _Result(msgspec.Struct, frozen=True):
    void: bool
    nets: dict[str, Cents]


class _LastEntry(msgspec.Struct, frozen=True):
    closed: _Result


def replay(finished: Finished, entries: Sequence[Entry], viewer: str | None, programs: Collection[str] = ()) -> Replay:
    """The round of these entries, from the first to the last of it, for somebody; None: who was not in it.

    `programs` are those in it who play for somebody, and say so: bots, too.
    """
    game = games.load(finished.game)
    rules = game.rules.read(finished.rules)
    result = msgspec.json.decode(entries[-1].body, type=_LastEntry).closed
    yours = tuple(seat for seat, name in finished.deciders.items() if name == viewer)
    return Replay(
        table=finished.table,
        number=finished.number,
        game=game.name,
        title=game.title,
        rules=rules.written(),
        positions=game.positions(rules),
        opened=finished.opened[1],
        closed=finished.closed[1],
        button=finished.button,
        people=_people(finished, programs),
        yours=yours,
        wagers=finished.wagers,
        felt=_felt(game, finished),
        steps=tuple(_steps(finished, entries, yours)),
        payoffs=finished.payoffs,
        nets=result.nets,
        coupons=laid(finished),
        void=result.void,
        failed=finished.failed,
        commitment=finished.commitment,
    )


def in_round(finished: Finished) -> set[str]:
    """The names of all who were in a round."""
    return {*finished.deciders.values(), *finished.backers}


def _people(finished: Finished, programs: Collection[str]) -> tuple[Seated, ...]:
    def is_bot(name: str) -> bool:
        return name.startswith(bots.MARK) or name in programs

    deciders = finished.deciders
    seated = [
        Seated(seat, deciders[seat], True, is_bot(deciders[seat]), chips) for seat, chips in finished.chips.items()
    ]
    spots = {placed.player: placed for placed in finished.wagers if placed.player}
    backers = [
        Seated(spots[name].sits or spots[name].seat, name, spots[name].sits is not None, is_bot(name), chips)
        for name, chips in finished.backers.items()
        if spots[name].sits not in finished.chips
    ]
    return tuple(sorted([*seated, *backers], key=lambda each: (each.seat, not each.seated, each.name)))


def _felt(game: Game, finished: Finished) -> FeltView:
    """The felt before the first move: chips, meters, and a shoe of which nobody knows a card."""
    setup = _setup(game, finished)
    felt = opening_felt(game, setup)
    chips = {area: cents for area, cents in felt.chips.items() if cents}
    shown = {name: int(amount) for name, amount in felt.meters.items()}
    return FeltView({}, {SHOE: [UNKNOWN] * len(setup.shoe)}, chips, shown)


def _setup(game: Game, finished: Finished) -> Setup:
    """What the round began with. Of a shoe that is dealt on, what did not leave it in this round is not known."""
    rules = game.rules.read(finished.rules)
    left = len(game.deck(rules)) - finished.offset - len(finished.shoe)
    shoe: tuple[Card, ...] = (*finished.shoe, *[UNKNOWN] * left)
    return Setup(
        rules=rules,
        shoe=Shoe(shoe),
        wagers=finished.wagers,
        chips=finished.chips,
        backers=finished.backers,
        meters={name: Fraction(amount) for name, amount in finished.meters.items()},
        button=finished.button,
        dealing=tuple(read_floor(words, game.irregularities)[1] for words in finished.dealing),
        inventory=finished.inventory,
        looked_at=tuple(_looked_at(said.floor) for said in finished.said if said.who == SUPERVISOR and said.floor),
    )


def _looked_at(words: str) -> tuple[int, str]:
    """The seat and the wager of a payout, as the supervisor's words name them."""
    _, _, seat, wager = words.split()
    return int(seat), wager


def _steps(finished: Finished, entries: Sequence[Entry], yours: Sequence[int]) -> Iterator[Step]:
    """The moves of each entry, cut before every decision."""
    written = [(entry, msgspec.json.decode(entry.body, type=_Entry).moves) for entry in entries]
    kinds = _kinds(finished, [move for _, moves in written for move in moves])
    for entry, moves in written:
        for group in _cut(views.seen(moves, yours)):
            first = group[0]
            who, kind = None, None
            if isinstance(first, Acted):
                who, kind = finished.deciders[first.seat], kinds[first.seat].pop(0) if kinds else None
            yield Step(entry.version, entry.at, who, kind, tuple(group), tuple(tell(move) for move in group))


def _cut(moves: Sequence[Move]) -> list[list[Move]]:
    groups: list[list[Move]] = []
    for move in moves:
        if not groups or isinstance(move, Acted):
            groups.append([])
        groups[-1].append(move)
    return groups


def _kinds(finished: Finished, moves: Sequence[Move]) -> Kinds:
    """What was asked is not written: the round is run again to tell. Nothing where it does not run as it did."""
    acted = [(move.seat, move.verb) for move in moves if isinstance(move, Acted)]
    try:
        running, kinds = _run_again(finished)
    except Exception:  # a round that failed, or in which the floor spoke in a pause
        return {}
    return kinds if [(move.seat, move.verb) for move in running.moves if isinstance(move, Acted)] == acted else {}


def _run_again(finished: Finished) -> tuple[Round, Kinds]:
    game = games.load(finished.game)
    running, kinds = Round(game, _setup(game, finished)), defaultdict[int, list[str]](list)
    for said in finished.said:
        if said.who == SUPERVISOR:
            running.answer(SUPERVISOR, Act("refuse" if (said.floor or "").startswith("refuses") else "validate"))
        elif said.floor == WAITS:
            running.go_on()
        elif said.inventory is not msgspec.UNSET:
            running.move_inventory(said.inventory)
        elif said.meter is not msgspec.UNSET:
            running.move_meter(said.meter[0], Fraction(said.meter[1]))
        elif said.floor is not None and said.floor != SPEAKS_FIRST:
            running.floor(read_floor(said.floor, game.irregularities)[1])
        elif said.act is not None and isinstance(said.who, int) and running.ask is not None:
            kinds[said.who].append(running.ask.kind)
            running.answer(said.who, said.act)
    return running, kinds
