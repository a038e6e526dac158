"""Lines of a round file as they are read: what happens above the line, what must follow below it."""

from typing import Literal

import msgspec

from houseway.asks import Act
from houseway.irregularity import Irregularity
from houseway.money import Cents


class Expected(msgspec.Struct, frozen=True):
    """A line below the line: what one wager must come to."""

    seat: int
    player: str | None
    wager: str
    stake: Cents
    net: Cents
    clause: str


class Event(msgspec.Struct, frozen=True):
    """A decision or the floor's word, with its line in the file."""

    line: int
    seat: int | None
    player: str | None
    act: Act | None
    irregularity: Irregularity | None = None
    validation: tuple[Literal["validate", "refuse"], int, str] | None = None
    waits: bool = False  # the floor lets a pause go by
    first: bool = False  # what it says next it says before a payout is validated that waits
