"""Another table moves a shared meter between two prizes of a round: its file says where, and comes to the same."""

from fractions import Fraction

import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, REASON, Running
from house.kept import audited
from house.settled import settled
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_fallen import FULL_HOUSE, TABLES, wagers
from house.test_live_meters import NOTHING, ROYAL, linked
from house.test_live_meters import wagers as wagers_of
from houseway.house.commands import Decide, Fill, Ready, Sit, Validate, VoidRound, Wager
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import HangMeter
from houseway.house.practice import NOW, but
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import settle

__all__ = ["audited_as_laid", "shuffler"]

RESET = 50_000_00
SHOWS = 60_000_00
BOTH = "9h Ac 2c / Kh Ad 3c / Qh As 4d / Jh 8c 5d / Th 8d 7s"  # seat 1 a straight flush, seat 2 a full house


@pytest.fixture
def house(store: Store, shuffler: Shuffler, third: str) -> Running:
    """Bob's full house waits to be paid off the meter, then Ann's straight flush; Eve sits at another table."""
    shuffler.ready = [BOTH, third]
    running = Running(store, shared=store.database == "postgresql")
    running.house.office(HangMeter("big", SHOWS, RESET, REASON), FOUNDER, "hang")
    running.open(TABLES[0], TABLES[2])
    for name, seat, actor in (("one", 1, ANN), ("one", 2, BOB), ("third", 1, EVE)):
        running.do(name, Sit(seat, CHIPS), actor)
    for seat, actor in ((1, ANN), (2, BOB)):
        for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
            running.do("one", Wager(seat, wager, amount), actor)
        running.do("one", Ready(), actor)
    return running


def text_of(running: Running) -> str:
    return running.live("one").round_file(1, "Ann")


def prize_of(running: Running, seat: int) -> int:
    payoffs = running.live("one").finished[-1].payoffs
    return next(payoff.net for payoff in payoffs if (payoff.seat, payoff.wager) == (seat, "progressive"))


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("third", [NOTHING, ROYAL], ids=["put on it", "won"])
@pytest.mark.parametrize("before", [False, True], ids=["after the first prize", "before it, too"])
def test_a_file_comes_to_what_was_paid_however_the_meter_moved_between_two_prizes(
    house: Running, third: str, before: bool
) -> None:
    if before:
        wagers(house, "third", EVE)
    house.do("one", Validate(True, "looked at it"), SUE)
    if not before:
        wagers(house, "third", EVE)
    if third == ROYAL:
        house.do("third", Validate(True, "looked at it"), SUE)
    elif before:
        house.do("third", VoidRound("a fire"), SUE)
    shows = house.store.meters()["big"].amount
    house.do("one", Validate(True, "looked at it"), SUE)
    house.do("one", Decide("fold"), BOB)
    assert prize_of(house, 1) == int(shows / 10) - 1_00, "a tenth of what the meter showed then, without the chip"
    text = text_of(house)
    upper, _, lower = text.partition("---")
    assert "meter progressive now " in upper
    assert "meter progressive " in lower
    assert settled(text) == [], text
    assert rebuild(TABLES[0], house.store.whole("table/one")).finished == house.live("one").finished
    assert audited(house.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("third", [NOTHING])
def test_what_others_moved_before_the_first_prize_was_there_when_the_round_began(house: Running, third: str) -> None:
    wagers(house, "third", EVE)
    for _ in range(2):
        house.do("one", Validate(True, "looked at it"), SUE)
    house.do("one", Decide("fold"), BOB)
    assert "meter progressive now " not in text_of(house)
    assert settled(text_of(house)) == []


@pytest.mark.parametrize("so", [True, False], ids=["now", "in records of before"])
def test_records_of_before_say_nothing_of_it(shuffler: Shuffler, so: bool) -> None:
    """After a full house was paid off the meter another table puts something on it."""
    shuffler.ready = [FULL_HOUSE]
    evening = linked("one")
    wagers_of(evening)
    evening.do(Validate(True, "looked at it"), SUE)
    more = {"progressive": str(evening.table.meters["progressive"] + 500)}
    sealed = Sealed(bytes(32), more, practice=NOW if so else but("says_meters"))
    evening.keep(evening.table.execute(Fill(500_00, "more"), SUE, evening.at, sealed), SUE)
    evening.play()
    assert ("\nmeter progressive now " in evening.table.round_file(1, "Ann")) == so
    assert settled(evening.table.round_file(1, "Ann")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


FILE = """game lunar
rules reset=50000
meter progressive 60000
shoe 9h 2c Kh 3c Qh 4d Jh 5d Th 7s
seat 1 wagers ante 10, progressive 1
"""


def test_a_prize_is_of_what_the_meter_shows_where_the_line_stands() -> None:
    waits = "floor speaks first\n"
    (before,) = [each for each in settle(RoundFile(FILE)).payoffs if each.wager == "progressive"]
    moved = settle(RoundFile(f"{FILE}{waits}meter progressive now 80000.05 + 1/3 cents\n"))
    (after,) = [each for each in moved.payoffs if each.wager == "progressive"]
    assert (before.net, after.net) == (int(Fraction(60_000_70, 10)) - 1_00, 8_000_00 - 1_00)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("meter progressive now", "not an amount|meter NAME AMOUNT"),
        ("meter progressive now ten", "not an amount"),
        ("meter seven_card now 80", "no meter 'seven_card' hangs at this table"),
    ],
)
def test_a_line_that_says_nothing_of_a_meter_is_refused_with_its_number(line: str, why: str) -> None:
    with pytest.raises(RoundFileRefusal, match=why) as refused:
        settle(RoundFile(f"{FILE}{line}\n"))
    assert refused.value.line == 6
