"""The front of the house: what all requests and sockets of a process share."""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from houseway.house import pit
from houseway.house.answering import Answer
from houseway.house.attendance import LocalAttendance
from houseway.house.carrying import Busy, Failed
from houseway.house.clocks import Clockwork, Ear
from houseway.house.commands import CLOCK, Actor, Asked, Back, Command, Sit
from houseway.house.faults import Lost
from houseway.house.housekeeping import Housekeeper
from houseway.house.lobby import lobby
from houseway.house.noticing import Noticed, named_in, of_database, where
from houseway.house.office_commands import OfficeCommand
from houseway.house.outings import Errand, Outcome
from houseway.house.passwords import AT_ONCE, Passwords
from houseway.house.running import House
from houseway.house.sessions import Visitor
from houseway.refusal import Refusal
from houseway.web import logs
from houseway.web.calls import Calls, OwnThread
from houseway.web.carrier import Carrier
from houseway.web.counting import Counting
from houseway.web.faults import Fault
from houseway.web.keeping import Keeping
from houseway.web.limits import Buckets, Limits, clock
from houseway.web.metrics import Ending, Metrics
from houseway.web.seats import Seats
from houseway.web.visitors import Presence, visitor_of

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

THREADS = 16  # commands and looks at a time; the database is their limit, not the processor
AT_TABLES = 32  # threads in which somebody may wait for a table that is held
AT_ONE_TABLE = 4  # of them, so that who waits for one table keeps nobody from another
EPOCH = 8  # bytes
PROMPT = 2  # threads for each thing that is answered within a moment
MOMENT = 700  # milliseconds: whoever asks whether the house is well has his answer within a second
THOUSAND = 1000
CLOCKS = 4  # tables at which the clock speaks at the same time


class Front:
    """A house, with what counts, limits and logs what is asked of it."""

    def __init__(
        self,
        house: House,
        limits: Limits,
        metrics: Metrics,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        passwords: Passwords | None = None,
    ) -> None:
        self.house = house
        self.limits = limits
        self.metrics = metrics
        self.rates = {
            "newcomers": Buckets(limits.newcomers, limits.keys, clock),
            "log_ins": Buckets(limits.log_ins, limits.keys, clock),
            "commands": Buckets(limits.commands, limits.keys, clock),
        }
        self.seats = Seats(house, limits.seats_of_network)
        self.keeping = Keeping(clock)
        self.entropy = entropy
        self.passwords = passwords
        self.epoch = entropy(EPOCH).hex()  # in which tables are told of: another one with every start
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="house")
        self._tables_pool = ThreadPoolExecutor(AT_TABLES, thread_name_prefix="tables")
        self._at_table: dict[str, asyncio.Semaphore] = {}
        self._prompt_pools = defaultdict[str, ThreadPoolExecutor](
            lambda: ThreadPoolExecutor(PROMPT, thread_name_prefix="prompt")
        )
        self._slow_pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._clock_pool = ThreadPoolExecutor(CLOCKS, thread_name_prefix="clock")
        self._waiting_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="waiting")
        self._carrier = Carrier(house, self._waiting_pool)
        self._calls: Calls | None = None
        self._own_thread: OwnThread | None = None
        self.odds, self.coach = Counting(), Counting()  # nobody who decides waits for odds that take long
        self._works: list[Clockwork | Ear | Housekeeper] = []
        self.documents: dict[str, dict[str, Any]] = {}
        house.notice = self.notice
        house.attendance = LocalAttendance(house.now)

    async def run(
        self, work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result:
        """Do something that may wait, without keeping others waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: self._tried(work, *args, **kwargs))

    async def run_at(
        self, table: str, work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result:
        """The same for what may wait for a table: few at a time, and the others without a thread."""
        is_known = any(each.name == table for each in self.house.all())
        name = table if is_known else ""  # all who ask for what there is not are in one line
        async with self._at_table.setdefault(name, asyncio.Semaphore(AT_ONE_TABLE)):
            return await asyncio.get_running_loop().run_in_executor(
                self._tables_pool, lambda: self._tried(work, *args, **kwargs)
            )

    async def run_slow(
        self, work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result:
        """The same for what takes long by intent, as passwords do: others do not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(
            self._slow_pool, lambda: self._tried(work, *args, **kwargs)
        )

    async def run_promptly(
        self, name: str, work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result:
        """The same for what is answered within a moment; it waits behind nothing but others of its name."""
        answer = asyncio.get_running_loop().run_in_executor(
            self._prompt_pools[name], lambda: self._tried(work, *args, **kwargs)
        )
        await asyncio.wait((answer,), timeout=MOMENT / THOUSAND)
        if not answer.done():
            answer.cancel()  # what waits for a thread; what has begun has its thread until the database answers
            raise Fault(
                "failed", "the database, or a table that is being made again, gives no answer: ask again", status=503
            )
        return answer.result()

    def visitor(self, token: str | None) -> Visitor | None:
        """Who has a token, as he stands now; None where nobody has it, or no longer."""
        return visitor_of(self.house, token)

    def calls(self) -> Calls:
        """How other threads have something done in the loop that runs."""
        loop = asyncio.get_running_loop()
        if self._calls is None or self._calls.loop is not loop:
            self._calls = Calls(loop)
        return self._calls

    def carry_out(
        self,
        table: str,
        command: Command,
        presence: Presence,
        id: str,  # noqa: A002
        tell: Callable[[Outcome], None],
    ) -> None:
        """Have a command carried out at a table, together with what others ask; what came of it is told in the loop."""
        calls, actor = self.calls(), presence.bound.visitor
        begun = time.perf_counter_ns()

        def came(outcome: Outcome) -> None:
            try:
                if isinstance(outcome, Lost):
                    self._database_failed(outcome)
                if not isinstance(outcome, Fault):
                    self._count(command, actor, table, outcome, begun)
            finally:
                if isinstance(command, Sit | Back):
                    self.seats.settle(table, actor)
                calls.soon(partial(tell, outcome))

        if isinstance(command, Sit | Back):
            self.seats.take(table, actor, presence.network)
        self._carrier.ask(Errand(table, command, actor, id, self.house.now()), came, presence)

    def execute(
        self,
        table: str,
        command: Command,
        actor: Actor,
        id: str,  # noqa: A002
        network: str | None,
    ) -> Answer:
        """Carry out a command at a table, asked for from a network or, with None, on the machine itself."""
        if not isinstance(command, Sit | Back):
            return self._counted(command, actor, table, lambda: self.house.execute(table, command, actor, id))
        self.seats.take(table, actor, network)
        try:
            return self._counted(command, actor, table, lambda: self.house.execute(table, command, actor, id))
        finally:
            self.seats.settle(table, actor)

    def office(self, command: OfficeCommand, actor: Actor, id: str | None, **secrets: Any) -> Answer:  # noqa: A002
        """Carry out a command of the house itself."""
        return self._counted(command, actor, None, lambda: self.house.office(command, actor, id, **secrets))

    def notice(self, noticed: Noticed) -> None:
        """What happens in the house beside what is asked: lost races, tables that fail."""
        if noticed.what == "conflict":
            self.metrics.conflicts.inc()
        elif noticed.what == "voided":
            self.metrics.voided.inc()
        elif noticed.what == "lost":
            self._lost(named_in(noticed.why or "") or "Lost")
        elif noticed.what == "failed":
            self.metrics.errors.labels("table").inc()
            if (name := named_in(noticed.why or "")) is not None:
                self._lost(name)
        elif noticed.what == "carried out" and noticed.actor == CLOCK.name:
            self.keeping.stored()
        logs.noticed(noticed)

    def begin(self) -> None:
        """Start the clock, and follow the entries that other processes append."""
        self.seats.begin()
        self.house.later = lambda work: self._pool.submit(self._later, work)
        self._carrier.begin(self._carrying_thread().soon, may_wait=self._own_thread is not None)
        self._works = [Clockwork(self.house, self._clock_pool, ask=self._carrier.ask)]
        if self.house.shared:
            self._works.append(Ear(self.house))
        self._works.append(Housekeeper(self.house))
        for work in self._works:
            work.start()
        self._pool.submit(self._later, self._look_around)

    def end(self) -> None:
        """The clock stands still; what is being carried out is finished."""
        for work in self._works:
            work.end()
        self._carrier.end()
        if self._own_thread is not None:
            self._own_thread.end()
        pools = (
            self._waiting_pool,
            self._tables_pool,
            self._clock_pool,
            self._slow_pool,
            self._pool,
        )  # the last serves all
        for pool in (*pools, *self._prompt_pools.values()):
            pool.shutdown()
        for counting in (self.odds, self.coach):
            counting.end()

    def _look_around(self) -> None:
        """Who looks at all tables while one is held is shown what was seen of it last: so it is looked at once."""
        lobby(self.house)
        pit.board(self.house)

    def _later(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as wrong:  # nobody awaits it: who looks after the house is told
            self.notice(Noticed("failed", why=where(wrong)))

    def _carrying_thread(self) -> Calls | OwnThread:
        """Where commands are carried out: in the loop, unless a database is asked before each that may let it wait."""
        if not self.house.shared:
            return self.calls()
        self._own_thread = OwnThread("carrier")
        self._own_thread.start()
        return self._own_thread

    def _tried(self, work: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Who asked is told to ask again when the database fails; who looks after the house is told at what."""
        try:
            return work(*args, **kwargs)
        except Lost as lost:
            self._database_failed(lost)
            raise

    def _database_failed(self, lost: Lost) -> None:
        logs.error("database failed", lost)
        self._lost(of_database(lost) or type(lost).__name__)

    def _lost(self, name: str) -> None:
        self.keeping.failed(name)
        self.metrics.lost.labels(name).inc()

    def _counted(self, command: Asked, actor: Actor, table: str | None, work: Callable[[], Answer]) -> Answer:
        begun = time.perf_counter_ns()
        try:
            answer = work()
        except Exception as wrong:
            self._count(command, actor, table, wrong, begun)
            raise
        self._count(command, actor, table, answer, begun)
        return answer

    def _count(self, command: Asked, actor: Actor, table: str | None, came: Outcome, begun: int) -> None:
        do, outcome, took = str(type(command).__struct_config__.tag), _outcome(came), time.perf_counter_ns() - begun
        if outcome == "done":
            self.keeping.stored()
        with suppress(Exception):
            self.metrics.command(do, outcome, took)
        logs.say(
            logging.INFO,
            "command",
            do=do,
            table=table,
            actor=actor.name,
            role=actor.role,
            outcome=outcome,
            entry=came.event if isinstance(came, Answer) else None,
            ms=took // 10**6,
        )


def _outcome(came: Outcome) -> Ending:
    if isinstance(came, Answer):
        return "repeated" if came.repeated else "done"
    return "refused" if isinstance(came, Refusal) and not isinstance(came, Busy | Failed) else "failed"
