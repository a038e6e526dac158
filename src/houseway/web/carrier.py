"""The carrier: it carries out what everybody asks of the tables, at as many at once as have something.

So a commit serves many, and nobody waits for a thread of his own. What the carrier does itself it does in one thread,
which it is given: that of the event loop, so that no other has to be woken, or one of its own, where the database may
let it wait. Another stores an outing; meanwhile those who came back with the one before are told, and more is asked.
However much is asked at one table, it is one command at a time there, in its order, and the other tables do not wait
for the rest. What cannot be carried out at once, because somebody holds the table, it has to be made from its record,
or bots of the house think at it, is done by yet another thread.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from houseway.house.looking import Looked, look
from houseway.house.noticing import Noticed, where
from houseway.house.outings import Errand, Outcome, Outing, Way
from houseway.house.presence import Absent
from houseway.house.running import House
from houseway.house.tables import stream
from houseway.web.calls import OwnThread
from houseway.web.faults import Fault
from houseway.web.visitors import Presence, gone, gone_by

Soon = Callable[[Callable[[], object]], None]

TOGETHER = 32  # tables at which something is carried out together, at most
FEW = 8  # of them are told before the next set out
ENDED = "your session has ended: log in again"


class Ended(Fault):
    """Whoever is connected is not, any longer, who he was when he came in."""


class _Asked(Struct, eq=False):
    """An errand, by whom it is asked, and whom to tell what came of it."""

    errand: Errand
    presence: Presence | None
    tell: Callable[[Outcome], None]
    way: Way | None = None  # there as soon as it has set out

    @property
    def table(self) -> str:
        return self.errand.table


class _Party(Struct, eq=False):
    """Those who have set out together."""

    asked: Sequence[_Asked]
    outing: Outing
    seen: bool  # that they are in; else who stores it tells


class Carrier:
    """What waits to be carried out. At each table who asked first is carried out first."""

    def __init__(self, house: House, others: Executor) -> None:
        self._house = house
        self._others = others
        self._asked: dict[str, deque[_Asked]] = {}  # of each table; only its thread touches it, and all that follows
        self._under_way: _Party | None = None
        self._waited_for: dict[str, Future[None]] = {}  # tables for which another thread waits
        self._going = False  # what was asked is about to set out
        self._ending = False
        self._ended = threading.Event()
        self._storing = OwnThread("storing")

    def begin(self, soon: Soon, may_wait: bool) -> None:
        """From now on; `soon` has something done in the carrier's thread, in the order in which it is said.

        A thread that `may_wait` for the database stores by itself what nobody waits behind: no other is woken for it.
        """
        self._soon = soon
        self._may_wait = may_wait
        self._storing.start()
        self._others.submit(int).result()  # should the system allow no more threads, one of them is there

    def end(self) -> None:
        """What was asked is carried out; nothing is asked any more. It is not for the carrier's thread to say."""
        self._soon(self._end)
        self._ended.wait()
        self._storing.end()

    def ask(self, errand: Errand, tell: Callable[[Outcome], None], presence: Presence | None = None) -> None:
        """Have a command carried out; any thread may ask, and is told in another."""
        if presence is not None and self._house.shared:
            errand = replace(errand, holder=presence.holder)
        self._soon(partial(self._take, _Asked(errand, presence, tell)))

    def _take(self, asked: _Asked) -> None:
        self._asked.setdefault(asked.table, deque()).append(asked)
        self._go_on()

    def _end(self) -> None:
        self._ending = True
        self._go_on()

    def _go_on(self) -> None:
        """Whoever has asked by then sets out, unless somebody is under way: they go on when that is stored."""
        if self._going or self._under_way is not None:
            return
        if any(table not in self._waited_for for table in self._asked):
            self._going = True
            self._soon(self._begin_outing)
        elif self._ending:
            self._leave()

    def _begin_outing(self) -> None:
        self._going = False
        party = self._set_out(None)
        if party is not None and self._may_wait and not self._asked:
            party.outing.store(self._house.store)
            self._come_back(party)
        else:
            self._store(party)
        self._go_on()

    def _store(self, party: _Party | None) -> None:
        """Have stored what has set out, by the thread that does; where that is nothing they are told at once."""
        self._under_way = party if party is not None and party.outing.under_way else None
        if party is not None and self._under_way is None:
            self._come_back(party)
        elif party is not None:
            self._storing.soon(partial(self._have_stored, party))

    def _have_stored(self, party: _Party) -> None:
        try:
            party.outing.store(self._house.store)
        finally:
            self._soon(partial(self._stored, party))

    def _stored(self, party: _Party) -> None:
        """Where many are under way the next have set out, and are being stored, before those of this outing are told.

        Few are told first: whoever waits behind one of them sets out at once, and not an outing later.
        """
        if len(party.asked) > FEW:
            self._store(self._set_out(party))
            self._come_back(party)
        else:
            self._come_back(party)
            self._store(self._set_out(None))
        self._go_on()

    def _leave(self) -> None:
        """Nothing is asked any more but at tables for which others wait: they do the rest."""
        for table, rest in self._asked.items():
            with suppress(RuntimeError):  # as above
                self._others.submit(self._after, self._waited_for[table], rest)
        self._asked = {}
        self._ended.set()

    def _set_out(self, before: _Party | None) -> _Party | None:
        """Who asked first at each table that nobody has by now."""
        taken = {asked.table for asked in before.asked} if before is not None else set[str]()
        free = [table for table in self._asked if table not in self._waited_for and table not in taken]
        asked, looked = self._there([self._first(table) for table in free[:TOGETHER]])
        if not asked:
            return None
        try:
            for each in asked:
                each.way = each.way or self._house.carrying.way(each.errand)
            ways = [each.way for each in asked if each.way is not None and each.way.outcome is None]
            outing = self._house.carrying.set_out(
                ways, before=before.outing if before is not None else None, looked=looked
            )
        except BaseException as wrong:
            self._fail(asked, wrong)
            return None
        return _Party(asked, outing, seen=looked is not None or not self._house.shared)

    def _first(self, table: str) -> _Asked:
        """Who asked first at a table; who asked there after him comes behind all others."""
        queue = self._asked.pop(table)
        asked = queue.popleft()
        if queue:
            self._asked[table] = queue
        return asked

    def _there(self, asked: Sequence[_Asked]) -> tuple[Sequence[_Asked], Looked | None]:
        """Those of them who still are who they were; the others are told that they are not.

        Where others write, too, the database tells it when it stores what they ask, and nobody asks it before. Somebody
        was refused by what may be old? Then it is looked at, for all who set out with him.
        """
        if self._house.shared and not any(each.way is not None and each.way.doubted for each in asked):
            return asked, None
        return self._looked_at(asked)

    def _looked_at(self, asked: Sequence[_Asked]) -> tuple[Sequence[_Asked], Looked | None]:
        looked = None
        there = [each.presence for each in asked if each.presence is not None]
        try:
            if self._house.shared:
                looked = self._look([stream(each.table) for each in asked], there)
                absent = gone_by(looked, there)
            else:
                absent = gone(self._house, there)
        except BaseException as wrong:
            self._fail(asked, wrong)
            return (), None
        for each in asked:
            if each.presence in absent:
                self._tell(each, Absent())
        return [each for each in asked if each.presence not in absent], looked

    def _look(self, streams: Sequence[str], there: Sequence[Presence]) -> Looked:
        return look(self._house.store, streams, self._house.now(), [presence.bound.token for presence in there])

    def _come_back(self, party: _Party) -> None:
        try:
            self._house.carrying.come_back(party.outing)
        except BaseException as wrong:
            self._fail(party.asked, wrong)
            return
        for asked in self._seen(party):
            way = asked.way
            assert way is not None
            if way.outcome is not None:
                self._tell(asked, way.outcome)
            elif way.put_off:
                self._waited_for[asked.table] = waited = Future[None]()
                with suppress(RuntimeError):  # no thread can be started: one that is there does it
                    self._others.submit(self._wait_for, asked, waited)
            else:  # somebody was faster
                self._asked.setdefault(asked.table, deque()).appendleft(asked)

    def _seen(self, party: _Party) -> Sequence[_Asked]:
        """Those who may be told; of whom nothing was to be stored, it is looked at now that they are in."""
        if party.seen:
            return party.asked
        stored = set(map(id, party.outing.under_way))
        told = [each for each in party.asked if each.way is not None and each.way.outcome is not None]
        unseen = [each for each in told if each.presence is not None and id(each.way) not in stored]
        if not unseen:
            return party.asked
        there = {id(each) for each in self._looked_at(unseen)[0]}
        gone = {id(each) for each in unseen} - there
        return [each for each in party.asked if id(each) not in gone]

    def _wait_for(self, asked: _Asked, waited: Future[None]) -> None:
        try:
            self._carry(asked)
        finally:
            waited.set_result(None)
            self._soon(partial(self._let_go, asked.table))

    def _let_go(self, table: str) -> None:
        """Nobody waits for a table any more."""
        del self._waited_for[table]
        self._go_on()

    def _after(self, before: Future[None], rest: Iterable[_Asked]) -> None:
        """Carry out what was asked at a table when whoever waits for it has had it."""
        wait([before])
        for asked in rest:
            self._carry(asked)

    def _carry(self, asked: _Asked) -> None:
        """Have something carried out by who waits for it."""
        for there in self._looked_at([asked])[0]:
            try:
                (outcome,) = self._house.carry_out([there.errand])
            except BaseException as wrong:
                self._fail([there], wrong)
            else:
                self._tell(there, outcome)

    def _fail(self, asked: Iterable[_Asked], wrong: BaseException) -> None:
        for each in asked:
            self._tell(each, wrong if isinstance(wrong, Exception) else RuntimeError("the house ends"))
        if not isinstance(wrong, Exception):
            raise wrong

    def _tell(self, asked: _Asked, outcome: Outcome) -> None:
        """Whoever cannot be told, the thread goes on: all the others wait for it."""
        try:
            asked.tell(Ended("unauthorised", ENDED) if isinstance(outcome, Absent) else outcome)
        except Exception as wrong:
            self._house.notice(Noticed("failed", asked.table, why=where(wrong)))
