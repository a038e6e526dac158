"""Seven-card bonuses on two packs share the player's five cards: every such five with every two packs, exactly.

For one five, the packs are all two of the other 47 cards. Two packs that may lie on the table together share no card:
they are all pairs of packs, less those that share a given card, and those that share both once more.

Fives that differ only by their suits count alike: no seven-card table has a line for diamonds.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import DECK
from houseway.compiling import compiled
from houseway.games.packs.hands import DIAMOND_ROYAL, ROYAL, SEVEN_CARDS, Top
from houseway.games.packs.lines import Met
from houseway.games.packs.signatures import LINES, listed, signature, signature_of
from houseway.games.packs.whole_count import PACKAGE, alike, mask_of, next_choice, suit_changes
from houseway.poker_table import load_tables
from houseway.stored import keep, kept

NAME = "shared_five"
HAND = 5

Counts = npt.NDArray[np.int64]


class Pairs(NamedTuple):
    """Deals of five cards and two packs, by the lines that the five satisfy with the first pack and with the second."""

    signatures: list[int]
    deals: list[list[int]]


def count() -> Pairs:
    """All C(52,5) x C(47,2) x C(45,2) deals, with any seven suited cards in a row as the top line."""
    kinds = list(dict.fromkeys(met - {DIAMOND_ROYAL} for met in listed(7, "any")))
    places = np.zeros(1 << len(LINES), np.int64)
    for met in listed(7, "any"):
        places[signature_of(met)] = kinds.index(met - {DIAMOND_ROYAL})
    deals = np.zeros((len(kinds), len(kinds)), np.int64)
    cards = np.array(DECK, np.uint8)
    _count(suit_changes((), cards), load_tables().suits[cards], places, deals)
    return Pairs([signature_of(met) for met in kinds], deals.tolist())


def recalled(recompute: bool = False) -> Pairs:
    """The count as it is stored; if it is to be recomputed, made again in some seconds and compared."""
    return Pairs(**kept(PACKAGE, NAME, _made, recompute))


def covariance(pairs: Pairs, worth: Callable[[Met], Fraction], top: Top) -> Fraction:
    """Of the bonuses on two packs, by what a hand of seven cards brings that satisfies these lines."""
    nets = [worth(met_of(number, top)) for number in pairs.signatures]
    total = products = Fraction(0)
    for one, row in zip(nets, pairs.deals, strict=True):
        total += one * sum(row)
        products += one * sum(other * deals for other, deals in zip(nets, row, strict=True))
    deals = sum(map(sum, pairs.deals))
    return products / deals - (total / deals) ** 2


def met_of(number: int, top: Top) -> Met:
    """The lines of a signature; if only a royal is the top line, another seven in a row is none (ruling P1)."""
    met = frozenset(line for bit, line in enumerate(LINES) if number >> bit & 1)
    return met - {SEVEN_CARDS} if top == "royal" and ROYAL not in met else met


def _made() -> Any:
    return count()._asdict()


@compiled
def _count(images: Counts, suits: npt.NDArray[np.uint64], places: Counts, deals: Counts) -> None:
    """Add the pairs of packs beside every five cards, weighed by the fives that are alike."""
    number, kinds = len(suits), len(deals)
    chosen, others = np.arange(HAND), np.zeros(number - HAND, np.uint64)
    by_kind, by_card = np.zeros(kinds, np.int64), np.zeros((number - HAND, kinds), np.int64)
    more = True
    while more:
        mask = mask_of(chosen)
        weight = alike(chosen, mask, images)
        if weight:
            held, left = np.uint64(0), 0
            for place in range(number):
                if mask >> place & 1:
                    held |= suits[place]
                else:
                    others[left] = suits[place]
                    left += 1
            _sort_packs(held, others, places, by_kind, by_card)
            _add_pairs(weight, by_kind, by_card, deals)
        more = next_choice(chosen, number)


@compiled
def _sort_packs(
    held: np.uint64,
    others: npt.NDArray[np.uint64],
    places: Counts,
    by_kind: Counts,
    by_card: Counts,
) -> None:
    """Every two of the other cards by what they make with the five, and the same for each card among them."""
    by_kind[:] = 0
    by_card[:] = 0
    for one in range(len(others)):
        for other in range(one):
            kind = places[signature(held | others[one] | others[other], True)]
            by_kind[kind] += 1
            by_card[one, kind] += 1
            by_card[other, kind] += 1


@compiled
def _add_pairs(weight: int, by_kind: Counts, by_card: Counts, deals: Counts) -> None:
    """Two packs without a card in common: all, less those that share a card, and the same pack twice once more."""
    kinds = np.flatnonzero(by_kind)
    for one in kinds:
        for other in kinds:
            pairs = by_kind[one] * by_kind[other]
            for card in range(len(by_card)):
                pairs -= by_card[card, one] * by_card[card, other]
            deals[one, other] += weight * (pairs + (by_kind[one] if one == other else 0))


if __name__ == "__main__":
    modules = [f"{PACKAGE}.shared_five", f"{PACKAGE}.signatures"]
    print(keep(PACKAGE, NAME, f"python -m {PACKAGE}.shared_five", modules, _made()))
