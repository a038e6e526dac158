"""The expectation of each choice at a table, from the cards that the seat sees and from nothing else.

A coach counts as `houseway ev` does, and says how each figure is known. If the game has no count for a decision, the
coach says so and gives no advice.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from houseway import games
from houseway.cards import Card, read_cards
from houseway.figures import ZERO, Exact, Figure
from houseway.money import Cents
from houseway.odds import loading
from houseway.refusal import Refusal
from houseway.returns import ChoiceOdds, Position

BOUGHT = 6  # cards of a Lunar hand to which one was bought
WORDS = {"take the ante": "decline"}  # what a choice is called by the odds, and at the table


class Situation(msgspec.Struct, frozen=True):
    """A decision as the seat sees it: what is asked, what may be said, the cards in sight."""

    game: str
    rules: tuple[str, ...]
    ask: str
    verbs: tuple[str, ...]
    hand: tuple[Card, ...]
    dealer: tuple[Card, ...]  # those that lie face up
    stake: Cents  # the first wager
    split: bool = False


class Advice(msgspec.Struct, frozen=True):
    """One choice: what is said, with which cards, and what it is worth in units of the first wager."""

    verb: str
    cards: tuple[Card, ...]
    ev: Figure


class Silent(Refusal):
    """Nothing can be told of this decision."""


def advise(situation: Situation) -> list[Advice]:
    """Every choice that may be made now, the best first."""
    counted = COUNTED.get(situation.game)
    if counted is None:
        raise Silent("there is nothing to be counted for a seat of this game")
    found = (_advice(choice) for choice in loading.best_first(counted(situation)))
    return [advice for advice in found if advice.verb in situation.verbs]


def _lucky8s(situation: Situation) -> Sequence[ChoiceOdds]:
    """Setting House Way is never worse than another way (every_hand counts it so): it is worth the better call."""
    choices = _choices(situation)
    if "house way" in situation.verbs:
        return [ChoiceOdds("house way", max((choice.ev for choice in choices), key=lambda ev: ev.value))]
    return choices


def _blackjack(situation: Situation) -> Sequence[ChoiceOdds]:
    if situation.split:
        raise Silent("the hands of a split box are counted together, not one by one")
    if "insure" in situation.verbs and "even money" not in situation.verbs:
        return _insurance(situation)
    return _choices(situation, up=situation.dealer[0])


def _insurance(situation: Situation) -> Sequence[ChoiceOdds]:
    """The insurance alone, for half the wager: the hand is worth the same with it and without it."""
    deck = games.load(situation.game).deck(games.load(situation.game).rules.read(situation.rules))
    seen = (*situation.hand, *situation.dealer)
    tens = sum(_is_ten(card) for card in deck) - sum(_is_ten(card) for card in seen)
    chance = Fraction(tens, len(deck) - len(seen))
    return [ChoiceOdds("insure", Exact((3 * chance - 1) / 2)), ChoiceOdds("decline", ZERO)]


def _lunar(situation: Situation) -> Sequence[ChoiceOdds]:
    if "declare" in situation.verbs:
        raise Silent("what is paid on the first five cards is declared or not: nothing is counted")
    if "force" in situation.verbs:
        return _choices(situation, dealer=situation.dealer)
    if situation.ask == "bet or fold" and len(situation.hand) != BOUGHT:
        raise Silent("after an exchange nothing is counted: the cards given away are known, too")
    if len(situation.hand) == BOUGHT:
        return _six_cards(situation)
    return _choices(situation, up=situation.dealer[0])


def _six_cards(situation: Situation) -> Sequence[ChoiceOdds]:
    """To bet or fold after a card was bought; its price is gone."""
    from houseway.games.lunar.ends import worth
    from houseway.games.lunar.paying import scale
    from houseway.games.lunar.position import bet_ends, law
    from houseway.games.lunar.rules import Rules

    rules = Rules.read(situation.rules)
    parts = scale(rules, situation.stake)
    ends = bet_ends(situation.hand, situation.dealer[0], law(parts, rules.second_hand == "ranked"))
    return [ChoiceOdds("bet", Exact(worth(ends, parts))), ChoiceOdds("fold", Exact(Fraction(-1)))]


COUNTED: dict[str, Callable[[Situation], Sequence[ChoiceOdds]]] = {
    "lucky8s": _lucky8s,
    "blackjack": _blackjack,
    "lunar": _lunar,
}


def _choices(situation: Situation, up: Card | None = None, dealer: tuple[Card, ...] = ()) -> Sequence[ChoiceOdds]:
    rules = games.load(situation.game).rules.read(situation.rules)
    position = Position(rules=rules, hand=situation.hand, up=up, dealer=dealer, stake=situation.stake)
    return loading.load(situation.game).choices(position)


def _advice(choice: ChoiceOdds) -> Advice:
    """`exchange 9c 9d` is a verb and its cards."""
    said = WORDS.get(choice.action, choice.action)
    if said.startswith("exchange "):
        return Advice("exchange", tuple(read_cards(said.removeprefix("exchange "))), choice.ev)
    return Advice(said, (), choice.ev)


def _is_ten(card: Card) -> bool:
    return 8 <= card >> 2 <= 11
