"""Simulation cut into shards that anybody may play: the same seed gives the same tallies for any number of workers.

A shard is named by the seed and its number, and its result is integers. Shards are added in the order of their
numbers, so even a run that stops at a wanted precision stops at the same round everywhere.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import count

import msgspec
import numpy as np

from houseway import games
from houseway.chance import stream
from houseway.figures import Figure, stderr_of
from houseway.money import Cents
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.returns import Progress, WagerOdds, silent
from houseway.shoe import Shoe
from houseway.tallies import Setting, Simulation, Tallies, mean_figure, none_yet, read_counts, returns

AHEAD = 2  # shards that wait for each worker, so that none is idle


class Task(msgspec.Struct, frozen=True):
    """All that a worker must know to play a shard, as plain texts and numbers."""

    game: str
    rules: tuple[str, ...]
    strategy: str
    stake: Cents
    meters: tuple[tuple[str, Cents], ...]
    players: int
    seed: str


def task(game: str, setting: Setting, seed: str) -> Task:
    """A setting as it travels to the workers."""
    rules = tuple(setting.rules.differing())
    return Task(game, rules, setting.strategy, setting.stake, tuple(setting.meters.items()), setting.players, seed)


@lru_cache(maxsize=8)
def prepared(work: Task) -> Simulation:
    """The kernel of a game made ready for a task."""
    game = games.load(work.game)
    setting = Setting(
        rules=game.rules.read(work.rules),
        strategy=work.strategy,
        stake=work.stake,
        meters=dict(work.meters),
        players=work.players,
    )
    kernel = import_module(f"houseway.games.{work.game}.kernel")
    if work.strategy not in kernel.STRATEGIES:
        raise Refusal(f"{work.game} has no strategy {work.strategy!r}; strategies: {', '.join(kernel.STRATEGIES)}")
    simulation: Simulation = kernel.prepare(setting)
    return simulation


def play_shard(work: Task, shard: int, rounds: int) -> Tallies:
    """One shard's tallies: what a worker does."""
    simulation = prepared(work)
    return read_counts(simulation, rounds, simulation.tally(stream(work.seed, shard), rounds))


def simulate(
    work: Task,
    rounds: int,
    executor: Executor,
    workers: int,
    precision: Fraction | None = None,
    progress: Progress = silent,
) -> Tallies:
    """So many rounds, or fewer if the first wager's standard error is as small as wanted before."""
    if rounds < 1:
        raise Refusal(f"at least one round is simulated, not {rounds}")
    simulation = prepared(work)
    together = none_yet(simulation)
    waiting: deque[Future[Tallies]] = deque()
    shards = _shards(rounds, simulation.shard)
    try:
        for shard, size in shards:
            waiting.append(executor.submit(play_shard, work, shard, size))
            if len(waiting) < AHEAD * workers:
                continue
            together += waiting.popleft().result()
            progress(together.rounds, rounds)
            if precision is not None and _precise(simulation, together, precision):
                return together
        while waiting:
            together += waiting.popleft().result()
            progress(together.rounds, rounds)
            if precision is not None and _precise(simulation, together, precision):
                return together
    finally:
        for future in waiting:
            future.cancel()
    return together


def through_procedure(work: Task, rounds: int, progress: Progress = silent) -> Tallies:
    """The same through the real procedure: every card moved, every decision asked; some ten thousand times slower."""
    game = games.load(work.game)
    simulation = prepared(work)
    strategy = game.strategies[work.strategy]
    deck = game.deck(game.rules.read(work.rules))
    counts = [0] * len(simulation.outcomes)
    sums = [0] * (len(simulation.figures) + len(simulation.kept))
    squares = list(sums)
    generator = np.random.default_rng(stream(work.seed, -1))  # no shard of the kernel has this number
    for done in range(rounds):
        order = tuple(int(card) for card in generator.permutation(np.array(deck, np.uint8)))
        playing = Round(game, simulation.setup(Shoe(order)))
        play_out(playing, dict.fromkeys(playing.table.seats, strategy))
        for number in simulation.read(playing.payoffs):
            counts[number] += 1
        if simulation.read_figures is not None:
            for place, figure in enumerate(simulation.read_figures(playing)):
                sums[place] += figure
                squares[place] += figure**2
        if done % 1000 == 999:
            progress(done + 1, rounds)
    read = simulation.read_figures is not None
    return Tallies(rounds, tuple(counts), tuple(sums) if read else (), tuple(squares) if read else ())


def simulated(work: Task, tallies: Tallies) -> list[WagerOdds]:
    """The tallies of a task as odds."""
    return returns(prepared(work), tallies)


def figures(work: Task, tallies: Tallies) -> Mapping[str, Figure]:
    """The mean of each further figure of a round."""
    return {name: mean_figure(tallies, place) for place, name in enumerate(prepared(work).figures)}


def _shards(rounds: int, size: int) -> Iterator[tuple[int, int]]:
    for shard in count():
        left = rounds - shard * size
        if left <= 0:
            return
        yield shard, min(left, size)


def _precise(simulation: Simulation, together: Tallies, precision: Fraction) -> bool:
    """Is the standard error of the first wager's expectation as small as wanted?"""
    first = returns(simulation, together)[0].ev if simulation.wagers else mean_figure(together, 0)
    return stderr_of(first) <= precision
