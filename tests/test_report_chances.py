"""The arithmetic behind a report: chi-squares, results over many rounds, what confirms an exact figure and what not."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb

import msgspec
import numpy as np
import pytest

from houseway import games
from houseway.odds import loading, simulation
from houseway.odds.report import chi_square, confirming, distribution
from houseway.odds.report.chi_square import Cell
from houseway.returns import Asked, LineOdds, WagerOdds
from houseway.tallies import Setting, Simulation, Tallies

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
    results = distribution.after("any", rounds, ROUND, "exact")
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
    results = distribution.after("any", 10_000, chances, "exact")
    assert results is not None
    mean = float((spread * values).sum())
    assert abs(spread.sum() - 1) < 1e-10
    assert mean == pytest.approx(float(results.mean), abs=1e-4)
    assert ((spread * (values - mean) ** 2).sum()) ** 0.5 == pytest.approx(float(results.sd), rel=1e-7)
    assert float(sum(bar.chance for bar in results.bars)) == pytest.approx(0.9995, abs=0.0005)


def test_a_fair_toss_is_ahead_as_often_as_binomials_say() -> None:
    fair = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    results = distribution.after("toss", 100, fair, "exact")
    assert results is not None
    assert results.step == 2
    assert abs(results.even - Fraction(comb(100, 50), 2**100)) < Fraction(1, 10**12)
    assert abs(results.ahead - (1 - results.even) / 2) < Fraction(1, 10**12)


def test_bars_hide_the_comb_of_a_rare_odd_result() -> None:
    chances = {Fraction(-1): Fraction(49, 100), Fraction(0): Fraction(2, 100), Fraction(1): Fraction(49, 100)}
    results = distribution.after("any", 50, chances, "exact")
    assert results is not None
    assert all(bar.high - bar.low == 1 for bar in results.bars)  # two results each: an odd and an even one
    middle = [bar.chance for bar in results.bars if abs(bar.low) < 8]
    assert max(middle) < 2 * min(middle)


def test_lines_that_hold_several_nets_have_no_chances_of_single_results() -> None:
    plain = LineOdds("wins", Fraction(1, 2), Fraction(1), "1 to 1")
    mixed = LineOdds("loses", Fraction(1, 2), Fraction(-1), "", None, Fraction(3, 2))
    assert distribution.of_lines([plain, mixed]) is None
    assert distribution.of_lines([plain]) == {Fraction(1): Fraction(1, 2)}


def test_counts_that_were_tampered_with_do_not_confirm() -> None:
    prepared, tallies, wanted = lucky8s_rounds()
    assert {wager.verdict for wager in confirming.compared(prepared, tallies, wanted)} == {"confirmed"}
    names = [outcome.line for outcome in prepared.outcomes]
    moved = {"more hands of 8": -400, "folded": 400}
    ante, bonus = confirming.compared(prepared, shifted(names, tallies, moved), wanted)
    assert ante.verdict == "not confirmed"
    assert bonus.verdict == "confirmed"


def test_outcomes_are_judged_where_the_mean_is_right() -> None:
    prepared, tallies, wanted = lucky8s_rounds()
    names = [outcome.line for outcome in prepared.outcomes]
    both_lose_two = {"fewer hands of 8": -500, "more side cards": 500}
    ante = confirming.compared(prepared, shifted(names, tallies, both_lose_two), wanted)[0]
    assert ante.z is not None
    assert abs(ante.z) < 3
    assert (ante.verdict, ante.by) == ("not confirmed", "line")


def test_lines_of_other_names_are_compared_by_what_they_bring() -> None:
    prepared, tallies, wanted = lucky8s_rounds()
    renamed = [
        msgspec.structs.replace(
            wager, lines=tuple(msgspec.structs.replace(line, line=f"{line.line}!") for line in wager.lines)
        )
        for wager in wanted
    ]
    ante, bonus = confirming.compared(prepared, tallies, renamed)
    assert (ante.by, ante.verdict, len(ante.cells)) == ("net", "confirmed", 4)  # -2, -1, 1 and 2
    assert (bonus.by, bonus.verdict) == ("net", "confirmed")


def test_a_mean_that_a_rare_prize_makes_skew_is_told_but_not_judged() -> None:
    prepared, tallies, wanted = lucky8s_rounds("bonus_table=5")
    names = [outcome.line for outcome in prepared.outcomes]
    ante, bonus = confirming.compared(prepared, shifted(names, tallies, {"8": 2, "2": -2}), wanted)
    assert ante.judged
    assert bonus.z is not None
    assert bonus.z > 4
    assert (bonus.judged, bonus.verdict) == (False, "confirmed")
    ante, bonus = confirming.compared(prepared, shifted(names, tallies, {"8": 40, "2": -40}), wanted)
    assert bonus.verdict == "not confirmed"


def test_a_wager_without_another_result_is_not_compared() -> None:
    prepared, tallies, _ = lucky8s_rounds()
    assert {wager.verdict for wager in confirming.compared(prepared, tallies, [])} == {"not compared"}


def lucky8s_rounds(*options: str) -> tuple[Simulation, Tallies, Sequence[WagerOdds]]:
    rules = games.load("lucky8s").rules.read(options)
    work = simulation.task("lucky8s", Setting(rules=rules, strategy="optimal"), "report")
    tallies = simulation.play_shard(work, 0, 100_000)
    return simulation.prepared(work), tallies, loading.load("lucky8s").wagers(Asked(rules=rules))


def shifted(names: Sequence[str], tallies: Tallies, by: dict[str, int]) -> Tallies:
    """The tallies with rounds moved from one line to another."""
    counts = [count + by.get(name, 0) for name, count in zip(names, tallies.counts, strict=True)]
    return msgspec.structs.replace(tallies, counts=tuple(counts))
