"""Prizes of a kind that does not show by what a shared meter shows afterwards: they are known as prizes (HG1)."""

from fractions import Fraction

import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import ADM, CHIPS, CLOCKS, PAUSING, REASON, Running, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_fallen import FULL_HOUSE, PLAYERS, RESET, TABLES, wagers
from house.test_live_meters import NOTHING, ROYAL
from houseway.house.commands import Leave, OpenTable, Ready, Sit, Validate, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import ChangeReset, SetUpTable
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

__all__ = ["audited_as_laid", "shuffler", "two_stores"]


@pytest.mark.usefixtures("audited_as_laid")
def test_nor_where_the_prize_lifts_the_meter(store: Store, shuffler: Shuffler) -> None:
    """The house has chosen a larger reset amount than the meter shows: who wins it all leaves more than there was."""
    shuffler.ready = [ROYAL, NOTHING, NOTHING]
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    running.house.office(ChangeReset("big", 2 * RESET, REASON), ADM, "more")
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    for name in ("one", "other"):
        wagers(running, name, PLAYERS[name])
    running.do("one", Validate(True, "looked at it"), SUE)
    wagers(running, "third", EVE)
    running.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == 2 * RESET + Fraction(721, 10)
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
def test_nor_where_it_takes_no_whole_cent(store: Store, shuffler: Shuffler) -> None:
    """A quarter is wagered, and a hundredth of it goes onto the meter: a prize takes half a cent off that."""
    rules, pausing = ("five_card_progressive=A", "chip_unit=0.25"), {"one": CLOCKS, "other": PAUSING, "third": PAUSING}
    tables = [Definition(name, "packs", rules, clocks, {"five_card": "big"}) for name, clocks in pausing.items()]
    shuffler.ready = ["Ad 2c Kd 3h Qd 4s Jd 5h Td 7s"]
    running = Running(store, shared=store.database == "postgresql").open(*tables, meters={"big": RESET})
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
        running.do(name, Wager(1, "five_card_1", 25), actor)
    for name in ("one", "other"):
        running.do(name, Ready(), PLAYERS[name])
    running.do("one", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == RESET
    running.do("third", Ready(), EVE)
    running.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == RESET + Fraction(1, 4)
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("fails", [False, True], ids=["void", "given up"])
def test_nor_where_the_round_takes_a_prize_itself_after_that(store: Store, shuffler: Shuffler, fails: bool) -> None:
    """Its prize takes what a third table has put on the meter; void, it gives that back, and takes back nothing."""
    shuffler.ready = [FULL_HOUSE, FULL_HOUSE, NOTHING]
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    for name in ("one", "other"):
        wagers(running, name, PLAYERS[name])
    running.do("one", Validate(True, "looked at it"), SUE)
    wagers(running, "third", EVE)
    running.do("other", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == RESET
    if fails:
        table = running.house.table("other")
        with table.lock:
            table.give_up_round(running.at)
    else:
        running.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == RESET + Fraction(721, 10)
    assert rebuild(TABLES[1], running.store.whole("table/other")).meters == running.live("other").meters
    file = RoundFile(running.live("other").round_file(1, "Bob"))
    assert differences(file, settle(file)) == []
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
def test_a_prize_that_lay_before_its_own_takes_nothing_of_what_the_house_has_topped_up(
    store: Store, shuffler: Shuffler
) -> None:
    """The meter shows less than it is reset to. Void, the round that won all of it leaves what it found."""
    shuffler.ready = [FULL_HOUSE, "Ah 2c 3d Kh 4c 5d Qh 6c 7h Jh 8s 9d Th Jc Qs"]
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    running.house.office(ChangeReset("big", RESET + 100_00, REASON), ADM, "more")
    running.do("one", Sit(1, CHIPS), ANN)
    wagers(running, "one", ANN)
    running.do("other", Sit(1, CHIPS), BOB)
    running.do("other", Sit(2, CHIPS), EVE)
    running.do("other", Wager(2, "ante", 10_00), EVE)
    running.do("other", Ready(), EVE)
    wagers(running, "other", BOB)
    running.do("one", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == RESET + Fraction(700 + 713, 10) - 100_00
    running.do("other", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == RESET + 100_00
    running.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == RESET + 70 - 100_00
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
def test_nor_where_the_prize_was_paid_at_a_table_that_was_set_up_meanwhile(
    two_stores: tuple[Store, Store], shuffler: Shuffler
) -> None:
    """Another process has set it up, and this one has not heard of it."""
    shuffler.ready = [NOTHING, NOTHING, ROYAL]
    running = Running(two_stores[0], shared=True).open(*TABLES[:2], meters={"big": RESET})
    here = Running(two_stores[1], shared=True, seed=2)
    for name in ("one", "other"):
        running.do(name, Sit(1, CHIPS), PLAYERS[name])
    wagers(here, "other", BOB)
    running.house.office(SetUpTable(TABLES[2], REASON), FOUNDER, "set up")
    running.do("third", OpenTable(CHIPS, REASON), FOUNDER)
    running.do("third", Sit(1, CHIPS), EVE)
    wagers(running, "third", EVE)
    running.do("third", Validate(True, "looked at it"), SUE)
    wagers(running, "one", ANN)
    here.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == RESET + 70
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("fails", [False, True], ids=["void", "given up"])
def test_nor_where_a_meter_below_its_reset_amount_is_won_before_it_is_reset(
    store: Store, shuffler: Shuffler, fails: bool
) -> None:
    """At Pack's a meter is reset when the pack is over: between the prize and that next to nothing is on it."""
    clocks = {"one": CLOCKS, "other": PAUSING, "third": PAUSING}
    rules = ("five_card_progressive=A",)
    tables = [Definition(name, "packs", rules, each, {"five_card": "big"}) for name, each in clocks.items()]
    shuffler.ready = ["9h Ad 2c Th Kd 3h Jh Qd 4s Qh Jd 5h Kh Td 7s"]
    running = Running(store, shared=store.database == "postgresql").open(*tables, meters={"big": RESET})
    running.house.office(ChangeReset("big", 2 * RESET, REASON), ADM, "more")
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
        running.do(name, Wager(1, "five_card_1", 5_00), actor)
    running.do("one", Sit(2, CHIPS), BOB)
    running.do("one", Wager(2, "five_card_1", 5_00), BOB)
    running.do("other", Ready(), BOB)
    for actor in (ANN, BOB):
        running.do("one", Ready(), actor)
    running.do("one", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount < 1, "all of it is won"
    running.do("one", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == 2 * RESET
    running.do("third", Ready(), EVE)
    if fails:
        table = running.house.table("other")
        with table.lock:
            table.give_up_round(running.at)
    else:
        running.do("other", VoidRound("a fire"), SUE)
    assert running.store.meters()["big"].amount == 2 * RESET + 5
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("looks", [False, True])
def test_what_looks_like_a_prize_and_is_none_takes_nothing_from_a_void_round(store: Store, looks: bool) -> None:
    """The meter is below its reset amount and comes to just that, or goes back by another void round (G4, HG6)."""
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    running.house.office(ChangeReset("big", RESET + 142, REASON), ADM, "more")
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    for name in ("one", "other", "third"):
        wagers(running, name, PLAYERS[name])
    assert running.store.meters()["big"].amount == RESET + Fraction(700 + 713 + 721, 10)
    for name in ("one", "third", "other"):
        running.do(name, VoidRound("a fire"), SUE)
        if looks:
            for other in ("one", "other"):
                running.do(other, Sit(2, CHIPS), EVE)
                running.do(other, Leave(), EVE)
    assert running.store.meters()["big"].amount == RESET
    assert audited(running.store)[0].problem is None
