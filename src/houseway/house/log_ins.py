"""Failed log-ins: the failures of each network at each account, and the wait before its next try.

After three failures of a network at an account, the network waits a second before its next try there. Each further
failure doubles the wait, up to a quarter of an hour. A success clears the count, and so does a day without a try. If
all networks together fail a hundred times at one account within an hour, a network that never logged in there and has
no session open there waits half a minute before each try. So strangers cannot lock out a player on a known network.

Names without an account are counted by the same statements: the house tells nobody which names it knows. A try counts
as failed before the house looks at its password, so many tries at the same time get no more looks than tries one by
one. `sweep` bounds the number of rows.
"""

from sqlalchemy import Connection, bindparam, func, select, text

from houseway.house.schema import failed_log_ins, log_ins, sessions
from houseway.refusal import Refusal

SECOND = 1000  # milliseconds
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

HERE = "here"  # the network of a try that comes through none: of a command on the house's machine
FREE = 3  # failures of a network at an account before it waits
LONGEST = 15 * MINUTE
MANY = 100  # failures at an account within an hour, from all networks
STRANGER = 30 * SECOND  # the wait of a network that never logged in there, after so many
KNOWN = 100  # networks of an account that are remembered: those that logged in last
MOST = 100_000  # pairs that never logged in and are remembered: those that tried last


class TooSoon(Refusal):
    """A network has to wait before its next try at an account."""

    def __init__(self, milliseconds: int) -> None:
        self.seconds = -(-milliseconds // SECOND)
        super().__init__(f"too many log-ins failed at this name: wait {self.seconds} s, then try again")


def count_try(connection: Connection, account: str, network: str, at: int) -> int:
    """Count a try as a failure until it succeeds. Returns 0, or the milliseconds to wait; then it does not count."""
    pair = {"of": account, "there": network}
    row = connection.execute(_FIND, pair).one()
    is_known = connection.execute(_HAS_SESSION, pair | {"now": at}).first() is not None or row.logged_in is not None
    failures = connection.execute(_IN_AN_HOUR, {"of": account, "before": (at - HOUR) // MINUTE}).scalar() or 0
    waits = wait_after(row.failures)
    if not is_known and failures >= MANY:
        waits = max(waits, STRANGER)
    left = row.tried + waits - at if row.tried else waits
    if 0 < left <= waits:  # more is left where the machine's clock was set back: nobody waits for that
        connection.execute(_WAIT, pair | {"since": row.tried or at})
        return left
    connection.execute(_FAIL, pair | {"now": at})
    connection.execute(_FAIL_IN_MINUTE, {"of": account, "then": at // MINUTE})
    return 0


def wait_after(failures: int) -> int:
    """The milliseconds that a network waits after so many failures at one account."""
    return 0 if failures < FREE else min(SECOND << min(failures - FREE, 20), LONGEST)


def clear(connection: Connection, account: str, network: str, at: int) -> None:
    """Clear the failures of a network at an account, since the try that was counted at that time has succeeded."""
    connection.execute(_CLEAR, {"of": account, "there": network})
    connection.execute(_SUCCEED_IN_MINUTE, {"of": account, "then": at // MINUTE})


def remember(connection: Connection, account: str, network: str, at: int) -> None:
    """Remember that a network has logged in to an account."""
    connection.execute(_REMEMBER, {"of": account, "there": network, "now": at})
    connection.execute(_FORGET_OLDEST, {"of": account, "most": KNOWN})


def forget(connection: Connection, account: str) -> None:
    """Clear all failures at an account, by order of the house."""
    connection.execute(_FORGET, {"of": account})
    connection.execute(_FORGET_MINUTES, {"of": account})


def sweep(connection: Connection, at: int) -> None:
    """Forget failures that count no more, and all networks that never logged in but those that tried last."""
    connection.execute(_SWEEP, {"before": at - DAY})
    connection.execute(_SWEEP_FAILURES, {"before": at - DAY})
    connection.execute(_SWEEP_MINUTES, {"before": (at - HOUR) // MINUTE})
    oldest = connection.execute(_FIRST_TOO_MANY, {"most": MOST}).scalar()
    if oldest is not None:
        connection.execute(_SWEEP, {"before": oldest})


_PAIR = (log_ins.c.account == bindparam("of")) & (log_ins.c.network == bindparam("there"))
_STRANGERS = log_ins.c.logged_in.is_(None)
_FIND = text(  # it locks the row, so that each of several tries at the same time sees those before it
    "INSERT INTO log_ins (account, network, failures, tried) VALUES (:of, :there, 0, 0)"
    " ON CONFLICT (account, network) DO UPDATE SET failures = log_ins.failures"
    " RETURNING failures, tried, logged_in"
)
_HAS_SESSION = (
    select(sessions.c.account)
    .where(
        sessions.c.account == bindparam("of"),
        sessions.c.network == bindparam("there"),
        sessions.c.expires > bindparam("now"),
    )
    .limit(1)
)
_IN_AN_HOUR = select(func.sum(failed_log_ins.c.failures)).where(
    failed_log_ins.c.account == bindparam("of"), failed_log_ins.c.minute > bindparam("before")
)
_WAIT = log_ins.update().where(_PAIR).values(tried=bindparam("since"))
_FAIL = log_ins.update().where(_PAIR).values(failures=log_ins.c.failures + 1, tried=bindparam("now"))
_FAIL_IN_MINUTE = text(
    "INSERT INTO failed_log_ins (account, minute, failures) VALUES (:of, :then, 1)"
    " ON CONFLICT (account, minute) DO UPDATE SET failures = failed_log_ins.failures + 1"
)
_CLEAR = log_ins.update().where(_PAIR).values(failures=0)
_SUCCEED_IN_MINUTE = (
    failed_log_ins.update()
    .where(
        failed_log_ins.c.account == bindparam("of"),
        failed_log_ins.c.minute == bindparam("then"),
        failed_log_ins.c.failures > 0,
    )
    .values(failures=failed_log_ins.c.failures - 1)
)
_REMEMBER = text(
    "INSERT INTO log_ins (account, network, failures, tried, logged_in) VALUES (:of, :there, 0, :now, :now)"
    " ON CONFLICT (account, network) DO UPDATE SET logged_in = excluded.logged_in"
)
_newest = (
    select(log_ins.c.network)
    .where(log_ins.c.account == bindparam("of"), log_ins.c.logged_in.is_not(None))
    .order_by(log_ins.c.logged_in.desc(), log_ins.c.network)
    .limit(bindparam("most"))
)
_FORGET_OLDEST = log_ins.delete().where(
    log_ins.c.account == bindparam("of"), log_ins.c.logged_in.is_not(None), log_ins.c.network.not_in(_newest)
)
_FORGET = log_ins.update().where(log_ins.c.account == bindparam("of")).values(failures=0)
_FORGET_MINUTES = failed_log_ins.delete().where(failed_log_ins.c.account == bindparam("of"))
_SWEEP = log_ins.delete().where(_STRANGERS, log_ins.c.tried <= bindparam("before"))
_SWEEP_FAILURES = (
    log_ins.update().where(log_ins.c.failures > 0, log_ins.c.tried <= bindparam("before")).values(failures=0)
)
_SWEEP_MINUTES = failed_log_ins.delete().where(failed_log_ins.c.minute <= bindparam("before"))
_FIRST_TOO_MANY = (
    select(log_ins.c.tried).where(_STRANGERS).order_by(log_ins.c.tried.desc()).limit(1).offset(bindparam("most"))
)
