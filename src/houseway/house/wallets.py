"""What players had at every moment: nobody took what was not there.

The streams have no common order. But whatever it was, when an entry was written there was in an account no more than
what its own stream had made of it by then, with the most that each of the others ever made of it. So an account that
was below zero is found though it came back, and no honest one is.
"""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, bindparam, select

from houseway.house.ledger import holder
from houseway.house.record import Account
from houseway.house.schema import postings
from houseway.money import Cents

Wrong = tuple[str, int, str]  # the entry, by its stream and its version, and what is wrong with it


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
