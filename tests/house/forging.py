"""A forger who has the database, the program and time: he changes what he likes and makes all hashes anew."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, select, text

from houseway.house import digesting
from houseway.house.appending import COLUMNS, command_mark, meter_mark
from houseway.house.history import noted_by
from houseway.house.record import NO_CHAIN, Entry, canonical, link
from houseway.house.schema import balances, commands, entries, meters, postings, rounds, shuffles, streams

Change = Callable[["Forged"], None]


class Forged(msgspec.Struct):
    """An entry in the forger's hands."""

    stream: str
    at: int
    actor: str
    command: str | None
    event: str
    body: dict[str, Any]
    sealed: dict[str, Any]
    transfer: list[list[Any]]


def forge(connection: Connection, stream: str, version: int, change: Change | None) -> None:
    """Change an entry, or leave it out, and write everything anew that follows from the entries."""
    _chain(connection, [_changed(made, change) if _is(made, stream, version) else made for made in written(connection)])


def rewrite(connection: Connection, stream: str, made: list[Entry]) -> None:
    """Put other entries in the place of a stream's, and write everything anew that follows."""
    _chain(connection, [*(each for each in written(connection) if each.stream != stream), *made])


def keep_digest(connection: Connection, made: Entry, digest: bytes) -> None:
    """Another digest of an entry's command, with the mark that binds it."""
    of = {"stream": made.stream, "version": made.version}
    connection.execute(commands.delete().where(*(commands.c[name] == value for name, value in of.items())))
    row = {"actor": made.actor, "id": made.command, "digest": digest, **of}
    connection.execute(commands.insert(), {**row, "mark": command_mark(made.chain, row)})


def written(connection: Connection) -> list[Entry]:
    """All entries, stream by stream."""
    return [Entry(*row) for row in connection.execute(select(*COLUMNS).order_by(*COLUMNS[:2]))]


def _chain(connection: Connection, entries_: list[Entry | None]) -> None:
    chained, heads = [], dict[str, Entry]()
    for made in entries_:
        if made is not None:
            before = heads.get(made.stream)
            number, chain = (before.version, before.chain) if before else (0, NO_CHAIN)
            made = msgspec.structs.replace(made, version=number + 1)
            heads[made.stream] = msgspec.structs.replace(made, chain=link(chain, made))
            chained.append(heads[made.stream])
    _write(connection, chained, heads)


def _is(made: Entry, stream: str, version: int) -> bool:
    return (made.stream, made.version) == (stream, version)


def _changed(made: Entry, change: Change | None) -> Entry | None:
    if change is None:
        return None
    body, sealed, transfer = (msgspec.json.decode(part) for part in (made.body, made.sealed, made.transfer))
    forged = Forged(made.stream, made.at, made.actor, made.command, made.event, body, sealed, transfer)
    change(forged)
    return msgspec.structs.replace(
        made,
        at=forged.at,
        actor=forged.actor,
        command=forged.command,
        event=forged.event,
        body=canonical(forged.body),
        sealed=canonical(forged.sealed),
        transfer=canonical(sorted(forged.transfer)),
    )


def _write(connection: Connection, made: list[Entry], heads: dict[str, Entry]) -> None:
    shown = [dict(row) for row in connection.execute(select(meters)).mappings()]
    for table in (rounds, shuffles, commands, meters, balances, postings, streams, entries):
        connection.execute(text(f"DELETE FROM {table.name}"))
    transfers = [msgspec.json.decode(each.transfer, type=tuple[tuple[str, int], ...]) for each in made]
    connection.execute(entries.insert(), [msgspec.structs.asdict(each) for each in made])
    connection.execute(
        streams.insert(), [{"stream": e.stream, "version": e.version, "chain": e.chain} for e in heads.values()]
    )
    lines = [
        {"stream": each.stream, "version": each.version, "place": place, "account": account, "cents": cents}
        for each, transfer in zip(made, transfers, strict=True)
        for place, (account, cents) in enumerate(transfer, 1)
    ]
    connection.execute(postings.insert(), lines)
    kept = Counter[str]()
    for account, cents in (line for transfer in transfers for line in transfer):
        kept[account] += cents
    connection.execute(balances.insert(), [{"account": account, "cents": cents} for account, cents in kept.items()])
    chains = {(each.stream, each.version): each.chain for each in made}
    for row in shown:
        row["cents"] = kept.get(f"meter/{row['name']}", 0)
        chain = chains.get((row["stream"], row["version"]), NO_CHAIN)
        connection.execute(meters.insert(), {**row, "mark": meter_mark(chain, row)})
    for each in made:
        _note(connection, each)
        if each.command is not None:
            keep_digest(connection, each, digesting.of_entry(each))


def _note(connection: Connection, made: Entry) -> None:
    if not made.stream.startswith("table/"):
        return
    noted = noted_by(made)
    of = {"stream": made.stream, "version": made.version}
    for player in noted.players:
        row = {**of, "player": player, "number": noted.number, "at": noted.at}
        connection.execute(rounds.insert(), row)
    if noted.spent is not None:
        connection.execute(shuffles.insert(), {**of, **msgspec.structs.asdict(noted.spent)})
