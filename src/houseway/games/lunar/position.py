"""Every choice of a player who sees five cards and the dealer's up card, counted exactly: 38.10(b) to (k).

The four hole cards are any of the 46 unseen ones, and what a player draws is not among them. So a bet on a final hand
needs the number of dealers, of lower, equal or no qualifying rank, whose hole cards avoid the new cards N: the sum over
the subsets S of N of (-1)^|S| times the dealers who hold S. These counts are kept for all S of up to four cards while
the dealers are put in rank by rank; at each rank the final hands of that rank are answered. A hand of 46 cards has
2.4 million ways to end, with at most 31 subsets each.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.lunar.ends import ENDS, FOLDS, put, value_of
from houseway.games.lunar.forcing import Forced, Stays, force_all, most_outs, stays
from houseway.games.lunar.paying import (
    ACE_AND_KING,
    Cards,
    Ints,
    Scale,
    five_pays,
    high_card,
    pay_of,
    qualifying_rank,
)
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank5, rank6

Ranks = npt.NDArray[np.uint16]

UNSEEN = 46
CHOICES = 28  # bet, buy and every exchange; a fold needs no counting
BET, BUY = 0, 1
EXCHANGES = tuple(places for size in range(2, 6) for places in combinations(range(5), size))

_SUBSETS = tuple(comb(UNSEEN, size) for size in range(5))
_PAIRS, _TRIPLES, _FOURS = (sum(_SUBSETS[:size]) for size in (2, 3, 4))
_DEALERS = _SUBSETS[4]
_RANKS = 7463
_NEW = 6  # bits of a new card's place among the unseen ones
_IN_PLACE = (1 << _NEW) - 1
# Three counts in one number: dealers without a hand, of lower rank, of equal rank.
_LOWER_BITS, _EQUAL_BITS = 21, 42
_COUNT = (1 << _LOWER_BITS) - 1


class Sight(NamedTuple):
    """What the player sees, and what can come of each choice."""

    hand: Cards
    up: int
    unseen: Cards
    all_unseen: np.uint64  # the same, 16 bits for each suit
    high: Ints  # by place among the unseen cards: 1 for a king, 2 for an ace
    high_kept: Ints  # by choice: the same of all cards kept
    kept: Cards  # by choice: the cards of the hand that are kept
    keeps: Ints  # by choice: how many
    draws: Ints  # by choice: how many new cards
    binomials: Ints  # by size and place: the first number of a subset whose highest card that is


class Law(NamedTuple):
    """What kernels must know of the table: what wins how much, and the tables of hands."""

    ante: int
    wins: Ints
    five_pays: Ints
    ranked: bool
    qualifying: int
    stays: Stays
    tables: Tables


def law(scale: Scale, ranked: bool) -> Law:
    """The law of a table for kernels."""
    return Law(scale.ante, scale.wins, five_pays(ranked), ranked, qualifying_rank(), stays(), load_tables())


def sight(hand: Sequence[int], up: int) -> Sight:
    """What a player with these five cards faces."""
    kept = np.zeros((CHOICES, 5), np.uint8)
    keeps, draws = np.full(CHOICES, 5), np.zeros(CHOICES, np.int64)
    kept[BET] = kept[BUY] = np.array(hand, np.uint8)
    draws[BUY] = 1
    for choice, places in enumerate(EXCHANGES, start=2):
        left = [card for place, card in enumerate(hand) if place not in places]
        kept[choice, : len(left)] = left
        keeps[choice], draws[choice] = len(left), len(places)
    sizes = zip(kept.tolist(), keeps.tolist(), strict=True)
    high_kept = np.array([reduce(or_, (high_card(card) for card in row[:size]), 0) for row, size in sizes])
    unseen = [card for card in range(52) if card not in hand and card != up]
    return Sight(
        np.array(hand, np.uint8),
        up,
        np.array(unseen, np.uint8),
        np.uint64(sum(1 << 16 * (card & 3) + (card >> 2) for card in unseen)),
        np.array([high_card(card) for card in unseen]),
        high_kept,
        kept,
        keeps,
        draws,
        np.array([[comb(place, size) for place in range(UNSEEN)] for size in range(5)], np.int64),
    )


def count_choices(hand: Sequence[int], up: int, law: Law, wanted: Sequence[bool] = (True,) * CHOICES) -> Ints:
    """By choice and end: how many of the `weight(choice)` ways to deal the rest come to that end, if the player then
    bets or folds, and forces or not, as is best."""
    return _count(sight(hand, up), law, np.array(wanted, np.bool_))


def bet_ends(hand: Sequence[int], up: int, law: Law) -> Ints:
    """How a bet on five or six cards ends, over all hole cards and new cards of a forced dealer."""
    unseen = [card for card in range(52) if card not in hand and card != up]
    return _bet(np.array(hand, np.uint8), up, np.array(unseen, np.uint8), law)


def weight(draws: int) -> int:
    """The ways to deal new cards, the four hole cards and a new card for a forced dealer."""
    return comb(UNSEEN, draws) * comb(UNSEEN - draws, 4) * (UNSEEN - draws - 4)


@compiled
def _count(seen: Sight, law: Law, wanted: npt.NDArray[np.bool_]) -> Ints:
    ends = np.zeros((CHOICES, ENDS), np.int64)
    dealers, dealer_starts = _dealers(seen, law.tables)
    finals, final_starts = _finals(seen, wanted, law.tables)
    counts = np.zeros(_FOURS + _DEALERS, np.int64)
    # Numbers from an array: a kernel is compiled once more for every constant that it is given.
    none, equal, no_longer_equal = np.array([1, 1 << _EQUAL_BITS, (1 << _LOWER_BITS) - (1 << _EQUAL_BITS)])
    for dealer in range(dealer_starts[law.qualifying]):
        _put_in(counts, dealers[dealer], none, seen.binomials)
    _answer(finals[: final_starts[law.qualifying]], law.qualifying - 1, counts, ends, seen, law)
    for rank in range(law.qualifying, _RANKS):
        first, last = dealer_starts[rank], dealer_starts[rank + 1]
        for dealer in range(first, last):
            _put_in(counts, dealers[dealer], equal, seen.binomials)
        _answer(finals[final_starts[rank] : final_starts[rank + 1]], rank, counts, ends, seen, law)
        for dealer in range(first, last):
            _put_in(counts, dealers[dealer], no_longer_equal, seen.binomials)
    return ends


@compiled
def _answer(finals: Ints, rank: int, counts: Ints, ends: Ints, seen: Sight, law: Law) -> None:
    """Put final hands of one rank where they end; those that do not qualify need not be of one rank."""
    ante, all_draws, two, three, four = law.ante, seen.draws, seen.binomials[2], seen.binomials[3], seen.binomials[4]
    high, high_kept = seen.high, seen.high_kept
    without_both, with_both = law.five_pays[rank]
    outs = most_outs(rank, law.stays)
    new = np.empty(5, np.int64)
    for final in finals:
        choice = final >> 5 * _NEW
        draws = all_draws[choice]
        for place in range(draws):
            new[place] = final >> _NEW * place & _IN_PLACE
        # The dealers who hold none of the new cards.
        found = counts[0]
        for i in range(draws):
            a = new[i]
            found -= counts[1 + a]
            for j in range(i + 1, draws):
                ab = a + two[new[j]]
                found += counts[_PAIRS + ab]
                for k in range(j + 1, draws):
                    abc = ab + three[new[k]]
                    found -= counts[_TRIPLES + abc]
                    for m in range(k + 1, draws):
                        found += counts[_FOURS + abc + four[new[m]]]
        none, lower, equal = found & _COUNT, found >> _LOWER_BITS & _COUNT, found >> _EQUAL_BITS
        cards = UNSEEN - draws
        total, stub = cards * (cards - 1) * (cards - 2) * (cards - 3) // 24, cards - 4
        losses = total - none - lower - equal
        ace_king = high_kept[choice]
        for place in range(draws):
            ace_king |= high[new[place]]
        pay = with_both if ace_king == ACE_AND_KING else without_both
        if choice == BUY and rank >= law.qualifying:
            pay = _bought_pay(seen, seen.unseen[new[0]], rank, law)
        win, forced = law.wins[pay], Forced(0, 0, 0, 0)
        if win * outs > 2 * ante * stub:
            forced = _forced(final, rank, win, seen, law)
        if choice != BET and value_of(none, lower, losses, win, forced, ante, stub) < -ante * total * stub:
            ends[choice, FOLDS] += total * stub
        else:
            put(ends[choice], 1, none, lower, equal, losses, pay, forced, stub)


@compiled
def _bet(hand: Cards, up: int, unseen: Cards, law: Law) -> Ints:
    ends = np.zeros(ENDS, np.int64)
    keys, suits, tables = law.tables.keys, law.tables.suits, law.tables
    key, suited, all_unseen = NO_CARDS, np.uint64(0), np.uint64(0)
    for card in hand:
        key += keys[card]
        suited |= suits[card]
    for card in unseen:
        all_unseen |= suits[card]
    ranks = np.empty(1, np.int64)
    ranks[0] = rank5(key, suited, tables) if len(hand) == 5 else rank6(key, suited, tables)
    rank: int = ranks[0]
    none, lower, equal, higher = 0, 0, 0, 0
    for d in range(3, len(unseen)):
        for c in range(2, d):
            for b in range(1, c):
                key3 = NO_CARDS + keys[up] + keys[unseen[d]] + keys[unseen[c]] + keys[unseen[b]]
                suits3 = suits[up] | suits[unseen[d]] | suits[unseen[c]] | suits[unseen[b]]
                for a in range(b):
                    dealer = rank5(key3 + keys[unseen[a]], suits3 | suits[unseen[a]], tables)
                    none += 1 if dealer < law.qualifying else 0
                    lower += 1 if law.qualifying <= dealer < rank else 0
                    equal += 1 if law.qualifying <= dealer == rank else 0
                    higher += 1 if law.qualifying <= dealer > rank else 0
    stub = len(unseen) - 4
    pay, forced = 0, Forced(0, 0, 0, 0)
    if rank >= law.qualifying:
        pay = pay_of(hand, len(hand), rank, law.ranked, law.tables)
        forced = force_all(all_unseen, up, rank, law.wins[pay], law.ante, stub, law.stays)
    put(ends, 1, none, lower, equal, higher, pay, forced, stub)
    return ends


@compiled
def _bought_pay(seen: Sight, card: int, rank: int, law: Law) -> int:
    hand = np.empty(6, np.uint8)
    hand[:5] = seen.hand
    hand[5] = card
    return pay_of(hand, 6, rank, law.ranked, law.tables)


@compiled
def _forced(final: int, rank: int, win: int, seen: Sight, law: Law) -> Forced:
    draws = seen.draws[final >> 5 * _NEW]
    unseen = seen.all_unseen
    for place in range(draws):
        unseen ^= law.tables.suits[seen.unseen[final >> _NEW * place & _IN_PLACE]]
    return force_all(unseen, seen.up, rank, win, law.ante, UNSEEN - draws - 4, law.stays)


@compiled
def _put_in(counts: Ints, dealer: int, amount: int, binomials: Ints) -> None:
    """A dealer's hole cards are added to every set of them."""
    a, b = dealer & _IN_PLACE, dealer >> _NEW & _IN_PLACE
    c, d = dealer >> 2 * _NEW & _IN_PLACE, dealer >> 3 * _NEW
    two, three, four = binomials[2], binomials[3], binomials[4]
    ab, ac, ad, bc, bd, cd = a + two[b], a + two[c], a + two[d], b + two[c], b + two[d], c + two[d]
    counts[0] += amount
    counts[1 + a] += amount
    counts[1 + b] += amount
    counts[1 + c] += amount
    counts[1 + d] += amount
    counts[_PAIRS + ab] += amount
    counts[_PAIRS + ac] += amount
    counts[_PAIRS + ad] += amount
    counts[_PAIRS + bc] += amount
    counts[_PAIRS + bd] += amount
    counts[_PAIRS + cd] += amount
    counts[_TRIPLES + ab + three[c]] += amount
    counts[_TRIPLES + ab + three[d]] += amount
    counts[_TRIPLES + ac + three[d]] += amount
    counts[_TRIPLES + bc + three[d]] += amount
    counts[_FOURS + ab + three[c] + four[d]] += amount


@compiled
def _dealers(seen: Sight, tables: Tables) -> tuple[Ints, Ints]:
    """Every four hole cards, ordered by the rank of the dealer's hand, and where each rank starts."""
    listed, ranks = np.empty(_DEALERS, np.int64), np.empty(_DEALERS, np.uint16)
    keys, suits, unseen = tables.keys, tables.suits, seen.unseen
    number = 0
    for d in range(3, UNSEEN):
        for c in range(2, d):
            for b in range(1, c):
                key3 = NO_CARDS + keys[seen.up] + keys[unseen[d]] + keys[unseen[c]] + keys[unseen[b]]
                suits3 = suits[seen.up] | suits[unseen[d]] | suits[unseen[c]] | suits[unseen[b]]
                for a in range(b):
                    card = unseen[a]
                    ranks[number] = rank5(key3 + keys[card], suits3 | suits[card], tables)
                    listed[number] = a | b << _NEW | c << 2 * _NEW | d << 3 * _NEW
                    number += 1
    return _by_rank(listed, ranks)


@compiled
def _finals(seen: Sight, wanted: npt.NDArray[np.bool_], tables: Tables) -> tuple[Ints, Ints]:
    """Every final hand of the wanted choices, ordered by its rank, and where each rank starts."""
    starts = np.zeros(CHOICES + 1, np.int64)
    for choice in range(CHOICES):
        ways = 1 if wanted[choice] else 0
        for place in range(seen.draws[choice]):
            ways = ways * (UNSEEN - place) // (place + 1)
        starts[choice + 1] = starts[choice] + ways
    size = starts[CHOICES]
    listed, ranks = np.empty(size, np.int64), np.empty(size, np.uint16)
    keys, suits = tables.keys, tables.suits
    for choice in range(CHOICES):
        if not wanted[choice]:
            continue
        number = starts[choice]
        key, suited = NO_CARDS, np.uint64(0)
        for place in range(seen.keeps[choice]):
            key += keys[seen.kept[choice, place]]
            suited |= suits[seen.kept[choice, place]]
        if choice == BET:
            ranks[number] = rank5(key, suited, tables)
            listed[number] = choice << 5 * _NEW
        elif choice == BUY:
            for a in range(UNSEEN):
                card = seen.unseen[a]
                ranks[number + a] = rank6(key + keys[card], suited | suits[card], tables)
                listed[number + a] = choice << 5 * _NEW | a
        else:
            _exchanged(choice, key, suited, number, listed, ranks, seen, tables)
    return _by_rank(listed, ranks)


@compiled
def _exchanged(
    choice: int,
    key: np.uint64,
    suited: np.uint64,
    number: int,
    listed: Ints,
    ranks: Ranks,
    seen: Sight,
    tables: Tables,
) -> None:
    """Every final hand of an exchange, listed from a number on: the cards kept and any new ones."""
    keys, suits, unseen = tables.keys, tables.suits, seen.unseen
    last = seen.draws[choice] - 1
    places = np.arange(last + 1)
    while True:
        upper_key, upper_suits, final = key, suited, choice << 5 * _NEW
        for i in range(last):
            upper_key += keys[unseen[places[i]]]
            upper_suits |= suits[unseen[places[i]]]
            final |= places[i] << _NEW * i
        for place in range(places[last - 1] + 1, UNSEEN):
            card = unseen[place]
            ranks[number] = rank5(upper_key + keys[card], upper_suits | suits[card], tables)
            listed[number] = final | place << _NEW * last
            number += 1
        moved = last - 1
        while moved >= 0 and places[moved] == UNSEEN - 1 - last + moved:
            moved -= 1
        if moved < 0:
            return
        places[moved] += 1
        for i in range(moved + 1, last):
            places[i] = places[i - 1] + 1


@compiled
def _by_rank(listed: Ints, ranks: Ranks) -> tuple[Ints, Ints]:
    """The listed ones in the order of their ranks, and where each rank starts."""
    starts = np.zeros(_RANKS + 1, np.int64)
    for rank in ranks:
        starts[rank + 1] += 1
    for rank in range(_RANKS):
        starts[rank + 1] += starts[rank]
    ends = starts.copy()
    ordered = np.empty(len(listed), np.int64)
    for i in range(len(listed)):
        ordered[ends[ranks[i]]] = listed[i]
        ends[ranks[i]] += 1
    return ordered, starts
