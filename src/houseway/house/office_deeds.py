"""What each command to the office comes to, as the house stands when it is looked at. Nothing is changed here.

Money that is issued, redeemed or laid aside is a transfer; a meter is set; a row of an account is written beside the
entry.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, select

from houseway import games
from houseway.house import accounts, ledger, log_ins, sessions, whereabouts
from houseway.house.accounts import ADMINISTRATOR, NEWCOMER, Account
from houseway.house.appending import Also
from houseway.house.authorising import Forbidden
from houseway.house.commands import Actor, Asked, Role
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.office_commands import (
    ChangePassword,
    ChangeReset,
    GiveCoupon,
    GiveRole,
    HangMeter,
    Kind,
    LockAccount,
    OpenAccount,
    OpenStaffAccount,
    RedeemMoney,
    RemoveGuest,
    ResetPassword,
    SetUpTable,
    TakeMoney,
    UnlockAccount,
)
from houseway.house.record import TABLES, Transfer
from houseway.house.record import Account as LedgerAccount
from houseway.house.schema import balances, entries, rounds, streams
from houseway.house.setup_checks import check_bounds, check_links
from houseway.house.store import Conflict, Meter, MeterSet, Store
from houseway.money import DOLLAR, Cents, dollars
from houseway.refusal import Refusal

STREAM = "house"
SET_UP = "house.set_up_table/1"
LEAVES = "have him leave it first, or make him (`make leave`)"
HOUSE = Actor("house", "administrator")  # the house itself, as it is founded and for who has its machine

HG3 = "HG3"  # the ruling on coupons that the house gives
PLAY_MONEY: Cents = 10_000 * DOLLAR  # what a player is given when he comes in
ENOUGH: Cents = PLAY_MONEY // 10  # who has less, in his wallet and before him at tables, is given what lacks to it

UNPLAYED = 24 * 3600 * 1000  # milliseconds that a guest has to begin to play


class Asking(msgspec.Struct, frozen=True):
    """Who asks, when, of which house; with the hashes of the password that goes with the command, and of the former."""

    store: Store
    actor: Actor
    at: int
    kept: str | None = None
    former: str | None = None


class Made(msgspec.Struct, frozen=True):
    """What a command comes to."""

    event: str
    answer: dict[str, Any] = {}
    transfer: Transfer = ()
    meters: tuple[MeterSet, ...] = ()
    also: Also | None = None
    facts: dict[str, Any] = {}  # what else the entry says


def open_account(asking: Asking, asked: OpenAccount) -> Made:
    """A player opens their own account, and a newcomer that of a guest or a bot; the house lets in the others."""
    actor, name = asking.actor, accounts.key(asked.name)
    if actor.role == "player":
        own = actor.name == name or (actor.name == NEWCOMER and asked.kind != "person")
        if not own or asked.role != "player":
            raise Forbidden("a player opens their own account, as a player")
    else:
        _check_standing(asking)
    _check_role(asked.kind, asked.role)
    if name != ADMINISTRATOR or actor.name != HOUSE.name:
        accounts.check_free(name, asked.kind)
    return _opened(asking, name, asked.kind, asked.role)


def open_staff_account(asking: Asking, asked: OpenStaffAccount) -> Made:
    """Somebody who works here; the administrator hands him the one-time password."""
    _check_standing(asking)
    name = accounts.key(asked.name)
    accounts.check_free(name, "person")
    return _opened(asking, name, "person", asked.role)


def give_role(asking: Asking, asked: GiveRole) -> Made:
    """A person's role is another from now on, unless he is at a table, with chips or without.

    Nobody gives himself one, so that there is always an administrator.
    """
    _check_standing(asking)
    account = _account(asking, asked.name)
    _check_role(account.kind, asked.role)
    if account.role == asked.role:
        raise Refusal(f"{account.name} is a {asked.role} already")
    looked = whereabouts.look(asking.store, definitions(asking.store), account.name)
    if looked.table is not None:
        raise Refusal(f"{account.name} is at the table {looked.table}: {LEAVES}")

    def also(connection: Connection) -> None:
        accounts.update(connection, account.name, role=asked.role)  # first: who sits down now is seen, or sees it
        if _held(connection, account.name):
            raise Refusal(f"{account.name} has chips at a table: {LEAVES}")
        whereabouts.check_since(connection, looked)

    answer = {"name": account.name, "role": asked.role, "before": account.role}
    return Made("account.given_role/1", answer, also=also)


def lock_account(asking: Asking, asked: LockAccount) -> Made:
    """Somebody is put out, wherever he is in, and stays out."""
    _check_standing(asking)
    account = _account(asking, asked.name)

    def also(connection: Connection) -> None:
        accounts.update(connection, account.name, locked=1)
        sessions.end_all_of(connection, account.name)

    return Made("account.locked/1", {"name": account.name}, also=also)


def unlock_account(asking: Asking, asked: UnlockAccount) -> Made:
    """Somebody may come in again."""
    _check_standing(asking)
    account = _account(asking, asked.name)

    def also(connection: Connection) -> None:
        accounts.update(connection, account.name, locked=0)
        log_ins.forget(connection, account.name)

    return Made("account.unlocked/1", {"name": account.name}, also=also)


def remove_guest(asking: Asking, asked: RemoveGuest) -> Made:
    """Remove a guest who was in no round, is at no table and came a day ago. Their money goes back to the house."""
    account = accounts.find(asking.store, asked.name)
    if account is None or account.kind != "guest":
        raise Refusal(f"there is no guest {asked.name}: only a guest is removed")
    if asking.at < account.made + UNPLAYED:
        raise Refusal(f"{account.name} came less than a day ago: try again later")
    name = account.name
    looked = whereabouts.look(asking.store, definitions(asking.store), name)
    if looked.table is not None:
        raise Refusal(f"{name} is at the table {looked.table}: only a guest who never played is removed")
    cents, coupons = (asking.store.balance(account) for account in (ledger.wallet(name), ledger.coupon(name)))

    def also(connection: Connection) -> None:
        accounts.read(connection, name, keep=True)  # first: then a guest who sits down now is noticed, or has no money
        if connection.execute(_PLAYED, {"by": name}).first() is not None:
            raise Refusal(f"{name} was in a round: only a guest who never played is removed")
        whereabouts.check_since(connection, looked)
        sessions.end_all_of(connection, name)
        accounts.delete(connection, name)

    return removed(name, cents, coupons, also)


def removed(name: str, cents: Cents, coupons: Cents, also: Also | None) -> Made:
    """Remove a guest, and return so much money and so many coupons to the house."""
    answer = {"name": name, "taken": cents, "coupons": coupons}
    back = ledger.combined(ledger.redeem(name, cents), ledger.take_coupon(name, coupons))
    return Made("account.removed/1", answer, back, also=also)


def change_password(asking: Asking, asked: ChangePassword) -> Made:
    """Another password; all sessions end, since who knew the old one may have one of them."""
    name, former, kept = asking.actor.name, asking.former, asking.kept
    assert former is not None
    assert kept is not None

    def also(connection: Connection) -> None:
        accounts.set_password(connection, name, former, kept)
        sessions.end_all_of(connection, name)

    return Made("account.changed_password/1", {"name": name}, also=also)


def reset_password(asking: Asking, asked: ResetPassword) -> Made:
    """A one-time password for another; who is in by the old one is put out.

    Not while he is at a table with hidden hands: whoever comes in by it has his eyes, and would see what he holds.
    """
    _check_standing(asking)
    account, kept = _account(asking, asked.name), asking.kept
    assert kept is not None
    if account.kind != "person":
        raise Refusal(f"{account.name} is a {account.kind} and has no password")
    hidden = [each for each in definitions(asking.store) if games.load(each.game).hidden_hands]
    looked = whereabouts.look(asking.store, hidden, account.name)
    if looked.table is not None:
        why = "who comes in by another password would see his hand; let the floor make him leave first"
        raise Refusal(f"{account.name} is at the table {looked.table}: {why}")

    def also(connection: Connection) -> None:
        accounts.reset_password(connection, account.name, kept)
        sessions.end_all_of(connection, account.name)
        whereabouts.check_since(connection, looked)

    return Made("account.reset_password/1", {"name": account.name}, also=also)


def take_money(asking: Asking, asked: TakeMoney) -> Made:
    """Play money for who has little left: as much as he was given when he came in."""
    name, wallet = asking.actor.name, ledger.wallet(asking.actor.name)
    has = asking.store.look(lambda connection: _held(connection, name, wallet))
    if has >= ENOUGH:
        raise Refusal(f"you have {dollars(has)}: play money is given to who has less than {dollars(ENOUGH)}")
    given = PLAY_MONEY - has

    def also(connection: Connection) -> None:
        """His wallet has it by now, and waits for this: what he has is looked at once more, at the same moment."""
        if _held(connection, name, wallet) != has + given:
            raise Conflict(f"{name} has won, lost or wagered something since it was looked at")

    return Made("money.issued/1", {"given": given}, ledger.issue(name, given), also=also)


def redeem_money(asking: Asking, asked: RedeemMoney) -> Made:
    """Play money goes back to the house; more than the wallet holds is refused where it is stored."""
    return Made("money.redeemed/1", {"taken": asked.amount}, ledger.redeem(asking.actor.name, asked.amount))


def give_coupon(asking: Asking, asked: GiveCoupon) -> Made:
    """A coupon for a player, of whole dollars (ruling HG3)."""
    _check_standing(asking)
    account = _account(asking, asked.name)
    if account.role != "player":
        raise Refusal(f"{account.name} is a {account.role}: coupons are for players", HG3)
    if asked.amount % DOLLAR:
        raise Refusal(f"a coupon is of whole dollars, not {dollars(asked.amount)}", HG3)
    answer = {"name": account.name, "given": asked.amount}
    return Made("coupon.given/1", answer, ledger.give_coupon(account.name, asked.amount))


def set_up_table(asking: Asking, asked: SetUpTable) -> Made:
    """A table whose rules its game takes, whose name nobody had, and whose meters hang."""
    definition = asked.definition
    check_bounds(definition)
    table = LiveTable(definition)
    if definition.name in {each.name for each in definitions(asking.store)}:
        raise Refusal(f"there is a table {definition.name} already: choose another name")
    check_links(asking.store, definition, table.own_meters())
    return Made(SET_UP, {"table": definition.name}, facts={"definition": msgspec.to_builtins(definition)})


def hang_meter(asking: Asking, asked: HangMeter) -> Made:
    """A meter shows what it begins with; the house lays its reset amount aside."""
    if asked.name in asking.store.meters():
        raise Refusal(f"there is a meter {asked.name} already: choose another name")
    if asked.amount < asked.reset:
        raise Refusal(f"a meter shows its reset amount at least: hang it up with {dollars(asked.reset)} or more")
    return Made(
        "house.hung_meter/1",
        {"meter": asked.name},
        ledger.hang_meter(asked.name, asked.amount, asked.reset),
        (hung := MeterSet(asked.name, 0, Fraction(asked.amount), asked.reset),),
        facts=_set(hung),
    )


def change_reset(asking: Asking, asked: ChangeReset) -> Made:
    """A meter falls back to another amount when it is won next; what it shows is never lowered."""
    meter = _meter(asking.store, asked.name)
    return Made(
        "house.changed_reset/1",
        {"meter": meter.name, "before": meter.reset},
        ledger.change_reset(meter.name, meter.reset, asked.reset),
        (changed := MeterSet(meter.name, meter.changes, meter.amount, asked.reset),),
        facts=_set(changed),
    )


DEEDS: dict[type[Asked], Callable[[Asking, Any], Made]] = {
    OpenAccount: open_account,
    OpenStaffAccount: open_staff_account,
    GiveRole: give_role,
    LockAccount: lock_account,
    UnlockAccount: unlock_account,
    RemoveGuest: remove_guest,
    ChangePassword: change_password,
    ResetPassword: reset_password,
    TakeMoney: take_money,
    RedeemMoney: redeem_money,
    GiveCoupon: give_coupon,
    SetUpTable: set_up_table,
    HangMeter: hang_meter,
    ChangeReset: change_reset,
}


def _opened(asking: Asking, name: str, kind: Kind, role: Role) -> Made:
    """A new account, with play money where it is a player's."""
    if accounts.find(asking.store, name) is not None:
        raise accounts.taken(name)
    given = PLAY_MONEY if role == "player" else 0
    also = partial(accounts.insert, name=name, kind=kind, role=role, at=asking.at, kept=asking.kept)
    return Made("account.opened/1", {"name": name, "given": given}, ledger.issue(name, given), also=also)


def _check_standing(asking: Asking) -> None:
    """Who disposes of accounts has his role still: two who take it from each other do not both succeed."""
    actor = asking.actor
    if actor.name == HOUSE.name:
        return
    account = accounts.find(asking.store, actor.name)
    if account is None or account.role != actor.role or account.locked:
        raise Forbidden(f"{actor.name} is no {actor.role} any more: log in again")


def _check_role(kind: str, role: Role) -> None:
    if role == "dealer":
        raise Refusal("the dealer is the house itself: give another role")
    if kind != "person" and role != "player":
        told = f"a {kind} is a player, and only a person has another role"
        raise Refusal(f"{told}: open an account for him (`open staff account`)")


def _account(asking: Asking, name: str) -> Account:
    """The account that somebody may dispose of: not his own, and for a supervisor a player's."""
    account = accounts.find(asking.store, name)
    if account is None:
        raise Refusal(f"there is no account {name}: write the name as it was opened")
    if account.name == asking.actor.name:
        raise Forbidden("nobody does this to his own account: ask another administrator")
    if asking.actor.role != "administrator" and account.role != "player":
        raise Forbidden(f"a {asking.actor.role} does this to players alone: ask an administrator")
    return account


def _meter(store: Store, name: str) -> Meter:
    meter = store.meters().get(name)
    if meter is None:
        raise Refusal(f"the house has no meter {name!r}: hang it up first")
    return meter


def _set(meter: MeterSet) -> dict[str, Any]:
    """What an entry says of a meter that it sets, as those of tables do: what it shows now, and what was read."""
    return {"meters": {meter.name: str(meter.amount)}, "changes": {meter.name: meter.read}}


def definitions(store: Store) -> list[Definition]:
    """All tables of the house, in the order in which they were set up."""
    bodies = store.look(
        lambda connection: connection.execute(_SET_UP, {"of": STREAM, "called": SET_UP}).scalars().all()
    )
    return [msgspec.convert(msgspec.json.decode(body)["definition"], Definition) for body in bodies]


def _held(connection: Connection, player: str, *more: LedgerAccount) -> Cents:
    """What a player has before him at all tables, and in other accounts, at one moment.

    What he has wagered in a round in play is not his.
    """
    rows = connection.execute(_STREAMS, {"begin": TABLES, "length": len(TABLES)})
    chips = [ledger.chips(stream.removeprefix(TABLES), player) for (stream,) in rows]
    return int(connection.execute(_HELD, {"those": [*chips, *more]}).scalar() or 0)


_SET_UP = (
    select(entries.c.body)
    .where(entries.c.stream == bindparam("of"), entries.c.event == bindparam("called"))
    .order_by(entries.c.version)
)
_STREAMS = select(streams.c.stream).where(func.substr(streams.c.stream, 1, bindparam("length")) == bindparam("begin"))
_PLAYED = select(rounds.c.player).where(rounds.c.player == bindparam("by")).limit(1)
_HELD = select(func.sum(balances.c.cents)).where(balances.c.account.in_(bindparam("those", expanding=True)))
