"""The bots of Ultimate 8 Poker: they play legally whatever is asked, and sensibly."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import random_round
from houseway.asks import Act
from houseway.cards import read_cards
from houseway.games.ultimate8.strategy import STRATEGIES, bits, lays_needed
from houseway.procedure import Round, play_out
from ultimate8_rounds import OTHER, STRONG, WEAK, begin, offered, say

FLUSHES = "Ks 9s 7s 4s 3s Kd 9d 2d"
JUNK = "2c 4d 6h 7c 8h Jd Kh Qc"
FOUR_LAYS = "Ah 5h 3h Tc Ts 5d 6d 6s"


def decision(playing: Round, strategy: str = "simple") -> Act:
    seat, choices = offered(playing)
    return STRATEGIES[strategy](playing.view(seat), choices)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("", "limit=no_limit", "match_length=yes", "pass_is_final=yes")))
def test_bots_play_any_round_to_its_end(number: int, preset: str) -> None:
    chance = Random(number)
    playing = random_round("ultimate8", preset, chance)
    play_out(playing, {seat: chance.choice(list(STRATEGIES.values())) for seat in playing.table.seats})
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


def test_tight_folds_what_simple_calls_for_little() -> None:
    """Four lays in the first betting round: one more than a hand that is worth any wager."""
    playing = say(begin({1: FLUSHES, 2: FOUR_LAYS}), "1 bets 20")
    assert decision(playing, "simple") == Act("call")
    assert decision(playing, "tight") == Act("fold")
    assert decision(playing, "bold") == Act("fold")


def test_bold_bets_the_pot_also_with_a_lay_more() -> None:
    hands = {1: FOUR_LAYS, 2: FLUSHES, 3: JUNK}
    playing = begin(hands)
    assert decision(playing, "simple") == Act("check")
    assert decision(playing, "tight") == Act("check")
    assert decision(playing, "bold") == Act("bet", 30_00)
    say(playing, "1 bets 50")
    assert decision(playing, "bold") == Act("raise", 80_00)
    assert decision(playing, "simple") == Act("raise", 40_00)


def test_bold_bets_no_more_than_the_limit_or_fifty_antes() -> None:
    hands, chips = {1: JUNK, 2: FLUSHES}, {1: 10_000, 2: 10_000}
    playing = say(begin(hands, chips), "1 bets 200")
    assert decision(playing, "bold") == Act("raise", 200_00)
    playing = say(begin(hands, chips, "dealing=automated_shoe limit=no_limit"), "1 bets 200")
    assert decision(playing, "bold") == Act("raise", 220_00)
    playing = say(begin(hands, chips, "dealing=automated_shoe limit=no_limit"), "1 bets 2000")
    assert decision(playing, "bold") == Act("raise", 500_00)
