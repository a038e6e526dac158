"""The setup of a round: the wagers that lie, the players' chips, and the person who decides for each seat."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.felt import Felt
from houseway.house import betting
from houseway.house.state import Live
from houseway.house.turn import Turn
from houseway.irregularity import Irregularity, read_floor
from houseway.meter import exactly
from houseway.money import Cents
from houseway.procedure import Setup
from houseway.shoe import Shoe
from houseway.table import Table


def setup(live: Live, turn: Turn) -> Setup:
    """The setup of the round, with the irregularities that the floor has entered for the deal."""
    state, shoe = live.state, live.cards.shoe
    assert shoe is not None
    placed = tuple(live.placed(state.wagers))
    people = live.seats()
    seats = sorted({each.seat for each in placed if not each.player}) if live.game.wagers else betting.dealt_in(live)
    meters: dict[str, Cents | Fraction] = {name: exactly(state.meters[name]) for name in live.own_meters()}
    return Setup(
        rules=live.rules_dealt_by,
        shoe=Shoe(shoe.rest()),
        wagers=placed,
        chips={seat: live.chips(people[seat]) for seat in seats},
        backers={each.player: live.chips(each.player) for each in placed if each.player},
        meters=meters | {name: live.pot(name) for name in live.game.pots},
        button=None if live.game.wagers else state.button,
        dealing=tuple(read_floor(words, live.game.irregularities)[1] for words in state.foreseen),
        inventory=live.inventory,
        pauses=live.definition.clocks.pause > 0 and turn.floor_watches(),
    )


def count(live: Live, turn: Turn, setup: Setup, foreseen: Sequence[Irregularity]) -> Irregularity | None:
    """The count of the stub where it is due in a deal in which this goes wrong."""
    count = live.game.day.counted(len(setup.chips), foreseen) if live.cards.day.count_due() else None
    return count if count is not None and turn.is_so("counts_stub") else None


def deciders(live: Live, setup: Setup) -> dict[int, str]:
    """The person who decides for each seat: the one who sits there, or the caller at an empty spot (50.7(b), L6)."""
    people, caller = live.seats(), live.game.caller
    seats = sorted({placed.seat for placed in setup.wagers} | set(setup.chips))
    if caller is None:
        return {seat: people[seat] for seat in seats}
    table = Table(Felt(), seats, setup.wagers)
    return {seat: caller(table, seat) or people[seat] for seat in seats}


def next_button(live: Live) -> int:
    """The player button moves clockwise to the next player before each round."""
    seats, last = betting.dealt_in(live), live.state.button
    return next((seat for seat in seats if last is not None and seat > last), seats[0])
