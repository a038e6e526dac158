"""houseway settle: play round files and print, or check, their lower half."""

import json
import sys
from pathlib import Path

import click

from houseway import games
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import read_file
from houseway.settling import as_json, differences, lower_half, settle


def words_of_the_floor() -> str:
    """Every word that a round file may use beside those of its game, for the help text."""
    lines = [
        "Lines beside those of every round file:",
        "  seat 1 wagers ante 10 + coupon 10   a match play coupon upon the main wager",
        "  seat 1 consents Bea / refuses Bea   the first bettor of a spot (Lucky 8's)",
        "  seat 1 player Bea chips 500         chips of somebody who is not seated there",
        "  seat 2 player Bea sits              she is the player of seat 2 and wagers at other spots, too",
        "  inventory 5000                      the table inventory before the round",
        "  inventory +500 / inventory -500     chips that come to it then, or leave it, beside the round",
        "  meter progressive 2050 + 9/10 cents a meter that carries a fraction of a cent",
        "  meter progressive now 2051.40       it shows this from here on: another table that shares it has moved it",
        "  shoe ends                           after the shoe's cards: no other follows (a shoe that stays, Blackjack)",
        "  floor refuses seat 1 progressive    the supervisor does not validate a payout",
        "  floor waits                         a pause in the round is over: the floor speaks later than it could",
        "  floor speaks first                  what it says next it says before a payout that waits is validated",
    ]
    for name in games.NAMES:
        game = games.load(name)
        lines.append(f"Irregularities of {name}:")
        lines += [f"  floor {kind.words:<44} {kind.clause}: {kind.meaning}" for kind in game.irregularities]
    return "\n".join(lines)


class WithWords(click.Command):
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write("\n" + words_of_the_floor() + "\n")


@click.command(cls=WithWords)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Compare with the lower half; exit 1 where it differs.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs, one line for each file.")
@click.option("--moves", is_flag=True, help="Print every move of the round, too.")
def command(files: tuple[Path, ...], check: bool, json_: bool, moves: bool) -> None:
    """Play the upper half of round files and print the lower one."""
    refused = differs = False
    for path in files:
        try:
            file = read_file(path)
            settled = settle(file)
        except RoundFileRefusal as refusal:
            place = f"{path}:{refusal.line}" if refusal.line else str(path)
            click.echo(f"{place}: {refusal}", err=True)
            refused = True
            continue
        if json_:
            click.echo(json.dumps(as_json(settled, moves)))
        if check:
            told = differences(file, settled)
            differs = differs or bool(told)
            for line in told:
                click.echo(f"{path}: {line}", err=json_)
        elif not json_:
            if moves:
                from houseway.telling import told_moves

                click.echo("\n".join(f"# {line}" for line in told_moves(settled.played.moves)))
            click.echo(lower_half(settled), nl=False)
    if refused:
        sys.exit(2)
    if differs:
        sys.exit(1)
