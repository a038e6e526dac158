"""The program of one table fails, wherever it may: at most its round is void, on the record, and the house goes on."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound, everything
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, FLO, Client, Running, defined, two_stores
from house.kept import audited
from house.settled import settled
from houseway import games
from houseway.games import NAMES
from houseway.house import commands as c
from houseway.house import live as live_module
from houseway.house.carrying import IN_ROUND, Failed
from houseway.house.commands import CLOCK, Actor, Command
from houseway.house.live import LiveTable
from houseway.house.lobby import lobby
from houseway.house.pit import board, record
from houseway.house.store import Conflict, Store
from houseway.procedure import Round
from houseway.rounds import RoundFile

__all__ = ["two_stores"]

SECRET = "the card is 8c"
IN_BETTING: dict[type[Any], tuple[Command, Actor]] = {
    c.Sit: (c.Sit(3, CHIPS), EVE),
    c.Back: (c.Back(3, CHIPS), EVE),
    c.BuyChips: (c.BuyChips(CHIPS), ANN),
    c.Wager: (c.Wager(1, "ante", 10_00), ANN),
    c.Consent: (c.Consent("Bob", True), ANN),
    c.Ready: (c.Ready(), BOB),
    c.Leave: (c.Leave(), ANN),
    c.AddBot: (c.AddBot(4), ANN),
    c.DismissBot: (c.DismissBot(5), ANN),
    c.OpenTable: (c.OpenTable(0, "why not"), SUE),
    c.CloseTable: (c.CloseTable("the night"), SUE),
    c.ChooseRules: (c.ChooseRules((), "why not"), SUE),
    c.Fill: (c.Fill(1_00, "low"), SUE),
    c.Credit: (c.Credit(1_00, "much"), SUE),
    c.CountDrop: (c.CountDrop("the night"), SUE),
    c.CollectCommission: (c.CollectCommission("the night"), SUE),
    c.Recut: (c.Recut("doubt"), SUE),
    c.MakeLeave: (c.MakeLeave("Ann", "rude"), FLO),
    c.AllowBack: (c.AllowBack("Bob", "sober"), FLO),
    c.ChangeCards: (c.ChangeCards("marked"), FLO),
    c.CheckPresence: (c.CheckPresence(), CLOCK),
}
IN_PLAY: dict[type[Any], tuple[Command, Actor]] = {
    c.Decide: (c.Decide("fold"), ANN),
    c.Validate: (c.Validate(True, "looked"), SUE),
    c.Report: (c.Report("a joke", "why not"), FLO),
    c.VoidRound: (c.VoidRound("a fire"), SUE),
    c.Clock: (c.Clock(), CLOCK),
    c.Resume: (c.Resume(), CLOCK),
    c.Abandon: (c.Abandon(), CLOCK),
}


class Stumbling:
    """Handlers that fail at one command: when they look at it, or in the middle of what they do."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self._patched = patched

    def at(self, kind: type[Any], where: str) -> None:
        handler = live_module.HANDLERS[kind]
        wrong = {**IN_BETTING, **IN_PLAY}[kind]

        def stumbles(live: Any, turn: Any, asked: Any) -> Callable[[], None]:
            if (asked, turn.actor) != wrong:
                return handler(live, turn, asked)
            if where == "look":
                raise RuntimeError(SECRET)

            def deed() -> None:
                live.state.deadline, live.state.people = None, {}  # half of something
                live.state.number += 1
                raise RuntimeError(SECRET)

            return deed

        self._patched.setitem(live_module.HANDLERS, kind, stumbles)


@pytest.fixture
def stumbling() -> Iterator[Stumbling]:
    with pytest.MonkeyPatch.context() as patched:
        yield Stumbling(patched)


def test_every_command_is_tried_here() -> None:
    assert {*IN_BETTING, *IN_PLAY} == set(live_module.HANDLERS)


@pytest.fixture
def two_tables(sqlite_url: str) -> Iterator[Running]:
    with Store.open(sqlite_url) as store:
        running = Running(store).open(defined("lunar"), defined("blackjack")).seat("lunar-1", ANN, BOB)
        running.seat("blackjack-1", EVE)
        yield running


@pytest.mark.parametrize("where", ["look", "deed"])
def test_a_command_that_fails_between_rounds_changes_nothing(
    two_tables: Running, stumbling: Stumbling, where: str
) -> None:
    running = two_tables
    running.do("lunar-1", c.Wager(2, "ante", 10_00), BOB)
    deadline = running.live("lunar-1").deadline
    watching = Client(running, "lunar-1", ANN)
    watching.take()
    before, shown = everything(running.store), msgspec.json.encode(running.house.view("lunar-1", ANN))
    for kind, (command, actor) in IN_BETTING.items():
        stumbling.at(kind, where)
        with pytest.raises(Failed, match="failed at this"):
            running.do("lunar-1", command, actor, "once")
        assert everything(running.store) == before
        assert msgspec.json.encode(running.house.view("lunar-1", ANN)) == shown
        assert running.house.tick() == deadline
    assert watching.take() == []
    _goes_on(running, stumbling)
    assert SECRET not in str(running.noticed)
    assert len([noticed for noticed in running.noticed if noticed.what == "failed"]) == len(IN_BETTING)


@pytest.mark.parametrize("where", ["look", "deed"])
@pytest.mark.parametrize("kind", IN_PLAY, ids=lambda kind: kind.__name__)
def test_a_command_that_fails_in_a_round_voids_that_round_at_most(
    two_tables: Running, stumbling: Stumbling, kind: type[Any], where: str
) -> None:
    running = two_tables.deal("lunar-1", ANN, BOB)
    version = running.live("lunar-1").version
    stumbling.at(kind, where)
    command, actor = IN_PLAY[kind]
    if kind is c.Clock:
        running.at += 10 * 60_000
        running.house.tick()
    else:
        with pytest.raises(Failed):
            running.do("lunar-1", command, actor)
    lines = record(running.house, "table/lunar-1", version, 10)
    assert [line.event for line in lines] == (["round.abandoned/1"] if kind in IN_ROUND else [])
    if kind in IN_ROUND:
        assert running.live("lunar-1").chips("Ann") == running.live("lunar-1").chips("Bob") == CHIPS
        assert [noticed.what for noticed in running.noticed if noticed.what == "voided"] == ["voided"]
    assert SECRET not in str(running.noticed)
    assert running.live("lunar-1").deadline is not None
    _goes_on(running, stumbling)


def test_a_round_that_cannot_even_be_given_up_waits_for_a_better_program(
    two_tables: Running, stumbling: Stumbling
) -> None:
    running = two_tables.deal("lunar-1", ANN, BOB)
    before = everything(running.store)
    stumbling.at(c.Decide, "look")
    stumbling.at(c.Abandon, "deed")
    for _ in range(2):
        with pytest.raises(Failed, match="cannot be given up: tell a supervisor"):
            running.do("lunar-1", c.Decide("fold"), ANN, "once")
    assert everything(running.store) == before
    _goes_on(running, stumbling)


def test_a_shuffle_that_fails_is_tried_again(two_tables: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    running = two_tables.deal("lunar-1", ANN, BOB)
    running.play("lunar-1")
    running.at += 60_000
    before = everything(running.store)
    with monkeypatch.context() as patched:
        patched.setattr("houseway.day.shuffled", lambda *_: 1 // 0)
        running.house.tick()
        assert [line.out_of_order for line in lobby(running.house)] == [False, False]
        assert running.live("lunar-1").state.phase == "result"
    assert everything(running.store) == before
    running.at += 10_000
    assert running.live("lunar-1").state.phase == "result"
    running.house.tick()
    assert running.live("lunar-1").state.phase == "betting"


def _goes_on(running: Running, stumbling: Stumbling) -> None:
    """The other table was never stopped; with the right program this one is not either."""
    assert [line.out_of_order for line in lobby(running.house)] == [False, False]
    assert board(running.house).out_of_order == ()
    running.deal("blackjack-1", EVE)
    running.play("blackjack-1")
    stumbling._patched.undo()
    while running.live("lunar-1").state.phase != "betting":
        running.clock("lunar-1")
    running.deal("lunar-1", ANN, BOB)
    running.play("lunar-1")
    assert running.live("lunar-1").state.phase == "result"
    assert_sound(running.store)


@pytest.mark.parametrize("game", NAMES)
def test_a_procedure_that_fails_at_any_step_voids_the_round(
    game: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, load = f"{game}-1", games.load
    steps: list[int] = []  # how many moves are made before it fails, and how many were made

    def failing(procedure: Any) -> Any:
        def play(*arguments: Any) -> Any:
            moves = procedure(*arguments)
            answer = None
            while True:
                if steps[0] == 0:
                    raise RuntimeError(SECRET)
                steps[0] -= 1
                try:
                    answer = yield moves.send(answer)
                except StopIteration:
                    return

        return play

    def patched(name: str) -> Any:
        loaded = load(name)
        return msgspec.structs.replace(loaded, play=failing(loaded.play)) if name == game else loaded

    monkeypatch.setattr(games, "load", patched)
    with Store.open(sqlite_url) as store:
        steps[:] = [0]
        running = Running(store).open(defined(game)).seat(table, ANN, BOB)
        for voids, number in enumerate(range(0, 400, 7 if game == "packs" else 11), 1):
            held = {name: running.live(table).chips(name) for name in ("Ann", "Bob")}
            steps[0] = number
            running.bet(table, ANN, BOB)
            running.play(table)
            version = running.live(table).version
            (line,) = record(running.house, f"table/{table}", version - 1, 1)
            if steps[0]:
                assert line.event == "round.closed/1"
                break
            assert line.event == "round.voided/1"
            assert {name: running.live(table).chips(name) for name in held} == held
            told = [noticed for noticed in running.noticed if noticed.what in ("failed", "voided")]
            assert [noticed.what for noticed in told] == ["failed", "voided"] * voids
            assert re.fullmatch(rf"RuntimeError in {__name__}, line \d+", told[-2].why or "")
            running.clock(table)
        else:
            raise AssertionError("no round was finished")
        assert number > 11
        assert SECRET not in str(running.noticed)
        monkeypatch.undo()
        void_files_settle(running.live(table))
        assert audited(store)[0].problem is None
        again = running.again()
        assert again.live(table).finished == running.live(table).finished
        assert [noticed for noticed in again.noticed if noticed.what in ("failed", "voided")] == []


def void_files_settle(table: LiveTable) -> None:
    """The file of a round that the house failed says that it is void from its beginning, whatever would follow."""
    for finished in table.finished:
        if finished.failed is not None:
            text = table.round_file(finished.number, "Ann")
            assert settled(text) == []
            assert {line.net for line in RoundFile(text).expected} <= {0}


def test_of_several_processes_the_one_that_carried_it_out_tells_that_a_round_failed(
    two_stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Running(two_stores[0], shared=True).open(defined("lunar")).seat("lunar-1", ANN, BOB)
    other = Running(two_stores[1], shared=True, seed=2)
    other.house.start(recover=False)
    one.deal("lunar-1", ANN, BOB)
    other.house.view("lunar-1", BOB)
    appended, tries = Store.append_together, list[int]()

    def overtaken(store: Store, wanted: Any, *ready: Any) -> Any:
        """What failed in memory is not on the record the first time: it is told when it is."""
        tries.append(len(wanted))
        return [Conflict("somebody was faster")] if len(tries) == 1 else appended(store, wanted, *ready)

    with monkeypatch.context() as patched:
        patched.setattr(Round, "answer", lambda *_: 1 // 0)
        patched.setattr(Store, "append_together", overtaken)
        one.do("lunar-1", c.Decide("fold"), BOB, "once")
    assert tries == [1, 1]
    told = [noticed.what for noticed in one.noticed if noticed.what in ("failed", "voided")]
    assert told == ["failed", "voided"]
    other.house.hear({"table/lunar-1": one.live("lunar-1").version})
    assert other.do("lunar-1", c.Decide("fold"), BOB, "once").repeated
    assert other.live("lunar-1").state.phase == "result"
    assert [noticed for noticed in other.noticed if noticed.what in ("failed", "voided")] == []
    assert_sound(two_stores[0])


def test_a_viewer_who_cannot_be_told_stops_nobody(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    running = Running(store).open(defined("lunar"))
    first, last = Client(running, "lunar-1", EVE), Client(running, "lunar-1", SUE)
    broken = Client(running, "lunar-1", BOB)
    frames = []

    def deliver(frame: bytes) -> None:
        frames.append(frame)
        if len(frames) == 1:
            raise RuntimeError(SECRET)

    running.house.watchers("lunar-1")._watching[1].deliver = deliver
    running.do("lunar-1", c.Sit(1, CHIPS), ANN)
    running.do("lunar-1", c.Sit(2, CHIPS), BOB)
    for client in (first, broken):
        assert client.versions == [1, 2, 3]
    assert last.versions == [1]
    assert [msgspec.json.decode(frame)["type"] for frame in frames] == ["moved", "table"]
    assert SECRET not in str(running.noticed)
