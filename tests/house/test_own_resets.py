"""The reset amount of a table's own meter is its rules': as much is laid aside for it, hanging or taken down."""

from fractions import Fraction

import pytest

from house.deeds import assert_sound, moved, put
from house.evenings import ANN, SUE, Evening, definition
from house.houses import Running, defined
from house.kept import KeptEvening, audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_live_fuzz import everything
from house.test_live_meters import NOTHING, ROYAL
from houseway.asks import Act
from houseway.house import pit
from houseway.house.commands import ChooseRules, CloseTable, Ready, Validate, Wager
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.rebuilding import rebuild
from houseway.house.store import MeterSet, Store
from houseway.house.verifying import verify

__all__ = ["audited_as_laid", "shuffler"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

FIRST, NEXT = 10_000_00, 25_000_00
WHY = "a better jackpot"
METER, RESERVE = "meter/lunar-1.progressive", "reserve/lunar-1.progressive"


def choose(evening: Evening, *rules: str) -> dict[str, int]:
    """Rules that are in force at once, and what they move."""
    done = evening.do(ChooseRules(rules, WHY), SUE)
    assert done.body["answer"]["at_once"]
    return dict(done.transfer)


def wager(evening: Evening) -> None:
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)


def test_with_another_reset_amount_as_much_is_laid_aside() -> None:
    evening = Evening(definition("lunar")).open()
    assert choose(evening, "reset=25000") == {"cage": FIRST - NEXT, RESERVE: NEXT - FIRST}
    assert evening.dones[-1].body["meters"] == {"lunar-1.progressive": str(FIRST)}  # what it shows stays
    assert choose(evening, "reset=25000", "rate=80") == {}
    assert "meters" not in evening.dones[-1].body
    assert choose(evening, "reset=0") == {"cage": NEXT, RESERVE: -NEXT}
    assert choose(evening) == {"cage": -FIRST, RESERVE: FIRST}
    assert evening.table.meters == {"progressive": Fraction(FIRST)}
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_the_meter_is_reset_to_what_the_rules_say_and_everybody_sees_that(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, ROYAL, NOTHING]
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN)
    running.do("lunar-1", ChooseRules(("reset=25000",), WHY), SUE)
    (line,) = pit.board(running.house).meters
    assert (line.cents, line.reset) == (FIRST, NEXT)
    assert store.balance(RESERVE) == NEXT
    for wagered, amount in (("ante", 10_00), ("progressive", 1_00)):
        running.do("lunar-1", Wager(1, wagered, amount), ANN)
    running.do("lunar-1", Ready(), ANN)
    running.do("lunar-1", Validate(True, "looked at it"), SUE)
    (meter,) = store.meters().values()
    assert (int(meter.amount), meter.reset) == (NEXT, NEXT)
    assert (store.balance(METER), store.balance(RESERVE)) == (NEXT, NEXT)
    running.do("lunar-1", CloseTable("the night"), SUE)
    again = running.again()
    again.do("lunar-1", ChooseRules((), "as it was"), SUE)
    (meter,) = store.meters().values()
    assert (int(meter.amount), meter.reset, store.balance(RESERVE)) == (NEXT, FIRST, FIRST)
    assert_sound(store)
    assert audited(store)[0].problem is None


@pytest.mark.parametrize("closing", [False, True])
def test_a_round_in_play_ends_with_the_amount_that_it_began_with(shuffler: Shuffler, closing: bool) -> None:
    shuffler.ready = [ROYAL, NOTHING]
    evening = Evening(definition("lunar")).open().seat(ANN)
    wager(evening)
    assert evening.do(ChooseRules(("reset=25000",), WHY), SUE).transfer == ()
    if closing:
        evening.do(CloseTable("the night"), SUE)
    evening.do(Validate(True, "looked at it"), SUE)
    assert evening.table.meters == {"progressive": Fraction(FIRST)}
    assert evening.balances[RESERVE] == (NEXT if closing else FIRST)
    if not closing:
        evening.clock()
    assert evening.balances[RESERVE] == NEXT
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_at_a_closed_table_it_is_laid_aside_at_once() -> None:
    evening = Evening(definition("lunar"))
    assert choose(evening, "reset=20000") == {}  # nothing hangs there yet
    evening.open()
    assert evening.balances[RESERVE] == evening.balances[METER] == 20_000_00
    evening.do(CloseTable("the night"), SUE)
    assert choose(evening, "reset=25000") == {"cage": -5_000_00, RESERVE: 5_000_00}
    assert dict(evening.open().dones[-1].transfer) == {"cage": -100_000_00, "inventory/lunar-1": 100_000_00}
    assert evening.table.meters == {"progressive": Fraction(20_000_00)}


def test_a_meter_that_is_taken_down_keeps_what_it_shows_and_its_reserve_follows_its_option() -> None:
    five, seven = "reserve/packs-1.five_card", "reserve/packs-1.seven_card"
    progressive = ("five_card_progressive=A", "seven_card_progressive=A")
    evening = Evening(definition("packs", *progressive, "five_card_reset=8000")).open()
    assert (evening.balances[five], evening.balances[seven]) == (8_000_00, 5_000_00)
    assert choose(evening, "five_card_reset=8000") == {}
    assert evening.table.meters == {}
    assert choose(evening) == {"cage": 3_000_00, five: -3_000_00}
    again = choose(evening, *progressive, "five_card_reset=9000", "seven_card_reset=6000")
    assert again == {"cage": -5_000_00, five: 4_000_00, seven: 1_000_00}
    assert evening.table.meters == {"five_card": Fraction(8_000_00), "seven_card": Fraction(5_000_00)}
    kept = evening.table.snapshot()
    assert kept is not None
    assert LiveTable.restore(evening.defined, kept).own_resets() == {"five_card": 9_000_00, "seven_card": 6_000_00}


def test_of_a_linked_meter_nothing_is_laid_aside_by_a_table() -> None:
    evening = Evening(Definition("one", "packs", ("five_card_progressive=A",), meters={"seven_card": "big"}))
    evening.shared["seven_card"], evening.resets["seven_card"] = Fraction(6_000_00), 9_000_00
    evening.balances["meter/big"], evening.balances["cage"] = 6_000_00, -6_000_00
    evening.open()
    both = ("five_card_progressive=A", "seven_card_progressive=A")
    assert choose(evening, *both) == {}
    moved = choose(evening, *both, "five_card_reset=6000", "seven_card_reset=9000")
    assert moved == {"cage": -1_000_00, "reserve/one.five_card": 1_000_00}
    evening.resets["seven_card"] = 7_000_00
    assert choose(evening, *both, "five_card_reset=6000") == {}
    assert evening.table.own_resets() == {"five_card": 6_000_00}


def test_a_round_that_is_given_up_leaves_the_reserve_as_the_rules_have_it(
    sqlite_store: Store, shuffler: Shuffler
) -> None:
    shuffler.ready = [NOTHING, NOTHING]
    evening = KeptEvening(sqlite_store, definition("lunar")).open().seat(ANN)
    assert isinstance(evening, KeptEvening)
    wager(evening)
    evening.do(ChooseRules(("reset=25000",), WHY), SUE)
    evening.do(CloseTable("the night"), SUE)
    done = evening.give_up()
    assert dict(done.transfer)[RESERVE] == NEXT - FIRST
    assert sqlite_store.meters()["lunar-1.progressive"].reset == NEXT
    assert audited(sqlite_store)[0].problem is None


def test_a_wager_that_moves_the_meter_leaves_its_reset_amount(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = KeptEvening(store, definition("lunar", "reset=20000")).open().seat(ANN)
    wager(evening)
    evening.decide(1, Act("fold"))
    meter = store.meters()["lunar-1.progressive"]
    assert (int(meter.amount), meter.reset, store.balance(RESERVE)) == (20_000_70, 20_000_00, 20_000_00)


def test_what_is_laid_aside_and_the_reset_amounts_are_held_against_each_other(store: Store) -> None:
    hung = (("cage", -7), ("meter/royal", 5), ("reserve/royal", 2))
    put(store, "house", 1, hung, meters=[MeterSet("royal", 0, Fraction(5), 3)])
    wrong = "house version 1: the meter royal is reset to 3, and 2 is laid aside for that"
    assert str(store.look(verify).problem) == wrong
    put(store, "house", 2, moved(1, "cage", "reserve/royal"))
    assert store.look(verify).problem is None
    put(store, "house", 3, moved(1, "cage", "reserve/big"))
    assert str(store.look(verify).problem) == "reserve/big holds 1, and there is no such meter"
