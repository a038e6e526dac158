"""Frames: what a client and the house say to each other over a WebSocket. `type` says which frame it is.

One WebSocket serves all tables that somebody watches. A watched table is told as a whole once, then by its moves, a
frame for each version; who comes back names the version that he knows and is told what he missed. A version counts in
the epoch in which he was told of it: a house that is begun again may go on from a backup, and have another one by that
number.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from houseway.felt import Move
from houseway.house.commands import Command, Role
from houseway.house.departures import SeatOffer
from houseway.house.pit_view import PitView
from houseway.house.views import AskView, FeltView, Now, ResultView, TableView
from houseway.money import Cents

_END = r"(?![\s\S])"

TableName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9-]{1,30}" + _END,
        description="a table's name of 2 to 31 small letters, digits or -, a letter first",
    ),
]
CommandId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+" + _END,
        description="an id of 1 to 64 letters, digits and signs of ASCII without blanks",
    ),
]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Epoch = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+" + _END,
        description="the epoch that the house named in its welcome, of 1 to 64 letters, digits and signs of ASCII",
    ),
]


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all frames share."""


class Watch(Frame, frozen=True, tag="watch"):
    """Tell me of a table, from the version that I know.

    `epoch`: the one in which I was told of it. Where the house's is another one it tells the whole table.
    """

    table: TableName
    since: Version | None = None
    epoch: Epoch | None = None


class Unwatch(Frame, frozen=True, tag="unwatch"):
    """Tell me no more of a table."""

    table: TableName


class Order(Frame, frozen=True, tag="command"):
    """Carry out a command at a table. The id is the client's choice: by the same id it is carried out once."""

    id: CommandId
    table: TableName
    command: Command


class Ping(Frame, frozen=True, tag="ping"):
    """Are you there?"""


FromClient = Watch | Unwatch | Order | Ping


class Welcome(Frame, frozen=True, tag="welcome"):
    """Who the house takes the client for, and the epoch in which it tells of tables."""

    name: str
    role: Role
    kind: str
    wallet: Cents
    coupons: Cents
    at: int
    epoch: str


class Whole(Frame, frozen=True, tag="table"):
    """The whole table. `delayed`: it is shown as it was a while ago, since players hold hands that nobody may tell."""

    view: TableView
    delayed: bool
    at: int


class Moved(Frame, frozen=True, tag="moved"):
    """What happened in one version. What a table is now stands in the last of several that are sent together.

    `delayed`, as in the whole table: who sits down is not behind any more, who has left is again. One without moves may
    name the version that he knows: he has come back to it, or how he sees it is what has changed.
    """

    table: str
    version: int
    moves: tuple[Move, ...]
    beside: tuple[Move, ...]
    opened: FeltView | None
    now: Now | None
    ask: AskView | None
    result: ResultView | None
    you: int | None  # the viewer's seat, as in the whole table
    offer: SeatOffer | None
    seats: tuple[int, ...]  # for which he decides
    pit: PitView | None
    delayed: bool
    at: int


class Meters(Frame, frozen=True, tag="meters"):
    """What meters show that other tables have moved, and the rules of the sign that have their reset amounts.

    It is no version of this table: its own record has it later.
    """

    table: str
    meters: dict[str, Cents]
    rules: dict[str, str]


class Carried(Frame, frozen=True, tag="done"):
    """A command was carried out, now or (`repeated`) before."""

    id: str
    table: str
    version: int
    event: str
    answer: dict[str, Any]
    repeated: bool


class Refused(Frame, frozen=True, tag="refused"):
    """A frame or its command was refused, and nothing was changed. `id` is that of the command, where there is one."""

    id: str | None
    table: str | None
    why: str
    clause: str | None
    code: str


class Wallet(Frame, frozen=True, tag="wallet"):
    """What the viewer's wallet holds now, and what he holds of coupons that lie at no table."""

    cents: Cents
    coupons: Cents


class Pong(Frame, frozen=True, tag="pong"):
    """I am here."""

    at: int


class Closing(Frame, frozen=True, tag="closing"):
    """The house closes the connection; who was at a table keeps his seat."""

    why: str


FromHouse = Welcome | Whole | Moved | Meters | Carried | Refused | Wallet | Pong | Closing
