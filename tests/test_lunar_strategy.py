"""The simple bot of Lunar Poker: what it does with typical hands, that it is always legal, and that it is quick."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import random_round
from houseway.asks import Act
from houseway.cards import read_cards
from houseway.games.lunar.strategy import draw, open_straight, simple
from houseway.procedure import play_out
from lunar_rounds import LOW, NO_HAND, act, dealt, to_ask

PRESETS = ("", "declare=player", "dealing=automated_shoe second_hand=six_only", "progressive=no payout_limit=5000")


@pytest.mark.parametrize(
    ("hand", "dealer", "verb"),
    [
        ("9c 9d Jh 6s 3h", LOW, "bet"),
        ("Ac Kd Jh 6s 3h", LOW, "bet"),
        ("Ac Kd Jh 6s 3h", "As 2d 9h 7s 5c", "fold"),  # the up card is an ace
        ("Ac Kd Jh 6s 3h", "Ks 2d 9h 7s 5c", "fold"),
        ("Kh Jh 8h 6h 3c", LOW, "buy"),
        ("Tc 9d 8h 7c 2h", LOW, "buy"),
        ("As Ks Qs 4d 3h", "Kh 2d 9h 7s 5c", "exchange"),
        ("Jc 8d 4h 3s 2h", LOW, "fold"),
    ],
)
def test_first_election(hand: str, dealer: str, verb: str) -> None:
    playing = to_ask(dealt({1: hand}, dealer))
    assert playing.ask is not None
    assert simple(playing.view(1), playing.ask.choices[1]).verb == verb


def test_three_cards_of_a_royal_are_kept() -> None:
    assert draw(read_cards("As 4d Qs Ks 3h")) == Act("exchange", cards=read_cards("4d 3h"))


@pytest.mark.parametrize(
    ("hand", "is_open"),
    [
        ("Tc 9d 8h 7c 2h", True),
        ("Kc Qd Jh Tc 2h", True),
        ("5c 4d 3h 2c 9h", True),
        ("Ac Kd Qh Jc 2h", False),
        ("Ac 2d 3h 4c 9h", False),
        ("Tc 9d 8h 6c 2h", False),
    ],
)
def test_an_open_straight_can_be_completed_at_either_end(hand: str, is_open: bool) -> None:
    assert open_straight(read_cards(hand)) is is_open


@pytest.mark.parametrize(
    ("hand", "verb"),
    [
        ("8c 8d Th 6s 3h", "decline"),
        ("Tc Td Th 6s 3h", "decline"),  # 3 to 1 in about a quarter of the draws does not pay for two Antes
        ("Kh Th 8h 6h 3h", "force"),
        ("Tc Td Th 6s 6h", "force"),
    ],
)
def test_forcing(hand: str, verb: str) -> None:
    playing = to_ask(dealt({1: hand}, NO_HAND))
    act(playing, 1, "bet")
    assert to_ask(playing).ask is not None
    assert playing.ask is not None
    assert simple(playing.view(1), playing.ask.choices[1]).verb == verb


def test_it_declares_what_wins_and_nothing_else() -> None:
    for hand, verb in (("Tc Td Th 6s 3h", "declare"), ("8c 8d Th 6s 3h", "pass")):
        playing = to_ask(dealt({1: hand}, wagers="ante 10, super 5", rules="declare=player"))
        assert playing.ask is not None
        assert simple(playing.view(1), playing.ask.choices[1]).verb == verb


def test_it_buys_no_card_that_leaves_no_chips_for_the_bet() -> None:
    playing = to_ask(dealt({1: "Kh Jh 8h 6h 3c"}, chips={1: 39_00}))
    assert playing.ask is not None
    assert simple(playing.view(1), playing.ask.choices[1]) == Act("fold")


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, 2**32))
def test_it_plays_any_round_legally_to_the_end(preset: str, number: int) -> None:
    playing = random_round("lunar", preset, Random(number), pauses=True)
    played = play_out(playing, dict.fromkeys(playing.table.seats, simple))
    assert played.done
    assert {payoff.seat for payoff in played.payoffs} == set(played.table.seats)
