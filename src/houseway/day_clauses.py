"""What each game's rulebook says of a table's life around its rounds, as a list of clauses."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from houseway.irregularity import Irregularity

HOUR = 3600


class Day(msgspec.Struct, frozen=True):
    """The clauses by which a game's table is opened, shuffled, spread and closed."""

    receive: str
    inspect: str
    verify: str
    remove: str
    close: str
    shuffle: str
    spread: str | None = None
    view: str | None = None
    viewers: int = 1
    wash: str | None = None
    stack: str | None = None  # cards that a device shuffles are stacked by this clause, not washed
    cut: str | None = None
    recut: str | None = None
    idle: str | None = None
    turn_up: str | None = None
    alternate: str | None = None
    jam: str | None = None
    device: str | None = None  # a device leaves the table by this clause before anything is done another way
    second: str | None = None  # a second deck is there by this clause, which is for tables with a shuffler alone
    count: str | None = None
    pots: str | None = None
    cut_card: Callable[[Any], int] | None = None  # the shoe is dealt on until so many cards are left in it
    stub_counted: Callable[[Any], bool] = lambda rules: True  # not where the shuffler counts the deck
    # Where a round counts by the floor's word alone: what it says for so many players, and what it said of the deal.
    counted: Callable[[int, Sequence[Irregularity]], Irregularity | None] = lambda players, foreseen: None
    decks: Callable[[Any], int] = lambda rules: 1
    by_device: Callable[[Any], bool] = lambda rules: True
    by_shoe: Callable[[Any], bool] = lambda rules: False  # an automated one deals, of which that clause speaks, too
    change: Callable[[Any], tuple[int, str]] = lambda rules: (24 * HOUR, "69E-1.18(g)")
