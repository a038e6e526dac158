"""houseway simulate: millions of rounds through a game's kernel, the same for any number of workers."""

import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.asking import out, progress, read_meters, read_stake, read_table, table_options
from houseway.figures import Figure, figure_json, write_figure
from houseway.odds import loading, writing
from houseway.odds.executors import opened
from houseway.refusal import Refusal
from houseway.returns import WagerOdds

if TYPE_CHECKING:
    from houseway.odds.report.confirmation import Check
    from houseway.odds.simulation import Task

CONTRADICTED = 3  # the exit code of rounds that contradict the odds


@click.command()
@table_options
@click.option("--rounds", type=int, required=True, help="How many rounds, or at most how many with --precision.")
@click.option("--strategy", default="simple", show_default=True, help="How the player plays.")
@click.option("--players", type=int, default=None, help="How many play (Ultimate 8: 2 to 6; else against the house).")
@click.option("--seed", default=None, help="A text that names the cards (default: a random one, which is printed).")
@click.option("--workers", type=click.IntRange(1), default=None, help="Threads of this machine (default: its cores).")
@click.option("--executor", default=None, metavar="URL", help="A Dask scheduler, like tcp://host:8786.")
@click.option("--precision", default=None, metavar="E", help="Stop when the standard error of the main wager is E.")
@click.option("--compare", is_flag=True, help="Compare with the odds; exit 3 where they are contradicted.")
@click.option("--procedure", is_flag=True, help="Play through the real procedure: slowly, every card moved.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    words: tuple[str, ...],
    rules: tuple[str, ...],
    stake: str,
    meters: tuple[str, ...],
    rounds: int,
    strategy: str,
    players: int | None,
    seed: str | None,
    workers: int | None,
    executor: str | None,
    precision: str | None,
    compare: bool,
    procedure: bool,
    json_: bool,
) -> None:
    """Simulate rounds of GAME. The same seed gives the same tallies whoever plays the shards."""
    game, chosen = read_table(words, rules)
    loading.needs("numpy", "numba")
    from houseway.odds import simulation
    from houseway.odds.report.confirmation import check_json
    from houseway.odds.simulation_check import check_run
    from houseway.tallies import Setting

    if rounds < 1:
        raise Refusal(f"--rounds is at least 1, not {rounds}")
    setting = Setting(
        rules=chosen,
        strategy=strategy,
        stake=read_stake(stake),
        meters=read_meters(meters, game, chosen),
        players=read_players(players, bool(game.wagers)),
    )
    wanted = None if precision is None else read_precision(precision)
    work = simulation.task(game.name, setting, secrets.token_hex(8) if seed is None else seed)
    with progress(game.title) as tell:
        if procedure:
            tallies = simulation.through_procedure(work, rounds, tell)
        else:
            with opened(workers, executor) as (pool, number):
                tallies = simulation.simulate(work, rounds, pool, number, wanted, tell)
    checks = check_run(work, tallies, setting, by_hand=procedure) if compare else {}
    wagers = simulation.simulated(work, tallies)
    figures = simulation.figures(work, tallies) if tallies.sums else {}
    if json_:
        shape: dict[str, Any] = {
            "game": game.name,
            "rules": chosen.written(),
            "strategy": strategy,
            "seed": work.seed,
            "rounds": tallies.rounds,
            "wagers": [writing.wager_json(wager) | {"check": check_json(checks.get(wager.wager))} for wager in wagers],
            "figures": [{"figure": name, "mean": figure_json(mean)} for name, mean in figures.items()],
        }
        click.echo(json.dumps(shape))
    else:
        show(work, tallies.rounds, wagers, checks, figures)
    if any(check.check == "contradicted" for check in checks.values()):
        sys.exit(CONTRADICTED)


def show(
    work: "Task",
    rounds: int,
    wagers: Sequence[WagerOdds],
    checks: Mapping[str, "Check"],
    figures: Mapping[str, Figure],
) -> None:
    """The result for people."""
    from houseway.odds.simulation_check import check_words

    console = out()
    console.print(f"{rounds:,} rounds, strategy {work.strategy}, seed {work.seed}\n")
    for wager in wagers:
        writing.show_wager(console, wager)
        console.print(f"  {check_words(checks.get(wager.wager))}\n", highlight=False, soft_wrap=True)
    for name, mean in figures.items():
        console.print(f"{name}: {write_figure(writing.in_dollars(mean))} dollars ({writing.INTERVAL})")


def read_players(players: int | None, against_the_house: bool) -> int:
    if against_the_house:
        if players not in (None, 1):
            raise Refusal("one player plays against the house here: leave out --players")
        return 1
    if players is not None and not 2 <= players <= 6:
        raise Refusal(f"--players is from 2 to 6, not {players}")
    return players or 6


def read_precision(text: str) -> Fraction:
    try:
        wanted = Fraction(text)
    except (ValueError, ZeroDivisionError):
        wanted = Fraction(0)
    if wanted <= 0:
        raise Refusal(f"--precision is a number above zero, like 0.0001, not {text!r}")
    return wanted
