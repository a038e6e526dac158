"""Blackjack Lucky 8 from a shoe, in fractions: every card drawn one by one, the dealer's after the player's.

A card is its points, 1 for an ace; a shoe is how many cards it has of each, from 1 to 10. A hand of a box is its
total and its stake; a total above 21 is BUST.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

Shoe = tuple[int, ...]
Cards = tuple[int, ...]
Acts = Callable[[Cards], str]  # what a split hand does with these cards: hit, stand or double

BUST, BLACKJACK = 22, 0


def decks(number: int) -> Shoe:
    return (*[4 * number] * 9, 16 * number)


def without(shoe: Shoe, *cards: int) -> Shoe:
    left = list(shoe)
    for card in cards:
        left[card - 1] -= 1
    assert min(left) >= 0
    return tuple(left)


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """Each card that may come next, its chance, and the shoe after it."""
    for card, count in enumerate(shoe, start=1):
        if count:
            yield card, Fraction(count, sum(shoe)), without(shoe, card)


def total(cards: Cards) -> int:
    points = sum(cards)
    if 1 in cards and points <= 11:
        points += 10
    return min(points, BUST)


@cache
def dealer(cards: Cards, shoe: Shoe) -> dict[int, Fraction]:
    """How the dealer ends: 17 to 21, BUST or BLACKJACK."""
    points = total(cards)
    if len(cards) == 2 and points == 21:
        return {BLACKJACK: Fraction(1)}
    if len(cards) > 1 and points >= 17:
        return {points: Fraction(1)}
    ends: dict[int, Fraction] = {}
    for card, chance, left in draws(shoe):
        for end, likely in dealer(tuple(sorted((*cards, card))), left).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * likely
    return ends


def ahead(points: int, end: int) -> int:
    if points == BUST:
        return -1
    if end == BUST or points > end:
        return 1
    return 0 if points == end else -1


def settled(hands: tuple[tuple[int, int], ...], end: int, option: str) -> int:
    """What a box brings that was doubled or split, in original wagers."""
    busted = sum(stake for points, stake in hands if points == BUST)
    if end != BLACKJACK:
        return sum(stake * ahead(points, end) for points, stake in hands)
    if option == "obo":
        return -1
    if option == "obbo":
        return -max(busted, 1)
    return -busted - (0 if all(points == BUST for points, _ in hands) else 1)


def stands(cards: Cards, up: int, shoe: Shoe) -> Fraction:
    """One hand that was neither doubled nor split; a blackjack takes its wager whatever it holds."""
    points = total(cards)
    ends = dealer((up,), shoe)
    return sum((chance * (-1 if end == BLACKJACK else ahead(points, end)) for end, chance in ends.items()), Fraction(0))


def hits(cards: Cards, up: int, shoe: Shoe) -> Fraction:
    return sum(
        (chance * goes_on(tuple(sorted((*cards, card))), up, left) for card, chance, left in draws(shoe)), Fraction(0)
    )


@cache
def goes_on(cards: Cards, up: int, shoe: Shoe) -> Fraction:
    """The better of hitting and standing."""
    if total(cards) == BUST:
        return Fraction(-1)
    standing = stands(cards, up, shoe)
    return standing if total(cards) == 21 else max(standing, hits(cards, up, shoe))


def doubles(cards: Cards, up: int, shoe: Shoe, option: str) -> Fraction:
    worth = Fraction(0)
    for card, chance, left in draws(shoe):
        hand = total((*cards, card)), 2
        for end, likely in dealer((up,), left).items():
            worth += chance * likely * settled((hand,), end, option)
    return worth


def splits(value: int, up: int, shoe: Shoe, acts: Acts, again: bool, option: str) -> Fraction:
    """A box that splits two cards of this value, hand by hand from the left; the shoe lacks them and the up card."""

    @cache
    def next_hand(waiting: int, hands: int, done: tuple[tuple[int, int], ...], left: Shoe) -> Fraction:
        if not waiting:
            ends = dealer((up,), left)
            return sum((chance * settled(done, end, option) for end, chance in ends.items()), Fraction(0))
        worth = Fraction(0)
        for card, chance, after in draws(left):
            if card == value and hands < 4 and again:
                worth += chance * next_hand(waiting + 1, hands + 1, done, after)
            else:
                worth += chance * playing((value, card), waiting, hands, done, after)
        return worth

    @cache
    def playing(cards: Cards, waiting: int, hands: int, done: tuple[tuple[int, int], ...], left: Shoe) -> Fraction:
        act = "stand" if total(cards) >= 21 else acts(cards)
        if act == "stand":
            return finished(cards, 1, waiting, hands, done, left)
        worth = Fraction(0)
        for card, chance, after in draws(left):
            more = (*cards, card)
            if act == "double":
                worth += chance * finished(more, 2, waiting, hands, done, after)
            else:
                worth += chance * playing(more, waiting, hands, done, after)
        return worth

    def finished(
        cards: Cards, stake: int, waiting: int, hands: int, done: tuple[tuple[int, int], ...], left: Shoe
    ) -> Fraction:
        return next_hand(waiting - 1, hands, tuple(sorted((*done, (total(cards), stake)))), left)

    return next_hand(2, 2, (), shoe)
