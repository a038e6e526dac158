"""Hands and settlement of Blackjack Lucky 8: worked by hand, and against the oracle."""

from collections.abc import Iterable
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, Card, name, read_cards
from houseway.felt import Payoff
from houseway.games.blackjack.hands import (
    PairBy,
    is_blackjack,
    is_pair,
    is_soft,
    lucky8_line,
    may_become_blackjack,
    points,
    same_value,
    total,
)
from houseway.games.blackjack.rules import pay_tables
from houseway.games.blackjack.settle import (
    DealerBlackjack,
    Hand,
    settle_box,
    settle_even_money,
    settle_insurance,
    settle_lucky8,
    settle_pair,
    settle_surrendered,
)
from naive import Line
from naive import blackjack as naive

a_card = st.sampled_from(DECK)
an_amount = st.integers(1, 500).map(lambda units: 100 * units)
pair_by = st.sampled_from(get_args(PairBy))


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("As Kd", 21, True),
        ("As 5d", 16, True),
        ("As 5d Tc", 16, False),
        ("As Ad", 12, True),
        ("As Ad Ac 8c", 21, True),
        ("As Ad Ac 8c Td", 21, False),
        ("As 6d", 17, True),
        ("Tc 7d", 17, False),
        ("2c 3c 4c 5c 6c", 20, False),
        ("Jc Qd 2h", 22, False),
        ("9c", 9, False),
        ("As", 11, True),
    ],
)
def test_point_totals(cards: str, points: int, soft: bool) -> None:
    """3.17, 1.1.4 and 1.1.12."""
    hand = read_cards(cards)
    assert (total(hand), is_soft(hand)) == (points, soft)


def test_points_of_every_card() -> None:
    """3.17.1 to 3.17.3."""
    spades = read_cards("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As")
    assert [points(card) for card in spades] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]


def test_blackjack_is_an_ace_and_a_ten_dealt_first_and_not_split() -> None:
    """1.1.1 and 3.9.2."""
    assert is_blackjack(read_cards("As Td"))
    assert is_blackjack(read_cards("Qs Ad"))
    assert not is_blackjack(read_cards("As Td"), split=True)
    assert not is_blackjack(read_cards("As 9d Ad"))
    assert not is_blackjack(read_cards("7s 7d 7h"))


def test_first_cards_with_which_the_dealer_may_have_blackjack() -> None:
    assert [name(card) for card in DECK if may_become_blackjack(card) and card % 4 == 0] == [
        "Tc",
        "Jc",
        "Qc",
        "Kc",
        "Ac",
    ]


def test_split_is_by_value_and_pair_by_rank() -> None:
    """1.1.8, 1.1.13, rulings B1 and B2."""
    ten, jack, king, other = read_cards("Ts Jd Kc Kd")
    assert same_value(ten, jack)
    assert not is_pair(ten, jack, "rank")
    assert is_pair(ten, jack, "value")
    assert is_pair(king, other, "rank")
    assert not same_value(*read_cards("9c Tc"))


def test_the_lines_of_4_2_are_those_that_hands_can_make() -> None:
    made = {
        lucky8_line((one, other, eight), "rank") for one in DECK[::3] for other in DECK[::5] for eight in DECK[24:28]
    }
    made |= {lucky8_line(read_cards("8c 8c 8c"), "rank"), lucky8_line(read_cards("8c 8d 8c"), "rank")}
    assert made - {None} == set(pay_tables()["lucky8"]["standard"].lines)


@given(st.lists(a_card, min_size=1, max_size=9))
def test_totals_are_the_oracles(cards: list[Card]) -> None:
    assert total(cards) == naive.total(texts(cards))
    assert is_blackjack(cards) == naive.is_blackjack(texts(cards))


@given(st.tuples(a_card, a_card), a_card, an_amount, pair_by)
def test_side_bets_are_the_oracles(cards: tuple[Card, Card], dealer: Card, stake: int, by: PairBy) -> None:
    assert line(settle_pair(1, stake, cards, by)) == naive.pair(texts(cards), stake, by)
    assert line(settle_lucky8(1, stake, (*cards, dealer), by)) == naive.lucky8(texts(cards), name(dealer), stake, by)


@given(a_card, an_amount)
def test_insurance_is_the_oracles(second: Card, stake: int) -> None:
    assert line(settle_insurance(1, stake, second)) == naive.insurance(("As", name(second)), stake)


@given(st.integers(1, 10**6))
def test_surrender_and_even_money_are_the_oracles(stake: int) -> None:
    cards = ("As", "Kd")
    surrendered = naive.settle_hand(naive.Hand(cards, stake, surrendered=True), ("Td", "9c"))
    assert line(settle_surrendered(1, stake)) == surrendered
    assert line(settle_even_money(1, stake)) == naive.settle_hand(
        naive.Hand(cards, stake, even_money=True), ("Ad", "Kc")
    )


@st.composite
def finished_boxes(draw: st.DrawFn) -> tuple[list[Hand], list[Card]]:
    """A box as it can stand when the dealer is done: one hand or split ones, doubled or not, and the dealer's cards."""
    wager = draw(an_amount)
    number = draw(st.integers(1, 4))
    hands = []
    for _ in range(number):
        cards = draw(st.lists(a_card, min_size=2, max_size=5))
        added = draw(st.sampled_from((0, 0, wager, 100))) if len(cards) == 3 else 0
        hands.append(Hand(cards, wager, added, split=number > 1))
    dealer = draw(st.lists(a_card, min_size=1, max_size=2))
    while len(dealer) < 2 or total(dealer) < 17:
        dealer.append(draw(a_card))
    return hands, dealer


@given(finished_boxes(), st.sampled_from(get_args(DealerBlackjack)))
def test_boxes_are_the_oracles(box: tuple[list[Hand], list[Card]], option: DealerBlackjack) -> None:
    hands, dealer = box
    wanted = naive.settle_box(
        [naive.Hand(texts(hand.cards), hand.stake, hand.added > 0, hand.split) for hand in hands],
        hands[0].wager,
        texts(dealer),
        option,
    )
    payoffs = settle_box(3, hands, dealer, option)
    assert [line(payoff) for payoff in payoffs] == wanted
    for payoff in payoffs:
        assert payoff.result == ("win" if payoff.net > 0 else "lose" if payoff.net < 0 else "push")


def line(payoff: Payoff) -> Line:
    return Line(payoff.wager, payoff.stake, payoff.net, payoff.clause)


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(name(card) for card in cards)
