"""Carrying out commands: in memory first, then on the record, and only then shown.

What many ask at the same moment is carried out together: each at its own table, all of it stored with one commit, each
by itself stored or refused. Of two that mean the same table the second waits for the first.
Whatever fails on the way, what is in memory is dropped and made again from the record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from houseway.house import coupons
from houseway.house.answering import Answer, Answers, Said, answer_of, said
from houseway.house.appending import Wanted
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
    Wager,
)
from houseway.house.linking import Look, Meters, Read, Turns, after
from houseway.house.live import LiveTable
from houseway.house.noticing import Noticed, where
from houseway.house.record import Done, Entry
from houseway.house.store import Conflict, Earlier, Lost, Meter, MeterSet, Stopped, Store
from houseway.house.tables import Table
from houseway.money import Cents, dollars
from houseway.refusal import Refusal

ATTEMPTS = 50  # against others who are faster, before the asker is told to try again
ASK_AGAIN = 3  # times, when the database gave no answer

IN_ROUND = (Clock, Decide, Report, Validate, VoidRound)  # what a failing round cannot go on without


class Busy(Refusal):
    """Not now: nothing was changed, and the same may be asked again."""


class Failed(Refusal):
    """The house itself failed; the same may be asked again with the same command id."""


class Errand(msgspec.Struct, frozen=True):
    """A command as somebody asks for it at a table, once: by the same id it comes to the same answer."""

    table: str
    command: Command
    actor: Actor
    id: str | None


Outcome = Answer | Exception


class Running(Protocol):
    """The house, as far as commands need it."""

    store: Store
    now: Callable[[], int]
    notice: Callable[[Noticed], None]
    shared: bool
    stopping: bool

    def table(self, name: str) -> Table: ...

    def current(self, table: Table, at: int, head: int | None) -> LiveTable: ...

    def publish(self, table: Table, at: int) -> None: ...

    def wallet(self, name: str) -> Cents: ...

    def coupons(self, name: str) -> Cents: ...


class _Way:
    """An errand on its way: what it holds, and what it came to."""

    __slots__ = (
        *("asked", "at", "attempts", "errand", "held", "live", "lost", "meters", "outcome", "put_off", "refused"),
        *("table", "wanted", "wrong"),
    )

    table: Table
    asked: Said
    live: LiveTable
    at: int

    def __init__(self, errand: Errand) -> None:
        self.errand = errand
        self.outcome: Outcome | None = None
        self.wanted: Wanted | None = None  # carried out in memory, and to be stored
        self.wrong: str | None = None  # where the table's own code failed at it, so that its round is void
        self.held, self.meters = Turns(), Turns()
        self.attempts = self.lost = 0
        self.put_off = self.refused = False

    def let_go(self) -> None:
        self.meters.end()
        self.held.end()


class _Seen:
    """What was looked up for all that set out together, and what those before have made of the meters.

    It is looked up when the first of them has his table: what was seen before he waited for that would be old.
    """

    __slots__ = ("_heads", "_look", "_moved", "_shown", "_wrong")

    def __init__(self, look: Callable[[], tuple[Mapping[str, int], Look]]) -> None:
        self._look = look
        self._heads: Mapping[str, int] | None = None
        self._moved: dict[str, Meter] = {}
        self._wrong: Exception | None = None  # why it cannot be looked up: nobody asks a second time

    def head(self, stream: str) -> int | None:
        """The newest version of a stream, where others append too."""
        if self._heads is None:
            self.look_again()
        assert self._heads is not None
        return self._heads.get(stream)

    def look_again(self) -> None:
        if self._wrong is not None:
            raise self._wrong
        try:
            self._heads, self._shown = self._look()
        except Exception as wrong:
            self._wrong = wrong
            raise

    def meters(self) -> Read:
        return {**self._shown(), **self._moved} if self._moved else self._shown()

    def relied(self, names: Iterable[str]) -> dict[str, int]:
        """Of the meters of a table those that somebody before sets, and how often they will have been set."""
        return {name: self._moved[name].changes for name in names if name in self._moved}

    def move(self, sets: Iterable[MeterSet]) -> None:
        self._moved.update(after(sets))


class Carrying:
    """How a house carries out what it is asked."""

    def __init__(self, house: Running, meters: Meters) -> None:
        self._house = house
        self._meters = meters
        self._answers = Answers(house.store)

    def carry_out(self, errands: Sequence[Errand], wait: bool = True) -> list[Outcome | None]:
        """What each of them came to, or why it came to nothing; at one table in the order in which they are given.

        Who does not `wait` is told None of those whose tables are not at hand: somebody holds them, they have to be
        made from the record first, or bots of the house think there.
        """
        ways = [_Way(errand) for errand in errands]
        for way in ways:
            self._understand(way)
        put_off = set[str]()  # tables; who comes after one who is put off does not overtake him
        while waiting := [way for way in ways if way.outcome is None and way.table.name not in put_off]:
            self._together(waiting, wait)
            put_off.update(way.table.name for way in waiting if way.put_off)
        return [way.outcome for way in ways]

    def _understand(self, way: _Way) -> None:
        table, command, actor = way.errand.table, way.errand.command, way.errand.actor
        try:
            authorise(actor, type(command))
            way.table, way.asked = self._house.table(table), said(table, command, actor, way.errand.id)
        except Exception as wrong:
            way.outcome = wrong

    def _together(self, waiting: Sequence[_Way], wait: bool) -> None:
        """As many as can be under way at the same time; who waits has at least the first of them."""
        under_way: list[_Way] = []
        try:
            self._set_out(waiting, under_way, wait)
            wanted = [way.wanted for way in under_way if way.wanted is not None]
            stored = self._house.store.append_together(wanted) if wanted else []
            for way, came in zip(under_way, stored, strict=True):
                self._come_back(way, came)
        except BaseException:
            for way in under_way:
                way.table.forget()
            raise
        finally:
            for way in waiting:
                way.let_go()
                way.wanted = None
        self._look_up([way for way in waiting if way.refused])
        for way in waiting:
            self._notice(way)

    # On the way out

    def _set_out(self, waiting: Sequence[_Way], under_way: list[_Way], wait: bool) -> None:
        """Each with what those before have made of the meters: where that is not stored, who relies on it is not."""
        taken, seen = set[str](), _Seen(self._look)
        for way in waiting:
            if way.table.name in taken:
                continue
            taken.add(way.table.name)
            waits = wait and not under_way
            if waits:
                seen = _Seen(self._look)
            if not self._holds(way, waits):
                way.put_off = not wait
            elif not wait and not way.table.is_at_hand:
                way.put_off = True
            else:
                self._try(way, seen)
            if way.wanted is None:
                way.let_go()
                continue
            under_way.append(way)
            if way.wanted.meters:
                seen.move(way.wanted.meters)
            else:
                way.meters.end()  # nobody waits for what this one does not move

    def _look(self) -> tuple[Mapping[str, int], Look]:
        """Where others append and set meters too, one look serves all."""
        if not self._house.shared:
            return {}, self._meters.shown
        heads, shown = self._house.store.standing()
        return heads, lambda: shown

    def _holds(self, way: _Way, wait: bool) -> bool:
        """Take the table, and the meters that it shares. Who holds something already waits for nobody."""
        return way.held.take(way.table.lock, wait) and self._meters.hold(way.table.definition, way.meters, wait)

    def _try(self, way: _Way, seen: _Seen) -> None:
        try:
            self._attempt(way, seen)
        except Exception as wrong:
            self._fail(way, wrong)

    def _attempt(self, way: _Way, seen: _Seen) -> None:
        """Carry it out in memory, if it was not before."""
        way.outcome = self._answers.remembered(way.asked)
        if way.outcome is not None:
            return
        table, asked, command = way.table, way.asked, way.errand.command
        way.at = at = self._house.now()
        head = seen.head(table.stream)
        way.live = live = self._house.current(table, at, head)
        if self._house.shared and live.version != (head or 0):
            seen.look_again()  # it went on since: what it has read of the meters is not to be older than what it has
        self._may_begin(live, command)
        self._can_pay(live, command, asked.actor)
        done, read = self._done(table, live, command, asked.actor, at, seen.meters)
        relies, way.wrong = seen.relied(table.definition.meters.values()), done.wrong
        try:
            way.wanted = table.wanted(live, at, asked.actor.name, asked.id, asked.digest, done, read, relies)
        except BaseException:
            table.forget()
            raise

    def _done(
        self, table: Table, live: LiveTable, command: Command, actor: Actor, at: int, look: Look
    ) -> tuple[Done, Read]:
        """What the command comes to. Where the table's own code fails, the round is void and the house goes on."""
        sealed, read = table.sealed(look)
        try:
            return live.execute(command, actor, at, sealed), read
        except Refusal:
            raise
        except Exception as wrong:
            table.forget()
            self._house.notice(Noticed("failed", table.name, actor=actor.name, why=where(wrong)))
            if isinstance(command, IN_ROUND):
                self._give_up_round(table, at)
            raise Failed("the table failed at this; a round that could not go on is void") from wrong
        except BaseException:
            table.forget()
            raise

    def _give_up_round(self, table: Table, at: int) -> None:
        try:
            if self._house.current(table, at, None).state.phase == "playing":
                table.give_up_round(at)
                self._house.publish(table, at)
        except (Refusal, Lost, Stopped):
            raise
        except Exception as worse:
            table.forget()
            raise Failed("the table failed, and its round cannot be given up: call the house") from worse

    def _may_begin(self, live: LiveTable, command: Command) -> None:
        playing = live.state.phase == "playing" and isinstance(command, (*IN_ROUND, Resume))
        if self._house.stopping and not playing:
            raise Busy("the house is about to restart: ask again in a moment")

    def _can_pay(self, live: LiveTable, command: Command, actor: Actor) -> None:
        """The ledger refuses what a wallet has not; looking first spares the table from being made again."""
        if isinstance(command, Wager) and command.coupon:
            coupons.check(live, command)
            lacks = coupons.lacking(live, actor.name, command)
            if lacks > 0 and (held := self._house.coupons(actor.name)) < lacks:
                raise Refusal(f"you hold coupons of {dollars(held)}: lay less", coupons.G2)
        if isinstance(command, Sit | Back | BuyChips) and (there := self._house.wallet(actor.name)) < command.chips:
            raise Refusal(f"your wallet has {dollars(there)}: buy in for less")

    # On the way back

    def _come_back(self, way: _Way, came: Entry | Exception) -> None:
        assert way.wanted is not None
        try:
            entry = way.table.stored(way.live, way.wanted, came)
        except Exception as wrong:
            self._fail(way, wrong)
        else:
            way.outcome = self._stored(way, entry)

    def _fail(self, way: _Way, wrong: Exception) -> None:
        """Who lost a race sets out again. Who is refused may have been carried out before: that is looked up."""
        way.outcome = wrong
        if isinstance(wrong, Conflict | Lost):
            self._house.notice(Noticed("conflict", way.table.name))
            way.attempts += 1
            way.lost += isinstance(wrong, Lost)
            if isinstance(wrong, Lost) and (way.lost > ASK_AGAIN or _unknown(way.asked)):
                return
            late = way.attempts == ATTEMPTS
            way.outcome = Busy("the table is busy: ask again with the same command id") if late else None
        elif isinstance(wrong, Refusal):
            way.refused = True

    def _look_up(self, refused: Sequence[_Way]) -> None:
        """Was one of those who are refused carried out before, by another process or before a restart?"""
        found: Sequence[Outcome | None]
        try:
            found = self._answers.recorded([(way.asked, way.table) for way in refused]) if refused else ()
        except Exception as wrong:
            found = [wrong] * len(refused)
        for way, before in zip(refused, found, strict=True):
            way.outcome = before or way.outcome

    def _stored(self, way: _Way, entry: Entry) -> Answer:
        """After the commit, and not before, everybody is told. Whatever fails in that, the command was carried out."""
        table, repeated = way.table, isinstance(entry, Earlier)
        answer = self._answers.remember(way.asked, answer_of(entry, table.name, repeated))
        if way.wrong is not None and not repeated:
            self._house.notice(Noticed("failed", table.name, actor=way.asked.actor.name, why=way.wrong))
            self._house.notice(Noticed("voided", table.name))
        try:
            if repeated:
                self._house.current(table, way.at, None)
            else:
                self._house.publish(table, way.at)
                table.keep(way.at)
        except Exception as wrong:
            self._house.notice(Noticed("failed", table.name, why=where(wrong)))
        return answer

    def _notice(self, way: _Way) -> None:
        outcome, name, actor = way.outcome, way.table.name, way.errand.actor.name
        if isinstance(outcome, Answer):
            self._house.notice(Noticed("carried out", name, outcome.event, actor))
        elif isinstance(outcome, Refusal):
            decides = isinstance(way.errand.command, Decide)  # what is possible names cards
            why = outcome.clause if decides else outcome.message
            self._house.notice(Noticed("refused", name, actor=actor, why=why))


def _unknown(asked: Said) -> bool:
    """Would it be carried out twice if it is stored already? The house's own commands are refused then."""
    return asked.id is None and asked.actor.role != CLOCK.role
