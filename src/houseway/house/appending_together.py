"""Many entries into the database with one statement, which writes the rows of all kinds that go with them.

Either all of them are stored, but for those that were carried out before or come too late, or none: then each is to be
stored by itself, which tells whose it is that cannot be. Everybody goes through the rows in the same order, as who
stores a single entry does, so that no two wait for each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple
from sqlalchemy import Connection, bindparam, select

from houseway.house.appending import (
    CHOSEN,
    Before,
    Conflict,
    Earlier,
    Head,
    NotEnough,
    Wanted,
    append,
    check_resets,
    command_row,
    earlier,
    follow,
    found_first,
    look,
    meter_row,
)
from houseway.house.driver_sql import Driver, Rows, Written
from houseway.house.kinds import (
    ADDED,
    COMMANDS,
    ENTRIES,
    FIRST_HEADS,
    HEADS,
    METERS,
    MOST_ROWS,
    POSTINGS,
    TAKEN,
    InOne,
    OfKind,
    in_one,
    in_order,
)
from houseway.house.ledger import BELOW_ZERO
from houseway.house.presence import Absent, Asking, absent
from houseway.house.record import Account, Entry
from houseway.house.schema import balances, meters
from houseway.money import Cents

Pair = tuple[Wanted, Entry]  # what is wanted says which head the entry follows


class OneByOne(Exception):  # noqa: N818  (how it is to be done)
    """They cannot be stored together: nothing was stored."""


def append_together(connection: Connection, several: Sequence[Wanted], warily: bool = False) -> list[Entry | Exception]:
    """Store what commands in different streams came to; of each its entry, or why there is none.

    Who asks for them knows what they follow, as a rule. `warily` all of it is looked at, and those that come too late
    are left out before the others are written.
    """
    driver = Driver(connection)
    asking = [(wanted.holder, wanted.entry.at) for wanted in several if wanted.holder is not None]
    gone = absent(connection, asking) if asking else set[Asking]()
    found: dict[int, Entry | Exception] = {}
    made: list[Pair] = []
    # The money first: who takes it meanwhile moves a head or a meter, too, and whoever finds that out comes too late.
    left = _Left(driver, several) if warily else None
    unknown = [wanted for wanted in several if warily or wanted.head is None]
    looked = dict(zip(map(id, unknown), _look(driver, unknown) if unknown else (), strict=True))
    shown = dict(driver.rows(_CHANGES, {})) if warily else {}
    chosen = dict(driver.rows(CHOSEN, {})) if any(wanted.resets for wanted in several) else {}
    for place, wanted in enumerate(several):
        head, before = looked.get(id(wanted), (wanted.head, None))
        try:
            if (wanted.holder, wanted.entry.at) in gone:
                found[place] = Absent("the session has ended")
                continue
            if before is not None:
                found[place] = earlier(connection, wanted, before)
                continue
            entry = found[place] = follow(wanted, head)
            check_resets(wanted, chosen)
            _check_meters(wanted, [one for one, _ in made], shown)
            if left is not None:
                left.take(wanted)
            made.append((wanted if wanted.head == head else msgspec.structs.replace(wanted, head=head), entry))
        except Exception as wrong:
            found[place] = wrong
    if made:
        _write(connection, driver, made)
    return [found[place] for place in range(len(several))]


class AtOnce(msgspec.Struct, frozen=True):
    """What one statement stores, and the entries that are stored by it."""

    entries: list[Entry | Exception]
    statement: InOne


def at_once(database: str, several: Sequence[Wanted]) -> AtOnce | None:
    """Entries whose heads are known, with all that goes with them; None where something has to be looked at first.

    Where something is wrong with one of them it is for the other ways to tell whose it is: here it would hurt them all.
    """
    made: list[Pair] = []
    try:
        for wanted in several:
            if wanted.head is None or wanted.also is not None:
                return None
            _check_meters(wanted, [one for one, _ in made], {})
            made.append((wanted, follow(wanted, wanted.head)))
        rows = found_first(several) + _rows(made)
    except Exception:
        return None
    return AtOnce([entry for _, entry in made], in_one(database, rows)) if len(rows) <= MOST_ROWS else None


def append_at_once(connection: Connection, at_once: AtOnce) -> list[Entry | Exception]:
    """Store them, whether a transaction was begun or not: a statement is one by itself. Where it fails nothing is."""
    Driver(connection).run_text(*at_once.statement)
    return at_once.entries


class _Left:
    """What those before leave to who comes after them: of the accounts what they do not take, of the ids the others.

    Who lacks what one before takes or adds comes too late, and asks again when that is stored.
    """

    def __init__(self, driver: Driver, several: Sequence[Wanted]) -> None:
        accounts = sorted(_sums(several)[0])
        if driver.name == "sqlite":
            rows = [(account, cents) for account in accounts for (cents,) in driver.rows(_BALANCE, {"of": account})]
        else:
            rows = driver.run_many(_BALANCES, [(account,) for account in accounts]).fetchall() if accounts else []
        self._there: dict[Account, Cents] = dict(rows)
        self._touched: set[Account] = set()
        self._ids: set[tuple[str, str]] = set()

    def take(self, wanted: Wanted) -> None:
        actor, command = wanted.entry.actor, wanted.entry.command
        if command is not None and (actor, command) in self._ids:
            raise Conflict(f"{actor} asks two things by one id at the same moment")
        takes, _ = _sums([wanted])
        for account, cents in takes.items():
            if self._there.get(account, 0) < cents:
                late = Conflict(f"{account} is moved by somebody before")
                raise late if account in self._touched else NotEnough(account, cents)
        for account, cents in takes.items():
            self._there[account] -= cents
        self._touched.update(account for account, _ in wanted.transfer)
        if command is not None:
            self._ids.add((actor, command))


def append_after(connection: Connection, before: Sequence[Entry | Exception], several: Sequence[Wanted]) -> Entry:
    """Store the next of them by itself, where it does not rely on one before that was not stored."""
    wanted = several[len(before)]
    stored = [
        one
        for one, came in zip(several, before, strict=False)
        if isinstance(came, Entry) and not isinstance(came, Earlier)
    ]
    _check_meters(wanted, stored, {})
    return append(connection, wanted)


def _check_meters(wanted: Wanted, before: Iterable[Wanted], shown: Mapping[str, int]) -> None:
    """Who read a meter as one before was to set it comes too late if that one has not, and so does who read an old one.

    That somebody else has set it as often is not enough: he has set it to something else.
    """
    if not wanted.meters and not wanted.relies:
        return
    were_set = {meter.name: meter.read + 1 for one in before for meter in one.meters}
    if any(were_set.get(name, 0) < changes for name, changes in wanted.relies.items()):
        raise Conflict("a meter was not set as it was read")
    for meter in wanted.meters:
        if were_set.get(meter.name, shown.get(meter.name, meter.read)) != meter.read:
            raise Conflict(f"the meter {meter.name} has moved since it was read")


def _look(driver: Driver, several: Sequence[Wanted]) -> list[tuple[Head | None, Before | None]]:
    """Where the streams stand, and what the database has of the commands."""
    if driver.name == "sqlite":  # asks nobody else, and gains nothing by one statement for all
        return [look(driver, wanted.entry) for wanted in several]
    asked = [(wanted.entry.actor, wanted.entry.command) for wanted in several if wanted.entry.command is not None]
    with driver.group():
        standing = driver.run_many(_HEADS, [(wanted.entry.stream,) for wanted in several])
        known = driver.run_many(_KNOWN, asked) if asked else None
    heads = {stream: (version, chain) for stream, version, chain in standing.fetchall()}
    before = {(actor, id_): tuple(row) for actor, id_, *row in known.fetchall()} if known is not None else {}
    return [
        (heads.get(wanted.entry.stream), before.get((wanted.entry.actor, wanted.entry.command))) for wanted in several
    ]


def _write(connection: Connection, driver: Driver, made: Sequence[Pair]) -> None:
    """Who follows a head that is no longer one, or takes an id that was taken, breaks a key."""
    rows = _rows(made)
    for first in range(0, len(rows), MOST_ROWS):
        driver.run_text(*in_one(driver.name, rows[first : first + MOST_ROWS]))
    for wanted, _ in made:
        if wanted.also is not None:
            wanted.also(connection)


def _rows(made: Sequence[Pair]) -> list[OfKind]:
    """All that goes with entries: them, their heads, the commands' ids, the meters, the postings, what is noted."""
    written = sorted(astuple(entry) for _, entry in made)
    takes, adds = _sums(wanted for wanted, _ in made)
    rows: list[OfKind] = [(ENTRIES, row) for row in written]
    rows += sorted((_head(wanted, entry) for wanted, entry in made), key=lambda of_kind: of_kind[1])
    ids = [command_row(entry, wanted.digest) for wanted, entry in made if entry.command is not None]
    rows += [(COMMANDS, row) for row in sorted(tuple(row.values()) for row in ids)]
    rows += [(METERS, row) for row in _meters(made)]
    for wanted, entry in made:
        for place, (account, cents) in enumerate(wanted.transfer, 1):
            rows.append((POSTINGS, (entry.stream, entry.version, place, account, cents)))
    rows += [(TAKEN, row) for row in takes.items()]
    rows += [(ADDED, row) for row in adds.items()]
    return rows + in_order(row for wanted, _ in made for row in wanted.beside)


def _head(wanted: Wanted, entry: Entry) -> OfKind:
    if wanted.head is None or entry.version == 1:
        return FIRST_HEADS, (entry.stream, entry.version, entry.chain)
    return HEADS, (entry.stream, entry.version, entry.chain, wanted.head[1])


def _meters(made: Sequence[Pair]) -> list[tuple[Any, ...]]:
    """What the meters are set to, by their names; of several who set the same one the first says what it was before."""
    first: dict[str, int] = {}
    rows: dict[str, dict[str, Any]] = {}
    for wanted, entry in made:
        for meter in wanted.meters:
            if meter.was is None:
                raise OneByOne("a meter is new")
            first.setdefault(meter.name, meter.read)
            rows[meter.name] = meter_row(entry, meter, meter.was, wanted.transfer)
    return [(*rows[name].values(), first[name]) for name in sorted(rows)]


def _sums(several: Iterable[Wanted]) -> tuple[dict[Account, Cents], dict[Account, Cents]]:
    """What is taken from accounts and what is added to them; what is added in the same moment pays for nothing."""
    takes: dict[Account, Cents] = {}
    adds: dict[Account, Cents] = {}
    for wanted in several:
        own: dict[Account, Cents] = {}
        for account, cents in wanted.transfer:
            own[account] = own.get(account, 0) + cents
        for account, cents in own.items():
            if cents < 0 and account not in BELOW_ZERO:
                takes[account] = takes.get(account, 0) - cents
            else:
                adds[account] = adds.get(account, 0) + cents
    return _ordered(takes), _ordered(adds)


def _ordered(sums: dict[Account, Cents]) -> dict[Account, Cents]:
    """In the order in which everybody goes through them; those for which many wait come last."""
    return {account: sums[account] for account in sorted(sums, key=lambda account: (account in BELOW_ZERO, account))}


_BALANCE = Written(select(balances.c.cents).where(balances.c.account == bindparam("of")))
_BALANCES = Rows("SELECT account, cents FROM balances WHERE account = ANY(%b::text[])")
_CHANGES = Written(select(meters.c.name, meters.c.changes))
_HEADS = Rows("SELECT stream, version, chain FROM streams WHERE stream = ANY(%b::text[])")
_KNOWN = Rows(
    "SELECT actor, id, stream, version, digest FROM unnest(%b::text[], %b::text[]) AS asked (actor, id)"
    " JOIN commands USING (actor, id)",
)
