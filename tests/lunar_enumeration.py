"""Choices of Lunar Poker by looking at every dealer one after the other: no subsets, no counting by ranks, no sweep.

What a hand pays comes from the naive settlement; only the ranking of many hands is shared with the package.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from houseway.cards import DECK, name, read_cards
from houseway.poker_table import evaluate
from naive.lunar import bet_odds, qualifies

NEVER_FORCED = 2 * 3  # what a bet at 3 to 1 wins
LOWEST = int(evaluate(np.array([read_cards("Ac Kd 4h 3s 2c")], np.uint8))[0])


class Dealers:
    """Every four hole cards of a position with their ranks, and what each unseen card would make of a forced dealer."""

    def __init__(self, hand: Sequence[int], up: int) -> None:
        self.unseen = np.array([card for card in DECK if card not in hand and card != up], np.uint8)
        self.holes = np.array(list(combinations(self.unseen.tolist(), 4)), np.uint8)
        five = np.concatenate([np.full((len(self.holes), 1), up, np.uint8), self.holes], axis=1)
        self.ranks = evaluate(five)
        self.has = (self.holes[:, :, None] == self.unseen[None, None, :]).any(axis=1)
        self.none = np.flatnonzero(self.ranks < LOWEST)
        stay = np.sort(five[self.none], axis=1)[:, :4]  # a card's number grows with its rank: the last is the highest
        self.forced = np.empty((len(self.none), len(self.unseen)), np.uint16)
        for place, card in enumerate(self.unseen):
            new = np.full((len(stay), 1), card, np.uint8)
            twice = (stay == card).any(axis=1)
            ranks = evaluate(
                np.where(twice[:, None], [0, 1, 2, 3, 4], np.concatenate([stay, new], axis=1)).astype("u1")
            )
            self.forced[:, place] = np.where(twice, 0, ranks)


def bet(dealers: Dealers, final: Sequence[int], new: Sequence[int], second: str = "ranked") -> Fraction:
    """The mean result of betting on the final hand, of which the new cards came from the stub, in Antes."""
    gone = np.isin(dealers.unseen, new)
    possible = ~dealers.has[:, gone].any(axis=1)
    rank = int(evaluate(np.array([final], np.uint8))[0])
    win = 2 * sum(bet_odds(tuple(map(name, final)), second)) if qualifies(tuple(map(name, final))) else 0
    ranks = dealers.ranks[possible]
    known = ranks[ranks >= LOWEST]
    stub = len(dealers.unseen) - 4 - len(new)
    total = stub * (win * int((known < rank).sum()) - 3 * int((known > rank).sum()))
    total += without_hand(dealers, possible[dealers.none], ~gone, rank, win, stub)
    return Fraction(total, stub * len(ranks))


def without_hand(
    dealers: Dealers, possible: npt.NDArray[np.bool_], left: npt.NDArray[np.bool_], rank: int, win: int, stub: int
) -> int:
    """The Ante, or forcing if that is better, over all dealers without a hand; times the cards of the stub.

    Nobody forces for 3 to 1 or less: a test looks at that by itself.
    """
    if win <= NEVER_FORCED:
        return stub * int(possible.sum())
    return int(np.maximum(stub, forced(dealers, possible, left, rank, win, stub)).sum())


def forced(
    dealers: Dealers, possible: npt.NDArray[np.bool_], left: npt.NDArray[np.bool_], rank: int, win: int, stub: int
) -> npt.NDArray[np.int64]:
    """What forcing brings against each possible dealer without a hand, times the cards of the stub."""
    made = dealers.forced[possible]
    known = left[None, :] & ~dealers.has[dealers.none[possible]] & (made >= LOWEST)
    won = (known & (made < rank)).sum(axis=1).astype(np.int64)
    lost = (known & (made > rank)).sum(axis=1).astype(np.int64)
    found: npt.NDArray[np.int64] = win * won - 3 * lost - stub
    return found


def drawn(dealers: Dealers, kept: Sequence[int], number: int, second: str = "ranked") -> Fraction:
    """A payment, then the mean of the better of folding and betting over all new cards."""
    values = [after(dealers, kept, new, second) for new in combinations(dealers.unseen.tolist(), number)]
    return sum(values, Fraction(0)) / len(values)


def after(dealers: Dealers, kept: Sequence[int], new: Sequence[int], second: str = "ranked") -> Fraction:
    """A payment, then the better of folding and betting with these new cards."""
    return max(Fraction(-1), bet(dealers, [*kept, *new], new, second)) - 1


def exchanges(hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The cards that may be exchanged, in the order of the hand."""
    for size in range(2, 6):
        yield from combinations(hand, size)
