"""What forcing the dealer is worth against all the hands with which he may fail to qualify, counted at once (38.10(k)).

A dealer without a hand holds five ranks. His highest card goes, and the four that stay, all of different ranks,
qualify with a new card only by a pair, a straight or a flush: an ace and a king never meet, since he would have had a
hand. Which card went and in which suits the four are makes no difference, except that four of one suit can become a
flush. So the dealers are counted by the four ranks that stay, and those of one suit apart.

Whoever gains by forcing beats every pair. With odds of 3 to 1 or less nobody does: only pairs are beaten then, at most
twelve cards of at least 37 make one, and 12/37 x 6 - 1 is less than the Ante that is paid without forcing.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import ACE, KING
from houseway.compiling import compiled
from houseway.poker import Category, category, rank_of
from houseway.poker_table import load_tables

Ints = npt.NDArray[np.int64]

MOST_PAIRING = 12  # new cards that pair one of the four
MOST_SUITED, MOST_STRAIGHT = 9, 8  # that make a flush, a straight
NOBODY = 13  # a rank that no card has


class Stays(NamedTuple):
    """By the up card's rank: every four ranks that can stay, and what a new card makes of them."""

    starts: Ints  # by up card's rank: its first row; then the rows in which it is the highest card itself
    rows: Ints  # the four; two ranks that may not be on top; two that make a straight, and the rank of each straight
    suited: Ints  # by the set of five ranks: the batch rank of these cards in one suit
    best_pair: int  # the highest batch rank of one pair
    straight: int  # the lowest one of a straight
    flush: int  # the lowest one of a flush


class Forced(NamedTuple):
    """How many dealers are forced, and how many (dealer, new card) then win, push and lose for the player."""

    dealers: int
    wins: int
    pushes: int
    losses: int


@cache
def stays() -> Stays:
    """All rows, written once per process."""
    tables = load_tables()
    starts: list[int] = []
    rows: list[list[int]] = []
    for up in range(13):
        starts.append(len(rows))
        rows += [_row(four) for four in combinations(range(13), 4) if up in four and _tops(four)]
        starts.append(len(rows))
        rows += [_row(four) for four in combinations(range(up), 4) if _no_hand(four, up)]
    starts.append(len(rows))
    suited = np.zeros(1 << 13, np.int64)
    for five in combinations(range(13), 5):
        value = rank_of([4 * rank for rank in five])
        suited[sum(1 << rank for rank in five)] = np.searchsorted(tables.values, value)
    return Stays(
        np.array(starts, np.int64),
        np.array(rows, np.int64),
        suited,
        int(np.searchsorted(tables.categories, Category.TWO_PAIR)) - 1,
        int(np.searchsorted(tables.categories, Category.STRAIGHT)),
        int(np.searchsorted(tables.categories, Category.FLUSH)),
    )


@compiled
def most_outs(rank: int, stays: Stays) -> int:
    """At most so many new cards make the dealer qualify with a hand that this one beats; none counts against a pair."""
    if rank <= stays.best_pair:
        return 0
    if rank < stays.straight:
        return MOST_PAIRING
    return MOST_PAIRING + MOST_STRAIGHT + (MOST_SUITED if rank >= stays.flush else 0)


@compiled
def force_all(unseen: np.uint64, up: int, rank: int, win: int, ante: int, stub: int, stays: Stays) -> Forced:
    """Every dealer whom a player does well to force, who holds a hand of this batch rank that wins so much.

    `unseen` has 16 bits for each suit; `stub` is how many cards are unseen once the dealer has shown his. A player
    forces where it brings more than the Ante: win * wins - 3 * ante * losses - ante * stub > ante * stub.
    """
    dealers, wins, pushes, losses = 0, 0, 0, 0
    if win * most_outs(rank, stays) <= 2 * ante * stub:
        return Forced(dealers, wins, pushes, losses)
    up_rank, up_suit = up >> 2, up & 3
    suits, left, above, above_others = _unseen(unseen, up_suit)
    here = left[up_rank]
    suited = MOST_SUITED if rank >= stays.flush else 0
    for row in range(stays.starts[2 * up_rank], stays.starts[2 * up_rank + 2]):
        is_top = row >= stays.starts[2 * up_rank + 1]
        a, b, c, d = stays.rows[row, 0], stays.rows[row, 1], stays.rows[row, 2], stays.rows[row, 3]
        pairing = left[a] + left[b] + left[c] + left[d] - (4 if is_top else 3)
        outs = suited + (MOST_STRAIGHT if stays.rows[row, 8] else 0)
        if win * (pairing + outs) <= 2 * ante * stub:
            continue
        tops, tops_others = 1, 1
        if not is_top:
            left[up_rank] = 1  # the up card is one of the four
            x, y = stays.rows[row, 4], stays.rows[row, 5]
            tops = above[d] - left[x] - left[y]
            tops_others = above_others[d] - _of_other_suits(x, left, suits[up_suit])
            tops_others -= _of_other_suits(y, left, suits[up_suit])
        ways = left[a] * left[b] * left[c] * left[d]
        left[up_rank] = here
        if ways * tops == 0:
            continue
        won, pushed, lost = _straights(row, rank, left, stays)
        won += pairing
        four = 1 << a | 1 << b | 1 << c | 1 << d
        for suit in range(4):
            of_suit = suits[suit]
            if not is_top:
                of_suit = of_suit | 1 << up_rank if suit == up_suit else 0
            if four & ~of_suit == 0:
                ways -= 1
                if is_top and suit == up_suit:
                    continue  # a flush
                more, level, fewer = _suited(row, rank, four, of_suit & ~four, stays)
                if win * (won + more) - 3 * ante * (lost + fewer) > 2 * ante * stub:
                    dealers += tops_others
                    wins += tops_others * (won + more)
                    pushes += tops_others * (pushed + level)
                    losses += tops_others * (lost + fewer)
        if win * won - 3 * ante * lost > 2 * ante * stub:
            dealers += ways * tops
            wins += ways * tops * won
            pushes += ways * tops * pushed
            losses += ways * tops * lost
    return Forced(dealers, wins, pushes, losses)


@compiled
def _unseen(unseen: np.uint64, but: int) -> tuple[Ints, Ints, Ints, Ints]:
    """The ranks that are unseen in each suit; by rank how many cards are unseen, how many of higher ranks, and how
    many of higher ranks in the suits but one."""
    suits = np.empty(4, np.int64)
    for suit in range(4):
        suits[suit] = unseen >> np.uint64(16 * suit) & np.uint64(0x1FFF)
    left, above, above_others = np.zeros(14, np.int64), np.zeros(14, np.int64), np.zeros(14, np.int64)
    for rank in range(12, -1, -1):
        above[rank] = above[rank + 1] + left[rank + 1]
        above_others[rank] = above_others[rank + 1] + _of_other_suits(rank + 1, left, suits[but])
        for suit in range(4):
            left[rank] += suits[suit] >> rank & 1
    return suits, left, above, above_others


@compiled
def _of_other_suits(rank: int, left: Ints, suit: int) -> int:
    cards: int = left[rank] - (suit >> rank & 1)
    return cards


@compiled
def _straights(row: int, rank: int, left: Ints, stays: Stays) -> tuple[int, int, int]:
    """New cards that make a straight, which the player beats, equals or loses to."""
    won, pushed, lost = 0, 0, 0
    for place in range(2):
        cards, made = left[stays.rows[row, 6 + place]], stays.rows[row, 8 + place]
        won += cards if made < rank else 0
        pushed += cards if made == rank else 0
        lost += cards if made > rank else 0
    return won, pushed, lost


@compiled
def _suited(row: int, rank: int, four: int, new_ranks: int, stays: Stays) -> tuple[int, int, int]:
    """What the new cards of the suit of the four change: they make flushes, some of them in place of straights."""
    won, pushed, lost = 0, 0, 0
    for new in range(13):
        if new_ranks >> new & 1:
            made = stays.suited[four | 1 << new]
            won += 1 if made < rank else 0
            pushed += 1 if made == rank else 0
            lost += 1 if made > rank else 0
    for place in range(2):
        if new_ranks >> stays.rows[row, 6 + place] & 1:
            made = stays.rows[row, 8 + place]
            won -= 1 if made < rank else 0
            pushed -= 1 if made == rank else 0
            lost -= 1 if made > rank else 0
    return won, pushed, lost


def _row(four: tuple[int, ...]) -> list[int]:
    """The four ranks, the ranks above them that may not have been on top, and the straights that a new card makes."""
    bars = [top for top in range(four[-1] + 1, 13) if top not in _tops(four)]
    new = [rank for rank in range(13) if rank not in four and _is_straight({*four, rank})]
    made = [int(np.searchsorted(load_tables().values, rank_of(_unsuited([*four, rank])))) for rank in new]
    return [*four, *_two(bars, NOBODY), *_two(new, NOBODY), *_two(made, 0)]


def _two(numbers: list[int], filler: int) -> list[int]:
    return [*numbers, filler, filler][:2]


def _tops(four: tuple[int, ...]) -> list[int]:
    """The ranks that may have been above these four."""
    return [top for top in range(four[-1] + 1, 13) if _no_hand(four, top)]


def _no_hand(four: tuple[int, ...], top: int) -> bool:
    """Are these five ranks, in more than one suit, no qualifying hand?"""
    return not _is_straight({*four, top}) and not (top == ACE and four[-1] == KING)


def _is_straight(ranks: set[int]) -> bool:
    return category(rank_of(_unsuited(sorted(ranks)))) == Category.STRAIGHT


def _unsuited(ranks: list[int]) -> list[int]:
    return [4 * rank + (place == 0) for place, rank in enumerate(ranks)]
