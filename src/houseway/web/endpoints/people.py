"""Of people: guests, accounts, sessions, one's own money."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from houseway.house import accounts, authorising, office, passwords, sessions
from houseway.house.accounts import Account
from houseway.house.answering import Answer, Used
from houseway.house.commands import Actor, Name, Reason, Role
from houseway.house.frames import CommandId
from houseway.house.office_commands import (
    ChangePassword,
    Kind,
    OpenStaffAccount,
    ResetPassword,
    StaffRole,
    TakeMoney,
)
from houseway.house.passwords import LONGEST, SHORTEST
from houseway.money import Cents
from houseway.refusal import Refusal
from houseway.web.call import Call
from houseway.web.endpoint import delete, get, post
from houseway.web.faults import Fault
from houseway.web.visitors import cookie

SECOND = 1000
MOST_ACCOUNTS = 100

Password = Annotated[
    str,
    Meta(
        min_length=SHORTEST,
        max_length=LONGEST,
        description=f"a password of {SHORTEST} to {LONGEST} characters",
    ),
]
Guess = Annotated[str, Meta(max_length=LONGEST)]
Page = Annotated[int, Meta(ge=1, le=MOST_ACCOUNTS)]
After = Annotated[str, Meta(max_length=24)]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays without a password. A program says that it is one, and may have a name: it is a bot."""

    bot: bool = False
    name: Name | None = None
    id: CommandId | None = None  # with it the same network gets the same guest again, for ten minutes


class SignUp(Struct, frozen=True, forbid_unknown_fields=True):
    """A new account with a password."""

    name: Name
    password: Password
    id: CommandId | None = None  # by which it may be asked again, with the same password


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and what should be its password; with a one-time password the one that it shall be from now on."""

    name: Annotated[str, Meta(max_length=24)]
    password: Guess
    new: Password | None = None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The password as it is, and as it shall be."""

    old: Guess
    new: Password


class NewStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who works here. By the same id the account is opened once."""

    id: CommandId
    name: Name
    role: StaffRole
    reason: Reason


class Forgotten(Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody needs another password. By the same id it is reset once."""

    id: CommandId
    reason: Reason


class HandedOver(Struct, frozen=True):
    """A one-time password, told this once: who logs in by it sends `new` along. None where it was told before."""

    name: str
    password: str | None
    version: int  # of the entry that says so


class MoreMoney(Struct, frozen=True, forbid_unknown_fields=True):
    """More play money; by the same id it is given once."""

    id: CommandId


class Session(Struct, frozen=True):
    """Somebody is in. A browser has the cookie; a program sends the token as `Authorization: Bearer TOKEN`."""

    token: str
    name: str
    role: Role
    kind: Kind
    expires: int


class Me(Struct, frozen=True):
    """Who asks."""

    name: str
    role: Role
    kind: Kind
    wallet: Cents
    coupons: Cents  # match play coupons that lie at no table
    expires: int
    may: tuple[str, ...]  # the commands of the role, and what it may look at


class Gone(Struct, frozen=True):
    """The session has ended."""

    ended: bool


def play_as_guest(call: Call, body: NewGuest) -> Session:
    """Play as a guest, with play money and without an account."""
    if body.name is not None and not body.bot:
        raise Fault("bad request", "a guest's name is given by the house; open an account to choose one")
    house = call.front.house
    id_ = office.newcomers_id(call.network, body.id) if body.id is not None else None
    try:
        account = office.come_in(
            house.store, "bot" if body.bot else "guest", house.now(), call.front.entropy, body.name, id_
        )
    except Used:
        raise Used(body.id or "") from None  # the one that was sent
    return _let_in(call, account.name)


def sign_up(call: Call, body: SignUp) -> Session:
    """Open an account, with play money, and log in."""
    house = call.front.house
    account = office.sign_up(
        house.store, body.name, body.password, house.now(), body.id, call.front.passwords, call.network
    )
    return _let_in(call, account.name)


def log_in(call: Call, body: LogIn) -> Session:
    """Log in. Sessions that the account has open elsewhere end. A one-time password is changed by it."""
    house = call.front.house
    known = accounts.find(house.store, body.name) if body.new is not None else None
    try:
        if body.new is not None and known is not None:
            asking = Actor(known.name, known.role)
            call.front.office(ChangePassword(), asking, None, **_secrets(call, body.password, body.new))
            return _let_in(call, known.name)
        account = accounts.log_in(
            house.store, body.name, body.password, house.now(), call.front.passwords, call.network
        )
    except Refusal as refusal:
        if refusal.message != accounts.WRONG:
            raise
        raise Fault("unauthorised", refusal.message) from None
    return _let_in(call, account.name)


def log_out(call: Call) -> Gone:
    """Log out. Who sits at a table keeps the seat."""
    assert call.token is not None
    sessions.end_session(call.front.house.store, call.token)
    call.headers["set-cookie"] = cookie("", 0, call.secure)
    return Gone(True)


def me(call: Call) -> Me:
    """Who is logged in, what the wallet holds, and which coupons there are."""
    visitor = call.actor
    held, may = call.front.house.held(visitor.name), authorising.deeds_of(visitor.role)
    return Me(visitor.name, visitor.role, visitor.kind, held.cents, held.coupons, visitor.expires, may)


def change_password(call: Call, body: NewPassword) -> Session:
    """Choose another password; all sessions end but the new one."""
    call.front.office(ChangePassword(), call.actor, None, **_secrets(call, body.old, body.new))
    return _let_in(call, call.actor.name)


def open_staff_account(call: Call, body: NewStaff) -> HandedOver:
    """Open an account for somebody who works here, with a one-time password."""
    return _handed_over(call, OpenStaffAccount(body.name, body.role, body.reason), body.id)


def reset_password(call: Call, name: Name, body: Forgotten) -> HandedOver:
    """A one-time password for somebody who has forgotten his; all his sessions end."""
    return _handed_over(call, ResetPassword(name, body.reason), body.id)


def take_money(call: Call, body: MoreMoney) -> Answer:
    """More play money, for who has little left."""
    return call.front.office(TakeMoney(), call.actor, body.id)


def list_accounts(call: Call, after: After = "", limit: Page = MOST_ACCOUNTS, begin: After = "") -> list[Account]:
    """Accounts by their names: those after one, as pages are turned, or from one on that is there too (`begin`)."""
    return accounts.listed(call.front.house.store, after, limit, begin)


def _handed_over(call: Call, command: OpenStaffAccount | ResetPassword, id_: str) -> HandedOver:
    """The password is in the answer, and neither on the record nor in any log."""
    one_time = passwords.drawn(call.front.entropy)
    answer = call.front.office(command, call.actor, id_, password=one_time, passwords=call.front.passwords)
    return HandedOver(answer.answer["name"], None if answer.repeated else one_time, answer.version)


def _secrets(call: Call, former: str, password: str) -> dict[str, Any]:
    """The secrets that go with the command to change a password."""
    return {"former": former, "password": password, "passwords": call.front.passwords, "network": call.network}


def _let_in(call: Call, name: str) -> Session:
    house = call.front.house
    token = sessions.open_session(house.store, name, house.now(), call.front.entropy, call.network)
    visitor = call.front.visitor(token)
    if visitor is None:
        raise Fault("refused", "the same account came in once more at this moment, which ended this session: ask again")
    call.headers["set-cookie"] = cookie(token, (visitor.expires - house.now()) // SECOND, call.secure)
    return Session(token, visitor.name, visitor.role, visitor.kind, visitor.expires)


ENDPOINTS = (
    post("/api/guests", play_as_guest, "anybody", 201, "newcomers", "refused"),
    post("/api/accounts", sign_up, "anybody", 201, "newcomers", "refused"),
    get("/api/accounts", list_accounts, "accounts"),
    post("/api/accounts/{name}/password", reset_password, "somebody", 200, "log_ins", "not found", "refused"),
    post("/api/staff", open_staff_account, "somebody", 201, "log_ins", "refused"),
    post("/api/session", log_in, "anybody", 200, "log_ins", "unauthorised", "new password", "refused"),
    delete("/api/session", log_out, "somebody", "forbidden"),
    get("/api/me", me),
    post("/api/me/password", change_password, "somebody", 200, "log_ins", "refused"),
    post("/api/me/money", take_money, "somebody", 200, "commands", "refused"),
)
