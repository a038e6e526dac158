"""Does the database keep what it is given? What was seen of it last, for who looks after the house."""

import threading
from collections.abc import Callable

HALF_A_MINUTE = 30_000  # milliseconds


class Keeping:
    """The last failure that nothing was stored after. An old one says nothing: perhaps nobody asked since."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: tuple[str, int] | None = None

    def failed(self, name: str) -> None:
        """The database failed, and calls it so."""
        with self._lock:
            self._failed = (name, self._clock())

    def stored(self) -> None:
        """Something was stored."""
        with self._lock:
            self._failed = None

    def failing(self) -> str | None:
        """What the database calls that at which it fails; None while it is well."""
        with self._lock:
            if self._failed is None or self._clock() - self._failed[1] > HALF_A_MINUTE:
                return None
            return self._failed[0]
