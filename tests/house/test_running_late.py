"""Spectators of hidden hands see each round late: what they are told, when, and that nothing is left out."""

from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import ADM, AUD, CHIPS, DELAY, FLO, INVENTORY, Breaks, Client, Running, defined, program, version_of
from houseway.felt import owner
from houseway.games import NAMES
from houseway.house import tables
from houseway.house.commands import Actor, CloseTable, Decide, Fill, Leave, OpenTable, Ready, Sit, Wager
from houseway.house.lobby import lobby
from houseway.house.store import Lost, Store

__all__ = ["program"]

TABLE = "ultimate8-1"
HOUR = 3_600_000


@pytest.fixture
def running(sqlite_url: str) -> Any:
    with Store.open(sqlite_url) as store:
        yield Running(store).open(defined("ultimate8"))


@pytest.mark.parametrize("game", NAMES)
def test_spectators_are_late_where_players_decide_with_hands_that_others_do_not_see(game: str, sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        table = f"{game}-1"
        running = Running(store).open(defined(game)).seat(table, ANN, BOB)
        running.deal(table, ANN, BOB)
        hidden = False
        while running.live(table).round is not None:
            view = running.house.view(table, SUE)
            asked = set(view.ask.waiting) if view.ask is not None else set()
            hidden |= any(owner(area) in asked for area, cards in view.felt.down.items() if cards)
            late = Client(running, table, EVE).frames[0]
            assert late["delayed"] is (game in ("lucky8s", "lunar", "ultimate8"))
            assert (late["view"]["now"]["phase"] == "betting") is late["delayed"]
            running.step(table)
        assert hidden is running.live(table).game.hidden_hands


def test_who_is_late_is_told_though_another_has_looked_in_between(running: Running) -> None:
    """The other's look had brought the copy on: nothing waited in it any more, and no clock ran."""
    running.seat(TABLE, ANN, BOB)
    running.deal(TABLE, ANN, BOB)
    watching = Client(running, TABLE, EVE)
    running.at += DELAY
    newest = running.house.view(TABLE, Actor("Max", "player")).version
    assert watching.versions[-1] < newest
    assert running.house.due(running.house.table(TABLE)) == 0
    running.house.tick()
    assert watching.versions[-1] >= newest


def test_who_could_not_be_told_is_told_though_another_was(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    running.seat(TABLE, ANN, BOB)
    running.deal(TABLE, ANN, BOB)
    eve, other = Client(running, TABLE, EVE), Client(running, TABLE, Actor("Max", "player"))
    running.at += DELAY
    read = running.store.read
    failed: list[Any] = []

    def fails_once(*asked: Any) -> Any:
        if not failed:
            failed.append(asked)
            raise Lost("the database gives no answer")
        return read(*asked)

    monkeypatch.setattr(running.store, "read", fails_once)
    known = eve.versions[-1]
    running.house.tick()
    assert failed
    assert known < eve.versions[-1] == other.versions[-1]


def test_a_spectator_of_hidden_hands_is_behind_by_the_delay(running: Running) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    watching = Client(running, TABLE, EVE)
    assert watching.frames[0]["delayed"]
    told_at = dict.fromkeys(watching.versions, running.at)
    for _ in range(2):
        running.deal(TABLE, ANN, BOB)
        while running.live(TABLE).round is not None:
            running.at += 3_100
            running.step(TABLE)
            _look(running, watching, told_at)
        running.clock(TABLE)
        _look(running, watching, told_at)
    while (due := running.house.tick()) is not None:
        assert due > running.at
        running.at = due
        _look(running, watching, told_at)
    assert watching.versions == list(range(watching.versions[0], running.live(TABLE).version + 1))
    ripe_at = _ripe_at(running)
    assert all(ripe_at[version] <= told for version, told in told_at.items())
    assert len(set(ripe_at.values())) > 10


def _look(running: Running, watching: Client, told_at: dict[int, int]) -> None:
    """Whatever the spectator asks for, he has nothing of a round that is younger than the delay."""
    running.house.tick()
    ripe_at = _ripe_at(running)
    for since in (None, 0, running.live(TABLE).version - 1, running.live(TABLE).version, 10**6):
        for frame in Client(running, TABLE, EVE, since).frames:
            assert ripe_at[version_of(frame) or 0] <= running.at
    assert ripe_at[running.house.view(TABLE, EVE).version] <= running.at
    for version in watching.versions:
        told_at.setdefault(version, running.at)
        assert ripe_at[version] <= running.at


def _ripe_at(running: Running) -> dict[int, int]:
    """When each version may be shown: when the last that had to do with a round, up to it, is older than the delay."""
    ripe, ripe_at = 0, {0: 0}
    for entry in running.store.read(f"table/{TABLE}"):
        body = msgspec.json.decode(entry.body)
        if body["moves"] or body["phase"] == "playing":
            ripe = max(ripe, entry.at + DELAY)
        ripe_at[entry.version] = ripe
    return ripe_at


def _played(running: Running) -> tuple[Client, int]:
    """Somebody who sees a round late that was just played, and what he was shown when it began."""
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    watching = Client(running, TABLE, EVE)
    running.deal(TABLE, ANN, BOB)
    running.play(TABLE)
    return watching, watching.versions[-1]


def test_who_is_late_is_not_later_where_the_clock_was_set_back(running: Running) -> None:
    """What is of a time to come happened before it was looked at: that is how old it is at least."""
    watching, shown = _played(running)
    over = running.live(TABLE).version
    running.at -= HOUR
    table = running.house.table(TABLE)
    assert running.house.to_show(table) == running.at
    running.house.show_table(table)
    assert running.house.to_show(table) == running.at + DELAY
    for wait, newest in ((DELAY - 1, shown), (1, over)):
        running.at += wait
        running.house.show_table(table)
        assert watching.versions[-1] == running.house.view(TABLE, EVE).version == newest
    assert running.house.to_show(table) is None


def test_a_round_of_before_the_clock_was_set_back_is_as_old_as_what_came_after_it(running: Running) -> None:
    """So who comes and goes sees it, too."""
    watching, shown = _played(running)
    watching.end()
    running.at -= HOUR
    running.do(TABLE, Fill(1_00, "low"), SUE)
    for wait, newest in ((DELAY - 1, shown), (1, running.live(TABLE).version)):
        running.at += wait
        coming = Client(running, TABLE, EVE)
        assert coming.versions == [newest]
        coming.end()


def test_a_clock_that_is_put_right_again_shows_nobody_a_round_too_early(running: Running) -> None:
    watching, shown = _played(running)
    running.at -= HOUR
    running.house.tick()
    running.at += HOUR + 1_000
    running.house.tick()
    assert watching.versions[-1] == shown
    running.at += DELAY - 1_000
    running.house.tick()
    assert watching.versions[-1] > shown


def test_a_table_that_is_opened_is_shown_at_once(sqlite_url: str) -> None:
    """While nobody holds a hand there is nothing to wait for, whatever was played before."""
    with Store.open(sqlite_url) as store:
        running = Running(store).open(defined("ultimate8"))
        watching = Client(running, TABLE, EVE)
        assert watching.frames[0]["view"]["now"]["phase"] == "betting"
        running.seat(TABLE, ANN, BOB)
        assert watching.versions == [1, 2, 3]
        assert [person.name for person in running.house.view(TABLE, EVE).now.people] == ["Ann", "Bob"]
        running.deal(TABLE, ANN, BOB)
        shown = watching.versions[-1]
        assert shown == running.live(TABLE).version - 1
        running.play(TABLE)
        running.do(TABLE, CloseTable("the day ends"), SUE)
        assert watching.versions[-1] == shown
        running.at += DELAY
        running.house.tick()
        assert watching.versions[-1] == running.live(TABLE).version
        running.do(TABLE, OpenTable(INVENTORY, "another day"), SUE)
        assert watching.versions[-1] == running.live(TABLE).version
        assert running.house.view(TABLE, EVE).now.phase == "betting"


def test_a_look_without_watching_leaves_nothing_to_do(running: Running) -> None:
    running.seat(TABLE, ANN, BOB)
    running.house.view(TABLE, EVE)
    running.at += 10 * DELAY
    running.house.tick()
    due = running.house.tick()
    assert due is None or due > running.at


def test_the_lobby_tells_nothing_of_a_round_with_hidden_hands(running: Running) -> None:
    running.seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)
    began = lobby(running.house)
    while running.live(TABLE).round is not None:
        assert lobby(running.house) == began
        running.step(TABLE)


def test_errors_tell_a_spectator_nothing_of_a_round(running: Running) -> None:
    running.seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)
    words = set()
    said = (Decide("fold"), Decide("bet", 100, seat=1), Wager(1, "ante", 1), Ready(), Leave(), Sit(1, CHIPS))
    while running.live(TABLE).round is not None:
        words.add(tuple(running.refused(TABLE, command, EVE).message for command in said))
        running.step(TABLE)
    assert len(words) == 1


def test_who_is_late_begins_with_a_snapshot_that_is_old_enough(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody who looks has the whole record carried out again."""
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 2)
    running.seat(TABLE, ANN, BOB)
    for _ in range(60):
        running.at += 1_000
        running.do(TABLE, Fill(1_00, "low"), SUE)
        assert (_kept(running, running.at) or 0) > running.live(TABLE).version - 2
    old = _kept(running, running.at - DELAY)
    assert old is not None
    assert old > running.live(TABLE).version - 2 - DELAY // 1_000
    watching = Client(running, TABLE, EVE)
    assert watching.versions == [running.live(TABLE).version]
    assert len(running.house.watchers(TABLE)._lagging._live.told) == watching.versions[0] - old  # type: ignore[union-attr]


def _kept(running: Running, until: int) -> int | None:
    """The version of the last snapshot of what had happened until then."""
    found = running.store.last_snapshot(f"table/{TABLE}", until)
    return found[0] if found is not None else None


def test_who_is_late_begins_with_the_first_entry_where_a_snapshot_is_too_young(running: Running) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    for _ in range(3):
        running.deal(TABLE, ANN, BOB)
        running.play(TABLE)
        running.clock(TABLE)
    snapshot = running.live(TABLE).snapshot()
    assert snapshot is not None
    running.store.snapshot(f"table/{TABLE}", running.live(TABLE).version, snapshot)
    running.at += DELAY // 2
    watching = Client(running, TABLE, EVE)
    assert watching.versions[0] < running.live(TABLE).version
    while (due := running.house.tick()) is not None:
        running.at = due
    assert watching.versions[-1] == running.live(TABLE).version


def test_who_is_late_is_told_all_the_same_when_the_database_gave_no_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    watching = Client(running, TABLE, EVE)
    running.deal(TABLE, ANN, BOB)
    shown = watching.versions[-1]
    for _ in range(3):
        running.at += 1_000
        running.do(TABLE, Fill(1_00, "low"), SUE)
    read, lost = running.store.read, [True, True]  # after the decision that has timed out, and when it is due

    def fails(*arguments: Any) -> Any:
        if lost:
            lost.pop()
            raise Lost("the database gives no answer")
        return read(*arguments)

    running.at += DELAY
    with monkeypatch.context() as patched:
        patched.setattr(running.store, "read", fails)
        running.house.tick()
    assert not lost
    assert watching.versions[-1] == shown
    running.house.tick()
    assert watching.versions[-1] >= shown + 4


def test_who_is_late_in_the_middle_of_a_round_that_is_given_up_sees_it_to_its_end(running: Running) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    watching = Client(running, TABLE, EVE)
    running.deal(TABLE, ANN, BOB)
    running.at += 20_000
    running.step(TABLE)
    running.at += 20_000
    running.house.tick()
    assert watching.frames[-1]["now"]["phase"] == "playing"
    running.house.table(TABLE).give_up_round(running.at)
    _clock_runs(running)
    assert watching.versions[-1] == running.live(TABLE).version
    assert watching.frames[-1].get("now", watching.frames[-1].get("view", {}).get("now"))["phase"] == "betting"


def test_who_is_late_sees_a_round_that_was_given_up_when_its_end_is_old_enough(
    running: Running, program: Breaks
) -> None:
    running.seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)
    running.at += 1_000
    running.step(TABLE)
    program("ultimate8")
    next_one = running.again()
    watching = Client(next_one, TABLE, EVE)
    ended = next_one.live(TABLE).version
    _clock_runs(next_one)
    assert watching.versions[-1] == next_one.live(TABLE).version > ended


def _clock_runs(running: Running) -> None:
    """Until there is nothing to do at a set time."""
    for _ in range(20):
        if (due := running.house.tick()) is None:
            break
        assert due > running.at
        running.at = due


@pytest.mark.parametrize("actor", [SUE, FLO, AUD, ADM], ids=lambda actor: actor.name)
def test_the_pit_is_not_late(running: Running, actor: Actor) -> None:
    watching = Client(running, TABLE, actor)
    running.seat(TABLE, ANN, BOB)
    assert watching.versions == [1, 2, 3]
    assert not watching.frames[0]["delayed"]
