"""Hands without a pair: all that the house's edge on a Pack's bet hangs on, counted in less than a second.

Player and dealer are in the same position, so each is the higher as often as the other, and what the player loses
beyond that he loses with less than a pair (43.10(e), ruling P3). If a higher hand without a pair loses, the edge is the
chance that neither has a pair; if it is a push, it is half of that chance and of the chance that they tie so.

Neither has a pair only if the pack's two ranks and the five of each hand are all different. Then a straight is a matter
of ranks and a flush a matter of suits. Suits ask only how many ranks the two hands have in common, since a card that
one of them holds the other cannot hold.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from houseway.games.packs.hands import is_run

HAND = 5
RANKS, SUITS = range(13), range(4)


class NoPair(NamedTuple):
    """Of all deals of a pack and two hands: those in which neither hand has a pair, and those of them that tie."""

    both: int
    ties: int


@cache
def count() -> NoPair:
    """All deals in which neither player nor dealer has a pair or better; a pack that is a pair gives one to both."""
    both = ties = 0
    for pack in combinations(RANKS, 2):
        beside = count_pack(pack)
        for suited, alike in ((True, 4), (False, 12)):
            both += alike * beside[suited].both
            ties += alike * beside[suited].ties
    return NoPair(both, ties)


def count_pack(pack: Sequence[int], deck: Iterable[int] = RANKS) -> dict[bool, NoPair]:
    """The same beside one pack of two ranks, in one suit and in two; the deck has four cards of each of its ranks."""
    others = [rank for rank in deck if rank not in pack]
    straights: list[int] = []
    by_best: dict[int, list[int]] = {}
    for ranks in combinations(others, HAND):
        hand = _as_bits(ranks)
        held = hand | _as_bits(pack)
        if is_run(held, HAND):
            straights.append(hand)
        else:
            by_best.setdefault(_highest_five(held), []).append(hand)
    every = pairs_without(straights, len(others))
    ties = [sum(pairs) for pairs in zip(*map(pairs_by_shared, by_best.values()), strict=True)]
    return {suited: NoPair(_deals(every, suited), _deals(ties, suited)) for suited in (True, False)}


def pairs_without(straights: Sequence[int], ranks: int) -> list[int]:
    """How many ordered pairs of five of so many ranks, straights left out, have 0, 1, .. 5 ranks in common.

    Every five has as many others with so many ranks in common. Pairs with a straight are taken out for either of the
    two; so pairs of straights are taken out twice and come back once.
    """
    fives = comb(ranks, HAND) - 2 * len(straights)
    return [
        comb(HAND, shared) * comb(ranks - HAND, HAND - shared) * fives + both
        for shared, both in enumerate(pairs_by_shared(straights))
    ]


def pairs_by_shared(hands: Sequence[int]) -> list[int]:
    """How many ordered pairs of these sets of five ranks have 0, 1, .. 5 ranks in common."""
    pairs = [0] * (HAND + 1)
    for one in hands:
        for other in hands:
            pairs[(one & other).bit_count()] += 1
    return pairs


@cache
def suits_of_two(suited: bool, shared: int) -> int:
    """In how many ways two hands of five ranks, the first so many in common, have suits and neither is a flush."""
    ways = Counter(suits[:shared] for suits in product(SUITS, repeat=HAND) if not _is_flush(suits, suited))
    return sum(
        ways[mine] * ways[dealers]
        for mine in ways
        for dealers in product(*([suit for suit in SUITS if suit != taken] for taken in mine))
    )


def _deals(pairs: Sequence[int], suited: bool) -> int:
    """In how many ways player and dealer hold two sets of ranks without a flush, of so many pairs by shared ranks."""
    return sum(number * suits_of_two(suited, shared) for shared, number in enumerate(pairs))


def _is_flush(suits: tuple[int, ...], suited: bool) -> bool:
    """With the pack's two cards, in one suit or in two."""
    seven = (*suits, 0, 0 if suited else 1)
    return any(seven.count(suit) >= HAND for suit in SUITS)


def _highest_five(ranks: int) -> int:
    while ranks.bit_count() > HAND:
        ranks &= ranks - 1
    return ranks


def _as_bits(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)
