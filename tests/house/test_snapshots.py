"""Snapshots in the hands of somebody who makes their marks anew: no table is lost by one, and verifying names it."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select

from house.deeds import assert_sound
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, DELAY, Breaks, Client, Running, defined, program
from house.kept import audited
from houseway.games import NAMES
from houseway.house import tables
from houseway.house.appending import FIND_ENTRY, snapshot_mark
from houseway.house.commands import BuyChips, Fill, Leave, Sit
from houseway.house.live import LiveTable
from houseway.house.pit import record
from houseway.house.schema import snapshots
from houseway.house.store import Lost, Store

__all__ = ["program"]

TABLE = "lunar-1"
STREAM = f"table/{TABLE}"

Change = Callable[[dict[str, Any]], Any]


def forge(store: Store, change: Change, stream: str = STREAM) -> int:
    """Change what was kept last, with a mark that is right; its version."""
    found = store.last_snapshot(stream)
    assert found is not None
    version, state = found
    kept = msgspec.json.decode(state)
    change(kept)
    forged = msgspec.json.encode(kept)
    assert msgspec.json.decode(forged) != msgspec.json.decode(state)

    def write(connection: Connection) -> None:
        chain = connection.execute(FIND_ENTRY, {"of": stream, "number": version}).one().chain
        connection.execute(
            snapshots.update()
            .where(snapshots.c.stream == stream, snapshots.c.version == version)
            .values(state=forged, mark=snapshot_mark(chain, forged))
        )

    store.change(write)
    return version


def chips(kept: dict[str, Any]) -> None:
    kept["state"]["books"][f"chips/{TABLE}/Ann"] += 1_00


def seed(kept: dict[str, Any]) -> None:
    kept["cards"]["seed"] = "11" * 32


def garbled(kept: dict[str, Any]) -> None:
    kept["state"]["phase"] = "lunch"


def older(kept: dict[str, Any]) -> None:
    kept["state"]["version"] -= 1


def nobody(kept: dict[str, Any]) -> None:
    kept["state"]["people"] = {}


def keep(running: Running) -> int:
    """Keep the table as it is."""
    live = running.live(TABLE)
    state = live.snapshot()
    assert state is not None
    running.store.snapshot(STREAM, live.version, state)
    return live.version


def failed(running: Running) -> list[str | None]:
    """The tables at which something was amiss."""
    return [noticed.table for noticed in running.noticed if noticed.what not in ("carried out", "refused")]


@pytest.mark.parametrize("change", [chips, seed, garbled, older, nobody])
def test_a_table_comes_back_without_a_snapshot_that_does_not_lead_to_its_entries(store: Store, change: Change) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    keep(running)
    forge(store, change)
    running.deal(TABLE, ANN, BOB)
    number = running.live(TABLE).state.number
    next_one = running.again()
    assert failed(next_one) == []
    assert (next_one.live(TABLE).state.phase, next_one.live(TABLE).state.number) == ("playing", number)
    assert next_one.live(TABLE).chips("Ann") == store.balance(f"chips/{TABLE}/Ann")
    next_one.play(TABLE)
    next_one.clock(TABLE)
    next_one.do(TABLE, Leave(), ANN)
    assert store.balance(f"chips/{TABLE}/Ann") == 0


def test_a_snapshot_of_another_version_is_of_no_use_where_nothing_follows_it(store: Store) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN)
    version = keep(running)
    forge(store, older)
    next_one = Running(store)
    next_one.house.start(recover=False)
    assert next_one.live(TABLE).version == version
    next_one.do(TABLE, BuyChips(1_00), ANN)
    assert next_one.live(TABLE).chips("Ann") == CHIPS + 1_00


def test_chips_that_nothing_tells_of_after_a_snapshot_are_held_against_the_ledger(store: Store) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN)
    keep(running)
    forge(store, chips)
    next_one = Running(store)
    next_one.house.start(recover=False)
    assert next_one.live(TABLE).chips("Ann") == CHIPS
    next_one.house.table(TABLE).forget()
    assert next_one.live(TABLE).chips("Ann") == CHIPS
    next_one.do(TABLE, Leave(), ANN)
    assert_sound(store)


def test_what_replaces_a_snapshot_of_no_use_is_of_use(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 3)
    running = Running(store, delay=0).open(defined("lunar")).seat(TABLE, ANN)
    wrong = forge_last(running)
    next_one = running.again()
    next_one.do(TABLE, BuyChips(1_00), ANN)
    found = store.last_snapshot(STREAM)
    assert found is not None
    assert found[0] > wrong
    assert LiveTable.restore(defined("lunar"), found[1]).chips("Ann") == store.balance(f"chips/{TABLE}/Ann")
    assert audited(store)[0].problem is None


def forge_last(running: Running) -> int:
    """The last snapshot has other chips than there were, and an entry follows that says how many there are."""
    running.do(TABLE, BuyChips(1_00), ANN)
    version = forge(running.store, chips)
    running.do(TABLE, BuyChips(1_00), ANN)
    return version


def test_one_that_cannot_be_stored_is_tried_again_soon(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 5)
    running = Running(store).open(defined("lunar"))
    kept, tried = store.snapshot, list[int]()

    def snapshot(stream: str, version: int, *more: Any) -> None:
        tried.append(version)
        if len(tried) == 1:
            raise Lost("the disk is full")
        kept(stream, version, *more)

    monkeypatch.setattr(store, "snapshot", snapshot)
    running.do(TABLE, Sit(1, CHIPS), ANN)
    for _ in range(12):
        running.do(TABLE, BuyChips(1_00), ANN)
    first = tried[0]
    assert tried == [first, first + 1, first + 6]


def test_who_is_late_sees_the_table_without_a_wrong_snapshot(store: Store) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN)
    keep(running)
    forge(store, chips)
    running.at += 1
    running.do(TABLE, BuyChips(1_00), ANN)
    running.at += DELAY
    late = Client(running, TABLE, EVE)
    (whole,) = late.take()
    assert [person["chips"] for person in whole["view"]["now"]["people"]] == [CHIPS + 1_00]
    assert whole["view"]["version"] == running.live(TABLE).version


def test_a_round_that_is_given_up_gives_back_what_was_there_and_not_what_a_wrong_snapshot_says(
    store: Store, program: Breaks
) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    keep(running)
    forge(store, chips)
    running.deal(TABLE, ANN, BOB)
    program("lunar")
    next_one = running.again()
    assert next_one.live(TABLE).chips("Ann") == CHIPS == store.balance(f"chips/{TABLE}/Ann")
    assert "round.abandoned/1" in [line.event for line in record(next_one.house, STREAM, 0, 99)]
    assert_sound(store)


def test_a_round_is_given_up_from_a_snapshot_where_the_record_before_it_cannot_be_carried_out_again(
    store: Store, program: Breaks
) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    running.deal(TABLE, ANN, BOB)
    running.play(TABLE)
    running.clock(TABLE)
    keep(running)
    held = running.live(TABLE).chips("Ann")
    running.deal(TABLE, ANN, BOB)
    program("lunar")
    next_one = running.again()
    assert next_one.live(TABLE).chips("Ann") == held == store.balance(f"chips/{TABLE}/Ann")
    assert next_one.live(TABLE).state.phase == "result"
    assert_sound(store)


@pytest.mark.parametrize("column", ["state", "mark"])
def test_a_text_in_the_place_of_bytes_is_left_alone(sqlite_store: Store, column: str) -> None:
    running = Running(sqlite_store).open(defined("lunar")).seat(TABLE, ANN)
    keep(running)
    as_text(sqlite_store, column)
    next_one = running.again(later=DELAY)
    assert failed(next_one) == []
    next_one.do(TABLE, BuyChips(1_00), ANN)
    assert len(next_one.house.view(TABLE, EVE).now.people) == 1


def as_text(store: Store, column: str) -> None:
    def write(connection: Connection) -> None:
        connection.exec_driver_sql(f"UPDATE snapshots SET {column} = CAST(x'6162' AS TEXT)")
        assert connection.exec_driver_sql(f"SELECT typeof({column}) FROM snapshots").scalar() == "text"

    store.change(write)


# Verifying


@pytest.mark.parametrize("change", [chips, seed, garbled, older, nobody])
def test_a_wrong_snapshot_with_a_right_mark_is_named(store: Store, change: Change) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    keep(running)
    running.do(TABLE, Fill(1_00, "low"), SUE)
    assert audited(store)[0].problem is None
    version = forge(store, change)
    problem = audited(store)[0].problem
    assert problem is not None
    assert (problem.stream, problem.version) == (STREAM, version)
    assert "the snapshot" in problem.what


def test_a_snapshot_in_the_middle_of_a_round_is_named(store: Store) -> None:
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    state = running.live(TABLE).snapshot()
    assert state is not None
    running.deal(TABLE, ANN, BOB)
    version = running.live(TABLE).version
    store.snapshot(STREAM, version, state)
    problem = audited(store)[0].problem
    assert problem is not None
    assert (problem.stream, problem.version) == (STREAM, version)


@pytest.mark.parametrize("game", NAMES)
def test_every_snapshot_of_a_house_that_stops_again_and_again_is_what_the_record_comes_to(
    game: str, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 1)
    monkeypatch.setattr(Store, "snapshot", kept_all(Store.snapshot))
    table = f"{game}-1"
    running = Running(sqlite_store).open(defined(game)).seat(table, ANN, BOB)
    for _ in range(4):
        running.deal(table, ANN, BOB)
        running.play(table)
        running.clock(table)
        running = running.again()
        running.do(table, Leave(), ANN)
        running.do(table, Sit(3, CHIPS), EVE if EVE.name not in running.live(table).state.people else ANN)
        for actor in (ANN, EVE):
            if actor.name in running.live(table).state.people:
                running.do(table, Leave(), actor)
        running.do(table, Sit(1, CHIPS), ANN)
    number = sqlite_store.look(lambda connection: len(connection.execute(select(snapshots)).all()))
    assert number > 20
    assert audited(sqlite_store)[0].problem is None


def kept_all(snapshot: Callable[..., None]) -> Callable[..., None]:
    """No older one goes."""
    return lambda store, stream, version, state, until: snapshot(store, stream, version, state, 0)
