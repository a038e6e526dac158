"""The network between clients and processes: requests and answers are dropped, doubled, late and overtaken.

A socket is different: what comes through it comes in order, until it breaks and all that was under way is lost.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from house.simulation.processes import Died, Process
from house.simulation.seats import Log
from house.simulation.world import Deed, World
from houseway.house.answering import Answer
from houseway.house.carrying import Busy, Failed
from houseway.house.commands import Actor, Command
from houseway.house.faults import Lost
from houseway.house.office_commands import OfficeCommand
from houseway.house.outings import Errand, Outcome, Way
from houseway.house.running import House
from houseway.refusal import Refusal

if TYPE_CHECKING:
    from house.simulation.clients import Client

TRUST = 0.7  # how often


class Request(msgspec.Struct, frozen=True):
    """A command as a client sends it. `forged`: by an id that it has used for another command."""

    id: str
    actor: Actor
    table: str | None  # None: to the office
    command: Command | OfficeCommand
    forged: bool = False


class Reply(msgspec.Struct, frozen=True):
    """What a request came to: an answer, or a refusal; neither where the house did not come to an end with it.

    `again`: the same came once more behind it, and was handled as well before this was told.
    """

    answer: Answer | None = None
    refused: str | None = None
    again: bool = False


class Sent(msgspec.Struct, frozen=True):
    """A frame that the house gave to a socket, and how far the table's record was at that moment."""

    actor: Actor
    table: str
    head: int
    frame: bytes


class Network:
    """How bad it is, by this seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.loss = world.chance.choice((0, 0.05, 0.2))
        self.twice = world.chance.choice((0, 0.05, 0.2))
        self.slowest = world.chance.choice((30, 200, 2_500))
        self.breaks = world.chance.choice((0, 0.01, 0.05))
        self.gathering = world.chance.choice((0, 20, 300))  # milliseconds for which a process lets requests gather
        self.log = Log()
        self._arrived: dict[Process, list[tuple[Request, Callable[[Reply], None]]]] = {}

    def heal(self) -> None:
        self.loss = self.twice = self.slowest = self.gathering = 0
        self.breaks = 0

    def latency(self) -> int:
        return self.world.chance.randint(0, self.slowest)

    def carry(self, deed: Deed) -> None:
        """Something goes over the network: not at all, once, or twice, each time at its own speed."""
        if self.world.happens(self.loss):
            return
        for _ in range(2 if self.world.happens(self.twice) else 1):
            self.world.later(self.latency(), deed)

    def arrive(self, process: Process, request: Request, tell: Callable[[Reply], None]) -> None:
        """A request is there; those that come until the process looks are handled together."""
        waiting = self._arrived.setdefault(process, [])
        waiting.append((request, tell))
        if len(waiting) == 1:
            self.world.later(self.world.chance.randint(0, self.gathering), lambda: self._handle(process))

    def _handle(self, process: Process) -> None:
        waiting = self._arrived.pop(process)
        try:
            replies = handle(process, [request for request, _ in waiting])
        except Died:
            return
        for place, ((request, tell), reply) in enumerate(zip(waiting, replies, strict=True), 1):
            again = any(other == request for other, _ in waiting[place:])
            tell(msgspec.structs.replace(reply, again=again))


class Socket:
    """A client's connection to one process; all tables that it watches are told through it."""

    def __init__(self, network: Network, client: "Client", process: Process, sent: Callable[[Sent], None]) -> None:
        self.network = network
        self.client = client
        self.process = process
        self.is_open = True
        self._sent = sent
        self._arrives = network.world.now
        self._ends: list[Callable[[], None]] = []
        self._tables: list[str] = []
        process.sockets.append(self)

    def watch(self, table: str, since: int | None) -> None:
        """May raise `Died`, or what the house raises."""

        def deliver(frame: bytes) -> None:
            if self.is_open and self.process.alive:
                self._sent(Sent(self.client.actor, table, self.process.house.table(table).version, frame))
                self._under_way(lambda: self.client.told(self, table, frame))

        self._ends.append(self.process.call(lambda house: house.watch(table, self.client.actor, since, deliver)))
        self._tables.append(table)
        self.network.log.opens(table, self.client.actor.name, self.network.world.now)

    def breaks(self) -> None:
        """Nothing more comes through; the house notices at once, or the process is dead."""
        if not self.is_open:
            return
        self.is_open = False
        closed = self.network.world.now if self.process.alive else None
        for table in self._tables:
            self.network.log.closes(table, self.client.actor.name, closed)
        self.process.sockets.remove(self)
        if self.process.alive:
            for end in self._ends:
                end()
        self.client.cut_off(self)

    def _under_way(self, deed: Deed) -> None:
        world = self.network.world
        self._arrives = max(self._arrives, world.now + self.network.latency())
        world.at(self._arrives, lambda: deed() if self.is_open else None)


def handle(process: Process, requests: Sequence[Request]) -> list[Reply]:
    """What a process makes of requests, those at tables together. `Died`: it did not live to tell."""
    errands = [Errand(each.table, each.command, each.actor, each.id) for each in requests if each.table is not None]  # type: ignore[arg-type]
    came = iter(process.call(lambda house: carry_out(house, errands, process.world)))
    return [_reply(next(came) if each.table is not None else _of_office(process, each)) for each in requests]


def carry_out(house: House, errands: Sequence[Errand], world: World) -> list[Outcome | None]:
    """As the carrier does it: when an outing is stored the next may set out, at other tables, before it comes back."""
    ways = [house.carrying.way(errand) for errand in errands]
    while waiting := [way for way in ways if way.outcome is None]:
        first = list({way.table.name: way for way in reversed(waiting)}.values())  # at each table
        part = world.chance.randint(1, len(first))
        one = house.carrying.set_out(first[:part], wait=_waits(house, first[:part], world))
        one.store(house.store)
        other = house.carrying.set_out(first[part:], wait=_waits(house, first[part:], world), before=one)
        if told_first := world.happens(0.5):
            house.carrying.come_back(one)
        other.store(house.store)
        if not told_first:
            house.carrying.come_back(one)
        house.carrying.come_back(other)
    return [way.outcome for way in ways]


def _waits(house: House, ways: Sequence[Way], world: World) -> bool:
    """Where others append, too, who does not wait trusts that he has heard of it, until he is put off or refused."""
    trusts = house.shared and not any(way.put_off or way.doubted for way in ways)
    return not (trusts and world.happens(TRUST))


def _of_office(process: Process, request: Request) -> Outcome:
    try:
        return process.call(lambda house: house.office(request.command, request.actor, request.id))  # type: ignore[arg-type]
    except (Refusal, Lost) as wrong:
        return wrong


def _reply(outcome: Outcome | None) -> Reply:
    assert outcome is not None, "who waits is answered"
    if isinstance(outcome, Answer):
        return Reply(outcome)
    if isinstance(outcome, Busy | Failed | Lost):
        return Reply()
    if isinstance(outcome, Refusal):
        return Reply(refused=outcome.message)
    raise outcome


__all__ = ["Died", "Network", "Reply", "Request", "Sent", "Socket", "handle"]
