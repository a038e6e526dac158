"""Figures follow from lines, exactly, and are written in plain decimals."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.figures import Computed, Exact, decimal, root, to_root
from houseway.paytable import PayTable, read_line
from houseway.refusal import Refusal
from houseway.returns import Asked, BestPlay, LineOdds, counted_lines, from_lines, strategy_of

COIN = [
    LineOdds("heads", Exact(Fraction(1, 4)), Exact(Fraction(2)), "2 to 1", 1),
    LineOdds("tails", Exact(Fraction(3, 4)), Exact(Fraction(-1)), "", 3),
]


def test_the_figures_of_a_biased_coin() -> None:
    odds = from_lines("coin", None, COIN)
    assert odds.ev == Exact(Fraction(-1, 4))
    assert odds.house_edge == Exact(Fraction(1, 4))
    assert odds.variance == Exact(Fraction(1, 4) * 4 + Fraction(3, 4) - Fraction(1, 16))
    assert odds.hit_frequency == Exact(Fraction(1, 4))
    assert odds.deviation == Computed(to_root(odds.variance.value), 15), "the root is no fraction"


def test_a_line_whose_hands_bring_different_nets_carries_its_mean_square() -> None:
    split = LineOdds("one or three", Exact(Fraction(1)), Exact(Fraction(2)), "", None, square=Exact(Fraction(1 + 9, 2)))
    assert from_lines("split", None, [split]).variance == Exact(Fraction(1))


def test_the_element_of_risk_is_the_edge_of_all_that_was_wagered() -> None:
    assert from_lines("coin", None, COIN, wagered=Exact(Fraction(2))).element_of_risk == Exact(Fraction(1, 8))


def test_lines_that_leave_something_out_are_no_return_table() -> None:
    with pytest.raises(AssertionError, match="do not add up"):
        from_lines("coin", None, COIN[:1])


def test_a_pay_table_with_counts_is_a_return_table() -> None:
    table = PayTable(
        "X", "1", {name: read_line(name, pays) for name, pays in [("a", "$50"), ("b", "3 to 2"), ("c", "push")]}
    )
    lines = counted_lines({"a": 1, "b": 2, "c": 3, "": 4}, table, stake=500)
    assert [(line.combinations, line.net.value) for line in lines] == [(1, 10), (2, Fraction(3, 2)), (3, 0), (4, -1)]
    assert from_lines("x", "X", lines).ev.value == Fraction(10 + 3 - 4, 10)
    assert from_lines("x", "X", lines).hit_frequency.value == Fraction(3, 10), "a push is no hit"


def test_the_weakest_line_says_how_a_wager_is_known() -> None:
    computed = LineOdds("tails", Computed(Fraction(3, 4), 9), Exact(Fraction(-1)), "")
    odds = from_lines("coin", None, [COIN[0], computed])
    assert odds.ev == Computed(Fraction(-1, 4), 9)
    assert isinstance(odds.deviation, Computed)
    assert odds.hit_frequency == Exact(Fraction(1, 4)), "of the lines that end ahead"


def test_the_best_play_has_the_name_that_is_proven() -> None:
    known = BestPlay("best_known", "Nobody proved it.")
    assert strategy_of(Asked(rules=None), "coin", BestPlay(), ["simple"]) == "optimal"
    assert strategy_of(Asked(rules=None), "coin", known, ["simple"]) == "best_known"
    assert strategy_of(Asked(rules=None, strategy="simple"), "coin", known, ["simple"]) == "simple"
    for strategy, best, told in (
        ("optimal", known, "ask for best_known. Nobody proved it."),
        ("best_known", BestPlay(), "ask for optimal"),
        ("brave", known, "strategies: best_known, simple"),
    ):
        with pytest.raises(Refusal, match=told):
            strategy_of(Asked(rules=None, strategy=strategy), "coin", best, ["simple"])


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (Fraction(1, 3), 5, "0.33333"),
        (Fraction(2, 3), 5, "0.66667"),
        (Fraction(1, 8), 2, "0.12"),  # half even
        (Fraction(-1, 3 * 10**9), 4, "-0.0000000003333"),
        (Fraction(10**20), 5, "100000000000000000000"),
        (0, 5, "0"),
        (Decimal("0.5"), 5, "0.5"),
    ],
)
def test_numbers_are_written_without_an_exponent(number: Fraction | Decimal | int, digits: int, text: str) -> None:
    assert decimal(number, digits) == text


@given(st.fractions(min_value=-1000, max_value=1000))
def test_what_is_written_is_the_number_to_fifteen_digits(number: Fraction) -> None:
    assert abs(Fraction(decimal(number)) - number) <= abs(number) / 10**14


@given(st.fractions(min_value=0, max_value=1000))
def test_a_root_squared_is_the_number_again(number: Fraction) -> None:
    assert abs(Fraction(root(number)) ** 2 - number) <= number / 10**30
