"""A shoe that ends in a round: the round is void (own ruling HB6), and its file says so, settles and can be checked."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from house.evenings import ANN, BOB, SUE, Evening, definition
from house.kept import KeptEvening, audited
from house.settled import settled
from houseway import games
from houseway.cli import houseway
from houseway.felt import SHOE
from houseway.games import NAMES
from houseway.house.commands import VoidRound
from houseway.house.definition import Clocks
from houseway.house.fairness import check
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store

ENDS = "shoe ends\n"
SHORT = ("decks=1", "cut_card=1")  # seven boxes take some twenty cards in a round


def files(evening: Evening) -> list[str]:
    return [evening.table.round_file(finished.number, "Ann") for finished in evening.table.finished]


@pytest.mark.parametrize("pause", [0, 1_000])
def test_every_round_of_a_shoe_that_ends_has_a_file_that_settles_and_can_be_checked(pause: int, tmp_path: Path) -> None:
    clocks, clauses = Clocks(pause=pause), set[str]()
    for bots in range(1, 6):
        evening = Evening(definition("blackjack", *SHORT, clocks=clocks)).open().seat(ANN, BOB, bots=bots)
        evening.rounds(18, ANN, BOB)
        for text in files(evening):
            assert_right(text, tmp_path / "a.round")
            clauses |= set(re.findall(r"^seat \d main \S+ 0 (\S+) the shoe ran out", text, re.MULTILINE))
        assert rebuild(evening.defined, evening.entries).finished == evening.table.finished
    assert {"3.6", "3.19"} <= clauses  # in the deal, and for the dealer
    assert clauses & {"3.8", "3.11.3", "3.14"}  # upon a decision


def assert_right(text: str, path: Path) -> None:
    """It settles to what was paid, its cards have their places, and it tells where the last of the shoe was dealt."""
    path.write_text(text)
    done = CliRunner().invoke(houseway, ["settle", "--check", str(path)])
    assert (done.exit_code, done.output) == (0, ""), text
    assert ENDS in text or "ran out of cards" not in text
    if "# houseway verify-shuffle" in text:
        assert CliRunner().invoke(houseway, ["verify-shuffle", str(path)]).exit_code == 0
        assert (ENDS in text) == (" to 52 of that order\n" in text)


def test_the_record_of_such_rounds_is_sound(sqlite_store: Store) -> None:
    evening = KeptEvening(sqlite_store, definition("blackjack", *SHORT)).open().seat(ANN, BOB, bots=5)
    evening.rounds(6, ANN, BOB)
    assert any(ENDS in text for text in files(evening))
    verified, audit = audited(sqlite_store)
    assert verified.problem is None
    assert audit.rerun == 6


def test_a_round_that_a_supervisor_voids_when_the_last_card_was_dealt() -> None:
    """Nothing was missing yet: by his word the round is void, and not by the shoe's end."""
    evening = Evening(definition("blackjack", *SHORT)).open().seat(ANN)
    while (running := evening.table.round) is None or running.felt.count(SHOE):
        if running is not None:
            evening.play(most=1)
        elif evening.table.state.phase == "betting":
            evening.bet(ANN)
        else:
            evening.clock()
    evening.do(VoidRound("a fire"), SUE)
    text = files(evening)[-1]
    assert ENDS in text
    assert "floor voids the round\n" in text
    assert "ran out" not in text
    assert settled(text) == []


def test_who_says_that_a_shoe_ends_where_it_does_not_is_found() -> None:
    evening = Evening(definition("blackjack", *SHORT)).open().seat(ANN, BOB, bots=5)
    evening.rounds(6, ANN, BOB)
    texts = [text for text in files(evening) if "# houseway verify-shuffle" in text and ENDS not in text]
    assert texts
    for text in texts:
        assert check(text).wrong == ()
        (wrong,) = check(text.replace("\ninventory", f"\n{ENDS}inventory")).wrong
        assert wrong.startswith("the file says that the shoe ends with number")


@pytest.mark.parametrize("game", [name for name in NAMES if not games.load(name).cut_card])
def test_no_shoe_of_another_game_is_dealt_on(game: str) -> None:
    """Each round has the whole deck, and its file names all of it: how it ends need not be said."""
    evening = Evening(definition(game)).open().seat(ANN, BOB, bots=2)
    evening.rounds(5, ANN, BOB)
    whole = len(evening.table.game.deck(evening.table.rules))
    assert {(finished.offset, len(finished.shoe)) for finished in evening.table.finished} == {(0, whole)}
    assert not any(ENDS in text for text in files(evening))
