"""The stub: what is left of the deck after the deal, and where bought, exchanged and forced cards come from (N1).

When it has run out, the round's folded hands and earlier discards are shuffled and used. Their order follows from the
shoe of the round: the seed of the first such shuffle is the SHA-256 of the shoe's cards in order, one byte each, and
of a byte 1; of a second one the last byte is 2. Nobody at the table knows that order; whoever checks the round does.
"""

import hashlib

from houseway.cards import Card
from houseway.felt import RACK, SHOE, STUB, Area
from houseway.irregularity import Void
from houseway.shoe import shuffled
from houseway.table import Moves, Table


class Stub:
    """The rest of the round's deck, and the cards that may follow it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shoe = bytes(table.felt.down[SHOE])
        self._spent: list[Card] = []
        self._shuffles = 0

    def leave_shoe(self, clause: str) -> Moves:
        """The stub is taken out of the shoe, or put down by the hand that dealt, without exposing a card."""
        yield self._table.move_cards(self._table.felt.down[SHOE], SHOE, STUB, clause)

    def give(self, area: Area, number: int, clause: str, up: bool = False) -> Moves:
        """So many new cards for an area."""
        table, left = self._table, self._table.felt.down[STUB]
        while number:
            yield from table.set_aside_face_up(STUB)
            if not left:
                yield from self._reshuffle()
            now = number if len(left) > number else 1  # one to spare, should one lie face up among them
            yield from table.draw(area, now, clause, up, STUB)
            number -= now

    def collect(self, area: Area, clause: str) -> Moves:
        """A folded hand, or discards, go to the discard rack; they may be shuffled and used again."""
        self._spent += self._table.felt.cards(area)
        yield from self._table.discard(area, clause)

    def _reshuffle(self) -> Moves:
        if not self._spent:
            raise Void("N1", "no card is left that may be dealt")
        self._shuffles += 1
        seed = hashlib.sha256(self._shoe + bytes([self._shuffles])).digest()
        cards = shuffled(self._spent, seed)
        self._spent.clear()
        yield self._table.announce("The stub is used up: folded hands and discards are shuffled", "N1")
        yield self._table.move_cards(cards, RACK, STUB, "N1")
