"""The odds of Lucky 8's against a count of their own: naive hands, every composition against every other."""

import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards import read_cards
from houseway.figures import Exact, negate
from houseway.games.lucky8s.against_dealer import all_ends
from houseway.games.lucky8s.every_hand import ENDS, ends, every_hand
from houseway.games.lucky8s.hands import SetHand
from houseway.games.lucky8s.odds import (
    STRATEGIES,
    best_cells,
    charts,
    choices,
    counted,
    facts,
    plays_of,
    rules_of_thumb,
    wagers,
)
from houseway.games.lucky8s.rules import Rules
from houseway.games.lucky8s.strategy import worth_playing
from houseway.odds.writing import percent
from houseway.refusal import Refusal
from houseway.returns import Asked, Position, WagerOdds
from naive import lucky8s as naive

Counts = tuple[int, ...]

FACES = "A2345678"
DECK = (8, 8, 8, 8, 8, 8, 8, 10)
HANDS, DEALERS_HANDS = comb(66, 8), comb(58, 8)
EDGES = {  # as fractions of the Ante
    "optimal": Fraction(18112489720848881, 917438632929214110),
    "simple": Fraction(949375242668461, 46649422013349870),
    "never_fold": Fraction(2506764996275543, 44571917389273560),
}
FOLDED, NOT_QUALIFIED, MORE, FEWER, FEWER_SIDE, MORE_SIDE, TIE = range(7)
NETS = (-1, 1, 2, -2, 2, -2, -2)


@cache
def made(values: Counts) -> tuple[int, int]:
    """The most hands of 8, then the fewest side cards: the highest card lies aside, or with some that complete it."""
    if not values:
        return 0, 0
    *others, highest = values
    hands, side = made(tuple(others))
    found = [(hands, side + 1)]
    for size in range(9 - highest):
        for mates in set(combinations(others, size)):
            if highest + sum(mates) == 8:
                left = Counter(others) - Counter(mates)
                hands, side = made(tuple(sorted(left.elements())))
                found.append((hands + 1, side))
    return max(found, key=lambda pair: (pair[0], -pair[1]))


@cache
def all_counts() -> list[Counts]:
    drawn = combinations_with_replacement(range(1, 9), 8)
    return [tuple(hand.count(value) for value in range(1, 9)) for hand in drawn]


def values_of(counts: Counts) -> Counts:
    return tuple(value for value, count in enumerate(counts, 1) for _ in range(count))


def dealt(counts: Counts) -> int:
    return prod(map(comb, DECK, counts))


def end_of(player: tuple[int, int], dealer: tuple[int, int], qualified: bool) -> int:
    if not qualified:
        return NOT_QUALIFIED
    wins, clause = naive.compare(player, dealer)
    return {"50.6(m)1": MORE, "50.6(m)2": FEWER, "50.6(m)3": FEWER_SIDE if wins else MORE_SIDE}.get(clause, TIE)


@cache
def oracle() -> dict[Counts, Counts]:
    """For every hand the number of dealer's hands by how they end, if it plays: whole rows of products at a time."""
    hands = np.array(all_counts())
    cells = [made(values_of(counts)) for counts in all_counts()]
    kinds = sorted({(cell, counts[-1] > 0) for cell, counts in zip(cells, all_counts(), strict=True)})
    kind = np.array([kinds.index((cell, counts[-1] > 0)) for cell, counts in zip(cells, all_counts(), strict=True)])
    choose = np.array([[comb(n, k) for k in range(11)] for n in range(11)])
    found = {}
    for counts, cell in zip(all_counts(), cells, strict=True):
        left = np.array(DECK) - counts
        products = choose[left[0], hands[:, 0]]
        for value in range(1, 8):
            products = products * choose[left[value], hands[:, value]]
        by_kind = [int(total) for total in np.bincount(kind, products, len(kinds))]  # below 2^53: exact
        by_end = [0] * 7
        for (dealer, qualified), total in zip(kinds, by_kind, strict=True):
            by_end[end_of(cell, dealer, qualified)] += total
        found[counts] = tuple(by_end)
    return found


def worth(counts: Counts) -> int:
    return sum(map(int.__mul__, NETS, oracle()[counts]))


def plays(strategy: str, counts: Counts) -> bool:
    if strategy == "optimal":
        return worth(counts) > -DEALERS_HANDS
    hands, side = made(values_of(counts))
    return strategy == "never_fold" or hands >= 3 or (hands == 2 and side <= 2)


def asked(strategy: str = "optimal", *words: str, **more: Any) -> Asked:
    return Asked(rules=Rules.read(words), strategy=strategy, **more)


def position(cards: str, **more: Any) -> Position:
    return Position(rules=Rules(), hand=read_cards(cards), **more)


def test_every_hand_ends_as_often_as_counted_naively() -> None:
    compositions = every_hand().compositions
    assert len(set(compositions)) == 6435
    assert dict(zip(compositions, counted(), strict=True)) == oracle()


def test_one_hand_is_counted_without_the_others() -> None:
    for counts in all_counts()[::29]:
        assert ends(counts) == oracle()[counts]


def test_no_hand_is_worth_exactly_a_fold() -> None:
    assert all(worth(counts) != -DEALERS_HANDS for counts in all_counts())


def test_a_small_deck_card_by_card() -> None:
    """Three cards of each value: every hand of the 16 cards that a player's eight leave, taken one by one."""
    chance = Random(50)
    deck = [(value, copy) for value in range(1, 9) for copy in range(3)]
    rows = dict(zip(every_hand().compositions, all_ends((3,) * 8).tolist(), strict=True))
    for _ in range(8):
        hand = chance.sample(deck, 8)
        left = [value for value, _ in deck]
        for value, _ in hand:
            left.remove(value)
        player = made(tuple(sorted(value for value, _ in hand)))
        found = Counter(end_of(player, made(dealer), 8 in dealer) for dealer in combinations(sorted(left), 8))
        counts = Counter(value for value, _ in hand)
        assert rows[tuple(counts[value] for value in range(1, 9))] == [found[end] for end in range(7)]
    assert not any(rows[4, 4, 0, 0, 0, 0, 0, 0])  # no such hand in this deck


def test_house_way_is_never_worse_than_another_setting() -> None:
    """Against every dealer's hand there is: whatever beats it as set otherwise, it beats set House Way."""
    chance = Random(8)
    dealers = {made(values_of(counts)) for counts in all_counts()}
    for counts in chance.sample(all_counts(), 60):
        cards = tuple(FACES[value - 1] + "c" for value in values_of(counts))
        best = made(values_of(counts))
        for setting in {(len(groups), len(side)) for groups, side in naive.settings(cards)}:
            for dealer in dealers:
                assert naive.compare(best, dealer)[0] >= naive.compare(setting, dealer)[0], (cards, setting, dealer)


@pytest.mark.parametrize("strategy", ["optimal", *STRATEGIES])
def test_the_ante_by_every_line(strategy: str) -> None:
    ante = wagers(asked(strategy))[0]
    totals = [0] * 7
    for counts, row in oracle().items():
        for end in range(7):
            folds = DEALERS_HANDS if end == FOLDED else 0
            totals[end] += dealt(counts) * (row[end] if plays(strategy, counts) else folds)
    everything = HANDS * DEALERS_HANDS
    assert [line.combinations for line in ante.lines] == totals
    assert sum(totals) == everything
    assert ante.ev.value == Fraction(sum(map(int.__mul__, NETS, totals)), everything) == -EDGES[strategy]
    squares = Fraction(sum(net**2 * total for net, total in zip(NETS, totals, strict=True)), everything)
    assert ante.variance.value == squares - ante.ev.value**2
    assert ante.hit_frequency.value == Fraction(totals[NOT_QUALIFIED] + totals[MORE] + totals[FEWER_SIDE], everything)
    assert ante.wagered.value == 2 - Fraction(totals[FOLDED], everything)
    assert (ante.wager, ante.table, ante.strategy) == ("ante", None, strategy)
    assert isinstance(ante.ev, Exact)


def test_ends_bring_what_they_say() -> None:
    assert tuple(end.net for end in ENDS) == NETS


def lucky_counts() -> list[int]:
    """How many hands have so many 8s and jokers, adding the 66 cards one by one."""
    ways = {(0, 0): 1}
    for card in range(66):
        more: Counter[tuple[int, int]] = Counter(ways)
        for (cards, lucky), number in ways.items():
            more[cards + 1, lucky + (card < 10)] += number
        ways = {key: number for key, number in more.items() if key[0] <= 8}
    return [ways[8, lucky] for lucky in range(9)]


def returned(bonus: WagerOdds) -> tuple[Fraction, Fraction, Fraction]:
    return bonus.ev.value, bonus.variance.value, bonus.hit_frequency.value


def expected(nets: Counter[int]) -> tuple[Fraction, Fraction, Fraction]:
    assert sum(nets.values()) == HANDS
    ev = Fraction(sum(net * number for net, number in nets.items()), HANDS)
    square = Fraction(sum(net**2 * number for net, number in nets.items()), HANDS)
    return ev, square - ev**2, Fraction(sum(number for net, number in nets.items() if net > 0), HANDS)


def test_all_bonus_tables() -> None:
    found = wagers(asked(all_tables=True))[1:]
    assert [(bonus.wager, bonus.table) for bonus in found] == [("bonus", str(table)) for table in range(1, 6)]
    for table, bonus in enumerate(found, 1):
        nets: Counter[int] = Counter()
        for lucky, number in enumerate(lucky_counts()):
            nets[naive.BONUS[lucky][table - 1] if lucky in naive.BONUS else -1] += number
        assert returned(bonus) == expected(nets)
        assert [line.combinations for line in bonus.lines] == [
            *reversed(lucky_counts()[2:]),
            sum(lucky_counts()[:2]),
        ]
        assert returned(wagers(asked("simple", f"bonus_table={table}"))[1]) == returned(bonus)


@pytest.mark.parametrize("strategy", ["optimal", *STRATEGIES])
def test_a_folded_bonus_that_is_lost_follows_the_strategy(strategy: str) -> None:
    for table in (1, 5):
        bonus = wagers(asked(strategy, f"bonus_table={table}", "folded_bonus=lost"))[1]
        nets: Counter[int] = Counter()
        folded = 0
        for counts in all_counts():
            if plays(strategy, counts) and counts[-1] >= 2:
                nets[naive.BONUS[counts[-1]][table - 1]] += dealt(counts)
            else:
                nets[-1] += dealt(counts)
            folded += 0 if plays(strategy, counts) else dealt(counts)
        assert returned(bonus) == expected(nets)
        assert bonus.lines[-1].line == "folded"
        assert bonus.lines[-1].combinations == folded


def test_a_strategy_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="no strategy 'brave'; strategies: optimal, simple, never_fold"):
        wagers(asked("brave"))


@pytest.mark.parametrize(
    ("cards", "counts"),
    [
        ("8c Jk 2c Ac 3c 4c 5c 4d", (1, 1, 1, 2, 1, 0, 0, 2)),
        ("Jk Jk 8c 8c 8d 8h 8s 8s", (0, 0, 0, 0, 0, 0, 0, 8)),
        ("Ac Ad Ah As Ac Ad Ah As", (8, 0, 0, 0, 0, 0, 0, 0)),
        ("7c 7d 7h 6c 6d 6h 5c 5d", (0, 0, 0, 0, 2, 3, 3, 0)),
    ],
)
def test_the_choices_of_one_hand(cards: str, counts: Counts) -> None:
    found = {choice.action: choice.ev.value for choice in choices(position(cards))}
    assert found == {"play": Fraction(worth(counts), DEALERS_HANDS), "fold": -1}


@pytest.mark.parametrize(
    ("cards", "more", "words"),
    [
        ("8c 8d", {}, "eight cards, not 2"),
        ("8c 8d 8h 8s 8c 8d 8h 8s Ac", {}, "eight cards, not 9"),
        ("8c 8c 8c 2c 3c 4c 5c 6c", {}, "8c is 3 times in the hand, the 66 cards have it twice"),
        ("Jk Jk Jk 2c 3c 4c 5c 6c", {}, "Jk is 3 times in the hand, the 66 cards have it twice"),
        ("9c 8c 8d 2c 3c 4c 5c 6c", {}, "9c is not among the 66 cards"),
        ("?? 8c 8d 2c 3c 4c 5c 6c", {}, r"\?\? is not among the 66 cards"),
        ("8c 8d 8h 2c 3c 4c 5c 6c", {"up": 0}, "no card of the dealer is seen"),
        ("8c 8d 8h 2c 3c 4c 5c 6c", {"dealer": (0,)}, "no card of the dealer is seen"),
    ],
)
def test_positions_that_there_are_not(cards: str, more: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        choices(position(cards, **more))


def test_the_chart_says_what_every_composition_does() -> None:
    cells: dict[tuple[int, int], list[Counts]] = {}
    for counts in all_counts():
        cells.setdefault(made(values_of(counts)), []).append(counts)
    chart, by_lucky = charts(asked())
    for hands in range(9):
        for side in range(9):
            letter = chart.rows[hands][1][side]
            assert letter == wanted_letter(cells.get((hands, side), [])), (hands, side)
    for lucky, (_, letters) in enumerate(by_lucky.rows):
        for side in range(9):
            assert letters[side] == wanted_letter([c for c in cells.get((2, side), []) if c[-1] == lucky])
    assert {letter for _, letters in chart.rows for letter in letters} == {*chart.legend, ""}


def wanted_letter(cell: list[Counts]) -> str:
    called = {worth(counts) > -DEALERS_HANDS for counts in cell}
    if len(called) == 1:
        return "P" if called == {True} else "F"
    together = sum(dealt(counts) * (worth(counts) + DEALERS_HANDS) for counts in cell)
    return ("p" if together > 0 else "f") if cell else ""


def test_the_best_cells_are_those_of_the_simple_rule() -> None:
    cells = {made(values_of(counts)) for counts in all_counts()}
    simple = {cell for cell in cells if worth_playing(SetHand(((0,),) * cell[0], (0,) * cell[1]))}
    assert best_cells() == simple


def test_rules_of_thumb_from_the_best_down() -> None:
    rules = rules_of_thumb(asked())
    assert [rule.cost.value for rule in rules] == sorted(rule.cost.value for rule in rules)
    assert all(rule.cost.value == -EDGES["optimal"] - rule.ev.value for rule in rules)
    by_words = {rule.words: rule.ev.value for rule in rules}
    best = next(words for words in by_words if words.endswith("best by hands of 8 and side cards alone"))
    assert -by_words["look at every card"] == EDGES["optimal"]
    assert -by_words[best] == EDGES["simple"]
    assert -by_words["never fold"] == EDGES["never_fold"]
    learnable = sum(
        dealt(counts) * (worth(counts) if plays("simple", counts) or lucky_three(counts) else -DEALERS_HANDS)
        for counts in all_counts()
    )
    assert rules[1].ev.value == Fraction(learnable, HANDS * DEALERS_HANDS)


def lucky_three(counts: Counts) -> bool:
    return made(values_of(counts)) == (2, 3) and counts[-1] > 0


def test_a_rule_and_its_exceptions_are_the_whole_strategy() -> None:
    """Facts list the compositions in which the learnable rule is wrong; with them changed it is the optimal one."""
    cells, exceptions = facts(asked())
    changed = {hand for row in exceptions.rows for hand in str(row[-1]).split()}
    for counts in all_counts():
        hand = "".join(FACES[value - 1] for value in values_of(counts))
        rule = plays("simple", counts) or lucky_three(counts)
        assert plays("optimal", counts) == (rule != (hand in changed)), hand
    assert sum(int(str(row[2]).replace(",", "")) for row in cells.rows) == HANDS
    assert [
        (row[0], row[1], row[-1]) for row in cells.rows if str(row[-1]).split()[0] not in ("0", str(row[-1]).split()[2])
    ] == [
        ("2", "4", "11 of 595"),
        ("2", "3", "93 of 417"),
        ("2", "2", "290 of 345"),
    ]


def test_strategies_by_composition() -> None:
    for strategy in ("optimal", *STRATEGIES):
        assert plays_of(strategy) == tuple(plays(strategy, counts) for counts in every_hand().compositions)


def test_the_game_is_played_without_numpy() -> None:
    program = (
        "import sys; from houseway.games.lucky8s import odds, GAME; from houseway.cards import read_cards;"
        "from houseway.returns import Position;"
        "odds.choices(Position(rules=GAME.rules(), hand=read_cards('8c 8d 8h 2c 3c 4c 5c 6c')));"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_edges_that_the_readme_tells() -> None:
    text = resources.files("houseway.games.lucky8s").joinpath("README.md").read_text()
    for folded in ("stays", "lost"):
        bonuses = wagers(asked("optimal", f"folded_bonus={folded}", all_tables=True))[1:]
        told = " | ".join(percent(bonus.house_edge) for bonus in bonuses)
        assert f"| {told} |" in text
    edges = {rule.words: percent(negate(rule.ev)) for rule in rules_of_thumb(asked())}
    rules = [*[*edges.values()][:3], edges["play three hands of 8"], edges["never fold"]]
    assert re.findall(r"^\|.*\| ([\d.]+%) \|$", text, re.MULTILINE)[:5] == rules


def test_the_edges_that_a_docstring_tells() -> None:
    for strategy in ("optimal", *STRATEGIES):
        assert f"{float(100 * EDGES[strategy]):.2f}%" in (worth_playing.__doc__ or "")
