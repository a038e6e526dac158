"""The arithmetic behind a report: chi-squares, and results over many rounds with how they are known."""

from decimal import Decimal
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.figures import Computed, Estimated, Exact
from houseway.odds.report import chi_square, distribution
from houseway.odds.report.chi_square import Cell
from houseway.odds.report.long_run import Observed, play_on
from houseway.returns import LineOdds, from_lines

PUBLISHED = [  # statistic, degrees of freedom, p: the usual printed tables
    ("0.0039", 1, "0.95"),
    ("3.841", 1, "0.05"),
    ("6.635", 1, "0.01"),
    ("10.828", 1, "0.001"),
    ("5.991", 2, "0.05"),
    ("0.352", 3, "0.95"),
    ("16.266", 3, "0.001"),
    ("15.507", 8, "0.05"),
    ("18.307", 10, "0.05"),
    ("29.588", 10, "0.001"),
    ("43.773", 30, "0.05"),
    ("124.342", 100, "0.05"),
    ("77.929", 100, "0.95"),
]
ROUND = {Fraction(-1): Fraction(1, 2), Fraction(0): Fraction(1, 10), Fraction(3, 2): Fraction(2, 5)}
JACKPOT = {Fraction(-1): Fraction(74, 100), Fraction(2): Fraction(25999, 100000), Fraction(5000): Fraction(1, 100000)}


@pytest.mark.parametrize(("statistic", "freedom", "p"), PUBLISHED)
def test_the_p_value_is_that_of_the_printed_tables(statistic: str, freedom: int, p: str) -> None:
    found = chi_square.p_value(Fraction(statistic), freedom)
    assert abs(found - Decimal(p)) < Decimal(p) / 100


@pytest.mark.parametrize("statistic", ["0.01", "1", "1.9", "2.1", "7", "50", "150"])
def test_the_p_value_has_its_closed_forms_to_many_digits(statistic: str) -> None:
    half = Decimal(statistic) / 2
    for pairs in (1, 2, 5):
        closed, term = Decimal(0), (-half).exp()
        for place in range(pairs):
            closed += term
            term *= half / (place + 1)
        assert abs(chi_square.p_value(Fraction(statistic), 2 * pairs) - closed) < Decimal("1e-26")


def test_p_values_fall_as_the_statistic_grows_past_where_the_method_changes() -> None:
    for freedom in (1, 4, 7, 40):
        found = [chi_square.p_value(Fraction(step, 7), freedom) for step in range(1, 700, 9)]
        assert found == sorted(found, reverse=True)
        assert 0 < found[-1] < found[0] < 1


def test_what_is_expected_less_than_five_times_stands_together() -> None:
    cells = [
        Cell("a", Fraction(90), 95),
        Cell("b", Fraction(6), 3),
        Cell("c", Fraction(3), 2),
        Cell("d", Fraction(1), 0),
    ]
    found = chi_square.compare(cells)
    assert found.pooled == ("d", "c", "b")  # 4 of c and d are too few, so b stands with them
    assert found.freedom == 1
    assert found.statistic == Fraction(25, 90) + Fraction(25, 10)
    assert chi_square.compare([Cell("a", Fraction(9), 9), Cell("b", Fraction(0), 0)]).freedom == 0


def test_an_expectation_that_is_estimated_is_not_held_against_the_counts() -> None:
    sure = [Cell("a", Fraction(50), 70), Cell("b", Fraction(50), 30)]
    unsure = [Cell(cell.name, cell.expected, cell.observed, Fraction(350)) for cell in sure]
    assert chi_square.compare(sure).statistic == 2 * Fraction(400, 50)
    assert chi_square.compare(unsure).statistic == 2 * Fraction(400, 400)
    never_seen = [Cell("a", Fraction(100), 99), Cell("b", Fraction(0), 1, Fraction(1))]
    assert chi_square.compare(never_seen).statistic is not None  # a sample without it does not make it impossible


def test_an_outcome_without_a_chance_is_no_chance() -> None:
    found = chi_square.compare([Cell("a", Fraction(9), 8), Cell("b", Fraction(0), 1)])
    assert found.statistic is None
    assert found.p == 0


@pytest.mark.parametrize("rounds", [1, 2, 5, 9])
def test_results_are_the_convolution_of_single_rounds(rounds: int) -> None:
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for total, chance in sums.items():
            for net, once in ROUND.items():
                longer[total + net] = longer.get(total + net, Fraction(0)) + chance * once
        sums = longer
    lattice = distribution.on_lattice(ROUND)
    found = distribution.convolved(lattice, rounds)
    assert found is not None
    first, chances = found
    for place, chance in enumerate(chances):
        total = rounds * lattice.least + (first + place) * lattice.step
        assert abs(chance - float(sums.get(total, Fraction(0)))) < 1e-13
    results = distribution.after("any", rounds, ROUND)
    assert results is not None
    assert abs(results.ahead - sum(chance for total, chance in sums.items() if total > 0)) < Fraction(1, 10**12)
    assert abs(results.even - sums.get(Fraction(0), Fraction(0))) < Fraction(1, 10**12)
    for share, at in results.quantiles:
        assert sum(chance for total, chance in sums.items() if total <= at) >= share
        assert sum(chance for total, chance in sums.items() if total < at) < share


@pytest.mark.parametrize("chances", [ROUND, JACKPOT])
def test_ten_thousand_rounds_have_the_mean_and_deviation_of_one(chances: distribution.Chances) -> None:
    lattice = distribution.on_lattice(chances)
    found = distribution.convolved(lattice, 10_000)
    assert found is not None
    first, spread = found
    values = float(10_000 * lattice.least) + (first + np.arange(len(spread))) * float(lattice.step)
    results = distribution.after("any", 10_000, chances)
    assert results is not None
    mean = float((spread * values).sum())
    assert abs(spread.sum() - 1) < 1e-10
    assert mean == pytest.approx(float(results.mean), abs=1e-4)
    assert ((spread * (values - mean) ** 2).sum()) ** 0.5 == pytest.approx(float(results.sd), rel=1e-7)
    assert float(sum(bar.chance for bar in results.bars)) == pytest.approx(0.9995, abs=0.0005)


def test_a_fair_toss_is_ahead_as_often_as_binomials_say() -> None:
    fair = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    results = distribution.after("toss", 100, fair)
    assert results is not None
    assert results.step == 2
    assert abs(results.even - Fraction(comb(100, 50), 2**100)) < Fraction(1, 10**12)
    assert abs(results.ahead - (1 - results.even) / 2) < Fraction(1, 10**12)


def test_bars_hide_the_comb_of_a_rare_odd_result() -> None:
    chances = {Fraction(-1): Fraction(49, 100), Fraction(0): Fraction(2, 100), Fraction(1): Fraction(49, 100)}
    results = distribution.after("any", 50, chances)
    assert results is not None
    assert all(bar.high - bar.low == 1 for bar in results.bars)  # two results each: an odd and an even one
    middle = [bar.chance for bar in results.bars if abs(bar.low) < 8]
    assert max(middle) < 2 * min(middle)


def test_lines_that_hold_several_nets_have_no_chances_of_single_results() -> None:
    half, one = Exact(Fraction(1, 2)), Exact(Fraction(1))
    plain = LineOdds("wins", half, one, "1 to 1")
    mixed = LineOdds("loses", half, Exact(Fraction(-1)), "", None, Exact(Fraction(3, 2)))
    assert distribution.of_lines([plain, mixed]) is None
    assert distribution.of_lines([plain]) == {Fraction(1): Fraction(1, 2)}


def test_a_long_run_is_known_as_well_as_a_round() -> None:
    half = Exact(Fraction(1, 2))
    lines = [LineOdds("wins", half, Exact(Fraction(1)), "1 to 1"), LineOdds("loses", half, Exact(Fraction(-1)), "")]
    toss = from_lines("toss", None, lines)
    hundred, _ = play_on(toss, None)
    assert (hundred.source, hundred.mean, hundred.deviation) == ("lines", Exact(Fraction(0)), Exact(Fraction(10)))
    assert isinstance(hundred.ahead, Computed)
    assert hundred.ahead.digits == 11
    assert abs(hundred.ahead.value - Fraction(1, 2) * (1 - Fraction(comb(100, 50), 2**100))) < Fraction(1, 10**11)


def test_a_long_run_of_observed_rounds_has_the_interval_that_other_runs_show() -> None:
    """The oracle is other samples: nine in ten of them lie in the interval, and not all lie in its middle."""
    half = Exact(Fraction(1, 2))
    mixed = Exact(Fraction(1)), Exact(Fraction(3, 2))  # lines of several nets say nothing of single results
    lines = [
        LineOdds("wins", half, mixed[0], "1 to 1", None, mixed[1]),
        LineOdds("loses", half, Exact(Fraction(-1)), "", None, mixed[1]),
    ]
    generator, rounds, found = np.random.default_rng(1), 10_000, []
    for _ in range(60):
        wins = int(generator.binomial(rounds, 0.5))
        seen = {Fraction(1): Fraction(wins, rounds), Fraction(-1): Fraction(rounds - wins, rounds)}
        hundred, many = play_on(from_lines("toss", None, lines), Observed(seen, rounds))
        assert hundred.source == "rounds"
        assert isinstance(many.ahead, Estimated)
        assert (many.ahead.sampled, many.ahead.n) == ("rounds", rounds)
        found.append(many.ahead)
    truth = Fraction(4960, 10_000)  # of 10,000 tosses: half, less half of the ties
    inside = sum(figure.low <= truth <= figure.high for figure in found)
    middle = sum(abs(figure.value - truth) <= figure.stderr / 2 for figure in found)
    assert inside >= 52
    assert middle <= 40
