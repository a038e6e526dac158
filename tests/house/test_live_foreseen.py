"""What the floor foresees at a live table: of seats where nobody plays it is left out, and every file settles."""

from contextlib import suppress

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE, FLO, RULES, SUE, Evening, definition
from house.kept import KeptEvening, audited
from house.settled import settled
from houseway import games
from houseway.games import NAMES
from houseway.house.commands import CloseTable, OpenTable, Ready, Report, Sit, Wager
from houseway.house.definition import Clocks
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.irregularity import Kind
from houseway.procedure import Round
from houseway.refusal import Refusal

DEALING = [(name, kind) for name in NAMES for kind in games.load(name).irregularities if kind.dealing]
NUMBERS = (0, 1, 2, 3, 4, 6, 7, 9, 12, 37, 40, 52)
NAMED = ("1", "3", "five_card_1", "seven_card_2")
SEEN = "seen by the floor"
DEVICES = {
    "lunar": ("shuffler=counting", "dealing=automated_shoe"),
    "packs": (*RULES["packs"], "counting_shuffler=yes", "dealing=automated_shoe"),
    "ultimate8": ("shuffler=counting",),
}
COUNTED = "\nfloor counts {} cards\n"


def at_seat_4(*words: str) -> Evening:
    """Ann plays at seat 4 of a Lunar table, alone."""
    evening = Evening(definition("lunar")).open()
    evening.do(Sit(4, 1_000_00), ANN)
    for each in words:
        evening.do(Report(each, SEEN), FLO)
    evening.bet(ANN)
    return evening


def left_out(evening: Evening) -> list[str]:
    return [text for done in evening.dones for text in done.body.get("left_out", ())]


@pytest.mark.parametrize("words", ["deals 4 cards to seat 3", "deals 0 new cards to seat 2"])
def test_what_is_foreseen_of_a_seat_where_nobody_plays_is_left_out_and_the_stub_is_counted(words: str) -> None:
    evening = at_seat_4(words)
    seat = words[-1]
    told = [f"'{words}' is left out: nobody plays at seat {seat}"]
    assert left_out(evening) == told
    opened = next(done for done in evening.dones if "opened" in done.body)
    announced = [move for move in opened.body["beside"] if move["move"] == "announced"]
    assert [(move["text"], move["clause"], move["by"]) for move in announced] == [(told[0], "38.13(d)", "floorperson")]
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert words not in text
    assert COUNTED.format(42) in text
    assert settled(text) == []
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_the_stub_is_counted_as_well_where_the_deck_has_too_few_cards_for_what_was_foreseen() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB, EVE)
    evening.do(Report("deals 40 cards to seat 1", SEEN), FLO)
    evening.do(Report("deals 0 new cards to seat 2", SEEN), FLO)
    evening.rounds(1, ANN, BOB, EVE)
    assert len(left_out(evening)) == 1
    text = evening.table.round_file(1, "Ann")
    assert "floor deals 0 new cards to seat 2" + COUNTED.format(32) in text
    assert settled(text) == []


def test_a_deal_that_goes_wrong_for_one_who_plays_is_not_counted() -> None:
    evening = at_seat_4("deals 4 cards to seat 3", "deals 6 cards to seat 4")
    assert left_out(evening) == ["'deals 4 cards to seat 3' is left out: nobody plays at seat 3"]
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert "floor counts" not in text
    assert [payoff.clause for payoff in evening.table.finished[-1].payoffs] == ["38.13(d)"]
    assert settled(text) == []


def test_at_ultimate_8_every_position_is_dealt_to() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(Report("deals 7 cards to seat 5", SEEN), FLO)
    evening.rounds(1, ANN, BOB)
    assert left_out(evening) == []
    assert "floor deals 7 cards to seat 5" in evening.table.round_file(1, "Ann")
    assert {payoff.clause for payoff in evening.table.finished[-1].payoffs} == {"42.7(g)2"}


def test_a_record_of_before_stays_as_it_is_and_its_file_settles(store: Store) -> None:
    """There what was foreseen of an empty seat went into the round, and no stub was counted in it."""
    evening = KeptEvening(store, definition("lunar"))
    evening.open().seat(ANN, BOB)
    words = "deals 4 cards to seat 3"
    evening.do(Report(words, SEEN), FLO)
    evening.bet(ANN, ready=False)
    evening.bet(BOB)
    sealed = Sealed(bytes(32), practice=but("left_out_first", "pay_tables"))
    evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert evening.dones[-1].sealed.keys() == {"seed"}
    evening.play()
    evening.clock()
    evening.rounds(1, ANN, BOB)
    finished = evening.table.finished[0]
    assert finished.dealing == (words,)
    text = evening.table.round_file(1, "Ann")
    assert "floor deals" not in text
    assert settled(text) == []
    assert audited(store)[0].problem is None
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


@pytest.mark.parametrize("devices", [False, True])
@pytest.mark.parametrize(("game", "kind"), DEALING, ids=lambda each: each if isinstance(each, str) else each.kind)
def test_whatever_the_floor_foresees_of_any_seat_the_file_settles(game: str, kind: Kind, devices: bool) -> None:
    rules, pause = (DEVICES.get(game, ()), 1_000) if devices else ((), 0)
    evening = Evening(definition(game, *rules, clocks=Clocks(pause=pause))).open(10_000_000_00)
    evening.do(Sit(2, 1_000_00), ANN)
    evening.do(Sit(4, 1_000_00), BOB)
    chance, positions = evening.chance, games.load(game).positions(evening.table.rules)
    seats, numbers = list(range(1, positions + 1)), list(NUMBERS)
    chance.shuffle(seats)
    chance.shuffle(numbers)
    for number in range(1, 13):
        for _ in range(chance.randint(1, 2)):
            seat, many, name = seats[number % positions], numbers[number % len(numbers)], chance.choice(NAMED)
            with suppress(Refusal):  # it can never happen at this table
                evening.do(Report(kind.words.format(seat=seat, number=many, name=name), SEEN), FLO)
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for offer in evening.table.game.offers(evening.table.rules):
            with suppress(Refusal):  # it goes with another wager that she has not made
                evening.do(Wager(2, offer.wager, offer.low), ANN)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        evening.play()
        text = evening.table.round_file(number, "Ann")
        assert settled(text) == [], text
        evening.clock()
    assert not any("failed" in done.sealed for done in evening.dones)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("lunar", "deals 4 cards to seat 5"),
        ("lunar", "deals 6 cards to seat 1"),
        ("lunar", "counts 32 cards"),
        ("lucky8s", "deals 6 cards to seat 5"),
    ],
)
def test_a_round_that_fails_as_it_begins_is_brought_back_whatever_was_foreseen(
    game: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot decides in the command by which the round begins: should that fail, nothing was left out."""

    def fails(*_: object) -> None:
        raise RuntimeError("Ah Kh")

    evening = Evening(definition(game)).open().seat(ANN, bots=2)
    evening.do(Report(words, SEEN), FLO)
    with monkeypatch.context() as patched:
        patched.setattr(Round, "answer", fails)
        evening.bet(ANN)
    assert evening.dones[-1].event == "round.voided/1"
    assert left_out(evening) == []
    assert rebuild(evening.defined, evening.entries).round_file(1, None) == evening.table.round_file(1, None)
    text = evening.table.round_file(1, "Ann")
    assert "floor voids the round" in text
    assert settled(text) == []
    evening.clock()
    evening.rounds(1, ANN)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


COUNTING = ("counting_shuffler=yes", "dealing=automated_shoe")


def test_a_shuffler_that_was_removed_neither_counts_nor_jams_any_more() -> None:
    evening = Evening(definition("packs", *COUNTING)).open().seat(ANN)
    evening.do(Report("removes the shuffler", SEEN), FLO)
    gone = ("shuffler counts 51 cards", "shuffler jams", "removes the shuffler")
    for words in gone:
        before = msgspec.json.encode(evening.table.state)
        refused = evening.refused(Report(words, SEEN), FLO)
        assert refused.message == f"after 'removes the shuffler' there is no '{words}' any more: leave one of them out"
        assert refused.clause == "43.13(f)"
        assert msgspec.json.encode(evening.table.state) == before
    evening.rounds(1, ANN)
    for words in gone:
        refused = evening.refused(Report(words, SEEN), FLO)
        told = "the shuffler was removed and is there when the table is opened again: till then there is no"
        assert (refused.message, refused.clause) == (f"{told} '{words}'", "43.13(f)")
    evening.do(CloseTable("late"), SUE)
    evening.do(OpenTable(0, "early"), SUE)
    evening.seat(ANN)
    evening.do(Report("shuffler counts 51 cards", SEEN), FLO)
    evening.do(Report("removes the shuffler", SEEN), FLO)  # after it has counted
    evening.rounds(1, ANN)
    assert settled(evening.table.round_file(2, "Ann")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


def test_what_was_entered_first_may_be_taken_back_for_the_other() -> None:
    evening = Evening(definition("packs", *COUNTING)).open().seat(ANN)
    evening.do(Report("removes the automated shoe", SEEN), FLO)
    assert evening.refused(Report("automated shoe jams", SEEN), FLO).clause == "43.13(f)"
    evening.do(Report("removes the automated shoe", SEEN, taken_back=True), FLO)
    evening.do(Report("automated shoe jams", SEEN), FLO)
    evening.rounds(1, ANN)
    assert {payoff.clause for payoff in evening.table.finished[-1].payoffs} == {"43.13(e)"}


@pytest.mark.parametrize(
    "words",
    [
        ("removes the shuffler", "shuffler counts 52 cards", "removes the shuffler"),
        ("removes the automated shoe", "automated shoe jams"),
        ("exposes a card before the wagers", "deals 6 cards to seat 1", "counts 7 cards", "counts 8 cards"),
    ],
)
@pytest.mark.parametrize("rule", ["one_at_a_time", "five_consecutive"])
def test_in_records_of_before_it_was_accepted_and_files_of_their_rounds_settle(
    words: tuple[str, ...], rule: str
) -> None:
    evening = Evening(definition("packs", *COUNTING, f"deal_players={rule}")).open().seat(ANN)
    for each in words:
        sealed = Sealed(bytes(32), practice=but("after_another"))
        evening.keep(evening.table.execute(Report(each, SEEN), FLO, evening.at, sealed), FLO)
    evening.rounds(1, ANN)
    assert evening.table.finished[-1].dealing == words
    assert settled(evening.table.round_file(1, "Ann")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished
