"""What a process remembers of a table, held against the record: a database may come back without its last entries.

So it does after a backup is restored beneath a running house, or a standby that was behind takes over.
"""

from collections.abc import Sequence

import msgspec

from houseway.house.appending import Head
from houseway.house.live import LiveTable
from houseway.house.rebuilding import Differs
from houseway.house.record import Entry, link
from houseway.house.store import Store

ANOTHER = "the record is another than that which was read before"
OWN = ("chips", "felt", "inventory", "pot", "commission", "drop", "coupons", "coupon felt", "coupon box")  # of a table


class Remembered(msgspec.Struct, frozen=True):
    """A table between two rounds, and the last entry that was carried out by then."""

    head: Head
    state: bytes

    def since(self, store: Store, stream: str) -> list[Entry]:
        """What was appended since then, where the record is the one that was known."""
        entries = store.whole(stream, self.head[0] - 1)
        if head_of(entries[:1]) != self.head:
            raise Differs(self.head[0], ANOTHER)
        return entries[1:]


def head_of(entries: Sequence[Entry]) -> Head | None:
    """Where a stream stands with these entries; None where there are none."""
    return (entries[-1].version, entries[-1].chain) if entries else None


def follows(entry: Entry, head: Head) -> bool:
    """Does an entry follow that one in its stream?"""
    version, chain = head
    return entry.version == version + 1 and entry.chain == link(chain, entry)


def check_books(store: Store, stream: str, live: LiveTable) -> None:
    """What a table has is what the ledger has of it: what follows a snapshot need not tell that it has more.

    Where somebody appends meanwhile it cannot be told.
    """
    if store.head(stream) != live.version:
        return
    named = [store.balances(f"{kind}/{live.definition.name}") for kind in OWN]
    held = {account: cents for found in named for account, cents in found.items() if cents and live.is_own(account)}
    if held != live.state.books and store.head(stream) == live.version:
        raise Differs(live.version, "the table has other chips than the ledger")
