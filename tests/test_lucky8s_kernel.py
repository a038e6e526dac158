"""Lucky 8's kernel: equal to the procedure on the same shoes, and both equal to what was counted exactly."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from houseway.cards import read_cards
from houseway.chance import deal, stream
from houseway.games.lucky8s import GAME, odds
from houseway.games.lucky8s.kernel import STRATEGIES
from houseway.games.lucky8s.rules import Rules
from houseway.money import DOLLAR
from houseway.odds.simulation import Task, play_shard, prepared, simulated, task, through_procedure
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.returns import Asked, WagerOdds
from houseway.shoe import Shoe, stacked
from houseway.tallies import Setting, Shoes, Tallies

DECK = np.array(GAME.deck(Rules()), np.uint8)
LOST = ("folded_bonus=lost", "bonus_table=5")


def work(strategy: str, *words: str, seed: str = "lucky 8's") -> Task:
    return task("lucky8s", Setting(rules=Rules.read(words), strategy=strategy), seed)


def shoes(number: int, seed: int) -> Shoes:
    return np.random.default_rng(seed).permuted(np.tile(DECK, (number, 1)), axis=1)


def exactly(strategy: str, words: Sequence[str]) -> list[WagerOdds]:
    return odds.wagers(Asked(rules=Rules.read(words), strategy=strategy))


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        *[(strategy, ()) for strategy in STRATEGIES],
        ("optimal", LOST),
        ("simple", (*LOST, "set_hands=house_way")),
        ("simple", ("dealing=groups_of_eight", "ante_min=10", "bonus_min=2.50", "chip_unit=0.50")),
    ],
)
def test_kernel_and_procedure_are_equal_wager_by_wager(strategy: str, words: tuple[str, ...]) -> None:
    simulation = prepared(work(strategy, *words))
    dealt = shoes(2000, 50)
    by_kernel = simulation.outcomes_of(dealt)
    for order, numbers in zip(dealt.tolist(), by_kernel.tolist(), strict=True):
        played = play_out(Round(GAME, simulation.setup(Shoe(order))), {1: GAME.strategies[strategy]})
        assert list(simulation.read(played.payoffs)) == numbers
        paid = {payoff.wager: payoff for payoff in played.payoffs}
        ante, bonus = (simulation.outcomes[number] for number in numbers)
        together = sum(paid[wager].net for wager in paid if wager != "bonus")
        assert together == ante.net * paid["ante"].stake
        assert sum(paid[wager].stake for wager in paid if wager != "bonus") == ante.wagered * paid["ante"].stake
        assert paid["bonus"].net == bonus.net * paid["bonus"].stake


def test_every_end_of_both_wagers_is_reached() -> None:
    simulation = prepared(work("simple", *LOST))
    reached = set(simulation.outcomes_of(shoes(20_000, 1)).flat)
    names = {(simulation.outcomes[number].wager, simulation.outcomes[number].line) for number in reached}
    rare = {("bonus", "8"), ("bonus", "7"), ("bonus", "6")}  # one hand in 17,000 or fewer
    assert names | rare == {(outcome.wager, outcome.line) for outcome in simulation.outcomes}


@pytest.mark.parametrize("lucky", ["8c 8c 8d 8d 8h 8h 8s 8s", "8c 8c 8d 8d 8h 8h Jk Jk", "8c 8c 8d 8d 8h 8h Jk 7c"])
def test_rare_bonuses(lucky: str) -> None:
    simulation = prepared(work("optimal"))
    shoe = stacked(read_cards(lucky), GAME.deck(Rules()))
    numbers = simulation.outcomes_of(np.array([shoe.order], np.uint8))[0]
    played = play_out(Round(GAME, simulation.setup(shoe)), {1: GAME.strategies["optimal"]})
    assert list(numbers) == list(simulation.read(played.payoffs))
    assert simulation.outcomes[numbers[1]].line == ("7" if "7c" in lucky else "8")


def test_tallies_are_the_outcomes_of_the_shoes_that_the_stream_deals() -> None:
    named = work("optimal")
    simulation = prepared(named)
    state, deck = stream(named.seed, 3), DECK.copy()
    dealt = np.zeros((500, simulation.shoe_cards), np.uint8)
    for row in dealt:
        deal(state, deck, simulation.shoe_cards)
        row[:] = deck[: simulation.shoe_cards]
    counts = np.bincount(simulation.outcomes_of(dealt).ravel(), minlength=len(simulation.outcomes))
    assert play_shard(named, 3, 500) == Tallies(500, tuple(counts.tolist()))


@pytest.mark.parametrize(("strategy", "words"), [*[(strategy, ()) for strategy in STRATEGIES], ("optimal", LOST)])
def test_the_kernel_confirms_the_count(strategy: str, words: tuple[str, ...]) -> None:
    named = work(strategy, *words)
    check_within_four_errors(named, play_shard(named, 0, 4_000_000), exactly(strategy, words))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_procedure_confirms_the_count(strategy: str) -> None:
    named = work(strategy)
    check_within_four_errors(named, through_procedure(named, 1500), exactly(strategy, ()))


def check_within_four_errors(named: Task, tallies: Tallies, exact: list[WagerOdds]) -> None:
    """Of each wager, and of each line's frequency: the line's own error, and one round for the rarest lines."""
    for found, wanted in zip(simulated(named, tallies), exact, strict=True):
        # By the exact deviation: the rarest line of table 5 makes most of it and may not have come up at all.
        assert (found.ev.value - wanted.ev.value) ** 2 <= 16 * wanted.variance.value / tallies.rounds
        assert (found.wager, found.table) == (wanted.wager, wanted.table)
        for line, counted in zip(found.lines, wanted.lines, strict=True):
            assert (line.line, line.net, line.pays) == (counted.line, counted.net, counted.pays)
            assert line.combinations is not None
            chance = counted.probability.value
            often = chance * tallies.rounds
            assert (line.combinations - often) ** 2 <= 16 * often * (1 - chance) + 1
        share = abs(found.wagered.value - wanted.wagered.value)
        assert share**2 <= Fraction(16, 4 * tallies.rounds)


def test_a_stake_above_the_posted_maximum_is_refused() -> None:
    setting = Setting(rules=Rules.read(["ante_max=5"]), strategy="simple", stake=10 * DOLLAR)
    simulation = prepared(task("lucky8s", setting, ""))
    with pytest.raises(Refusal, match="ante is from 0 to 5, not 10"):
        Round(GAME, simulation.setup(Shoe(DECK.tolist())))


def test_a_strategy_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="no strategy 'brave'; strategies: optimal, simple, never_fold"):
        prepared(work("brave"))


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_hundreds_of_millions_of_rounds_confirm_the_count(strategy: str) -> None:
    named = work(strategy, *LOST, seed="long")
    check_within_four_errors(named, play_shard(named, 0, 200_000_000), exactly(strategy, LOST))
