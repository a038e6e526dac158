"""One seed's evening: a house is founded, people come and play, things go wrong, and in the end all is looked at."""

from collections.abc import Sequence
from functools import partial

import msgspec

from house.people import FAST, SECRET
from house.simulation import wishes
from house.simulation.breaking import Breaking
from house.simulation.clients import Client, Wish
from house.simulation.databases import Database, InMemory
from house.simulation.ending import Ending, everybody_comes
from house.simulation.network import Died, Network
from house.simulation.processes import Process, Troubles
from house.simulation.seats import Seats
from house.simulation.witness import Witness
from house.simulation.world import START, World
from houseway import games
from houseway.house.commands import Actor, OpenTable
from houseway.house.definition import Clocks, Definition
from houseway.house.faults import Lost
from houseway.house.live import LiveTable
from houseway.house.office import come_in
from houseway.house.office_commands import GiveCoupon, HangMeter, OpenAccount, SetUpTable
from houseway.house.running import House
from houseway.money import DOLLAR
from houseway.refusal import Refusal

FOUNDER = Actor("house", "administrator")
SUPERVISOR, FLOOR = Actor("sue", "supervisor"), Actor("flo", "floorperson")
AUDITOR = Actor("aud", "auditor")
COUPONS = 60 * DOLLAR
RULES: dict[str, tuple[tuple[str, ...], ...]] = {
    "lucky8s": ((), ("several_spots=yes", "folded_bonus=lost"), ("ante_min=5", "bonus_min=1")),
    "ultimate8": ((), ("table_max=1000",), ("pass_is_final=yes",)),
    "blackjack": ((), ("decks=1", "cut_card=40"), ("min=5", "side_min=1")),
    "lunar": ((), ("ante_min=5", "super_min=1")),
    "packs": (("five_card_progressive=B", "seven_card_progressive=A", "pack_min=5"), ()),
}


class Outcome(msgspec.Struct, frozen=True):
    """What became of a seed that kept all promises: the trace of it, and how much happened."""

    trace: str
    steps: int
    entries: int
    frames: int
    commands: int
    events: dict[str, int]
    happened: dict[str, int]  # crash, lost, unread, dead, start, and what came from outside


def simulate(seed: int, database: Database | None = None) -> Outcome:
    """Run a seed; `Wrong` where the house breaks a promise."""
    kept = database or InMemory()
    evening = Evening(World(seed), kept)
    try:
        with evening.breaking.around():
            return evening.run()
    finally:
        evening.close()
        kept.close()


class Evening:
    """A house, its processes and its people."""

    def __init__(self, world: World, database: Database) -> None:
        self.world = world
        self.troubles = Troubles(world)
        self.breaking = Breaking(world)
        self.network = Network(world)
        self.troubles.shared = database.several and world.happens(0.3)
        self.processes: list[Process] = []
        for _ in range(2 if self.troubles.shared else 1):
            self.processes.append(Process(world, database, self.troubles, self.processes))
        self.witness = Witness(world, self.troubles, self.processes, Seats(self.network.log))
        self.clients: list[Client] = []
        for process in self.processes:
            process.committed, process.started = self.witness.commits, self.witness.started
            process.died = partial(self.network.log.dies, process.number)

    def run(self) -> Outcome:
        world, troubles = self.world, self.troubles
        crash, lost, read = troubles.crash, troubles.lost, troubles.read
        troubles.crash = troubles.lost = troubles.read = 0
        for process in self.processes:
            process.start()
        tables = self._found(self.processes[0].house)
        self._employ(self.processes[0].house)
        self.witness.look()
        self._invite(tables)
        world.after_step = self._step
        troubles.crash, troubles.lost, troubles.read = crash, lost, read
        everybody_comes(self.clients)
        world.later(world.chance.randint(3_000, 20_000), self._trouble)
        world.run_until(START + world.chance.choice((20_000, 40_000, 90_000)))
        self.breaking.share = 0
        self.breaking.past.clear()  # the record is looked at with the program that wrote it
        Ending(world, troubles, self.processes, self.clients, self.witness).run()
        return self._outcome()

    def close(self) -> None:
        for process in self.processes:
            process.close()

    def _step(self) -> None:
        """Where no process did anything, nothing has to be looked at."""
        touched = [process.did_something() for process in self.processes]
        if any(touched):
            self.witness.step()
            for process in self.processes:
                process.wind()

    def _found(self, house: House) -> list[str]:
        """Tables of some games; two of one game may share their meters."""
        chance = self.world.chance
        names = []
        for game in chance.sample(games.NAMES, chance.choice((1, 1, 2))):
            rules = chance.choice(RULES[game])
            own = LiveTable(Definition(game, game, rules)).own_meters()
            linked = {meter: f"{game}-{meter}".replace("_", "-") for meter in own}
            for meter in linked.values():
                house.office(HangMeter(meter, 5_000 * DOLLAR, 1_000 * DOLLAR, "founding"), FOUNDER, f"hang {meter}")
            for number in range(1, chance.choice((2, 2, 3))):
                name = f"{game}-{number}"
                clocks, alone = self._clocks(), chance.random() < 0.1
                definition = Definition(name, game, rules, clocks, linked, alone and clocks.result > 0)
                house.office(SetUpTable(definition, "founding"), FOUNDER, f"set up {name}")
                house.execute(name, OpenTable(chance.choice((0, 100_000_00)), "founding"), FOUNDER, f"open {name}")
                names.append(name)
        return names

    def _employ(self, house: House) -> None:
        """Who works here has an account. What that takes of chance is given back: seeds stay what they were."""
        drawn = self.world.chance.getstate()
        for actor in (SUPERVISOR, FLOOR, AUDITOR):
            command = OpenAccount(actor.name, role=actor.role)
            house.office(command, FOUNDER, f"employ {actor.name}", password=SECRET, passwords=FAST)
        self.world.chance.setstate(drawn)

    def _clocks(self) -> Clocks:
        chance = self.world.chance
        return Clocks(
            betting=chance.choice((3_000, 8_000)),
            decision=chance.choice((2_000, 6_000)),
            validation=chance.choice((0, 5_000)),
            pause=chance.choice((0, 0, 400)),
            result=chance.choice((0, 1_500)),
            absence=chance.choice((500, 4_000, 15_000)),
        )

    def _invite(self, tables: Sequence[str]) -> None:
        world = self.world
        for _ in range(world.chance.randint(2, 5)):
            account = come_in(self.processes[0].store, "guest", world.now, world.entropy)
            self._join(Actor(account.name, "player"), tables, wishes.player)
        for actor in (SUPERVISOR, FLOOR):
            self._join(actor, tables, wishes.floor)
            self.clients[-1].pace = world.chance.choice((4_000, 15_000))
        self._give_coupons(self.processes[0].house)
        self._join(AUDITOR, tables, None)
        for number in range(world.chance.randint(0, 2)):
            self._join(Actor(f"onlooker{number}", "player"), tables, None)
        self.witness.look()

    def _give_coupons(self, house: House) -> None:
        """Who plays holds coupons for a few wagers; seeds stay what they were."""
        drawn = self.world.chance.getstate()
        for name in [client.actor.name for client in self.clients if client.actor.role == "player"]:
            house.office(GiveCoupon(name, COUPONS, "founding"), FOUNDER, f"coupon {name}")
        self.world.chance.setstate(drawn)

    def _join(self, actor: Actor, tables: Sequence[str], wish: Wish | None) -> None:
        watched = sorted(self.world.chance.sample(tables, self.world.chance.randint(1, len(tables))))
        witness = self.witness
        self.clients.append(
            Client(self.world, self.network, self.processes, actor, watched, wish, witness.is_shown, witness.handled)
        )

    def _trouble(self) -> None:
        """Now and then: a kill, a standstill, a stop that was announced, an outage of the database, somebody new."""
        world = self.world
        world.later(world.chance.randint(3_000, 20_000), self._trouble)
        happens = world.chance.choice(("kill", "kill all", "stop", "outage", "newcomer", "sockets", "upgrade"))
        world.note(happens)
        alive = [process for process in self.processes if process.alive]
        if self.clients[0].quiet or not alive:
            return
        if happens == "upgrade":
            self.breaking.not_understood |= self.witness.open_rounds()
            self.breaking.past |= self.witness.past_rounds()
        if happens == "kill":
            world.chance.choice(alive).kill()
        elif happens in ("kill all", "upgrade"):
            for process in alive:
                process.kill()
        elif happens == "stop":
            stopped = world.chance.choice(alive)
            house = stopped.house
            house.stop()
            world.later(4_000, lambda: stopped.kill() if stopped.alive and stopped.house is house else None)
        elif happens == "outage":
            self.troubles.outage = True
            world.later(world.chance.randint(100, 6_000), self._outage_ends)
        elif happens == "newcomer":
            self._newcomer(world.chance.choice(alive))
        else:
            for client in self.clients:
                if client.socket is not None:
                    client.socket.breaks()

    def _outage_ends(self) -> None:
        self.troubles.outage = False

    def _newcomer(self, process: Process) -> None:
        try:
            account = process.call(lambda house: come_in(house.store, "guest", self.world.now, self.world.entropy))
        except (Died, Lost, Refusal) as wrong:
            self.world.note("kept out", str(wrong))
            return
        self._join(Actor(account.name, "player"), [table.name for table in process.house.all()], wishes.player)
        self.clients[-1].connect()
        self.clients[-1].lives()

    def _outcome(self) -> Outcome:
        events: dict[str, int] = {}
        for known in self.witness.entries.values():
            for entry in known:
                events[entry.event] = events.get(entry.event, 0) + 1
        return Outcome(
            self.world.trace,
            self.world.steps,
            sum(events.values()),
            len(self.witness.sent),
            sum(len(client.done) for client in self.clients),
            events,
            dict(self.world.happened),
        )
