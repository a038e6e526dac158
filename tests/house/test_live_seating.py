"""People come, buy chips and leave; bots come and go and are marked as what they are."""

import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, FLO, SUE, Evening, definition, moved
from house.settled import settled
from houseway.games import NAMES
from houseway.house.commands import (
    Actor,
    AddBot,
    AllowBack,
    Back,
    BuyChips,
    ChooseRules,
    CloseTable,
    Consent,
    DismissBot,
    Leave,
    MakeLeave,
    Ready,
    Report,
    Sit,
    Wager,
)
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed

SENT_AWAY = Report("seat 2 is made to leave", "seen by the floor")


def test_a_seat_is_taken_once_and_a_person_has_one() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    assert "taken" in evening.refused(Sit(1, CHIPS), BOB).message
    assert "already" in evening.refused(Sit(2, CHIPS), ANN).message
    assert evening.refused(Sit(6, CHIPS), BOB).clause == "69E-1.13X(b)1"
    assert evening.refused(Sit(2, 150), BOB).clause == "G1"


def test_who_sits_down_pays_into_the_drop_and_has_chips_of_the_inventory() -> None:
    evening = Evening(definition("packs")).open(inventory=300_00)
    done = evening.do(Sit(3, CHIPS), ANN)
    assert dict(done.transfer) == {
        "wallet/Ann": -CHIPS,
        "drop/packs-1": CHIPS,
        "cage": -700_00,
        "inventory/packs-1": -300_00,
        "chips/packs-1/Ann": CHIPS,
    }
    assert moved(done, "inventory", "3/chips") == CHIPS
    left = evening.do(Leave(), ANN)
    assert dict(left.transfer) == {"chips/packs-1/Ann": -CHIPS, "wallet/Ann": CHIPS}


def test_who_is_in_the_round_buys_no_chips_and_leaves_after_it() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.bet(ANN)
    assert evening.refused(BuyChips(CHIPS), ANN).clause == "G1"
    evening.do(BuyChips(CHIPS), BOB)
    assert evening.table.chips("Bob") == 2 * CHIPS
    done = evening.do(Leave(), ANN)
    assert done.body["answer"] == {"at_once": False}
    assert done.event == "round.closed/1", "the house folds for Ann at once (G6)"
    assert done.body["gave_up"] == [{"player": "Ann", "seat": 1, "chips": CHIPS - 10_00, "cause": "left"}]
    assert "Ann" not in evening.table.state.people
    assert evening.balances["wallet/Ann"] == 100_000_000_00 - 10_00
    assert evening.do(Leave(), BOB).body["answer"] == {"at_once": True}


def test_somebody_who_sits_the_round_out_may_go_while_it_is_played() -> None:
    evening = Evening(definition("blackjack")).open().seat(ANN, BOB)
    evening.bet(ANN)
    if evening.table.round is not None:  # a blackjack may have ended it
        assert evening.do(Leave(), BOB).body["answer"] == {"at_once": True}
        evening.do(Sit(5, CHIPS), BOB)
        evening.play()
    assert evening.table.chips("Bob") == CHIPS


def test_who_leaves_before_the_deal_takes_his_wagers_along_and_those_upon_them() -> None:
    evening = Evening(definition("blackjack")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    assert "wagers first" in evening.refused(Wager(1, "pair", 5_00), BOB).message
    evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Wager(1, "pair", 5_00), BOB)
    evening.do(Leave(), ANN)
    assert evening.table.state.wagers == []
    assert evening.table.deadline is None
    assert evening.table.chips("Bob") == CHIPS


@pytest.mark.parametrize(("game", "clause"), [("lunar", "38.6(g)"), ("packs", "43.6(c)"), ("ultimate8", "42.6(e)")])
def test_nobody_backs_a_spot_where_the_rulebook_has_no_backers(game: str, clause: str) -> None:
    refusal = Evening(definition(game)).open().seat(ANN).refused(Back(1, CHIPS), BOB)
    assert "only seated players" in refusal.message
    assert refusal.clause == clause


def test_a_word_of_the_layout_backs_no_spot() -> None:
    evening = Evening(definition("lucky8s")).open()
    assert "another name" in evening.refused(Back(1, CHIPS), Actor("Pot", "player")).message
    evening.balances["wallet/Pot"], evening.balances["issued"] = CHIPS, evening.balances["issued"] - CHIPS
    evening.do(Sit(1, CHIPS), Actor("Pot", "player"))  # seated, nothing is named after him


def test_bots_are_marked_paid_for_and_sent_home() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    assert "not at this table" in evening.refused(AddBot(2), BOB).message
    assert "no strategy" in evening.refused(AddBot(2, "dance"), ANN).message
    done = evening.do(AddBot(2), ANN)
    assert done.body["answer"] == {"bot": "bot-Ada"}
    assert dict(done.transfer) == {"issued": -CHIPS, "chips/lunar-1/bot-Ada": CHIPS}
    people = {person.name: person.bot for person in evening.table.view(EVE).now.people}
    assert people == {"Ann": False, "bot-Ada": True}
    assert "no bot" in evening.refused(DismissBot(1), ANN).message
    done = evening.do(DismissBot(2), FLO)
    assert dict(done.transfer) == {"issued": CHIPS, "chips/lunar-1/bot-Ada": -CHIPS}


def test_a_bot_account_is_marked_as_a_bot() -> None:
    evening = Evening(definition("lunar")).open()
    evening.balances["wallet/Kit"], evening.balances["issued"] = CHIPS, evening.balances["issued"] - CHIPS
    evening.do(Sit(1, CHIPS), Actor("Kit", "player", bot=True))
    assert [person.bot for person in evening.table.view(ANN).now.people] == [True]


@pytest.mark.parametrize("game", NAMES)
def test_a_player_who_is_made_to_leave_is_acted_for_and_goes_after_the_round(game: str) -> None:
    evening = Evening(definition(game, "dealing=hand_shuffle" if game == "lucky8s" else "chip_unit=1"))
    evening.open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    if evening.table.round is not None:
        done = evening.do(MakeLeave("Ann", "rude"), SUE)
        assert done.body["answer"] == {"at_once": False} or evening.table.round is None
        if evening.table.round is not None:
            assert 1 not in evening.table.round.waiting()
            assert evening.table.round.ask is not None
            assert "Ann" in evening.table.state.people
        evening.play()
    else:
        evening.do(MakeLeave("Ann", "rude"), FLO)
    assert "Ann" not in evening.table.state.people
    assert "Bob" in evening.table.state.people


def test_at_ultimate_8_who_is_made_to_leave_forfeits() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE)
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    assert (
        evening.refused(MakeLeave("Zed", "rude"), SUE).message == "Zed is not at this table; there are: Ann, Bob, Eve"
    )
    done = evening.do(MakeLeave("Bob", "rude"), SUE)
    said = [move["clause"] for move in done.body["moves"] if move["move"] == "announced"]
    assert "42.11(b)" in said
    evening.play()
    assert evening.table.chips("Bob") == 0  # gone, less both antes
    assert evening.balances["wallet/Bob"] == 100_000_000_00 - 15_00


@pytest.mark.parametrize("answered", range(5))
def test_the_file_of_a_round_in_which_somebody_is_made_to_leave_settles(answered: int) -> None:
    evening = at_ultimate_8()
    evening.play(most=answered)
    assert evening.table.round is not None
    evening.do(MakeLeave("Bob", "rude"), FLO)
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert "floor seat 2 is made to leave\n" in text
    assert settled(text) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


@pytest.mark.parametrize("in_a_round", [True, False])
def test_the_floor_s_words_for_it_are_refused_with_the_command_that_makes_somebody_leave(in_a_round: bool) -> None:
    evening = at_ultimate_8() if in_a_round else Evening(definition("ultimate8")).open().seat(ANN, BOB)
    for actor in (FLO, SUE):
        refusal = evening.refused(SENT_AWAY, actor)
        assert "say 'make leave'" in refusal.message
        assert refusal.clause == "42.11(b)"
    evening.do(MakeLeave("Bob", "rude"), FLO)
    assert evening.table.state.kept_away == ["Bob"]


def test_in_records_of_before_who_was_made_to_leave_by_the_floor_s_words_kept_his_seat() -> None:
    evening = at_ultimate_8()
    done = evening.table.execute(SENT_AWAY, FLO, evening.at, Sealed(bytes(32), practice=but("sent_by_name")))
    evening.keep(done, FLO)
    assert "sent_by_name" not in done.sealed
    assert "42.11(b)" in [move["clause"] for move in done.body["moves"] if move["move"] == "announced"]
    evening.play()
    assert settled(evening.table.round_file(1, "Ann")) == []
    rebuilt = rebuild(evening.defined, evening.entries)
    assert rebuilt.finished == evening.table.finished
    assert ("Bob" in rebuilt.state.people, rebuilt.state.kept_away) == (True, [])


def at_ultimate_8() -> Evening:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE)
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    return evening


def test_who_was_made_to_leave_is_kept_away_until_the_floor_allows_him_back() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN, BOB)
    evening.do(MakeLeave("Ann", "rude"), FLO)
    for command in (Sit(1, CHIPS), Sit(4, CHIPS), Back(2, CHIPS)):
        message = evening.refused(command, ANN).message
        assert message == "Ann was made to leave this table: ask the floor to be allowed back, or play at another"
    evening.do(Sit(1, CHIPS), EVE)
    pit = evening.table.view(FLO).pit
    assert pit is not None
    assert pit.kept_away == ("Ann",)
    assert evening.table.view(ANN).pit is None
    not_away = "Bob is not kept away from this table; kept away: Ann"
    assert evening.refused(AllowBack("Bob", "a mistake"), FLO).message == not_away
    done = evening.do(AllowBack("Ann", "sober"), SUE)
    assert (done.event, done.transfer) == ("table.allowed_back/1", ())
    assert "kept away: nobody" in evening.refused(AllowBack("Ann", "sober"), SUE).message
    evening.do(Sit(4, CHIPS), ANN)


def test_capitals_in_the_name_of_somebody_who_is_meant_do_not_matter() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN, BOB)
    evening.do(Back(1, CHIPS), EVE)
    evening.do(Consent("eve", True), ANN)
    assert evening.table.state.consents == {"Ann": ["Eve"]}
    evening.do(Consent("EVE", False), ANN)
    assert (evening.table.state.consents, evening.table.state.refusals) == ({"Ann": []}, {"Ann": ["Eve"]})
    assert evening.refused(Consent("ANN", True), ANN).message == "name another player: you need no consent of your own"
    evening.do(MakeLeave("bob", "rude"), FLO)
    assert "Bob" not in evening.table.state.people
    assert evening.table.state.kept_away == ["Bob"]
    evening.do(AllowBack("BOB", "sober"), FLO)
    assert evening.table.state.kept_away == []


def test_who_was_made_to_leave_in_a_round_is_kept_away_after_it_and_a_new_opening_forgets_it() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE)
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    evening.do(MakeLeave("Bob", "rude"), SUE)
    evening.play()
    assert "made to leave" in evening.refused(Sit(2, CHIPS), BOB).message
    kept = evening.table.state.kept_away
    evening.clock()
    assert evening.table.state.kept_away == kept == ["Bob"]
    evening.do(CloseTable("the night"), SUE)
    evening.open()
    evening.do(Sit(2, CHIPS), BOB)


def test_a_bot_that_the_floor_sends_away_is_nobody_who_is_kept_away() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, bots=1)
    evening.do(MakeLeave("bot-Ada", "enough"), FLO)
    assert evening.table.state.kept_away == []
    evening.do(AddBot(2), ANN)


def test_who_goes_by_himself_or_as_the_table_closes_may_come_again() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.do(Leave(), ANN)
    evening.do(Sit(1, CHIPS), ANN)
    evening.do(CloseTable("the night"), SUE)
    evening.open()
    evening.do(Sit(1, CHIPS), ANN)


def test_who_has_chips_that_are_not_whole_any_more_is_told_to_come_back_with_others() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(ChooseRules(("chip_unit=3", "main_ante=30", "ace_ante=15"), "larger chips"), SUE)
    refused = evening.refused(Ready(), ANN)
    assert refused.clause == "G1"
    assert "leave, and come back with whole ones" in refused.message
    evening.do(Leave(), ANN)
    evening.do(Sit(1, 999_00), ANN)
    evening.do(Ready(), ANN)
