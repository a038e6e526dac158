"""A supervisor who names a payout decides that one and no other; who names none decides whichever waits."""

from typing import Any

import msgspec

from house.evenings import ANN, SUE, Evening
from house.houses import Running
from house.stacking import Shuffler, shuffler
from houseway.house import digesting
from houseway.house.auditing import Audit
from houseway.house.commands import Command, Payout, Ready, Validate, Wager
from houseway.house.definition import Definition
from houseway.house.pit import board
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
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
