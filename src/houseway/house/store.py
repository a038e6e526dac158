"""The store: the record, the ledger and the meters of a house, in SQLite or PostgreSQL.

Acknowledged means durable: `append` returns after the commit, and nothing is seen by anybody before it. Every method
may be called from any thread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import partial
from itertools import count
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, func, literal_column, select, text, tuple_

from houseway.house import appending
from houseway.house.appending import (
    COLUMNS,
    FIND_HEAD,
    Also,
    Conflict,
    Earlier,
    MeterSet,
    NotEnough,
    Wanted,
    entry_at,
)
from houseway.house.appending_together import AtOnce, append_after, append_at_once, append_together, at_once
from houseway.house.doorbell import Listener, Ring
from houseway.house.driver_sql import Driver, Rows, Written
from houseway.house.faults import Crash, Faults, Lost, Stopped, no_faults
from houseway.house.kinds import OfKind
from houseway.house.one_writer import OneWriter
from houseway.house.opening import address
from houseway.house.pooled import Pooled
from houseway.house.record import TABLES, Account, Done, Entry
from houseway.house.schema import MOST, balances, commands, entries, meters, snapshots, streams
from houseway.money import Cents

__all__ = ["Conflict", "Crash", "Earlier", "Lost", "Meter", "MeterSet", "NotEnough", "Ring", "Stopped", "Store"]

Result = TypeVar("Result")

PAGE = 1000  # as many entries are read at once, unless told


class Meter(msgspec.Struct, frozen=True):
    """A progressive meter as it stands. `changes` is what a `MeterSet` says it has read."""

    name: str
    amount: Fraction
    reset: Cents
    changes: int


class Store:
    """A house's database, open until it is closed."""

    def __init__(self, database: OneWriter | Pooled) -> None:
        self._database = database
        self.database = database.name
        self._beside = count(1)
        self.beside = 0  # another number whenever this process may have written something else than a table's entry

    @classmethod
    def open(cls, url: str, faults: Faults = no_faults) -> Self:
        """Open `sqlite:///file`, `sqlite://` (in memory) or `postgresql://...`, its schema brought up to date."""
        there = address(url)
        return cls(OneWriter(there, faults) if there.drivername == "sqlite" else Pooled(there, faults))

    def append(
        self,
        stream: str,
        version: int,
        at: int,
        actor: str,
        command: str | None,
        digest: bytes,
        done: Done,
        meters: Sequence[MeterSet] = (),
        also: Also | None = None,
        beside: tuple[OfKind, ...] = (),
    ) -> Entry:
        """Store what a command came to, in one transaction with its transfer, its id, and the meters that it sets.

        A command that was carried out before is not carried out again: its entry is returned as `Earlier`. `Conflict`:
        the version is taken, or a meter has moved. `NotEnough`: an account would go below zero. `beside` are other
        rows in the same transaction, and `also` does more in it. Whatever is raised, but `Lost` and `Stopped`, has
        changed nothing.
        """
        wanted = appending.wanted(stream, version, at, actor, command, digest, done, meters, also, beside=beside)
        (stored,) = self.append_together([wanted])
        if isinstance(stored, Exception):
            raise stored
        return stored

    def at_once(self, several: Sequence[Wanted]) -> AtOnce | None:
        """What `append_together` can store of these by one statement, made ready by who has the time; None: nothing."""
        return at_once(self.database, several)

    def append_together(self, several: Sequence[Wanted], ready: AtOnce | None = None) -> list[Entry | Exception]:
        """Store what commands in different streams came to, with one commit; each is stored, or fails, by itself."""
        stored: list[Entry | Exception]
        ways = (False, True) if ready is None else (True,)  # what was ready, and is not stored, is looked at warily
        try:
            stored = self._database.write_together(
                [partial(append_together, several=several, warily=warily) for warily in ways],
                partial(append_after, several=several),
                len(several),
                partial(append_at_once, at_once=ready) if ready is not None else None,
            )
        except Stopped as stopped:
            stored = [stopped] * len(several)
        finally:
            if not all(wanted.entry.stream.startswith(TABLES) for wanted in several):
                self.beside = next(self._beside)
        # An earlier one rings again: whoever owed the first ring may have died before it.
        for entry in stored:
            if isinstance(entry, Entry):
                self._database.bell.ring(entry.stream, entry.version)
        return stored

    def read(self, stream: str, after: int = 0, limit: int = PAGE) -> list[Entry]:
        """The entries of a stream after a version, the oldest first."""
        wanted = {"of": stream, "after": after, "most": limit}
        return [Entry(*row) for row in self.glance(_READ, wanted)]

    def read_several(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The same for several streams, each after its version; PostgreSQL is asked once."""
        if isinstance(self._database, OneWriter):
            return {stream: self.read(stream, version) for stream, version in after.items()}
        found: dict[str, list[Entry]] = {stream: [] for stream in after}
        for row in self._database.glance(lambda connection: Driver(connection).rows_of(_READ_SEVERAL, after.items())):
            entry = Entry(*row)
            found[entry.stream].append(entry)
        return found

    def whole(self, stream: str, after: int = 0) -> list[Entry]:
        """All entries of a stream after a version, the oldest first, however many they are."""
        found = page = self.read(stream, after)
        while len(page) == PAGE:
            page = self.read(stream, found[-1].version)
            found += page
        return found

    def head(self, stream: str) -> int:
        """The newest version of a stream; 0 before its first entry."""
        return next((version for version, _ in self.glance(_HEAD, {"of": stream})), 0)

    def streams(self) -> dict[str, int]:
        """All streams with their newest versions."""
        return dict(sorted(self.glance(_STREAMS)))

    def command(self, actor: str, command: str) -> Entry | None:
        """The entry of a command that was carried out."""
        return self.commands([(actor, command)]).get((actor, command))

    def commands(self, ids: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Entry]:
        """The entries of commands that were carried out, of these; by who asked for them, and by their ids."""
        found = self.look_once(lambda connection: connection.execute(_FIND_COMMANDS, {"ids": ids}).all())
        return {(actor, id_): Entry(*entry) for actor, id_, *entry in found}

    def balance(self, account: Account) -> Cents:
        return next((cents for (cents,) in self.glance(_BALANCE, {"of": account})), 0)

    def balances(self, prefix: str = "") -> dict[Account, Cents]:
        """The balances of all accounts whose names begin so."""
        wanted = {"begin": prefix, "length": len(prefix)}
        return dict(sorted(self.glance(_BALANCES, wanted)))

    def meters(self) -> dict[str, Meter]:
        """All meters as they stand."""
        return meters_of(self.glance(_METERS))

    def snapshot(self, stream: str, version: int, state: bytes, until: int = MOST) -> None:
        """Keep the state of a stream at a version. Of the older ones go those before the last until a time.

        So there is always a new one, for who begins with what there is, and one for who begins with what was then.
        """

        def keep(connection: Connection) -> None:
            at = entry_at(connection, stream, version)
            if at is None:
                raise ValueError(f"{stream} has no version {version}")
            mark = appending.snapshot_mark(at.chain, state)
            row = {"stream": stream, "version": version, "state": state, "mark": mark}
            connection.execute(_KEEP, row)
            connection.execute(_FORGET, {"of": stream, "until": until})

        self._database.write(keep)

    def last_snapshot(self, stream: str, until: int = MOST) -> tuple[int, bytes] | None:
        """The version and state that were kept last, of an entry until a time; those that are damaged are left out."""

        def find(connection: Connection) -> tuple[int, bytes] | None:
            for kept in connection.execute(_SNAPSHOTS, {"of": stream, "until": until}).all():
                if _is_whole(kept):
                    return kept.version, kept.state
            return None

        return self.look(find)

    def glance(self, written: Written, values: Mapping[str, Any] | None = None) -> list[Any]:
        """The rows that one statement finds among what is committed."""
        return self._database.glance(lambda connection: Driver(connection).rows(written, values or {}))

    def look(self, work: Callable[[Connection], Result]) -> Result:
        """Read anything, in one transaction."""
        return self._database.read(work)

    def look_once(self, work: Callable[[Connection], Result]) -> Result:
        """Read anything with one statement, which needs no transaction."""
        return self._database.glance(work)

    def change(self, work: Callable[[Connection], Result]) -> Result:
        """Write rows that are not of the record, in one transaction; it may be done again where it was lost."""
        try:
            return self._database.write(work)
        finally:
            self.beside = next(self._beside)

    def alone(self) -> AbstractContextManager[None]:
        """What is done within it, nobody else who asks for the same does meanwhile, in whatever process."""
        return self._database.alone()

    def listen(self) -> Listener:
        """Hear of every entry from now on: on PostgreSQL of those that others append, on SQLite of this process's."""
        return self._database.listen()

    def reopened(self, faults: Faults = no_faults) -> Self:
        """Close it, or bury it after a crash, and open it again as a new process would."""
        return type(self)(self._database.reopened(faults))

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def meters_of(rows: Iterable[Any]) -> dict[str, Meter]:
    return {
        name: Meter(name, cents + Fraction(numerator, denominator), reset, changes)
        for name, cents, numerator, denominator, reset, changes in sorted(rows)
    }


def _is_whole(kept: Any) -> bool:
    """Is a snapshot what was kept? SQLite takes a text where bytes belong, and what was kept are bytes."""
    if not (isinstance(kept.state, bytes) and isinstance(kept.chain, bytes)):
        return False
    return bool(kept.mark == appending.snapshot_mark(kept.chain, kept.state))


_READ = Written(
    select(*COLUMNS)
    .where(entries.c.stream == bindparam("of"), entries.c.version > bindparam("after"))
    .order_by(entries.c.version)
    .limit(bindparam("most"))
    .offset(literal_column("0"))
)
_READ_SEVERAL = Rows(
    f"SELECT found.* FROM unnest(%b::text[], %b::bigint[]) AS given (stream, after) CROSS JOIN LATERAL"
    f" (SELECT {', '.join(column.name for column in COLUMNS)} FROM entries WHERE entries.stream = given.stream"
    f" AND version > given.after ORDER BY version LIMIT {PAGE}) AS found ORDER BY found.stream, found.version"
)
_HEAD = Written(FIND_HEAD)
_FIND_COMMANDS = (
    select(commands.c.actor, commands.c.id, *COLUMNS)
    .join_from(commands, entries, (commands.c.stream == entries.c.stream) & (commands.c.version == entries.c.version))
    .where(tuple_(commands.c.actor, commands.c.id).in_(bindparam("ids", expanding=True)))
)
_STREAMS = Written(select(streams.c.stream, streams.c.version))
_BALANCE = Written(select(balances.c.cents).where(balances.c.account == bindparam("of")))
_BALANCES = Written(
    select(balances.c.account, balances.c.cents).where(
        func.substr(balances.c.account, literal_column("1"), bindparam("length")) == bindparam("begin")
    )
)
SHOWN = select(*(meters.c[name] for name in ("name", "cents", "numerator", "denominator", "reset", "changes")))
_METERS = Written(SHOWN)
_then = (snapshots.c.stream == entries.c.stream) & (snapshots.c.version == entries.c.version)
_OLD_ENOUGH = (snapshots.c.stream == bindparam("of")) & (entries.c.at <= bindparam("until"))
_SNAPSHOTS = (
    select(snapshots, entries.c.chain)
    .join_from(snapshots, entries, _then)
    .where(_OLD_ENOUGH)
    .order_by(snapshots.c.version.desc())
)
_KEEP = text(
    "INSERT INTO snapshots (stream, version, state, mark) VALUES (:stream, :version, :state, :mark)"
    " ON CONFLICT (stream, version) DO NOTHING"
)
_LAST = select(func.max(snapshots.c.version)).join_from(snapshots, entries, _then).where(_OLD_ENOUGH)
_FORGET = snapshots.delete().where(
    snapshots.c.stream == bindparam("of"), snapshots.c.version < _LAST.scalar_subquery().correlate(None)
)
