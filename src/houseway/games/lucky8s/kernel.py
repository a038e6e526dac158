"""Lucky 8's for simulation: a round is sixteen cards, and two numbers of compositions say how it ends.

A card's key counts it in one of the two halves of a composition, in base nine; the sum of eight keys gives the
composition's number by one look for each half. Strategy and rules are tables by that number.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import JOKER
from houseway.chance import Cards, State, deal
from houseway.compiling import compiled
from houseway.felt import Payoff
from houseway.games.lucky8s.every_hand import ENDED, ENDS, FOLDED, ends_by_kind, every_hand
from houseway.games.lucky8s.hands import POINTS
from houseway.games.lucky8s.odds import STRATEGIES as OTHERS
from houseway.games.lucky8s.odds import plays_of
from houseway.games.lucky8s.rules import CARDS, Rules
from houseway.money import Cents
from houseway.procedure import Setup
from houseway.returns import OPTIMAL
from houseway.shoe import Shoe, eights_deck
from houseway.table import Placed
from houseway.tallies import Counts, Outcome, Setting, Shoes, Simulation

__all__ = ["STRATEGIES", "prepare"]

STRATEGIES = (OPTIMAL, *OTHERS)

BASE = CARDS + 1  # a half has none to eight cards of a value
HALF = 4  # values
SHIFT = 16  # the key of the second half stands above that of the first
ROUND = 2 * CARDS

Places = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """A table's rules and a strategy as the kernels read them."""

    keys: Places  # by card
    firsts: Places  # by the key of a first half: the number of the first composition that has it
    seconds: Places  # by the key of a second half: its place among those of as many cards
    player: Places  # by composition: its kind; one more than there are if it folds
    dealer: Places  # by composition: its kind
    ended: Places  # by the player's kind and the dealer's: the outcome of the Ante
    bonus: Places  # by composition: the outcome of the bonus


def prepare(setting: Setting) -> Simulation:
    """The kernel for a table where one player makes an Ante and a bonus."""
    rules: Rules = setting.rules
    outcomes = (*_ante_outcomes(), *_bonus_outcomes(rules, setting.stake))
    tables = tables_of(rules, setting.strategy, outcomes)
    deck = np.array(eights_deck(), np.uint8)
    bonus_number = {outcome.line: number for number, outcome in enumerate(outcomes) if outcome.wager == "bonus"}

    def tally(state: State, rounds: int) -> Counts:
        return tally_rounds(state, deck.copy(), rounds, tables, np.zeros(len(outcomes), np.int64))

    def outcomes_of(shoes: Shoes) -> Counts:
        return ends_of_shoes(shoes, tables, np.zeros((len(shoes), 2), np.int64))

    def read(payoffs: Sequence[Payoff]) -> Sequence[int]:
        paid = {payoff.wager: payoff for payoff in payoffs}
        ante, bonus = paid["ante"], paid["bonus"]
        lost = "folded" if bonus.clause == "50.6(h)" else "loses"
        return ENDED[ante.result, ante.clause], bonus_number[bonus.line or lost]

    return Simulation(
        wagers=("ante", "bonus"),
        outcomes=outcomes,
        tally=tally,
        outcomes_of=outcomes_of,
        setup=lambda shoe: _setup(rules, setting.stake, shoe),
        read=read,
        shoe_cards=ROUND,
        shard=1 << 22,
    )


def tables_of(rules: Rules, strategy: str, outcomes: Sequence[Outcome]) -> Tables:
    """Everything that a round looks up."""
    every = every_hand()
    keys = np.zeros(JOKER + 1, np.int64)
    for card in eights_deck():
        keys[card] = _key(POINTS[card])
    firsts, seconds = np.zeros(BASE**HALF, np.int64), np.zeros(BASE**HALF, np.int64)
    sizes = [sum(half) for half in every.halves]
    number = 0
    for place, (half, size) in enumerate(zip(every.halves, sizes, strict=True)):
        key = sum(count * BASE**value for value, count in enumerate(half))
        firsts[key], seconds[key] = number, place - every.first_of_size[size]
        number += sizes.count(CARDS - size)
    plays, kind = np.array(plays_of(strategy)), np.array(every.kind, np.int64)
    folds = len(every.kinds)
    return Tables(
        keys,
        firsts,
        seconds,
        np.where(plays, kind, folds),
        kind,
        np.array([*ends_by_kind(), (FOLDED,) * folds], np.int64),
        _bonus_by_composition(rules, [bool(one) for one in plays], outcomes),
    )


@compiled
def tally_rounds(state: State, deck: Cards, rounds: int, tables: Tables, counts: Counts) -> Counts:
    """Deal and settle rounds; the deck is shuffled on from where the last round left it."""
    for _ in range(rounds):
        deal(state, deck, ROUND)
        ante, bonus = settle(deck, tables)
        counts[ante] += 1
        counts[bonus] += 1
    return counts


@compiled
def ends_of_shoes(shoes: Shoes, tables: Tables, found: Counts) -> Counts:
    """The outcomes of Ante and bonus of given shoes."""
    for number in range(len(shoes)):
        found[number, 0], found[number, 1] = settle(shoes[number], tables)
    return found


@compiled
def settle(cards: Cards, tables: Tables) -> tuple[int, int]:
    """The first eight cards are the player's, the next eight the dealer's (50.5(e))."""
    player = composition_number(cards, 0, tables)
    dealer = composition_number(cards, CARDS, tables)
    ante: int = tables.ended[tables.player[player], tables.dealer[dealer]]
    bonus: int = tables.bonus[player]
    return ante, bonus


@compiled
def composition_number(cards: Cards, start: int, tables: Tables) -> int:
    """The number of the composition of eight cards."""
    key = 0
    for place in range(start, start + CARDS):
        key += tables.keys[cards[place]]
    number: int = tables.firsts[key & ((1 << SHIFT) - 1)] + tables.seconds[key >> SHIFT]
    return number


def _key(value: int) -> int:
    if value <= HALF:
        return int(BASE ** (value - 1))
    return int(BASE ** (value - 1 - HALF)) << SHIFT


def _ante_outcomes() -> list[Outcome]:
    return [
        Outcome("ante", end.line, Fraction(end.net), None, end.pays, Fraction(1 if number == FOLDED else 2))
        for number, end in enumerate(ENDS)
    ]


def _bonus_outcomes(rules: Rules, stake: Cents) -> list[Outcome]:
    table = rules.bonus
    paid = [
        Outcome("bonus", line.name, Fraction(line.net(stake), stake), table.name, line.words())
        for line in table.lines.values()
    ]
    lost = ["loses", "folded"] if rules.folded_bonus == "lost" else ["loses"]
    return paid + [Outcome("bonus", line, Fraction(-1), table.name) for line in lost]


def _bonus_by_composition(rules: Rules, plays: Sequence[bool], outcomes: Sequence[Outcome]) -> Places:
    numbers = {outcome.line: number for number, outcome in enumerate(outcomes) if outcome.wager == "bonus"}
    found = []
    for made, plays_it in zip(every_hand().made, plays, strict=True):
        folded = not plays_it and rules.folded_bonus == "lost"
        found.append(numbers["folded"] if folded else numbers.get(str(made.lucky), numbers["loses"]))
    return np.array(found, np.int64)


def _setup(rules: Rules, stake: Cents, shoe: Shoe) -> Setup:
    """One player with just the chips that he needs. Below a posted minimum he wagers that: odds are per unit."""
    amounts = {wager: max(stake, rules.lowest(low)) for wager, (low, _) in rules.limits.items()}
    wagers = tuple(Placed(1, wager, amount) for wager, amount in amounts.items())
    return Setup(rules, shoe, wagers, {1: 2 * amounts["ante"] + amounts["bonus"]})
