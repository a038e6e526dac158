"""Pack's Poker at linked tables: another table wins the meter while a payout waits to be validated here."""

import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import ADM, CHIPS, CLOCKS, REASON, Running
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from houseway.house.commands import Ready, Sit, Validate, Wager
from houseway.house.definition import Definition
from houseway.house.office_commands import ChangeReset
from houseway.house.store import Store
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

__all__ = ["audited_as_laid", "shuffler"]

METER, RESET = 30_000_00, 5_000_00
DEALER, OTHER_PACKS = "2s 4s 6s 8c Tc", "2c 9d 4c Jd"
KING_HIGH, THREE_HIGH, QUEEN_HIGH = "Kh Qh Jh Th 9h", "3h 4h 5h 6h 7h", "Qh Jh Th 9h 8h"


def laid(pack: str, *hands: str) -> str:
    """A shoe that deals these hands one card at a time, then the packs."""
    dealt = [card for turn in zip(*(hand.split() for hand in (*hands, DEALER)), strict=True) for card in turn]
    return " ".join((*dealt, pack, OTHER_PACKS))


def two_tables(store: Store, *rules: str) -> Running:
    options = ("seven_card_progressive=A", *rules)
    tables = [Definition(name, "packs", options, CLOCKS, {"seven_card": "big"}) for name in ("one", "other")]
    running = Running(store, shared=store.database == "postgresql").open(*tables, meters={"big": METER})
    running.house.office(ChangeReset("big", RESET, REASON), ADM, "less")
    return running


def won_elsewhere(running: Running) -> None:
    """The other table takes the whole meter."""
    running.do("other", Sit(1, CHIPS), EVE)
    running.do("other", Wager(1, "seven_card_1", 1_00), EVE)
    running.do("other", Ready(), EVE)
    running.do("other", Validate(True, "looked at it"), SUE)
    assert running.store.meters()["big"].amount == RESET


def check_files(running: Running, *names: str) -> None:
    for name in names:
        file = RoundFile(running.live("one").round_file(1, name))
        assert differences(file, settle(file)) == []
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("granted", [True, False], ids=["validated", "refused"])
def test_everybody_is_paid_once_whatever_the_meter_shows_meanwhile(
    store: Store, shuffler: Shuffler, granted: bool
) -> None:
    """With less on the meter it is the multiple that pays most (P10), and the order in which they are settled another.

    Ann has a six-card royal flush for a dollar, Bob seven cards in a row for a hundred.
    """
    running = two_tables(store, "seven_card_top=any")
    for seat, actor in ((2, ANN), (5, BOB)):
        shuffler.ready = [laid("Ah 2h", KING_HIGH, THREE_HIGH)]
        running.do("one", Sit(seat, CHIPS), actor)
        running.do("one", Wager(seat, "pack_1", 10_00), actor)
        running.do("one", Wager(seat, "seven_card_1", 1_00 if actor is ANN else 100_00), actor)
    for actor in (ANN, BOB):
        running.do("one", Ready(), actor)
    shuffler.ready = [laid("Ah 2h", THREE_HIGH)]
    won_elsewhere(running)
    running.do("one", Validate(granted, "looked at it"), SUE)
    running.do("one", Validate(True, "looked at it"), SUE)
    finished = running.live("one").finished[-1]
    nets = {(payoff.seat, payoff.wager): payoff.net for payoff in finished.payoffs}
    assert finished.failed is None
    assert nets == {
        (5, "pack_1"): 10_00,
        (2, "pack_1"): 10_00,
        (2, "seven_card_1"): 499_00 if granted else 0,
        (5, "seven_card_1"): 19_900_00,
    }
    check_files(running, "Ann", "Bob")


@pytest.mark.usefixtures("audited_as_laid")
def test_the_file_says_that_the_meter_was_won_elsewhere_while_a_payout_waited(store: Store, shuffler: Shuffler) -> None:
    """A tenth of what is left is less than the multiple (P10): nothing comes off the meter here."""
    running = two_tables(store)
    shuffler.ready = [laid("Ah 2d", KING_HIGH)]
    running.do("one", Sit(2, CHIPS), ANN)
    running.do("one", Wager(2, "seven_card_1", 3_00), ANN)
    running.do("one", Ready(), ANN)
    shuffler.ready = [laid("Ah Kh", QUEEN_HIGH)]
    won_elsewhere(running)
    running.do("one", Validate(True, "looked at it"), SUE)
    assert [payoff.net for payoff in running.live("one").finished[-1].payoffs] == [1_497_00]
    assert f"meter seven_card now {RESET // 100}" in running.live("one").round_file(1, "Ann")
    check_files(running, "Ann")


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("meanwhile", ["nothing", "the whole is won", "a wager is lost"])
def test_the_whole_after_a_tenth_is_what_the_meter_shows_by_then(
    store: Store, shuffler: Shuffler, meanwhile: str
) -> None:
    """Bob has a six-card royal flush, Ann seven cards in a row: 43.12(d)2 pays her the balance, as it stands (HG1)."""
    running = two_tables(store, "seven_card_top=any")
    shuffler.ready = [laid("Th 9h", "8h 7h 6h 5h 4h", "Ah Kh Qh Jh 2d")]
    for seat, actor in ((1, ANN), (6, BOB)):
        running.do("one", Sit(seat, CHIPS), actor)
        running.do("one", Wager(seat, "seven_card_1", 1_00), actor)
    for actor in (ANN, BOB):
        running.do("one", Ready(), actor)
    before = running.store.meters()["big"].amount
    running.do("one", Validate(True, "looked at it"), SUE)
    tenth = before // 10
    assert running.store.meters()["big"].amount == before - tenth
    if meanwhile == "the whole is won":
        shuffler.ready = [laid("Th 9h", "8h 7h 6h 5h 4h")]
        won_elsewhere(running)
    elif meanwhile == "a wager is lost":
        shuffler.ready = [laid("Th 9h", "2h 3d 6d 8s Jc")]
        running.do("other", Sit(1, CHIPS), EVE)
        running.do("other", Wager(1, "seven_card_1", 100_00), EVE)
        running.do("other", Ready(), EVE)
    left = running.store.meters()["big"].amount
    assert (left == before - tenth) == (meanwhile == "nothing")
    running.do("one", Validate(True, "looked at it"), SUE)
    nets = {payoff.seat: payoff.net for payoff in running.live("one").finished[-1].payoffs}
    assert nets == {6: tenth - 1_00, 1: left // 1 - 1_00}
    assert running.store.meters()["big"].amount == RESET
    check_files(running, "Ann", "Bob")
