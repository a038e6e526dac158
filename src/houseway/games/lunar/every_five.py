"""Every first five cards, counted by what they pay: instant cash, super side bet and progressive (38.12(c), (d), (g)).

These wagers look at ranks, and at suits only in so far as all five cards are of one suit or of one colour. So one hand
stands for all with the same ranks and the same answer to that, and is settled as at the table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from houseway.cards import CLUBS, SPADES, Card
from houseway.felt import Payoff
from houseway.figures import Exact, scale
from houseway.games.lunar.rules import PROGRESSIVE_WAGER, Rules
from houseway.games.lunar.settle import Stakes, settle_instant_cash, settle_progressive, settle_super
from houseway.money import Cents
from houseway.paytable import PayTable
from houseway.returns import LineOdds, WagerOdds, from_lines

FIVES = comb(52, 5)
LOSES = "loses"
SEAT = 1


class Five(NamedTuple):
    """Five cards, and how many hands they stand for."""

    cards: tuple[Card, ...]
    hands: int


@lru_cache(maxsize=16)
def super_odds(rules: Rules, stake: Cents) -> WagerOdds:
    """The super side bet: the highest line that the first five cards satisfy (ruling N4)."""
    lines = _lines(rules.super_side_bet, stake, lambda five: settle_super(SEAT, Stakes(stake, stake), five, rules))
    return from_lines("super", None, lines)


def progressive_odds(rules: Rules, meter: Cents) -> WagerOdds:
    """The progressive wager of $1, with the amount that is on the meter when the hand is paid (38.12(i)).

    Its expectation is a line in the meter: what the fixed prizes bring, and for each dollar of the meter a part of it.
    """
    dollar, table = PROGRESSIVE_WAGER, rules.straight_flush_progressive

    def lines(on_meter: Cents) -> list[LineOdds]:
        return _lines(
            rules.progressive_prizes,
            dollar,
            lambda five: settle_progressive(SEAT, dollar, five, Fraction(on_meter), rules),
            _one_of_each_line(rules),
        )

    shares = {
        line.name: Fraction(line.number, 100)
        for line in rules.progressive_prizes.lines.values()
        if line.kind == "share"
    }
    with_nothing = lines(0)
    without = from_lines("progressive", table, with_nothing).ev
    slope = sum(
        (line.probability.value * shares[line.line] for line in with_nothing if line.line in shares), Fraction(0)
    )
    even = scale(without, -dollar / slope)
    return from_lines("progressive", table, lines(meter), ev_without_jackpot=without, break_even_meter=even)


@lru_cache(maxsize=16)
def instant_cash(rules: Rules, stake: Cents) -> Sequence[LineOdds]:
    """The lines of instant cash, with hands as combinations and what they bring for each unit of the Ante."""
    return _lines(
        rules.instant_cash,
        stake,
        lambda five: settle_instant_cash(SEAT, Stakes(stake), five, rules) or _plays_on(stake),
    )[:-1]


@lru_cache(maxsize=16)
def _one_of_each_line(rules: Rules) -> tuple[Five, ...]:
    """For each line of the progressive one hand that stands for all: which it is does not depend on the meter."""
    found: dict[str | None, Five] = {}
    for five in every_five():
        line = settle_progressive(SEAT, PROGRESSIVE_WAGER, five.cards, Fraction(0), rules).line
        found[line] = Five(five.cards, five.hands + (found[line].hands if line in found else 0))
    return tuple(found.values())


def _plays_on(stake: Cents) -> Payoff:
    return Payoff(SEAT, "ante", stake, -stake, "lose", "38.10(b)4")


def _lines(
    table: PayTable,
    stake: Cents,
    settle: Callable[[tuple[Card, ...]], Payoff],
    fives: Iterable[Five] | None = None,
) -> list[LineOdds]:
    """The lines of a pay table, highest first, as hands are settled; then the hands that lose."""
    hands: Counter[str] = Counter()
    nets: dict[str, Fraction] = {LOSES: Fraction(-1)}
    for five in every_five() if fives is None else fives:
        payoff = settle(five.cards)
        name = payoff.line if payoff and payoff.line else LOSES
        hands[name] += five.hands
        if payoff:
            nets[name] = Fraction(payoff.net, stake)
    pays = {name: line.words() for name, line in table.lines.items()} | {LOSES: ""}
    return [
        LineOdds(name, Exact(Fraction(hands[name], FIVES)), Exact(nets[name]), words, hands[name])
        for name, words in pays.items()
    ]


@cache
def every_five() -> tuple[Five, ...]:
    """All five-card hands by ranks: those of one suit, those of one colour but not one suit, and the others."""
    return tuple(five for ranks in combinations_with_replacement(range(13), 5) for five in _of_ranks(ranks))


def _of_ranks(ranks: tuple[int, ...]) -> Iterator[Five]:
    counts = Counter(ranks).values()
    if max(counts) > 4:
        return
    in_all = prod(comb(4, count) for count in counts)
    one_suit = 4 if len(counts) == 5 else 0
    one_colour = 2 * prod(comb(2, count) for count in counts)
    if one_suit:
        yield Five(tuple(4 * rank + CLUBS for rank in ranks), one_suit)
    if one_colour > one_suit:
        # A rank's second card, or else the last card, is a spade among clubs.
        spades = [place for place in range(1, 5) if ranks[place] == ranks[place - 1]] or [4]
        cards = tuple(4 * rank + (SPADES if place in spades else CLUBS) for place, rank in enumerate(ranks))
        yield Five(cards, one_colour - one_suit)
    if in_all > one_colour:
        # Equal ranks are neighbours, so going round the suits deals no card twice.
        yield Five(tuple(4 * rank + place % 4 for place, rank in enumerate(ranks)), in_all - one_colour)
