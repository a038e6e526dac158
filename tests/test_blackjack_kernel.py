"""Blackjack's kernel: equal to the procedure on the same shoes, and to the exact result within its error."""

from fractions import Fraction

import numpy as np
import pytest

from houseway import figures
from houseway.chance import stream
from houseway.games.blackjack import GAME, confirmation, split_shares
from houseway.games.blackjack.kernel import prepare, ways
from houseway.games.blackjack.kernel_box import SURRENDERED
from houseway.games.blackjack.optimum import Terms
from houseway.games.blackjack.playing import SIMPLER, best_play, played, terms_of
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.side_bets import chance, lucky8_counts, pair_counts
from houseway.odds.simulation import task, through_procedure
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.returns import WagerOdds
from houseway.shoe import Shoe
from houseway.stored import recall
from houseway.tallies import Setting, Shoes, Simulation, read_counts, returns

FARTHEST = 4  # standard errors
SHOES = 500


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        ("", "optimal"),
        ("decks=1 dealer_blackjack=bb1 pair=value", "best_known"),
        ("decks=1 dealer_blackjack=obbo", "basic"),
        ("decks=1", "basic"),
        ("decks=8 dealer_blackjack=bb1", "simple"),
        ("decks=1 dealer_blackjack=obbo pair=value", "simple"),
    ],
)
def test_kernel_and_procedure_are_equal_wager_by_wager(words: str, strategy: str) -> None:
    rules = Rules.read(["cut_card=0", *words.split()])
    simulation = prepare(Setting(rules=rules, strategy=strategy))
    shoes = shoes_with_pairs(rules, SHOES)
    found = simulation.outcomes_of(shoes[:, : simulation.shoe_cards].copy())
    split = 0
    for shoe, numbers in zip(shoes, found, strict=True):
        playing = Round(GAME, simulation.setup(Shoe(tuple(map(int, shoe)))))
        play_out(playing, {1: GAME.strategies[strategy]})
        assert list(simulation.read(playing.payoffs)) == list(numbers), playing.payoffs
        assert sum(payoff.net for payoff in playing.payoffs) == 100 * sum(
            simulation.outcomes[number].net for number in numbers
        )
        split += simulation.outcomes[numbers[0]].line.startswith("split")
    assert split > SHOES / 10


@pytest.mark.parametrize(
    ("words", "strategy", "rounds"),
    [
        ("", "optimal", 20_000_000),
        ("decks=1 dealer_blackjack=bb1", "simple", 5_000_000),
        ("decks=1 pair=value dealer_blackjack=obbo", "basic", 5_000_000),
    ],
)
def test_simulation_and_exact_result_agree(words: str, strategy: str, rounds: int) -> None:
    """Means of all wagers, every line of a box that is not split, what was wagered."""
    rules = Rules.read(words.split())
    main, pair, lucky8 = simulated(prepare(Setting(rules=rules, strategy=strategy)), rounds)
    exact = played(strategy, terms_of(rules))
    assert abs(confirmation.away(Fraction(exact.ev), main)) < FARTHEST
    lines = {line.line: line.probability.value for line in main.lines}
    for line, likely in exact.lines.items():
        error = np.sqrt(likely * (1 - likely) / rounds)
        assert abs(float(lines[line]) - likely) <= FARTHEST * error, line
    split = sum(likely for line, likely in lines.items() if line.startswith("split"))
    assert float(split) == pytest.approx(exact.split_chance, rel=0.02)
    assert float(main.wagered.value) == pytest.approx(exact.wagered, abs=FARTHEST * 0.4 / np.sqrt(rounds))
    for wager, counts in ((pair, pair_counts), (lucky8, lucky8_counts)):
        likely = float(chance(counts(rules.decks, rules.pair)))
        error = np.sqrt(likely * (1 - likely) / rounds)
        assert abs(float(wager.hit_frequency.value) - likely) < FARTHEST * error


def test_the_real_procedure_comes_to_the_same() -> None:
    rules = Rules(cut_card=0)
    work = task("blackjack", Setting(rules=rules, strategy="optimal"), "real rounds")
    simulation = prepare(Setting(rules=rules, strategy="optimal"))
    main = returns(simulation, through_procedure(work, 3000))[0]
    assert abs(confirmation.away(Fraction(played("optimal", terms_of(rules)).ev), main)) < FARTHEST


def test_shards_are_of_one_stream_each() -> None:
    simulation = prepare(Setting(rules=Rules(), strategy="simple"))
    one = simulation.tally(stream("eights", 3), 40_000)
    assert list(one) == list(simulation.tally(stream("eights", 3), 40_000))
    assert list(one) != list(simulation.tally(stream("eights", 4), 40_000))
    assert one.sum() == 3 * 40_000


def test_one_shoe_alone_is_played_as_it_lies() -> None:
    simulation = prepare(Setting(rules=Rules(), strategy="simple"))
    shoes = shoes_with_pairs(Rules(), 50)
    together = simulation.outcomes_of(shoes)
    for place in range(50):
        assert list(simulation.outcomes_of(shoes[place : place + 1])[0]) == list(together[place])


def test_a_thousand_million_rounds_confirm_the_exact_result() -> None:
    exact = played("optimal", terms_of(Rules()))
    found, kept = confirmation.simulated()[0], confirmation.tallies()
    assert abs(confirmation.away(Fraction(exact.ev), found)) < FARTHEST
    lines = {line.line: float(line.probability.value) for line in found.lines}
    for line, likely in exact.lines.items():
        assert abs(lines[line] - likely) < FARTHEST * np.sqrt(likely * (1 - likely) / 10**9), line
    assert sum(kept.counts) == 3 * 10**9
    came = [0] * 5
    for (hands, _, _), count in zip(ways(), kept.counts[SURRENDERED + 1 :], strict=False):
        came[hands] += count
    for place, hands in enumerate((2, 3, 4)):
        likely = sum(split.chance * split.box.numbers[place] for split in exact.splits)
        assert abs(came[hands] / 10**9 - likely) < FARTHEST * np.sqrt(likely / 10**9), hands


@pytest.mark.parametrize("strategy", ["optimal", "basic", "simple"])
def test_stored_split_boxes_bring_what_the_recursion_says(strategy: str) -> None:
    _compare_split_boxes(strategy, Terms(8))


@pytest.mark.long
def test_all_stored_split_boxes_bring_what_the_recursion_says() -> None:
    for terms in split_shares.ALL_TERMS:
        for strategy in (best_play(terms).name, *SIMPLER):
            _compare_split_boxes(strategy, terms)


def test_averages_of_split_boxes_have_the_mean_that_is_known() -> None:
    boxes = split_shares.Sample({2: 5000, 0: 2500, -2: 2499, -4: 1}, Fraction(51, 100))
    assert sum(boxes.share(net).value for net in boxes.counts) == pytest.approx(1)
    assert boxes.average(lambda net: net).value == Fraction(51, 100)
    assert sum(net * boxes.share(net).value for net in boxes.counts) == pytest.approx(0.51)
    plain = figures.estimate_share(5000, 10_000)
    assert boxes.share(2).stderr < plain.stderr / 2  # the mean says most of it
    rare = boxes.share(-4)
    assert 0 < rare.low < rare.value < rare.high
    assert rare.high > 4 * rare.value


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(Refusal, match="strategies: optimal, basic, simple"):
        prepare(Setting(rules=Rules(), strategy="count"))
    with pytest.raises(Refusal, match="ask for best_known"):
        prepare(Setting(rules=Rules(decks=1, dealer_blackjack="obbo"), strategy="optimal"))


def simulated(simulation: Simulation, rounds: int) -> list[WagerOdds]:
    return returns(simulation, read_counts(simulation, rounds, simulation.tally(stream("twenty million", 0), rounds)))


def shoes_with_pairs(rules: Rules, number: int) -> Shoes:
    """Random shoes; every second one begins with a pair, and two more cards of its rank come soon."""
    generator = np.random.default_rng(8)
    deck = np.array(GAME.deck(rules), np.uint8)
    shoes = np.stack([generator.permutation(deck) for _ in range(number)])
    for place in range(0, number, 2):
        shoe = shoes[place]
        alike = np.flatnonzero(shoe >> 2 == generator.integers(13))[:4]
        others = list(np.delete(shoe, alike))
        first, second, third, fourth = shoe[alike]
        up = others.pop(0)
        others.insert(int(generator.integers(3)), third)
        others.insert(int(generator.integers(5)), fourth)
        shoes[place] = [first, up, second, *others]
    return shoes


def _compare_split_boxes(strategy: str, terms: Terms) -> None:
    counts = recall(split_shares.PACKAGE, split_shares.NAME).result[split_shares.key_of(strategy, terms)]
    boxes = sum(counts)
    mean = sum(net * count for net, count in zip(split_shares.NETS, counts, strict=True)) / boxes
    square = sum(net**2 * count for net, count in zip(split_shares.NETS, counts, strict=True)) / boxes
    exact = played(strategy, terms)
    error = np.sqrt((square - mean**2) / boxes)
    assert boxes == split_shares.BOXES
    assert abs(mean - exact.split_ev / exact.split_chance) < FARTHEST * error, (strategy, terms)
