"""The running house: commands come in from many at once, are carried out, stored, and only then shown.

A command is carried out in memory, then appended to the record in one transaction with its money, its id and the
meters that it moves; after the commit everybody who watches is told. Whatever fails on the way, what is in memory is
dropped and made again from the record. Time and chance come in from outside.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from houseway.house import deadlines, fallen, ledger, office
from houseway.house.answering import Answer, answer_of
from houseway.house.attendance import NO_CLIENTS, Attendance
from houseway.house.authorising import authorise
from houseway.house.carrying import Busy, Carrying, Failed, Later
from houseway.house.commands import CLOCK, Actor, CheckPresence, Clock, Command, Resume
from houseway.house.definition import Definition
from houseway.house.frames import Wallet
from houseway.house.glimpses import Glimpses
from houseway.house.learning import learn_types
from houseway.house.linking import Meters, if_free
from houseway.house.live import LiveTable
from houseway.house.noticing import Noticed, where
from houseway.house.office_commands import OfficeCommand
from houseway.house.office_deeds import STREAM
from houseway.house.outings import Errand, Outcome
from houseway.house.record import TABLES, Entry
from houseway.house.store import Earlier, Lost, Stopped, Store
from houseway.house.tables import OutOfOrder, Table
from houseway.house.views import TableView
from houseway.house.watching import Deliver, Watchers, Watching, earlier, wallets_in
from houseway.money import Cents
from houseway.refusal import Refusal

NEVER = 2**63
DELAY = 30_000  # milliseconds that a spectator is behind where players hold hidden hands


class NotFound(Refusal):
    """There is no such table."""


class House:
    """All tables of a house, as one process runs them. Every method may be called from any thread."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        shared: bool = False,
        delay: int = DELAY,
        attendance: Attendance = NO_CLIENTS,
        notice: Callable[[Noticed], None] = lambda noticed: None,
    ) -> None:
        learn_types()
        self.store = store
        self.now = now
        self.shared = shared
        self.stopping = False
        self.delay = delay
        self.attendance = attendance
        self.notice = notice
        self.later: Later = lambda work: work()  # have something done that nobody awaits
        self._entropy = entropy
        self._tables: dict[str, Table] = {}
        self._in_order: Sequence[Table] = ()  # of their names
        self._watchers: dict[str, Watchers] = {}
        self._set_up = 0  # the version of the house's stream up to which tables are known
        self._office = 0  # the version of it up to which wallets were looked at
        self._setting_up = threading.Lock()
        self._meters = Meters(store, shared)
        self.carrying = Carrying(self, self._meters)
        self.glimpses = Glimpses(self)
        self._to_begin: dict[str, bool] = {}  # tables that could not be loaded yet; are they to be recovered?
        self.changed: set[str] = set()  # tables that the clock has not looked at since
        self.woken = threading.Event()  # something is to be done before the clock would look again
        self.asleep_until = NEVER  # the clock; until it sleeps everything wakes it
        self.speaks_at_once: Callable[[Table], bool] | None = None  # the clock, where a time has come: it is not woken

    # The beginning and the end

    def start(self, recover: bool = True) -> None:
        """Load every table. `recover`: the house stood still, so everybody who is asked has his whole time again.

        A table that cannot be loaded, or given its time, now is tried again by the clock.
        """
        self.look_for_tables()
        self._office = self._set_up
        for table in self.all():
            self._to_begin[table.name] = recover
            try:
                self._begin(table)
            except OutOfOrder:
                continue  # the table has told of it
            except Exception as wrong:  # one table never stops the house
                self.notice(Noticed("failed", table.name, why=where(wrong)))

    def stop(self) -> None:
        """No new round begins from now on; those in play may be finished, or go on after the next start."""
        self.stopping = True

    def in_play(self) -> list[str]:
        """The tables where a round is in play."""
        return [table.name for table in self.all() if table.phase == "playing"]

    # Tables

    def all(self) -> Sequence[Table]:
        return self._in_order

    def table(self, name: str) -> Table:
        found = self._tables.get(name)
        if found is None and self.shared:
            self.look_for_tables()
            found = self._tables.get(name)
        if found is None:
            raise NotFound(f"there is no table {name!r}: the lobby lists them")
        return found

    def look_for_tables(self) -> None:
        """Tables that were set up since the last look."""
        with self._setting_up:
            self._set_up, definitions = office.tables_after(self.store, self._set_up)
            for definition in definitions:
                self._watchers[definition.name] = Watchers(definition, self.store, self._meters, self.delay)
                told = lambda noticed: self.notice(noticed)  # noqa: E731 - whoever hears of it by now
                self._tables[definition.name] = Table(
                    definition, self.store, self._meters, self._entropy, self.delay, told, self.falls
                )
            if definitions:
                self._in_order = [self._tables[name] for name in sorted(self._tables)]

    def watchers(self, table: str) -> Watchers:
        return self._watchers[table]

    # Commands

    def execute(self, table: str, command: Command, actor: Actor, id: str | None) -> Answer:  # noqa: A002
        """Carry out a command at a table, once: by the same id it comes to the same answer."""
        (outcome,) = self.carry_out([Errand(table, command, actor, id)])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def carry_out(self, errands: Sequence[Errand]) -> list[Outcome]:
        """Carry out what was asked at the same moment, with as few commits as that takes; tells what came of each."""
        return self.carrying.carry_out(errands)

    def office(self, command: OfficeCommand, actor: Actor, id: str | None, **secrets: Any) -> Answer:  # noqa: A002
        """Carry out a command of the house itself: accounts, play money, tables, meters."""
        authorise(actor, type(command))
        entry = office.carry_out(self.store, command, actor, self.now(), id, **secrets)
        self._meters.forget()
        try:
            self._follow_office()
        except Exception as wrong:  # whatever fails now, the command was carried out
            self.notice(Noticed("failed", why=where(wrong)))
        self.notice(Noticed("carried out", None, entry.event, actor.name))
        return answer_of(entry, None, isinstance(entry, Earlier))

    def tick(self) -> int | None:
        """Carry out the deadlines that have come, and show what may be shown by now; tells when to come again."""
        for table in self.all():
            self.tick_table(table)
        return min((due for table in self.all() if (due := self.due(table)) is not None), default=None)

    def tick_table(self, table: Table) -> None:
        """The clock speaks at one table, if its time has come."""
        self._by_the_clock(table, self._tick)

    def show_table(self, table: Table) -> None:
        """Show what may be shown by now, where another process looks after the table's deadlines."""
        self._by_the_clock(table, self._show)

    def clock_says(self, table: Table) -> Clock | Resume | CheckPresence | None:
        """The command of the clock to a table now: a deadline has come, or a connection came or went."""
        return None if table.name in self._to_begin else deadlines.command(self, table)

    def due(self, table: Table) -> int | None:
        """When there is something to do at a table, or to show."""
        return earlier(self.to_do(table), self.to_show(table))

    def to_do(self, table: Table) -> int | None:
        """When the clock has to speak at a table: at once, where it could not be loaded."""
        return 0 if table.name in self._to_begin else deadlines.due(self, table)

    def to_show(self, table: Table) -> int | None:
        """When this process has something to show that is no new version: at once, where somebody could not be told."""
        watchers = self._watchers[table.name]
        return 0 if watchers.owed else watchers.due(self.now())

    def wake(self, table: Table) -> None:
        """The clock, if there is something to do at a table before it would look again."""
        self.changed.add(table.name)
        if self.woken.is_set() or (due := self.due(table)) is None or due >= self.asleep_until:
            return
        speaks = self.speaks_at_once  # there may be none any more, a moment later
        if due > self.now() or speaks is None or not speaks(table):
            self.woken.set()

    # What is seen

    def view(self, table: str, actor: Actor) -> TableView:
        """The whole table as somebody may see it now."""
        there, at = self.table(table), self.now()
        with there.lock:
            return self._watchers[table].view(actor, self.current(there, at), at)

    def watch(
        self, table: str, actor: Actor, since: int | None, deliver: Deliver, *, held: Wallet | None = None
    ) -> Callable[[], None]:
        """Tell a viewer of a table from now on, beginning with what they do not know. Returns how to end it."""
        there, at, watching = self.table(table), self.now(), Watching(actor, deliver, since, held)
        with there.lock:
            self._watchers[table].add(watching, self.current(there, at), at)
            self._tell_wallets(there)
        leave = self.attendance.enter(table, actor)
        self.wake(there)

        def end() -> None:
            with there.lock:
                self._watchers[table].remove(watching)
            leave()
            self.wake(there)

        return end

    def attend(self, table: str, actor: Actor) -> None:
        """Note a request of somebody about a table; for a while it counts as a connection."""
        there = self._tables.get(table)
        if there is not None:
            self.attendance.hear(table, actor.name)
            self.wake(there)

    def hear(self, heads: Mapping[str, int]) -> None:
        """Somebody, perhaps in another process, has appended to streams: these are their newest versions."""
        if STREAM in heads:
            self._unless_wrong(STREAM, self._follow_office)
        tables = [(self._tables.get(stream.removeprefix(TABLES)), version) for stream, version in heads.items()]
        behind = {table: version for table, version in tables if table is not None and self._knows(table) < version}
        if not behind:
            return
        ahead = self.store.read_several({table.stream: self._knows(table) for table in behind})
        self._meters.read_again()
        for table, version in behind.items():
            self._unless_wrong(table.name, partial(self._follow, table, version, ahead[table.stream]))

    def falls(self, table: Definition, since: int, changes: Mapping[str, int]) -> dict[str, fallen.Fall]:
        """What prizes left of the meters of a table since that version of it, up to the settings that were read."""
        if self.shared:  # there may be tables of which this process has not heard
            self.look_for_tables()
        return fallen.falls(self.store, table, since, changes, [each.definition for each in self.all()])

    def linked(self, table: Definition) -> dict[str, Fraction]:
        """What the linked meters of a table show on the record, by the game's names."""
        return self._meters.on_record(table)

    def wallet(self, name: str) -> Cents:
        return self.store.balance(ledger.wallet(name))

    def coupons(self, name: str) -> Cents:
        """What somebody holds of coupons that lie at no table."""
        return self.store.balance(ledger.coupon(name))

    def held(self, name: str) -> Wallet:
        """What somebody has that is at no table."""
        return Wallet(self.wallet(name), self.coupons(name))

    def publish(self, table: Table, at: int) -> None:
        watchers = self._watchers[table.name]
        for wrong in watchers.tell(table.live(at), at):
            self.notice(Noticed("failed", table.name, why=where(wrong)))
        if watchers.owed:
            self._tell_wallets(table)
        self.wake(table)

    def _by_the_clock(self, table: Table, work: Callable[[Table], None]) -> None:
        """The clock comes again: whatever went wrong, it is told of and no more."""
        try:
            work(table)
        except Refusal:
            return  # somebody else's clock was faster, or the table is out of order
        except Exception as wrong:  # one table never stops the house
            self.notice(Noticed("failed", table.name, why=where(wrong)))

    def _tick(self, table: Table) -> None:
        if table.name in self._to_begin:
            self._begin(table)
        if (command := self.clock_says(table)) is not None:
            self.execute(table.name, command, CLOCK, None)
        self._show(table)

    def _show(self, table: Table) -> None:
        now, watchers = self.now(), self._watchers[table.name]
        with table.lock:
            if (later := watchers.due(now)) is not None and later <= now:
                self.publish(table, now)
            elif watchers.owed:
                self._tell_wallets(table)

    def _tell_wallets(self, table: Table) -> None:
        """Who cannot be told what he holds is told by the clock."""
        try:
            self._watchers[table.name].tell_wallets(self.held)
        except Exception as wrong:
            self.notice(Noticed("failed", table.name, why=where(wrong)))

    # Tables in memory

    def _begin(self, table: Table) -> None:
        with table.lock:
            deadline = table.catch_up(self.now()).deadline
        try:
            if self._to_begin[table.name] and deadline is not None:
                self.execute(table.name, Resume(), CLOCK, None)
        except (Busy, Failed, OutOfOrder):
            raise
        except Refusal:
            pass  # somebody was faster: nobody waits any more
        self._to_begin.pop(table.name, None)

    def loaded(self, table: Table) -> LiveTable:
        """The table as this process has it. Who calls holds its lock; who watches it is told what is new."""
        at = self.now()
        live, watchers = table.live(at), self._watchers[table.name]
        if watchers.turned != table.turned:
            watchers.begin_anew(table.turned)
            self.carrying.forget_answers()
        if watchers.told != live.version:
            self.publish(table, at)
        return live

    def current(self, table: Table, at: int, head: int | None = None, ahead: Sequence[Entry] = ()) -> LiveTable:
        """The table as it stands on the record; `head`: the version that it had there a moment ago, where known.

        `ahead` is what was read then of what others have appended.
        """
        if self.shared and (head is None or table.version < head):
            table.catch_up(at, ahead)
        return self.loaded(table)

    def look_at_all(self) -> None:
        """What all streams stand at. A database may have come back without what it had stored: so do its tables."""
        known = [(table, max(table.version, table.standing.version)) for table in self.all()]  # before it is looked at
        heads = self.store.streams()
        self._office = min(self._office, heads.get(STREAM, 0))
        for table, version in known:
            if heads.get(table.stream, 0) < version:
                self._unless_wrong(table.name, partial(self._turns, table))
        self.hear(heads)

    def _turns(self, table: Table) -> None:
        with table.lock:
            table.forget()
            self._meters.forget()
            self.loaded(table)

    def _follow_office(self) -> None:
        """Tables that were set up, and wallets that the office has moved, since the last look."""
        self.look_for_tables()
        while entries := self.store.read(STREAM, self._office):
            self._office = entries[-1].version
            self._meters.forget()
            moved = wallets_in(entries)
            for table in self.all():
                owed = self._watchers[table.name].owe(moved)
                if owed and not if_free(table.lock, partial(self._tell_wallets, table)):
                    self.wake(table)  # nobody waits for who holds it: the clock tells them as soon as it is free

    def _knows(self, table: Table) -> int:
        """Up to which version a table needs no following: what nobody watches here is not carried out here."""
        return table.version if self._watchers[table.name] else table.standing.version

    def _follow(self, table: Table, version: int, ahead: Sequence[Entry]) -> None:
        """`ahead` was read before: nobody waits at the table for the database."""
        with table.lock:
            if self._knows(table) >= version:
                return  # what this process has appended itself it knows by now
            if self._watchers[table.name]:
                table.catch_up(self.now(), ahead)
                self.loaded(table)
            else:
                table.hear(ahead)
                self.wake(table)

    def _unless_wrong(self, stream: str, follow: Callable[[], None]) -> None:
        """One table never stops the house."""
        try:
            follow()
        except (Lost, Stopped):
            raise
        except OutOfOrder:
            return  # the table has told of it
        except Exception as wrong:
            self.notice(Noticed("failed", stream, why=where(wrong)))
