"""The pit: opening and closing, rules, inventories, cards, and irregularities by their words."""

import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, FLO, RULES, SUE, Evening, definition
from houseway import games
from houseway.asks import Act
from houseway.games import NAMES
from houseway.house.commands import (
    ChangeCards,
    ChooseRules,
    CloseTable,
    CollectCommission,
    CountDrop,
    Leave,
    OpenTable,
    Ready,
    Recut,
    Report,
    Sit,
    VoidRound,
    Wager,
)
from houseway.house.definition import Clocks
from houseway.house.floor import can_be_reported
from houseway.irregularity import Kind
from houseway.shoe import commitment, shuffled

DAY = 24 * 3_600_000


def said(evening: Evening) -> list[str]:
    """What was announced beside the round in the last command."""
    return [move["text"] for move in evening.dones[-1].body["beside"] if move["move"] == "announced"]


def test_a_table_is_opened_by_its_rulebook_and_closed_again() -> None:
    evening = Evening(definition("lunar")).open(inventory=500_00)
    assert evening.table.inventory == 500_00
    assert "The table is open" in said(evening)
    assert "open already" in evening.refused(OpenTable(0, "again"), SUE).message
    evening.seat(ANN, bots=1)
    evening.bet(ANN, ready=False)
    evening.do(CloseTable("the night"), SUE)
    assert "The table is closed" in said(evening)
    assert evening.table.state.people == {}
    assert evening.balances["wallet/Ann"] == 100_000_000_00
    assert evening.refused(Sit(1, CHIPS), ANN).message == "the table is closed: choose an open one in the lobby"
    evening.do(OpenTable(0, "a new day"), SUE)
    evening.seat(ANN)
    evening.rounds(2, ANN)


def test_a_table_that_is_closed_in_a_round_closes_after_it() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.bet(ANN)
    assert evening.do(CloseTable("the night"), SUE).body["answer"] == {"at_once": False}
    assert evening.refused(Sit(3, CHIPS), EVE).message == "the table is closed: choose an open one in the lobby"
    evening.decide(1, Act("fold"))
    assert evening.table.state.phase == "closed"
    assert evening.dones[-1].event == "round.closed/1"
    assert evening.table.round_file(1, "Ann").startswith("# lunar at lunar-1, round 1")


def test_the_commitment_is_published_before_betting_and_the_seed_after_the_round() -> None:
    evening = Evening(definition("lunar")).open()
    assert evening.table.view(ANN).now.shuffle.commitment is None
    done = evening.do(Sit(1, CHIPS), ANN)
    published = evening.table.view(EVE).now.shuffle.commitment
    assert published is not None
    assert published == done.body["commitment"]
    evening.bet(ANN)
    assert published.encode() in b"".join(entry.body for entry in evening.entries)
    assert "seed" not in evening.dones[-1].body
    evening.play()
    closed = evening.dones[-1].body["closed"]
    assert closed["commitment"] == published == commitment(bytes.fromhex(closed["seed"]))
    assert evening.table.finished[-1].shoe == shuffled(range(52), bytes.fromhex(closed["seed"]), 1)


def test_at_blackjack_the_shoe_stays_until_the_cut_card_and_only_then_its_seed_is_shown() -> None:
    evening = Evening(definition("blackjack", "decks=1", "cut_card=20")).open().seat(ANN, BOB)
    evening.rounds(12, ANN, BOB)
    closed = [done.body["closed"] for done in evening.dones if "closed" in done.body]
    shoes = [closed["commitment"] for closed in closed]
    assert 1 < len(set(shoes)) < 12
    for shown, after in zip(closed, shoes[1:], strict=False):
        assert (shown["seed"] is None) == (shown["commitment"] == after)
    for finished in evening.table.finished:
        seed = evening.table.seeds.get(finished.commitment)
        if seed is not None:
            order = shuffled(range(52), bytes.fromhex(seed))
            assert order[finished.offset : finished.offset + len(finished.shoe)] == finished.shoe


@pytest.mark.parametrize("game", ["lucky8s", "ultimate8", "lunar", "packs"])
def test_nobody_plays_and_the_cards_are_spread_until_somebody_comes(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.do(Leave(), actor)
    assert evening.table.cards.are_spread
    evening.do(Sit(2, CHIPS), ANN)
    assert "seat 2 inspected the cards" in said(evening)
    assert evening.table.cards.shoe is not None


def test_rules_are_in_force_from_the_next_round_on() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    assert evening.refused(ChooseRules(("bonus_table=9",), "why not"), SUE).clause == "50.6(n)"
    assert "no option" in evening.refused(ChooseRules(("dance=yes",), "why not"), SUE).message
    evening.bet(ANN, ready=False)
    assert evening.do(ChooseRules(("bonus_table=5",), "a new sign"), SUE).body["answer"]["at_once"] is False
    assert evening.table.rules.written()["bonus_table"] == "1"
    assert evening.table.view(ANN).sign.next_rules == ("bonus_table=5",)
    evening.do(Ready(), ANN)
    evening.do(ChooseRules(("bonus_table=4",), "another one"), SUE)
    evening.play()
    assert evening.table.finished[-1].rules == ()
    evening.clock()
    assert evening.table.rules.written()["bonus_table"] == "4"
    assert evening.dones[-1].body["rules"] == ["bonus_table=4"]
    assert evening.do(ChooseRules((), "back"), SUE).body["answer"]["at_once"] is True
    assert evening.table.rules.written()["bonus_table"] == "1"
    evening.rounds(1, ANN)


def test_a_seat_that_somebody_has_does_not_go_away() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Sit(6, CHIPS), ANN)
    assert (
        "which these rules do not have: make him leave first"
        in evening.refused(ChooseRules(("positions=5",), "smaller"), SUE).message
    )
    evening.do(Wager(6, "ante", 10_00), ANN)
    evening.do(ChooseRules(("bonus_table=2",), "any"), SUE)
    evening.do(ChooseRules(("positions=6",), "as it was"), SUE)


def test_a_meter_that_new_rules_bring_is_paid_for_by_the_cage() -> None:
    evening = Evening(definition("packs", "five_card=A")).open().seat(ANN)
    assert evening.table.meters == {}
    done = evening.do(ChooseRules(("seven_card_progressive=A",), "more fun"), SUE)
    aside = {"meter/packs-1.seven_card": 5_000_00, "reserve/packs-1.seven_card": 5_000_00}
    assert dict(done.transfer) == {"cage": -10_000_00, **aside}
    evening.do(ChooseRules((), "less"), SUE)
    assert evening.table.meters == {}
    done = evening.do(ChooseRules(("seven_card_progressive=A",), "more again"), SUE)
    assert done.transfer == ()  # it still shows what it showed


def test_the_cards_are_cut_again_before_the_deal() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    before = evening.table.cards.shoe
    evening.do(Recut("a doubt"), SUE)
    assert evening.table.cards.shoe is not before
    assert evening.table.view(ANN).now.shuffle.cuts == 2
    evening.bet(ANN)
    assert "before the deal" in evening.refused(Recut("too late"), SUE).message
    evening.play()
    finished = evening.table.finished[-1]
    assert finished.shoe == shuffled(range(52), bytes.fromhex(finished.seed), 2)
    assert "--cuts 2" in evening.table.round_file(1, "Ann")


@pytest.mark.parametrize("game", ["lucky8s", "packs", "blackjack"])
def test_cards_that_are_not_cut_are_not_cut_again(game: str) -> None:
    assert "not cut again" in Evening(definition(game)).open().seat(ANN).refused(Recut("a doubt"), SUE).message


@pytest.mark.parametrize("game", NAMES)
def test_cards_are_changed_when_their_time_is_over_or_the_floor_wants_it(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    decks = list(evening.table.cards.day.decks)
    evening.do(ChangeCards("a mark on the nine of hearts"), FLO)
    assert any("a mark on the nine of hearts" in text for text in said(evening))
    assert not {id(deck) for deck in decks} & {id(deck) for deck in evening.table.cards.day.decks}
    assert evening.table.cards.change_due(evening.at) == []
    evening.at += DAY
    assert evening.table.cards.change_due(evening.at) != []
    evening.do(ChangeCards("due"), FLO)
    assert evening.table.cards.change_due(evening.at) == []
    evening.rounds(1, ANN, BOB)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("later", [0, DAY])
def test_cards_are_changed_where_nobody_plays(game: str, later: int) -> None:
    """They lie spread, where the rulebook says so: the new ones too, until somebody comes."""
    evening = Evening(definition(game)).open()
    evening.at += later
    status = evening.table.cards.day.status
    evening.do(ChangeCards("due" if later else "a mark on the nine of hearts"), FLO)
    assert evening.table.cards.day.status == status
    evening.seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)


IRREGULARITIES = [(name, kind) for name in NAMES for kind in can_be_reported(games.load(name))]
WITH_DEVICES = {
    "lunar": ("shuffler=counting", "dealing=automated_shoe"),
    "packs": ("counting_shuffler=yes", "dealing=automated_shoe"),
    "ultimate8": ("shuffler=counting",),
}


@pytest.mark.parametrize(
    ("game", "kind"), IRREGULARITIES, ids=lambda each: each if isinstance(each, str) else each.kind
)
def test_an_irregularity_is_entered_by_its_words(game: str, kind: Kind) -> None:
    """In betting, where it strikes while the cards are dealt; else where the round stands."""
    clocks = Clocks(pause=1_000)
    evening = (
        Evening(definition(game, *RULES.get(game, ()), *WITH_DEVICES.get(game, ()), clocks=clocks))
        .open()
        .seat(ANN, BOB)
    )
    words = kind.words.format(seat=2, number=9 if "to pack" not in kind.words else 3, name="1")
    if "not accepted" in kind.words:
        words = words.replace(" 1 ", " five_card_1 ")
    if kind.dealing:
        evening.do(Report(words, "seen by the floor"), FLO)
    else:
        evening.refused(Report(words, "too early"), FLO)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    opened = evening.dones[-1]
    if kind.dealing:
        assert evening.table.playing is not None
        is_left_out = evening.table.playing.setup.dealing == () and kind.spoils is None
        assert ("left_out" in opened.body) == is_left_out
        if evening.table.state.phase == "playing":
            assert evening.refused(Report(words, "too late"), FLO).clause == kind.clause
    else:
        done = evening.do(Report(words, "seen by the floor"), FLO)
        assert done.event in ("round.reported/1", "round.voided/1", "round.closed/1")
        assert [move for move in done.body["moves"] if move["move"] == "announced"]
    while evening.table.state.phase == "playing":
        evening.clock()
    assert [done for done in evening.dones if "failed" in done.sealed] == []


@pytest.mark.parametrize("game", NAMES)
def test_a_round_is_voided_by_a_supervisor_alone(game: str) -> None:
    evening = Evening(definition(game, clocks=Clocks(pause=1_000))).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    for actor in (FLO, SUE):
        assert "supervisor" in evening.refused(Report("voids the round", "I say so"), actor).message
    evening.refused(VoidRound("I say so"), FLO)
    assert evening.do(VoidRound("a foreign card"), SUE).event == "round.voided/1"


@pytest.mark.parametrize(
    ("game", "words", "why"),
    [
        ("packs", "automated shoe jams", "automated shoe"),
        ("packs", "shuffler counts 7 cards", "does not count"),
        ("packs", "deals 5 cards to seat 9", "no seat 9"),
        ("packs", "finds seat 1 pack_9 not accepted", "no progressive wager"),
        ("lunar", "shuffler counts 51 cards", "counts"),
        ("lucky8s", "deals 8 cards to seat 1", "correct number"),
        ("lucky8s", "deals 99 cards to seat 1", "at most"),
        ("lucky8s", "deals 99 cards to the dealer", "at most"),
        ("lunar", "deals 5 cards to seat 1", "correct number"),
        ("lunar", "deals 5 cards to the dealer", "correct number"),
        ("lunar", "deals 1 new cards to the dealer", "correct number"),
        ("lunar", "deals 99 cards to seat 1", "at most"),
        ("lunar", "deals 99 new cards to seat 1", "at most 42"),
        ("packs", "deals 5 cards to seat 1", "correct number"),
        ("packs", "deals 5 cards to the dealer", "correct number"),
        ("packs", "deals 2 cards to pack 1", "correct number"),
        ("packs", "deals 99 cards to seat 1", "the deck has 52 cards"),
        ("ultimate8", "deals 8 cards to seat 1", "correct number"),
        ("ultimate8", "deals 99 cards to seat 6", "at most 32"),
    ],
)
def test_what_can_never_happen_at_a_table_is_refused(game: str, words: str, why: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN)
    refusal = evening.refused(Report(words, "seen by the floor"), FLO)
    assert why in refusal.message
    assert refusal.clause is not None
    assert evening.table.state.foreseen == []


def test_what_can_happen_only_where_the_button_stands_is_entered() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    evening.do(Report("deals 32 cards to seat 6", "seen by the floor"), FLO)
    evening.rounds(1, ANN, BOB)
    beside = [move["text"] for done in evening.dones for move in done.body["beside"] if move["move"] == "announced"]
    assert "'deals 32 cards to seat 6' is left out: the deck has at most 12 cards for seat 6, not 32" in beside


def test_what_cannot_happen_in_a_deal_is_left_out_alone_and_told() -> None:
    evening = Evening(definition("packs")).open().seat(ANN, BOB)
    evening.do(Report("deals 6 cards to seat 2", "seen by the floor"), FLO)
    evening.do(Report("exposes a card before the wagers", "seen by the floor"), FLO)
    evening.bet(ANN)
    assert evening.table.finished[-1].payoffs[0].clause == "43.13(a)"
    assert "'deals 6 cards to seat 2' is left out: nobody plays at seat 2" in said(evening)


def test_what_was_entered_for_the_deal_is_taken_back_or_goes_with_the_table() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    words = "deals 6 cards to seat 1"
    assert "entered: nothing" in evening.refused(Report(words, "mistaken", taken_back=True), FLO).message
    evening.do(Report(words, "seen by the floor"), FLO)
    evening.do(Report(words, "mistaken", taken_back=True), FLO)
    assert evening.table.state.foreseen == []
    evening.do(Report(words, "seen by the floor"), FLO)
    evening.do(CloseTable("late"), SUE)
    assert evening.table.state.foreseen == []


@pytest.mark.parametrize("game", ["ultimate8", "lunar", "packs"])
def test_a_deck_that_is_found_wrong_leaves_the_table(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    decks = list(evening.table.cards.day.decks)
    evening.do(Report("counts 7 cards", "seen by the floor"), FLO)
    evening.rounds(1, ANN, BOB)
    (left,) = [deck for deck in decks if all(deck is not each for each in evening.table.cards.day.decks)]
    assert len(evening.table.cards.day.decks) == len(decks)
    beside = [move["text"] for done in evening.dones for move in done.body["beside"] if move["move"] == "announced"]
    assert f"The deck with {left.backs} backs is removed: it was found wrong" in beside
    evening.rounds(1, ANN, BOB)


def test_a_shuffler_that_is_removed_stays_away_until_the_table_is_opened_again() -> None:
    evening = Evening(definition("packs")).open().seat(ANN)
    evening.do(Report("removes the shuffler", "it is loud"), FLO)
    assert by_device(evening)
    evening.rounds(2, ANN)
    assert not by_device(evening)
    evening.do(CloseTable("late"), SUE)
    evening.do(OpenTable(0, "early"), SUE)
    assert by_device(evening)


def by_device(evening: Evening) -> bool:
    return evening.table.cards.day.by_device


def test_a_card_that_the_floor_finds_face_up_is_not_used() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Report("finds card 3 face up", "seen by the floor"), FLO)
    assert "no card 99" in evening.refused(Report("finds card 99 face up", "seen by the floor"), FLO).message
    evening.bet(ANN)
    aside = [move for move in evening.dones[-1].body["moves"] if move.get("clause") == "50.9(a)"]
    assert len(aside) == 1
    assert list(aside[0]["cards"]) == [evening.table.playing.setup.shoe.order[2]]  # type: ignore[union-attr]


def test_words_that_the_floor_does_not_know_are_refused() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    told = evening.refused(Report("dances", "why not"), FLO).message
    assert "does not know 'dances'" in told
    assert "say one that `houseway settle --help` lists" in told
    evening.bet(ANN)
    assert "nobody plays" in evening.refused(Report("seat 2 communicates", "he talks"), FLO).message
    evening.do(Report("seat 1 communicates", "she talks"), FLO)
    assert [payoff.clause for payoff in evening.table.finished[-1].payoffs] == ["38.10(f)"]


def test_the_drop_box_is_counted_and_commission_collected() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    dropped = evening.balances["drop/ultimate8-1"]
    assert dropped == 2 * CHIPS
    evening.do(CountDrop("the day ends"), SUE)
    assert evening.dones[-1].body["answer"] == {"amount": dropped}
    assert evening.balances["drop/ultimate8-1"] == 0
    assert "nothing in the drop box" in evening.refused(CountDrop("again"), SUE).message
    assert "nothing in the commission box" in evening.refused(CollectCommission("none yet"), SUE).message
    evening.rounds(5, ANN, BOB)
    taken, cage = evening.balances["commission/ultimate8-1"], evening.balances["cage"]
    assert taken > 0
    evening.do(CollectCommission("the day ends"), SUE)
    assert (evening.balances["commission/ultimate8-1"], evening.balances["cage"]) == (0, cage + taken)
