"""Who sits down at a table with hidden hands, and who leaves it: what he is told then, and from where on he is late."""

from typing import Any

import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, DELAY, Client, Running, defined, folded, folded_felt, version_of
from houseway.cards import UNKNOWN
from houseway.felt import owner
from houseway.house.commands import CloseTable, Leave, MakeLeave, Ready, Sit
from houseway.house.store import Store

TABLE = "ultimate8-1"


@pytest.fixture
def running(sqlite_url: str) -> Any:
    with Store.open(sqlite_url) as store:
        yield Running(store).open(defined("ultimate8"))


def test_who_sits_down_is_told_the_whole_table_at_once_and_who_leaves_is_not_shown_again_what_he_saw(
    running: Running,
) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    watching = Client(running, TABLE, EVE)
    assert watching.frames[0]["delayed"]
    running.deal(TABLE, ANN, BOB)
    running.house.tick()
    late = version_of(watching.take()[-1]) or 0
    assert late == running.live(TABLE).version - 1
    running.do(TABLE, Sit(3, CHIPS), EVE)
    whole, wallet = watching.take()
    assert (whole["type"], whole["delayed"], whole["view"]["you"]) == ("table", False, 3)
    assert whole["view"]["version"] == running.live(TABLE).version
    assert wallet == {"type": "wallet", "cents": running.house.wallet("Eve"), "coupons": 0}
    running.at += 1_000
    running.step(TABLE)
    assert [frame["type"] for frame in watching.take()] == ["moved"]
    running.at += 1_000
    running.do(TABLE, Leave(), EVE)
    frames = watching.take()
    assert [frame["type"] for frame in frames] == ["moved", "wallet"]
    left = running.live(TABLE).version
    assert (frames[0]["delayed"], frames[0]["version"]) == (True, left)
    assert (frames[0]["you"], frames[0]["seats"]) == (None, [])
    assert "Eve" not in [person["name"] for person in frames[0]["now"]["people"]]
    running.step(TABLE)
    running.house.tick()
    assert watching.take() == []
    due = running.house.due(running.house.table(TABLE))
    assert due is not None
    assert due > running.at  # nobody waits for what is not to be told
    running.at += DELAY
    running.house.tick()
    caught_up = watching.take()
    assert version_of(caught_up[0]) == left + 1
    hidden = (
        running.live(TABLE).state.phase != "betting"
    )  # the last was the clock's, just now: the end of a round, or after
    assert version_of(caught_up[-1]) == running.live(TABLE).version - hidden


def test_who_sits_down_and_has_missed_nothing_is_told_by_moves(running: Running) -> None:
    watching = Client(running, TABLE, EVE)
    assert watching.take()[0]["delayed"]
    running.do(TABLE, Sit(3, CHIPS), EVE)
    sat = watching.take()[0]
    assert (sat["type"], sat["delayed"], sat["you"], sat["version"]) == ("moved", False, 3, running.live(TABLE).version)
    running.do(TABLE, Leave(), EVE)
    left = watching.take()[0]
    assert (left["type"], left["delayed"], left["you"]) == ("moved", True, None)


def test_who_was_in_a_round_and_left_sits_nowhere_and_decides_nothing_in_what_he_is_shown_late(
    running: Running,
) -> None:
    running.seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)
    watching = Client(running, TABLE, ANN)
    running.do(TABLE, Leave(), ANN)
    while running.live(TABLE).round is not None:
        running.at += 1_000
        running.step(TABLE)
    running.clock(TABLE)
    left = watching.take()[-1]
    assert (left["delayed"], left["you"], left["now"]["phase"]) == (True, None, "betting")
    running.at += DELAY // 2
    seen = running.house.view(TABLE, ANN)
    assert seen.version < running.live(TABLE).version
    assert [person.name for person in seen.now.people] == ["Bob"]  # that he is not there he knows himself
    assert (seen.you, seen.seats) == (None, ())
    assert {"1/chips", "2/chips"} <= set(seen.felt.chips)  # as they lay then
    again = Client(running, TABLE, ANN)  # he comes back to look, as after a reload
    running.at += DELAY
    running.house.tick()
    assert watching.take() == []  # he has seen it all
    whole, *told = again.take()
    assert told
    assert "Ann" not in [person["name"] for person in whole["view"]["now"]["people"]]
    assert all(frame["delayed"] and frame["you"] is None and frame["seats"] == [] for frame in told)
    assert not any(frame["ask"]["yours"] for frame in told if frame["ask"])
    assert not any(person["name"] == "Ann" for frame in told if frame["now"] for person in frame["now"]["people"])


def test_who_is_made_to_leave_or_sees_the_table_close_is_told_so_at_once(running: Running) -> None:
    running.seat(TABLE, ANN, BOB).deal(TABLE, ANN, BOB)
    running.play(TABLE)
    running.clock(TABLE)
    ann, bob = Client(running, TABLE, ANN), Client(running, TABLE, BOB)
    running.do(TABLE, MakeLeave("Ann", "rude"), SUE)
    running.do(TABLE, CloseTable("the day ends"), SUE)
    away, closed = ann.frames[-2], bob.frames[-2]  # after them the wallets
    assert (away["type"], away["delayed"], away["version"]) == ("moved", True, running.live(TABLE).version - 1)
    assert [person["name"] for person in away["now"]["people"]] == ["Bob"]
    assert (closed["version"], closed["delayed"], closed["now"]["phase"]) == (away["version"] + 1, True, "closed")
    running.at += DELAY
    running.house.tick()
    assert (ann.frames[-1]["version"], ann.frames[-1]["now"]["phase"]) == (closed["version"], "closed")
    assert bob.versions == sorted(set(bob.versions))


def test_who_leaves_when_others_wait_for_him_alone_is_not_told_of_their_round_early(running: Running) -> None:
    running.seat(TABLE, ANN, BOB).do(TABLE, Sit(3, CHIPS), EVE)
    running.do(TABLE, Ready(), ANN)
    running.do(TABLE, Ready(), BOB)
    watching = Client(running, TABLE, EVE)
    watching.take()
    running.do(TABLE, Leave(), EVE)
    assert running.live(TABLE).state.phase == "playing"
    told, _ = watching.take()
    assert (told["version"], told["delayed"], told["moves"]) == (running.live(TABLE).version - 1, True, [])
    assert told["now"]["phase"] == "betting"
    assert [person["name"] for person in told["now"]["people"]] == ["Ann", "Bob"]


def test_who_was_at_the_table_is_missing_in_what_he_is_shown_late_and_in_nobody_elses(running: Running) -> None:
    running.seat(TABLE, ANN, BOB)
    running.at += DELAY
    running.deal(TABLE, ANN, BOB)
    dealt = running.at
    running.at += 1_000
    running.do(TABLE, CloseTable("the night"), SUE)
    running.at += 1_000
    running.play(TABLE)
    ann, eve = Client(running, TABLE, ANN), Client(running, TABLE, EVE)
    for client in (ann, eve):
        client.take()
    running.at = max(running.at, dealt + DELAY)
    running.house.tick()
    late = [client.take()[-1] for client in (ann, eve)]
    assert version_of(late[0]) == version_of(late[1])
    there = [[person["name"] for person in frame["now"]["people"]] for frame in late]
    assert there == [["Bob"], ["Ann", "Bob"]]


@pytest.mark.parametrize("game", ["lucky8s", "lunar", "ultimate8"])
def test_who_left_sees_the_cards_that_he_held_whether_he_is_told_the_whole_table_late_or_its_moves(
    game: str, sqlite_url: str
) -> None:
    with Store.open(sqlite_url) as store:
        table = f"{game}-1"
        running = Running(store).open(defined(game)).seat(table, ANN, BOB)
        before = running.live(table).version
        running.deal(table, ANN, BOB)
        running.do(table, Leave(), ANN)
        while running.live(table).round is not None:
            running.at += 1_000
            running.step(table)
        running.clock(table)
        running.at += DELAY // 2
        held, late = 0, list[Client]()
        while (shown := running.house.view(table, ANN)).version < running.live(table).version:
            moves = Client(running, table, ANN, before)
            late.append(Client(running, table, ANN))
            if shown.now.phase == "playing":
                felt = folded(moves.frames)
                own = _own(shown.felt.down)
                assert own == _own(felt.down)
                assert shown.felt.up == folded_felt(moves.frames)
                assert shown.felt.chips["1/chips"] == felt.chips["1/chips"]
                held += bool(own) and UNKNOWN not in [card for cards in own.values() for card in cards]
            moves.end()
            running.at += 1_000
            running.house.tick()
        assert held > 0
        for client in late:
            *_, last = client.frames
            assert version_of(last) == running.live(table).version
            folded(client.frames)  # every card and chip that moved lay there


def _own(down: dict[str, list[int]]) -> dict[str, list[int]]:
    """What lies face down at seat 1."""
    return {area: cards for area, cards in down.items() if owner(area) == 1 and cards}
