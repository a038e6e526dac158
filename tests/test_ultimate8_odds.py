"""The odds of Ultimate 8 Poker: counts beside other ways of counting, what follows from tallies beside play itself."""

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from houseway import games
from houseway.cards import DECK, name
from houseway.chance import stream
from houseway.figures import ZERO, Estimated, Exact, stderr_of
from houseway.games.ultimate8 import contests, hands, kernel, odds, played_tables
from houseway.games.ultimate8.house_take import LINES, NETS, ace_pot, main_odds, take_of
from houseway.games.ultimate8.pattern_counts import KINDS, counted, signature_of
from houseway.games.ultimate8.rules import Rules
from houseway.games.ultimate8.settle import commission
from houseway.odds.simulation import task, through_procedure
from houseway.refusal import Refusal
from houseway.returns import Asked, Position
from houseway.tallies import Setting, Tallies, read_counts, returns
from naive import ultimate8 as naive

HANDS = 752_538_150
FOUR = 4  # standard errors

# The patterns in eight cards


def test_every_hand_is_counted_once() -> None:
    found = counted()
    assert found.hands == comb(52, 8) == HANDS
    assert sum(found.highest.values()) == HANDS
    assert found.highest[hands.ROYAL_FLUSH] == found.holding[hands.ROYAL_FLUSH, 3]


def test_patterns_of_equal_ranks_are_as_many_as_products_say() -> None:
    """By number of cards of a rank: 1 + 4x + 6x^2 + 4x^3 + x^4, thirteen times."""
    holding = counted().holding
    single, to_pairs = [1, 4], [1, 4, 6]
    no_pair = coefficient([single] * 13)
    one_rank_of_more = 13 * coefficient([[0, 0, 6, 4, 1], *[single] * 12])
    assert holding[hands.ONE_PAIR, 2] == HANDS - no_pair
    assert holding[hands.TWO_PAIR, 4] == HANDS - no_pair - one_rank_of_more
    assert holding[hands.THREE_OF_A_KIND, 3] == HANDS - coefficient([to_pairs] * 13)
    assert holding[hands.FOUR_OF_A_KIND, 4] == 13 * comb(48, 4) - comb(13, 2)
    assert holding[hands.FOUR_PLUS_ONE, 5] == holding[hands.FOUR_OF_A_KIND, 4]


def test_suited_patterns_are_as_many_as_products_over_the_suits_say() -> None:
    """By number of cards of a suit: in how many ways they have no such pattern, four times."""
    found = counted()
    for length in (3, 4, 5):
        *others, royal = runs(length)
        wanted = {hands.ROYAL_FLUSH: [royal], hands.STRAIGHT_FLUSH: others, hands.FLUSH: no_runs(length)}
        for pattern, sets in wanted.items():
            assert found.holding[pattern, length] == HANDS - holding_none(sets), (pattern, length)
    suited_runs = found.highest[hands.ROYAL_FLUSH] + found.highest[hands.STRAIGHT_FLUSH]
    assert suited_runs == HANDS - holding_none(runs(3))


def holding_none(sets: list[set[int]]) -> int:
    """Hands that have none of these sets of ranks in any suit."""
    bits = [sum(1 << rank for rank in each) for each in sets]
    ways = [0] * 14
    for ranks in range(1 << 13):
        ways[ranks.bit_count()] += not any(each & ranks == each for each in bits)
    return coefficient([ways] * 4)


def no_runs(length: int) -> list[set[int]]:
    """Sets of so many ranks that are not in a row."""
    return [set(ranks) for ranks in combinations(range(13), length) if set(ranks) not in runs(length)]


@pytest.mark.parametrize(("ranks", "cards"), [("A23", 8), ("QKA", 6), ("A2K", 5), ("A234", 4), ("9TJQ", 4)])
def test_a_small_deck_is_counted_by_trying_all_hands(ranks: str, cards: int) -> None:
    try_all(ranks, cards)


@pytest.mark.long
@pytest.mark.parametrize(("ranks", "cards"), [("34567", 5), ("A2345", 6), ("TJQKA", 6), ("A2KQ", 8), ("2468", 7)])
def test_a_greater_deck_is_counted_by_trying_all_hands(ranks: str, cards: int) -> None:
    try_all(ranks, cards)


def try_all(ranks: str, cards: int) -> None:
    held = sum(1 << "23456789TJQKA".index(rank) for rank in ranks)
    deck = [card for card in DECK if held >> (card >> 2) & 1]
    holding, highest, number = Counter[tuple[int, int]](), Counter[int](), 0
    for hand in combinations(deck, cards):
        kinds = kinds_of(hand)
        holding.update(kinds)
        highest[min(pattern for pattern, _ in kinds)] += 1
        number += 1
    found = counted(held, cards)
    assert found.hands == number
    assert {kind: count for kind, count in found.holding.items() if count} == dict(holding)
    assert {pattern: count for pattern, count in found.highest.items() if count} == dict(highest)


def test_single_hands_hold_what_the_listing_lists() -> None:
    chance = Random(3)
    suited = [card for card in DECK if card & 3 == 2]
    for _ in range(6000):
        deck = chance.choice((list(DECK), [*suited, 0, 3, 51], list(range(24)), list(range(30, 52))))
        hand = tuple(chance.sample(deck, 8))
        kinds = {(hands.pattern_of(standing), len(play)) for standing, play, _ in hands.patterns_in(hand)}
        assert signature_of(hand) == sum(1 << place for place, kind in enumerate(KINDS) if kind in kinds)


def kinds_of(hand: Iterable[int]) -> set[tuple[int, int]]:
    """The patterns of a hand with their numbers of cards, told by the plain reading of 42.5(c)."""
    found = set()
    for cards in naive.all_patterns(tuple(name(card) for card in hand)):
        pattern = naive.classify(cards)
        assert pattern is not None
        found.add((pattern[0], len(cards)))
    return found


def runs(length: int) -> list[set[int]]:
    """Runs of so many ranks, the ace low in the first and high in the last."""
    return [{(low + step) % 13 for step in range(length)} for low in range(-1, 14 - length)]


def coefficient(factors: Sequence[Sequence[int]], power: int = 8) -> int:
    """Of x to the eighth in a product of polynomials."""
    product = [1]
    for factor in factors:
        longer = [0] * min(power + 1, len(product) + len(factor) - 1)
        for one, many in enumerate(product):
            for other, times in enumerate(factor):
                if one + other <= power:
                    longer[one + other] += many * times
        product = longer
    return product[power]


# The ace pot and the house's take


@pytest.mark.parametrize("words", ["", "commission=7.3", "commission=0", "ace_ante=10 chip_unit=0.05", "commission=10"])
def test_the_ace_pot_in_the_long_run_is_the_sum_over_all_waiting_times(words: str) -> None:
    rules = Rules.read(words.split())
    for players, won in ((2, Fraction(1, 6)), (3, Fraction(3, 100)), (6, Fraction(16, 100)), (4, Fraction(1))):
        pot = ace_pot(won, rules, players)
        waiting = np.arange(1, 3000)
        chances = float(won) * (1 - float(won)) ** (waiting - 1)
        fees = np.array([commission(int(size), rules) for size in waiting * players * rules.ace_ante])
        prizes = waiting * players * rules.ace_ante - fees
        assert float(pot.mean_prize) == pytest.approx((chances * prizes).sum(), rel=1e-11)
        assert float(pot.square_prize) == pytest.approx((chances * prizes.astype(float) ** 2).sum(), rel=1e-11)
        assert float(pot.fee) == pytest.approx(float(won) * (chances * fees).sum(), abs=1e-8)
        assert float(pot.mean_size) == pytest.approx((chances * (prizes + fees)).sum(), rel=1e-11)


@pytest.mark.parametrize(
    ("strategy", "players", "words"),
    [("simple", 6, ""), ("bold", 3, "limit=no_limit ace_ante=10"), ("tight", 2, "main_ante=5 commission=10")],
)
def test_an_ace_pot_that_is_carried_over_gives_the_same(strategy: str, players: int, words: str) -> None:
    """What is said from tallies of single rounds, against these rounds in a row, in which the ace pot really grows."""
    rules, rounds = Rules.read(words.split()), 40_000
    simulation = kernel.prepare(Setting(rules=rules, strategy=strategy, players=players))
    assert simulation.figures_of is not None
    order = np.random.default_rng(8).permuted(np.tile(np.arange(52, dtype=np.uint8), (rounds, 1)), axis=1)
    figures, ended = simulation.figures_of(order), simulation.outcomes_of(order)
    nets, pot, taken = figures[:, NETS : NETS + players] - rules.ace_ante, 0, 0
    for row, numbers in enumerate(ended.tolist()):
        pot += players * rules.ace_ante
        for seat, number in enumerate(numbers):
            if LINES[number % len(LINES)] == "wins both pots":
                nets[row, seat] += pot - commission(pot, rules)
                taken, pot = taken + commission(pot, rules), 0
    counts = np.bincount(ended.ravel(), minlength=len(simulation.outcomes))
    tallies = Tallies(rounds, *(tuple(map(int, each)) for each in (counts, figures.sum(0), (figures**2).sum(0))))
    found, take = main_odds(tallies, rules, players, strategy), take_of(tallies, rules, players)
    carried = Fraction(pot, rounds * players * rules.main_ante)  # nobody has that yet
    mean = Fraction(int(nets.sum()), rounds * players * rules.main_ante)
    assert abs(found.ev.value - mean - carried) < Fraction(1, 1000)
    assert abs(take.ace_pot.fee - Fraction(taken, rounds)) < Fraction(rules.ace_ante, 100)
    assert np.sqrt(float(found.variance.value)) == pytest.approx(nets.std() / rules.main_ante, rel=0.02)
    assert found.hit_frequency.value == Fraction(int((nets > 0).sum()), rounds * players)
    assert found.wagered.value == Fraction(int(figures[:, 2].sum()), rounds * players * rules.main_ante) + Fraction(
        rules.ace_ante, rules.main_ante
    )


@pytest.mark.parametrize("players", played_tables.PLAYERS)
@pytest.mark.parametrize("strategy", odds.STRATEGIES)
def test_kept_tallies_add_up(strategy: str, players: int) -> None:
    """Each seat of each round has an outcome, and what players lose is the commission."""
    rules = Rules(limit="no_limit")
    tallies = played_tables.tallies_of(rules, players, strategy)
    assert tallies.rounds == played_tables.ROUNDS
    assert sum(tallies.counts) == players * tallies.rounds
    assert sum(tallies.sums[NETS : NETS + players]) == -tallies.sums[0]
    assert sum(tallies.sums[NETS + players + 1 :]) == -tallies.sums[0]
    assert sum(tallies.squares[NETS + players + 1 :]) == sum(tallies.squares[NETS : NETS + players])
    found, take = main_odds(tallies, rules, players, strategy), take_of(tallies, rules, players)
    assert abs(found.house_edge.value * players * rules.main_ante - take.fee.value) < Fraction(1, 10**20)
    assert abs(sum((line.contribution.value for line in found.lines), Fraction(0)) - found.ev.value) < Fraction(
        1, 10**20
    )
    assert sum(line.probability.value for line in found.lines) == 1
    assert found.hit_frequency.value == Fraction(1, players)  # with these antes the winner is ahead
    assert take.ace_pot.won < take.ace_with_winner.value < Fraction(8, 52) * Fraction(13, 10)


@pytest.mark.parametrize(("strategy", "players"), [("simple", 6), ("tight", 2), ("bold", 4)])
def test_kept_tallies_are_confirmed_by_other_shoes(strategy: str, players: int) -> None:
    rules = Rules()
    kept = played_tables.tallies_of(rules, players, strategy)
    with ThreadPoolExecutor(1) as pool:
        other = played_tables.played(rules, (strategy,) * players, 1 << 16, "other shoes", pool)
    assert agree(kept, other)


def test_kept_tallies_are_confirmed_by_the_procedure() -> None:
    rules = Rules()
    work = task("ultimate8", Setting(rules=rules, strategy="simple", players=4), "procedure")
    by_hand = through_procedure(work, 600)
    assert agree(played_tables.tallies_of(rules, 4, "simple"), by_hand)


def agree(kept: Tallies, other: Tallies) -> bool:
    """Every mean within four standard errors, where what is counted comes often enough."""
    pairs = [(Fraction(one), Fraction(two), Fraction(one)) for one, two in zip(kept.counts, other.counts, strict=True)]
    pairs += [
        (Fraction(one), Fraction(two), Fraction(square))
        for one, two, square in zip(kept.sums, other.sums, kept.squares, strict=True)
    ]
    compared = 0
    for one, two, square in pairs:
        mean = one / kept.rounds
        variance = square / kept.rounds - mean**2
        error = variance * (Fraction(1, kept.rounds) + Fraction(1, other.rounds))
        if mean**2 * other.rounds > 100 * square / kept.rounds:  # a mean of at least ten standard errors
            compared += 1
            if (mean - two / other.rounds) ** 2 > FOUR**2 * error:
                return False
    return compared > 4


@pytest.mark.long
def test_kept_tables_and_contests_are_made_again() -> None:
    assert played_tables.kept_tables(True)
    assert contests.kept_contests(True)


def test_a_contest_of_equals_is_the_table_of_all() -> None:
    for strategy in odds.STRATEGIES:
        numbers = contests.kept_contests(False)[contests.name_of(Rules(), strategy, strategy)]
        equal = contests.judged(Rules(), numbers)
        [all_alike] = odds.wagers(Asked(rules=Rules(), strategy=strategy))
        assert abs(equal.value - all_alike.ev.value) < FOUR * stderr_of(equal)
        assert contests.contest(Rules(), strategy, strategy) == all_alike.ev


# What is asked


def test_the_best_known_play_is_the_one_that_nobody_gains_by_leaving() -> None:
    """Among five of any strategy one player wins most with it. It is called best known, but never optimal."""
    for rules in played_tables.USUAL:
        for others in odds.STRATEGIES:
            found = {one: contests.contest(rules, one, others) for one in odds.STRATEGIES}
            best = found.pop(odds.BEST_TRIED)
            assert isinstance(best, Estimated)
            assert all(isinstance(other, Estimated) and best.low > other.high for other in found.values())
    [known], [bold] = odds.wagers(Asked(rules=Rules())), odds.wagers(Asked(rules=Rules(), strategy="bold"))
    assert (known.ev, known.strategy, bold.strategy) == (bold.ev, "best_known", "bold")
    assert "not solved" in known.reason
    assert "6 players at a limit table" in bold.notes[0]
    assert isinstance(bold.ev, Estimated)
    assert (bold.ev.sampled, bold.ev.n, bold.table) == ("rounds", played_tables.ROUNDS, None)
    assert bold.ev.margin < Fraction(1, 1000)
    with pytest.raises(Refusal, match="ask for best_known"):
        odds.wagers(Asked(rules=Rules(), strategy="optimal"))


def test_all_tables_are_those_of_two_to_six_players() -> None:
    found = odds.wagers(Asked(rules=Rules(), all_tables=True))
    assert [each.table for each in found] == [f"{players} players" for players in range(2, 7)]
    assert len({each.ev for each in found}) == 5


def test_a_limit_matters_to_those_who_wager_more() -> None:
    for strategy, same in (("simple", True), ("tight", True), ("bold", False)):
        limit, no_limit = (odds.wagers(Asked(rules=rules, strategy=strategy))[0] for rules in played_tables.USUAL)
        assert (limit.ev == no_limit.ev) == same


def test_how_cards_are_dealt_does_not_matter() -> None:
    by_hand = Rules.read(["dealing=hand", "rounds_of=1", "two_decks=yes", "idle_raises=no"])
    assert odds.wagers(Asked(rules=by_hand))[0].ev == odds.wagers(Asked(rules=Rules()))[0].ev


@pytest.mark.parametrize("words", ["commission=10", "main_ante=5", "match_length=yes"])
def test_options_that_matter_are_played_anew(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_tables, "ANEW", 1 << 16)
    played_tables._played_anew.cache_clear()
    [other], [usual] = odds.wagers(Asked(rules=Rules.read([words]))), odds.wagers(Asked(rules=Rules()))
    played_tables._played_anew.cache_clear()
    assert isinstance(other.ev, Estimated)
    assert other.ev.n == 1 << 16
    assert abs(other.ev.value - usual.ev.value) > FOUR * other.ev.stderr


def test_no_commission_leaves_nothing_to_the_house() -> None:
    rules = Rules.read(["commission=0"])
    with ThreadPoolExecutor(1) as pool:
        tallies = played_tables.played(rules, ("bold",) * 5, 1 << 12, "free", pool)
    found = main_odds(tallies, rules, 5, "bold")
    assert abs(sum((line.contribution.value for line in found.lines), Fraction(0))) < Fraction(1, 10**20)
    assert found.ev == take_of(tallies, rules, 5).fee == ZERO, "nothing is taken, whatever was played"


def test_so_few_rounds_that_nobody_wins_the_ace_pot() -> None:
    rules = Rules()
    simulation = kernel.prepare(Setting(rules=rules, strategy="simple", players=2))
    none = next(
        tallies
        for shard in range(50)
        if not take_of(
            tallies := read_counts(simulation, 1, simulation.tally(stream("one", shard), 1)), rules, 2
        ).ace_pot.won
    )
    [found] = returns(simulation, none)
    assert "nobody won the ace pot" in found.notes[-1]
    of_ace_pot = rules.commission / 100 * 2 * rules.ace_ante
    assert found.ev.value == -(none.sums[0] + of_ace_pot) / (2 * rules.main_ante), "in the long run it is won"
    assert stderr_of(found.ev) > 0


def test_facts_tell_of_every_table() -> None:
    patterns, take, ace, seats, fought = odds.facts(Asked(rules=Rules()))
    assert len(patterns.rows) == len(KINDS)
    assert patterns.rows[-1][2:4] == ("752,538,150", Exact(Fraction(1)))
    assert len(take.rows) == len(ace.rows) == 5 * 4
    assert {row[1] for row in take.rows} == {"either", "limit", "no limit"}
    assert [row[0] for row in seats.rows] == ["2", "3", "4", "5", "6"]
    assert len(fought.rows) == len(odds.STRATEGIES)
    for facts in (patterns, take, ace, seats, fought):
        assert {len(row) for row in facts.rows} == {len(facts.columns)}


def test_the_size_at_which_the_ace_pot_makes_a_round_fair() -> None:
    """A player's sixth of what the ace pot pays on average is what a player puts in for both pots' fees and the pot."""
    rules = Rules()
    take = take_of(played_tables.tallies_of(rules, 6, "simple"), rules, 6)
    before = odds._fair(take, rules).value
    paid = take.ace_pot.won * (before + take.ace_pot.growth) * Fraction(95, 100)
    assert paid == take.main_fee.value + 6 * rules.ace_ante


def test_strategies_have_charts_and_costs() -> None:
    simple, tight, bold = (dict(chart.rows) for chart in odds.charts(Asked(rules=Rules())))
    assert simple["4"] == ("c", "F", "F")
    assert tight["4"] == ("F", "F", "F")
    assert bold["4"] == ("b", "F", "F")
    assert simple["2"] == ("R", "B", "c")
    costs = odds.rules_of_thumb(Asked(rules=Rules()))
    assert [cost.words.split()[0] for cost in costs] == ["'simple'", "'tight'", "'bold'"]
    assert min(cost.cost.value for cost in costs) == 0
    assert [cost.ev.n for cost in costs if isinstance(cost.ev, Estimated)] == [6 * contests.ROUNDS] * 2 + [
        played_tables.ROUNDS
    ]


def test_what_has_no_answer_is_refused() -> None:
    with pytest.raises(Refusal, match="no strategy 'reckless'; strategies: best_known, simple, tight, bold"):
        odds.wagers(Asked(rules=Rules(), strategy="reckless"))
    with pytest.raises(Refusal, match="Ultimate 8 Poker is not solved"):
        odds.choices(Position(rules=Rules(), hand=tuple(range(8))))


def test_options_that_are_said_to_matter_exist() -> None:
    for option, values in odds.OPTIONS.items():
        for value in values:
            assert getattr(games.load("ultimate8").rules.read([f"{option}={value}"]), option) is not None
