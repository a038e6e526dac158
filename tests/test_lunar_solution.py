"""Solving Lunar Poker: pieces on any executor, kept and gone on with; a sample that is right on average."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from houseway.cli import houseway
from houseway.games.lunar import classes, odds, sampling, solution
from houseway.games.lunar.ends import BOUGHT, ENDS, EXCHANGED, FOLDS, NO_HAND, PLAIN
from houseway.games.lunar.no_exchange import WAYS
from houseway.games.lunar.position import weight
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.sampling import LEAST, STRATA, UPS, Draw, Stratum, Survey, draw, estimated, shares, solve_draw
from houseway.games.lunar.solution import Sampled, solution_of, solve
from houseway.games.lunar.solving import Solved, Work, hands_of_classes, solve_chunk, solve_classes
from houseway.refusal import Refusal
from houseway.returns import Asked, Position

RULES = Rules()
MADE = 400  # classes, in a game made up for the sample


def best_of(number: int, up_rank: int) -> tuple[str, Fraction]:
    """The best choice of a class by asking for all of them."""
    hand = classes.list_hands(5, classes.classes_of(5))[number]
    cards = np.empty(5, np.uint8)
    classes.cards_of(hand, up_rank, cards)
    found = odds.choices(Position(rules=RULES, hand=tuple(int(card) for card in cards), up=4 * up_rank))
    best = max(found, key=lambda choice: choice.ev)
    return best.action.split()[0], best.ev


def test_a_solved_position_is_the_best_of_all_choices() -> None:
    numbers = [234_567]
    for number, solved in zip(numbers, solve_classes(Work(), 9, numbers), strict=True):
        action, ev = best_of(number, 9)
        assert Fraction(solved.value, weight(solved.draws)) == ev
        assert sum(solved.ends) == weight(solved.draws)
        assert action == ("fold", "bet", "buy")[solved.choice] if solved.choice < 3 else action == "exchange"
        assert solved.without is not None
        assert solved.without.choice < 3


def test_a_chunk_counts_every_hand_that_a_class_stands_for() -> None:
    chunk = solve_chunk(Work(), 9, 300_000, 2)
    singly = solve_classes(Work(), 9, [300_000, 300_001])
    assert chunk.choices == [each.choice for each in singly]
    assert chunk.values == [each.value for each in singly]
    hands = sum(Fraction(sum(row), weight(draws)) for draws, row in enumerate(chunk.ends))
    assert hands == hands_of_classes()[300_000:300_002].sum()


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """A game of three classes against one up card, in pieces of two; and the pieces that were worked on."""
    done: list[tuple[int, int]] = []

    def counted(work: Work, up_rank: int, first: int, number: int) -> Any:
        done.append((up_rank, first))
        return solve_chunk(work, up_rank, first, min(number, 3 - first))

    monkeypatch.setattr(solution, "UPS", 1)
    monkeypatch.setattr(solution, "CHUNK", 2)
    monkeypatch.setattr(solution, "classes_of", lambda size: SimpleNamespace(total=3))
    monkeypatch.setattr(solution, "solve_chunk", counted)
    return done


def test_the_job_goes_on_where_it_stopped(tiny: list[tuple[int, int]], tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        whole = solve(RULES, tmp_path, executor, 2, progress=lambda done, of: told.append((done, of)))
        assert told == [(2, 3), (3, 3)]
        assert tiny == [(0, 0), (0, 2)]
        (tmp_path / "chunk-00-000002.json").unlink()
        again = solve(RULES, tmp_path, executor, 2)
        assert tiny == [(0, 0), (0, 2), (0, 2)]
        assert again == whole
        assert solve(RULES, tmp_path, executor, 2) == whole
        assert len(tiny) == 3
        with pytest.raises(Refusal, match="holds another job: take another folder"):
            solve(Rules(second_hand="six_only"), tmp_path, executor, 2)
    assert whole.positions == 3
    assert whole.error == 0
    assert sum(whole.counts.values()) == 1
    kept = json.loads((tmp_path / "chunk-00-000000.json").read_text())
    assert set(kept) == {"up_rank", "first", "choices", "values", "ends"}
    assert not list(tmp_path.glob("*.half"))


def test_the_command(tiny: list[tuple[int, int]], tmp_path: Path) -> None:
    def told(*words: str) -> Any:
        return CliRunner().invoke(houseway, ["solve", *words], standalone_mode=False)

    found = told("lunar", "-o", str(tmp_path / "all"), "--workers", "1", "--json")
    assert found.exception is None
    result = json.loads(found.stdout)
    assert (result["positions"], result["stderr"], result["wager"]["method"]) == (3, "0", "exact")
    assert "3 positions solved: house edge " in told("lunar", "-o", str(tmp_path / "all"), "--workers", "1").stdout
    for words, reason in (
        (("packs", "-o", str(tmp_path)), "nothing to solve"),
        (("lunar", "-o", str(tmp_path), "--sample", "100"), f"at least {LEAST} positions, not 100"),
        (("lunar", "-o", str(tmp_path), "--rules", "second_hand=third"), "second_hand is one of"),
    ):
        refused = told(*words)
        assert isinstance(refused.exception, Refusal)
        assert reason in str(refused.exception)


# A game made up: every class stands for one hand, is worth nothing without exchanges, and an exchange adds `truth`.


def made_up(seed: int) -> tuple[list[Survey], list[list[int]]]:
    chance = np.random.default_rng(seed)
    truths = chance.normal(0, 1500, (UPS, MADE)).astype(int)
    surveys = [Survey([], (truth + chance.normal(10, 60, MADE)).astype(int).tolist()) for truth in truths]
    return surveys, np.maximum(truths, 0).tolist()


@pytest.fixture
def one_hand_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "hands_of_classes", lambda: np.ones(MADE, np.int64))


def sampled(surveys: Sequence[Survey], truths: Sequence[Sequence[int]], seed: str) -> tuple[Fraction, Decimal]:
    """What a sample says that exchanges add, in ten-thousandths of an Ante, as the share that ends in NO_HAND."""
    strata = sampling.strata_of(surveys)
    for drawn in draw(surveys, 2000, seed, 20):
        for gain, number in zip(drawn.estimates, drawn.numbers, strict=True):
            added = truths[drawn.up_rank][number]
            changes = ((2, NO_HAND, added * weight(2), added * weight(2) * gain),)
            in_billionths = added * 10**5
            strata[drawn.stratum] += Stratum(
                0, 0, 1, gain, gain**2, in_billionths, in_billionths**2, gain * in_billionths, changes
            )
    counts, error = estimated([[0] * ENDS, [0] * ENDS], strata)
    return counts[2, NO_HAND], error


@pytest.mark.usefixtures("one_hand_each")
def test_a_sample_is_right_within_its_error() -> None:
    surveys, truths = made_up(1)
    truth = Fraction(sum(map(sum, truths)), UPS * MADE)
    misses = []
    for trial in range(8):
        found, error = sampled(surveys, truths, f"trial {trial}")
        misses.append(float((found - truth) / 10**4) / float(error))
        assert 0 < error < Decimal("0.0003")  # without the estimates it would be ten times that
    assert max(map(abs, misses)) < 4
    assert 0.4 < np.mean(np.square(misses)) < 2.5


@pytest.mark.usefixtures("one_hand_each")
def test_positions_are_drawn_by_seed_from_their_strata() -> None:
    surveys, _ = made_up(2)
    drawn = draw(surveys, 1000, "one", 20)
    assert sum(len(each.numbers) for each in drawn) == 1000
    assert drawn == draw(surveys, 1000, "one", 20)
    assert drawn != draw(surveys, 1000, "other", 20)
    starts = [start for start, _ in STRATA]
    for each in drawn:
        up_rank, place = divmod(each.stratum, len(STRATA))
        gains = [surveys[up_rank].gains[number] for number in each.numbers]
        assert each.up_rank == up_rank
        assert all(gain >= starts[place] for gain in gains)
        assert place == len(STRATA) - 1 or all(gain < starts[place + 1] for gain in gains)
        assert each.estimates == tuple(max(gain, 0) for gain in gains)
    assert sum(shares(sampling.strata_of(surveys), LEAST)) == LEAST


def test_a_drawn_position_is_solved_with_and_without_exchanges() -> None:
    number = 1234
    (solved,) = solve_classes(Work(), 9, [number])
    sums = solve_draw(Work(), Draw(0, 9, (number, number), (100, 200)))
    assert solved.without is not None
    added = Fraction(solved.value, weight(solved.draws)) - Fraction(solved.without.value, weight(solved.without.draws))
    assert (sums.drawn, sums.estimates, sums.squares) == (2, 300, 50_000)
    assert sums.added == 2 * round(added * 10**9)
    assert sums.products == 300 * round(added * 10**9)
    if solved.choice != solved.without.choice:
        assert sums.changes == changes_of(solved)


def changes_of(solved: Solved) -> tuple[tuple[int, int, int, int], ...]:
    assert solved.without is not None
    found = {(solved.draws, end): count for end, count in enumerate(solved.ends) if count}
    for end, count in enumerate(solved.without.ends):
        if count:
            place = solved.without.draws, end
            found[place] = found.get(place, 0) - count
    return tuple((*place, 2 * count, 300 * count) for place, count in sorted(found.items()))


def test_what_is_kept_of_the_sample_is_what_it_says() -> None:
    ends = [[0] * ENDS, [0] * ENDS]
    ends[0][FOLDS] = 3 * WAYS
    ends[1][NO_HAND] = WAYS
    changes = ((0, FOLDS, -2 * weight(0), 0), (3, NO_HAND, 2 * weight(3), 0))
    found = solution_of(Sampled(ends, (Stratum(4, 0, 4, changes=changes),)))
    assert found.counts == {
        (PLAIN, FOLDS): Fraction(1, 4),
        (BOUGHT, NO_HAND): Fraction(1, 4),
        (EXCHANGED, NO_HAND): Fraction(1, 2),
    }
    assert odds.ante_odds(Asked(rules=RULES), "no_exchange").ev < 0
