"""What can go wrong at Lucky 8's and how it is handled (13:69F-50.9)."""

from houseway.felt import SHOE
from houseway.games.lucky8s.rules import CARDS, HAND, Rules
from houseway.irregularity import (
    HANDLED,
    NO_SHUFFLER,
    SHUFFLER_REMOVED,
    VOIDED,
    FaceUp,
    Irregularity,
    Kind,
    Void,
    cards_to,
    check_most,
    check_wrong,
    found_face_up,
    handled_wagers,
    most_to,
    removed_shuffler,
    shuffler_jams,
)
from houseway.refusal import Refusal
from houseway.table import Handler, Moves, Table

FACE_UP = FaceUp("50.9(a)", allowed=1)  # the first is put aside, a second voids the round (ruling L8)

KINDS = (
    found_face_up(FACE_UP.clause, "unused it goes to the discard rack; a second one voids the round"),
    Kind(
        "miscount",
        "deals {number} cards to seat {seat}",
        "50.9(c)",
        "all wagers of that spot go back",
        dealing=True,
        ends=("miscount",),
    ),
    Kind(
        "miscount",
        "deals {number} cards to the dealer",
        "50.9(d)",
        "Ante and In to Win of everyone go back, bonuses are settled",
        dealing=True,
        ends=("miscount",),
    ),
    shuffler_jams("50.9(b)"),
    removed_shuffler("50.9(e)", "jam"),
    Kind("cash", "confirms cash at seat {seat}", "50.6(b)", "it is changed into the chips of the wager", dealing=True),
    *handled_wagers("50.6(c)"),
    VOIDED,
)


def check_foreseen(table: Table, rules: Rules) -> None:
    """The floor cannot foresee what cannot happen here."""
    hands = cards_to(table.seats, CARDS, table.dealing)
    for foreseen in table.dealing:
        if foreseen.kind == "jam" and rules.dealing == "hand_shuffle":
            raise Refusal("this table shuffles by hand: no shuffler can jam", "50.9(b)")
        if foreseen.kind == NO_SHUFFLER and rules.dealing == "hand_shuffle":
            raise Refusal("this table shuffles by hand: no shuffler can be removed", "50.9(e)")
        if foreseen.seat is not None and foreseen.seat not in table.seats:
            raise Refusal(f"nobody wagers at seat {foreseen.seat}: no cards are dealt to it", "50.5(d)")
        if foreseen.kind == "miscount":
            clause = "50.9(c)" if foreseen.seat else "50.9(d)"
            check_wrong(foreseen, CARDS, clause)
            check_most(foreseen, most_to(foreseen, hands, table.felt.count(SHOE)), clause)


def change_cash(table: Table) -> Moves:
    """A spoken wager with cash counts once dealer and supervisor confirm it and the cash is chips (50.6(b))."""
    for foreseen in table.dealing:
        if foreseen.kind == "cash":
            text = f"The wager at seat {foreseen.seat} is confirmed and its cash is changed into chips"
            yield table.announce(text, "50.6(b)", "supervisor")


def check_shuffler(table: Table) -> Moves:
    """A shuffler that jams, stops or does not finish its cycle: the cards are shuffled again (50.9(b)).

    It happens before the first card leaves, so the order that the round is given is the one after the reshuffle. One
    that is removed has shuffled them: the next ones are shuffled by hand (50.9(e)).
    """
    if table.foreseen("jam"):
        yield table.announce("The shuffler jammed: the cards are reshuffled", "50.9(b)")
    if table.foreseen(NO_SHUFFLER):
        yield table.remove("shuffler", SHUFFLER_REMOVED, "50.9(e)")


def return_miscounted(table: Table) -> Moves:
    """A spot that was dealt a wrong number of cards has all its wagers back, the bonus too (50.9(c), ruling L5)."""
    for seat in table.seats:
        if table.felt.count(HAND[seat]) != CARDS:
            yield from table.return_wagers(seat, "50.9(c)", "an incorrect number of cards")


def handler(table: Table) -> Handler:
    """What the table does when the floor speaks during the round."""

    def handle(irregularity: Irregularity) -> Moves:
        if irregularity.kind not in HANDLED:
            raise Void("G4", "a supervisor voided it")
        yield table.announce(HANDLED[irregularity.kind].format(irregularity.seat), "50.6(c)")

    return handle
