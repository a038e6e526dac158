"""Discarding at Ultimate 8 Poker: leads, passes, what beats what, who goes on for side pots (42.10(e), U4 to U9)."""

import pytest

from houseway.cards import read_cards
from houseway.felt import Announced
from houseway.procedure import Round
from houseway.refusal import Refusal
from ultimate8_rounds import OTHER, STRONG, WEAK, begin, offered, say, verbs

CHECKED = "1 checks; 2 checks; 3 checks"
FLUSHES = {1: "5h 4h 2h 9c 8d Jd Kd 3c", 2: "Ks 9s 7s 4s 3s 6d 6c Qc", 3: "Tc Td Th Ts Ah Kc Qd 2c"}


def plays(playing: Round) -> set[frozenset[int]]:
    choice = offered(playing)[1].choice("lay")
    assert choice is not None
    assert choice.plays is not None
    return {frozenset(play) for play in choice.plays}


def cards(text: str) -> frozenset[int]:
    return frozenset(read_cards(text))


def test_whoever_opened_the_betting_leads_any_pattern_or_passes() -> None:
    playing = say(begin(), CHECKED)
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"lay", "pass"}
    assert {cards("8c"), cards("8d 8s"), cards("Kh Qh Jh Th 9h"), cards("9h 8d Th")} <= plays(playing)


@pytest.mark.parametrize("laid", ["2c", "Kh", "8c Kh", "Ks Kh", "Kh Qh Jh Th", "3d"])
def test_what_does_not_beat_the_last_pattern_or_is_not_held_is_refused(laid: str) -> None:
    playing = say(begin({1: WEAK, 2: STRONG, 3: OTHER}), CHECKED)
    say(playing, "1 lays 4d" if laid == "2c" else "1 passes; 2 lays 8c 8d 8s; 3 passes")
    moves = list(playing.moves)
    with pytest.raises(Refusal) as refused:
        say(playing, f"{offered(playing)[0]} lays {laid}")
    assert refused.value.clause in ("42.10(e)", "42.10(f)")
    assert playing.moves == moves


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        ("Kd", "seat 2: Kd cannot be laid from Kh Qh Jh Th 9h 8c 8d 8s"),
        ("8c 8c", "seat 2: 8c 8c cannot be laid from Kh Qh Jh Th 9h 8c 8d 8s"),
        ("Kh 8c", "seat 2: Kh 8c is no pattern of 42.5(c)"),
        ("9h", "seat 2: single card, nine of hearts, does not beat single card, nine of spades"),
        ("", "seat 2: 'lay' needs the cards of a pattern"),
    ],
)
def test_a_refused_lay_is_told_why(laid: str, why: str) -> None:
    playing = say(begin({1: WEAK, 2: STRONG}), "1 checks; 2 checks; 1 lays 9s")
    with pytest.raises(Refusal) as refused:
        say(playing, f"2 lays {laid}")
    assert refused.value.message == why


def test_the_order_of_the_cards_named_does_not_matter() -> None:
    playing = say(begin(), f"{CHECKED}; 1 lays 9h Kh Jh Qh Th")
    assert sorted(playing.felt.up["1/laid"]) == sorted(read_cards("Kh Qh Jh Th 9h"))


def test_a_player_who_cannot_beat_the_last_pattern_can_only_pass() -> None:
    playing = say(begin(), f"{CHECKED}; 1 lays Kh Qh Jh Th 9h")
    assert verbs(playing) == {"pass"}


def test_a_player_who_passed_may_lay_when_the_turn_comes_back() -> None:
    playing = say(begin({1: WEAK, 2: STRONG, 3: OTHER}), f"{CHECKED}; 1 lays 2c; 2 passes; 3 lays 5d; 1 passes")
    assert offered(playing)[0] == 2
    assert verbs(playing) == {"lay", "pass"}


def test_a_final_pass_is_for_that_discarding_round() -> None:
    playing = begin({1: WEAK, 2: STRONG, 3: OTHER}, options="dealing=automated_shoe pass_is_final=yes")
    say(playing, f"{CHECKED}; 1 lays 2c; 2 passes; 3 lays 5d; 1 lays 6h")
    assert offered(playing)[0] == 3
    say(playing, "3 passes; 1 checks; 2 checks; 3 checks; 1 lays 7c")
    assert offered(playing)[0] == 2


def test_a_final_pass_before_the_lead_counts_too() -> None:
    playing = begin({1: WEAK, 2: STRONG}, options="dealing=automated_shoe pass_is_final=yes")
    say(playing, "1 checks; 2 checks; 1 passes; 2 passes; 1 lays 2c")
    assert offered(playing)[0] == 1
    assert "bet" in verbs(playing)


def test_after_a_full_turn_of_passes_the_opener_must_lead() -> None:
    playing = say(begin(), f"{CHECKED}; 1 passes; 2 passes; 3 passes")
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"lay"}
    with pytest.raises(Refusal):
        say(playing, "1 passes")
    assert playing.time_out(1).cards == read_cards("8c")


def test_the_same_length_is_asked_for_within_a_pattern_only() -> None:
    free = say(begin(FLUSHES), f"{CHECKED}; 1 lays 5h 4h 2h")
    bound = begin(FLUSHES, options="dealing=automated_shoe match_length=yes")
    say(bound, f"{CHECKED}; 1 lays 5h 4h 2h")
    assert cards("Ks 9s 7s 4s 3s") in plays(free)
    assert cards("Ks 9s 7s 4s 3s") not in plays(bound)
    assert cards("Ks 9s 7s") in plays(bound)
    say(bound, "2 passes")
    assert {cards("Tc Td Th Ts"), cards("Tc Td Th Ts Ah")} <= plays(bound)


def test_the_round_of_discarding_ends_when_all_others_passed_on_the_last_pattern() -> None:
    playing = say(begin({1: WEAK, 2: OTHER, 3: STRONG}), f"{CHECKED}; 1 lays 2c; 2 lays 5d; 3 lays Kh; 1 lays Ks")
    say(playing, "2 passes; 3 passes")
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"check", "bet"}


def test_laid_patterns_lie_face_up_and_are_declared() -> None:
    playing = say(begin({1: "As Kd 2c 4d 6h 7c 9s Jd", 2: STRONG}), "1 checks; 2 checks; 1 lays As")
    said = [move.text for move in playing.moves if isinstance(move, Announced) and move.clause == "42.10(c)"]
    assert said == ["Single card, ace of spades", "The ace of spades is played: the ace button lies before seat 1"]
    assert playing.felt.up["1/laid"] == list(read_cards("As"))
    assert playing.felt.view(2).cards("1/laid") == list(read_cards("As"))


def test_the_round_is_over_at_once_when_somebody_is_out_of_cards() -> None:
    playing = say(begin(), f"{CHECKED}; 1 lays Kh Qh Jh Th 9h; 2 passes; 3 passes; {CHECKED}; 1 lays 8c 8d 8s")
    assert playing.done
    assert playing.felt.count("discard rack") == 52


def test_nobody_bets_any_more_when_an_all_in_player_is_out() -> None:
    playing = begin(chips={1: 45, 2: 1000, 3: 1000})
    say(playing, "1 bets 30; 2 raises 20; 3 calls; 1 lays Kh Qh Jh Th 9h; 2 passes; 3 passes; 2 checks; 3 checks")
    say(playing, "1 lays 8c 8d 8s; 2 passes; 3 passes")
    assert offered(playing)[0] == 2
    assert verbs(playing) == {"lay", "pass"}


def test_only_those_in_the_side_pot_go_on() -> None:
    hands = {1: STRONG, 2: WEAK, 3: OTHER, 4: "2d 4h 6s 7d 9d Jc Kc 5s"}
    playing = begin(hands, {1: 45, 2: 45, 3: 1000, 4: 1000})
    say(playing, "1 bets 30; 2 calls; 3 raises 50; 4 calls; 1 lays Kh Qh Jh Th 9h; 2 passes; 3 passes; 4 passes")
    say(playing, "3 checks; 4 checks; 1 lays 8c 8d 8s")
    assert offered(playing)[0] == 3
    say(playing, "3 passes")
    assert offered(playing)[0] == 4
    say(playing, "4 passes")
    assert offered(playing)[0] == 3
