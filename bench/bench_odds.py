"""Exact counts and simulation, beside what is wanted of them."""

import sys
from functools import partial

import gymnasium
import numpy as np
import numpy.typing as npt

from bench.measuring import rates, ratio, seconds, timed
from houseway.chance import deal, stream
from houseway.compiling import compiled
from houseway.games import load
from houseway.games.blackjack import boxes, optimum
from houseway.games.blackjack import rules as blackjack
from houseway.games.blackjack.playing import terms_of
from houseway.games.lucky8s import odds as lucky8s
from houseway.games.packs import pack_bet, whole_count
from houseway.odds.simulation import play_shard, task
from houseway.returns import Asked
from houseway.tallies import Setting

DEALS = 300_000
ROUNDS = 1_000_000
EPISODES = 3_000


def main() -> None:
    deal_seventeen()
    play_blackjack()
    count_lucky8s()
    count_packs()
    solve_blackjack()


def deal_seventeen() -> None:
    deck, state = np.arange(52, dtype=np.uint8), stream("bench", 0)
    found = rates(
        {
            "own": (lambda: deal_own(state, deck, DEALS), DEALS),
            "numba": (lambda: deal_with_numpy(deck, DEALS), DEALS),
        },
        9,
    )
    ratio("dealing 17 of 52 in a kernel, beside numba's own np.random", found["own"] / found["numba"], 5)


@compiled
def deal_own(state: npt.NDArray[np.uint64], deck: npt.NDArray[np.uint8], deals: int) -> int:
    total = 0
    for _ in range(deals):
        deal(state, deck, 17)
        total += deck[0]
    return total


@compiled
def deal_with_numpy(deck: npt.NDArray[np.uint8], deals: int) -> int:
    total = 0
    for _ in range(deals):
        for place in range(17):
            other = np.random.randint(place, 52)
            deck[place], deck[other] = deck[other], deck[place]
        total += deck[0]
    return total


def play_blackjack() -> None:
    rules = load("blackjack").rules()
    work = task("blackjack", Setting(rules=rules, strategy="basic"), "bench")
    table = gymnasium.make("Blackjack-v1")
    found = rates(
        {
            "kernel": (partial(play_shard, work, 0, ROUNDS), ROUNDS),
            "gymnasium": (partial(play_gymnasium, table, EPISODES), EPISODES),
        },
        5,
    )
    ratio("blackjack rounds simulated, beside Gymnasium's Blackjack-v1", found["kernel"] / found["gymnasium"], 800)


def play_gymnasium(table: "gymnasium.Env[tuple[int, int, int], int]", episodes: int) -> None:
    """The plainest play there is: hit below 17. No doubling, no splitting, so its rounds are cheaper than ours."""
    for _ in range(episodes):
        (total, _, _), _ = table.reset()
        over = False
        while not over:
            (total, _, _), _, over, _, _ = table.step(int(total < 17))


def count_lucky8s() -> None:
    asked = Asked(rules=load("lucky8s").rules())
    lucky8s.wagers(asked)
    forget("houseway.games.lucky8s")
    seconds("Lucky 8's optimal strategy and edge", timed(lambda: lucky8s.wagers(asked)), 1)


def count_packs() -> None:
    forget("houseway.games.packs")
    seconds("Pack's main bet, the two edges alone", timed(pack_bet.edges), 2)
    whole_count.count_pack((0, 1))  # compiled
    seconds("Pack's main bet, whole exact count", timed(whole_count.count), 60)


def solve_blackjack() -> None:
    terms = terms_of(blackjack.Rules())
    boxes.play(terms, optimum.solve(terms).policy)
    forget("houseway.games.blackjack")

    def solve() -> None:
        boxes.play(terms, optimum.solve(terms).policy)

    seconds("eight-deck blackjack, complete exact strategy and edge", timed(solve), 10)


def forget(package: str) -> None:
    """What the functions of a package remember from earlier calls is dropped; compiled code stays."""
    for name in [name for name in sys.modules if name.startswith(package)]:
        for thing in list(vars(sys.modules[name]).values()):
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


if __name__ == "__main__":
    main()
