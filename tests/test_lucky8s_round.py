"""The round of Lucky 8's: the order of the deal, who decides what, who sees what, and where cards and chips go."""

from collections.abc import Iterator

import pytest

from houseway.asks import Act
from houseway.cards import UNKNOWN, read_cards
from houseway.felt import Acted, CardsMoved, ChipsMoved, Resolved, Revealed, seen_by
from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.round import SetChoice
from houseway.games.lucky8s.rules import Rules
from houseway.irregularity import Irregularity
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import stacked
from houseway.table import Placed

FOUR_AND_ONE = "8c Jk 5d 2d Ac 4d 4h 3d"  # 8 | Jk | 5 2 A | 4 4 and a side card
THREE_8S = "8d 8s 8c 7c 7d 7h 6h 6s"
FOUR_AND_TWO = "8h Jk 2c 4c 6c 5c 3c 6d"  # the dealer's: 8 | Jk | 2 6 | 5 3 and two side cards

HOUSE_WAY, PLAY, FOLD = Act("house way"), Act("play"), Act("fold")


def begin(shoe: str, *wagers: Placed, options: str = "", chips: dict[int, int] | None = None) -> Round:
    rules = Rules.read(options.split())
    order = stacked(read_cards(shoe), GAME.deck(rules))
    return Round(GAME, Setup(rules, order, wagers, chips or {}, pauses=False))


def two_spots() -> Round:
    """Seats 2 and 5, the first with a bonus, before anything is set."""
    shoe = f"{FOUR_AND_ONE} {THREE_8S} {FOUR_AND_TWO}"
    return begin(shoe, Placed(2, "ante", 1000), Placed(2, "bonus", 500), Placed(5, "ante", 2000))


def answer_all(playing: Round, *acts: Act) -> None:
    for seat, act in zip(playing.waiting(), acts, strict=True):
        playing.answer(seat, act)


def verbs_and_costs(playing: Round) -> dict[str, int]:
    """What the only spot may do."""
    assert playing.ask is not None
    return {choice.verb: choice.costs for choice in playing.ask.choices[1].options}


# --- dealing


@pytest.mark.parametrize(
    ("dealing", "clause"), [("whole_deck", "50.5(e)"), ("hand_shuffle", "50.5(e)"), ("groups_of_eight", "50.5(f)")]
)
def test_the_deal(dealing: str, clause: str) -> None:
    """50.5(c) to (f): stacks of eight face down from the dealer's left, the dealer last, the rest to the rack."""
    wagers = [Placed(seat, "ante", 1000) for seat in (6, 2, 3)]
    playing = begin(THREE_8S, *wagers, options=f"dealing={dealing}")
    moves = [move for move in playing.moves if isinstance(move, CardsMoved)]
    order = playing.setup.shoe.order
    assert [(move.source, move.target, move.cards) for move in moves] == [
        ("shoe", "2/hand", order[:8]),
        ("shoe", "3/hand", order[8:16]),
        ("shoe", "6/hand", order[16:24]),
        ("shoe", "dealer/hand", order[24:32]),
        ("shoe", "discard rack", order[32:]),
    ]
    assert {(move.clause, move.up, move.shown) for move in moves} == {(clause, False, False)}


def test_wagers_lie_before_the_first_card() -> None:
    """50.6(a), (c)."""
    moves = two_spots().moves
    kinds = [type(move).__name__ for move in moves]
    assert kinds[:4] == ["ChipsMoved", "ChipsMoved", "ChipsMoved", "Announced"]
    assert "ChipsMoved" not in kinds[4:]


# --- setting


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        ("8c | 5d 2d", "5d 2d does not add up to 8"),
        ("8c Ac", "8c Ac does not add up to 8"),
        ("8c | 8c", "8c is not in the hand"),
        ("8s", "8s is not in the hand"),
        ("4d 4d", "4d is not in the hand"),
        ("5d 2d Ac | 4d 3d Ac", "Ac is not in the hand"),
        ("Jk | Jk", "Jk is not in the hand"),
        ("Kc", "Kc is not in the hand"),
    ],
)
def test_a_set_that_is_not_hands_of_8_is_refused(groups: str, why: str) -> None:
    """Ruling L1, with the clause, and nothing has changed."""
    playing = two_spots()
    before = list(playing.moves)
    act = Act("set", groups=tuple(read_cards(group) for group in groups.split("|")))
    with pytest.raises(Refusal, match=why) as refused:
        playing.answer(2, act)
    assert refused.value.clause == "50.6(e)"
    assert (playing.moves, playing.answers, playing.waiting()) == (before, [], [2, 5])


@pytest.mark.parametrize(
    "act", [Act("set", 100), Act("set", cards=read_cards("8c")), Act("set", groups=((),)), Act("play"), Act("fold")]
)
def test_what_is_no_set_is_refused(act: Act) -> None:
    playing = two_spots()
    with pytest.raises(Refusal):
        playing.answer(2, act)
    assert playing.answers == []


def test_every_way_to_set_is_offered_and_accepted() -> None:
    ask = two_spots().ask
    assert ask is not None
    acts = list(ask.choices[2])
    assert HOUSE_WAY in acts
    assert Act("set") in acts  # every card a side card
    assert all(act in ask.choices[2] for act in acts)
    assert Act("set", groups=tuple(map(read_cards, ("8c", "Jk", "5d 2d Ac", "4d 4h")))) in acts
    assert str(ask.choices[2].choice("set")) == "set hands of 8 from 8c Jk 5d 2d Ac 4d 4h 3d"
    assert isinstance(ask.choices[2].choice("set"), SetChoice)


@pytest.mark.parametrize("groups", [(), ("5d 3d",), ("8c", "Jk", "5d 2d Ac", "4d 4h")])
def test_nobody_sees_what_another_sets_nor_how_much_of_it(groups: tuple[str, ...]) -> None:
    playing = two_spots()
    playing.answer(2, Act("set", groups=tuple(map(read_cards, groups))))
    playing.answer(5, HOUSE_WAY)
    acted = next(move for move in playing.moves if isinstance(move, Acted))
    assert getattr(seen_by(acted, 2), "cards", None) == read_cards(" ".join(groups))
    for other in (5, None):
        assert seen_by(acted, other) == Acted(2, "set", "50.6(e)", hidden=True)
    assert playing.felt.view(5).cards("2/hand") == [UNKNOWN] * 8
    assert playing.felt.view(5).cards("5/hand") == list(read_cards(THREE_8S))
    assert playing.felt.view(5).cards("dealer/hand") == [UNKNOWN] * 8


def test_with_the_house_setting_all_hands_nobody_is_asked_to_set() -> None:
    playing = begin(f"{FOUR_AND_ONE} {FOUR_AND_TWO}", Placed(1, "ante", 1000), options="set_hands=house_way")
    assert playing.ask is not None
    assert playing.ask.kind == "call"


# --- the call


def test_the_call_is_play_or_fold_and_the_house_folds_for_the_absent() -> None:
    """50.6(h), ruling G6."""
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    assert playing.ask is not None
    assert [list(offered) for offered in playing.ask.choices.values()] == [[PLAY, FOLD], [PLAY, FOLD]]
    assert playing.time_out(2) == Act("fold", by_house=True)
    assert playing.time_out(5) == Act("fold", by_house=True)
    assert [(paid.seat, paid.wager, paid.net) for paid in playing.payoffs] == [
        (5, "ante", -2000),
        (2, "ante", -1000),
        (2, "bonus", 500),
    ]


def test_the_house_sets_house_way_for_the_absent() -> None:
    """Ruling L1: setting risks no money."""
    playing = two_spots()
    assert playing.time_out(2) == Act("house way", by_house=True)


def test_who_cannot_match_the_ante_may_only_fold() -> None:
    """50.6(h): In to Win equals the Ante, no more, no less; without the chips for it nobody is offered to play."""
    playing = begin(f"{FOUR_AND_ONE} {FOUR_AND_TWO}", Placed(1, "ante", 1000), chips={1: 1999})
    answer_all(playing, HOUSE_WAY)
    assert verbs_and_costs(playing) == {"fold": 0}
    with pytest.raises(Refusal, match="'play' is not possible now; possible: fold"):
        playing.answer(1, PLAY)
    answer_all(playing, FOLD)
    assert [(payoff.wager, payoff.net, payoff.clause) for payoff in playing.payoffs] == [("ante", -1000, "50.6(h)")]


def test_to_play_costs_the_caller_his_own_ante() -> None:
    wagers = (Placed(1, "ante", 1000), Placed(1, "bonus", 500), Placed(1, "ante", 3000, "Bea"))
    playing = begin(f"{FOUR_AND_ONE} {FOUR_AND_TWO}", *wagers, chips={1: 2500})
    answer_all(playing, HOUSE_WAY)
    assert verbs_and_costs(playing) == {"play": 1000, "fold": 0}


def test_a_caller_without_the_chips_plays_for_those_who_have_them() -> None:
    """Ruling L6: the call binds all, and of them whoever cannot match his Ante has folded, the caller too."""
    wagers = (Placed(1, "ante", 1000), Placed(1, "ante", 3000, "Bea"))
    playing = begin(f"{FOUR_AND_ONE} {FOUR_AND_TWO}", *wagers, chips={1: 1000})
    answer_all(playing, HOUSE_WAY)
    assert verbs_and_costs(playing) == {"play": 0, "fold": 0}
    answer_all(playing, PLAY)
    assert [(paid.player, paid.wager, paid.net) for paid in playing.payoffs] == [
        (None, "ante", -1000),
        ("Bea", "ante", 3000),
        ("Bea", "in_to_win", 3000),
    ]


def test_a_call_takes_no_amount() -> None:
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    with pytest.raises(Refusal, match="takes no amount"):
        playing.answer(2, Act("play", 500))


def test_the_in_to_win_lies_on_its_own_area() -> None:
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    answer_all(playing, PLAY, PLAY)
    placed = [move for move in playing.moves if isinstance(move, ChipsMoved) and "in_to_win" in move.target]
    assert [(move.amount, move.source, move.target, move.clause) for move in placed] == [
        (1000, "2/chips", "2/in_to_win", "50.6(h)"),
        (2000, "5/chips", "5/in_to_win", "50.6(h)"),
    ]


# --- showdown and clearing


def test_hands_are_laid_out_face_down_after_the_call() -> None:
    """50.6(i): hands of 8 and side cards on their own spots; a folded hand stays as it is."""
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    answer_all(playing, PLAY, FOLD)
    laid = [move for move in playing.moves if isinstance(move, CardsMoved) and move.clause == "50.6(i)"]
    assert [(move.target, sorted(move.cards), move.up, move.shown) for move in laid] == [
        ("2/eights", sorted(read_cards("8c Jk 5d 2d Ac 4d 4h")), False, False),
        ("2/side_cards", list(read_cards("3d")), False, False),
    ]


def test_a_folded_hand_without_a_bonus_is_never_shown() -> None:
    """50.6(h): it lies face down, and the dealer picks it up unexposed."""
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    answer_all(playing, PLAY, FOLD)
    hand = read_cards(THREE_8S)
    for move in playing.moves:
        seen = seen_by(move, 2)
        if isinstance(move, CardsMoved) and move.cards == hand:
            assert getattr(seen, "cards", ()) == (UNKNOWN,) * 8
        assert not (isinstance(move, Revealed) and move.area.startswith("5/"))


def test_a_folded_hand_with_a_bonus_is_turned_over() -> None:
    """Ruling L2: the bonus stays in action, so everybody sees what it counts."""
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    answer_all(playing, FOLD, FOLD)
    shown = [(move.area, move.clause) for move in playing.moves if isinstance(move, Revealed)]
    assert shown == [("dealer/hand", "50.6(j)"), ("2/hand", "50.6(n)")]


def test_the_dealer_turns_over_when_all_have_decided() -> None:
    """50.6(j)."""
    playing = two_spots()
    answer_all(playing, HOUSE_WAY, HOUSE_WAY)
    playing.answer(5, PLAY)
    assert not any(isinstance(move, Revealed) for move in playing.moves)
    playing.answer(2, PLAY)
    shown = [move.area for move in playing.moves if isinstance(move, Revealed)]
    assert shown == ["dealer/hand", "5/eights", "5/side_cards", "2/eights", "2/side_cards"]


def test_settled_and_picked_up_counter_clockwise() -> None:
    """50.6(r), (s), ruling G3: from the highest number down; the dealer's cards come last, upon the others."""
    shoe = " ".join((FOUR_AND_ONE, THREE_8S, "7s 7c 7d 6c 6d 6h 5c 5h"))
    playing = begin(shoe, *(Placed(seat, "ante", 1000) for seat in (1, 4, 6)))
    answer_all(playing, HOUSE_WAY, HOUSE_WAY, HOUSE_WAY)
    answer_all(playing, PLAY, PLAY, FOLD)
    assert [move.payoff.seat for move in playing.moves if isinstance(move, Resolved)] == [6, 4, 4, 1, 1]
    picked = [move for move in playing.moves if isinstance(move, CardsMoved) and move.clause == "50.6(s)"]
    assert [move.source for move in picked] == [
        *("6/hand", "4/eights", "4/side_cards", "1/eights", "1/side_cards", "dealer/hand"),
    ]
    assert playing.felt.cards("discard rack")[-8:] == list(picked[-1].cards)
    assert playing.felt.count("discard rack") == 66


# --- coupons


@pytest.mark.parametrize(
    ("dealer", "call", "net"),
    [(FOUR_AND_TWO, PLAY, 2500), ("8h Jk 8s 8d 8h 7c 7d 7h", PLAY, -1500), (FOUR_AND_TWO, FOLD, -1500)],
)
def test_a_coupon_is_collected_won_or_lost(dealer: str, call: Act, net: int) -> None:
    """Ruling G2."""
    playing = begin(f"{FOUR_AND_ONE} {dealer}", Placed(1, "ante", 1500, None, 1000))
    answer_all(playing, HOUSE_WAY)
    answer_all(playing, call)
    assert playing.payoffs[0].net == net
    assert playing.felt.stake("coupon box") == 1000
    assert playing.felt.stake("1/coupons") == playing.felt.stake("1/ante/coupon") == 0


def test_a_coupon_comes_back_from_a_void_round() -> None:
    playing = begin(f"{FOUR_AND_ONE} {FOUR_AND_TWO}", Placed(1, "ante", 1500, None, 1000))
    playing.floor(Irregularity("void"))
    assert playing.done
    assert playing.table.voided
    assert (playing.felt.stake("1/coupons"), playing.felt.stake("coupon box")) == (1000, 0)
    assert playing.felt.stake("1/chips") == 1_000_000


# --- several bettors on a spot


def test_each_bettor_is_paid_in_his_own_chips() -> None:
    """50.7, ruling L6: in the order in which they wagered, each for himself."""
    shoe = f"{FOUR_AND_ONE} {FOUR_AND_TWO}"
    wagers = (Placed(3, "ante", 1000), Placed(3, "ante", 3000, "Bea"), Placed(3, "bonus", 500, "Bea"))
    playing = begin(shoe, *wagers)
    answer_all(playing, HOUSE_WAY)
    answer_all(playing, PLAY)
    assert [(paid.player, paid.wager, paid.net) for paid in playing.payoffs] == [
        (None, "ante", 1000),
        (None, "in_to_win", 1000),
        ("Bea", "ante", 3000),
        ("Bea", "in_to_win", 3000),
        ("Bea", "bonus", 500),
    ]
    assert playing.felt.stake("Bea/chips") == 1_000_000 + 6500
    assert playing.felt.stake("3/chips") == 1_000_000 + 2000


@pytest.mark.parametrize(
    ("wagers", "who"),
    [
        ([Placed(1, "ante", 3000, "Bea"), Placed(1, "ante", 1000)], None),
        ([Placed(1, "ante", 1000, "Bea"), Placed(1, "ante", 3000, "Cy")], "Cy"),
        ([Placed(1, "ante", 1000, "Bea"), Placed(1, "bonus", 9000, "Bea"), Placed(1, "ante", 3000, "Cy")], "Cy"),
        ([Placed(1, "ante", 1000, "Bea", 1000), Placed(1, "ante", 1500, "Cy")], "Cy"),
        ([Placed(1, "ante", 1000, "Bea"), Placed(1, "ante", 1000, "Cy")], "Bea"),
        ([Placed(1, "ante", 1000, "Bea")], "Bea"),
    ],
)
def test_who_calls(wagers: list[Placed], who: str | None) -> None:
    """50.7(b), ruling L6."""
    assert GAME.caller is not None
    assert GAME.caller(begin(THREE_8S, *wagers).table, 1) == who


def test_three_bettors_on_each_spot_stay_within_the_longest_round() -> None:
    """A table without money: every wager that is won waits for the supervisor, and still the round ends in bounds."""
    hands = (f"7{suit} A{suit} 6{suit} 2{suit} 5{suit} 3{suit} 4{suit} 8{suit}" for suit in "cdhscd")
    shoe = stacked(read_cards(" ".join(hands)) + read_cards("7h 7s 6h 6s 5h 5s 4h 4s"), GAME.deck(None))
    playing = Round(GAME, Setup(Rules(), shoe, tuple(all_bettors()), inventory=0))
    while playing.ask is not None:
        for who in playing.waiting():
            offered = playing.ask.choices[who]
            playing.answer(who, next(act for act in offered if act.verb in ("play", "house way", "validate")))
    assert [paid.net for paid in playing.payoffs if paid.wager == "ante"] == [1000] * 18
    assert 2 * 6 < len(playing.answers) <= GAME.longest


def all_bettors() -> Iterator[Placed]:
    for seat in range(1, 7):
        for player in (None, f"Bea{seat}", f"Cy{seat}"):
            yield Placed(seat, "ante", 1000, player)
            yield Placed(seat, "bonus", 100, player)
