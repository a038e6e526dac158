"""Housekeeping: forget log-ins and sessions that count no more, and remove guests who never played, after a day.

A guest has played if they were in a round. The house's clock does this soon after a start and once a minute, for a
bounded number of guests at a time.
"""

import threading
from collections.abc import Callable

from sqlalchemy import bindparam, exists, select

from houseway.house import sessions
from houseway.house.faults import Stopped
from houseway.house.noticing import Noticed, where
from houseway.house.office import HOUSE
from houseway.house.office_commands import RemoveGuest
from houseway.house.office_deeds import UNPLAYED
from houseway.house.running import House
from houseway.house.schema import accounts, rounds
from houseway.refusal import Refusal

MINUTE = 60  # seconds between two times
AT_ONCE = 100  # guests that are removed at a time


class Housekeeper:
    """A thread that keeps a house tidy, until it is told to end."""

    def __init__(self, house: House, pause: Callable[[int], None] | None = None) -> None:
        self._house = house
        self._end = threading.Event()
        self._pause = pause or (lambda seconds: self._end.wait(seconds) and None)
        self._last = ""  # the guest who was looked at last: those who cannot be removed yet keep nobody waiting
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._end.set()
        self._thread.join()

    def tidy(self) -> int:
        """Do the work once. Returns the number of guests who were removed."""
        house = self._house
        sessions.sweep(house.store, house.now())
        wanted = {"before": house.now() - UNPLAYED, "after": self._last, "most": AT_ONCE}
        names = house.store.look_once(lambda connection: connection.execute(_UNPLAYED, wanted).scalars().all())
        self._last = names[-1] if len(names) == AT_ONCE else ""
        return sum(self._remove(name) for name in names)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self.tidy()
            except Stopped:
                return
            except Exception as wrong:  # the next time it may go well
                self._house.notice(Noticed("failed", why=where(wrong)))
            self._pause(MINUTE)

    def _remove(self, name: str) -> bool:
        """Remove a guest, unless they are at a table, or came there just now."""
        if self._end.is_set():
            return False
        try:
            self._house.office(RemoveGuest(name), HOUSE, None)
        except Refusal:
            return False
        return True


_UNPLAYED = (
    select(accounts.c.name)
    .where(
        accounts.c.kind == "guest",
        accounts.c.made <= bindparam("before"),
        accounts.c.name > bindparam("after"),
        ~exists().where(rounds.c.player == accounts.c.name),
    )
    .order_by(accounts.c.name)
    .limit(bindparam("most"))
)
