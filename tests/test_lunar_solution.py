"""Solving Lunar Poker: pieces on any executor, kept and gone on with; a sample that is right on average."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from houseway.cli import houseway
from houseway.figures import Estimated
from houseway.games.lunar import classes, odds, sampling, solution
from houseway.games.lunar.calibration import calibrate
from houseway.games.lunar.end_shares import CountedEnds, EndShares, Value
from houseway.games.lunar.ends import ENDS, EXCHANGED, FOLDS, LOSES, NO_HAND, PLAIN
from houseway.games.lunar.no_exchange import WAYS
from houseway.games.lunar.position import weight
from houseway.games.lunar.results import kept_sample, read_sample
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.sampling import (
    BILLIONTHS,
    LEAST,
    OF_EACH,
    STRATA,
    TEN_THOUSANDTHS,
    UPS,
    Draw,
    Position,
    Stratum,
    Survey,
    draw,
    shares,
    solve_draw,
)
from houseway.games.lunar.solution import Sampled, solve
from houseway.games.lunar.solving import Solved, Work, hands_of_classes, solve_chunk, solve_classes
from houseway.refusal import Refusal
from houseway.returns import Position as Decision

RULES = Rules()
TRIALS = 150
MADE = 400  # classes, in a game made up for the sample


def best_of(number: int, up_rank: int) -> tuple[str, Fraction]:
    """The best choice of a class by asking for all of them."""
    hand = classes.list_hands(5, classes.classes_of(5))[number]
    cards = np.empty(5, np.uint8)
    classes.cards_of(hand, up_rank, cards)
    found = odds.choices(Decision(rules=RULES, hand=tuple(int(card) for card in cards), up=4 * up_rank))
    best = max(found, key=lambda choice: choice.ev.value)
    return best.action.split()[0], best.ev.value


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
    assert isinstance(whole.shares, CountedEnds)
    assert sum(whole.shares.counts.values()) == 1
    kept = json.loads((tmp_path / "chunk-00-000000.json").read_text())
    assert set(kept) == {"up_rank", "first", "choices", "values", "ends"}
    assert not list(tmp_path.glob("*.half"))


def test_the_command(tiny: list[tuple[int, int]], tmp_path: Path) -> None:
    def told(*words: str) -> Any:
        return CliRunner().invoke(houseway, ["solve", *words], standalone_mode=False)

    found = told("lunar", "-o", str(tmp_path / "all"), "--workers", "1", "--json")
    assert found.exception is None
    result = json.loads(found.stdout)
    assert (result["positions"], result["sample"], result["wager"]["strategy"]) == (3, None, "optimal")
    assert {figure["basis"] for figure in result["wager"].values() if isinstance(figure, dict)} == {"exact", "computed"}
    assert "3 positions solved: house edge " in told("lunar", "-o", str(tmp_path / "all"), "--workers", "1").stdout
    for words, reason in (
        (("packs", "-o", str(tmp_path)), "nothing to solve"),
        (("lunar", "-o", str(tmp_path), "--sample", "259"), "at least 260 positions, 5 of each stratum: raise"),
        (("lunar", "-o", str(tmp_path), "--rules", "second_hand=third"), "second_hand is one of"),
    ):
        refused = told(*words)
        assert isinstance(refused.exception, Refusal)
        assert reason in str(refused.exception)


# A game made up: every class stands for one hand, is folded without exchanges, and an exchange adds `truth`.


def made_up(seed: int) -> tuple[list[Survey], list[list[int]]]:
    chance = np.random.default_rng(seed)
    truths = chance.normal(0, 1500, (UPS, MADE)).astype(int)
    surveys = [
        Survey([], (truth + chance.normal(10, 60, MADE)).astype(int).tolist(), [number % 3 for number in range(MADE)])
        for truth in truths
    ]
    return surveys, truths.tolist()


@pytest.fixture
def one_hand_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "hands_of_classes", lambda: np.ones(MADE, np.int64))


ALL_FOLD = [[UPS * MADE * WAYS, *[0] * (ENDS - 1)], [0] * ENDS]
TRUTH = 40  # a round that is exchanged ends with NO_HAND so often that it is worth `truth` more than a fold
VALUES: dict[str, Value] = {
    "exchanges": lambda place: int(place[0] == EXCHANGED),
    "worth": lambda place: {(PLAIN, FOLDS): -1, (EXCHANGED, NO_HAND): TRUTH - 1}.get(place, -1),
}


def solved_as(truth: int, stratum: int, number: int, gain: int) -> Position:
    """The result of one position of the invented game."""
    if truth <= 0:
        return Position(stratum, number, gain, number % 3, exchanges=False, changes=())
    wins = truth * BILLIONTHS // TEN_THOUSANDTHS // TRUTH
    changes = ((PLAIN, FOLDS, -BILLIONTHS), (EXCHANGED, NO_HAND, wins), (EXCHANGED, LOSES, BILLIONTHS - wins))
    return Position(stratum, number, gain, number % 3, exchanges=True, changes=changes)


def sampled(surveys: Sequence[Survey], truths: Sequence[Sequence[int]], size: int, seed: str) -> EndShares:
    """The figures of the invented game from a sample."""
    positions = [
        solved_as(truths[drawn.up_rank][number], drawn.stratum, number, gain)
        for drawn in draw(surveys, size, seed, 20)
        for gain, number in zip(drawn.estimates, drawn.numbers, strict=True)
    ]
    return calibrate(ALL_FOLD, sampling.strata_of(surveys), positions)


@pytest.mark.usefixtures("one_hand_each")
def test_the_interval_of_a_small_sample_holds_the_truth_as_often_as_it_says() -> None:
    surveys, truths = made_up(1)
    gains = [max(truth, 0) for row in truths for truth in row]
    truth = {
        "exchanges": Fraction(sum(gain > 0 for gain in gains), UPS * MADE),
        "worth": Fraction(sum(gains), UPS * MADE * TEN_THOUSANDTHS) - 1,
    }
    held = dict.fromkeys(VALUES, 0)
    for trial in range(TRIALS):
        found = sampled(surveys, truths, LEAST, f"trial {trial}")
        for name, value in VALUES.items():
            figure = found.mean(value)
            assert isinstance(figure, Estimated)
            assert (figure.sampled, figure.n) == ("positions", LEAST)
            assert 0 < figure.stderr < Fraction(3, 100 if name == "exchanges" else 1000)
            held[name] += figure.low <= truth[name] <= figure.high
    assert all(0.88 * TRIALS <= times <= 0.995 * TRIALS for times in held.values()), held


@pytest.mark.usefixtures("one_hand_each")
def test_a_sample_that_shows_no_variance_is_not_certain() -> None:
    surveys, _ = made_up(1)
    found = sampled(surveys, [[0] * MADE] * UPS, LEAST, "nothing is exchanged")
    assert set(found.counts) == {(PLAIN, FOLDS)}
    for value in VALUES.values():
        figure = found.mean(value)
        assert isinstance(figure, Estimated)
        assert figure.margin > Fraction(1, LEAST)


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
    assert 5 * UPS * len(STRATA) == LEAST
    assert shares(sampling.strata_of(surveys), LEAST) == [OF_EACH] * UPS * len(STRATA)


def test_a_drawn_position_is_solved_with_and_without_exchanges() -> None:
    (solved,) = solve_classes(Work(), 9, [1234])
    (found,) = solve_draw(Work(), Draw(3, 9, (1234,), (100,)))
    without = solved.without
    assert without is not None
    assert (found.stratum, found.number, found.gain, found.without) == (3, 1234, 100, without.choice)
    assert found.exchanges == (solved.choice != without.choice)
    assert found.changes == changes_of(solved)


def changes_of(solved: Solved) -> tuple[tuple[int, int, int], ...]:
    """The changes by an exchange, in billionths; each end but the likeliest is rounded by less than half of one."""
    assert solved.without is not None
    if solved.choice == solved.without.choice:
        return ()
    return tuple(
        (paid, end, share)
        for paid in range(3)
        for end in range(ENDS)
        if (share := likely(solved, paid, end) - likely(solved.without, paid, end))
    )


def likely(solved: Solved, paid: int, end: int) -> int:
    """The share of an end after a payment, rounded; the likeliest end takes what is left of a billion."""
    if min(solved.draws, EXCHANGED) != paid:
        return 0
    rounded = [round(Fraction(count * BILLIONTHS, weight(solved.draws))) for count in solved.ends]
    rounded[rounded.index(max(rounded))] += BILLIONTHS - sum(rounded)
    return rounded[end]


def test_the_kept_sample_reads_as_it_was_written() -> None:
    strata = (Stratum((1, 2, 3), (4, 5, 6), (7, 8, 9)),)
    positions = (solved_as(700, 0, 17, 650), solved_as(0, 0, 18, 0))
    kept = json.loads(json.dumps(kept_sample(Sampled([], strata, positions))))
    assert read_sample(kept) == (list(strata), list(positions))
