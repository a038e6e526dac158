"""Play at Pack's Poker for bots: there is nothing to decide once the wagers lie."""

from houseway.asks import Act, Choices
from houseway.procedure import View


def simple(view: View, choices: Choices) -> Act:
    """What the house would do; no seat is ever asked (43.10)."""
    return choices.default
