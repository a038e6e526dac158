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
    by_best: dict[int, list[int]] = {}
    for ranks in combinations([rank for rank in deck if rank not in pack], HAND):
        hand = _as_bits(ranks)
        held = hand | _as_bits(pack)
        if not is_run(held, HAND):
            by_best.setdefault(_highest_five(held), []).append(hand)
    every = pairs_by_shared([hand for tied in by_best.values() for hand in tied])
    ties = [sum(pairs) for pairs in zip(*map(pairs_by_shared, by_best.values()), strict=True)]
    return {suited: NoPair(_deals(every, suited), _deals(ties, suited)) for suited in (True, False)}


def pairs_by_shared(hands: Iterable[int]) -> list[int]:
    """How many ordered pairs of these sets of five ranks have 0, 1, .. 5 ranks in common."""
    holding = [Counter[int]() for _ in range(HAND + 1)]
    for hand in hands:
        part = hand
        while part:  # every part of the set, and last the empty one
            holding[part.bit_count()][part] += 1
            part = part - 1 & hand
        holding[0][0] += 1
    pairs = [sum(number**2 for number in parts.values()) for parts in holding]
    # So far two sets count once for each part of what they have in common: take out those that share more.
    for shared in reversed(range(HAND)):
        pairs[shared] -= sum(comb(more, shared) * pairs[more] for more in range(shared + 1, HAND + 1))
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
