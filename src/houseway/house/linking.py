"""Progressive meters as the tables of a process share them.

What a meter shows goes into a command as it is read, and the command's entry sets it only if nobody has set it since:
of two tables that hit at the same moment the ledger takes one first, and the other is paid from the reset amount.
Within a process tables that share a meter take turns, so that none of them has to be asked twice.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.record import Done
from houseway.house.store import Meter, MeterSet, Store
from houseway.money import Cents
from houseway.rules import GameRules

Read = Mapping[str, Meter]  # meters as they stood at one moment
Look = Callable[[], Read]


class Posted(NamedTuple):
    """What linked meters show, in whole cents and by the game's names, and what they are reset to, by its options."""

    shown: dict[str, Cents]
    resets: dict[str, str]
    rules: GameRules  # with these reset amounts


class Turns(list[threading.RLock]):
    """What somebody has taken and others wait for."""

    def take(self, lock: threading.RLock, wait: bool) -> bool:
        taken = lock.acquire(wait)
        if taken:
            self.append(lock)
        return taken

    def end(self) -> None:
        while self:
            self.pop().release()


def if_free(lock: threading.RLock, work: Callable[[], None]) -> bool:
    """Have something done if nobody else has taken a lock; tells whether it was."""
    turns = Turns()
    try:
        if taken := turns.take(lock, wait=False):
            work()
        return taken
    finally:
        turns.end()


class Meters:
    """What the meters show, as far as this process knows; `shared`: others set them too.

    What others have set is read when somebody has heard of it. Until then a command may be carried out with what they
    showed before: where it sets one it is not stored, and carried out anew.
    """

    def __init__(self, store: Store, shared: bool) -> None:
        self._store = store
        self.shared = shared
        self._shown: dict[str, Meter] | None = None  # all of them, or None: they are to be read
        self._looking = threading.Lock()  # what is read is not put in the place of what was set meanwhile
        self._locks: dict[str, threading.RLock] = {}
        self._waiting: list[str] = []  # meters, once for each thread that waits for one
        self.moved = 0  # grows whenever one of them may show something else

    def hold(self, definition: Definition, held: Turns, wait: bool = True) -> bool:
        """Take the meters that a table shares with others: one command at a time sets them."""
        for name in sorted(set(definition.meters.values())) if definition.meters else ():
            lock = self._locks.get(name) or self._locks.setdefault(name, threading.RLock())
            if not held.take(lock, wait=False):
                if not wait:
                    return False
                self._waiting.append(name)
                try:
                    held.take(lock, wait=True)
                finally:
                    self._waiting.remove(name)
        return True

    def are_waited_for(self, definition: Definition) -> bool:
        """Does another thread wait for one of these? Who holds it all the while would never let it have its turn."""
        return any(name in self._waiting for name in definition.meters.values()) if self._waiting else False

    def shown(self) -> Read:
        """All meters as they stand."""
        return self._read()

    def read(self, definition: Definition, look: Look | None = None) -> Read:
        """The linked meters of a table as they stand, by the house's names."""
        if not definition.meters:
            return {}
        shown = (look or self._read)()
        return {name: shown[name] for name in definition.meters.values() if name in shown}

    def on_record(self, definition: Definition) -> dict[str, Fraction]:
        """What the linked meters of a table show on the record, whoever set them, by the game's names."""
        if not definition.meters:
            return {}
        self.saw(self._store.meters())
        read = self.read(definition)
        return {name: read[other].amount for name, other in definition.meters.items() if other in read}

    def posted(self, live: LiveTable) -> Posted:
        """What a table posts of the linked meters that hang there.

        While no round is in play its rules have the reset amounts with which the next one is played.
        """
        read, hung = self.read(live.definition), live.state.meters
        linked = {name: other for name, other in live.definition.meters.items() if name in hung and other in read}
        there = {name: read[other] for name, other in linked.items() if name in live.own_meters()}
        rules = live.rules
        if live.is_between_rounds:
            rules = live.with_resets(rules, {name: meter.reset for name, meter in there.items()})
        written = rules.written()
        resets = {option: written[option] for option in map(live.game.resets.__getitem__, there)}
        return Posted({name: int(meter.amount) for name, meter in there.items()}, resets, rules)

    def sets(self, live: LiveTable, done: Done, read: Read) -> tuple[MeterSet, ...]:
        """The meters that a command set, by the house's names; the linked ones as they were read for it.

        Their reset amounts are the house's, those of the table's own meters follow its rules.
        """
        moved: dict[str, str] = done.body.get("meters", {})
        if not moved:
            return ()
        resets = {live.books.meter(name): reset for name, reset in live.own_resets().items()}
        own = self._read() if any(name in resets for name in moved) else {}
        sets = []
        for name, text in moved.items():
            meter = (own if name in resets else read).get(name)
            if meter is None:
                sets.append(MeterSet(name, 0, Fraction(text), resets[name]))
            else:
                reset = resets.get(name, meter.reset)
                sets.append(MeterSet(name, meter.changes, Fraction(text), reset, int(meter.amount)))
        return tuple(sets)

    def were_set(self, sets: tuple[MeterSet, ...] | None) -> None:
        """These are on the record now, or (None) nobody knows which; what was read of it since may be newer."""
        if sets is None:
            self.forget()
        if not sets:
            return
        with self._looking:
            self.moved += 1
            shown = self._shown if self._shown is not None else {}
            shown.update(
                (name, meter)
                for name, meter in after(sets).items()
                if name not in shown or shown[name].changes < meter.changes
            )

    def saw(self, read: Read) -> None:
        """Somebody has read them beside: nobody reads what is older any more."""
        with self._looking:
            shown = self._shown
            newer = {
                name: meter
                for name, meter in read.items()
                if shown is not None and (name not in shown or shown[name].changes < meter.changes)
            }
            if shown is not None and newer:
                self.moved += 1
                self._shown = {**shown, **newer}

    def read_again(self) -> None:
        """They may show something else by now: nobody who carries out a command has to wait for that."""
        self.forget()
        self._read()

    def forget(self) -> None:
        """They may show something else by now."""
        with self._looking:
            self.moved += 1
            self._shown = None

    def _read(self) -> dict[str, Meter]:
        with self._looking:
            if self._shown is None:
                self._shown = self._store.meters()
            return self._shown


def after(sets: Iterable[MeterSet]) -> dict[str, Meter]:
    """The meters as they stand when they are set."""
    return {each.name: Meter(each.name, each.amount, each.reset, each.read + 1) for each in sets}


def shown(definition: Definition, read: Read) -> dict[str, str]:
    """What the linked meters of a table show, by the game's names, in cents exactly."""
    return {name: str(read[other].amount) for name, other in definition.meters.items() if other in read}


def resets(definition: Definition, read: Read) -> dict[str, Cents]:
    """What they are reset to: every table that is linked to one plays with the same amount."""
    return {name: read[other].reset for name, other in definition.meters.items() if other in read}


def changes(definition: Definition, read: Read) -> dict[str, int]:
    """How often they were set by then, so that it can be told later whose setting was read."""
    return {name: read[other].changes for name, other in definition.meters.items() if other in read}
