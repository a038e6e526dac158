"""Answers: what a command came to, and the memory of those that were carried out.

A command id is its client's choice. The same id with the same body has the first answer again, whether this process
remembers it or only the record does; with another body it is refused.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.house import digesting
from houseway.house.commands import Actor, Command
from houseway.house.record import Entry
from houseway.house.store import Store
from houseway.house.tables import Table
from houseway.refusal import Refusal

REMEMBERED = 20_000  # commands whose answers are at hand


class Answer(msgspec.Struct, frozen=True):
    """What a command came to."""

    table: str | None
    version: int
    event: str
    answer: dict[str, Any]
    repeated: bool = False


class Said(msgspec.Struct, frozen=True):
    """A command as it came in: who said it, by which id, and the digest of what it says."""

    actor: Actor
    id: str | None
    digest: bytes


class _Body(msgspec.Struct):
    """Of an entry's body what is answered."""

    answer: dict[str, Any] = {}


_ANSWERED = msgspec.json.Decoder(_Body)


class Answers:
    """The answers of late."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._answers: OrderedDict[tuple[str, str], tuple[bytes, Answer]] = OrderedDict()
        self._lock = threading.Lock()

    def remembered(self, said: Said) -> Answer | None:
        """The answer of the same command, if this process gave it."""
        if said.id is None:
            return None
        with self._lock:
            digest, answer = self._answers.get((said.actor.name, said.id), (b"", None))
        if answer is None:
            return None
        if digest != said.digest:
            raise Used(said.id)
        return msgspec.structs.replace(answer, repeated=True)

    def recorded(self, several: Sequence[tuple[Said, Table]]) -> list[Answer | Refusal | None]:
        """The answers of the same commands, of those that were carried out by another process or before a restart."""
        ids = [(said.actor.name, said.id) for said, _ in several if said.id is not None]
        entries = self._store.commands(ids) if ids else {}
        return [self._same(said, table, entries.get((said.actor.name, said.id or ""))) for said, table in several]

    def _same(self, said: Said, table: Table, entry: Entry | None) -> Answer | Refusal | None:
        if entry is None or said.id is None:
            return None
        if entry.stream != table.stream or digesting.of_entry(entry) != said.digest:
            return Used(said.id)
        return self.remember(said, answer_of(entry, table.name, repeated=True))

    def remember(self, said: Said, answer: Answer) -> Answer:
        if said.id is not None:
            with self._lock:
                self._answers[said.actor.name, said.id] = (said.digest, answer)
                if len(self._answers) > REMEMBERED:
                    self._answers.popitem(last=False)
        return answer


def said(table: str, command: Command, actor: Actor, id_: str | None) -> Said:
    return Said(actor, id_, digesting.at_table(table, actor.role, msgspec.to_builtins(command)))


def answer_of(entry: Entry, table: str | None, repeated: bool = False) -> Answer:
    return Answer(table, entry.version, entry.event, _ANSWERED.decode(entry.body).answer, repeated)


class Used(Refusal):
    """Another command has used the id already."""

    def __init__(self, id_: str) -> None:
        super().__init__(f"the command id {id_!r} was used for another command: choose a new one")
