"""The end of an evening: all is well again, everybody is answered, and everything that was promised is looked at."""

from collections.abc import Sequence

import msgspec

from house.simulation.clients import Client
from house.simulation.picture import Picture, differs
from house.simulation.processes import Process, Troubles
from house.simulation.seats import REQUEST
from house.simulation.secrets import check_frames
from house.simulation.witness import Witness
from house.simulation.world import World, promised
from houseway.house import lobby, pit
from houseway.house.auditing import Audit
from houseway.house.frames import Wallet
from houseway.house.office_auditing import OfficeAudit
from houseway.house.rebuilding import rebuild
from houseway.house.running import House
from houseway.house.store import Store
from houseway.house.verifying import verify
from houseway.refusal import Refusal

SETTLING = 40_000  # milliseconds in which everybody is answered, once nothing is lost any more
METERS_TOLD = 6_000  # milliseconds in which everybody is told of meters: rings are late, and so are clocks
ROUNDS_END = 400  # steps of the clock in which every round is over


class Ending:
    """What is done with a world at the end."""

    def __init__(
        self, world: World, troubles: Troubles, processes: list[Process], clients: list[Client], witness: Witness
    ) -> None:
        self.world = world
        self.troubles = troubles
        self.processes = processes
        self.clients = clients
        self.witness = witness

    def run(self) -> None:
        self._settle()
        self._compare()
        self._clocks_alone()
        self._compare()
        self._restart()
        self._compare()
        self._everybody_goes()
        self._check_record()

    @property
    def store(self) -> Store:
        return self.processes[0].store

    def _settle(self) -> None:
        """Nothing is lost from now on, nobody wants anything new, whoever waits is answered."""
        self.troubles.end()
        for client in self.clients:
            client.quiet = True
            client.network.heal()
        for process in self.processes:
            if process.alive and process.house.stopping:
                process.kill()
            process.start()
        self.world.run_until(self.world.now + SETTLING)
        for client in self.clients:
            promised(not client.waiting, f"{list(client.waiting)} were never answered")
            promised(client.socket is not None, f"{client.actor.name} does not come in")

    def _compare(self) -> None:
        """Everybody's picture is what a fresh look shows, at every process."""
        before = dict(self.witness.meters)
        self.world.run_until(self.world.now + METERS_TOLD)
        for process in self.processes:
            process.look_around()
            process.tick()
        self.world.run_until(self.world.now)
        rest = self.witness.meters == before
        for client in self.clients:
            self._compare_wallet(client)
            for picture in client.pictures.values():
                for process in self.processes:
                    self._compare_with(client, picture, process.house, rest)
        for process in self.processes:
            lobby.lobby(process.house)
            pit.board(process.house)

    def _compare_wallet(self, client: Client) -> None:
        """What a client was told last of its wallet and its coupons is there."""
        if client.wallet is None:
            return
        there = Wallet(*(self.witness.balances.get(f"{kind}/{client.actor.name}", 0) for kind in ("wallet", "coupon")))
        promised(client.wallet == there, f"{client.actor.name} has {there}, and was told of {client.wallet}")

    def _compare_with(self, client: Client, picture: Picture, house: House, meters_rest: bool) -> None:
        try:
            fresh = house.view(picture.table, client.actor)
        except Refusal:
            return  # he sees it late, and the end of a round that was given up is not old enough
        if self._has_just_left(client, picture, fresh.version):
            return  # he is shown nothing again that he saw when he was there
        wrong = differs(picture, fresh, meters_rest)
        promised(wrong is None, f"{client.actor.name} sees {picture.table} wrong, {wrong}")

    def _has_just_left(self, client: Client, picture: Picture, late: int) -> bool:
        """Does somebody know more than he is shown late, since he was at the table a while ago?"""
        view, entries = picture.view, self.witness.entries.get(f"table/{picture.table}", [])
        if view is None or client.actor.role != "player" or view.you is not None or not late < view.version:
            return False
        return entries[view.version - 1].at + self.troubles.delay > self.world.now

    def _clocks_alone(self) -> None:
        """Every round comes to its end though nobody does anything."""
        house = self.processes[0].house
        for table in house.all():
            for _ in range(ROUNDS_END):
                due = house.due(table)
                if table.phase != "playing":
                    break
                promised(due is not None, f"{table.name} is in a round that nothing ends")
                assert due is not None
                self.world.run_until(max(due, self.world.now) + 1_000)
            promised(table.phase != "playing", f"the round at {table.name} does not end")

    def _restart(self) -> None:
        """The house is stopped and started again."""
        for process in self.processes:
            process.house.stop()
        for process in self.processes:
            process.kill()
        self.world.run_until(self.world.now + 20_000)

    def _everybody_goes(self) -> None:
        """Nobody comes back: bots of the house alone are left at the tables."""
        for client in self.clients:
            client.goes_home()
        house = self.processes[0].house
        waits = max(table.definition.clocks.absence for table in house.all())
        self.world.run_until(self.world.now + REQUEST + waits + METERS_TOLD)
        self._clocks_alone()
        self.world.run_until(self.world.now + METERS_TOLD)
        for table in house.all():
            left = [each.name for each in table.live(self.world.now).state.people.values() if not each.strategy]
            promised(not left, f"{left} keep their seats at {table.name} and are not there")

    def _check_record(self) -> None:
        audit = Audit(OfficeAudit())
        verified = self.store.look(lambda connection: verify(connection, audit))
        promised(verified.problem is None, f"houseway verify: {verified.problem}")
        for client in self.clients:
            for request, reply in client.done.values():
                self._check_done(request.actor.name, request.id, request.table, msgspec.to_builtins(request.command))
                assert reply.answer is not None
        house = self.processes[0].house
        for table in house.all():
            rebuilt = rebuild(table.definition, self.witness.entries.get(table.stream, []))
            for client in self.clients:
                shown = table.live(self.world.now).view(client.actor)
                promised(rebuilt.view(client.actor) == shown, f"{table.name} rebuilt is another table")
        check_frames(self.witness, self.troubles.delay, {table.name: table.definition for table in house.all()})

    def _check_done(self, who: str, called: str, table: str | None, command: object) -> None:
        entry = self.store.command(who, called)
        promised(entry is not None, f"{called} was acknowledged and is not on the record")
        assert entry is not None
        there = entry.stream == (f"table/{table}" if table is not None else "house")
        said = msgspec.json.decode(entry.body)["command"]
        promised(there and said == msgspec.json.decode(msgspec.json.encode(command)), f"{called} is another command")


def everybody_comes(clients: Sequence[Client]) -> None:
    for client in clients:
        client.connect()
        client.world.later(client.world.chance.randint(0, 2_000), client.lives)
