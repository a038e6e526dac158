"""The cards of a live table that is opened: the first players see them face up before they are washed and shuffled."""

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, FLO, SUE, Evening, definition
from house.houses import CLOCKS
from house.kept import KeptEvening, audited
from houseway.games import NAMES
from houseway.house.commands import (
    Actor,
    AddBot,
    Back,
    ChangeCards,
    ChooseRules,
    CloseTable,
    Command,
    Leave,
    OpenTable,
    Ready,
    Recut,
    Report,
    Sit,
    Wager,
)
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.practice import NOW, but
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed

SHOWN = {"lucky8s": 1, "ultimate8": 2, "lunar": 1, "packs": 1}  # how many see the cards first
OTHER_RULES = {"lucky8s": "bonus_table=2", "ultimate8": "commission=4", "lunar": "ante_min=10", "packs": "dealing=hand"}
STEPS = SPREAD, SEEN, STACKED, SHUFFLED = "is spread face up", "inspected the cards", "turned face down", "are shuffled"
MOMENT, HOUR = 10_000, 3_600_000  # milliseconds
shown = pytest.mark.parametrize("game", SHOWN)


def steps(evening: Evening, since: int = 0) -> list[tuple[str, str]]:
    """What was done with the cards in the commands since one, each step with its clause."""
    told = [move for done in evening.dones[since:] for move in done.body["beside"] if move["move"] == "announced"]
    found = ((step, move["clause"]) for move in told for step in STEPS if step in move["text"])
    return list(dict.fromkeys(found))


def words(evening: Evening) -> list[str]:
    """What was announced in the last command."""
    return [move["text"] for move in evening.dones[-1].body["beside"] if move["move"] == "announced"]


def test_the_games_whose_rulebooks_have_the_cards_seen() -> None:
    assert sorted({*SHOWN, "blackjack"}) == sorted(NAMES)


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("lucky8s", ("50.4(b)", "50.4(b)", "50.4(b)2", "50.4(a)")),
        ("ultimate8", ("42.3(b)", "42.3(c)", "42.3(c)", "42.4(a)")),
        ("lunar", ("38.3(b)", "38.3(b)", "38.3(c)", "38.4(a)")),
        ("packs", ("43.3(b)", "43.3(c)", "43.3(c)", "43.4(a)")),
    ],
)
def test_cards_are_seen_before_they_are_turned_down_and_shuffled(game: str, clauses: tuple[str, ...]) -> None:
    evening = Evening(definition(game)).open()
    assert steps(evening) == [(SPREAD, clauses[0])]
    assert "The table is open" in words(evening)
    assert evening.table.cards.are_spread
    people = [ANN, BOB][: SHOWN[game]]
    for seat, actor in enumerate(people, 3):
        assert evening.table.cards.shoe is None
        evening.do(Sit(seat, CHIPS), actor)
    assert steps(evening) == list(zip(STEPS, clauses, strict=True))
    assert evening.table.cards.shoe is not None
    decks = len(evening.table.cards.day.decks)
    seen = " and ".join(f"seat {seat}" for seat, _ in enumerate(people, 3))
    assert words(evening).count(f"{seen} inspected the cards") == decks


def test_blackjacks_rulebook_has_no_inspection() -> None:
    evening = Evening(definition("blackjack")).open()
    assert steps(evening) == []
    evening.do(Sit(1, CHIPS), ANN)
    assert steps(evening) == [(SHUFFLED, "2.1")]


def test_at_ultimate_8_cards_stay_spread_until_two_have_seen_them() -> None:
    evening = Evening(definition("ultimate8")).open()
    evening.do(Sit(4, CHIPS), ANN)
    assert words(evening) == []
    evening.do(Ready(), ANN)
    assert evening.table.view(ANN).now.shuffle.commitment is None
    assert evening.table.deadline is None
    assert "cards lie spread" in evening.refused(Recut("a doubt"), SUE).message
    evening.do(Leave(), ANN)
    evening.do(Sit(5, CHIPS), EVE)
    assert evening.table.cards.shoe is None
    evening.do(Sit(2, CHIPS), BOB)
    assert "seat 5 and seat 2 inspected the cards" in words(evening)
    assert evening.dones[-1].body["commitment"] == evening.table.cards.commitment is not None
    evening.rounds(2, EVE, BOB)


def test_a_bot_of_the_house_is_one_of_the_two() -> None:
    evening = Evening(definition("ultimate8")).open()
    evening.do(Sit(4, CHIPS), ANN)
    evening.do(AddBot(1), ANN)
    assert "seat 4 and seat 1 inspected the cards" in words(evening)
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 1


def test_who_stands_behind_a_spot_may_be_the_first() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(3, CHIPS), ANN)
    assert "seat 3 inspected the cards" in words(evening)


@shown
def test_a_table_whose_cards_lie_spread_is_kept_and_goes_on(game: str, store: Store) -> None:
    evening = KeptEvening(store, definition(game))
    evening.open()
    for seat, actor in enumerate([ANN, BOB][: SHOWN[game] - 1], 1):
        evening.do(Sit(seat, CHIPS), actor)
    kept, version = evening.table.snapshot(), evening.table.version
    assert kept is not None
    store.snapshot(evening.stream, version, kept)
    restored = LiveTable.restore(evening.defined, kept)
    assert restored.cards.are_spread
    assert restored.cards.day.waits_for_more([])
    assert restored.snapshot() == kept
    evening.do(Sit(3, CHIPS), EVE)
    people = [actor for actor in (ANN, BOB, EVE) if actor.name in evening.table.state.people]
    evening.rounds(1, *people)
    again = rebuild(evening.defined, evening.entries[version:], kept)
    assert again.snapshot() == rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()
    assert audited(store)[0].problem is None


@shown
def test_cards_that_nobody_has_seen_are_changed_taken_away_and_brought_again(game: str) -> None:
    evening = Evening(definition(game)).open()
    evening.do(ChangeCards("a mark"), FLO)
    assert steps(evening, -1)[0][0] == SPREAD
    assert evening.table.cards.day.waits_for_more([])
    evening.do(ChooseRules((OTHER_RULES[game],), "another sign"), SUE)
    assert [step for step, _ in steps(evening, -1)] == [SPREAD]
    evening.do(CloseTable("nobody came"), SUE)
    assert not any(evening.table.cards.day.felt.up.values())
    evening.do(OpenTable(0, "once more"), SUE)
    evening.seat(ANN, BOB).rounds(1, ANN, BOB)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_at_ultimate_8_new_cards_wait_for_a_second_player_too() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(Leave(), BOB)
    evening.do(ChooseRules(("commission=4",), "another sign"), SUE)
    assert evening.table.cards.are_spread
    evening.do(Sit(2, CHIPS), BOB)
    assert "seat 1 and seat 2 inspected the cards" in words(evening)
    evening.rounds(1, ANN, BOB)


@shown
def test_a_record_in_which_cards_were_washed_before_anybody_saw_them_is_sound(game: str, store: Store) -> None:
    """As it was written before they waited for the first players: the entry says nothing of that."""
    evening = KeptEvening(store, definition(game))
    opened = evening.table.execute(
        OpenTable(100_000_00, "early"), SUE, evening.at, Sealed(bytes(32), practice=but("inspected_first"))
    )
    evening.keep(opened, SUE)
    assert "inspected_first" not in opened.sealed
    assert [step for step, _ in steps(evening)] == [STACKED]
    kept = evening.table.snapshot()
    assert kept is not None
    before = msgspec.json.decode(kept)
    del before["cards"]["shown"]
    store.snapshot(evening.stream, evening.table.version, msgspec.json.encode(before))
    evening.seat(ANN, BOB).rounds(1, ANN, BOB)
    assert audited(store)[0].problem is None


@pytest.mark.parametrize("so", [True, False], ids=["now", "in records of before"])
@pytest.mark.parametrize(
    ("game", "inspected", "spread"),
    [
        ("lunar", "seat 1 inspected the cards", "38.4(e)"),
        ("packs", "seat 1 inspected the cards", "43.4(c)"),
        ("lucky8s", "seat 1 inspected the cards", "50.4(b)"),
        ("ultimate8", "seat 1 and seat 2 inspected the cards", "42.4(e)"),
    ],
)
def test_new_cards_are_inspected_by_who_sits_there_and_it_is_told_when_cards_are_spread(
    game: str, inspected: str, spread: str, so: bool
) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    sealed = Sealed(bytes(32), practice=NOW if so else but("shows_cards"))

    def told(command: Command, actor: Actor) -> list[tuple[str, str]]:
        done = evening.keep(evening.table.execute(command, actor, evening.at, sealed), actor)
        return [(move["text"], move["clause"]) for move in done.body["beside"] if move["move"] == "announced"]

    texts = [text for text, _ in told(ChangeCards("a mark"), SUE)]
    assert (inspected in texts) == so
    evening.do(Leave(), ANN)
    assert (("The cards are spread on the table", spread) in told(Leave(), BOB)) == so
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_a_pot_that_stays_is_counted_when_the_table_is_closed() -> None:
    """Once: where everybody has left it was counted when the cards were spread (42.10(l))."""
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(CloseTable("the night is over"), SUE)
    assert words(evening) == ["The ace pot is counted", "verifies", "The table is closed"]
    evening.do(OpenTable(0, "the next night"), SUE)
    evening.seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.do(Leave(), actor)
    assert words(evening) == ["The cards are spread on the table", "The ace pot is counted", "verifies"]
    evening.do(CloseTable("nobody comes"), SUE)
    assert words(evening) == ["The table is closed"]


def test_cards_that_may_not_lie_there_any_longer_are_changed_before_they_are_dealt() -> None:
    """Four hours where they are dealt from the hand (69E-1.18(g)3); what is dealt was published before."""
    evening = Evening(Definition("packs-1", "packs", ("dealing=hand",), CLOCKS)).open().seat(ANN)
    published = evening.table.cards.commitment
    evening.at += 4 * HOUR - MOMENT
    evening.do(Wager(1, "pack_1", 10_00), ANN)
    assert evening.table.cards.commitment == published
    evening.at += MOMENT
    assert evening.table.cards.change_due(evening.at) == ["red", "blue"]
    evening.do(Ready(), ANN)
    assert [text for text in words(evening) if "removed" in text] == [
        f"The deck with {backs} backs is removed: its time is over" for backs in ("red", "blue")
    ]
    assert evening.table.state.phase == "betting", "nobody has seen what is published now"
    assert evening.table.cards.change_due(evening.at) == []
    assert (anew := evening.table.cards.commitment) not in (None, published)
    assert evening.dones[-1].body["commitment"] == anew
    evening.clock()
    assert evening.table.state.number == 1
    evening.let_go()
    assert evening.table.finished[-1].commitment == anew


def test_nobodys_word_from_before_a_shuffle_was_published_begins_the_round() -> None:
    """A bot is the second who sees the cards of Ultimate 8: the person there was ready before they were shuffled.

    Nor does what the house says by itself, as when it goes on after a standstill: she is not ready, and no clock runs.
    """
    evening = Evening(definition("ultimate8")).open().seat(ANN)
    evening.do(Ready(), ANN)
    assert evening.table.cards.commitment is None
    done = evening.do(AddBot(2), ANN)
    assert (done.event, done.body["phase"], done.sealed["ready_anew"]) == ("table.added_bot/1", "betting", True)
    assert (evening.table.person("Ann").ready, evening.table.deadline) == (False, None)
    assert done.body["commitment"] == evening.table.cards.commitment
    assert evening.do(Ready(), ANN).event == "round.opened/1"
    assert rebuild(evening.defined, evening.entries).version == evening.table.version


@pytest.mark.parametrize("words", [None, "does not deal to seat 1", "counts 1 cards"])
def test_a_record_in_which_a_round_began_with_the_shuffle_that_it_published_is_sound(
    store: Store, words: str | None
) -> None:
    """And ended with it, too, where the floor found something wrong with the deal."""
    evening = KeptEvening(store, definition("ultimate8"))
    evening.open().seat(ANN)
    evening.do(Ready(), ANN)
    if words is not None:
        evening.do(Report(words, "seen"), FLO)
    sealed = Sealed(bytes(32), practice=but("published_first", "ready_anew"))
    done = evening.keep(evening.table.execute(AddBot(2), ANN, evening.at, sealed), ANN)
    assert "commitment" in done.body
    assert "opened" in done.body
    assert not {"published_first", "ready_anew"} & set(done.sealed)
    if words is None:
        evening.play()
    else:
        assert done.body["closed"]["void"]
    evening.clock()
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun) == (None, 1)


TWO_DECKS = {"ultimate8": ("two_decks=yes",), "lunar": ("two_decks=yes", "shuffler=automated"), "packs": ()}


def found_wrong(evening: Evening, number: int) -> list[str]:
    """The deck of the round of this number is found wrong; which decks lie there then, by their backs."""
    evening.seat(ANN, BOB)
    for each in range(1, 5):
        if each == number:
            evening.do(Report("counts 7 cards", "seen by the floor"), FLO)
        evening.rounds(1, ANN, BOB)
    return sorted(deck.backs for deck in evening.table.cards.day.decks)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("game", TWO_DECKS)
def test_two_decks_have_backs_of_different_colours_whichever_of_them_is_replaced(game: str, number: int) -> None:
    evening = Evening(definition(game, *TWO_DECKS[game])).open()
    assert found_wrong(evening, number) == ["blue", "red"]  # 38.2(b)2, 42.2(b)2, 43.2(b)
    received = [move["text"] for done in evening.dones for move in done.body["beside"] if "received" in str(move)]
    assert received[:2] == ["A deck with red backs is received", "A deck with blue backs is received"]
    assert received[2:] == [received[(number + 1) % 2]]
    again = rebuild(evening.defined, evening.entries)
    assert again.snapshot() == evening.table.snapshot()
    kept = evening.table.snapshot()
    assert kept is not None
    assert LiveTable.restore(evening.defined, kept).cards.colours_differ


def test_in_records_of_before_decks_were_numbered(store: Store) -> None:
    evening = KeptEvening(store, definition("packs"))
    sealed = Sealed(bytes(32), practice=but("colours_differ"))
    opened = evening.table.execute(OpenTable(100_000_00, "the day begins"), SUE, evening.at, sealed)
    evening.keep(opened, SUE)
    assert "colours_differ" not in opened.sealed
    assert found_wrong(evening, 2) == ["red", "red2"]
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun) == (None, 4)


@pytest.mark.parametrize(
    ("command", "actor", "later"),
    [
        (Report("counts 7 cards", "counted twice"), FLO, 0),
        (ChooseRules(("dealing=hand",), "another way"), SUE, 0),
        (Ready(ready=False), ANN, 24 * HOUR),
    ],
    ids=["the floor counted wrong", "other rules", "their time is over"],
)
def test_the_players_who_sit_there_see_the_next_deck_first(command: Command, actor: Actor, later: int) -> None:
    evening = Evening(definition("packs")).open()
    evening.do(Sit(3, CHIPS), ANN)
    evening.at += later
    evening.do(command, actor)
    if isinstance(command, Report):
        evening.rounds(1, ANN)
    seen = [text for done in evening.dones[2:] for move in done.body["beside"] if (text := move.get("text"))]
    received = sum("backs is received" in text for text in seen)
    assert received == (1 if isinstance(command, Report) else 2)
    assert seen.count("seat 3 inspected the cards") == received
