"""Seats that are given up, and players who are not connected: the waits for them, and the record of it."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE
from house.houses import CHIPS, CLOCKS, FLO, MONEY, PAUSING, Client, Running, defined
from houseway.asks import Act
from houseway.house.attendance import LocalAttendance
from houseway.house.auditing import Audit
from houseway.house.commands import Actor, AddBot, Back, Consent, Decide, Leave, Ready, Sit, Wager
from houseway.house.record import Entry
from houseway.house.store import Store
from houseway.house.verifying import verify

MINUTE = 60_000
ZOE = Actor("Zoe", "player")


class Seats(Running):
    """A house that knows who is connected."""

    def __init__(self, store: Store, **given: Any) -> None:
        super().__init__(store, attendance=LocalAttendance(lambda: self.at), **given)
        self.there: dict[tuple[str, str], Callable[[], None]] = {}

    def come(self, table: str, *actors: Actor) -> None:
        for actor in actors:
            self.there[table, actor.name] = Client(self, table, actor).end
        self.settle()

    def go(self, table: str, *actors: Actor) -> None:
        for actor in actors:
            self.there.pop((table, actor.name))()
        self.settle()

    def settle(self) -> None:
        """Do all that is due now."""
        while (due := self.house.tick()) is not None and due <= self.at:
            pass

    def wait(self, milliseconds: int) -> None:
        """Let time pass; the clock sends its commands when they are due."""
        end = self.at + milliseconds
        while (due := self.house.tick()) is not None and due <= end:
            self.at = max(self.at, due)
        self.at = end
        self.settle()

    def entries(self, table: str, event: str = "") -> list[Entry]:
        return [each for each in self.store.read(f"table/{table}", 0) if event in each.event]

    def gave_up(self, table: str) -> list[tuple[str, int, str]]:
        """The players who gave their seats up, with seat and cause."""
        bodies = [msgspec.json.decode(each.body) for each in self.entries(table)]
        return [(up["player"], up["seat"], up["cause"]) for body in bodies for up in body.get("gave_up", ())]

    def is_sound(self) -> None:
        found = self.store.look(lambda connection: verify(connection, Audit()))
        assert found.problem is None


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    with Store.open(sqlite_url) as opened:
        yield opened


def sits(store: Store, game: str, *actors: Actor, chips: int = CHIPS) -> Seats:
    """A table at which these sit, and are connected."""
    running = Seats(store).open(defined(game))
    running.come(f"{game}-1", *actors)
    return running.seat(f"{game}-1", *actors, chips=chips)


def test_two_minutes_after_the_last_connection_closed_the_seat_is_given_up(store: Store) -> None:
    running = sits(store, "lunar", ANN, BOB)
    second = Client(running, "lunar-1", ANN).end
    running.go("lunar-1", ANN)
    running.wait(10 * MINUTE)
    assert running.gave_up("lunar-1") == [], "one connection is left"
    second()
    running.settle()
    running.wait(2 * MINUTE - 1)
    assert running.gave_up("lunar-1") == []
    running.wait(1)
    assert running.gave_up("lunar-1") == [("Ann", 1, "not connected")]
    assert running.house.wallet("Ann") == MONEY, "the chips went to the wallet"
    (entry,) = running.entries("lunar-1", "gave_up_seat")
    assert (entry.actor, entry.command) == ("clock", None)
    running.is_sound()


def test_a_player_who_comes_back_in_time_keeps_the_seat(store: Store) -> None:
    running = sits(store, "blackjack", ANN, BOB)
    for _ in range(3):
        running.go("blackjack-1", ANN)
        running.wait(2 * MINUTE - 1)
        running.come("blackjack-1", ANN)
        running.wait(MINUTE)
    assert running.gave_up("blackjack-1") == []
    running.is_sound()


def test_a_request_counts_as_a_connection_for_half_a_minute(store: Store) -> None:
    running = sits(store, "lunar", BOB)
    running.house.attend("lunar-1", EVE)
    running.do("lunar-1", Sit(3, CHIPS), EVE)
    for _ in range(20):
        running.wait(29_000)
        running.house.attend("lunar-1", EVE)
    assert running.live("lunar-1").person("Eve").away is None
    running.wait(29_999)
    assert running.live("lunar-1").person("Eve").away is None
    running.wait(1)
    assert running.live("lunar-1").person("Eve").away == running.at
    running.wait(2 * MINUTE)
    assert running.gave_up("lunar-1") == [("Eve", 3, "not connected")]
    running.is_sound()


def test_with_the_seat_go_the_wagers_of_others_there_and_consents(store: Store) -> None:
    running = sits(store, "lucky8s", ANN, BOB)
    running.come("lucky8s-1", EVE)
    running.do("lucky8s-1", Back(1, CHIPS), EVE)
    running.do("lucky8s-1", Wager(1, "ante", 10_00), ANN)
    running.do("lucky8s-1", Consent("Eve", True), ANN)
    running.do("lucky8s-1", Wager(1, "ante", 20_00), EVE)
    running.do("lucky8s-1", Wager(2, "ante", 10_00), BOB)
    running.do("lucky8s-1", Leave(), ANN)
    state = running.live("lucky8s-1").state
    assert [(each.player, each.seat) for each in state.wagers] == [("Bob", 2)]
    assert state.consents == {}
    assert running.gave_up("lucky8s-1") == [("Ann", 1, "left")]
    running.is_sound()


@pytest.mark.parametrize("game", ["lunar", "ultimate8"])
def test_in_betting_nobody_waits_for_a_player_who_is_not_connected(store: Store, game: str) -> None:
    table = f"{game}-1"
    running = sits(store, game, ANN, BOB, EVE)
    people: tuple[Actor, ...] = (ANN, BOB)
    if game == "lunar":
        for actor in (ANN, BOB):
            running.do(table, Wager(running.live(table).person(actor.name).seat, "ante", 10_00), actor)
        people = (ANN,)
    for actor in people:
        running.do(table, Ready(), actor)
    assert running.live(table).state.phase == "betting"
    running.go(table, *(actor for actor in (BOB, EVE) if actor not in people))
    assert running.live(table).state.phase != "betting", "the round begins when the last of them is gone"
    assert set(running.live(table).playing.deciders.values()) == {"Ann", "Bob"}  # type: ignore[union-attr]
    running.is_sound()


def test_in_a_round_the_clock_runs_once_for_a_player_who_is_not_connected(store: Store) -> None:
    running = sits(store, "ultimate8", ANN, BOB, chips=5_000_00)
    for actor in (ANN, BOB):
        running.do("ultimate8-1", Ready(), actor)
    running.go("ultimate8-1", ANN)
    begun, others = running.at, 0
    while running.live("ultimate8-1").round is not None:
        ask = running.live("ultimate8-1").round.ask  # type: ignore[union-attr]
        assert ask is not None
        if 2 in ask.choices:
            act = ask.choices[2].default
            running.do("ultimate8-1", _decide(act), BOB)
            others += 1
        else:
            running.clock("ultimate8-1")
    assert others > 3
    assert running.at - begun == CLOCKS.decision, "thirty seconds, once"
    assert len(running.entries("ultimate8-1", "timed_out")) == 1
    running.is_sound()


def test_a_frame_of_the_player_brings_the_clock_back(store: Store) -> None:
    running = sits(store, "ultimate8", ANN, BOB, chips=5_000_00)
    for actor in (ANN, BOB):
        running.do("ultimate8-1", Ready(), actor)
    table = running.live("ultimate8-1")
    running.go("ultimate8-1", ANN)
    while not table.person("Ann").timed_out:
        assert table.round is not None
        assert table.round.ask is not None
        if 1 in table.round.ask.choices:
            running.clock("ultimate8-1")
        else:
            running.do("ultimate8-1", _decide(table.round.ask.choices[2].default), BOB)
    running.house.attend("ultimate8-1", ANN)
    running.settle()
    assert not table.person("Ann").timed_out
    while table.round is not None and table.round.ask is not None and 1 not in table.round.ask.choices:
        running.do("ultimate8-1", _decide(table.round.ask.choices[2].default), BOB)
    assert table.round is not None, "Ann is asked again"
    running.is_sound()


def test_a_seat_is_kept_in_a_round_and_given_up_at_its_end(store: Store) -> None:
    running = Seats(store).open(defined("lunar", clocks=msgspec.structs.replace(CLOCKS, absence=5_000)))
    running.come("lunar-1", ANN, BOB)
    running.seat("lunar-1", ANN, BOB).deal("lunar-1", ANN, BOB)
    running.go("lunar-1", ANN)
    running.wait(10_000)
    assert running.gave_up("lunar-1") == []
    running.play("lunar-1")
    assert running.gave_up("lunar-1") == [("Ann", 1, "not connected")]
    assert "closed" in running.entries("lunar-1")[-1].event, "in the entry that ends the round"
    running.is_sound()


@pytest.mark.parametrize("is_full", [True, False])
@pytest.mark.parametrize("game", ["lunar", "ultimate8"])
def test_after_three_rounds_without_a_wager_a_seat_is_given_up_where_none_is_free(
    store: Store, game: str, is_full: bool
) -> None:
    table = f"{game}-1"
    running = sits(store, game, ANN, BOB, EVE, chips=2_000_00)
    seats = running.live(table).positions() if is_full else running.live(table).positions() - 1
    others = [Actor(f"P{seat}", "player") for seat in range(4, seats + 1)]
    running.give(MONEY, *others)
    running.come(table, *others)
    for seat, actor in enumerate(others, 4):
        running.do(table, Sit(seat, 2_000_00), actor)
    for played in range(1, 5):
        takes_back = [Wager(3, "ante", 10_00), Wager(3, "ante", 0)] if game == "lunar" else [Ready(), Ready(False)]
        for word in takes_back if played <= 3 else ():
            running.do(table, word, EVE)
        for actor in (ANN, BOB, *others):
            if game == "lunar":
                running.do(table, Wager(running.live(table).person(actor.name).seat, "ante", 10_00), actor)
        for actor in (ANN, BOB, *others):
            if running.live(table).state.phase == "betting":
                running.do(table, Ready(), actor)
        if running.live(table).state.phase == "betting":
            running.clock(table)
        running.play(table, lambda choices, chance: choices.default)
        assert running.gave_up(table) == ([("Eve", 3, "no wager")] if is_full and played >= 3 else [])
        running.clock(table)
    running.is_sound()


def test_where_no_seat_is_free_a_bot_of_the_house_yields_its_seat_to_a_player(store: Store) -> None:
    running = sits(store, "lunar", ANN)
    seats = running.live("lunar-1").positions()
    for seat in range(2, seats):
        running.do("lunar-1", AddBot(seat), ANN)
    assert "is taken" in str(running.refused("lunar-1", Sit(2, CHIPS), BOB)), f"seat {seats} is free"
    running.do("lunar-1", AddBot(seats), ANN)
    running.bet("lunar-1", ANN)
    assert "when the round is over" in str(running.refused("lunar-1", Sit(2, CHIPS), BOB))
    running.play("lunar-1")
    running.do("lunar-1", Sit(2, CHIPS), BOB)
    assert running.gave_up("lunar-1") == [("bot-Ada", 2, "dismissed")]
    assert "is taken" in str(running.refused("lunar-1", Sit(1, CHIPS), EVE)), "a person sits there"
    running.is_sound()


def test_a_player_who_returns_is_offered_the_same_seat_or_the_next(store: Store) -> None:
    running = sits(store, "lunar", ANN, BOB)
    assert running.house.view("lunar-1", ANN).offer is None
    running.deal("lunar-1", ANN, BOB).do("lunar-1", Leave(), BOB)
    running.play("lunar-1")
    running.clock("lunar-1")
    running.at += 1_000  # Bob sees the table late now, but the seat that is free now
    offered = running.house.view("lunar-1", BOB).offer
    assert offered is not None
    assert (offered.had, offered.cause, offered.seat) == (2, "left", 2)
    running.do("lunar-1", Sit(2, CHIPS), EVE)
    offered = running.house.view("lunar-1", BOB).offer
    assert offered is not None
    assert offered.seat == 3
    running.do("lunar-1", Sit(3, CHIPS), BOB)
    assert running.house.view("lunar-1", BOB).offer is None


def test_after_a_restart_nobody_is_connected_until_they_come_back(store: Store) -> None:
    running = sits(store, "lunar", ANN, BOB)
    running.deal("lunar-1", ANN, BOB)
    running.go("lunar-1", ANN)
    after = Seats(store, at=running.at + 10 * MINUTE, seed=7)  # it died, and begins again later
    after.house.start()
    after.settle()
    people = after.live("lunar-1").state.people
    assert {person.away for person in people.values()} == {after.at}
    after.come("lunar-1", BOB)
    assert after.live("lunar-1").person("Bob").away is None
    after.wait(2 * MINUTE - 1)
    assert after.gave_up("lunar-1") == [], "the time begins anew with the house"
    after.wait(2 * MINUTE)
    assert after.gave_up("lunar-1") == [("Ann", 1, "not connected")]
    after.is_sound()


def test_the_record_carried_out_again_knows_who_was_connected(store: Store) -> None:
    running = sits(store, "lunar", ANN, BOB)
    running.go("lunar-1", ANN)
    running.do("lunar-1", Wager(2, "ante", 10_00), BOB)
    running.do("lunar-1", Ready(), BOB)
    assert running.live("lunar-1").round is not None, "nobody waited for Ann"
    before = running.live("lunar-1")
    running.house.table("lunar-1").forget()
    again = running.live("lunar-1")
    assert again is not before
    assert again.state == before.state


@pytest.mark.parametrize(("game", "least"), [("lunar", 10_00), ("ultimate8", 100_00), ("blackjack", 10_00)])
def test_the_least_buy_in_is_ten_times_the_least_main_wager_or_the_whole_wallet(
    store: Store, game: str, least: int
) -> None:
    running = Seats(store).open(defined(game)).give(5_50, ZOE)
    table = f"{game}-1"
    assert running.house.view(table, ANN).sign.least_buy_in == least
    assert "too little" in str(running.refused(table, Sit(1, least - 1_00), ANN))
    running.do(table, Sit(1, least), ANN)
    assert "too little" in str(running.refused(table, Sit(2, 4_00), ZOE))
    running.do(table, Sit(2, 5_00), ZOE)
    assert running.house.wallet("Zoe") == 50
    running.is_sound()


def test_a_round_pauses_only_where_the_floor_watches_and_the_entry_keeps_that(store: Store) -> None:
    running = Seats(store).open(defined("lunar", clocks=PAUSING))
    running.come("lunar-1", ANN)
    running.seat("lunar-1", ANN)
    paused = []
    for watches in (False, True):
        if watches:
            running.come("lunar-1", FLO)
        running.bet("lunar-1", ANN)
        (opened,) = running.entries("lunar-1", "")[-1:]
        paused.append(running.live("lunar-1").playing.setup.pauses)  # type: ignore[union-attr]
        assert msgspec.json.decode(opened.sealed)["floor_watches"] is watches
        running.play("lunar-1")
        running.clock("lunar-1")
    assert paused == [False, True]
    running.is_sound()


def _decide(act: Act) -> Any:
    return Decide(act.verb, act.amount, act.cards, act.groups)
