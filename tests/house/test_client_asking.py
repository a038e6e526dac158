"""The client over HTTP: what it returns, which addresses it takes, what it says before the house is asked."""

import asyncio

import pytest

from house.test_client import at, house
from houseway.client import Client
from houseway.client.asking import NotReached
from houseway.refusal import Refusal
from web.running import Served

__all__ = ["house"]


def test_what_is_asked_over_http_is_json_or_a_text(house: Served) -> None:
    async def evening(client: Client) -> None:
        assert (await client.request("GET", "/api/me"))["kind"] == "bot"
        metrics = await client.request("GET", "/metrics")
        assert metrics.startswith("# HELP ")

    at(house, evening)


def test_no_house_at_an_address() -> None:
    async def nobody() -> None:
        async with Client("http://127.0.0.1:9") as client:
            await client.guest()

    with pytest.raises(NotReached):
        asyncio.run(nobody())
    for url in ("ftp://127.0.0.1", "127.0.0.1:8888", "http://127.0.0.1:abc", "http://127.0.0.1:99999", "http://[::1"):
        with pytest.raises(Refusal, match=r"is no address of a house: write http://127\.0\.0\.1:8888"):
            Client(url)
    with pytest.raises(Refusal) as refused:
        Client("http://ann:secret@127.0.0.1:abc")
    assert "secret" not in str(refused.value)
    with pytest.raises(NotReached) as not_reached:
        asyncio.run(Client("http://ann:secret@127.0.0.1:9/house").guest())
    assert str(not_reached.value).startswith("http://127.0.0.1:9/house gives no answer")


def test_who_wagers_before_he_sits_down_is_told_to(house: Served) -> None:
    async def evening(client: Client) -> None:
        table = await client.watch("lunar-1")
        with pytest.raises(Refusal, match="sit down first, or name the seat"):
            await table.wager("ante", 5_00)

    at(house, evening)
