"""What viewers get: worlds that differ in hidden cards look the same to the byte, at every version and reconnect."""

import msgspec
import pytest

from house.evenings import ANN, BOB, CLOCKS, EVE, SUE, Evening, definition
from house.stacking import Shuffler, shuffler
from houseway.asks import Act
from houseway.cards import UNKNOWN, Card
from houseway.felt import Announced, CardsMoved, Felt, Move, Revealed, fold, seen_by
from houseway.games import NAMES
from houseway.house import views
from houseway.house.commands import Actor, ChooseRules, Command, Decide, Leave, Ready, Sit
from houseway.house.definition import Clocks
from houseway.house.live import LiveTable
from houseway.house.views import eyes
from houseway.refusal import Refusal
from houseway.terminal.signs import inscriptions

__all__ = ["shuffler"]

HIDING = [name for name in NAMES if name != "blackjack"]  # there every card lies face up
VIEWERS = (ANN, BOB, EVE, SUE, Actor("Adm", "administrator"), Actor("Aud", "auditor"))


class Update(msgspec.Struct, frozen=True):
    """What somebody saw happen since a version, and how the table stands now."""

    version: int
    happened: tuple[views.Happened, ...]
    now: views.Now
    ask: views.AskView | None
    result: views.ResultView | None


def update_since(live: LiveTable, viewer: Actor, version: int) -> Update | None:
    happened = views.happened_since(live, viewer, version)
    if happened is None:
        return None
    shown = live.view(viewer)
    return Update(live.version, happened, shown.now, shown.ask, shown.result)


def dealt(game: str, seed: int = 1) -> Evening:
    """Ann and Bob play; at Pack's, where nobody decides, the round pauses."""
    clocks = Clocks(pause=1_000) if game == "packs" else CLOCKS
    evening = Evening(definition(game, clocks=clocks), seed).open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    return evening


@pytest.fixture
def same_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes of cards differ with the cards, as they must; nothing else may."""
    monkeypatch.setattr("houseway.house.shuffling.sealed", lambda order, seed, again: tuple("sealed" for _ in order))


@pytest.mark.usefixtures("same_seals")
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name)
def test_two_worlds_look_the_same_to_the_byte(shuffler: Shuffler, game: str, viewer: Actor) -> None:
    assert worlds(shuffler, game, viewer, 8) >= 2


@pytest.mark.long
@pytest.mark.usefixtures("same_seals")
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name)
def test_many_worlds_look_the_same_to_the_byte(shuffler: Shuffler, game: str, viewer: Actor) -> None:
    assert worlds(shuffler, game, viewer, 400) >= 100


@pytest.mark.usefixtures("same_seals")
def test_the_worlds_are_told_apart_by_somebody_who_sees_more(
    shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked for would be found: here the dealer's hand is shown to everybody."""
    monkeypatch.setattr("houseway.house.views.seen_by", lambda move, viewer: move)
    with pytest.raises(AssertionError, match="differ"):
        worlds(shuffler, "lunar", EVE, 8)


def worlds(shuffler: Shuffler, game: str, viewer: Actor, number: int) -> int:
    """Rounds, each up to some moment, in two worlds; how many could be compared."""
    compared = 0
    for seed in range(number):
        shuffler.swapped = {}
        evening = dealt(game, seed)
        evening.play(most=seed % 6)
        if evening.table.round is None:
            continue
        known = cards_known(evening.table, viewer.name)
        free = [card for card in dict.fromkeys(evening.table.game.deck(evening.table.rules)) if card not in known]
        shuffler.swapped = dict(zip(free, evening.chance.sample(free, len(free)), strict=True))
        compared += in_another_world(evening, viewer, shuffler.swapped)
    return compared


def in_another_world(evening: Evening, viewer: Actor, swapped: dict[Card, Card]) -> bool:
    """The same commands where other cards lie hidden: is every view of every version the same?

    False where the other cards would have to be shown, or somebody may not do there what he did here.
    """
    here, there = LiveTable(evening.defined), LiveTable(evening.defined)
    for command, actor, at, sealed in evening.commands:
        seen_before = here.version
        with unswapped(swapped):
            here.execute(command, actor, at, sealed)
        try:
            there.execute(exchanged(command, swapped), actor, at, sealed)
        except Refusal:
            return False
        if [type(move) for told in here.told for move in told.moves] != [
            type(move) for told in there.told for move in told.moves
        ]:
            return False
        assert bytes_of(here, viewer) == bytes_of(there, viewer), "the worlds differ"
        for since in (0, seen_before):
            updates = [msgspec.json.encode(update_since(table, viewer, since)) for table in (here, there)]
            assert updates[0] == updates[1], "the worlds differ"
    return True


class unswapped:  # noqa: N801  (used like the function it is)
    """For a moment the cards lie as in the first world."""

    def __init__(self, swapped: dict[Card, Card]) -> None:
        self.swapped, self.kept = swapped, dict(swapped)

    def __enter__(self) -> None:
        self.swapped.clear()

    def __exit__(self, *_: object) -> None:
        self.swapped.update(self.kept)


def exchanged(command: Command, swapped: dict[Card, Card]) -> Command:
    if not isinstance(command, Decide):
        return command
    cards = tuple(swapped.get(card, card) for card in command.cards)
    groups = tuple(tuple(swapped.get(card, card) for card in group) for group in command.groups)
    return msgspec.structs.replace(command, cards=cards, groups=groups)


def cards_known(table: LiveTable, name: str) -> set[Card]:
    """All that somebody has seen of the round so far."""
    moves = [move for told in table.told for move in told.moves]
    seats = eyes(table, name)
    shown = [min((seen_by(move, seat) for seat in (*seats, None)), key=unknown) for move in moves]
    return {card for move in shown for card in cards_of(move)}


def unknown(move: Move) -> int:
    return cards_of(move).count(UNKNOWN)


def cards_of(move: Move) -> tuple[Card, ...]:
    return move.cards if isinstance(move, CardsMoved | Revealed) else getattr(move, "cards", ())


def bytes_of(table: LiveTable, viewer: Actor) -> bytes:
    return msgspec.json.encode(table.view(viewer))


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name)
def test_no_role_sees_a_card_that_lies_face_down_before_another(game: str, viewer: Actor) -> None:
    evening = dealt(game)
    while evening.table.round is not None:
        view = evening.table.view(viewer)
        own = {"Ann": "1/", "Bob": "2/"}.get(viewer.name, "nobody's")
        hidden = {area: cards for area, cards in view.felt.down.items() if not area.startswith(own)}
        assert all(card == UNKNOWN for cards in hidden.values() for card in cards)
        real = evening.table.round.felt
        assert {area: len(cards) for area, cards in view.felt.down.items()} == {
            area: len(cards) for area, cards in real.down.items() if cards
        }
        if own in ("1/", "2/"):
            for area, cards in real.down.items():
                if area.startswith(own) and cards:
                    assert view.felt.down[area] == cards
        evening.play(most=1)


@pytest.mark.parametrize("game", NAMES)
def test_who_reconnects_has_the_state_that_the_moves_come_to(game: str) -> None:
    """The felt of the round's beginning, folded over the moves that a viewer was told, is the felt he is shown."""
    for seed in range(4):
        evening = Evening(definition(game), seed).open().seat(ANN, BOB)
        evening.rounds(1, ANN, BOB)
        before = evening.table.version
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        evening.play(most=seed)
        for viewer in (ANN, BOB, EVE):
            update = update_since(evening.table, viewer, before)
            assert update is not None
            assert update.version == evening.table.version
            assert folded(update) == evening.table.view(viewer).felt.up
            assert update_since(evening.table, viewer, evening.table.version + 1) is None
            assert update.ask == evening.table.view(viewer).ask


def folded(update: Update) -> dict[str, list[Card]]:
    opened = next(happened.opened for happened in update.happened if happened.opened is not None)
    start = Felt()
    start.up, start.down, start.chips = dict(opened.up), dict(opened.down), dict(opened.chips)
    felt = fold(start, [move for happened in update.happened for move in happened.moves])
    return {area: cards for area, cards in felt.up.items() if cards}


def test_who_is_asked_is_told_what_he_may_do_and_others_only_that_he_is_asked() -> None:
    evening = dealt("lunar")
    ann, eve = evening.table.view(ANN), evening.table.view(EVE)
    assert ann.ask is not None
    assert [choice.verb for choice in ann.ask.yours[1]] == ["buy", "exchange", "bet", "fold"]
    assert ann.ask.default == {1: "fold"}
    assert ann.ask.waiting == (1, 2)
    assert eve.ask is not None
    assert (eve.ask.yours, eve.ask.waiting) == ({}, (1, 2))
    exchange = ann.ask.yours[1][1]
    assert sorted(exchange.hand) == sorted(ann.felt.down["1/hand"])
    assert (exchange.least, exchange.most, exchange.costs) == (2, 5, 10_00)
    evening.decide(1, Act("fold"))
    ask = evening.table.view(BOB).ask
    assert ask is not None
    assert ask.waiting == (2,)
    update = update_since(evening.table, BOB, evening.table.version - 1)
    assert update is not None
    assert update.happened[0].moves == ()  # what Ann has decided is shown when all have


def test_cards_are_seen_by_whom_they_were_dealt_to_and_not_by_who_sits_there_later() -> None:
    evening = dealt("lunar")
    version = evening.table.version
    evening.play(lambda choices, chance: choices.default)
    evening.do(Leave(), ANN)
    evening.do(Sit(1, 1_000_00), EVE)
    update = update_since(evening.table, EVE, version - 1)
    assert update is not None
    dealt_to_one = [
        move
        for happened in update.happened
        for move in happened.moves
        if isinstance(move, CardsMoved) and move.target == "1/hand"
    ]
    assert dealt_to_one
    assert all(card == UNKNOWN for move in dealt_to_one for card in move.cards)
    assert dealt_to_one == [seen_by(move, None) for move in dealt_to_one]


def test_the_pit_sees_money_and_cards_due_and_players_do_not() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, chips=5_000_00)
    evening.rounds(3, ANN, BOB)
    assert evening.table.view(ANN).pit is None
    pit = evening.table.view(SUE).pit
    assert pit is not None
    assert pit.inventory == evening.table.inventory
    assert pit.drop >= 10_000_00
    assert pit.commission > 0
    assert pit.pots == {"ace_pot": evening.table.pot("ace_pot")}


@pytest.mark.parametrize("game", NAMES)
def test_the_sign_has_limits_and_the_pay_tables_in_force(game: str) -> None:
    sign = Evening(definition(game)).table.view(EVE).sign
    wanted = {
        "lucky8s": {"bonus"},
        "ultimate8": set[str](),
        "blackjack": {"main", "insurance", "pair", "lucky8"},
        "lunar": {"instant_cash", "super", "bet", "progressive"},
        "packs": {"five_card_progressive", "seven_card_progressive"},
    }
    assert {table.wager for table in sign.pay_tables} == wanted[game]
    assert all(offer.low <= offer.high for offer in sign.offers)
    assert bool(sign.offers) == (game != "ultimate8")
    assert sign.clocks["decision"] == 30_000


TIME_OUTS = {
    "lucky8s": ["Who does not decide in time folds; a hand left unset is set House Way"],
    "ultimate8": ["Who does not decide in time checks, or else folds; when a pattern is due, passes"],
    "blackjack": ["Who does not decide in time stands, without insurance"],
    "lunar": ["Who does not decide in time folds, and does not force the dealer"],
    "packs": [],  # nobody decides there
}


@pytest.mark.parametrize("game", NAMES)
def test_the_sign_has_what_is_written_at_the_table_and_the_policy_of_time_outs(game: str) -> None:
    table = Evening(definition(game)).table
    written = table.view(EVE).sign.inscriptions
    assert [text for text in written if "in time" in text] == TIME_OUTS[game]
    assert written is table.view(BOB).sign.inscriptions  # made once
    shown = [text.plain for text in inscriptions(game, table.rules)]
    assert [terminal.startswith(text) for terminal, text in zip(shown, written, strict=True)] == [True] * len(written)


def test_what_is_written_follows_the_rules_in_force() -> None:
    evening = Evening(definition("ultimate8"))
    evening.do(ChooseRules(("commission=7",), "a new sign"), SUE)
    assert "A commission of 7% is taken from every pot that is won" in evening.table.view(EVE).sign.inscriptions


def test_the_results_seed_is_shown_and_everybody_sees_the_same_payoffs() -> None:
    evening = dealt("lunar")
    evening.play()
    shown = {actor.name: evening.table.view(actor).result for actor in (ANN, EVE, SUE)}
    assert shown["Ann"] is not None
    assert shown["Ann"] == shown["Eve"] == shown["Sue"]
    assert shown["Ann"].seed is not None
    evening.clock()
    assert evening.table.view(ANN).result is None


def test_who_may_lay_is_told_what_is_to_be_beaten() -> None:
    """As the dealer has declared it last; nothing, where a pattern is led."""
    evening, compared, led = dealt("ultimate8"), 0, 0
    declared = ""
    for _ in range(200):
        live = evening.table
        if (running := live.round) is None:
            break
        for move in live.told[-1].moves:
            if isinstance(move, Announced) and move.text.startswith("The raise button"):
                declared = ""  # a new round of discarding is led
            elif isinstance(move, Announced) and move.clause == "42.10(c)" and "button" not in move.text:
                declared = move.text
        assert running.ask is not None
        if running.ask.kind == "discard":
            asked = views.ask(live, tuple(seat for seat in running.ask.choices if isinstance(seat, int)))
            assert asked is not None
            for choices in asked.yours.values():
                assert {choice.beats.capitalize() for choice in choices} == {declared}
            compared, led = compared + 1, led + (not declared)
        seat = running.waiting()[0]
        assert isinstance(seat, int)
        options = running.ask.choices[seat].options
        act = next(option for option in options if option.verb in ("lay", "check", "pass")).acts()
        evening.decide(seat, next(iter(act)))
    assert compared > led > 0
