"""Where the house permits it a player wagers on several spots (50.8): from one stack, and he decides for each."""

from random import Random

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, FLO, SUE, Evening, definition
from house.test_live_fuzz import everything
from house.test_live_recovery import assert_runs_again
from houseway.asks import Act
from houseway.cards import UNKNOWN
from houseway.games import NAMES
from houseway.house.backing import on_several_spots
from houseway.house.commands import Back, Consent, Decide, Leave, MakeLeave, Ready, Sit, VoidRound, Wager
from houseway.house.views import PersonView
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

SEVERAL = definition("lucky8s", "several_spots=yes")
HOUSE_WAY, PLAY, FOLD = Act("house way"), Act("play"), Act("fold")


def opened(chips: int = CHIPS) -> Evening:
    """Ann sits at seat 1, Bob at seat 2."""
    return Evening(SEVERAL).open().seat(ANN, BOB, chips=chips)


def seen(evening: Evening, name: str) -> PersonView:
    return next(person for person in evening.table.view(EVE).now.people if person.name == name)


def on_two_spots(chips: int = CHIPS) -> Evening:
    """Ann's wagers at seats 1 and 4 are dealt to."""
    evening = opened(chips)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(4, "ante", 25_00), ANN)
    evening.do(Wager(4, "bonus", 5_00), ANN)
    evening.let_go()
    evening.do(Ready(), ANN)
    return evening


@pytest.mark.parametrize("game", [name for name in NAMES if name != "blackjack"])
def test_without_the_option_everybody_wagers_at_his_own_spot(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN)
    offered = [offer.wager for offer in evening.table.game.offers(evening.table.rules)]
    assert not on_several_spots(game, evening.table.rules)
    for wager in offered[:1]:
        refused = evening.refused(Wager(2, wager, 10_00), ANN)
        assert refused.message == "Ann wagers at seat 1 alone: name that seat"
        assert refused.clause == ("50.8" if game == "lucky8s" else None)


def test_wagers_at_another_spot_are_made_changed_and_taken_back() -> None:
    evening = opened()
    evening.do(Wager(1, "ante", 10_00), ANN)
    assert evening.do(Wager(4, "ante", 20_00), ANN).body["answer"] == {"wagers": {"ante": 20_00}}
    evening.do(Wager(4, "bonus", 5_00), ANN)
    evening.do(Wager(4, "ante", 25_00), ANN)
    assert (seen(evening, "Ann").wagers, seen(evening, "Ann").elsewhere) == (
        {"ante": 10_00},
        {4: {"ante": 25_00, "bonus": 5_00}},
    )
    evening.do(Wager(4, "ante", 0), ANN)
    assert (seen(evening, "Ann").wagers, seen(evening, "Ann").elsewhere) == ({"ante": 10_00}, {})
    assert "there is no seat 7" in evening.refused(Wager(7, "ante", 10_00), ANN).message
    assert "has 1000" in evening.refused(Wager(3, "ante", CHIPS), ANN).message


def test_at_anothers_spot_he_wagers_first_and_consents() -> None:
    evening = opened()
    assert "Bob sits at seat 2" in evening.refused(Wager(2, "ante", 10_00), ANN).message
    evening.do(Wager(2, "ante", 10_00), BOB)
    assert evening.refused(Wager(2, "ante", 30_00), ANN).clause == "50.7(a)"
    evening.do(Consent("Ann", True), BOB)
    evening.do(Wager(2, "ante", 30_00), ANN)
    assert evening.refused(Consent("Ann", False), BOB).clause == "50.7(a)"
    evening.do(Ready(), BOB)
    evening.do(Ready(), ANN)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {2: "Bob"}
    assert evening.refused(Decide("fold"), ANN).message == "Bob calls for seat 2, not Ann"


def test_who_sits_down_where_another_wagers_needs_his_consent_and_calls() -> None:
    evening = opened()
    evening.do(Wager(4, "ante", 10_00), ANN)
    evening.do(Sit(4, CHIPS), EVE)
    assert evening.refused(Wager(4, "ante", 5_00), EVE).clause == "50.7(a)"
    evening.do(Consent("Eve", True), ANN)
    evening.do(Wager(4, "ante", 5_00), EVE)
    evening.let_go()
    evening.do(Ready(), EVE)
    evening.do(Ready(), ANN)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {4: "Eve"}


def test_he_sees_the_cards_of_both_spots_and_decides_for_each() -> None:
    evening = on_two_spots()
    evening.do(Sit(3, CHIPS), EVE)
    ann, bob = evening.table.view(ANN), evening.table.view(BOB)
    assert ann.seats == (1, 4)
    for area in ("1/hand", "4/hand"):
        assert UNKNOWN not in ann.felt.down[area]
        assert bob.felt.down[area] == [UNKNOWN] * 8
    assert ann.ask is not None
    assert set(ann.ask.yours) == {1, 4}
    for seat in (1, 4):
        evening.decide(seat, HOUSE_WAY)
    ask = evening.table.view(ANN).ask
    assert ask is not None
    assert {seat: offered[0].costs for seat, offered in ask.yours.items()} == {1: 10_00, 4: 25_00}
    evening.decide(4, PLAY)
    evening.decide(1, FOLD)
    paid = {(payoff.seat, payoff.wager): payoff.player for payoff in evening.table.finished[-1].payoffs}
    assert paid == {(4, "ante"): "Ann", (4, "in_to_win"): "Ann", (4, "bonus"): "Ann", (1, "ante"): None}


def test_all_spots_are_played_from_one_stack() -> None:
    """Ruling HL4: after 10 and 25, bonus 5 and the first In to Win of 10 there are 20 left."""
    evening = on_two_spots(chips=70_00)
    assert evening.table.chips("Ann") == 30_00
    for seat in (1, 4):
        evening.decide(seat, HOUSE_WAY)
    for seat in (1, 4):
        evening.decide(seat, PLAY)
    payoffs = evening.table.finished[-1].payoffs
    assert [payoff.wager for payoff in payoffs if payoff.seat == 4] == ["ante", "bonus"]
    net = sum(payoff.net for payoff in payoffs)
    assert evening.table.chips("Ann") == 70_00 + net
    assert evening.dones[-1].body["closed"]["nets"] == {"Ann": net}


def test_somebody_behind_a_spot_wagers_at_another_one_too() -> None:
    evening = opened()
    evening.do(Back(1, CHIPS), EVE)
    evening.do(Wager(5, "ante", 10_00), EVE)
    evening.let_go()
    evening.do(Ready(), EVE)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {5: "Eve"}
    assert evening.table.view(ANN).felt.chips["Eve/chips"] == CHIPS - 10_00


def test_a_void_round_gives_everything_back() -> None:
    evening = on_two_spots()
    evening.do(VoidRound("a quarrel"), SUE)
    assert evening.table.chips("Ann") == CHIPS


@pytest.mark.parametrize("own", [True, False])
def test_the_round_file_settles_to_what_was_paid(own: bool) -> None:
    """Bob wagers more behind Ann's spot than she does: that she sits there and calls has to stand in the file."""
    evening = opened()
    if own:
        evening.do(Wager(1, "ante", 10_00), ANN)
        evening.do(Consent("Bob", True), ANN)
        evening.do(Wager(1, "ante", 30_00), BOB)
    evening.do(Wager(5, "ante", 25_00), ANN)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.play(lambda choices, chance: next(act for act in choices if act.verb in ("house way", "play")))
    text = evening.table.round_file(1, "Ann")
    assert "seat 1 player Ann sits" in text
    file = RoundFile(text)
    assert differences(file, settle(file)) == []


def test_a_table_is_rebuilt_at_every_version() -> None:
    evening = Evening(SEVERAL, seed=5).open().seat(ANN, BOB, bots=1)
    chance = Random(5)
    states = {}
    for _ in range(6):
        evening.do(Wager(chance.choice((1, 5, 6)), "ante", 10_00), ANN)
        evening.do(Wager(chance.choice((2, 4)), "ante", 10_00), BOB)
        evening.do(Wager(4 if seen(evening, "Bob").elsewhere else 2, "bonus", 5_00), BOB)
        if not seen(evening, "Ann").elsewhere:
            evening.do(Wager(5, "ante", 15_00), ANN)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
            states[evening.table.version] = everything(evening.table)
        while evening.table.round is not None:
            evening.play(most=1)
            states[evening.table.version] = everything(evening.table)
        evening.clock()
    rebuilt = assert_runs_again(evening, states)
    assert msgspec.json.encode(rebuilt.view(ANN)) == msgspec.json.encode(evening.table.view(ANN))


def behind_ann() -> Evening:
    """Eve wagers behind Ann; Bob plays at his own spot."""
    evening = Evening(definition("lucky8s")).open().seat(ANN, BOB)
    evening.do(Back(1, CHIPS), EVE)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Consent("Eve", True), ANN)
    evening.do(Wager(1, "ante", 50_00), EVE)
    evening.do(Wager(2, "ante", 10_00), BOB)
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    for seat in (1, 2):
        evening.decide(seat, HOUSE_WAY)
    return evening


def antes(evening: Evening, seat: int) -> dict[str | None, int]:
    """What became of the Antes of a spot, by who made them."""
    payoffs = evening.table.finished[-1].payoffs
    return {each.player: each.net for each in payoffs if (each.seat, each.wager) == (seat, "ante")}


def test_who_calls_and_is_made_to_leave_is_folded_for_with_those_behind_him() -> None:
    evening = behind_ann()
    evening.do(MakeLeave("Ann", "rude"), FLO)
    assert evening.table.view(EVE).seats == ()
    assert evening.refused(Decide("play", seat=1), EVE).message == "Ann calls for seat 1, not Eve"
    evening.decide(2, FOLD)
    assert antes(evening, 1) == {None: -10_00, "Eve": -50_00}  # HL15
    assert "Ann" not in evening.table.state.people


def test_for_a_caller_who_leaves_in_the_round_the_house_folds_at_once() -> None:
    evening = behind_ann()
    evening.do(Leave(), ANN)
    assert evening.refused(Decide("play"), ANN).clause == "G6"
    evening.decide(2, FOLD)
    placed = [each.wager for each in evening.table.finished[-1].payoffs if each.seat == 1]
    assert sorted(placed) == ["ante", "ante"]
    assert "Ann" not in evening.table.state.people
