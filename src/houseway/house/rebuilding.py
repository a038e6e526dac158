"""A table rebuilt from its record: its commands are carried out again, and must come to what was written.

A program that was changed may say other words in a round that is long over. The record has what the table was when a
round ended, so that it can go on from there: only what was asked since is carried out again. Between two rounds that
must come to what was written but for what was announced; the round in play to the word, or it is void.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from houseway.felt import Move
from houseway.house.commands import CLOCK, Abandon, Actor, Clock, Command, Decide, Report, Resume, Role, Validate
from houseway.house.definition import Definition
from houseway.house.fallen import Fall
from houseway.house.live import LiveTable
from houseway.house.practice import NOW
from houseway.house.record import Done, Entry, canonical
from houseway.house.turn import Sealed
from houseway.money import Cents

OPENED, ABANDONED = "round.opened/1", "round.abandoned/1"
CLOSED = ("round.closed/1", "round.voided/1", ABANDONED)
ANNOUNCED = "announced"  # the moves that are words alone
IN_ROUND = (Clock, Decide, Report, Resume, Validate)  # what goes into the round itself


class Beginning(msgspec.Struct, frozen=True):
    """What a table is made from: what was kept of it at a version, or nothing, and all entries after it."""

    version: int
    kept: bytes | None
    entries: Sequence[Entry]
    to_the_word: bool = True  # between two rounds, too, what was announced must be what was written


class Differs(Exception):  # noqa: N818  (what an entry does)
    """An entry is not what its command comes to: the first one that is not, and in what."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"version {version}: {what}")
        self.version = version
        self.what = what


class TakenOver(msgspec.Struct, frozen=True):
    """An entry of a lost round was taken as it is written."""

    done: Done | None = None  # what came of its command beside the round, where that was carried out again


class _Said(msgspec.Struct):
    """Of an entry's body what was asked, and in which role."""

    command: Command
    role: Role
    bot: bool


class _Sealed(msgspec.Struct):
    """Of what is sealed with an entry what came in with its command."""

    seed: str = ""
    meters: dict[str, str] = {}
    changes: dict[str, int] = {}
    resets: dict[str, Cents] = {}
    lowest: dict[str, Fall] = {}
    presence: dict[str, int | None] = {}
    floor_watches: bool = False
    came: int | None = None
    failed: str | None = None
    decided: tuple[Any, ...] = ()
    pay_tables: str = ""
    kept: msgspec.Raw = msgspec.Raw()  # the table after its round: that it is there is enough


_SAID = msgspec.json.Decoder(_Said)
_SO_THEN = [(what, bool, False) for what in sorted(NOW.difference(_Sealed.__struct_fields__))]
_KEPT: Any = msgspec.json.Decoder(msgspec.defstruct("_Kept", _SO_THEN, bases=(_Sealed,)))


def since_last_round(entries: Sequence[Entry]) -> Iterator[Beginning]:
    """The table as it was when the last round of these entries was over, if one was and the record has it."""
    for place in range(len(entries) - 1, -1, -1):
        if entries[place].event in CLOSED:
            kept = msgspec.json.decode(entries[place].sealed).get("kept")
            if kept is not None:
                yield Beginning(entries[place].version, msgspec.json.encode(kept), entries[place + 1 :], False)
            return


def rebuild(
    definition: Definition, entries: Iterable[Entry], kept: bytes | None = None, to_the_word: bool = True
) -> LiveTable:
    """The table of a record, from its first entry or from those that follow what was kept."""
    table = LiveTable.restore(definition, kept) if kept is not None else LiveTable(definition)
    for _ in rerun(table, entries, to_the_word):
        pass
    return table


def salvage(
    definition: Definition,
    entries: Sequence[Entry],
    at: int,
    sealed: Sealed,
    kept: bytes | None = None,
    to_the_word: bool = True,
) -> tuple[LiveTable, Done]:
    """The table of a record whose last round is open and cannot be carried out again; and the end of that round.

    Chips go back as its record has them: the round is void. What is done is to be stored like that of any command.
    """
    opened = max((place for place, entry in enumerate(entries) if entry.event == OPENED), default=None)
    if opened is None or any(entry.event in CLOSED for entry in entries[opened:]):
        raise Differs(entries[-1].version if entries else 0, "no round is open")
    table = rebuild(definition, entries[:opened], kept, to_the_word)
    for entry in entries[opened:]:
        take_over(table, entry)
    return table, table.execute(Abandon(), CLOCK, at, sealed)


def rerun(table: LiveTable, entries: Iterable[Entry], to_the_word: bool = True) -> Iterator[Done | TakenOver]:
    """Carry out the commands of entries again, one after the other, but for those that can only be taken over."""
    for entry, lost in _with_lost_rounds(entries):
        if entry.version != table.version + 1:
            raise Differs(table.version + 1, f"the entry is missing: the next is version {entry.version}")
        try:
            done: Done | TakenOver
            if lost:
                done = take_over(table, entry)
            else:
                command, actor, sealed = read(entry)
                done = table.execute(command, actor, entry.at, sealed)
        except Exception as error:  # whatever keeps a recorded command from being carried out again
            raise Differs(entry.version, f"it cannot be carried out again: {error}") from error
        if isinstance(done, Done):
            compare(entry, done, to_the_word or table.state.phase == "playing")
        yield done


def take_over(table: LiveTable, entry: Entry) -> TakenOver:
    """What an entry of a lost round did is taken as it is written; only who comes and goes is carried out again."""
    command, actor, sealed = read(entry)
    body, transfer = msgspec.json.decode(entry.body), msgspec.json.decode(entry.transfer)
    done = None
    if entry.event == OPENED or not isinstance(command, IN_ROUND):
        done = table.execute(command, actor, entry.at, msgspec.structs.replace(sealed, lost=True))
    else:
        table.state.version += 1
        table.state.resets |= sealed.resets
        table.note_presence(sealed.presence, entry.at)
    table.state.deadline = body["deadline"]
    table.take_over(msgspec.convert(body["moves"], list[Move]), transfer, done.transfer if done is not None else ())
    return TakenOver(done)


def can_be_restored(definition: Definition, version: int, kept: bytes) -> bool:
    """Is it a table at that version? What another version of the program kept may be none."""
    try:
        return LiveTable.restore(definition, kept).version == version
    except Exception:
        return False


def is_open(entries: Sequence[Entry]) -> bool:
    """Is a round in play after these entries?"""
    events = [entry.event for entry in entries if entry.event in (OPENED, *CLOSED)]
    return bool(events) and events[-1] == OPENED


def opened_at(entries: Sequence[Entry]) -> int:
    """The version in which the last round of these entries was opened."""
    return max(entry.version for entry in entries if entry.event == OPENED)


def forget_lost_rounds(live: LiveTable, entries: Sequence[Entry]) -> None:
    """A round that was taken over as it is written is not told again by its moves: who missed it looks at the table."""
    tell_nothing_before(live, max((entry.version for entry in entries if entry.event == ABANDONED), default=0))


def tell_nothing_before(live: LiveTable, version: int) -> None:
    while live.told and live.told[0].version < version:
        live.told.popleft()


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
    said, kept = _SAID.decode(entry.body), _KEPT.decode(entry.sealed)
    shown = (bytes.fromhex(kept.seed), kept.meters, kept.changes, kept.resets, kept.lowest)
    practice = frozenset(what for what in NOW if getattr(kept, what))
    sealed = Sealed(
        *shown,
        presence=kept.presence,
        floor_watches=kept.floor_watches,
        came=kept.came,
        failed=kept.failed,
        practice=practice,
        decided=kept.decided,
    )
    return said.command, Actor(entry.actor, said.role, said.bot), sealed


def compare(entry: Entry, done: Done, to_the_word: bool = True) -> None:
    """Does the command come to what was written? The first part in which it does not is named."""
    if entry.event != done.event:
        raise Differs(entry.version, f"the event is {entry.event}, it comes to {done.event}")
    for what, written, found in (
        ("transfer", entry.transfer, done.transfer),
        ("body", entry.body, done.body),
        ("sealed", entry.sealed, done.sealed),
    ):
        if written != canonical(found):
            then, now = msgspec.json.decode(written), msgspec.json.decode(canonical(found))
            if what == "sealed" and then.get("pay_tables") != now.get("pay_tables"):
                raise Differs(entry.version, "the round was begun with other pay tables than this program has")
            if to_the_word or what != "body" or _without_words(then) != _without_words(now):
                raise Differs(entry.version, f"{what}{difference(then, now)}")


def _without_words(body: dict[str, Any]) -> dict[str, Any]:
    """What an entry says but for what was announced."""
    moves = {part: [move for move in body[part] if move["move"] != ANNOUNCED] for part in ("moves", "beside")}
    return body | moves


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
