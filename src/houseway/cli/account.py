"""houseway account: open an account, give it a role or another password, unlock it. For who has the house's machine."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, get_args

import click

from houseway.house.commands import Role
from houseway.refusal import Refusal

if TYPE_CHECKING:
    from houseway.house.store import Store

ROLES = [role for role in get_args(Role) if role != "dealer"]
REASON = "by who has the house's machine"

_database = click.option(
    "--database", metavar="URL", help="sqlite:///house.db or postgresql://user@host/name; default: your own."
)


@click.group()
def command() -> None:
    """Open an account, give it a role or another password, or unlock it.

    On SQLite the house must not be open at the same time: it is the only one that writes.
    """


@command.command()
@click.argument("name")
@click.option("--role", default="player", show_default=True, type=click.Choice(ROLES))
@click.option("--one-time", is_flag=True, help="For somebody who works here: print a password that is for one time.")
@_database
def new(name: str, role: Role, one_time: bool, database: str | None) -> None:
    """Open an account. The password is asked for, or read from the standard input."""
    if one_time and role == "player":
        raise Refusal("a player chooses his own password: leave out --one-time, or give another --role")
    with _opened(database, may_be_new=True) as store:
        from houseway.house.accounts import key
        from houseway.house.office import HOUSE, carry_out
        from houseway.house.office_commands import OpenAccount, OpenStaffAccount
        from houseway.house.passwords import drawn

        if one_time and role != "player" and role != "dealer":
            password = drawn()
            carry_out(store, OpenStaffAccount(key(name), role, REASON), HOUSE, _now(), password=password)
            click.echo(f"{key(name)}: {role}, one-time password: {password}")
            return
        carry_out(store, OpenAccount(key(name), role=role), HOUSE, _now(), password=_password())
    click.echo(f"{key(name)}: {role}")


@command.command()
@click.argument("name")
@_database
def reset(name: str, database: str | None) -> None:
    """Print a one-time password for somebody who has forgotten his; all his sessions end."""
    with _opened(database) as store:
        from houseway.house.accounts import key
        from houseway.house.office import HOUSE, carry_out
        from houseway.house.office_commands import ResetPassword
        from houseway.house.passwords import drawn

        password = drawn()
        carry_out(store, ResetPassword(key(name), REASON), HOUSE, _now(), password=password)
    click.echo(f"{key(name)}: one-time password: {password}")


@command.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
@_database
def give_role(name: str, role: Role, database: str | None) -> None:
    """Give somebody another role."""
    with _opened(database) as store:
        from houseway.house.accounts import key
        from houseway.house.office import HOUSE, carry_out
        from houseway.house.office_commands import GiveRole

        carry_out(store, GiveRole(key(name), role, REASON), HOUSE, _now())
    click.echo(f"{key(name)}: {role}")


@command.command()
@click.argument("name")
@_database
def unlock(name: str, database: str | None) -> None:
    """Unlock an account, and clear the count of failed log-ins at its name."""
    with _opened(database) as store:
        from houseway.house.accounts import key
        from houseway.house.office import HOUSE, carry_out
        from houseway.house.office_commands import UnlockAccount

        carry_out(store, UnlockAccount(key(name), REASON), HOUSE, _now())
    click.echo(f"{key(name)} may come in again")


@contextmanager
def _opened(database: str | None, may_be_new: bool = False) -> "Iterator[Store]":
    if find_spec("sqlalchemy") is None or find_spec("argon2") is None:
        raise Refusal("the running house needs more packages: pip install 'houseway[serve]'")
    from houseway.house.opening import address, check_is_house
    from houseway.house.store import Store
    from houseway.web.own_database import default_database

    named = database or default_database()
    if not may_be_new:
        check_is_house(address(named))
    with Store.open(named) as store:
        yield store


def _password() -> str:
    """Asked for twice at a terminal; otherwise the first line of the standard input."""
    if sys.stdin.isatty():
        said: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return said
    return sys.stdin.readline().rstrip("\r\n")


def _now() -> int:
    return time.time_ns() // 10**6
