"""The epochs of a house: a version that is known from before a restart may be another one in a restored record."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection

from houseway.client import Client
from houseway.house.running import House
from houseway.house.store import Store
from houseway.web.front import Front
from houseway.web.limits import Limits
from houseway.web.metrics import Metrics
from web.running import Served, served
from web.test_socket import connected, told

TABLE = "packs-1"


def _asked(socket: ClientConnection, **said: Any) -> str:
    """The kind of frame that answers a viewer: the whole table, or that nothing has moved."""
    socket.send(msgspec.json.encode({"type": "watch", "table": TABLE} | said).decode())
    while (kind := msgspec.json.decode(socket.recv(10))["type"]) == "meters":  # it comes when a second is over
        pass
    return str(kind)


def test_a_version_counts_in_the_epoch_of_the_welcome(house: Served) -> None:
    version = house.house.store.head(f"table/{TABLE}")
    with connected(house, house.guest()) as socket:
        epoch = told(socket, "welcome")["epoch"]
        assert epoch == house.front.epoch
        assert _asked(socket, epoch=epoch) == "table"
        assert _asked(socket, since=version, epoch=epoch) == "moved"
        assert _asked(socket, since=version) == "moved", "who says no epoch is taken at his word"
        assert _asked(socket, since=version, epoch="another") == "table"
        for wrong in ("", "x" * 65, "two words"):
            assert _asked(socket, since=version, epoch=wrong) == "refused"


def test_every_start_has_an_epoch_of_its_own_by_the_chance_that_it_is_given(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        house = House(store, now=lambda: 1, entropy=bytes)
        fronts = [Front(house, Limits(), Metrics()) for _ in range(2)]
        fronts.append(Front(house, Limits(), Metrics(), entropy=bytes))
        epochs = [front.epoch for front in fronts]
    assert len(set(epochs)) == 3
    assert epochs[2] == "00" * 8


def test_who_comes_back_after_a_backup_was_restored_sees_the_table_that_there_is(tmp_path: Path) -> None:
    """He knows a version of what is no more, and the house has another one by that number."""
    file, backup = tmp_path / "house.db", tmp_path / "backup.db"
    with served(f"sqlite:///{file}") as first:
        token, port = first.guest(), int(first.url.rpartition(":")[2])
    shutil.copy(file, backup)

    async def evening() -> None:
        async with Client(f"http://127.0.0.1:{port}", token) as client:
            with served(f"sqlite:///{file}", port=port):
                table = await client.watch(TABLE)
                await table.sit(2, 100_00)
                known = table.version
            shutil.copy(backup, file)
            with served(f"sqlite:///{file}", port=port) as restored:
                async with Client(restored.url, restored.guest()) as other:
                    there = await other.watch(TABLE)
                    await there.sit(5, 100_00)
                    await there.wager("five_card_1", 10_00)
                    assert known == (there.version or 0) - 1
                    await table.until(lambda now: now.version == there.version)
                    assert table.now.people == there.now.people
                    assert table.felt.chips == there.felt.chips

    asyncio.run(asyncio.wait_for(evening(), 60))
