"""What a wager returns: its lines with their chances, and the figures that follow from them, exactly.

Probabilities and nets are fractions; a rounded number appears only when it is written (`decimal`). A net is what a line
brings the player for each unit of the wager: -1 where it is lost. Where a result comes from floating arithmetic
(blackjack's recursion) or from simulation it is kept as the fraction of that float, and says so.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import msgspec

from houseway.cards import Card
from houseway.figures import root
from houseway.money import DOLLAR, Cents
from houseway.paytable import PayTable

Method = Literal["exact", "simulated"]
Progress = Callable[[int, int], None]  # what is done, of how much


def silent(done: int, of: int) -> None:
    """Progress that nobody watches."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants the odds of: a table's rules, a stake, meters, a strategy."""

    rules: Any
    stake: Cents = DOLLAR
    meters: Mapping[str, Cents] = {}
    strategy: str = "optimal"
    all_tables: bool = False
    infinite_deck: bool = False
    recompute: bool = False
    progress: Progress = silent


class LineOdds(msgspec.Struct, frozen=True):
    """One line of a return table: how likely it is and what it brings on average."""

    line: str
    probability: Fraction
    net: Fraction
    pays: str
    combinations: int | None = None
    square: Fraction | None = None  # mean square of the net, where hands of this line bring different nets

    @property
    def contribution(self) -> Fraction:
        return self.probability * self.net

    @property
    def mean_square(self) -> Fraction:
        return self.net**2 if self.square is None else self.square


class WagerOdds(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one pay table: everything `houseway odds` says of it."""

    wager: str
    table: str | None
    lines: tuple[LineOdds, ...]
    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction  # how often the wager ends ahead; a push is no hit
    wagered: Fraction = Fraction(1)  # all chips that are put at risk, on average, for each unit of this wager
    method: Method = "exact"
    rational: bool = True  # the figures are exactly these fractions
    rounds: int | None = None
    ev_variance: Fraction | None = None  # of one round's part in `ev`, where more is known of a round than one net
    ev_without_jackpot: Fraction | None = None
    break_even_meter: Cents | Fraction | None = None  # in cents
    notes: tuple[str, ...] = ()

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The edge for each unit of all that is wagered, not of the first wager alone."""
        return -self.ev / self.wagered

    @property
    def stderr(self) -> Decimal:
        variance = self.variance if self.ev_variance is None else self.ev_variance
        return root(variance / self.rounds) if self.rounds else Decimal(0)


class ChoiceOdds(msgspec.Struct, frozen=True):
    """One choice in a position: what it is worth, in units of the first mandatory wager."""

    action: str
    ev: Fraction
    rational: bool = True


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that somebody faces: what he holds and what he sees of the dealer."""

    rules: Any
    hand: tuple[Card, ...]
    up: Card | None = None
    dealer: tuple[Card, ...] = ()
    stake: Cents = DOLLAR
    infinite_deck: bool = False


class Chart(msgspec.Struct, frozen=True):
    """A strategy as a table one can look at: what to do by row (the player's hand) and column (what he sees)."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    legend: Mapping[str, str]  # what a cell's letter stands for


class RuleCost(msgspec.Struct, frozen=True):
    """A rule that a person can keep in mind, and what it is worth beside the best play."""

    words: str
    ev: Fraction
    cost: Fraction  # what is lost by it for each unit of the first wager
    rounds: int | None = None  # where it was simulated
    stderr: Decimal = Decimal(0)


class Facts(msgspec.Struct, frozen=True):
    """Other things that were counted: a table of texts with a title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def from_lines(wager: str, table: str | None, lines: Iterable[LineOdds], **more: Any) -> WagerOdds:
    """A wager whose lines say everything: their probabilities add up to one."""
    listed = tuple(lines)
    assert sum(line.probability for line in listed) == 1, f"the lines of {wager} do not add up to one"
    ev = sum((line.contribution for line in listed), Fraction(0))
    square = sum((line.probability * line.mean_square for line in listed), Fraction(0))
    hits = sum((line.probability for line in listed if line.net > 0), Fraction(0))
    return WagerOdds(
        **{"wager": wager, "table": table, "lines": listed, "ev": ev, "variance": square - ev**2, "hit_frequency": hits}
        | more
    )


def counted_lines(counts: Mapping[str, int], table: PayTable, stake: Cents, meter: Cents = 0) -> list[LineOdds]:
    """A pay table's lines, highest first, from how many hands are paid each; all other hands lose.

    `counts` has every hand: under a line's name the hands that are paid that line, under "" those that lose.
    """
    hands = sum(counts.values())
    lines = []
    for name, line in table.lines.items():
        net = Fraction(line.net(stake, Fraction(meter)), stake)
        count = counts.get(name, 0)
        lines.append(LineOdds(name, Fraction(count, hands), net, line.words(), count))
    lost = counts.get("", 0)
    return [*lines, LineOdds("loses", Fraction(lost, hands), Fraction(-1), "", lost)]
