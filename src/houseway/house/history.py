"""Rounds that are over: who was in which, what each came to, and the seeds of shuffles that are done with.

Both are noted in rows of their own, in the transaction of the entry that tells them, so that a round is found by its
player or its number without a walk along the stream. The rows say nothing that the entry does not.
"""

from typing import Annotated, Any

import msgspec
from sqlalchemy import bindparam, func, select

from houseway.house import bots
from houseway.house.appending import COLUMNS
from houseway.house.finished import Finished, kept_round
from houseway.house.kinds import ROUNDS, SHUFFLES, OfKind
from houseway.house.record import TABLES, Done, Entry
from houseway.house.schema import MOST, entries, rounds, shuffles
from houseway.house.store import Store
from houseway.money import Cents
from houseway.refusal import Refusal

NOBODY = ""  # whose a round is in which only bots of the house were
MOST_ROUNDS = 20

Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Whole = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class RoundLine(msgspec.Struct, frozen=True):
    """A round in a player's list: what he put down, wager by wager, and what it brought him."""

    table: str
    game: str
    number: int
    at: int
    net: Cents
    void: bool
    wagered: dict[str, Cents]


class Spent(msgspec.Struct, frozen=True):
    """A shuffle that is done with: what was published of it before, and its seed."""

    commitment: Hex
    seed: Hex


class Ended(msgspec.Struct, frozen=True):
    """What is noted of a round that is over, as the sealed part of its last entry has it."""

    number: Whole
    closed: tuple[Whole, Whole]
    deciders: dict[str, str]
    backers: dict[str, Cents]


class Noted(msgspec.Struct, frozen=True):
    """What an entry has noted beside it: the round that ended with it and who was in it, a seed that may be known."""

    number: int | None = None
    at: int = 0
    players: tuple[str, ...] = ()
    spent: Spent | None = None


def noting(stream: str, version: int, done: Done) -> tuple[OfKind, ...]:
    """The rows that are to be written beside an entry of a table, in its transaction; none for most entries."""
    if "seed" not in done.body and "round" not in done.sealed:
        return ()
    noted = _noted(done.body, done.sealed)
    ended = [(ROUNDS, (player, stream, noted.number, version, noted.at)) for player in noted.players]
    spent = [(SHUFFLES, (stream, noted.spent.commitment, noted.spent.seed, version))] if noted.spent else []
    return *ended, *spent


def noted_by(entry: Entry) -> Noted:
    """What an entry of a table must have noted beside it."""
    return _noted(msgspec.json.decode(entry.body), msgspec.json.decode(entry.sealed))


def last_rounds(store: Store, player: str, most: int = MOST_ROUNDS) -> tuple[RoundLine, ...]:
    """The last rounds that somebody was in, the newest first."""
    wanted = {"of": player, "most": most}
    found = store.look(lambda connection: [Entry(*row) for row in connection.execute(_LAST, wanted)])
    return tuple(_line(entry, player) for entry in found)


def find_round(store: Store, table: str, number: int) -> Finished:
    """A round that is over, by its table and its number: anybody may look at it, at what he may know of its cards."""
    wanted = {"of": TABLES + table, "number": number}
    found = store.look(lambda connection: connection.execute(_FIND, wanted).scalar())
    finished = kept_round(found) if found is not None else None
    if finished is None:
        last = store.look(lambda connection: connection.execute(_LAST_OF, {"of": TABLES + table}).scalar())
        told = f"name one up to {last}" if last else "none was played yet"
        raise Refusal(f"table {table} has no round {number} that is over: {told}")
    return finished


def entries_of(store: Store, finished: Finished) -> list[Entry]:
    """The entries of a round, from the one with which it began to the one with which it ended."""
    first, last = finished.opened[0], finished.closed[0]
    return store.read(TABLES + finished.table, first - 1, last - first + 1)


def seed_of(store: Store, finished: Finished) -> str | None:
    """The seed of a round's shuffle once all of it is dealt; None before, and where hands stay private."""
    if finished.private:
        return None
    wanted = {"of": TABLES + finished.table, "published": finished.commitment}
    found: str | None = store.look(lambda connection: connection.execute(_SEED, wanted).scalar())
    return found


def wagered_by(finished: Finished, player: str) -> dict[str, Cents]:
    """What somebody put down in a round, wager by wager."""
    staked: dict[str, Cents] = {}
    for payoff in finished.payoffs:
        if (payoff.player or finished.deciders[payoff.seat]) == player:
            staked[payoff.wager] = staked.get(payoff.wager, 0) + payoff.stake
    return staked


def _noted(body: Any, sealed: Any) -> Noted:
    spent = msgspec.convert(body["seed"], Spent) if "seed" in body else None
    if "round" not in sealed:
        return Noted(spent=spent)
    ended = msgspec.convert(sealed["round"], Ended)
    there = {*ended.deciders.values(), *ended.backers}
    players = sorted(name for name in there if not name.startswith(bots.MARK))
    return Noted(ended.number, ended.closed[1], tuple(players or [NOBODY]), spent)


def _line(entry: Entry, player: str) -> RoundLine:
    finished = kept_round(entry.sealed)
    assert finished is not None, "a round is noted with the entry that has it"
    closed = msgspec.json.decode(entry.body)["closed"]
    return RoundLine(
        finished.table,
        finished.game,
        finished.number,
        entry.at,
        closed["nets"].get(player, 0),
        closed["void"],
        wagered_by(finished, player),
    )


_OF_THE_ENTRY = (entries.c.stream == rounds.c.stream) & (entries.c.version == rounds.c.version)
_LAST = (
    select(*COLUMNS)
    .select_from(rounds.join(entries, _OF_THE_ENTRY))
    .where(rounds.c.player == bindparam("of"))
    .order_by(rounds.c.at.desc(), rounds.c.stream, rounds.c.number.desc())
    .limit(bindparam("most"))
)
_FIND = (
    select(entries.c.sealed)
    .select_from(rounds.join(entries, _OF_THE_ENTRY))
    .where(rounds.c.stream == bindparam("of"), rounds.c.number == bindparam("number"))
    .limit(1)
)
_LAST_OF = select(func.max(rounds.c.number)).where(rounds.c.stream == bindparam("of"))
_SEED = select(shuffles.c.seed).where(
    shuffles.c.stream == bindparam("of"), shuffles.c.commitment == bindparam("published")
)
