"""Ranking hands: random ones in a batch beside eval7 and phevaluator in a loop, and all of C(52,7) in sequence.

Rates are hands per second of processor time on one core; read the ratios, since the rates move with whatever else the
machine does. phevaluator is measured by its C functions, without the reading of cards that its public form does first.
"""

import eval7
import numpy as np
import numpy.typing as npt
from phevaluator import _pheval

from bench.measuring import rates, ratio
from houseway.cards import RANKS, SUITS
from houseway.compiling import compiled
from houseway.poker import rank_of
from houseway.poker_table import NO_CARDS, Tables, evaluate, load_tables, rank7

BATCH = 100_000  # both few enough that the prepared hands stay in the processor's cache
LOOP = 20_000
TIMES = 10  # the batch in one measurement, so that it takes as long as the loops
REPEATS = 15
SEVENS = 133_784_560


def main() -> None:
    decks = np.random.default_rng(8).permuted(np.tile(np.arange(52, dtype=np.uint8), (BATCH, 1)), axis=1)
    for size, least_eval7, least_phevaluator in ((5, 95, 45), (7, 80, 33)):
        rank_random(np.ascontiguousarray(decks[:, :size]), least_eval7, least_phevaluator)
    rank_in_sequence(np.ascontiguousarray(decks[:, :7]))


def rank_random(hands: npt.NDArray[np.uint8], least_eval7: int, least_phevaluator: int) -> None:
    size = hands.shape[1]
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    plain = hands[:LOOP].tolist()
    dealt = [[deck[card] for card in cards] for cards in plain]
    evaluate_one, evaluate_ids = eval7.evaluate, getattr(_pheval, f"evaluate_{size}cards")
    found = rates(
        {
            "batch": (lambda: [evaluate(hands) for _ in range(TIMES)], BATCH * TIMES),
            "eval7": (lambda: [evaluate_one(cards) for cards in dealt], LOOP),
            "phevaluator": (lambda: [evaluate_ids(*cards) for cards in plain], LOOP),
            "readable": (lambda: [rank_of(cards) for cards in plain], LOOP),
        },
        REPEATS,
    )
    print(f"{size} cards: {', '.join(f'{name} {rate / 1e6:.2f} M/s' for name, rate in found.items())}")
    for other, least in (("eval7", least_eval7), ("phevaluator", least_phevaluator)):
        ratio(
            f"{size}-card ranking, batch, random hands, beside {other} in a loop", found["batch"] / found[other], least
        )


def rank_in_sequence(hands: npt.NDArray[np.uint8]) -> None:
    tables = load_tables()
    found = rates(
        {
            "sequence": (lambda: rank_all(tables), SEVENS),
            "random": (lambda: [evaluate(hands) for _ in range(TIMES)], BATCH * TIMES),
        },
        5,
    )
    ratio("all C(52,7) ranked in sequence, beside random hands", found["sequence"] / found["random"], 3)


@compiled
def rank_all(tables: Tables) -> int:
    """The sum of the ranks of all seven-card hands: six cards' keys are added once for all their seventh cards."""
    keys, suits = tables.keys, tables.suits
    total = 0
    for a in range(52):
        for b in range(a + 1, 52):
            key2, suited2 = NO_CARDS + keys[a] + keys[b], suits[a] | suits[b]
            for c in range(b + 1, 52):
                key3, suited3 = key2 + keys[c], suited2 | suits[c]
                for d in range(c + 1, 52):
                    key4, suited4 = key3 + keys[d], suited3 | suits[d]
                    for e in range(d + 1, 52):
                        key5, suited5 = key4 + keys[e], suited4 | suits[e]
                        for f in range(e + 1, 52):
                            key6, suited6 = key5 + keys[f], suited5 | suits[f]
                            for g in range(f + 1, 52):
                                total += int(rank7(key6 + keys[g], suited6 | suits[g], tables))
    return total


if __name__ == "__main__":
    main()
