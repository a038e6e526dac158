"""What can go wrong at Lunar Poker and how it is handled (38.6(b), 38.7(f)2, 38.9(f), 38.10(f), 38.13)."""

from houseway.felt import DEALER_HAND, RACK, Payoff
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.stub import Stub
from houseway.irregularity import FACE_UP as FOUND_FACE_UP
from houseway.irregularity import (
    HANDLED,
    NO_SHOE,
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
    removed_shoe,
    removed_shuffler,
    shuffler_jams,
)
from houseway.refusal import Refusal
from houseway.table import Handler, Moves, Table

CARDS = 5
DECK_SIZE = 52
FACE_UP = FaceUp("38.13(b)", allowed=1)

IN_THE_DEAL = (FOUND_FACE_UP, "miscount", "shoe jam", "count", "new cards", "new card")

KINDS = (
    found_face_up(FACE_UP.clause, "unused it goes to the discard rack; a second one voids the round"),
    Kind(
        "hole",
        "exposes a hole card before no more bets",
        "38.13(a)",
        "the round is void",
        dealing=True,
        ends=(*IN_THE_DEAL, "hole"),
    ),
    Kind(
        "miscount",
        "deals {number} cards to seat {seat}",
        "38.13(d)",
        "that player's hand is void",
        dealing=True,
        ends=("miscount", "new cards"),
    ),
    Kind(
        "miscount",
        "deals {number} cards to the dealer",
        "38.13(d)",
        "four are completed to five, any other number voids the round",
        dealing=True,
        ends=("miscount", "new cards", "new card"),
        unless=CARDS - 1,
    ),
    Kind(
        "new cards",
        "deals {number} new cards to seat {seat}",
        "38.13(d)",
        "a wrong number after buying or exchanging: that player's hand is void",
        dealing=True,
        ends=("new cards",),
    ),
    Kind(
        "new card",
        "deals {number} new cards to the dealer",
        "38.13(d)",
        "a forced dealer without a new card gets one, more than one voids the round",
        dealing=True,
        ends=("new card",),
    ),
    shuffler_jams("38.13(e)"),
    Kind(
        "device count",
        "shuffler counts {number} cards",
        "38.9(f)",
        "not 52: the deck is removed",
        dealing=True,
        ends=(*IN_THE_DEAL, "hole", "device count", NO_SHUFFLER, NO_SHOE),
        unless=DECK_SIZE,
        spoils="deck",
    ),
    Kind(
        "shoe jam",
        "shoe jams",
        "38.13(f)",
        "an automated shoe: the round is void",
        dealing=True,
        ends=("shoe jam", "count", "new cards", "new card", NO_SHOE),  # it is removed after the round, which is void
    ),
    removed_shuffler("38.13(g)", "jam", "device count"),
    removed_shoe("38.13(g)", "then the cards are dealt from a manual shoe", "shoe jam"),
    Kind(
        "count",
        "counts {number} cards",
        "38.7(f)",
        "in the stub; if that does not make 52 with five in each hand the round is void",
        dealing=True,
        ends=("count", "new cards", "new card"),
    ),
    Kind("drawn", "draws a card in error", "38.13(c)", "not exposed, it is used as the next card"),
    Kind("communicates", "seat {seat} communicates", "38.10(f)", "that player forfeits all wagers"),
    Kind("verbal", "finds a verbal wager at seat {seat}", "38.6(a)", "it is no wager"),
    *handled_wagers("38.6(b)"),
    Kind("leaves", "seat {seat} leaves", "38.6(g)", "the wagers stay; the house acts for an absent player (G6)"),
    Kind("touches", "seat {seat} touches the cards", "38.10(e)", "the hand counts as it was dealt"),
    VOIDED,
)
TOLD = {
    "drawn": ("The card drawn in error is used as the next card", "38.13(c)"),
    "verbal": ("Words and cash at seat {} are no wager", "38.6(a)"),
    **{kind: (text, "38.6(b)") for kind, text in HANDLED.items()},
    "leaves": ("Seat {} was left before the round was over: the wagers stay", "38.6(g)"),
    "touches": ("The cards of seat {} are not to be touched: the hand counts as it was dealt", "38.10(e)"),
}


def handler(table: Table, stub: Stub) -> Handler:
    """What the table does when the floor speaks."""

    def handle(irregularity: Irregularity) -> Moves:
        seat, kind = irregularity.seat, irregularity.kind
        if kind in TOLD:
            text, clause = TOLD[kind]
            yield table.announce(text.format(seat), clause)
        elif kind == "communicates":
            assert seat is not None
            yield from forfeit(table, stub, seat)
        else:
            raise Void("G4", "a supervisor voided it")

    return handle


def check_devices(table: Table, rules: Rules) -> None:
    """Refuse what cannot happen at this table: a device that it does not have."""
    if table.foreseen("shoe jam") and rules.dealing != "automated_shoe":
        raise Refusal("there is no automated shoe that could jam: set dealing=automated_shoe", "38.13(f)")
    if table.foreseen("jam") and rules.shuffler == "none":
        raise Refusal("there is no shuffler that could jam: set shuffler=automated", "38.13(e)")
    if table.foreseen("device count") and rules.shuffler != "counting":
        raise Refusal("there is no shuffler that counts: set shuffler=counting", "38.9(f)")
    if table.foreseen(NO_SHUFFLER) and rules.shuffler == "none":
        raise Refusal("there is no shuffler that could be removed: set shuffler=automated", "38.13(g)")
    if table.foreseen(NO_SHOE) and rules.dealing != "automated_shoe":
        raise Refusal("there is no automated shoe that could be removed: set dealing=automated_shoe", "38.13(g)")


def check_numbers(table: Table) -> None:
    """Refuse a right number of cards as a wrong one, and one that the deck cannot give (38.13(d)).

    Whether a number of new cards is right for a player shows when he buys or exchanges. They may come from all hands
    but his own and the dealer's (ruling N1).
    """
    hands = cards_to(table.seats, CARDS, table.dealing)
    for foreseen in table.dealing:
        if foreseen.kind == "miscount":
            check_wrong(foreseen, CARDS, "38.13(d)")
            check_most(foreseen, most_to(foreseen, hands, DECK_SIZE), "38.13(d)")
        elif foreseen.kind == "new card":
            check_wrong(foreseen, 1, "38.13(d)")
        if foreseen.kind in ("new card", "new cards"):
            check_most(foreseen, DECK_SIZE - 2 * CARDS, "38.13(d)")


def before_the_deal(table: Table) -> Moves:
    """The shuffler jams or finds a wrong number of cards; a device is removed; a hole card is exposed too early."""
    if table.foreseen("jam"):
        yield table.announce("The shuffler jammed: the cards are reshuffled", "38.13(e)")
    counted = table.foreseen("device count")
    if counted:
        yield table.announce(f"The shuffler counts {counted.number} cards", "38.9(f)")
        if counted.number != DECK_SIZE:
            yield table.remove("deck", "The deck is removed from the table", "38.9(f)")
            raise Void("38.9(f)", "a wrong number of cards in the deck, which is removed")
    if table.foreseen(NO_SHUFFLER):
        yield table.remove("shuffler", SHUFFLER_REMOVED, "38.13(g)")
    if table.foreseen(NO_SHOE):
        text = "The automated shoe is removed; then the cards are dealt from a manual shoe"
        yield table.remove("shoe", text, "38.13(g)")
    if table.foreseen("hole"):
        raise Void("38.13(a)", 'a hole card was exposed before "No more bets"')


def count_stub(table: Table) -> Moves:
    """The stub is counted face down; with five cards in each hand it must make 52 (38.7(f))."""
    counted = table.foreseen("count")
    if counted is None:
        return
    hands = [table.felt.count(area) for area in (*(f"{seat}/hand" for seat in table.seats), DEALER_HAND)]
    total = counted.number + sum(hands) + table.felt.count(RACK)
    yield table.announce(f"{counted.number} cards in the stub: {total} in the deck", "38.7(f)")
    if total != DECK_SIZE:
        yield table.remove("deck", "The deck is removed from the table", "38.7(f)2")
        raise Void("38.7(f)2", f"{total} cards in the deck, which is removed")
    if any(number != CARDS for number in hands):
        raise Void("38.7(f)2", "the count of the stub found a misdeal")
    yield table.announce("The count is right", "38.7(f)1")


def correct_misdeal(table: Table, stub: Stub, rules: Rules) -> Moves:
    """Wrong numbers: a player's hand is void, a dealer with four gets a fifth, else all is void (38.13(d))."""
    dealt = table.felt.count(DEALER_HAND)
    if dealt == CARDS - 1:
        yield table.announce("The dealer has four cards and gets a fifth", "38.13(d)")
        yield from stub.give(DEALER_HAND, 1, "38.13(d)")
    elif dealt != CARDS:
        raise Void("38.13(d)", f"the dealer was dealt {dealt} cards")
    for seat in table.seats:
        if table.felt.count(f"{seat}/hand") != CARDS:
            yield from void_hand(table, stub, seat, rules)


def void_hand(table: Table, stub: Stub, seat: int, rules: Rules) -> Moves:
    """That player's hand is void: what is not settled goes back, a progressive contribution off the meter too."""
    if (seat, None, "progressive") in table.stakes:
        yield table.meter("progressive", table.felt.meters["progressive"] - rules.contribution, "38.13(d)")
    yield from table.return_wagers(seat, "38.13(d)", "an incorrect number of cards")
    yield from stub.collect(f"{seat}/hand", "38.13(d)")


def forfeit(table: Table, stub: Stub, seat: int) -> Moves:
    """Who tells others about his hand before the hole cards are shown forfeits what is not settled yet (38.10(f))."""
    if not table.felt.down.get(DEALER_HAND):
        yield table.announce(f"Seat {seat} spoke when the hole cards were shown: nothing follows", "38.10(f)")
        return
    yield table.announce(f"Seat {seat} communicated and forfeits all wagers", "38.10(f)")
    table.out.add(seat)
    for (spot, _, wager), stake in list(table.stakes.items()):
        if spot == seat:
            yield from table.resolve(Payoff(seat, wager, stake, -stake, "lose", "38.10(f)", words="communicated"))
    yield from stub.collect(f"{seat}/hand", "38.10(f)")
