"""Outings: commands that set out together, each at its own table, are stored with one commit, and come back.

While one outing is stored the next may set out, at other tables. It goes by what the one before makes of the meters:
where that is not stored, who relies on it is not either, and sets out again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from houseway.house.answering import Answer, Said
from houseway.house.appending import Wanted
from houseway.house.appending_together import AtOnce
from houseway.house.commands import Actor, Command
from houseway.house.linking import Look, Read, Turns, after
from houseway.house.live import LiveTable
from houseway.house.record import Entry
from houseway.house.store import Conflict, Earlier, Meter, MeterSet, Store
from houseway.house.tables import Table

Outcome = Answer | Exception


class Errand(msgspec.Struct, frozen=True):
    """A command as somebody asks for it at a table, once: by the same id it comes to the same answer."""

    table: str
    command: Command
    actor: Actor
    id: str | None


class Way:
    """An errand on its way: what it holds, and what it came to."""

    __slots__ = (
        *("asked", "at", "attempts", "errand", "held", "live", "lost", "meters", "outcome", "put_off", "refused"),
        *("relies", "table", "wanted", "wrong"),
    )

    table: Table
    asked: Said
    live: LiveTable
    at: int

    def __init__(self, errand: Errand) -> None:
        self.errand = errand
        self.outcome: Outcome | None = None
        self.wanted: Wanted | None = None  # carried out in memory, and to be stored
        self.relies: Mapping[str, int] = {}  # on these settings of meters by the outing before
        self.wrong: str | None = None  # where the table's own code failed at it, so that its round is void
        self.held, self.meters = Turns(), Turns()
        self.attempts = self.lost = 0
        self.put_off = self.refused = False

    def let_go(self) -> None:
        self.meters.end()
        self.held.end()


class Outing:
    """What sets out together. It is stored when the outing before is, and by any thread; then it comes back."""

    def __init__(self, ways: Sequence[Way], before: "Outing | None" = None) -> None:
        self.ways = ways
        self.under_way: list[Way] = []
        self.came: list[Entry | Exception] = []  # what became of those under way
        self.moved: dict[str, Meter] = {}  # meters as they stand when all of it is stored
        self.ready: AtOnce | None = None  # all of it, made ready to be stored
        self.wrong: Exception | None = None  # why nothing is known of any of it
        self._before = before
        self._settings: dict[str, int] = {}  # of the meters that it has set, how often each was set then

    def store(self, store: Store) -> None:
        """Nobody is told anything yet; whatever fails is told to who comes back."""
        try:
            self._store(store)
        except Exception as wrong:
            self.wrong = wrong

    def let_go(self) -> None:
        for way in self.ways:
            way.let_go()
            way.wanted = None

    def forget(self) -> None:
        """What is in memory of it is not on the record."""
        for way in self.under_way:
            way.table.forget()

    def _store(self, store: Store) -> None:
        settings = self._before._settings if self._before is not None else {}
        self._before = None
        there = [way for way in self.under_way if all(settings.get(name) == way.relies[name] for name in way.relies)]
        wanted = [way.wanted for way in there if way.wanted is not None]
        ready = self.ready if len(there) == len(self.under_way) else None
        stored = dict(zip(map(id, there), store.append_together(wanted, ready) if wanted else (), strict=True))
        late = Conflict("a meter was not set as it was read")
        self.came = [stored.get(id(way), late) for way in self.under_way]
        for made, came in zip(wanted, stored.values(), strict=True):
            if isinstance(came, Entry) and not isinstance(came, Earlier):
                self._settings.update((meter.name, meter.read + 1) for meter in made.meters)


class Seen:
    """What was looked up for an outing, and what those before have made of the meters.

    It is looked up when the first of them has his table: what was seen before he waited for that would be old.
    """

    __slots__ = ("_before", "_heads", "_look", "_shown", "_wrong", "moved")

    def __init__(self, look: Callable[[], tuple[Mapping[str, int], Look]], before: Mapping[str, Meter]) -> None:
        self._look = look
        self._heads: Mapping[str, int] | None = None
        self._before = before  # meters as the outing before sets them, which may not be stored yet
        self.moved: dict[str, Meter] = {}  # as they stand when those before are stored
        self._wrong: Exception | None = None  # why it cannot be looked up: nobody asks a second time

    def head(self, stream: str) -> int | None:
        """The newest version of a stream, where others append too."""
        if self._heads is None:
            self.look_again()
        assert self._heads is not None
        return self._heads.get(stream)

    def look_again(self) -> None:
        if self._wrong is not None:
            raise self._wrong
        try:
            self._heads, self._shown = self._look()
        except Exception as wrong:
            self._wrong = wrong
            raise

    def meters(self) -> Read:
        shown = self._shown()
        if not self._before and not self.moved:
            return shown
        return {**shown, **{name: self._before[name] for name in self._awaited(shown)}, **self.moved}

    def relied(self, names: Iterable[str]) -> dict[str, int]:
        """Of the meters of a table those that somebody before sets, and how often they will have been set."""
        return {name: self.moved[name].changes for name in names if name in self.moved}

    def awaited(self, names: Iterable[str]) -> dict[str, int]:
        """The same for those that nobody sets but the outing before."""
        if not self._before:
            return {}
        awaited = self._awaited(self._shown())
        return {name: self._before[name].changes for name in names if name in awaited and name not in self.moved}

    def move(self, sets: Iterable[MeterSet]) -> None:
        self.moved.update(after(sets))

    def _awaited(self, shown: Read) -> set[str]:
        """Meters that show what the outing before makes of them: nobody has set them since."""
        return {
            name for name, meter in self._before.items() if name not in shown or shown[name].changes <= meter.changes
        }
