"""houseway doctor: can this machine run the house? One line for each thing, with what to do about it."""

import sys

import click


@click.command()
@click.option("--database", metavar="URL", help="The database to look at; default: your own, if there is one.")
@click.option("--port", default=8888, show_default=True, type=click.IntRange(1, 65535), help="The port to look at.")
@click.option("--host", default="127.0.0.1", show_default=True)
def command(database: str | None, port: int, host: str) -> None:
    """Look whether this machine can run the house, and say what to do.

    Exit code 0: it can, or does already, though there may be warnings. 1: something has to be done first.
    """
    from houseway.web.examining import examined

    bad = False
    for found in examined(database, host, port):
        bad = bad or found.how == "bad"
        click.echo(f"{found.how:<5}{found.what:<20}{found.words}")
    sys.exit(1 if bad else 0)
