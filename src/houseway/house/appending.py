"""One entry into the database with all that goes with it: head, command id, postings, balances, meters.

All of it is one transaction, which the caller opens and commits. What is refused leaves the transaction to be rolled
back. The statements are the same for both databases.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, literal_column, select, text
from sqlalchemy.exc import IntegrityError

from houseway.house.driver_sql import Driver, Written
from houseway.house.kinds import PRESENT, RESETS, OfKind, in_one, in_order
from houseway.house.ledger import BELOW_ZERO, METER, wrong_with
from houseway.house.presence import Absent, Holder, absent
from houseway.house.record import NO_CHAIN, Account, Done, Entry, Transfer, canonical, chained, entry
from houseway.house.schema import ACCOUNT, MOST, NAME, STREAM, balances, commands, entries, meters, postings, streams
from houseway.money import Cents, dollars
from houseway.refusal import Refusal

DIGEST = 32
NOTHING: Mapping[str, int] = MappingProxyType({})
LINES = 200  # of a transfer: far more than a table has accounts

Also = Callable[[Connection], None]
Head = tuple[int, bytes]  # version and chain
Taken = tuple[Account, Cents, Any]  # the cursor tells whether it was there
Before = tuple[str, int, bytes]  # stream and version of a command's entry, digest of its body


class Conflict(Exception):  # noqa: N818  (what there is)
    """Somebody was faster: the version is taken, or a meter moved. Read again what there is, and try again."""


class Raced(Conflict):
    """Somebody was faster at the same moment: asking the database again tells what he did."""


class NotEnough(Refusal):
    """An account would go below zero."""

    def __init__(self, account: Account, cents: Cents) -> None:
        super().__init__(f"not enough in {account}: {dollars(cents)} is needed")
        self.account = account


class TooMuch(Refusal):
    """An account would hold more than any does."""

    def __init__(self) -> None:
        super().__init__(f"an account cannot hold more than {dollars(MOST)}")


class Earlier(Entry, frozen=True):
    """The entry of a command that was carried out before: nothing was stored now."""


class MeterSet(msgspec.Struct, frozen=True):
    """A meter that an entry sets. It is set only if nobody has set it since it was read."""

    name: str
    read: int  # its `changes` when it was read; 0 hangs up a new one
    amount: Fraction
    reset: Cents
    was: Cents | None = None  # the whole cents that it showed then, where known


class Wanted(msgspec.Struct, frozen=True):
    """What is to be stored: the entry, whose chain is not known before, and what goes with it."""

    entry: Entry
    digest: bytes
    transfer: Transfer
    meters: tuple[MeterSet, ...] = ()
    also: Also | None = None  # what has to be seen, or is done, in the same transaction
    head: Head | None = None  # what it follows, as far as whoever asks for it knows
    relies: Mapping[str, int] = {}  # meters that were read as somebody before will have set them, by their `changes`
    beside: tuple[OfKind, ...] = ()  # that go with the entry
    holder: Holder | None = None  # who has to be in, or it is not stored; None: that was seen to before
    resets: Mapping[str, Cents] = {}  # of meters, as they were read: it is not stored where others were chosen since


def wanted(
    stream: str,
    version: int,
    at: int,
    actor: str,
    command: str | None,
    digest: bytes,
    done: Done,
    meters: Sequence[MeterSet] = (),
    also: Also | None = None,
    head: Head | None = None,
    relies: Mapping[str, int] = NOTHING,
    beside: tuple[OfKind, ...] = (),
    holder: Holder | None = None,
    resets: Mapping[str, Cents] = NOTHING,
) -> Wanted:
    """What a command came to, as it is to be stored, with other rows in the same transaction."""
    check(stream, actor, command, digest, done.event)
    check_numbers(version, at, done.transfer, meters)
    made = entry(stream, version, at, actor, command, done)
    return Wanted(made, digest, done.transfer, tuple(meters), also, head, relies, beside, holder, resets)


def check(stream: str, actor: str, command: str | None, digest: bytes, event: str) -> None:
    """Names and ids are short and can be printed. A command's id is its client's choice."""
    if command is not None:
        _check_name("a command's id", command, NAME)
        if len(digest) != DIGEST:
            raise ValueError(f"a digest has {DIGEST} bytes")
    _check_name("an actor's name", actor, NAME)
    _check_name("a stream's name", stream, STREAM)
    _check_name("an event's name", event, NAME)


def check_numbers(version: int, at: int, transfer: Transfer, meters: Sequence[MeterSet]) -> None:
    """Numbers are whole and bounded, a transfer sums to zero, and its meters are set: else the program is wrong.

    But not where a payout is more than any account holds: that is refused, as it is where an account has the rest.
    """
    wrong = wrong_with(transfer)
    if wrong:
        raise ValueError(wrong)
    for account, cents in transfer:
        if len(account) > ACCOUNT or len(transfer) > LINES:
            raise ValueError(f"no such money: {transfer}")
        if not -MOST <= cents <= MOST:
            raise TooMuch
        if account.startswith(METER) and not any(account == METER + meter.name for meter in meters):
            raise ValueError(f"money is moved on {account}, which is not set")
    for meter in meters:
        numbers = (meter.reset, int(meter.amount), meter.amount.denominator)
        if meter.amount < 0 or not all(_within(number, 0) for number in numbers) or not 0 < len(meter.name) <= NAME:
            raise ValueError(f"no such meter: {meter}")
    if not (_within(version, 1) and _within(at, 0)):
        raise ValueError(f"no such version or time: {version}, {at}")


def append(connection: Connection, wanted: Wanted) -> Entry:
    """Store the entry; where its command was carried out before, nothing is stored and that entry is returned."""
    driver = Driver(connection)
    if wanted.holder is not None and absent(connection, [(wanted.holder, wanted.entry.at)]):
        raise Absent("the session has ended")
    head, before = look(driver, wanted.entry)
    if before is not None:
        return earlier(connection, wanted, before)
    made = follow(wanted, head)
    if wanted.resets:
        check_resets(wanted, dict(driver.rows(CHOSEN, {})))
    # A meter that has moved comes first: the money of a transfer that was made from an old one may not be there.
    taken = _write(driver, made, wanted, () if wanted.meters else wanted.transfer)
    if wanted.meters:
        for meter in sorted(wanted.meters, key=lambda meter: meter.name):
            set_meter(connection, made, meter, wanted.transfer)
        with _bounded(), driver.group():
            taken = _post(driver, made, wanted.transfer)
    for account, cents, cursor in taken:
        if cursor.rowcount != 1:
            raise NotEnough(account, cents)
    if wanted.beside:
        driver.run_text(*in_one(driver.name, in_order(wanted.beside)))
    if wanted.also is not None:
        wanted.also(connection)
    return made


def found_first(several: Iterable[Wanted]) -> list[OfKind]:
    """What has to be found before anything is written: that who asks is in, and the meters' reset amounts."""
    present = [(PRESENT, (*wanted.holder, wanted.entry.at)) for wanted in several if wanted.holder is not None]
    return [*present, *((RESETS, row) for row in sorted({row for wanted in several for row in wanted.resets.items()}))]


def check_resets(wanted: Wanted, chosen: Mapping[str, Cents]) -> None:
    if any(chosen.get(name) != reset for name, reset in wanted.resets.items()):
        raise Conflict("the reset amount of a meter was changed since it was read")


def entry_at(connection: Connection, stream: str, version: int) -> Entry | None:
    row = connection.execute(FIND_ENTRY, {"of": stream, "number": version}).first()
    return Entry(*row) if row is not None else None


def mark(chain: bytes, *said: Any) -> bytes:
    """What binds a row to an entry: whoever changes a byte of the row, or the entry, breaks it."""
    return hashlib.sha256(chain + canonical(said)).digest()


def command_mark(chain: bytes, row: RowMapping | dict[str, Any]) -> bytes:
    return mark(chain, row["actor"], row["id"], row["digest"], row["stream"], row["version"])


def meter_mark(chain: bytes, row: RowMapping | dict[str, Any]) -> bytes:
    said = ("name", "cents", "numerator", "denominator", "reset", "changes", "stream", "version")
    return mark(chain, *(row[name] for name in said))


def snapshot_mark(chain: bytes, state: bytes) -> bytes:
    return mark(chain, hashlib.sha256(state).digest())


def look(driver: Driver, made: Entry) -> tuple[Head | None, Before | None]:
    """Where the stream stands, and what the database has of the command."""
    with driver.group():
        found = driver.run(_STANDING, {"of": made.stream, "by": made.actor, "called": made.command})
    version, chain, stream, stored, digest = found.fetchone()
    return (version, chain) if version else None, (stream, stored, digest) if stored else None


def earlier(connection: Connection, wanted: Wanted, found: Before) -> Entry:
    """The entry of the same command. Another command by the same id is refused."""
    stream, version, digest = found
    if stream != wanted.entry.stream or digest != wanted.digest:
        raise Refusal(f"the command id {wanted.entry.command!r} was used for another command: choose a new one")
    stored = entry_at(connection, stream, version)
    assert stored is not None, "a command's entry is stored with it"
    return Earlier(*msgspec.structs.astuple(stored))


def follow(wanted: Wanted, head: Head | None) -> Entry:
    """The entry behind that head, if it is the one that it was made for."""
    version, chain = there = head or (0, NO_CHAIN)
    unchained = wanted.entry
    if unchained.version != version + 1:
        raise Conflict(f"{unchained.stream} is at version {version}, not at {unchained.version - 1}")
    if wanted.head is not None and wanted.head != there:
        raise Conflict(f"{unchained.stream} has another version {version} than was known")
    return chained(unchained, chain)


def _write(driver: Driver, made: Entry, wanted: Wanted, transfer: Transfer) -> list[Taken]:
    """The entry, the head, the command's id, the postings; tells what was taken from accounts, if it was."""
    try:
        with _bounded(), driver.group():
            driver.run(_ENTRY, msgspec.structs.asdict(made))
            head = {"of": made.stream, "stream": made.stream, "version": made.version, "chain": made.chain}
            driver.run(_FIRST_HEAD if made.version == 1 else _NEXT_HEAD, head)
            if made.command is not None:
                driver.run(_TAKE_COMMAND, command_row(made, wanted.digest))
            return _post(driver, made, transfer)
    except IntegrityError as wrong:
        raise Raced("somebody else was faster") from wrong


@contextmanager
def _bounded() -> Iterator[None]:
    try:
        yield
    except IntegrityError as wrong:
        if "ck_balances" in str(wrong.orig):
            raise TooMuch from wrong
        raise


def command_row(made: Entry, digest: bytes) -> dict[str, Any]:
    row: dict[str, Any] = {
        "actor": made.actor,
        "id": made.command,
        "digest": digest,
        "stream": made.stream,
        "version": made.version,
    }
    return {**row, "mark": command_mark(made.chain, row)}


def _post(driver: Driver, made: Entry, transfer: Transfer) -> list[Taken]:
    """The postings, and what they do to the balances.

    Everybody goes through the accounts in the same order, so that no two wait for each other; those for which many
    wait come last.
    """
    if not transfer:
        return []
    added: dict[Account, Cents] = {}
    lines: dict[str, Any] = {"stream": made.stream, "version": made.version}
    for place, (account, cents) in enumerate(transfer, 1):
        lines[f"account_{place}"], lines[f"cents_{place}"] = account, cents
        added[account] = added.get(account, 0) + cents
    driver.run(_postings(len(transfer)), lines)
    taken = []
    for account in sorted(added, key=lambda account: (account in BELOW_ZERO, account)):
        cents = added[account]
        if cents < 0 and account not in BELOW_ZERO:
            taken.append((account, -cents, driver.run(_TAKE, {"of": account, "less": -cents})))
        else:  # nothing in all, perhaps: an account that was posted to has a balance
            driver.run(_ADD, {"account": account, "cents": cents})
    return taken


def set_meter(connection: Connection, made: Entry, meter: MeterSet, transfer: Transfer) -> None:
    """Compare and set; the whole cents that it shows are its balance in the ledger."""
    found = connection.execute(FIND_METER, {"called": meter.name}).mappings().first()
    changes, shown = (found["changes"], found["cents"]) if found else (0, 0)
    if changes != meter.read:
        raise Conflict(f"the meter {meter.name} has moved since it was read")
    row = meter_row(made, meter, shown, transfer)
    if found is None:
        try:
            connection.execute(_INSERT_METER, row)
        except IntegrityError as wrong:
            raise Raced(f"somebody else hung up the meter {meter.name}") from wrong
    elif connection.execute(_SET_METER, {**row, "called": meter.name, "read": changes}).rowcount != 1:
        raise Conflict(f"the meter {meter.name} has moved since it was read")


def meter_row(made: Entry, meter: MeterSet, shown: Cents, transfer: Transfer) -> dict[str, Any]:
    """What a meter is set to. Its account moves by what it shows more than it did."""
    whole = int(meter.amount)
    if sum(cents for account, cents in transfer if account == METER + meter.name) != whole - shown:
        raise ValueError(f"the meter {meter.name} goes from {shown} to {whole}, its account does not")
    part = meter.amount - whole
    row: dict[str, Any] = {
        "name": meter.name,
        "cents": whole,
        "numerator": part.numerator,
        "denominator": part.denominator,
        "reset": meter.reset,
        "changes": meter.read + 1,
        "stream": made.stream,
        "version": made.version,
    }
    return {**row, "mark": meter_mark(made.chain, row)}


def _check_name(what: str, name: str, longest: int) -> None:
    if not (0 < len(name) <= longest and name.isprintable()):
        raise Refusal(f"{what} has 1 to {longest} characters that can be printed: choose another")


def _within(number: int, least: int) -> bool:
    return type(number) is int and least <= number <= MOST


@cache
def _postings(number: int) -> Written:
    """So many postings in one statement."""
    lines: list[dict[str, Any]] = [
        {
            "stream": bindparam("stream"),
            "version": bindparam("version"),
            "place": literal_column(str(place)),
            "account": bindparam(f"account_{place}"),
            "cents": bindparam(f"cents_{place}"),
        }
        for place in range(1, number + 1)
    ]
    return Written(postings.insert().values(lines))


COLUMNS: Sequence[Any] = [entries.c[field] for field in Entry.__struct_fields__]
CHOSEN = Written(select(meters.c.name, meters.c.reset))
FIND_HEAD = select(streams.c.version, streams.c.chain).where(streams.c.stream == bindparam("of"))
FIND_ENTRY = select(*COLUMNS).where(entries.c.stream == bindparam("of"), entries.c.version == bindparam("number"))
FIND_METER = select(meters).where(meters.c.name == bindparam("called"))
_INSERT_METER = meters.insert()
_SET_METER = meters.update().where(meters.c.name == bindparam("called"), meters.c.changes == bindparam("read"))

_one = select(literal_column("1").label("one")).subquery()
_STANDING = Written(
    select(streams.c.version, streams.c.chain, commands.c.stream, commands.c.version, commands.c.digest).select_from(
        _one.outerjoin(streams, streams.c.stream == bindparam("of")).outerjoin(
            commands, (commands.c.actor == bindparam("by")) & (commands.c.id == bindparam("called"))
        )
    )
)
_ENTRY = Written(entries.insert())
_FIRST_HEAD = Written(streams.insert())
_NEXT_HEAD = Written(streams.update().where(streams.c.stream == bindparam("of")), ["version", "chain"])
_TAKE_COMMAND = Written(commands.insert())
_TAKE = Written(
    balances.update()
    .where(balances.c.account == bindparam("of"), balances.c.cents >= bindparam("less"))
    .values(cents=balances.c.cents - bindparam("less"))
)
_ADD = Written(
    text(
        "INSERT INTO balances (account, cents) VALUES (:account, :cents)"
        " ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
    )
)
