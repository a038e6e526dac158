"""What goes wrong at a Lunar Poker table: every word of the floor, where it strikes and what follows."""

import pytest

from houseway.asks import Act
from houseway.cards import read_cards
from houseway.felt import Announced
from houseway.games.lunar.irregularities import KINDS
from houseway.irregularity import FaceUp, Irregularity, read_floor
from houseway.procedure import Round
from houseway.refusal import Refusal
from lunar_rounds import GAME, LOW, NO_HAND, act, cards_to, dealt, results, to_ask

PAIR, TRIPS, FLUSH = "9c 9d Jh 6s 3h", "Tc Td Th 6c 3c", "Kh 4h 8h 6h 2h"
SIDE = "ante 10, super 5, progressive 1"


def foresees(words: str) -> list[Irregularity]:
    kind, irregularity = read_floor(words, KINDS)
    assert kind.dealing
    return [irregularity]


def says(playing: Round, words: str) -> None:
    kind, irregularity = read_floor(words, KINDS)
    assert not kind.dealing
    playing.floor(irregularity)


def announced(playing: Round) -> list[tuple[str, str]]:
    return [(move.text, move.clause) for move in playing.moves if isinstance(move, Announced)]


def test_every_irregularity_names_a_clause_and_can_be_said() -> None:
    for kind in KINDS:
        words = kind.words.format(seat=1, number=3, name="Bea")
        assert read_floor(words, KINDS)[0] == kind
    assert FaceUp("38.13(b)", 1) == GAME.face_up


@pytest.mark.parametrize(
    ("words", "clause", "rules"),
    [
        ("exposes a hole card before no more bets", "38.13(a)", ""),
        ("deals 3 cards to the dealer", "38.13(d)", ""),
        ("deals 0 cards to the dealer", "38.13(d)", ""),
        ("deals 6 cards to the dealer", "38.13(d)", ""),
        ("deals 0 cards to the dealer", "38.13(d)", "dealing=automated_shoe"),
        ("shoe jams", "38.13(f)", "dealing=automated_shoe"),
        ("counts 36 cards", "38.7(f)2", ""),
        ("counts 38 cards", "38.7(f)2", "dealing=automated_shoe"),
        ("shuffler counts 53 cards", "38.9(f)", "shuffler=counting"),
    ],
)
def test_what_voids_the_round_gives_everything_back(words: str, clause: str, rules: str) -> None:
    playing = dealt({1: PAIR, 2: TRIPS}, wagers=SIDE, rules=rules, dealing=foresees(words))
    assert set(results(playing).values()) == {(0, clause)}
    assert playing.table.voided
    assert [playing.felt.stake(f"{seat}/chips") for seat in (1, 2)] == [10_000_00] * 2
    assert playing.felt.meters["progressive"] == 10_000_00


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("shoe jams", "38.13(f)"),
        ("shuffler jams", "38.13(e)"),
        ("shuffler counts 51 cards", "38.9(f)"),
        ("removes the shuffler", "38.13(g)"),
        ("removes the automated shoe", "38.13(g)"),
    ],
)
def test_a_device_that_the_table_does_not_have_does_not_fail(words: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        dealt({1: PAIR}, dealing=foresees(words))
    assert refusal.value.clause == clause


def test_a_shuffler_that_jams_delays_the_round() -> None:
    playing = dealt({1: PAIR}, rules="shuffler=automated", dealing=foresees("shuffler jams"))
    assert ("The shuffler jammed: the cards are reshuffled", "38.13(e)") in announced(playing)
    act(playing, 1, "bet")
    assert results(playing)[1, "bet"] == (20, "38.10(i)3")


def test_a_removed_automated_shoe_is_followed_by_dealing_from_a_manual_one() -> None:
    playing = dealt({1: PAIR}, rules="shuffler=automated", dealing=())
    rules = "dealing=automated_shoe shuffler=automated"
    removed = dealt({1: PAIR}, rules=rules, dealing=foresees("removes the automated shoe"))
    text = "The automated shoe is removed; then the cards are dealt from a manual shoe"
    assert (text, "38.13(g)") in announced(removed)
    told = [move for move in removed.moves if getattr(move, "clause", None) != "38.13(g)"]
    assert len(removed.moves) == len(told) + 1
    assert {move.clause for move in told if hasattr(move, "clause")} == {
        move.clause for move in playing.moves if hasattr(move, "clause")
    }


@pytest.mark.parametrize("number", [0, 4, 6])
@pytest.mark.parametrize("rules", ["", "dealing=automated_shoe"])
def test_a_wrong_number_to_a_player_voids_that_hand_alone(number: int, rules: str) -> None:
    playing = dealt({1: PAIR, 2: TRIPS}, wagers=SIDE, rules=rules, dealing=foresees(f"deals {number} cards to seat 1"))
    found = results(playing)
    assert {found[1, wager] for wager in ("ante", "super", "progressive")} == {(0, "38.13(d)")}
    assert found[2, "ante"] == (-10, "38.10(b)4")
    assert playing.felt.meters["progressive"] == 10_000_70
    assert not playing.table.voided
    assert playing.felt.count("1/hand") == 0


def test_a_dealer_with_four_cards_gets_a_fifth_from_the_stub() -> None:
    playing = dealt({1: PAIR}, dealing=foresees("deals 4 cards to the dealer"))
    assert playing.felt.count("dealer/hand") == 5
    assert len(playing.felt.up["dealer/hand"]) == 1
    assert cards_to(playing, "dealer/hand")[-1].clause == "38.13(d)"
    assert cards_to(playing, "dealer/hand")[-1].cards == read_cards(LOW)[-1:]


def test_a_count_that_is_right_changes_nothing() -> None:
    playing = dealt({1: PAIR, 2: TRIPS}, dealing=foresees("counts 37 cards"))
    assert ("The count is right", "38.7(f)1") in announced(playing)
    assert not playing.table.voided


def test_a_misdeal_that_the_count_finds_leaves_the_deck_on_the_table() -> None:
    wrong = [*foresees("deals 6 cards to seat 1"), *foresees("counts 36 cards")]
    playing = dealt({1: PAIR, 2: TRIPS}, dealing=wrong)
    assert playing.payoffs[0].words == "the count of the stub found a misdeal"
    playing = dealt({1: PAIR, 2: TRIPS}, dealing=foresees("counts 36 cards"))
    assert playing.payoffs[0].words == "51 cards in the deck, which is removed"


@pytest.mark.parametrize(("number", "verb", "cards"), [(0, "buy", ""), (2, "buy", ""), (2, "exchange", "6s 3h Jh")])
def test_a_wrong_number_of_new_cards_voids_that_hand(number: int, verb: str, cards: str) -> None:
    wrong = foresees(f"deals {number} new cards to seat 1")
    playing = dealt({1: PAIR, 2: TRIPS}, wagers=SIDE, dealing=wrong)
    act(playing, 1, verb, cards)
    act(playing, 2, "bet")
    found = results(playing)
    assert (found[1, "ante"], found[1, verb]) == ((0, "38.13(d)"), (0, "38.13(d)"))
    assert (found[1, "super"], found[1, "progressive"]) == ((-5, "38.12(d)"), (-1, "38.12(g)"))
    assert found[2, "bet"] == (60, "38.10(i)3")
    assert playing.felt.stake("1/chips") == 10_000_00 - 6_00


IMPOSSIBLE = {
    "deals 5 cards to seat 1": "5 cards are the correct number",
    "deals 5 cards to the dealer": "5 cards are the correct number",
    "deals 1 new cards to the dealer": "one card is the correct number",
    "deals 43 cards to seat 1": "the deck has at most 42 cards for seat 1, not 43",
    "deals 43 cards to the dealer": "the deck has at most 42 cards for the dealer, not 43",
    "deals 43 new cards to seat 2": "the deck has at most 42 cards for seat 2, not 43",
    "deals 43 new cards to the dealer": "the deck has at most 42 cards for the dealer, not 43",
}


@pytest.mark.parametrize(("words", "why"), IMPOSSIBLE.items())
def test_a_number_that_is_right_or_that_the_deck_cannot_give_is_refused(words: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        dealt({1: PAIR, 2: TRIPS}, dealing=foresees(words))
    assert (refusal.value.message, refusal.value.clause) == (why, "38.13(d)")


def test_the_deck_may_give_all_that_it_has_to_one_hand() -> None:
    playing = dealt({1: PAIR, 2: TRIPS}, dealing=foresees("deals 42 cards to seat 1"))
    assert results(playing)[1, "ante"] == (0, "38.13(d)")


def test_the_right_number_of_new_cards_is_no_irregularity() -> None:
    playing = dealt({1: PAIR}, stub="9s", dealing=foresees("deals 1 new cards to seat 1"))
    act(playing, 1, "buy")
    act(playing, 1, "bet")
    assert results(playing)[1, "bet"] == (60, "38.10(i)3")


def test_a_card_drawn_in_error_is_the_next_card() -> None:
    playing = dealt({1: PAIR}, stub="9s 2h")
    says(playing, "draws a card in error")
    act(playing, 1, "buy")
    assert ("The card drawn in error is used as the next card", "38.13(c)") in announced(playing)
    assert read_cards("9s")[0] in playing.felt.down["1/hand"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("finds a late wager at seat 1", "The late wager at seat 1 is refused"),
        ("finds a wager increased at seat 1", "What was added to the wager at seat 1 is refused"),
        ("finds a wager withdrawn at seat 1", "The wager withdrawn at seat 1 stays and is settled"),
        ("finds a verbal wager at seat 1", "Words and cash at seat 1 are no wager"),
        ("seat 1 leaves", "Seat 1 was left before the round was over: the wagers stay"),
        ("seat 1 touches the cards", "The cards of seat 1 are not to be touched: the hand counts as it was dealt"),
    ],
)
def test_no_wager_and_no_hand_changes_after_no_more_bets(words: str, text: str) -> None:
    playing = dealt({1: PAIR})
    chips, hand = dict(playing.felt.chips), list(playing.felt.down["1/hand"])
    says(playing, words)
    assert announced(playing)[-1] == (text, read_floor(words, KINDS)[0].clause)
    assert playing.felt.chips == chips
    assert playing.felt.down["1/hand"] == hand


def test_who_communicates_forfeits_at_the_moment_it_is_found() -> None:
    playing = to_ask(dealt({1: PAIR, 2: TRIPS}, wagers=SIDE))
    act(playing, 1, "bet")
    says(playing, "seat 1 communicates")
    assert playing.waiting() == [2]
    found = results(playing)
    assert found[1, "ante"] == (-10, "38.10(f)")
    assert (1, "bet") not in found  # the bet was said, not yet made: all declare first
    assert found[2, "super"] == (35, "38.12(d)")


def test_who_communicates_after_the_bets_forfeits_the_bet_too() -> None:
    playing = to_ask(dealt({1: PAIR}))
    act(playing, 1, "bet")
    says(playing, "seat 1 communicates")
    assert results(playing) == {(1, "ante"): (-10, "38.10(f)"), (1, "bet"): (-20, "38.10(f)")}


def test_after_the_hole_cards_are_shown_nothing_is_forfeited() -> None:
    playing = to_ask(dealt({1: TRIPS}, NO_HAND))
    act(playing, 1, "bet")
    to_ask(playing)
    says(playing, "seat 1 communicates")
    assert results(playing)[1, "ante"] == (10, "38.10(j)1")


def test_who_communicates_while_a_prize_is_validated_is_not_paid() -> None:
    playing = to_ask(dealt({1: FLUSH}, wagers=SIDE))
    says(playing, "seat 1 communicates")
    playing.answer("supervisor", Act("validate"))
    found = results(playing)
    assert found[1, "super"] == (300, "38.12(d)")  # settled before
    assert found[1, "progressive"] == (-1, "38.10(f)")
    assert found[1, "ante"] == (-10, "38.10(f)")


def test_who_communicates_while_a_payout_above_the_inventory_is_validated_is_not_paid() -> None:
    ordinary = dealt({1: "Ah 2h 3h 4h 5h"}, wagers="ante 600")
    playing = to_ask(ordinary)
    assert playing.ask is not None
    assert playing.ask.kind == "validate seat 1 ante"  # 200 times 600 is more than the inventory
    says(playing, "seat 1 communicates")
    playing.answer("supervisor", Act("validate"))
    assert results(playing) == {(1, "ante"): (-600, "38.10(f)")}


def test_the_floor_speaks_of_players_at_the_table_only() -> None:
    with pytest.raises(Refusal, match="nobody plays at seat 3"):
        says(dealt({1: PAIR}), "seat 3 communicates")


def test_a_void_round_takes_a_paid_prize_back_with_the_coupon_on_the_layout() -> None:
    playing = to_ask(dealt({1: "Ah 2h 3h 4h 5h", 2: TRIPS}, wagers="ante 20 + coupon 10"))
    assert playing.felt.stake("1/chips") == 10_000_00 + 6_000_00
    assert playing.felt.stake("coupon box") == 10_00
    says(playing, "voids the round")
    assert [playing.felt.stake(f"{seat}/chips") for seat in (1, 2)] == [10_000_00] * 2
    assert [playing.felt.stake(f"{seat}/coupons") for seat in (1, 2)] == [10_00] * 2
    assert playing.felt.stake("coupon box") == 0
    assert set(results(playing).values()) == {(0, "G4")}


def test_all_cards_end_in_rack_or_shoe_whatever_happens() -> None:
    for kind in KINDS:
        rules = "dealing=automated_shoe shuffler=counting"
        words = kind.words.format(seat=1, number=3, name="")
        irregularity = read_floor(words, KINDS)[1]
        playing = dealt({1: PAIR, 2: TRIPS}, rules=rules, dealing=[irregularity] if kind.dealing else [])
        if not kind.dealing:
            playing.floor(irregularity)
        results(playing)
        where = {area for area in (*playing.felt.up, *playing.felt.down) if playing.felt.count(area)}
        assert where <= {"discard rack", "shoe"}, words
