"""Hands of Lucky 8's: the point values, hands of 8 and side cards, and the House Way (50.2, 50.6)."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise

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


@cache
def most_eights(values: Values) -> tuple[Values, ...]:
    """Groups that add up to 8, as many as there can be, and among those the ones that use the most cards."""
    if not values:
        return ()
    first, others = values[0], values[1:]
    best = most_eights(others)
    for mates in _mates(others, EIGHT - first):
        left = tuple([value for place, value in enumerate(others) if place not in mates])
        found = ((first, *(others[place] for place in mates)), *most_eights(left))
        if _worth(found) > _worth(best):
            best = found
    return best


@cache
def _laid_out(values: Values) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """How a hand with these values is laid out House Way: its places in a row, and where each group starts and ends."""
    left = {value: [place for place, other in enumerate(values) if other == value] for value in values}
    groups = most_eights(values)
    row = [left[value].pop(0) for group in groups for value in group]
    side = [place for places in left.values() for place in places]
    return (*row, *side), tuple(pairwise(accumulate(map(len, groups), initial=0)))


def _mates(values: Sequence[int], missing: int, start: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of places whose values add up to what is missing."""
    if missing == 0:
        yield ()
    for place in range(start, len(values)):
        if values[place] <= missing:
            for more in _mates(values, missing - values[place], place + 1):
                yield (place, *more)


def _worth(groups: tuple[Values, ...]) -> tuple[int, int]:
    return len(groups), sum(map(len, groups))


# Natural 8s first, then jokers, then from the highest value down (50.6(k)1i).
_SETTING_ORDER = tuple(0 if value == EIGHT and card != JOKER else 9 - value for card, value in enumerate(POINTS))
