"""Insurance counted and insurance played: the odds against real rounds in which the dealer shows an ace."""

from collections import Counter
from fractions import Fraction

import numpy as np

from houseway.asks import Act, Choices
from houseway.cards import ACE, DECK
from houseway.figures import root
from houseway.games.blackjack import GAME
from houseway.games.blackjack.odds import wagers
from houseway.games.blackjack.rules import Rules
from houseway.procedure import Round, Setup, View, play_out
from houseway.returns import Asked
from houseway.shoe import Shoe
from houseway.table import Placed

ROUNDS = 2_000
DEALERS_FIRST = 1  # the second card of the shoe, after one to the only box


def insures(view: View, choices: Choices) -> Act:
    """Insure for half the wager whenever it is offered, then stand."""
    offered = choices.choice("insure")
    if offered is not None:
        return Act("insure", offered.high)
    return Act("decline") if choices.choice("decline") else Act("stand")


def test_insurance_wins_as_often_as_was_counted() -> None:
    rules = Rules()
    exact = wagers(Asked(rules=rules))[3]
    chance = np.random.default_rng(8)
    ended: Counter[Fraction] = Counter()
    for _ in range(ROUNDS):
        order = [int(card) for card in chance.permutation(np.array(DECK * rules.decks, np.uint8))]
        ace = next(place for place, card in enumerate(order) if card >> 2 == ACE and place >= DEALERS_FIRST)
        order[DEALERS_FIRST], order[ace] = order[ace], order[DEALERS_FIRST]
        playing = Round(GAME, Setup(rules, Shoe(order), (Placed(1, "main", 1000),)))
        play_out(playing, {1: insures})
        for payoff in playing.payoffs:
            if payoff.wager == "insurance":
                ended[Fraction(payoff.net, payoff.stake)] += 1
    assert set(ended) == {line.net.value for line in exact.lines}
    assert sum(ended.values()) == ROUNDS, "it is offered whenever the dealer shows an ace"
    mean = sum((net * count for net, count in ended.items()), Fraction(0)) / ROUNDS
    assert abs(mean - exact.ev.value) < 4 * Fraction(root(exact.variance.value / ROUNDS))
