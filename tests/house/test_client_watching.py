"""The client, where a table cannot be shown: it asks again for a while, and tells why."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from house.test_client import at, house
from houseway.client import Client, connecting
from houseway.client.asking import Refused
from houseway.house.running import House
from houseway.house.store import Lost
from houseway.refusal import Refusal
from web.running import Served

__all__ = ["house"]


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """So many times from now on the database gives no answer to who would watch a table."""
    watch, left = House.watch, [0]

    def fails(*asked: Any, **held: Any) -> Any:
        if left[0] > 0:
            left[0] -= 1
            raise Lost("the database gives no answer")
        return watch(*asked, **held)

    monkeypatch.setattr(House, "watch", fails)
    monkeypatch.setattr(connecting, "AGAIN", 10)
    return partial(left.__setitem__, 0)


def test_a_table_that_cannot_be_shown_for_a_while_is_asked_for_again(
    house: Served, unseen: Callable[[int], None]
) -> None:
    async def evening(client: Client) -> None:
        unseen(3)
        table = await client.watch("packs-1")
        unseen(3)
        await client._socket.close()  # type: ignore[union-attr]
        async with Client(house.url, house.guest()) as other:
            there = await other.watch("packs-1")
            await there.sit(4, 100_00)
            await table.until(lambda now: any(person.seat == 4 for person in now.now.people))
            await there.leave()

    at(house, evening)


def test_one_that_can_never_be_shown_is_told_with_the_reason(
    house: Served, unseen: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "PERSISTENCE", 1)

    async def evening(client: Client) -> None:
        with pytest.raises(Refused, match="there is no table 'nowhere'"):
            await client.watch("nowhere")
        unseen(10_000)
        with pytest.raises(Refused, match="the database gave no answer"):
            await client.watch("packs-1")
        unseen(0)
        assert (await client.watch("packs-1")).version

    at(house, evening)


@pytest.mark.parametrize("name", ["Lunar-1", "BAD NAME", "", "lunar-1\n", "l" * 32, 5])
def test_what_cannot_be_a_tables_name_is_refused_at_once(house: Served, name: Any) -> None:
    async def evening(client: Client) -> None:
        with pytest.raises(Refusal, match="is no table's name: 2 to 31 small letters") as refused:
            await asyncio.wait_for(client.watch(name), 5)
        assert "\n" not in str(refused.value)
        assert (await client.watch("packs-1")).version

    at(house, evening)
