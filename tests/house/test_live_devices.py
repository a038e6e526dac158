"""Devices at a live table: what a round removes is not there in the next, until the table is opened again."""

from house.evenings import ANN, FLO, SUE, Evening, definition
from house.kept import KeptEvening, audited
from house.settled import settled
from houseway.house.commands import ChooseRules, CloseTable, OpenTable, Ready, Report
from houseway.house.live import LiveTable
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed

SHOE, SHUFFLER = "removes the automated shoe", "removes the shuffler"
SEEN = "it is broken"


def said(evening: Evening) -> list[tuple[str, str]]:
    """What was announced beside the rounds so far, with the clauses."""
    beside = [move for done in evening.dones for move in done.body["beside"] if move["move"] == "announced"]
    return [(move["text"], move["clause"]) for move in beside]


def dealt_by(evening: Evening) -> set[str]:
    """The clauses by which players have their first cards in the next round, which is played."""
    before = len(evening.dones)
    evening.rounds(1, ANN)
    moves = [move for done in evening.dones[before:] for move in done.body["moves"] if move["move"] == "cards"]
    return {move["clause"] for move in moves if move["source"] == "shoe" and move["target"].endswith("/hand")}


def test_an_automated_shoe_that_is_removed_stays_away_until_the_table_is_opened_again() -> None:
    evening = Evening(definition("packs", "dealing=automated_shoe")).open().seat(ANN)
    assert dealt_by(evening) == {"43.9(c)"}
    evening.do(Report(SHOE, SEEN), FLO)
    assert dealt_by(evening) == {"43.8(c)"}
    assert ("The automated shoe is taken off the table", "43.13(f)") in said(evening)
    assert evening.dones[-2].sealed["devices_stay_away"]
    for words in ("automated shoe jams", SHOE):
        refused = evening.refused(Report(words, SEEN), FLO)
        told = "the automated shoe was removed and is there when the table is opened again: till then there is no"
        assert (refused.message, refused.clause) == (f"{told} '{words}'", "43.13(f)")
    assert dealt_by(evening) == {"43.8(c)"}
    assert "\nrules dealing=hand\n" in evening.table.round_file(3, "Ann")
    assert [settled(evening.table.round_file(number, "Ann")) for number in (1, 2, 3)] == [[]] * 3
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()
    evening.do(CloseTable("late"), SUE)
    evening.do(OpenTable(0, "early"), SUE)
    evening.seat(ANN)
    assert dealt_by(evening) == {"43.9(c)"}


def test_it_is_there_again_when_rules_are_chosen_that_have_it() -> None:
    evening = Evening(definition("packs", "dealing=automated_shoe")).open().seat(ANN)
    evening.do(Report(SHOE, SEEN), FLO)
    evening.rounds(1, ANN)
    evening.do(ChooseRules(("dealing=automated_shoe", "reveal=dealer"), "it is mended"), SUE)
    assert dealt_by(evening) == {"43.9(c)"}


def test_what_is_away_is_kept_and_comes_with_the_table_made_of_it() -> None:
    evening = Evening(definition("packs", "dealing=automated_shoe")).open().seat(ANN)
    evening.do(Report(SHOE, SEEN), FLO)
    evening.rounds(1, ANN)
    kept = evening.table.snapshot()
    assert kept is not None
    evening.table = LiveTable.restore(evening.defined, kept)
    assert evening.table.snapshot() == kept
    assert evening.table.cards.change_due(evening.at + 5 * 3_600_000)  # from the hand four hours, not eight (1.18(g)3)
    assert dealt_by(evening) == {"43.8(c)"}


def test_a_shuffler_that_is_away_counts_no_deck_so_the_stub_is_counted() -> None:
    evening = Evening(definition("packs", "counting_shuffler=yes")).open().seat(ANN)
    evening.do(Report(SHUFFLER, SEEN), FLO)
    counts = []
    for _ in range(2):
        before = len(evening.dones)
        evening.rounds(1, ANN)
        moves = [move for done in evening.dones[before:] for move in done.body["moves"]]
        counts.append([move["clause"] for move in moves if move["move"] == "announced" and "stub" in move["text"]])
    assert counts == [[], ["43.7(g)"]]


def test_in_records_of_before_the_shoe_was_there_in_the_next_round(store: Store) -> None:
    evening = KeptEvening(store, definition("packs", "dealing=automated_shoe"))
    evening.open().seat(ANN)
    evening.do(Report(SHOE, SEEN), FLO)
    evening.bet(ANN, ready=False)
    sealed = Sealed(bytes(32), devices_stay_away=False)
    done = evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert done.event == "round.closed/1"
    assert "devices_stay_away" not in done.sealed
    evening.clock()
    assert dealt_by(evening) == {"43.9(c)"}
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun) == (None, 2)
