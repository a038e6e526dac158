"""Every hand of five or six cards against one up card, by classes: how many dealers it beats, and what a bet is worth.

The dealers are put in rank by rank, and at each rank the hands of that rank are told how many of the dealers so far
hold none of their cards. So the whole game without exchanges is counted exactly in about a minute.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.classes import Hands, cards_of, classes_of, list_hands
from houseway.games.lunar.dealers import (
    OTHERS,
    Ranks,
    avoiding,
    binomials_of,
    by_rank,
    dealers_by_rank,
    no_dealers,
    places_of,
    put_in,
)
from houseway.games.lunar.ends import value_of
from houseway.games.lunar.forcing import Forced, force_all, most_outs
from houseway.games.lunar.paying import Ints, pay_of
from houseway.games.lunar.position import Law
from houseway.poker_table import NO_CARDS, Tables, rank5, rank6

_ALL_CARDS = 0x1FFF1FFF1FFF1FFF
# Three counts in one number: dealers without a hand, of lower rank, of equal rank.
_LOWER_BITS, _EQUAL_BITS = 21, 42
_COUNT = (1 << _LOWER_BITS) - 1


class Against(NamedTuple):
    """Every class of hands of one size against an up card."""

    hands: Hands
    ranks: Ranks
    dealers: Ints  # three counts in one number: `counts_in` tells them apart
    pays: npt.NDArray[np.uint8]
    forcing: npt.NDArray[np.int32]  # the row of `forced` that holds whom a hand forces, or -1
    forced: Ints
    values: Ints  # of a bet over all dealers, in parts of an Ante, times the stub


def count_hands(size: int, up_rank: int, law: Law, forces: bool = True) -> Against:
    """All classes of hands of five or six cards against an up card of this rank."""
    hands = list_hands(size, classes_of(size))
    ranks, dealers = _dealers_of(hands, size, up_rank, law)
    pays, forcing, forced = _won(hands, ranks, size, up_rank, law, forces)
    values = _values(dealers, pays, forcing, forced, size, law)
    return Against(hands, ranks, dealers, pays, forcing, forced, values)


@compiled
def counts_in(found: int, size: int) -> tuple[int, int, int, int, int]:
    """Dealers without a hand, of lower, equal and higher rank; and the cards of the stub once they have shown."""
    cards = OTHERS - size
    none, lower, equal = found & _COUNT, found >> _LOWER_BITS & _COUNT, found >> _EQUAL_BITS
    total = cards * (cards - 1) * (cards - 2) * (cards - 3) // 24
    return none, lower, equal, total - none - lower - equal, cards - 4


@compiled
def forced_by(number: int, forcing: npt.NDArray[np.int32], forced: Ints) -> Forced:
    """Whom a hand forces."""
    row = forcing[number]
    if row < 0:
        return Forced(0, 0, 0, 0)
    return Forced(forced[row, 0], forced[row, 1], forced[row, 2], forced[row, 3])


@compiled
def _values(
    dealers: Ints, pays: npt.NDArray[np.uint8], forcing: npt.NDArray[np.int32], forced: Ints, size: int, law: Law
) -> Ints:
    values = np.empty(len(dealers), np.int64)
    for number in range(len(dealers)):
        none, lower, _, losses, stub = counts_in(dealers[number], size)
        forces = forced_by(number, forcing, forced)
        values[number] = value_of(none, lower, losses, law.wins[pays[number]], forces, law.ante, stub)
    return values


@compiled
def _won(
    hands: Hands, ranks: Ranks, size: int, up_rank: int, law: Law, forces: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32], Ints]:
    """The pay of every hand that qualifies, and whom it forces."""
    pays, forcing = np.zeros(len(hands), np.uint8), np.full(len(hands), -1, np.int32)
    forced = np.empty(((ranks > law.stays.best_pair).sum(), 4), np.int64)
    rows = 0
    stub = OTHERS - size - 4
    cards = np.empty(6, np.uint8)
    for number in range(len(hands)):
        rank = ranks[number]
        if rank < law.qualifying:
            continue
        cards_of(hands[number], up_rank, cards)
        pays[number] = pay_of(cards, size, rank, law.ranked, law.tables)
        win = law.wins[pays[number]]
        if not forces or win * most_outs(rank, law.stays) <= 2 * law.ante * stub:
            continue
        unseen = np.uint64(_ALL_CARDS) ^ law.tables.suits[4 * up_rank]
        for place in range(size):
            unseen ^= law.tables.suits[cards[place]]
        found = force_all(unseen, 4 * up_rank, rank, win, law.ante, stub, law.stays)
        if found.dealers:
            forcing[number] = rows
            forced[rows] = (found.dealers, found.wins, found.pushes, found.losses)
            rows += 1
    return pays, forcing, forced[:rows]


@compiled
def _dealers_of(hands: Hands, size: int, up_rank: int, law: Law) -> tuple[Ranks, Ints]:
    """The rank of each hand, and the dealers who hold none of its cards."""
    binomials = binomials_of(OTHERS)
    dealers, dealer_starts = dealers_by_rank(up_rank, law.tables)
    ranks = _rank_hands(hands, size, up_rank, law.tables)
    order, starts = by_rank(ranks)
    places = places_of(hands, size)
    counts = no_dealers()
    found = np.empty(len(hands), np.int64)
    # Numbers from an array: a kernel is compiled once more for every constant that it is given.
    none, equal, no_longer_equal = np.array([1, 1 << _EQUAL_BITS, (1 << _LOWER_BITS) - (1 << _EQUAL_BITS)])
    qualifying = law.qualifying
    put_in(counts, dealers[: dealer_starts[qualifying]], none, binomials)
    for number in order[: starts[qualifying]]:
        found[number] = avoiding(counts, places[number], binomials)
    for rank in range(qualifying, len(starts) - 1):
        these = dealers[dealer_starts[rank] : dealer_starts[rank + 1]]
        put_in(counts, these, equal, binomials)
        for number in order[starts[rank] : starts[rank + 1]]:
            found[number] = avoiding(counts, places[number], binomials)
        put_in(counts, these, no_longer_equal, binomials)
    return ranks, found


@compiled
def _rank_hands(hands: Hands, size: int, up_rank: int, tables: Tables) -> Ranks:
    ranks = np.empty(len(hands), np.uint16)
    cards = np.empty(6, np.uint8)
    for number in range(len(hands)):
        cards_of(hands[number], up_rank, cards)
        key, suits = NO_CARDS, np.uint64(0)
        for place in range(size):
            key += tables.keys[cards[place]]
            suits |= tables.suits[cards[place]]
        ranks[number] = rank5(key, suits, tables) if size == 5 else rank6(key, suits, tables)
    return ranks
