"""The bot of Lucky 8's plays legally, and by the best rule that looks at hands of 8 and side cards alone."""

from collections import defaultdict
from itertools import combinations_with_replacement
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.asks import Act, Ask, Choice, Choices, Who
from houseway.cards import Card, read_cards
from houseway.felt import Felt
from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.hands import SetHand, house_way
from houseway.games.lucky8s.rules import Rules
from houseway.games.lucky8s.strategy import simple, worth_playing
from houseway.procedure import Round, Setup, Strategy, View, play_out
from houseway.shoe import Shoe
from houseway.table import Placed

VALUES = read_cards("Ac 2c 3c 4c 5c 6c 7c 8c")
IN_THE_DECK = np.array([8] * 7 + [10])  # of each value; the jokers are two more 8s
HAND_OF_8 = len(VALUES) - 1


def asked(cards: str, choices: Choices) -> Act:
    felt = Felt()
    felt.down["1/hand"] = list(read_cards(cards))
    return simple(View(1, felt.view(1), Rules(), Ask("call", "50.6(h)", {1: choices})), choices)


@pytest.mark.parametrize(
    ("cards", "verb"),
    [
        ("8c 8d 8h 7c 7d 7h 6c 6d", "play"),  # three hands of 8, five side cards
        ("7c Ac 6c 2c 5c 5d 7d 7h", "fold"),  # two, four side cards
        ("7c Ac 2c 2d 2h 2s 7d 7h", "play"),  # two, two side cards
        ("8c 7c 7d 7h 6c 6d 6h 5c", "fold"),  # one
    ],
)
def test_what_the_bot_calls(cards: str, verb: str) -> None:
    choices = Choices((Choice("play", "50.6(h)", costs=10_00), Choice("fold", "50.6(h)")), Act("fold"))
    assert asked(cards, choices).verb == verb
    assert asked(cards, Choices(choices.options[1:], Act("fold"))) == Act("fold")  # without the chips for it


def test_the_bot_leaves_the_setting_to_the_house() -> None:
    choices = Choices((Choice("set", "50.6(e)"), Choice("house way", "50.6(e)")), Act("house way"))
    assert asked("8c 8d 8h 7c 7d 7h 6c 6d", choices) == Act("house way")


def test_bots_play_whatever_comes() -> None:
    """All spots taken, short stacks among them: every round comes to its end without a refusal."""
    chance = Random(8)
    rules = Rules()
    bots: dict[Who, Strategy] = dict.fromkeys(range(1, 7), simple)
    for _ in range(50):
        wagers = tuple(Placed(seat, "ante", 1000) for seat in range(1, 7))
        chips = {seat: chance.choice((1000, 1900, 2000, 9000)) for seat in range(1, 7)}
        order = chance.sample(GAME.deck(rules), 66)
        played = play_out(Round(GAME, Setup(rules, Shoe(order), wagers, chips)), bots)
        assert len({paid.seat for paid in played.payoffs}) == 6


def test_the_rule_is_the_best_that_looks_at_hands_and_side_cards() -> None:
    """Counted over every hand of the player and of the dealer from the 58 cards left.

    To fold costs one Ante. To play wins one when the dealer does not qualify, else wins or loses two.
    """
    hands = np.array(all_hands())
    made = [house_way(cards_of(counts)) for counts in hands]
    rank = np.array([10 * hand.hands - len(hand.side) for hand in made])
    qualifies = hands[:, HAND_OF_8] > 0
    choose = np.array([[comb(n, k) for k in range(11)] for n in range(11)], dtype=np.float64)
    worth: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for place, counts in enumerate(hands):
        dealer = choose[IN_THE_DECK - counts, hands].prod(axis=1)
        result = np.where(~qualifies, 1, np.where(rank[place] > rank, 2, -2))
        dealt = choose[IN_THE_DECK, counts].prod()
        assert dealer.sum() == comb(58, 8)
        worth[made[place].hands, len(made[place].side)].append((dealt, dealt * (dealer @ result) / comb(58, 8)))
    assert sum(dealt for group in worth.values() for dealt, _ in group) == comb(66, 8)
    for (eights, side), group in worth.items():
        by_playing = sum(net for _, net in group) / sum(dealt for dealt, _ in group)
        assert worth_playing(SetHand(((0,),) * eights, (0,) * side)) == (by_playing > -1), (eights, side, by_playing)


def all_hands() -> list[list[int]]:
    """How many of each value the 6,435 hands of eight cards have."""
    drawn = combinations_with_replacement(range(len(VALUES)), 8)
    return [[places.count(value) for value in range(len(VALUES))] for places in drawn]


def cards_of(counts: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> tuple[Card, ...]:
    return tuple(card for card, count in zip(VALUES, counts.tolist(), strict=True) for _ in range(count))
