"""What the floor enters for the deal that comes: refused where it never can happen, left out where it cannot now."""

import msgspec

from houseway.devices import SAID
from houseway.felt import Announced
from houseway.house.finished import floor_words
from houseway.house.state import Live
from houseway.irregularity import NO_SHOE, NO_SHUFFLER, Irregularity, Kind, check_still, read_floor
from houseway.procedure import DEFAULT_CHIPS, Game, Round, Setup
from houseway.refusal import Refusal
from houseway.rules import Device
from houseway.shoe import Shoe
from houseway.table import Placed

FLOOR = "floorperson"
REMOVED: dict[str, Device] = {NO_SHUFFLER: "shuffler", NO_SHOE: "shoe"}


def check_foreseen(live: Live, kind: Kind, irregularity: Irregularity) -> None:
    """Refuse what can happen in no deal of this table: it is tried in one, with few players."""
    game, rules, seats = live.game, live.rules_dealt_by, sorted({1, 2, irregularity.seat or 1})
    offers = game.offers(rules)
    needed = [offer for offer in offers if offer.required] or offers[:1]
    made = {offer.wager: offer for offer in (*needed, *offers) if offer in needed or offer.wager == irregularity.name}
    trial = Setup(
        rules=rules,
        shoe=Shoe(game.deck(rules)),
        wagers=tuple(Placed(seat, offer.wager, offer.low) for seat in seats for offer in made.values()),
        chips=dict.fromkeys(seats, DEFAULT_CHIPS),
        button=None if game.wagers else irregularity.seat or seats[0],
    )
    _, left_out = dealt(game, msgspec.structs.replace(trial, dealing=(irregularity,)))
    if left_out:
        raise Refusal(left_out[0][1].message, left_out[0][1].clause or kind.clause)


def too_late(live: Live, kind: Kind, irregularity: Irregularity) -> Refusal | None:
    """Why something cannot happen in the deal that comes after what was entered for it, or was removed before."""
    kinds = live.game.irregularities
    for removal in kinds:
        device = REMOVED.get(removal.kind)
        if device is not None and live.cards.lack(device) and irregularity.kind in removal.ends:
            told = f"the {SAID[device]} was removed and is there when the table is opened again"
            return Refusal(f"{told}: till then there is no '{kind.said(irregularity)}'", removal.clause)
    try:
        check_still((kind, irregularity), [read_floor(words, kinds) for words in live.state.foreseen])
    except Refusal as refusal:
        return refusal
    return None


LeftOut = list[tuple[Irregularity, Refusal]]


def dealt(game: Game, setup: Setup, anywhere: bool = False) -> tuple[Round, LeftOut]:
    """A round up to its first ask, with those of its irregularities that can happen, and the others with the reason.

    `anywhere`: at a seat where nobody plays, too, where the game does not mind; records of before have it so.
    """
    try:
        return _round(game, setup, anywhere), []
    except Refusal:
        if not setup.dealing:
            raise
    happens, left_out = Round(game, msgspec.structs.replace(setup, dealing=())), []
    for irregularity in setup.dealing:
        try:
            happens = _round(game, _with(happens.setup, irregularity), anywhere)
        except Refusal as refusal:
            left_out.append((irregularity, refusal))
    return happens, left_out


def counted(happens: Round) -> Round:
    """The same with the count of the stub, which is due; it is not counted in a deal that went wrong (HN19)."""
    count = happens.game.day.counted(len(happens.table.seats), happens.setup.dealing)
    return Round(happens.game, _with(happens.setup, count)) if count is not None else happens


def told(game: Game, left_out: LeftOut) -> list[Announced]:
    """What is said at the table of what was left out."""
    moves = []
    for irregularity, refusal in left_out:
        kind = next(kind for kind in game.irregularities if kind.kind == irregularity.kind)
        text = f"'{floor_words(irregularity, game.irregularities)}' is left out: {refusal.message}"
        moves.append(Announced(text, refusal.clause or kind.clause, FLOOR))
    return moves


def _round(game: Game, setup: Setup, anywhere: bool) -> Round:
    """The round with all that is foreseen. Where the game has no wagers cards are dealt to every position."""
    made = Round(game, setup)
    for irregularity in setup.dealing if game.wagers and not anywhere else ():
        if irregularity.seat is not None and irregularity.seat not in made.table.seats:
            raise Refusal(f"nobody plays at seat {irregularity.seat}")
    return made


def _with(setup: Setup, irregularity: Irregularity) -> Setup:
    return msgspec.structs.replace(setup, dealing=(*setup.dealing, irregularity))
