"""Deadlines: the times at which the clock sends a command to a table, and these commands.

A deadline of a table closes betting, ends the time of a decision, or opens betting again. The clock also sends a
command when a player's connection comes or goes, and when a player has been away for as long as a seat is kept.
"""

from collections.abc import Callable
from typing import Protocol

from houseway.house.attendance import Attendance, differences
from houseway.house.commands import CheckPresence, Clock, Resume
from houseway.house.tables import Table
from houseway.house.watching import earlier

ANEW = 0  # no deadline: all who wait have their whole time again


class Clocked(Protocol):
    """The part of the house that its clock needs."""

    now: Callable[[], int]
    stopping: bool
    attendance: Attendance


def due(house: Clocked, table: Table) -> int | None:
    """The time at which the clock has to send a command to a table."""
    now = house.now()
    return earlier(_deadline(house, table, now), _presence_due(house, table, now))


def command(house: Clocked, table: Table) -> Clock | Resume | CheckPresence | None:
    """The command that the clock has to send to a table now."""
    now = house.now()
    deadline = _deadline(house, table, now)
    if deadline is not None and deadline <= now:
        return Resume() if deadline == ANEW else Clock()
    to_check = _presence_due(house, table, now)
    return CheckPresence() if to_check is not None and to_check <= now else None


def _deadline(house: Clocked, table: Table, now: int) -> int | None:
    """The table's deadline. While the house stops, betting is neither closed nor opened.

    A deadline that is too far away means that the machine's clock was set back: its time begins anew.
    """
    deadline = None if house.stopping and table.phase != "playing" else table.deadline
    return ANEW if deadline is not None and deadline - now > table.longest else deadline


def _presence_due(house: Clocked, table: Table, now: int) -> int | None:
    """When to tell the table who is connected: at once if it knows otherwise; never while the house stops."""
    if house.stopping:
        return None
    standing, absence = table.standing, table.definition.clocks.absence
    seat_due = standing.seat_due
    if seat_due is not None and seat_due - now > absence:
        return ANEW  # the machine's clock was set back
    there = house.attendance.connections(table.name) if standing.away else None
    if there is None:
        return seat_due
    if differences(there, standing.away, now):
        return ANEW
    lapses = [until for name in standing.away if (until := there.get(name)) is not None and until > now]
    return min([*lapses, *([] if seat_due is None else [seat_due])], default=None)
