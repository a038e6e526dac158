"""The last version of a table on its way to those who watch it: what all of them are shown is made and encoded once.

What a viewer may see is decided in `views`. Two of them share what is one and the same object there.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.house import departures, views
from houseway.house.commands import Actor
from houseway.house.frames import Moved
from houseway.house.live import LiveTable
from houseway.house.pit_view import PIT, pit
from houseway.house.views import AskView, FeltView, Happened, Now, ResultView

ENCODER = msgspec.json.Encoder()


class Stands(msgspec.Struct, frozen=True):
    """How a table stands, as far as that is the same for all."""

    now: Now
    asks: AskView | None
    came: ResultView | None


class Latest:
    """A table for whoever is told of it at one moment."""

    def __init__(self, live: LiveTable, at: int) -> None:
        self.live = live
        self._at = at
        self._stands: Stands | None = None
        self._openings: dict[int, FeltView] = {}
        self._alike: Sequence[Happened] | None = None  # in the last version, where it hides nothing
        self._encoded: dict[int, tuple[Any, msgspec.Raw]] = {}  # by what was encoded, which is kept meanwhile

    def since(self, viewer: Actor, version: int) -> Sequence[Happened] | None:
        """What happened since a version, as somebody saw it; None where that is not known any more."""
        told = self.live.told
        if version != self.live.version - 1 or not told or told[-1].hides:
            return views.happened_since(self.live, viewer, version, self._openings)
        if self._alike is None:
            self._alike = views.happened_since(self.live, viewer, version, self._openings)
        return self._alike

    def frames(self, viewer: Actor, delayed: bool, happened: Sequence[Happened]) -> list[bytes]:
        """A frame for each version; what the table is now stands in the last."""
        live, stands, version = self.live, self._standing(), self.live.version
        seats = () if delayed else views.eyes(live, viewer.name)
        person = None if delayed else live.state.people.get(viewer.name)
        now = without(stands.now, viewer.name) if delayed else stands.now
        asks = views.to_answer(live, stands.asks, seats) if stands.asks is not None else None
        came = views.with_opened(live, stands.came, viewer.name) if stands.came is not None else None
        frames = []
        for told in happened or (Happened(version, (), (), None, False),):
            last = told.version == version
            frame = Moved(
                table=live.definition.name,
                version=told.version,
                moves=self._once(told.moves),
                beside=self._once(told.beside),
                opened=self._once(told.opened),
                now=self._once(now) if last else None,
                ask=self._once(asks) if last else None,
                result=self._once(came) if last else None,
                you=person.seat if person is not None else None,
                offer=departures.offer(live, viewer.name) if last else None,
                seats=seats,
                pit=pit(live, self._at) if last and viewer.role in PIT else None,
                delayed=delayed,
                at=self._at,
            )
            frames.append(ENCODER.encode(frame))
        return frames

    def _standing(self) -> Stands:
        if self._stands is None:
            self._stands = Stands(views.now(self.live), views.asked(self.live), views.outcome(self.live))
        return self._stands

    def _once(self, part: Any) -> Any:
        """A part of a frame as it is encoded; the same object is encoded once."""
        if not part:
            return part
        found = self._encoded.get(id(part))
        if found is None:
            found = self._encoded[id(part)] = (part, msgspec.Raw(ENCODER.encode(part)))
        return found[1]


def without(now: Now, name: str) -> Now:
    """How a table stands that is shown late to somebody who was at it then: he knows that he is not any more."""
    return msgspec.structs.replace(now, people=tuple(person for person in now.people if person.name != name))
