"""A table rebuilt from its record: its commands are carried out again, and must come to what was written."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from houseway.felt import Move
from houseway.house.commands import CLOCK, Abandon, Actor, Clock, Command, Decide, Report, Resume, Validate
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.record import Done, Entry, Transfer, canonical
from houseway.house.turn import Sealed
from houseway.money import Cents

OPENED, ABANDONED = "round.opened/1", "round.abandoned/1"
CLOSED = ("round.closed/1", "round.voided/1", ABANDONED)
SO_NOW = ("keeps_away", "inspected_first", "counts_stub", "left_out_first")  # not in records that say nothing of it
IN_ROUND = (Clock, Decide, Report, Resume, Validate)  # what goes into the round itself


class Differs(Exception):  # noqa: N818  (what an entry does)
    """An entry is not what its command comes to: the first one that is not, and in what."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"version {version}: {what}")
        self.version = version
        self.what = what


def rebuild(definition: Definition, entries: Iterable[Entry], kept: bytes | None = None) -> LiveTable:
    """The table of a record, from its first entry or from those that follow a snapshot."""
    table = LiveTable.restore(definition, kept) if kept is not None else LiveTable(definition)
    for _ in rerun(table, entries):
        pass
    return table


def salvage(
    definition: Definition, entries: Sequence[Entry], at: int, sealed: Sealed, kept: bytes | None = None
) -> tuple[LiveTable, Done]:
    """The table of a record whose last round is open and cannot be carried out again; and the end of that round.

    Chips go back as its record has them: the round is void. What is done is to be stored like that of any command.
    """
    opened = max((place for place, entry in enumerate(entries) if entry.event == OPENED), default=None)
    if opened is None or any(entry.event in CLOSED for entry in entries[opened:]):
        raise Differs(entries[-1].version if entries else 0, "no round is open")
    table = rebuild(definition, entries[:opened], kept)
    for entry in entries[opened:]:
        take_over(table, entry)
    return table, table.execute(Abandon(), CLOCK, at, sealed)


def rerun(table: LiveTable, entries: Iterable[Entry]) -> Iterator[Done | None]:
    """Carry out the commands of entries again, one after the other; None for one that could only be taken over."""
    for entry, lost in _with_lost_rounds(entries):
        if entry.version != table.version + 1:
            raise Differs(table.version + 1, f"the entry is missing: the next is version {entry.version}")
        try:
            if lost:
                take_over(table, entry)
                done = None
            else:
                command, actor, sealed = read(entry)
                done = table.execute(command, actor, entry.at, sealed)
        except Exception as error:  # whatever keeps a recorded command from being carried out again
            raise Differs(entry.version, f"it cannot be carried out again: {error}") from error
        if done is not None:
            compare(entry, done)
        yield done


def take_over(table: LiveTable, entry: Entry) -> None:
    """What an entry of a lost round did is taken as it is written; only who comes and goes is carried out again."""
    command, actor, sealed = read(entry)
    body, transfer = msgspec.json.decode(entry.body), msgspec.json.decode(entry.transfer)
    posted: Transfer = ()
    if entry.event == OPENED or not isinstance(command, IN_ROUND):
        posted = table.execute(command, actor, entry.at, msgspec.structs.replace(sealed, lost=True)).transfer
    else:
        table.state.version += 1
        table.state.resets |= sealed.resets
    table.state.deadline = body["deadline"]
    table.take_over(msgspec.convert(body["moves"], list[Move]), transfer, posted)


def _with_lost_rounds(entries: Iterable[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Each entry, and whether it belongs to a round that was lost: its end tells."""
    waiting: list[Entry] = []
    for entry in entries:
        if waiting or entry.event == OPENED:
            waiting.append(entry)
            if entry.event not in CLOSED:
                continue
            lost = entry.event == ABANDONED
            yield from ((each, lost and each is not entry) for each in waiting)
            waiting = []
        else:
            yield entry, False
    yield from ((each, False) for each in waiting)


def read(entry: Entry) -> tuple[Command, Actor, Sealed]:
    """What was asked, by whom, and with what sealed."""
    body, sealed = msgspec.json.decode(entry.body), msgspec.json.decode(entry.sealed)
    command = msgspec.convert(body["command"], Command)
    actor = msgspec.convert({"name": entry.actor, "role": body["role"], "bot": body["bot"]}, Actor)
    seed = bytes.fromhex(sealed.get("seed", ""))
    decided = tuple(sealed.get("decided", ()))
    meters, changes = sealed.get("meters", {}), sealed.get("changes", {})
    resets = msgspec.convert(sealed.get("resets", {}), dict[str, Cents])
    kept = Sealed(seed, meters, changes, resets, failed=sealed.get("failed"), decided=decided)
    return command, actor, msgspec.structs.replace(kept, **{what: sealed.get(what, False) for what in SO_NOW})


def compare(entry: Entry, done: Done) -> None:
    """Does the command come to what was written? The first part in which it does not is named."""
    if entry.event != done.event:
        raise Differs(entry.version, f"the event is {entry.event}, it comes to {done.event}")
    for what, written, found in (
        ("transfer", entry.transfer, done.transfer),
        ("body", entry.body, done.body),
        ("sealed", entry.sealed, done.sealed),
    ):
        if written != canonical(found):
            where = difference(msgspec.json.decode(written), msgspec.json.decode(canonical(found)))
            raise Differs(entry.version, f"{what}{where}")


def difference(written: Any, found: Any) -> str:
    """Where two values differ first. Values are not told: some are sealed."""
    if isinstance(written, dict) and isinstance(found, dict):
        for key in sorted({*written, *found}):
            if written.get(key) != found.get(key):
                return f", {key}" + difference(written.get(key), found.get(key))
    if isinstance(written, list) and isinstance(found, list):
        for place, (one, other) in enumerate(zip(written, found, strict=False)):
            if one != other:
                return f", number {place + 1}" + difference(one, other)
        return f": {len(written)} were written, it comes to {len(found)}"
    return " is not what it comes to"
