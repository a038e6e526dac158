"""What is kept of a command besides its entry: the digest of what it says. The entry's body says the same.

At a table who has another role by now says something else by the same words.
"""

import hashlib
from typing import Any

import msgspec

from houseway.house.record import TABLES, Entry, canonical


class _Said(msgspec.Struct):
    """Of an entry's body what the digest is of: as it was written, in the one form that is hashed."""

    command: msgspec.Raw
    role: str


_SAID = msgspec.json.Decoder(_Said)


def at_table(table: str, role: str, command: Any) -> bytes:
    """The digest of a command to a table."""
    return _digest([table, role, command])


def in_office(command: Any) -> bytes:
    """The digest of a command to the house itself."""
    return _digest(command)


def of_entry(entry: Entry) -> bytes:
    """The digest of the command that an entry says was carried out. A ValueError: it says none."""
    said = _SAID.decode(entry.body)
    if entry.stream.startswith(TABLES):
        return at_table(entry.stream.removeprefix(TABLES), said.role, said.command)
    return in_office(said.command)


def _digest(said: Any) -> bytes:
    return hashlib.sha256(canonical(said)).digest()
