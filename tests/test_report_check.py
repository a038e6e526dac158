"""The check of a wager: four words, and the condition of each."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

import msgspec

from houseway import games
from houseway.figures import Estimated, Exact, Figure
from houseway.odds import loading, simulation
from houseway.odds.report.chi_square import Cell, compare
from houseway.odds.report.comparison import LEAST_P, Compared, Run, compare_all
from houseway.odds.report.confirmation import WORDS, Check, check_wager, find_worst
from houseway.returns import Asked, LineOdds, WagerOdds, from_lines
from houseway.tallies import Setting, Simulation, Tallies

HALF = Exact(Fraction(1, 2))
TOSS = from_lines(
    "toss",
    None,
    [LineOdds("wins", HALF, Exact(Fraction(1)), "1 to 1"), LineOdds("loses", HALF, Exact(Fraction(-1)), "")],
)


def test_four_standard_errors_are_one_percent_of_the_wager_at_most() -> None:
    """A toss deviates by 1, so 160,000 rounds are just enough."""
    assert check_of(200_000, by_line=True).check == "confirmed"
    found = check_of(40_000, by_line=True)
    assert (found.check, found.left_out) == (
        "confirmed in part",
        ("precision: four standard errors are 2.00% of the wager",),
    )


def test_more_than_four_standard_errors_contradict() -> None:
    error = Fraction(1, 1000)  # of a million tosses
    assert check_of(1_000_000, mean=Fraction(39, 10) * error, by_line=True).check == "confirmed"
    found = check_of(1_000_000, mean=Fraction(-41, 10) * error, by_line=True)
    assert found.check == "contradicted"
    assert "4.10 standard errors away" in found.compared[0]


def test_left_out_parts_are_named() -> None:
    assert check_of(1_000_000).left_out == ("how often each outcome comes",)
    found = check_wager(TOSS, [], "optimal")
    assert (found.check, found.compared, found.rounds) == ("not compared", (), 0)
    assert found.left_out == ("no round was played: nobody deals from an infinite deck",)
    assert check_of(99).check == "not compared"
    other = msgspec.structs.replace(TOSS, wager="bonus")
    assert check_wager(other, [run_of(TOSS.ev, 10**6)], "optimal").left_out == ("no run wagers on bonus",)


def test_another_strategy_confirms_in_part_at_best() -> None:
    estimate = Estimated(Fraction(-74, 10_000), Fraction(3, 100_000), "positions", 2600)
    wanted = msgspec.structs.replace(TOSS, ev=estimate)
    found = check_wager(wanted, [run_of(TOSS.ev, 10**7, by_line=True, strategy="simple")], "optimal")
    assert (found.check, found.rounds) == ("confirmed in part", 10**7)
    assert found.left_out == ("optimal play of the toss was not simulated: its edge is estimated from 2,600 positions",)
    assert "strategy simple" in found.compared[0]
    wrong = run_of(TOSS.ev, 10**7, mean=Fraction(1, 100), strategy="simple")
    assert check_wager(wanted, [wrong], "optimal").check == "contradicted"


def test_the_error_of_an_estimate_counts_in() -> None:
    """The mean lies ten of its own standard errors away, and two of both together."""
    estimate = Estimated(Fraction(1, 100), Fraction(5, 1000), "positions", 2600)
    wanted = msgspec.structs.replace(TOSS, ev=estimate)
    found = check_wager(wanted, [run_of(estimate, 10**6, mean=Fraction(0))], "optimal")
    assert found.check == "confirmed in part"
    assert "precision: four standard errors are 2.04% of the wager" in found.left_out
    rounds = msgspec.structs.replace(estimate, sampled="rounds", stderr=Fraction(1, 10**6))
    again = check_wager(msgspec.structs.replace(TOSS, ev=rounds), [run_of(rounds, 10**7, mean=rounds.value)], "simple")
    assert again.left_out[0].endswith("from rounds: the edge itself is estimated from 2,600 rounds")


def test_a_sheet_is_as_good_as_its_worst_wager() -> None:
    checks = [Check(wager="any", table=None, check=word) for word in reversed(WORDS)]
    assert [find_worst(checks[: place + 1]) for place in range(4)] == [
        "confirmed",
        "confirmed in part",
        "not compared",
        "contradicted",
    ]


def test_a_wager_that_always_brings_the_same_is_right_or_contradicted() -> None:
    sure = msgspec.structs.replace(TOSS, ev=Exact(Fraction(1)))
    for mean, word in ((Fraction(1), "confirmed"), (Fraction(999, 1000), "contradicted")):
        run = run_of(sure.ev, 1000, by_line=True)
        found = msgspec.structs.replace(run.wagers[0], mean=Exact(mean))
        assert check_wager(sure, [msgspec.structs.replace(run, wagers=(found,))], "optimal").check == word


def test_outcomes_are_as_rare_as_four_standard_errors_before_they_contradict() -> None:
    assert abs(LEAST_P - Decimal(2 * NormalDist().cdf(-4))) < Decimal("0.0000001")


def test_counts_that_were_tampered_with_contradict() -> None:
    played = lucky8s_rounds()
    assert {words_of(*played)[wager] for wager in ("ante", "bonus")} == {"confirmed in part"}  # of 100,000 rounds
    found = words_of(*shifted(played, {"more hands of 8": -500, "folded": 500}))
    assert found == {"ante": "contradicted", "bonus": "confirmed in part"}


def test_outcomes_are_judged_where_the_mean_is_right() -> None:
    both_lose_two = {"fewer hands of 8": -500, "more side cards": 500}
    played = shifted(lucky8s_rounds(), both_lose_two)
    ante = compare_all(*played)[0]
    assert ante.z is not None
    assert abs(ante.z) < 3
    assert ante.by == "line"
    assert words_of(*played)["ante"] == "contradicted"


def test_lines_of_other_names_are_compared_by_what_they_bring() -> None:
    prepared, tallies, wanted = lucky8s_rounds()
    renamed = [
        msgspec.structs.replace(
            wager, lines=tuple(msgspec.structs.replace(line, line=f"{line.line}!") for line in wager.lines)
        )
        for wager in wanted
    ]
    ante, bonus = compare_all(prepared, tallies, renamed)
    assert (ante.by, ante.contradictions, len(ante.cells)) == ("net", (), 4)  # -2, -1, 1 and 2
    assert (bonus.by, bonus.contradictions) == ("net", ())


def test_a_mean_that_a_rare_prize_makes_skew_is_told_but_not_judged() -> None:
    played = lucky8s_rounds("bonus_table=5")
    ante, bonus = compare_all(*shifted(played, {"8": 2, "2": -2}))
    assert ante.judged
    assert bonus.z is not None
    assert bonus.z > 4
    assert (bonus.judged, bonus.contradictions) == (False, ())
    (check,) = checks_of(*shifted(played, {"8": 2, "2": -2}))[1:]
    assert check.check == "confirmed in part"
    assert check.left_out[0] == "the mean: 100,000 rounds are too few for a wager with so rare a prize"
    assert words_of(*shifted(played, {"8": 40, "2": -40}))["bonus"] == "contradicted"


def test_an_outcome_that_has_no_chance_contradicts() -> None:
    prepared, tallies, wanted = lucky8s_rounds()
    none = Exact(Fraction(0))
    lines = tuple(
        msgspec.structs.replace(line, probability=none) if line.line == "folded" else line for line in wanted[0].lines
    )
    odds = [msgspec.structs.replace(wanted[0], lines=lines), *wanted[1:]]
    found = checks_of(prepared, tallies, odds)[0]
    assert found.check == "contradicted"
    assert any("one that has no chance" in words for words in found.compared)


def test_a_wager_without_odds_is_not_compared() -> None:
    prepared, tallies, _ = lucky8s_rounds()
    assert {found.expected for found in compare_all(prepared, tallies, [])} == {None}
    assert check_wager(TOSS, [run_of(None, 10**6, by_line=True)], "optimal").check == "not compared"


def check_of(rounds: int, *, mean: Fraction = Fraction(0), by_line: bool = False) -> Check:
    return check_wager(TOSS, [run_of(TOSS.ev, rounds, mean=mean, by_line=by_line)], "optimal")


def run_of(
    expected: Figure | None,
    rounds: int,
    *,
    mean: Fraction = Fraction(0),
    by_line: bool = False,
    strategy: str = "optimal",
) -> Run:
    """A run of tosses whose mean is this."""
    cells = tuple(Cell(name, Fraction(rounds, 2), rounds // 2) for name in ("wins", "loses")) if by_line else ()
    error = Fraction(Decimal(rounds).sqrt()) / rounds
    found = Compared(
        wager="toss",
        table=None,
        mean=Estimated(mean, error, "rounds", rounds),
        expected=expected,
        judged=rounds >= 100,
        by="line" if cells else None,
        cells=cells,
        chi=compare(cells) if cells else None,
    )
    return Run(path="kernel", strategy=strategy, seed="any", rounds=rounds, wagers=(found,))


Played = tuple[Simulation, Tallies, Sequence[WagerOdds]]


def lucky8s_rounds(*options: str) -> Played:
    rules = games.load("lucky8s").rules.read(options)
    work = simulation.task("lucky8s", Setting(rules=rules, strategy="optimal"), "report")
    tallies = simulation.play_shard(work, 0, 100_000)
    return simulation.prepared(work), tallies, loading.load("lucky8s").wagers(Asked(rules=rules))


def shifted(played: Played, by: dict[str, int]) -> Played:
    """The rounds with some moved from one line to another."""
    prepared, tallies, wanted = played
    names = [outcome.line for outcome in prepared.outcomes]
    counts = [count + by.get(name, 0) for name, count in zip(names, tallies.counts, strict=True)]
    return prepared, msgspec.structs.replace(tallies, counts=tuple(counts)), wanted


def checks_of(prepared: Simulation, tallies: Tallies, wanted: Sequence[WagerOdds]) -> list[Check]:
    found = compare_all(prepared, tallies, wanted)
    run = Run(path="kernel", strategy="optimal", seed="report", rounds=tallies.rounds, wagers=found)
    return [check_wager(wager, [run], "optimal") for wager in wanted]


def words_of(prepared: Simulation, tallies: Tallies, wanted: Sequence[WagerOdds]) -> dict[str, str]:
    return {check.wager: check.check for check in checks_of(prepared, tallies, wanted)}
