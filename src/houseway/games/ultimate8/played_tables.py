"""Tables of Ultimate 8 Poker that the kernel has played: those of the usual rules are kept, others are played anew.

Of the rules only some matter here: however cards are dealt the hands are as random, and a limit matters only to those
who would wager more. `python -m houseway.games.ultimate8.played_tables` plays the kept tables again.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cache, lru_cache
from typing import Any

from houseway.chance import stream
from houseway.games.ultimate8.kernel import prepare_seats
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.strategy import TEMPERS
from houseway.money import Cents, brief
from houseway.odds.executors import opened
from houseway.returns import Progress, silent
from houseway.stored import keep, kept
from houseway.tallies import Setting, Simulation, Tallies, none_yet, read_counts

PACKAGE, NAME = "houseway.games.ultimate8", "tables"
MODULES = tuple(f"{PACKAGE}.{name}" for name in ("kernel", "kernel_patterns", "kernel_round", "strategy"))
SEED = "ultimate8"

ROUNDS = 1 << 20  # at a table that is kept
ANEW = 1 << 17  # at another one
PLAYERS = range(2, POSITIONS + 1)
USUAL = (Rules(limit="limit"), Rules(limit="no_limit"))
MATTER = ("main_ante", "ace_ante", "commission", "match_length", "pass_is_final", "chip_unit")


def tallies_of(
    rules: Rules, players: int, strategy: str, recompute: bool = False, progress: Progress = silent
) -> Tallies:
    """The tallies of a table at which all play alike: stored, or played now."""
    if is_usual(rules) and (table := name_of(rules, players, strategy)) in usual_tables():
        counts, sums, squares = kept_tables(recompute, progress if recompute else silent)[table]
        return Tallies(ROUNDS, tuple(counts), tuple(sums), tuple(squares))
    return _played_anew(rules, players, strategy)


def are_kept(rules: Rules) -> bool:
    """Are the tables of these rules kept, for every strategy?"""
    return is_usual(rules) and all(name_of(rules, POSITIONS, strategy) in usual_tables() for strategy in TEMPERS)


def is_usual(rules: Rules) -> bool:
    """Is all that matters here, the limit aside, as in the usual rules?"""
    return all(getattr(rules, option) == getattr(USUAL[0], option) for option in MATTER)


def name_of(rules: Rules, players: int, strategy: str) -> str:
    """A table of the usual rules: who plays, and the most that they wager at a time."""
    return f"{players} {strategy} {brief(most_wagered(rules, strategy))}"


def most_wagered(rules: Rules, strategy: str) -> Cents:
    """The most that somebody bets or raises by this strategy, as the table's limit lets him."""
    return min(rules.most_raised, TEMPERS[strategy].most * rules.main_ante)


@cache
def usual_tables() -> Mapping[str, tuple[Rules, int, str]]:
    """The tables that are kept: of the usual rules, each number of players, limit and strategy."""
    every = [(rules, players, strategy) for strategy in TEMPERS for rules in USUAL for players in PLAYERS]
    return {name_of(*table): table for table in every}


@cache
def kept_tables(recompute: bool, progress: Progress = silent) -> Mapping[str, Sequence[Sequence[int]]]:
    """The tallies of these tables; if they are to be recomputed, played again in some minutes and compared."""
    found: dict[str, Any] = kept(PACKAGE, NAME, lambda: play_usual_tables(progress), recompute)
    return found


def play_usual_tables(progress: Progress = silent) -> dict[str, list[Sequence[int]]]:
    """All of them, from the same shoes."""
    found: dict[str, list[Sequence[int]]] = {}
    every = usual_tables()
    with opened() as (pool, _):
        for done, (name, (rules, players, strategy)) in enumerate(every.items()):
            tallies = played(rules, (strategy,) * players, ROUNDS, SEED, pool)
            found[name] = [tallies.counts, tallies.sums, tallies.squares]
            progress((done + 1) * ROUNDS, len(every) * ROUNDS)
    return found


def played(
    rules: Rules, seats: Sequence[str], rounds: int, seed: str, pool: Executor, progress: Progress = silent
) -> Tallies:
    """So many rounds of a table at which each seat has its strategy; the same seed has the same shoes."""
    simulation = prepare_seats(Setting(rules=rules, strategy=seats[0], players=len(seats)), seats)
    together = none_yet(simulation)
    for tallies in pool.map(lambda shard: _shard(simulation, seed, *shard), _shards(rounds, simulation.shard)):
        together += tallies
        progress(together.rounds, rounds)
    return together


@lru_cache(maxsize=64)
def _played_anew(rules: Rules, players: int, strategy: str) -> Tallies:
    with opened() as (pool, _):
        return played(rules, (strategy,) * players, ANEW, SEED, pool)


def _shard(simulation: Simulation, seed: str, number: int, rounds: int) -> Tallies:
    return read_counts(simulation, rounds, simulation.tally(stream(seed, number), rounds))


def _shards(rounds: int, size: int) -> Iterator[tuple[int, int]]:
    for number, begin in enumerate(range(0, rounds, size)):
        yield number, min(size, rounds - begin)


if __name__ == "__main__":
    print(keep(PACKAGE, NAME, f"python -m {PACKAGE}.played_tables", MODULES, play_usual_tables()))
