"""A figure says how it is known; a result of several figures is never surer than they are."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.figures import (
    Computed,
    Estimated,
    Exact,
    Figure,
    add,
    divide,
    estimate_mean,
    estimate_share,
    figure_json,
    limit_share,
    multiply,
    scale,
    subtract,
    take_root,
    write_figure,
)

HALF = Exact(Fraction(1, 2))
THIRD = Computed(Fraction(1, 3), 12)
DICE = Estimated(Fraction(3, 10), Fraction(1, 100), "positions", 2600)
COINS = Estimated(Fraction(-1, 10), Fraction(3, 100), "rounds", 900)
FIGURES: list[Figure] = [HALF, THIRD, DICE]


@pytest.mark.parametrize(
    ("figure", "shape"),
    [
        (HALF, {"value": "0.5", "basis": "exact", "fraction": "1/2"}),
        (THIRD, {"value": "0.333333333333", "basis": "computed", "digits": 12}),
        (
            DICE,
            {
                "value": "0.3000",
                "basis": "estimated",
                "low": "0.2804",
                "high": "0.3196",
                "sampled": "positions",
                "n": 2600,
            },
        ),
    ],
)
def test_a_figure_tells_programs_its_basis(figure: Figure, shape: dict[str, str | int]) -> None:
    assert figure_json(figure) == shape


def test_people_read_no_digit_that_is_not_right() -> None:
    assert write_figure(Exact(Fraction(1, 3))) == "0.333333"
    assert write_figure(Computed(Fraction(1, 3), 4)) == "0.3333"
    assert write_figure(Computed(Fraction(1, 3000), 4), 10) == "0.0003333"
    assert write_figure(
        Estimated(Fraction("0.007437123"), Fraction("0.00002806"), "positions", 2600), percent=True
    ) == ("0.7437% ± 0.0055%")
    assert write_figure(Estimated(Fraction(12345), Fraction(100), "rounds", 10)) == "12345 ± 196"


def test_the_margin_of_an_estimate_is_never_written_as_nothing() -> None:
    assert (
        write_figure(Estimated(Fraction(1, 2), Fraction(1, 10**9), "rounds", 10**15), 4)
        == "0.5000000000 ± 0.0000000020"
    )


@pytest.mark.parametrize("one", FIGURES)
@pytest.mark.parametrize("other", FIGURES)
def test_a_result_of_two_figures_has_the_weaker_basis(one: Figure, other: Figure) -> None:
    weaker = FIGURES[max(FIGURES.index(one), FIGURES.index(other))]
    for made in (add(one, other), subtract(one, scale(other, 2)), multiply(one, other), divide(one, other)):
        assert type(made) is type(weaker)


def test_errors_add_by_squares_where_samples_are_independent_and_as_they_are_otherwise() -> None:
    square = add(DICE, COINS, HALF)
    assert isinstance(square, Estimated)
    assert (square.value, square.sampled, square.n) == (Fraction(7, 10), "rounds", 900), "the greater error"
    assert abs(square.stderr**2 - Fraction(10, 100**2)) < Fraction(1, 10**20)
    assert add(DICE, COINS, independent=False).stderr == Fraction(4, 100)  # type: ignore[union-attr]


def test_a_small_difference_of_computed_figures_has_few_right_digits() -> None:
    cost = subtract(Computed(Fraction("0.123456789012"), 12), Computed(Fraction("0.123456780000"), 12))
    assert cost == Computed(Fraction("0.000000009012"), 4)


def test_a_quotient_has_the_error_of_the_delta_method_or_a_wider_one() -> None:
    known = divide(DICE, COINS, covariance=Fraction(0))
    assert isinstance(known, Estimated)
    # the variance of a/b is (var a + (a/b)^2 var b) / b^2
    assert abs(known.stderr**2 - (Fraction(1, 100**2) + 9 * Fraction(3, 100) ** 2) * 100) < Fraction(1, 10**20)
    unknown = divide(DICE, COINS)
    for covariance in (Fraction(3, 10**4), Fraction(-3, 10**4)):  # as far as it can be
        assert divide(DICE, COINS, covariance).stderr <= unknown.stderr + Fraction(1, 10**20)  # type: ignore[union-attr]


def test_the_root_of_an_exact_figure_is_computed_unless_it_is_a_fraction() -> None:
    assert take_root(Exact(Fraction(4, 9))) == Exact(Fraction(2, 3))
    assert isinstance(take_root(HALF), Computed)
    assert take_root(Estimated(Fraction(4), Fraction(1, 10), "rounds", 5)) == Estimated(
        Fraction(2), Fraction(1, 40), "rounds", 5
    )


@pytest.mark.parametrize("n", [20, 1000])
def test_an_event_that_never_came_may_come_and_one_that_always_came_may_fail(n: int) -> None:
    never, always = estimate_share(0, n), estimate_share(n, n)
    assert never.low == 0 < never.high
    assert always.low < 1 == always.high
    assert (1 - never.high) ** n < Fraction(5, 100), "a share above the interval would have shown itself"
    assert estimate_mean(Fraction(-1), Fraction(0), n, spread=Fraction(6)).margin > Fraction(6, n) / 2


@given(st.integers(1, 40), st.integers(0, 40), st.sampled_from([Fraction(1, 50), Fraction(1, 7), Fraction(1, 2)]))
def test_the_interval_of_a_share_has_its_share_in_itself(n: int, count: int, chance: Fraction) -> None:
    """Wilson's interval: a chance outside of it would bring so few, or so many, rarely."""
    found = estimate_share(min(count, n), n)
    assert 0 <= found.low <= found.value <= found.high <= 1
    below = sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(min(count, n) + 1))
    if chance > found.high:
        assert below < Fraction(9, 100)


def test_a_share_stays_between_nothing_and_all() -> None:
    wide = limit_share(Estimated(Fraction(1, 100), Fraction(1, 10), "positions", 10))
    assert isinstance(wide, Estimated)
    assert (wide.low, wide.high) == (Fraction(0), Fraction(1, 100) + Fraction(196, 1000))
    assert limit_share(DICE) == DICE


def test_an_estimate_without_an_error_is_refused() -> None:
    with pytest.raises(ValueError, match="standard error above 0"):
        Estimated(Fraction(1), Fraction(0), "rounds", 10)
