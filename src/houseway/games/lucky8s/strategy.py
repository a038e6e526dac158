"""Sensible play at Lucky 8's for bots: House Way, and fold only hands that hardly ever win."""

from houseway.asks import Act, Choices
from houseway.games.lucky8s.hands import EIGHT, points
from houseway.procedure import View


def simple(view: View, choices: Choices) -> Act:
    """Set House Way; play with two hands of 8 or more."""
    if choices.choice("set"):
        return Act("house way")
    hands = eights_set(view)
    return Act("play") if hands >= 2 and choices.choice("play") else Act("fold")


def eights_set(view: View) -> int:
    """How many hands of 8 lie before this seat: the cards in the area for eights add up to 8 for each."""
    return sum(map(points, view.felt.cards(f"{view.seat}/eights"))) // EIGHT
