"""What moves beside a round in play, and what of a shared meter is the round's own."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from houseway.felt import ChipsMoved, MeterMoved, Move
from houseway.house.fallen import Fall, levels
from houseway.house.finished import Said
from houseway.house.state import Live, Playing
from houseway.irregularity import SPEAKS_FIRST, WAITS
from houseway.meter import AS_IT_STANDS, left_to_take_back
from houseway.money import Cents
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
    level: Fraction  # what it showed after the round moved it last, or another table's prize
    own: Fraction = Fraction(0)  # that it would take back
    others: Fraction = Fraction(0)  # what they moved, as far as the round's file does not say where it happened
    prized: bool = False
    unsaid: int = 0  # so many moves of others are not said there; those after them are
    apart: Fraction = Fraction(0)  # how far it is from what the file comes to
    own_by_file: Fraction = Fraction(0)
    level_by_file: Fraction = Fraction(0)

    @property
    def is_told(self) -> bool:
        """Can a round file, which has one table, come to the same?"""
        return not self.apart and self.own == self.own_by_file

    @property
    def says(self) -> bool:
        """Does the file say where others moved it last?"""
        return self.unsaid < 0

    def moves(self, amount: Fraction) -> None:
        """The round itself moves it."""
        step, self.shown = amount - self.shown, amount
        self.own, self.own_by_file = self.own + step, self.own_by_file + step
        if step <= 0 and not self.prized:
            self.first, self.prized, self.apart = self.first + self.apart, True, Fraction(0)
        self.level, self.level_by_file = amount, amount - self.apart

    def is_moved(self, move: MeterMoved, reset: Cents) -> None:
        """Others do."""
        amount = move.shown
        step, self.shown = amount - self.shown, amount
        if move.clause != AS_IT_STANDS:
            self.own, self.level = left_to_take_back(self.own, self.level, amount, reset), amount
        if self.unsaid > 0:
            self.others, self.apart = self.others + step, self.apart + step
        else:
            self.own_by_file = left_to_take_back(self.own_by_file, self.level_by_file, amount, reset)
            self.level_by_file, self.apart = amount, Fraction(0)
        self.unsaid -= 1


def meters_moved(game: Game, playing: Playing, moves: list[Move]) -> dict[str, MeterInRound]:
    """What became of each meter in the round."""
    meters: dict[str, MeterInRound] = {}
    resets = game.meters(playing.setup.rules)
    for name, first in playing.setup.meters.items():
        meters[name] = MeterInRound(shown := Fraction(first), shown, shown, level_by_file=shown)
    moved = [move for move in moves if type(move) is MeterMoved] if meters else []
    for move in moved:
        meters[move.meter].unsaid += is_beside(move)
    for name in [said.meter[0] for said in playing.said if said.meter is not msgspec.UNSET] if meters else ():
        meters[name].unsaid -= 1
    for move in moved:
        meter = meters[move.meter]
        if is_beside(move):
            meter.is_moved(move, resets[move.meter])
        else:
            meter.moves(move.shown)
    return meters


def falls_that_count(live: Live, fallen: Mapping[str, Fall]) -> dict[str, Fall]:
    """Those falls of meters after which the round in play, if it were void, would take back less than it knows."""
    playing = live.playing
    assert playing is not None
    known, resets = meters_moved(live.game, playing, playing.record), live.game.meters(playing.setup.rules)

    def left(name: str) -> Fraction:
        own, before = known[name].own, known[name].level
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
        return move.clause in (HG1, AS_IT_STANDS)
    return isinstance(move, ChipsMoved) and move.clause == MONEY
