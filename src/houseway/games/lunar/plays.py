"""The named plays of the Ante: the results of rounds with each of them, and the best of them.

Without a payout limit the best play is solved. A limit that reduces the prize of a bet may make another play the best.
Play without exchanges is then counted with the limit. The best play with exchanges is not solved with the limit, so no
play is optimal there. The best of the plays whose expectation is known is the best known one.
"""

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from houseway.games.lunar.end_shares import EndShares, average
from houseway.games.lunar.lines import ends_of
from houseway.games.lunar.paying import scale
from houseway.games.lunar.results import EXACT, exact, exact_with_limit, limited, rounds_played, sampled
from houseway.games.lunar.rules import Rules
from houseway.money import Cents, brief
from houseway.returns import BEST_KNOWN, OPTIMAL, Asked, BestPlay

SIMPLE, NO_EXCHANGE = "simple", "no_exchange"
STRATEGIES = (SIMPLE, *EXACT)
NOT_SOLVED = (
    "With a payout limit of ${limit} on an Ante of ${stake} the best play with exchanges is not solved. This is {play}."
)
PLAYS = {
    OPTIMAL: "the best play without the limit",
    SIMPLE: "the strategy simple",
    NO_EXCHANGE: "no_exchange, the best strategy that is counted with the limit",
}


class Best(NamedTuple):
    """The best play at a table, and its source: the play solved without a limit, or one of the strategies."""

    play: BestPlay
    source: str


def best_of(asked: Asked) -> Best:
    """The best play that is known at a table."""
    rules: Rules = asked.rules
    if not limited(rules, asked.stake):
        return Best(BestPlay(), OPTIMAL)
    values = {name: _value(rules, asked.stake, shares_of(asked, name)) for name in (OPTIMAL, SIMPLE)}
    # A limit only lowers prizes. So play without exchanges is counted with the limit only if it might be the best.
    no_limit = replace(rules, payout_limit=None)
    if max(values.values()) < _value(no_limit, asked.stake, exact(rules, NO_EXCHANGE, asked.recompute, asked.progress)):
        values[NO_EXCHANGE] = _value(rules, asked.stake, shares_of(asked, NO_EXCHANGE))
    source = max(values, key=lambda name: values[name])
    limit = brief(rules.payout_limit or 0)
    reason = NOT_SOLVED.format(limit=limit, stake=brief(asked.stake), play=PLAYS[source])
    return Best(BestPlay(BEST_KNOWN, reason), source)


def shares_of(asked: Asked, source: str) -> EndShares:
    """The results of rounds with a play, with the payout limit if that may change the play."""
    rules: Rules = asked.rules
    if source == OPTIMAL:
        return sampled(rules, asked.recompute, asked.progress)
    if source == SIMPLE:
        return rounds_played(rules, asked.recompute, asked.progress)
    if limited(rules, asked.stake):
        return exact_with_limit(rules, asked.stake, source, asked.progress)
    return exact(rules, source, asked.recompute, asked.progress)


def _value(rules: Rules, stake: Cents, shares: EndShares) -> Fraction:
    ends = ends_of(rules, scale(rules, stake))
    return average(shares.counts, lambda place: ends[place].net)
