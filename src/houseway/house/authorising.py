"""Authorisation: one function, one matrix. It says what a role may do or look at, at any table and in the office.

No look is at hidden cards of a round in play: there is none that shows them. Whose seat, wager or account something is
about is looked at where it is carried out: who has the role may still be refused there.
"""

from itertools import chain
from typing import Literal

from msgspec import UNSET

from houseway.house import commands, office_commands
from houseway.house.commands import Actor, AddBot, Asked, DismissBot, Role
from houseway.refusal import Refusal

Look = Literal[
    "tables",  # the lobby, and each table as the viewer may see it
    "own rounds",
    "any round",  # that is over, by its number: of hands that stay private, one's own
    "pit",  # inventories, meters, commissions, cards that are due to be changed
    "record",
    "accounts",
    "metrics",
]
Deed = type[Asked] | Look

_PIT: frozenset[Role] = frozenset({"floorperson", "supervisor", "auditor", "administrator"})
_PLAYERS: frozenset[Role] = frozenset({"player"})
_EVERYBODY = _PIT | _PLAYERS  # the dealer is the house: nobody looks in that role

LOOKS: dict[Look, frozenset[Role]] = {
    "tables": _EVERYBODY,
    "own rounds": _EVERYBODY,
    "any round": _EVERYBODY,
    "pit": _PIT,
    "record": frozenset({"supervisor", "auditor", "administrator"}),
    "accounts": frozenset({"supervisor", "auditor", "administrator"}),
    "metrics": frozenset({"auditor", "administrator"}),
}
MATRIX: dict[Deed, frozenset[Role]] = dict(
    chain[tuple[Deed, frozenset[Role]]](commands.MAY.items(), office_commands.MAY.items(), LOOKS.items())
)


class Forbidden(Refusal):
    """Not in this role."""


def authorise(actor: Actor, deed: Deed) -> None:
    """Refuse what is not the role's: a command by its type, or a look. What the matrix does not have, nobody may."""
    if not may(actor.role, deed):
        raise Forbidden(f"'{called(deed)}' is not for the role {actor.role}")


def check_reason(actor: Actor, command: Asked) -> None:
    """What the pit does has a reason, also what players ask for without one."""
    if isinstance(command, AddBot | DismissBot) and actor.role != "player" and command.reason is UNSET:
        raise Refusal("say why: what the pit does has a reason")


def may(role: Role, deed: Deed) -> bool:
    """Is it one of the role's?"""
    return role in MATRIX.get(deed, frozenset())


def deeds_of(role: Role) -> tuple[str, ...]:
    """All that is the role's, by name."""
    return tuple(called(deed) for deed, roles in MATRIX.items() if role in roles)


def called(deed: Deed) -> str:
    """A look as it is named, a command by its `do`."""
    return deed if isinstance(deed, str) else str(deed.__struct_config__.tag)
