"""Hands of Pack's Poker: which lines of the pay tables five or seven cards satisfy (13:69F-43.5).

A set of ranks is an int with one bit for each rank, the two lowest, as in `houseway.poker`.
"""

from collections.abc import Sequence
from typing import Literal

from houseway.cards import ACE, DIAMONDS, JACK, Card

Top = Literal["royal", "any"]

SEVEN_CARDS, SIX_ROYAL = "7-Card Straight Flush", "6-Card Royal Flush"
DIAMOND_ROYAL, ROYAL, STRAIGHT_FLUSH = "Diamond Royal Flush", "Royal Flush", "Straight Flush"
FOUR, FULL_HOUSE, FLUSH, STRAIGHT = "Four-of-a-Kind", "Full House", "Flush", "Straight"
THREE, TWO_PAIR = "Three-of-a-Kind", "Two Pair"
JACKS_OR_BETTER, LOW_PAIR = "One Pair (Jacks or better)", "One Pair (2 through 10)"


def down_from_ace(number: int) -> int:
    """The highest so many ranks: five for a royal flush, six and seven for the longer royals."""
    return (1 << number) - 1 << ACE + 1 - number


ROYAL_RANKS, SIX_ROYAL_RANKS, SEVEN_ROYAL_RANKS = map(down_from_ace, (5, 6, 7))


def lines_met(cards: Sequence[Card], top: Top = "royal") -> set[str]:
    """Every line that some of the cards make, each by its own definition; what pays is another question (P10)."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    met = _of_a_kind(suits)
    if is_run(suits[0] | suits[1] | suits[2] | suits[3], 5):
        met.add(STRAIGHT)
    for suit, suited in enumerate(suits):
        if suited.bit_count() >= 5:
            met |= _of_one_suit(suit, suited, top)
    return met


def is_run(ranks: int, length: int) -> bool:
    """So many consecutive ranks are there; an ace also stands below the two, and no run goes around it (43.5(a))."""
    run = ranks << 1 | ranks >> ACE
    for _ in range(length - 1):
        run &= run >> 1
    return run != 0


def _of_one_suit(suit: int, suited: int, top: Top) -> set[str]:
    """The lines of at least five cards of one suit."""
    met = {FLUSH}
    if is_run(suited, 5):
        met.add(STRAIGHT_FLUSH)
    if _holds(suited, ROYAL_RANKS):
        met.add(ROYAL)
        if suit == DIAMONDS:
            met.add(DIAMOND_ROYAL)  # 43.5(c)
    if _holds(suited, SEVEN_ROYAL_RANKS) or (top == "any" and is_run(suited, 7)):
        met.add(SEVEN_CARDS)  # 43.5(d)1, ruling P1
    elif _holds(suited, SIX_ROYAL_RANKS):
        met.add(SIX_ROYAL)  # 43.5(d)2, ruling P2
    return met


def _of_a_kind(suits: Sequence[int]) -> set[str]:
    """The lines that cards of the same rank make."""
    clubs, diamonds, hearts, spades = suits
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    if not twice:
        return set()
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    met = {JACKS_OR_BETTER if twice >> JACK else LOW_PAIR}
    if twice.bit_count() >= 2:
        met.add(TWO_PAIR)
        if thrice:
            met.add(FULL_HOUSE)
    if thrice:
        met.add(THREE)
    if clubs & diamonds & hearts & spades:
        met.add(FOUR)
    return met


def _holds(suited: int, ranks: int) -> bool:
    return suited & ranks == ranks
