"""Commands to the office: what somebody asks of the house itself. They come to entries of the stream `house`.

Like the commands to a table they are what clients send: bounded, and refused where they are not exactly of their type.
A password is part of no command: it comes beside it and never goes onto the record.
"""

from typing import Annotated, Literal

from msgspec import Meta

from houseway.house.commands import Asked, Cents, Chips, Name, Reason, Role
from houseway.house.definition import Definition

_END = r"(?![\s\S])"  # as in the commands to a table

Kind = Literal["person", "guest", "bot"]
StaffRole = Literal["floorperson", "supervisor", "auditor", "administrator"]
MeterName = Annotated[  # no dot: that is in those of tables
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_-]{1,30}" + _END,
        description="a meter's name of 2 to 31 small letters, digits, _ or -, a letter first",
    ),
]


class OpenAccount(Asked, frozen=True, tag="open account"):
    """Somebody comes in: a person with a password, a guest or a bot without. A player opens his own account."""

    name: Name
    kind: Kind = "person"
    role: Role = "player"


class OpenStaffAccount(Asked, frozen=True, tag="open staff account"):
    """Somebody who works here comes in, by a one-time password that goes beside the command."""

    name: Name
    role: StaffRole
    reason: Reason


class GiveRole(Asked, frozen=True, tag="give role"):
    """A person has another role from now on, in whatever he has open."""

    name: Name
    role: Role
    reason: Reason


class LockAccount(Asked, frozen=True, tag="lock account"):
    """Somebody is put out and kept out until the account is unlocked."""

    name: Name
    reason: Reason


class UnlockAccount(Asked, frozen=True, tag="unlock account"):
    """Unlock an account that the house has locked, and clear the failed log-ins at its name."""

    name: Name
    reason: Reason


class RemoveGuest(Asked, frozen=True, tag="remove guest"):
    """Remove a guest who never played, a day after they came. Their money and coupons go back to the house."""

    name: Name


class ChangePassword(Asked, frozen=True, tag="change password"):
    """Another password for the one who asks; the old and the new one come beside the command."""


class ResetPassword(Asked, frozen=True, tag="reset password"):
    """A one-time password, beside the command, for somebody who has forgotten his; all his sessions end."""

    name: Name
    reason: Reason


class TakeMoney(Asked, frozen=True, tag="take money"):
    """More play money for a player who has little left."""


class RedeemMoney(Asked, frozen=True, tag="redeem money"):
    """A player gives play money of his wallet back."""

    amount: Chips


class GiveCoupon(Asked, frozen=True, tag="give coupon"):
    """A player is given a match play coupon, of whole dollars: it is no money, and lies with a wager or is held."""

    name: Name
    amount: Chips
    reason: Reason


class SetUpTable(Asked, frozen=True, tag="set up table"):
    """A new table, closed as yet; its name is its own for good."""

    definition: Definition
    reason: Reason


class HangMeter(Asked, frozen=True, tag="hang meter"):
    """A progressive meter that tables can be linked to."""

    name: MeterName
    amount: Cents
    reset: Cents
    reason: Reason


class ChangeReset(Asked, frozen=True, tag="change reset"):
    """Another reset amount for a meter of the house; what it shows stays."""

    name: MeterName
    reset: Cents
    reason: Reason


OfficeCommand = (
    OpenAccount
    | OpenStaffAccount
    | GiveRole
    | LockAccount
    | UnlockAccount
    | RemoveGuest
    | ChangePassword
    | ResetPassword
    | TakeMoney
    | RedeemMoney
    | GiveCoupon
    | SetUpTable
    | HangMeter
    | ChangeReset
)

_PLAYERS: frozenset[Role] = frozenset({"player"})
_ADMINISTRATOR: frozenset[Role] = frozenset({"administrator"})
_HEADS: frozenset[Role] = frozenset({"supervisor", "administrator"})
_WITH_PASSWORD: frozenset[Role] = frozenset({"player", "floorperson", "supervisor", "auditor", "administrator"})

# Who may ask for what; whose account it may be about is looked at when the command is carried out.
MAY: dict[type[Asked], frozenset[Role]] = {
    OpenAccount: _PLAYERS | _ADMINISTRATOR,
    **dict.fromkeys((OpenStaffAccount, GiveRole, ResetPassword, RemoveGuest), _ADMINISTRATOR),
    **dict.fromkeys((LockAccount, UnlockAccount, GiveCoupon), _HEADS),
    ChangePassword: _WITH_PASSWORD,
    **dict.fromkeys((TakeMoney, RedeemMoney), _PLAYERS),
    **dict.fromkeys((SetUpTable, HangMeter, ChangeReset), _HEADS),
}
