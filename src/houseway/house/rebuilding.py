"""A table rebuilt from its record: its commands are carried out again, and must come to what was written."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from houseway.house.commands import Actor, Command
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.record import Done, Entry, canonical
from houseway.house.turn import Sealed


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


def rerun(table: LiveTable, entries: Iterable[Entry]) -> Iterator[Done]:
    """Carry out the commands of entries again, one after the other."""
    for entry in entries:
        if entry.version != table.version + 1:
            raise Differs(table.version + 1, f"the entry is missing: the next is version {entry.version}")
        try:
            command, actor, sealed = read(entry)
            done = table.execute(command, actor, entry.at, sealed)
        except Exception as error:  # whatever keeps a recorded command from being carried out again
            raise Differs(entry.version, f"it cannot be carried out again: {error}") from error
        compare(entry, done)
        yield done


def read(entry: Entry) -> tuple[Command, Actor, Sealed]:
    """What was asked, by whom, and with what sealed."""
    body, sealed = msgspec.json.decode(entry.body), msgspec.json.decode(entry.sealed)
    command = msgspec.convert(body["command"], Command)
    actor = msgspec.convert({"name": entry.actor, "role": body["role"], "bot": body["bot"]}, Actor)
    seed = bytes.fromhex(sealed.get("seed", ""))
    return command, actor, Sealed(seed, sealed.get("meters", {}), "failed" in sealed, tuple(sealed.get("decided", ())))


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
