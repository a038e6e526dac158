"""Another shuffle takes the place of one that was published: nobody is dealt it by his word for the one before."""

import pytest

from house.evenings import ANN, BOB, FLO, SUE, Evening, definition
from houseway.games import NAMES
from houseway.house.commands import Actor, ChangeCards, Command, Ready, Recut
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed

ANEW: list[tuple[str, Command, Actor]] = [
    *((game, ChangeCards("a mark"), FLO) for game in NAMES),
    ("lunar", Recut("a doubt"), SUE),
]
LATE = 1_000  # milliseconds before betting closes
DAY = 24 * 3_600_000


@pytest.mark.parametrize(("game", "command", "actor"), ANEW)
def test_who_was_ready_says_so_again(game: str, command: Command, actor: Actor) -> None:
    evening = _is_ready(Evening(definition(game)).open().seat(ANN, BOB, bots=1))
    before = evening.table.view(ANN).now.shuffle
    evening.do(command, actor)
    now = evening.table.view(ANN).now
    assert now.shuffle != before
    assert [person.name for person in now.people if person.ready and not person.bot] == []
    evening.do(Ready(), BOB)
    assert evening.table.round is None, "Ann has not seen these cards' commitment"
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 1
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


@pytest.mark.parametrize(("game", "command", "actor"), [each for each in ANEW if each[0] != "ultimate8"])
def test_who_has_wagered_has_the_whole_time_to_look_at_it(game: str, command: Command, actor: Actor) -> None:
    evening = _is_ready(Evening(definition(game)).open().seat(ANN, BOB))
    assert evening.table.deadline is not None
    evening.at = evening.table.deadline - LATE
    evening.do(command, actor)
    assert evening.table.deadline == evening.at + evening.defined.clocks.betting
    evening.clock()
    assert evening.table.state.number == 1


def test_so_it_is_where_the_dealer_changes_cards_whose_time_is_over() -> None:
    evening = _is_ready(Evening(definition("ultimate8")).open().seat(ANN, BOB))
    evening.at += DAY
    evening.do(Ready(), BOB)
    assert not any(person.ready for person in evening.table.state.people.values())
    evening.do(Ready(), BOB)
    assert evening.table.round is None
    evening.do(Ready(), ANN)
    assert evening.table.round is not None


@pytest.mark.parametrize(("game", "command", "actor"), ANEW)
def test_a_record_of_before_is_carried_out_as_it_was(game: str, command: Command, actor: Actor) -> None:
    evening = _is_ready(Evening(definition(game)).open().seat(ANN, BOB))
    before = evening.table.deadline
    evening.at += LATE
    done = evening.table.execute(command, actor, evening.at, Sealed(bytes(32), practice=but("ready_anew")))
    assert "ready_anew" not in done.sealed
    assert evening.table.person("Ann").ready
    assert evening.table.deadline == before
    evening.keep(done, actor)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def _is_ready(evening: Evening) -> Evening:
    """Ann has wagered and is ready; Bob is waited for."""
    if evening.table.game.wagers:
        evening.bet(ANN, ready=False)
    evening.do(Ready(), ANN)
    assert evening.table.state.phase == "betting"
    return evening
