"""What the hands of a bonus wager are paid, and how the wager's worth follows its meter (43.11, 43.12, ruling P10).

Every hand is settled as a single player's: `settle` says which of the lines it satisfies is paid. With the meter the
worth of a progressive wager rises along straight pieces: a hand takes its share of the meter as soon as that is not
less than the best other line it satisfies. A share is whole cents, rounded down; the pieces leave that aside.

The meter is what it shows when the wager is paid. What goes onto it from this wager and from others (43.12(e)) is the
house's matter: it is a cost of the house and no part of these odds.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.games.packs.lines import Met
from houseway.games.packs.settle import best_fixed, meter_shares
from houseway.money import Cents
from houseway.paytable import Line, PayTable
from houseway.table import Placed

SEAT = 1


class Piece(NamedTuple):
    """A straight piece of a wager's worth: from a meter on it is `ev` plus `slope` for each cent on the meter."""

    meter: Fraction
    ev: Fraction
    slope: Fraction

    def at(self, meter: Fraction) -> Fraction:
        return self.ev + self.slope * meter


def paid(table: PayTable, met: Met, stake: Cents, meter: Fraction) -> tuple[Line | None, Cents]:
    """The line that a hand is paid which satisfies these lines, and what it adds to the player's chips."""
    wager, lines = Placed(SEAT, "", stake), set(met)
    fixed = best_fixed(table, lines, stake)
    share = meter_shares(table, [wager], {SEAT: lines}, {SEAT: fixed}, meter)
    return share.get(SEAT) or fixed or (None, -stake)


def hands_by_line(table: PayTable, hands: Mapping[Met, int], stake: Cents, meter: Fraction) -> dict[str, int]:
    """How many hands are paid each line, by its name; under "" those that lose."""
    counts = Counter[str]()
    for met, number in hands.items():
        line, _ = paid(table, met, stake, meter)
        counts[line.name if line else ""] += number
    return dict(counts)


def pieces(table: PayTable, hands: Mapping[Met, int], stake: Cents) -> list[Piece]:
    """The worth of a unit of a progressive wager over all meters, from an empty one up."""
    shares: list[tuple[Fraction, int, int]] = []  # from which meter a share is taken, percent, how many hands
    fixed = 0
    for met, number in hands.items():
        other = best_fixed(table, set(met), stake)
        net = other[1] if other else -stake
        fixed += number * net
        percent = [line.number for line in table.lines.values() if line.name in met and line.kind == "share"]
        if percent:
            shares.append((Fraction(100 * (net + stake), percent[0]), percent[0], number))
    units = stake * sum(hands.values())
    found = []
    for start in sorted({Fraction(0), *(start for start, _, _ in shares)}):
        # A share that is taken gives its part of the meter for what the hand was paid before.
        taken = [
            (since, Fraction(percent * number, 100 * units)) for since, percent, number in shares if since <= start
        ]
        slope = sum((part for _, part in taken), Fraction(0))
        found.append(Piece(start, Fraction(fixed, units) - sum(part * since for since, part in taken), slope))
    return found


def break_even(worth: list[Piece]) -> Fraction:
    """The least meter, in cents, at which the wager does not lose; nothing where it never does."""
    if worth[0].ev >= 0:
        return Fraction(0)
    losing = [piece for piece in worth if piece.at(piece.meter) < 0]
    return -losing[-1].ev / losing[-1].slope  # the pieces join, and the last one rises without end


def piece_at(worth: list[Piece], meter: Fraction) -> Piece:
    """The piece on which a meter lies."""
    return [piece for piece in worth if piece.meter <= meter][-1]
