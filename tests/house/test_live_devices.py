"""Devices at a live table: what a round removes is not there in the next, until the table is opened again."""

import pytest

from house.evenings import ANN, BOB, FLO, SUE, Evening, definition
from house.kept import KeptEvening, audited
from house.settled import settled
from houseway.house.commands import ChooseRules, CloseTable, OpenTable, Ready, Report
from houseway.house.live import LiveTable
from houseway.house.practice import but
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


def away(evening: Evening) -> tuple[str, ...]:
    """The devices that everybody is told are away, whatever the sign says of them."""
    return evening.table.view(BOB).now.shuffle.away


def test_an_automated_shoe_that_is_removed_stays_away_until_the_table_is_opened_again() -> None:
    evening = Evening(definition("packs", "dealing=automated_shoe")).open().seat(ANN)
    assert dealt_by(evening) == {"43.9(c)"}
    assert away(evening) == ()
    evening.do(Report(SHOE, SEEN), FLO)
    assert away(evening) == ()  # in the deal that comes it leaves
    assert dealt_by(evening) == {"43.8(c)"}
    assert away(evening) == ("shoe",)
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
    assert away(evening) == ()
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


@pytest.mark.parametrize(
    ("game", "rules", "after"),
    [
        ("lucky8s", (), ("dealing=hand_shuffle",)),
        ("lucky8s", ("dealing=groups_of_eight",), ("dealing=hand_shuffle",)),
        ("ultimate8", ("two_decks=yes",), ("shuffler=none",)),
        ("ultimate8", ("dealing=hand", "rounds_of=1"), ("shuffler=none",)),
        ("lunar", ("dealing=automated_shoe", "shuffler=counting"), ("dealing=automated_shoe",)),
        ("lunar", ("dealing=hand", "shuffler=automated", "two_decks=yes"), ()),
        ("packs", ("counting_shuffler=yes",), ()),
    ],
)
def test_a_shuffler_that_is_removed_is_not_there_in_the_next_rounds(
    game: str, rules: tuple[str, ...], after: tuple[str, ...], sqlite_store: Store
) -> None:
    evening = KeptEvening(sqlite_store, definition(game, *rules))
    evening.open().seat(ANN, BOB)
    clause = evening.do(Report(SHUFFLER, SEEN), FLO).body["answer"]["clause"]
    evening.rounds(3, ANN, BOB)
    assert [each.rules for each in evening.table.finished] == [rules, after, after]
    assert said(evening).count(("The shuffler is taken off the table", clause)) == 1
    shuffles = [text for text, _ in said(evening) if text.startswith("The cards are shuffled")]
    assert shuffles == ["The cards are shuffled by the device"] + ["The cards are shuffled by hand"] * 3
    assert "the shuffler was removed" in evening.refused(Report("shuffler jams", SEEN), FLO).message
    assert [settled(evening.table.round_file(number, "Ann")) for number in (1, 2, 3)] == [[]] * 3
    verified, audit = audited(sqlite_store)
    assert (verified.problem, audit.rerun) == (None, 3)
    evening.do(CloseTable("late"), SUE)
    evening.do(OpenTable(0, "early"), SUE)
    evening.seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    assert evening.table.finished[-1].rules == rules


def test_with_the_shuffler_the_deck_that_a_round_found_wrong_leaves_too() -> None:
    evening = Evening(definition("lunar", "shuffler=automated", "two_decks=yes")).open().seat(ANN)
    evening.do(Report(SHUFFLER, SEEN), FLO)
    evening.do(Report("counts 7 cards", SEEN), FLO)
    evening.rounds(1, ANN)
    assert [deck.backs for deck in evening.table.cards.day.decks] == ["blue"]
    evening.rounds(2, ANN)


def test_an_automated_shoe_of_lunar_stays_away_and_the_stub_is_counted() -> None:
    evening = Evening(definition("lunar", "dealing=automated_shoe", "shuffler=counting")).open().seat(ANN)
    evening.do(Report(SHOE, SEEN), FLO)
    assert [dealt_by(evening) for _ in range(2)] == [{f"38.7(d){step}" for step in range(1, 6)}] * 2
    assert "\nfloor counts 42 cards\n" in evening.table.round_file(2, "Ann")
    assert ("The automated shoe is taken off the table", "38.13(g)") in said(evening)


@pytest.mark.parametrize("game", ["ultimate8", "lucky8s", "blackjack"])
def test_no_automated_shoe_is_removed_where_the_rulebook_has_no_word_for_it(game: str) -> None:
    evening = Evening(definition(game)).open()
    assert "does not know" in evening.refused(Report(SHOE, SEEN), FLO).message


def test_in_records_of_before_the_shoe_was_there_in_the_next_round(store: Store) -> None:
    evening = KeptEvening(store, definition("packs", "dealing=automated_shoe"))
    evening.open().seat(ANN)
    evening.do(Report(SHOE, SEEN), FLO)
    evening.bet(ANN, ready=False)
    sealed = Sealed(bytes(32), practice=but("devices_stay_away"))
    done = evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert done.event == "round.closed/1"
    assert "devices_stay_away" not in done.sealed
    evening.clock()
    assert dealt_by(evening) == {"43.9(c)"}
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun) == (None, 2)


OFF, SHOE_OFF = "The shuffler is taken off the table", "The automated shoe is taken off the table"
BROUGHT = "A shuffler is brought to the table"


@pytest.mark.parametrize(
    ("game", "before", "after", "told"),
    [
        ("lunar", ("shuffler=automated", "two_decks=yes"), (), [(OFF, "38.13(g)")]),
        ("lunar", ("dealing=automated_shoe",), (), [(SHOE_OFF, "38.13(g)")]),
        ("lunar", (), ("shuffler=automated", "dealing=automated_shoe"), [(BROUGHT, "38.4(a)")]),
        ("ultimate8", (), ("shuffler=none",), [(OFF, "42.12(e)")]),
        ("ultimate8", ("dealing=automated_shoe",), ("dealing=hand",), []),  # 42.12(e) speaks of no shoe
        ("lucky8s", (), ("dealing=hand_shuffle",), [(OFF, "50.9(e)")]),
        ("lucky8s", ("dealing=hand_shuffle",), (), [(BROUGHT, "50.4(a)")]),
        ("packs", ("dealing=automated_shoe",), ("dealing=hand",), [(SHOE_OFF, "43.13(f)")]),
        ("packs", ("dealing=hand",), ("dealing=automated_shoe",), []),
        ("blackjack", (), ("decks=6",), []),
    ],
)
def test_what_other_rules_take_off_the_table_is_told_before_their_cards_are_brought(
    game: str, before: tuple[str, ...], after: tuple[str, ...], told: list[tuple[str, str]]
) -> None:
    evening = Evening(definition(game, *before)).open().seat(ANN, BOB)
    done = evening.do(ChooseRules(after, SEEN), SUE)
    assert done.sealed.get("tells_devices", False) == bool(told)
    beside = [(move["text"], move["clause"]) for move in done.body["beside"] if move["move"] == "announced"]
    texts = [text for text, _ in beside]
    assert [each for each in beside if each[0] in (OFF, SHOE_OFF, BROUGHT)] == told
    if told:
        first = texts.index(told[0][0])
        assert texts.index("The table is closed") < first < texts.index("The table is open")
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_a_shuffler_that_comes_back_with_rules_chosen_anew_is_told() -> None:
    evening = Evening(definition("packs", "dealing=automated_shoe")).open().seat(ANN)
    evening.do(Report(SHUFFLER, SEEN), FLO)
    evening.do(Report(SHOE, SEEN), FLO)
    evening.rounds(1, ANN)
    before = len(said(evening))
    evening.do(ChooseRules(("reveal=dealer",), "it is mended"), SUE)
    assert (BROUGHT, "43.4(a)") in said(evening)[before:]
    assert SHOE_OFF not in [text for text, _ in said(evening)[before:]]  # it was taken off before


def test_in_records_of_before_nothing_was_told_of_it(store: Store) -> None:
    evening = KeptEvening(store, definition("lunar", "shuffler=automated"))
    evening.open().seat(ANN)
    sealed = Sealed(bytes(32), practice=but("tells_devices"))
    done = evening.keep(evening.table.execute(ChooseRules((), SEEN), SUE, evening.at, sealed), SUE)
    assert "tells_devices" not in done.sealed
    assert OFF not in [text for text, _ in said(evening)]
    evening.rounds(1, ANN)
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun) == (None, 1)


def test_a_closed_table_is_told_nothing_of_devices() -> None:
    evening = Evening(definition("lunar", "shuffler=automated"))
    evening.do(ChooseRules((), SEEN), SUE)
    assert said(evening) == []
