"""Play at Blackjack Lucky 8 for bots, without insurance: simple tables, basic strategy, the best play.

The simple tables suit this game as it is: the dealer has no hole card and stands on every 17, a doubled or split box
loses one original wager to a blackjack, and surrender comes before the dealer's second card, so that a ten is feared
more. Basic strategy and the best play are computed for the number of decks and the rules of the table.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.asks import Act, Choices
from houseway.cards import Card
from houseway.felt import DEALER_HAND
from houseway.games.blackjack.hands import POINTS, is_soft, total
from houseway.procedure import View


class Tables(NamedTuple):
    """What to do by hard total, soft total and pair, a letter for each first card of the dealer: 2 to 9, ten, ace.

    H hit, S stand, D double or else hit, d double or else stand, R surrender or else hit, r surrender or else stand,
    P split, Q surrender or else split; - plays the pair as its total.
    """

    hard: Mapping[int, str]
    soft: Mapping[int, str]
    pairs: Mapping[int, str]  # by points; an ace is 1


HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHRH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRH",
}
SOFT = {
    13: "HHHHDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
}
PAIRS = {
    1: "PPPPPPPPPP",
    2: "PPPPPP----",
    3: "PPPPPP----",
    4: "---PP-----",
    6: "PPPPP-----",
    7: "PPPPPP----",
    8: "PPPPPPPPQP",
    9: "PPPPP-PP--",
}
SIMPLE = Tables(HARD, SOFT, PAIRS)
ALWAYS_HIT, ALWAYS_STAND, BY_TOTAL = "H" * 10, "S" * 10, "-" * 10

VERBS = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "d": ("double", "stand"),
    "R": ("surrender", "hit"),
    "r": ("surrender", "stand"),
    "P": ("split",),
    "Q": ("surrender", "split"),
    "-": (),
}


def simple(view: View, choices: Choices) -> Act:
    """Decline insurance; else what the tables say of the hand in turn, as far as it is offered."""
    if choices.choice("decline"):
        return Act("decline")
    felt = view.felt
    hand, dealer = felt.up[f"{view.seat}/{view.ask.kind}"], felt.up[DEALER_HAND][0]
    for verb in wanted(hand, dealer):
        choice = choices.choice(verb)
        if choice is not None:
            return Act(verb, choice.high if verb == "double" else None)
    return Act("stand")


def optimal(view: View, choices: Choices) -> Act:
    """The best known act for all cards of the hand; it ignores other hands and the cards that have left the shoe."""
    return _by_policy(view, choices, "optimal")


def basic(view: View, choices: Choices) -> Act:
    """The best act by the hand's total, or as a pair."""
    return _by_policy(view, choices, "basic")


def wanted(hand: Sequence[Card], dealer: Card, tables: Tables = SIMPLE) -> tuple[str, ...]:
    """The verbs for a hand against the dealer's first card, the most wanted first."""
    pair = POINTS[hand[0]] if len(hand) == 2 and POINTS[hand[0]] == POINTS[hand[1]] else None
    return verbs(total(hand), is_soft(hand), pair, (POINTS[dealer] - 2) % 10, tables)


def verbs(points: int, soft: bool, pair: int | None, column: int, tables: Tables) -> tuple[str, ...]:
    """The verbs that the tables have for a total, soft or not, and for a pair of cards worth so much."""
    rows, low = (tables.soft, 13) if soft else (tables.hard, 9)
    by_total = VERBS[rows.get(points, ALWAYS_HIT if points < low else ALWAYS_STAND)[column]]
    if pair is None:
        return by_total
    return (*VERBS[tables.pairs.get(pair, BY_TOTAL)[column]], *by_total)


def _by_policy(view: View, choices: Choices, strategy: str) -> Act:
    """Decline insurance; else what a policy has for the hand in turn, as far as it is offered."""
    from houseway.games.blackjack.playing import act_of  # the recursion needs numba, a table does not

    if choices.choice("decline"):
        return Act("decline")
    area = f"{view.seat}/{view.ask.kind}"
    split = view.ask.kind != "hand" or bool(view.felt.up.get(f"{view.seat}/hand 2"))
    values = [POINTS[card] - 1 for card in view.felt.up[area]]
    for verb in act_of(strategy, view.rules, values, POINTS[view.felt.up[DEALER_HAND][0]] - 1, split):
        choice = choices.choice(verb)
        if choice is not None:
            return Act(verb, choice.high if verb == "double" else None)
    return Act("stand")
