"""What can go wrong at Lucky 8's and how it is handled (13:69F-50.9)."""

from houseway.irregularity import VOIDED, Kind
from houseway.table import FaceUp, Moves, Table

FACE_UP = FaceUp("50.9(a)", allowed=1)

KINDS = (
    Kind(
        "miscount",
        "deals {number} cards to seat {seat}",
        "50.9(c)",
        "all wagers of that spot go back",
        dealing=True,
    ),
    Kind(
        "miscount",
        "deals {number} cards to the dealer",
        "50.9(d)",
        "Antes are void, bonuses are settled",
        dealing=True,
    ),
    Kind("jam", "shuffler jams", "50.9(b)", "the cards are reshuffled before the deal", dealing=True),
    VOIDED,
)


def reshuffle_after_jam(table: Table) -> Moves:
    """A shuffler that jams, stops or does not finish its cycle: the cards are shuffled again (50.9(b))."""
    if table.foreseen("jam"):
        yield table.announce("The shuffler jammed: the cards are reshuffled", "50.9(b)")


def return_miscounted(table: Table, number: int) -> Moves:
    """A spot that was dealt a wrong number of cards has all its wagers back (50.9(c))."""
    for seat in table.seats:
        if table.felt.count(f"{seat}/hand") != number:
            yield from table.return_wagers(seat, "50.9(c)", "an incorrect number of cards")
