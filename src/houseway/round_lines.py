"""Lines of a round file as they are read: what happens above the line, what must follow below it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from houseway.asks import Act
from houseway.cards import UNKNOWN, Card, read_card, split_cards
from houseway.irregularity import Irregularity
from houseway.money import Cents
from houseway.refusal import Refusal
from houseway.shoe import Shoe, stacked

ENDS = "ends"  # what a shoe line says where no card follows


class RoundFileRefusal(Refusal):
    """What is wrong with a round file, and in which line."""

    def __init__(self, line: int, message: str, clause: str | None = None) -> None:
        super().__init__(message, clause)
        self.line = line


class Expected(msgspec.Struct, frozen=True):
    """A line below the line: what one wager must come to."""

    seat: int
    player: str | None
    wager: str
    stake: Cents
    net: Cents
    clause: str


class Event(msgspec.Struct, frozen=True):
    """A decision or the floor's word, with its line in the file."""

    line: int
    seat: int | None
    player: str | None
    act: Act | None
    irregularity: Irregularity | None = None
    validation: tuple[Literal["validate", "refuse"], int, str] | None = None
    waits: bool = False  # the floor lets a pause go by
    first: bool = False  # what it says next it says before a payout is validated that waits
    inventory: Cents = 0  # that come to the table inventory, or leave it, beside the round
    meter: tuple[str, Fraction] | None = None  # that another table has moved, and what it shows now

    @property
    def is_placed(self) -> bool:
        """Does it happen where it stands, so that nobody decides before it who does so in a later line?"""
        return self.irregularity is not None or self.waits or self.first or self.is_beside

    @property
    def is_beside(self) -> bool:
        """Does it happen beside the round, which learns of it?"""
        return bool(self.inventory) or self.meter is not None


class ShoeLines:
    """The shoe lines of a file: cards in the order in which they leave, and whether the shoe ends with them."""

    def __init__(self) -> None:
        self.ends: int | None = None  # the line that says so
        self._words: list[tuple[int, str]] = []

    def read(self, number: int, rest: str) -> None:
        """One more line of the shoe."""
        if self.ends is not None:
            raise Refusal(f"the shoe ends in line {self.ends}: name its cards before that, and say it once", "B9")
        if rest != ENDS:
            self._words += [(number, word) for word in split_cards(rest)]
        elif not self._words:
            raise Refusal("no card is named before: a shoe ends with its last card, and a round begins with some", "B9")
        else:
            self.ends = number

    @property
    def cards(self) -> list[Card]:
        """The cards that are named, in their order."""
        return [card for _, _, card in self._faces()]

    def stacked(self, deck: Sequence[Card]) -> Shoe:
        """The shoe of the round: the other cards of the deck follow in unspecified order, unless it ends before."""
        left = {card: deck.count(card) for card in set(deck)}
        cards: list[Card] = []
        face_up: set[int] = set()
        for number, word, card in self._faces():
            if len(cards) == len(deck):
                raise RoundFileRefusal(number, f"{word} is one too many: this shoe has {len(deck)} cards")
            if card != UNKNOWN:
                if left.get(card, 0) == 0:
                    many = f"{deck.count(card)} of them" if card in deck else "none"
                    raise RoundFileRefusal(number, f"{word} is one too many: this shoe has {many}")
                left[card] -= 1
            if word.startswith("^"):
                face_up.add(len(cards))
            cards.append(card)
        shoe = stacked(cards, deck, frozenset(face_up))
        return shoe if self.ends is None else Shoe(shoe.order[: len(cards)], shoe.face_up)

    def _faces(self) -> Iterator[tuple[int, str, Card]]:
        for number, word in self._words:
            try:
                yield number, word, read_card(word.removeprefix("^"))
            except Refusal as refusal:
                raise RoundFileRefusal(number, refusal.message) from None
