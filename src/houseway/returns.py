"""The return of a wager: its lines with their chances, and the figures that follow from them.

Every figure says how it is known (`figures`). A net is the result of a line for the player, for each unit of the
wager: -1 if the wager is lost.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from houseway.cards import Card
from houseway.figures import ZERO, Exact, Figure, add, divide, multiply, negate, subtract, take_root
from houseway.money import DOLLAR, Cents
from houseway.paytable import PayTable
from houseway.refusal import Refusal

Progress = Callable[[int, int], None]  # what is done, of how much
BestName = Literal["optimal", "best_known"]

BEST = "best"  # the best play that there is: optimal where one is proven, else the best that is known
OPTIMAL: BestName = "optimal"
BEST_KNOWN: BestName = "best_known"


def silent(done: int, of: int) -> None:
    """Progress that nobody watches."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants the odds of: a table's rules, a stake, meters, a strategy."""

    rules: Any
    stake: Cents = DOLLAR
    meters: Mapping[str, Cents] = {}
    strategy: str = BEST
    all_tables: bool = False
    infinite_deck: bool = False
    recompute: bool = False
    progress: Progress = silent


class BestPlay(msgspec.Struct, frozen=True):
    """The name of the best play at a table: `optimal` if it is proven to be best, else `best_known` and the reason."""

    name: BestName = OPTIMAL
    reason: str = ""


class LineOdds(msgspec.Struct, frozen=True):
    """One line of a return table: how likely it is and what it brings on average."""

    line: str
    probability: Figure
    net: Figure
    pays: str
    combinations: int | None = None
    square: Figure | None = None  # mean square of the net, where hands of this line bring different nets

    @property
    def contribution(self) -> Figure:
        return multiply(self.probability, self.net)

    @property
    def mean_square(self) -> Figure:
        return multiply(self.net, self.net) if self.square is None else self.square


class WagerOdds(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one pay table: everything `houseway odds` says of it."""

    wager: str
    table: str | None
    lines: tuple[LineOdds, ...]
    ev: Figure
    variance: Figure
    hit_frequency: Figure  # how often the wager ends ahead; a push is no hit
    wagered: Figure = Exact(Fraction(1))  # all chips that are put at risk, on average, for each unit of this wager
    covariance: Fraction | None = None  # of the estimates of `ev` and `wagered`, where it is known
    ev_without_jackpot: Figure | None = None
    break_even_meter: Figure | None = None  # in cents
    strategy: str | None = None  # the play that these are the odds of, where the player has a choice
    reason: str = ""  # why the best known play is not called optimal
    notes: tuple[str, ...] = ()

    @property
    def house_edge(self) -> Figure:
        return negate(self.ev)

    @property
    def element_of_risk(self) -> Figure:
        """The edge for each unit of all that is wagered, not of the first wager alone."""
        return negate(divide(self.ev, self.wagered, self.covariance))

    @property
    def deviation(self) -> Figure:
        return take_root(self.variance)


class ChoiceOdds(msgspec.Struct, frozen=True):
    """One choice in a position: what it is worth, in units of the first mandatory wager."""

    action: str
    ev: Figure


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that somebody faces: the cards that they hold and what they see of the dealer."""

    rules: Any
    hand: tuple[Card, ...]
    up: Card | None = None
    dealer: tuple[Card, ...] = ()
    stake: Cents = DOLLAR
    infinite_deck: bool = False


class Chart(msgspec.Struct, frozen=True):
    """A strategy as a table one can look at: what to do by row (the player's hand) and column (what they see)."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    legend: Mapping[str, str]  # what a cell's letter stands for


class RuleCost(msgspec.Struct, frozen=True):
    """A rule that a person can keep in mind, and what it is worth beside the best play."""

    words: str
    ev: Figure
    cost: Figure  # what is lost by it for each unit of the first wager
    strategy: str | None = None  # the name of the strategy that plays by it, where one does


class Facts(msgspec.Struct, frozen=True):
    """Further facts of a game: a table of texts and figures with a title.

    People see figures with `places` decimals, or as percent in the columns that `percents` numbers.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | Figure, ...], ...]
    note: str = ""
    places: int = 6
    percents: tuple[int, ...] = ()


def from_lines(wager: str, table: str | None, lines: Iterable[LineOdds], **more: Any) -> WagerOdds:
    """A wager with all of its lines: their probabilities add up to one.

    Its figures have the weakest basis of the lines.
    """
    listed = tuple(lines)
    assert sum(line.probability.value for line in listed) == 1, f"the lines of {wager} do not add up to one"
    ev = add(*(line.contribution for line in listed), independent=False)
    square = add(*(multiply(line.probability, line.mean_square) for line in listed), independent=False)
    hits = add(ZERO, *(line.probability for line in listed if line.net.value > 0), independent=False)
    return WagerOdds(
        **{
            "wager": wager,
            "table": table,
            "lines": listed,
            "ev": ev,
            "variance": subtract(square, multiply(ev, ev), independent=False),
            "hit_frequency": hits,
        }
        | more
    )


def counted_lines(counts: Mapping[str, int], table: PayTable, stake: Cents, meter: Cents = 0) -> list[LineOdds]:
    """A pay table's lines, highest first, from how many hands are paid each; all other hands lose.

    `counts` has every hand: under a line's name the hands that are paid that line, under "" those that lose.
    """
    hands = sum(counts.values())
    lines = []
    for name, line in table.lines.items():
        net = Exact(Fraction(line.net(stake, Fraction(meter)), stake))
        count = counts.get(name, 0)
        lines.append(LineOdds(name, Exact(Fraction(count, hands)), net, line.words(), count))
    lost = counts.get("", 0)
    return [*lines, LineOdds("loses", Exact(Fraction(lost, hands)), Exact(Fraction(-1)), "", lost)]


def strategy_of(asked: Asked, game: str, best: BestPlay, others: Sequence[str]) -> str:
    """The name of the strategy to play. The best play has the name `optimal` only if it is proven to be best."""
    if asked.strategy in (BEST, best.name):
        return best.name
    if asked.strategy == OPTIMAL:
        raise Refusal(f"no play of {game} is proven to be optimal here: ask for {BEST_KNOWN}. {best.reason}")
    if asked.strategy == BEST_KNOWN:
        raise Refusal(f"the best play of {game} is proven here: ask for {OPTIMAL}")
    if asked.strategy not in others:
        names = ", ".join([best.name, *others])
        raise Refusal(f"{game} has no strategy {asked.strategy!r}; strategies: {names}")
    return asked.strategy
