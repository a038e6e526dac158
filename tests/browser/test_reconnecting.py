"""The line breaks in the middle of a round: it comes back by itself, all is as it was, and nothing is done twice."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from browser.driving import Visit, Visits
from browser.playing import TABLE, Player
from browser.salon import Salon
from house.served import Served
from houseway.house.founding import FOUNDER
from houseway.money import brief

BROKEN = "The line is broken"


class Middle:
    """Whoever sits between a browser and the house: he can cut the line, and keep what is told to himself."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.swallowed: list[dict[str, Any]] = []
        self.swallows = False
        self.refuses = 0  # so many times somebody is not shown a table
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket("**/api/socket", self._opened)

    def cut(self) -> None:
        self._lines[-1].close(code=1001)

    def _opened(self, line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        self._lines.append(line)

        def to_house(frame: str | bytes) -> None:
            said = json.loads(frame)
            self.sent.append(said)
            if said["type"] == "watch" and self.refuses:
                self.refuses -= 1
                why = "the database gave no answer: ask again with the same id"
                told = {"id": None, "table": said["table"], "why": why, "clause": None, "code": "failed"}
                line.send(json.dumps({"type": "refused", **told}))
                return
            house.send(frame)

        def to_browser(frame: str | bytes) -> None:
            (self.swallowed if self.swallows else self.told).append(json.loads(frame))
            if not self.swallows:
                line.send(frame)

        line.on_message(to_house)
        house.on_message(to_browser)


def decides_at(player: Player, salon: Salon | None) -> None:
    """To a decision at Lunar Poker; instant cash ends a round before it."""
    player.comes_in()
    player.wagers("ante")
    while player.deals() != "deciding":
        assert salon is not None, "instant cash, once in 65,000 rounds"
        player.next_round(salon)
        player.wagers("ante")


def answers_to(command: str, middle: Middle, player: Player) -> list[dict[str, Any]]:
    """What the house has said to a command; the table may show what came of it before its answer is there."""
    answers: list[dict[str, Any]] = []

    def is_told() -> bool:
        answers[:] = [frame for frame in middle.told if frame["type"] == "done" and frame["id"] == command]
        return bool(answers)

    player.visit.waits(is_told, "the answer is told")
    return answers


def seen(player: Player) -> dict[str, Any]:
    """All that somebody sees of a table, but for its clock."""
    view = json.loads(player.page.evaluate(f"JSON.stringify({{ ...{TABLE}.view, felt: null }})"))
    view["now"].pop("deadline")
    view.pop("version")
    cards = player.page.evaluate(f"[...{TABLE}.felt.cards].map(([area, row]) => [area, row.map(({{ card }}) => card)])")
    known = {area: row for area, row in cards if row and "/" in area}
    return {"view": view, "cards": known, "chips": player.page.evaluate(f"Object.fromEntries({TABLE}.felt.chips)")}


def test_the_line_is_cut_and_comes_back(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    middle = Middle(player.page)
    decides_at(player, salon)
    before, version = seen(player), player.version()
    middle.told.clear()
    middle.cut()
    expect(player.page.get_by_text(BROKEN)).to_be_visible()
    expect(player.page.get_by_text(BROKEN)).to_have_count(0)
    asked = {"type": "watch", "table": player.table, "since": version, "epoch": salon.served.front.epoch}
    assert asked in middle.sent  # for what is new only
    assert seen(player) == before
    player.decides("Fold")
    assert player.shown() == "result"


def test_a_table_that_cannot_be_shown_for_a_moment_is_asked_for_again(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    middle = Middle(player.page)
    decides_at(player, salon)
    middle.sent.clear()
    middle.refuses = 2
    middle.cut()
    expect(player.page.get_by_text(BROKEN)).to_be_visible()
    expect(player.page.get_by_text(BROKEN)).to_have_count(0)
    player.visit.waits(lambda: [frame["type"] for frame in middle.sent].count("watch") == 3, "it is asked for again")
    player.decides("Fold")
    assert player.shown() == "result"


def test_an_answer_that_was_lost_is_asked_for_again_and_given_once(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    middle = Middle(player.page)
    decides_at(player, salon)
    version = salon.served.house.view(player.table, FOUNDER).version
    middle.swallows = True
    player.button("Bet").click()
    player.visit.waits(lambda: any(frame["type"] == "done" for frame in middle.swallowed), "the answer is there")
    carried_out = salon.served.house.view(player.table, FOUNDER).version
    middle.swallows = False
    middle.cut()
    player.is_answered(version)
    decided = [frame for frame in middle.sent if frame["type"] == "command" and frame["command"]["do"] == "decide"]
    assert len(decided) == 2
    assert decided[0] == decided[1]
    answers = answers_to(decided[0]["id"], middle, player)
    assert [(answer["version"], answer["repeated"]) for answer in answers] == [(version + 1, True)]
    assert salon.served.house.view(player.table, FOUNDER).version == carried_out


def test_who_is_without_a_network_goes_on_when_it_is_back(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    middle = Middle(player.page)
    decides_at(player, salon)
    before = seen(player)
    player.visit.context.set_offline(True)
    middle.cut()
    expect(player.page.get_by_text(BROKEN)).to_be_visible()
    player.visit.context.set_offline(False)
    expect(player.page.get_by_text(BROKEN)).to_have_count(0)
    assert seen(player) == before
    player.plays("Fold")


def test_what_one_has_put_in_is_known_after_a_reload(salon: Salon, comes: Visits) -> None:
    """At Ultimate 8 chips lie in the pots, where nobody sees any more whose they were."""
    player = Player(comes(), salon.table("ultimate8"))
    player.comes_in()
    bet = player.page.locator("hw-bar dl div", has_text="Bet")
    chips = player.page.evaluate(f"{TABLE}.mine.chips")
    while player.deals() != "deciding":
        player.next_round(salon)
        chips = player.page.evaluate(f"{TABLE}.mine.chips")
    put_in = chips - player.page.evaluate(f"{TABLE}.mine.chips")
    assert put_in > 0  # two antes at least
    expect(bet).to_contain_text(brief(put_in))
    told = player.page.locator("hw-log ol").inner_text()
    assert "No more bets" in told or "get" in told
    player.page.reload()
    expect(player.page.locator("hw-deciding")).to_be_visible()
    expect(bet).to_contain_text(brief(put_in))
    assert player.page.locator("hw-log ol").inner_text() == told
    player.visit.page.evaluate("sessionStorage.clear()")  # as in another browser, which has not seen the round begin
    player.page.reload()
    expect(player.page.locator("hw-deciding")).to_be_visible()
    expect(bet).to_have_count(0)


def test_the_house_is_killed_and_started_again(process: Served, browser: Browser) -> None:
    visit = Visit(process.url, browser, None)
    player = Player(visit, "lunar-1")
    decides_at(player, None)
    before = seen(player)
    process.kill()
    expect(player.page.get_by_text(BROKEN)).to_be_visible()
    process.start()
    assert process.await_open()
    expect(player.page.get_by_text(BROKEN)).to_have_count(0)
    visit.until(f"!{TABLE}.isBehind")
    assert seen(player) == before
    player.plays("Fold")
    expect(player.dock.locator("ul li").first).to_contain_text("folded")
    visit.leave()
