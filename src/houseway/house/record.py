"""The record: one append-only stream of entries for each table and one for the house.

An entry is one command that was carried out: what was asked, by whom, when, and what came of it. A hash chain runs over
the entries of a stream, so that no past one can be changed without all later ones.
"""

from hashlib import sha256
from typing import Any

import msgspec

from houseway.money import Cents

Account = str
Transfer = tuple[tuple[Account, Cents], ...]  # what is added to each account; the sum is zero

TABLES = "table/"  # the names of tables' streams begin with it
NO_CHAIN = bytes(32)  # what the first entry of a stream is chained to


class Done(msgspec.Struct, frozen=True):
    """What a command came to, before it is stored: everything that its entry says, and what only the log is told."""

    event: str  # short and stable, with a version: `lunar.bought/1`
    body: dict[str, Any]  # the command, its answer, the moves: what may be shown, to each as he may see it
    transfer: Transfer = ()
    sealed: dict[str, Any] = {}  # what nobody may see before the round is over: seeds, the meters that were read
    wrong: str | None = None  # where the table's own code failed just now: for the log, and no part of the entry


class Entry(msgspec.Struct, frozen=True):
    """A line of the record as it is stored."""

    stream: str
    version: int  # 1, 2, 3 ... in each stream
    at: int  # milliseconds since 1970, by the house's clock
    actor: str
    command: str | None  # the id that the client chose; the clock's own have none
    event: str
    body: bytes  # canonical JSON
    sealed: bytes
    transfer: bytes
    chain: bytes


def entry(stream: str, version: int, at: int, actor: str, command: str | None, done: Done) -> Entry:
    """The entry of a command that was carried out; it is chained when it is known what it follows."""
    assert sum([cents for _, cents in done.transfer]) == 0, "a transfer sums to zero"
    body, sealed, transfer = canonical(done.body), canonical(done.sealed), canonical(done.transfer)
    return Entry(stream, version, at, actor, command, done.event, body, sealed, transfer, NO_CHAIN)


def chained(made: Entry, previous: bytes) -> Entry:
    """An entry behind the one that has the chain's value before it."""
    return msgspec.structs.replace(made, chain=link(previous, made))


def link(previous: bytes, made: Entry) -> bytes:
    """The chain's value at an entry: SHA-256 of the one before and of all that the entry says."""
    said = [made.stream, made.version, made.at, made.actor, made.command, made.event]
    parts = (previous, canonical(said), made.body, made.sealed, made.transfer)
    return sha256(b"".join([sha256(part).digest() for part in parts])).digest()


# JSON in the one form that is hashed: keys in order, no spaces.
canonical = msgspec.json.Encoder(order="deterministic").encode
