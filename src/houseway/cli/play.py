"""houseway play: an interactive table in the terminal."""

import sys

import click
from rich.console import Console

from houseway import games
from houseway.refusal import Refusal
from houseway.terminal.evening import Evening
from houseway.terminal.keys import Keyboard
from houseway.terminal.players import seat_players
from houseway.terminal.printing import print_rounds
from houseway.terminal.session import Session
from houseway.terminal.shuffles import read_master
from houseway.terminal.watching import USUAL_SPEED, Speed

PRINTED_WIDTH = 110  # columns of the result where the output is no terminal


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME]")
@click.option("--seats", type=int, default=None, help="Positions open at the table (default: as many as play).")
@click.option("--bots", default=None, metavar="N|all", help="Bots at the table (default 3); all: you watch.")
@click.option("--rules", multiple=True, metavar="KEY=VALUE ...", help="Options of the game, like bonus_table=3.")
@click.option("--seed", default=None, metavar="HEX", help="Derive every shuffle from this (default: from the system).")
@click.option("--rounds", type=click.IntRange(1), default=None, help="Leave after so many rounds.")
@click.option(
    "--speed",
    type=click.FloatRange(0, 10),
    default=USUAL_SPEED,
    show_default=True,
    help="Seconds a move stays; 0: no rest.",
)
def command(
    words: tuple[str, ...],
    seats: int | None,
    bots: str | None,
    rules: tuple[str, ...],
    seed: str | None,
    rounds: int | None,
    speed: Speed,
) -> None:
    """Open a table of GAME: lucky8s, ultimate8, blackjack, lunar or packs.

    You play by key against the house, or watch, with bots beside you; play money only. Without a terminal one round
    of bots is played and printed.
    """
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    name, pairs = _game_and_rules(words, rules, interactive)
    game = games.load(name)
    chosen = game.rules.read(pairs)
    master = None if seed is None else read_master(seed)
    watched = bots == "all" or not interactive
    most = game.positions(chosen)
    if seats is not None and not 1 <= seats <= most:
        raise Refusal(f"--seats is from 1 to {most} at this table, not {seats}", game.seats_clause)
    players, positions = seat_players(most, seats, _number(bots), watched)
    if len(players) < 2 and not game.wagers:
        raise Refusal(f"{game.title} is played among players: seat at least one bot with --bots", "U13")
    evening = Evening(game, chosen, players, master)
    if not interactive:
        print_rounds(evening, rounds or 1, Console(width=PRINTED_WIDTH, highlight=False))
        return
    with Keyboard() as keys:
        Session(evening, positions, Console(highlight=False), keys, speed).run(rounds)


def _game_and_rules(words: tuple[str, ...], rules: tuple[str, ...], interactive: bool) -> tuple[str, list[str]]:
    """The game and the options, which may also follow one `--rules` after another."""
    named = [word for word in words if "=" not in word]
    if len(named) > 1:
        raise Refusal(f"name one game, not {' and '.join(named)}; games: {', '.join(games.NAMES)}")
    pairs = [pair for text in (*rules, *words) if "=" in text or text in rules for pair in text.split()]
    if named:
        return named[0], pairs
    return (_which_game() if interactive else games.NAMES[0]), pairs


def _which_game() -> str:
    for number, name in enumerate(games.NAMES, 1):
        click.echo(f"  {number}  {games.load(name).title}")
    while True:
        text = click.prompt("Which game", default="1").strip()
        chosen = games.NAMES[int(text) - 1] if text in ("1", "2", "3", "4", "5") else text
        if chosen in games.NAMES:
            return chosen
        click.echo(f"There is no game {text!r}: type 1 to 5 or one of {', '.join(games.NAMES)}")


def _number(bots: str | None) -> int | None:
    if bots is None or bots == "all":
        return None
    if not (bots.isascii() and bots.isdigit() and len(bots) < 4):
        raise Refusal(f"--bots is a number or all, not {bots!r}")
    return int(bots)
