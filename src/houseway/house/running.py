"""The running house: commands come in from many at once, are carried out, stored, and only then shown.

A command is carried out in memory, then appended to the record in one transaction with its money, its id and the
meters that it moves; after the commit everybody who watches is told. Whatever fails on the way, what is in memory is
dropped and made again from the record. Time and chance come in from outside.
"""

import threading
from collections.abc import Callable
from typing import Any

import msgspec

from houseway.house import ledger, office
from houseway.house.answering import Answer, Answers, Said, answer_of, said
from houseway.house.authorising import authorise
from houseway.house.commands import CLOCK, Actor, Back, BuyChips, Clock, Command, Decide, Report, Resume, Sit, Validate
from houseway.house.history import noting
from houseway.house.linking import Meters
from houseway.house.live import LiveTable
from houseway.house.office_commands import OfficeCommand
from houseway.house.office_deeds import STREAM
from houseway.house.record import Done
from houseway.house.store import Conflict, Earlier, Lost, Store
from houseway.house.tables import Table
from houseway.house.turn import Sealed
from houseway.house.views import TableView
from houseway.house.watching import Deliver, Watchers, Watching
from houseway.money import Cents, dollars
from houseway.refusal import Refusal
from houseway.shoe import SEED_SIZE

ATTEMPTS = 50  # against others who are faster, before the asker is told to try again
DELAY = 30_000  # milliseconds that a spectator is behind where players hold hidden hands

IN_ROUND = (Clock, Decide, Report, Validate)  # what a failing round cannot go on without


class NotFound(Refusal):
    """There is no such table."""


class Busy(Refusal):
    """Not now: nothing was changed, and the same may be asked again."""


class Failed(Refusal):
    """The house itself failed; the same may be asked again with the same command id."""


class Noticed(msgspec.Struct, frozen=True):
    """What happens in the house, for who counts and logs it: nothing that a viewer may not know."""

    what: str  # carried out, refused, conflict, failed, voided
    table: str | None = None
    event: str | None = None
    actor: str | None = None
    why: str | None = None


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
        self._setting_up = threading.Lock()
        self._meters = Meters(store, shared)
        self._answers = Answers(store)
        self.woken = threading.Event()  # a deadline may have come nearer

    # The beginning and the end

    def start(self, recover: bool = True) -> None:
        """Load every table. `recover`: the house stood still, so everybody who is asked has his whole time again."""
        self.look_for_tables()
        for table in self.all():
            try:
                with table.lock:
                    deadline = table.catch_up(self.now()).deadline
                if recover and deadline is not None:
                    self.execute(table.name, Resume(), CLOCK, None)
            except Exception as wrong:  # one table that is out of order never stops the house
                self.notice(Noticed("failed", table.name, why=str(wrong)))

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
                self._tables[definition.name] = Table(definition, self.store, self._sealed)

    def watchers(self, table: str) -> Watchers:
        return self._watchers[table]

    # Commands

    def execute(self, table: str, command: Command, actor: Actor, id: str | None) -> Answer:  # noqa: A002
        """Carry out a command at a table, once: by the same id it comes to the same answer."""
        authorise(actor, type(command))
        there, asked = self.table(table), said(table, command, actor, id)
        try:
            with there.lock, self._meters.held(there.definition):
                answer = self._answers.remembered(asked) or self._carry_out(there, command, asked)
        except Refusal as refusal:
            self.notice(Noticed("refused", table, actor=actor.name, why=refusal.message))
            raise
        self.notice(Noticed("carried out", table, answer.event, actor.name))
        return answer

    def office(self, command: OfficeCommand, actor: Actor, id: str | None, **secrets: Any) -> Answer:  # noqa: A002
        """Carry out a command of the house itself: accounts, play money, tables, meters."""
        authorise(actor, type(command))
        entry = office.carry_out(self.store, command, actor, self.now(), id, **secrets)
        self._meters.forget()
        self.look_for_tables()
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
            if (deadline := self._deadline(table)) is not None and deadline <= now:
                self.execute(table.name, Clock(), CLOCK, None)
            with table.lock:
                watchers = self._watchers[table.name]
                if (later := watchers.due()) is not None and later <= now:
                    watchers.tell(table.live(now), now)
        except Refusal:
            return  # somebody else's clock was faster
        except Exception as wrong:  # one table never stops the house
            self.notice(Noticed("failed", table.name, why=str(wrong)))

    def due(self, table: Table) -> int | None:
        """When there is something to do at a table."""
        both = (self._deadline(table), self._watchers[table.name].due())
        return min((each for each in both if each is not None), default=None)

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
            self.look_for_tables()
        for table in self.all():
            if table.stream == stream_ and table.version < version:
                self._follow(table)

    def wallet(self, name: str) -> Cents:
        return self.store.balance(ledger.wallet(name))

    # One command

    def _carry_out(self, table: Table, command: Command, asked: Said) -> Answer:
        self._may_begin(table, command)
        self._can_pay(command, asked.actor)
        for _ in range(ATTEMPTS):
            at = self.now()
            live = self._current(table, at)
            try:
                done = self._done(table, live, command, asked.actor, at)
            except Refusal:
                if (earlier := self._answers.recorded(asked, table.name, table.stream)) is not None:
                    return earlier
                raise
            try:
                return self._stored(table, live, done, asked, at)
            except (Conflict, Lost):
                table.forget()
                self._meters.forget()
                self.notice(Noticed("conflict", table.name))
            except BaseException:
                table.forget()
                raise
        raise Busy("the table is busy: ask again with the same command id")

    def _done(self, table: Table, live: LiveTable, command: Command, actor: Actor, at: int) -> Done:
        """What the command comes to. Where the table's own code fails, the round is void and the house goes on."""
        try:
            return live.execute(command, actor, at, self._sealed(table))
        except Refusal:
            raise
        except Exception as wrong:
            table.forget()
            self.notice(Noticed("failed", table.name, actor=actor.name, why=f"{type(wrong).__name__}: {wrong}"))
            if isinstance(command, IN_ROUND) and table.live(at).state.phase == "playing":
                table.give_up_round(at)
                self._publish(table, at)
                self.notice(Noticed("voided", table.name))
            raise Failed("the table failed at this; a round that could not go on is void") from wrong

    def _stored(self, table: Table, live: LiveTable, done: Done, asked: Said, at: int) -> Answer:
        """After the commit, and not before, everybody is told."""
        sets = self._meters.sets(live, done)
        entry = self.store.append(
            *(table.stream, live.version, at, asked.actor.name, asked.id, asked.digest, done, sets),
            noting(table.stream, live.version, done),
        )
        if isinstance(entry, Earlier):
            table.forget()
            return self._answers.remember(asked, answer_of(entry, table.name, repeated=True))
        self._meters.were_set(sets)
        self._publish(table, at)
        self._tell_wallets(table, done)
        table.keep()
        return self._answers.remember(asked, answer_of(entry, table.name))

    def _publish(self, table: Table, at: int) -> None:
        self._watchers[table.name].tell(table.live(at), at)
        self.woken.set()

    def _tell_wallets(self, table: Table, done: Done) -> None:
        watchers = self._watchers[table.name]
        for account, _ in done.transfer:
            kind, _, name = account.partition("/")
            if kind == "wallet" and len(watchers):
                watchers.tell_wallet(name, self.wallet(name))

    def _may_begin(self, table: Table, command: Command) -> None:
        if self.stopping and not (table.phase == "playing" and isinstance(command, (*IN_ROUND, Resume))):
            raise Busy("the house is about to restart: ask again in a moment")

    def _can_pay(self, command: Command, actor: Actor) -> None:
        """The ledger refuses what a wallet has not; looking first spares the table from being made again."""
        if isinstance(command, Sit | Back | BuyChips) and (there := self.wallet(actor.name)) < command.chips:
            raise Refusal(f"your wallet has {dollars(there)}: buy in for less")

    # Tables in memory

    def _current(self, table: Table, at: int) -> LiveTable:
        return table.catch_up(at) if self.shared else table.live(at)

    def _follow(self, table: Table) -> None:
        with table.lock:
            at = self.now()
            table.catch_up(at)
            self._publish(table, at)

    def _deadline(self, table: Table) -> int | None:
        """While the house stops no betting is closed and none is opened."""
        return None if self.stopping and table.phase != "playing" else table.deadline

    def _sealed(self, table: Table) -> Sealed:
        """A fresh seed, and what the linked meters show."""
        return Sealed(self._entropy(SEED_SIZE), self._meters.shown(table.definition))
