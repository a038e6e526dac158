"""houseway verify: look through the record of a house, and name the first entry that is wrong."""

import json
import os
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from houseway.refusal import Refusal

if TYPE_CHECKING:
    from houseway.house.auditing import Audit
    from houseway.house.verifying import Head, Verified

MISMATCH = 3


class CannotCheck(Refusal):
    """The database is not there, is no house's, or gives no answer."""

    exit_code = 1


@click.command()
@click.option("--database", required=True, metavar="URL", help="sqlite:///house.db or postgresql://user@host/name")
@click.option("--no-replay", is_flag=True, help="Run no command again: the quick look.")
@click.option(
    "--since",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What --json printed before: it must still be there.",
)
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(database: str, no_replay: bool, since: Path | None, json_: bool) -> None:
    """Look through the record of a house, while it runs or not.

    Every row must be one that the schema takes, every stream the house's own or that of a table that it has set up.
    Every entry is held against the chain of hashes, its postings and its command; balances, meters, the marks of
    snapshots and what wallets had at every moment against the entries. Every command of every table and of the house
    itself is carried out again and must come to what was written, every shuffle to what was published before, every
    reading of a linked meter to what was set last, and every snapshot to the table at its version. Who asked at a table
    must have had an account then, in that role (give or take ten minutes) and of that kind. Of accounts the name, the
    kind, the role, when each was made and whether the house has locked it are held against the record; passwords,
    failed log-ins and sessions are not: the record has nothing of them. Rounds that the house had to give up cannot be
    run again; they are taken as they are written where a round may come to it, and counted apart.

    --no-replay carries nothing out again: then shuffles, what was read of meters, what snapshots hold, accounts and who
    asked are not looked at.

    A chain says nothing of entries that are cut off at its end, with all that belongs to them. Keep elsewhere what
    --json prints (where each stream ends), and name it with --since at the next look.

    Exit code 0: all is well. 1: it cannot be checked. 3: something is wrong, and the first entry that is, is named.
    """
    if find_spec("sqlalchemy") is None:
        raise CannotCheck("the running house needs more packages: pip install 'houseway[serve]'")
    looked = _looked_through(database, not no_replay, _kept(since) if since is not None else {})
    verified, audit, problem = looked.verified, looked.audit, looked.verified.problem
    if problem is not None:
        click.echo(_printable(str(problem)), err=True)
    if json_:
        _print(json.dumps(_as_json(looked)), problem is not None)
    elif problem is None:
        _print(f"{verified.entries} entries in {verified.streams} streams{_rounds(audit)}: all is well")
    if problem is not None:
        sys.exit(MISMATCH)


class Looked(NamedTuple):
    """What was looked through, who ran it again, and where the streams end."""

    verified: "Verified"
    audit: "Audit | None"
    heads: "dict[str, Head]"


def _looked_through(database: str, replay: bool, kept: "dict[str, Head]") -> Looked:
    from sqlalchemy.exc import DBAPIError

    from houseway.house.auditing import Audit
    from houseway.house.office_auditing import OfficeAudit
    from houseway.house.opening import DAMAGED, IN_MEMORY, address, check_schema, in_memory, reading_engine
    from houseway.house.set_up import SetUp
    from houseway.house.verifying import cut_off, heads, verify

    with ExitStack() as closing:
        try:
            url = address(database)
            if in_memory(url):
                raise CannotCheck(IN_MEMORY)
            engine = reading_engine(url, any_text=True)
            closing.callback(engine.dispose)
            check_schema(engine, url)
            connection = closing.enter_context(engine.connect())
            closing.enter_context(connection.begin())
            audit = Audit(OfficeAudit()) if replay else None
            verified = verify(connection, audit or SetUp())
            if verified.problem is None:
                verified = msgspec.structs.replace(verified, problem=cut_off(connection, kept))
            return Looked(verified, audit, heads(connection))
        except DBAPIError as wrong:
            raise CannotCheck(f"the database cannot be read: {_printable(str(wrong.orig).strip())}") from wrong
        except UnicodeDecodeError as wrong:  # of what SQLite says of a damaged file
            raise CannotCheck(f"the database cannot be read: {DAMAGED}") from wrong
        except Refusal as refusal:
            raise CannotCheck(refusal.message) from refusal


def _print(result: str, wrong: bool = False) -> None:
    """What was found, to where it is asked for; a record that is wrong is told to be, though it cannot be written."""
    try:
        click.echo(result)
    except BrokenPipeError:
        if not wrong:
            raise
        _print_no_more()
    except OSError as full:
        _print_no_more()
        if not wrong:
            raise CannotCheck(f"the result cannot be written: {full.strerror}") from full


def _print_no_more() -> None:
    """What is left of it would be tried once more when the process ends, and its exit code be another."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rounds(audit: "Audit | None") -> str:
    return f", {audit.rerun} rounds re-run, {audit.taken} rounds taken as written" if audit is not None else ""


def _kept(path: Path) -> "dict[str, Head]":
    """Where the streams ended at an earlier look."""
    from houseway.house.verifying import Head

    try:
        printed = msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw])
        return msgspec.json.decode(printed["heads"], type=dict[str, Head])
    except OSError as wrong:
        raise CannotCheck(f"{path}: cannot be read: {wrong.strerror}") from wrong
    except (KeyError, RecursionError, msgspec.DecodeError) as wrong:
        raise CannotCheck(f"{path}: is not what `houseway verify --json` prints") from wrong


def _as_json(looked: Looked) -> dict[str, Any]:
    verified, audit, _ = looked
    problem = verified.problem
    return {
        "streams": verified.streams,
        "entries": verified.entries,
        "rounds_rerun": audit.rerun if audit is not None else None,
        "rounds_taken_as_written": audit.taken if audit is not None else None,
        "heads": {stream: msgspec.to_builtins(head) for stream, head in sorted(looked.heads.items())},
        "problem": {"stream": problem.stream, "version": problem.version, "what": problem.what} if problem else None,
    }


def _printable(words: str) -> str:
    """Words of a database that somebody may have tampered with, harmless to a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in words)
