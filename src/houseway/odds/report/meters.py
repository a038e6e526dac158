"""A progressive wager by what its meter shows: where its line starts, what each dollar adds, where it is even.

Nothing is assumed of the line. The odds are asked at many amounts of the meter, whole hundreds of dollars so that no
share of them is rounded; where a hand may be paid a better line than its share they lie on several straight pieces, and
the line is that of the piece on which the meter stands.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from houseway.figures import Figure, scale, subtract
from houseway.money import DOLLAR, Cents
from houseway.odds.loading import GameOdds
from houseway.procedure import Game
from houseway.returns import Asked, WagerOdds

HUNDRED: Cents = 100 * DOLLAR
AMOUNTS = 12  # from an empty meter to beyond the even one
BEYOND = Fraction(115, 100)


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager's expectation is `start` and `slope` for each dollar on the meter, per unit of the wager."""

    meter: str
    wager: str
    table: str | None
    shows: Cents  # what the meter shows at this table
    reset: Cents
    start: Figure
    slope: Figure
    ev: Figure
    without_jackpot: Figure | None
    break_even: Figure | None  # in cents
    points: tuple[tuple[Cents, Figure], ...]  # the expectation at other amounts

    def at(self, amount: Cents | Fraction) -> Fraction:
        return self.start.value + self.slope.value * amount / DOLLAR

    @property
    def straight(self) -> bool:
        """Do all amounts lie on the line?"""
        return all(ev.value == self.at(amount) for amount, ev in self.points)


def hanging(game: Game, asked: Asked) -> Asked:
    """What is asked, with the meters alone that hang at this table; others belong to pay tables not in force."""
    known = game.meters(asked.rules)
    return msgspec.structs.replace(
        asked, meters={name: amount for name, amount in asked.meters.items() if name in known}
    )


def lines(game: Game, odds: GameOdds, asked: Asked) -> tuple[MeterLine, ...]:
    """Every wager that a meter of this table changes."""
    meters = {name: reset for name, reset in game.meters(asked.rules).items() if name not in game.pots}
    return tuple(line for name, reset in meters.items() for line in _of_meter(odds, asked, name, reset))


def _of_meter(odds: GameOdds, asked: Asked, name: str, reset: Cents) -> Iterator[MeterLine]:
    shows = asked.meters.get(name, reset)
    near = _hundreds(Fraction(shows))
    here, further = _at(odds, asked, name, near), _at(odds, asked, name, near + HUNDRED)
    for wager in odds.wagers(asked):
        key = wager.wager, wager.table
        if further[key].ev == here[key].ev:
            continue
        slope = scale(subtract(further[key].ev, here[key].ev), Fraction(DOLLAR, HUNDRED))
        even = wager.break_even_meter
        most = _hundreds(BEYOND * max(reset, shows, even.value if even else 0, HUNDRED))
        amounts = sorted({_hundreds(Fraction(most * part, AMOUNTS)) for part in range(AMOUNTS + 1)})
        yield MeterLine(
            meter=name,
            wager=wager.wager,
            table=wager.table,
            shows=shows,
            reset=reset,
            start=subtract(here[key].ev, scale(slope, near // DOLLAR)),
            slope=slope,
            ev=wager.ev,
            without_jackpot=wager.ev_without_jackpot,
            break_even=even,
            points=tuple((amount, _at(odds, asked, name, amount)[key].ev) for amount in amounts),
        )


def _at(odds: GameOdds, asked: Asked, name: str, amount: Cents) -> Mapping[tuple[str, str | None], WagerOdds]:
    wagers = odds.wagers(msgspec.structs.replace(asked, meters={**asked.meters, name: amount}))
    return {(wager.wager, wager.table): wager for wager in wagers}


def _hundreds(amount: Fraction) -> Cents:
    """The amount, up to whole hundreds of dollars."""
    return -int(-amount // HUNDRED) * HUNDRED
