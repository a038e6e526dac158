"""Who did what at the tables is somebody whom the house knew then, in the role and of the kind that his account had.

The streams have no common order, only times, and those are of as many clocks as there are processes. So whoever had a
role within a while of the moment had it; the while is longer by as much as clocks of this record were set back. A clock
may be set back between an entry of the house and the next one of a table, and no stream shows it: so an account has its
first role from ever. One that never was, and a role that it was given later or never, are not taken for that.
"""

from typing import Any

import msgspec

from houseway.house.commands import CLOCK, Actor, Role
from houseway.house.office_commands import Kind
from houseway.house.office_deeds import HOUSE
from houseway.house.rebuilding import Differs
from houseway.house.record import Entry

WHILE = 10 * 60 * 1000  # milliseconds: longer than anything waits between who asks is known and it is carried out


class Known(msgspec.Struct):
    """An account: its kind, and its roles with the times from which it had them."""

    kind: Kind
    roles: list[tuple[int, Role]]

    def had(self, role: Role, first: int, last: int) -> bool:
        """Did it have the role at some time between two? Its first one it has had from ever."""
        begins = [at for at, _ in self.roles[1:]]
        held = zip(self.roles, [None, *begins], [*begins, None], strict=True)
        return any(
            each == role and (begin is None or begin <= last) and (end is None or end >= first)
            for (_, each), begin, end in held
        )


class People:
    """Everybody of whom the house's own stream tells. It is read before those of the tables."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._last = 0
        self._back = 0  # so far was a clock set back from one entry to the next of a stream

    def come_in(self, name: str, kind: Kind, role: Role, at: int) -> None:
        """Somebody has an account from now on."""
        self._known[name] = Known(kind, [(at, role)])

    def give_role(self, name: str, role: Role, at: int) -> None:
        """Somebody has another role from now on."""
        self._known[name].roles.append((at, role))

    def begin(self) -> None:
        """The entries that come are of another stream."""
        self._last = 0

    def tick(self, at: int) -> None:
        """The time of the next entry of a stream."""
        self._back = max(self._back, self._last - at)
        self._last = at

    def check(self, entry: Entry, body: dict[str, Any]) -> None:
        """Who asked for an entry of a table is the clock, the house, or somebody who names his command."""
        self.tick(entry.at)
        actor = msgspec.convert({"name": entry.actor, "role": body["role"], "bot": body["bot"]}, Actor)
        wrong = None if actor in (CLOCK, HOUSE) else self.wrong(actor, entry.at)
        if wrong is None and (actor == CLOCK) != (entry.command is None):
            wrong = "a command of the clock has an id" if actor == CLOCK else "its command has no id"
        if wrong is not None:
            raise Differs(entry.version, wrong)

    def wrong(self, actor: Actor, at: int) -> str | None:
        """Why this is nobody who could ask around a time."""
        known, around = self._known.get(actor.name), WHILE + self._back
        if known is None:
            return f"there was no account {actor.name!a}"
        if not known.had(actor.role, at - around, at + around):
            return f"{actor.name!a} was no {actor.role} then"
        return wrong_kind(actor, known.kind)


def wrong_kind(actor: Actor, kind: Kind) -> str | None:
    """Is a bot said to be none, or somebody to be one?"""
    return f"{actor.name!a} is a {kind}: that is told otherwise" if actor.bot != (kind == "bot") else None
