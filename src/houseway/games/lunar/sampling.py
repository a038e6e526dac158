"""Positions drawn at random and solved exactly, from which the worth of exchanges is estimated.

The game without exchanges is counted completely. `estimate` estimates the gain of the best exchange for each position.
The up card and that estimate put each position into a stratum. In each stratum some positions are drawn and solved.
`calibration` makes figures of the whole game from them. A position counts as often as there are hands like it.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import msgspec
import numpy as np

from houseway.chance import below, stream
from houseway.games.lunar.ends import EXCHANGED
from houseway.games.lunar.estimate import estimate
from houseway.games.lunar.every_hand import count_hands
from houseway.games.lunar.no_exchange import INSTANT_CASH, WAYS, play_all
from houseway.games.lunar.paying import Ints
from houseway.games.lunar.position import weight
from houseway.games.lunar.solving import FIVE, Ends, Solved, Work, hands_of_classes, solve_classes, table

UPS = 13
CHOICES = 3  # without an exchange: fold, bet, buy
TEN_THOUSANDTHS = 10_000  # of an Ante: the unit of an estimate
NEVER = -(1 << 30)  # the estimate of hands that have no choice
# Where each stratum of an up card begins, by what the best exchange is estimated to add, and how far the estimates
# there were off in trials: that many positions are drawn, for as many hands.
STRATA = ((NEVER + 1, 5), (-1000, 20), (-200, 50), (200, 50))
OF_EACH = 5  # positions at least, or the variance within a stratum says too little
LEAST = OF_EACH * UPS * len(STRATA)  # positions
BILLIONTHS = 10**9  # in which the shares of a position's ends are kept


class Survey(msgspec.Struct, frozen=True):
    """All hands against one up card: how the game without exchanges ends, and what exchanges are estimated to add."""

    ends: Ends  # without a payment and after a bought card, in `WAYS`, every hand
    gains: list[int]  # by class, in ten-thousandths of an Ante
    choices: list[int]  # by class: the best one without an exchange


class Stratum(msgspec.Struct, frozen=True):
    """The known facts of all hands of a stratum, by the best choice without an exchange: fold, bet and buy."""

    stay: tuple[int, ...]  # hands to which an exchange is estimated to add nothing
    exchange: tuple[int, ...]  # hands to which it is estimated to add something,
    gains: tuple[int, ...]  # and how much, all together

    @property
    def hands(self) -> int:
        return sum(self.stay) + sum(self.exchange)


class Draw(NamedTuple):
    """Positions to solve of one stratum: classes and their estimates."""

    stratum: int
    up_rank: int
    numbers: tuple[int, ...]
    estimates: tuple[int, ...]


class Position(msgspec.Struct, frozen=True):
    """A position that was drawn and solved."""

    stratum: int
    number: int  # of its class
    gain: int  # estimated, in ten-thousandths of an Ante; not less than 0
    without: int  # the best choice without an exchange
    exchanges: bool  # is an exchange the best choice?
    changes: tuple[tuple[int, int, int], ...]  # by payment and end: what exchanging changes, in billionths


def survey(work: Work, up_rank: int) -> Survey:
    """Count the game without exchanges against an up card, and estimate what exchanges add."""
    _, ruling = table(work)
    played = play_all(up_rank, ruling)
    exchanged = estimate(up_rank, count_hands(FIVE, up_rank, ruling), ruling)
    gains = np.rint((exchanged - played.values / (ruling.ante * WAYS)) * TEN_THOUSANDTHS).astype(np.int32)
    gains[played.choices == INSTANT_CASH] = NEVER
    return Survey(played.ends.tolist(), gains.tolist(), played.choices.tolist())


def strata_of(surveys: Sequence[Survey]) -> list[Stratum]:
    """All strata, up card by up card."""
    found, hands = [], hands_of_classes()
    for each in surveys:
        gains, choices = np.array(each.gains, np.int64), np.array(each.choices, np.int64)
        for members in _members(gains):
            stay, exchange, added = [], [], []
            for choice in range(CHOICES):
                these = members[choices[members] == choice]
                gaining = these[gains[these] > 0]
                exchange.append(int(hands[gaining].sum()))
                stay.append(int(hands[these].sum()) - exchange[-1])
                added.append(int((hands[gaining] * gains[gaining]).sum()))
            found.append(Stratum(tuple(stay), tuple(exchange), tuple(added)))
    return found


def draw(surveys: Sequence[Survey], sample: int, seed: str, at_once: int) -> list[Draw]:
    """So many positions, drawn with replacement, each hand equally likely within its stratum."""
    drawn = []
    for number, size in enumerate(shares(strata_of(surveys), sample)):
        if not size:
            continue
        up_rank, place = divmod(number, len(STRATA))
        gains = np.array(surveys[up_rank].gains, np.int64)
        members = _members(gains)[place]
        upto = np.cumsum(hands_of_classes()[members])
        state = stream(seed, number)
        picked = [int(below(state, np.uint64(upto[-1]))) for _ in range(size)]
        classes = members[np.searchsorted(upto, picked, side="right")]
        for start in range(0, size, at_once):
            some = classes[start : start + at_once]
            drawn.append(Draw(number, up_rank, tuple(some.tolist()), tuple(np.maximum(gains[some], 0).tolist())))
    return drawn


def shares(strata: Sequence[Stratum], sample: int) -> list[int]:
    """The number of positions of each stratum: five, and more with the number of hands and the error of estimates."""
    least = [OF_EACH if stratum.hands else 0 for stratum in strata]
    needs = [stratum.hands * STRATA[number % len(STRATA)][1] for number, stratum in enumerate(strata)]
    free = sample - sum(least)
    upto = [sum(needs[:number]) * free // sum(needs) for number in range(len(needs) + 1)]
    return [each + last - first for each, (first, last) in zip(least, pairwise(upto), strict=True)]


def solve_draw(work: Work, drawn: Draw) -> list[Position]:
    """Solve the positions that were drawn."""
    solved = solve_classes(work, drawn.up_rank, drawn.numbers)
    return [
        _position(drawn.stratum, number, gain, each)
        for number, gain, each in zip(drawn.numbers, drawn.estimates, solved, strict=True)
    ]


def _position(stratum: int, number: int, gain: int, best: Solved) -> Position:
    without = best.without
    assert without is not None
    exchanges = best.choice != without.choice
    changes: dict[tuple[int, int], int] = {}
    for one, sign in ((best, 1), (without, -1)) if exchanges else ():
        for end, share in _shares(one).items():
            place = min(one.draws, EXCHANGED), end
            changes[place] = changes.get(place, 0) + sign * share
    listed = tuple((paid, end, share) for (paid, end), share in sorted(changes.items()) if share)
    return Position(stratum, number, gain, without.choice, exchanges, listed)


def _shares(solved: Solved) -> dict[int, int]:
    """The chance of each end, in billionths that add up to one; the likeliest end takes the rest from rounding."""
    ways = weight(solved.draws)
    found = {end: round(Fraction(count * BILLIONTHS, ways)) for end, count in enumerate(solved.ends) if count}
    found[max(found, key=lambda end: found[end])] += BILLIONTHS - sum(found.values())
    return found


def _members(gains: Ints) -> list[Ints]:
    """The classes of each stratum of an up card."""
    places = np.searchsorted([start for start, _ in STRATA], gains, side="right") - 1
    return [np.flatnonzero(places == place) for place in range(len(STRATA))]
