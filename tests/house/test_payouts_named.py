"""A supervisor who names a payout decides that one and no other; who names none decides whichever waits."""

from typing import Any

import msgspec

from house.evenings import ANN, SUE, Evening, definition
from house.houses import Running
from house.settled import settled
from house.stacking import Shuffler, shuffler
from houseway.asks import Act
from houseway.house import digesting
from houseway.house.auditing import Audit
from houseway.house.commands import Command, Fill, Payout, Ready, Validate, Wager
from houseway.house.definition import Clocks, Definition
from houseway.house.pit import board
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.house.verifying import verify

__all__ = ["shuffler"]

FIRST, SECOND = Payout(1, 1, "five_card_1"), Payout(1, 1, "five_card_2")


def two_payouts(shuffler: Shuffler) -> Evening:
    """Ann has a diamond royal flush in her five cards, and wagers on two packs: one payout waits after the other."""
    shuffler.ready = ["Ad 2c Kd 3h Qd 4s Jd 5h Td 7s"]
    evening = Evening(Definition("one", "packs", ("five_card_progressive=A",))).open().seat(ANN)
    for pack in (1, 2):
        evening.do(Wager(1, f"five_card_{pack}", 1_00), ANN)
    evening.do(Ready(), ANN)
    return evening


def test_a_payout_that_is_decided_is_not_the_next_one(shuffler: Shuffler) -> None:
    evening = two_payouts(shuffler)
    evening.do(Validate(True, "diamonds", FIRST), SUE)
    before = evening.table.version
    refusal = evening.refused(Validate(False, "a card too many", FIRST), SUE)
    assert refusal.message.startswith("that payout waits no longer: it is decided")
    assert evening.table.version == before
    evening.do(Validate(False, "a card too many", SECOND), SUE)
    assert "waits no longer" in evening.refused(Validate(True, "late", SECOND), SUE).message
    nets = {payoff.wager: payoff.net for payoff in evening.table.finished[-1].payoffs}
    assert nets["five_card_1"] > 0
    assert nets["five_card_2"] == 0
    assert rebuild(evening.defined, evening.entries).state == evening.table.state


def test_one_of_another_round_is_another_one(shuffler: Shuffler) -> None:
    evening = two_payouts(shuffler)
    assert "waits no longer" in evening.refused(Validate(True, "x", Payout(2, 1, "five_card_1")), SUE).message
    assert "waits no longer" in evening.refused(Validate(True, "x", Payout(1, 2, "five_card_1")), SUE).message


def test_what_names_none_is_written_as_ever(shuffler: Shuffler) -> None:
    """So that records, digests and ids of before are what they were."""
    evening = two_payouts(shuffler)
    said = {"do": "validate", "granted": True, "reason": "diamonds"}
    assert evening.do(Validate(True, "diamonds"), SUE).body["command"] == said
    read = msgspec.convert(said, Command)
    assert digesting.at_table("one", "supervisor", msgspec.to_builtins(read)) == (
        digesting.at_table("one", "supervisor", said)
    )


def test_what_was_named_is_on_the_record_which_runs_again(store: Store) -> None:
    running = Running(store).open(Definition("one", "packs", ("five_card_progressive=B",))).seat("one", ANN)
    while (waiting := board(running.house).tables[0].validation) is None:
        if running.live("one").state.phase == "result":
            running.clock("one")
        running.do("one", Wager(1, "five_card_1", 1_00), ANN)
        running.do("one", Ready(), ANN)
    assert waiting.of == Payout(running.live("one").state.number, 1, "five_card_1")
    running.do("one", Validate(True, "looked at it", waiting.of), SUE, "named")
    said: dict[str, Any] = msgspec.json.decode(store.read("table/one")[-1].body)["command"]
    assert said["of"] == msgspec.to_builtins(waiting.of)
    assert store.look(lambda connection: verify(connection, Audit())).problem is None
    again = running.again()
    assert again.live("one").finished[-1].payoffs == running.live("one").finished[-1].payoffs
    before = store.head("table/one")
    again.do("one", Validate(True, "looked at it", waiting.of), SUE, "named")
    assert store.head("table/one") == before, "it was answered before"


def test_the_file_tells_which_of_two_payouts_of_one_wager_was_refused(shuffler: Shuffler) -> None:
    """The first of a box's split hands is paid from what lies there; the second, doubled, has to be looked at."""
    shuffler.ready = ["Ts Ks Js Qc 7s 2s 8c"]
    clocks = Clocks(validation=None)
    evening = Evening(definition("blackjack", "decks=1", clocks=clocks)).open(0).seat(ANN)
    evening.do(Fill(15_00, "low"), SUE)
    evening.do(Wager(1, "main", 10_00), ANN)
    evening.do(Ready(), ANN)
    for act in (Act("split"), Act("stand"), Act("double", 10_00)):
        evening.decide(1, act)
    evening.do(Validate(False, "looked at it", Payout(1, 1, "main")), SUE)
    text = evening.table.round_file(1, "Ann")
    assert "floor validates seat 1 main\nfloor refuses seat 1 main\n" in text
    assert [payoff.net for payoff in evening.table.finished[-1].payoffs] == [10_00, 0]
    assert settled(text) == []


def test_one_that_was_decided_is_not_another_of_the_same_wager(shuffler: Shuffler) -> None:
    shuffler.ready = ["8h 6s 8d Td Kc Kd Qh"]
    evening = Evening(definition("blackjack", clocks=Clocks(validation=None))).open(0).seat(ANN)
    evening.bet(ANN)
    evening.decide(1, Act("split"))
    evening.play(lambda choices, _: Act("stand"), most=2)
    evening.do(Validate(True, "looked at it", Payout(1, 1, "main")), SUE)
    again = Validate(False, "looked at it", Payout(1, 1, "main"))
    assert "waits no longer" in evening.refused(again, SUE).message
    second = evening.table.execute(again, SUE, evening.at, Sealed(bytes(32), practice=but("counts_payouts")))
    assert second.event == "round.closed/1", "records of before ran so"


def test_what_the_house_decided_for_who_was_not_there_is_told_so() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.bet(ANN)
    while evening.table.state.phase == "playing":
        evening.clock()
    text = evening.table.round_file(1, "Ann")
    assert "seat 1 folds  # the house, for who was not there in time (ruling G6)\n" in text
    assert settled(text) == []
