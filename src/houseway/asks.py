"""Asks: a decision is due, from these seats, with these legal choices. An act is the answer.

Choices are a value: iterate over them, test an act with `in`, print them, ask why an act is refused.
"""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from houseway.cards import Card, names
from houseway.money import Cents, brief

Who = int | str  # a position, or a role: "supervisor", "floorperson", "dealer"


class Act(msgspec.Struct, frozen=True):
    """What a player, or somebody with a role, decides: a verb and what belongs to it."""

    verb: str
    amount: Cents | None = None
    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    by_house: bool = False

    def __str__(self) -> str:
        words = [third_person(self.verb)]
        if self.amount is not None:
            words.append(brief(self.amount))
        if self.cards:
            words.append(names(self.cards))
        if self.groups:
            words.append(" | ".join(names(group) for group in self.groups))
        return " ".join(words)


class Choice(msgspec.Struct, frozen=True):
    """One verb that is legal now, with the amounts or the cards it takes and the clause that allows it.

    `full` is the amount of an act that names none, where a game lets a player say just the verb; `costs` is what has to
    be put down for a choice whose amount is not the player's to name.
    """

    verb: str
    clause: str
    low: Cents | None = None
    high: Cents | None = None
    unit: Cents = 1
    hand: tuple[Card, ...] = ()
    least: int = 0
    most: int = 0
    plays: tuple[tuple[Card, ...], ...] | None = None
    full: Cents | None = None
    costs: Cents = 0

    def refusal(self, act: Act) -> str | None:
        """Why the act is not one of this choice's, or None."""
        if self.low is not None and self.high is not None:
            return self._amount_refusal(act)
        if act.amount is not None:
            return f"'{act.verb}' takes no amount"
        if self.plays is not None:
            return None if _sorted(act.cards) in self.plays else f"{names(act.cards) or 'nothing'} cannot be laid here"
        return self._cards_refusal(act)

    def acts(self) -> Iterator[Act]:
        """Every act of this choice."""
        if self.low is not None and self.high is not None:
            if self.full is not None:
                yield Act(self.verb)
            for amount in range(self.low, self.high, self.unit):
                yield Act(self.verb, amount)
            yield Act(self.verb, self.high)
        elif self.plays is not None:
            for cards in self.plays:
                yield Act(self.verb, cards=cards)
        elif self.most:
            for number in range(self.least, self.most + 1):
                for cards in combinations(self.hand, number):
                    yield Act(self.verb, cards=cards)
        else:
            yield Act(self.verb)

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            span = brief(self.low) if self.low == self.high else f"{brief(self.low)} to {brief(self.high)}"
            return f"{self.verb} {span}"
        price = f" for {brief(self.costs)}" if self.costs else ""
        if self.most:
            return f"{self.verb} {self.least} to {self.most} of {names(self.hand)}{price}"
        return self.verb + price

    def _amount_refusal(self, act: Act) -> str | None:
        assert self.low is not None
        assert self.high is not None
        if act.cards:  # they would be shown to everybody
            return f"'{act.verb}' takes an amount and no cards"
        if act.amount is None:
            if self.full is not None:
                return None
            return f"'{act.verb}' needs an amount from {brief(self.low)} to {brief(self.high)}"
        if not self.low <= act.amount <= self.high:
            return f"{act.verb} from {brief(self.low)} to {brief(self.high)}, not {brief(act.amount)}"
        if act.amount % self.unit and act.amount != self.high:
            return f"{act.verb} whole multiples of {brief(self.unit)}, not {brief(act.amount)}"
        return None

    def _cards_refusal(self, act: Act) -> str | None:
        if not self.least <= len(act.cards) <= self.most:
            if self.most == 0:
                return f"'{act.verb}' takes no cards"
            return f"{act.verb} {self.least} to {self.most} cards, not {len(act.cards)}"
        left = list(self.hand)
        for card in act.cards:
            if card not in left:
                return f"{names((card,))} is not in the hand {names(self.hand)}"
            left.remove(card)
        return None


class Choices(msgspec.Struct, frozen=True):
    """What one seat may do now, and what the house does for a player who does not answer (ruling G6)."""

    options: tuple[Choice, ...]
    default: Act

    def __contains__(self, act: Act) -> bool:
        return self.refusal(act) is None

    def __iter__(self) -> Iterator[Act]:
        for choice in self.options:
            yield from choice.acts()

    def __str__(self) -> str:
        return ", ".join(str(choice) for choice in self.options)

    def choice(self, verb: str) -> Choice | None:
        for choice in self.options:
            if choice.verb == verb:
                return choice
        return None

    def refusal(self, act: Act) -> str | None:
        """Why the act is refused, or None when it is legal."""
        choice = self.choice(act.verb)
        if choice is None:
            return f"'{act.verb}' is not possible now; possible: {self}"
        if act.groups and not getattr(choice, "takes_groups", False):
            return f"'{act.verb}' takes no groups of cards"
        return choice.refusal(act)


class Ask(msgspec.Struct, frozen=True):
    """A decision is due. Without seats it is a pause in which only the floor may speak."""

    kind: str
    clause: str
    choices: dict[Who, Choices]
    skippable: bool = False  # nobody has to say anything here: to set, to insure, to declare
    amount: Cents | None = None  # of the payout that it is about
    prize: bool = False  # a progressive one that is no jackpot (own ruling HG5)


def third_person(verb: str) -> str:
    """The verb as a round file has it: folds, passes, buys, verifies; `even money` stays."""
    if " " in verb:
        return verb
    if verb[-1] == "y" and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")


def imperative(word: str) -> str:
    """The verb of a round file's word: `passes` is pass, `exchanges` is exchange."""
    if word.endswith(("sses", "xes", "shes", "ches")):
        return word[:-2]
    return word.removesuffix("s")


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, reverse=True))
