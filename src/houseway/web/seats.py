"""The seats of each network: a limit of the people of one network who may sit in the house at a time.

While a seat is taken, it counts for the network from which its player sat down, even if the player connects from
another network later. Otherwise a person with two networks could take any number. After a start of the house a seat
counts for the network from which the player's session was opened. A place behind a spot counts as a seat: otherwise the
guests of one network could wager first at every spot of a table. Bots of the house do not count; a program that plays
does. A player who sat down on the machine itself does not count. The house checks the limit before it carries a command
out; the limit is not on the record.
"""

import threading
from collections import Counter

from houseway.house import sessions
from houseway.house.commands import Actor
from houseway.house.running import House
from houseway.web.faults import Fault

Seat = tuple[str, str]  # the table, and who sits there


class Seats:
    """The seats that are taken, and those that a player is about to take. Any thread may ask."""

    def __init__(self, house: House, most: int) -> None:
        self._house = house
        self._most = most  # for one network; 0: any number
        self._networks: dict[Seat, str | None] = {}
        self._coming = Counter[Seat]()
        self._lock = threading.Lock()

    def begin(self) -> None:
        """Read the networks of the players who have seats when the house starts."""
        taken = self._taken()
        known = sessions.networks(self._house.store, {name for _, name in taken}) if taken else {}
        with self._lock:
            self._networks = {seat: known.get(seat[1]) for seat in taken}

    def take(self, table: str, actor: Actor, network: str | None) -> None:
        """Reserve a seat for a network, or with None for the machine itself. `settle` has to follow."""
        seat = (table, actor.name)
        with self._lock:
            self._forget_free()
            if seat not in self._networks:
                self._check(network)
                self._networks[seat] = network
            self._coming[seat] += 1

    def settle(self, table: str, actor: Actor) -> None:
        """End the reservation: from now on the seat counts only if it is taken."""
        seat = (table, actor.name)
        with self._lock:
            self._coming[seat] -= 1
            if not self._coming[seat]:
                del self._coming[seat]

    def _check(self, network: str | None) -> None:
        if not self._most or network is None:
            return
        if sum(each == network for each in self._networks.values()) >= self._most:
            seats = "1 seat" if self._most == 1 else f"{self._most} seats"
            raise Fault("refused", f"your network has {seats} in this house, which is the most: leave one first")

    def _forget_free(self) -> None:
        """Forget seats that are free now. Seats at a table that is being made again stay as they were."""
        taken, known = self._taken(), {table.name for table in self._house.all() if table.people() is not None}
        self._networks = {
            seat: network
            for seat, network in self._networks.items()
            if seat in taken or seat in self._coming or seat[0] not in known
        }

    def _taken(self) -> set[Seat]:
        """The seats that people have, as the tables in memory say."""
        return {
            (table.name, person.name)
            for table in self._house.all()
            for person in table.people() or ()
            if person.strategy is None
        }
