"""What can go wrong at Pack's Poker and how it is handled: 13:69F-43.13, and what 43.6, 43.7, 43.10 and 43.12 add."""

from houseway.cards import DECK
from houseway.felt import DEALER_HAND, STUB
from houseway.games.packs.rules import PACKS, Rules, bonuses, kind_of
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
    check_wrong,
    found_face_up,
    handled_wagers,
    removed_shoe,
    removed_shuffler,
    shuffler_jams,
)
from houseway.refusal import Refusal
from houseway.table import Moves, Placed, Table, void_by_supervisor

FACE_UP = FaceUp("43.13(b)", allowed=1)
HAND_SIZE, PACK_SIZE = 5, 2
RIGHT = {"miscount": HAND_SIZE, "pack": PACK_SIZE}


def _misdealt(kind: str, words: str) -> Kind:
    """A wrong number of cards: each hand and each pack is dealt once."""
    return Kind(kind, words, "43.7(g)2", "misdealt: all hands are void", dealing=True, ends=(kind,))


IN_THE_DEAL = (FOUND_FACE_UP, "error", "miscount", "pack", "count")

KINDS = (
    found_face_up(FACE_UP.clause, "unused it goes to the discard rack; a second one voids the round"),
    Kind(
        "exposed",
        "exposes a card before the wagers",
        "43.13(a)",
        "all hands are void",
        dealing=True,
        ends=(*IN_THE_DEAL, "exposed", "jam", "shuffler_count", NO_SHUFFLER, "shoe_jam", NO_SHOE, "unaccepted"),
    ),
    Kind("error", "deals a card in error", "43.13(c)", "unexposed, it is used as the next card", dealing=True),
    shuffler_jams("43.13(d)"),
    Kind(
        "shoe_jam",
        "automated shoe jams",
        "43.13(e)",
        "the round is void",
        dealing=True,
        ends=("shoe_jam", "error", "pack", "count", NO_SHOE),  # it is removed after the round, which is void
    ),
    removed_shuffler("43.13(f)", "jam", "shuffler_count"),
    removed_shoe("43.13(f)", "then the cards are dealt from the hand", "shoe_jam"),
    _misdealt("miscount", "deals {number} cards to seat {seat}"),
    _misdealt("miscount", "deals {number} cards to the dealer"),
    _misdealt("pack", "deals {number} cards to pack {name}"),
    Kind(
        "count",
        "counts {number} cards",
        "43.7(g)",
        "in the stub; a wrong count voids all hands",
        dealing=True,
        ends=("count",),
    ),
    Kind(
        "shuffler_count",
        "shuffler counts {number} cards",
        "43.7(h)",
        "but for 52 that deck is removed",
        dealing=True,
        ends=("shuffler_count",),
        spoils="deck",
    ),
    Kind(
        "unaccepted",
        "finds seat {seat} {name} not accepted",
        "43.12(c)2",
        "that wager goes back",
        dealing=True,
        ends=("unaccepted",),
    ),
    *handled_wagers("43.6(b)"),
    Kind("verbal", "finds a verbal wager at seat {seat}", "43.6(a)", "it is refused"),
    Kind("leaves", "seat {seat} leaves", "43.6(c)", "the wagers stay and are settled"),
    Kind("touches", "seat {seat} touches the cards", "43.10(b)", "the hand counts as it was dealt"),
    VOIDED,
)

CLAUSES = {kind.kind: kind.clause for kind in KINDS}

# What the dealer answers where an irregularity changes nothing that is already on the table.
ANSWERS = {
    **{kind: (text, "43.6(b)") for kind, text in HANDLED.items()},
    "verbal": ("Words and cash at seat {} are no wager", "43.6(a)"),
    "leaves": ("Seat {} was left before the round was over: the wagers stay and are settled", "43.6(c)"),
    "touches": ("The cards of seat {} are not to be touched: the hand counts as it was dealt", "43.10(b)"),
}


def check_foreseen(table: Table, rules: Rules) -> None:
    """Refuse what the floor says of a device, a pack, a seat or a wager that is not at this table."""
    for foreseen in table.dealing:
        clause = CLAUSES[foreseen.kind]
        if foreseen.seat is not None and foreseen.seat not in table.seats:
            raise Refusal(f"nobody plays at seat {foreseen.seat}", clause)
        if foreseen.kind in ("shoe_jam", NO_SHOE) and rules.dealing != "automated_shoe":
            raise Refusal("there is no automated shoe at this table (option dealing)", clause)
        if foreseen.kind == "shuffler_count" and not rules.counting_shuffler:
            raise Refusal("the shuffler of this table does not count (option counting_shuffler)", clause)
        if foreseen.kind == "pack" and foreseen.name not in map(str, PACKS):
            raise Refusal(f"there is no pack {foreseen.name}; packs: 1, 2, 3", clause)
        if foreseen.kind in RIGHT:
            check_wrong(foreseen, RIGHT[foreseen.kind], clause)
        if foreseen.kind == "unaccepted" and not any(_is_named(placed, foreseen, rules) for placed in table.wagers):
            raise Refusal(f"seat {foreseen.seat} has no progressive wager {foreseen.name}", clause)
    if cards_dealt(table) > len(DECK):
        raise Refusal(f"the deck has {len(DECK)} cards, not {cards_dealt(table)} to deal", CLAUSES["miscount"])


def before_the_deal(table: Table) -> Moves:
    """What voids the round, or is put right, before a card is dealt."""
    if table.foreseen("exposed"):
        raise Void("43.13(a)", "a card was exposed before a player placed a wager")
    if table.foreseen("jam"):
        yield table.announce("The shuffler jammed: the cards are reshuffled", "43.13(d)")
    counted = table.foreseen("shuffler_count")
    if counted and counted.number != len(DECK):
        text = f"The shuffler counts {counted.number} cards: that deck is removed and another one is shuffled"
        yield table.remove("deck", text, "43.7(h)")
    if table.foreseen(NO_SHUFFLER):
        yield table.remove("shuffler", SHUFFLER_REMOVED, "43.13(f)")
    if table.foreseen(NO_SHOE):
        yield table.remove("shoe", "The automated shoe is removed; then the cards are dealt from the hand", "43.13(f)")


def reshuffle_if_face_up(table: Table, dealing: Moves) -> Moves:
    """The deal; if a second card found face up voids it, the cards are reshuffled (43.13(b))."""
    try:
        yield from dealing
    except Void as void:
        if void.clause == FACE_UP.clause:
            yield table.announce("The cards are reshuffled", FACE_UP.clause)
        raise


def count_stub(table: Table, rules: Rules) -> Moves:
    """The stub is counted every round, which is at least every fifth, unless the shuffler counts (43.7(g), (h)).

    A misdeal is found either way, and voids all hands.
    """
    wrong = misdealt(table)
    foreseen = table.foreseen("count")
    if foreseen or not rules.counting_shuffler:
        stub = foreseen.number if foreseen else table.felt.count(STUB)
        deck = stub + len(DECK) - table.felt.count(STUB)
        yield table.announce(f"The stub has {stub} cards: the deck has {deck}", "43.7(g)")
        if deck != len(DECK):
            yield table.remove("deck", "The entire deck is removed from the table", "43.7(g)2")
            raise Void("43.7(g)2", f"the deck has {deck} cards")
    if wrong:
        raise Void("43.7(g)2", f"the cards were misdealt: {wrong}")


def misdealt(table: Table) -> str | None:
    """Who or what has a wrong number of cards, or None."""
    for seat in table.seats:
        if table.felt.count(f"{seat}/hand") != HAND_SIZE:
            return f"seat {seat} has {table.felt.count(f'{seat}/hand')} cards"
    if table.felt.count(DEALER_HAND) != HAND_SIZE:
        return f"the dealer has {table.felt.count(DEALER_HAND)} cards"
    for pack in PACKS:
        if table.felt.count(f"pack/{pack}") != PACK_SIZE:
            return f"pack {pack} has {table.felt.count(f'pack/{pack}')} cards"
    return None


def pack_sizes(table: Table) -> dict[int, int]:
    """How many cards each pack is dealt: two, unless the floor foresaw another number."""
    wrong = {int(foreseen.name): foreseen.number for foreseen in table.dealing if foreseen.kind == "pack"}
    return {pack: wrong.get(pack, PACK_SIZE) for pack in PACKS}


def cards_dealt(table: Table) -> int:
    """How many cards hands and packs will have, with the wrong numbers that the floor foresaw."""
    hands = cards_to(table.seats, HAND_SIZE, table.dealing)
    return sum(hands.values()) + sum(pack_sizes(table).values())


def not_accepted(table: Table) -> list[Placed]:
    """The progressive wagers that the wagering system did not accept (43.12(c)2)."""
    named = {(foreseen.seat, foreseen.name) for foreseen in table.dealing if foreseen.kind == "unaccepted"}
    return [placed for placed in table.wagers if (placed.seat, placed.wager) in named]


def handle(table: Table, irregularity: Irregularity) -> Moves:
    """What the floor enters where the round stands: the dealer answers and nothing changes, or the round is void."""
    if irregularity.kind in ANSWERS:
        text, clause = ANSWERS[irregularity.kind]
        yield table.announce(text.format(irregularity.seat), clause)
    else:
        yield from void_by_supervisor(irregularity)


def _is_named(placed: Placed, foreseen: Irregularity, rules: Rules) -> bool:
    named = (placed.seat, placed.wager) == (foreseen.seat, foreseen.name)
    bonus = bonuses(rules).get(kind_of(placed.wager))
    return named and bonus is not None and bonus.progressive
