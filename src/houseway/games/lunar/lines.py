"""The return table of the Ante: every end of a round as a line, with what it brings and what was put at risk.

A round begins with instant cash, or goes on without a payment, after one for a card, or after one for an exchange. Ends
that a player would call the same are one line: a bet that wins by its first hand, whatever was paid before it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.figures import Estimated, Exact, Figure, add, limit_share
from houseway.figures import scale as times
from houseway.games.lunar.end_shares import CountedEnds, EndShares, Place
from houseway.games.lunar.ends import (
    BOUGHT,
    EXCHANGED,
    FOLDS,
    FORCED_NO_HAND,
    FORCED_PUSHES,
    FORCED_WINS,
    NO_HAND,
    PLAIN,
    PUSHES,
    WINS,
    nets,
)
from houseway.games.lunar.every_five import instant_cash
from houseway.games.lunar.paying import NAMES, PAYS, PAYS_OF_A_LINE, Scale, scale
from houseway.games.lunar.rules import Rules
from houseway.money import Cents
from houseway.returns import LineOdds, WagerOdds, from_lines

LOST = "loses"
FOLDED = "folds"
PUSHED = "push"
NO_DEALER = "the dealer has no hand"
NO_DEALER_PAID = "the dealer has no hand, after a payment"
IN_VAIN = "forced, and the dealer has no hand"
OTHERS = (NO_DEALER, NO_DEALER_PAID, PUSHED, IN_VAIN, FOLDED, LOST)


class End(NamedTuple):
    """One end after one kind of payment."""

    line: str
    net: Fraction
    pays: str
    wagered: Fraction


Ends = Mapping[Place, End]


def ante_wager(rules: Rules, stake: Cents, shares: EndShares, notes: Sequence[str] = ()) -> WagerOdds:
    """The Ante, from the shares of rounds without instant cash that end at each place."""
    cash, ends = instant_cash(rules, stake), ends_of(rules, scale(rules, stake))
    at_once = sum((line.probability.value for line in cash), Fraction(0))

    def mean(value: Callable[[Fraction, Fraction], Fraction | int]) -> Figure:
        """The mean over all rounds of a function of the net and the wagered chips."""
        of_cash = sum((line.probability.value * value(line.net.value, Fraction(1)) for line in cash), Fraction(0))
        others = shares.mean(lambda place: value(ends[place].net, ends[place].wagered))
        return add(Exact(of_cash), times(others, 1 - at_once))

    ev, wagered = mean(lambda net, _: net), mean(lambda _, wagered: wagered)
    both = mean(lambda net, wagered: net + wagered)
    return from_lines(
        "ante",
        None,
        ante_lines(cash, shares, ends, rules),
        ev=ev,
        variance=mean(lambda net, _: (net - ev.value) ** 2),
        hit_frequency=limit_share(mean(lambda net, _: int(net > 0))),
        wagered=wagered,
        covariance=_covariance(ev, wagered, both),
        notes=tuple(notes),
    )


def _covariance(one: Figure, other: Figure, both: Figure) -> Fraction | None:
    """The covariance of two estimates, from the error of their sum."""
    if not (isinstance(one, Estimated) and isinstance(other, Estimated) and isinstance(both, Estimated)):
        return None
    return (both.stderr**2 - one.stderr**2 - other.stderr**2) / 2


def ends_of(rules: Rules, scale: Scale) -> dict[Place, End]:
    """Every end by what was paid for before, for each unit of the Ante; in the order of the columns."""
    words = {f"bet: {name}": line.words() for name, line in rules.bet.lines.items()} | {NO_DEALER: "1 to 1"}
    found = {}
    for paid in (PLAIN, BOUGHT, EXCHANGED):
        for end, net in enumerate(nets(scale)):
            line, fee = line_of(paid, end), int(paid != PLAIN)
            risked = 1 if end == FOLDS else 4 if _is_forced(end) else 3
            found[paid, end] = End(line, net - fee, words.get(line, ""), Fraction(risked + fee))
    return found


def line_of(paid: int, end: int) -> str:
    """The line of an end."""
    if end >= WINS:
        return f"bet: {NAMES[(end - WINS) % PAYS // PAYS_OF_A_LINE]}"
    if end == NO_HAND:
        return NO_DEALER if paid == PLAIN else NO_DEALER_PAID
    return {FOLDS: FOLDED, PUSHES: PUSHED, FORCED_PUSHES: PUSHED, FORCED_NO_HAND: IN_VAIN}.get(end, LOST)


def lines_in_order(rules: Rules) -> Iterator[str]:
    """The lines beside instant cash, as the return table lists them."""
    yield from (f"bet: {name}" for name in rules.bet.lines)
    yield from OTHERS


def ante_lines(cash: Sequence[LineOdds], shares: EndShares, ends: Ends, rules: Rules) -> list[LineOdds]:
    """Instant cash and all other lines. If the ways to deal a round are counted, the lines have combinations too."""
    others = 1 - sum((line.probability.value for line in cash), Fraction(0))
    total = sum(shares.counts.values(), Fraction(0))
    whole = isinstance(shares, CountedEnds) and all(isinstance(count, int) for count in shares.counts.values())
    listed = [_with_ways(line, total / others if whole else None) for line in cash]
    for name in lines_in_order(rules):
        here = {place: end for place, end in ends.items() if end.line == name and shares.counts.get(place)}
        if not here:
            continue
        count = sum((Fraction(shares.counts[place]) for place in here), Fraction(0))
        listed.append(
            LineOdds(
                name,
                times(shares.share(here), others),
                _mean_within(here, count / total, lambda end: end.net, shares),
                next(iter(here.values())).pays,
                int(count) if whole else None,
                _mean_within(here, count / total, lambda end: end.net**2, shares),
            )
        )
    return listed


def _mean_within(here: Ends, share: Fraction, value: Callable[[End], Fraction], shares: EndShares) -> Figure:
    """The mean of rounds that end in a line: exact if all bring the same, else a quotient by the delta method."""
    values = {value(end) for end in here.values()}
    if len(values) == 1:
        return Exact(values.pop())
    mean = shares.mean(lambda place: value(here[place]) if place in here else 0).value / share
    off = shares.mean(lambda place: (value(here[place]) - mean) / share if place in here else 0)
    return add(Exact(mean), off)


def _with_ways(line: LineOdds, ways: Fraction | None) -> LineOdds:
    """The line in ways to deal a round in place of hands, or without a count."""
    count = None if ways is None else int(line.probability.value * ways)
    return LineOdds(line.line, line.probability, line.net, line.pays, count)


def _is_forced(end: int) -> bool:
    return end >= FORCED_WINS or FORCED_NO_HAND <= end < WINS
