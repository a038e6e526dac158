"""Who watches is told every version once, in order, as he may see it."""

from threading import Thread
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, SUE
from house.houses import ADM, AUD, CHIPS, FLO, Client, Running, defined, folded_felt, seen, version_of
from house.people import person
from houseway.games import NAMES
from houseway.house.commands import Actor, ChooseRules, Leave, Sit
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import GiveCoupon
from houseway.house.store import Store


@pytest.fixture
def running(sqlite_url: str) -> Any:
    with Store.open(sqlite_url) as store:
        yield Running(store).open(defined("lunar"))


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game", NAMES)
def test_everybody_is_told_each_version_once_and_sees_what_the_frames_come_to(game: str, sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        table = f"{game}-1"
        running = Running(store).open(defined(game))
        watching = [Client(running, table, actor) for actor in (ANN, BOB, SUE, FLO, AUD, ADM)]
        running.seat(table, ANN, BOB)
        for _ in range(2):
            running.deal(table, ANN, BOB)
            while running.live(table).round is not None:
                running.step(table)
                for client in watching:
                    view = running.house.view(table, client.actor)
                    assert folded_felt(client.frames) == view.felt.up
                    last = client.frames[-1]
                    assert last["now"] == plain(view.now)
                    assert last["ask"] == plain(view.ask)
                    assert (last["you"], tuple(last["seats"])) == (view.you, view.seats)
            running.clock(table)
        version = running.live(table).version
        for client in watching:
            if client.actor.role != "player" or game != "ultimate8":
                assert client.versions == list(range(1, version + 1))
            else:  # he was late before he sat down
                assert client.versions == sorted(set(client.versions))
            client.end()
        running.do(table, Leave(), ANN)
        assert all(client.versions[-1] == version for client in watching)


@pytest.mark.parametrize("game", NAMES)
def test_who_comes_back_at_any_version_is_told_what_he_missed(game: str, sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        table = f"{game}-1"
        running = Running(store).open(defined(game)).seat(table, ANN, BOB).deal(table, ANN, BOB)
        whole = Client(running, table, ANN, 0).frames
        assert [frame["type"] for frame in whole] == ["moved"] * running.live(table).version
        for since in range(running.live(table).version + 1):
            frames = Client(running, table, ANN, since).frames
            told = [version_of(frame) for frame in frames]
            assert told == (list(range(since + 1, running.live(table).version + 1)) or [since])
            assert [frame["moves"] for frame in frames if since < running.live(table).version] == [
                frame["moves"] for frame in whole[since:]
            ]
            assert frames[-1]["ask"] == whole[-1]["ask"]
        for since in (running.live(table).version + 1, 2**53):
            (frame,) = Client(running, table, ANN, since).frames
            assert (frame["type"], frame["delayed"]) == ("table", False)


def test_who_knows_the_table_by_another_sign_is_told_all_of_it(running: Running) -> None:
    watching = Client(running, "lunar-1", ANN)
    version = running.live("lunar-1").version
    running.do("lunar-1", ChooseRules(("ante_min=10",), "a busy day"), SUE)
    assert [frame["type"] for frame in watching.frames] == ["table", "table"]
    assert Client(running, "lunar-1", ANN, version).frames[0]["view"]["sign"]["rules"]["ante_min"] == "10"


def test_a_wallet_is_told_to_its_owner_alone(running: Running) -> None:
    clients = {actor.name: Client(running, "lunar-1", actor) for actor in (ANN, BOB, SUE)}
    running.do("lunar-1", Sit(1, CHIPS), ANN)
    wallets = {
        name: [frame for frame in client.frames if frame["type"] == "wallet"] for name, client in clients.items()
    }
    told = {"type": "wallet", "cents": running.house.wallet("Ann"), "coupons": 0}
    assert wallets == {"Ann": [told], "Bob": [], "Sue": []}
    assert seen(running, "lunar-1", ANN) != seen(running, "lunar-1", BOB)


@pytest.mark.parametrize("when", ["after the welcome", "while the table is shown"])
def test_a_coupon_that_comes_with_a_viewer_is_told_to_them(running: Running, when: str) -> None:
    frames: list[dict[str, Any]] = []
    ann = Actor(person(running.house.store, "ann").name, "player")

    def given() -> None:
        running.house.office(GiveCoupon(ann.name, 25_00, "a test"), FOUNDER, "given")

    def deliver(frame: bytes) -> None:
        frames.append(msgspec.json.decode(frame))
        if len(frames) == 1 and when == "while the table is shown":
            office = Thread(target=given)
            office.start()
            office.join(10)
            assert not office.is_alive(), "the office waits for nobody's table"

    held = None
    if when == "after the welcome":
        held = running.house.held(ann.name)
        given()
    running.house.watch("lunar-1", ann, None, deliver, held=held)
    assert [(frame["type"], frame.get("coupons")) for frame in frames] == [("table", None), ("wallet", 25_00)]


def test_a_viewer_whose_wallet_stays_is_not_told_it_again(running: Running) -> None:
    frames: list[bytes] = []
    running.house.watch("lunar-1", ANN, None, frames.append, held=running.house.held("Ann"))
    assert len(frames) == 1
    running.do("lunar-1", Sit(1, CHIPS), ANN)
    assert [msgspec.json.decode(frame)["type"] for frame in frames].count("wallet") == 1
