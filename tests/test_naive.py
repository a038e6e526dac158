"""The oracle against results worked by hand: poker hands, Lucky 8's, Ultimate 8 and Blackjack Lucky 8."""

from collections import Counter
from itertools import combinations, product
from random import Random

import phevaluator
import pytest

from naive import Line, blackjack, lucky8s, poker, ultimate8
from naive.blackjack import Hand
from naive.poker import RANKS, cards_of

DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")


def nets(lines: list[Line]) -> list[tuple[str, int, str]]:
    return [(line.wager, line.net, line.clause) for line in lines]


# Poker hands


def test_twenty_highest_cards_make_the_counted_numbers_of_hands() -> None:
    high_cards = tuple(card for card in DECK if card[0] in "TJQKA")
    counted = Counter(poker.category(five) for five in combinations(high_cards, 5))
    assert counted == {
        poker.ROYAL_FLUSH: 4,
        poker.FOUR_OF_A_KIND: 5 * 16,
        poker.FULL_HOUSE: 5 * 4 * 4 * 6,
        poker.STRAIGHT: 4**5 - 4,
        poker.THREE_OF_A_KIND: 5 * 4 * 6 * 4 * 4,
        poker.TWO_PAIR: 10 * 6 * 6 * 12,
        poker.ONE_PAIR: 5 * 6 * 4 * 4**3,
    }


@pytest.mark.parametrize("size", [5, 6, 7])
def test_two_hands_compare_as_another_evaluator_compares_them(size: int) -> None:
    rng = Random(size)
    for _ in range(600):
        drawn = rng.sample(DECK, 2 * size)
        one, other = tuple(drawn[:size]), tuple(drawn[size:])
        theirs = phevaluator.evaluate_cards(*other) - phevaluator.evaluate_cards(*one)
        ours = (poker.rank_best(one) > poker.rank_best(other)) - (poker.rank_best(one) < poker.rank_best(other))
        assert ours == (theirs > 0) - (theirs < 0), (one, other)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6c 5d 4h 3s 2c", "As 2d 3h 4c 5s"),
        ("Kh Qh Jh Th 9h", "Ah 2h 3h 4h 5h"),
        ("3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),
        ("9c 9d Ah 4s 2c", "9h 9s Kd Qc Jc"),
    ],
)
def test_the_higher_hand_ranks_higher(higher: str, lower: str) -> None:
    assert poker.rank_best(cards_of(higher)) > poker.rank_best(cards_of(lower))


# Lucky 8's


@pytest.mark.parametrize(
    ("cards", "hands", "side"),
    [
        ("8c Jk 2d 4d 6d 5d 3d 6c", 4, 2),  # the rulebook's example aa
        ("8c Jk 2d Ad 3d 4d 5d 4c", 4, 1),  # its example ab
        ("2c 4c 6c 7c 2d 3d 4d 4h", 2, 3),  # its example of a hand that does not qualify
        ("8c 8d 8h 8s 8c 8d Jk Jk", 8, 0),
        ("7c 7d 7h 7s 7c 7d 7h 7s", 0, 8),
        ("Ac Ad Ah As Ac Ad Ah As", 1, 0),
    ],
)
def test_house_way_sets_most_hands_then_fewest_side_cards(cards: str, hands: int, side: int) -> None:
    groups, left = lucky8s.house_way(cards_of(cards))
    assert (len(groups), len(left)) == (hands, side)
    assert sorted(card for group in (*groups, left) for card in group) == sorted(cards_of(cards))


FOUR_HANDS_TWO_SIDE = "8c Jk 2d 4d 6d 5d 3d 6c"
FOUR_HANDS_ONE_SIDE = "8c Jk 2d Ad 3d 4d 5d 4c"
NO_LUCKY_CARD = "2c 4c 6c 7c 2d 3d 4d 4h"
SEVENS_AND_8 = "8c 7c 7d 7h 7s 7c 7d 7h"


@pytest.mark.parametrize(
    ("player", "dealer", "net", "clause"),
    [
        (FOUR_HANDS_ONE_SIDE, SEVENS_AND_8, 1000, "50.6(m)1"),
        (SEVENS_AND_8, FOUR_HANDS_ONE_SIDE, -1000, "50.6(m)2"),
        (FOUR_HANDS_ONE_SIDE, FOUR_HANDS_TWO_SIDE, 1000, "50.6(m)3"),
        (FOUR_HANDS_TWO_SIDE, FOUR_HANDS_ONE_SIDE, -1000, "50.6(m)3"),
        (FOUR_HANDS_TWO_SIDE, FOUR_HANDS_TWO_SIDE, -1000, "50.6(m)4"),
    ],
)
def test_lucky8s_compares_with_a_qualifying_dealer(player: str, dealer: str, net: int, clause: str) -> None:
    lines = lucky8s.settle(cards_of(player), None, True, 1000, 0, cards_of(dealer))
    assert nets(lines) == [("ante", net, clause), ("in_to_win", net, clause)]


def test_lucky8s_dealer_who_does_not_qualify_pays_the_ante_alone() -> None:
    lines = lucky8s.settle(cards_of(SEVENS_AND_8), None, True, 1000, 500, cards_of(NO_LUCKY_CARD))
    assert nets(lines) == [
        ("ante", 1000, "50.6(l)"),
        ("in_to_win", 0, "50.6(l)"),
        ("bonus", -500, "50.6(n)"),
    ]


def test_lucky8s_bonus_of_a_folded_hand_stays_in_action() -> None:
    cards = cards_of("8c 8d 8h 8s 8c Jk 2d 2c")
    lines = lucky8s.settle(cards, None, False, 1000, 500, cards_of(SEVENS_AND_8), 2)
    assert nets(lines) == [("ante", -1000, "50.6(h)"), ("bonus", 250_000, "50.6(n)")]


def test_lucky8s_hand_plays_as_it_was_set() -> None:
    groups = (("8c",), ("Jk",), ("4d", "4c"), ("5d", "3d"))
    lines = lucky8s.settle(cards_of(FOUR_HANDS_ONE_SIDE), groups, True, 1000, 0, cards_of(FOUR_HANDS_TWO_SIDE))
    assert nets(lines) == [("ante", -1000, "50.6(m)4"), ("in_to_win", -1000, "50.6(m)4")]


# Ultimate 8


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        ("Ac Kc Qc", 1),
        ("As Ks Qs Js Ts", 1),
        ("Ac 2c 3c", 2),
        ("9h 8h 7h 6h 5h", 2),
        ("9c 9d 9h 9s 2c", 3),
        ("9c 9d 9h 9s", 4),
        ("Kc Ac 2c", 5),
        ("9h 7h 2h 3h", 5),
        ("Ac Kd Qc", 6),
        ("Ac 2c 3d 4c 5c", 6),
        ("9c 9d 4c 4d", 7),
        ("9c 9d 9h", 8),
        ("2c 2d", 9),
        ("As", 10),
        ("Kc Ad 2c", None),
        ("9c 9d 9h 4c 4d", None),
        ("9c 8d", None),
        ("9c 9d 4c", None),
        ("9h 8h 7h 6h 5h 4h", None),
    ],
)
def test_pattern_has_its_number_in_42_5_c(cards: str, number: int | None) -> None:
    pattern = ultimate8.classify(cards_of(cards))
    assert (pattern and pattern[0]) == number


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d", "As"),
        ("2c 2d 2h", "As Ah"),
        ("3c 3d 2c 2d", "As Ah Ad"),
        ("4c 3d 2c", "As Ah Kd Kc"),
        ("5c 3c 2c", "As Kh Qs"),
        ("2c 2d 2h 2s 3c", "Ac Ad Ah As"),
        ("Ac 2c 3c", "Kc Kd Kh Ks As"),
        ("As", "Ah"),
        ("9s 9c", "9h 9d"),
        ("9s 9c 4d 4c", "9h 9d 4s 4h"),
        ("9s 9c 5d 5c", "9h 9d 4s 4h"),
        ("4c 3d 2h", "As 2s 3h"),
        ("9c 8d 7h 6c", "9s 8s 7d"),
        ("9c 8d 7h", "8s 7s 6d 5d 4h"),
        ("Ac 5c 2c", "Ks Qs Ts 9s 8s"),
        ("As Ks Qs", "Ah Kh Qh"),
        ("Ac Kc Qc Jc", "As Ks Qs"),
        ("3s 2d As", "3h 2c Ad"),
    ],
)
def test_pattern_beats_the_other_and_not_the_other_way_round(higher: str, lower: str) -> None:
    assert ultimate8.beats(cards_of(higher), cards_of(lower))
    assert not ultimate8.beats(cards_of(lower), cards_of(higher))


def test_match_length_binds_within_a_pattern_only() -> None:
    assert not ultimate8.beats(cards_of("9c 8d 7h 6c"), cards_of("8s 7s 6d"), match_length=True)
    assert ultimate8.beats(cards_of("9c 8d 7h"), cards_of("8s 7s 6d"), match_length=True)
    assert ultimate8.beats(cards_of("9c 7c 2c 3c"), cards_of("8s 7s 6d"), match_length=True)


def test_all_patterns_of_a_small_hand() -> None:
    found = {frozenset(cards) for cards in ultimate8.all_patterns(cards_of("9c 9d 8c 7c"))}
    listed = ["9c", "9d", "8c", "7c", "9c 9d", "9c 8c 7c", "9d 8c 7c"]
    assert found == {frozenset(cards_of(text)) for text in listed}


def test_ultimate8_main_pot_and_ace_pot_to_the_first_one_out() -> None:
    settled = ultimate8.settle({1: 3000, 2: 3000, 3: 3000}, set(), [2], 2, 500, ace_pot_before=4000)
    assert nets(settled.lines[2]) == [("main", 8600 - 3000, "42.10(j)"), ("ace_ante", 5300 - 500, "42.5(e)")]
    assert nets(settled.lines[1]) == [("main", -3000, "42.10(j)"), ("ace_ante", -500, "42.5(e)")]
    assert (settled.commission, settled.ace_pot) == (400 + 200, 0)


def test_ultimate8_side_pot_goes_to_the_next_one_out_and_an_uncalled_bet_goes_back() -> None:
    settled = ultimate8.settle({1: 5000, 2: 10_000, 3: 14_000}, set(), [1, 3], 3, 500)
    assert settled.returned == {3: 4000}
    assert [settled.lines[seat][0].net for seat in (1, 2, 3)] == [14_300 - 5000, -10_000, 9500 - 10_000]
    assert [settled.lines[seat][0].stake for seat in (1, 2, 3)] == [5000, 10_000, 10_000]
    assert (settled.commission, settled.ace_pot) == (700 + 500, 1500)
    assert settled.lines[3][1] == Line("ace_ante", 500, -500, "42.10(l)")


def test_ultimate8_last_one_left_wins_without_going_out() -> None:
    settled = ultimate8.settle({1: 1000, 2: 3000, 3: 1000}, {1, 3}, [], None, 500)
    assert nets(settled.lines[2]) == [("main", 2900 - 1000, "42.10(j)"), ("ace_ante", -500, "42.10(l)")]
    assert nets(settled.lines[1]) == [("main", -1000, "42.10(b)"), ("ace_ante", -500, "42.10(l)")]
    assert settled.commission == 100


def test_ultimate8_loses_no_chip() -> None:
    for amounts, fold in product(product((1000, 2500, 4000), repeat=4), (None, 1, 4)):
        paid = dict(zip((1, 2, 3, 4), amounts, strict=True))
        folded = {fold} if fold else set()
        settled = ultimate8.settle(paid, folded, [3, 1, 4, 2], 3, 500, ace_pot_before=700)
        won = sum(line.net for lines in settled.lines.values() for line in lines)
        assert won + settled.commission + settled.ace_pot == 700


# Blackjack

BLACKJACK = cards_of("Ad Kc")
TWENTY = cards_of("Td Qc")
BUST = cards_of("Td Qc 5s")


@pytest.mark.parametrize(
    ("hand", "dealer", "net", "clause"),
    [
        (Hand(cards_of("As Th"), 1000), TWENTY, 1500, "4.3.1"),
        (Hand(cards_of("As Th"), 1000), cards_of("9c"), 1500, "4.3.1"),
        (Hand(cards_of("7s 7h 7d"), 1000), TWENTY, 1000, "4.3.2"),
        (Hand(cards_of("5s 7h"), 1000), BUST, 1000, "4.3.3"),
        (Hand(cards_of("9s Th"), 1000), TWENTY, -1000, "4.4.1"),
        (Hand(BUST, 1000), BUST, -1000, "4.4.2"),
        (Hand(BUST, 1000), BLACKJACK, -1000, "4.4.2"),
        (Hand(cards_of("7s 7h 7d"), 1000), BLACKJACK, -1000, "4.4.3"),
        (Hand(cards_of("As 9h"), 1000), TWENTY, 0, "4.6.1"),
        (Hand(cards_of("As Th"), 1000), BLACKJACK, 0, "4.6.2"),
        (Hand(cards_of("As Th"), 1000), cards_of("7c 7d 7h"), 1500, "4.3.1"),
        (Hand(cards_of("As Th"), 1000, was_split=True), cards_of("7c 7d 7h"), 0, "4.6.1"),
        (Hand(cards_of("As Ah 9d Th"), 1000), TWENTY, 1000, "4.3.2"),
        (Hand(cards_of("9s 7h"), 1000, surrendered=True), BLACKJACK, -500, "3.10"),
        (Hand(cards_of("As Th"), 1000, even_money=True), BLACKJACK, 1000, "3.7.1"),
    ],
)
def test_blackjack_hand_by_its_clause(hand: Hand, dealer: poker.Cards, net: int, clause: str) -> None:
    assert blackjack.settle_box([hand], 1000, dealer) == [Line("main", 1000, net, clause)]


SPLIT_ONE_BUSTED_DOUBLE = [
    Hand(cards_of("8c Td 9s"), 2000, doubled=True, was_split=True),
    Hand(cards_of("8d Tc"), 1000, was_split=True),
]
SPLIT_ALL_BUSTED = [
    Hand(cards_of("8c Td 9s"), 1000, was_split=True),
    Hand(cards_of("8d Tc 9h"), 1000, was_split=True),
]


@pytest.mark.parametrize(
    ("hands", "clause", "obo", "obbo", "bb1"),
    [
        ([Hand(cards_of("5s 6h Td"), 2000, doubled=True)], "4.5.1", 1000, 1000, 1000),
        ([Hand(cards_of("9s 7h Td"), 1500, doubled=True)], "4.5.1", 1000, 1500, 1500),
        (SPLIT_ONE_BUSTED_DOUBLE, "4.5.2", 1000, 2000, 3000),
        (SPLIT_ALL_BUSTED, "4.5.2", 1000, 2000, 2000),
        ([SPLIT_ALL_BUSTED[0], SPLIT_ONE_BUSTED_DOUBLE[1]], "4.5.2", 1000, 1000, 2000),
    ],
)
def test_doubled_or_split_box_against_the_dealers_blackjack(
    hands: list[Hand], clause: str, obo: int, obbo: int, bb1: int
) -> None:
    for option, loss in (("obo", obo), ("obbo", obbo), ("bb1", bb1)):
        lines = blackjack.settle_box(hands, 1000, BLACKJACK, option)
        assert [line.net for line in lines] == [-loss] + [0] * (len(hands) - 1)
        assert [line.stake for line in lines] == [hand.stake for hand in hands]
        assert {line.clause for line in lines} == {clause}


@pytest.mark.parametrize(
    ("player", "dealer_first", "net", "clause"),
    [
        ("8c 8c", "8c", 100_000, "4.2"),
        ("8c 8c", "8d", 10_000, "4.2"),
        ("8c 8d", "8h", 10_000, "4.2"),
        ("8c Kd", "8c", 1_000, "4.2"),
        ("8c 8h", "Ks", 500, "4.2"),
        ("Kc Kd", "8h", 300, "4.2"),
        ("Kc 5d", "5h", 300, "4.2"),
        ("Tc Jd", "8h", -100, "3.5.2"),
        ("8c Jd", "Kh", -100, "3.5.2"),
    ],
)
def test_lucky_8_bet_pays_its_highest_line(player: str, dealer_first: str, net: int, clause: str) -> None:
    assert blackjack.lucky8(cards_of(player), dealer_first, 100) == Line("lucky8", 100, net, clause)


def test_pair_is_of_rank_unless_the_house_takes_values() -> None:
    assert blackjack.pair(cards_of("Tc Jd"), 100) == Line("pair", 100, -100, "3.5.1")
    assert blackjack.pair(cards_of("Tc Jd"), 100, "value") == Line("pair", 100, 1100, "4.1")
    assert blackjack.pair(cards_of("9c 9c"), 100) == Line("pair", 100, 1100, "4.1")
    assert blackjack.lucky8(cards_of("Tc Jd"), "8h", 100, "value") == Line("lucky8", 100, 300, "4.2")


def test_insurance_pays_two_to_one_on_a_ten() -> None:
    assert blackjack.insurance(BLACKJACK, 500) == Line("insurance", 500, 1000, "4.1")
    assert blackjack.insurance(cards_of("Ad 9c"), 500) == Line("insurance", 500, -500, "4.1")
