"""A void round gives everybody in it back what he had, and takes nothing from who came and went meanwhile (G4)."""

import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from houseway import games
from houseway.games import NAMES
from houseway.house import ledger
from houseway.house.backing import behind
from houseway.house.commands import Actor, Back, BuyChips, Command, Leave, Ready, Sit, VoidRound, Wager
from houseway.money import Cents

DAN = Actor("Dan", "player")
PLAYERS = (ANN, BOB, EVE, DAN)
COMES, GOES, SEATED = (Sit(3, CHIPS), EVE), (Leave(), EVE), 3

# What others do while the round is in play; who is there before it sits at the third seat.
MEANWHILE: dict[str, list[tuple[Command, Actor]]] = {
    "comes": [COMES],
    "comes and goes": [COMES, GOES],
    "another takes the seat": [COMES, GOES, (Sit(3, 2 * CHIPS), DAN)],
    "comes again": [COMES, GOES, (Sit(4, 2 * CHIPS), EVE)],
    "backs": [(Back(1, CHIPS), EVE)],
    "backs and goes": [(Back(1, CHIPS), EVE), GOES],
    "was there, buys": [(BuyChips(CHIPS), EVE)],
    "was there, buys and goes": [(BuyChips(CHIPS), EVE), GOES],
    "was there, another takes the seat": [GOES, (Sit(3, CHIPS), DAN)],
}


POSSIBLE = [
    (game, how)
    for game in NAMES
    for how in MEANWHILE
    if game != "packs"  # where nobody decides
    if not how.startswith("backs") or behind(game, games.load(game).rules())
]


def worth(evening: Evening) -> dict[str, Cents]:
    """What everybody has, in his wallet and before him."""
    accounts = {
        actor.name: (ledger.wallet(actor.name), ledger.chips(evening.defined.name, actor.name)) for actor in PLAYERS
    }
    return {name: sum(evening.balances.get(each, 0) for each in both) for name, both in accounts.items()}


def in_play(game: str, inventory: Cents, is_there: bool) -> tuple[Evening, dict[str, Cents]]:
    """A round with every wager that the table takes, and what everybody had before it."""
    evening = Evening(definition(game))
    evening.balances[ledger.wallet(DAN.name)] = 100_000_00
    evening.balances[ledger.ISSUED] -= 100_000_00
    evening.open(inventory).seat(ANN, BOB)
    if is_there:
        evening.do(Sit(SEATED, CHIPS), EVE)
    for _ in range(20):
        before, table = worth(evening), evening.table
        for actor in (ANN, BOB):
            for offer in table.game.offers(table.rules):
                stake = min(max(offer.low, 5_00), offer.high)
                evening.do(Wager(table.person(actor.name).seat, offer.wager, stake), actor)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        if table.state.phase == "betting":
            evening.clock()  # who was there and does not play is not waited for
        if table.round is not None:
            return evening, before
        evening.clock()
    raise AssertionError("no round stays in play")


@pytest.mark.parametrize("inventory", [0, 100_000_00])
@pytest.mark.parametrize(("game", "how"), POSSIBLE)
def test_everybody_has_what_he_had(game: str, how: str, inventory: Cents) -> None:
    evening, before = in_play(game, inventory, how.startswith("was there"))
    for command, actor in MEANWHILE[how]:
        evening.do(command, actor)
    done = evening.do(VoidRound("a misdeal"), SUE)
    assert done.event == "round.voided/1"
    assert "failed" not in done.sealed
    assert {payoff["words"] for payoff in done.body["closed"]["payoffs"]} == {"a supervisor voided it"}
    assert worth(evening) == before
    shown = evening.table.view(SUE).felt.chips
    people = evening.table.state.people
    purses = {f"{each.seat if each.seated else name}/chips" for name, each in people.items()}
    assert {area for area in shown if area.endswith("/chips")} == purses
