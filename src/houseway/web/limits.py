"""How often somebody may ask, and how much he may send: buckets of tokens for each address or account."""

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

THOUSAND = 1000
MINUTE = 60


class Rate(Struct, frozen=True):
    """So many in so many seconds on average, and so many at once."""

    many: int
    seconds: int
    burst: int


class Limits(Struct, frozen=True):
    """What the house bears. A `Rate` of None is no limit."""

    requests: Rate | None = Rate(50, 1, 200)  # for each address
    newcomers: Rate | None = Rate(20, MINUTE, 40)  # guests and accounts, for each address
    log_ins: Rate | None = Rate(10, MINUTE, 20)  # for each address
    commands: Rate | None = Rate(20, 1, 60)  # frames and commands, for each account
    frames: Rate | None = Rate(20, 1, 60)  # for each connection
    beside: Rate | None = Rate(20, 1, 200)  # pings, pongs and parts of a frame, for each connection
    body: int = 64 * 1024
    frame: int = 16 * 1024
    seats_of_network: int = 6  # at a time; 0: any number
    sockets_of_account: int = 8
    sockets_of_address: int = 200
    connections_of_address: int = 256  # over HTTP, in each process
    waiting: int = 1024  # connections that ask for nothing: who waits longest yields to who comes
    patience: int = 10  # seconds for the headers of a request to come
    headers: int = 64 * 1024
    queue_frames: int = 256  # that a reader may be behind
    queue_bytes: int = 1024 * 1024
    idle: int = 3600  # seconds without a frame from the client, before a connection is closed
    keys: int = 20_000  # addresses or accounts that are remembered


# For benchmarks and tests on one machine: many clients at one address, as fast as they can.
UNLIMITED = Limits(
    requests=None,
    newcomers=None,
    log_ins=None,
    commands=None,
    frames=None,
    beside=None,
    seats_of_network=0,
    sockets_of_address=100_000,
    connections_of_address=100_000,
    waiting=100_000,
)


class Bucket:
    """Tokens that come back with time. Time is milliseconds of any clock that only goes forward."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, at: int) -> None:
        self._rate = rate
        self._left = rate.burst * _token(rate)
        self._at = at

    def take(self, at: int) -> int:
        """Take a token: 0, or the milliseconds to wait for one, and then none is taken."""
        wait = self.wait(at)
        if not wait:
            self._left -= _token(self._rate)
        return wait

    def wait(self, at: int) -> int:
        """The milliseconds until there is a token."""
        rate, token = self._rate, _token(self._rate)
        self._left = min(rate.burst * token, self._left + (at - self._at) * rate.many)
        self._at = at
        return max(0, -((self._left - token) // rate.many))


class Buckets:
    """A bucket for each key. Those that were used last are remembered: a new key has a full one."""

    def __init__(self, rate: Rate | None, keys: int, clock: Callable[[], int]) -> None:
        self._rate = rate
        self._keys = keys
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> int:
        """Take a token: 0, or the milliseconds to wait for one."""
        if self._rate is None:
            return 0
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = Bucket(self._rate, self._clock())
                if len(self._buckets) > self._keys:
                    self._buckets.popitem(last=False)
            self._buckets.move_to_end(key)
            return bucket.take(self._clock())

    def __len__(self) -> int:
        return len(self._buckets)


def _token(rate: Rate) -> int:
    """A token in parts, of which as many as the rate has tokens come back in a millisecond: nothing is rounded off."""
    return THOUSAND * rate.seconds


def clock() -> int:
    """Milliseconds of a clock that only goes forward."""
    return time.monotonic_ns() // 10**6


def is_loopback(address: str) -> bool:
    """Is it an address of the machine itself: one of 127.0.0.0/8, or ::1?"""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = read.ipv4_mapped if isinstance(read, ipaddress.IPv6Address) else None
    return (mapped or read).is_loopback


def network(address: str) -> str:
    """The network for which limits count: an IPv4 address, or the first 64 bits of an IPv6 address."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(read, ipaddress.IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return str(ipaddress.ip_network((read, 64), strict=False))
    return address
