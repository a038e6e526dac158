"""Two people at one table, and one who watches: they see the same round, and each his own cards only."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.driving import Visit, Visits
from browser.playing import TABLE, Player
from browser.salon import Salon
from houseway.cards import UNKNOWN
from houseway.games import NAMES

SHORT = ("House Way", "Play", "Decline", "Stand", "Fold", "Bet", "Pass")  # to a result soon
HIDDEN = ("lucky8s", "lunar", "ultimate8")  # where a player decides with cards that others do not see
DELAY = 30_000  # milliseconds that who watches a game with hidden hands sees it late


def frames(visit: Visit) -> list[dict[str, Any]]:
    """All that a browser is told over its sockets from now on."""
    told: list[dict[str, Any]] = []
    visit.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(json.loads(frame))))
    return told


@pytest.mark.parametrize("game", NAMES)
def test_two_people_at_one_table(salon: Salon, comes: Visits, game: str) -> None:
    table = salon.table(game)
    ann, bob = (Player(comes(), table) for _ in range(2))
    told = frames(ann.visit)
    ann.sits(2)
    bob.sits(3)
    expect(ann.page.locator("hw-seat .plate")).to_have_count(2)
    ann.wagers()
    bob.wagers()
    ann.says_ready()
    bob.says_ready()
    for player in (ann, bob):
        player.visit.until(f"{TABLE}.view.now.phase !== 'betting'")
    ann.visit.until(f"!{TABLE}.isBehind")
    if game in HIDDEN:
        assert UNKNOWN not in ann.hand("2/hand")
        assert set(ann.hand("3/hand")) == {UNKNOWN}
        assert set(bob.hand("2/hand")) == {UNKNOWN}
        assert_backs_are_shown(ann, 3)
    else:
        assert ann.hand("3/hand") == bob.hand("3/hand")
    play_together(ann, bob)
    results = [player.page.evaluate(f"{TABLE}.view.result") for player in (ann, bob)]
    for each in results:
        each.pop("opened")  # sealed cards that he may know
    assert results[0] == results[1]
    if game != "blackjack":
        assert_never_told(told, 3)


def assert_backs_are_shown(player: Player, seat: int) -> None:
    """Another's cards lie there, and no picture of their faces."""
    ids = player.page.evaluate(f"area => {TABLE}.felt.at(area).map(({{ id }}) => id)", f"{seat}/hand")
    assert ids
    for each in ids:
        expect(player.page.locator(f"hw-felt [data-card='{each}'] img.back")).to_be_visible()
        expect(player.page.locator(f"hw-felt [data-card='{each}'] img.face")).to_have_count(0)


def assert_never_told(told: list[dict[str, Any]], seat: int) -> None:
    """No frame had a card of another's hand before it was turned over."""
    for frame in told:
        for move in frame.get("moves", []):
            if move["move"] == "cards" and move["target"] == f"{seat}/hand":
                assert set(move["cards"]) == {UNKNOWN}


def play_together(*players: Player) -> None:
    """Whoever is asked decides, until all are shown the result."""
    while True:
        shown = [player.page.locator("hw-deciding, hw-dock ul").count() and player.shown() for player in players]
        if all(each == "result" for each in shown):
            return
        for player, each in zip(players, shown, strict=True):
            if each == "deciding":
                player.decides(*SHORT)
        players[0].page.wait_for_timeout(50)


def test_the_coach_is_silent_beside_other_people(salon: Salon, comes: Visits) -> None:
    table = salon.table("lunar")
    ann, bob = Player(comes(), table), Player(comes(), table)
    ann.comes_in()
    ann.adds_bots(1)
    ann.page.get_by_role("tab", name="Coach").click()
    coach = ann.page.locator("hw-coach")
    coach.get_by_role("checkbox").check()
    expect(coach).to_contain_text("The coach speaks when you have to decide.")
    bob.sits(2)
    expect(coach).to_contain_text("The coach is silent while other people are at the table")
    ann.wagers("ante")
    bob.lets_go()
    while ann.deals() != "deciding":
        ann.next_round(salon)
        ann.wagers("ante")
        bob.lets_go()
    expect(coach).to_contain_text("The coach is silent")
    expect(coach.locator("table")).to_have_count(0)
    bob.page.get_by_role("button", name="Leave").click()
    expect(coach.locator("tr.best")).to_be_visible()


def test_who_watches_hidden_hands_sees_them_late_and_never_their_cards(salon: Salon, comes: Visits) -> None:
    table = salon.table("ultimate8")
    ann = Player(comes(), table)
    ann.comes_in()
    eve = Player(comes(), table)
    told = frames(eve.visit)
    eve.visit.go("table", table)
    expect(eve.page.get_by_text("You see this table half a minute late.")).to_be_visible()
    while ann.deals() != "deciding":
        ann.next_round(salon)
    assert eve.page.evaluate(f"{TABLE}.view.now.phase") != "playing"
    salon.forward(DELAY)
    eve.visit.until(f"{TABLE}.view.now.phase === 'playing' && !{TABLE}.isBehind")
    for seat in range(1, 7):
        assert set(eve.hand(f"{seat}/hand")) <= {UNKNOWN}
    expect(eve.page.locator("hw-deciding")).to_have_count(0)
    assert_never_told(told, ann.seat)


def test_a_meter_moves_for_who_sits_at_another_table(salon: Salon, comes: Visits) -> None:
    """Ann does nothing, and nobody else does at her table: the meter is that of Bob's table as well."""
    ann, bob = (Player(comes(), salon.table("lunar")) for _ in range(2))
    ann.sits(2)
    bob.sits(2)
    meter = f"{TABLE}.felt.meters.get('progressive')"
    before, version = ann.page.evaluate(meter), ann.version()
    bob.wagers("ante", "progressive")
    bob.says_ready()
    ann.visit.until(f"{meter} !== {before}")
    assert ann.version() == version
    bob.visit.until(f"!{TABLE}.isBehind")
    shown = bob.page.locator("hw-felt .meters strong").inner_text()
    expect(ann.page.locator("hw-felt .meters strong")).to_have_text(shown)
