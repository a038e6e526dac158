"""Outings: commands that set out together, each at its own table, are stored with one commit, and come back.

When one is stored the next may set out, at other tables, before it comes back: so it is stored while the first is told.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from houseway.house.answering import Answer, Said
from houseway.house.appending import Wanted
from houseway.house.appending_together import AtOnce
from houseway.house.commands import Actor, Command
from houseway.house.linking import Look, Read, Turns, after
from houseway.house.live import LiveTable
from houseway.house.presence import Holder
from houseway.house.record import Entry
from houseway.house.store import Earlier, Meter, MeterSet, Store
from houseway.house.tables import Table

Outcome = Answer | Exception
NOTHING: Mapping[str, Sequence[Entry]] = MappingProxyType({})
Sight = tuple[Mapping[str, int], Look]  # the newest versions of streams, where others append too, and the meters


class Errand(msgspec.Struct, frozen=True):
    """A command as somebody asks for it at a table, once: by the same id it comes to the same answer."""

    table: str
    command: Command
    actor: Actor
    id: str | None
    came: int | None = None  # when it came to the house; None: now
    holder: Holder | None = None  # who has to be in when it is stored; None: that was seen to before


class Way:
    """An errand on its way: what it holds, and what it came to."""

    __slots__ = (
        *("asked", "at", "attempts", "came", "errand", "held", "live", "lost", "meters", "outcome", "put_off"),
        *("doubted", "refused", "table", "trusted", "wanted", "wrong"),
    )

    table: Table
    asked: Said
    live: LiveTable
    came: int
    at: int

    def __init__(self, errand: Errand) -> None:
        self.errand = errand
        self.outcome: Outcome | None = None
        self.wanted: Wanted | None = None  # carried out in memory, and to be stored
        self.wrong: str | None = None  # where the table's own code failed at it, so that its round is void
        self.held, self.meters = Turns(), Turns()
        self.attempts = self.lost = 0
        self.put_off = self.refused = False
        self.trusted = False  # that others have appended nothing that this process has not heard of
        self.doubted = False  # refused on that trust: it is to be looked at what others have appended

    def let_go(self) -> None:
        self.meters.end()
        self.held.end()


class Outing:
    """What sets out together. It may be stored by any thread; then it comes back."""

    def __init__(self, ways: Sequence[Way]) -> None:
        self.ways = ways
        self.under_way: list[Way] = []
        self.ready: AtOnce | None = None  # all of it, made ready to be stored
        self.came: Sequence[Entry | Exception] = ()  # what became of those under way
        self.wrong: Exception | None = None  # why nothing is known of any of it

    @property
    def sets(self) -> tuple[MeterSet, ...] | None:
        """The meters that it has set on the record; None where that is not known."""
        if self.wrong is not None or any(isinstance(came, Exception) for came in self.came):
            return None
        stored = zip(self.under_way, self.came, strict=True)
        return tuple(
            meter
            for way, came in stored
            if way.wanted is not None and not isinstance(came, Earlier)
            for meter in way.wanted.meters
        )

    def store(self, store: Store) -> None:
        """Nobody is told anything yet; whatever fails is told to who comes back."""
        wanted = [way.wanted for way in self.under_way if way.wanted is not None]
        try:
            self.came = store.append_together(wanted, self.ready) if wanted else ()
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


class Seen:
    """What was looked up for an outing, and what those before in it have made of the meters.

    Where nobody has looked before, it is looked up when the first of them has his table: what was seen before he waited
    for that would be old.
    """

    __slots__ = ("_heads", "_look", "_moved", "_shown", "_wrong", "ahead")

    def __init__(
        self, look: Callable[[], Sight], seen: Sight | None = None, ahead: Mapping[str, Sequence[Entry]] = NOTHING
    ) -> None:
        self.ahead = ahead  # of streams what others have appended to them
        self._look = look
        self._heads: Mapping[str, int] | None = None
        if seen is not None:
            self._heads, self._shown = seen
        self._moved: dict[str, Meter] = {}  # as they stand when those before are stored
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
        if self._wrong is not None:
            raise self._wrong
        try:
            shown = self._shown()
        except Exception as wrong:
            self._wrong = wrong
            raise
        return {**shown, **self._moved} if self._moved else shown

    def relied(self, names: Iterable[str]) -> dict[str, int]:
        """Of the meters of a table those that somebody before sets, and how often they will have been set."""
        return {name: self._moved[name].changes for name in names if name in self._moved}

    def is_ahead(self, names: Iterable[str]) -> bool:
        """Does somebody before set one of these meters, which is not on the record yet?"""
        return any(name in self._moved for name in names)

    def move(self, sets: Iterable[MeterSet]) -> None:
        self._moved.update(after(sets))
