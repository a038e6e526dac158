"""Who watches a table, and what each of them is told: the whole table once, then a frame for each version.

A viewer is told of a version after it is on the record, never before. Where players hold hands that others may not
know, somebody who is not at the table sees each round a while later: he cannot tell a player anything of use.
"""

import threading
from collections.abc import Callable, Sequence, Set

import msgspec

from houseway.house import departures, frames, views
from houseway.house.commands import Actor
from houseway.house.definition import Definition
from houseway.house.frames import Wallet, Whole
from houseway.house.lagging import Lagging
from houseway.house.latest import ENCODER, Latest, without
from houseway.house.ledger import holder
from houseway.house.linking import Meters, Posted
from houseway.house.live import LiveTable
from houseway.house.posted import sign
from houseway.house.record import Entry, Transfer
from houseway.house.store import Store
from houseway.house.views import TableView
from houseway.money import Cents
from houseway.refusal import Refusal

Deliver = Callable[[bytes], None]

LOOK_AGAIN = 1_000  # milliseconds between two looks at meters that other tables move


class Watching:
    """One viewer of one table."""

    def __init__(self, actor: Actor, deliver: Deliver, since: int | None, held: Wallet | None = None) -> None:
        self.actor = actor
        self.held = held  # the wallet as the viewer knew it before they came, until they are told here
        self.deliver = deliver
        self.version = since  # that he knows; None: he knows nothing yet
        self.delayed: bool | None = None
        self.left: int | None = None  # the version with which he left: what is shown late is older until it is there
        self.waits = False  # it could not be shown to him
        self.meters: dict[str, Cents] = {}  # as he knows them for certain
        self.rules: dict[str, str] = {}  # so, of the sign

    def has_just_left(self, live: LiveTable) -> bool:
        """Was he, who sees it late now, at the table up to the version before this one? Then he knows all of that.

        Not where others waited for him alone, and a round has begun with it that is not his.
        """
        if self.delayed is not False or self.version != live.version - 1:
            return False
        return bool(live.told) and live.told[-1].setup is None

    def knows(self, posted: Posted) -> bool:
        """Does he know for certain what linked meters show, and are reset to?"""
        shown = all(self.meters.get(name) == cents for name, cents in posted.shown.items())
        return shown and all(self.rules.get(option) == text for option, text in posted.resets.items())

    def was_there(self, shown: int) -> bool:
        """Is a version that is shown late one of those that he saw himself, and nothing new?"""
        return self.left is not None and shown < self.left


class Watchers:
    """All viewers of one table. Whoever calls holds the table's lock, unless it is said."""

    def __init__(self, definition: Definition, store: Store, meters: Meters, delay: int) -> None:
        self._definition = definition
        self._store = store
        self._meters = meters
        self._delay = delay
        self._watching: list[Watching] = []
        self._lagging: Lagging | None = None  # there while somebody sees it
        self._seen: int | None = None  # up to which movement of the meters they were looked at; None: look again
        self._looked = 0  # and when
        self.told = 0  # the version that who is not late was told of last
        self.turned = 0  # how often the record turned out to be another
        self.owed: set[str] = set()  # names of those whose wallets have moved, and who were not told
        self._owing = threading.Lock()  # who is there, and who is owed something

    def __len__(self) -> int:
        return len(self._watching)

    def add(self, watching: Watching, live: LiveTable, at: int) -> None:
        """Show a viewer the table. They are put on the list first, so they miss no move."""
        self._seen = None
        with self._owing:
            self._watching.append(watching)
        try:
            self._tell(watching, live, at, Latest(live, at))
        except BaseException:
            self.remove(watching)  # a viewer who asks again is told everything once
            raise
        if watching.held is not None:  # the wallet may have moved since then
            self.owe({watching.actor.name})

    def remove(self, watching: Watching) -> None:
        with self._owing:
            if watching in self._watching:
                self._watching.remove(watching)
        if not any(each.delayed or each.waits for each in self._watching):
            self._lagging = None

    def tell(self, live: LiveTable, at: int) -> list[Exception]:
        """Tell everybody what he has not been told of yet. One who cannot be told never stops the others."""
        self.owe(_wallets_moved(live, self.told))
        self.told = live.version
        latest, failed = Latest(live, at), []
        for watching in self._watching:
            try:
                self._tell(watching, live, at, latest)
            except Exception as wrong:
                failed.append(wrong)
                _knows_nothing(watching)
        try:
            self._tell_meters(live, at)
        except Exception as wrong:
            failed.append(wrong)
        return failed

    def begin_anew(self, turned: int) -> None:
        """The record is another than that of which they were told: everybody is told all of it."""
        self.turned, self.told, self._lagging = turned, 0, None
        for watching in self._watching:
            _knows_nothing(watching)

    def owe(self, names: Set[str] | None) -> bool:
        """The wallets of these have moved, or (None) nobody knows whose: who of them watches is to be told.

        Tells whether anybody is owed something. Who says it need not hold the table's lock.
        """
        if names is None or names:
            with self._owing:
                there = {watching.actor.name for watching in self._watching if watching.actor.role == "player"}
                self.owed |= there if names is None else there & names
        return bool(self.owed)

    def tell_wallets(self, held: Callable[[str], Wallet]) -> None:
        """Tell those who are owed it what they hold; who cannot be told now is owed it still."""
        with self._owing:
            owed, self.owed = sorted(self.owed), set()  # whatever moves from now on is owed again
        while owed:
            try:
                wallet = held(owed[0])
            except BaseException:
                with self._owing:
                    self.owed.update(owed)
                raise
            name, frame = owed.pop(0), ENCODER.encode(wallet)
            for watching in self._watching:
                if watching.actor.name == name:
                    if watching.held != wallet:
                        watching.deliver(frame)
                    watching.held = None

    def view(self, actor: Actor, live: LiveTable, at: int) -> TableView:
        """The whole table as somebody may see it now; who is not late sees linked meters as they stand."""
        return self._view(actor, live, *self.shown(actor, live, at), at)

    def shown(self, actor: Actor, live: LiveTable, at: int) -> tuple[LiveTable, bool]:
        """The table that somebody is shown, and whether it is behind its time."""
        return (self._late(at), True) if is_delayed(live, actor) else (live, False)

    def due(self, at: int) -> int | None:
        """When there is something to tell that is no new version; looked at without the lock."""
        return earlier(self._late_due(at), self._meters_due(at))

    def _late_due(self, at: int) -> int | None:
        """When there is something to show to those who see it late, or could not be told.

        At once, where somebody else's look has brought the copy on: then nothing waits in it any more.
        """
        lagging, late = self._lagging, [each for each in self._watching if each.delayed or each.waits]
        if lagging is None or not late:
            return 0 if late else None
        shown = lagging.version
        behind = shown is not None and any(
            each.waits or (each.version != shown and not each.was_there(shown)) for each in late
        )
        return 0 if behind else lagging.due(at)

    def _meters_due(self, at: int) -> int | None:
        """When meters are to be looked at that other tables may have moved: at once, where the clock was set back."""
        if not self._definition.meters or self._seen == self._meters.moved:
            return None
        due = self._looked + LOOK_AGAIN if self._looked <= at else at
        return due if any(each.delayed is False for each in self._watching) else None

    def _tell_meters(self, live: LiveTable, at: int) -> None:
        """Tell who is not late what linked meters show and are reset to, where that is not what he knows."""
        due = self._meters_due(at)
        if due is None or at < due:
            return
        moved = self._meters.moved  # before they are read: what moves meanwhile is another look
        posted = self._meters.posted(live)
        frame = ENCODER.encode(frames.Meters(live.definition.name, posted.shown, posted.resets))
        for watching in self._watching:
            if watching.delayed is False and not watching.knows(posted):
                watching.deliver(frame)
                watching.meters, watching.rules = posted.shown, posted.resets
        self._seen, self._looked = moved, at

    def _late(self, at: int) -> LiveTable:
        """The table as those see it who see it late."""
        if self._lagging is None:
            self._lagging = Lagging(self._definition, self._store, self._delay)
        return self._lagging.live(at)

    def _view(self, actor: Actor, live: LiveTable, shown: LiveTable, delayed: bool, at: int) -> TableView:
        view = shown.view(actor, at)
        if (
            delayed
        ):  # he may have been at it then: what he held lies there still; he is at no seat now, and decides nothing
            now, offer = without(view.now, actor.name), departures.offer(live, actor.name)  # of a seat that is free now
            return msgspec.structs.replace(view, now=now, you=None, seats=(), ask=views.ask(shown, ()), offer=offer)
        if not self._definition.meters:
            return view
        posted = self._meters.posted(shown)
        felt = msgspec.structs.replace(view.felt, meters={**view.felt.meters, **posted.shown})
        return msgspec.structs.replace(view, felt=felt, sign=sign(shown, posted.rules))

    def _tell(self, watching: Watching, live: LiveTable, at: int, latest: Latest) -> None:
        delayed = is_delayed(live, watching.actor)
        leaves = delayed and watching.has_just_left(live)
        if delayed and not leaves:
            try:
                latest = Latest(self._late(at), at)
            except Refusal:
                watching.waits = True
                return  # it cannot be shown now; he is told of it later
        shown, version, known = latest.live, latest.live.version, watching.version
        watching.waits = False
        if leaves or not delayed:
            watching.left = version if leaves else None
        elif watching.was_there(version):
            return  # nobody is shown again what he saw when he was there
        update = None
        # Who was late is told by its moves that he sat down, if that is all: nobody wants to see half a minute at once.
        is_near = leaves or watching.delayed in (None, delayed) or (known is not None and known >= version - 1)
        if is_near and known is not None and shown.state.posted <= known <= version:
            if known == version and watching.delayed is delayed:
                return
            update = latest.since(watching.actor, known)
        watching.version, watching.delayed = version, delayed
        if update is None:
            view = self._view(watching.actor, live, shown, delayed, at)
            watching.deliver(ENCODER.encode(Whole(view, delayed, at)))
            watching.meters, watching.rules = view.felt.meters, view.sign.rules
            return
        for each in update:
            if each.meters:
                watching.meters, self._seen = {}, None
        for frame in latest.frames(watching.actor, delayed, update):
            watching.deliver(frame)


def earlier(one: int | None, other: int | None) -> int | None:
    """The earlier of two times, where there is one."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def is_delayed(live: LiveTable, actor: Actor) -> bool:
    """Does somebody see the table late? Not who is at it, nor the pit, which sees no hidden card either."""
    if not live.game.hidden_hands or actor.role != "player":
        return False
    return actor.name not in live.state.people and not views.eyes(live, actor.name)


def wallets_in(entries: Sequence[Entry]) -> set[str]:
    """Whose wallets these entries have moved, or the coupons that they hold."""
    transfers = [msgspec.json.decode(entry.transfer, type=Transfer) for entry in entries]
    holders = {holder(account) for transfer in transfers for account, _ in transfer}
    return {name for name in holders if name is not None}


def _knows_nothing(watching: Watching) -> None:
    """He is told all of the table next."""
    watching.version, watching.delayed, watching.waits, watching.left = None, None, True, None


def _wallets_moved(live: LiveTable, since: int) -> Set[str] | None:
    """Whose wallets have moved at the table since a version; None where that is not known any more."""
    new = live.version - since
    if new > len(live.told):
        return None
    if new == 1:  # as a rule
        return live.told[-1].wallets
    return frozenset[str]().union(*[live.told[place].wallets for place in range(-new, 0)])
