"""What can go wrong at Ultimate 8 Poker and how it is handled (13:69F-42.7(g)2, 42.9(h), 42.11 and 42.12)."""

from collections.abc import Sequence

from houseway.felt import STUB
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.standing import HAND, Standing
from houseway.irregularity import FACE_UP as FOUND_FACE_UP
from houseway.irregularity import (
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
    removed_shuffler,
    shuffler_jams,
)
from houseway.refusal import Refusal
from houseway.table import Handler, Moves, Table, void_by_supervisor

CARDS, STUB_CARDS, DECK_CARDS = 8, 4, 52

FACE_UP = FaceUp("42.12(a)4", allowed=0)

KINDS = (
    found_face_up(FACE_UP.clause, "misdeal: the round is void", "count"),
    Kind(
        "miscount",
        "deals {number} cards to seat {seat}",
        "42.7(g)2",
        "the count of the stub finds it: all hands are void",
        dealing=True,
        ends=("miscount",),
    ),
    Kind(
        "miscount",
        "does not deal to seat {seat}",
        "42.12(a)3",
        "misdeal: the round is void",
        dealing=True,
        ends=("miscount", "exposed"),
    ),
    Kind(
        "exposed",
        "exposes a card dealt to seat {seat}",
        "42.12(a)4",
        "misdeal: the round is void",
        dealing=True,
        ends=("exposed", "miscount", "count"),
    ),
    Kind(
        "count",
        "counts {number} cards",
        "42.7(g)2",
        "in the stub; other than four without a misdeal: all hands are void, the deck is removed",
        dealing=True,
        ends=("count",),
    ),
    Kind(
        "shuffler count",
        "shuffler counts {number} cards",
        "42.9(h)",
        "in the deck; other than 52: the deck is removed and the round is void",
        dealing=True,
        ends=(FOUND_FACE_UP, "miscount", "exposed", "count", "shuffler count", NO_SHUFFLER),
        unless=DECK_CARDS,
        spoils="deck",
    ),
    shuffler_jams("42.12(d)"),
    removed_shuffler("42.12(e)", "jam", "shuffler count"),
    Kind("not shuffled", "finds the cards not shuffled", "42.12(a)1", "misdeal: the round is void"),
    Kind(
        "wrong start",
        "finds that the deal began at a wrong position",
        "42.12(a)2",
        "misdeal, unless two players have wagered since the deal",
    ),
    Kind(
        "not dealt",
        "finds a position that was not dealt to",
        "42.12(a)3",
        "misdeal, unless two players have wagered since the deal",
    ),
    Kind("missing", "finds a card missing", "42.12(b)", "the round is dead, the deck is replaced"),
    Kind("additional", "finds an additional card", "42.12(b)", "the round is dead, the deck is replaced"),
    Kind("verbal", "finds a verbal wager at seat {seat}", "42.6(a)", "it is no wager"),
    Kind("leaves", "seat {seat} leaves", "42.6(e)", "the wagers stay; the house acts for an absent player (G6)"),
    Kind("speaks", "seat {seat} speaks out of turn", "42.11(f)", "is reminded not to; nothing else follows"),
    Kind("thrown", "seat {seat} throws the hand in face down", "42.12(c)", "who faces a wager has folded"),
    Kind("shown", "seat {seat} exposes a card", "42.11(h)", "forfeits the hand and the wagers"),
    Kind("fouled", "seat {seat} fouls the hand", "42.11(h)", "forfeits the hand and the wagers"),
    Kind("sent away", "seat {seat} is made to leave", "42.11(b)", "forfeits the hand and the wagers"),
    VOIDED,
)

_FORFEITS = {
    "shown": ("42.11(h)", "exposed a card"),
    "fouled": ("42.11(h)", "fouled the hand"),
    "sent away": ("42.11(b)", "is made to leave the game"),
}
_REMINDERS = {
    "verbal": ("Words and cash at seat {} are no wager", "42.6(a)"),
    "leaves": ("Seat {} was left before the round was over: the wagers stay", "42.6(e)"),
    "speaks": ("Seat {} is reminded to speak only in turn", "42.11(f)"),
}
_MISDEALS = {
    "wrong start": ("42.12(a)2", "the deal began at a wrong position"),
    "not dealt": ("42.12(a)3", "a position was not dealt to"),
}


def handler(table: Table, standing: Standing) -> Handler:
    """What the table does when the floor speaks during a round."""

    def handle(irregularity: Irregularity) -> Moves:
        kind, seat = irregularity.kind, irregularity.seat
        if kind in _FORFEITS and seat is not None:
            yield from forfeit(table, standing, seat, *_FORFEITS[kind])
        elif kind == "thrown" and seat is not None:
            yield from throw_in(table, standing, seat)
        elif kind in _REMINDERS:
            words, clause = _REMINDERS[kind]
            yield table.announce(words.format(seat), clause)
        elif kind in _MISDEALS:
            yield from misdeal(table, standing, *_MISDEALS[kind])
        elif kind == "not shuffled":
            raise Void("42.12(a)1", "the cards were not shuffled as they must be")
        elif kind in ("missing", "additional"):
            found = "a card is missing" if kind == "missing" else "there is an additional card"
            yield from remove_deck(table, "42.12(b)", found)
        else:
            yield from void_by_supervisor(irregularity)

    return handle


def forfeit(table: Table, standing: Standing, seat: int, clause: str, why: str) -> Moves:
    """Hand and wagers of the round are forfeited; the wagers stay in the pots (42.11(b), (h))."""
    if seat not in standing.remaining:
        yield table.announce(f"Seat {seat} {why} and has no hand to forfeit", clause)
        return
    yield table.announce(f"Seat {seat} {why} and forfeits hand and wagers", clause)
    yield from standing.leave(seat, clause)


def throw_in(table: Table, standing: Standing, seat: int) -> Moves:
    """Who faces making or calling a wager and throws his hand in has folded; at another moment he takes it back."""
    if standing.faces_wager != seat:
        yield table.announce(f"Seat {seat} faces no wager and takes the hand back", "42.12(c)")
        return
    yield table.announce(f"Seat {seat} threw the hand in and has folded", "42.12(c)")
    yield from standing.leave(seat, "42.12(c)")


def misdeal(table: Table, standing: Standing, clause: str, why: str) -> Moves:
    """A misdeal voids the round if it is found before two players have made main pot wagers (42.12(a)2, 3).

    The antes are made before the deal, so the wagers meant are those of the betting rounds.
    """
    if len(standing.wagered) < 2:
        raise Void(clause, why)
    yield table.announce(f"Two players have wagered: the deal stands, though {why}", clause)


def remove_deck(table: Table, clause: str, why: str) -> Moves:
    """The deck leaves the table and the round is void."""
    yield table.remove("deck", "The deck is removed from the table", clause, "supervisor")
    raise Void(clause, why)


def check_foreseen(table: Table, rules: Rules) -> None:
    """The floor cannot foresee what cannot happen here."""
    for foreseen in table.dealing:
        if foreseen.seat is not None and not 1 <= foreseen.seat <= POSITIONS:
            raise Refusal(
                f"there is no seat {foreseen.seat}: the table has positions 1 to {POSITIONS}", "69E-1.13BB(a)"
            )
        if foreseen.kind == "miscount":
            check_wrong(foreseen, CARDS, "42.7(e)")
        if foreseen.kind == "count" and not rules.stub_counted:
            raise Refusal("the stub is not counted here, the shuffler counts the deck", "42.9(h)")
        if foreseen.kind == "jam" and rules.shuffler == "none":
            raise Refusal("there is no shuffler that could jam: set shuffler=automated", "42.12(d)")
        if foreseen.kind == "shuffler count" and rules.shuffler != "counting":
            raise Refusal("there is no shuffler that counts: set shuffler=counting", "42.9(h)")
        if foreseen.kind == NO_SHUFFLER and rules.shuffler == "none":
            raise Refusal("there is no shuffler that could be removed: set shuffler=automated", "42.12(e)")


def check_numbers(table: Table, order: Sequence[int], earlier: int, clause: str) -> None:
    """Refuse more cards than the deck can give to a hand: less those that others have before its last ones are dealt.

    Who is dealt to after it may find none left: a misdeal. `earlier` cards are dealt in the rounds before the last.
    """
    hands = cards_to(order, CARDS, table.dealing)
    for foreseen in table.dealing:
        if foreseen.kind == "miscount" and foreseen.seat is not None:
            place = order.index(foreseen.seat)
            before = sum(hands[seat] for seat in order[:place])
            after = sum(min(hands[seat], earlier) for seat in order[place + 1 :])
            check_most(foreseen, max(DECK_CARDS - before - after, 0), clause)


def check_shuffler(table: Table) -> Moves:
    """A shuffler that jammed shuffles again (42.12(d)); one that counts must find 52 cards (42.9(h)); one may leave."""
    if table.foreseen("jam"):
        yield table.announce("The shuffler jammed: the cards are reshuffled", "42.12(d)")
    counted = table.foreseen("shuffler count")
    if counted:
        yield table.announce(f"The shuffler counts {counted.number} cards", "42.9(h)")
        if counted.number != DECK_CARDS:
            yield from remove_deck(table, "42.9(h)", f"the deck has {counted.number} cards")
    if table.foreseen(NO_SHUFFLER):
        yield table.remove("shuffler", SHUFFLER_REMOVED, "42.12(e)")


def check_exposed(table: Table, seat: int) -> None:
    """A card exposed while dealing is a misdeal (42.12(a)4)."""
    if table.foreseen("exposed", seat):
        raise Void("42.12(a)4", f"a card dealt to seat {seat} was exposed")


def count_stub(table: Table) -> Moves:
    """The stub must be four cards; otherwise the dealer looks for a misdeal (42.7(g)2)."""
    counted = table.foreseen("count")
    number = counted.number if counted else table.felt.count(STUB)
    yield table.announce(f"The stub is {number} cards", "42.7(g)")
    if number == STUB_CARDS:
        return
    dealt = [table.felt.count(HAND[seat]) for seat in range(1, POSITIONS + 1)]
    if 0 in dealt:
        raise Void("42.12(a)3", "a position was not dealt to")
    if dealt != [CARDS] * POSITIONS:
        raise Void("42.7(g)2", "the cards were misdealt")
    yield from remove_deck(table, "42.7(g)2", f"the stub was {number} cards")


def check_hands(table: Table) -> Moves:
    """A wrong number of cards that the stub did not tell is found when the players take up their hands (42.12(b))."""
    for seat in table.seats:
        number = table.felt.count(HAND[seat])
        if number != CARDS:
            yield from remove_deck(table, "42.12(b)", f"seat {seat} has {number} cards")
