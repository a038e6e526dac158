"""A shuffle that the floor rejects is not dealt: the house publishes another one."""

from itertools import product

import pytest

from house.evenings import ANN, BOB, FLO, Evening, definition
from house.kept import KeptEvening, audited
from house.settled import settled
from houseway import games
from houseway.games import NAMES
from houseway.house.commands import Ready, Report
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.refusal import Refusal

JAMS, COUNTS, COUNTS_RIGHT = "shuffler jams", "shuffler counts 51 cards", "shuffler counts 52 cards"
DEVICES = {  # every option that says by which devices, and of how many decks, cards are shuffled and dealt
    "dealing": ("whole_deck", "hand_shuffle", "groups_of_eight", "manual_shoe", "hand", "automated_shoe"),
    "shuffler": ("none", "automated", "counting"),
    "counting_shuffler": ("no", "yes"),
    "two_decks": ("no", "yes"),
}


def tables() -> list[tuple[str, tuple[str, ...], str]]:
    """Every game with each of its ways to shuffle and deal, and the faults that its shuffler can have."""
    found = []
    for name in NAMES:
        game = games.load(name)
        own = [option for option in DEVICES if option in game.rules.__struct_fields__]
        for values in product(*(DEVICES[option] for option in own)):
            chosen = tuple(f"{option}={value}" for option, value in zip(own, values, strict=True))
            try:
                rules = game.rules.read(chosen)
            except Refusal:
                continue
            if game.day.jam is not None and game.day.by_device(rules):
                found.append((name, chosen, JAMS))
                if "counting" in values or "counting_shuffler=yes" in chosen:
                    found.append((name, chosen, COUNTS))
    return found


TABLES = tables()


def test_every_way_to_shuffle_is_tried() -> None:
    assert {name for name, _, _ in TABLES} == {"lucky8s", "ultimate8", "lunar", "packs"}
    assert {name for name, _, words in TABLES if words == COUNTS} == {"ultimate8", "lunar", "packs"}
    assert len(TABLES) > 20


@pytest.mark.parametrize(("game", "rules", "words"), TABLES)
def test_another_shuffle_is_published_and_ready_players_say_so_again(
    game: str, rules: tuple[str, ...], words: str
) -> None:
    evening = _ready(Evening(definition(game, *rules)).open().seat(ANN, BOB, bots=1))
    before, decks = evening.table.cards.commitment, _received(evening)
    done = evening.do(Report(words, "seen"), FLO)
    after = evening.table.cards.commitment
    assert before != after == done.body["commitment"] == evening.table.view(BOB).now.shuffle.commitment
    assert (_received(evening) == decks) == (words == JAMS)
    assert evening.table.state.foreseen == []
    assert [person.name for person in evening.table.view(ANN).now.people if person.ready and not person.bot] == []
    evening.do(Ready(), BOB)
    assert evening.table.round is None, "Ann has not seen these cards' commitment"
    evening.do(Ready(), ANN)
    assert evening.table.state.number == 1
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


@pytest.mark.parametrize(
    ("game", "rules", "words"),
    [
        ("lucky8s", (), JAMS),
        ("ultimate8", ("shuffler=counting", "two_decks=yes"), COUNTS),
        ("lunar", ("shuffler=counting", "dealing=automated_shoe"), COUNTS),
        ("lunar", ("shuffler=automated", "dealing=hand"), JAMS),
        ("packs", ("counting_shuffler=yes",), COUNTS),
    ],
)
def test_the_round_is_dealt_from_it_and_its_file_says_so(
    game: str, rules: tuple[str, ...], words: str, sqlite_store: Store
) -> None:
    evening = KeptEvening(sqlite_store, definition(game, *rules))
    evening.open().seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    for _ in range(2):
        done = evening.do(Report(words, "seen"), FLO)
        published = evening.table.cards.commitment
        evening.rounds(1, ANN, BOB)
        finished = evening.table.finished[-1]
        assert finished.commitment == published
        assert done.body["answer"]["clause"] not in {payoff.clause for payoff in finished.payoffs}, "nothing is void"
        assert settled(evening.table.round_file(finished.number, "Ann")) == []
    assert [each.number for each in evening.table.finished] == [1, 2, 3]
    verified, audit = audited(sqlite_store)
    assert (verified.problem, audit.rerun) == (None, 3)


@pytest.mark.parametrize("words", [JAMS, COUNTS])
def test_between_two_rounds_the_next_shuffle_is_another(words: str) -> None:
    evening = Evening(definition("packs", "counting_shuffler=yes")).open().seat(ANN)
    evening.bet(ANN)
    while evening.table.round is not None:
        evening.clock()
    assert evening.table.view(ANN).now.phase == "result"
    played, decks = evening.table.cards.commitment, _received(evening)
    evening.do(Report(words, "seen"), FLO)
    assert (_received(evening) == decks) == (words == JAMS)
    evening.clock()
    assert evening.table.cards.commitment not in (None, played)
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_the_players_who_sit_there_inspect_the_other_deck() -> None:
    evening = Evening(definition("packs", "counting_shuffler=yes")).open().seat(ANN, BOB)
    done = evening.do(Report(COUNTS, "seen"), FLO)
    said = [move["text"] for move in done.body["beside"] if move["move"] == "announced"]
    assert said[:2] == ["The shuffler counts 51 cards", "The deck with red backs is removed: it was found wrong"]
    assert "seat 1 inspected the cards" in said


def test_a_right_count_leaves_the_shuffle_where_it_is() -> None:
    evening = Evening(definition("lunar", "shuffler=counting")).open().seat(ANN)
    before = evening.table.cards.commitment
    evening.do(Report(COUNTS_RIGHT, "seen"), FLO)
    assert evening.table.cards.commitment == before
    assert evening.table.state.foreseen == [COUNTS_RIGHT]


def test_cards_that_lie_spread_are_in_no_shuffler() -> None:
    evening = Evening(definition("packs")).open()
    assert evening.table.cards.are_spread
    refused = evening.refused(Report(JAMS, "seen"), FLO)
    assert (refused.clause, "lie spread" in refused.message) == ("43.13(d)", True)


def _ready(evening: Evening) -> Evening:
    """Ann has wagered and is ready; Bob is waited for."""
    if evening.table.game.wagers:
        evening.bet(ANN, ready=False)
    evening.do(Ready(), ANN)
    assert evening.table.state.phase == "betting"
    assert evening.table.person("Ann").ready
    return evening


def _received(evening: Evening) -> int:
    """How many decks came to the table so far."""
    return evening.table.cards.day.received
