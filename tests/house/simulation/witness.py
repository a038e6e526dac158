"""The witness: sees every commit, keeps books of its own, and holds each answer against the record."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from house.simulation.databases import SimulatedStore
from house.simulation.network import Reply, Request, Sent
from house.simulation.processes import LOOK_AGAIN, Process, Troubles
from house.simulation.seats import Seats
from house.simulation.world import World, promised
from houseway.house.answering import Answer
from houseway.house.appending import entry_at
from houseway.house.record import Entry
from houseway.house.running import House
from houseway.house.schema import balances, streams

RESUMED = "table.resumed/1"
OTHERS = ("HG1", "HG6")  # rulings by which a table is told what others have made of a meter
BELOW_ZERO = {"cage", "issued", "coupons issued"}


class Numbered(msgspec.Struct):
    """The version that a frame is of; 0 where it is of none."""

    version: int = 0
    view: "Numbered | None" = None


class Witness:
    """What must be on the record, and in the books."""

    def __init__(self, world: World, troubles: Troubles, processes: list[Process], seats: Seats) -> None:
        self.world = world
        self._troubles = troubles
        self.entries: dict[str, list[Entry]] = {}
        self.bodies: dict[str, list[dict[str, Any]]] = {}
        self.balances: dict[str, int] = {}
        self.meters: dict[str, Fraction] = {}
        self.sent: list[Sent] = []
        self._processes = processes
        self._seats = seats
        self._committed: list[tuple[str, int]] = []  # and not looked at yet; some of it was refused in the end
        self._answers: dict[tuple[str, str], Answer] = {}
        self._ids: set[tuple[str, str]] = set()
        self._shown: dict[tuple[str, str], Fraction] = {}  # what a meter shows at a table
        self._clockless: dict[str, int] = {}  # since when no process knows of a table's deadline
        self._names: dict[str, dict[str, str]] = {}  # of the linked meters of a table

    # What it is told

    def commits(self, stream: str, version: int) -> None:
        self._committed.append((stream, version))

    def is_shown(self, sent: Sent) -> None:
        """A frame goes out: of nothing that is not on the record."""
        self.sent.append(sent)
        self.world.note(sent)
        told = _NUMBERED.decode(sent.frame)
        version = told.view.version if told.view is not None else told.version
        stream = f"table/{sent.table}"
        known = len(self.entries.get(stream, ()))
        if version > known and (stream, version) not in self._committed:
            told_early = f"{sent.actor.name} was told of version {version} of {sent.table}, which is not on the record"
            self.world.wrong.append(told_early)  # raised here, the house would take it for the viewer's failure

    def handled(self, process: Process, request: Request, reply: Reply) -> None:
        """A request was answered: by the same id always the same, and what is refused is not on the record."""
        self.look()
        who, key = request.actor.name, (request.actor.name, request.id)
        before = self._answers.get(key)
        if reply.answer is not None:
            promised(not request.forged, f"{request.id} was carried out twice, with different words")
            answer = msgspec.structs.replace(reply.answer, repeated=False)
            promised(before in (None, answer), f"{request.id} was answered by {before}, then by {answer}")
            self._answers[key] = answer
        elif reply.refused is not None and not request.forged:
            promised(before is None, f"{request.id} was carried out, then refused: {reply.refused}")
            recorded = key in self._ids and not reply.again  # what is refused may be carried out when it comes again
            promised(not recorded, f"{who} was refused {request.command}, which is on the record")

    def started(self, process: Process, recovered: bool, failed: set[str | None]) -> None:
        """After a standstill everybody who is asked has his whole time again."""
        self.look()
        for stream, bodies in self.bodies.items():
            table = stream.removeprefix("table/")
            if recovered and bodies and bodies[-1].get("deadline") is not None and table not in failed:
                event = self.entries[stream][-1].event
                promised(event == RESUMED, f"{table} went on with {event} after a standstill")

    def open_rounds(self) -> set[tuple[str, int]]:
        """The last entries of the tables where a round is in play."""
        self.look()
        return {
            (stream, len(bodies))
            for stream, bodies in sorted(self.bodies.items())
            if bodies[-1].get("phase") == "playing"
        }

    def past_rounds(self) -> set[tuple[str, int]]:
        """The entries with which rounds were opened that are over."""
        self.look()
        ended = {stream: self._ended(bodies) for stream, bodies in sorted(self.bodies.items())}
        return {
            (stream, version)
            for stream, bodies in sorted(self.bodies.items())
            for version, body in enumerate(bodies, 1)
            if "opened" in body and version < ended[stream]
        }

    def _ended(self, bodies: Sequence[Mapping[str, Any]]) -> int:
        """The version with which the last round of a table was over."""
        return max((version for version, body in enumerate(bodies, 1) if "closed" in body), default=0)

    # What it looks at

    def look(self) -> None:
        """Read what was committed, in its order."""
        committed, self._committed = self._committed, []
        store = self._store()
        if store is None:
            self._committed = committed
            return
        for stream, version in committed:
            known = self.entries.setdefault(stream, [])
            if version == len(known) + 1:
                entry = store.truly(lambda connection, at=(stream, version): entry_at(connection, *at))  # type: ignore[misc]
                if entry is not None:
                    known.append(entry)
                    self._read(entry)
        if committed:
            self._check_all(store)

    def step(self) -> None:
        """After everything that happens."""
        self.look()
        alive = [process.house for process in self._processes if process.alive]
        if not alive or self._troubles.outage:
            self._clockless = {}
            return
        patience = LOOK_AGAIN * 5 if len(self._processes) > 1 else 0  # of who has not heard of it yet
        for stream, bodies in self.bodies.items():
            last, table = bodies[-1], stream.removeprefix("table/")
            if last.get("phase") == "playing":
                promised(last["deadline"] is not None, f"{table}: a round waits without a deadline")
            if last.get("deadline") is None or any(map(self._runs(table), alive)):
                self._clockless.pop(table, None)
                continue
            since = self._clockless.setdefault(table, self.world.now)
            promised(self.world.now - since <= patience, f"{table} waits, and no clock runs for it")

    @staticmethod
    def _runs(table: str) -> Callable[[House], bool]:
        return lambda house: house.stopping or house.due(house.table(table)) is not None

    def _read(self, entry: Entry) -> None:
        body = msgspec.json.decode(entry.body)
        self.bodies.setdefault(entry.stream, []).append(body)
        self.world.note(entry)
        if entry.command is not None:
            key = (entry.actor, entry.command)
            promised(key not in self._ids, f"{key} is on the record twice")
            self._ids.add(key)
        transfer = msgspec.json.decode(entry.transfer)
        promised(sum(cents for _, cents in transfer) == 0, f"{entry.stream} {entry.version} makes money")
        coupons = sum(cents for account, cents in transfer if account.startswith("coupon"))
        promised(coupons == 0, f"{entry.stream} {entry.version} makes coupons")
        for account, cents in transfer:
            self.balances[account] = self.balances.get(account, 0) + cents
        closed = body.get("closed")
        if closed is not None and closed["void"]:
            promised(not any(closed["nets"].values()), f"{entry.stream} {entry.version}: a void round costs somebody")
        self._follow_meters(entry, body)
        self._seats.read(entry, body, transfer)

    def _check_all(self, store: SimulatedStore) -> None:
        heads = dict(store.truly(lambda connection: connection.execute(_HEADS).all()))
        promised(
            heads == {stream: len(known) for stream, known in self.entries.items() if known},
            f"the record is at {heads}",
        )
        kept: dict[str, int] = dict(store.truly(lambda connection: connection.execute(_BALANCES).all()))
        for account in sorted({*kept, *self.balances}):
            cents = self.balances.get(account, 0)
            promised(kept.get(account, 0) == cents, f"{account} holds {kept.get(account)}, its postings are {cents}")
            promised(cents >= 0 or account in BELOW_ZERO, f"{account} is below zero: {cents}")

    def _follow_meters(self, entry: Entry, body: dict[str, Any]) -> None:
        """A meter moves from what it showed last, whichever table moved it; nothing put onto it is lost."""
        if entry.stream == "house":
            self._hang(body)
            return
        table = entry.stream.removeprefix("table/")
        names = self._names.get(table, {})
        for move in [*body["beside"], *body["moves"]]:
            if move["move"] != "meter":
                continue
            name, shows = names.get(move["meter"], f"{table}.{move['meter']}"), move["amount"] + Fraction(move["part"])
            if move["clause"] in OTHERS and move["meter"] in names:
                promised(shows == self.meters[name], f"{name} is said to show {shows}, it shows {self.meters[name]}")
            elif name in self.meters:
                here = self._shown.get((table, name))
                promised(here == self.meters[name], f"{table} moves {name} from {here}, it shows {self.meters[name]}")
            self._shown[table, name] = shows
            if move["clause"] not in OTHERS or move["meter"] not in names:
                self.meters[name] = shows

    def _hang(self, body: dict[str, Any]) -> None:
        command = body["command"]
        if command["do"] == "hang meter":
            self.meters[command["name"]] = Fraction(command["amount"])
        elif command["do"] == "set up table":
            self._names[command["definition"]["name"]] = command["definition"]["meters"]

    def _store(self) -> SimulatedStore | None:
        return next((process.store for process in self._processes if process.alive), None)


_NUMBERED = msgspec.json.Decoder(Numbered)
_HEADS = streams.select().with_only_columns(streams.c.stream, streams.c.version)
_BALANCES = balances.select()
