"""Who sits at one box puts Pair and Lucky 8 bets on another's that has a main wager, and no other wager (3.5.3)."""

from random import Random

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from house.kept import KeptEvening, audited
from house.test_live_fuzz import everything
from house.test_live_recovery import assert_runs_again
from house.test_live_spots import seen
from houseway.games import NAMES
from houseway.house.backing import behind, elsewhere
from houseway.house.commands import AddBot, Back, Decide, DismissBot, Leave, MakeLeave, Ready, Sit, VoidRound, Wager
from houseway.house.replaying import replay
from houseway.house.store import Store
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

BLACKJACK = definition("blackjack")


def opened(evening: Evening | None = None, chips: int = CHIPS) -> Evening:
    """Ann sits at box 1, Bob at box 2 with a main wager."""
    evening = evening or Evening(BLACKJACK)
    evening.open().seat(ANN, BOB, chips=chips)
    evening.do(Wager(2, "main", 20_00), BOB)
    return evening


def dealt(evening: Evening | None = None, *, own: bool) -> Evening:
    """Ann's side bets lie on Bob's box, her main wager on her own or none, and the round is in play."""
    evening = opened(evening)
    if own:
        evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Wager(2, "pair", 5_00), ANN)
    evening.do(Wager(2, "lucky8", 2_00), ANN)
    for actor in (BOB, ANN):
        evening.do(Ready(), actor)
    return evening


@pytest.mark.parametrize(
    ("game", "options", "wagers"),
    [
        ("blackjack", (), ("pair", "lucky8")),
        ("lucky8s", (), ()),
        ("lucky8s", ("several_spots=yes",), ("ante", "bonus")),
        ("lucky8s", ("several_spots=yes", "bettors=1"), ()),
        ("lunar", (), ()),
        ("packs", (), ()),
        ("ultimate8", (), ()),
    ],
)
def test_the_sign_says_which_wagers_are_taken_at_anothers_spot(
    game: str, options: tuple[str, ...], wagers: tuple[str, ...]
) -> None:
    table = Evening(definition(game, *options)).table
    assert elsewhere(game, table.rules) == wagers
    assert table.view(EVE).sign.elsewhere == wagers
    assert set(wagers) <= set(behind(game, table.rules))
    assert game in NAMES


def test_side_bets_on_anothers_box_are_made_changed_and_taken_back_without_a_main_wager_of_ones_own() -> None:
    evening = opened()
    assert evening.do(Wager(2, "pair", 5_00), ANN).body["answer"] == {"wagers": {"pair": 5_00}}
    evening.do(Wager(2, "lucky8", 3_00), ANN)
    evening.do(Wager(2, "pair", 8_00), ANN)
    assert (seen(evening, "Ann").wagers, seen(evening, "Ann").elsewhere) == ({}, {2: {"pair": 8_00, "lucky8": 3_00}})
    evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Wager(1, "main", 0), ANN)
    assert seen(evening, "Ann").elsewhere == {2: {"pair": 8_00, "lucky8": 3_00}}
    evening.do(Wager(2, "pair", 0), ANN)
    assert seen(evening, "Ann").elsewhere == {2: {"lucky8": 3_00}}
    assert seen(evening, "Bob").wagers == {"main": 20_00}


def test_other_wagers_and_boxes_without_a_main_wager_are_refused() -> None:
    evening = opened()
    evening.do(Sit(3, CHIPS), EVE)
    assert evening.refused(Wager(2, "main", 10_00), ANN).clause == "3.5.3"
    assert evening.refused(Wager(4, "main", 10_00), ANN).clause == "3.5.3"
    assert evening.refused(Wager(4, "pair", 10_00), ANN).clause == "3.5.3"
    assert (
        evening.refused(Wager(3, "pair", 10_00), ANN).message
        == "Eve sits at seat 3 and wagers first: wait for his wager"
    )
    assert evening.refused(Wager(8, "pair", 10_00), ANN).clause == "2.2"
    assert evening.refused(Wager(2, "dance", 10_00), ANN).clause == "3.4"
    assert "has 1000" in evening.refused(Wager(2, "pair", CHIPS + 1_00), ANN).message


def test_all_wagers_are_covered_by_one_stack() -> None:
    evening = opened(chips=30_00)
    evening.do(Wager(1, "main", 20_00), ANN)
    evening.do(Wager(2, "pair", 10_00), ANN)
    assert "has 30" in evening.refused(Wager(2, "lucky8", 1_00), ANN).message


@pytest.mark.parametrize("own", [True, False])
def test_side_bets_go_back_with_the_main_wager_beside_them(own: bool) -> None:
    """Bob takes it back, leaves, or is made to leave."""
    for goes in ((Wager(2, "main", 0), BOB), (Leave(), BOB), (MakeLeave("Bob", "rude"), SUE)):
        evening = opened()
        evening.do(Sit(3, CHIPS), EVE)
        evening.do(Wager(3, "main", 10_00), EVE)
        if own:
            evening.do(Wager(1, "main", 10_00), ANN)
        for seat in (2, 3):
            evening.do(Wager(seat, "pair", 5_00), ANN)
        evening.do(*goes)
        assert seen(evening, "Ann").elsewhere == {3: {"pair": 5_00}}
        assert seen(evening, "Ann").wagers == ({"main": 10_00} if own else {})
        assert evening.table.chips("Ann") == CHIPS


def test_whose_side_bets_went_back_with_somebody_who_left_is_not_ready_and_bots_do_not_play_alone() -> None:
    for goes in ((Leave(), BOB), (MakeLeave("Bob", "rude"), SUE)):
        evening = opened()
        evening.do(AddBot(3), ANN)
        evening.do(Wager(2, "pair", 5_00), ANN)
        evening.do(Ready(), ANN)
        evening.do(*goes)
        assert not seen(evening, "Ann").ready
        assert evening.table.deadline is None
        assert evening.table.state.wagers == []


def test_so_they_do_with_a_bots_main_wager() -> None:
    evening = Evening(BLACKJACK).open().seat(ANN)
    evening.do(AddBot(2), ANN)
    evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Wager(2, "pair", 5_00), ANN)
    evening.do(DismissBot(2), ANN)
    assert (seen(evening, "Ann").wagers, seen(evening, "Ann").elsewhere) == ({"main": 10_00}, {})


def test_who_has_side_bets_alone_is_waited_for_and_decides_nothing() -> None:
    evening = opened()
    evening.do(Wager(2, "pair", 5_00), ANN)
    evening.do(Ready(), BOB)
    assert evening.table.state.phase == "betting"
    evening.do(Ready(), ANN)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {2: "Bob"}
    assert evening.table.view(ANN).seats == ()
    if evening.table.round is not None:
        assert evening.refused(Decide("stand"), ANN).message == "Bob calls for seat 2, not Ann"


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_what_they_bring_is_his(own: bool, seed: int) -> None:
    evening = dealt(Evening(BLACKJACK, seed=seed), own=own)
    evening.play()
    payoffs = evening.table.finished[-1].payoffs
    side = {(payoff.seat, payoff.wager): payoff for payoff in payoffs if payoff.player == "Ann"}
    assert set(side) == {(2, "pair"), (2, "lucky8")}
    assert all(
        payoff.player == "Ann" or payoff.seat == (2 if payoff.wager != "main" else payoff.seat) for payoff in payoffs
    )
    hers = sum(payoff.net for payoff in payoffs if payoff.player == "Ann" or payoff.seat == 1)
    bobs = sum(payoff.net for payoff in payoffs if payoff.player is None and payoff.seat == 2)
    assert evening.dones[-1].body["closed"]["nets"] == {"Ann": hers, "Bob": bobs}
    assert (evening.table.chips("Ann"), evening.table.chips("Bob")) == (CHIPS + hers, CHIPS + bobs)


@pytest.mark.parametrize("own", [True, False])
def test_a_void_round_gives_them_back(own: bool) -> None:
    for seed in range(20):
        evening = dealt(Evening(BLACKJACK, seed=seed), own=own)
        if evening.table.round is not None:
            break
    evening.do(VoidRound("a quarrel"), SUE)
    assert (evening.table.chips("Ann"), evening.table.chips("Bob")) == (CHIPS, CHIPS)


def test_who_stands_behind_one_box_wagers_at_another_too() -> None:
    evening = opened()
    evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Back(1, CHIPS), EVE)
    evening.do(Wager(2, "lucky8", 5_00), EVE)
    assert seen(evening, "Eve").elsewhere == {2: {"lucky8": 5_00}}
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    evening.play()
    paid = [(payoff.seat, payoff.wager) for payoff in evening.table.finished[-1].payoffs if payoff.player == "Eve"]
    assert paid == [(2, "lucky8")]


@pytest.mark.parametrize("own", [True, False])
def test_the_round_file_settles_to_what_was_paid(own: bool) -> None:
    evening = dealt(own=own)
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert "seat 1 player Ann sits" in text
    file = RoundFile(text)
    assert differences(file, settle(file)) == []


@pytest.mark.parametrize("own", [True, False])
def test_the_record_of_such_a_round_is_sound_and_is_replayed(store: Store, own: bool) -> None:
    evening = dealt(KeptEvening(store, BLACKJACK), own=own)
    evening.play()
    verified, audit = audited(store)
    assert verified.problem is None
    assert audit.rerun == 1
    finished = evening.table.finished[-1]
    shown = replay(finished, evening.entries[finished.opened[0] - 1 :], "Ann")
    assert {(each.name, each.seat, each.seated) for each in shown.people} == {("Ann", 1, True), ("Bob", 2, True)}
    assert shown.nets == evening.dones[-1].body["closed"]["nets"]


def test_a_table_is_rebuilt_at_every_version() -> None:
    evening = Evening(BLACKJACK, seed=5).open().seat(ANN, BOB, bots=1)
    chance = Random(5)
    states = {}
    for _ in range(6):
        evening.do(Wager(1, "main", 10_00), ANN)
        evening.do(Wager(2, "main", 10_00), BOB)
        evening.do(Wager(chance.choice((2, 3)), chance.choice(("pair", "lucky8")), 5_00), ANN)
        evening.do(Wager(chance.choice((1, 3)), "pair", 5_00), BOB)
        if chance.random() < 0.5:
            evening.do(Wager(1, "main", 0), ANN)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
            states[evening.table.version] = everything(evening.table)
        while evening.table.round is not None:
            evening.play(most=1)
            states[evening.table.version] = everything(evening.table)
        evening.clock()
    rebuilt = assert_runs_again(evening, states)
    assert msgspec.json.encode(rebuilt.view(ANN)) == msgspec.json.encode(evening.table.view(ANN))
