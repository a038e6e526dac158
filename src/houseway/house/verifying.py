"""The record looked through from its first entry: nothing is missing, nothing was changed, the money is all there.

Before all, every row is one that can be. Each stream is walked by its versions. What an entry says is held against its
chain, its postings, its command's id; then the streams' heads, the balances, the meters and the marks of the snapshots
against the entries, and what wallets had at every moment. Whoever knows how runs the commands of a stream again, and
holds its snapshots against what they come to. The first thing that is wrong is told, with the entry at which it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Protocol

import msgspec
from sqlalchemy import Connection, bindparam, exists, func, select

from houseway.house import digesting
from houseway.house.appending import COLUMNS, command_mark, meter_mark, snapshot_mark
from houseway.house.ledger import METER, RESERVE, wrong_balance, wrong_with
from houseway.house.notes import Notes
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.record import NO_CHAIN, Entry, link
from houseway.house.rows import misfit, torn
from houseway.house.schema import (
    MOST,
    balances,
    commands,
    entries,
    meters,
    postings,
    rounds,
    shuffles,
    snapshots,
    streams,
)
from houseway.house.wallets import Wallets

PAGE = 500


class Problem(msgspec.Struct, frozen=True):
    """Something is wrong: at which entry, where it is at one, and what."""

    stream: str | None
    version: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.stream} version {self.version}: {self.what}" if self.stream is not None else self.what


class Verified(msgspec.Struct, frozen=True):
    """What was looked through, and the first thing that is wrong."""

    streams: int
    entries: int
    problem: Problem | None = None


class Head(msgspec.Struct, frozen=True):
    """Where a stream ends: its last version, with its chain."""

    version: Annotated[int, msgspec.Meta(ge=0, le=MOST)]
    chain: str


class Replay(Protocol):
    """Who runs the commands of streams again."""

    def __call__(self, stream: str, entries: Iterable[Entry], kept: Mapping[int, bytes], /) -> Problem | None:
        """What is wrong with a stream, and with what was kept of its state at versions."""

    def first_of(self, found: Sequence[Problem], /) -> Problem:
        """What was wrong first, where several streams are found wrong: one may go on with what it read of another."""

    def at_last(self, connection: Connection) -> Problem | None:
        """What is wrong with all of them together."""


def verify(connection: Connection, replay: Replay | None = None) -> Verified:
    """Look through everything that the connection's transaction sees. `replay` runs the entries of a stream again.

    The house's own stream comes first: it says which tables there are. Tables are looked at to the last, since one may
    go on with what it has read of another: the replay says which of them was wrong first.
    """
    names = _streams(connection)
    odd = misfit(connection) or torn(connection)
    if odd is not None:
        return Verified(len(names), 0, Problem(*odd))
    seen, found, wallets = 0, list[Problem](), Wallets()
    for stream in names:
        walked, problem = _walked(connection, stream, wallets)
        seen += walked
        if problem is None and replay is not None:
            wrong = replay(stream, _entries(connection, stream), _kept(connection, stream))
            if stream == HOUSE:
                problem = wrong
            elif wrong is not None:
                found.append(wrong)
        if problem is not None:
            return Verified(len(names), seen, problem)
    if found and replay is not None:
        return Verified(len(names), seen, replay.first_of(found))
    problem = next(_around(connection), None)
    if problem is None and (overdrawn := wallets.overdrawn(connection)) is not None:
        problem = Problem(*overdrawn)
    if problem is None and replay is not None:
        problem = replay.at_last(connection)
    return Verified(len(names), seen, problem)


def heads(connection: Connection) -> dict[str, Head]:
    """Where each stream ends. Kept by somebody else, it tells later that nothing was cut off and written anew."""
    rows = connection.execute(select(streams.c.stream, streams.c.version, streams.c.chain))
    return {row.stream: Head(row.version, row.chain.hex()) for row in rows if _is_head(row)}


def cut_off(connection: Connection, kept: Mapping[str, Head]) -> Problem | None:
    """What has gone of a record that ended so at an earlier look."""
    for stream, head in sorted(kept.items()):
        chain = connection.execute(_CHAIN, {"of": stream, "number": head.version}).scalar()
        if chain is None:
            return Problem(stream, head.version, "the entry was there at an earlier look, and is not there any more")
        if chain.hex() != head.chain:
            return Problem(stream, head.version, "the entry, or one before it, was another at an earlier look")
    return None


def _streams(connection: Connection) -> list[str]:
    """The names of all streams of which there is a trace, the house's own first."""
    traces = (connection.scalars(select(table.c.stream).distinct()) for table in (entries, streams))
    return sorted({str(name) for names in traces for name in names}, key=lambda name: (name != HOUSE, name))


def _walked(connection: Connection, stream: str, wallets: Wallets) -> tuple[int, Problem | None]:
    """How many entries of a stream were looked at, and the first thing that is wrong with them."""
    walked = 0
    for version, problem in _walk(connection, stream, wallets):
        walked = version
        if problem is not None:
            return walked, problem
    return walked, _check_head(connection, stream, walked)


def _walk(connection: Connection, stream: str, wallets: Wallets) -> Iterator[tuple[int, Problem | None]]:
    """Each entry of a stream in turn, with what is wrong with it."""
    chain, version, notes = NO_CHAIN, 0, Notes(connection, stream)
    for page in _pages(connection, stream):
        posted = _by_version(connection, _POSTINGS, stream, page)
        taken = _by_version(connection, _COMMANDS, stream, page)
        noted = notes.wrong(page)
        for made in page:
            version += 1
            if made.version != version:
                yield version, Problem(stream, version, f"the entry is missing: the next is version {made.version}")
                return
            what = _wrong_entry(made, chain, posted.get(version, []), taken.get(version, []))
            what = what or noted.get(version)
            yield version, Problem(stream, version, what) if what else None
            wallets.post(stream, [(line.account, line.cents) for line in posted.get(version, [])])
            chain = made.chain
    left = notes.left()
    if left is not None:
        yield version, Problem(stream, *left)


def _wrong_entry(made: Entry, chain: bytes, posted: list[Any], taken: list[Any]) -> str | None:
    try:
        if made.chain != link(chain, made):
            return "the chain is broken: this entry, or the one before, is not what was written"
        return _wrong_postings(made, posted) or _wrong_command(made, taken)
    except Exception as wrong:  # columns that hold another kind of value, or whatever no entry says
        return f"the entry cannot be read: {wrong}"


def _wrong_postings(made: Entry, posted: list[Any]) -> str | None:
    transfer = msgspec.json.decode(made.transfer, type=tuple[tuple[str, int], ...])
    what = wrong_with(transfer)
    if what:
        return what
    wanted = [(place, account, cents) for place, (account, cents) in enumerate(transfer, 1)]
    found = [(line.place, line.account, line.cents) for line in posted]
    return f"the postings are {found}, the transfer is {wanted}" if found != wanted else None


def _wrong_command(made: Entry, taken: list[Any]) -> str | None:
    wanted = [(made.actor, made.command)] if made.command is not None else []
    found = [(row.actor, row.id) for row in taken]
    if found != wanted:
        return f"the command is {wanted or 'without an id'}, kept under {found or 'none'}"
    if any(row.mark != command_mark(made.chain, row._mapping) for row in taken):
        return "the digest that is kept of its command is not the one that was written"
    said = digesting.of_entry(made) if taken else b""
    return "the digest that is kept of its command is of another" if any(row.digest != said for row in taken) else None


def _check_head(connection: Connection, stream: str, walked: int) -> Problem | None:
    head = connection.execute(select(streams).where(streams.c.stream == stream)).first()
    if head is None:
        return Problem(stream, walked, "the stream's head is missing")
    if head.version != walked:
        return Problem(stream, walked + 1, f"the entries end at version {walked}, the stream at {head.version}")
    last = connection.execute(_CHAIN, {"of": stream, "number": walked}).scalar()
    return Problem(stream, walked, "the stream's head has another chain") if head.chain != last else None


def _around(connection: Connection) -> Iterator[Problem]:
    """What is wrong with rows that no walk along the entries has met, and with what was added up from them."""
    for table in (postings, commands, meters, snapshots, rounds, shuffles):
        of_none = ~exists().where(entries.c.stream == table.c.stream, entries.c.version == table.c.version)
        row = connection.execute(select(table).where(of_none).limit(1)).first()
        if row is not None:
            yield Problem(row.stream, row.version, f"{table.name} has a row of an entry that is not there")
    kept = dict(connection.execute(select(balances.c.account, balances.c.cents)).all())
    posted = _posted(connection)
    for account in sorted(kept.keys() ^ posted.keys()):
        has = "a balance, and nothing was ever posted to it" if account in kept else "postings, and no balance"
        yield Problem(None, None, f"{account} has {has}")
    what = wrong_balance(posted, kept)
    if what:
        yield Problem(None, None, what)
    yield from _wrong_meters(connection, kept)
    for row in connection.execute(select(snapshots)):
        chain = _chain(connection, row)
        if row.mark != snapshot_mark(chain, row.state):
            yield Problem(row.stream, row.version, "the snapshot is not the one that was kept")


def _wrong_meters(connection: Connection, kept: dict[str, int]) -> Iterator[Problem]:
    names = set[str]()
    for row in connection.execute(select(meters)):
        names |= {METER + row.name, RESERVE + row.name}
        chain = _chain(connection, row)
        if row.mark != meter_mark(chain, row._mapping):
            yield Problem(row.stream, row.version, f"the meter {row.name} is not as this entry set it")
        if row.cents != kept.get(METER + row.name, 0):
            yield Problem(row.stream, row.version, f"the meter {row.name} shows {row.cents}, its account does not")
        if row.reset != (aside := kept.get(RESERVE + row.name, 0)):
            what = f"the meter {row.name} is reset to {row.reset}, and {aside} is laid aside for that"
            yield Problem(row.stream, row.version, what)
    for account, cents in sorted(kept.items()):
        if account.startswith((METER, RESERVE)) and cents and account not in names:
            yield Problem(None, None, f"{account} holds {cents}, and there is no such meter")


def _chain(connection: Connection, row: Any) -> bytes:
    """The chain of the entry that a row belongs to."""
    return connection.execute(_CHAIN, {"of": row.stream, "number": row.version}).scalar() or NO_CHAIN


def _posted(connection: Connection) -> dict[str, int]:
    summed = select(postings.c.account, func.sum(postings.c.cents)).group_by(postings.c.account)
    return {account: int(cents) for account, cents in connection.execute(summed)}


def _is_head(row: Any) -> bool:
    """Something else may lie in the rows of a record that was found wrong."""
    return isinstance(row.stream, str) and isinstance(row.version, int) and isinstance(row.chain, bytes)


def _kept(connection: Connection, stream: str) -> dict[int, bytes]:
    """The snapshots of a stream by their versions."""
    return {row.version: row.state for row in connection.execute(_SNAPSHOTS, {"of": stream})}


def _entries(connection: Connection, stream: str) -> Iterator[Entry]:
    for page in _pages(connection, stream):
        yield from page


def _pages(connection: Connection, stream: str) -> Iterator[list[Entry]]:
    after = 0
    while page := [Entry(*row) for row in connection.execute(_PAGE, {"of": stream, "after": after, "most": PAGE})]:
        yield page
        after = page[-1].version


def _by_version(connection: Connection, statement: Any, stream: str, page: list[Entry]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    between = {"of": stream, "first": page[0].version, "last": page[-1].version}
    for row in connection.execute(statement, between):
        found.setdefault(row.version, []).append(row)
    return found


_PAGE = (
    select(*COLUMNS)
    .where(entries.c.stream == bindparam("of"), entries.c.version > bindparam("after"))
    .order_by(entries.c.version)
    .limit(bindparam("most"))
)
_CHAIN = select(entries.c.chain).where(entries.c.stream == bindparam("of"), entries.c.version == bindparam("number"))
_SNAPSHOTS = select(snapshots.c.version, snapshots.c.state).where(snapshots.c.stream == bindparam("of"))
_POSTINGS = (
    select(postings)
    .where(postings.c.stream == bindparam("of"), postings.c.version.between(bindparam("first"), bindparam("last")))
    .order_by(postings.c.version, postings.c.place)
)
_COMMANDS = select(commands).where(
    commands.c.stream == bindparam("of"), commands.c.version.between(bindparam("first"), bindparam("last"))
)
