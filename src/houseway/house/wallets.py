"""What players had at every moment: nobody took what was not there, and nobody was given play money who had enough.

The streams have no common order. But whatever it was, when an entry was written there was in an account no more than
what its own stream had made of it by then, with the most that each of the others ever made of it. So an account that
was below zero is found though it came back, and no honest one is.
"""

from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import Connection, bindparam, select

from houseway.house.ledger import holder
from houseway.house.office_deeds import PLAY_MONEY
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.record import TABLES, Account, Entry, Transfer
from houseway.house.schema import postings
from houseway.money import Cents

Wrong = tuple[str, int, str]  # the entry, by its stream and its version, and what is wrong with it

_TRANSFER = msgspec.json.Decoder(Transfer)


class Span(msgspec.Struct):
    """What a stream has made of something since its first entry: by now, at the least and at the most."""

    now: Cents = 0
    least: Cents = 0
    most: Cents = 0

    def add(self, cents: Cents) -> None:
        self.now += cents
        self.least, self.most = min(self.least, self.now), max(self.most, self.now)


Spans = dict[str, Span]  # by the streams


class Wallets:
    """Wallets, and the coupons that players hold: the accounts of players in which several streams have a part."""

    def __init__(self) -> None:
        self._spans: dict[Account, Spans] = {}

    def post(self, stream: str, lines: Iterable[tuple[Account, Cents]]) -> None:
        """The postings of the next entry of a stream."""
        for account, cents in _summed(lines).items():
            if holder(account) is not None:
                self._spans.setdefault(account, {}).setdefault(stream, Span()).add(cents)

    def overdrawn(self, connection: Connection) -> Wrong | None:
        """An entry by which an account was below zero, in whatever order the streams were written."""
        for account, spans in sorted(self._spans.items()):
            most = sum(span.most for span in spans.values())
            for stream, span in sorted(spans.items()):
                others = most - span.most
                if span.least + others < 0:
                    return stream, _first_below(connection, account, stream, others), f"{account} had not so much then"
        return None


class Holdings:
    """What each player had in his wallet and before him at tables, and who was given play money."""

    def __init__(self) -> None:
        self._spans: dict[str, Spans] = {}  # of the tables, for each player
        self._house: dict[str, Cents] = {}  # what the house's own stream has made of wallets by now
        self._given: list[tuple[int, str, Cents, Cents]] = []  # the version, to whom, what his wallet had of the house

    def post(self, entry: Entry) -> None:
        """The next entry of a stream."""
        for player, cents in _summed(_held(entry)).items():
            if entry.stream == HOUSE:
                self._house[player] = self._house.get(player, 0) + cents
            else:
                self._spans.setdefault(player, {}).setdefault(entry.stream, Span()).add(cents)

    def give(self, entry: Entry, given: Cents) -> None:
        """The next entry of the house's own stream gives play money to who asks for it."""
        self._given.append((entry.version, entry.actor, self._house.get(entry.actor, 0), given))

    def wrong(self) -> Wrong | None:
        """The first who was given more or less than he lacked, whatever he had at tables by then."""
        for version, player, had, given in self._given:
            spans = self._spans.get(player, {}).values()
            least, most = had + sum(span.least for span in spans), had + sum(span.most for span in spans)
            if not least <= PLAY_MONEY - given <= most:
                return HOUSE, version, f"{player!a} is given {given}: so much he did not lack"
        return None


def _held(entry: Entry) -> Iterator[tuple[str, Cents]]:
    """What an entry adds to what players have."""
    chips = f"chips/{entry.stream.removeprefix(TABLES)}/"
    for account, cents in _TRANSFER.decode(entry.transfer):
        if account.startswith(("wallet/", chips)):
            yield account.rpartition("/")[2], cents


def _summed(lines: Iterable[tuple[str, Cents]]) -> dict[str, Cents]:
    """An entry is written at once: what it takes and adds again was never away."""
    added: dict[str, Cents] = {}
    for name, cents in lines:
        added[name] = added.get(name, 0) + cents
    return added


def _first_below(connection: Connection, account: Account, stream: str, others: Cents) -> int:
    """The first entry of a stream after which an account lacks more than others ever made of it."""
    posted = dict[int, Cents]()
    for version, cents in connection.execute(_POSTED, {"of": stream, "called": account}):
        posted[version] = posted.get(version, 0) + cents
    has = others
    for version, cents in posted.items():
        has += cents
        if has < 0:
            return version
    raise AssertionError("the stream was walked before, and something lacked")


_POSTED = (
    select(postings.c.version, postings.c.cents)
    .where(postings.c.stream == bindparam("of"), postings.c.account == bindparam("called"))
    .order_by(postings.c.version)
)
