"""Blackjack's side bets against every deal, and the public face of its odds."""

from collections.abc import Mapping
from fractions import Fraction
from importlib import resources
from itertools import combinations_with_replacement, product
from math import comb

import pytest
from msgspec.structs import replace

from houseway.cards import DECK, names, read_card, read_cards
from houseway.figures import Computed, Estimated, Exact
from houseway.games.blackjack import odds
from houseway.games.blackjack.hands import PairBy
from houseway.games.blackjack.optimum import Terms, solve
from houseway.games.blackjack.playing import played
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.settle import DealerBlackjack
from houseway.games.blackjack.side_bets import LOSES, insurance_counts, lucky8_counts, pair_counts
from houseway.games.blackjack.split_shares import BOXES
from houseway.refusal import Refusal
from houseway.returns import Asked, Position
from naive import blackjack as naive

DIGITS = Fraction(1, 10**13)
OPTIONS: tuple[DealerBlackjack, ...] = ("obo", "obbo", "bb1")


# Side bets.


@pytest.mark.parametrize("by", ["rank", "value"])
@pytest.mark.parametrize("decks", [1, 3, pytest.param(8, marks=pytest.mark.long)])
def test_side_bets_are_those_of_every_deal(decks: int, by: PairBy) -> None:
    """Every two and three kinds of cards, each with the number of ways to draw it from so many copies."""
    pairs, lucky = dict[int, int](), dict[int, int]()
    for two in combinations_with_replacement(DECK, 2):
        net = naive.pair(_texts(two), 1, by).net
        pairs[net] = pairs.get(net, 0) + _ways(two, decks)
    for three in combinations_with_replacement(DECK, 3):
        net = naive.lucky8(_texts(three[:2]), _texts(three)[2], 1, by).net
        lucky[net] = lucky.get(net, 0) + _ways(three, decks)
    counts = lucky8_counts(decks, by)
    assert {11: pairs[11], -1: pairs[-1]} == _by_net(pair_counts(decks, by))
    assert {net: count for net, count in lucky.items() if count} == _by_net(counts)
    assert sum(counts.values()) == comb(52 * decks, 3)


def test_with_an_infinite_deck_every_order_of_draws_counts() -> None:
    lucky = dict[int, int]()
    for first, second, third in product(DECK, repeat=3):
        net = naive.lucky8(_texts((first, second)), _texts((third,))[0], 1, "value").net
        lucky[net] = lucky.get(net, 0) + 1
    assert lucky == _by_net(lucky8_counts(None, "value"))
    assert pair_counts(None, "rank") == {"Pair bet": 52 * 4, LOSES: 52 * 48}


def test_insurance_counts_what_lies_behind_the_ace() -> None:
    assert insurance_counts(8) == {"Insurance bet": 128, LOSES: 415 - 128}
    assert insurance_counts(1, seen_tens=2, seen=2) == {"Insurance bet": 14, LOSES: 49 - 14}
    assert insurance_counts(None, seen_tens=2, seen=2) == {"Insurance bet": 16, LOSES: 36}


# The public face.


def test_a_blackjack_against_an_ace_is_worth_more_than_even_money() -> None:
    for decks in range(1, 9):
        found = odds.choices(Position(rules=Rules(decks=decks), hand=read_cards("As Kd"), up=read_card("Ac")))
        worth = {choice.action: choice.ev for choice in found}
        assert worth["even money"] == Exact(Fraction(1))
        wanted = Fraction(3, 2) * Fraction(52 * decks - 3 - (16 * decks - 1), 52 * decks - 3)
        assert worth["decline"] == Exact(wanted)
        assert wanted > 1
    paid = odds.choices(Position(rules=Rules(), hand=read_cards("As Kd"), up=read_card("9c")))
    assert [(choice.action, choice.ev) for choice in paid] == [("stand", Exact(Fraction(3, 2)))]


def test_simpler_play_costs_something() -> None:
    asked = Asked(rules=Rules(decks=1))
    costs = {cost.words: cost for cost in odds.rules_of_thumb(asked)}
    best = odds.wagers(asked)[0].ev.value
    assert all(cost.cost.value == best - cost.ev.value > 0 for cost in costs.values())
    assert costs["as the charts show it"].cost.value == min(cost.cost.value for cost in costs.values())
    for cost in costs.values():
        if cost.strategy:
            assert odds.wagers(replace(asked, strategy=cost.strategy))[0].ev == cost.ev
    mimic = costs["play as the dealer must: hit to 16, stand on 17, nothing else"]
    assert Fraction("0.055") < -mimic.ev.value < Fraction("0.058")
    insured = costs["the best play, and insurance for half the wager against every ace"]
    assert insured.cost == Exact(Fraction(1, 2) * Fraction(1, 13) * Fraction(51 - 3 * 16, 51))


@pytest.mark.long
def test_the_tables_of_an_endless_shoe_cost_nothing() -> None:
    costs = odds.rules_of_thumb(Asked(rules=Rules(), infinite_deck=True))
    assert [cost.cost.value for cost in costs if cost.strategy == "basic"] == [0]


@pytest.mark.parametrize("option", ["obbo", "bb1"])
def test_the_best_play_is_not_called_optimal_where_that_is_not_proven(option: DealerBlackjack) -> None:
    asked = Asked(rules=Rules(decks=1, dealer_blackjack=option))
    main = odds.wagers(asked)[0]
    assert main.strategy == odds.best_play(asked).name == "best_known"
    assert option in main.reason
    short = solve(Terms(1, option)).short
    assert 0 < short < 0.00002
    assert all(main.ev.value >= played(strategy, Terms(1, option)).ev for strategy in ("basic", "simple"))
    assert main.ev.value + Fraction(short) <= odds.wagers(Asked(rules=Rules(decks=1)))[0].ev.value + DIGITS  # `obo`
    with pytest.raises(Refusal, match="ask for best_known"):
        odds.wagers(replace(asked, strategy="optimal"))
    with pytest.raises(Refusal, match="ask for optimal"):
        odds.wagers(Asked(rules=Rules(), strategy="best_known"))


def test_figures_say_how_they_are_known() -> None:
    main, pair, _, insurance = odds.wagers(Asked(rules=Rules()))
    assert isinstance(main.ev, Computed)
    assert main.ev.digits == 11
    assert isinstance(main.wagered, Computed)
    for figure in (main.deviation, main.hit_frequency):
        assert isinstance(figure, Estimated)
        assert (figure.sampled, figure.n) == ("split boxes", BOXES)
    for line in main.lines:
        assert isinstance(line.probability, Estimated if line.line.startswith("split") else Computed), line.line
    for wager in (pair, insurance):
        assert all(isinstance(figure, Exact) for figure in (wager.ev, wager.hit_frequency, wager.variance))


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        ("", "optimal"),
        ("", "basic"),
        ("decks=1 pair=value", "basic"),
        ("decks=1 dealer_blackjack=obbo", "simple"),
        ("dealer_blackjack=bb1", "best_known"),
    ],
)
def test_lines_add_up(words: str, strategy: str) -> None:
    rules = Rules.read(words.split())
    main, pair, lucky8, insurance = odds.wagers(Asked(rules=rules, strategy=strategy))
    terms = Terms(rules.decks, rules.dealer_blackjack)
    for wager in (main, pair, lucky8, insurance):
        assert abs(sum((line.probability.value for line in wager.lines), Fraction(-1))) < 20 * DIGITS
        assert abs(sum((line.contribution.value for line in wager.lines), -wager.ev.value)) < 20 * DIGITS
        assert min(line.probability.value for line in wager.lines) >= 0
    assert [main.wager, pair.wager, lucky8.wager, insurance.wager] == ["main", "pair", "lucky8", "insurance"]
    assert abs(main.ev.value - Fraction(played(strategy, terms).ev)) < DIGITS
    square = sum(line.probability.value * line.net.value**2 for line in main.lines)
    assert abs(main.variance.value - (square - main.ev.value**2)) < 200 * DIGITS
    assert Fraction("1.09") < main.wagered.value < Fraction("1.16")
    assert Fraction("1.2") < main.variance.value < Fraction("1.4")


def test_eight_decks_to_ten_digits() -> None:
    """What this program says today; a change of a digit is a change of the program."""
    found = {}
    for option in OPTIONS:
        found[option] = odds.wagers(Asked(rules=Rules(dealer_blackjack=option)))[0].ev.value
    assert {option: round(ev, 12) for option, ev in found.items()} == {
        "obo": Fraction("-0.001860802054"),
        "obbo": Fraction("-0.001869238824"),
        "bb1": Fraction("-0.001906206843"),
    }


@pytest.mark.parametrize(
    "decks", ["1", "8", *[pytest.param(str(number), marks=pytest.mark.long) for number in range(2, 8)]]
)
def test_the_readme_has_the_edges_of_every_shoe(decks: str) -> None:
    text = resources.files("houseway.games.blackjack").joinpath("README.md").read_text()
    row = next(line for line in text.splitlines() if line.startswith(f"| {decks} | ") and line.endswith("% |"))
    shoe = None if decks == "infinite" else int(decks)
    edges = [-played("optimal", Terms(shoe, option)).ev for option in OPTIONS]
    costs = [played("optimal", Terms(shoe)).ev - played(strategy, Terms(shoe)).ev for strategy in ("basic", "simple")]
    assert [cell.strip() for cell in row.split("|")[2:-1]] == [f"{100 * figure:.4f}%" for figure in (*edges, *costs)]


def test_an_infinite_deck_changes_all_wagers() -> None:
    usual, infinite = odds.wagers(Asked(rules=Rules())), odds.wagers(Asked(rules=Rules(), infinite_deck=True))
    assert all(one.ev != other.ev for one, other in zip(usual, infinite, strict=True))
    assert infinite[3].ev == Exact(Fraction(-1, 13))


def test_charts_show_what_is_played() -> None:
    hard, soft, pairs, surrender = odds.charts(Asked(rules=Rules()))
    assert dict(hard.rows)["16"] == ("S", "S", "S", "S", "S", "H", "H", "Rh", "Rs", "H")
    assert dict(hard.rows)["11"] == (*["Dh"] * 9, "H")
    assert dict(soft.rows)["A-7"] == ("S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H")
    assert dict(pairs.rows)["8-8"] == (*["P"] * 8, "Rp", "P")
    assert dict(surrender.rows)["15"] == (*["-"] * 8, "R", "-")
    for chart in (hard, soft, pairs, surrender):
        assert {cell for _, cells in chart.rows for cell in cells} <= set(chart.legend)
        assert all(len(cells) == len(chart.columns) for _, cells in chart.rows)


def test_facts_tell_of_insurance_and_even_money() -> None:
    facts = {fact.title: fact for fact in odds.facts(Asked(rules=Rules(decks=1)))}
    insurance = {row[0]: row[2] for row in facts["Insurance by the player's hand"].rows}
    assert insurance["two cards worth ten"] == Exact(Fraction(1, 7))
    assert insurance["no card worth ten"] == Exact(Fraction(1, 49))
    assert facts["Blackjack against an ace"].rows[0] == ("even money", Exact(Fraction(1)))
    for row in facts["How the dealer ends"].rows:
        assert abs(sum((end.value for end in row[1:] if not isinstance(end, str)), Fraction(-1))) < 7 * DIGITS


@pytest.mark.parametrize(
    ("hand", "up", "words", "said"),
    [
        ("Ts", "9c", "", "two or more cards"),
        ("Ts 6d", "", "", "dealer's first card is missing"),
        ("Ts 6d 9c", "9c", "", "exceeded 21"),
        ("Ts Ts", "9c", "decks=1", "more often than 1 deck has it"),
        ("Ts 6d", "Ts", "decks=1", "more often"),
        ("8s 8s 2c", "8s", "decks=2", "more often than 2 decks have it"),
        ("Jk 6d", "9c", "", "no card of this game"),
        ("Ts 6d", "Jk", "", "no card of this game"),
    ],
)
def test_positions_that_no_table_can_have_are_refused(hand: str, up: str, words: str, said: str) -> None:
    position = Position(rules=Rules.read(words.split()), hand=read_cards(hand), up=read_card(up) if up else None)
    with pytest.raises(Refusal, match=said):
        odds.choices(position)


def test_a_dealers_hand_and_an_unknown_strategy_are_refused() -> None:
    position = Position(rules=Rules(), hand=read_cards("Ts 6d"), up=read_card("9c"), dealer=read_cards("9c 2d"))
    with pytest.raises(Refusal, match="one card"):
        odds.choices(position)
    with pytest.raises(Refusal, match="no strategy 'count'"):
        odds.wagers(Asked(rules=Rules(), strategy="count"))


def test_an_infinite_deck_has_any_card_as_often_as_one_likes() -> None:
    cards = read_cards("2s 2s 2s 2s 2s 2s")
    found = odds.choices(Position(rules=Rules(decks=1), hand=cards, up=read_card("2s"), infinite_deck=True))
    assert {choice.action for choice in found} == {"stand", "hit"}


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(names(cards).split())


def _ways(kinds: tuple[int, ...], decks: int) -> int:
    ways = 1
    for kind in set(kinds):
        ways *= comb(decks, kinds.count(kind))
    return ways


def _by_net(counts: Mapping[str, int]) -> dict[int, int]:
    nets = {"3 suited 8's": 1000, "3 unsuited 8's": 100, "2 suited 8's": 10, "2 unsuited 8's": 5, "Two of a Kind": 3}
    named = {**nets, "Pair bet": 11, LOSES: -1}
    return {named[line]: count for line, count in counts.items() if count}
