"""Wagers are made, changed and taken back until "No more bets"; the clock and the players close the betting."""

import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from houseway.games import NAMES
from houseway.house.commands import AddBot, Back, ChooseRules, CloseTable, Consent, Leave, OpenTable, Ready, Sit, Wager
from houseway.house.definition import Definition
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed


def wagers(evening: Evening) -> list[tuple[str, str, int]]:
    return [(each.player, each.wager, each.amount) for each in evening.table.state.wagers]


def test_a_wager_is_made_changed_and_taken_back() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    assert evening.refused(Wager(1, "super", 5_00), ANN).clause == "38.1 ante wager"
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "super", 5_00), ANN)
    evening.do(Wager(1, "ante", 20_00), ANN)
    assert wagers(evening) == [("Ann", "ante", 20_00), ("Ann", "super", 5_00)]
    done = evening.do(Wager(1, "super", 0), ANN)
    assert (done.event, done.transfer) == ("table.took_back/1", ())
    assert wagers(evening) == [("Ann", "ante", 20_00)]
    assert "no wager" in evening.refused(Wager(1, "super", 0), ANN).message


def test_without_the_wager_that_comes_first_the_others_go_back_too() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "super", 5_00), ANN)
    evening.do(Wager(1, "ante", 0), ANN)
    assert wagers(evening) == []


def test_nobody_wagers_what_he_has_not_or_where_he_does_not_sit() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.do(Wager(1, "ante", 999_00), ANN)
    assert "has 1000" in evening.refused(Wager(1, "super", 2_00), ANN).message
    assert "at seat 1" in evening.refused(Wager(2, "ante", 10_00), ANN).message
    assert evening.refused(Wager(2, "ante", 150), BOB).clause == "G1"
    assert evening.refused(Wager(2, "dance", 10_00), BOB).clause == "38.6(a)"
    assert evening.refused(Wager(3, "ante", 10_00), EVE).message == "Eve is not at this table: sit down first"


def test_the_clock_runs_from_the_first_wager_and_stops_without_any() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    assert evening.table.view(EVE).now.deadline is None
    evening.do(Wager(1, "ante", 10_00), ANN)
    first = evening.at + evening.defined.clocks.betting
    assert evening.table.deadline == first
    evening.at += 5_000
    evening.do(Wager(2, "ante", 10_00), BOB)
    assert evening.table.deadline == first
    evening.do(Wager(1, "ante", 0), ANN)
    evening.do(Wager(2, "ante", 0), BOB)
    assert evening.table.view(EVE).now.deadline is None
    evening.do(Wager(2, "ante", 10_00), BOB)
    evening.clock()
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {2: "Bob"}  # who has no wager sits the round out


@pytest.mark.parametrize("game", [name for name in NAMES if name != "ultimate8"])
def test_a_wager_after_the_deadline_is_late_by_the_clock_or_by_the_phase(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    evening.bet(ANN, ready=False)
    assert evening.table.deadline is not None
    evening.at = evening.table.deadline
    offer = evening.table.game.offers(evening.table.rules)[0]
    late = evening.refused(Wager(2, offer.wager, 10_00), BOB)
    assert late.clause == evening.table.game.no_more_bets
    assert evening.refused(Wager(1, offer.wager, 0), ANN).clause == evening.table.game.no_more_bets
    evening.clock()
    assert evening.refused(Wager(2, offer.wager, 10_00), BOB).clause == evening.table.game.no_more_bets


def test_the_record_says_who_is_ready_and_who_waits_again() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN, BOB)
    evening.bet(ANN, ready=False)
    events = [evening.do(Ready(ready=is_ready), ANN).event for is_ready in (True, False, True)]
    assert events == ["table.readied/1", "table.waited/1", "table.readied/1"]
    assert evening.do(Wager(1, "ante", 0), ANN).event == "table.took_back/1"


def test_betting_closes_when_all_are_ready() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB, EVE)
    evening.bet(ANN, ready=False)
    evening.bet(BOB, ready=False)
    evening.do(Ready(), ANN)
    evening.do(Ready(False), ANN)
    evening.do(Ready(), BOB)
    assert evening.table.state.phase == "betting"
    evening.do(Wager(2, "ante", 20_00), BOB)  # who changes a wager is not ready any more
    evening.do(Ready(), ANN)
    evening.do(Ready(), BOB)
    assert evening.table.state.phase == "betting", "Eve may wager yet"
    awaited = {person.name: person.awaited for person in evening.table.view(SUE).now.people}
    assert awaited == {"Ann": False, "Bob": False, "Eve": True}
    assert evening.do(Ready(), EVE).event in ("round.opened/1", "round.closed/1")
    assert evening.table.playing is not None
    assert set(evening.table.playing.deciders) == {1, 2}, "who said so without wagers has let the round go"


def test_who_lets_rounds_go_by_without_a_word_is_waited_for_twice() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    for number in (1, 2):
        evening.bet(ANN, ready=False)
        evening.do(Ready(), ANN)
        assert (evening.table.state.phase, evening.table.state.number) == ("betting", number - 1)
        evening.clock()
        assert evening.table.state.number == number
        evening.play()
        evening.clock()
    evening.bet(ANN, ready=False)
    assert [person.awaited for person in evening.table.view(SUE).now.people] == [True, False]
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 3
    evening.play()
    evening.clock()
    evening.bet(BOB, ready=False)  # he wagers again
    evening.do(Wager(2, "ante", 0), BOB)
    evening.bet(ANN, ready=False)
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 3
    again = rebuild(evening.table.definition, evening.entries)
    assert again.state == evening.table.state


def test_betting_does_not_wait_for_who_cannot_wager_or_is_no_player_of_the_round() -> None:
    evening = Evening(definition("lunar", "ante_min=50")).open().seat(ANN)
    evening.do(Sit(2, 40_00), BOB)
    evening.do(AddBot(3), ANN)
    evening.bet(ANN, 50_00, ready=False)
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 1


def test_bots_do_not_play_with_who_makes_no_wager() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, bots=1)
    evening.do(Ready(), ANN)
    assert (evening.table.state.phase, evening.table.state.wagers, evening.table.deadline) == ("betting", [], None)


@pytest.mark.parametrize("game", ["lucky8s", "blackjack"])
def test_betting_waits_for_who_wagers_behind_a_spot_too(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    evening.bet(ANN, ready=False)
    if game == "lucky8s":
        evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(1, "ante" if game == "lucky8s" else "pair", 10_00), BOB)
    evening.do(Ready(), ANN)
    assert evening.table.state.phase == "betting"
    assert evening.dones[-1].sealed["waits_for_all"]
    evening.do(Wager(1, "ante" if game == "lucky8s" else "pair", 0), BOB)  # he has taken it back: nobody waits for him
    assert evening.table.state.phase != "betting"


def test_a_record_in_which_it_did_not_wait_is_carried_out_again_as_it_was() -> None:
    evening = Evening(definition("blackjack")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    evening.bet(ANN, ready=False)
    evening.do(Wager(1, "pair", 10_00), BOB)
    sealed = Sealed(bytes(32), practice=but("waits_for_all"))
    evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert evening.table.state.phase != "betting"
    assert rebuild(evening.defined, evening.entries).view(ANN) == evening.table.view(ANN)


def test_when_the_last_who_is_not_ready_leaves_the_cards_are_dealt() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.bet(BOB, ready=False)
    evening.bet(ANN)
    assert evening.table.state.phase == "betting"
    assert evening.do(Leave(), BOB).body["opened"]["deciders"] == {"1": "Ann"}


def test_bots_wager_after_people_and_never_close_the_betting_by_themselves() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, bots=2)
    assert wagers(evening) == []
    evening.do(Wager(1, "ante", 10_00), ANN)
    assert {player for player, _, _ in wagers(evening)} == {"Ann", "bot-Ada", "bot-Bea"}
    assert evening.table.state.phase == "betting"
    evening.do(Wager(1, "ante", 0), ANN)
    assert wagers(evening) == []
    assert evening.table.view(EVE).now.deadline is None


def test_bots_alone_play_where_the_house_lets_them() -> None:
    evening = Evening(Definition("b", "packs", bots_alone=True)).open().seat(bots=3)
    for _ in range(5):
        evening.clock()
        evening.clock()
    assert evening.table.state.number == 5


def test_a_bot_that_has_lost_its_chips_is_issued_new_ones() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, bots=1)
    evening.table.state.books["chips/lunar-1/bot-Ada"] = 2_00
    evening.balances["chips/lunar-1/bot-Ada"] = 2_00
    evening.balances["issued"] += CHIPS - 2_00
    done = evening.do(Wager(1, "ante", 10_00), ANN)
    assert dict(done.transfer) == {"issued": -CHIPS, "chips/lunar-1/bot-Ada": CHIPS}


def test_several_wager_on_a_spot_if_the_first_consents() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    evening.do(Wager(1, "ante", 10_00), ANN)
    assert evening.refused(Wager(1, "ante", 20_00), BOB).clause == "50.7(a)"
    assert "you need no consent of your own" in evening.refused(Consent("Ann", True), ANN).message
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(1, "ante", 20_00), BOB)
    assert evening.refused(Consent("Bob", False), ANN).clause == "50.7(a)"
    evening.do(Ready(), ANN)
    assert evening.table.state.phase == "betting"
    evening.do(Ready(), BOB)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {1: "Ann"}
    evening.play()
    evening.clock()
    evening.do(Consent("Bob", False), ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    assert evening.refused(Wager(1, "ante", 20_00), BOB).clause == "50.7(a)"


def backed_by_bob() -> Evening:
    """Ann sits and wagers first; Bob wagers behind her."""
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(1, "ante", 20_00), BOB)
    evening.do(Ready(), BOB)
    return evening


def test_who_sits_at_a_spot_takes_those_behind_along_when_the_last_wager_goes_back() -> None:
    """50.7(a): what lies by somebody's consent does not come before him at his own spot (ruling HL12)."""
    evening = backed_by_bob()
    evening.do(Wager(1, "bonus", 5_00), ANN)
    evening.do(Wager(1, "bonus", 0), ANN)
    evening.do(Wager(1, "ante", 15_00), ANN)
    assert wagers(evening) == [("Ann", "ante", 15_00), ("Bob", "ante", 20_00)]  # a change takes nobody along
    evening.do(Wager(1, "ante", 0), ANN)
    assert wagers(evening) == []
    assert not evening.table.person("Bob").ready
    assert "Ann sits at seat 1" in evening.refused(Wager(1, "ante", 20_00), BOB).message
    evening.do(Wager(1, "ante", 30_00), ANN)
    evening.do(Wager(1, "ante", 20_00), BOB)  # to whom she consents still
    evening.do(Ready(), ANN)
    evening.do(Ready(), BOB)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {1: "Ann"}


def test_who_stands_behind_takes_nobody_along() -> None:
    evening = backed_by_bob()
    evening.do(Wager(1, "ante", 0), BOB)
    assert wagers(evening) == [("Ann", "ante", 10_00)]


def test_who_wagered_first_at_a_free_spot_stays_when_the_one_who_sat_down_there_takes_back() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(4, CHIPS), BOB)
    evening.do(Wager(4, "ante", 20_00), BOB)
    evening.do(Sit(4, CHIPS), ANN)
    assert evening.refused(Wager(4, "ante", 10_00), ANN).clause == "50.7(a)"
    evening.do(Consent("Ann", True), BOB)
    evening.do(Wager(4, "ante", 10_00), ANN)
    evening.do(Wager(4, "ante", 0), ANN)
    assert wagers(evening) == [("Bob", "ante", 20_00)]


def test_all_wagers_at_a_seat_go_back_when_its_player_leaves() -> None:
    evening = backed_by_bob()
    assert ("Bob", "ante") in [wager[:2] for wager in wagers(evening)]
    done = evening.do(Leave(), ANN)
    assert done.body["gave_up"] == [{"player": "Ann", "seat": 1, "chips": CHIPS, "cause": "left"}]
    assert not evening.table.state.wagers
    assert evening.table.state.phase == "betting"
    assert not evening.table.person("Bob").ready


def test_a_bot_does_not_wager_at_a_spot_where_somebody_else_is_first() -> None:
    """50.7(a): nobody has consented to it; when the spot is free it wagers first."""
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(4, CHIPS), BOB)
    evening.do(Wager(4, "ante", 20_00), BOB)
    evening.do(AddBot(4), BOB)
    assert wagers(evening) == [("Bob", "ante", 20_00)]
    evening.do(Sit(1, CHIPS), ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(4, "ante", 0), BOB)
    assert {player for player, _, _ in wagers(evening)} == {"Ann", "bot-Ada"}


def test_where_nobody_sits_the_highest_ante_calls() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(4, CHIPS), ANN)
    evening.do(Back(4, CHIPS), BOB)
    evening.do(Wager(4, "ante", 10_00), ANN)
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(4, "ante", 30_00), BOB)
    evening.do(Ready(), ANN)
    assert evening.table.state.phase == "betting"
    evening.do(Ready(), BOB)
    assert evening.table.playing is not None
    assert evening.table.playing.deciders == {4: "Bob"}
    assert evening.table.view(BOB).felt.down["4/hand"] != evening.table.view(ANN).felt.down["4/hand"]
    evening.do(Sit(4, CHIPS), EVE)  # who sits down now has no part in the round
    assert evening.table.view(EVE).seats == ()
    evening.play()
    assert {payoff.player for payoff in evening.table.finished[-1].payoffs} == {"Ann", "Bob"}


def test_at_ultimate_8_those_are_dealt_in_who_are_ready_and_can_pay() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(Sit(3, 10_00), EVE)
    assert evening.refused(Wager(1, "ante", 10_00), ANN).message.endswith("say that you are ready")
    assert evening.refused(Ready(), EVE).clause == "42.1 ante"
    evening.do(Ready(), ANN)
    assert evening.table.view(EVE).now.deadline is None  # one player is no game
    evening.do(AddBot(5), ANN)
    assert evening.table.deadline is not None
    evening.clock()
    assert evening.table.playing is not None
    assert set(evening.table.playing.deciders) == {1, 5}
    evening.play()
    evening.clock()
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    assert set(evening.table.playing.deciders if evening.table.playing else ()) == {1, 2, 5}


def test_the_player_button_moves_to_the_next_player() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE, chips=5_000_00)
    buttons = []
    for _ in range(4):
        for actor in (ANN, BOB, EVE):
            evening.do(Ready(), actor)
        buttons.append(evening.table.state.button)
        evening.play(lambda choices, chance: choices.default)
        evening.clock()
    assert buttons == [1, 2, 3, 1]


def test_the_player_button_is_placed_anew_when_the_table_is_opened_again() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE)
    for button in (1, 2):
        for each in (ANN, BOB, EVE):
            evening.do(Ready(), each)
        assert evening.table.state.button == button
        evening.play()
        evening.clock()
    for sealed, button in ((Sealed(bytes(32), practice=but("button_anew")), 3), (Sealed(bytes(32)), 1)):
        evening.do(CloseTable("the night"), SUE)
        opened = OpenTable(0, "the day")
        evening.keep(evening.table.execute(opened, SUE, evening.at, sealed), SUE)
        evening.seat(ANN, BOB, EVE)
        for each in (ANN, BOB, EVE):
            evening.do(Ready(), each)
        assert evening.table.state.button == button  # 42.7(d): the first player to the left of the dealer
        evening.play()
        assert rebuild(evening.defined, evening.entries).view(ANN) == evening.table.view(ANN)


def test_a_bot_whose_chips_do_not_fit_the_table_is_not_issued_ever_more() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, bots=1)
    evening.table.state.books["chips/ultimate8-1/bot-Ada"] += 50  # half a chip
    evening.balances["chips/ultimate8-1/bot-Ada"] += 50
    evening.balances["issued"] -= 50
    for ready in (True, False, True):
        evening.do(Ready(ready), ANN)
    assert evening.table.chips("bot-Ada") == CHIPS + 50
    assert not evening.table.person("bot-Ada").ready


def test_who_leaves_in_a_round_leaves_nobody_ready_as_in_records_of_before() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.bet(ANN, ready=False)
    evening.bet(BOB, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    assert evening.table.person("Bob").ready
    evening.do(Leave(), ANN)
    evening.play()
    assert "Ann" not in evening.table.state.people
    assert not evening.table.person("Bob").ready


def test_who_lets_a_round_go_does_not_put_off_other_rules() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.do(Ready(), ANN)
    assert evening.do(ChooseRules(("ante_min=5",), "for tonight"), SUE).body["answer"]["at_once"]
