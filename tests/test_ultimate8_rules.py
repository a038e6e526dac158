"""What an Ultimate 8 table refuses, with the clause that forbids it."""

import pytest

from houseway import games
from houseway.games.ultimate8.rules import Rules, check_wagers, offers
from houseway.money import Cents
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import Shoe, one_deck
from houseway.table import Placed


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ("main_ante=30 ace_ante=10", "42.6(b)"),
        ("main_ante=5 ace_ante=10", "42.6(b)"),
        ("main_ante=0 ace_ante=0", "G1"),
        ("main_ante=3 ace_ante=1.50", "G1"),
        ("limit=no_limit table_max=9", "42.6(c)"),
        ("commission=10.5", "42.10(k)"),
        ("commission=999999", "42.10(k)"),
        ("dealing=hand shuffler=none", "42.8(b)1"),
        ("rounds_of=1", "42.8(e)"),
        ("dealing=automated_shoe rounds_of=1", "42.8(e)"),
        ("two_decks=yes shuffler=none", "42.2(b)"),
        ("limit=pot", "42.6(c)"),
        ("rounds_of=2", "U12"),
        ("seats=7", None),
    ],
)
def test_a_forbidden_configuration_is_refused(options: str, clause: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        Rules.read(options.split())
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    "options",
    ["main_ante=10 ace_ante=10", "commission=10", "commission=0", "dealing=hand rounds_of=1", "two_decks=yes"],
)
def test_what_the_rulebook_allows_is_accepted_and_written_back(options: str) -> None:
    rules = Rules.read(options.split())
    assert Rules.read(f"{key}={value}" for key, value in rules.written().items()) == rules


def test_a_bet_is_at_most_twenty_antes_or_the_table_maximum() -> None:
    assert Rules().most_raised == 20 * Rules().main_ante
    assert Rules.read(["limit=no_limit", "table_max=700"]).most_raised == 700_00


def test_only_an_automated_shoe_with_a_counting_shuffler_leaves_the_stub_uncounted() -> None:
    uncounted = [
        (dealing, shuffler)
        for dealing in ("manual_shoe", "hand", "automated_shoe")
        for shuffler in ("automated", "counting")
        if not Rules.read([f"dealing={dealing}", f"shuffler={shuffler}"]).stub_counted
    ]
    assert uncounted == [("automated_shoe", "counting")]


def test_a_hand_shuffle_is_cut_and_a_machine_shuffle_is_not() -> None:
    game = games.load("ultimate8")
    assert game.cut(Rules(shuffler="none"))
    assert not game.cut(Rules())


def test_nobody_wagers_before_the_deal() -> None:
    assert offers(Rules()) == ()
    with pytest.raises(Refusal) as refused:
        check_wagers(Rules(), [Placed(1, "main", 1000)], {1: 100_000, 2: 100_000})
    assert refused.value.clause == "42.6(b)"


@pytest.mark.parametrize(
    ("chips", "clause"),
    [
        ({}, "U13"),
        ({1: 100_00}, "U13"),
        ({1: 100_00, 2: 14_00}, "42.1 ante"),
        ({1: 100_50, 2: 100_00}, "G1"),
    ],
)
def test_a_table_without_two_players_who_can_ante_is_refused(chips: dict[int, Cents], clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_wagers(Rules(), (), chips)
    assert refused.value.clause == clause


def test_two_players_with_just_both_antes_may_play() -> None:
    check_wagers(Rules(), (), {1: 15_00, 6: 15_00})


def test_there_is_no_seventh_seat() -> None:
    game = games.load("ultimate8")
    with pytest.raises(Refusal, match="no seat 7"):
        Round(game, Setup(Rules(), Shoe(one_deck()), chips={1: 100_00, 7: 100_00}))


def test_the_player_button_stands_before_a_player() -> None:
    game = games.load("ultimate8")
    with pytest.raises(Refusal) as refused:
        Round(game, Setup(Rules(), Shoe(one_deck()), chips={1: 100_00, 2: 100_00}, button=4))
    assert refused.value.clause == "42.7(d)"
