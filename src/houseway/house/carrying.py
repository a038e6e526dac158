"""Carrying out commands: in memory first, then on the record, and only then shown.

What many ask at the same moment is carried out together: each at its own table, all of it stored with one commit, each
by itself stored or refused. Of two that mean the same table the second waits for the first.
Whatever fails on the way, what is in memory is dropped and made again from the record.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from houseway.house import looking, purchases
from houseway.house.answering import Answer, Answers, Said, answer_of, said
from houseway.house.attendance import Attendance, attended
from houseway.house.authorising import authorise, check_reason
from houseway.house.commands import (
    CLOCK,
    ChooseRules,
    Clock,
    Command,
    Decide,
    Report,
    Resume,
    Validate,
    VoidRound,
)
from houseway.house.in_round import falls_that_count
from houseway.house.linking import Meters
from houseway.house.live import LiveTable
from houseway.house.looking import Looked
from houseway.house.noticing import Noticed, where
from houseway.house.outings import NOTHING, Errand, Outcome, Outing, Seen, Sight, Way
from houseway.house.record import Done, Entry
from houseway.house.store import Conflict, Earlier, Lost, Stopped, Store
from houseway.house.tables import Table
from houseway.house.turn import Sealed
from houseway.money import Cents
from houseway.refusal import Refusal
from houseway.rules import check_plain

ATTEMPTS = 50  # against others who are faster, before the asker is told to try again
ASK_AGAIN = 3  # times, when the database gave no answer

MAY_VOID = (Report, VoidRound)  # what the floor says may void a round; of other commands it shows when they are done
IN_ROUND = (Clock, Decide, Report, Validate, VoidRound)  # what a failing round cannot go on without

Later = Callable[[Callable[[], None]], object]


class Busy(Refusal):
    """Not now: nothing was changed, and the same may be asked again."""


class Failed(Refusal):
    """The house itself failed; the same may be asked again with the same command id."""


class Running(Protocol):
    """The house, as far as commands need it."""

    store: Store
    now: Callable[[], int]
    notice: Callable[[Noticed], None]
    later: Later
    attendance: Attendance
    shared: bool
    stopping: bool

    def table(self, name: str) -> Table: ...

    def current(self, table: Table, at: int, head: int | None, ahead: Sequence[Entry] = ()) -> LiveTable: ...

    def publish(self, table: Table, at: int) -> None: ...

    def wallet(self, name: str) -> Cents: ...

    def coupons(self, name: str) -> Cents: ...


class Carrying:
    """How a house carries out what it is asked."""

    def __init__(self, house: Running, meters: Meters) -> None:
        self._house = house
        self._meters = meters
        self._answers = Answers(house.store)

    def carry_out(self, errands: Sequence[Errand]) -> list[Outcome]:
        """What each of them came to, or why it came to nothing; at one table in the order in which they are given."""
        ways = [self.way(errand) for errand in errands]
        while waiting := [way for way in ways if way.outcome is None]:
            outing = self.set_out(waiting, wait=True)
            outing.store(self._house.store)
            self.come_back(outing)
        return [way.outcome for way in ways if way.outcome is not None]

    def forget_answers(self) -> None:
        """What was answered may not be on the record any more: from now on that alone tells."""
        self._answers = Answers(self._house.store)

    def way(self, errand: Errand) -> Way:
        """An errand that may set out; one that cannot be understood has come to its end."""
        way = Way(errand)
        way.came = errand.came if errand.came is not None else self._house.now()
        try:
            authorise(errand.actor, type(errand.command))
            check_reason(errand.actor, errand.command)
            way.table = self._house.table(errand.table)
            way.asked = said(errand.table, errand.command, errand.actor, errand.id)
        except Exception as wrong:
            way.outcome = wrong
        return way

    def set_out(
        self, waiting: Sequence[Way], wait: bool = False, before: Outing | None = None, looked: Looked | None = None
    ) -> Outing:
        """As many as can be under way at the same time are carried out in memory; who waits has at least the first.

        `before` is an outing that is stored and has not come back: no table of it is among these. Who does not wait
        puts off those whose tables are not at hand: somebody holds them, they have to be made from the record first, or
        bots of the house think there. Who sets out in a thread comes back in it. `looked` is what he has looked at; who
        has not trusts that he has heard of what others have appended: where he is wrong nothing is stored.
        """
        if before is not None:
            self._meters.were_set(before.sets)
        outing = Outing(waiting)
        try:
            self._set_out(outing, wait, looked)
        except BaseException:
            outing.forget()
            outing.let_go()
            raise
        return outing

    def come_back(self, outing: Outing) -> None:
        """It is stored: everybody is told. Whose outcome is still open was overtaken, and may set out again."""
        try:
            if outing.wrong is not None:
                raise outing.wrong
            for way, came in zip(outing.under_way, outing.came, strict=True):
                self._come_back(way, came)
        except BaseException:
            outing.forget()
            raise
        finally:
            outing.let_go()
        self._look_up([way for way in outing.ways if way.refused])
        for way in outing.ways:
            self._notice(way)

    # On the way out

    def _set_out(self, outing: Outing, wait: bool, looked: Looked | None) -> None:
        """Each with what those before have made of the meters: where that is not stored, who relies on it is not."""
        taken, streams = set[str](), [way.table.stream for way in outing.ways]
        trusts = self._house.shared and not wait and looked is None
        if looked is not None:
            self._meters.saw(looked.meters)
            seen = Seen(lambda: self._look(streams), _sight(looked), self._ahead(outing.ways, looked))
        elif trusts:
            seen = Seen(lambda: self._look(streams), ({}, self._meters.shown))
        else:
            seen = Seen(lambda: self._look(streams))
        for way in outing.ways:
            if way.table.name in taken:
                continue
            taken.add(way.table.name)
            waits = wait and not outing.under_way
            if waits:
                seen = Seen(lambda: self._look(streams))
            way.put_off, way.trusted = False, trusts
            if not self._holds(way, waits):
                way.put_off = not wait
            elif not waits and self._meters.are_waited_for(way.table.definition):
                pass  # who waits for a meter has it first: this one sets out with the next
            elif not wait and not way.table.is_at_hand:
                way.put_off = True
            elif isinstance(way.errand.command, MAY_VOID) and seen.is_ahead(way.table.definition.meters.values()):
                way.put_off = not wait  # how low a meter fell is looked up on the record, where those before are not
            else:
                self._try(way, seen)
            if way.wanted is None:
                way.let_go()
                continue
            outing.under_way.append(way)
            if way.wanted.meters:
                seen.move(way.wanted.meters)
            else:
                way.meters.end()  # nobody waits for what this one does not move
        outing.ready = self._house.store.at_once([way.wanted for way in outing.under_way if way.wanted is not None])

    def _look(self, streams: Sequence[str]) -> Sight:
        """Where others append and set meters too, one look serves all."""
        if not self._house.shared:
            return {}, self._meters.shown
        looked = looking.look(self._house.store, streams, self._house.now())
        self._meters.saw(looked.meters)
        return _sight(looked)

    def _ahead(self, ways: Sequence[Way], looked: Looked) -> Mapping[str, Sequence[Entry]]:
        """What others have appended at tables that are in memory here: read with one question."""
        known = {way.table.stream: way.table.version for way in ways if way.table.version}
        behind = {stream: version for stream, version in known.items() if version < looked.heads.get(stream, 0)}
        if not behind:
            return NOTHING
        ahead = self._house.store.read_several(behind)
        self._meters.forget()
        return ahead

    def _holds(self, way: Way, wait: bool) -> bool:
        """Take the table, and the meters that it shares. Who holds something already waits for nobody."""
        return way.held.take(way.table.lock, wait) and self._meters.hold(way.table.definition, way.meters, wait)

    def _try(self, way: Way, seen: Seen) -> None:
        try:
            self._attempt(way, seen)
        except Exception as wrong:
            self._fail(way, wrong)

    def _attempt(self, way: Way, seen: Seen) -> None:
        """Carry it out in memory, if it was not before."""
        way.outcome = self._answers.remembered(way.asked)
        if way.outcome is not None:
            return
        table, asked, command = way.table, way.asked, way.errand.command
        way.at = at = self._house.now()
        head = seen.head(table.stream) if not way.trusted else table.standing.version
        way.live = live = self._house.current(table, at, head, seen.ahead.get(table.stream, ()))
        if self._house.shared and live.version != (head or 0) and not way.trusted:
            seen.look_again()  # it went on since: what it has read of the meters is not to be older than what it has
        self._may_begin(live, command)
        if isinstance(command, ChooseRules):
            check_plain(command.rules)
        purchases.check(self._house, live, command, asked.actor)
        sealed, read = table.sealed(seen.meters, way.came)
        sealed = attended(self._house.attendance, live, at, sealed)
        opened = live.playing.opened[0] if live.playing is not None else None
        if isinstance(command, MAY_VOID) and opened is not None:
            told = table.with_falls(sealed, opened)
            sealed = msgspec.structs.replace(told, lowest=falls_that_count(live, told.lowest))
        done = self._done(way, live, sealed)
        if done.body.get("meters") and opened is not None and not isinstance(command, MAY_VOID):
            done = self._after_falls(way, seen, sealed, opened) or done
        live, way.wrong = way.live, done.wrong
        try:
            relies = seen.relied(table.definition.meters.values())
            by = (asked.actor.name, asked.id, asked.digest)
            way.wanted = table.wanted(live, at, *by, done, read, relies, way.errand.holder)
        except BaseException:
            table.forget()
            raise

    def _done(self, way: Way, live: LiveTable, sealed: Sealed) -> Done:
        """What the command comes to. Where the table's own code fails, the round is void and the house goes on.

        Not before it is looked at what there is, and who asks: on trust alone nobody's round is given up.
        """
        table, command, actor, at = way.table, way.errand.command, way.asked.actor, way.at
        try:
            return live.execute(command, actor, at, sealed)
        except Refusal:
            raise
        except Exception as wrong:
            table.forget()
            if way.trusted:
                raise
            self._house.notice(Noticed("failed", table.name, actor=actor.name, why=where(wrong)))
            if isinstance(command, IN_ROUND):
                self._give_up_round(table, at)
            told = "the table failed at this: nothing of it counts, a round that cannot go on is void; play the next"
            raise Failed(told) from wrong
        except BaseException:
            table.forget()
            raise

    def _after_falls(self, way: Way, seen: Seen, sealed: Sealed, opened: int) -> Done | None:
        """A round is void, or takes a prize off a meter, where what it put on it may not be there any more.

        Then the command is carried out with that.
        """
        table = way.table
        if seen.is_ahead(table.definition.meters.values()):
            table.forget()
            raise Conflict("a meter is about to be set: how low it fell is not on the record yet")
        told, before = table.with_falls(sealed, opened), way.live.version - 1
        if not told.lowest:
            return None
        table.forget()
        way.live = self._house.current(table, way.at, before)
        if way.live.version != before:
            raise Conflict("somebody else was faster at the table: what was read of its meters may be older than his")
        lowest = falls_that_count(way.live, told.lowest)
        return self._done(way, way.live, msgspec.structs.replace(told, lowest=lowest))

    def _give_up_round(self, table: Table, at: int) -> None:
        try:
            if self._house.current(table, at, None).state.phase == "playing":
                table.give_up_round(at)
                self._house.publish(table, at)
        except (Refusal, Lost, Stopped):
            raise
        except Exception as worse:
            table.forget()
            raise Failed("the table failed, and its round cannot be given up: tell a supervisor") from worse

    def _may_begin(self, live: LiveTable, command: Command) -> None:
        playing = live.state.phase == "playing" and isinstance(command, (*IN_ROUND, Resume))
        if self._house.stopping and not playing:
            raise Busy("the house is about to restart: ask again in a moment")

    # On the way back

    def _come_back(self, way: Way, came: Entry | Exception) -> None:
        assert way.wanted is not None
        way.trusted = False  # the database itself has told
        try:
            entry = way.table.stored(way.live, way.wanted, came)
        except Exception as wrong:
            self._fail(way, wrong)
        else:
            way.outcome = self._stored(way, entry)

    def _fail(self, way: Way, wrong: Exception) -> None:
        """Who lost a race sets out again, and who failed, or is refused, by what others may have changed since.

        Who is refused all the same may have been carried out before: that is looked up.
        """
        way.outcome = wrong
        if isinstance(wrong, Conflict | Lost):
            lost = isinstance(wrong, Lost)
            self._house.notice(Noticed("lost" if lost else "conflict", way.table.name, why=where(wrong)))
            way.attempts += 1
            way.lost += lost
            if lost and (way.lost > ASK_AGAIN or _unknown(way.asked)):
                return
            late = way.attempts == ATTEMPTS
            way.outcome = Busy("the table is busy: ask again with the same command id") if late else None
        elif way.trusted:
            way.outcome, way.doubted = None, True
        elif isinstance(wrong, Refusal):
            way.refused = True

    def _look_up(self, refused: Sequence[Way]) -> None:
        """Was one of those who are refused carried out before, by another process or before a restart?"""
        found: Sequence[Outcome | None]
        try:
            found = self._answers.recorded([(way.asked, way.table) for way in refused]) if refused else ()
        except Exception as wrong:
            found = [wrong] * len(refused)
        for way, before in zip(refused, found, strict=True):
            way.outcome = before or way.outcome

    def _stored(self, way: Way, entry: Entry) -> Answer:
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
                if (keep := table.keep(way.at)) is not None:
                    self._house.later(keep)
        except Exception as wrong:
            self._house.notice(Noticed("failed", table.name, why=where(wrong)))
        return answer

    def _notice(self, way: Way) -> None:
        outcome, name, actor = way.outcome, way.table.name, way.errand.actor.name
        if isinstance(outcome, Answer):
            self._house.notice(Noticed("carried out", name, outcome.event, actor))
        elif isinstance(outcome, Refusal):
            decides = isinstance(way.errand.command, Decide)  # what is possible names cards
            why = outcome.clause if decides else outcome.message
            self._house.notice(Noticed("refused", name, actor=actor, why=why))


def _sight(looked: Looked) -> Sight:
    return looked.heads, lambda: looked.meters


def _unknown(asked: Said) -> bool:
    """Would it be carried out twice if it is stored already? The house's own commands are refused then."""
    return asked.id is None and asked.actor.role != CLOCK.role
