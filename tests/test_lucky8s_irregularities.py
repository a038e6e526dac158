"""What goes wrong at Lucky 8's (13:69F-50.9), and what a round file may not say."""

import pytest

from houseway.asks import Act
from houseway.cards import read_cards
from houseway.felt import Announced, CardsMoved
from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.rules import Rules
from houseway.irregularity import Irregularity
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import Settled, settle
from houseway.shoe import stacked
from houseway.table import Placed

ORDER = read_cards("8c Jk 7c 5d 2d Ac 4d 4h 3d 8h Jk 2c 4c 6c 5c 3c 6d 7d 7h 7s")
ANTE, BONUS = Placed(1, "ante", 1000), Placed(1, "bonus", 500)


def begin(*face_up: int, dealing: tuple[Irregularity, ...] = (), options: str = "") -> Round:
    rules = Rules.read(options.split())
    shoe = stacked(ORDER, GAME.deck(rules), frozenset(face_up))
    return Round(GAME, Setup(rules, shoe, (ANTE, BONUS), dealing=dealing))


def play(playing: Round) -> Round:
    for act in (Act("house way"), Act("play")):
        playing.answer(1, act)
    return playing


# --- face up in the deck (50.9(a), ruling L8)


def test_one_card_face_up_is_set_aside_for_all_to_see() -> None:
    playing = begin(2)
    assert playing.felt.cards("1/hand") == [*ORDER[:2], *ORDER[3:9]]
    assert playing.felt.cards("dealer/hand") == list(ORDER[9:17])
    aside = [move for move in playing.moves if isinstance(move, CardsMoved) and move.clause == "50.9(a)"]
    assert [(move.cards, move.source, move.target, move.shown) for move in aside] == [
        (ORDER[2:3], "shoe", "discard rack", True)
    ]
    assert not play(playing).table.voided


@pytest.mark.parametrize("places", [(0, 1), (2, 3), (2, 12), (7, 16), (15, 16)])
def test_a_second_card_face_up_voids_the_round(places: tuple[int, int]) -> None:
    playing = begin(*places)
    assert playing.done
    assert playing.table.voided
    assert [(paid.wager, paid.net, paid.result, paid.clause) for paid in playing.payoffs] == [
        ("ante", 0, "void", "50.9(a)"),
        ("bonus", 0, "void", "50.9(a)"),
    ]
    assert playing.felt.stake("1/chips") == 1_000_000
    assert playing.felt.count("1/hand") == playing.felt.count("dealer/hand") == 0


@pytest.mark.parametrize("places", [(16, 17), (40, 65), (2, 17), (2, 20, 21, 22)])
def test_cards_face_up_after_the_deal_do_not_matter(places: tuple[int, ...]) -> None:
    """More than one must be found during the deal of 16 cards, or of 17 with one set aside; the rest are unused."""
    playing = begin(*places)
    assert not playing.done
    assert not play(playing).table.voided


# --- wrong numbers of cards (50.9(c), (d), ruling L5)


@pytest.mark.parametrize("number", [0, 1, 7, 9, 12])
def test_a_wrong_number_to_a_player_returns_all_his_wagers(number: int) -> None:
    playing = begin(dealing=(Irregularity("miscount", 1, number),))
    assert playing.done
    assert [(paid.wager, paid.stake, paid.net, paid.result, paid.clause) for paid in playing.payoffs] == [
        ("ante", 1000, 0, "void", "50.9(c)"),
        ("bonus", 500, 0, "void", "50.9(c)"),
    ]
    assert not playing.table.voided
    dealt = [len(move.cards) for move in playing.moves if isinstance(move, CardsMoved) and move.target == "1/hand"]
    assert sum(dealt) == number


def test_a_wrong_number_to_the_dealer_is_found_when_he_turns_his_cards_over() -> None:
    """The In to Win was placed meanwhile and goes back with the Ante; the bonus of two lucky cards is paid."""
    playing = play(begin(dealing=(Irregularity("miscount", None, 9),)))
    assert [(paid.wager, paid.net, paid.result, paid.clause) for paid in playing.payoffs] == [
        ("bonus", 500, "win", "50.6(n)"),
        ("ante", 0, "void", "50.9(d)"),
        ("in_to_win", 0, "void", "50.9(d)"),
    ]


def test_a_miscount_and_a_card_face_up_together() -> None:
    """The card set aside does not count among those dealt."""
    playing = begin(2, dealing=(Irregularity("miscount", None, 7),))
    assert playing.felt.cards("1/hand") == [*ORDER[:2], *ORDER[3:9]]
    assert playing.felt.cards("dealer/hand") == list(ORDER[9:16])


def test_all_cards_that_are_left_may_go_to_one_hand() -> None:
    playing = begin(dealing=(Irregularity("miscount", 1, 58),))  # 66 less the dealer's eight
    assert playing.done
    assert not playing.table.voided


# --- the shuffler (50.9(b))


@pytest.mark.parametrize("dealing", ["whole_deck", "groups_of_eight"])
def test_a_jam_is_announced_before_the_first_card(dealing: str) -> None:
    playing = begin(dealing=(Irregularity("jam"),), options=f"dealing={dealing}")
    clauses = [move.clause for move in playing.moves if isinstance(move, Announced | CardsMoved)]
    assert clauses[:2] == ["50.9(b)", "50.6(c)"]
    assert not playing.done


@pytest.mark.parametrize(
    ("foreseen", "options", "clause"),
    [
        (Irregularity("jam"), "dealing=hand_shuffle", "50.9(b)"),
        (Irregularity("miscount", 4, 7), "", "50.5(d)"),
        (Irregularity("miscount", 1, 8), "", "50.9(c)"),
        (Irregularity("miscount", None, 8), "", "50.9(d)"),
        (Irregularity("miscount", 1, 59), "", "50.9(c)"),
        (Irregularity("miscount", None, 59), "", "50.9(d)"),
        (Irregularity("face up", None, 67), "", "50.9(a)"),
    ],
)
def test_what_cannot_happen_is_refused(foreseen: Irregularity, options: str, clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        begin(dealing=(foreseen,), options=options)
    assert refused.value.clause == clause


# --- the floor


@pytest.mark.parametrize("answers", [0, 1])
def test_a_supervisor_voids_the_round_wherever_it_stands(answers: int) -> None:
    playing = begin()
    for act in [Act("house way")][:answers]:
        playing.answer(1, act)
    playing.floor(Irregularity("void"))
    assert playing.done
    assert {(paid.net, paid.clause) for paid in playing.payoffs} == {(0, "G4")}
    assert playing.felt.stake("1/chips") == 1_000_000


@pytest.mark.parametrize("kind", ["late", "increased", "withdrawn"])
def test_a_wager_handled_after_the_first_card_stays_as_it_was(kind: str) -> None:
    """50.6(c)."""
    playing = begin()
    playing.floor(Irregularity(kind, 1))
    said = playing.moves[-1]
    assert isinstance(said, Announced)
    assert said.clause == "50.6(c)"
    assert playing.felt.stake("1/ante") == 1000
    assert [paid.stake for paid in play(playing).payoffs] == [1000, 1000, 500]


# --- round files


HEAD = "game lucky8s\nshoe 8c Jk 5d 2d Ac 4d 4h 3d / 8h Jk 2c 4c 6c 5c 3c 6d\n"
UNSEATED = "seat 1 player Ann wagers ante 10\nseat 1 player Bea wagers ante 30\n"


def settled(text: str) -> Settled:
    return settle(RoundFile(HEAD + text))


@pytest.mark.parametrize(
    ("text", "line", "clause"),
    [
        ("seat 1 wagers ante 10\nseat 1 player Bea wagers ante 10\nseat 1 refuses Bea\n", 5, "50.7(a)"),
        (f"{UNSEATED}seat 1 player Ann refuses Bea\n", 5, "50.7(a)"),
        (f"{UNSEATED}seat 1 player Bea consents Bea\n", 5, "50.7(a)"),
        ("seat 1 wagers ante 10\nseat 1 player Bea wagers ante 30\nseat 1 player Bea plays\n", 5, "50.7(b)"),
        (f"{UNSEATED}seat 1 player Ann folds\n", 5, "50.7(b)"),
        ("seat 1 wagers ante 10\nseat 1 sets 5d 2d\n", 4, "50.6(e)"),
        ("seat 1 wagers ante 10\nseat 1 plays\nseat 1 wagers bonus 10\n", 5, "50.6(c)"),
        ("seat 1 player Bea wagers ante 10\nseat 2 player Bea wagers ante 10\n", 4, "50.8"),
        ("seat 1 player Bea sits\nseat 1 wagers ante 10\nseat 2 player Bea wagers ante 10\n", 5, "50.8"),
        ("seat 1 player Bea sits\nseat 1 wagers ante 10\n", 3, "50.8"),
        ("seat 1 player Bea sits\nseat 1 player Bea wagers ante 10\nseat 2 player Bea wagers ante 10\n", 3, "50.8"),
        ("seat 1 player Bea sits\nseat 2 player Bea chips 90\nseat 2 player Bea wagers ante 10\n", 3, "50.8"),
        ("seat 1 wagers ante 10, in_to_win 10\n", 3, "50.6(h)"),
        ("seat 1 wagers ante 10\nfloor deals 8 cards to seat 1\n", 4, "50.9(c)"),
        ("seat 1 wagers ante 10\nfloor deals 8 cards to the dealer\n", 4, "50.9(d)"),
        ("seat 1 wagers ante 10\nseat 1 sets 8c | | Jk\n", 4, "50.6(e)"),
        ("seat 1 wagers ante 10\nseat 1 sets 8c |\n", 4, "50.6(e)"),
        ("seat 1 wagers ante 10\nseat 1 sets 8c\nseat 1 sets Jk\n", 5, "50.6(e)"),
        ("seat 1 wagers ante 10\nseat 1 plays\nseat 1 sets Jk\n", 5, "50.6(e)"),
        ("seat 1 wagers ante 10\nseat 1 plays\nseat 1 folds\n", 5, "50.6(h)"),
        ("seat 1 wagers ante 10\nseat 2 plays\n", 4, "50.6(h)"),
        (f"{UNSEATED}seat 1 plays\n", 5, "50.7(b)"),
        ("seat 1 player Bea wagers ante 10\nseat 1 wagers ante 5\nseat 1 refuses Bea\n", 5, "50.7(a)"),
        (
            "seat 1 player Bea wagers ante 10\nseat 1 wagers ante 5\nseat 1 player Bea refuses the seated player\n",
            5,
            "50.7(a)",
        ),
        ("seat 1 wagers ante 10\nseat 3 consents Bea\n", 4, "50.7(a)"),
        ("seat 1 wagers ante 10\nseat 1 consents\n", 4, None),
        ("seat 1 wagers ante 10 + coupon 5\nseat 1 player coupon wagers ante 10\n", 4, None),
    ],
)
def test_a_round_file_that_the_rules_forbid(text: str, line: int, clause: str | None) -> None:
    with pytest.raises(RoundFileRefusal) as refused:
        settled(text)
    assert (refused.value.line, refused.value.clause) == (line, clause)


def test_a_refusal_of_somebody_who_does_not_wager_changes_nothing() -> None:
    assert len(settled("seat 1 wagers ante 10\nseat 1 refuses Bea\nseat 1 plays\n").payoffs) == 2


def test_time_outs_are_told() -> None:
    """Ruling G6: setting is left to the house without a word, a fold is not."""
    assert settled("seat 1 wagers ante 10\n").timed_out == ["seat 1 folds"]


def test_the_floor_speaks_before_the_hands_are_compared() -> None:
    text = "seat 1 wagers ante 10\nseat 1 plays\nfloor voids the round\n"
    assert [payoff.clause for payoff in settled(text).payoffs] == ["G4", "G4"]
