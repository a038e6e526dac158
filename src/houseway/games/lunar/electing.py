"""The compiled form of `strategy.elect`: what the learnable strategy keeps of the first five cards.

A hand is a number with 16 bits for each suit, a bit for each rank. Kernels that a round calls take numbers, not arrays:
numba counts references to arrays around every branch, and that would take longer than the round.
"""

import numpy as np

from houseway.compiling import compiled

FOLD, BET, BUY, EXCHANGE = range(4)

_PAIR, _TWO_PAIR, _THREE, _STRAIGHT = 1, 2, 3, 4
_SUIT = np.uint64(16)
_RANKS = np.uint64(0x1FFF)
_EVERY_SUIT = np.uint64(0x0001000100010001)
_KINGS_UP, _TENS_UP, _BELOW_ACE = np.uint64(0x1800), np.uint64(0x1F00), np.uint64(0x0FFF)
_ONE, _ACE = np.uint64(1), np.uint64(12)


@compiled
def elect(hand: np.uint64, kind: int, up_rank: int) -> tuple[int, np.uint64]:
    """What is elected with five cards of this Category, and the cards that are kept."""
    if kind >= _STRAIGHT:
        return BUY, hand
    if kind == _TWO_PAIR:
        return BET, hand
    clubs, diamonds, hearts, spades = _suits(hand)
    held = clubs | diamonds | hearts | spades
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    made = hand & twice * _EVERY_SUIT
    if kind == _THREE:
        return EXCHANGE, made
    both = held & _KINGS_UP == _KINGS_UP
    four = most_of(hand) == 4
    if kind == _PAIR:
        if four or _of_straight(held):
            return BUY, hand
        return (BET, hand) if both or twice >> np.uint64(up_rank) else (EXCHANGE, made)
    if four or _open(held & _BELOW_ACE):
        return BUY, hand
    royal = _three_of_royal(hand)
    if royal:
        return EXCHANGE, royal
    if both:
        return EXCHANGE, hand & _KINGS_UP * _EVERY_SUIT
    above = held & _KINGS_UP & ~((_ONE << np.uint64(up_rank + 1)) - _ONE)
    return (EXCHANGE, hand & above * _EVERY_SUIT) if above else (FOLD, hand)


@compiled
def _suits(hand: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    return (
        hand & _RANKS,
        hand >> _SUIT & _RANKS,
        hand >> np.uint64(2) * _SUIT & _RANKS,
        hand >> np.uint64(3) * _SUIT & _RANKS,
    )


@compiled
def most_of(hand: np.uint64) -> int:
    """How many cards are of the suit that has most."""
    clubs, diamonds, hearts, spades = _suits(hand)
    return max(_size(clubs), _size(diamonds), _size(hearts), _size(spades))


@compiled
def _size(ranks: np.uint64) -> int:
    size = 0
    while ranks:
        ranks &= ranks - _ONE
        size += 1
    return size


@compiled
def _of_straight(held: np.uint64) -> bool:
    """Four different ranks within five that follow each other; an ace is high or low."""
    run = held << _ONE | held >> _ACE
    most = 0
    for low in range(10):
        most = max(most, _size(run >> np.uint64(low) & np.uint64(31)))
    return most >= 4


@compiled
def _open(held: np.uint64) -> bool:
    """Four ranks in sequence."""
    return bool(held & held >> _ONE & held >> np.uint64(2) & held >> np.uint64(3))


@compiled
def _three_of_royal(hand: np.uint64) -> np.uint64:
    """Three cards of one suit from the ten up, if there are just three."""
    for suit in range(4):
        high = hand & _TENS_UP << np.uint64(suit) * _SUIT
        if _size(high) == 3:
            return high
    return np.uint64(0)
