"""The Pack's bet counted whole: every pack, every five cards of a player, every five cards of the dealer (43.10).

For one pack, take every five of the other fifty cards. Two of these sets that may lie on the table together share no
card; pairs that share none are counted by inclusion and exclusion over the cards they would share: with A_S(rank) sets
that hold the cards S and make that rank, they are the sum over all S of (-1)^|S| A_S(rank) A_S(other rank). Equal ranks
alone are counted rank by rank. Which of two different hands is higher needs no count: player and dealer are in the
same position, so each is higher as often as the other.

Packs that differ only by their suits count alike, and so do sets S that a change of suits which leaves the pack alone
turns into each other.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import DECK, Card
from houseway.compiling import compiled
from houseway.poker import Category
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank7
from houseway.returns import Progress, silent
from houseway.stored import keep

Positions = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]

PACKAGE, NAME = "houseway.games.packs", "pack"
HAND = 5
RANKS = 7462  # different hands

# On the counters of suits in the keys of cards: one more of every suit, and what tells a flush.
_ONE_OF_EACH, _FLUSH = np.uint64(0x1111 << 32), np.uint64(0x8888 << 32)


class Counted(NamedTuple):
    """How many deals put the player's best hand in one category and the dealer's in another, and how many tie."""

    both: list[list[int]]  # by the player's category, then by the dealer's
    ties: list[int]  # by category


def count(progress: Progress = silent) -> Counted:
    """All C(52,2) x C(50,5) x C(45,5) deals of a pack, a player's hand and the dealer's."""
    both, ties = np.zeros((len(Category), len(Category)), object), np.zeros(len(Category), object)
    classes = list(packs())
    for done, (pack, alike) in enumerate(classes, start=1):
        counted = count_pack(pack)
        both += alike * np.array(counted.both, object)
        ties += alike * np.array(counted.ties, object)
        progress(done, len(classes))
    return Counted(both.tolist(), ties.tolist())


def packs() -> Iterator[tuple[tuple[Card, Card], int]]:
    """One pack of each kind, and how many packs are of this kind: pairs, suited and other packs of two ranks."""
    for rank in range(13):
        yield (4 * rank, 4 * rank + 1), 6
    for low, high in combinations(range(13), 2):
        yield (4 * low, 4 * high), 4
        yield (4 * low, 4 * high + 1), 12


def count_pack(pack: Sequence[Card], deck: Sequence[Card] = DECK) -> Counted:
    """The deals of two hands beside this pack; the deck is all of its cards."""
    tables = load_tables()
    cards = np.array(sorted(set(deck) - set(pack)), np.uint8)
    images = suit_changes(pack, cards)
    key, suits = NO_CARDS + tables.keys[list(pack)].sum(), np.bitwise_or.reduce(tables.suits[list(pack)])
    both, ties = np.zeros((len(Category), len(Category)), np.int64), np.zeros(len(Category), np.int64)
    hands = np.zeros(len(Category), np.int64)
    for shared in reversed(range(HAND)):
        _add_shared(shared, cards, images, key, suits, tables, hands, both, ties)
    # Now `hands` has all hands by category. Two that share five cards are the same one.
    ties -= hands
    both -= np.diag(hands)
    return Counted(both.tolist(), ties.tolist())


def suit_changes(pack: Sequence[Card], cards: npt.NDArray[np.uint8]) -> Positions:
    """Every change of suits that leaves the pack and the other cards the same: where it takes each of the cards."""
    place = {int(card): number for number, card in enumerate(cards)}
    changes = []
    for suits in permutations(range(4)):
        taken = {card: card & ~3 | suits[card & 3] for card in (*place, *pack)}
        if {taken[card] for card in pack} == set(pack) and {taken[card] for card in place} == set(place):
            changes.append([place[taken[card]] for card in place])
    return np.array(changes, np.int64)


@compiled
def _add_shared(
    shared: int,
    cards: npt.NDArray[np.uint8],
    images: Positions,
    pack_key: np.uint64,
    pack_suits: np.uint64,
    tables: Tables,
    categories: Counts,
    both: Counts,
    ties: Counts,
) -> None:
    """Add the pairs of hands that both hold the same so many cards, for all choices of them, with their sign."""
    number = len(cards)
    held, met = np.zeros(RANKS + 1, np.int64), np.zeros(RANKS + 2, np.int64)
    keys, suits, ranks = np.zeros(number, np.uint64), np.zeros(number, np.uint64), np.zeros(number, np.int64)
    chosen = np.arange(shared)
    more = True
    while more:
        mask = mask_of(chosen)
        weight = alike(chosen, mask, images) if shared % 2 == 0 else -alike(chosen, mask, images)
        if weight:
            key, suited, others = pack_key, pack_suits, 0
            for place in range(number):
                card = cards[place]
                if mask >> place & 1:
                    key += tables.keys[card]
                    suited |= tables.suits[card]
                else:
                    keys[others] = tables.keys[card]
                    suits[others] = tables.suits[card]
                    ranks[others] = card >> 2
                    others += 1
            different = _fill(5 - shared, keys[:others], suits[:others], ranks, key, suited, tables, held, met)
            _add_squares(weight, met[:different], held, categories, tables.categories, both, ties)
        more = next_choice(chosen, number)


@compiled
def _fill(
    left: int,
    keys: npt.NDArray[np.uint64],
    suits: npt.NDArray[np.uint64],
    ranks: Counts,
    key: np.uint64,
    suited: np.uint64,
    tables: Tables,
    held: Counts,
    met: Counts,
) -> int:
    """Rank the hands that so many of the other cards complete: how many have each rank, and which ranks are met.

    The cards are in order of their ranks. Where the last one can make no flush, those of one rank count together.
    """
    number, different = len(keys), 0
    past = np.zeros(number, np.int64)  # the first card of a higher rank
    for place in range(number - 1, -1, -1):
        past[place] = past[place + 1] if place + 1 < number and ranks[place] == ranks[place + 1] else place + 1
    first = np.arange(left - 1)
    more = True
    while more:
        partly, partly_suited = key, suited
        for taken in first:
            partly += keys[taken]
            partly_suited |= suits[taken]
        place = first[-1] + 1 if left > 1 else 0
        may_flush = partly + _ONE_OF_EACH & _FLUSH != 0
        while place < number:
            after = place + 1 if may_flush else past[place]
            rank = rank7(partly + keys[place], partly_suited | suits[place], tables)
            before = held[rank]
            met[different] = rank  # overwritten by the next rank unless this one is new: cheaper than to ask
            different += before == 0
            held[rank] = before + after - place
            place = after
        more = next_choice(first, number - 1)
    return different


@compiled
def _add_squares(
    weight: int,
    met: Counts,
    held: Counts,
    categories: Counts,
    category_of: npt.NDArray[np.uint8],
    both: Counts,
    ties: Counts,
) -> None:
    """Add the pairs of the hands that were ranked, and leave the counters empty."""
    categories[:] = 0
    for rank in met:
        hands = held[rank]
        held[rank] = 0
        categories[category_of[rank]] += hands
        ties[category_of[rank]] += weight * hands * hands
    for one in range(10):
        if categories[one]:
            for other in range(10):
                both[one, other] += weight * categories[one] * categories[other]


@compiled
def mask_of(chosen: Positions) -> int:
    """The chosen places as bits."""
    mask = 0
    for place in chosen:
        mask |= 1 << place
    return mask


@compiled
def alike(chosen: Positions, mask: int, images: Positions) -> int:
    """How many sets of cards the changes of suits make of this one; none if another of them is to be counted."""
    same = 0
    for change in range(len(images)):
        image = 0
        for place in chosen:
            image |= 1 << images[change, place]
        if image < mask:
            return 0
        same += image == mask
    return len(images) // same


@compiled
def next_choice(chosen: Positions, number: int) -> bool:
    """The next choice of so many places below the number, in order; false after the last."""
    size = len(chosen)
    for back in range(size - 1, -1, -1):
        if chosen[back] < number - size + back:
            chosen[back] += 1
            for after in range(back + 1, size):
                chosen[after] = chosen[after - 1] + 1
            return True
    return False


if __name__ == "__main__":
    print(keep(PACKAGE, NAME, f"python -m {PACKAGE}.whole_count", [f"{PACKAGE}.whole_count"], count()._asdict()))
