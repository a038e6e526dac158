"""How long a progressive payout waits before house policy validates it: a jackpot, and a prize that is none (HG5)."""

import pytest

from house.evenings import ANN, BOB, CHIPS, SUE, Evening, definition
from house.settled import settled
from house.stacking import Shuffler, shuffler
from house.test_live_meters import ROYAL
from houseway.house.commands import BuyChips, Fill, Ready, Sit, Validate, Wager
from houseway.house.definition import Clocks
from houseway.house.founding import TABLES
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed

__all__ = ["shuffler"]

CLOCKS = Clocks(validation=15_000, prize=3_000)
FLUSH = "Ah 2c Kh 3c Qh 4d 2h 5d Th 7s"  # $50 (38.12(g))
STRAIGHT_FLUSH = "9h 2c Kh 3c Qh 4d Jh 5d Th 7s"  # a tenth of the meter
PAIR_OF_JACKS = "Jh 2c Js 3c 4d 5d 7h 8s 9c Th"  # 2 for 1 (43.11(b)2)
DIAMOND_ROYAL = "Ad 2c Kd 3c Qd 4s Jd 5s Td 7s"  # all of the meter


def dealt(shuffler: Shuffler, game: str, cards: str, clocks: Clocks = CLOCKS, inventory: int = 100_000_00) -> Evening:
    """Ann has a progressive wager, and these cards and the dealer's are dealt in turn."""
    shuffler.ready = [cards]
    evening = Evening(definition(game, clocks=clocks)).open(inventory).seat(ANN)
    wagers = (("ante", 10_00), ("progressive", 1_00)) if game == "lunar" else (("five_card_1", 5_00),)
    for wager, amount in wagers:
        evening.do(Wager(1, wager, amount), ANN)
    evening.do(Ready(), ANN)
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    return evening


def wait(evening: Evening) -> int:
    assert evening.table.deadline is not None
    return evening.table.deadline - evening.at


@pytest.mark.parametrize(
    ("game", "cards", "waits"),
    [
        ("lunar", FLUSH, 3_000),
        ("lunar", STRAIGHT_FLUSH, 15_000),
        ("lunar", ROYAL, 15_000),
        ("packs", PAIR_OF_JACKS, 3_000),
        ("packs", DIAMOND_ROYAL, 15_000),
    ],
)
def test_a_jackpot_waits_longer_than_a_prize(shuffler: Shuffler, game: str, cards: str, waits: int) -> None:
    evening = dealt(shuffler, game, cards)
    assert wait(evening) == waits
    done = evening.clock()
    (said,) = [move for move in done.body["moves"] if str(move.get("text")).startswith("validates")]
    assert said["by"] == "house"  # that is on the record
    evening.play()
    assert settled(evening.table.round_file(1, "Ann")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


def test_a_prize_that_the_inventory_has_not_waits_as_long_as_any_payout(shuffler: Shuffler) -> None:
    assert wait(dealt(shuffler, "lunar", FLUSH, inventory=1_030_00)) == 15_000


def test_a_supervisor_who_is_there_decides_of_a_prize(shuffler: Shuffler) -> None:
    evening = dealt(shuffler, "lunar", FLUSH)
    evening.do(Validate(False, "the light was off"), SUE)
    evening.play()
    (payoff,) = [each for each in evening.table.finished[-1].payoffs if each.wager == "progressive"]
    assert (payoff.net, payoff.clause) == (0, "38.11(b)3")


@pytest.mark.parametrize("validation", [15_000, None])
def test_where_no_time_is_chosen_for_prizes_they_wait_like_jackpots(shuffler: Shuffler, validation: int | None) -> None:
    """As at all tables of before, whose definitions say nothing of it."""
    evening = dealt(shuffler, "lunar", FLUSH, Clocks(validation=validation))
    assert (evening.table.deadline is None) if validation is None else (wait(evening) == validation)
    assert "prize" not in evening.table.view(ANN).sign.clocks


@pytest.mark.parametrize("cards", [FLUSH, ROYAL])
def test_policy_may_validate_prizes_though_jackpots_wait_however_long_it_takes(shuffler: Shuffler, cards: str) -> None:
    evening = dealt(shuffler, "lunar", cards, Clocks(validation=None, prize=0))
    assert evening.table.deadline == (evening.at if cards == FLUSH else None)


def test_nobody_waits_long_for_a_prize_at_the_first_tables_of_a_house() -> None:
    for definition_ in TABLES:
        assert definition_.clocks.until_policy(prize=True) == 3_000
        assert definition_.clocks.until_policy(prize=False) == 15_000


def test_nobody_puts_off_a_payout_by_chips_that_come_to_the_table(shuffler: Shuffler) -> None:
    evening = dealt(shuffler, "lunar", ROYAL)
    until = evening.table.deadline
    for asked, actor in ((Sit(2, CHIPS), BOB), (BuyChips(1_00), BOB), (Fill(500_00, "for the night"), SUE)):
        evening.at += 4_000
        evening.do(asked, actor)
        assert evening.table.deadline == until
    assert evening.clock().body["answer"] == {"timed_out": ["supervisor"]}
    evening.play()
    assert settled(evening.table.round_file(1, "Ann")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


def test_in_records_of_before_it_waits_anew(shuffler: Shuffler) -> None:
    evening = dealt(shuffler, "lunar", ROYAL)
    evening.do(Sit(2, CHIPS), BOB)
    evening.at += 4_000
    sealed = Sealed(bytes(32), practice=but("same_deadline"))
    done = evening.keep(evening.table.execute(BuyChips(1_00), BOB, evening.at, sealed), BOB)
    assert "same_deadline" not in done.sealed
    assert wait(evening) == CLOCKS.validation
    assert rebuild(evening.defined, evening.entries).deadline == evening.table.deadline
