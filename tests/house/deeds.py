"""Short ways to say what tests do to a store."""

import hashlib
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select

from houseway.house import digesting
from houseway.house.record import Done, Entry, Transfer, entry
from houseway.house.schema import metadata
from houseway.house.store import MeterSet, Store
from houseway.house.verifying import verify

Result = TypeVar("Result")


def digest(words: object) -> bytes:
    return hashlib.sha256(repr(words).encode()).digest()


def put(
    store: Store,
    stream: str,
    version: int,
    transfer: Transfer = (),
    *,
    actor: str = "Ann",
    command: str | None = None,
    words: object = "",
    meters: Sequence[MeterSet] = (),
    event: str = "table.sat/1",
) -> Entry:
    """Append an entry; `words` are what the command says."""
    body = {"command": words, "role": "player"}
    said = digesting.of_entry(entry(stream, 1, 0, actor, command, Done(event, body)))
    done = Done(event, body, transfer, {"seed": "00ff"})
    return store.append(stream, version, 1_700_000_000_000 + version, actor, command, said, done, meters)


def moved(cents: int, source: str, target: str) -> Transfer:
    return ((source, -cents), (target, cents))


def at_once(works: Sequence[Callable[[], Result]]) -> list[Result | Exception]:
    """What each of the works came to, all begun at the same moment."""
    gate = threading.Barrier(len(works))
    came: list[Any] = [None] * len(works)

    def run(place: int, work: Callable[[], Result]) -> None:
        gate.wait()
        try:
            came[place] = work()
        except Exception as wrong:
            came[place] = wrong

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


def meanwhile(monkeypatch: pytest.MonkeyPatch, overtakes: Callable[[], object]) -> None:
    """Somebody comes between: after the next command was looked at, and before it is stored."""
    append, first = Store.append_together, [True]

    def overtaken(*arguments: Any) -> Any:
        if first:
            first.clear()
            overtakes()
        return append(*arguments)

    monkeypatch.setattr(Store, "append_together", overtaken)


def everything(store: Store) -> dict[str, list[Any]]:
    """All rows of all tables."""

    def rows(connection: Connection) -> dict[str, list[Any]]:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }

    return store.look(rows)


def assert_sound(store: Store) -> None:
    assert store.look(verify).problem is None
