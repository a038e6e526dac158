"""Blackjack Lucky 8 for simulation: one box with a main wager, a Pair and a Lucky 8 bet, from a shoe shuffled anew.

The main wager's outcome is told by how many hands there were, what was wagered on them and what they brought.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from houseway.cards import DECK
from houseway.chance import State
from houseway.felt import Payoff
from houseway.games.blackjack.boxes import split_line, unsplit_line
from houseway.games.blackjack.compositions import all_hands
from houseway.games.blackjack.hands import POINTS
from houseway.games.blackjack.kernel_box import (
    MOST,
    PAID_BLACKJACK,
    SURRENDERED,
    Places,
    Playing,
    dealer_steps,
    ends_of_shoes,
    openings_of,
    outcome,
    steps_of,
    tally_rounds,
)
from houseway.games.blackjack.playing import STRATEGIES, name_of, policy_for, terms_of
from houseway.games.blackjack.round import MOST_HANDS
from houseway.games.blackjack.rules import DECK_SIZE, Rules, pays
from houseway.money import Cents
from houseway.procedure import Setup
from houseway.shoe import Shoe
from houseway.table import Placed
from houseway.tallies import Counts, Outcome, Setting, Shoes, Simulation

__all__ = ["STRATEGIES", "prepare"]

MOST_CARDS = 96  # four hands and the dealer's, even of aces and twos alone
OPTIONS = ("obo", "obbo", "bb1")  # as the kernels number them


def prepare(setting: Setting) -> Simulation:
    """The kernel for a table where one player wagers on one box."""
    rules: Rules = setting.rules
    outcomes = (
        *main_outcomes(setting.stake),
        *side_outcomes("pair", setting.stake),
        *side_outcomes("lucky8", setting.stake),
    )
    strategy = name_of(setting.strategy, terms_of(rules, setting.stake))
    playing = playing_of(rules, strategy, setting.stake)
    numbers = {(outcome.wager, outcome.line): number for number, outcome in enumerate(outcomes)}

    def tally(state: State, rounds: int) -> Counts:
        shoe = np.array(DECK * rules.decks, np.uint8)
        return tally_rounds(state, shoe, rounds, playing, np.zeros(len(outcomes), np.int64))

    def outcomes_of(shoes: Shoes) -> Counts:
        return ends_of_shoes(shoes, playing)

    def read(payoffs: Sequence[Payoff]) -> Sequence[int]:
        lines = {payoff.wager: payoff.line or "loses" for payoff in payoffs}
        return (
            _read_main(payoffs, max(setting.stake, rules.least)),
            numbers["pair", lines["pair"]],
            numbers["lucky8", lines["lucky8"]],
        )

    return Simulation(
        wagers=("main", "pair", "lucky8"),
        outcomes=outcomes,
        tally=tally,
        outcomes_of=outcomes_of,
        setup=lambda shoe: _setup(rules, setting.stake, shoe),
        read=read,
        shoe_cards=min(MOST_CARDS, DECK_SIZE * rules.decks),
        shard=1 << 22,
    )


def playing_of(rules: Rules, strategy: str, stake: Cents, infinite_deck: bool = False) -> Playing:
    """A table's rules and a strategy, ready for the kernels."""
    policy = policy_for(strategy, terms_of(rules, stake, infinite_deck))
    pair = len(main_outcomes(stake))
    return Playing(
        np.array(POINTS, np.int64) - 1,
        openings_of(policy),
        steps_of(policy),
        all_hands().total.astype(np.int64),
        policy.again.astype(np.int64).ravel(),
        dealer_steps(),
        _numbers(),
        OPTIONS.index(rules.dealer_blackjack),
        rules.pair == "value",
        pair,
        pair + len(side_outcomes("pair", stake)),
    )


def main_outcomes(stake: Cents) -> list[Outcome]:
    """Every way in which a box can end: blackjack, surrender, then by hands, what was wagered and what it brought."""
    blackjack = Fraction(pays("main").lines["Blackjack"].net(stake), stake)
    surrendered = Fraction(stake // 2 - stake, stake)
    found = [
        Outcome("main", "blackjack", blackjack, None, pays("main").lines["Blackjack"].words()),
        Outcome("main", "surrendered", surrendered),
    ]
    for hands, wagered, net in ways():
        line = unsplit_line(wagered, net) if hands == 1 else split_line(net)
        pays_ = pays("main").lines["Regular"].words() if net > 0 else ""
        found.append(Outcome("main", line, Fraction(net), None, pays_, Fraction(wagered)))
    return found


def ways() -> Iterator[tuple[int, int, int]]:
    """Hands, what was wagered on them, what they brought."""
    yield from ((1, 2, 2), (1, 1, 1), (1, 1, 0), (1, 2, 0), (1, 1, -1), (1, 2, -1), (1, 2, -2))
    for net in range(MOST, -MOST - 1, -1):
        for hands in range(2, MOST_HANDS + 1):
            for wagered in range(hands, 2 * hands + 1):
                if abs(net) <= wagered:
                    yield hands, wagered, net


@cache
def _numbers() -> Places:
    """The main wager's outcomes as `kernel_box.outcome` looks them up."""
    numbers = np.full((MOST_HANDS + 1, MOST + 1, 2 * MOST + 1), -1, np.int64)
    for number, (hands, wagered, net) in enumerate(ways(), start=SURRENDERED + 1):
        numbers[hands, wagered, net + MOST] = number
    return numbers.ravel()


def side_outcomes(wager: str, stake: Cents) -> list[Outcome]:
    """The lines of a side bet, highest first, and its loss."""
    paid = [
        Outcome(wager, line.name, Fraction(line.net(stake), stake), None, line.words())
        for line in pays(wager).lines.values()
    ]
    return [*paid, Outcome(wager, "loses", Fraction(-1))]


def _read_main(payoffs: Sequence[Payoff], stake: Cents) -> int:
    """The outcome of a box's main wager of the payoffs of all its hands."""
    hands = [payoff for payoff in payoffs if payoff.wager == "main"]
    if hands[0].line == "Blackjack":
        return PAID_BLACKJACK
    if hands[0].clause == "3.10":
        return SURRENDERED
    wagered = sum(payoff.stake for payoff in hands) // stake
    net = sum(payoff.net for payoff in hands) // stake
    return int(_numbers()[outcome(len(hands), wagered, net)])


def _setup(rules: Rules, stake: Cents, shoe: Shoe) -> Setup:
    """One player with just the chips that he can need. Below a posted minimum he wagers that: odds are per unit."""
    main, side = max(stake, rules.least), max(stake, rules.side_least)
    wagers = (Placed(1, "main", main), Placed(1, "pair", side), Placed(1, "lucky8", side))
    return Setup(rules, shoe, wagers, {1: MOST * main + 2 * side})
