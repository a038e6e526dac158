"""Ranking random hands: the batch form, the readable form and eval7 in a loop, side by side on one core.

Rates are hands per second of processor time, medians of interleaved repeats; read the ratios, since the rates
move with whatever else the machine does. Run with `python bench/bench_poker.py`.
"""

from collections.abc import Callable
from statistics import median
from time import process_time

import eval7
import numpy as np
import numpy.typing as npt

from houseway.cards import RANKS, SUITS
from houseway.poker import rank_of
from houseway.poker_table import evaluate

Hands = npt.NDArray[np.uint8]

BATCH = 100_000  # both few enough that the prepared hands stay in the processor's cache
LOOP = 20_000
TIMES = 10  # the batch in one measurement, so that it takes as long as the loops
REPEATS = 15
WANTED = 80


def main() -> None:
    rng = np.random.default_rng(8)
    decks = shuffled(rng, BATCH)
    print(f"{'cards':>5} {'batch M/s':>10} {'eval7 M/s':>10} {'batch/eval7':>12} {'wanted':>7} {'rank_of us':>11}")
    for size in (5, 7):
        hands = np.ascontiguousarray(decks[:, :size])
        batch, eval7_loop, readable = rates(size, hands)
        print(
            f"{size:>5} {batch / 1e6:>10.1f} {eval7_loop / 1e6:>10.2f} "
            f"{batch / eval7_loop:>11.0f}x {WANTED:>6}x {1e6 / readable:>11.2f}"
        )


def shuffled(rng: np.random.Generator, count: int) -> Hands:
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)[:, :7]


def rates(size: int, hands: Hands) -> tuple[float, float, float]:
    """Hands per second of the batch form, of eval7 and of the readable form."""
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    plain = hands[:LOOP].tolist()
    dealt = [[deck[card] for card in cards] for cards in plain]
    evaluate_one = eval7.evaluate

    def with_batch() -> None:
        for _ in range(TIMES):
            evaluate(hands)

    def with_eval7() -> None:
        for cards in dealt:
            evaluate_one(cards)

    def with_rank_of() -> None:
        for cards in plain:
            rank_of(cards)

    runs: list[tuple[Callable[[], object], int]] = [
        (with_batch, BATCH * TIMES),
        (with_eval7, LOOP),
        (with_rank_of, LOOP),
    ]
    for run, _ in runs:
        run()  # compiled and warm before the clock starts
    seconds = [[timed(run) for run, _ in runs] for _ in range(REPEATS)]
    batch, eval7_loop, readable = (
        count / median(repeat[place] for repeat in seconds) for place, (_, count) in enumerate(runs)
    )
    return batch, eval7_loop, readable


def timed(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


if __name__ == "__main__":
    main()
