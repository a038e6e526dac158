"""A table after a stop: rebuilt at every version as it was, or its round void where it cannot be carried out again."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from house.test_live_fuzz import everything
from houseway import games
from houseway.games import NAMES
from houseway.house.commands import CLOCK, BuyChips, CloseTable, Fill, Leave, MakeLeave, Ready, Sit
from houseway.house.live import LiveTable
from houseway.house.rebuilding import Differs, rebuild, rerun, salvage
from houseway.house.turn import Sealed

WITH_ASKS = [name for name in NAMES if name != "packs"]


def in_play(game: str, seed: int = 3) -> Evening:
    """Two people and a bot in a round, after one that is over."""
    evening = Evening(definition(game), seed).open().seat(ANN, BOB, bots=1)
    evening.rounds(1, ANN, BOB)
    while evening.table.round is None:
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        if evening.table.round is None:
            evening.clock()
    return evening


@pytest.mark.parametrize("game", NAMES)
def test_a_table_is_rebuilt_at_every_version(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB, bots=1)
    states = {evening.table.version: everything(evening.table)}
    views = {}
    for number in range(3):
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
            states[evening.table.version] = everything(evening.table)
        while evening.table.round is not None:
            evening.play(most=1)
            states[evening.table.version] = everything(evening.table)
            views[evening.table.version] = msgspec.json.encode(evening.table.view(ANN))
        if number < 2:
            evening.clock()
    assert_runs_again(evening, states, views)


def assert_runs_again(evening: Evening, states: dict[int, Any], views: dict[int, bytes] | None = None) -> LiveTable:
    """Its record brings the table to what it was at each of these versions, and to what Ann saw then."""
    rebuilt, compared = LiveTable(evening.defined), 0
    for _ in rerun(rebuilt, evening.entries):
        if rebuilt.version in states:
            assert everything(rebuilt) == states[rebuilt.version]
            compared += 1
        if views and rebuilt.version in views:
            assert msgspec.json.encode(rebuilt.view(ANN)) == views[rebuilt.version]
    assert compared == len(states)
    return rebuilt


def test_a_round_goes_on_where_it_was() -> None:
    evening = in_play("lunar")
    evening.table = rebuild(evening.defined, evening.entries)
    evening.play()
    assert evening.dones[-1].event == "round.closed/1"


@pytest.fixture
def other_program(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called the procedures are not what they were."""

    def replaced(*_: Any) -> Any:
        yield 1 // 0

    load = games.load

    def begin() -> None:
        monkeypatch.setattr(games, "load", lambda name: msgspec.structs.replace(load(name), play=replaced))

    return begin


@pytest.mark.parametrize("game", WITH_ASKS)
def test_a_round_that_cannot_be_rebuilt_is_void_and_that_is_on_the_record(
    game: str, other_program: Callable[[], None]
) -> None:
    evening = in_play(game)
    before = {name: evening.table.chips(name) for name in ("Ann", "Bob", "bot-Ada")}
    staked = {seat: evening.table.playing.setup.chips[seat] for seat in (1, 2, 3)} if evening.table.playing else {}
    evening.do(Fill(77_00, "low"), SUE)
    evening.do(Sit(5, CHIPS), EVE)
    if evening.table.round is not None:
        evening.play(most=1)
    if evening.table.round is None:
        return
    evening.do(BuyChips(CHIPS), EVE)
    evening.do(Leave(), BOB)
    opened = next(
        place for place in range(len(evening.entries) - 1, 0, -1) if evening.entries[place].event == "round.opened/1"
    )
    kept = rebuild(evening.defined, evening.entries[:opened]).snapshot()
    assert kept is not None
    other_program()
    rest = evening.entries[opened:]
    with pytest.raises(Differs):
        rebuild(evening.defined, rest, kept)
    table, done = salvage(evening.defined, rest, evening.at, Sealed(bytes(32)), kept)
    evening.table = table
    evening.keep(done, CLOCK)
    assert done.event == "round.abandoned/1"
    assert done.body["closed"]["void"]
    assert table.chips("Ann") == staked[1] >= before["Ann"]
    assert table.chips("bot-Ada") == staked[3]
    assert table.chips("Eve") == 2 * CHIPS
    assert "Bob" not in table.state.people
    again = rebuild(evening.defined, evening.entries[opened:], kept)
    assert everything(again) == everything(table)
    evening.clock()
    assert evening.table.snapshot() is not None


def test_the_whole_record_is_run_again_with_a_lost_round_in_it() -> None:
    evening = in_play("lunar")
    evening.do(MakeLeave("Bob", "rude"), SUE)
    table, done = salvage(evening.defined, evening.entries, evening.at, Sealed(bytes(32)))
    evening.table = table
    evening.keep(done, CLOCK)
    evening.clock()
    evening.rounds(2, ANN)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_where_no_round_is_open_there_is_nothing_to_give_up() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.rounds(1, ANN)
    with pytest.raises(Differs, match="no round is open"):
        salvage(evening.defined, evening.entries, evening.at, Sealed(bytes(32)))
    with pytest.raises(Differs, match="missing"):
        rebuild(evening.defined, evening.entries[1:])


def test_a_table_that_is_to_be_closed_closes_with_the_round_that_is_given_up() -> None:
    evening = in_play("ultimate8")
    evening.do(CloseTable("the night"), SUE)
    table, done = salvage(evening.defined, evening.entries, evening.at, Sealed(bytes(32)))
    evening.table = table
    evening.keep(done, CLOCK)
    assert table.state.phase == "closed"
    assert evening.balances.get("felt/ultimate8-1", 0) == 0


def test_no_snapshot_is_taken_of_a_round() -> None:
    evening = in_play("blackjack")
    assert evening.table.snapshot() is None
    evening.play()
    assert evening.table.snapshot() is None
    evening.clock()
    kept = evening.table.snapshot()
    assert kept is not None
    assert len(kept) < 10_000
