"""houseway verify: look through the record of a house, and name the first entry that is wrong."""

import json
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from houseway.refusal import Refusal

if TYPE_CHECKING:
    from houseway.house.verifying import Verified

MISMATCH = 3


class CannotCheck(Refusal):
    """The database is not there, is no house's, or gives no answer."""

    exit_code = 1


@click.command()
@click.option("--database", required=True, metavar="URL", help="sqlite:///house.db or postgresql://user@host/name")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(database: str, json_: bool) -> None:
    """Look through the record of a house, while it runs or not.

    Every entry is held against the chain of hashes, its postings and its command; balances, meters and snapshots
    against the entries. Exit code 0: all is well. 1: it cannot be checked. 3: something is wrong, and is named.
    """
    if find_spec("sqlalchemy") is None:
        raise CannotCheck("the running house needs more packages: pip install 'houseway[serve]'")
    verified = _looked_through(database)
    problem = verified.problem
    if json_:
        found = {"stream": problem.stream, "version": problem.version, "what": problem.what} if problem else None
        click.echo(json.dumps({"streams": verified.streams, "entries": verified.entries, "problem": found}))
    elif problem is None:
        click.echo(f"{verified.entries} entries in {verified.streams} streams: all is well")
    if problem is not None:
        click.echo(_printable(str(problem)), err=True)
        sys.exit(MISMATCH)


def _looked_through(database: str) -> "Verified":
    from sqlalchemy.exc import DBAPIError

    from houseway.house.opening import address, check_schema, in_memory, reading_engine
    from houseway.house.verifying import verify

    with ExitStack() as closing:
        try:
            url = address(database)
            if in_memory(url):
                raise CannotCheck("a database in memory ends with its process: name a file")
            engine = reading_engine(url, any_text=True)
            closing.callback(engine.dispose)
            check_schema(engine, url)
            connection = closing.enter_context(engine.connect())
            closing.enter_context(connection.begin())
            return verify(connection)
        except DBAPIError as wrong:
            raise CannotCheck(f"the database cannot be read: {_printable(str(wrong.orig).strip())}") from wrong
        except Refusal as refusal:
            raise CannotCheck(refusal.message) from refusal


def _printable(words: str) -> str:
    """Words of a database that somebody may have tampered with, harmless to a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in words)
