"""The round at a live table: decisions, deadlines, validations, voids, and procedures that fail."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, CLOCKS, EVE, SUE, Evening, definition
from house.stacking import Shuffler, shuffler
from house.test_live_fuzz import everything
from houseway.asks import Act
from houseway.games import NAMES
from houseway.house.commands import CLOCK, Back, Clock, Consent, Decide, Ready, Resume, Validate, VoidRound, Wager
from houseway.house.definition import Clocks
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed
from houseway.procedure import Game
from houseway.refusal import Refusal

__all__ = ["shuffler"]

WITH_ASKS = [name for name in NAMES if name != "packs"]
ROYAL = "Ah 2c Kh 3c Qh 4d Jh 5d Th 7s"  # one player of Lunar Poker, and a dealer who has nothing


def dealt(game: str, *rules: str, clocks: Clocks = CLOCKS) -> Evening:
    """A table at which Ann and Bob play a round."""
    evening = Evening(definition(game, *rules, clocks=clocks)).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    return evening


def test_a_decision_is_an_event_of_its_game() -> None:
    evening = dealt("lunar")
    assert evening.decide(2, Act("buy")).event == "lunar.bought/1"
    done = evening.decide(1, Act("fold"))
    assert done.event == "lunar.folded/1"
    assert [move["verb"] for move in done.body["moves"] if move["move"] == "acted"] == ["fold", "buy"]


def test_nobody_decides_for_another_or_twice() -> None:
    evening = dealt("lunar")
    assert "does not decide" in evening.refused(Decide("fold", seat=2), ANN).message
    assert "not in the round" in evening.refused(Decide("fold"), EVE).message
    evening.do(Decide("fold"), ANN)
    assert "no decision" in evening.refused(Decide("fold"), ANN).message
    assert "not possible" in evening.refused(Decide("hit"), BOB).message
    assert "is not for the role supervisor" in evening.refused(Decide("fold"), SUE).message


@pytest.mark.parametrize(("game", "wager", "clause"), [("lucky8s", "ante", "50.7(b)"), ("blackjack", "pair", None)])
def test_who_wagers_behind_a_spot_is_told_who_calls(
    shuffler: Shuffler, game: str, wager: str, clause: str | None
) -> None:
    shuffler.ready = ["5c 6d 7d"]  # at Blackjack Ann is asked
    evening = Evening(definition(game)).open().seat(ANN)
    evening.do(Back(1, 1_000_00), BOB)
    evening.bet(ANN, ready=False)
    if game == "lucky8s":
        evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(1, wager, 10_00), BOB)
    evening.do(Ready(), ANN)
    evening.do(Ready(), BOB)
    refused = evening.refused(Decide("stand"), BOB)
    assert (refused.message, refused.clause) == ("Ann calls for seat 1, not Bob", clause)
    assert "not in the round" in evening.refused(Decide("stand"), EVE).message


def test_to_play_is_offered_to_who_can_pay_for_it() -> None:
    for chips, verbs in ((20_00, {"play": 10_00, "fold": 0}), (15_00, {"fold": 0})):
        evening = Evening(definition("lucky8s")).open().seat(ANN, chips=chips)
        evening.do(Wager(1, "ante", 10_00), ANN)
        evening.do(Ready(), ANN)
        evening.do(Decide("house way"), ANN)
        ask = evening.table.view(ANN).ask
        assert ask is not None
        assert {choice.verb: choice.costs for choice in ask.yours[1]} == verbs


@pytest.mark.parametrize("game", WITH_ASKS)
def test_at_the_deadline_the_house_acts_for_all_who_have_not_answered(game: str) -> None:
    evening = dealt(game)
    while (running := evening.table.round) is not None:
        assert running.ask is not None
        wanted = {who: choices.default.verb for who, choices in running.ask.choices.items()}
        assert evening.table.deadline == evening.at + CLOCKS.decision
        waiting = running.waiting()
        done = evening.clock()
        assert done.body["answer"] == {"timed_out": waiting}
        acted = {move["seat"]: move for move in done.body["moves"] if move["move"] == "acted"}
        assert {seat: acted[seat]["verb"] for seat in wanted} == wanted
        assert all(move["by_house"] for move in acted.values())
    assert evening.dones[-1].event == "round.closed/1"


def test_a_decision_after_the_deadline_comes_too_late() -> None:
    evening = dealt("lunar")
    assert evening.table.deadline is not None
    assert "no deadline" in evening.refused(Clock(), CLOCK).message
    evening.at = evening.table.deadline
    assert evening.refused(Decide("bet"), ANN).clause == "G6"
    assert evening.do(Clock(), CLOCK).event in ("round.timed_out/1", "round.closed/1")


def test_a_decision_that_came_in_time_and_had_to_wait_is_in_time() -> None:
    evening = dealt("lunar")
    deadline = evening.table.deadline
    assert deadline is not None
    evening.at = deadline + 5_000
    with pytest.raises(Refusal, match="the time is over"):
        evening.table.execute(Decide("bet"), ANN, evening.at, Sealed(bytes(32), came=deadline))
    done = evening.table.execute(Decide("bet"), ANN, evening.at, Sealed(bytes(32), came=deadline - 1))
    evening.keep(done, ANN)
    assert done.event == "lunar.bet/1"
    assert done.sealed["came"] == deadline - 1
    assert evening.table.deadline == deadline, "it is still that of those who were asked with her"
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_after_the_house_stood_still_everybody_has_his_whole_time_again() -> None:
    evening = dealt("lunar")
    evening.at += 3_600_000
    evening.do(Resume(), CLOCK)
    assert evening.table.deadline == evening.at + CLOCKS.decision
    evening.do(Decide("fold"), ANN)
    evening.play()
    evening.at += 3_600_000
    evening.do(Resume(), CLOCK)
    assert evening.table.deadline == evening.at + CLOCKS.result
    evening.clock()
    assert "nobody waits" in evening.refused(Resume(), CLOCK).message
    evening.bet(ANN, ready=False)
    evening.at += 3_600_000
    evening.do(Resume(), CLOCK)
    assert evening.table.deadline == evening.at + CLOCKS.betting


def test_pauses_wait_for_the_floor_where_the_house_wants_them() -> None:
    evening = dealt("packs", clocks=Clocks(pause=2_000))
    pauses = 0
    while evening.table.round is not None:
        assert evening.table.round.waiting() == []
        evening.clock()
        pauses += 1
    assert pauses == 4  # before the hands are shown, and before each pack


def hit(shuffler: Shuffler, clocks: Clocks = CLOCKS) -> Evening:
    """Ann alone has a royal flush and a progressive wager; a supervisor is asked."""
    shuffler.ready = [ROYAL]
    evening = Evening(definition("lunar", clocks=clocks)).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    return evening


def test_a_jackpot_waits_for_a_supervisor(shuffler: Shuffler) -> None:
    evening = hit(shuffler)
    assert evening.table.view(SUE).ask is not None
    assert "no decision" in evening.refused(Decide("fold"), ANN).message
    done = evening.do(Validate(True, "five cards looked at"), SUE)
    assert done.event == "round.closed/1"
    won = {payoff.wager: payoff.net for payoff in evening.table.finished[-1].payoffs}
    assert won["progressive"] == 10_000_00 + 70 - 1_00
    assert evening.table.meters["progressive"] == 10_000_00
    assert done.body["command"]["reason"] == "five cards looked at"


def test_a_payout_that_is_refused_is_no_payout(shuffler: Shuffler) -> None:
    evening = hit(shuffler)
    evening.do(Validate(False, "a sixth card"), SUE)
    won = {payoff.wager: payoff.net for payoff in evening.table.finished[-1].payoffs}
    assert won["progressive"] == 0
    assert evening.table.meters["progressive"] == 10_000_00 + 70


def test_house_policy_validates_at_the_deadline_and_that_is_on_the_record(shuffler: Shuffler) -> None:
    evening = hit(shuffler)
    assert evening.table.deadline == evening.at + 60_000
    done = evening.clock()
    assert done.body["answer"] == {"timed_out": ["supervisor"]}
    assert any(payoff.wager == "progressive" and payoff.net > 0 for payoff in evening.table.finished[-1].payoffs)


def test_without_that_policy_the_round_waits_however_long_it_takes(shuffler: Shuffler) -> None:
    evening = hit(shuffler, Clocks(validation=None))
    assert evening.table.deadline is None
    evening.at += 10**9
    evening.do(Validate(True, "at last"), SUE)
    assert evening.table.state.phase == "result"


def test_a_payout_above_the_inventory_is_filled_from_the_cage_once_it_is_validated(shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    evening = Evening(definition("lunar", "progressive=no")).open(inventory=0).seat(ANN)
    evening.bet(ANN)
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    done = evening.do(Validate(True, "instant cash"), SUE)
    assert dict(done.transfer)["cage"] < 0
    assert evening.table.inventory == 0


@pytest.mark.parametrize("game", WITH_ASKS)
def test_a_round_that_is_voided_gives_everything_back(game: str) -> None:
    evening = dealt(game)
    before = dict.fromkeys(("Ann", "Bob"), CHIPS_BEFORE)
    meters = evening.table.state.meters
    evening.play(most=2)
    if evening.table.round is None:
        return
    done = evening.do(VoidRound("a fire"), SUE)
    assert done.event == "round.voided/1"
    assert done.body["closed"]["void"]
    assert {name: evening.table.chips(name) for name in before} == before
    assert evening.table.state.meters == meters
    assert "no round" in evening.refused(VoidRound("again"), SUE).message


CHIPS_BEFORE = 1_000_00


def broken(play: Callable[..., Any], after: int) -> Callable[..., Any]:
    """A procedure that fails when it has done so many steps."""

    def failing(*arguments: Any) -> Any:
        steps = play(*arguments)
        step, done = next(steps), 0
        while True:
            if done == after:
                raise ZeroDivisionError("an error of the program")
            done += 1
            try:
                answer = yield step
            except BaseException as thrown:
                step = steps.throw(thrown)
            else:
                try:
                    step = steps.send(answer)
                except StopIteration:
                    return

    return failing


@pytest.mark.parametrize("game", NAMES)
def test_a_procedure_that_fails_voids_its_round_and_the_house_goes_on(game: str) -> None:
    failed = 0
    for after in (0, 1, 3, 8, 15, 20, 25, 30, 40, 60):
        evening = Evening(definition(game)).open().seat(ANN, BOB)
        whole: Game = evening.table.game
        evening.table.game = msgspec.structs.replace(whole, play=broken(whole.play, after))
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        evening.play()
        assert evening.table.state.phase == "result"
        if "failed" in evening.dones[-1].sealed:
            failed += 1
            assert evening.dones[-1].event == "round.voided/1"
            assert evening.table.chips("Ann") == evening.table.chips("Bob") == CHIPS_BEFORE
            assert evening.dones[-1].sealed["failed"] == "ZeroDivisionError"
        evening.table.game = whole
        evening.clock()
        evening.rounds(2, ANN, BOB)
        assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()
    assert failed >= 5


def test_a_bot_whose_strategy_fails_is_timed_out() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, bots=1)

    def lost(view: object, choices: object) -> Act:
        raise KeyError("what now?")

    evening.table.game = msgspec.structs.replace(evening.table.game, strategies={"simple": lost})
    evening.bet(ANN)
    evening.play()
    assert evening.dones[-1].event == "round.closed/1"
    lines = {payoff.seat: payoff.words for payoff in evening.table.finished[-1].payoffs if payoff.wager == "ante"}
    assert lines[2] == "folded"
