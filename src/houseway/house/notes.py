"""Rounds by player, and seeds that may be known, as they are noted beside a table's entries: held against those."""

from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from houseway.house.appending import entry_at
from houseway.house.history import Noted, noted_by
from houseway.house.record import TABLES, Entry
from houseway.house.schema import rounds, shuffles

ROUND = "the round that ended with it is noted otherwise"
NOT_THERE = "a round is noted that did not end there"
SEED = "the seed that it tells is noted otherwise"


class Notes:
    """The notes of a stream, looked at page by page along its entries."""

    def __init__(self, connection: Connection, stream: str) -> None:
        self._connection = connection
        self._stream = stream
        self._number = 0  # of the last round that was looked at
        self._seeds = 0

    def wrong(self, page: list[Entry]) -> dict[int, str]:
        """What is wrong with the notes of entries, by their versions."""
        told: dict[int, Noted] = {}
        wrong: dict[int, str] = {}
        for made in page if self._stream.startswith(TABLES) else []:
            told[made.version] = Noted()
            try:
                told[made.version] = noted_by(made)
            except Exception as unread:  # whatever a forger's entry may hold
                wrong[made.version] = f"the entry cannot be read: {unread}"
        return self._wrong_seeds(told) | self._wrong_rounds(told) | wrong

    def left(self) -> tuple[int | None, str] | None:
        """A note that no entry tells, behind all that were looked at: the version that it names, and what it is."""
        row = self._connection.execute(_BEHIND.limit(1), {"of": self._stream, "after": self._number}).first()
        if row is not None:
            return row.version, NOT_THERE
        if self._connection.execute(_COUNT, {"of": self._stream}).scalar() == self._seeds:
            return None
        return self._seed_too_many(), "a seed is noted that was not told there"

    def _wrong_rounds(self, told: dict[int, Noted]) -> dict[int, str]:
        """Rounds are numbered in the order in which they end, so that a page of entries has a range of them."""
        ended = {version: noted for version, noted in told.items() if noted.number is not None}
        if not ended:
            return {}
        last = max(noted.number or 0 for noted in ended.values())
        between = {"of": self._stream, "after": self._number, "last": last}
        found: dict[Any, set[Any]] = {}
        for row in self._connection.execute(_BETWEEN, between):
            found.setdefault(row.number, set()).add((row.player, row.version, row.at))
        self._number = last
        wrong, last_told = {}, max(told)
        for version, noted in ended.items():
            wanted = {(player, version, noted.at) for player in noted.players}
            if found.pop(noted.number, set()) != wanted:
                wrong[version] = ROUND
        for version in (version for rows in found.values() for _, version, _ in rows):
            wrong.setdefault(version if version in told else last_told, NOT_THERE)
        return wrong

    def _wrong_seeds(self, told: dict[int, Noted]) -> dict[int, str]:
        spent = {version: noted.spent for version, noted in told.items() if noted.spent is not None}
        wrong = {}
        for version, shuffle in spent.items():
            row = self._connection.execute(_SEED, {"of": self._stream, "published": shuffle.commitment}).first()
            if row is None or (row.seed, row.version) != (shuffle.seed, version):
                wrong[version] = SEED
        self._seeds += len(spent)
        return wrong

    def _seed_too_many(self) -> int | None:
        """The first entry beside which a seed is noted that it does not tell."""
        for row in self._connection.execute(_SEEDS, {"of": self._stream}):
            made = entry_at(self._connection, self._stream, row.version)
            told = noted_by(made).spent if made is not None else None
            if told is None or told.commitment != row.commitment:
                return int(row.version)
        return None


_BEHIND = (
    select(rounds)
    .where(rounds.c.stream == bindparam("of"), rounds.c.number > bindparam("after"))
    .order_by(rounds.c.number)
)
_BETWEEN = _BEHIND.where(rounds.c.number <= bindparam("last"))
_OF_STREAM = shuffles.c.stream == bindparam("of")
_SEED = select(shuffles).where(_OF_STREAM, shuffles.c.commitment == bindparam("published"))
_SEEDS = select(shuffles).where(_OF_STREAM).order_by(shuffles.c.version)
_COUNT = select(func.count()).select_from(shuffles).where(_OF_STREAM)
