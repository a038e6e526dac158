"""The procedure of a round of Lunar Poker: dealing, order, secrecy, what is offered, the stub."""

import hashlib
from itertools import pairwise

import pytest

from houseway.asks import Act
from houseway.cards import UNKNOWN, names, read_cards
from houseway.felt import Acted, Announced, CardsMoved, ChipsMoved, MeterMoved, Resolved, Revealed, seen_by
from houseway.money import dollars
from houseway.procedure import Round
from houseway.refusal import Refusal
from lunar_rounds import LOW, NO_HAND, act, cards_to, dealt, results, to_ask

PAIR, TRIPS, NOTHING = "9c 9d Jh 6s 3h", "Tc Td Th 6s 3h", "Jc 8d 4h 3s 2h"
TWO = {2: PAIR, 4: "Tc Td 8h 6d 3c"}


def dealing_moves(playing: Round) -> list[CardsMoved]:
    return [move for move in playing.moves if isinstance(move, CardsMoved) and move.source == "shoe"]


@pytest.mark.parametrize(("rules", "clause"), [("", "38.7(d)"), ("dealing=hand shuffler=automated", "38.8(c)")])
def test_one_card_at_a_time_from_the_dealers_left_the_dealers_first_face_up(rules: str, clause: str) -> None:
    *cards, stub = dealing_moves(dealt(TWO, rules=rules))
    assert [move.target for move in cards] == ["2/hand", "4/hand", "dealer/hand"] * 5
    assert [len(move.cards) for move in cards] == [1] * 15
    assert [move.up for move in cards] == [False, False, True] + [False] * 12
    steps = [1, 1, 2, 3, 3, 4, *[5] * 9]
    assert [move.clause for move in cards] == [f"{clause}{step}" for step in steps]
    assert (stub.target, len(stub.cards), stub.shown) == ("stub", 37, False)


def test_an_automated_shoe_gives_stacks_of_five_and_the_dealers_bottom_card_is_exposed() -> None:
    playing = dealt(TWO, rules="dealing=automated_shoe")
    *stacks, stub = dealing_moves(playing)
    assert [(move.target, names(move.cards), move.up) for move in stacks] == [
        ("2/hand", PAIR, False),
        ("4/hand", "Tc Td 8h 6d 3c", False),
        ("dealer/hand", LOW, False),
    ]
    shown = [move for move in playing.moves if isinstance(move, Revealed)]
    assert shown == [Revealed("dealer/hand", read_cards("2c"), "38.9(g)")]
    assert playing.moves.index(stub) < playing.moves.index(shown[0])


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        ("", "38.7(b)"),
        ("dealing=hand shuffler=automated", "38.8(b)3"),
        ("dealing=automated_shoe", "38.9(b)2"),
    ],
)
def test_no_more_bets_is_announced_and_the_progressive_taken_before_the_deal(rules: str, clause: str) -> None:
    playing = dealt(TWO, wagers="ante 10, progressive 1", rules=rules)
    moves = playing.moves
    announced = moves.index(Announced("No more bets", clause))
    taken = [move for move in moves if isinstance(move, ChipsMoved) and move.target == "inventory"]
    assert [(move.amount, move.source) for move in taken] == [(100, "4/progressive"), (100, "2/progressive")]
    credited = next(move for move in moves if isinstance(move, MeterMoved))
    assert (credited.amount, credited.clause) == (10_001_40, "38.12(h)")
    order = [announced, moves.index(taken[0]), moves.index(credited), moves.index(dealing_moves(playing)[0])]
    assert order == sorted(order)


def test_first_five_then_elections_then_new_cards_then_bets_then_the_dealer() -> None:
    playing = dealt({1: TRIPS, 2: NOTHING}, NO_HAND, "2d 9d", "ante 10, super 5")
    act(playing, 2, "fold")
    act(playing, 1, "buy")
    act(playing, 1, "bet")
    act(playing, 1, "force")
    clauses = [move.payoff.clause for move in playing.moves if isinstance(move, Resolved)]
    assert clauses == ["38.12(d)", "38.12(d)", "38.10(b)4", "38.10(c)", "38.10(k)", "38.10(i)3", "38.10(i)3"]
    assert [move.payoff.seat for move in playing.moves if isinstance(move, Resolved)][:2] == [2, 1]


def test_a_hand_that_wins_the_super_side_bet_is_shown_and_returned_face_down() -> None:
    playing = to_ask(dealt({1: TRIPS, 2: NOTHING}, wagers="ante 10, super 5"))
    assert Revealed("1/hand", read_cards(TRIPS), "38.10(a)2") in playing.moves
    assert playing.felt.up["1/hand"] == []
    assert names(playing.felt.down["1/hand"]) == TRIPS
    assert [move.area for move in playing.moves if isinstance(move, Revealed)] == ["1/hand"]
    assert playing.felt.view(2).cards("1/hand") == [UNKNOWN] * 5


def test_settled_from_the_farthest_right_and_hands_that_push_are_collected_last() -> None:
    hands = {1: "Ac Kc Jc 8d 4h", 2: "2h 2s 9c 7d 5h", 3: "Jh Js 6h 6c 3h"}
    playing = to_ask(dealt(hands))
    for seat in hands:
        act(playing, seat, "bet")
    results(playing)
    shown = [move.area for move in playing.moves if isinstance(move, Revealed) and move.clause == "38.10(h)"]
    assert shown == ["3/hand", "2/hand", "1/hand"]
    collected = [move.source for move in cards_to(playing, "discard rack")]
    assert collected == ["stub", "3/hand", "1/hand", "2/hand", "dealer/hand"]


def test_without_a_dealer_hand_only_hands_with_a_progressive_are_turned_over() -> None:
    for wagers, shown in (("ante 10", []), ("ante 10, progressive 1", ["1/hand"])):
        playing = to_ask(dealt({1: PAIR}, "Qc Jd 8h 7s 5c", wagers=wagers))
        act(playing, 1, "bet")
        results(playing)
        turned = [move.area for move in playing.moves if isinstance(move, Revealed)]
        assert turned == ["dealer/hand", *shown]
        assert Announced("No hand", "38.10(j)1") in playing.moves


def test_others_see_how_many_cards_are_exchanged_and_not_which() -> None:
    playing = to_ask(dealt({1: NOTHING, 2: PAIR}, stub="Kc Kd Kh"))
    act(playing, 1, "exchange", "8d 4h 3s")
    act(playing, 2, "bet")
    acted = next(move for move in playing.moves if isinstance(move, Acted) and move.verb == "exchange")
    assert seen_by(acted, 1) == acted
    hidden = seen_by(acted, 2)
    assert isinstance(hidden, Acted)
    assert hidden.cards == (UNKNOWN,) * 3
    assert Announced("Seat 1 exchanges 3 cards", "38.10(d)") in playing.moves
    for area in ("1/discards", "1/hand", "discard rack"):
        for move in cards_to(playing, area):
            seen = seen_by(move, 2)
            assert isinstance(seen, CardsMoved)
            assert set(seen.cards) == {UNKNOWN}


def test_the_first_election_offers_what_the_chips_cover() -> None:
    for chips, offered in ((10, ["fold"]), (20, ["buy", "exchange", "fold"]), (30, ["buy", "exchange", "bet", "fold"])):
        playing = to_ask(dealt({1: PAIR}, chips={1: chips * 100}))
        assert playing.ask is not None
        assert [choice.verb for choice in playing.ask.choices[1].options] == offered


def test_the_first_election_says_what_each_act_costs() -> None:
    playing = to_ask(dealt({1: PAIR}, chips={1: 100_00}))
    assert playing.ask is not None
    costs = {choice.verb: choice.costs for choice in playing.ask.choices[1].options}
    assert costs == {"buy": 10_00, "exchange": 10_00, "bet": 20_00, "fold": 0}
    assert str(playing.ask.choices[1].options[0]) == "buy for 10"


@pytest.mark.parametrize(
    ("decision", "clause"),
    [
        (Act("exchange", cards=read_cards("9c")), "38.10(b)2"),
        (Act("exchange"), "38.10(b)2"),
        (Act("exchange", cards=read_cards("9c 9d Jh 6s 3h 2c")), "38.10(b)2"),
        (Act("exchange", cards=read_cards("9c 9c")), "38.10(b)2"),
        (Act("exchange", cards=read_cards("9c As")), "38.10(b)2"),
        (Act("buy", 1000), "38.10(b)1"),
        (Act("bet", 1000), "38.10(b)3"),
        (Act("force"), "38.10(k)"),
        (Act("declare"), "38.10(a)"),
    ],
)
def test_an_illegal_act_is_refused_with_the_clause_and_changes_nothing(decision: Act, clause: str) -> None:
    playing = to_ask(dealt({1: PAIR}))
    moves, ask = list(playing.moves), playing.ask
    with pytest.raises(Refusal) as refusal:
        playing.answer(1, decision)
    assert refusal.value.clause == clause
    assert (playing.moves, playing.ask) == (moves, ask)


def test_buying_and_exchanging_exclude_each_other() -> None:
    again = ((Act("buy"), "38.10(b)1"), (Act("exchange", cards=read_cards("9c 9d")), "38.10(b)2"))
    for first in (Act("buy"), Act("exchange", cards=read_cards("6s 3h"))):
        playing = to_ask(dealt({1: PAIR}))
        playing.answer(1, first)
        for second, clause in again:
            with pytest.raises(Refusal) as refusal:
                playing.answer(1, second)
            assert refusal.value.clause == clause


def test_the_payment_is_one_ante_and_the_bet_is_double_the_ante() -> None:
    playing = to_ask(dealt({1: PAIR}, wagers="ante 15", stub="Kc"))
    act(playing, 1, "buy")
    assert playing.felt.stake("1/chips") == 9_970_00
    act(playing, 1, "bet")
    assert (playing.felt.stake("1/bet"), playing.felt.stake("1/chips")) == (30_00, 9_940_00)


def test_all_speak_before_any_card_is_given() -> None:
    playing = to_ask(dealt({1: NOTHING, 2: PAIR}))
    act(playing, 1, "buy")
    assert playing.felt.count("1/hand") == 5
    assert playing.waiting() == [2]
    act(playing, 2, "bet")
    assert playing.felt.count("1/hand") == 6


def test_forcing_replaces_the_highest_card_once_and_the_stub_leaves_the_table() -> None:
    playing = to_ask(dealt({1: TRIPS}, NO_HAND, "8d 9d"))
    act(playing, 1, "bet")
    act(playing, 1, "force")
    assert (results(playing)[1, "ante"]) == (0, "38.10(k)2")
    out = [move for move in playing.moves if isinstance(move, CardsMoved) and move.source == "dealer/hand"]
    assert names(out[0].cards) == "Qc"
    assert [names(move.cards) for move in cards_to(playing, "dealer/hand") if move.source == "stub"] == ["8d"]
    assert playing.felt.count("stub") == 0


def test_the_stub_stays_while_the_dealer_may_be_forced() -> None:
    playing = to_ask(dealt({1: TRIPS}, NO_HAND))
    act(playing, 1, "bet")
    to_ask(playing)
    assert playing.ask is not None
    assert (playing.ask.kind, playing.ask.skippable, playing.felt.count("stub")) == ("force", True, 42)


FIVE = {
    1: "Ac Kc Qd 3h 6s",
    2: "Ad Kd 3c Tc 6c",
    3: "Ah Kh 3d Td 6d",
    4: "As Ks 3s Th 6h",
    5: "4c 8c 8d 8h Js",
}


def test_when_the_stub_runs_out_earlier_discards_are_shuffled_and_used() -> None:
    playing = to_ask(dealt(FIVE))
    for seat, hand in FIVE.items():
        act(playing, seat, "exchange", hand)
    (again,) = [move for move in cards_to(playing, "stub") if move.source == "discard rack"]
    pool = [card for seat in (1, 2, 3, 4) for card in read_cards(FIVE[seat])]
    assert sorted(again.cards) == sorted(pool)
    assert not again.shown
    given = [card for move in cards_to(playing, "5/hand") if move.source == "stub" for card in move.cards]
    assert given[:2] == list(playing.setup.shoe.order[50:])
    assert given[2:] == list(again.cards[:3])
    assert again.cards == by_hand(pool, bytes(playing.setup.shoe.order) + b"\x01")


def by_hand(cards: list[int], seed_text: bytes) -> tuple[int, ...]:
    """The order as the stub's documentation gives it: Fisher-Yates with words of SHAKE-256 over the SHA-256."""
    order, at = list(cards), 0
    stream = hashlib.shake_256(hashlib.sha256(seed_text).digest()).digest(4096)
    for last in range(len(order) - 1, 0, -1):
        word = 2**32
        while word >= 2**32 - 2**32 % (last + 1):
            word, at = int.from_bytes(stream[at : at + 4], "big"), at + 4
        chosen = word % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def test_folded_hands_are_shuffled_in_for_a_forced_dealer_and_his_own_discard_is_not() -> None:
    """Four exchange five cards and one two: the 22 cards of the stub are gone when the dealer is forced."""
    hands = FIVE | {2: "Ad Kd 3c 4c 6c", 5: "Tc 8c 8d 8h Js", 1: "Ac Kc Qd 3h 6s"}
    playing = to_ask(dealt(hands, NO_HAND))
    for seat in (1, 2, 3, 4):
        act(playing, seat, "exchange", hands[seat])
    act(playing, 5, "exchange", "Tc Js")
    assert playing.felt.count("stub") == 0
    folded = [card for seat in (1, 2, 3, 4) for card in playing.felt.down[f"{seat}/hand"]]
    for seat in (1, 2, 3, 4):
        act(playing, seat, "fold")
    act(playing, 5, "bet")
    act(playing, 5, "force")
    (again,) = [move for move in cards_to(playing, "stub") if move.source == "discard rack"]
    discards = [card for seat in (1, 2, 3, 4) for card in read_cards(hands[seat])] + list(read_cards("Tc Js"))
    assert sorted(again.cards) == sorted(folded + discards)
    assert [move.cards for move in cards_to(playing, "dealer/hand")][-1] == again.cards[:1]


def test_recorded_answers_repeat_a_reshuffle_exactly() -> None:
    rounds = []
    for _ in range(2):
        playing = to_ask(dealt(FIVE))
        for seat, hand in FIVE.items():
            act(playing, seat, "exchange", hand)
        results(playing)
        rounds.append(playing.moves)
    assert all(first == second for first, second in pairwise(rounds))


PRIZES = {
    "Kh Jh 8h 6h 3h": 50_00,  # a flush
    "Kh Kd Kc 6h 6d": 100_00,  # a full house
}


@pytest.mark.parametrize(("hand", "prize"), PRIZES.items())
def test_the_supervisor_is_told_what_is_paid(hand: str, prize: int) -> None:
    playing = to_ask(dealt({1: hand}, wagers="ante 10, progressive 1"))
    assert playing.ask is not None
    assert playing.ask.amount == prize  # the chip was taken at "No more bets" (38.12(g), N12)
    before = dict(playing.felt.chips)
    playing.answer("supervisor", Act("validate"))
    assert before["inventory"] - playing.felt.chips["inventory"] == prize
    assert playing.felt.chips["1/chips"] - before["1/chips"] == prize
    told = [move.text for move in playing.moves if isinstance(move, Announced) and move.text.startswith("validates")]
    assert told == [f"validates {dollars(prize)} to seat 1 on progressive"]


def test_a_progressive_prize_waits_for_the_supervisor() -> None:
    playing = to_ask(dealt({1: "Kh Jh 8h 6h 3h"}, wagers="ante 10, progressive 1"))
    assert playing.ask is not None
    assert (playing.ask.kind, playing.ask.clause, list(playing.ask.choices)) == (
        "validate seat 1 progressive",
        "38.11(b)3",
        ["supervisor"],
    )
    assert playing.payoffs == []
    assert playing.felt.up["1/hand"] == list(read_cards("Kh Jh 8h 6h 3h"))
    playing.answer("supervisor", Act("validate"))
    assert playing.felt.stake("1/chips") == 10_000_00 - 11_00 + 50_00
