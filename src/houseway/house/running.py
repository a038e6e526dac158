"""The running house: commands come in from many at once, are carried out, stored, and only then shown.

A command is carried out in memory, then appended to the record in one transaction with its money, its id and the
meters that it moves; after the commit everybody who watches is told. Whatever fails on the way, what is in memory is
dropped and made again from the record. Time and chance come in from outside.
"""

import threading
from collections.abc import Callable
from typing import Any

from houseway.house import ledger, office
from houseway.house.answering import Answer, Answers, Said, answer_of, said
from houseway.house.authorising import authorise
from houseway.house.commands import (
    CLOCK,
    Actor,
    Back,
    BuyChips,
    Clock,
    Command,
    Decide,
    Report,
    Resume,
    Sit,
    Validate,
    VoidRound,
)
from houseway.house.linking import Meters, Read
from houseway.house.live import LiveTable
from houseway.house.noticing import Noticed, where
from houseway.house.office_commands import OfficeCommand
from houseway.house.office_deeds import STREAM
from houseway.house.record import Done, Entry
from houseway.house.store import Conflict, Earlier, Lost, Stopped, Store
from houseway.house.tables import OutOfOrder, Table
from houseway.house.views import TableView
from houseway.house.watching import Deliver, Watchers, Watching, wallets_in
from houseway.money import Cents, dollars
from houseway.refusal import Refusal

ATTEMPTS = 50  # against others who are faster, before the asker is told to try again
ASK_AGAIN = 3  # times, when the database gave no answer
NEVER = 2**63
DELAY = 30_000  # milliseconds that a spectator is behind where players hold hidden hands

IN_ROUND = (Clock, Decide, Report, Validate, VoidRound)  # what a failing round cannot go on without


class NotFound(Refusal):
    """There is no such table."""


class Busy(Refusal):
    """Not now: nothing was changed, and the same may be asked again."""


class Failed(Refusal):
    """The house itself failed; the same may be asked again with the same command id."""


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
        notice: Callable[[Noticed], None] = lambda noticed: None,
    ) -> None:
        self.store = store
        self.now = now
        self.shared = shared
        self.stopping = False
        self.delay = delay
        self.notice = notice
        self._entropy = entropy
        self._tables: dict[str, Table] = {}
        self._watchers: dict[str, Watchers] = {}
        self._set_up = 0  # the version of the house's stream up to which tables are known
        self._office = 0  # the version of it up to which wallets were looked at
        self._setting_up = threading.Lock()
        self._meters = Meters(store, shared)
        self._answers = Answers(store)
        self._to_begin: dict[str, bool] = {}  # tables that could not be loaded yet; are they to be recovered?
        self.changed: set[str] = set()  # tables that the clock has not looked at since
        self.woken = threading.Event()  # something is to be done before the clock would look again
        self.asleep_until = NEVER  # the clock; until it sleeps everything wakes it

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
            except Exception as wrong:  # one table that is out of order never stops the house
                self.notice(Noticed("failed", table.name, why=where(wrong)))

    def stop(self) -> None:
        """No new round begins from now on; those in play may be finished, or go on after the next start."""
        self.stopping = True

    def in_play(self) -> list[str]:
        """The tables where a round is in play."""
        return [table.name for table in self.all() if table.phase == "playing"]

    # Tables

    def all(self) -> list[Table]:
        return [self._tables[name] for name in sorted(self._tables)]

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
                self._watchers[definition.name] = Watchers(definition, self.store, self.delay)
                self._tables[definition.name] = Table(definition, self.store, self._meters, self._entropy, self.delay)

    def watchers(self, table: str) -> Watchers:
        return self._watchers[table]

    # Commands

    def execute(self, table: str, command: Command, actor: Actor, id: str | None) -> Answer:  # noqa: A002
        """Carry out a command at a table, once: by the same id it comes to the same answer."""
        authorise(actor, type(command))
        there, asked = self.table(table), said(table, command, actor, id)
        try:
            with there.lock:
                answer = self._answers.remembered(asked) or self._carry_out(there, command, asked)
        except Refusal as refusal:
            named = refusal.clause if isinstance(command, Decide) else refusal.message  # what is possible names cards
            self.notice(Noticed("refused", table, actor=actor.name, why=named))
            raise
        self.notice(Noticed("carried out", table, answer.event, actor.name))
        return answer

    def office(self, command: OfficeCommand, actor: Actor, id: str | None, **secrets: Any) -> Answer:  # noqa: A002
        """Carry out a command of the house itself: accounts, play money, tables, meters."""
        authorise(actor, type(command))
        entry = office.carry_out(self.store, command, actor, self.now(), id, **secrets)
        self._meters.forget()
        self._follow_office()
        self.notice(Noticed("carried out", None, entry.event, actor.name))
        return answer_of(entry, None, isinstance(entry, Earlier))

    def tick(self) -> int | None:
        """Carry out the deadlines that have come, and show what may be shown by now; tells when to come again."""
        for table in self.all():
            self.tick_table(table)
        return min((due for table in self.all() if (due := self.due(table)) is not None), default=None)

    def tick_table(self, table: Table) -> None:
        """The clock speaks at one table, if its time has come."""
        now = self.now()
        try:
            if table.name in self._to_begin:
                self._begin(table)
            deadline = self._deadline(table)
            if deadline is not None and self._is_beyond(table, deadline):
                self.execute(table.name, Resume(), CLOCK, None)
            elif deadline is not None and deadline <= now:
                self.execute(table.name, Clock(), CLOCK, None)
            with table.lock:
                watchers = self._watchers[table.name]
                if (later := watchers.due()) is not None and later <= now:
                    self._publish(table, now)
                elif watchers.owed:
                    self._tell_wallets(table)
        except Refusal:
            return  # somebody else's clock was faster
        except Exception as wrong:  # one table never stops the house
            self.notice(Noticed("failed", table.name, why=where(wrong)))

    def due(self, table: Table) -> int | None:
        """When there is something to do at a table: at once, where it could not be loaded, or somebody not be told."""
        if table.name in self._to_begin or self._watchers[table.name].owed:
            return 0
        deadline, later = self._deadline(table), self._watchers[table.name].due()
        if deadline is not None and self._is_beyond(table, deadline):
            return 0
        return min((each for each in (deadline, later) if each is not None), default=None)

    def wake(self, table: Table) -> None:
        """The clock, if there is something to do at a table before it would look again."""
        self.changed.add(table.name)
        if (due := self.due(table)) is not None and due < self.asleep_until:
            self.woken.set()

    # What is seen

    def view(self, table: str, actor: Actor) -> TableView:
        """The whole table as somebody may see it now."""
        there, at = self.table(table), self.now()
        with there.lock:
            shown, _ = self._watchers[table].shown(actor, self._current(there, at), at)
            return shown.view(actor, at)

    def watch(self, table: str, actor: Actor, since: int | None, deliver: Deliver) -> Callable[[], None]:
        """Tell somebody of a table from now on, beginning with what he does not know. Returns how to end it."""
        there, at = self.table(table), self.now()
        watching = Watching(actor, deliver, since)
        with there.lock:
            self._watchers[table].add(watching, self._current(there, at), at)

        def end() -> None:
            with there.lock:
                self._watchers[table].remove(watching)

        return end

    def hear(self, stream_: str, version: int) -> None:
        """Somebody, perhaps in another process, has appended to a stream."""
        if stream_ == STREAM:
            self._follow_office()
        for table in self.all():
            if table.stream == stream_ and table.version < version:
                self._follow(table)

    def wallet(self, name: str) -> Cents:
        return self.store.balance(ledger.wallet(name))

    # One command

    def _carry_out(self, table: Table, command: Command, asked: Said) -> Answer:
        lost = 0
        for _ in range(ATTEMPTS):
            at = self.now()
            try:
                entry = self._attempt(table, command, asked, at)
            except Refusal:
                if (earlier := self._answers.recorded(asked, table.name, table.stream)) is not None:
                    return earlier
                raise
            except (Conflict, Lost) as wrong:
                self.notice(Noticed("conflict", table.name))
                lost += isinstance(wrong, Lost)
                if isinstance(wrong, Lost) and (lost > ASK_AGAIN or _unknown(asked)):
                    raise
            else:
                return self._stored(table, entry, asked, at)
        raise Busy("the table is busy: ask again with the same command id")

    def _attempt(self, table: Table, command: Command, asked: Said, at: int) -> Entry:
        """Carry it out in memory, and store what it came to."""
        with self._meters.held(table.definition) as meters:
            live = self._current(table, at)
            self._may_begin(live, command)
            self._can_pay(command, asked.actor)
            done, read = self._done(table, live, command, asked.actor, at)
            if not done.body.get("meters"):
                meters.close()  # nobody waits for what this one does not move
            try:
                return table.append(live, at, asked.actor.name, asked.id, asked.digest, done, read)
            except BaseException:
                table.forget()
                raise

    def _done(self, table: Table, live: LiveTable, command: Command, actor: Actor, at: int) -> tuple[Done, Read]:
        """What the command comes to. Where the table's own code fails, the round is void and the house goes on."""
        sealed, read = table.sealed()
        try:
            return live.execute(command, actor, at, sealed), read
        except Refusal:
            raise
        except Exception as wrong:
            table.forget()
            self.notice(Noticed("failed", table.name, actor=actor.name, why=where(wrong)))
            if isinstance(command, IN_ROUND):
                self._give_up_round(table, at)
            raise Failed("the table failed at this; a round that could not go on is void") from wrong
        except BaseException:
            table.forget()
            raise

    def _give_up_round(self, table: Table, at: int) -> None:
        try:
            if self._current(table, at).state.phase == "playing":
                table.give_up_round(at)
                self.notice(Noticed("voided", table.name))
                self._publish(table, at)
        except (Refusal, Lost, Stopped):
            raise
        except Exception as worse:
            table.forget()
            raise Failed("the table failed, and its round cannot be given up: call the house") from worse

    def _stored(self, table: Table, entry: Entry, asked: Said, at: int) -> Answer:
        """After the commit, and not before, everybody is told. Whatever fails in that, the command was carried out."""
        repeated = isinstance(entry, Earlier)
        answer = self._answers.remember(asked, answer_of(entry, table.name, repeated))
        try:
            if repeated:
                table.forget()
                self._current(table, at)
            else:
                self._publish(table, at)
                table.keep(at)
        except Exception as wrong:
            self.notice(Noticed("failed", table.name, why=where(wrong)))
        return answer

    def _publish(self, table: Table, at: int) -> None:
        for wrong in self._watchers[table.name].tell(table.live(at), at):
            self.notice(Noticed("failed", table.name, why=where(wrong)))
        self._tell_wallets(table)
        self.wake(table)

    def _tell_wallets(self, table: Table) -> None:
        """Who cannot be told what his wallet holds is told by the clock."""
        try:
            self._watchers[table.name].tell_wallets(self.wallet)
        except Exception as wrong:
            self.notice(Noticed("failed", table.name, why=where(wrong)))

    def _may_begin(self, live: LiveTable, command: Command) -> None:
        if self.stopping and not (live.state.phase == "playing" and isinstance(command, (*IN_ROUND, Resume))):
            raise Busy("the house is about to restart: ask again in a moment")

    def _can_pay(self, command: Command, actor: Actor) -> None:
        """The ledger refuses what a wallet has not; looking first spares the table from being made again."""
        if isinstance(command, Sit | Back | BuyChips) and (there := self.wallet(actor.name)) < command.chips:
            raise Refusal(f"your wallet has {dollars(there)}: buy in for less")

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
        live = table.live(at)
        if self._watchers[table.name].told != live.version:
            self._publish(table, at)
        return live

    def _current(self, table: Table, at: int) -> LiveTable:
        """The table as it stands on the record."""
        if self.shared:
            table.catch_up(at)
        return self.loaded(table)

    def _follow_office(self) -> None:
        """Tables that were set up, and wallets that the office has moved, since the last look."""
        self.look_for_tables()
        while entries := self.store.read(STREAM, self._office):
            self._office = entries[-1].version
            for table in self.all():
                with table.lock:
                    self._watchers[table.name].owe(wallets_in(entries))
                    self._tell_wallets(table)

    def _follow(self, table: Table) -> None:
        with table.lock:
            table.catch_up(self.now())
            self.loaded(table)

    def _is_beyond(self, table: Table, deadline: int) -> bool:
        """Is it further off than any that the table sets? Then the machine's clock was set back: time begins anew."""
        return deadline - self.now() > table.definition.clocks.longest

    def _deadline(self, table: Table) -> int | None:
        """While the house stops no betting is closed and none is opened."""
        return None if self.stopping and table.phase != "playing" else table.deadline


def _unknown(asked: Said) -> bool:
    """Would it be carried out twice if it is stored already? The house's own commands are refused then."""
    return asked.id is None and asked.actor.role != CLOCK.role
