"""The office: commands to the house itself are carried out and come to entries of the stream `house`.

A command is looked at as the house stands at a version, and stored as the next one: who was overtaken looks again. The
row of an account is written in the same transaction as its entry. By the same id a command is carried out once.
"""

import base64
import hashlib
import threading
from collections.abc import Callable
from typing import Any, Literal
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import bindparam, select

from houseway.house import accounts, digesting
from houseway.house import passwords as hashing
from houseway.house.accounts import ADMINISTRATOR, NEWCOMER, PREFIXES, Account
from houseway.house.answering import Used
from houseway.house.authorising import authorise
from houseway.house.commands import Actor
from houseway.house.definition import Definition, check_rests
from houseway.house.log_ins import HERE
from houseway.house.office_commands import (
    ChangePassword,
    OfficeCommand,
    OpenAccount,
    OpenStaffAccount,
    ResetPassword,
    SetUpTable,
)
from houseway.house.office_deeds import DEEDS, HOUSE, SET_UP, STREAM, Asking
from houseway.house.passwords import Passwords
from houseway.house.record import Done, Entry, canonical
from houseway.house.schema import entries, streams
from houseway.house.store import Conflict, Earlier, Lost, Store
from houseway.house.wanted import in_words
from houseway.refusal import Refusal

__all__ = [
    "HOUSE",
    "SET_UP",
    "STREAM",
    "carry_out",
    "come_in",
    "definition_of",
    "found_administrator",
    "sign_up",
    "tables_after",
]

ATTEMPTS = 50  # against other processes that are faster
ASK_AGAIN = 3  # times, when the database gave no answer
AGAIN = 10 * 60 * 1000  # milliseconds in which a newcomer may ask again by the same id
LETTERS = 5  # bytes of a name that the house gives
FOUNDING = "founding-administrator"  # the id by which the first account is opened once

_COMMANDS = msgspec.json.Decoder(OfficeCommand)
# Through one store nobody overtakes: all commands want the next version of the same stream.
_in_turn: WeakKeyDictionary[Store, threading.Lock] = WeakKeyDictionary()
_queueing = threading.Lock()


def carry_out(
    store: Store,
    command: OfficeCommand,
    actor: Actor,
    at: int,
    id: str | None = None,  # noqa: A002
    *,
    password: str | None = None,
    former: str | None = None,
    passwords: Passwords | None = None,
    network: str = HERE,
) -> Entry:
    """Carry out a command, once: by the same id it is the first entry again, as `Earlier`. A Refusal changed nothing.

    `password` is the one that an account is opened with or changed to, `former` the one that it has until now;
    `network` the one from which that is said.
    """
    said = _understood(command)
    authorise(actor, type(command))
    earlier = _earlier(store, said, actor, id)
    if earlier is not None:
        return earlier
    if isinstance(command, SetUpTable):
        check_rests(command.definition)
    asking = _with_secrets(
        Asking(store, actor, at), command, password, former, passwords or hashing.standard(), network
    )
    with _turn(store):
        for attempt in range(ATTEMPTS):
            try:
                return _attempt(asking, command, said, id)
            except Conflict:
                continue
            except Lost:
                if id is None or attempt >= ASK_AGAIN:  # without an id it cannot be told whether it was carried out
                    raise
            except Refusal:
                earlier = _earlier(store, said, actor, id)
                if earlier is None:
                    raise
                return earlier
    raise Refusal("the office is busy: ask again")


def sign_up(
    store: Store,
    name: str,
    password: str,
    at: int,
    id: str | None = None,  # noqa: A002
    passwords: Passwords | None = None,
    network: str = HERE,
) -> Account:
    """A person opens an account as a player. Who asks again by the same id has to know the password: it is a log-in."""
    called = accounts.key(name)
    opened = carry_out(
        store, OpenAccount(called), Actor(called, "player"), at, id, password=password, passwords=passwords
    )
    if isinstance(opened, Earlier):
        return accounts.log_in(store, called, password, at, passwords, network)
    return _found(store, called)


def come_in(
    store: Store,
    kind: Literal["guest", "bot"],
    at: int,
    entropy: Callable[[int], bytes],
    name: str | None = None,
    id: str | None = None,  # noqa: A002
) -> Account:
    """Open the account of a guest, or of a bot; the house chooses its name, unless a bot brings its own.

    With the same id the same guest comes in again, for ten minutes. Only the id proves who the guest is.
    """
    drawn = entropy(LETTERS) if id is None else hashlib.sha256(id.encode()).digest()[:LETTERS]
    called = PREFIXES[kind] + base64.b32encode(drawn).decode().lower()
    if name is not None and kind == "bot":
        called = accounts.key(name)
    opened = carry_out(store, OpenAccount(called, kind), Actor(NEWCOMER, "player", kind == "bot"), at, id)
    if id is not None and isinstance(opened, Earlier) and not opened.at <= at < opened.at + AGAIN:
        raise Used(id)
    return _found(store, called)


def newcomers_id(network: str, id_: str) -> str:
    """The id of a newcomer's command: their own id together with their network, so no other network can use it."""
    return hashlib.sha256(f"{network} {id_}".encode()).hexdigest()


def found_administrator(store: Store, password: str, at: int, passwords: Passwords | None = None) -> Entry:
    """The account that a house is founded with. Where it is open already (`Earlier`) its password stays as it is."""
    command = OpenAccount(ADMINISTRATOR, role="administrator")
    return carry_out(store, command, HOUSE, at, FOUNDING, password=password, passwords=passwords)


def tables_after(store: Store, version: int) -> tuple[int, list[Definition]]:
    """The tables that were set up after a version of the house's stream, and the version up to which was looked."""
    wanted = {"of": STREAM, "after": version, "called": SET_UP}
    head, bodies = store.look(
        lambda connection: (
            connection.execute(_HEAD, {"of": STREAM}).scalar(),
            connection.execute(_TABLES, wanted).scalars().all(),
        )
    )
    return head or 0, [_definition(body) for body in bodies]


def definition_of(entry: Entry) -> Definition | None:
    """The table that an entry of the house's stream set up, if it did."""
    return _definition(entry.body) if entry.stream == STREAM and entry.event == SET_UP else None


def _attempt(asking: Asking, command: OfficeCommand, said: dict[str, Any], id_: str | None) -> Entry:
    """Look at the house as it stands, and store what the command comes to as the next version."""
    version = asking.store.head(STREAM)  # first: what is read after it may be newer, and then it conflicts
    made = DEEDS[type(command)](asking, command)
    actor = asking.actor
    body = {"command": said, "role": actor.role, "bot": actor.bot, "answer": made.answer, **made.facts}
    done = Done(made.event, body, made.transfer)
    digest = digesting.in_office(said)
    return asking.store.append(STREAM, version + 1, asking.at, actor.name, id_, digest, done, made.meters, made.also)


def _turn(store: Store) -> threading.Lock:
    with _queueing:
        return _in_turn.setdefault(store, threading.Lock())


def _with_secrets(
    asking: Asking,
    command: OfficeCommand,
    password: str | None,
    former: str | None,
    passwords: Passwords,
    network: str,
) -> Asking:
    """With the hash of the password that goes with a command, made before anybody has to wait for it."""
    before = None
    if isinstance(command, ChangePassword):
        if password is None or former is None:
            raise Refusal("give the old password and the new one")
        _, before = accounts.prove(asking.store, asking.actor.name, former, asking.at, passwords, network)
        if passwords.verify(before, password):
            raise Refusal("that is the password as it is: choose another")
    elif not _needs_password(command):
        if password is not None:
            raise Refusal("no password goes with this: leave it out")
        return asking
    elif password is None:
        raise Refusal("a person's account needs a password: send one along")
    once = isinstance(command, OpenStaffAccount | ResetPassword)
    return msgspec.structs.replace(asking, kept=passwords.hashed(password, once), former=before)


def _needs_password(command: OfficeCommand) -> bool:
    if isinstance(command, OpenAccount):
        return command.kind == "person"
    return isinstance(command, OpenStaffAccount | ResetPassword)


def _earlier(store: Store, said: dict[str, Any], actor: Actor, id_: str | None) -> Earlier | None:
    """The entry of the same command, if it was carried out; the id of another command is refused."""
    entry = store.command(actor.name, id_) if id_ is not None else None
    if entry is None or id_ is None:
        return None
    if entry.stream != STREAM or canonical(msgspec.json.decode(entry.body)["command"]) != canonical(said):
        raise Used(id_)
    return Earlier(*msgspec.structs.astuple(entry))


def _understood(command: OfficeCommand) -> dict[str, Any]:
    """The command as it stands on the record; a value beyond its bounds is refused, wherever it comes from."""
    try:
        _COMMANDS.decode(said := msgspec.json.encode(command))
    except msgspec.ValidationError as wrong:
        raise Refusal(in_words(wrong, OfficeCommand, msgspec.json.decode(said))) from None
    except UnicodeError as wrong:
        raise Refusal(str(wrong)) from None
    on_record: dict[str, Any] = msgspec.to_builtins(command)
    return on_record


def _found(store: Store, name: str) -> Account:
    found = accounts.find(store, name)
    assert found is not None, "an account is there a day at least"
    return found


def _definition(body: bytes) -> Definition:
    return msgspec.convert(msgspec.json.decode(body)["definition"], Definition)


_HEAD = select(streams.c.version).where(streams.c.stream == bindparam("of"))
_TABLES = (
    select(entries.c.body)
    .where(
        entries.c.stream == bindparam("of"),
        entries.c.version > bindparam("after"),
        entries.c.event == bindparam("called"),
    )
    .order_by(entries.c.version)
)
