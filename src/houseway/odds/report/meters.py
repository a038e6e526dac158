"""A progressive wager as a line in its meter: where it starts, what each dollar adds, where it is even.

The line is not assumed: the odds are asked at two amounts of the meter, whole hundreds of dollars so that no share of
them is rounded, and again at a third, which must lie on it.
"""

from fractions import Fraction

import msgspec

from houseway.money import DOLLAR, Cents
from houseway.odds.loading import GameOdds
from houseway.procedure import Game
from houseway.returns import Asked, WagerOdds

HUNDRED: Cents = 100 * DOLLAR
LEAST: Cents = 10 * HUNDRED  # apart, where the reset amount is smaller


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager's expectation is `start` and `slope` for each dollar on the meter, per unit of the wager."""

    meter: str
    wager: str
    table: str | None
    shows: Cents  # what the meter shows at this table
    reset: Cents
    start: Fraction
    slope: Fraction
    ev: Fraction
    without_jackpot: Fraction | None
    break_even: Fraction | None  # in cents
    straight: bool  # the third amount lies on the line

    def at(self, amount: Cents | Fraction) -> Fraction:
        return self.start + self.slope * amount / DOLLAR


def lines(game: Game, odds: GameOdds, asked: Asked) -> tuple[MeterLine, ...]:
    """Every wager that a meter of this table changes."""
    found = []
    for name, reset in game.meters(asked.rules).items():
        if name in game.pots:
            continue
        apart = max(LEAST, reset + -reset % HUNDRED)
        low, middle, high = (_at(odds, asked, name, times * apart) for times in (1, 2, 3))
        for configured in odds.wagers(asked):
            key = configured.wager, configured.table
            if key not in low or low[key].ev == middle[key].ev:
                continue
            slope = (middle[key].ev - low[key].ev) / (apart // DOLLAR)
            even = configured.break_even_meter
            found.append(
                MeterLine(
                    meter=name,
                    wager=configured.wager,
                    table=configured.table,
                    shows=asked.meters.get(name, reset),
                    reset=reset,
                    start=low[key].ev - slope * (apart // DOLLAR),
                    slope=slope,
                    ev=configured.ev,
                    without_jackpot=configured.ev_without_jackpot,
                    break_even=None if even is None else Fraction(even),
                    straight=high[key].ev - middle[key].ev == middle[key].ev - low[key].ev,
                )
            )
    return tuple(found)


def _at(odds: GameOdds, asked: Asked, name: str, amount: Cents) -> dict[tuple[str, str | None], WagerOdds]:
    wagers = odds.wagers(msgspec.structs.replace(asked, meters={**asked.meters, name: amount}))
    return {(wager.wager, wager.table): wager for wager in wagers}
