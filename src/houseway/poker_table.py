"""Arrays of hands are ranked by table lookup: the compiled form of `poker.rank_of`, for odds and simulation.

A batch rank is 1 (the worst high card) to 7462 (a royal flush): the place of `rank_of` among all the values
it takes, so both forms order hands alike. `Tables.values` and `Tables.categories` lead back from it.

Each card adds one number to the key of its hand. The low half of the key is a sum that no two sets of ranks
share; the high half counts suits, and a counter that reaches 8 tells a flush. A flush takes its own number,
the ranks of its suit, above all sums. Sum or flush, the number is looked up in a table whose mostly empty
rows are laid over one another.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.poker import category, rank_of

TABLES = Path(__file__).with_name("data") / "poker_tables.npz"

# One number for each rank, each the least that keeps the sums of seven cards distinct, with at most four of a
# rank. Sums of five and of six are then distinct too, since any two such hands can be filled up alike.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

ROW = 1 << 11
FLUSH_ROW = 7 * RANK_KEYS[-1] // ROW + 1  # above every sum, even of cards that are not distinct
ROWS = FLUSH_ROW + (1 << 13) // ROW

# The same for the kernels, where an unsigned number must meet only unsigned ones.
NO_CARDS = np.uint64(0x3333 << 32)  # four suit counters: the fifth card of a suit brings one to 8
_FLUSH = np.uint64(0x8888 << 32)
_FLUSH_IN_CLUBS = np.uint64(0x8 << 32)
_COUNTER, _SUIT = np.uint64(4), np.uint64(16)
_SUM, _RANKS = np.uint64((1 << 32) - 1), np.uint64((1 << 13) - 1)
_FLUSHES = np.uint64(FLUSH_ROW * ROW)
_ROW_BITS, _IN_ROW = np.uint64(11), np.uint64(ROW - 1)


class Tables(NamedTuple):
    """What the kernels read. Hand it to a kernel as an argument: as a global it would cost half the speed."""

    keys: npt.NDArray[np.uint64]  # by card: what it adds to the key of its hand
    suits: npt.NDArray[np.uint64]  # by card: the bit of its rank, in the 16 bits of its suit
    rows5: npt.NDArray[np.uint32]  # by row of the number looked up: where the row starts in ranks5
    ranks5: npt.NDArray[np.uint16]
    rows6: npt.NDArray[np.uint32]
    ranks6: npt.NDArray[np.uint16]
    rows7: npt.NDArray[np.uint32]
    ranks7: npt.NDArray[np.uint16]
    values: npt.NDArray[np.int64]  # by batch rank: the `rank_of` that it stands for; nothing has rank 0
    categories: npt.NDArray[np.uint8]  # by batch rank: its Category


@cache
def load_tables() -> Tables:
    """The tables as shipped, read once per process."""
    with np.load(TABLES) as arrays:
        return Tables(**arrays)


def evaluate(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The rank of each row of five, six or seven distinct cards; the higher wins, equal ranks tie."""
    if hands.ndim != 2 or hands.shape[1] not in _BATCHES or hands.dtype != np.uint8:
        raise ValueError("hands are ranked from a uint8 array of shape (n, 5), (n, 6) or (n, 7)")
    if hands.size and hands.max() > 51:
        raise ValueError("hands hold cards 0 (2c) to 51 (As) only: leave out jokers and unknown cards")
    ranks = np.empty(len(hands), np.uint16)
    _BATCHES[hands.shape[1]](np.ascontiguousarray(hands), load_tables(), ranks)
    return ranks


# Arrays are read without a branch here and in what this calls: numba counts references around a branch that
# arrays pass through, and ranking would take ten times as long.


@compiled
def rank5(key: np.uint64, suits: np.uint64, tables: Tables) -> np.uint16:
    """The rank of five cards: NO_CARDS plus their `tables.keys`, and their `tables.suits` or-ed together."""
    return _look_up(_number(key, suits), tables.rows5, tables.ranks5)


@compiled
def rank6(key: np.uint64, suits: np.uint64, tables: Tables) -> np.uint16:
    """The rank of the best five of six cards, given as to `rank5`."""
    return _look_up(_number(key, suits), tables.rows6, tables.ranks6)


@compiled
def rank7(key: np.uint64, suits: np.uint64, tables: Tables) -> np.uint16:
    """The rank of the best five of seven cards, given as to `rank5`."""
    return _look_up(_number(key, suits), tables.rows7, tables.ranks7)


@compiled
def _number(key: np.uint64, suits: np.uint64) -> np.uint64:
    """The number under which the tables hold a hand: its sum, or the ranks of its flush above all sums."""
    flush = key & _FLUSH
    if not flush:
        return key & _SUM
    while flush != _FLUSH_IN_CLUBS:
        flush >>= _COUNTER
        suits >>= _SUIT
    return _FLUSHES + (suits & _RANKS)


@compiled
def _look_up(number: np.uint64, rows: npt.NDArray[np.uint32], ranks: npt.NDArray[np.uint16]) -> np.uint16:
    rank: np.uint16 = ranks[rows[number >> _ROW_BITS] + (number & _IN_ROW)]
    return rank


@compiled
def _batch5(hands: npt.NDArray[np.uint8], tables: Tables, ranks: npt.NDArray[np.uint16]) -> None:
    keys, suits = tables.keys, tables.suits
    for i in range(len(hands)):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        ranks[i] = rank5(key, suits[a] | suits[b] | suits[c] | suits[d] | suits[e], tables)


@compiled
def _batch6(hands: npt.NDArray[np.uint8], tables: Tables, ranks: npt.NDArray[np.uint16]) -> None:
    keys, suits = tables.keys, tables.suits
    for i in range(len(hands)):
        a, b, c, d, e, f = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5]
        key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
        ranks[i] = rank6(key, suits[a] | suits[b] | suits[c] | suits[d] | suits[e] | suits[f], tables)


@compiled
def _batch7(hands: npt.NDArray[np.uint8], tables: Tables, ranks: npt.NDArray[np.uint16]) -> None:
    keys, suits = tables.keys, tables.suits
    for i in range(len(hands)):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        f, g = hands[i, 5], hands[i, 6]
        key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        suited = suits[a] | suits[b] | suits[c] | suits[d] | suits[e] | suits[f] | suits[g]
        ranks[i] = rank7(key, suited, tables)


_BATCHES = {5: _batch5, 6: _batch6, 7: _batch7}


def build_tables() -> Tables:
    """The tables computed anew from `rank_of`. `python -m houseway.poker_table` writes them to the file."""
    values = {size: _value_by_sum(size) | _value_by_flush(size) for size in (5, 6, 7)}
    ordered = sorted(set(values[5].values()))
    batch_rank = {value: place for place, value in enumerate(ordered, start=1)}
    overlaid = {}
    for size, by_number in values.items():
        overlaid[size] = _overlay({number: batch_rank[value] for number, value in by_number.items()})
    return Tables(
        np.array([RANK_KEYS[card >> 2] | 1 << 32 + 4 * (card & 3) for card in range(52)], np.uint64),
        np.array([1 << 16 * (card & 3) + (card >> 2) for card in range(52)], np.uint64),
        *overlaid[5],
        *overlaid[6],
        *overlaid[7],
        values=np.array([0, *ordered], np.int64),
        categories=np.array([0, *(category(value) for value in ordered)], np.uint8),
    )


def _value_by_sum(size: int) -> dict[int, int]:
    """`rank_of` for every choice of ranks that `size` cards can have, in suits that make no flush."""
    values = {}
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[place] != ranks[place + 4] for place in range(size - 4)):
            # Equal ranks are neighbours, so going round the suits deals no card twice and no suit three.
            cards = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
            values[sum(RANK_KEYS[rank] for rank in ranks)] = rank_of(cards)
    return values


def _value_by_flush(size: int) -> dict[int, int]:
    """`rank_of` for every five or more ranks of one suit that `size` cards can have."""
    return {
        FLUSH_ROW * ROW + sum(1 << rank for rank in ranks): rank_of([4 * rank for rank in ranks])
        for suited in range(5, size + 1)
        for ranks in combinations(range(13), suited)
    }


def _overlay(entries: dict[int, int]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
    """The rows of a sparse table, laid over one another where no entries meet: fullest first, first fit."""
    rows: dict[int, list[int]] = {}
    for number in entries:
        rows.setdefault(number // ROW, []).append(number % ROW)
    starts = np.zeros(ROWS, np.uint32)
    table = np.zeros(3 * len(entries) + ROW, np.uint16)
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        taken = np.zeros(len(table) - ROW, bool)
        for column in columns:
            taken |= table[column : column + len(taken)] != 0
        start = int(np.argmin(taken))
        starts[row] = start
        for column in columns:
            table[start + column] = entries[row * ROW + column]
    return starts, table[: int(starts.max()) + ROW]


if __name__ == "__main__":
    np.savez_compressed(TABLES, **build_tables()._asdict())
    print(f"wrote {TABLES}")
