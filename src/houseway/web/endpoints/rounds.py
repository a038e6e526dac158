"""Of rounds that are over: whose they were, step by step, and as files."""

from typing import Annotated

from msgspec import Meta

from houseway.house import accounts, history, replaying
from houseway.house.finished import Finished, round_file
from houseway.house.frames import TableName
from houseway.house.history import RoundLine
from houseway.house.replaying import Replay
from houseway.refusal import Refusal
from houseway.web.call import Call
from houseway.web.endpoint import JSON, TEXT, get
from houseway.web.faults import Fault

MOST_ROUNDS = 100

Number = Annotated[int, Meta(ge=1, le=2**53)]
Many = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


def list_own_rounds(call: Call, most: Many = history.MOST_ROUNDS) -> tuple[RoundLine, ...]:
    """The last rounds of the asker, the newest first."""
    return history.last_rounds(call.front.house.store, call.actor.name, most)


def replay_round(call: Call, table: TableName, number: Number) -> Replay:
    """Any round that is over, step by step; of hands that stay private, the asker's own."""
    finished = _round(call, table, number)
    store = call.front.house.store
    entries = history.entries_of(store, finished)
    programs = accounts.bots_among(store, replaying.in_round(finished))
    return replaying.replay(finished, entries, call.actor.name, programs)


def round_as_file(call: Call, table: TableName, number: Number) -> str:
    """Any round that is over as a round file: settle it again, and verify its shuffle, with houseway offline."""
    finished = _round(call, table, number)
    return round_file(finished, call.actor.name, history.seed_of(call.front.house.store, finished))


def _round(call: Call, table: str, number: int) -> Finished:
    store = call.front.house.store
    call.front.house.table(table)
    try:
        return history.find_round(store, table, number)
    except Refusal as refusal:
        raise Fault("not found", refusal.message) from None


ENDPOINTS = (
    get("/api/me/rounds", list_own_rounds, "own rounds"),
    get("/api/tables/{table}/rounds/{number}", replay_round, "any round", JSON, "not found"),
    get("/api/tables/{table}/rounds/{number}/file", round_as_file, "any round", TEXT, "not found"),
)
