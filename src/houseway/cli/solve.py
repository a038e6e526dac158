"""houseway solve: the whole solution of Lunar Poker, piece by piece, on this machine or a cluster."""

import json
from pathlib import Path

import click
from msgspec.structs import replace

from houseway.cli.asking import progress, read_stake, read_table
from houseway.odds import loading, writing
from houseway.odds.executors import opened
from houseway.refusal import Refusal
from houseway.returns import OPTIMAL


@click.command()
@click.argument("words", nargs=-1, metavar="GAME")
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path), help="Where pieces are kept.")
@click.option("--rules", multiple=True, metavar="KEY=VALUE ...", help="Options of the game: second_hand=six_only.")
@click.option("--stake", default="1", metavar="A", help="The Ante in dollars, where a payout limit matters.")
@click.option("--sample", type=int, default=None, metavar="N", help="Solve so many positions drawn at random, not all.")
@click.option("--seed", default="lunar", show_default=True, help="A text that names the positions drawn.")
@click.option("--workers", type=click.IntRange(1), default=None, help="Threads of this machine (default: its cores).")
@click.option("--executor", default=None, metavar="URL", help="A Dask scheduler, like tcp://host:8786.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    words: tuple[str, ...],
    folder: Path,
    rules: tuple[str, ...],
    stake: str,
    sample: int | None,
    seed: str,
    workers: int | None,
    executor: str | None,
    json_: bool,
) -> None:
    """Solve GAME (lunar): the best choice of every position, all hands and up cards up to suits.

    What is done is kept in the folder; the same command goes on where it was stopped. All 5,649,150 positions take
    about three weeks of one core. With --sample the game without exchanges is counted exactly, and what exchanges
    add is estimated from so many positions.
    """
    game, chosen = read_table(words, rules)
    if game.name != "lunar":
        raise Refusal(f"{game.title} has nothing to solve here: ask `houseway odds {game.name}`")
    loading.needs("numpy", "numba")
    from houseway.games.lunar.lines import ante_wager
    from houseway.games.lunar.solution import solve

    ante = read_stake(stake)
    with opened(workers, executor) as (pool, number), progress("positions") as tell:
        solution = solve(chosen, folder, pool, number, sample, seed, tell, ante)
    wager = replace(ante_wager(chosen, ante, solution.shares), strategy=OPTIMAL)
    if json_:
        shape = {
            "game": game.name,
            "rules": chosen.written(),
            "positions": solution.positions,
            "sample": sample,
            "seed": seed if sample else None,
            "wager": writing.wager_json(wager),
        }
        click.echo(json.dumps(shape))
        return
    edge, known = writing.percent(wager.house_edge), writing.basis_words(wager.ev)
    means = f"; {writing.INTERVAL}" if sample else ""
    click.echo(f"{solution.positions:,} positions solved: house edge {edge} ({known}{means})")
