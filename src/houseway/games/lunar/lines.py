"""The return table of the Ante: every end of a round as a line, with what it brings and what was put at risk.

A round begins with instant cash, or goes on without a payment, after one for a card, or after one for an exchange. Ends
that a player would call the same are one line: a bet that wins by its first hand, whatever was paid before it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from houseway.figures import Estimated, Exact, Figure, estimate_mean, limit_share, to_root
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

Counts = Mapping[tuple[int, int], Fraction | int]  # by what was paid for and end


class End(NamedTuple):
    """One end after one kind of payment."""

    line: str
    net: Fraction
    pays: str
    wagered: Fraction


def ante_wager(
    rules: Rules,
    stake: Cents,
    counts: Counts,
    notes: Sequence[str] = (),
    positions: int | None = None,
    variance: Fraction | None = None,
) -> WagerOdds:
    """The Ante from how often rounds without instant cash end in each way.

    If that is known from so many positions or rounds only, `variance` is the square of the standard error, where it
    does not follow from their number.
    """
    sampled = "positions" if variance is not None else "rounds"
    cash, ends = instant_cash(rules, stake), ends_of(rules, scale(rules, stake))
    at_once = sum((line.probability.value for line in cash), Fraction(0))

    def mean(value: Callable[[End], Fraction | int]) -> Fraction:
        total = sum((count * value(ends[place]) for place, count in counts.items()), Fraction(0))
        return (1 - at_once) * total / sum(counts.values(), Fraction(0))

    found = from_lines(
        "ante",
        None,
        ante_lines(cash, counts, ends, rules),
        hit_frequency=Exact(at_once + mean(lambda end: int(end.net > 0))),
        wagered=Exact(at_once + mean(lambda end: end.wagered)),
        notes=tuple(notes),
    )
    if positions is None:
        return found
    of_ev = found.variance.value / positions if variance is None else variance

    def share(figure: Figure) -> Figure:
        value = figure.value
        return limit_share(estimate_mean(value, value * (1 - value), positions, spread=Fraction(1), sampled=sampled))

    return replace(
        found,
        lines=tuple(replace(line, probability=share(line.probability)) for line in found.lines),
        ev=Estimated(found.ev.value, to_root(of_ev), sampled, positions),
        variance=estimate_mean(
            found.variance.value, found.variance.value**2, positions, spread=Fraction(1), sampled=sampled
        ),
        hit_frequency=share(found.hit_frequency),
        wagered=estimate_mean(found.wagered.value, Fraction(1), positions, spread=Fraction(1), sampled=sampled),
    )


def ends_of(rules: Rules, scale: Scale) -> dict[tuple[int, int], End]:
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


def ante_lines(
    cash: Iterable[LineOdds], counts: Counts, ends: Mapping[tuple[int, int], End], rules: Rules
) -> list[LineOdds]:
    """Instant cash and all other lines, from how often a round comes to each end if there is no instant cash.

    Where the counts are whole numbers of ways to deal a round, the lines have them too.
    """
    listed = list(cash)
    others = 1 - sum((line.probability.value for line in listed), Fraction(0))
    total = sum(counts.values(), Fraction(0))
    whole = all(isinstance(count, int) for count in counts.values())
    listed = [_with_ways(line, total / others if whole else None) for line in listed]
    for name in lines_in_order(rules):
        these = [(counts[place], end) for place, end in ends.items() if end.line == name and counts.get(place)]
        count = sum((count for count, _ in these), Fraction(0))
        if not count:
            continue
        net = sum((count * end.net for count, end in these), Fraction(0)) / count
        square = sum((count * end.net**2 for count, end in these), Fraction(0)) / count
        listed.append(
            LineOdds(
                name,
                Exact(others * count / total),
                Exact(net),
                these[0][1].pays,
                int(count) if whole else None,
                Exact(square),
            )
        )
    return listed


def _with_ways(line: LineOdds, ways: Fraction | None) -> LineOdds:
    """The line in ways to deal a round in place of hands, or without a count."""
    count = None if ways is None else int(line.probability.value * ways)
    return LineOdds(line.line, line.probability, line.net, line.pays, count)


def _is_forced(end: int) -> bool:
    return end >= FORCED_WINS or FORCED_NO_HAND <= end < WINS
