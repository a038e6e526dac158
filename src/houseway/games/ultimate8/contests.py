"""Contests of Ultimate 8 Poker: the result of one player whose strategy differs from that of the others.

The player plays the same number of rounds in each seat, since the seat matters.
`python -m houseway.games.ultimate8.contests` plays the stored contests again: a full table under the usual rules.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from houseway.figures import Exact, Figure, add, estimate_mean, estimate_share, multiply, scale
from houseway.games.ultimate8.house_take import NETS, ace_pots_won, main_odds, prize_of
from houseway.games.ultimate8.played_tables import MODULES, PACKAGE, USUAL, is_usual, most_wagered, played, tallies_of
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.strategy import TEMPERS
from houseway.money import brief
from houseway.odds.executors import opened
from houseway.returns import Progress, silent
from houseway.stored import keep, kept

NAME, SEED = "contests", "ultimate8 contests"
ROUNDS = 1 << 17  # in each seat, of a contest that is kept
ANEW = 1 << 14  # of another one

Numbers = tuple[int, ...]  # rounds, net of his main wagers, its squares, ace pots that he won, that all won


def contest(rules: Rules, one: str, others: str, recompute: bool = False, progress: Progress = silent) -> Figure:
    """The mean result of one player of a strategy among five of another, per unit of the main ante.

    Both antes count. If all six play alike, `house_take.main_odds` gives a better estimate, from the commissions.
    """
    if one == others:
        return main_odds(tallies_of(rules, POSITIONS, one, recompute, progress), rules, POSITIONS, one).ev
    name = name_of(rules, one, others)
    if is_usual(rules) and name in usual_contests():
        return judged(rules, kept_contests(recompute, progress if recompute else silent)[name])
    return _fought_anew(rules, one, others)


@lru_cache(maxsize=32)
def _fought_anew(rules: Rules, one: str, others: str) -> Figure:
    with opened() as (pool, _):
        return judged(rules, fought(rules, one, others, ANEW, pool))


def judged(rules: Rules, numbers: Sequence[int]) -> Figure:
    """The ace pot counts with what it holds in the long run, when it is won as often as at this table."""
    rounds, net, squares, own, all_won = numbers
    mean = Fraction(net, rounds)
    variance = Fraction(squares, rounds) - mean**2
    brought = estimate_mean(mean, variance, rounds, spread=max(abs(mean), Fraction(rules.main_ante)))
    prize = prize_of(estimate_share(all_won, rounds), rules, POSITIONS)
    from_ace_pot = multiply(estimate_share(own, rounds), prize)
    together = add(brought, from_ace_pot, Exact(Fraction(-rules.ace_ante)), independent=False)
    return scale(together, Fraction(1, rules.main_ante))


def name_of(rules: Rules, one: str, others: str) -> str:
    """A contest under the usual rules: the strategies, and the most that is wagered at a time."""
    return f"{one} among {others} {brief(max(most_wagered(rules, one), most_wagered(rules, others)))}"


@cache
def usual_contests() -> Mapping[str, tuple[Rules, str, str]]:
    """The contests that are kept."""
    every = [(rules, one, others) for rules in USUAL for one in TEMPERS for others in TEMPERS]
    return {name_of(*each): each for each in every}


@cache
def kept_contests(recompute: bool, progress: Progress = silent) -> Mapping[str, Sequence[int]]:
    """What they came to; if they are to be recomputed, fought again and compared."""
    found: dict[str, Any] = kept(PACKAGE, NAME, lambda: fight_usual_contests(progress), recompute)
    return found


def fight_usual_contests(progress: Progress = silent) -> dict[str, Numbers]:
    found = {}
    every = usual_contests()
    with opened() as (pool, _):
        for done, (name, (rules, one, others)) in enumerate(every.items()):
            found[name] = fought(rules, one, others, ROUNDS, pool)
            progress((done + 1) * POSITIONS * ROUNDS, len(every) * POSITIONS * ROUNDS)
    return found


def fought(rules: Rules, one: str, others: str, rounds: int, pool: Executor) -> Numbers:
    """So many rounds in each seat of a full table."""
    totals = [0, 0, 0, 0, 0]
    for seat in range(POSITIONS):
        seats = [others] * POSITIONS
        seats[seat] = one
        tallies = played(rules, seats, rounds, f"{SEED} {seat}", pool)
        net, squares = tallies.sums[NETS + seat], tallies.squares[NETS + seat]
        numbers = (rounds, net, squares, ace_pots_won(tallies, seat), ace_pots_won(tallies))
        totals = [total + number for total, number in zip(totals, numbers, strict=True)]
    return tuple(totals)


if __name__ == "__main__":
    modules = (*MODULES, f"{PACKAGE}.contests")
    print(keep(PACKAGE, NAME, f"python -m {PACKAGE}.contests", modules, fight_usual_contests()))
