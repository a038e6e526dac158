"""The oracle of Lunar Poker and Pack's Poker against results worked by hand."""

import pytest

from naive import Line, lunar, packs
from naive.packs import Bonus
from naive.poker import Cards, cards_of

LOW_PAIR = cards_of("2c 2d 9h 7s 5c")
NO_HAND = cards_of("Qc Jd 9h 7s 5c")


def nets(lines: list[Line]) -> list[tuple[str, int, str]]:
    return [(line.wager, line.net, line.clause) for line in lines]


# Lunar


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Qd Jh Ts 9c", False),
        ("2c 2d 3h 4s 5c", True),
        ("Ac 2d 3h 4s 5c", True),
        ("Kc Qc 7c 4c 2c", True),
        ("Kc Qd Jh Ts 8c", False),
    ],
)
def test_lunar_hand_qualifies_with_ace_and_king_or_better(cards: str, plays: bool) -> None:
    assert lunar.qualifies(cards_of(cards)) is plays


@pytest.mark.parametrize(
    ("hand", "ranked", "six_only"),
    [
        # the worked examples of ruling N6
        ("Ac Kd 9h 9s 4c", (1, 1), (1, 0)),
        ("Kc Kd Kh Ks Ac", (20, 1), (20, 0)),
        ("Ac Ad Kh Ks 7c", (2, 0), (2, 0)),
        ("9c 9d 5h 5s 3c 3d", (2, 2), (2, 2)),
        ("9c 8d 7h 6s 5c 8h", (4, 4), (4, 4)),
        ("Kc Jc 9c 7c 4c 2c", (5, 5), (5, 5)),
        ("9c 9d 9h 9s 5c 5d", (20, 7), (20, 7)),
        ("9c 9d 9h 5s 4c Kd", (3, 0), (3, 0)),
        # and what follows from it
        ("Ac Kd 9h 7s 4c", (1, 0), (1, 0)),
        ("Ac Kd Kh 7s 4c", (1, 1), (1, 0)),
        ("Ac Kd 9h 9s 4c 2d", (1, 1), (1, 0)),
        ("Ac Kd 9h 9s 5c 5d", (2, 1), (2, 1)),
        ("Kc Kd Kh Ks Ac Qd", (20, 1), (20, 0)),
        ("9c 9d 9h 9s Ac Kd", (20, 1), (20, 1)),
        ("As Ks Qs Js Ts 9s", (100, 50), (100, 50)),
        ("9s 8s 7s 6s 5s 9h", (50, 4), (50, 4)),
        ("Ks Qs Js Ts 9h 2s", (5, 4), (5, 4)),
        ("As Ks 9s 5s 3s 9d", (5, 1), (5, 1)),
        ("As Ad Ah Ks Kd Kh", (7, 7), (7, 7)),
        ("Ac Kd Qh Js Tc 9d", (4, 4), (4, 4)),
        ("Ac Kd Qh Js Tc 2d", (4, 0), (4, 0)),
    ],
)
def test_second_qualifying_hand(hand: str, ranked: tuple[int, int], six_only: tuple[int, int]) -> None:
    assert lunar.bet_odds(cards_of(hand)) == ranked
    assert lunar.bet_odds(cards_of(hand), "six_only") == six_only


@pytest.mark.parametrize(
    ("hand", "ante", "bet", "clause"),
    [
        ("Ac Kd 9c 7d 4c", -1000, -2000, "38.10(i)1"),
        ("2h 2s 9c 7d 5h", 0, 0, "38.10(i)2"),
        ("2h 2s Ac 7d 5h", 0, 2000, "38.10(i)3"),
        ("Th 9s 8c 7d 6h", 0, 8000, "38.10(i)3"),
    ],
)
def test_lunar_hand_against_a_qualifying_dealer(hand: str, ante: int, bet: int, clause: str) -> None:
    lines = lunar.settle(cards_of(hand), 1000, LOW_PAIR)
    assert nets(lines) == [("ante", ante, clause), ("bet", bet, clause)]


def test_lunar_dealer_without_a_hand_pays_the_ante_unless_forced() -> None:
    hand = cards_of("9c 9d 4h 3s 2c")
    assert nets(lunar.settle(hand, 1000, NO_HAND)) == [
        ("ante", 1000, "38.10(j)1"),
        ("bet", 0, "38.10(j)1"),
    ]
    assert nets(lunar.settle(hand, 1000, NO_HAND, forced_card="Kd")) == [
        ("force", -1000, "38.10(k)"),
        ("ante", 0, "38.10(k)2"),
        ("bet", 0, "38.10(k)2"),
    ]
    assert nets(lunar.settle(hand, 1000, NO_HAND, forced_card="5d")) == [
        ("force", -1000, "38.10(k)"),
        ("ante", 0, "38.10(i)3"),
        ("bet", 2000, "38.10(i)3"),
    ]


def test_forced_dealer_has_lost_his_highest_card() -> None:
    assert set(lunar.forced_hand(NO_HAND, "8d")) == set(cards_of("Jd 9h 7s 5c 8d"))


def test_lunar_folds_name_the_step_at_which_they_came() -> None:
    hand = cards_of("Jc 9d 4h 3s 2c")
    assert nets(lunar.settle(hand, 1000, NO_HAND, bets=False)) == [("ante", -1000, "38.10(b)4")]
    for option, clause in (("buy", "38.10(c)"), ("exchange", "38.10(d)")):
        lines = lunar.settle(hand, 1000, NO_HAND, option=option, bets=False, super_bet=500)
        assert nets(lines) == [("super", -500, "38.12(d)"), (option, -1000, clause), ("ante", -1000, clause)]


def test_lunar_bought_card_plays_and_the_limit_caps_the_bet() -> None:
    first, six = cards_of("9s 8s 7s 6s 2d"), cards_of("9s 8s 7s 6s 2d 5s")
    lines = lunar.settle(first, 10_000, LOW_PAIR, option="buy", final_cards=six, payout_limit=500_000)
    assert nets(lines)[2] == ("bet", 500_000, "38.10(i)3")
    lines = lunar.settle(first, 1000, LOW_PAIR, option="buy", final_cards=six, payout_limit=500_000)
    assert nets(lines)[2] == ("bet", 100_000, "38.10(i)3")


def test_instant_cash_pays_the_ante_and_ends_the_round() -> None:
    lines = lunar.settle(cards_of("As Ks Qs Js Ts"), 1000, LOW_PAIR, super_bet=500)
    assert nets(lines) == [("super", 75_000, "38.12(d)"), ("ante", 600_000, "38.12(c)")]
    lines = lunar.settle(cards_of("As 2s 3s 4s 5s"), 1000, LOW_PAIR)
    assert nets(lines) == [("ante", 200_000, "38.12(c)")]


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("9c 9d 9h 9s 2c", 250),
        ("9c 8s 7c 6s 5c", 150),
        ("9c 9d 9h 2s 2c", 100),
        ("Ac Kc Qc 4c 2c", 60),
        ("9c 8d 7h 6s 5c", 30),
        ("Ac Ad Ah Ks Qc", 7),
        ("Ac Ad Kh Ks Qc", 5),
        ("Ac Kd Qh 4s 2c", 5),
        ("9c 9s 4c 4s 2c", 2),
        ("9c 9d 4c 4s 2c", 0),
    ],
)
def test_super_side_bet_pays_the_highest_line(cards: str, odds: int) -> None:
    assert lunar.super_odds(cards_of(cards)) == odds


ROYAL_S, ROYAL_H = cards_of("As Ks Qs Js Ts"), cards_of("Ah Kh Qh Jh Th")
STRAIGHT_FLUSH = cards_of("9c 8c 7c 6c 5c")
FLUSH = cards_of("Kd 9d 7d 5d 2d")


def test_progressive_pays_from_the_highest_seat_down_as_the_meter_stands() -> None:
    hands = {1: STRAIGHT_FLUSH, 3: FLUSH, 5: NO_HAND}
    lines, meter = lunar.progressive(hands, 1_000_000, reset=500_000)
    # 1,000,210 credited, less 5,000 for the flush, then a tenth of 995,210.
    assert [lines[seat].net for seat in (5, 3, 1)] == [-100, 5000 - 100, 99_521 - 100]
    assert meter == 895_689
    assert {line.clause for line in lines.values()} == {"38.12(g)"}


def test_progressive_options() -> None:
    hands = {1: STRAIGHT_FLUSH, 3: FLUSH}
    lines, meter = lunar.progressive(hands, 1_000_000, reset=500_000, straight_flush="amount", fixed_prizes="inventory")
    assert (lines[1].net, lines[3].net, meter) == (500_000 - 100, 5000 - 100, 1_000_140)
    lines, meter = lunar.progressive(hands, 600_000, reset=500_000, straight_flush="amount")
    assert (lines[1].net, meter) == (500_000 - 100, 500_000)


def test_royals_share_the_meter_as_it_stands_when_the_first_is_paid() -> None:
    lines, meter = lunar.progressive({2: ROYAL_S, 4: ROYAL_H, 5: FLUSH}, 1_000_001, reset=300_000)
    # 1,000,211 credited, less 5,000 for the flush of seat 5: 995,211 for two.
    assert (lines[4].net, lines[2].net, meter) == (497_605 - 100, 497_605 - 100, 300_000)


# Pack's


@pytest.mark.parametrize(
    ("player", "dealer", "net", "push", "clause", "push_clause"),
    [
        ("9c 9d 4h 3s 2c", "8c 8d 4d 3d 2h", 1000, 1000, "43.10(e)", "43.10(e)"),
        ("8c 8d 4d 3d 2h", "9c 9d 4h 3s 2c", -1000, -1000, "43.10(e)", "43.10(e)"),
        ("9c 9d 4h 3s 2c", "9h 9s 4d 3d 2d", 0, 0, "43.10(f)", "43.10(f)"),
        ("Ac 9d 4h 3s 2c", "Qh 9s 4d 3d 2d", -1000, 0, "43.10(e)", "43.10(f)"),
        ("Qc 9d 4h 3s 2c", "Qh 9s 4d 3d 2d", -1000, -1000, "43.10(e)", "43.10(e)"),
        ("Qc 9d 4h 3s 2c", "Ah 9s 4d 3d 2d", -1000, -1000, "43.10(e)", "43.10(e)"),
    ],
)
def test_pack_bet(player: str, dealer: str, net: int, push: int, clause: str, push_clause: str) -> None:
    hands = cards_of(player), cards_of(dealer), cards_of("Kc Jd")
    assert packs.pack_bet("pack_1", *hands, 1000) == Line("pack_1", 1000, net, clause)
    assert packs.pack_bet("pack_1", *hands, 1000, "push") == Line("pack_1", 1000, push, push_clause)


def five(cards: str, stake: int = 100) -> Bonus:
    return Bonus("five_card_1", stake, cards_of(cards))


def seven(cards: str, stake: int = 100) -> Bonus:
    return Bonus("seven_card_1", stake, cards_of(cards))


@pytest.mark.parametrize(
    ("cards", "table", "net", "clause"),
    [
        ("Ac Kc Qc Jc Tc", "A", 100_000, "43.11(b)1"),
        ("Ac 2d 3c 4c 5c", "B", 800, "43.11(b)1"),
        ("9c 9d 9h 9s 5c", "C", 25_000, "43.11(b)1"),
        ("9c 9d 9h 4s 4c", "D", 2_500, "43.11(b)1"),
        ("9c 9d 8h 8s 4c", "E", 200, "43.11(b)1"),
        ("Jc Jd 8h 7s 4c", "E", 100, "43.11(b)1"),
        ("Tc Td 8h 7s 4c", "E", 0, "43.11(b)1"),
        ("Tc Td 8h 7s 4c", "D", -100, "43.10(g)"),
        ("Ac Kd 8h 7s 4c", "E", -100, "43.10(g)"),
    ],
)
def test_five_card_bonus(cards: str, table: str, net: int, clause: str) -> None:
    assert packs.five_card(five(cards), table) == Line("five_card_1", 100, net, clause)


SIX_ROYAL = "Ah Kh Qh Jh Th 9h 2c"
SEVEN_ROYAL = "Ah Kh Qh Jh Th 9h 8h"
SEVEN_LOW = "Ah 2h 3h 4h 5h 6h 7h"


@pytest.mark.parametrize(
    ("cards", "stake", "table", "net", "clause"),
    [
        (SIX_ROYAL, 500, "A", 500_000, "43.11(c)1"),
        (SIX_ROYAL, 2500, "A", 1_250_000, "43.11(c)1"),  # ruling P10's own example
        (SIX_ROYAL, 500, "H", 250_000, "43.11(c)1"),
        (SEVEN_ROYAL, 500, "C", 1_000_000, "43.11(c)1"),
        (SEVEN_LOW, 100, "P", 15_000, "43.11(c)1"),
        ("9c 9d 9h 4s 4c 4d 2c", 100, "R", 1_500, "43.11(c)1"),
        ("9c 9d 4s 4c Kd Jh 2c", 100, "D", 0, "43.11(c)1"),
        ("9c 9d 4s 4c Kd Jh 2c", 100, "B", -100, "43.10(g)"),
        ("9c 9d 9s 4c Kd Jh 2c", 100, "I", -100, "43.10(g)"),
        ("9c 8c 7c 3c 2c Jh 2d", 100, "M", -100, "43.10(g)"),
        ("9c 8c 7c 6c 2c 5h 2d", 100, "W", 800, "43.11(c)1"),
    ],
)
def test_seven_card_bonus(cards: str, stake: int, table: str, net: int, clause: str) -> None:
    assert packs.seven_card(seven(cards, stake), table) == Line("seven_card_1", stake, net, clause)


def test_seven_card_top_line_of_any_run_is_an_option() -> None:
    assert packs.seven_card(seven(SEVEN_LOW), "P", "any").net == 2_500_000
    assert packs.seven_card(seven(SEVEN_ROYAL), "P", "any").net == 2_500_000


@pytest.mark.parametrize(
    ("cards", "for_net", "to_net"),
    [
        ("Ac Kc Qc Jc Tc", 99_900, 100_000),
        ("9c 9d 8h 8s 4c", 200, 300),
        ("Tc Td 8h 7s 4c", 0, 0),
        ("Ac Kd 8h 7s 4c", -100, -100),
    ],
)
def test_multiples_include_the_stake_unless_the_house_pays_them_to_one(cards: str, for_net: int, to_net: int) -> None:
    for multiples, net in (("for", for_net), ("to", to_net)):
        lines, meter = packs.five_card_progressive({1: five(cards)}, "E", 5_000_000, multiples=multiples)
        assert (lines[1].net, meter) == (net, 5_000_000)
        assert lines[1].clause == ("43.10(g)" if net < 0 else "43.11(b)2")


def test_two_pair_at_a_multiple_of_one_is_a_push() -> None:
    lines, _ = packs.seven_card_progressive({1: seven("9c 9d 4s 4c Kd Jh 2c")}, "A", 0)
    assert lines[1] == Line("seven_card_1", 100, 0, "43.11(c)2")


def test_diamond_royal_takes_the_meter_with_the_stake_in_it_or_the_multiple_if_that_is_more() -> None:
    lines, meter = packs.five_card_progressive({2: five("Ad Kd Qd Jd Td")}, "A", 5_000_000, reset=1_000_000)
    assert (lines[2].net, meter) == (5_000_000 - 100, 1_000_000)
    big = {2: five("Ad Kd Qd Jd Td", 10_000)}
    lines, meter = packs.five_card_progressive(big, "A", 5_000_000, reset=1_000_000)
    assert (lines[2].net, meter) == (9_990_000, 5_000_000)


PACK: Cards = cards_of("9h Th")


def on_pack(cards: str, stake: int) -> Bonus:
    return Bonus("seven_card_1", stake, (*cards_of(cards), *PACK))


def test_a_tenth_is_paid_before_the_balance_and_a_share_not_taken_stays() -> None:
    bonuses = {1: on_pack("8h 7h 6h 5h 4h", 100), 3: on_pack("Ah Kh Qh Jh 2c", 100)}
    lines, meter = packs.seven_card_progressive(bonuses, "A", 1_000_000, reset=500_000, top="any")
    assert (lines[3].net, lines[1].net, meter) == (100_000 - 100, 900_000 - 100, 500_000)
    bonuses[3] = on_pack("Ah Kh Qh Jh 2c", 500)
    lines, meter = packs.seven_card_progressive(bonuses, "A", 1_000_000, reset=500_000, top="any")
    assert (lines[3].net, lines[1].net, meter) == (250_000 - 500, 1_000_000 - 100, 500_000)


def test_those_with_the_same_line_share_equally_whatever_they_wagered() -> None:
    bonuses = {1: on_pack("8h 7h 6h 5h 4h", 100), 3: on_pack("Ah Kh Qh Jh 8h", 200)}
    lines, meter = packs.seven_card_progressive(bonuses, "A", 1_000_001, reset=200_000, top="any")
    assert (lines[1].net, lines[3].net, meter) == (500_000 - 100, 500_000 - 200, 200_000)


def test_a_tenth_alone_leaves_the_rest_on_the_meter() -> None:
    lines, meter = packs.seven_card_progressive({3: seven(SIX_ROYAL)}, "A", 1_000_000, reset=500_000)
    assert (lines[3].net, meter) == (100_000 - 100, 900_000)


def test_meter_is_credited_with_its_rate() -> None:
    assert packs.credited(1_000_000, [100, 500], 5) == 1_000_030
