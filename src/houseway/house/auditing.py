"""Streams run again: every command of every table comes to what was written, every shuffle to what was published.

Of the house's own stream the tables are learnt that it has set up. A round that was given up cannot be run again: it is
taken as it is written, held to what may be written of one, and counted apart.
What entries have read of linked meters is held against what others have set, and every snapshot against the table.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from houseway import games
from houseway.house import sealing
from houseway.house.definition import Definition
from houseway.house.finished import Finished, kept_round
from houseway.house.linked_meters import LinkedMeters
from houseway.house.live import LiveTable, Snapshot
from houseway.house.office_auditing import OfficeAudit
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.rebuilding import Differs, TakenOver, rerun
from houseway.house.record import TABLES, Entry
from houseway.house.set_up import SetUp
from houseway.house.taken import Taken
from houseway.house.verifying import Problem
from houseway.shoe import commitment, read_seed, shuffled


class Audit:
    """Runs streams again, the house's own first, and counts the rounds.

    `office` runs the house's own commands, and so knows who may have asked for what at the tables.
    """

    def __init__(self, office: OfficeAudit | None = None) -> None:
        self._set_up = SetUp()
        self._office = office
        self._meters = LinkedMeters()
        self.rerun = 0  # rounds that came to what was written
        self.taken = 0  # rounds that were taken as they are written

    def __call__(self, stream: str, entries: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        """The first entry of a stream that is not what it must be, or at which another state was kept."""
        if stream == HOUSE:
            return self._house(entries, kept)
        return self._set_up.unknown(stream) or self._table(stream, entries, kept)

    def first_of(self, found: Sequence[Problem]) -> Problem:
        """What was wrong first: an entry that was found wrong, or what one has read of a meter before it."""
        return self._meters.first_of(found)

    def at_last(self, connection: Connection) -> Problem | None:
        """The first reading of a meter that is not what was set; the first account that is not what was made of it."""
        problem = self._meters.at_last(connection)
        return problem or (self._office.at_last(connection) if self._office is not None else None)

    def _house(self, entries: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        """Its commands come to what was written; which tables and meters there are is learnt on the way."""
        wrong: list[Problem] = []
        learning = self._learnt(entries, wrong)
        if self._office is not None:
            problem = self._office(HOUSE, learning, kept)
            return problem or next(iter(wrong), None)
        for _ in learning:
            pass
        return next(iter(wrong), None)

    def _learnt(self, entries: Iterable[Entry], wrong: list[Problem]) -> Iterator[Entry]:
        for entry in entries:
            try:
                problem = self._meters.office(entry, msgspec.json.decode(entry.body))
            except Exception as unread:  # whatever a forger's entry may hold
                problem = Problem(entry.stream, entry.version, f"it cannot be read: {unread}")
            problem = problem or self._set_up.learn(entry)
            if problem is not None:
                wrong.append(problem)
                return
            yield entry

    def _table(self, stream: str, entries: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        try:
            table = LiveTable(self._set_up.definitions[stream.removeprefix(TABLES)])
        except Exception as wrong:  # a game or rules that there are not
            return Problem(stream, 1, f"the table cannot be set up: {wrong}")
        waiting: deque[Entry] = deque()  # those of a round are read up to its end before the first is carried out
        following = _kept(entries, waiting)
        try:
            problem = self._run_again(table, following, waiting, kept)
        except DBAPIError:
            raise
        except Differs as differs:
            problem = Problem(stream, differs.version, differs.what)
        except Exception as wrong:  # whatever an entry that is taken as written may hold
            version = waiting[0].version if waiting else table.version + 1
            problem = Problem(stream, version, f"it cannot be read: {wrong}")
        if problem is not None:
            self._read_on(table.definition, chain(list(waiting), following))
        return problem

    def _read_on(self, definition: Definition, entries: Iterable[Entry]) -> None:
        """What a stream that was found wrong has set of meters: others have read it."""
        for entry in entries:
            with suppress(Exception):  # whatever a forger's entry may hold
                self._meters.beyond(entry, definition)

    def _run_again(
        self, table: LiveTable, entries: Iterator[Entry], waiting: deque[Entry], kept: Mapping[int, bytes]
    ) -> Problem | None:
        published, taken = Published(), Taken(table)
        office = self._office
        if office is not None:
            office.people.begin()
        for done in rerun(table, entries):
            entry = waiting[0]
            body, finished = msgspec.json.decode(entry.body), kept_round(entry.sealed)
            if isinstance(done, TakenOver):
                taken.check(entry, body, done)
            elif finished is not None:
                taken.cards = []
                self._count(finished)
            published.check(entry, body, finished)
            if office is not None:
                office.people.check(entry, body)
                office.holdings.post(entry)
            taken.stands(table)
            if entry.version in kept and not _is_of(table, kept[entry.version]):
                raise Differs(entry.version, "the snapshot is not what the entries until then come to")
            problem = self._meters.table(entry, body, table.definition)
            waiting.popleft()
            if problem is not None:
                return problem
        return None

    def _count(self, finished: Finished) -> None:
        if finished.failed is None:
            self.rerun += 1
        else:
            self.taken += 1


class Published:
    """What was published of the shuffle that lies ready, or is dealt on."""

    def __init__(self) -> None:
        self.commitment: str | None = None
        self.hashes: tuple[str, ...] = ()

    def check(self, entry: Entry, body: dict[str, Any], finished: Finished | None) -> None:
        """What an entry opens is what was published before; what it publishes is kept.

        In older records a round may begin and end with the entry that publishes its shuffle.
        """
        before = self.commitment
        if "opened" in body:
            self._keep(body)
        if finished is not None:
            self._check_round(entry, finished)
        if "seed" in body:
            spent = body["seed"]
            opens = commitment(read_seed(spent["seed"]))
            if opens != spent["commitment"] or opens not in (before, self.commitment):
                raise Differs(entry.version, "the seed does not open the commitment that was published")
        self._keep(body)

    def _keep(self, body: dict[str, Any]) -> None:
        if "commitment" in body:
            self.commitment, self.hashes = body["commitment"], ()
        if "sealed" in body:
            self.hashes = tuple(body["sealed"])

    def _check_round(self, entry: Entry, finished: Finished) -> None:
        seed, game = read_seed(finished.seed), games.load(finished.game)
        if not self.commitment == finished.commitment == commitment(seed):
            raise Differs(entry.version, "the seed of the round does not open the commitment that was published")
        order = shuffled(game.deck(game.rules.read(finished.rules)), seed, finished.cuts)
        if order[finished.offset : finished.offset + len(finished.shoe)] != finished.shoe:
            raise Differs(entry.version, "the cards of the round are not those of its shuffle")
        hashes = sealing.sealed(order, seed, finished.again or 0) if finished.private else ()
        if not self.hashes == finished.sealed == hashes:
            raise Differs(entry.version, "the cards of the round are not those that were sealed")


def _is_of(table: LiveTable, kept: bytes) -> bool:
    """Is this the state of the table? How it was written does not matter; the order in which people came does."""
    state = table.snapshot()
    if state is None:
        return False  # a round is in play
    try:
        found, wanted = (msgspec.json.decode(each, type=Snapshot) for each in (kept, state))
    except Exception:  # whatever a forger may keep for one
        return False
    return found == wanted and list(found.state.people) == list(wanted.state.people)


def _kept(entries: Iterable[Entry], waiting: deque[Entry]) -> Iterator[Entry]:
    for entry in entries:
        waiting.append(entry)
        yield entry
