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
from houseway.house.in_round import MeterInRound, is_beside, meters_moved
from houseway.house.state import Live, Playing, differing
from houseway.house.turn import Turn
from houseway.meter import parted
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


def finished_round(live: Live, turn: Turn, playing: Playing, payoffs: list[Payoff]) -> Finished:
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
        closed=(live.state.version + 1, turn.at),
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
        meters_after={name: int(meter.shown) for name, meter in meters.items() if _is_told(turn, meter)} | pots_after,
        known=_known(playing, moves) if cards.private else {},
        failed=playing.failed,
        again=cards.again or msgspec.UNSET,
    )


def _is_told(turn: Turn, meter: MeterInRound) -> bool:
    """Is what a meter shows told in the round's file? In older records it is where others moved nothing in all."""
    then = not meter.others
    return then if meter.is_told == then or not turn.is_so("told_alone") else meter.is_told


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
