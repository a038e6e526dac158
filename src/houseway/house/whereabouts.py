"""At which table somebody is, as the records tell: with chips before him, with all of them in a round, or with none.

The ledger tells of chips alone. Who has ever been at a table has an account of chips there: only those tables are made
again from their records. That takes its time, so it is done before the transaction for which it is asked; that one sees
whether he has done anything at a table since then.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, select

from houseway.house import ledger
from houseway.house.appending import Conflict
from houseway.house.definition import Definition
from houseway.house.faults import Lost, Stopped
from houseway.house.rebuilding import Beginning, rebuild, since_last_round
from houseway.house.record import TABLES
from houseway.house.schema import balances, entries, streams
from houseway.house.store import Store
from houseway.refusal import Refusal


class Looked(msgspec.Struct, frozen=True):
    """The table where somebody is, if he is at one, and up to which versions of all tables that was looked at."""

    player: str
    table: str | None
    heads: dict[str, int]


def look(store: Store, definitions: Sequence[Definition], player: str) -> Looked:
    """Is somebody at one of these tables? Where its record does not tell, that is refused."""
    heads = {stream: version for stream, version in store.streams().items() if stream.startswith(TABLES)}
    chips = {ledger.chips(each.name, player): each for each in definitions}
    been = store.look(lambda connection: connection.execute(_BEEN, {"those": list(chips)}).scalars().all())
    for account in sorted(been):
        if player in _people(store, chips[account]):
            return Looked(player, chips[account].name, heads)
    return Looked(player, None, heads)


def check_since(connection: Connection, looked: Looked) -> None:
    """He comes to a table by his own command: where he has asked for none, he is where he was."""
    for stream in connection.execute(_STREAMS).scalars().all():
        after = {"of": stream, "after": looked.heads.get(stream, 0), "by": looked.player}
        if stream.startswith(TABLES) and connection.execute(_SINCE, after).first() is not None:
            raise Conflict(f"{looked.player} did something at {stream} since it was looked at")


def _people(store: Store, definition: Definition) -> Collection[str]:
    """Who is at a table. A snapshot that does not lead to what was written after it is left alone."""
    stream = TABLES + definition.name
    for begun in _beginnings(store, stream):
        try:
            return rebuild(definition, begun.entries, begun.kept, begun.to_the_word).state.people
        except (Lost, Stopped):
            raise
        except Exception:  # whatever keeps a record from being carried out again
            continue
    raise Refusal(f"{definition.name} is out of order: look at it with houseway verify")


def _beginnings(store: Store, stream: str) -> Iterator[Beginning]:
    kept = store.last_snapshot(stream)
    if kept is not None:
        yield Beginning(*kept, store.whole(stream, kept[0]))
    whole = store.whole(stream)
    yield Beginning(0, None, whole)
    yield from since_last_round(whole)


_BEEN = select(balances.c.account).where(balances.c.account.in_(bindparam("those", expanding=True)))
_STREAMS = select(streams.c.stream)
_SINCE = (
    select(entries.c.version)
    .where(
        entries.c.stream == bindparam("of"),
        entries.c.version > bindparam("after"),
        entries.c.actor == bindparam("by"),
    )
    .limit(1)
)
