"""Where a table stands on its record, as a process knows it: what the clock, the metrics and who closes the house need.

An entry says it, so that a process in which nobody watches a table need not carry out what others append to it.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from houseway.house.live import LiveTable
from houseway.house.record import Entry
from houseway.house.state import Phase


class Standing(msgspec.Struct, frozen=True):
    """Never in the middle of a command. Where nobody watches the table it may be further than what is in memory."""

    version: int = 0
    phase: Phase | None = None  # None: it was not loaded yet
    deadline: int | None = None
    number: int = 0  # of the last round
    ours: bool | None = None  # did this process append the last entry? None: that was before it looked
    away: Mapping[str, int | None] = MappingProxyType({})  # since when each player is not connected; None: they are
    seat_due: int | None = None  # when the next seat is given up because its player is not connected


class _Opened(msgspec.Struct):
    number: int


class _Said(msgspec.Struct):
    """Of an entry's body where the table stands with it."""

    phase: Phase
    deadline: int | None
    opened: _Opened | None = None  # a round


_SAID = msgspec.json.Decoder(_Said)


def standing(live: LiveTable, before: Standing, ours: bool) -> Standing:
    """Where a table stands that is in memory. Whose the last entry is stays as it was known where none is new."""
    is_new = before.version not in (0, live.version)
    whose = ours if ours or is_new else before.ours
    away = {person.name: person.away for person in live.state.people.values() if not person.strategy}
    return Standing(live.version, live.state.phase, live.state.deadline, live.state.number, whose, away, live.seat_due)


def after(before: Standing, ahead: Iterable[Entry]) -> Standing:
    """Where a table stands with what others have appended."""
    for entry in ahead:
        if entry.version > before.version:
            said = _SAID.decode(entry.body)
            number = said.opened.number if said.opened is not None else before.number
            before = msgspec.structs.replace(
                before, version=entry.version, phase=said.phase, deadline=said.deadline, number=number, ours=False
            )
    return before
