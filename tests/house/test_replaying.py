"""Replay: the record of a finished round, step by step, as somebody may see it; hidden cards leave no trace in it."""

from collections.abc import Iterable

import msgspec
import pytest

from house.evenings import ANN, BOB, CLOCKS, EVE, SUE, Evening, definition
from house.kept import PLAYED
from house.stacking import Shuffler, shuffler
from house.test_live_views import cards_known, dealt, exchanged
from houseway.asks import Act
from houseway.cards import UNKNOWN, Card
from houseway.felt import Acted, CardsMoved, Felt, Move, Resolved, fold, owner, seen_by
from houseway.games import NAMES
from houseway.house.commands import CLOCK, Actor, Back, Fill, Ready, Sit, VoidRound, Wager
from houseway.house.definition import Clocks
from houseway.house.finished import Finished
from houseway.house.live import LiveTable
from houseway.house.rebuilding import salvage
from houseway.house.record import Entry, entry
from houseway.house.replaying import Replay, replay
from houseway.house.turn import Sealed
from houseway.refusal import Refusal
from houseway.telling import tell

__all__ = ["shuffler"]

WITH_ASKS = [name for name in NAMES if name != "packs"]
VIEWERS = ("Ann", "Bob", None)


def evening(game: str, seed: int = 1, clocks: Clocks = CLOCKS) -> Evening:
    made = Evening(definition(game, *PLAYED.get(game, ()), clocks=clocks), seed)
    return made.open().seat(ANN, BOB, bots=1)


def entries_of(entries: list[Entry], finished: Finished) -> list[Entry]:
    return entries[finished.opened[0] - 1 : finished.closed[0]]


def seen(played: Evening, viewer: str | None, number: int = -1) -> Replay:
    finished = played.table.finished[number]
    return replay(finished, entries_of(played.entries, finished), viewer)


def moves_of(shown: Replay) -> list[Move]:
    return [move for step in shown.steps for move in step.moves]


def written(played: Evening, number: int = -1) -> list[Move]:
    """The moves of a round as the record has them."""
    of = entries_of(played.entries, played.table.finished[number])
    bodies = [msgspec.json.decode(each.body) for each in of]
    return [msgspec.convert(move, Move) for body in bodies for move in body["moves"]]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_moves_are_those_of_the_record_as_the_viewer_saw_them(game: str, viewer: str | None) -> None:
    played = evening(game)
    played.rounds(4, ANN, BOB)
    seat = {"Ann": 1, "Bob": 2}.get(viewer or "")
    for number in range(4):
        shown = seen(played, viewer, number)
        assert moves_of(shown) == [seen_by(move, seat) for move in written(played, number)]
        assert [words for step in shown.steps for words in step.words] == [tell(move) for move in moves_of(shown)]
        assert shown.yours == ((seat,) if seat else ())
        resolved = [move.payoff for move in moves_of(shown) if isinstance(move, Resolved)]
        assert sorted(map(repr, resolved)) == sorted(map(repr, shown.payoffs))
        assert all(getattr(move, "clause", None) or isinstance(move, Resolved) for move in moves_of(shown))


@pytest.mark.parametrize("game", NAMES)
def test_the_first_felt_folded_over_the_moves_is_the_last(game: str) -> None:
    for seed in range(3):
        played = evening(game, seed)
        for actor in (ANN, BOB):
            played.bet(actor, ready=False)
        for actor in (ANN, BOB):
            played.do(Ready(), actor)
        played.play()
        shown = seen(played, "Ann")
        first = Felt()
        first.down, first.chips = dict(shown.felt.down), dict(shown.felt.chips)
        last = fold(first, moves_of(shown))
        assert played.table.playing is not None
        assert played.table.playing.round is not None
        real = played.table.playing.round.felt
        assert _lying(last.up) == _lying(real.up)
        assert {area: len(cards) for area, cards in _lying(last.down).items()} == {
            area: len(cards) for area, cards in _lying(real.down).items()
        }
        assert {area: cents for area, cents in last.chips.items() if cents} == {
            area: cents for area, cents in real.chips.items() if cents
        }
        net = {each.name: last.stake(f"{each.seat}/chips") - each.chips for each in shown.people}
        assert net == {each.name: shown.nets.get(each.name, 0) for each in shown.people}


def _lying(areas: dict[str, list[Card]]) -> dict[str, list[Card]]:
    return {area: cards for area, cards in areas.items() if cards}


@pytest.mark.parametrize("game", WITH_ASKS)
def test_every_decision_begins_a_step_with_who_took_it_and_what_was_asked(game: str) -> None:
    played = evening(game)
    played.rounds(6, ANN, BOB)
    kinds = set()
    for number in range(6):
        shown = seen(played, None, number)
        names = {each.seat: each.name for each in shown.people}
        for step in shown.steps:
            acted = [move for move in step.moves if isinstance(move, Acted)]
            assert acted == list(step.moves[:1]) * len(acted)
            assert (step.who, step.ask is not None) == ((names[acted[0].seat], True) if acted else (None, False))
            kinds |= {step.ask}
        assert [step.version for step in shown.steps] == sorted(step.version for step in shown.steps)
    asked = {
        "lucky8s": {"set", "call"},
        "ultimate8": {"bet", "discard"},
        "blackjack": {"hand"},
        "lunar": {"elect", "bet or fold"},
    }
    assert kinds - {None} >= asked[game]


def test_the_round_tells_who_was_in_it_and_its_rules() -> None:
    played = evening("lunar")
    played.rounds(1, ANN, BOB)
    shown = seen(played, "Bob")
    assert (shown.table, shown.game, shown.title, shown.number) == ("lunar-1", "lunar", "Lunar Poker", 1)
    assert [(each.seat, each.name, each.seated, each.bot) for each in shown.people] == [
        (1, "Ann", True, False),
        (2, "Bob", True, False),
        (3, "bot-Ada", True, True),
    ]
    assert shown.rules == played.table.rules.written()
    assert set(shown.felt.down) == {"shoe"}
    assert shown.felt.down["shoe"] == [UNKNOWN] * 52
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Replay) == shown


def test_a_shoe_that_is_dealt_on_has_as_many_cards_as_were_left() -> None:
    played = evening("blackjack")
    played.rounds(2, ANN, BOB)
    first, second = seen(played, "Ann", 0), seen(played, "Ann", 1)
    dealt_first = [move for move in moves_of(first) if isinstance(move, CardsMoved) and move.source == "shoe"]
    assert len(first.felt.down["shoe"]) == 52
    assert len(second.felt.down["shoe"]) == 52 - sum(len(move.cards) for move in dealt_first)


def test_who_backs_a_spot_is_named_with_it() -> None:
    played = Evening(definition("lucky8s")).open()
    played.do(Back(4, 1_000_00), ANN)
    played.do(Wager(4, "ante", 10_00), ANN)
    played.do(Ready(), ANN)
    played.decide(4, Act("house way"))
    played.decide(4, Act("fold"))
    shown = seen(played, "Ann")
    assert [(each.seat, each.name, each.seated, each.chips) for each in shown.people] == [(4, "Ann", False, 1_000_00)]
    assert shown.yours == (4,)
    hand = [move for move in moves_of(shown) if isinstance(move, CardsMoved) and owner(move.target) == 4]
    assert hand
    assert all(UNKNOWN not in move.cards for move in hand)


def begun(game: str, clocks: Clocks = CLOCKS) -> Evening:
    played = evening(game, clocks=clocks)
    for actor in (ANN, BOB):
        played.bet(actor, ready=False)
    for actor in (ANN, BOB):
        played.do(Ready(), actor)
    return played


def test_a_round_that_was_voided_failed_or_given_up_is_shown_as_it_went() -> None:
    void = begun("lunar")
    void.do(VoidRound("a fire"), SUE)
    failed = Evening(definition("lunar")).open().seat(ANN)
    failed.bet(ANN)
    assert failed.table.round is not None
    failed.table.round.table.felt.chips.clear()  # nobody can pay from what is not there
    failed.decide(1, Act("bet"))
    lost = begun("lunar")
    lost.table, done = salvage(lost.defined, lost.entries, lost.at, Sealed(bytes(32)))
    lost.keep(done, CLOCK)
    for played in (void, failed, lost):
        shown = seen(played, "Ann")
        assert shown.void
        assert set(shown.nets.values()) == {0}
        assert moves_of(shown) == [seen_by(move, 1) for move in written(played)]
        assert any(isinstance(move, CardsMoved) and move.target == "1/hand" for move in moves_of(shown))
    assert (seen(void, "Ann").failed, seen(failed, "Ann").failed) == (None, "the house could not go on with it")


def test_what_moved_meanwhile_and_what_the_floor_said_in_a_pause_is_in_its_place() -> None:
    played = begun("packs", Clocks(pause=1_000))
    played.do(Fill(77_00, "low"), SUE)
    played.do(Sit(5, 1_000_00), EVE)
    played.do(VoidRound("a fire"), SUE)
    shown = seen(played, "Eve")
    assert moves_of(shown) == [seen_by(move, None) for move in written(played)]
    assert any("77 in chips: cage to inventory" in words for step in shown.steps for words in step.words)
    assert shown.void


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", [ANN, EVE, SUE], ids=lambda viewer: viewer.name)
def test_two_worlds_are_replayed_alike_to_the_byte(shuffler: Shuffler, game: str, viewer: Actor) -> None:
    assert worlds(shuffler, game, viewer, 12) >= 3


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", [ANN, EVE, SUE], ids=lambda viewer: viewer.name)
def test_many_worlds_are_replayed_alike_to_the_byte(shuffler: Shuffler, game: str, viewer: Actor) -> None:
    assert worlds(shuffler, game, viewer, 400) >= 100


def test_the_worlds_are_told_apart_by_somebody_who_sees_more(
    shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked for would be found: here everything is shown to everybody."""
    monkeypatch.setattr("houseway.house.views.seen_by", lambda move, viewer: move)
    with pytest.raises(AssertionError, match="differ"):
        worlds(shuffler, "lunar", EVE, 12)


def worlds(shuffler: Shuffler, game: str, viewer: Actor, number: int) -> int:
    """Rounds in two worlds that differ in cards which the viewer never saw; how many could be compared."""
    compared = 0
    for seed in range(number):
        shuffler.swapped = {}
        played = dealt(game, seed)
        played.play()
        known = cards_known(played.table, viewer.name)
        free = [card for card in dict.fromkeys(played.table.game.deck(played.table.rules)) if card not in known]
        swapped = dict(zip(free, played.chance.sample(free, len(free)), strict=True))
        shuffler.swapped = swapped
        there = in_another_world(played, swapped)
        if there is not None and there[0].payoffs == played.table.finished[-1].payoffs:
            here = msgspec.json.encode(seen(played, viewer.name))
            assert here == msgspec.json.encode(replay(*there, viewer.name)), "the worlds differ"
            compared += 1
    return compared


def in_another_world(played: Evening, swapped: dict[Card, Card]) -> tuple[Finished, list[Entry]] | None:
    """The same commands where other cards lie hidden; None where somebody may not do there what he did here, or the
    same moves do not follow."""
    table, entries = LiveTable(played.defined), list[Entry]()
    for command, actor, at, sealed in played.commands:
        try:
            done = table.execute(exchanged(command, swapped), actor, at, sealed)
        except Refusal:
            return None
        entries.append(entry(played.stream, table.version, at, actor.name, None, done))
    if not table.finished or _kinds(table) != _kinds(played.table):
        return None
    finished = table.finished[-1]
    return finished, entries_of(entries, finished)


def _kinds(table: LiveTable) -> list[type[Move]]:
    return [type(move) for told in table.told for move in told.moves]


def test_no_hidden_card_is_in_what_somebody_is_given() -> None:
    """Looked for by itself: every card of the moves was dealt to the viewer's seat, or shown to all."""
    for game in ("lunar", "ultimate8"):
        played = evening(game)
        played.rounds(5, ANN, BOB)
        for number in range(5):
            everybody = _cards(seen_by(move, None) for move in written(played, number))
            own = _cards(seen_by(move, 1) for move in written(played, number))
            assert _cards(moves_of(seen(played, None, number))) == everybody
            assert _cards(moves_of(seen(played, "Ann", number))) == own | everybody
            assert UNKNOWN in own


def _cards(moves: Iterable[Move]) -> set[Card]:
    return {card for move in moves for card in getattr(move, "cards", ())}
