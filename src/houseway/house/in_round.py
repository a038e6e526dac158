"""What moves beside a round in play, and what of a shared meter is the round's own."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from houseway.felt import ChipsMoved, MeterMoved, Move
from houseway.house.fallen import Fall, levels
from houseway.house.finished import Said
from houseway.house.state import Live, Playing
from houseway.irregularity import SPEAKS_FIRST, WAITS
from houseway.meter import left_to_take_back
from houseway.procedure import Game, Round

HG1 = "HG1"  # the ruling on meters that several tables share: a move by it is another table's
HG2 = "HG2"  # the ruling on their reset amounts
MONEY = "G1"  # the ruling on money: a move of chips by it is no part of a round


class MeterInRound(msgspec.Struct):
    """A meter in a round: what it showed first, what it shows, what of that the round moved, and others meanwhile.

    Where the round took a prize off the meter, what others had moved before counts as having been there first.
    """

    first: Fraction
    shown: Fraction
    own: Fraction = Fraction(0)  # that it would take back
    others: Fraction = Fraction(0)
    prized: bool = False
    before_prize: Fraction = Fraction(0)  # what others had moved then
    paid_out: bool = False  # of what the round put on it something was, elsewhere
    said: int = 0  # how often the round's file says, where it happened, that others moved it after that

    @property
    def is_told(self) -> bool:
        """Can a round file, which has one table, come to the same?"""
        return self.others == self.before_prize and not self.paid_out


def meters_moved(game: Game, playing: Playing, moves: list[Move]) -> dict[str, MeterInRound]:
    """What became of each meter in the round."""
    meters: dict[str, MeterInRound] = {}
    resets = game.meters(playing.setup.rules)
    for name, first in playing.setup.meters.items():
        meters[name] = MeterInRound(shown := Fraction(first), shown)
    for said in playing.said if meters else ():
        if said.meter is not msgspec.UNSET:
            meters[said.meter[0]].said += 1
    for move in moves if meters else ():
        if type(move) is MeterMoved:
            meter, amount = meters[move.meter], move.shown
            before, meter.shown = meter.shown, amount
            step = amount - before
            if is_beside(move):
                left = left_to_take_back(meter.own, before, amount, resets[move.meter])
                meter.own, less = left, left < meter.own
                if meter.prized and meter.said:
                    meter.said -= 1
                else:
                    meter.others, meter.paid_out = meter.others + step, meter.paid_out or less
                continue
            meter.own += step
            if step <= 0 and not meter.prized:
                meter.first, meter.prized, meter.before_prize = meter.first + meter.others, True, meter.others
    return meters


def falls_that_count(live: Live, fallen: Mapping[str, Fall]) -> dict[str, Fall]:
    """Those falls of meters after which the round in play, if it were void, would take back less than it knows."""
    playing = live.playing
    assert playing is not None
    known, resets = meters_moved(live.game, playing, playing.record), live.game.meters(playing.setup.rules)

    def left(name: str) -> Fraction:
        own, before = known[name].own, known[name].shown
        for shown in levels(fallen[name]):
            own, before = left_to_take_back(own, before, shown, resets[name]), shown
        return own

    return {name: fall for name, fall in fallen.items() if name in known and left(name) < known[name].own}


def say(playing: Playing, running: Round, said: Said, first: bool) -> None:
    """Something is said where the round stands: so many pauses have gone by, and it may come before a payout."""
    playing.said += [Said(None, None, WAITS)] * (running.paused - playing.paused)
    playing.paused = running.paused
    playing.said += [Said(None, None, SPEAKS_FIRST), said] if first else [said]


def is_beside(move: Move) -> bool:
    """Did it move meanwhile without being part of the round?"""
    if isinstance(move, MeterMoved):
        return move.clause == HG1
    return isinstance(move, ChipsMoved) and move.clause == MONEY
