"""The ledger: areas of the felt as accounts, transfers that sum to zero, and rounds of all games posted to the cent."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.felt import ChipsMoved, MeterMoved, Move
from houseway.house import ledger
from houseway.house.ledger import Books, combined, transfer_of, wrong_balance, wrong_with
from houseway.house.record import Transfer
from houseway.procedure import opening_felt
from houseway.rounds import read_file
from houseway.settling import settle

ROUNDS = sorted((Path(__file__).parent.parent / "rounds").rglob("*.round"))
BOOKS = Books("lunar-1", {1: "Ann", 3: "Bea"}, {"ace pot": "ace_pot"}, {"progressive": "royal"})


def chips(amount: int, source: str, target: str, clause: str = "") -> ChipsMoved:
    return ChipsMoved(amount, source, target, clause)


@pytest.mark.parametrize(
    ("move", "transfer"),
    [
        (chips(500, "3/chips", "3/ante"), {"chips/lunar-1/Bea": -500, "felt/lunar-1": 500}),
        (chips(500, "Cy/chips", "3/ante/Cy"), {"chips/lunar-1/Cy": -500, "felt/lunar-1": 500}),
        (chips(500, "3/ante/Cy", "inventory"), {"felt/lunar-1": -500, "inventory/lunar-1": 500}),
        (chips(500, "inventory", "1/chips"), {"inventory/lunar-1": -500, "chips/lunar-1/Ann": 500}),
        (chips(500, "cage", "inventory"), {"cage": -500, "inventory/lunar-1": 500}),
        (chips(500, "1/ace_ante", "ace pot"), {"felt/lunar-1": -500, "pot/lunar-1/ace_pot": 500}),
        (chips(500, "1/round_2", "pot/main"), {}),
        (chips(500, "pot/main", "inventory", "42.10(k)"), {"felt/lunar-1": -500, "commission/lunar-1": 500}),
        (chips(500, "ace pot", "inventory", "42.10(k)"), {"pot/lunar-1/ace_pot": -500, "commission/lunar-1": 500}),
        (chips(500, "1/round_1", "1/chips", "42.10(k)"), {"felt/lunar-1": -500, "chips/lunar-1/Ann": 500}),
        (chips(500, "wallet/Cy", "drop"), {"wallet/Cy": -500, "drop/lunar-1": 500}),
        (chips(500, "1/chips", "issued"), {"chips/lunar-1/Ann": -500, "issued": 500}),
        (chips(500, "3/coupons", "3/ante/coupon"), {"coupons/lunar-1/Bea": -500, "coupon felt/lunar-1": 500}),
        (chips(500, "Cy/coupons", "3/ante/Cy/coupon"), {"coupons/lunar-1/Cy": -500, "coupon felt/lunar-1": 500}),
        (chips(500, "3/ante/coupon", "coupon box"), {"coupon felt/lunar-1": -500, "coupon box/lunar-1": 500}),
        (chips(500, "3/ante/coupon", "3/coupons"), {"coupon felt/lunar-1": -500, "coupons/lunar-1/Bea": 500}),
        (chips(500, "coupon/Cy", "Cy/coupons"), {"coupon/Cy": -500, "coupons/lunar-1/Cy": 500}),
        (chips(500, "Cy/coupons", "coupon/Cy"), {"coupons/lunar-1/Cy": -500, "coupon/Cy": 500}),
        (MeterMoved("progressive", 1070, "1/2", ""), {"cage": -70, "meter/royal": 70}),
        (MeterMoved("progressive", 400, "0", ""), {"cage": 600, "meter/royal": -600}),
        (MeterMoved("progressive", 1000, "2/3", ""), {}),
    ],
)
def test_an_area_of_the_felt_is_an_account(move: Move, transfer: dict[str, int]) -> None:
    assert dict(transfer_of([move], BOOKS, {"progressive": Fraction(2000, 2)})) == transfer


def test_several_moves_of_a_meter_count_from_one_to_the_next() -> None:
    moves = [MeterMoved("progressive", 1070, "1/2", ""), MeterMoved("progressive", 500, "0", "")]
    assert dict(transfer_of(moves, BOOKS, {"progressive": Fraction(1000)})) == {"cage": 500, "meter/royal": -500}


def test_a_meter_that_is_not_linked_is_the_tables_own() -> None:
    moved = transfer_of([MeterMoved("five_card", 5, "0", "")], BOOKS, {"five_card": Fraction(0)})
    assert dict(moved) == {"cage": -5, "meter/lunar-1.five_card": 5}


@pytest.mark.parametrize(
    ("source", "target"),
    [("3/coupons", "3/chips"), ("3/ante", "3/ante/coupon"), ("coupon box", "inventory"), ("wallet/Cy", "coupon/Cy")],
)
def test_a_coupon_never_becomes_a_chip(source: str, target: str) -> None:
    with pytest.raises(AssertionError, match="coupon"):
        transfer_of([chips(500, source, target)], BOOKS)


@pytest.mark.parametrize(
    ("account", "coupons", "whose"),
    [
        ("coupon/Ann", True, "Ann"),
        ("coupons/lunar-1/Ann", True, None),
        ("coupon felt/lunar-1", True, None),
        ("coupon box/lunar-1", True, None),
        ("coupons issued", True, None),
        ("wallet/Ann", False, "Ann"),
        ("chips/coupon/Ann", False, None),
        ("issued", False, None),
    ],
)
def test_accounts_of_coupons_are_told_from_those_of_money(account: str, coupons: bool, whose: str | None) -> None:
    assert (ledger.holds_coupons(account), ledger.holder(account)) == (coupons, whose)


@pytest.mark.parametrize(
    ("transfer", "lines"),
    [
        (ledger.issue("Ann", 900), {"issued": -900, "wallet/Ann": 900}),
        (ledger.redeem("Ann", 900), {"issued": 900, "wallet/Ann": -900}),
        (ledger.hang_meter("royal", 900, 500), {"cage": -1400, "meter/royal": 900, "reserve/royal": 500}),
        (ledger.change_reset("royal", 500, 700), {"cage": -200, "reserve/royal": 200}),
        (ledger.change_reset("royal", 500, 500), {}),
        (ledger.give_coupon("Ann", 900), {"coupons issued": -900, "coupon/Ann": 900}),
        (combined(ledger.issue("Ann", 5), ledger.redeem("Ann", 2)), {"issued": -3, "wallet/Ann": 3}),
    ],
)
def test_what_is_moved_beside_the_felt(transfer: Transfer, lines: dict[str, int]) -> None:
    assert dict(transfer) == lines
    assert wrong_with(transfer) is None


def test_no_name_reaches_into_another_account() -> None:
    with pytest.raises(ValueError, match="a/Ann"):
        ledger.chips("a/Ann", "Bea")
    with pytest.raises(ValueError, match="-5"):
        ledger.issue("Ann", -5)


@pytest.mark.parametrize(
    ("transfer", "what"),
    [
        ((("cage", 5), ("issued", -4)), "the transfer sums to 1, not to zero"),
        ((("coupon/Ann", 5), ("issued", -5)), "its coupons sum to 5, not to zero"),
        ((("coupon box/a", -5), ("inventory/a", 5)), "its coupons sum to -5, not to zero"),
        ((("cage", 0),), "('cage', 0) is no posting"),
        ((("cage", True), ("issued", -1)), "('cage', True) is no posting"),
        ((("cage", 5, 5),), "('cage', 5, 5) is no posting"),
        ((), None),
    ],
)
def test_what_is_wrong_with_a_transfer_is_told(transfer: Transfer, what: str | None) -> None:
    assert wrong_with(transfer) == what


def test_what_is_wrong_with_balances_is_told() -> None:
    whole = {"issued": -10, "wallet/Ann": 10}
    assert wrong_balance(whole, whole) is None
    assert wrong_balance(whole, {**whole, "wallet/Ann": 9}) == "the balance of wallet/Ann is 9, its postings come to 10"
    assert wrong_balance(whole, {"issued": -10}) == "the balance of wallet/Ann is 0, its postings come to 10"
    debt = {"wallet/Ann": -10, "cage": 10}
    assert wrong_balance(debt, debt) == "the balance of wallet/Ann is -10"
    assert wrong_balance({"cage": 1}, {"cage": 1}) == "all accounts together hold 1, not zero"
    forged = {"coupon/Ann": 10, "issued": -10}
    assert wrong_balance(forged, forged) == "all coupons together come to 10, not to zero"
    held = {"coupon/Ann": -10, "coupons issued": 10}
    assert wrong_balance(held, held) == "the balance of coupon/Ann is -10"
    given = {"coupon/Ann": 10, "coupons issued": -10}
    assert wrong_balance(given, given) is None


amounts = st.integers(1, 10**12)
transfers = st.one_of(
    st.builds(ledger.issue, st.just("Ann"), amounts),
    st.builds(ledger.redeem, st.sampled_from(["Ann", "Bea"]), amounts),
    st.builds(ledger.hang_meter, st.just("royal"), amounts, amounts),
)


@given(st.lists(transfers))
def test_one_transfer_of_several_is_what_they_add_up_to_and_sums_to_zero(made: list[Transfer]) -> None:
    whole, added = combined(*made), Counter[str]()
    for account, cents in (line for transfer in made for line in transfer):
        added[account] += cents
    assert {account: cents for account, cents in added.items() if cents} == dict(whole)
    assert wrong_with(whole) is None


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_round_in_accounts_is_what_lies_on_the_felt(path: Path) -> None:
    """Independent of the postings: the felt before and after the round, added up by what its areas are called."""
    settled = settle(read_file(path))
    played = settled.played
    before = opening_felt(played.game, played.setup)
    pots = {area: name for name, area in played.game.pots.items()}
    seats = {seat: f"P{seat}" for seat in range(10)}
    posted = dict(transfer_of(played.moves, Books("t", seats, pots), before.meters))
    assert sum(posted.values()) == 0
    after = played.felt
    for area in (area for area in after.chips if area.endswith("/chips")):
        who = area.partition("/")[0]
        account = f"chips/t/P{who}" if who.isdigit() else f"chips/t/{who}"
        assert posted.get(account, 0) == after.stake(area) - before.stake(area)
    house = posted.get("inventory/t", 0) + posted.get("commission/t", 0)
    assert house == after.stake("inventory") - before.stake("inventory")
    for area, name in pots.items():
        assert posted.get(f"pot/t/{name}", 0) == after.stake(area) - before.stake(area)
    for name, shown in after.meters.items():
        assert posted.get(f"meter/t.{name}", 0) == int(shown) - int(before.meters[name])
    assert "felt/t" not in posted  # nothing is left on the betting areas after a round
    assert "coupon felt/t" not in posted
    for area in (area for area in after.chips if area.endswith("/coupons")):
        who = area.partition("/")[0]
        account = f"coupons/t/P{who}" if who.isdigit() else f"coupons/t/{who}"
        assert posted.get(account, 0) == after.stake(area) - before.stake(area)
    assert posted.get("coupon box/t", 0) == after.stake("coupon box")
