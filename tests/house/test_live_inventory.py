"""The table inventory: filled and credited in whole chips, though odd cents may lie in it."""

from house.evenings import ANN, BOB, CHIPS, SUE, Evening, definition
from houseway.asks import Act
from houseway.house.commands import ChooseRules, CloseTable, Credit, Fill, OpenTable, Sit


def test_fills_and_credits() -> None:
    evening = Evening(definition("lunar")).open(inventory=0).seat(ANN, BOB)
    assert dict(evening.do(Fill(500_00, "low"), SUE).transfer) == {"cage": -500_00, "inventory/lunar-1": 500_00}
    assert "inventory is 500" in evening.refused(Credit(500_01, "too much"), SUE).message
    evening.bet(ANN)
    evening.do(Credit(100_00, "in a round"), SUE)
    evening.do(Fill(50_00, "in a round"), SUE)
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
