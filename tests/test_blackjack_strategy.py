"""The simple bot of Blackjack Lucky 8 plays every first decision within a hair of the best there is.

The oracle counts with an endless shoe: the dealer without hole card, every 17 stands, one original wager lost to a
blackjack, doubling after splitting, surrender before the second card and not against an ace.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest

from dealing import random_setup
from houseway.asks import Act, Ask, Choice, Choices
from houseway.cards import DECK, Card
from houseway.felt import Felt
from houseway.games.blackjack import GAME
from houseway.games.blackjack.playing import act_of
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.strategy import simple, wanted
from houseway.procedure import Round, View, play_out

CHANCES = {value: Fraction(4 if value == 10 else 1, 13) for value in range(1, 11)}
HAIR = Fraction(1, 200)
BY_VALUE: dict[int, Card] = {1: DECK[48], 10: DECK[32]} | {value: DECK[4 * (value - 2)] for value in range(2, 10)}
BLACKJACK = 0  # among the dealer's final totals


def with_ace(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


@cache
def dealers(hard: int, ace: bool, cards: int) -> dict[int, Fraction]:
    """How the dealer ends: totals 17 to 21, 22 for above 21, and blackjack."""
    points = with_ace(hard, ace)
    if cards == 2 and points == 21:
        return {BLACKJACK: Fraction(1)}
    if cards >= 2 and points >= 17:
        return {min(points, 22): Fraction(1)}
    ends: dict[int, Fraction] = {}
    for value, chance in CHANCES.items():
        for end, likely in dealers(hard + value, ace or value == 1, min(cards + 1, 3)).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * likely
    return ends


def stands(points: int, up: int, stake: int = 1) -> Fraction:
    """What a finished hand is worth; to a blackjack it loses one original wager."""
    worth = Fraction(0)
    for end, chance in dealers(up, up == 1, 1).items():
        if end == BLACKJACK:
            worth -= chance
        elif points > 21 or (end <= 21 and points < end):
            worth -= stake * chance
        elif end > 21 or points > end:
            worth += stake * chance
    return worth


@cache
def hits(hard: int, ace: bool, up: int) -> Fraction:
    return sum(
        (chance * goes_on(hard + value, ace or value == 1, up) for value, chance in CHANCES.items()), Fraction(0)
    )


@cache
def goes_on(hard: int, ace: bool, up: int) -> Fraction:
    points = with_ace(hard, ace)
    if points >= 21:
        return Fraction(-1) if points > 21 else stands(points, up)
    return max(stands(points, up), hits(hard, ace, up))


def doubles(hard: int, ace: bool, up: int) -> Fraction:
    ends = ((with_ace(hard + value, ace or value == 1), chance) for value, chance in CHANCES.items())
    return sum((chance * stands(points, up, 2) for points, chance in ends), Fraction(0))


def splits(value: int, up: int) -> Fraction:
    """Two hands, not split again; a blackjack takes one original wager of both."""
    one = Fraction(0)
    for second, chance in CHANCES.items():
        hard, ace = value + second, 1 in (value, second)
        if value == 1:
            one += chance * stands(with_ace(hard, ace), up)
        else:
            one += chance * max(goes_on(hard, ace, up), doubles(hard, ace, up))
    blackjack = dealers(up, up == 1, 1).get(BLACKJACK, Fraction(0))
    return 2 * (one + blackjack) - blackjack


def worths(first: int, second: int, up: int) -> dict[str, Fraction]:
    hard, ace = first + second, 1 in (first, second)
    worth = {
        "stand": stands(with_ace(hard, ace), up),
        "hit": hits(hard, ace, up),
        "double": doubles(hard, ace, up),
    }
    if first == second:
        worth["split"] = splits(first, up)
    if up != 1:
        worth["surrender"] = Fraction(-1, 2)
    return worth


@pytest.mark.parametrize("up", range(1, 11))
def test_every_first_decision_is_within_a_hair_of_the_best(up: int) -> None:
    for first in range(1, 11):
        for second in range(first, 11):
            if (first, second) == (1, 10):
                continue
            worth = worths(first, second, up)
            act = next(verb for verb in wanted((BY_VALUE[first], BY_VALUE[second]), BY_VALUE[up]) if verb in worth)
            assert worth[act] >= max(worth.values()) - HAIR, (first, second, up, act)


@pytest.mark.parametrize("up", range(1, 11))
def test_later_decisions_on_hard_totals_are_within_a_hair_of_the_best(up: int) -> None:
    for points in range(6, 21):
        values = next(three for three in combinations_with_replacement(range(2, 11), 3) if sum(three) == points)
        hand = [BY_VALUE[value] for value in values]
        act = next(verb for verb in wanted(hand, BY_VALUE[up]) if verb in ("hit", "stand"))
        worth = {"hit": hits(points, False, up), "stand": stands(points, up)}
        assert worth[act] >= max(worth.values()) - HAIR, (points, up)


def test_the_bot_never_insures_and_takes_no_even_money() -> None:
    options = (Choice("decline", "3.12"), Choice("insure", "3.12", 100, 500, 100), Choice("even money", "3.7.1"))
    choices = Choices(options, Act("decline"))
    assert simple(View(1, Felt(), Rules(), Ask("insurance", "3.12", {1: choices})), choices) == Act("decline")


@pytest.mark.parametrize("words", ["", "decks=1 dealer_blackjack=bb1", "min=5 pair=value side_bets=at_the_end"])
@pytest.mark.parametrize("strategy", GAME.strategies)
def test_bots_play_legally_whatever_is_asked(words: str, strategy: str) -> None:
    rules, chance = Rules.read(words.split()), Random(8)
    for _ in range(60):
        played = Round(GAME, random_setup(GAME, rules, chance))
        assert play_out(played, dict.fromkeys(played.table.seats, GAME.strategies[strategy])).done


def test_bots_look_at_what_they_say_they_look_at() -> None:
    """Ten and two against a four of one deck: best hit, by totals stood on; a split hand does not surrender."""
    rules = Rules(decks=1)
    assert act_of("optimal", rules, [9, 1], 3, split=False)[0] == "hit"
    assert act_of("basic", rules, [9, 1], 3, split=False)[0] == "stand"
    assert act_of("basic", Rules(), [9, 5], 9, split=False) == ("surrender", "stand")
    assert act_of("basic", Rules(), [7, 7], 9, split=False)[0] == "surrender"
    assert act_of("optimal", Rules(), [7, 7], 9, split=True)[0] == "split"
