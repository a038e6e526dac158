"""What exchanges add to the game, from a sample of positions solved exactly.

Without exchanges the game is counted whole. What the best exchange adds to a position is estimated for all of them
(`estimate`); the positions are put into strata by up card and by that estimate, and in each stratum some are drawn and
solved. What is uncertain is only how far the estimate is off: the drawn positions are weighted so that their estimates
have the mean of the whole stratum (the regression estimator), and so are all their ends. A position counts for as many
hands as it stands for.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy as np

from houseway.chance import below, stream
from houseway.figures import root
from houseway.games.lunar.ends import ENDS
from houseway.games.lunar.estimate import estimate
from houseway.games.lunar.every_hand import count_hands
from houseway.games.lunar.no_exchange import INSTANT_CASH, WAYS, play_all
from houseway.games.lunar.paying import Ints
from houseway.games.lunar.position import weight
from houseway.games.lunar.solving import FIVE, Ends, Solved, Work, hands_of_classes, solve_classes, table

UPS = 13
TEN_THOUSANDTHS = 10_000  # of an Ante: in these the estimate is taken
NEVER = -(1 << 30)  # the estimate of hands that have no choice
# Where each stratum of an up card begins, by what the best exchange is estimated to add, and how far the estimates
# there were off in trials: that many positions are drawn, for as many hands.
STRATA = ((NEVER + 1, 5), (-1000, 20), (-200, 50), (200, 50))
LEAST = 2 * UPS * len(STRATA)  # positions
BILLIONTHS = 10**9

Changes = dict[tuple[int, int], list[int]]


class Survey(msgspec.Struct, frozen=True):
    """All hands against one up card: how the game without exchanges ends, and what exchanges are estimated to add."""

    ends: Ends  # without a payment and after a bought card, in `WAYS`, every hand
    gains: list[int]  # by class, in ten-thousandths of an Ante


class Stratum(msgspec.Struct, frozen=True):
    """What is known of a stratum, and the sums over positions drawn from it."""

    hands: int = 0
    gains: int = 0  # estimated: the sum over all hands, no loss counted
    drawn: int = 0
    estimates: int = 0  # sum over the positions drawn
    squares: int = 0
    added: int = 0  # what exchanges add exactly, rounded to billionths of an Ante: sum,
    added_squares: int = 0
    products: int = 0  # and with the estimate
    changes: tuple[tuple[int, int, int, int], ...] = ()  # new cards, end, sum of the changes, sum with the estimate

    def __add__(self, other: "Stratum") -> "Stratum":
        together: Changes = {}
        for draws, end, some, with_gain in (*self.changes, *other.changes):
            _add(together, draws, end, some, with_gain)
        sums: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__[:-1]
        }
        return Stratum(**sums, changes=_listed(together))


class Draw(NamedTuple):
    """Positions drawn from a stratum: classes and their estimates."""

    stratum: int
    up_rank: int
    numbers: tuple[int, ...]
    estimates: tuple[int, ...]


def survey(work: Work, up_rank: int) -> Survey:
    """Count the game without exchanges against an up card, and estimate what exchanges add."""
    _, ruling = table(work)
    played = play_all(up_rank, ruling)
    exchanged = estimate(up_rank, count_hands(FIVE, up_rank, ruling), ruling)
    gains = np.rint((exchanged - played.values / (ruling.ante * WAYS)) * TEN_THOUSANDTHS).astype(np.int32)
    gains[played.choices == INSTANT_CASH] = NEVER
    return Survey(played.ends.tolist(), gains.tolist())


def strata_of(surveys: Sequence[Survey]) -> list[Stratum]:
    """All strata, up card by up card, with nothing drawn."""
    found, hands = [], hands_of_classes()
    for each in surveys:
        gains = np.array(each.gains, np.int64)
        for members in _members(gains):
            estimates = hands[members] * np.maximum(gains[members], 0)
            found.append(Stratum(int(hands[members].sum()), int(estimates.sum())))
    return found


def draw(surveys: Sequence[Survey], sample: int, seed: str, at_once: int) -> list[Draw]:
    """So many positions, drawn with replacement, each hand equally likely within its stratum."""
    drawn = []
    for number, size in enumerate(shares(strata_of(surveys), sample)):
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
    """How many positions each stratum gets: two, then by how many hands there are and how far estimates are off."""
    needs = [stratum.hands * STRATA[number % len(STRATA)][1] for number, stratum in enumerate(strata)]
    free = sample - 2 * len(strata)
    upto = [sum(needs[:number]) * free // sum(needs) for number in range(len(needs) + 1)]
    return [2 + last - first for first, last in pairwise(upto)]


def solve_draw(work: Work, drawn: Draw) -> Stratum:
    """Solve the positions drawn: their sums."""
    parts, _ = table(work)
    changes: Changes = {}
    sums = Stratum()
    for gain, position in zip(drawn.estimates, solve_classes(work, drawn.up_rank, drawn.numbers), strict=True):
        without = position.without
        assert without is not None
        added = round((_worth(position, parts.ante) - _worth(without, parts.ante)) * BILLIONTHS)
        sums += Stratum(0, 0, 1, gain, gain**2, added, added**2, gain * added)
        if position.choice != without.choice:
            for one, sign in ((position, 1), (without, -1)):
                for end, count in enumerate(one.ends):
                    if count:
                        _add(changes, one.draws, end, sign * count, sign * count * gain)
    return sums + Stratum(changes=_listed(changes))


def estimated(ends: Ends, strata: Sequence[Stratum]) -> tuple[dict[tuple[int, int], Fraction], Decimal]:
    """How often a round comes to each end, by new cards, if it is no instant cash; and the standard error of its worth.

    `ends` is the game without exchanges, in `WAYS`.
    """
    hands = sum(stratum.hands for stratum in strata)
    counts = {
        (draws, end): Fraction(ends[draws][end], WAYS * hands)
        for draws in range(2)
        for end in range(ENDS)
        if ends[draws][end]
    }
    variance = Fraction(0)
    for stratum in strata:
        tilt, share = _tilt(stratum), Fraction(stratum.hands, hands)
        mean = Fraction(stratum.estimates, stratum.drawn)
        for draws, end, some, with_gain in stratum.changes:
            change = (some + tilt * (with_gain - mean * some)) / stratum.drawn
            counts[draws, end] = counts.get((draws, end), Fraction(0)) + share * change / weight(draws)
        variance += share**2 * _variance(stratum) / stratum.drawn
    return counts, root(variance)


def _add(changes: Changes, draws: int, end: int, some: int, with_gain: int) -> None:
    both = changes.setdefault((draws, end), [0, 0])
    both[0] += some
    both[1] += with_gain


def _listed(changes: Changes) -> tuple[tuple[int, int, int, int], ...]:
    return tuple((draws, end, some, with_gain) for (draws, end), (some, with_gain) in sorted(changes.items()))


def _tilt(stratum: Stratum) -> Fraction:
    """By how much a drawn position's weight changes for each unit that its estimate is above their mean."""
    spread = _spread(stratum)
    if not spread:
        return Fraction(0)
    return (Fraction(stratum.gains, stratum.hands) - Fraction(stratum.estimates, stratum.drawn)) / spread


def _spread(stratum: Stratum) -> Fraction:
    return Fraction(stratum.squares, stratum.drawn) - Fraction(stratum.estimates, stratum.drawn) ** 2


def _variance(stratum: Stratum) -> Fraction:
    """The variance of what exchanges add beside the line through the estimates, in Antes."""
    drawn, spread = stratum.drawn, _spread(stratum)
    mean = Fraction(stratum.added, drawn)
    variance = Fraction(stratum.added_squares, drawn) - mean**2
    lost = 1
    if spread:
        variance -= (Fraction(stratum.products, drawn) - mean * Fraction(stratum.estimates, drawn)) ** 2 / spread
        lost = 2
    return max(variance, Fraction(0)) * drawn / max(drawn - lost, 1) / BILLIONTHS**2


def _members(gains: Ints) -> list[Ints]:
    """The classes of each stratum of an up card."""
    places = np.searchsorted([start for start, _ in STRATA], gains, side="right") - 1
    return [np.flatnonzero(places == place) for place in range(len(STRATA))]


def _worth(solved: Solved, ante: int) -> Fraction:
    return Fraction(solved.value, ante * weight(solved.draws))
