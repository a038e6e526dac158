"""All connections to PostgreSQL are in use for half a minute: who asks is told to ask again, and the bell rings on."""

import time

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import TimeoutError as NoConnection

from houseway.house.doorbell import PostgresBell
from houseway.house.store import Lost, Store


def test_a_ring_that_finds_no_connection_is_lost_and_the_next_is_heard() -> None:
    class Full:
        """All connections are in use."""

        asked = 0

        def connect(self) -> None:
            self.asked += 1
            raise NoConnection("QueuePool limit reached")

    engine = Full()
    bell = PostgresBell(engine)  # type: ignore[arg-type]
    bell.ring("table/a", 1)
    while engine.asked < 2:
        time.sleep(1 / 100)
    bell.ring("table/a", 2)
    bell.close()
    assert engine.asked == 4


def test_who_has_no_connection_for_half_a_minute_is_told_to_ask_again(store: Store) -> None:
    def full(_: Connection) -> None:
        raise NoConnection("QueuePool limit reached")

    if store.database == "postgresql":
        with pytest.raises(Lost, match="ask again"):
            store.look(full)
