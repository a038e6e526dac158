"""The house's own commands carried out again, in an empty house beside it: each comes to what was written.

What they need of the tables is not there: what a player has before him, and what a meter shows by then. So how much
play money somebody lacked is only held against its bounds; what a meter showed is looked at with the tables' readings.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from houseway.house import ledger
from houseway.house.accounts import FOREVER
from houseway.house.authorising import authorise
from houseway.house.commands import Actor, Role
from houseway.house.office_commands import OfficeCommand, OpenAccount, RedeemMoney, TakeMoney
from houseway.house.office_deeds import DEEDS, ENOUGH, HOUSE, PLAY_MONEY, STREAM, Asking, Made
from houseway.house.rebuilding import Differs, compare
from houseway.house.record import Done, Entry
from houseway.house.schema import accounts, meters
from houseway.house.store import Store
from houseway.house.verifying import Problem
from houseway.refusal import Refusal

PASSWORD = "-"  # of everybody in the house beside: the record knows none
BY_TABLES = ("meters", "changes")  # what an entry says of a meter that tables have moved


class OfficeAudit:
    """Runs the house's own stream again, and holds the accounts and reset amounts against what came of it."""

    def __init__(self) -> None:
        self._roles: dict[str, set[Role]] = {}  # that somebody had at some time
        self._accounts: dict[str, tuple[Any, ...]] = {}
        self._resets: dict[str, int] = {}

    def __call__(self, stream: str, entries: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        """The first entry that is not what its command comes to. Of the house's own stream no state is kept."""
        if kept:
            return Problem(stream, min(kept), "a snapshot is kept of a stream that needs none")
        with Store.open("sqlite://") as beside:
            for entry in entries:
                try:
                    self._again(beside, entry)
                except Differs as differs:
                    return Problem(stream, differs.version, differs.what)
                except DBAPIError:
                    raise
                except Exception as wrong:  # whatever an entry holds that no command has written
                    return Problem(stream, entry.version, f"it cannot be carried out again: {wrong}")
            self._accounts = beside.look(_accounts)
            self._resets = {name: meter.reset for name, meter in beside.meters().items()}
        return None

    def at_last(self, connection: Connection) -> Problem | None:
        """The first account that is not what the record makes of it, and the first reset amount."""
        found = _accounts(connection)
        for name in sorted({*found, *self._accounts}):
            if found.get(name) != self._accounts.get(name):
                return Problem(None, None, f"the account {name!a} is not what the record makes of it")
        for row in connection.execute(select(meters.c.name, meters.c.reset, meters.c.stream, meters.c.version)):
            if self._resets.get(row.name, row.reset) != row.reset:
                what = f"the reset amount of the meter {row.name} is not what was chosen"
                return Problem(row.stream, row.version, what)
        return None

    def _again(self, beside: Store, entry: Entry) -> None:
        """One command: it is the actor's to give, comes to what was written, and is carried out beside."""
        body = msgspec.json.decode(entry.body)
        command: OfficeCommand = msgspec.convert(body["command"], OfficeCommand)
        actor = msgspec.convert({"name": entry.actor, "role": body["role"], "bot": body["bot"]}, Actor)
        self._check_actor(entry, command, actor)
        made = _made(Asking(beside, actor, entry.at, _password(command), PASSWORD), command, body)
        facts = {**made.facts, **{name: body[name] for name in BY_TABLES if name in made.facts}}
        said = {"command": msgspec.to_builtins(command), "role": actor.role, "bot": actor.bot, "answer": made.answer}
        done = Done(made.event, {**said, **facts}, made.transfer)
        compare(entry, done)
        if isinstance(command, RedeemMoney):  # it may have been won, and that is not in the house beside
            done = Done(made.event, done.body)
        beside.append(STREAM, entry.version, entry.at, actor.name, None, b"", done, made.meters, made.also)
        name, role = made.answer.get("name"), body["command"].get("role")
        if name is not None and role is not None:
            self._roles.setdefault(name, set()).add(role)

    def _check_actor(self, entry: Entry, command: OfficeCommand, actor: Actor) -> None:
        """Who asks has had his role; whoever comes in asks for it himself."""
        try:
            authorise(actor, type(command))
        except Refusal as refusal:
            raise Differs(entry.version, refusal.message) from refusal
        comes_in = isinstance(command, OpenAccount) and actor.role == "player"
        if actor != HOUSE and not comes_in and actor.role not in self._roles.get(actor.name, ()):
            raise Differs(entry.version, f"{actor.name!a} was never a {actor.role}")


def _made(asking: Asking, command: OfficeCommand, body: dict[str, Any]) -> Made:
    if not isinstance(command, TakeMoney):
        return DEEDS[type(command)](asking, command)
    given = body["answer"]["given"]
    if type(given) is not int or not PLAY_MONEY - ENOUGH < given <= PLAY_MONEY:
        raise Refusal(f"nobody is given {given} of play money")
    return Made("money.issued/1", {"given": given}, ledger.issue(asking.actor.name, given))


def _password(command: OfficeCommand) -> str | None:
    """A guest and a bot have none."""
    return None if isinstance(command, OpenAccount) and command.kind != "person" else PASSWORD


def _accounts(connection: Connection) -> dict[str, tuple[Any, ...]]:
    """What the record says of accounts: all but their passwords, and what log-ins count."""
    columns = (accounts.c.name, accounts.c.role, accounts.c.kind, accounts.c.made, accounts.c.locked_until)
    return {
        row.name: (row.role, row.kind, row.made, row.locked_until == FOREVER)
        for row in connection.execute(select(*columns))
    }
