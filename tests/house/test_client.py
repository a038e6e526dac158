"""The client: it follows a table by its moves, comes back after a break, and what it says is carried out once."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from houseway import games
from houseway.cards import UNKNOWN
from houseway.client import Client, SessionEnded, Table, connecting, go_on, play
from houseway.client.asking import Refused
from houseway.felt import Felt
from houseway.house import ledger
from houseway.house.commands import Leave
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import ChangeReset, GiveCoupon
from houseway.house.outings import Errand, Outcome
from houseway.house.store import Lost
from houseway.house.views import FeltView
from houseway.money import brief
from houseway.refusal import Refusal
from houseway.web.carrier import Carrier
from web.running import Served, served

Result = TypeVar("Result")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}") as running:
        yield running


def at(house: Served, work: Callable[[Client], Awaitable[Result]], token: str | None = None) -> Result:
    """What somebody new does."""

    async def run() -> Result:
        async with Client(house.url, token or house.guest(bot=True)) as client:
            return await asyncio.wait_for(work(client), 60)

    return asyncio.run(run())


@pytest.mark.parametrize("game", games.NAMES)
def test_a_bot_that_knows_no_rule_plays_every_game(house: Served, game: str) -> None:
    async def evening(client: Client) -> tuple[int, int]:
        before = client.wallet
        table = await client.watch(f"{game}-1")
        before = client.wallet
        await table.sit(1, 500_00)
        await table.add_bot(2)
        played = await play(table, Random(8), 5)
        await table.until(lambda there: there.seat is None)
        rounds = await client.request("GET", "/api/me/rounds")
        assert [line["number"] for line in rounds] == sorted((line["number"] for line in rounds), reverse=True)
        return played, client.wallet - before - sum(line["net"] for line in rounds)

    played, difference = at(house, evening)
    assert played == 5
    assert difference == 0, "what the wallet lost or won is what the rounds came to"


@pytest.mark.parametrize("game", games.NAMES)
def test_a_table_followed_by_its_moves_is_the_whole_table(house: Served, game: str) -> None:
    """Somebody plays; after every change the felt that was followed is held against the felt that is told anew.

    Another sits there with chips and no wagers, and comes and goes.
    """

    async def evening(client: Client) -> int:
        async with Client(house.url, house.guest()) as other:
            idle = await other.watch(f"{game}-1")
            await idle.sit(1, 200_00)
            compared = await follow(client, idle)
            if idle.seat is not None:
                await idle.leave()
            return compared

    async def follow(client: Client, idle: Table) -> int:
        table = await client.watch(f"{game}-1")
        await table.sit(3, 500_00)
        await table.add_bot(5)
        compared, chance = 0, Random(80)
        async for version in table.changes():
            told = await client.request("GET", f"/api/tables/{game}-1")
            if table.version == version == told["version"]:
                compared += 1
                assert_same(table.felt, told["felt"])
                assert_viewed(table, told)
                assert (table.seat, table.now.phase) == (told["you"], told["now"]["phase"])
            if compared > 40 and table.now.phase == "betting":
                break
            if not chance.randrange(3):
                await (idle.leave() if idle.seat is not None else idle.sit(1, 200_00))
            await go_on(table, chance)
        await table.leave()
        return compared

    commission = ledger.commission(f"{game}-1")
    before = house.house.store.balances().get(commission, 0)
    assert at(house, evening) > 40
    taken = house.house.store.balances().get(commission, 0) - before
    assert (taken > 0) == (game == "ultimate8")  # which never lies in the inventory, told or followed


def test_a_coupon_is_laid_with_a_wager_and_followed(house: Served) -> None:
    async def evening(client: Client) -> tuple[int, ...]:
        table = await client.watch("lucky8s-1")
        name = (await client.request("GET", "/api/me"))["name"]
        house.house.office(GiveCoupon(name, 20_00, "a test"), FOUNDER, f"coupon {name}")
        while not client.coupons:
            await asyncio.sleep(0.01)
        await table.sit(1, 500_00)
        await table.wager("ante", 15_00, coupon=15_00)
        held = [client.coupons]
        await table.ready()
        for verb in ("house way", "fold"):
            await table.until(lambda there, verb=verb: any(verb == each.verb for each in there.choices.get(1, ())))  # type: ignore[misc]
            assert_same(table.felt, (await client.request("GET", "/api/tables/lucky8s-1"))["felt"])
            assert table.felt.stake("1/ante/coupon") == 15_00
            await table.decide(verb)
        await table.until(lambda there: there.felt.stake("1/ante/coupon") == 0)
        await table.leave()
        return *held, client.coupons, (await client.request("GET", "/api/me"))["coupons"]

    assert at(house, evening) == (5_00, 5_00, 5_00)


def test_another_reset_amount_of_a_shared_meter_is_on_the_sign_that_is_followed(house: Served) -> None:
    async def evening(client: Client) -> int | None:
        table = await client.watch("packs-1")
        await table.until(lambda there: there.view.sign.rules["five_card_reset"] == "5000")
        for reset in (7_500_00, 5_000_00):
            house.house.office(ChangeReset("five_card", reset, "a test"), FOUNDER, None)
            wanted = brief(reset)
            await table.until(lambda there, wanted=wanted: there.view.sign.rules["five_card_reset"] == wanted)  # type: ignore[misc]
        return table.version

    before = house.house.table("packs-1").version
    assert at(house, evening) == before, "no entry of the table has it"


def assert_viewed(table: Table, told: Any) -> None:
    """The typed view is followed as the felt is."""
    seen = msgspec.to_builtins(table.view, str_keys=True)
    assert {area: cents for area, cents in seen["felt"]["chips"].items() if cents} == {
        area: cents for area, cents in told["felt"]["chips"].items() if cents
    }
    assert (seen["felt"]["meters"], seen["felt"]["up"].keys()) == (told["felt"]["meters"], told["felt"]["up"].keys())


def assert_same(felt: Felt, view: dict[str, Any]) -> None:
    """The same cards and chips lie there; who followed remembers cards that he saw before they lay face down."""
    assert set(view) == set(FeltView.__struct_fields__)
    assert _some(felt.up) == view["up"]
    assert {area: len(cards) for area, cards in _some(felt.down).items()} == {
        area: len(cards) for area, cards in view["down"].items()
    }
    for area, cards in view["down"].items():
        assert all(told in (UNKNOWN, known) for told, known in zip(cards, felt.down[area], strict=True))
    assert _some(felt.chips) == _some(view["chips"])
    assert {name: int(shown) for name, shown in felt.meters.items()} == view["meters"]


def _some(areas: dict[str, Any]) -> dict[str, Any]:
    """What is not nothing."""
    return {area: there for area, there in areas.items() if there}


class Wire:
    """What lies between a client and the house: it can be cut."""

    def __init__(self, port: int) -> None:
        self._there = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self.deaf = False  # what the house says does not come through
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open = []

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._there)
                self._open += [near, far]
                threading.Thread(target=self._carry, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (back and self.deaf):
                    target.sendall(data)


@contextmanager
def wired(house: Served) -> Iterator[Wire]:
    wire = Wire(int(house.url.rpartition(":")[2]))
    try:
        yield wire
    finally:
        wire.close()


def test_a_command_whose_answer_was_lost_is_carried_out_once(house: Served) -> None:
    async def evening(wire: Wire) -> None:
        async with Client(f"http://127.0.0.1:{wire.port}", house.guest()) as client:
            table = await client.watch("blackjack-1")
            before, wallet = table.version, client.wallet
            assert before is not None
            wire.deaf = True
            sitting = asyncio.create_task(table.sit(7, 100_00))
            while house.house.table("blackjack-1").version == before:
                await asyncio.sleep(0.01)
            wire.cut()
            wire.deaf = False
            carried = await asyncio.wait_for(sitting, 20)
            assert (carried.repeated, carried.version) == (True, before + 1)
            await table.until(lambda there: there.seat == 7)
            mine = [each for each in house.house.store.read("table/blackjack-1", before) if each.command is not None]
            assert len(mine) == 1, "the rest says that the connection went and came back"
            assert client.wallet == wallet - 100_00
            assert client.reconnected == 1
            await table.leave()

    with wired(house) as wire:
        asyncio.run(evening(wire))


class Failing:
    """A house that fails so many times at what it is asked to carry out; `after` it was carried out, or before."""

    def __init__(self, patch: pytest.MonkeyPatch, times: int, after: bool = False) -> None:
        self.asked: list[str | None] = []
        self._times = times
        self._after = after
        ask = Carrier.ask

        def asks(carrier: Carrier, errand: Errand, tell: Callable[[Outcome], None], *presence: Any) -> None:
            if errand.actor.role == "dealer" or not self._fails(errand):
                ask(carrier, errand, tell, *presence)
            elif self._after:
                ask(carrier, errand, lambda outcome: tell(Lost("no answer")), *presence)
            else:
                tell(Lost("no answer"))

        patch.setattr(Carrier, "ask", asks)

    def _fails(self, errand: Errand) -> bool:
        self.asked.append(errand.id)
        return len(self.asked) <= self._times


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_command_that_the_house_failed_at_is_said_again_by_the_same_id(
    house: Served, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    failing = Failing(monkeypatch, 3, after)

    async def evening(client: Client) -> None:
        table = await client.watch("blackjack-1")
        wallet = client.wallet
        carried = await table.sit(6, 100_00)
        await table.until(lambda there: there.seat == 6)
        assert carried.repeated == after
        assert client.wallet == wallet - 100_00
        assert len(failing.asked) == 4
        assert len(set(failing.asked)) == 1
        await table.leave()

    at(house, evening)


def test_a_house_that_fails_all_the_while_is_told_after_a_while(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Failing(monkeypatch, 1_000)
    monkeypatch.setattr(connecting, "PERSISTENCE", 1)

    async def evening(client: Client) -> None:
        table = await client.watch("blackjack-1")
        with pytest.raises(Refused) as refused:
            await table.sit(5, 100_00)
        assert refused.value.code == "failed"
        assert len(failing.asked) > 2

    at(house, evening)


def test_a_client_goes_on_from_the_version_that_it_knows(house: Served) -> None:
    async def evening(wire: Wire) -> None:
        async with Client(f"http://127.0.0.1:{wire.port}", house.guest()) as client:
            table = await client.watch("blackjack-1")
            whole: list[Any] = []
            table.told_whole = _noting(table.told_whole, whole)  # type: ignore[assignment]
            for seat in (1, 3, 4):
                wire.cut()
                at_ = await asyncio.to_thread(_sit_and_leave, house, seat)
                await asyncio.wait_for(table.until(lambda there, at_=at_: (there.version or 0) >= at_), 20)  # type: ignore[misc]
            assert whole == [], "what was missed was told by its moves"
            assert_same(table.felt, (await client.request("GET", "/api/tables/blackjack-1"))["felt"])

    with wired(house) as wire:
        asyncio.run(evening(wire))


def _noting(told: Callable[..., Awaitable[None]], kept: list[Any]) -> Callable[..., Awaitable[None]]:
    async def note(frame: Any, *more: Any) -> None:
        kept.append(frame)
        await told(frame, *more)

    return note


def _sit_and_leave(house: Served, seat: int) -> int:
    async def evening(client: Client) -> int:
        table = await client.watch("blackjack-1")
        await table.sit(seat, 100_00)
        return (await table.leave()).version

    return at(house, evening)


def test_an_ended_session_is_told_to_who_waits(house: Served) -> None:
    async def evening(client: Client) -> None:
        await client.watch("lunar-1")
        await client.log_out()
        for _ in range(100):  # until the house has shown him out
            with suppress(Refused):
                await client.do("lunar-1", Leave())
            await asyncio.sleep(0.05)

    with pytest.raises(SessionEnded):
        at(house, evening)


def test_refusals_come_with_their_clause_and_code(house: Served) -> None:
    async def evening(client: Client) -> None:
        table: Table = await client.watch("lunar-1")
        with pytest.raises(Refused) as refused:
            await table.sit(9, 100_00)
        assert refused.value.code == "refused"
        assert refused.value.clause
        with pytest.raises(Refused) as refused:
            await table.sit(0, 100_00)
        assert refused.value.code == "bad request"
        with pytest.raises(Refusal):
            await client.watch("lunar-9")

    at(house, evening)


def test_a_house_that_restarts_is_found_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"

    async def before(client: Client) -> tuple[int | None, Any]:
        table = await client.watch("packs-1")
        await table.sit(2, 100_00)
        return table.version, client.wallet

    with served(database) as first:
        token, port = first.guest(), int(first.url.rpartition(":")[2])
        version, wallet = at(first, before, token)

    async def after(client: Client) -> None:
        table = await client.watch("packs-1")
        assert (table.seat, client.wallet) == (2, wallet)
        assert table.version is not None
        assert version is not None
        assert table.version >= version

    with served(database, port=port) as second:
        at(second, after, token)
