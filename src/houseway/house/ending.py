"""The end of a round: what is noted of it, what it brought each, and how everything goes back where it failed."""

from fractions import Fraction

import msgspec

from houseway.cards import Card
from houseway.felt import (
    CAGE,
    INVENTORY,
    SHOE,
    Announced,
    CardsMoved,
    ChipsMoved,
    Felt,
    MeterMoved,
    Move,
    Payoff,
    Resolved,
    Revealed,
    fold,
    is_coupon,
)
from houseway.house.finished import Finished, floor_words, seen_cards
from houseway.house.state import Live, Playing, differing
from houseway.house.turn import HG1, MONEY
from houseway.meter import left_to_take_back, parted
from houseway.money import Cents
from houseway.procedure import Game, opening_felt

FAILED_CLAUSE = "G4"


def everything_back(game: Game, playing: Playing) -> tuple[list[Payoff], list[Move]]:
    """The moves by which all chips lie again where they lay when the round began, whatever happened since.

    They begin with what is on the record of the round: a step that failed half-way never was.
    """
    told, why = playing.record, playing.failed or ""
    before = opening_felt(game, playing.setup)
    felt = fold(before, told)
    for move in told:
        if is_beside(move) and isinstance(move, ChipsMoved):
            # What was bought meanwhile may have been chips of this round: the inventory can lack them for a moment.
            before.chips[move.source] = before.stake(move.source) - move.amount
            before.chips[move.target] = before.stake(move.target) + move.amount
    payoffs = [
        Payoff(placed.seat, placed.wager, placed.amount, 0, "void", FAILED_CLAUSE, None, placed.player, why)
        for placed in playing.setup.wagers
    ]
    moves: list[Move] = [Announced(f"The round is void: {why}", FAILED_CLAUSE, "house")]
    moves += [Resolved(payoff) for payoff in payoffs]
    for name, meter in meters_moved(game, playing, told).items():
        if meter.own:
            amount = max(meter.shown - meter.own, Fraction(0))
            moves.append(MeterMoved(name, *parted(amount), FAILED_CLAUSE))
    return payoffs, moves + _chips_back(before, felt)


def finished_round(live: Live, playing: Playing, payoffs: list[Payoff], closed: tuple[int, int]) -> Finished:
    """The round as it is kept."""
    setup, cards, moves = playing.setup, live.cards, playing.record
    running = playing.round if playing.failed is None else None
    assert cards.shoe is not None
    assert cards.day.seed is not None
    left = running.felt.count(SHOE) if running is not None and cards.day.day.cut_card is not None else 0
    order = setup.shoe.rest()
    meters = meters_moved(live.game, playing, moves)
    pots = {name: int(setup.meters[name]) for name in live.game.pots}
    pots_after = {name: running.felt.stake(area) for name, area in live.game.pots.items()} if running else pots
    return Finished(
        table=live.definition.name,
        number=playing.number,
        game=live.game.name,
        rules=differing(setup.rules),
        opened=playing.opened,
        closed=closed,
        commitment=cards.commitment or "",
        seed=cards.day.seed.hex(),
        private=cards.private,
        cuts=cards.day.cuts,
        offset=cards.shoe.position,
        shoe=order[: len(order) - left],
        sealed=cards.sealed,
        deciders=playing.deciders,
        chips=setup.chips,
        backers=setup.backers,
        wagers=setup.wagers,
        inventory=setup.inventory,
        meters={**{name: _exactly(meter.first) for name, meter in meters.items()}, **pots},
        button=setup.button,
        dealing=tuple(floor_words(each, live.game.irregularities) for each in setup.dealing),
        said=tuple(playing.said) if running else (),
        payoffs=tuple(payoffs),
        meters_after={name: int(meter.shown) for name, meter in meters.items() if meter.is_told} | pots_after,
        known=_known(playing, moves) if cards.private else {},
        failed=playing.failed,
        again=cards.again or msgspec.UNSET,
    )


def _known(playing: Playing, moves: list[Move]) -> dict[int, tuple[Card, ...]]:
    """The cards that each seat has seen; 0: those that everybody saw."""
    faces = [move for move in moves if type(move) is CardsMoved or type(move) is Revealed]
    return {seat: seen_cards(faces, seat or None) for seat in (0, *playing.deciders)}


def nets(live: Live, payoffs: list[Payoff]) -> dict[str, Cents]:
    """What the round brought each who was in it."""
    seats = live.seats()
    brought: dict[str, Cents] = {}
    for payoff in payoffs:
        name = payoff.player or seats[payoff.seat]
        brought[name] = brought.get(name, 0) + payoff.net
    return brought


class MeterInRound(msgspec.Struct):
    """A meter in a round: what it showed first, what it shows, what of that the round moved, and others meanwhile.

    Where the round took a prize off the meter, what others had moved before counts as having been there first.
    """

    first: Fraction
    shown: Fraction
    own: Fraction = Fraction(0)
    others: Fraction = Fraction(0)
    prized: bool = False

    @property
    def is_told(self) -> bool:
        """Can a round file, which has one table, come to the same?"""
        return not self.others


def meters_moved(game: Game, playing: Playing, moves: list[Move]) -> dict[str, MeterInRound]:
    """What became of each meter in the round."""
    meters: dict[str, MeterInRound] = {}
    resets = game.meters(playing.setup.rules)
    for name, first in playing.setup.meters.items():
        meters[name] = MeterInRound(shown := Fraction(first), shown)
    for move in moves if meters else ():
        if type(move) is MeterMoved:
            meter, amount = meters[move.meter], move.shown
            before, meter.shown = meter.shown, amount
            step = amount - before
            if is_beside(move):
                meter.others += step
                meter.own = left_to_take_back(meter.own, before, amount, resets[move.meter])
                continue
            meter.own += step
            if step <= 0 and not meter.prized:
                meter.first, meter.prized = meter.first + meter.others, True
    return meters


def is_beside(move: Move) -> bool:
    """Did it move meanwhile without being part of the round?"""
    if isinstance(move, MeterMoved):
        return move.clause == HG1
    return isinstance(move, ChipsMoved) and move.clause == MONEY


def _exactly(amount: Fraction) -> Cents | str:
    """Whole cents as they are, others as a text."""
    return int(amount) if amount == int(amount) else str(amount)


def _chips_back(before: Felt, felt: Felt) -> list[Move]:
    """What is too much somewhere goes where it lacks; what then lacks comes from the inventory, or from the cage.

    Of coupons none is too much and none lacks in all.
    """
    areas = [area for area in sorted({*before.chips, *felt.chips}) if area not in (INVENTORY, CAGE)]
    spare = {area: felt.stake(area) - before.stake(area) for area in areas}
    moves: list[Move] = []
    left = felt.stake(INVENTORY)
    for area in [area for area in areas if spare[area] < 0]:
        for other in [other for other in areas if spare[other] > 0 and is_coupon(other) == is_coupon(area)]:
            amount = min(spare[other], -spare[area])
            if amount:
                moves.append(ChipsMoved(amount, other, area, FAILED_CLAUSE))
                spare[other], spare[area] = spare[other] - amount, spare[area] + amount
        if spare[area] < -left:
            moves.append(ChipsMoved(-spare[area] - left, CAGE, INVENTORY, FAILED_CLAUSE))
            left = -spare[area]
        if spare[area] < 0:
            moves.append(ChipsMoved(-spare[area], INVENTORY, area, FAILED_CLAUSE))
            left += spare[area]
    return moves + [ChipsMoved(more, area, INVENTORY, FAILED_CLAUSE) for area, more in spare.items() if more > 0]
