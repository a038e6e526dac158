"""Bots of the house: they see what a person in their seat would see, decide by that alone, and are marked as bots."""

import threading
import time
from random import Random
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, SUE
from house.houses import CHIPS, Client, Running, defined
from house.test_live_views import cards_of
from house.test_running_worlds import Dealer, dealer
from houseway.cards import UNKNOWN, Card
from houseway.felt import Move, owner, seen_by
from houseway.games import NAMES
from houseway.house import bots
from houseway.house.commands import Actor, AddBot, DismissBot, Leave, Ready, Sit, Wager
from houseway.house.lobby import lobby
from houseway.house.pit import board
from houseway.house.store import Store
from houseway.house.views import felt
from houseway.procedure import Strategy, View
from houseway.refusal import Refusal

__all__ = ["dealer"]

BOT = "bot-Ada"


class Watched:
    """What bots were shown, and what the table would show a person in their seat at that moment."""

    def __init__(self, running: Running, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.running, self.table = running, table
        self.shown: list[tuple[bytes, Any]] = []
        decide = bots.act

        def act(strategy: Strategy, view: View) -> Any:
            live = running.live(table)
            person = felt(live, (view.seat,))
            assert (dict_of(view.felt.up), dict_of(view.felt.down)) == (person.up, person.down)
            mine = [area for area in view.felt.down if owner(area) == view.seat]
            for area, cards in view.felt.down.items():
                assert area in mine or set(cards) <= {UNKNOWN}
            assert set(view.ask.choices) == {view.seat}
            chosen = decide(strategy, view)
            said = msgspec.json.encode([view.seat, view.felt.up, view.felt.down, view.felt.chips, str(view.ask)])
            self.shown.append((said, chosen))
            return chosen

        monkeypatch.setattr(bots, "act", act)


def dict_of(lying: Any) -> dict[str, list[Card]]:
    return {area: list(cards) for area, cards in lying.items() if cards}


def with_bots(store: Store, game: str, seed: int = 1) -> Running:
    """Ann and two bots in a round, bots that decide before her and after her."""
    running = Running(store, seed=seed).open(defined(game))
    table = f"{game}-1"
    running.do(table, Sit(2, CHIPS), ANN)
    for seat in (1, 3):
        running.do(table, AddBot(seat), ANN)
    return running


@pytest.mark.parametrize("game", NAMES)
def test_a_bot_sees_what_a_person_in_its_seat_would_see(
    game: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(sqlite_url) as store:
        running, table = with_bots(store, game), f"{game}-1"
        watched = Watched(running, table, monkeypatch)
        for _ in range(3):
            running.bet(table, ANN)
            running.play(table, lambda choices, chance: choices.default)
            running.clock(table)
        assert len(watched.shown) >= (3 if game != "packs" else 0)  # at Pack's nobody decides
        assert all(chosen is not None for _, chosen in watched.shown)


@pytest.mark.parametrize("game", [game for game in NAMES if game != "packs"])
def test_a_bot_decides_the_same_whatever_is_hidden_from_it(
    dealer: Dealer, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum(_same_in_another_world(dealer, game, seed, monkeypatch) for seed in range(4)) >= 2


def _same_in_another_world(dealer: Dealer, game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """The first bot's first decision in two worlds that are the same to it."""
    dealer.swapped, dealer.where, dealer.seeds = {}, None, []
    with Store.open("sqlite://") as store:
        here, seen = _first_round(store, game, seed, monkeypatch)
        if not here:
            return False
        deck = dict.fromkeys(cards_in(store, game))
    free = [card for card in deck if card not in seen]
    dealer.swapped = dict(zip(free, Random(seed).sample(free, len(free)), strict=True))
    dealer.where = dealer.seeds[-1]
    with Store.open("sqlite://") as store:
        there, _ = _first_round(store, game, seed, monkeypatch)
    assert there[0] == here[0]
    return True


def _first_round(store: Store, game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], set[Card]]:
    """What the bots were shown and decided up to the first ask of a person; and what the first of them has seen."""
    running, table = with_bots(store, game, seed), f"{game}-1"
    with monkeypatch.context() as patched:
        watched = Watched(running, table, patched)
        live = running.live(table)
        offers = live.game.offers(live.rules)
        for offer in [offer for offer in offers if offer.required] or offers[:1]:
            running.do(table, Wager(2, offer.wager, max(10_00, offer.low)), ANN)
        running.do(table, Ready(), ANN)
        seat = msgspec.json.decode(watched.shown[0][0])[0] if watched.shown else None
        if seat is None and live.round is not None:
            running.play(table, lambda choices, chance: choices.default)
            seat = msgspec.json.decode(watched.shown[0][0])[0] if watched.shown else None
    moves: list[Move] = [move for told in running.live(table).told for move in told.moves]
    seen = {card for move in moves for card in cards_of(seen_by(move, seat))}
    return watched.shown[:1], seen


def cards_in(store: Store, game: str) -> tuple[Card, ...]:
    running = Running(store)
    running.house.look_for_tables()
    live = running.live(f"{game}-1")
    return live.game.deck(live.rules)


def test_bots_are_marked_wherever_they_are_shown(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        running = with_bots(store, "lunar")
        view = running.house.view("lunar-1", ANN)
        assert {person.name: person.bot for person in view.now.people} == {"Ann": False, BOT: True, "bot-Bea": True}
        (line,) = lobby(running.house)
        assert [(seated.seat, seated.bot) for seated in line.people] == [(1, True), (2, False), (3, True)]
        (pit,) = board(running.house).tables
        assert (pit.people, pit.bots) == (1, 2)
        kit = Actor("Kit", "player", bot=True)  # somebody's own
        running.give(CHIPS, kit)
        running.do("lunar-1", Sit(4, CHIPS), kit)
        assert [person.bot for person in running.house.view("lunar-1", ANN).now.people] == [True, False, True, True]


def test_who_looks_at_all_tables_does_not_wait_for_one_where_bots_think(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        running = with_bots(store, "lunar")
        shown, pit = lobby(running.house), board(running.house).tables
        held, let_go = threading.Event(), threading.Event()

        def think() -> None:
            with running.house.table("lunar-1").lock:
                held.set()
                let_go.wait(20)

        thinking = threading.Thread(target=think)
        thinking.start()
        held.wait()
        begun = time.monotonic()
        assert lobby(running.house) == shown
        assert board(running.house).tables == pit
        assert time.monotonic() - begun < 5
        let_go.set()
        thinking.join()
        running.do("lunar-1", Leave(), ANN)
        assert lobby(running.house) != shown


def test_nobody_speaks_for_a_bot(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        running = with_bots(store, "lunar")
        for command in (Ready(), Wager(1, "ante", 10_00)):
            assert "no name of a player" in running.refused("lunar-1", command, Actor(BOT, "player")).message
        eve = Actor("Eve", "player")
        with pytest.raises(Refusal, match="sit down first"):
            running.do("lunar-1", DismissBot(1), eve)
        assert running.do("lunar-1", DismissBot(1), ANN).answer == {"at_once": True}
        assert running.do("lunar-1", AddBot(1, reason="a quiet table"), SUE).answer == {"bot": BOT}


def test_bots_play_on_after_a_restart_as_they_would_have(sqlite_url: str) -> None:
    """What they decided is on the record, whatever their strategies say by now."""
    with Store.open(sqlite_url) as store:
        running = with_bots(store, "ultimate8")
        watching = Client(running, "ultimate8-1", ANN)
        running.deal("ultimate8-1", ANN)
        while running.live("ultimate8-1").round is not None:
            before = msgspec.json.encode(running.live("ultimate8-1").view(ANN).felt)
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(bots, "act", lambda strategy, view: None)
                running = running.again()
            assert msgspec.json.encode(running.live("ultimate8-1").view(ANN).felt) == before
            running.step("ultimate8-1")
        assert watching.versions
        assert running.live("ultimate8-1").state.phase == "result"
