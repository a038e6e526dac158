"""The house waits for a PostgreSQL that still recovers, and logs it in one line; it does not wait for an absent one."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from houseway.house.opening import Away, Recovering
from houseway.web import logs, serving
from houseway.web.serving import Settings, opened_store

STARTING = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"


@contextmanager
def recovering(times: int) -> Iterator[str]:
    """A server that answers so many connections that it recovers, and then is gone."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def tell() -> None:
            for _ in range(times):
                connection, _ = server.accept()
                with connection:
                    connection.recv(1024)
                    connection.sendall(b"E" + (4 + len(STARTING)).to_bytes(4, "big") + STARTING)
            server.close()

        thread = threading.Thread(target=tell, daemon=True)
        thread.start()
        yield f"postgresql://house@127.0.0.1:{server.getsockname()[1]}/house?sslmode=disable&gssencmode=disable"
        thread.join(10)
        assert not thread.is_alive()


def test_a_database_that_recovers_is_waited_for_and_one_that_is_not_there_is_not(
    capfd: pytest.CaptureFixture[str],
) -> None:
    paused: list[int] = []
    with recovering(3) as database, pytest.raises(Away, match="start it, or name another") as told:
        opened_store(Settings(database), paused.append)
    logs.end()
    assert not isinstance(told.value, Recovering)
    assert len(paused) == 3
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["waiting for the database"]
    assert "the database system is starting up" in lines[0]["why"]


def test_after_a_minute_the_house_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "RECOVERY", 0)
    with recovering(1) as database, pytest.raises(Recovering, match="still recovers: try again in a while"):
        opened_store(Settings(database))
