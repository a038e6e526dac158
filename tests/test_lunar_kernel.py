"""Lunar Poker's kernel: equal to the procedure on the same shoes, and both equal to what was counted exactly."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from houseway.cards import read_cards
from houseway.chance import deal, stream
from houseway.figures import stderr_of
from houseway.games.lunar import GAME, odds
from houseway.games.lunar.electing import BET, BUY, EXCHANGE, FOLD, elect
from houseway.games.lunar.kernel import STRATEGIES
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.strategy import elect as elect_live
from houseway.money import DOLLAR
from houseway.odds.simulation import Task, play_shard, prepared, simulated, task, through_procedure
from houseway.poker import category, rank_of
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.returns import Asked, WagerOdds
from houseway.shoe import Shoe, stacked
from houseway.tallies import Setting, Shoes, Tallies

DECK = np.arange(52, dtype=np.uint8)
SIX_ONLY = ("second_hand=six_only", "straight_flush_progressive=amount", "fixed_prizes=inventory")
LIMITED = ("payout_limit=5000", "progressive=no")
QUICK = ("simple", "pairs_only")  # the best play without exchanges is counted for a minute before it is played


def work(strategy: str, *words: str, stake: int = DOLLAR, seed: str = "lunar poker") -> Task:
    return task("lunar", Setting(rules=Rules.read(words), strategy=strategy, stake=stake), seed)


def shoes(number: int, seed: int) -> Shoes:
    return np.random.default_rng(seed).permuted(np.tile(DECK, (number, 1)), axis=1)


def strong_shoes(number: int, seed: int) -> Shoes:
    """Shoes in which the player begins with five of one suit or of few ranks, so that rare ends are reached."""
    chance = np.random.default_rng(seed)
    dealt = shoes(number, seed + 1)
    for order in dealt:
        low = int(chance.integers(0, 11))
        some = DECK[DECK & 3 == 0] if low % 2 else DECK[np.isin(DECK >> 2, range(low, low + 3))]
        first = chance.permutation(some)[:5]
        order[:] = np.concatenate([first, order[~np.isin(order, first)]])
        order[:10] = order[[0, 5, 1, 6, 2, 7, 3, 8, 4, 9]]
    return dealt


@pytest.mark.parametrize(
    ("strategy", "words", "stake"),
    [
        ("simple", (), DOLLAR),
        ("simple", SIX_ONLY, 5 * DOLLAR),
        ("simple", LIMITED, 200 * DOLLAR),
        ("simple", ("dealing=automated_shoe",), DOLLAR),
        ("pairs_only", (), DOLLAR),
        ("pairs_only", ("declare=player",), DOLLAR),
    ],
)
def test_kernel_and_procedure_are_equal_wager_by_wager(strategy: str, words: tuple[str, ...], stake: int) -> None:
    check_equal(strategy, words, stake, np.concatenate([shoes(800, 38), strong_shoes(500, 39)]))


def check_equal(strategy: str, words: Sequence[str], stake: int, dealt: Shoes) -> None:
    simulation = prepared(work(strategy, *words, stake=stake))
    by_kernel = simulation.outcomes_of(dealt)
    for order, numbers in zip(dealt.tolist(), by_kernel.tolist(), strict=True):
        played = play_out(Round(GAME, simulation.setup(Shoe(order))), {1: GAME.strategies[strategy]})
        assert list(simulation.read(played.payoffs)) == numbers
        sides = {payoff.wager: payoff for payoff in played.payoffs if payoff.wager in ("super", "progressive")}
        main = [payoff for payoff in played.payoffs if payoff.wager not in sides]
        ante, *others = (simulation.outcomes[number] for number in numbers)
        assert sum(payoff.net for payoff in main) == ante.net * stake
        assert sum(payoff.stake for payoff in main) == ante.wagered * stake
        for outcome in others:
            assert sides[outcome.wager].net == outcome.net * sides[outcome.wager].stake


def test_ends_that_are_reached() -> None:
    """Everything that can happen to the Ante comes up, but for the rarest wins."""
    simulation = prepared(work("simple"))
    dealt = np.concatenate([shoes(20_000, 6), strong_shoes(10_000, 7)])
    reached = {simulation.outcomes[number].line for number in simulation.outcomes_of(dealt).flat}
    lines = {outcome.line for outcome in simulation.outcomes if outcome.wager == "ante"}
    assert lines - reached <= {"bet: Royal Flush", "Royal Flush", "push"}


@pytest.mark.parametrize(
    ("hand", "dealer", "stub", "line", "net"),
    [
        ("Ac Kc Qc Jc Tc", "2c 2d 5h 7s 9c", "", "Royal Flush", 600),
        ("5d 4d 3d 2d Ad", "2c 2s 5h 7s 9c", "", "Straight Flush", 200),
        ("9c 9d Ah 7s 5c", "9h 9s Ad 7c 5d", "", "push", 0),
        ("Ac Kc Qc Jc 2d", "2c 2s 5h 7s 9c", "Tc", "bet: Royal Flush", 2 * 100 - 1),
        ("Ac Kc Qc Jc 2d", "2c 2s 5h 7s 9d", "9c", "bet: Flush", 2 * 5 - 1),
        ("9c 8d 7h 6s 5c", "Qd 9h 8c 7c 6c", "9d 5d", "push", -2),  # straight and straight: the dealer is forced
        ("9c 8d 7h 6s 5c", "Qd 9h 8c 7c 6c", "9d Tc", "loses", -5),
        ("9c 8d 7h 6s 5c", "Qd 9h 8c 7c 6c", "9d 9s", "bet: Straight", 2 * 8 - 2),
        ("9c 8d 7h 6s 5c", "Qd 9h 8c 7c 6c", "9d Kc", "forced, and the dealer has no hand", -2),
        ("9c 9d 9h Js 4c", "Qd 7h 8c 3c 2c", "Ts 5d", "the dealer has no hand, after a payment", 0),
    ],
)
def test_rare_ends(hand: str, dealer: str, stub: str, line: str, net: int) -> None:
    simulation = prepared(work("simple"))
    both = zip(read_cards(hand), read_cards(dealer), strict=True)
    shoe = stacked([*(card for pair in both for card in pair), *read_cards(stub)], tuple(range(52)))
    numbers = simulation.outcomes_of(np.array([shoe.order], np.uint8))[0]
    played = play_out(Round(GAME, simulation.setup(shoe)), {1: GAME.strategies["simple"]})
    assert list(simulation.read(played.payoffs)) == list(numbers)
    ante = simulation.outcomes[numbers[0]]
    assert (ante.line, ante.net) == (line, net)


def test_the_compiled_election_is_the_learnable_one() -> None:
    numbers = {"fold": FOLD, "bet": BET, "buy": BUY, "exchange": EXCHANGE}
    for order in np.concatenate([shoes(4000, 1), strong_shoes(1000, 2)]).tolist():
        cards, up = order[:5], order[5]
        bits = {card: 1 << 16 * (card & 3) + (card >> 2) for card in cards}
        choice, kept = elect(np.uint64(sum(bits.values())), int(category(rank_of(cards))), up >> 2)
        act = elect_live(cards, up)
        assert choice == numbers[act.verb]
        assert choice != EXCHANGE or {card for card in cards if not bits[card] & int(kept)} == set(act.cards)


def test_tallies_are_the_outcomes_of_the_shoes_that_the_stream_deals() -> None:
    named = work("simple")
    simulation = prepared(named)
    state, deck = stream(named.seed, 3), DECK.copy()
    dealt = np.zeros((1300, simulation.shoe_cards), np.uint8)
    for row in dealt:
        deal(state, deck, simulation.shoe_cards)
        row[:] = deck[: simulation.shoe_cards]
    counts = np.bincount(simulation.outcomes_of(dealt).ravel(), minlength=len(simulation.outcomes))
    assert play_shard(named, 3, 1300) == Tallies(1300, tuple(counts.tolist()))


@pytest.mark.parametrize(
    ("strategy", "words"), [("pairs_only", ()), ("pairs_only", SIX_ONLY), ("simple", ()), ("simple", SIX_ONLY)]
)
def test_the_kernel_confirms_the_count(strategy: str, words: tuple[str, ...]) -> None:
    named = work(strategy, *words)
    check_within_four_errors(named, play_shard(named, 0, 3_000_000), strategy, words)


@pytest.mark.parametrize("strategy", QUICK)
def test_the_procedure_confirms_the_count(strategy: str) -> None:
    named = work(strategy)
    check_within_four_errors(named, through_procedure(named, 1000), strategy, ())


def check_within_four_errors(named: Task, tallies: Tallies, strategy: str, words: Sequence[str]) -> None:
    """Of each wager, and of each line's frequency: the line's own error, and one round for the rarest lines."""
    wanted = {odd.wager: odd for odd in odds.wagers(Asked(rules=Rules.read(words), strategy=strategy))}
    for found in simulated(named, tallies):
        exact = wanted[found.wager]
        of_mean = exact.variance.value / tallies.rounds + stderr_of(exact.ev) ** 2
        assert (found.ev.value - exact.ev.value) ** 2 <= 16 * of_mean
        check_lines(found, exact, tallies.rounds)
        assert abs(found.hit_frequency.value - exact.hit_frequency.value) ** 2 <= Fraction(16, 4 * tallies.rounds)
        assert abs(found.wagered.value - exact.wagered.value) ** 2 <= Fraction(16 * 4, tallies.rounds)


def check_lines(found: WagerOdds, exact: WagerOdds, rounds: int) -> None:
    counted = {line.line: line for line in exact.lines}
    for line in found.lines:
        assert line.combinations is not None
        if line.line not in counted:
            assert line.combinations == 0
            continue
        often = counted[line.line].probability.value * rounds
        assert (line.combinations - often) ** 2 <= 16 * often + 1
        assert line.pays == counted[line.line].pays


def test_a_strategy_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="no strategy 'brave'; strategies: simple, pairs_only, no_exchange"):
        prepared(work("brave"))


@pytest.mark.long
@pytest.mark.parametrize("words", [(), SIX_ONLY])
def test_the_best_play_without_exchanges(words: tuple[str, ...]) -> None:
    """The kernel looks the counted choices up; the procedure is asked at every decision."""
    check_equal("no_exchange", words, DOLLAR, np.concatenate([shoes(300, 40), strong_shoes(100, 41)]))
    named = work("no_exchange", *words, seed="long")
    check_within_four_errors(named, play_shard(named, 0, 100_000_000), "no_exchange", words)


@pytest.mark.long
@pytest.mark.parametrize("strategy", QUICK)
def test_hundreds_of_millions_of_rounds_confirm_the_count(strategy: str) -> None:
    named = work(strategy, seed="long")
    check_within_four_errors(named, play_shard(named, 0, 200_000_000), strategy, ())


def test_every_strategy_can_be_played_live() -> None:
    assert set(STRATEGIES) <= set(GAME.strategies)
