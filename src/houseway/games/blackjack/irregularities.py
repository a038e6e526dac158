"""What can go wrong at Blackjack Lucky 8 and how it is handled (section 5)."""

from houseway.felt import SHOE
from houseway.irregularity import HANDLED, VOIDED, Irregularity, Kind, Void, handled_wagers
from houseway.table import Handler, Moves, Table

FACE_UP = None  # every card is dealt face up: one that lies so in the shoe is dealt in its turn (own ruling HB7)

KINDS = (
    Kind("foreign", "finds a foreign card", "5.1.1", "the round is void, earlier results stand"),
    Kind(
        "misdealt",
        "finds the cards dealt incorrectly",
        "5.2",
        "the round is void, unless a wager was settled or the subsequent deal began before",
    ),
    Kind("reconstructed", "puts the cards right", "5.2", "cards dealt wrongly lie right again, the round goes on"),
    *handled_wagers("5.3", withdrawn="5.4"),
    Kind("late", "finds a late wager", "5.3", "it is refused, wherever it lies"),
    VOIDED,
)


def handler(table: Table) -> Handler:
    """What the table does when something of section 5 is found."""
    full = len(table.felt.down[SHOE])
    initial = 2 * len(table.seats) + 1

    def handle(irregularity: Irregularity) -> Moves:
        match irregularity.kind:
            case "foreign":
                raise Void("5.1.1", "a foreign card was found")
            case "misdealt":
                if not table.payoffs and full - len(table.felt.down[SHOE]) <= initial:
                    raise Void("5.2", "the cards were dealt incorrectly and cannot be reconstructed")
                text = "The cards stand: a wager was settled or the subsequent deal began before the error was found"
                yield table.announce(text, "5.2", "floorperson")
            case "reconstructed":
                yield table.announce("The cards are put right and the round goes on", "5.2", "floorperson")
            case "late" if irregularity.seat is None:
                yield table.announce("The late wager is refused", "5.3")
            case "late" | "increased":
                yield table.announce(HANDLED[irregularity.kind].format(irregularity.seat), "5.3")
            case "withdrawn":
                yield table.announce(HANDLED["withdrawn"].format(irregularity.seat), "5.4")
            case _:
                raise Void("G4", "a supervisor voided it")

    return handle
