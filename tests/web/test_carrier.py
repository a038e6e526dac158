"""The carrier: what many ask is carried out together, and nobody is left without an answer."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection

from house.deeds import assert_sound, at_once
from house.evenings import ANN, BOB, SUE
from house.houses import CHIPS, Running, defined
from houseway.house import office, sessions
from houseway.house.answering import Answer
from houseway.house.commands import Actor, Command, Ready, Sit
from houseway.house.outings import Errand, Outcome
from houseway.house.store import Store
from houseway.web.calls import Calls, OwnThread
from houseway.web.carrier import Carrier, Ended, Soon
from houseway.web.visitors import Bound, Presence
from web.running import Served, wait_until
from web.test_socket import connected, told

SOON = 10.0  # seconds, on a busy machine
TABLES = ("lucky8s-1", "lunar-1")


@pytest.fixture
def running(url: str) -> Iterator[Running]:
    """A house that is alone on its database, and one beside which others write to it."""
    with Store.open(url) as store:
        alone = store.database == "sqlite"
        yield Running(store, shared=not alone).open(*(defined(table.removesuffix("-1")) for table in TABLES))


class Asking:
    """Whoever asks a carrier, and what he is told."""

    def __init__(self, carrier: Carrier) -> None:
        self.carrier = carrier
        self._told: SimpleQueue[tuple[str | None, Outcome]] = SimpleQueue()

    def ask(self, table: str, command: Command, actor: Actor, id_: str, presence: Presence | None = None) -> None:
        errand = Errand(table, command, actor, id_)
        self.carrier.ask(errand, lambda outcome: self._told.put((id_, outcome)), presence)

    def told(self) -> tuple[str | None, Outcome]:
        return self._told.get(timeout=SOON)


@contextmanager
def its_own_thread() -> Iterator[Soon]:
    thread = OwnThread("carrier")
    thread.start()
    yield thread.soon
    thread.end()


@contextmanager
def a_loop() -> Iterator[Soon]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield Calls(loop).soon
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


Carrying = Callable[[Running], AbstractContextManager[Asking]]


@pytest.fixture(params=[its_own_thread, a_loop], ids=["its own thread", "a loop"])
def carrying(request: pytest.FixtureRequest) -> Carrying:
    """How a carrier carries out what is asked of a house: in a thread of its own, or in a loop."""

    @contextmanager
    def carry(running: Running) -> Iterator[Asking]:
        with ThreadPoolExecutor(2) as others, request.param() as soon:
            asking = Asking(Carrier(running.house, others))
            asking.carrier.begin(soon, may_wait=request.param is its_own_thread)
            try:
                yield asking
            finally:
                asking.carrier.end()

    return carry


def presence_of(running: Running) -> Presence:
    """Somebody new who came in."""
    account = office.come_in(running.store, "guest", running.at, secrets.token_bytes)
    token = sessions.open_session(running.store, account.name, running.at, secrets.token_bytes)
    visitor = sessions.actor_of(running.store, token, running.at)
    assert visitor is not None
    return Presence(Bound(visitor, token))


def test_a_held_table_keeps_nobody_else_waiting(running: Running, carrying: Carrying) -> None:
    with carrying(running) as asking:
        with running.house.table("lunar-1").lock:
            asking.ask("lunar-1", Sit(1, CHIPS), ANN, "held")
            asking.ask("lucky8s-1", Sit(1, CHIPS), BOB, "free")
            id_, came = asking.told()
            assert id_ == "free"
            assert isinstance(came, Answer)
        id_, came = asking.told()
        assert id_ == "held"
        assert isinstance(came, Answer)
    assert_sound(running.store)


def test_a_table_that_is_not_in_memory_keeps_nobody_else_waiting(
    running: Running, carrying: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, gate = running.house.table("lunar-1"), threading.Event()
    rebuilt = table._rebuilt

    def slowly(at: int) -> Any:
        assert gate.wait(SOON)
        return rebuilt(at)

    monkeypatch.setattr(table, "_rebuilt", slowly)
    table.forget()
    with carrying(running) as asking:
        asking.ask("lunar-1", Sit(1, CHIPS), ANN, "made first")
        asking.ask("lucky8s-1", Sit(1, CHIPS), BOB, "free")
        assert asking.told()[0] == "free"
        gate.set()
        id_, came = asking.told()
        assert id_ == "made first"
        assert isinstance(came, Answer)


def test_where_no_thread_can_be_started_one_that_is_there_waits_for_a_table(
    running: Running, carrying: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    running.house.table("lunar-1").forget()
    running.house.table("lucky8s-1").forget()
    with carrying(running) as asking:
        with monkeypatch.context() as patched:
            patched.setattr(threading.Thread, "start", start)
            asking.ask("lunar-1", Sit(1, CHIPS), ANN, "one")
            asking.ask("lucky8s-1", Sit(1, CHIPS), BOB, "other")
            came = dict([asking.told(), asking.told()])
        assert came.keys() == {"one", "other"}
        assert all(isinstance(outcome, Answer) for outcome in came.values())
    assert_sound(running.store)


def test_whose_session_has_ended_is_told_so_and_the_others_are_carried_out(
    running: Running, carrying: Carrying
) -> None:
    here, gone = presence_of(running), presence_of(running)
    running.give(CHIPS, here.bound.visitor, gone.bound.visitor)
    with carrying(running) as asking:
        asking.ask("lunar-1", Sit(1, CHIPS), gone.bound.visitor, "before", gone)
        assert isinstance(asking.told()[1], Answer)
        sessions.end_session(running.store, gone.bound.token)
        for id_ in ("after", "again"):  # however often he asks
            asking.ask("lucky8s-1", Sit(1, CHIPS), gone.bound.visitor, id_, gone)
            asking.ask("lucky8s-1", Sit(2, CHIPS), here.bound.visitor, f"other {id_}", here)
            came = dict(asking.told() for _ in range(2))
            assert isinstance(came[id_], Ended)
            assert not isinstance(came[f"other {id_}"], Ended)
    assert set(running.live("lucky8s-1").state.people) == {here.bound.visitor.name}


def test_what_was_asked_before_the_end_is_carried_out(running: Running, carrying: Carrying) -> None:
    people = [Actor(f"Player{number}", "player") for number in range(5)]
    running.give(CHIPS, *people)
    with carrying(running) as asking, running.house.table("lunar-1").lock:
        for seat, actor in enumerate(people, 1):
            asking.ask("lucky8s-1", Sit(seat, CHIPS), actor, actor.name)
        asking.ask("lunar-1", Sit(1, CHIPS), ANN, "held")
        ending = threading.Thread(target=asking.carrier.end)
        ending.start()
        ending.join(SOON)
        assert not ending.is_alive()
    came = dict(asking.told() for _ in range(6))
    assert all(isinstance(each, Answer) for each in came.values())
    assert len(running.live("lucky8s-1").state.people) == 5


def test_at_a_table_that_is_held_nobody_overtakes(running: Running, carrying: Carrying) -> None:
    people = [Actor(f"Player{number}", "player") for number in range(6)]
    running.give(CHIPS, *people)
    with carrying(running) as asking:
        with running.house.table("lunar-1").lock:
            for actor in people[:3]:
                asking.ask("lunar-1", Sit(1, CHIPS), actor, actor.name)
            asking.ask("lucky8s-1", Sit(1, CHIPS), BOB, "elsewhere")
            assert asking.told()[0] == "elsewhere"
        for actor in people[3:]:  # those before wait in another thread
            asking.ask("lunar-1", Sit(1, CHIPS), actor, actor.name)
        came = [asking.told() for _ in people]
    assert [id_ for id_, _ in came] == [actor.name for actor in people]
    assert [isinstance(outcome, Answer) for _, outcome in came] == [True] + 5 * [False]


def test_who_asks_much_at_one_table_keeps_no_other_table_waiting(running: Running, carrying: Carrying) -> None:
    """He is refused two hundred times; somebody at another table is answered after the first of them."""
    with carrying(running) as asking:
        with running.house.table("lunar-1").lock, running.house.table("lucky8s-1").lock:
            for number in range(200):
                asking.ask("lunar-1", Ready(), ANN, f"refused {number}")
            asking.ask("lucky8s-1", Sit(1, CHIPS), BOB, "sits")
        order = [asking.told()[0] for _ in range(201)]
    assert order.index("sits") <= 3


def test_one_whom_nobody_can_tell_does_not_stop_the_thread(running: Running, carrying: Carrying) -> None:
    def fails(outcome: Outcome) -> None:
        raise ValueError("nobody listens")

    with carrying(running) as asking:
        asking.carrier.ask(Errand("lunar-1", Sit(1, CHIPS), ANN, "untold"), fails)
        asking.ask("lunar-1", Sit(2, CHIPS), BOB, "next")
        id_, came = asking.told()
        assert id_ == "next"
        assert isinstance(came, Answer)
    assert [noticed.table for noticed in running.noticed if noticed.what == "failed"] == ["lunar-1"]


def test_whatever_fails_everybody_is_told_and_the_next_is_carried_out(
    running: Running, carrying: Carrying, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise ValueError("a mistake in the program")

    with carrying(running) as asking:
        with monkeypatch.context() as failing:
            failing.setattr(running.house.carrying, "set_out", fails)
            asking.ask("lunar-1", Sit(1, CHIPS), ANN, "failed")
            asking.ask("lunar-1", Sit(2, CHIPS), BOB, "too")
            assert [type(asking.told()[1]) for _ in range(2)] == [ValueError, ValueError]
        asking.ask("lunar-1", Sit(1, CHIPS), ANN, "failed")
        assert isinstance(asking.told()[1], Answer)


def ordered(table: str, id_: str, **command: Any) -> str:
    frame = {"type": "command", "id": id_, "table": table, "command": command}
    return msgspec.json.encode(frame).decode()


def an_evening(house: Served, place: int) -> list[dict[str, Any]]:
    """Somebody sits down and goes again, some times at each of two tables; all that he is told."""
    frames: list[dict[str, Any]] = []

    def until(socket: ClientConnection, kind: str) -> None:
        while not frames or frames[-1]["type"] != kind:
            frames.append(msgspec.json.decode(socket.recv(SOON)))
            assert frames[-1]["type"] != "refused", frames[-1]

    with connected(house, house.guest()) as socket:
        until(socket, "welcome")
        for table in TABLES:
            socket.send(msgspec.json.encode({"type": "watch", "table": table}).decode())
            until(socket, "table")
        for number in range(5):
            for table in TABLES:
                for command in ({"do": "sit", "seat": place, "chips": 100_00}, {"do": "leave"}):
                    frames.append({"type": "asked"})  # so that the last answer is not taken for this one's
                    socket.send(ordered(table, f"{number}-{table}-{command['do']}", **command))
                    until(socket, "done")
    return frames


def test_many_at_once_are_told_everything_in_order_and_are_answered_after_what_they_did(house: Served) -> None:
    works: list[Callable[[], Any]] = [partial(an_evening, house, place) for place in range(1, 6)]
    for frames in at_once(works):
        assert isinstance(frames, list), frames
        known: dict[str, int] = {}
        answers = 0
        for frame in frames:
            if frame["type"] == "table":
                known[frame["view"]["table"]] = frame["view"]["version"]
            elif frame["type"] == "moved":
                assert frame["version"] == known[frame["table"]] + 1
                known[frame["table"]] = frame["version"]
            elif frame["type"] == "done":
                assert known[frame["table"]] >= frame["version"]
                assert not frame["repeated"]
                answers += 1
        assert answers == 5 * 2 * 2
    assert_sound(house.house.store)


def test_who_goes_away_in_the_middle_has_what_he_asked_carried_out(house: Served) -> None:
    with connected(house, house.guest()) as socket:
        name = told(socket, "welcome")["name"]
        with house.house.table("lunar-1").lock:
            socket.send(ordered("lunar-1", "s1", do="sit", seat=1, chips=100_00))
            socket.close()
    wait_until(lambda: name in [person.name for person in house.house.view("lunar-1", SUE).now.people])
    with connected(house, house.guest()) as socket:
        told(socket, "welcome")
        socket.send(ordered("lunar-1", "s1", do="sit", seat=2, chips=100_00))
        assert told(socket, "done")["event"] == "table.sat/1"
