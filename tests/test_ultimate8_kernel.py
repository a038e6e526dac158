"""The kernel of Ultimate 8 Poker against the hands, the strategy and the real procedure, on the same cards."""

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
import pytest

from houseway import games
from houseway.chance import deal, stream
from houseway.games.ultimate8 import kernel, kernel_patterns, strategy
from houseway.games.ultimate8.hands import LOWEST, Held, patterns_in
from houseway.games.ultimate8.house_take import LINES
from houseway.games.ultimate8.rules import Rules
from houseway.games.ultimate8.standing import ACE_POT, CHIPS
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.shoe import Shoe
from houseway.tallies import Setting, Shoes, Simulation, read_counts

GAME = games.load("ultimate8")
METER = 17_00
TABLES = (
    "",
    "limit=no_limit",
    "match_length=yes",
    "pass_is_final=yes",
    "limit=no_limit table_max=77 commission=7.3 main_ante=5 ace_ante=5",
    "dealing=hand rounds_of=1 match_length=yes pass_is_final=yes",
    "dealing=automated_shoe commission=10 ace_ante=10",
)
ROUNDS = 25  # for each table, strategy and number of players


def random_hand(chance: Random) -> list[int]:
    """One to eight cards, often of few ranks or few suits, which make many patterns."""
    deck = list(range(52))
    kind = chance.randrange(4)
    if kind == 1:
        low = chance.randrange(10)
        deck = [card for card in deck if low <= card >> 2 <= low + 3 or card >> 2 == 12]
    elif kind == 2:
        deck = [card for card in deck if card & 3 == chance.randrange(2)]
    elif kind == 3:
        deck = [card for card in deck if card >> 2 in (12, 0, 1, 2, 3)]
    return chance.sample(deck, min(len(deck), chance.randint(1, 8)))


def listed(hand: Sequence[int]) -> np.ndarray:
    """The rows of a hand's patterns, as the kernel lists them."""
    plays = np.zeros((kernel_patterns.MOST_PATTERNS, 2), np.int64)
    cards = np.zeros(kernel_patterns.MOST_IN_RUNS, np.int64)
    choices = np.zeros((kernel_patterns.MOST_CHOICES, 3), np.int64)
    return plays[: kernel_patterns.list_patterns(strategy.bits(hand), plays, cards, choices)]


def test_the_kernel_lists_the_patterns_that_the_hand_holds() -> None:
    chance = Random(8)
    for _ in range(4000):
        hand = random_hand(chance)
        held = strategy.bits(hand)
        found = sorted(
            (
                kernel_patterns.strength_of(key),
                bits,
                kernel_patterns.length_of(key),
                kernel_patterns.lays_left(key),
            )
            for key, bits in listed(hand).tolist()
        )
        wanted = [(standing, bits, len(play), held & ~bits) for standing, play, bits in patterns_in(hand)]
        assert found == sorted((*row, strategy.lays_needed(left)) for *row, left in wanted)


def test_a_suit_of_eight_cards_fits_into_the_room() -> None:
    """The most patterns: every three, four or five of eight suited cards, and the cards themselves."""
    assert len(listed([4 * rank + 3 for rank in range(5, 13)])) == 56 + 70 + 56 + 8


def test_the_kernel_lays_what_the_strategy_lays() -> None:
    chance = Random(42)
    for _ in range(4000):
        mine, theirs = random_hand(chance), random_hand(chance)
        last, play, _ = chance.choice([(LOWEST, (), 0), *patterns_in(theirs)])
        match = chance.random() < 0.5 and bool(last)
        length = len(play) if match and kernel_patterns.of_several_lengths(last) else 0
        held = Held(mine)
        plays = held.beating_at_length(last, len(play)) if match else held.beating(last)
        rows = listed(mine)
        row = kernel_patterns.thriftiest(rows, len(rows), last, length)
        if not plays:
            assert row == -1
        else:
            best, lays_left = strategy.thriftiest(plays, strategy.bits(mine))
            assert rows[row, 1] == strategy.bits(best)
            assert kernel_patterns.lays_left(int(rows[row, 0])) == lays_left


def test_struck_patterns_are_those_of_the_cards_that_are_left() -> None:
    chance = Random(1)
    for _ in range(500):
        hand = random_hand(chance)
        gone = set(chance.sample(hand, chance.randint(0, len(hand))))
        left = [card for card in hand if card not in gone]
        rows = listed(hand)
        number = kernel_patterns.strike(rows, len(rows), strategy.bits(gone), strategy.bits(left))
        assert sorted(rows[:number].tolist()) == sorted(listed(left).tolist())


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize("name", kernel.STRATEGIES)
def test_kernel_and_procedure_are_equal_on_the_same_shoes(name: str, words: str) -> None:
    for players in range(2, 7):
        compare(words, (name,) * players, shoes(ROUNDS, f"{name}/{words}/{players}"))


def test_kernel_and_procedure_are_equal_where_everybody_plays_otherwise() -> None:
    chance = Random(6)
    for number in range(40):
        seats = tuple(chance.choice(kernel.STRATEGIES) for _ in range(chance.randint(2, 6)))
        compare(chance.choice(TABLES), seats, shoes(4, f"mixed/{number}"))


@pytest.mark.long
@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize("name", kernel.STRATEGIES)
def test_kernel_and_procedure_are_equal_on_many_shoes(name: str, words: str) -> None:
    for players in range(2, 7):
        compare(words, (name,) * players, shoes(500, f"long/{name}/{words}/{players}"))


def compare(words: str, seats: tuple[str, ...], played: Shoes) -> None:
    """Every shoe through the kernel and through the procedure: outcomes, figures, and each seat's chips."""
    simulation = table(words, seats)
    assert simulation.figures_of is not None
    assert simulation.read_figures is not None
    ended, figures = simulation.outcomes_of(played), simulation.figures_of(played)
    for row, shoe in enumerate(played.tolist()):
        playing = Round(GAME, simulation.setup(Shoe(tuple(shoe))))
        play_out(playing, {seat: GAME.strategies[name] for seat, name in enumerate(seats, start=1)})
        assert ended[row].tolist() == list(simulation.read(playing.payoffs))
        assert figures[row].tolist() == list(simulation.read_figures(playing))
        check_chips(playing, simulation, ended[row].tolist(), figures[row].tolist())


def check_chips(playing: Round, simulation: Simulation, ended: list[int], figures: list[int]) -> None:
    """What lies before each seat and in the ace pot at the end follows from what the kernel says; nobody was all-in."""
    rules, players = playing.setup.rules, len(ended)
    assert isinstance(rules, Rules)
    ace_pot = METER + players * rules.ace_ante
    winners = [place for place, number in enumerate(ended) if LINES[number % len(LINES)] == "wins both pots"]
    for place in range(players):
        before = playing.setup.chips[place + 1]
        net = figures[3 + place] - rules.ace_ante + (ace_pot - figures[1] if place in winners else 0)
        assert playing.felt.stake(CHIPS[place + 1]) == before + net
        paid = next(payoff.stake for payoff in playing.payoffs if payoff.seat == place + 1 and payoff.wager == "main")
        assert paid + rules.ace_ante < before
    assert playing.felt.stake(ACE_POT) == (0 if winners else ace_pot)


def test_the_tally_counts_what_the_shoes_bring() -> None:
    """The same stream of chance, its shoes taken one by one."""
    for words, seats in (("", ("simple",) * 3), ("limit=no_limit", ("bold", "tight", "bold", "simple", "bold"))):
        simulation = table(words, seats)
        assert simulation.figures_of is not None
        tallies = read_counts(simulation, 500, simulation.tally(stream("tally", 0), 500))
        state, deck, order = stream("tally", 0), np.arange(52, dtype=np.uint8), []
        for _ in range(500):
            deal(state, deck, np.int64(simulation.shoe_cards))  # type: ignore[arg-type]
            order.append(deck.copy())
        ended, figures = simulation.outcomes_of(np.array(order)), simulation.figures_of(np.array(order))
        assert tallies.counts == tuple(np.bincount(ended.ravel(), minlength=len(simulation.outcomes)).tolist())
        assert tallies.sums == tuple(figures.sum(axis=0).tolist())
        assert tallies.squares == tuple((figures**2).sum(axis=0).tolist())


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(Refusal, match="two to six players"):
        kernel.prepare(Setting(rules=GAME.rules(), strategy="simple", players=players))


def test_squares_fit_into_the_tallies_or_the_table_is_refused() -> None:
    usual = table("", ("bold",) * 6)
    great = table("main_ante=200 ace_ante=100", ("bold",) * 6)
    assert great.shard < usual.shard
    for simulation, ante in ((usual, 10_00), (great, 200_00)):
        most_in_the_pot = 6 * ante * (1 + 12 * 50)
        assert simulation.shard * most_in_the_pot**2 < 2**63
    with pytest.raises(Refusal, match="too great to simulate"):
        table("main_ante=100000 ace_ante=100000", ("simple", "simple"))


@cache
def table(words: str, seats: tuple[str, ...]) -> Simulation:
    setting = Setting(rules=GAME.rules.read(words.split()), strategy=seats[0], meters={"ace_pot": METER})
    return kernel.prepare_seats(setting, seats)


def shoes(number: int, seed: str) -> Shoes:
    chance = np.random.default_rng(stream(seed, 0))
    return chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (number, 1)), axis=1)
