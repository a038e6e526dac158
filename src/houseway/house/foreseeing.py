"""What the floor enters for the deal that comes: refused where it never can happen, left out where it cannot now."""

import msgspec

from houseway.felt import Announced
from houseway.house.finished import floor_words
from houseway.house.state import Live
from houseway.irregularity import Irregularity, Kind
from houseway.procedure import DEFAULT_CHIPS, Game, Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import Shoe
from houseway.table import Placed

FLOOR = "floorperson"


def check_foreseen(live: Live, kind: Kind, irregularity: Irregularity) -> None:
    """Refuse what can happen in no deal of this table: it is tried in one, with few players."""
    game, rules, seats = live.game, live.rules, sorted({1, 2, irregularity.seat or 1})
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


LeftOut = list[tuple[Irregularity, Refusal]]


def dealt(game: Game, setup: Setup) -> tuple[Round, LeftOut]:
    """A round up to its first ask, with those of its irregularities that can happen, and the others with the reason."""
    try:
        return Round(game, setup), []
    except Refusal:
        if not setup.dealing:
            raise
    happens, left_out = Round(game, msgspec.structs.replace(setup, dealing=())), []
    for irregularity in setup.dealing:
        with_it = msgspec.structs.replace(happens.setup, dealing=(*happens.setup.dealing, irregularity))
        try:
            happens = Round(game, with_it)
        except Refusal as refusal:
            left_out.append((irregularity, refusal))
    return happens, left_out


def told(game: Game, left_out: LeftOut) -> list[Announced]:
    """What is said at the table of what was left out."""
    moves = []
    for irregularity, refusal in left_out:
        kind = next(kind for kind in game.irregularities if kind.kind == irregularity.kind)
        text = f"'{floor_words(irregularity, game.irregularities)}' is left out: {refusal.message}"
        moves.append(Announced(text, refusal.clause or kind.clause, FLOOR))
    return moves
