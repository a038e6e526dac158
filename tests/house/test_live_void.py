"""A void round gives everybody in it back what he had, and takes nothing from who came and went meanwhile (G4)."""

import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from house.houses import CLOCKS
from house.stacking import Shuffler, shuffler
from houseway import games
from houseway.asks import Act
from houseway.games import NAMES
from houseway.house import ledger
from houseway.house.backing import behind
from houseway.house.commands import Actor, Back, BuyChips, Command, Decide, Leave, Ready, Report, Sit, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.finished import SUPERVISOR
from houseway.money import Cents

__all__ = ["shuffler"]

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


def test_a_wager_at_another_s_box_goes_back_though_its_player_has_been_paid(shuffler: Shuffler) -> None:
    """Bob has been paid for his blackjack, and his Pair bet still lies at Ann's box (5.1.1)."""
    shuffler.ready = ["5c Ac 7d 9h 6c Kc 8d 2c 3c 4c Tc Td"]
    evening = Evening(Definition("blackjack-1", "blackjack", ("side_bets=at_the_end",), CLOCKS)).open()
    before = worth(evening)
    for seat, actor in enumerate((ANN, BOB, EVE), 1):
        evening.do(Sit(seat, CHIPS), actor)
        evening.do(Wager(seat, "main", 10_00), actor)
    evening.do(Wager(1, "pair", 5_00), BOB)
    for actor in (ANN, BOB, EVE):
        evening.do(Ready(), actor)
    evening.do(Decide("stand"), ANN)
    assert evening.table.chips("Bob") == CHIPS + 15_00 - 5_00
    evening.do(Report("finds a foreign card", "it has another back"), SUE)
    finished = evening.table.finished[-1]
    assert finished.failed is None
    assert {(payoff.result, payoff.clause) for payoff in finished.payoffs} == {("void", "5.1.1")}
    assert worth(evening) == before


def test_so_does_one_at_a_further_spot_of_his_own(shuffler: Shuffler) -> None:
    shuffler.ready = [
        "2c 3c 4c 5c 6c 7c Ac 2d 2h 3h 4h 5h 6h 7h Ah 2s 8c 8d 4d 4s 3d 5d 6d 7d 8h 8s Ad As 3s 5s 6s 7s"
        " 2c 3c 4c 5c 6c 7c Ac 2d"
    ]
    evening = Evening(Definition("lucky8s-1", "lucky8s", ("several_spots=yes",), CLOCKS)).open(2_030_00)
    before = worth(evening)
    evening.do(Sit(1, CHIPS), ANN)
    evening.do(Sit(4, CHIPS), BOB)
    for seat in (1, 3, 5):
        evening.do(Wager(seat, "ante", 10_00), ANN)
    evening.do(Wager(5, "bonus", 10_00), ANN)
    evening.do(Wager(4, "ante", 100_00), BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    while SUPERVISOR not in (waiting := evening.table.round.waiting()):  # type: ignore[union-attr]
        verbs = [choice.verb for choice in evening.table.round.ask.choices[waiting[0]].options]  # type: ignore[union-attr]
        evening.decide(int(waiting[0]), Act("house way" if "house way" in verbs else "play"))
    evening.do(VoidRound("cards were marked"), SUE)
    assert evening.table.finished[-1].failed is None
    assert worth(evening) == before
