"""Linked meters looked at reading by reading: what an entry says that a meter shows is what another has set it to.

An entry says of each meter that is linked to its table how often it was set when it was read. So the settings of a
meter are in one order, whatever streams they are in, and each reading can be held against the setting that it names.
At last every meter, a table's own as well, is what was set last.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from houseway.house.definition import Definition
from houseway.house.fallen import levels, pays_off, takes_off
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.record import Entry
from houseway.house.schema import meters
from houseway.house.verifying import Problem
from houseway.meter import exactly
from houseway.money import Cents


class Reading(msgspec.Struct, frozen=True):
    """What an entry has read of a meter, and which setting of it that was; 0: it hangs it up."""

    meter: str
    change: int
    shown: Fraction | None  # None: the meter does not hang at the table
    reset: Cents | None  # what the table takes for its reset amount; None: it has not said, as older programs did not
    stream: str
    version: int

    @property
    def said(self) -> tuple[int, Fraction | None, Cents | None]:
        return self.change, self.shown, self.reset

    def is_before(self, problem: Problem) -> bool:
        """Is it of the same stream, and no later?"""
        return self.stream == problem.stream and problem.version is not None and self.version <= problem.version


class Fall(msgspec.Struct, frozen=True):
    """What prizes had left of a meter between two of its settings, as an entry says."""

    meter: str
    since: int
    until: int
    levels: list[Fraction]
    stream: str
    version: int

    def is_so(self, settings: Mapping[int, "Setting"]) -> bool:
        """Did these prizes of other streams come off it then?

        In older records it is the least that was left, and before that of whatever other streams took off it.
        """
        between = [settings[change] for change in sorted(settings) if self.since < change <= self.until]
        others = [setting for setting in between if setting.stream != self.stream]
        prizes = [setting.shown for setting in others if setting.pays_off]
        fallen = [setting.shown for setting in others if setting.takes_off]
        return bool(self.levels) and self.levels in (prizes, *([min(each)] for each in (prizes, fallen) if each))


class Setting(msgspec.Struct, frozen=True):
    """What an entry has set a meter to; only the house's own say to what it is reset."""

    shown: Fraction
    reset: Cents | None
    stream: str
    version: int
    takes_off: bool = False  # money came off it
    pays_off: bool = False  # for a prize


class LinkedMeters:
    """The readings and the settings of all meters of the house, as the entries tell them."""

    def __init__(self) -> None:
        self._readings: list[Reading] = []
        self._falls: list[Fall] = []
        self._settings: dict[str, dict[int, Setting]] = {}
        self._own: dict[str, tuple[int, Setting]] = {}  # how often a table has set a meter of its own, and to what last
        self._known: dict[tuple[str, str], Reading] = {}  # what a stream has read of a meter last
        self._resets: dict[tuple[str, str], Cents | None] = {}  # the reset amount that it has said last
        self._last: dict[tuple[str, str], int] = {}  # the setting that it knew last: that one, or its own

    def office(self, entry: Entry, body: dict[str, Any]) -> Problem | None:
        """An entry of the house's own stream; one that moves no meter says nothing of any."""
        changes = body.get("changes", {})
        for name, text in body.get("meters", {}).items():
            shown = exactly(text) if changes[name] else None
            problem = self._read(Reading(name, changes[name], shown, None, entry.stream, entry.version))
            problem = problem or self._set(entry, name, changes[name], text, body["command"]["reset"])
            if problem is not None:
                return problem
        return None

    def table(self, entry: Entry, body: dict[str, Any], definition: Definition) -> Problem | None:
        """An entry of a table that is linked to meters. It says what they show where that is new to the table."""
        sealed = msgspec.json.decode(entry.sealed)
        changes, read, resets, lowest = (sealed.get(part, {}) for part in ("changes", "meters", "resets", "lowest"))
        sets = body.get("meters", {})
        if set(changes) != set(definition.meters):
            return Problem(entry.stream, entry.version, "it does not say which settings of its meters it has read")
        for name, change in changes.items():
            other, text = definition.meters[name], read.get(name)
            shown = exactly(text) if text is not None else None
            reset = resets.get(name, self._resets.get((entry.stream, other)))
            self._resets[entry.stream, other] = reset
            if name in lowest:
                left = levels(lowest[name])
                self._falls.append(Fall(other, lowest[name][0], change, left, entry.stream, entry.version))
            problem = self._read(Reading(other, change, shown, reset, entry.stream, entry.version))
            if problem is None and other in sets:
                problem = self._set(entry, other, change, sets[other], None)
            if problem is not None:
                return problem
        for name in sets.keys() - set(definition.meters.values()):
            times = self._own[name][0] if name in self._own else 0
            self._own[name] = (times + 1, Setting(exactly(sets[name]), None, entry.stream, entry.version))
        return None

    def beyond(self, entry: Entry, definition: Definition) -> None:
        """An entry behind one that was found wrong: only what it has set is of use, to those who have read it."""
        body, changes = msgspec.json.decode(entry.body), msgspec.json.decode(entry.sealed).get("changes", {})
        for name, change in changes.items():
            if (other := definition.meters.get(name)) in body.get("meters", {}):
                self._set(entry, str(other), change, body["meters"][other], None)

    def first_of(self, found: Sequence[Problem]) -> Problem:
        """What was wrong first, where streams were found wrong: what one has read before that, and who had set it.

        A table goes on with whatever it has read of a meter: only a later entry of it comes to something else.
        """
        wrong, chosen = {problem.stream: problem for problem in found}, self._chosen()
        first, followed = found[0], set[str | None]()
        while first.stream not in followed:
            followed.add(first.stream)
            for reading in self._readings:
                what = self._misread(reading, chosen) if reading.is_before(first) else None
                if what is not None:
                    setting = self._settings.get(reading.meter, {}).get(reading.change)
                    maker = wrong.get(setting.stream) if setting is not None else None
                    if setting is None or maker is None or not _is_until(maker, setting.version):
                        return Problem(reading.stream, reading.version, what)
                    first = maker
                    break
        return first

    def at_last(self, connection: Connection) -> Problem | None:
        """The first reading that is not what was set, when all entries are known; then the meters as they stand."""
        # In the order of the settings: what follows from a wrong reading is wrong as well, and comes later.
        chosen = self._chosen()
        for reading in sorted(self._readings, key=lambda each: (each.meter, each.change, each.stream, each.version)):
            what = self._misread(reading, chosen)
            if what is not None:
                return Problem(reading.stream, reading.version, what)
        for fall in self._falls:
            if not fall.is_so(self._settings.get(fall.meter, {})):
                what = f"the prizes off the meter {fall.meter} since it was read before were others"
                return Problem(fall.stream, fall.version, what)
        return self._wrong_rows(connection)

    def _wrong_rows(self, connection: Connection) -> Problem | None:
        # Each setting was made of the one before: that was read, and is there.
        linked = {name: (len(settings), settings[max(settings)]) for name, settings in self._settings.items()}
        rows = {row.name: row for row in connection.execute(select(meters))}
        for name, (times, last) in {**linked, **self._own}.items():
            problem = _wrong_row(name, times, last, rows.pop(name, None))
            if problem is not None:
                return problem
        for name, row in sorted(rows.items()):
            return Problem(row.stream, row.version, f"the meter {name} was never set")
        return None

    def _misread(self, reading: Reading, chosen: Mapping[str, Mapping[int, Cents | None]]) -> str | None:
        """What is wrong with a reading, by what was set; `chosen` are the reset amounts with each setting."""
        was = self._settings.get(reading.meter, {}).get(reading.change)
        if was is None:
            return f"the meter {reading.meter} was not set {reading.change} times"
        if reading.shown is not None and reading.shown != was.shown:
            by = f"{was.stream} version {was.version} had set it"
            return f"the meter {reading.meter} did not show what it has read: {by}"
        if reading.reset is not None and reading.reset != chosen[reading.meter][reading.change]:
            return f"the reset amount of the meter {reading.meter} was not what it has read"
        return None

    def _chosen(self) -> dict[str, dict[int, Cents | None]]:
        return {name: _chosen(settings) for name, settings in self._settings.items()}

    def _read(self, reading: Reading) -> Problem | None:
        known = self._last.get((reading.stream, reading.meter), 0)
        if type(reading.change) is not int or reading.change < known:
            what = f"of the meter {reading.meter} it has read an older setting than the entry before"
            return Problem(reading.stream, reading.version, what)
        before = self._known.get((reading.stream, reading.meter))
        self._last[reading.stream, reading.meter] = reading.change
        self._known[reading.stream, reading.meter] = reading
        if reading.change and (before is None or before.said != reading.said):
            self._readings.append(reading)
        return None

    def _set(self, entry: Entry, name: str, change: int, text: str, reset: Cents | None) -> Problem | None:
        settings = self._settings.setdefault(name, {})
        if (other := settings.get(change + 1)) is not None:
            what = f"the meter {name} was set by {other.stream} version {other.version} at the same moment"
            return Problem(entry.stream, entry.version, what)
        fell = (takes_off(entry, name), entry.stream != HOUSE and pays_off(entry, name))
        settings[change + 1] = Setting(exactly(text), reset, entry.stream, entry.version, *fell)
        self._last[entry.stream, name] = change + 1
        return None


def _chosen(settings: Mapping[int, Setting]) -> dict[int, Cents | None]:
    """The reset amount with each setting: the house's own choose it, those of tables leave it."""
    chosen: dict[int, Cents | None] = {}
    last = None
    for change in sorted(settings):
        last = settings[change].reset if settings[change].reset is not None else last
        chosen[change] = last
    return chosen


def _is_until(problem: Problem, version: int) -> bool:
    return problem.version is not None and problem.version <= version


def _wrong_row(name: str, times: int, last: Setting, row: Any) -> Problem | None:
    """Is the meter what was set last?"""
    if row is None:
        return Problem(last.stream, last.version, f"the meter {name} is not there")
    whole, part = divmod(last.shown, 1)
    wanted = (times, last.stream, last.version, whole, part.numerator, part.denominator)
    if (row.changes, row.stream, row.version, row.cents, row.numerator, row.denominator) != wanted:
        return Problem(row.stream, row.version, f"the meter {name} is not what was set last")
    return None
