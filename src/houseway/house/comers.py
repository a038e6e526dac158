"""Who brings chips to a table is a player, and let in: looked at in the transaction that stores it.

His role was looked at when he asked. Somebody may have given him another since then, or put him out: so his account is
looked at again, and kept as it is until he has his chips. Who gives a role looks for him at the tables after he
has the account.
"""

from functools import partial

from sqlalchemy import Connection

from houseway.house import accounts
from houseway.house.appending import Also
from houseway.house.authorising import Forbidden
from houseway.house.ledger import WALLET
from houseway.house.record import Done


def coming(done: Done) -> Also | None:
    """The look at those from whose wallets a command takes, in its transaction; None where it takes from none."""
    takes = [account for account, cents in done.transfer if cents < 0]
    names = [account.removeprefix(WALLET) for account in takes if account.startswith(WALLET)]
    return partial(_check, names=names) if names else None


def _check(connection: Connection, names: list[str]) -> None:
    """A name without an account is somebody whom another program of the house has let in."""
    for name in names:
        account = accounts.read(connection, name, keep=True)
        if account is None:
            continue
        if account.role != "player":
            raise Forbidden(f"{name} is a {account.role} now: only players bring chips to a table")
        if account.locked:
            raise Forbidden(f"the account {name} is locked: ask the house to unlock it")
