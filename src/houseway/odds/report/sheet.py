"""The PAR sheet of a configured table: everything that a laboratory asks, gathered into one value.

The same plan gives the same sheet: chance is named by a seed, and nothing here looks at a clock.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module

import msgspec

from houseway import games
from houseway.figures import ZERO, Figure, stderr_of, subtract
from houseway.money import brief
from houseway.odds import loading, simulation
from houseway.odds.executors import opened
from houseway.odds.loading import GameOdds
from houseway.odds.loading import strategies as strategies_of
from houseway.odds.report import SEED
from houseway.odds.report.comparison import Path, Run, compare_all, ended_in, observe
from houseway.odds.report.configured import Configured, configured
from houseway.odds.report.confirmation import Check, Word, check_wager, find_worst
from houseway.odds.report.hashes import Hashes, hashes
from houseway.odds.report.long_run import LongRun, Observed, play_on
from houseway.odds.report.meters import MeterLine, hanging, lines
from houseway.odds.report.sensitivity import Variation, variations
from houseway.odds.simulation import Task
from houseway.procedure import Game
from houseway.returns import Asked, Chart, Facts, Progress, RuleCost, WagerOdds, silent, strategy_of
from houseway.tallies import Setting, Tallies

SHARDS = 4  # of rounds, unless a number is asked: some seconds' work
BY_HAND = 1000  # rounds through the real procedure, at most

Watch = Callable[[str], AbstractContextManager[Progress]]  # what is being done now


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants a sheet of."""

    game: str
    asked: Asked
    seed: str = SEED
    rounds: int | None = None
    workers: int | None = None
    date: str = ""


class StrategyCost(msgspec.Struct, frozen=True):
    """A named strategy, the expectation of the first wager with it, and its cost compared with the best of these.

    If players win one another's money there is no such cost: at a table where all play alike, they lose money only to
    the house. `reason` says why a best known play is not called optimal.
    """

    strategy: str
    ev: Figure
    cost: Figure | None
    reason: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The PAR sheet. Wagers are those of the configured table, `tables` every pay table that it could have."""

    game: str
    title: str
    date: str
    command: str
    table: Configured
    wagers: tuple[WagerOdds, ...]
    tables: tuple[WagerOdds, ...]
    meters: tuple[MeterLine, ...]
    strategies: tuple[StrategyCost, ...]
    charts: tuple[Chart, ...]
    rules_of_thumb: tuple[RuleCost, ...]
    sensitivity: tuple[Variation, ...]
    facts: tuple[Facts, ...]
    results: tuple[LongRun, ...]
    runs: tuple[Run, ...]
    hashes: Hashes

    @property
    def checks(self) -> tuple[Check, ...]:
        """The check of each wager by the runs."""
        return tuple(check_wager(wager, self.runs, self.table.strategy) for wager in self.wagers)

    @property
    def check(self) -> Word:
        return find_worst(self.checks)


def unwatched(words: str) -> AbstractContextManager[Progress]:
    """Work that nobody watches."""
    return nullcontext(silent)


def gather(plan: Plan, watch: Watch = unwatched) -> Sheet:
    """Everything, in the order in which it takes time."""
    game, odds = games.load(plan.game), loading.load(plan.game)
    plan = named(odds, plan)
    with watch("counting") as tell:
        every = msgspec.structs.replace(plan.asked, all_tables=True, progress=tell)
        asked = hanging(game, msgspec.structs.replace(every, all_tables=False))
        wagers = tuple(odds.wagers(asked))
        tables = tuple(odds.wagers(every))
        progressive = lines(game, odds, asked)
    with watch("strategy") as tell:
        asked = msgspec.structs.replace(asked, progress=tell)
        charts, thumb = tuple(odds.charts(asked)), tuple(odds.rules_of_thumb(asked))
        strategies = _strategies(game, odds, asked, wagers=wagers, thumb=thumb)
        facts = tuple(odds.facts(asked))
    asked = msgspec.structs.replace(asked, progress=silent)
    with watch("options") as tell:
        sensitivity = variations(game, odds, plan.asked, wagers, tell)
    runs, observed = _runs(game, odds, msgspec.structs.replace(plan, asked=asked), wagers, strategies, watch)
    return Sheet(
        game=game.name,
        title=game.title,
        date=plan.date,
        command=command(game, plan),
        table=configured(game, odds, plan.asked),
        wagers=wagers,
        tables=tables,
        meters=progressive,
        strategies=strategies,
        charts=charts,
        rules_of_thumb=thumb,
        sensitivity=sensitivity,
        facts=facts,
        results=tuple(play_on(wagers[0], observed)),
        runs=runs,
        hashes=hashes(game.name),
    )


def named(odds: GameOdds, plan: Plan) -> Plan:
    """The plan with the name of its strategy, also if it asks for the best one."""
    asked = plan.asked
    strategy = strategy_of(asked, plan.game, odds.best_play(asked), odds.STRATEGIES)
    return msgspec.structs.replace(plan, asked=msgspec.structs.replace(asked, strategy=strategy))


def command(game: Game, plan: Plan) -> str:
    """The command that makes this sheet again, in whatever format."""
    asked, options = plan.asked, []
    if differing := asked.rules.differing():
        options.append(f'--rules "{" ".join(differing)}"')
    options.append(f"--stake {brief(asked.stake)}")
    options += [f"--meter {name}={brief(amount)}" for name, amount in asked.meters.items()]
    options += ["--decks infinite"] if asked.infinite_deck else []
    options.append(f"--strategy {asked.strategy} --seed {plan.seed}")
    options += [f"--rounds {plan.rounds}"] if plan.rounds else []
    options += [f"--date {plan.date}"] if plan.date else []
    return f"houseway report {game.name} {' '.join(options)} -o FILE"


def _strategies(
    game: Game, odds: GameOdds, asked: Asked, *, wagers: Sequence[WagerOdds], thumb: Sequence[RuleCost]
) -> tuple[StrategyCost, ...]:
    """The first wager under every strategy that has a name; the cost is that of its rule of thumb, if it has one."""
    found, costs = [], {rule.strategy: rule.cost for rule in thumb}
    for strategy in strategies_of(odds, asked):
        first = wagers[0]
        if strategy not in (asked.strategy, first.strategy):
            first = odds.wagers(msgspec.structs.replace(asked, strategy=strategy))[0]
        found.append((strategy, first))
    best = max((first for _, first in found), key=lambda first: first.ev.value)

    def cost_of(strategy: str, first: WagerOdds) -> Figure | None:
        if not game.wagers:
            return None
        return costs.get(strategy) or (ZERO if first.ev == best.ev else subtract(best.ev, first.ev))

    return tuple(StrategyCost(strategy, first.ev, cost_of(strategy, first), first.reason) for strategy, first in found)


def _runs(
    game: Game,
    odds: GameOdds,
    plan: Plan,
    wagers: Sequence[WagerOdds],
    strategies: Sequence[StrategyCost],
    watch: Watch,
) -> tuple[tuple[Run, ...], Observed | None]:
    """The rounds through the kernel and through the procedure, and what the first wager brought in the former."""
    if plan.asked.infinite_deck:
        return (), None
    # a run says most where its strategy is worth the same as the sheet's, else where the odds of it are sure
    surest = sorted(strategies, key=lambda each: (each.ev != wagers[0].ev, stderr_of(each.ev)))
    known = [each.strategy for each in surest]
    kernel = import_module(f"houseway.games.{game.name}.kernel")
    work = _task(game, plan, _playable(plan.asked.strategy, kernel.STRATEGIES, known))
    rounds = plan.rounds or SHARDS * simulation.prepared(work).shard
    with watch("simulating") as tell, opened(plan.workers) as (pool, number):
        tallies = simulation.simulate(work, rounds, pool, number, None, tell)
    by_kernel = _run("kernel", odds, plan, work, tallies, wagers)
    # another strategy that is worth the same is the same play by another name
    observed = _observed(work, tallies) if by_kernel.wagers[0].expected == wagers[0].ev else None
    played = [strategy for strategy in kernel.STRATEGIES if strategy in game.strategies]
    work = _task(game, plan, _playable(work.strategy, played, known))
    with watch("playing") as tell:
        by_hand = simulation.through_procedure(work, min(rounds, BY_HAND), tell)
    return (by_kernel, _run("procedure", odds, plan, work, by_hand, wagers)), observed


def _playable(wanted: str, played: Sequence[str], known: Sequence[str]) -> str:
    """The strategy that is wanted if it can be played, else the first of those whose odds are known."""
    if wanted in played:
        return wanted
    return next((strategy for strategy in known if strategy in played), played[0])


def _task(game: Game, plan: Plan, strategy: str) -> Task:
    asked = plan.asked
    players = 1 if game.wagers else game.positions(asked.rules)
    setting = Setting(
        rules=asked.rules, strategy=strategy, stake=asked.stake, meters=dict(asked.meters), players=players
    )
    return simulation.task(game.name, setting, plan.seed)


def _run(path: Path, odds: GameOdds, plan: Plan, work: Task, tallies: Tallies, wagers: Sequence[WagerOdds]) -> Run:
    """A run beside the odds of the strategy that was played in it."""
    wanted = wagers
    if work.strategy != plan.asked.strategy and work.strategy in strategies_of(odds, plan.asked):
        wanted = odds.wagers(msgspec.structs.replace(plan.asked, strategy=work.strategy))
    return Run(
        path=path,
        strategy=work.strategy,
        seed=work.seed,
        rounds=tallies.rounds,
        wagers=compare_all(simulation.prepared(work), tallies, wanted),
    )


def _observed(work: Task, tallies: Tallies) -> Observed | None:
    """How often each net of the first wager came."""
    prepared = simulation.prepared(work)
    if prepared.odds is not None:  # its outcomes say nothing of what they bring
        return None
    return Observed(observe(ended_in(prepared, tallies, prepared.wagers[0])), tallies.rounds)
