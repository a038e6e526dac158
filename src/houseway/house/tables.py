"""A table as a process has it: the state machine at some version, kept up with the record, rebuilt where it is lost.

The record is the truth. What is in memory is a copy of it, by version: whatever fails, the copy is dropped and made
again from the last snapshot and the entries after it. A snapshot saves time and nothing else: where it does not lead to
what was written after it, the table is made from its first entry. Where that does not lead to it either, because the
program was changed, it is made from what the record has of it when its last round was over.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from houseway.house.appending import NOTHING, Head, Wanted, wanted
from houseway.house.comers import coming
from houseway.house.commands import CLOCK
from houseway.house.definition import Definition
from houseway.house.fallen import Fall
from houseway.house.history import noting
from houseway.house.linking import Look, Meters, Read, changes, resets, shown
from houseway.house.live import LiveTable
from houseway.house.noticing import Noticed, where
from houseway.house.presence import Holder
from houseway.house.rebuilding import (
    Beginning,
    Differs,
    can_be_restored,
    forget_lost_rounds,
    is_open,
    opened_at,
    rebuild,
    rerun,
    salvage,
    since_last_round,
    tell_nothing_before,
)
from houseway.house.record import TABLES, Done, Entry
from houseway.house.remembering import ANOTHER, Remembered, check_books, follows, head_of
from houseway.house.standing import Standing, after, standing
from houseway.house.state import Person, Phase
from houseway.house.store import PAGE, Conflict, Earlier, Lost, Stopped, Store
from houseway.house.turn import Sealed
from houseway.refusal import Refusal
from houseway.shoe import SEED_SIZE

SNAPSHOT_EVERY = 200  # versions
NEAR = 16  # versions behind the record: so many are carried out while everybody waits
FAR = 2 * SNAPSHOT_EVERY  # versions behind the record: it is made from its last snapshot, not carried out up to there
REMEMBER_EVERY = 8  # versions; who was overtaken goes back to that, and need not read so much again
REMEMBER_ALONE = 32  # where nobody overtakes: what is not stored all the same is refused by the ledger, and seldom
NO_DIGEST = bytes(32)  # the clock's commands have no id
ATTEMPTS = 20
TRY_AGAIN = 10_000  # milliseconds after which a table that is out of order is made again, should it be by then


Falls = Callable[[Definition, int, Mapping[str, int]], dict[str, Fall]]


class OutOfOrder(Refusal):
    """The record of a table cannot be carried out again and no round is open that could be given up."""


class Table:
    """One table. Whoever touches `live` holds the lock; where it stands is looked at without it."""

    def __init__(
        self,
        definition: Definition,
        store: Store,
        meters: Meters,
        entropy: Callable[[int], bytes],
        delay: int,
        notice: Callable[[Noticed], None],
        falls: Falls,
    ) -> None:
        self.definition = definition
        self.name = definition.name
        self.stream = stream(definition.name)
        self.longest = definition.clocks.longest  # no deadline is further off
        self.lock = threading.RLock()
        self.standing = Standing()
        self._store = store
        self._meters = meters
        self._entropy = entropy
        self._delay = delay
        self._notice = notice
        self._falls = falls
        self._live: LiveTable | None = None
        self._version = 0  # of what is, or was last, in memory
        self._head: Head | None = None  # the last entry that is carried out in memory
        self._kept = 0  # the version of the last snapshot; 0 where it was of no use
        self._remembered: Remembered | None = None  # the last one, whether it was stored or not
        self._remember_every = REMEMBER_EVERY if meters.shared else REMEMBER_ALONE
        self._keeping = False  # one is being stored
        self._wants_one = False  # a snapshot, soon: without one the table is made from what its last round left
        self._useless = 0  # the version of one that led elsewhere
        self._no_use = (0, 0)  # at which version, and until when, it is not made again
        self.turned = 0  # how often the record turned out to be another than that which was known

    @property
    def phase(self) -> Phase | None:
        return self.standing.phase

    @property
    def deadline(self) -> int | None:
        """When the clock has to speak next; known also while the table is made again."""
        return self.standing.deadline

    @property
    def version(self) -> int:
        """The version that is in memory, or was there last."""
        return self._version

    @property
    def is_at_hand(self) -> bool:
        """Is it in memory, as it stands or nearly so, with nobody there who may think for long? Bots may."""
        if self._live is None or self.standing.version - self._version > NEAR:
            return False
        strategies = [person.strategy for person in self._live.state.people.values()]
        return not any(strategies)

    def live(self, at: int) -> LiveTable:
        """The table as it is in memory; made from the record where it is not there."""
        if self._live is None:
            self._stands(self._rebuilt(at))
            self._meters.forget()  # as in `catch_up`
        assert self._live is not None
        return self._live

    def people(self) -> list[Person] | None:
        """The people at the table, without a wait for its turn; None while it is made again."""
        live = self._live
        return None if live is None else list(live.state.people.values())

    def forget(self) -> None:
        """What is in memory is no longer what is on the record."""
        self._live = self._head = None

    def hear(self, ahead: Sequence[Entry]) -> None:
        """Others have appended this, and nobody here needs the table: where it stands is known without carrying it out.

        So a process has no work with tables that only others look after, however many these are.
        """
        self.standing = after(self.standing, ahead)

    def catch_up(self, at: int, ahead: Sequence[Entry] = ()) -> LiveTable:
        """The table with all that others have appended; `ahead` is what was read of it before the lock was there.

        What is known of the meters is not older than what was read: who reads it forgets what they showed before.
        """
        if self.standing.version - self._version > FAR:
            self.forget()
            self._remembered = None
        live = self.live(at)
        new = [entry for entry in ahead if entry.version > live.version]
        if not new or new[0].version != live.version + 1:
            new = self._read_on(live.version)
        try:
            while new:
                if self._head is not None and self._head[0] == live.version and not follows(new[0], self._head):
                    raise Differs(new[0].version, ANOTHER)
                for _ in rerun(live, new):
                    pass
                forget_lost_rounds(live, new)
                self._head = head_of(new)
                more = len(new) == PAGE or live.version < self.standing.version  # others may have heard of more by now
                new = self._read_on(live.version) if more else []
        except Differs as differs:
            self.turned += differs.what == ANOTHER
            self.forget()
            return self.live(at)
        return self._stands(live)

    def sealed(self, look: Look | None = None, came: int | None = None) -> tuple[Sealed, Read]:
        """A fresh seed and what the linked meters show and are reset to, for one command; and how they were read."""
        definition, seed = self.definition, self._entropy(SEED_SIZE)
        if not definition.meters:
            return Sealed(seed, came=came), {}
        read = self._meters.read(definition, look)
        linked = (shown(definition, read), changes(definition, read), resets(definition, read))
        return Sealed(seed, *linked, came=came), read

    def with_falls(self, sealed: Sealed, opened: int) -> Sealed:
        """The same for a command by which a round may be void: with the prizes off its meters since it was opened."""
        fallen = self._falls(self.definition, opened, sealed.changes) if sealed.changes else {}
        return msgspec.structs.replace(sealed, lowest=fallen)

    def wanted(
        self,
        live: LiveTable,
        at: int,
        actor: str,
        command: str | None,
        digest: bytes,
        done: Done,
        read: Read,
        relies: Mapping[str, int] = NOTHING,
        holder: Holder | None = None,
    ) -> Wanted:
        """What a command came to, as it is to be stored, with the meters that it sets and the round that it ends.

        Whoever brings chips by it is refused where he is no player any more, and everybody who is not in any more.
        """
        sets = self._meters.sets(live, done, read)
        chosen = {name: meter.reset for name, meter in read.items()} if self._meters.shared else NOTHING
        beside, also = noting(self.stream, live.version, done), coming(done)
        head = self._head if self._head is not None and self._head[0] == live.version - 1 else None
        entry = (self.stream, live.version, at, actor, command, digest, done)
        return wanted(*entry, sets, also, head, relies, beside, holder, chosen)

    def stored(self, live: LiveTable, made: Wanted, came: Entry | Exception) -> Entry:
        """This has come of it. Where it failed, what is in memory is not on the record: it is made again."""
        if isinstance(came, Exception):
            self.forget()
            self._meters.forget()  # whether they were set is not known
            raise came
        if isinstance(came, Earlier):
            self.forget()
        else:
            self._meters.were_set(made.meters)
            self._head = (came.version, came.chain)
            self._stands(live, ours=True)
        return came

    def keep(self, at: int) -> Callable[[], None] | None:
        """Keep a snapshot now and then, while no round is played; tells how to store it, which nobody has to wait for.

        Who sees the table late begins with an older one.
        """
        live = self._live
        if live is None:
            return None
        due = not self._keeping and (self._wants_one or live.version - self._kept >= SNAPSHOT_EVERY)
        last = self._remembered.head[0] if self._remembered is not None else 0
        taken = live.snapshot() if due or live.version - last >= self._remember_every else None
        if taken is None:
            return None
        if self._head is not None and self._head[0] == live.version:
            self._remembered = Remembered(self._head, taken)
        if not due:
            return None
        self._keeping = True
        return partial(self._keep, live.version, taken, at - self._delay)

    def give_up_round(self, at: int, why: str | None = None) -> None:
        """The round that is open cannot go on: it is void, on the record. Another process may have been faster.

        Who has done it says so; `why`, where that was not told before.
        """
        self.forget()
        for _ in range(ATTEMPTS):
            head = self._store.head(self.stream)
            self._meters.forget()
            sealed, read = self.sealed()
            begun, live, done = self._without_round(at, sealed)
            if done is None:
                self._meters.forget()  # who ended it may have read a newer setting
                forget_lost_rounds(live, begun.entries)
            elif live.version != head + 1:
                continue  # who appended meanwhile may have read a newer setting of a meter
            else:
                made = self.wanted(live, at, CLOCK.name, None, NO_DIGEST, done, read)
                (came,) = self._store.append_together([made])
                try:
                    self.stored(live, made, came)
                except Conflict:
                    continue
                self._notice(Noticed("voided", self.name, why=why))
                tell_nothing_before(live, live.version)
            self._begun(begun)
            self._stands(live)
            return
        raise OutOfOrder(f"{self.name} is out of order: others change it all the while")

    def _keep(self, version: int, taken: bytes, until: int) -> None:
        """One that cannot be stored is wanted still."""
        try:
            self._store.snapshot(self.stream, version, taken, until)
            self._kept, self._wants_one = version, False
        finally:
            self._keeping = False

    def _rebuilt(self, at: int) -> LiveTable:
        tried, until = self._no_use
        if at < until and self._store.head(self.stream) == tried:
            raise self._out_of_order()
        if (remembered := self._from_memory()) is not None:
            return remembered
        useless = 0
        for begun in self._beginnings():
            try:
                live = rebuild(self.definition, begun.entries, begun.kept, begun.to_the_word)
                forget_lost_rounds(live, begun.entries)
                if begun.version not in (0, self._kept):
                    check_books(self._store, self.stream, live)
            except (Lost, Stopped):
                raise
            except Exception as cause:  # whatever keeps a record from being carried out again
                wrong, useless = cause, useless or begun.version
            else:
                self._useless = useless or self._useless
                self._begun(begun)
                self._head = head_of(begun.entries)
                return live
        self._kept = 0
        return self._salvaged(at, begun, wrong)

    def _begun(self, begun: Beginning) -> None:
        """The table was made from this. A snapshot that is not its way any more is replaced as soon as may be."""
        self._kept, self._wants_one = begun.version, not begun.to_the_word

    def _from_memory(self) -> LiveTable | None:
        """The table from what this process had of it last between two rounds; None where that leads nowhere."""
        remembered, self._remembered = self._remembered, None  # should it lead nowhere, it is not tried again
        if remembered is None:
            return None
        try:
            entries = remembered.since(self._store, self.stream)
            live = rebuild(self.definition, entries, remembered.state)
            forget_lost_rounds(live, entries)
        except (Lost, Stopped):
            raise
        except Exception:
            return None
        self._remembered, self._head = remembered, head_of(entries) or remembered.head
        return live

    def _salvaged(self, at: int, begun: Beginning, wrong: Exception) -> LiveTable:
        """The table without its open round. Where that does not bring it back either, it is out of order.

        That is told once, until it is in order again, however many look at it.
        """
        try:
            if is_open(begun.entries):
                self.give_up_round(at, where(wrong))
        except (Lost, Stopped):
            raise
        except Exception as worse:
            wrong = worse
        if self._live is None:
            if not self._no_use[1]:
                self._notice(Noticed("failed", self.name, why=where(wrong)))
            self._no_use = (begun.entries[-1].version if begun.entries else begun.version, at + TRY_AGAIN)
            raise self._out_of_order() from wrong
        return self._live

    def _out_of_order(self) -> OutOfOrder:
        """Why is not told: that may name cards."""
        return OutOfOrder(f"{self.name} is out of order: look at it with houseway verify")

    def _stands(self, live: LiveTable, ours: bool = False) -> LiveTable:
        """This is what is on the record. Where something was appended it was by others, unless it is told."""
        self.turned += live.version < self._version
        self._live, self._version, self._no_use = live, live.version, (0, 0)
        self.standing = standing(live, self.standing, ours)
        return live

    def _without_round(self, at: int, sealed: Sealed) -> tuple[Beginning, LiveTable, Done | None]:
        """The table without the round that is open, and the end of that; None where none is open any more.

        A round that is taken over as it is written does not tell whether the table before it was the right one: a
        snapshot that has not led to the table comes last.
        """
        for begun in self._beginnings(kept_first=bool(self._kept)):
            try:
                if is_open(begun.entries):
                    told = self.with_falls(sealed, opened_at(begun.entries))
                    return begun, *salvage(self.definition, begun.entries, at, told, begun.kept, begun.to_the_word)
                return begun, rebuild(self.definition, begun.entries, begun.kept, begun.to_the_word), None
            except Exception as cause:
                wrong = cause
        raise wrong

    def _beginnings(self, kept_first: bool = True) -> Iterator[Beginning]:
        """The last snapshot, and the whole record for where that is of no use; or the other way round.

        Where neither is, what the record has of the end of the last round.
        """
        starts: list[tuple[int, bytes | None]] = [(0, None)]
        last = self._store.last_snapshot(self.stream)
        if last is not None and last[0] != self._useless and can_be_restored(self.definition, *last):
            starts.insert(0 if kept_first else 1, last)
        for version, kept in starts:
            begun = Beginning(version, kept, self._entries(version))
            yield begun
        yield from since_last_round(begun.entries)

    def _read_on(self, after: int) -> list[Entry]:
        if new := self._store.read(self.stream, after):
            self._meters.forget()
        return new

    def _entries(self, after: int) -> list[Entry]:
        return self._store.whole(self.stream, after)


def stream(table: str) -> str:
    """The stream of a table's record."""
    return TABLES + table
