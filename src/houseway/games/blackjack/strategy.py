"""Sensible play at Blackjack Lucky 8 for bots: the best act by total and the dealer's first card, no insurance.

The tables suit this game as it is: the dealer has no hole card and stands on every 17, a doubled or split box loses one
original wager to a blackjack, and surrender comes before the dealer's second card, so that a ten is feared more.
"""

from collections.abc import Sequence

from houseway.asks import Act, Choices
from houseway.cards import Card
from houseway.felt import DEALER_HAND
from houseway.games.blackjack.hands import POINTS, is_soft, total
from houseway.procedure import View

# A column for each first card of the dealer, 2 to 9, ten, ace. H hit, S stand, D double or else hit, d double or else
# stand, R surrender or else hit, P split, Q surrender or else split; - plays the pair as its total.
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
ALWAYS_HIT, ALWAYS_STAND, BY_TOTAL = "H" * 10, "S" * 10, "-" * 10

VERBS = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "d": ("double", "stand"),
    "R": ("surrender", "hit"),
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


def wanted(hand: Sequence[Card], dealer: Card) -> tuple[str, ...]:
    """The verbs for a hand against the dealer's first card, the most wanted first."""
    column = (POINTS[dealer] - 2) % 10
    points = total(hand)
    rows, low = (SOFT, 13) if is_soft(hand) else (HARD, 9)
    by_total = VERBS[rows.get(points, ALWAYS_HIT if points < low else ALWAYS_STAND)[column]]
    if len(hand) == 2 and POINTS[hand[0]] == POINTS[hand[1]]:
        return (*VERBS[PAIRS.get(POINTS[hand[0]], BY_TOTAL)[column]], *by_total)
    return by_total
