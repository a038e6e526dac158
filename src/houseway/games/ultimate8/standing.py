"""Who remains in a round of Ultimate 8 Poker, who has left it and why, and who has run out of cards."""

from houseway.felt import ChipsMoved
from houseway.games.ultimate8.rules import POSITIONS
from houseway.games.ultimate8.settle import MAIN
from houseway.money import Cents
from houseway.table import Moves, Table

_NUMBERS = range(POSITIONS + 1)
HAND = tuple(f"{seat}/hand" for seat in _NUMBERS)
LAID = tuple(f"{seat}/laid" for seat in _NUMBERS)
CHIPS = tuple(f"{seat}/chips" for seat in _NUMBERS)
BETS = tuple(tuple(f"{seat}/round_{number}" for seat in _NUMBERS) for number in range(4))
MAIN_POT, ACE_POT = "pot/main", "ace pot"


class RoundEnds(Exception):  # noqa: N818  (what happens)
    """The round of play is over: somebody is out of cards, or nobody else remains (42.10(a))."""


class Standing:
    """How the players stand: what betting and discarding go by, and what the floor may change at any moment."""

    __slots__ = ("ace_by", "betting", "faces_wager", "gone", "out", "remaining", "table", "wagered")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.remaining = list(table.seats)  # who may still lay patterns
        self.gone: dict[int, str] = {}  # who has folded or forfeited, with the clause
        self.out: list[int] = []  # who has run out of cards, the first one first
        self.ace_by: int | None = None
        self.wagered: set[int] = set()  # who has made a main pot wager after the deal
        self.betting = 1
        self.faces_wager: int | None = None

    def paid(self) -> dict[int, Cents]:
        """What each seat has put into main and side pots, a returned bet not counted."""
        stakes = self.table.stakes
        return {seat: stakes[seat, None, MAIN] for seat in self.table.seats}

    def two_have_chips(self) -> bool:
        """Could a bet still be called? No betting is asked when fewer than two have chips (ruling U8)."""
        chips, one = self.table.felt.chips, False
        for seat in self.remaining:
            if chips[CHIPS[seat]]:
                if one:
                    return True
                one = True
        return False

    def at_or_after(self, seat: int) -> int:
        """That player, or the next remaining one clockwise (ruling U7)."""
        while seat not in self.remaining:
            seat = seat % POSITIONS + 1
        return seat

    def leave(self, seat: int, clause: str) -> Moves:
        """A player leaves the round: his wagers go to the centre and his cards to the discard rack, at once (42.10(b)).

        When nobody else remains the round of play is over.
        """
        table = self.table
        self.gone[seat] = clause
        self.remaining.remove(seat)
        table.out.add(seat)
        bet = BETS[self.betting][seat]
        lying = table.felt.chips.get(bet, 0)
        if lying:
            yield ChipsMoved(lying, bet, MAIN_POT, clause)
        yield from table.discard(LAID[seat], clause)
        yield from table.discard(HAND[seat], clause)
        if len(self.remaining) == 1:
            raise RoundEnds
