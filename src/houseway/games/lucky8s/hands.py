"""Hands of Lucky 8's: the point values, hands of 8 and side cards, and the House Way (50.2, 50.6)."""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from houseway.cards import ACE, JOKER, Card

EIGHT = 8


class SetHand(msgspec.Struct, frozen=True):
    """A hand as set: groups that make 8 each, and the side cards."""

    groups: tuple[tuple[Card, ...], ...]
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


def is_lucky(card: Card) -> bool:
    """A natural 8 or a joker: what qualifies the dealer (50.6(k)) and what the bonus counts (50.2(c))."""
    return points(card) == EIGHT


def lucky_cards(cards: Sequence[Card]) -> int:
    return sum(map(is_lucky, cards))


def house_way(cards: Sequence[Card]) -> SetHand:
    """Natural 8s and jokers by themselves, then the most hands of 8, then the fewest side cards (50.6(j), (k)1)."""
    left: dict[int, list[Card]] = {}
    groups: list[tuple[Card, ...]] = []
    for card in cards:
        value = points(card)
        if value == EIGHT:
            groups.append((card,))
        else:
            left.setdefault(value, []).append(card)
    values = tuple(sorted((value for value in left for _ in left[value]), reverse=True))
    for group in most_eights(values):
        groups.append(tuple(left[value].pop() for value in group))
    side = tuple(card for value in sorted(left, reverse=True) for card in left[value])
    return SetHand(tuple(groups), side)


@cache
def most_eights(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Groups that add up to 8, as many as there can be, and among those the ones that use the most cards."""
    if not values:
        return ()
    best = most_eights(values[1:])
    for group, rest in groups_with_first(values):
        found = (group, *most_eights(rest))
        if _worth(found) > _worth(best):
            best = found
    return best


def groups_with_first(values: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every group of the first value with others that adds up to 8, and what is left."""

    def complete(
        chosen: tuple[int, ...], missing: int, start: int, skipped: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if missing == 0:
            yield chosen, (*skipped, *values[start:])
            return
        for index in range(start, len(values)):
            value = values[index]
            if value <= missing:
                passed = (*skipped, *values[start:index])
                yield from complete((*chosen, value), missing - value, index + 1, passed)

    yield from complete((values[0],), EIGHT - values[0], 1, ())


def _worth(groups: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
    return len(groups), sum(map(len, groups))
