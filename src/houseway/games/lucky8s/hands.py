"""Hands of Lucky 8's: the point values, hands of 8 and side cards, and the House Way (50.2, 50.6)."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise

import msgspec

from houseway.cards import ACE, JOKER, Card

EIGHT = 8

Groups = tuple[tuple[Card, ...], ...]
Values = tuple[int, ...]  # points, from the highest down


class SetHand(msgspec.Struct, frozen=True):
    """A hand as set: groups that make 8 each, and the side cards."""

    groups: Groups
    side: tuple[Card, ...]

    @property
    def hands(self) -> int:
        """Total hands of 8."""
        return len(self.groups)


def points(card: Card) -> int:
    """An ace counts 1, a card from 2 to 8 its face value, a joker 8 (50.2(b))."""
    if card == JOKER:
        return EIGHT
    rank = card >> 2
    return 1 if rank == ACE else rank + 2


POINTS = tuple(points(card) for card in range(JOKER + 1))


def lucky_cards(cards: Sequence[Card]) -> int:
    """Natural 8s and jokers: what qualifies the dealer (50.6(k)) and what the bonus counts (50.2(c))."""
    return [POINTS[card] for card in cards].count(EIGHT)


def house_way(cards: Sequence[Card]) -> SetHand:
    """Natural 8s, then jokers, by themselves; then the most hands of 8, then the fewest side cards (50.6(j), (k)1)."""
    return _house_way(tuple(cards))


@lru_cache(maxsize=256)  # the table and a bot look at the same hand one after the other
def _house_way(cards: tuple[Card, ...]) -> SetHand:
    order = sorted(cards, key=_SETTING_ORDER.__getitem__)
    places, ends = _laid_out(tuple([POINTS[card] for card in order]))
    laid = tuple([order[place] for place in places])
    return SetHand(tuple([laid[start:end] for start, end in ends]), laid[ends[-1][1] :] if ends else laid)


def as_set(cards: Sequence[Card], groups: Groups) -> SetHand:
    """The hand as its player set it: what is in no group is a side card (ruling L1)."""
    side = list(cards)
    for group in groups:
        for card in group:
            side.remove(card)
    return SetHand(groups, tuple(side))


def settings(cards: Sequence[Card]) -> Iterator[Groups]:
    """Every way to set a hand, from no group at all to the House Way."""
    if not cards:
        yield ()
        return
    first, others = cards[0], cards[1:]
    yield from settings(others)
    for mates in _mates([POINTS[card] for card in others], EIGHT - POINTS[first]):
        left = [card for place, card in enumerate(others) if place not in mates]
        for groups in settings(left):
            yield ((first, *(others[place] for place in mates)), *groups)


@lru_cache(maxsize=64)  # whoever is asked is told so again with everything that happens
def hands_of_eight(cards: tuple[Card, ...]) -> Groups:
    """Every group of a hand's cards that adds up to 8, once though the hand has the same cards twice."""
    found: dict[tuple[Card, ...], None] = {}
    for place, first in enumerate(cards):
        others = cards[place + 1 :]
        for mates in _mates([POINTS[card] for card in others], EIGHT - POINTS[first]):
            found[tuple(sorted((first, *(others[mate] for mate in mates))))] = None
    return tuple(found)


def most_eights(values: Values) -> tuple[Values, ...]:
    """Groups that add up to 8, as many as there can be, and among those the ones that use the most cards."""
    return _most(values)[2]


@cache
def _most(values: Values) -> tuple[int, int, tuple[Values, ...]]:
    """How many groups there can be, how many cards they use at most, and the groups."""
    if not values:
        return 0, 0, ()
    first, others = values[0], values[1:]
    best = _most(others)
    for mates in _mate_values(others, EIGHT - first):
        left = list(others)
        for value in mates:
            left.remove(value)
        groups, cards, found = _most(tuple(left))
        if (groups + 1, cards + 1 + len(mates)) > best[:2]:
            best = groups + 1, cards + 1 + len(mates), ((first, *mates), *found)
    return best


@cache
def _laid_out(values: Values) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """How a hand with these values is laid out House Way: its places in a row, and where each group starts and ends."""
    left = list(values)
    row = []
    groups = most_eights(values)
    for value in chain.from_iterable(groups):
        row.append(left.index(value))
        left[row[-1]] = 0
    side = [place for place, value in enumerate(left) if value]
    return (*row, *side), tuple(pairwise(accumulate(map(len, groups), initial=0)))


def _mates(values: Sequence[int], missing: int, start: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of places whose values add up to what is missing."""
    if missing == 0:
        yield ()
    for place in range(start, len(values)):
        if values[place] <= missing:
            for more in _mates(values, missing - values[place], place + 1):
                yield (place, *more)


def _mate_values(values: Values, missing: int, start: int = 0) -> Iterator[Values]:
    """Every different group of values that adds up to what is missing."""
    if missing == 0:
        yield ()
    last = 0
    for place in range(start, len(values)):
        value = values[place]
        if value <= missing and value != last:  # of equal values the first stands for all
            last = value
            for more in _mate_values(values, missing - value, place + 1):
                yield (value, *more)


# Natural 8s first, then jokers, then from the highest value down (50.6(k)1i).
_SETTING_ORDER = tuple(0 if value == EIGHT and card != JOKER else 9 - value for card, value in enumerate(POINTS))
