"""What goes wrong at Ultimate 8 Poker and what follows (42.7(g)2, 42.9(h), 42.11, 42.12)."""

import pytest

from houseway.felt import Announced
from houseway.procedure import Round
from houseway.refusal import Refusal
from ultimate8_rounds import GAME, OTHER, STRONG, WEAK, begin, floor_word, net, offered, say, verbs

COUNTING = "dealing=automated_shoe shuffler=counting"


def is_void(playing: Round, clause: str) -> bool:
    """Everything went back by this clause, and the cards lie in the rack or the shoe."""
    chips = [playing.felt.stake(f"{seat}/chips") for seat in playing.table.seats]
    cards = playing.felt.count("discard rack") + playing.felt.count("shoe")
    return (
        playing.done
        and playing.table.voided
        and chips == list(playing.setup.chips.values())
        and {(payoff.clause, payoff.result, payoff.net) for payoff in playing.payoffs} == {(clause, "void", 0)}
        and playing.felt.stake("ace pot") == 0
        and cards == 52
    )


def announced(playing: Round, words: str) -> bool:
    return any(words in move.text for move in playing.moves if isinstance(move, Announced))


@pytest.mark.parametrize(
    ("words", "clause", "removed"),
    [
        ("deals 9 cards to seat 2", "42.7(g)2", False),
        ("deals 1 cards to seat 5", "42.7(g)2", False),
        ("deals 32 cards to seat 1", "42.7(g)2", False),
        ("does not deal to seat 2", "42.12(a)3", False),
        ("does not deal to seat 6", "42.12(a)3", False),
        ("exposes a card dealt to seat 3", "42.12(a)4", False),
        ("counts 3 cards", "42.7(g)2", True),
        ("counts 5 cards", "42.7(g)2", True),
        ("deals 9 cards to seat 1\ndeals 7 cards to seat 2", "42.12(b)", True),
    ],
)
@pytest.mark.parametrize("way", ["manual_shoe", "hand", "automated_shoe"])
def test_a_misdeal_voids_the_round(words: str, clause: str, removed: bool, way: str) -> None:
    playing = begin(options=f"dealing={way}", floor=words)
    assert is_void(playing, clause)
    assert announced(playing, "deck is removed") == removed


def test_a_wrong_number_that_no_count_tells_is_found_in_the_hands() -> None:
    playing = begin(options=COUNTING, floor="deals 7 cards to seat 2")
    assert is_void(playing, "42.12(b)")


def test_a_wrong_number_at_an_empty_position_goes_unnoticed_without_a_count() -> None:
    playing = begin(options=COUNTING, floor="deals 7 cards to seat 5")
    assert playing.ask is not None
    assert playing.felt.count("5/hand") == 0


def test_a_shuffler_that_counts_wrong_has_the_deck_removed_before_a_card_is_dealt() -> None:
    playing = begin(options=COUNTING, floor="shuffler counts 53 cards")
    assert is_void(playing, "42.9(h)")
    assert announced(playing, "deck is removed")
    assert playing.felt.count("shoe") == 52


@pytest.mark.parametrize("words", ["counts 4 cards", "shuffler jams", "removes the shuffler"])
def test_what_is_in_order_changes_nothing(words: str) -> None:
    assert verbs(begin(floor=words)) == {"check", "bet"}


def test_a_jam_is_followed_by_a_reshuffle_before_the_deal() -> None:
    playing = begin(floor="shuffler jams")
    clauses = [move.clause for move in playing.moves if not hasattr(move, "payoff")]
    assert clauses.index("42.12(d)") < clauses.index("42.9(e)")


@pytest.mark.parametrize(
    ("words", "options", "clause"),
    [
        ("shuffler jams", "shuffler=none", "42.12(d)"),
        ("removes the shuffler", "shuffler=none", "42.12(e)"),
        ("shuffler counts 51 cards", "shuffler=automated", "42.9(h)"),
        ("counts 5 cards", COUNTING, "42.9(h)"),
        ("deals 8 cards to seat 1", "", "42.7(e)"),
        ("deals 33 cards to seat 1", "", "42.7(e)"),
        ("deals 13 cards to seat 6", "", "42.7(e)"),
        ("deals 53 cards to seat 1", "dealing=automated_shoe", "42.9(e)"),
        ("deals 9 cards to seat 7", "", "69E-1.13BB(a)"),
    ],
)
def test_the_floor_cannot_foresee_what_cannot_happen(words: str, options: str, clause: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        begin(options=options, floor=words)
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("finds that the deal began at a wrong position", "42.12(a)2"),
        ("finds a position that was not dealt to", "42.12(a)3"),
    ],
)
def test_a_wrong_deal_is_void_until_two_players_have_wagered(words: str, clause: str) -> None:
    assert is_void(say(begin(), f"floor {words}"), clause)
    assert is_void(say(begin(), f"1 bets 20; floor {words}"), clause)
    assert is_void(say(begin(), f"1 checks; 2 checks; 3 checks; floor {words}"), clause)
    late = say(begin(), f"1 bets 20; 2 calls; floor {words}")
    assert offered(late)[0] == 3
    assert not late.table.voided


@pytest.mark.parametrize(
    ("words", "clause", "removed"),
    [
        ("finds the cards not shuffled", "42.12(a)1", False),
        ("finds a card missing", "42.12(b)", True),
        ("finds an additional card", "42.12(b)", True),
        ("voids the round", "G4", False),
    ],
)
@pytest.mark.parametrize("lines", ["1 checks", "1 bets 20; 2 calls; 3 folds", "1 bets 20; 2 calls; 3 calls; 1 lays 8c"])
def test_a_dead_round_gives_everything_back_at_any_time(words: str, clause: str, removed: bool, lines: str) -> None:
    playing = say(begin(), f"{lines}; floor {words}")
    assert is_void(playing, clause)
    assert announced(playing, "deck is removed") == removed


@pytest.mark.parametrize(
    ("words", "clause"),
    [("exposes a card", "42.11(h)"), ("fouls the hand", "42.11(h)"), ("is made to leave", "42.11(b)")],
)
def test_a_forfeit_takes_hand_and_wagers(words: str, clause: str) -> None:
    playing = say(begin(), f"1 bets 20; 2 calls; floor seat 2 {words}")
    assert playing.felt.count("2/hand") == 0
    assert playing.felt.stake("2/round_1") == 0
    assert offered(playing)[0] == 3
    say(playing, "3 folds")
    assert net(playing, 2) == -35_00
    assert [payoff.clause for payoff in playing.payoffs if payoff.seat == 2] == [clause, "42.10(l)"]


def test_the_player_whose_turn_it_is_may_forfeit() -> None:
    playing = say(begin(), "1 bets 20; floor seat 2 exposes a card")
    assert offered(playing)[0] == 3


def test_the_last_one_who_remains_wins_when_the_others_forfeit() -> None:
    playing = say(begin(), "1 checks; floor seat 3 exposes a card; floor seat 1 is made to leave")
    assert playing.done
    assert net(playing, 2) == 30_00 - 1_00 - 15_00
    assert playing.payoffs[2].words == "nobody else remains"


def test_who_has_no_hand_cannot_forfeit_it() -> None:
    playing = say(begin(), "1 bets 20; 2 folds; floor seat 2 exposes a card")
    assert offered(playing)[0] == 3
    assert announced(playing, "has no hand to forfeit")


def test_a_hand_thrown_in_is_folded_only_when_its_player_faces_a_wager() -> None:
    playing = say(begin(), "1 bets 20; floor seat 3 throws the hand in face down")
    assert playing.felt.count("3/hand") == 8
    say(playing, "floor seat 2 throws the hand in face down")
    assert playing.felt.count("2/hand") == 0
    assert offered(playing)[0] == 3


def test_a_hand_thrown_in_while_discarding_is_taken_back() -> None:
    playing = say(begin(), "1 checks; 2 checks; 3 checks; floor seat 1 throws the hand in face down")
    assert playing.felt.count("1/hand") == 8
    assert offered(playing)[0] == 1


def test_the_pattern_of_one_who_forfeits_still_has_to_be_beaten() -> None:
    playing = begin({1: WEAK, 2: STRONG, 3: OTHER})
    say(playing, "1 checks; 2 checks; 3 checks; 1 lays Ks; floor seat 1 exposes a card")
    laying = offered(playing)[1].choice("lay")
    assert laying is not None
    assert laying.plays is not None
    assert min(len(play) for play in laying.plays) == 2
    say(playing, "2 passes; 3 passes")
    assert offered(playing)[0] == 2


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("finds a verbal wager at seat 2", "42.6(a)"),
        ("seat 2 leaves", "42.6(e)"),
        ("seat 2 speaks out of turn", "42.11(f)"),
    ],
)
def test_what_only_needs_a_word_leaves_the_round_as_it_is(words: str, clause: str) -> None:
    playing = say(begin(), "1 bets 20")
    ask, felt = playing.ask, dict(playing.felt.chips)
    say(playing, f"floor {words}")
    assert (playing.ask, playing.felt.chips) == (ask, felt)
    assert getattr(playing.moves[-1], "clause", "") == clause


def test_nobody_forfeits_at_a_seat_without_a_player() -> None:
    with pytest.raises(Refusal):
        say(begin(), "floor seat 5 exposes a card")


def test_every_kind_of_irregularity_has_words_that_the_floor_can_say() -> None:
    for kind in GAME.irregularities:
        words = kind.words.format(seat=2, number=9)
        assert floor_word(words).kind == kind.kind
