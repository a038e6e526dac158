"""The pit says of a payout that waits what would be paid now, whatever other tables have made of the meter since."""

from house.deeds import assert_sound, everything
from house.evenings import ANN, BOB, SUE
from house.houses import CHIPS, FLO, LINKED, Running, defined, two_stores
from house.stacking import Shuffler, shuffler
from house.test_live_meters import ROYAL
from house.test_meters_told import FACE_UP
from house.test_running_races import RESET, with_royal, won
from houseway.house.commands import Actor, Decide, Ready, Report, Sit, Validate, Wager
from houseway.house.definition import Definition
from houseway.house.pit import board
from houseway.house.schema import MOST
from houseway.house.store import Store

__all__ = ["shuffler", "two_stores"]

GRANTED = Validate(True, "looked at it")
EIGHTS = "8c 8c 8d 8d 8h 8h 8s 8s"
DIAMONDS = "Ad 2c Kd 3h Qd 4s Jd 5h Td 7s"  # a royal flush in Pack's first five cards


def due(running: Running, table: str) -> int:
    """What the pit says of the payout that waits at a table."""
    waiting = next(line.validation for line in board(running.house).tables if line.table == table)
    assert waiting is not None
    assert waiting.amount is not None
    return waiting.amount


def both_hit(store: Store, shuffler: Shuffler) -> Running:
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    with_royal(running, "one", ANN)
    with_royal(running, "other", BOB)
    return running


def test_what_another_table_moves_on_the_meter_is_in_it_at_once(store: Store, shuffler: Shuffler) -> None:
    running = both_hit(store, shuffler)
    assert [due(running, table) for table in ("one", "other")] == [RESET + 140] * 2
    running.do("one", GRANTED, SUE)
    assert due(running, "other") == RESET
    running.do("other", GRANTED, SUE)
    assert won(running, "other") + 1_00 == RESET
    assert_sound(store)


def test_to_look_at_it_changes_nothing_at_the_table(sqlite_store: Store, shuffler: Shuffler) -> None:
    running = both_hit(sqlite_store, shuffler)
    running.do("one", GRANTED, SUE)
    live, before = running.live("other"), everything(sqlite_store)
    assert live.round is not None
    felt, asked = dict(live.round.felt.meters), live.round.ask
    due(running, "other")
    assert running.live("other") is live
    assert (live.round.felt.meters, live.round.ask) == (felt, asked)
    assert felt == {"progressive": RESET + 140}  # as it was when somebody acted there
    assert everything(sqlite_store) == before


def test_what_another_process_moves_is_in_it(two_stores: tuple[Store, Store], shuffler: Shuffler) -> None:
    """Though this one has not heard of it yet."""
    shuffler.ready = [ROYAL, ROYAL]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True)
    other.house.start(recover=False)
    with_royal(one, "one", ANN)
    with_royal(one, "other", BOB)
    assert due(one, "one") == RESET + 140
    other.do("other", GRANTED, SUE)
    assert due(one, "one") == RESET


def test_what_the_floor_reports_meanwhile_brings_back_no_older_amount(sqlite_store: Store, shuffler: Shuffler) -> None:
    running = both_hit(sqlite_store, shuffler)
    running.do("one", GRANTED, SUE)
    running.do("other", Report("finds a late wager at seat 1", "seen by the floor"), FLO)
    assert due(running, "other") == RESET
    running.do("other", GRANTED, SUE)
    assert won(running, "other") + 1_00 == RESET


def test_at_packs_each_of_several_payouts_is_of_the_meter_as_it_stands(store: Store, shuffler: Shuffler) -> None:
    """Ann and Bob each have two packs with the whole meter; what was taken for a pack before is not in the next."""
    shuffler.ready = [DIAMONDS, DIAMONDS]
    running = Running(store).open(*FACE_UP, meters={"big": RESET})
    for table, actor in (("one", ANN), ("other", BOB)):
        on_two_packs(running, table, actor)
    for table in ("one", "other", "one", "other"):
        told = due(running, table)
        running.do(table, GRANTED, SUE)
        live = running.live(table)
        paid = live.round.payoffs if live.round is not None else live.finished[-1].payoffs
        assert told == paid[-1].net + paid[-1].stake - 1_00  # his chip still lies there
    assert_sound(store)


def on_two_packs(running: Running, table: str, actor: Actor) -> None:
    running.do(table, Sit(1, CHIPS), actor)
    for pack in (1, 2):
        running.do(table, Wager(1, f"five_card_{pack}", 1_00), actor)
    running.do(table, Ready(), actor)


def test_a_tables_own_meter_is_as_the_table_has_it(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    running = Running(sqlite_store).open(Definition("one", "lunar"))
    with_royal(running, "one", ANN)
    told = due(running, "one")
    running.do("one", GRANTED, SUE)
    assert won(running, "one") + 1_00 == told


def test_one_that_is_more_than_any_account_holds_is_refused_and_waits(store: Store, shuffler: Shuffler) -> None:
    """A supervisor then refuses it, and the wager goes back."""
    shuffler.ready = [EIGHTS]
    table, stake = "lucky8s-1", MOST // 200_000 + 1_00
    running = Running(store).open(defined("lucky8s", "bonus_table=5")).give(3 * stake, ANN)
    running.do(table, Sit(1, 2 * stake - stake % 1_00), ANN)
    running.do(table, Wager(1, "ante", 1_00), ANN)
    running.do(table, Wager(1, "bonus", stake - stake % 1_00), ANN)
    running.do(table, Ready(), ANN)
    running.do(table, Decide("house way"), ANN)
    running.do(table, Decide("fold"), ANN)
    before = everything(store)
    assert "cannot hold more" in str(running.refused(table, GRANTED, SUE))
    assert everything(store) == before
    running.do(table, Validate(False, "nobody has so much"), SUE)
    assert running.live(table).chips("Ann") == 2 * stake - stake % 1_00 - 1_00
    assert_sound(store)
