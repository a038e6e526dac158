"""The table inventory: filled and credited in whole chips, though odd cents may lie in it."""

import pytest

from house.evenings import ANN, BOB, CHIPS, SUE, Evening, definition, moved
from houseway.asks import Act
from houseway.felt import CAGE, INVENTORY
from houseway.house.commands import ChooseRules, CloseTable, Credit, Decide, Fill, OpenTable, Ready, Sit
from houseway.house.practice import NOW, but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed


def test_fills_and_credits() -> None:
    evening = Evening(definition("lunar")).open(inventory=0).seat(ANN, BOB)
    assert dict(evening.do(Fill(500_00, "low"), SUE).transfer) == {"cage": -500_00, "inventory/lunar-1": 500_00}
    assert "the inventory has 500: credit no more" in evening.refused(Credit(500_01, "too much"), SUE).message
    evening.bet(ANN)
    evening.do(Credit(100_00, "in a round"), SUE)
    evening.do(Fill(50_00, "in a round"), SUE)
    assert CAGE not in evening.table.view(ANN).felt.chips  # it lies nowhere on the table
    evening.decide(1, Act("fold"))
    assert evening.table.inventory == 460_00


def odd_cents() -> Evening:
    """A table whose inventory holds a quarter beside whole chips: it had another chip unit before."""
    evening = Evening(definition("lunar", "chip_unit=0.25")).open(inventory=500_25)
    evening.do(ChooseRules((), "whole dollars"), SUE)
    return evening


def test_a_fill_is_whole_chips() -> None:
    evening = Evening(definition("lunar", "chip_unit=5"))
    assert evening.refused(OpenTable(501_00, "the day begins"), SUE).clause == "G1"
    evening.open(inventory=500_00)
    refusal = evening.refused(Fill(12_50, "low"), SUE)
    assert (refusal.message, refusal.clause) == ("a fill is a whole multiple of 5, not 12.50", "G1")
    evening.do(Fill(15_00, "low"), SUE)
    evening.do(CloseTable("late"), SUE)
    evening.do(ChooseRules(("chip_unit=2",), "smaller ones"), SUE)
    evening.do(OpenTable(2_00, "early"), SUE)
    assert evening.table.inventory == 517_00


def test_a_credit_is_whole_chips_or_all_that_lie_there() -> None:
    evening = odd_cents()
    refusal = evening.refused(Credit(100_25, "much"), SUE)
    told = "a credit is a whole multiple of 1, not 100.25; or it is the whole inventory, 500.25"
    assert (refusal.message, refusal.clause) == (told, "G1")
    evening.do(Credit(100_00, "much"), SUE)
    evening.do(Credit(400_25, "all of it"), SUE)
    assert evening.table.inventory == 0


def test_in_a_round_all_that_lies_there_is_what_the_round_has_left() -> None:
    evening = odd_cents()
    evening.seat(ANN)
    evening.do(Fill(7_00, "low"), SUE)
    evening.bet(ANN)
    assert evening.table.state.phase == "playing"
    assert evening.table.inventory == 7_25
    assert evening.refused(Credit(25, "the odd cents"), SUE).clause == "G1"
    evening.do(Credit(7_25, "all of it"), SUE)
    evening.decide(1, Act("fold"))
    assert evening.table.inventory == 10_00


def test_what_the_inventory_lacks_for_a_purchase_comes_in_whole_chips() -> None:
    evening = odd_cents()
    done = evening.do(Sit(1, CHIPS), ANN)
    assert dict(done.transfer)["cage"] == -500_00
    assert evening.table.inventory == 25
    assert dict(evening.do(Sit(2, CHIPS), BOB).transfer)["cage"] == -CHIPS
    assert evening.table.inventory == 25


def test_while_a_result_is_shown_the_inventory_is_what_the_books_have() -> None:
    """The commission lies in a box of its own, and what moves after a round that failed counts once."""
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.play()
    assert evening.table.state.phase == "result"
    assert evening.balances["commission/ultimate8-1"] > 0
    assert evening.table.view(SUE).felt.chips[INVENTORY] == evening.balances["inventory/ultimate8-1"]

    failing = Evening(definition("lunar")).open().seat(ANN)
    failing.bet(ANN)
    assert failing.table.round is not None
    failing.table.round.table.felt.chips.clear()  # nobody can pay from what is not there
    failing.decide(1, Act("bet"))
    assert failing.dones[-1].event == "round.voided/1"
    failing.do(Fill(50_00, "while the result is shown"), SUE)
    assert failing.table.view(SUE).felt.chips[INVENTORY] == failing.balances["inventory/lunar-1"]


@pytest.mark.parametrize("so", [True, False], ids=["now", "in records of before"])
def test_that_the_commission_lies_apart_is_told_with_the_end_of_the_round(so: bool) -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    while (running := evening.table.round) is not None and running.ask is not None:
        (seat,) = running.waiting()
        assert isinstance(seat, int)
        act, actor = running.ask.choices[seat].default, {1: ANN, 2: BOB}[seat]
        sealed = Sealed(evening.chance.randbytes(32), practice=NOW if so else but("commission_apart"))
        evening.keep(evening.table.execute(Decide(act.verb, cards=act.cards), actor, evening.at, sealed), actor)
    told = moved(evening.dones[-1], INVENTORY, "commission")
    assert told == (evening.balances["commission/ultimate8-1"] if so else 0)
    assert evening.balances["commission/ultimate8-1"] > 0
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished
