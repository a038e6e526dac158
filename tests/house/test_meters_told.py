"""Whoever watches a table learns within a second what other tables make of its meter, and sees it with every look."""

from typing import Any

import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import ADM, CHIPS, DELAY, LINKED, Client, Running, defined, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_live_meters import NOTHING, ROYAL
from houseway.house.commands import Ready, Sit, Validate, Wager
from houseway.house.definition import Definition
from houseway.house.office_commands import ChangeReset
from houseway.house.store import Lost, Store
from houseway.house.watching import LOOK_AGAIN

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

RESET = 10_000_00
FACE_UP = tuple(
    Definition(name, "packs", ("five_card_progressive=A",), meters={"five_card": "big"}) for name in ("one", "other")
)


def opened(store: Store, shared: bool = False) -> Running:
    return Running(store, shared=shared).open(*LINKED, meters={"big": RESET})


def begin(running: Running, table: str = "other") -> None:
    """Bob's progressive wager moves the meter."""
    running.do(table, Sit(1, CHIPS), BOB)
    running.do(table, Wager(1, "ante", 10_00), BOB)
    running.do(table, Wager(1, "progressive", 1_00), BOB)
    running.do(table, Ready(), BOB)


def second(running: Running) -> None:
    running.at += LOOK_AGAIN
    running.house.tick()


def told(client: Client) -> list[dict[str, Any]]:
    return [frame for frame in client.take() if frame["type"] == "meters"]


def meters(cents: int, table: str = "one", reset: str = "10000") -> dict[str, Any]:
    return {"type": "meters", "table": table, "meters": {"progressive": cents}, "rules": {"reset": reset}}


def test_who_watches_is_told_what_another_table_made_of_the_meter(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, ROYAL]
    running = opened(store)
    running.do("one", Sit(1, CHIPS), ANN)
    clients = [Client(running, "one", actor) for actor in (ANN, SUE)]
    second(running)
    for client in clients:
        client.take()
    begin(running)
    second(running)
    assert [told(client) for client in clients] == [[meters(RESET + 70)]] * 2
    running.do("other", Validate(True, "looked at it"), SUE)
    second(running)
    assert [told(client) for client in clients] == [[meters(RESET)]] * 2
    version = running.live("one").version
    second(running)
    assert [told(client) for client in clients] == [[], []]
    assert running.live("one").version == version  # nothing of it is an entry of this table
    assert audited(store)[0].problem is None


def test_a_look_shows_what_another_table_made_of_the_meter(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(store)
    running.do("one", Sit(1, CHIPS), ANN)
    begin(running)
    for actor in (ANN, SUE):
        assert running.house.view("one", actor).felt.meters == {"progressive": RESET + 70}
        (whole,) = Client(running, "one", actor).take()
        assert whole["view"]["felt"]["meters"] == {"progressive": RESET + 70}


def test_a_round_in_play_shows_it_too(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    running.do("one", Sit(1, CHIPS), ANN)
    running.bet("one", ANN)
    assert running.live("one").round is not None
    begin(running)
    assert running.house.view("one", ANN).felt.meters == {"progressive": RESET + 70}


def test_who_comes_back_is_told_though_his_version_is_the_newest(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    running.do("one", Sit(1, CHIPS), ANN)
    begin(running)
    client = Client(running, "one", ANN, since=running.live("one").version)
    second(running)
    assert [frame["type"] for frame in client.frames] == ["moved", "meters"]
    assert told(client) == [meters(RESET + 70)]


def test_what_the_table_moves_itself_is_told_by_its_moves(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    client = Client(running, "other", SUE)
    second(running)
    begin(running)
    moves = [move for frame in client.take() if frame["type"] == "moved" for move in frame["moves"]]
    assert [move["amount"] for move in moves if move["move"] == "meter"] == [RESET + 70]


def test_who_sees_the_table_late_sees_the_meter_late(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    late = Client(running, "one", EVE)
    begin(running)
    running.at += DELAY
    running.house.tick()
    assert told(late) == []
    assert running.house.view("one", EVE).felt.meters == {"progressive": RESET}
    running.do("one", Sit(1, CHIPS), EVE)
    assert running.house.view("one", EVE).felt.meters == {"progressive": RESET + 70}


def test_where_nobody_holds_a_secret_nobody_is_late(sqlite_store: Store) -> None:
    running = Running(sqlite_store).open(*FACE_UP, meters={"big": RESET})
    client = Client(running, "one", EVE)
    second(running)
    client.take()
    running.do("other", Sit(1, CHIPS), BOB)
    running.do("other", Wager(1, "five_card_1", 100_00), BOB)
    running.do("other", Ready(), BOB)
    second(running)
    assert [frame["meters"] for frame in told(client)] == [{"five_card": int(sqlite_store.meters()["big"].amount)}]
    assert sqlite_store.meters()["big"].amount == RESET + 1_00


def test_another_process_tells_it_too(two_stores: tuple[Store, Store], shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    one = opened(two_stores[0], shared=True)
    other = Running(two_stores[1], shared=True, seed=2)
    one.do("one", Sit(1, CHIPS), ANN)
    client = Client(one, "one", ANN)
    second(one)
    client.take()
    begin(other)
    one.house.hear(two_stores[0].streams())
    second(one)
    assert told(client) == [meters(RESET + 70)]


def test_who_could_not_be_told_is_told_later(
    sqlite_store: Store, shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    running.do("one", Sit(1, CHIPS), ANN)
    client = Client(running, "one", ANN)
    second(running)
    client.take()
    begin(running)
    running.house._meters.forget()
    with monkeypatch.context() as broken:
        broken.setattr(sqlite_store, "meters", _lost)
        second(running)
        assert told(client) == []
        assert running.house.due(running.house.table("one")) is not None
    second(running)
    assert told(client) == [meters(RESET + 70)]


def test_meters_are_told_within_a_second_where_the_clock_was_set_back(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    running = opened(sqlite_store)
    running.do("one", Sit(1, CHIPS), ANN)
    client = Client(running, "one", ANN)
    second(running)
    client.take()
    running.at -= 3_600_000
    begin(running)
    second(running)
    assert told(client) == [meters(RESET + 70)]


def _lost() -> dict[str, Any]:
    raise Lost("the database gives no answer")


def test_the_clock_has_nothing_to_do_where_no_meter_is_shared(sqlite_store: Store) -> None:
    running = Running(sqlite_store).open(defined("lunar"))
    running.do("lunar-1", Sit(1, CHIPS), ANN)
    client = Client(running, "lunar-1", ANN)
    running.house._meters.forget()
    assert running.house.due(running.house.table("lunar-1")) is None
    second(running)
    assert told(client) == []


NEXT = 25_000_00


def change(running: Running, reset: int) -> None:
    running.house.office(ChangeReset("big", reset, "a better jackpot"), ADM, None)


def test_a_sign_of_an_idle_table_has_another_reset_amount_within_a_second(store: Store) -> None:
    running = opened(store)
    running.do("one", Sit(1, CHIPS), ANN)
    clients = [Client(running, "one", actor) for actor in (ANN, SUE)]
    late = Client(running, "other", EVE)
    second(running)
    assert [told(client) for client in clients] == [[], []]
    version = running.live("one").version
    change(running, NEXT)
    assert running.house.view("one", ANN).sign.rules["reset"] == "25000"
    second(running)
    assert [told(client) for client in clients] == [[meters(RESET, reset="25000")]] * 2
    second(running)
    assert [told(client) for client in (*clients, late)] == [[], [], []]  # who sees it late sees what is on its record
    assert running.live("one").version == version  # nothing of it is an entry of this table
    assert audited(store)[0].problem is None


def test_who_comes_back_is_told_the_reset_amount_that_he_may_not_know(sqlite_store: Store) -> None:
    """It was another one while he was away before, and is the table's own again: no version tells him."""
    running = opened(sqlite_store)
    change(running, NEXT)
    knows = Client(running, "one", SUE).take()[0]["view"]
    assert knows["sign"]["rules"]["reset"] == "25000"
    change(running, RESET)
    client = Client(running, "one", SUE, since=knows["version"])
    second(running)
    assert told(client) == [meters(RESET)]


def test_a_round_in_play_keeps_its_reset_amount_on_the_sign(sqlite_store: Store, shuffler: Shuffler) -> None:
    """Own ruling HG2: it ends with the one that it began with."""
    shuffler.ready = [NOTHING]
    running = opened(sqlite_store)
    client = Client(running, "other", SUE)
    begin(running)
    second(running)
    client.take()
    assert running.live("other").round is not None
    change(running, NEXT)
    second(running)
    assert told(client) == []
    assert running.house.view("other", SUE).sign.rules["reset"] == "10000"
    running.play("other")
    client.take()
    running.clock("other")
    (whole,) = [frame for frame in client.take() if frame["type"] == "table"]
    assert whole["view"]["sign"]["rules"]["reset"] == "25000"
