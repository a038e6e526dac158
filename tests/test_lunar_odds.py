"""The odds of Lunar Poker: the whole game against single positions, and every wager against its own counting."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import msgspec
import numpy as np
import pytest

from houseway.cards import name, read_card, read_cards
from houseway.figures import ZERO, Estimated, Exact
from houseway.games.lunar import classes, odds, plays
from houseway.games.lunar.choosing import best_without_exchange, worth_forcing
from houseway.games.lunar.ends import worth
from houseway.games.lunar.every_five import every_five, progressive_odds
from houseway.games.lunar.every_hand import count_hands
from houseway.games.lunar.forcing import stays
from houseway.games.lunar.hands import super_line
from houseway.games.lunar.lines import ante_wager
from houseway.games.lunar.no_exchange import BET, BUY, FIRST_FIVES, FOLD, INSTANT_CASH, WAYS, play_all
from houseway.games.lunar.paying import scale
from houseway.games.lunar.position import bet_ends, count_choices, law
from houseway.games.lunar.results import EXACT, exact
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.typical import HANDS
from houseway.money import DOLLAR
from houseway.refusal import Refusal
from houseway.returns import Asked, BestPlay, Position, silent
from naive.lunar import progressive, super_odds

RANKED, SIX_ONLY = Rules(), Rules(second_hand="six_only")
PARTS = scale(RANKED, DOLLAR)
LAW = law(PARTS, ranked=True)


# The whole game


@cache
def against_seven() -> dict[int, tuple[int, int]]:
    """Of some classes of first five cards against a seven: what is best without exchanges, and its value."""
    played = play_all(5, LAW)
    chance = Random(5)
    some = [chance.randrange(len(played.hands)) for _ in range(40)]
    some += [int(number) for number in np.flatnonzero(played.choices == BUY)[::20_000]]
    return {number: (int(played.choices[number]), int(played.values[number])) for number in some}


@pytest.mark.long
def test_every_hand_is_played_as_its_position_says() -> None:
    hands = classes.list_hands(5, classes.classes_of(5))
    cards = np.empty(5, np.uint8)
    for number, (choice, value) in against_seven().items():
        classes.cards_of(hands[number], 5, cards)
        hand = [int(card) for card in cards]
        if choice == INSTANT_CASH:
            continue
        ends = count_choices(hand, 20, LAW, [which < 2 for which in range(28)])
        worths = {FOLD: Fraction(-1), BET: worth(ends[0], PARTS), BUY: worth(ends[1], PARTS) - 1}
        assert Fraction(value, WAYS) == max(worths.values()) == worths[choice]
        verb = {FOLD: "fold", BET: "bet", BUY: "buy"}[choice]
        assert best_without_exchange(hand, 20, ("fold", "bet", "buy"), RANKED, DOLLAR) == verb


def test_every_five_cards_against_an_up_card_are_bet_as_their_position_says() -> None:
    five = count_hands(5, 11, LAW)
    chance = Random(11)
    cards = np.empty(5, np.uint8)
    strong = np.flatnonzero(five.ranks > stays().straight)
    for number in [chance.randrange(len(five.hands)) for _ in range(25)] + [int(each) for each in strong[::300]]:
        classes.cards_of(five.hands[number], 11, cards)
        ends = bet_ends([int(card) for card in cards], 44, LAW)
        assert Fraction(int(five.values[number]), comb(46, 4) * 42) == worth(ends, PARTS)


def test_a_bought_card_is_bet_or_folded() -> None:
    assert (
        best_without_exchange(read_cards("9c 9d Jh 6s 3h 2c"), read_card("7d"), ("fold", "bet"), RANKED, DOLLAR)
        == "bet"
    )
    assert (
        best_without_exchange(read_cards("Qc 9d Jh 6s 3h 2c"), read_card("7d"), ("fold", "bet"), RANKED, DOLLAR)
        == "fold"
    )
    assert worth_forcing(read_cards("Kh Th 8h 6h 3h"), read_cards("Qc Jd 9h 7s 5c"), RANKED, DOLLAR)
    assert not worth_forcing(read_cards("8c 8d Th 6s 3h"), read_cards("Qc Jd 9h 7s 5c"), RANKED, DOLLAR)


# Wagers


def test_the_first_five_cards_are_counted_as_the_naive_settlement_pays_them() -> None:
    """All 2,598,960 hands of a kind stand for the same: a random hand pays what its class pays."""
    assert sum(five.hands for five in every_five()) == comb(52, 5)
    found = {line.line: line for line in odds.wagers(Asked(rules=RANKED, strategy="pairs_only"))[1].lines}
    assert {name: line.combinations for name, line in found.items()} == {
        "Four-of-a-kind": 624,
        "Same colored straight": 10 * 2 * 2**5,
        "Full House": 3744,
        "Flush": 5108,
        "Straight": 10200 + 40 - 640,
        "Three-of-a-kind": 54912,
        "Ace-King-Queen": 44 * (4**5 - 4) + 10 * 6 * 4**3 + 3 * 6 * 4**2 * 40 + 3 * 6 * 6 * 4,
        "5 same colored cards": 2 * comb(26, 5) - 640 - 5108 - 2 * (44 * 30 + 10 * 8 + 3 * 4 * 20 + 3 * 2),
        "loses": 2341140,
    }


def test_a_reduced_deck_pays_the_super_side_bet_as_counted() -> None:
    """Aces down to tens of all suits, hand by hand."""
    counts: Counter[int] = Counter(super_odds(five) for five in combinations([name(card) for card in range(32, 52)], 5))
    pays = {
        "Four-of-a-kind": 250,
        "Same colored straight": 150,
        "Full House": 100,
        "Straight": 30,
        "Three-of-a-kind": 7,
    }
    by_class: Counter[int] = Counter()
    table = RANKED.super_side_bet.lines
    for five in every_five():
        if min(five.cards) >= 32:
            line = super_line(five.cards)
            by_class[table[line].number if line else 0] += five.hands
    assert counts == by_class
    assert all(by_class[number] for number in pays.values())


def test_the_progressive_is_a_line_in_the_meter() -> None:
    def at(meter: int, *words: str) -> Fraction:
        return progressive_odds(Rules.read(words), meter).ev.value

    hands = comb(52, 5)
    fixed = 624 * 500 + 3744 * 100 + 5108 * 50
    assert at(10_000_00) == Fraction(4 * 10_000 + 36 * 1_000 + fixed, hands) - 1
    assert at(10_000_00, "straight_flush_progressive=amount") == Fraction(4 * 10_000 + 36 * 5_000 + fixed, hands) - 1
    asked = Asked(rules=RANKED, strategy="pairs_only", meters={"progressive": 20_000_00})
    assert odds.wagers(asked)[2].ev.value == at(20_000_00)
    found = odds.wagers(Asked(rules=RANKED, strategy="pairs_only"))[2]
    assert (found.wager, found.table, found.ev.value) == ("progressive", "percent", at(10_000_00))
    assert found.ev_without_jackpot == Exact(Fraction(fixed, hands) - 1)
    assert found.break_even_meter == Exact(Fraction(hands - fixed, 4 + Fraction(36, 10)) * 100)
    assert at(218_047_40) > 0 > at(218_047_30)
    assert at(10_000_00, "fixed_prizes=inventory") == at(10_000_00)
    for cards, prize in (("Ac Kc Qc Jc Tc", 10_000_70), ("9c 8c 7c 6c 5c", 1_000_07), ("9c 9d 9h 9s 5c", 500_00)):
        lines, _ = progressive({1: tuple(cards.split())}, 10_000_00)
        assert lines[1].net == prize - 100


def test_all_tables_and_no_progressive() -> None:
    tables = [odd.table for odd in odds.wagers(Asked(rules=RANKED, strategy="pairs_only", all_tables=True))]
    assert tables == [None, None, "percent", "amount"]
    without = odds.wagers(Asked(rules=Rules(progressive=False), strategy="pairs_only"))
    assert [odd.wager for odd in without] == ["ante", "super"]


@pytest.mark.parametrize("strategy", ["no_exchange", "never_force", "bet_or_fold", "pairs_only"])
@pytest.mark.parametrize("rules", [RANKED, SIX_ONLY])
def test_the_main_game_is_counted_whole(strategy: str, rules: Rules) -> None:
    ante = odds.ante_odds(Asked(rules=rules), strategy)
    ways = sum(line.combinations or 0 for line in ante.lines)
    assert ways == FIRST_FIVES * WAYS
    assert ante.strategy == strategy
    figures = (ante.ev, ante.variance, ante.wagered, ante.hit_frequency, ante.element_of_risk)
    assert all(isinstance(figure, Exact) for figure in (*figures, *(line.probability for line in ante.lines)))
    assert {line.line: line.combinations for line in ante.lines}["Royal Flush"] == 4 * 47 * WAYS
    if strategy == "pairs_only":
        bets = sum(
            line.combinations or 0 for line in ante.lines if line.line not in ("folds", "Royal Flush", "Straight Flush")
        )
        # A hand that bets has one pair or better, and is no straight flush.
        assert Fraction(bets, ways) == Fraction(comb(52, 5) - 1302540 - 40, comb(52, 5))


def test_more_options_are_worth_more() -> None:
    for rules in (RANKED, SIX_ONLY):
        evs = [
            value(Asked(rules=rules), name)
            for name in ("optimal", "no_exchange", "never_force", "bet_or_fold", "pairs_only")
        ]
        assert evs == sorted(evs, reverse=True)
    for strategy in ("optimal", *odds.STRATEGIES):
        assert value(Asked(rules=RANKED), strategy) > value(Asked(rules=SIX_ONLY), strategy)


def value(asked: Asked, strategy: str) -> Fraction:
    return odds.ante_odds(asked, strategy).ev.value


@pytest.mark.parametrize(("strategy", "sampled", "most"), [("optimal", "positions", 3000), ("simple", "rounds", 2**30)])
def test_every_figure_of_a_sample_has_its_own_interval(strategy: str, sampled: str, most: int) -> None:
    ante = odds.ante_odds(Asked(rules=RANKED), strategy)
    certain = ("Royal Flush", "Straight Flush")  # instant cash
    figures = [ante.ev, ante.variance, ante.hit_frequency, ante.wagered, ante.element_of_risk]
    figures += [line.probability for line in ante.lines if line.line not in certain]
    errors = set()
    for figure in figures:
        assert isinstance(figure, Estimated)
        assert figure.sampled == sampled
        assert 2000 <= figure.n <= most
        errors.add(figure.stderr)
    assert len(errors) == len(figures)
    assert all(isinstance(line.probability, Exact) for line in ante.lines if line.line in certain)
    assert sum(line.probability.value for line in ante.lines) == 1
    assert all(line.probability.value > 0 for line in ante.lines)
    assert ante.ev.value == sum(line.contribution.value for line in ante.lines)


def test_the_best_play_folds_as_often_as_it_is_known_to() -> None:
    best = odds.ante_odds(Asked(rules=RANKED), "optimal")
    assert isinstance(best.ev, Estimated)
    assert best.ev.margin < Fraction(2, 10_000)
    _, does = odds.facts(Asked(rules=RANKED))
    shares = {str(row[0]): row[1] for row in does.rows}
    folds = shares["folds"]
    assert isinstance(folds, Estimated)
    assert folds.low < Fraction(1170, 10_000) < folds.high
    assert sum(share.value for share in shares.values() if not isinstance(share, str)) == 1


def test_the_learnable_strategy_and_what_it_costs() -> None:
    costs = odds.rules_of_thumb(Asked(rules=RANKED))
    by_name = {cost.strategy: cost for cost in costs}
    learnable = by_name["simple"].cost
    assert isinstance(learnable, Estimated)
    assert Fraction(1, 100) < learnable.low < learnable.high < Fraction(2, 100)
    assert [cost.ev.value for cost in costs] == sorted((cost.ev.value for cost in costs), reverse=True)
    assert (costs[0].strategy, costs[0].cost) == ("optimal", ZERO)


# The payout limit


def test_a_limit_that_cuts_nothing_changes_nothing() -> None:
    limited = Asked(rules=Rules(payout_limit=5_000_00), stake=8 * DOLLAR)
    assert odds.best_play(limited) == BestPlay()
    for strategy in ("optimal", *odds.STRATEGIES):
        assert value(limited, strategy) == value(Asked(rules=RANKED), strategy)


def test_a_limit_leaves_no_play_proven() -> None:
    asked = Asked(rules=Rules(payout_limit=5_000_00), stake=40 * DOLLAR)
    best = odds.best_play(asked)
    assert best.name == "best_known"
    assert "of $5000 on an Ante of $40 the best play with exchanges is not solved" in best.reason
    ante = odds.wagers(asked)[0]
    assert (ante.strategy, ante.reason) == ("best_known", best.reason)
    assert value(Asked(rules=RANKED), "optimal") > ante.ev.value > value(asked, "simple") > value(asked, "pairs_only")
    assert isinstance(ante.ev, Estimated)
    free = odds.ante_odds(Asked(rules=RANKED), "optimal").ev
    assert isinstance(free, Estimated)
    assert ante.ev.stderr != free.stderr
    with pytest.raises(Refusal, match="no play of lunar is proven to be optimal here: ask for best_known"):
        odds.wagers(msgspec.structs.replace(asked, strategy="optimal"))
    assert next(chart.title for chart in odds.charts(asked)) == "The best choice without the payout limit"
    cash = {line.line: line.net.value for line in odds.ante_odds(asked, "pairs_only").lines}
    assert cash["Royal Flush"] == cash["Straight Flush"] == 125


@pytest.fixture
def counted_as_without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play without exchanges is not counted again for a minute, but played on as it is best without a limit."""
    monkeypatch.setattr(
        plays, "exact_with_limit", lambda rules, stake, strategy, tell: exact(rules, strategy, False, tell)
    )


@pytest.mark.usefixtures("counted_as_without_limit")
def test_the_best_known_play_is_below_no_other() -> None:
    for dollars in (20, 100, 250):
        asked = Asked(rules=Rules(payout_limit=5_000_00), stake=dollars * DOLLAR)
        costs = odds.rules_of_thumb(asked)
        assert costs[0].strategy == "best_known"
        assert all(cost.cost.value >= 0 for cost in costs)
        edges, _ = odds.facts(asked)
        told = {row[0]: row[1] for row in edges.rows}
        for strategy in EXACT:
            assert told[odds.WORDS[strategy]] == odds.ante_odds(asked, strategy).house_edge
        assert edges.rows[0][1] == odds.wagers(asked)[0].house_edge


@pytest.mark.long
def test_a_limit_is_counted_with_whatever_it_changes() -> None:
    """At $10,000 a bet wins half an Ante at most: nobody forces for that, and a play that forces loses more."""
    asked = Asked(rules=Rules(payout_limit=5_000_00), stake=10_000 * DOLLAR, strategy="bet_or_fold")
    counted = odds.wagers(asked)[0]
    assert isinstance(counted.ev, Exact)
    assert counted.ev.value > ante_wager(asked.rules, asked.stake, exact(RANKED, "bet_or_fold", False, silent)).ev.value
    assert counted.notes == ()
    assert not [line for line in counted.lines if line.line.startswith("forced")]
    assert odds.best_play(asked).reason.endswith("the best strategy that is counted with the limit.")
    best, learnt = odds.charts(asked)
    assert best.title == "The best choice without an exchange"
    assert {cell for _, cells in best.rows for cell in cells} <= set("FBC")
    assert learnt.columns == best.columns


def test_charts_and_facts() -> None:
    best, learnt = odds.charts(Asked(rules=RANKED))
    assert best.title == "The best choice"
    assert best.columns == learnt.columns == tuple("AKQJT98765432")
    rows = dict(best.rows)
    assert set(rows["two pair"]) == {"B"}
    assert set(rows["open straight"]) == {"C"}
    for name_of_hand, up in (("pair 9 9", "Ts"), ("pair 9 9", "8s"), ("ace high", "As")):
        found = odds.choices(Position(rules=RANKED, hand=HANDS[name_of_hand], up=read_card(up)))
        words = max(found, key=lambda choice: choice.ev.value).action.split()
        letter = {"bet": "B", "fold": "F", "buy": "C"}.get(words[0]) or str(len(words) - 1)
        assert rows[name_of_hand][best.columns.index(up[0])] == letter
    assert {cell for _, cells in (*best.rows, *learnt.rows) for cell in cells} <= best.legend.keys()
    same = sum(
        a == b for (_, one), (_, two) in zip(best.rows, learnt.rows, strict=True) for a, b in zip(one, two, strict=True)
    )
    assert same > 0.85 * 13 * len(best.rows)
    edges, does = odds.facts(Asked(rules=RANKED))
    assert len(edges.rows) == 1 + len(EXACT)
    assert [row[0] for row in does.rows] == ["folds", "bets at once", "buys a card", "exchanges cards"]


def test_a_strategy_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="lunar has no strategy 'brave'; strategies: optimal, simple, no_exchange, "):
        odds.wagers(Asked(rules=RANKED, strategy="brave"))
