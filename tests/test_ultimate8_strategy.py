"""The simple bot of Ultimate 8 Poker: it plays legally whatever is asked, and sensibly."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import random_round
from houseway.asks import Act
from houseway.cards import read_cards
from houseway.games.ultimate8.strategy import bits, lays_needed, simple
from houseway.procedure import Round, play_out
from ultimate8_rounds import OTHER, STRONG, WEAK, begin, offered, say

FLUSHES = "Ks 9s 7s 4s 3s Kd 9d 2d"
JUNK = "2c 4d 6h 7c 8h Jd Kh Qc"


def decision(playing: Round) -> Act:
    seat, choices = offered(playing)
    return simple(playing.view(seat), choices)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("", "limit=no_limit", "match_length=yes", "pass_is_final=yes")))
def test_bots_play_any_round_to_its_end(number: int, preset: str) -> None:
    playing = random_round("ultimate8", preset, Random(number))
    play_out(playing, dict.fromkeys(playing.table.seats, simple))
    assert playing.done
    assert not playing.table.voided


@pytest.mark.parametrize(
    ("hand", "lays"),
    [("As Ks Qs Js Ts 9d 9h 9c", 2), (FLUSHES, 2), ("2c 2d 2h 2s", 1), ("2c 4d 6h 8s Tc Qd Ah 3s", 8), ("5c", 1)],
)
def test_lays_needed_counts_flushes_and_ranks(hand: str, lays: int) -> None:
    assert lays_needed(bits(read_cards(hand))) == lays


def test_it_bets_a_strong_hand_and_checks_a_weak_one() -> None:
    assert decision(begin({1: FLUSHES, 2: JUNK})).verb == "bet"
    assert decision(begin({1: JUNK, 2: FLUSHES})).verb == "check"


def test_it_folds_a_weak_hand_to_a_raise_and_raises_with_a_strong_one() -> None:
    assert decision(say(begin({1: STRONG, 2: WEAK, 3: OTHER}), "1 bets 200")) == Act("fold")
    assert decision(say(begin({1: JUNK, 2: FLUSHES}), "1 bets 200")).verb == "raise"


def test_it_leads_what_leaves_fewest_lays_and_goes_out_when_it_can() -> None:
    playing = say(begin({1: FLUSHES, 2: JUNK}), "1 checks; 2 checks")
    assert decision(playing) == Act("lay", cards=read_cards("Ks 9s 7s 4s 3s"))
    say(playing, "1 lays Ks 9s 7s 4s 3s; 2 passes; 1 checks; 2 checks")
    assert decision(playing) == Act("lay", cards=read_cards("Kd 9d 2d"))


def test_it_lays_the_lowest_card_that_belongs_to_nothing() -> None:
    playing = say(begin({1: JUNK, 2: "Ac Ad 5c 5d 9h 9s Th 3s"}), "1 checks; 2 checks; 1 lays 6h")
    assert decision(playing) == Act("lay", cards=read_cards("9s 9h 5d 5c"))
    say(playing, "2 lays 9h 9s 5d 5c; 1 passes; 2 checks; 1 checks; 2 passes; 1 lays 2c")
    assert decision(playing) == Act("lay", cards=read_cards("Ad Ac"))


def test_it_passes_rather_than_breaking_what_belongs_together() -> None:
    hands = {1: "2c 2d 2h 2s 6h 8c Td Ah", 2: "Ks 9s 8s 7s 4h Jd Qc 3c"}
    playing = say(begin(hands), "1 checks; 2 checks; 1 lays 2c 2d 2h 2s")
    laying = offered(playing)[1].choice("lay")
    assert laying is not None
    assert laying.plays == (read_cards("9s 8s 7s"),)
    assert decision(playing) == Act("pass")


def test_it_leads_when_it_must() -> None:
    playing = say(begin({1: STRONG, 2: WEAK}), "1 checks; 2 checks; 1 passes; 2 passes")
    assert decision(playing).verb == "lay"


def test_it_sees_nothing_but_its_own_cards() -> None:
    one, other = begin({1: WEAK, 2: STRONG}), begin({1: WEAK, 2: OTHER})
    assert decision(one) == decision(other)
