"""A table as those see it who see it late: so that nobody who watches can tell a player what another holds."""

from collections.abc import Iterator
from contextlib import suppress

from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.rebuilding import (
    ABANDONED,
    CLOSED,
    OPENED,
    Differs,
    can_be_restored,
    forget_lost_rounds,
    rerun,
    since_last_round,
)
from houseway.house.record import Entry
from houseway.house.store import Store
from houseway.house.tables import stream
from houseway.refusal import Refusal


class Lagging:
    """A copy of a table that is some time behind.

    Where the machine's clock was set back there are entries of a time to come. They happened before they were read, and
    before any entry after them: they are shown when that is long enough ago by the clock as it goes now. Once their own
    time has come it is taken at its word, so that nothing is shown too early where the clock is put right again.
    """

    def __init__(self, definition: Definition, store: Store, delay: int) -> None:
        self._definition = definition
        self._stream = stream(definition.name)
        self._store = store
        self._delay = delay
        self._live: LiveTable | None = None
        self._ahead: list[Entry] = []  # read, and not to be shown yet
        self._dates: dict[int, int] = {}  # by when those of them had happened that are of a time to come
        self._again: int | None = None  # when to look again, where it could not be shown

    @property
    def version(self) -> int | None:
        """What it shows; None where it has to be made first."""
        live = self._live  # others do not wait for the lock to look at this either
        return live.version if live is not None else None

    def due(self, at: int) -> int | None:
        """When the next entry may be shown, or is to be looked at; None where none waits."""
        ahead = self._ahead  # others do not wait for the lock to look at this
        due = self._ripens(ahead[0]) if ahead else self._again
        return due if due is None or due <= at + self._delay else at  # later than any: the clock was set back

    def live(self, at: int) -> LiveTable:
        """The table as it was."""
        live, self._live, self._again = self._live, None, at  # whatever fails now, it is looked at again
        if live is not None:
            with suppress(Differs):  # it is in a round that was given up since: it is made anew
                self._live = self._brought(live, at)
        if self._live is None:
            self._live = self._anew(at)
        self._again = None
        return self._live

    def _anew(self, at: int) -> LiveTable:
        wrong: Differs
        for begun in self._beginnings(at):
            self._ahead = []
            try:
                return self._brought(begun, at)
            except Differs as differs:
                wrong = differs
                if self._is_given_up(differs.version):
                    break
        ends = map(self._ripens, self._ahead)  # part of a round: its end is waited for
        self._again, self._ahead = next((end for end in ends if end > at), at + self._delay), []
        raise Refusal("the table cannot be shown just now: look again in a while") from wrong

    def _brought(self, live: LiveTable, at: int) -> LiveTable:
        """The copy with all that may be shown by now."""
        self._ahead += self._store.read(self._stream, self._ahead[-1].version if self._ahead else live.version)
        self._date(at)
        while ripe := self._ripe(live, at):
            for _ in rerun(live, ripe, to_the_word=False):
                pass
            forget_lost_rounds(live, ripe)
            self._ahead = self._ahead[len(ripe) :] or self._store.read(self._stream, live.version)
            self._date(at)
        return live

    def _date(self, at: int) -> None:
        """By when what is of a time to come had happened: when it was read, or what comes after it was written."""
        known, self._dates, first = self._dates, {}, at
        for entry in reversed(self._ahead):
            first = min(first, entry.at)
            if entry.at > at:
                self._dates[entry.version] = min(first, known.get(entry.version, at))

    def _ripens(self, entry: Entry) -> int:
        """When an entry of a round is old enough."""
        return self._dates.get(entry.version, entry.at) + self._delay

    def _ripe(self, live: LiveTable, at: int) -> list[Entry]:
        """What may be shown next: a round when it is old enough, what lies between two rounds as soon as they are.

        While no round is in play nobody holds a hand: a table that is opened is shown at once.
        """
        playing, ripe = live.state.phase == "playing", []
        for entry in self._ahead:
            of_a_round = playing or entry.event in (OPENED, *CLOSED)
            if of_a_round and self._ripens(entry) > at:
                break
            playing = of_a_round and entry.event not in CLOSED
            ripe.append(entry)
        return ripe

    def _beginnings(self, at: int) -> Iterator[LiveTable]:
        """A snapshot that is old enough itself: in a younger one a round may be over that is not to be shown.

        Where that does not lead to what was written after it, or there is none, the table before its first entry. Where
        that does not either, because the program was changed, what the last round has left that is old enough.
        """
        last = self._store.last_snapshot(self._stream, at - self._delay)
        if last is not None and can_be_restored(self._definition, *last):
            yield LiveTable.restore(self._definition, last[1])
        yield LiveTable(self._definition)
        entries = [entry for entry in self._store.whole(self._stream) if entry.at + self._delay <= at]
        for begun in since_last_round(entries):
            assert begun.kept is not None
            yield LiveTable.restore(self._definition, begun.kept)

    def _is_given_up(self, version: int) -> bool:
        """Does an entry belong to a round of which more is written than may be shown: that it was given up?"""
        ends = (entry.event for entry in self._ahead if entry.version >= version and entry.event in CLOSED)
        return next(ends, None) == ABANDONED
