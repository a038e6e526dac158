"""Seats in the simulation: the connections of players, and the rules for entries about players without one.

The log and the rules here are naive on purpose: they know nothing of how the house keeps them.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from house.simulation.world import promised
from houseway.house.attendance import LocalAttendance
from houseway.house.commands import Actor
from houseway.house.record import Entry

if TYPE_CHECKING:
    from house.simulation.processes import Process

REQUEST = 30_000  # for so long a request counts as a connection

At = tuple[str, str]  # a table, and a name


class Log:
    """The players who are connected to each table, and since when the others are not."""

    def __init__(self) -> None:
        self._open: Counter[At] = Counter()
        self._closed: dict[At, int] = {}
        self._asked: dict[At, dict[int, int]] = {}  # when, of each process
        self.came: dict[At, int] = {}  # when somebody's last frame arrived

    def opens(self, table: str, name: str, at: int) -> None:
        self._open[table, name] += 1
        self.came[table, name] = at

    def closes(self, table: str, name: str, at: int | None) -> None:
        """At no time: with its process, and no other knows when."""
        self._open[table, name] -= 1
        if at is not None:
            self._closed[table, name] = at

    def asks(self, process: int, table: str, name: str, at: int) -> None:
        self._asked.setdefault((table, name), {})[process] = self.came[table, name] = at

    def dies(self, process: int) -> None:
        """A process is gone, and all that it knew of requests."""
        for asked in self._asked.values():
            asked.pop(process, None)

    def gone_since(self, table: str, name: str, at: int) -> int | None:
        """Since when a player is not connected; None while they are."""
        key = (table, name)
        asked = max(self._asked.get(key, {}).values(), default=-REQUEST)
        last = max(self._closed.get(key, 0), asked + REQUEST)
        return None if self._open[key] or last > at else last


class Everywhere:
    """The attendance that a house is given: the connections of all processes that are alive."""

    def __init__(self, own: "Process") -> None:
        self._own = own

    def enter(self, table: str, actor: Actor) -> Callable[[], None]:
        return self._own.attendance.enter(table, actor)

    def hear(self, table: str, name: str) -> None:
        self._own.attendance.hear(table, name)

    def connections(self, table: str) -> Mapping[str, int | None]:
        there: dict[str, int | None] = {}
        for each in self._all():
            for name, until in each.connections(table).items():
                known = there.get(name, 0)
                there[name] = None if until is None or known is None else max(known, until)
        return there

    def floor_watches(self, table: str) -> bool:
        return any(each.floor_watches(table) for each in self._all())

    def _all(self) -> list[LocalAttendance]:
        return [process.attendance for process in self._own.others]


class Seats:
    """The entries of the record about seats that were given up, and players for whom the house acted."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._absence: dict[str, int] = {}
        self._chips: dict[str, int] = {}
        self._deciders: dict[str, dict[str, str]] = {}  # of the round in play at each table
        self._timed_out: dict[str, dict[str, int]] = {}  # in it, when somebody who was not connected was timed out

    def read(self, entry: Entry, body: Mapping[str, Any], transfer: list[tuple[str, int]]) -> None:
        """The next entry, in the order in which they were stored."""
        for account, cents in transfer:
            self._chips[account] = self._chips.get(account, 0) + cents
        command = body["command"]
        if entry.stream == "house":
            if command["do"] == "set up table":
                definition = command["definition"]
                self._absence[definition["name"]] = definition["clocks"]["absence"]
            return
        table = entry.stream.removeprefix("table/")
        if "opened" in body:
            self._deciders[table], self._timed_out[table] = body["opened"]["deciders"], {}
        self._time_outs(table, entry, body)
        if "closed" in body:
            self._deciders[table] = {}
        for given_up in body.get("gave_up", ()):
            self._gives_up(table, entry, given_up, dict(transfer))

    def _time_outs(self, table: str, entry: Entry, body: Mapping[str, Any]) -> None:
        """A round does not wait twice for a player who was not connected in between."""
        if body["command"]["do"] != "clock" or not isinstance(body["answer"], dict):
            return
        before = self._timed_out.setdefault(table, {})
        deciders = self._deciders.get(table, {})
        for name in {deciders[str(seat)] for seat in body["answer"].get("timed_out", ()) if str(seat) in deciders}:
            is_gone = self._log.gone_since(table, name, entry.at) is not None
            if is_gone and name in before:
                back = self._log.came.get((table, name), 0) >= before[name]
                promised(back, f"{table}: a round waited twice for {name}, who was not connected")
            if is_gone:
                before[name] = entry.at

    def _gives_up(self, table: str, entry: Entry, given_up: Mapping[str, Any], moved: Mapping[str, int]) -> None:
        name, cause, where = given_up["player"], given_up["cause"], f"{entry.stream} {entry.version}"
        promised(not self._chips.get(f"chips/{table}/{name}"), f"{where}: {name} is gone, their chips are not")
        if not name.startswith("bot-") and cause != "table closed":
            got = moved.get(f"wallet/{name}", 0)
            promised(got == given_up["chips"], f"{where}: {name} had {given_up['chips']} and was given {got}")
        in_round = name in self._deciders.get(table, {}).values()
        promised(not in_round, f"{where}: {name} is gone in the middle of a round")
        if cause == "not connected":
            since = self._log.gone_since(table, name, entry.at)
            promised(since is not None, f"{where}: {name} lost the seat and was connected")
            waited = entry.at - (since or 0)
            promised(waited >= self._absence[table], f"{where}: {name} lost the seat after {waited} ms")
