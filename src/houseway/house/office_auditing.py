"""The house's own commands carried out again, in an empty house beside it: each comes to what was written.

What they need of the tables is not there: what a player has before him, and what a meter shows by then. So how much
play money somebody lacked is held against what he may have had when all entries are known; what a meter showed is
looked at with the tables' readings.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from houseway.house import ledger
from houseway.house.attributing import People, wrong_kind
from houseway.house.authorising import authorise
from houseway.house.commands import Actor
from houseway.house.office_commands import (
    ChangePassword,
    GiveRole,
    HangMeter,
    OfficeCommand,
    OpenAccount,
    OpenStaffAccount,
    RedeemMoney,
    RemoveGuest,
    TakeMoney,
)
from houseway.house.office_deeds import DEEDS, ENOUGH, HOUSE, PLAY_MONEY, STREAM, Asking, Made, removed
from houseway.house.rebuilding import Differs, compare
from houseway.house.record import Done, Entry
from houseway.house.schema import accounts, balances, meters, rounds
from houseway.house.store import Store
from houseway.house.verifying import Problem
from houseway.house.wallets import Holdings
from houseway.refusal import Refusal

PASSWORD = "-"  # of everybody in the house beside: the record knows none
BY_TABLES = ("meters", "changes")  # what an entry says of a meter that tables have moved
UNNAMED = (OpenAccount, ChangePassword)  # what clients ask for without an id


class OfficeAudit:
    """Runs the house's own stream again, and holds the accounts and reset amounts against what came of it."""

    def __init__(self) -> None:
        self.people = People()
        self.holdings = Holdings()
        self._accounts: dict[str, tuple[Any, ...]] = {}
        self._resets: dict[str, int] = {}
        self._removed: dict[str, int] = {}  # guests, and the entries that removed them

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
        """The first who was given what he did not lack; then accounts and reset amounts that were not made so."""
        if (wrong := self.holdings.wrong()) is not None:
            return Problem(*wrong)
        for name, version in sorted(self._removed.items()):
            if (what := _left_behind(connection, name)) is not None:
                return Problem(STREAM, version, f"{name!a} was removed, and {what}")
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
        said = {"command": msgspec.to_builtins(command), "role": actor.role, "bot": actor.bot, "answer": made.answer}
        done = Done(made.event, {**said, **_facts(made, command, body)}, made.transfer)
        compare(entry, done)
        if isinstance(command, RedeemMoney | RemoveGuest):  # it may have been won, and that is not in the house beside
            done = Done(made.event, done.body)
        beside.append(STREAM, entry.version, entry.at, actor.name, None, b"", done, made.meters, made.also)
        self._learn(entry, command, made)
        if isinstance(command, RemoveGuest):
            self._removed[made.answer["name"]] = entry.version
        if isinstance(command, TakeMoney):
            self.holdings.give(entry, made.answer["given"])
        self.holdings.post(entry)

    def _check_actor(self, entry: Entry, command: OfficeCommand, actor: Actor) -> None:
        """Who asks has his role, and names his command; whoever comes in asks for it himself."""
        try:
            authorise(actor, type(command))
        except Refusal as refusal:
            raise Differs(entry.version, refusal.message) from refusal
        self.people.tick(entry.at)
        if actor == HOUSE:
            return
        wrong = self.people.wrong(actor, entry.at)
        if isinstance(command, OpenAccount) and actor.role == "player":
            wrong = wrong_kind(actor, command.kind)
        if wrong is None and entry.command is None and not isinstance(command, UNNAMED):
            wrong = "its command has no id"
        if wrong is not None:
            raise Differs(entry.version, wrong)

    def _learn(self, entry: Entry, command: OfficeCommand, made: Made) -> None:
        """Who has come in, and who has another role."""
        if isinstance(command, OpenAccount | OpenStaffAccount):
            kind = command.kind if isinstance(command, OpenAccount) else "person"
            self.people.come_in(made.answer["name"], kind, command.role, entry.at)
        elif isinstance(command, GiveRole):
            self.people.give_role(made.answer["name"], command.role, entry.at)


def _made(asking: Asking, command: OfficeCommand, body: dict[str, Any]) -> Made:
    if isinstance(command, RemoveGuest):
        return _removed(asking, command, body["answer"])
    if not isinstance(command, TakeMoney):
        return DEEDS[type(command)](asking, command)
    given = body["answer"]["given"]
    if type(given) is not int or not PLAY_MONEY - ENOUGH < given <= PLAY_MONEY:
        raise Refusal(f"nobody is given {given} of play money")
    return Made("money.issued/1", {"given": given}, ledger.issue(asking.actor.name, given))


def _removed(asking: Asking, command: RemoveGuest, answer: dict[str, Any]) -> Made:
    """Take the guest's money as the entry says; `at_last` finds a rest, or money that was not there."""
    made = DEEDS[RemoveGuest](asking, command)
    taken, coupons = answer["taken"], answer["coupons"]
    if type(taken) is not int or type(coupons) is not int or min(taken, coupons) < 0:
        raise Refusal(f"nobody holds {taken} of play money and {coupons} of coupons")
    return removed(made.answer["name"], taken, coupons, made.also)


def _facts(made: Made, command: OfficeCommand, body: dict[str, Any]) -> dict[str, Any]:
    """What else the entry says: of a meter that tables have moved what it tells, and of no other than it sets.

    One that is hung up shows what the command says: nobody has moved it yet.
    """
    if isinstance(command, HangMeter):
        return made.facts
    told = {part: made.facts[part].keys() for part in BY_TABLES if part in made.facts}
    return {**made.facts, **{part: {meter: body[part][meter] for meter in hung} for part, hung in told.items()}}


def _password(command: OfficeCommand) -> str | None:
    """A guest and a bot have none."""
    return None if isinstance(command, OpenAccount) and command.kind != "person" else PASSWORD


def _left_behind(connection: Connection, name: str) -> str | None:
    """The reason why a guest should not have been removed: a round, or money or coupons; None if there is none."""
    if connection.execute(select(rounds.c.version).where(rounds.c.player == name).limit(1)).first() is not None:
        return "was in a round"
    held = select(balances.c.cents).where(balances.c.account.in_((ledger.wallet(name), ledger.coupon(name))))
    return "still holds something" if any(connection.execute(held).scalars()) else None


def _accounts(connection: Connection) -> dict[str, tuple[Any, ...]]:
    """What the record says of accounts: all but their passwords, and what log-ins count."""
    columns = (accounts.c.name, accounts.c.role, accounts.c.kind, accounts.c.made, accounts.c.locked)
    return {row.name: (row.role, row.kind, row.made, row.locked) for row in connection.execute(select(*columns))}
