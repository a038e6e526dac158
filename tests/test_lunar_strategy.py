"""The simple bot of Lunar Poker: what it does with typical hands, that it is always legal, and that it is quick."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import random_round
from houseway.asks import Act
from houseway.cards import read_cards
from houseway.games.lunar.strategy import elect, four_of_straight, open_straight, pairs_only, simple
from houseway.procedure import play_out
from lunar_rounds import NO_HAND, act, dealt, to_ask

PRESETS = ("", "declare=player", "dealing=automated_shoe second_hand=six_only", "progressive=no payout_limit=5000")


@pytest.mark.parametrize(
    ("hand", "up", "wanted"),
    [
        ("9c 8d 7h 6s 5h", "2c", "buy"),
        ("Kh Jh 8h 6h 3h", "2c", "buy"),
        ("9c 9d 9h 6s 6h", "2c", "buy"),
        ("9c 9d 9h 6s 3h", "2c", "exchange 6s 3h"),
        ("9c 9d 6h 6s 3h", "Ac", "bet"),
        ("9c 9d Jh 6s 3h", "8c", "bet"),
        ("9c 9d Jh 6s 3h", "9s", "bet"),
        ("9c 9d Jh 6s 3h", "Tc", "exchange Jh 6s 3h"),
        ("9c 9d Ah Ks 3h", "Tc", "bet"),  # pair and ace-king are paid both
        ("9c 9d Jc 6c 3c", "Tc", "buy"),
        ("9c 9d 8h 7s 5h", "2c", "buy"),  # a six makes a straight
        ("Kh Jh 8h 6h 3c", "2c", "buy"),
        ("Tc 9d 8h 7c 2h", "2c", "buy"),
        ("Tc 9d 8h 6c 2h", "2c", "fold"),  # only a seven makes a straight
        ("As 4d Qs Ks 3h", "2c", "exchange 4d 3h"),
        ("Ts 4d Qs Js 3h", "2c", "exchange 4d 3h"),
        ("Ac Kd Jh 6s 3h", "2c", "exchange Jh 6s 3h"),
        ("Ac Kd Jh 6s 3h", "As", "exchange Jh 6s 3h"),
        ("Ac Qd 8h 6s 3h", "Ks", "exchange Qd 8h 6s 3h"),
        ("Ac Qd 8h 6s 3h", "As", "fold"),
        ("Kc Qd 8h 6s 3h", "Qs", "exchange Qd 8h 6s 3h"),
        ("Kc Qd 8h 6s 3h", "As", "fold"),
        ("Qc Td 8h 6s 3h", "2s", "fold"),
    ],
)
def test_first_election(hand: str, up: str, wanted: str) -> None:
    verb, _, cards = wanted.partition(" ")
    assert elect(read_cards(hand), read_cards(up)[0]) == Act(verb, cards=read_cards(cards))
    playing = to_ask(dealt({1: hand}, f"{up} 4c 4h 7d 5c"))
    assert playing.ask is not None
    assert simple(playing.view(1), playing.ask.choices[1]) == Act(verb, cards=read_cards(cards))


@pytest.mark.parametrize(
    ("bought", "verb"),
    [("9d", "bet"), ("Qd", "bet"), ("Jd", "fold"), ("Kc", "bet")],  # a pair; ace, king, queen; ace, king; a flush
)
def test_after_a_draw(bought: str, verb: str) -> None:
    playing = dealt({1: "Ac Kh 9c 6c 2c"}, "Jc 4h 9s 7s 5c", stub=bought)
    act(playing, 1, "buy")
    assert to_ask(playing).ask is not None
    assert playing.ask is not None
    assert simple(playing.view(1), playing.ask.choices[1]).verb == verb


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
    ("hand", "is_four"),
    [("9c 9d 8h 7s 5h", True), ("Ac Ad 2h 3s 5h", True), ("Ac Ad Kh Qs Th", True), ("Kc Kd Ah 2s 3h", False)],
)
def test_four_of_a_straight_beside_a_pair(hand: str, is_four: bool) -> None:
    assert four_of_straight([card >> 2 for card in read_cards(hand)]) is is_four


@pytest.mark.parametrize(("hand", "verb"), [("2c 2d Th 6s 4h", "bet"), ("Ac Kd Qh 6s 4h", "fold")])
def test_whoever_knows_no_options_bets_pairs(hand: str, verb: str) -> None:
    playing = to_ask(dealt({1: hand}, NO_HAND))
    assert playing.ask is not None
    assert pairs_only(playing.view(1), playing.ask.choices[1]) == Act(verb)
    if verb == "bet":
        act(playing, 1, "bet")
        assert to_ask(playing).ask is not None
        assert pairs_only(playing.view(1), playing.ask.choices[1]) == Act("decline")


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
