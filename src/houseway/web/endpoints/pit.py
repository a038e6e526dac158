"""Of the pit: the board, the office, the record."""

from typing import Annotated

from msgspec import Meta, Struct

from houseway.house import pit
from houseway.house.answering import Answer
from houseway.house.frames import CommandId, Version
from houseway.house.office_commands import (
    ChangeReset,
    GiveCoupon,
    GiveRole,
    HangMeter,
    LockAccount,
    RedeemMoney,
    SetUpTable,
    TakeMoney,
    UnlockAccount,
)
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.pit import MOST_LINES, PitBoard, RecordLine
from houseway.house.record import TABLES
from houseway.web.call import Call
from houseway.web.endpoint import get, post

Stream = Annotated[
    str, Meta(pattern=r"^(house|table/[a-z][a-z0-9-]{1,30})(?![\s\S])", description="house or table/NAME")
]
Lines = Annotated[int, Meta(ge=1, le=MOST_LINES)]

# Commands that need nothing beside: accounts with passwords have endpoints of their own.
Asked = (
    GiveRole | LockAccount | UnlockAccount | TakeMoney | RedeemMoney | GiveCoupon | SetUpTable | HangMeter | ChangeReset
)


class HouseOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A command to the office. The id is the client's choice: by the same id it is carried out once."""

    id: CommandId
    command: Asked


def show_pit(call: Call) -> PitBoard:
    """All tables with their money, the meters, the cage, and what waits for a supervisor."""
    return pit.board(call.front.house)


def command_house(call: Call, body: HouseOrder) -> Answer:
    """Carry out a command of the house itself: roles, tables, meters, play money, coupons."""
    return call.front.office(body.command, call.actor, body.id)


def read_record(call: Call, stream: Stream, after: Version = 0, limit: Lines = MOST_LINES) -> tuple[RecordLine, ...]:
    """Entries of the record, the oldest first, as everybody saw their moves."""
    if stream != HOUSE:
        call.front.house.table(stream.removeprefix(TABLES))
    return pit.record(call.front.house, stream, after, limit)


ENDPOINTS = (
    get("/api/pit", show_pit, "pit"),
    post("/api/house/commands", command_house, "somebody", 200, "commands", "not found", "refused"),
    get("/api/record/{stream:path}", read_record, "record", "application/json", "not found"),
)
