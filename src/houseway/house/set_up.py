"""Which streams there are: the house's own, and one for each table that it has set up. Any other is forged."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from houseway.house.definition import Definition
from houseway.house.office_deeds import SET_UP
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.record import TABLES, Entry
from houseway.house.verifying import Problem


class SetUp:
    """Learns the tables from the house's own stream, which comes first. It carries nothing out again."""

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}

    def __call__(self, stream: str, entries: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        """A table that cannot be read or is set up twice, or a stream that there cannot be."""
        if stream != HOUSE:
            return self.unknown(stream)
        return next((problem for entry in entries if (problem := self.learn(entry)) is not None), None)

    def first_of(self, found: Sequence[Problem]) -> Problem:
        """The first: it knows nothing of what one has read of another."""
        return found[0]

    def at_last(self, connection: Connection) -> Problem | None:
        """Nothing more."""
        return None

    def learn(self, entry: Entry) -> Problem | None:
        """What is wrong with an entry of the house's own stream, if it sets up a table."""
        if entry.event != SET_UP:
            return None
        try:
            definition = msgspec.convert(msgspec.json.decode(entry.body)["definition"], Definition)
        except Exception as wrong:  # whatever a forger's entry may hold
            return Problem(entry.stream, entry.version, f"the table that it sets up cannot be read: {wrong}")
        if definition.name in self.definitions:
            return Problem(entry.stream, entry.version, f"the table {definition.name} was set up before")
        self.definitions[definition.name] = definition
        return None

    def unknown(self, stream: str) -> Problem | None:
        """Is it a stream that the house does not have?"""
        if not stream.startswith(TABLES):
            return Problem(stream, 1, "there is no such stream: the house has its own, and one for each table")
        known = stream.removeprefix(TABLES) in self.definitions
        return None if known else Problem(stream, 1, "there is no such stream: the house has set up no such table")
