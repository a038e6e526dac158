"""The patterns of a hand as kernels: what `hands.patterns_in` lists and what `strategy` lays, over cards as bits.

A hand or a play is one number with a bit for each card. Every pattern that a hand holds is listed once, in any order,
as a row of two numbers: its key and its cards. The key has, from the top, how many lays the hand still needs after
it, by how many cards it is shorter than five, and its strength. So the least key is the play that `thriftiest` takes,
and of equal keys the one with the lower cards.
"""

from typing import cast

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled

Plays = npt.NDArray[np.int64]  # of one hand, by pattern: its key and its cards
Cards = npt.NDArray[np.int64]
Choices = npt.NDArray[np.int64]  # of cards that belong together: their values, bits and number; none is the first

MOST_PATTERNS = 218  # one to five of eight cards; each choice of cards is one pattern at most
MOST_IN_RUNS = 12  # eight cards, and up to four aces once more where they count low
MOST_CHOICES = 512  # of these, up to five together, an ace low or high

# 11 less the pattern's number in 42.5(c), as `hands.strength` has it.
ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_PLUS_ONE, FOUR_OF_A_KIND, FLUSH, STRAIGHT = 10, 9, 8, 7, 6, 5
TWO_PAIR, THREE_OF_A_KIND, ONE_PAIR, SINGLE_CARD = 4, 3, 2, 1
OF_ONE_RANK = FOUR_OF_A_KIND << 16 | THREE_OF_A_KIND << 12 | ONE_PAIR << 8 | SINGLE_CARD << 4  # by number of cards
OF_SEVERAL_LENGTHS = 1 << ROYAL_FLUSH | 1 << STRAIGHT_FLUSH | 1 << FLUSH | 1 << STRAIGHT

FIRST_VALUE_AT, PATTERN_AT, SHORTER_AT, LAYS_AT = 18, 22, 26, 30  # where these stand in a key
STRENGTH = (1 << SHORTER_AT) - 1
VALUES = (1 << 20) - 1
CLUBS = 0x1111111111111  # the lowest bit of each rank
ACES = 15 << 48
HIGH_ACE, DECK = 14, 52
CHOSEN_VALUES, CHOSEN_BITS, LENGTH = 0, 1, 2

# Numbers that are handed to a kernel have a type: for a plain 0 it would be compiled once more.
NONE = cast(int, np.int64(0))
ALIKE = cast(int, np.int64(0))  # cards of one rank
SUITED = cast(int, np.int64(1))
RUN = cast(int, np.int64(2))


@compiled
def lays_needed(held: int) -> int:
    """About how many lays get rid of these cards, as `strategy.lays_needed` counts them."""
    lays = 0
    for suit in range(4):
        suited = held & (CLUBS << suit)
        but_one = suited & (suited - 1)
        three_or_more = int((but_one & (but_one - 1)) != 0)
        lays += three_or_more
        held ^= suited & -three_or_more
    held |= held >> 1
    held |= held >> 2
    # Times a one in the place of every rank: the place of the highest rank then has the sum of all.
    return lays + ((held & CLUBS) * CLUBS >> 48 & 15)


@compiled
def list_patterns(held: int, plays: Plays, cards: Cards, choices: Choices) -> int:
    """All patterns that the cards make, as rows of `plays`; how many. `cards` and `choices` are room to work in."""
    number = NONE
    left = held
    while left:
        same_rank = left & (15 << (place_of(left) & ~3))
        size = _gather(same_rank, cards, NONE)
        number = _list_choices(plays, number, cards, size, ALIKE, choices)
        left ^= same_rank
    number = _list_of_two_ranks(plays, number, held)
    for suit in range(4):
        size = _gather(held & (CLUBS << suit), cards, NONE)
        if size >= 3:
            number = _list_choices(plays, number, cards, size, SUITED, choices)
    number = _list_runs(plays, number, held, cards, choices)
    return strike(plays, number, NONE, held)


@compiled
def thriftiest(plays: Plays, number: int, last: int, length: int) -> int:
    """The row to lay on the last pattern, or -1. A length that is not 0 is to be matched within the same pattern."""
    best = -1
    best_key, best_cards = 0, 0
    for row in range(number):
        key, cards = plays[row, 0], plays[row, 1]
        strength = key & STRENGTH
        if strength <= last:
            continue
        if length and strength >> PATTERN_AT == last >> PATTERN_AT and length_of(key) != length:
            continue
        if best < 0 or key < best_key or (key == best_key and cards < best_cards):
            best, best_key, best_cards = row, key, cards
    return best


@compiled
def strike(plays: Plays, number: int, gone: int, held: int) -> int:
    """Some cards are gone, others held: the patterns that are left, each with the lays that it leaves now."""
    left = 0
    for row in range(number):
        cards = plays[row, 1]
        if not cards & gone:
            plays[left, 0] = lays_needed(held & ~cards) << LAYS_AT | plays[row, 0] & (1 << LAYS_AT) - 1
            plays[left, 1] = cards
            left += 1
    return left


@compiled
def strength_of(key: int) -> int:
    """The pattern's strength, as `hands.strength` has it."""
    return key & STRENGTH


@compiled
def length_of(key: int) -> int:
    """How many cards the pattern has."""
    return 5 - (key >> SHORTER_AT & 7)


@compiled
def lays_left(key: int) -> int:
    """How many lays the hand still needs after this one."""
    return key >> LAYS_AT


@compiled
def of_several_lengths(strength: int) -> bool:
    """Is it a run or a flush, which have three to five cards?"""
    return (OF_SEVERAL_LENGTHS >> (strength >> PATTERN_AT) & 1) == 1


@compiled
def place_of(bits: int) -> int:
    """The number of the lowest card."""
    below, place = (bits & -bits) - 1, NONE
    while below:  # how many bits there are, which is one instruction
        below &= below - 1
        place += 1
    return place


@compiled
def _gather(held: int, cards: Cards, size: int) -> int:
    """Cards one by one, the lowest first, behind so many others; how many they are with these."""
    while held:
        cards[size] = place_of(held)
        held &= held - 1
        size += 1
    return size


@compiled
def _list_choices(plays: Plays, number: int, cards: Cards, size: int, kind: int, choices: Choices) -> int:
    """Every choice of up to five of some cards that are of one rank or of one suit, if it is a pattern.

    Each card, from the lowest up, joins all choices of those below it, and is the highest of what comes of it.
    """
    listed = NONE + 1
    for place in range(size):
        for below in range(listed):
            if choices[below, LENGTH] < 5:
                number = _join(plays, number, cards[place], kind, choices, below, listed)
                listed += 1
    return number


@compiled
def _list_runs(plays: Plays, number: int, held: int, cards: Cards, choices: Choices) -> int:
    """Every run of three to five cards that are not of one suit. Aces come first, below the deuces, and last."""
    aces = _gather(held & ACES, cards, NONE)
    for place in range(aces):
        cards[place] -= DECK
    size = _gather(held, cards, aces)
    listed, here, below, rank = NONE + 1, NONE + 1, NONE, NONE
    for place in range(size):
        if cards[place] >> 2 != rank or place == 0:
            below = here if cards[place] >> 2 == rank + 1 else listed  # runs from here on have the rank below on top
            here, rank = listed, cards[place] >> 2
        _join(plays, number, cards[place], RUN, choices, NONE, listed)
        listed += 1
        for run in range(below, here):
            if choices[run, LENGTH] < 5:
                number = _join(plays, number, cards[place], RUN, choices, run, listed)
                listed += 1
    return number


@compiled
def _join(plays: Plays, number: int, card: int, kind: int, choices: Choices, below: int, listed: int) -> int:
    """A choice with one more card, which is its highest; and one more pattern, if it is one.

    The lays that a pattern leaves are counted when all are listed.
    """
    values = choices[below, CHOSEN_VALUES] >> 4 | ((card >> 2) + 2) << 16
    bits = choices[below, CHOSEN_BITS] | 1 << (card if card >= 0 else card + DECK)
    length = choices[below, LENGTH] + 1
    choices[listed, CHOSEN_VALUES], choices[listed, CHOSEN_BITS], choices[listed, LENGTH] = values, bits, length
    if kind == ALIKE:
        pattern = OF_ONE_RANK >> 4 * length & 15
        values &= 15 << 16
    elif length < 3:
        return number
    elif kind == SUITED:
        highest, next_one, lowest = values >> 16, values >> 12 & 15, values >> 20 - 4 * length & 15
        pattern = FLUSH
        if highest - lowest == length - 1:
            pattern = ROYAL_FLUSH if highest == HIGH_ACE else STRAIGHT_FLUSH
        elif highest == HIGH_ACE and lowest == 2 and next_one == length:
            pattern = STRAIGHT_FLUSH
            values = values << 4 & VALUES | 1 << 20 - 4 * length  # the ace is low and stands last
    else:
        pattern = STRAIGHT
        if bits & (CLUBS << (card & 3)) == bits:  # all of one suit
            return number
    plays[number, 0] = (5 - length) << SHORTER_AT | pattern << PATTERN_AT | values << 2 | card & 3
    plays[number, 1] = bits
    return number + 1


@compiled
def _list_of_two_ranks(plays: Plays, number: int, held: int) -> int:
    """Two pair, and four of a kind with one of the other cards: from the pairs and fours that are listed already."""
    listed = number
    for row in range(listed):
        key, bits = plays[row, 0], plays[row, 1]
        pattern, value, suit = key >> PATTERN_AT & 15, key >> FIRST_VALUE_AT & 15, key & 3
        if pattern == ONE_PAIR:
            for lower in range(row):  # ranks were listed from the lowest up
                low_value = plays[lower, 0] >> FIRST_VALUE_AT & 15
                if plays[lower, 0] >> PATTERN_AT & 15 == ONE_PAIR and low_value < value:
                    values = value << 16 | low_value << 12
                    plays[number, 0] = 1 << SHORTER_AT | TWO_PAIR << PATTERN_AT | values << 2 | suit
                    plays[number, 1] = bits | plays[lower, 1]
                    number += 1
        elif pattern == FOUR_OF_A_KIND:
            others = held & ~bits
            while others:
                plays[number, 0] = FOUR_PLUS_ONE << PATTERN_AT | value << FIRST_VALUE_AT | suit
                plays[number, 1] = bits | others & -others
                number += 1
                others &= others - 1
    return number
