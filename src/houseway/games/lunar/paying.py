"""What a winning bet pays, as a number for kernels: the compiled form of `settle.bet_lines` (38.10(i)3, 38.12(e)).

A pay is `PAYS_OF_A_LINE * first + second`. `first` is the winning hand's Category, where Ace-King stands for a hand
that is none of them; `second` is 0 without a second hand, else one more than its Category.
"""

from fractions import Fraction
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import read_cards
from houseway.compiling import compiled
from houseway.games.lunar.hands import ACE_KING, LINES, QUALIFYING
from houseway.games.lunar.rules import Rules
from houseway.money import Cents
from houseway.poker import Category, rank_of
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank5

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

PAYS_OF_A_LINE = 11
PAYS = PAYS_OF_A_LINE * len(Category)
NAMES = tuple(LINES.get(category, ACE_KING) for category in Category)

_HIGH_CARD, _PAIR, _TWO_PAIR, _THREE, _FULL_HOUSE, _FOUR = 0, 1, 2, 3, 6, 7
_ACE, _KING = 12, 11
ACE_AND_KING = 3  # what `high_card` makes of both
_ONE_OF_EACH = 0x1111111111111  # in counts of four bits for each rank


class Scale(NamedTuple):
    """What is won and lost in whole parts of an Ante: so many parts are an Ante, and what each pay wins in parts."""

    ante: int
    wins: Ints


def scale(rules: Rules, stake: Cents) -> Scale:
    """Parts of an Ante so that even a bet that the payout limit cuts is a whole number of them (38.12(f), N8)."""
    wins = [win_of(pay, rules, stake) for pay in range(PAYS)]
    part = gcd(stake, *wins)
    return Scale(stake // part, np.array([win // part for win in wins], np.int64))


def win_of(pay: int, rules: Rules, stake: Cents) -> Cents:
    """What a bet on an Ante of this stake wins by a pay, limited as the house limits it."""
    lines = rules.bet.lines
    won = sum(lines[name].net(2 * stake) for name in line_names(pay))
    return won if rules.payout_limit is None else min(won, rules.payout_limit)


def line_names(pay: int) -> tuple[str, ...]:
    """The lines that a pay pays."""
    first, second = divmod(pay, PAYS_OF_A_LINE)
    return (NAMES[first], NAMES[second - 1]) if second else (NAMES[first],)


def odds_of(pay: int, rules: Rules) -> Fraction:
    """The odds to 1 of a pay, without any limit."""
    return Fraction(sum(rules.bet.lines[name].number for name in line_names(pay)))


def qualifying_rank() -> int:
    """The batch rank of the lowest hand that qualifies (38.1)."""
    return int(np.searchsorted(load_tables().values, QUALIFYING))


def high_card(card: int) -> int:
    """1 for a king, 2 for an ace, 0 for any other card: or-ed together they tell an ace with a king."""
    return max(0, int(card) // 4 - _KING + 1)


def five_pays(ranked: bool) -> Ints:
    """The pays of five cards by their batch rank: without an ace and a king among them, and with both.

    Nothing else is a second hand in five cards, and these only beside a line of fewer than five that leaves one of
    them over: two pair of aces and kings does not.
    """
    tables = load_tables()
    pays = PAYS_OF_A_LINE * np.repeat(tables.categories.astype(np.int64)[:, None], 2, axis=1)
    if ranked:
        for kind in (_PAIR, _TWO_PAIR, _THREE, _FOUR):
            pays[tables.categories == kind, 1] += _HIGH_CARD + 1
        lowest = rank_of(read_cards("Ac Ad Kc Kd 2c"))
        of_both = (tables.values >= lowest) & (tables.categories == _TWO_PAIR)
        pays[of_both, 1] = pays[of_both, 0]
    return pays


@compiled
def pay_of(cards: Cards, size: int, rank: int, ranked: bool, tables: Tables) -> int:
    """The pay of five or six cards whose best five have this batch rank; `ranked` is the reading of ruling N6."""
    first: int = tables.categories[rank]
    whole = first > _THREE and first != _FOUR  # the line takes five cards
    if size == 5 and (whole or not ranked):
        return PAYS_OF_A_LINE * first
    held, second = 0, 0
    for place in range(size):
        held += 1 << 4 * (cards[place] >> 2)
    if ranked and not whole:
        beside = held - _made(first, held)
        if first == _FOUR and beside & _ONE_OF_EACH << 1:
            second = _FULL_HOUSE + 1  # three of the four with the pair beside them
    else:
        place = _left_out(cards, rank, tables)
        beside = 1 << 4 * (cards[place] >> 2)
        second = _second_of_five(cards, place, tables)
    return PAYS_OF_A_LINE * first + max(second, _second_of_ranks(held, beside))


@compiled
def _made(first: int, held: int) -> int:
    """The ranks that make a line of fewer than five cards, each with its count in four bits."""
    if first == _HIGH_CARD:
        return (1 << 4 * _ACE) + (1 << 4 * _KING)
    wanted = 4 if first == _FOUR else 3 if first == _THREE else 2
    ranks = 2 if first == _TWO_PAIR else 1
    made = 0
    for rank in range(_ACE, -1, -1):
        if held >> 4 * rank & 15 == wanted and ranks:
            made += wanted << 4 * rank
            ranks -= 1
    return made


@compiled
def _left_out(cards: Cards, rank: int, tables: Tables) -> int:
    """The place of the one of six cards that the best five do without."""
    keys, suits = _together(cards, tables)
    for place in range(6):
        card = cards[place]
        if rank5(keys - tables.keys[card], suits ^ tables.suits[card], tables) == rank:
            return place
    return -1


@compiled
def _second_of_five(cards: Cards, with_place: int, tables: Tables) -> int:
    """The best second hand of five cards, one of which is the sixth card."""
    keys, suits = _together(cards, tables)
    best = 0
    for place in range(6):
        card = cards[place]
        kind: int = tables.categories[rank5(keys - tables.keys[card], suits ^ tables.suits[card], tables)]
        if place != with_place and kind > _THREE and kind != _FOUR:
            best = max(best, kind + 1)
    return best


@compiled
def _together(cards: Cards, tables: Tables) -> tuple[np.uint64, np.uint64]:
    keys, suits = NO_CARDS, np.uint64(0)
    for place in range(6):
        keys += tables.keys[cards[place]]
        suits |= tables.suits[cards[place]]
    return keys, suits


@compiled
def _second_of_ranks(held: int, beside: int) -> int:
    """The best second hand of fewer than five cards: counts of ranks in all and outside the first hand."""
    pairs, best = 0, 0
    for rank in range(13):
        count = held >> 4 * rank & 15
        if count >= 2:
            pairs += 1
            if beside >> 4 * rank & 15:
                best = max(best, count)
    if best == 4:
        return _FOUR + 1
    if best == 3:
        return _THREE + 1
    if best == 2:
        return _TWO_PAIR + 1 if pairs >= 2 else _PAIR + 1
    high = held >> 4 * _KING
    if high & 15 and high >> 4 and beside >> 4 * _KING:
        return _HIGH_CARD + 1
    return 0
