"""Irregularities at Pack's Poker: what is announced, what is void, what is refused (13:69F-43.13 and around it)."""

from pathlib import Path

import pytest

from houseway.cards import DECK, read_cards
from houseway.felt import RACK, Announced, CardsMoved
from houseway.games.packs import GAME
from houseway.games.packs.irregularities import KINDS
from houseway.games.packs.rules import Rules
from houseway.irregularity import Irregularity, read_floor
from houseway.procedure import Round, Setup, play_out
from houseway.refusal import Refusal
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import settle
from houseway.shoe import Shoe, stacked
from houseway.table import Placed

WAGERS = (Placed(1, "pack_1", 1000), Placed(1, "five_card_1", 500), Placed(4, "pack_2", 1000))
FILES = Path(__file__).parent / "rounds" / "packs"


def floor(words: str) -> Irregularity:
    return read_floor(words, KINDS)[1]


def played(*words: str, options: str = "", shoe: Shoe | None = None) -> Round:
    """A round in which the floor foresaw this."""
    foreseen = tuple(map(floor, words))
    setup = Setup(Rules.read(options.split()), shoe or Shoe(DECK), WAGERS, dealing=foreseen)
    return play_out(Round(GAME, setup), {})


def said(playing: Round) -> dict[str, list[str]]:
    """What was announced, by clause."""
    found: dict[str, list[str]] = {}
    for move in playing.moves:
        if isinstance(move, Announced):
            found.setdefault(move.clause, []).append(move.text)
    return found


def is_void(playing: Round, clause: str) -> bool:
    """All wagers are back, by this clause."""
    assert {(paid.net, paid.clause) for paid in playing.payoffs} == {(0, clause)}
    assert [playing.felt.stake(f"{seat}/chips") for seat in (1, 4)] == [1_000_000, 1_000_000]
    return playing.table.voided


def test_a_card_exposed_before_the_wagers_voids_the_round_before_a_card_is_dealt() -> None:
    playing = played("exposes a card before the wagers")
    assert is_void(playing, "43.13(a)")
    assert not any(isinstance(move, CardsMoved) for move in playing.moves)


def test_a_second_card_face_up_voids_the_round_and_the_cards_are_reshuffled() -> None:
    one = played(shoe=stacked((), DECK, frozenset({3})))
    assert not one.table.voided
    assert one.felt.cards(RACK)[0] == DECK[3]
    assert len(one.felt.cards(RACK)) == 52
    for second in (9, 18):  # for a hand, for a pack
        two = played(shoe=stacked((), DECK, frozenset({3, second})))
        assert is_void(two, "43.13(b)")
        assert "The cards are reshuffled" in said(two)["43.13(b)"]


def test_a_card_dealt_in_error_changes_nobodys_cards() -> None:
    plain, error = played(), played("deals a card in error")
    assert len(said(error)["43.13(c)"]) == 1
    assert [move for move in error.moves if move not in plain.moves] == [
        move for move in error.moves if isinstance(move, Announced) and move.clause == "43.13(c)"
    ]


@pytest.mark.parametrize(
    ("words", "options", "clause"),
    [
        ("shuffler jams", "", "43.13(d)"),
        ("removes the shuffler", "", "43.13(f)"),
        ("shuffler counts 51 cards", "counting_shuffler=yes", "43.7(h)"),
    ],
)
def test_before_the_deal_it_is_put_right_and_the_round_goes_on(words: str, options: str, clause: str) -> None:
    playing = played(words, options=options)
    assert len(said(playing)[clause]) == 1
    assert playing.payoffs == played(options=options).payoffs
    first = next(at for at, move in enumerate(playing.moves) if isinstance(move, Announced))
    assert playing.moves[first].clause == clause  # type: ignore[union-attr]


def test_a_shuffler_that_counts_52_says_nothing() -> None:
    assert "43.7(h)" not in said(played("shuffler counts 52 cards", options="counting_shuffler=yes"))


def test_an_automated_shoe_that_jams_voids_the_round() -> None:
    playing = played("automated shoe jams", options="dealing=automated_shoe")
    assert is_void(playing, "43.13(e)")


def test_a_removed_automated_shoe_is_followed_by_dealing_from_the_hand() -> None:
    playing = played("removes the automated shoe", options="dealing=automated_shoe")
    assert len(said(playing)["43.13(f)"]) == 1
    assert said(playing)["43.8(b)2"] == ["No more bets"]
    hands = {move.clause for move in playing.moves if isinstance(move, CardsMoved) and move.target == "1/hand"}
    assert hands == {"43.8(c)"}


@pytest.mark.parametrize("options", ["", "dealing=hand", "dealing=automated_shoe", "deal_packs=one_at_a_time"])
@pytest.mark.parametrize(
    "words",
    [
        "deals 6 cards to seat 1",
        "deals 4 cards to seat 4",
        "deals 0 cards to seat 4",
        "deals 6 cards to the dealer",
        "deals 3 cards to pack 1",
        "deals 1 cards to pack 3",
    ],
)
def test_a_wrong_number_of_cards_is_a_misdeal_and_the_deck_stays(words: str, options: str) -> None:
    playing = played(words, options=options)
    assert is_void(playing, "43.7(g)2")
    assert all("removed" not in text for text in said(playing)["43.7(g)2"])
    uncounted = played(words, options=f"{options} counting_shuffler=yes")
    assert is_void(uncounted, "43.7(g)2")


@pytest.mark.parametrize("number", [0, 30, 32, 52])
def test_a_wrong_count_voids_the_round_and_removes_the_deck(number: int) -> None:
    playing = played(f"counts {number} cards")
    assert is_void(playing, "43.7(g)2")
    assert any("removed" in text for text in said(playing)["43.7(g)2"])


def test_a_right_count_puts_the_stub_away() -> None:
    playing = played("counts 31 cards")
    assert not playing.table.voided
    assert said(playing)["43.7(g)"] == ["The stub has 31 cards: the deck has 52"]
    assert playing.payoffs == played().payoffs


def test_the_stub_is_counted_unless_the_shuffler_counts() -> None:
    assert "43.7(g)" in said(played())
    assert "43.7(g)" not in said(played(options="counting_shuffler=yes"))


def test_a_count_after_a_card_was_found_face_up_still_makes_52() -> None:
    playing = played("counts 30 cards", shoe=stacked((), DECK, frozenset({3})))
    assert not playing.table.voided


def test_a_misdeal_with_a_wrong_count_beside_it_removes_the_deck() -> None:
    misdealt = played("deals 6 cards to seat 1", "counts 30 cards")
    assert is_void(misdealt, "43.7(g)2")
    assert all("removed" not in text for text in said(misdealt)["43.7(g)2"])
    short = played("deals 6 cards to seat 1", "counts 29 cards")
    assert any("removed" in text for text in said(short)["43.7(g)2"])


def test_a_wager_that_the_system_did_not_accept_is_not_registered_and_goes_back() -> None:
    foreseen = "finds seat 1 five_card_1 not accepted"
    shoe = stacked(read_cards("Ac Ad"), DECK)
    playing = played(foreseen, options="five_card_progressive=A deal_players=five_consecutive", shoe=shoe)
    assert playing.felt.meters == {"five_card": 500_000}
    assert ("five_card_1", 0, "43.12(c)2") in [(paid.wager, paid.net, paid.clause) for paid in playing.payoffs]
    assert len(playing.payoffs) == len(WAGERS)


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("finds a late wager at seat 4", "43.6(b)"),
        ("finds a wager increased at seat 4", "43.6(b)"),
        ("finds a wager withdrawn at seat 4", "43.6(b)"),
        ("finds a verbal wager at seat 4", "43.6(a)"),
        ("seat 4 leaves", "43.6(c)"),
        ("seat 4 touches the cards", "43.10(b)"),
    ],
)
def test_what_a_player_may_not_do_is_answered_and_changes_nothing(words: str, clause: str) -> None:
    playing = Round(GAME, Setup(Rules(), Shoe(DECK), WAGERS, pauses=True))
    ask, chips = playing.ask, dict(playing.felt.chips)
    playing.floor(floor(words))
    assert playing.moves[-1] == Announced(said(playing)[clause][-1], clause)
    assert "4" in said(playing)[clause][-1]
    assert (playing.ask, playing.felt.chips) == (ask, chips)
    assert play_out(playing, {}).payoffs == played().payoffs


@pytest.mark.parametrize("pauses", [0, 1, 2, 3])
def test_a_supervisor_may_void_the_round_at_every_pause(pauses: int) -> None:
    playing = Round(GAME, Setup(Rules(), Shoe(DECK), WAGERS, pauses=True))
    for _ in range(pauses):
        playing.go_on()
    playing.floor(floor("voids the round"))
    assert playing.done
    assert is_void(playing, "G4")


@pytest.mark.parametrize(
    ("words", "options", "clause"),
    [
        ("automated shoe jams", "", "43.13(e)"),
        ("removes the automated shoe", "dealing=hand", "43.13(f)"),
        ("shuffler counts 51 cards", "", "43.7(h)"),
        ("deals 3 cards to pack 4", "", "43.7(g)2"),
        ("deals 6 cards to seat 2", "", "43.7(g)2"),
        ("deals 42 cards to seat 1", "", "43.7(g)2"),
        ("deals 5 cards to seat 1", "", "43.7(g)2"),
        ("deals 5 cards to the dealer", "", "43.7(g)2"),
        ("deals 2 cards to pack 1", "", "43.7(g)2"),
        ("deals 42 cards to pack 1", "", "43.7(g)2"),
        ("finds card 53 face up", "", "43.13(b)"),
        ("finds seat 1 five_card_1 not accepted", "", "43.12(c)2"),
        ("finds seat 1 five_card_2 not accepted", "five_card_progressive=A", "43.12(c)2"),
        ("finds seat 1 pack_1 not accepted", "five_card_progressive=A", "43.12(c)2"),
    ],
)
def test_what_cannot_happen_at_this_table_is_refused(words: str, options: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        played(words, options=options)
    assert refusal.value.clause == clause


@pytest.mark.parametrize("text", ["seat 1 folds", "seat 1 plays", "floor dances", "seat 7 wagers pack_1 10"])
def test_a_file_that_says_what_the_game_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(RoundFileRefusal):
        settle(RoundFile(f"game packs\nseat 1 wagers pack_1 10\n{text}\n"))


def test_every_irregularity_has_a_round_file() -> None:
    texts = [path.read_text() for path in FILES.glob("*.round")]
    words = [line.removeprefix("floor ") for text in texts for line in text.splitlines() if line.startswith("floor ")]
    shown = {read_floor(line, KINDS)[0] for line in words if not line.startswith(("validates", "refuses"))}
    assert shown == set(KINDS)
