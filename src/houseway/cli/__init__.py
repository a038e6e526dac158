"""The command line: one file for each command, imported when it is called."""

import sys
from importlib import import_module

import click

from houseway.refusal import Refusal

COMMANDS = {
    "account": "Open an account, give it a role, or unlock it.",
    "day": "Tell a table's day from its opening to its closing.",
    "doctor": "Look whether this machine can run the house, and say what to do.",
    "ev": "Tell what each choice in a position is worth.",
    "odds": "Tell what every wager costs, and how that is known.",
    "play": "Open a table in the terminal.",
    "report": "Write the PAR sheet of a table: pdf, html, md, csv or json.",
    "rules": "Show the clauses of a game's rulebook and how each is honoured.",
    "serve": "Open the house to others, over HTTP and WebSocket.",
    "settle": "Play round files and print or check what they come to.",
    "simulate": "Play millions of rounds and count.",
    "solve": "Solve Lunar Poker whole, piece by piece, on any executor.",
    "strategy": "Show how to play, and what simpler rules cost.",
    "verify": "Look through a house's record: nothing missing, nothing changed, the money all there.",
    "verify-shuffle": "Repeat a shuffle from its seed.",
}


class Commands(click.Group):
    """Commands that are imported when they are called, so that a quick one starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"houseway.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        command.short_help = COMMANDS[cmd_name]
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="houseway")
def houseway() -> None:
    """Five casino table games, exactly as their rulebooks say. Play money only."""


def main() -> None:
    """Run a command. What the house does not accept is told in one line, with exit code 2."""
    try:
        houseway.main(standalone_mode=False)
    except Refusal as refusal:
        click.echo(f"houseway: {refusal}", err=True)
        sys.exit(refusal.exit_code)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
