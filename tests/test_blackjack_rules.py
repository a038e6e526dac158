"""What a Blackjack Lucky 8 table refuses, each refusal with its clause."""

import pytest

from houseway.games.blackjack import GAME
from houseway.games.blackjack.rules import Rules, check_wagers, offers
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import Shoe
from houseway.table import Placed


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("decks=0", "2.1"),
        ("decks=9", "2.1"),
        ("positions=0", "2.2"),
        ("positions=8", "2.2"),
        ("decks=1 cut_card=53", "B9"),
        ("chip_unit=5 min=7", "G1"),
        ("chip_unit=5 side_min=7", "G1"),
        ("min=10 max=5", "G1"),
        ("side_max=0.50", "G1"),
        ("chip_unit=0", "G1"),
        ("dealer_blackjack=all", "B3"),
        ("pair=suit", "B1"),
    ],
)
def test_a_table_that_may_not_be_is_refused(words: str, clause: str | None) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.read(words.split())
    assert refusal.value.clause == clause


@pytest.mark.parametrize("decks", range(1, 9))
def test_one_to_eight_decks_of_52_cards(decks: int) -> None:
    """2.1: no jokers, every card once in each deck."""
    deck = GAME.deck(Rules(decks=decks))
    assert sorted(deck) == sorted(list(range(52)) * decks)


@pytest.mark.parametrize(
    ("wagers", "clause", "words"),
    [
        ([Placed(1, "pair", 500)], "3.5.3", ""),
        ([Placed(1, "main", 1000), Placed(2, "lucky8", 500)], "3.5.3", ""),
        ([Placed(1, "main", 1000), Placed(2, "lucky8", 500, "Bea")], "3.5.3", ""),
        ([Placed(1, "main", 1000, "Bea")], "3.5.3", ""),
        ([Placed(1, "main", 1000), Placed(1, "main", 1000)], "3.4", ""),
        ([Placed(1, "main", 1000), Placed(1, "pair", 100), Placed(1, "pair", 100)], "3.5", ""),
        ([Placed(1, "main", 1050)], "G1", ""),
        ([Placed(1, "main", 0)], "G1", ""),
        ([Placed(1, "main", -100)], "G1", ""),
        ([Placed(1, "insurance", 100)], "3.4", ""),
        ([Placed(1, "main", 400)], "3.4", "min=5"),
        ([Placed(1, "main", 10_100)], "3.4", "max=100"),
        ([Placed(1, "main", 1000), Placed(1, "pair", 100)], "3.5", "side_min=2"),
        ([Placed(1, "main", 1000), Placed(1, "lucky8", 2600)], "3.5", "side_max=25"),
        ([Placed(1, "main", 1000, coupon=1000)], "G2", ""),
    ],
)
def test_wagers_that_may_not_lie_there_are_refused(wagers: list[Placed], clause: str, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_wagers(Rules.read(words.split()), wagers, {})
    assert refusal.value.clause == clause


def test_side_bets_without_a_main_wager_of_ones_own_are_taken() -> None:
    """3.5.3: on a box with somebody's main wager; several people may do it."""
    wagers = [
        Placed(1, "main", 1000),
        Placed(1, "pair", 100),
        Placed(1, "pair", 100, "Bea"),
        Placed(1, "pair", 100, "Cas"),
    ]
    check_wagers(Rules(), wagers, {})


def test_boxes_that_are_not_on_the_layout_are_refused() -> None:
    with pytest.raises(Refusal, match="no seat 6"):
        Round(GAME, Setup(Rules(positions=5), Shoe(GAME.deck(Rules())), (Placed(6, "main", 1000),)))


def test_the_minimum_is_a_chip_unit_unless_the_house_sets_one() -> None:
    assert Rules().least == Rules().side_least == 100
    assert Rules.read(["chip_unit=0.25"]).least == 25
    assert Rules.read(["min=5"]).least == 500
    assert [(offer.wager, offer.low, offer.required) for offer in offers(Rules.read(["min=5"]))] == [
        ("main", 500, True),
        ("pair", 100, False),
        ("lucky8", 100, False),
    ]


def test_the_options_are_read_as_they_are_written() -> None:
    words = ["decks=6", "min=5", "dealer_blackjack=bb1", "pair=value", "cut_card=78", "side_bets=at_the_end"]
    rules = Rules.read(words)
    assert sorted(rules.differing()) == sorted(words)
    assert Rules.read(rules.differing()) == rules
