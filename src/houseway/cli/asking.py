"""What the commands of the odds share: the table that is meant, stakes and meters, progress on the error output."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from houseway import games, returns
from houseway.money import Cents, read_amount
from houseway.procedure import Game
from houseway.refusal import Refusal

Function = TypeVar("Function", bound=Callable[..., Any])

WIDTH = 150  # columns where the output is no terminal


def table_options(function: Function) -> Function:
    """The game, its options, and what the wagers and meters are."""
    for option in reversed(
        (
            click.argument("words", nargs=-1, metavar="GAME"),
            click.option("--rules", multiple=True, metavar="KEY=VALUE ...", help="Options of the game: decks=6."),
            click.option("--stake", default="1", metavar="A", help="The wager in dollars, for dollar prizes."),
            click.option("--meter", "meters", multiple=True, metavar="NAME=AMOUNT", help="What a meter shows."),
        )
    ):
        function = option(function)
    return function


def read_table(words: Sequence[str], rules: Sequence[str]) -> tuple[Game, Any]:
    """The game and its rules; options may follow one `--rules` after another."""
    named = [word for word in words if "=" not in word]
    if len(named) != 1:
        said = " and ".join(named) or "none"
        raise Refusal(f"name one game, not {said}; games: {', '.join(games.NAMES)}")
    game = games.load(named[0])
    return game, game.rules.read(pair for text in (*rules, *words) if text != named[0] for pair in text.split())


def read_stake(text: str) -> Cents:
    stake = read_amount(text)
    if stake <= 0:
        raise Refusal("--stake is more than nothing: write dollars, like 5")
    return stake


def read_meters(texts: Sequence[str], game: Game, rules: Any, others: Sequence[str] = ()) -> dict[str, Cents]:
    """The meters as given, by their name or their wager's; of those not given the odds take the reset amount.

    `others` may be given though this table has them not: those of pay tables that are not in force.
    """
    known = [*(meter for meter in game.meters(rules) if meter not in game.pots), *others]
    meters = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        if not equals:
            raise Refusal(f"--meter is NAME=AMOUNT, not {text!r}")
        meter = name.removesuffix("_progressive")
        if meter not in known:
            raise Refusal(f"this table has no meter {name!r}; it has: {', '.join(known) or 'none'}")
        meters[meter] = read_amount(amount)
    return meters


def out() -> Console:
    """Where results are printed for people."""
    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=WIDTH)


@contextmanager
def progress(words: str) -> Iterator[returns.Progress]:
    """A bar with what is done, the rate and the time left, on the error output; none where that is no terminal."""
    if not sys.stderr.isatty():
        yield returns.silent
        return
    columns = (
        TextColumn(words),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None, rate="")

        def tell(done: int, of: int) -> None:
            speed = bar.tasks[task].speed
            bar.update(task, completed=done, total=of, rate=f"{speed:,.0f}/s" if speed else "")

        yield tell
