"""Three Pack's bets of one player lie against the same dealer's cards: how their results hang together.

One bet is counted exactly (`pack_bet`). Two of them together would take all deals of two hands and two packs, which
nobody counts; so the results of the three bets are simulated, and kept as the number of rounds for each of the 125 ways
in which they can end. The covariance of two bets comes from there with its standard error; the deviation of one bet is
the exact one.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.chance import Cards, State, deal, stream
from houseway.compiling import compiled
from houseway.games.packs.pack_bet import ENDS, PACKAGE
from houseway.poker import Category
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank7
from houseway.returns import Progress, silent
from houseway.stored import keep, kept

NAME = "three_packs"
SEED, SHARDS, SHARD = "three packs", 1024, 1 << 21
ROUND = 16  # five cards of the player, five of the dealer, two for each pack
WAYS = len(ENDS)

Counts = npt.NDArray[np.int64]


class Together(NamedTuple):
    """Two Pack's bets of a unit each on the same cards."""

    covariance: Fraction
    square_error: Fraction  # the square of the covariance's standard error
    rounds: int


def simulate(progress: Progress = silent) -> list[int]:
    """More than two thousand million rounds: how many ended in each of the ways of three bets, the first slowest."""
    tables, total = load_tables(), [0] * WAYS**3
    for shard in range(SHARDS):
        counts = np.zeros(WAYS**3, np.int64)
        tally(stream(SEED, shard), SHARD, first_pair(tables), tables, counts)
        total = [before + int(count) for before, count in zip(total, counts, strict=True)]
        progress(shard + 1, SHARDS)
    return total


def recalled(recompute: bool = False, progress: Progress = silent) -> list[int]:
    """The rounds as they are stored; if they are to be recomputed, simulated again in some minutes and compared."""
    counts: list[int] = kept(PACKAGE, NAME, lambda: simulate(progress), recompute)
    return counts


def together(counts: Sequence[int], nets: Sequence[int], mean: Fraction) -> Together:
    """The covariance of two bets of the three, given what each way to end brings and a bet's exact mean.

    A round gives three products of two results. Their average is one number of the round, and the standard error is
    that of so many independent ones.
    """
    rounds = sum(counts)
    total = square = Fraction(0)
    for ends, number in zip(product(range(WAYS), repeat=3), counts, strict=True):
        one, two, three = (nets[end] - mean for end in ends)
        average = (one * two + one * three + two * three) / 3
        total += number * average
        square += number * average**2
    covariance = total / rounds
    return Together(covariance, (square / rounds - covariance**2) / rounds, rounds)


def first_pair(tables: Tables) -> int:
    """The lowest batch rank that is a pair."""
    return int(np.argmax(tables.categories == Category.ONE_PAIR))


@compiled
def tally(state: State, rounds: int, pair: int, tables: Tables, counts: Counts) -> None:
    """Play rounds in which the player has a bet on each pack."""
    deck = np.arange(52).astype(np.uint8)
    for _ in range(rounds):
        deal(state, deck, ROUND)
        counts[_ends(deck, pair, tables)] += 1


@compiled
def _ends(cards: Cards, pair: int, tables: Tables) -> int:
    """How the three bets end, as one number: the player's cards come first, then the dealer's, then the packs."""
    keys, suits = tables.keys, tables.suits
    player, players_suits = NO_CARDS, np.uint64(0)
    dealer, dealers_suits = NO_CARDS, np.uint64(0)
    for place in range(5):
        player += keys[cards[place]]
        players_suits |= suits[cards[place]]
        dealer += keys[cards[place + 5]]
        dealers_suits |= suits[cards[place + 5]]
    ended = 0
    for pack in range(3):
        one, other = cards[10 + 2 * pack], cards[11 + 2 * pack]
        key, suited = keys[one] + keys[other], suits[one] | suits[other]
        players = rank7(player + key, players_suits | suited, tables)
        dealers = rank7(dealer + key, dealers_suits | suited, tables)
        ended = WAYS * ended + end_of(players, dealers, pair)
    return ended


@compiled
def end_of(player: np.uint16, dealer: np.uint16, pair: int) -> int:
    """The way in which a Pack's bet ends (`pack_bet.ENDS`), from the batch ranks of both hands."""
    if player < dealer:
        return 4
    return (0 if player >= pair else 2) + (1 if player == dealer else 0)


if __name__ == "__main__":
    print(keep(PACKAGE, NAME, f"python -m {PACKAGE}.three_packs", [f"{PACKAGE}.three_packs"], simulate()))
