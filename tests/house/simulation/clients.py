"""Clients: what each was told and what each asks, over a network that loses things.

A client repeats a command until it has an answer, always by the same id. It keeps its own picture of every table that
it watches, and comes back with the version that it knows when its socket breaks.
"""

from collections.abc import Callable
from random import Random

from house.simulation.network import Died, Network, Reply, Request, Sent, Socket
from house.simulation.picture import Picture
from house.simulation.processes import Process
from house.simulation.world import World
from houseway.house.commands import Actor, Command
from houseway.house.faults import Lost
from houseway.house.frames import Wallet
from houseway.house.office_commands import ChangeReset, OfficeCommand, RedeemMoney, TakeMoney
from houseway.house.views import TableView
from houseway.refusal import Refusal

Wish = Callable[[TableView, str, Random], Command | None]
Handled = Callable[[Process, Request, Reply], None]

RESETS = (0, 1_000_00, 9_000_00)  # that a meter may be given
PATIENCE = (800, 3_000, 8_000)  # milliseconds without an answer, before a client asks again


class Client:
    """Somebody with a screen: a player, the pit, or one who only looks."""

    def __init__(
        self,
        world: World,
        network: Network,
        processes: list[Process],
        actor: Actor,
        tables: list[str],
        wish: Wish | None,
        sent: Callable[[Sent], None],
        handled: Handled,
    ) -> None:
        self.world = world
        self.network = network
        self.actor = actor
        self.pictures = {table: Picture(actor.name, table) for table in tables}
        self.waiting: dict[str, Request] = {}
        self.done: dict[str, tuple[Request, Reply]] = {}  # what was carried out, as it was told
        self.quiet = self.is_gone = False
        self.socket: Socket | None = None
        self.wallet: Wallet | None = None  # as it was told since the client came in last
        self.pace = world.chance.choice((300, 900, 2_500))
        self._wish = wish
        self._sent = sent
        self._handled = handled
        self._processes = processes
        self._asked = 0

    # Looking

    def connect(self) -> None:
        """A socket to one of the processes, each table from the version that is known."""
        alive = [process for process in self._processes if process.alive]
        if self.socket is not None or self.is_gone:
            return
        if not alive:
            self.world.later(500, self.connect)
            return
        self.wallet = None
        socket = self.socket = Socket(self.network, self, self.world.chance.choice(alive), self._sent)
        for table, picture in self.pictures.items():
            if not socket.is_open:
                return
            picture.comes_back = True
            forgets = self.world.happens(0.05)
            try:
                socket.watch(table, None if forgets else picture.version)
            except Died:
                return
            except (Lost, Refusal):
                socket.breaks()

    def told(self, socket: Socket, table: str, frame: bytes) -> None:
        if socket is not self.socket:
            return
        self.wallet = self.pictures[table].told(frame) or self.wallet
        if self.world.happens(self.network.breaks):
            socket.breaks()

    def cut_off(self, socket: Socket) -> None:
        if self.socket is socket:
            self.socket = None
            self.world.later(self.world.chance.choice((0, 400, 6_000, 25_000)), self.connect)

    def goes_home(self) -> None:
        """They close everything and do not come back."""
        self.is_gone = True
        if self.socket is not None:
            self.socket.breaks()

    # Asking

    def lives(self) -> None:
        """A wish now and then."""
        if self.quiet or self._wish is None:
            return
        self.world.later(self.world.chance.randint(self.pace // 2, self.pace * 2), self.lives)
        if len(self.waiting) >= 3:
            return
        chance = self.world.chance
        if self.actor.role == "player" and chance.random() < 0.02:
            self._ask(None, chance.choice((TakeMoney(), RedeemMoney(chance.choice((1, 500_00, 9_000_00))))))
            return
        table = chance.choice(list(self.pictures))
        view = self.pictures[table].view
        if self.actor.role == "supervisor" and view is not None and view.felt.meters and chance.random() < 0.4:
            meter = f"{view.game}-{chance.choice(sorted(view.felt.meters))}".replace("_", "-")
            self._ask(None, ChangeReset(meter, chance.choice(RESETS), "another jackpot"))
            return
        command = self._wish(view, self.actor.name, chance) if view is not None else None
        if command is None:
            return
        if self.done and chance.random() < 0.03:
            self._forge(table, command)
        else:
            self._ask(table, command)

    def _ask(self, table: str | None, command: Command | OfficeCommand) -> None:
        self._asked += 1
        request = Request(f"{self.actor.name} {self._asked}", self.actor, table, command)
        self.waiting[request.id] = request
        self.send(request)

    def _forge(self, table: str, command: Command) -> None:
        """Another command by an id that was used: nobody waits for it, and it must be refused."""
        before, _ = self.done[self.world.chance.choice(list(self.done))]
        if (before.table, before.command) != (table, command):
            self.network.carry(lambda: self._arrives(Request(before.id, self.actor, table, command, forged=True)))

    def send(self, request: Request) -> None:
        """The request goes out, and again while there is no answer."""
        if self.waiting.get(request.id) is not request:
            return
        self.network.carry(lambda: self._arrives(request))
        again = self.world.chance.choice(PATIENCE) if self.network.slowest else 50
        self.world.later(again, lambda: self.send(request))

    def _arrives(self, request: Request) -> None:
        """At a process, if one is there."""
        alive = [process for process in self._processes if process.alive]
        if not alive:
            return
        process = self.world.chance.choice(alive)
        if self.socket is None and request.table is not None:
            process.house.attend(request.table, request.actor)
            self.network.log.asks(process.number, request.table, request.actor.name, self.world.now)

        def told(reply: Reply) -> None:
            self.world.note(request, reply)
            self._handled(process, request, reply)
            if not request.forged:
                self.network.carry(lambda: self._answered(request, reply))

        self.network.arrive(process, request, told)

    def _answered(self, request: Request, reply: Reply) -> None:
        """Answers overtake each other: a request that was refused may have been carried out when it came again."""
        if reply.answer is not None:
            self.done.setdefault(request.id, (request, reply))
        if reply.answer is not None or reply.refused is not None:
            self.waiting.pop(request.id, None)
