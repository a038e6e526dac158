"""houseway report: the PAR sheet of a configured table, in the format that the file's name asks for."""

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from importlib import import_module
from pathlib import Path

import click

from houseway.cli.asking import progress, read_meters, read_stake, table_options
from houseway.cli.odds import read_shoe
from houseway.odds import loading
from houseway.odds.report import SEED
from houseway.refusal import Refusal
from houseway.returns import BEST, Asked, Progress

FORMATS = {".pdf": "as_pdf", ".html": "as_html", ".md": "as_markdown", ".csv": "as_csv", ".json": "as_json"}
NEEDED = {".pdf": ("matplotlib", "typst"), ".html": ("matplotlib", "jinja2")}
FOR_PEOPLE = (".pdf", ".html", ".md")
CONTRADICTED = 3  # the exit code of a sheet that simulation contradicts


@click.command()
@table_options
@click.option("--decks", default=None, metavar="N|infinite", help="Blackjack's shoe: 1 to 8 decks, or an infinite one.")
@click.option("--strategy", default=BEST, help="How the main game is played (default: the best play there is).")
@click.option("-o", "--output", required=True, metavar="FILE", help="A name that ends in .pdf .html .md .csv or .json.")
@click.option("--rounds", type=int, default=None, help="Rounds to simulate (default: some seconds' work).")
@click.option("--seed", default=SEED, show_default=True, help="A text that names the cards of the simulation.")
@click.option("--workers", type=click.IntRange(1), default=None, help="Threads of this machine (default: its cores).")
@click.option("--date", "day", default="", metavar="YYYY-MM-DD", help="A date to print (default: none).")
def command(
    words: tuple[str, ...],
    rules: tuple[str, ...],
    stake: str,
    meters: tuple[str, ...],
    decks: str | None,
    strategy: str,
    output: str,
    rounds: int | None,
    seed: str,
    workers: int | None,
    day: str,
) -> None:
    """Write the PAR sheet of GAME: rules and rulings, returns, edges, strategy, sensitivity, check, hashes.

    The same command writes the same bytes. The check of each wager by simulation is: confirmed, confirmed in part,
    contradicted, or not compared. The sheet is as good as its worst wager; exit code 3 where that is contradicted.
    """
    path = Path(output)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise Refusal(f"-o ends in one of {' '.join(FORMATS)}, and {output!r} does not")
    if rounds is not None and rounds < 1:
        raise Refusal(f"--rounds is at least 1, not {rounds}")
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Refusal(f"{output} cannot be written: name a file in a folder that is there and yours")
    game, chosen, infinite = read_shoe(words, rules, decks)
    loading.needs(*NEEDED.get(suffix, ()), extra="report")
    odds = loading.load(game.name)
    asked = Asked(
        rules=chosen,
        stake=read_stake(stake),
        meters=read_meters(meters, game, chosen, odds.METERS),
        strategy=strategy,
        infinite_deck=infinite,
    )
    from houseway.odds.report.sections import document
    from houseway.odds.report.sheet import Plan, gather

    plan = Plan(game=game.name, asked=asked, seed=seed, rounds=rounds, workers=workers, date=read_day(day))
    sheet = gather(plan, watched(game.title))
    writer = import_module(f"houseway.odds.report.{FORMATS[suffix]}")
    write(path, writer.write(document(sheet) if suffix in FOR_PEOPLE else sheet))
    click.echo(f"{output}: {sheet.title}, configuration {sheet.table.short}, {sheet.check}")
    if sheet.check == "contradicted":
        sys.exit(CONTRADICTED)


def read_day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise Refusal(f"--date is a day like 2026-01-31, not {text!r}") from None


def write(path: Path, made: bytes) -> None:
    try:
        path.write_bytes(made)
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}; name another file with -o") from None


def watched(title: str) -> Callable[[str], AbstractContextManager[Progress]]:
    """Each step of the work with its own bar on the error output."""

    def watch(words: str) -> AbstractContextManager[Progress]:
        return progress(f"{title}: {words}")

    return watch
