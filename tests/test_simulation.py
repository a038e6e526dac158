"""The same seed gives the same tallies whoever plays the shards, and a run stops where it should."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest

from houseway import games
from houseway.figures import Estimated, Exact, stderr_of
from houseway.games import NAMES
from houseway.odds.executors import opened
from houseway.odds.simulation import Task, play_shard, prepared, simulate, simulated, task, through_procedure
from houseway.refusal import Refusal
from houseway.tallies import Setting, none_yet, returns


def work(seed: str = "eight", strategy: str = "simple") -> Task:
    return task("lucky8s", Setting(rules=games.load("lucky8s").rules(), strategy=strategy), seed)


def test_the_tallies_do_not_depend_on_the_number_of_workers() -> None:
    rounds = prepared(work()).shard + 12_345  # the last shard is a short one
    found = set()
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            found.add(simulate(work(), rounds, executor, workers))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        found.add(simulate(work(), rounds, executor, 2))
    assert len(found) == 1
    assert found.pop().rounds == rounds


def test_another_seed_gives_other_tallies() -> None:
    assert play_shard(work("a"), 0, 10_000) != play_shard(work("b"), 0, 10_000)
    assert play_shard(work("a"), 0, 10_000) != play_shard(work("a"), 1, 10_000)
    assert play_shard(work("a"), 0, 10_000) == play_shard(work("a"), 0, 10_000)


def test_a_run_stops_at_the_wanted_precision_and_at_the_same_round_for_any_number_of_workers() -> None:
    precision = Fraction(1, 1500)
    rounds = set()
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            tallies = simulate(work(), 10**9, executor, workers, precision)
            rounds.add(tallies.rounds)
            assert stderr_of(simulated(work(), tallies)[0].ev) <= precision
    assert rounds == {2 * prepared(work()).shard}  # the deviation is 1.67: 6.3 million rounds are enough


def test_progress_tells_every_shard() -> None:
    told: list[tuple[int, int]] = []
    size = prepared(work()).shard
    with ThreadPoolExecutor(1) as executor:
        simulate(work(), size + 1, executor, 1, progress=lambda done, of: told.append((done, of)))
    assert told == [(size, size + 1), (size + 1, size + 1)]


def test_a_shard_that_fails_is_an_error_and_not_a_smaller_result() -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, call: Any, /, *words: Any, **more: Any) -> Any:
            def fail() -> None:
                raise OSError("the worker is gone")

            return super().submit(fail)

    with Broken(1) as executor, pytest.raises(OSError, match="the worker is gone"):
        simulate(work(), 1000, executor, 1)


@pytest.mark.parametrize("rounds", [0, -1])
def test_no_rounds_are_refused(rounds: int) -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(Refusal, match="at least one round"):
        simulate(work(), rounds, executor, 1)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(Refusal, match="no strategy 'reckless'; strategies: "):
        prepared(work(strategy="reckless"))


def test_figures_of_a_simulation_carry_the_error_of_what_was_played() -> None:
    tallies = play_shard(work(), 0, 10_000)
    ante, bonus = simulated(work(), tallies)
    assert isinstance(ante.ev, Estimated)
    assert isinstance(ante.variance, Estimated)
    assert (ante.ev.sampled, ante.ev.n) == ("rounds", 10_000)
    assert abs(ante.ev.stderr**2 / (ante.variance.value / 9_999) - 1) < Fraction(1, 10**20)
    risk = ante.element_of_risk
    assert isinstance(risk, Estimated)
    assert isinstance(ante.wagered, Estimated)
    assert risk.stderr < ante.ev.stderr, "the risk is of a greater wager"
    assert bonus.wagered == Exact(Fraction(1)), "nothing is added to a bonus"
    assert all(isinstance(line.probability, Estimated) for wager in (ante, bonus) for line in wager.lines)


def test_a_single_round_leaves_nothing_certain() -> None:
    for wager in simulated(work(), play_shard(work(), 0, 1)):
        assert isinstance(wager.ev, Estimated)
        assert wager.ev.margin > Fraction(1, 2)
        assert stderr_of(wager.deviation) > 0
        assert stderr_of(wager.hit_frequency) > 0


def test_tallies_that_leave_a_round_out_are_no_odds() -> None:
    simulation = prepared(work())
    tallies = play_shard(work(), 0, 1000)
    with pytest.raises(AssertionError, match="not every round"):
        returns(simulation, none_yet(simulation) + type(tallies)(tallies.rounds + 1, tallies.counts))


def test_the_procedure_and_the_kernel_agree_within_their_errors() -> None:
    by_kernel = simulated(work(), play_shard(work(), 0, 4_000_000))[0]
    by_procedure = simulated(work(), through_procedure(work(), 2_000))[0]
    assert abs(by_kernel.ev.value - by_procedure.ev.value) < 4 * stderr_of(by_procedure.ev)


@pytest.mark.parametrize("name", NAMES)
def test_a_shard_of_every_game_counts_every_round(name: str) -> None:
    game = games.load(name)
    players = 1 if game.wagers else 6
    some = task(name, Setting(rules=game.rules(), strategy="simple", players=players), "eight")
    tallies = play_shard(some, 0, 500)
    for wager in prepared(some).wagers:
        counts = zip(prepared(some).outcomes, tallies.counts, strict=True)
        assert sum(count for outcome, count in counts if outcome.wager == wager) == 500


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real Dask cluster on this machine: a scheduler and two worker processes."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as running:
        yield running.scheduler_address


def test_a_dask_cluster_of_two_processes_gives_the_same_tallies(cluster: str) -> None:
    rounds = prepared(work()).shard + 54_321
    with opened(1) as (here, one):
        wanted = simulate(work(), rounds, here, one)
    with opened(url=cluster) as (executor, workers):
        assert isinstance(executor, Executor)
        assert workers == 2
        assert simulate(work(), rounds, executor, workers) == wanted


def test_the_command_takes_a_cluster(cluster: str) -> None:
    words = ["simulate", "lucky8s", "--rounds", "300000", "--seed", "8", "--json"]
    on_cluster, here = run([*words, "--executor", cluster]), run([*words, "--workers", "1"])
    assert on_cluster.returncode == here.returncode == 0, on_cluster.stderr + here.stderr
    assert json.loads(on_cluster.stdout) == json.loads(here.stdout)


def test_a_scheduler_that_does_not_answer_is_told_in_one_line() -> None:
    done = run(["simulate", "lucky8s", "--rounds", "10", "--executor", "tcp://127.0.0.1:9"])
    assert done.returncode == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in done.stderr
    assert done.stderr.count("\n") == 1


def run(words: list[str]) -> subprocess.CompletedProcess[str]:
    program = "from houseway.cli import main; main()"
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
