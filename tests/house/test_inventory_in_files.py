"""The inventory moves while a round is in play: its file says where, and comes to the same."""

from random import Random

import pytest

from house.evenings import ANN, BOB, EVE, SUE, Evening, definition
from house.settled import settled
from houseway.felt import INVENTORY
from houseway.games import NAMES
from houseway.house.commands import Credit, Fill, Leave, Ready, Sit, Validate, VoidRound
from houseway.house.definition import Clocks
from houseway.house.practice import NOW, but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import settle

BANK = 20_00


@pytest.mark.parametrize("pause", [0, 1_000], ids=["without pauses", "with pauses"])
@pytest.mark.parametrize("game", NAMES)
def test_a_file_comes_to_what_was_paid_however_the_inventory_moved_in_the_round(game: str, pause: int) -> None:
    evening = Evening(definition(game, clocks=Clocks(pause=pause)), seed=8).open().seat(ANN, EVE)
    chance = Random(f"{game} {pause}")
    voided = told = 0
    for number in range(1, 25):
        evening.do(Credit(evening.table.inventory - BANK, "a small bank"), SUE)
        for each in (ANN, EVE):
            evening.bet(each, chance.choice((10_00, 50_00)), ready=each is EVE)
        evening.do(Ready(), ANN)
        waited = False
        while (running := evening.table.round) is not None and running.ask is not None:
            if chance.random() < 0.4:
                moved(evening, chance)
            elif "supervisor" not in running.ask.choices:
                evening.play(most=1) if running.ask.choices else evening.clock()
            elif chance.random() < 0.5:
                waited = True
                evening.do(VoidRound("a fire"), SUE)
            else:
                evening.do(Validate(True, "looked at it"), SUE)
        text = evening.table.round_file(number, "Ann")
        assert settled(text) == [], text
        voided, told = voided + waited, told + ("\ninventory +" in text or "\ninventory -" in text)
        if "Bob" in evening.table.state.people:
            evening.do(Leave(), BOB)
        evening.clock()
        evening.do(Fill(2_000_00, "what was paid"), SUE)
    assert told >= (5 if pause or game != "packs" else 0)  # where nobody decides there is no moment for it
    assert voided >= (1 if game != "ultimate8" else 0)  # players are paid from the pot there
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


def moved(evening: Evening, chance: Random) -> None:
    """A fill, a credit of all there is, or somebody buys chips and leaves with them again."""
    there = evening.table.round.felt.stake(INVENTORY) if evening.table.round else 0
    what = chance.choice(("fill", "credit", "person"))
    if what == "fill":
        evening.do(Fill(chance.choice((10_00, 1_000_00)), "more chips"), SUE)
    elif what == "credit" and there >= 100:
        evening.do(Credit(there - there % 100, "back to the cage"), SUE)
    elif "Bob" in evening.table.state.people:
        evening.do(Leave(), BOB)
    else:
        evening.do(Sit(3, 100_00), BOB)


@pytest.mark.parametrize("so", [True, False], ids=["now", "in records of before"])
def test_records_of_before_say_nothing_of_it(so: bool) -> None:
    evening = Evening(definition("blackjack")).open().seat(ANN)
    evening.bet(ANN)
    sealed = Sealed(bytes(32), practice=NOW if so else but("says_inventory"))
    evening.keep(evening.table.execute(Fill(500_00, "more chips"), SUE, evening.at, sealed), SUE)
    evening.play()
    assert ("\ninventory +500\n" in evening.table.round_file(1, "Ann")) == so
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


FILE = "game lunar\nshoe Ah 2c Kh 3c Qh 4d Jh 5d Th 7s\ninventory 100\nseat 1 chips 100\nseat 1 wagers ante 10\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("inventory +0", "nothing comes to the inventory"),
        ("inventory -100.01", "the table inventory has 100.00"),
        ("inventory +ten", "not an amount"),
    ],
)
def test_a_line_by_which_nothing_or_too_much_would_move_is_refused_with_its_number(line: str, why: str) -> None:
    with pytest.raises(RoundFileRefusal, match=why) as refused:
        settle(RoundFile(f"{FILE}{line}\n"))
    assert refused.value.line == 6
