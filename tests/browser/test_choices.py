"""What each game lets one choose, and how: wagers, amounts, hands that are set, patterns, exchanges, split hands."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.driving import Visits
from browser.playing import TABLE, Player
from browser.salon import HOUR, Salon
from house.stacking import Shuffler, shuffler
from houseway.cards import NAMES, UNKNOWN, read_card

__all__ = ["shuffler"]

# The player's 8, 2 and 6, 3 and 5, 7 and ace, and a 4; the dealer plays with one hand of 8.
EIGHTS = "8c 2c 6c 3c 5c 4c 7c Ac / 8h 7d 7h 7s 7d 6h 6s 5s"
# The cards that are chosen on the felt.
CHOSEN = f"""(() => {{
  const {{ chosen }} = document.querySelector("hw-app").shadowRoot.querySelector("hw-table");
  return {TABLE}.felt.at({TABLE}.mine.seat + "/hand").filter(({{ id }}) => chosen.has(id)).map(({{ card }}) => card);
}})()"""
WORDS = {"8c": "eight of clubs", "2c": "two of clubs", "6c": "six of clubs", "4c": "four of clubs"}


@pytest.fixture
def at_lucky8s(salon: Salon, comes: Visits, shuffler: Shuffler) -> Player:
    """Somebody who is to set a hand that is known."""
    shuffler.ready = [EIGHTS]
    player = Player(comes(), salon.table("lucky8s"))
    player.comes_in()
    player.wagers("ante")
    assert player.deals() == "deciding"
    return player


def tray(player: Player, name: str) -> Locator:
    return player.page.locator("hw-setting").get_by_role("group", name=name)


def card(player: Player, name: str) -> Locator:
    return player.page.locator("hw-setting").get_by_role("button", name=WORDS[name], exact=True)


def test_a_hand_is_set_by_click(at_lucky8s: Player) -> None:
    player = at_lucky8s
    card(player, "8c").click()
    expect(tray(player, "Hand of 8, no. 1").get_by_role("button")).to_have_count(1)
    player.page.get_by_role("button", name="New hand of 8").click()
    player.page.set_viewport_size({"width": 1280, "height": 800})
    player.visit.photographed("lucky8s-setting-1280x800")
    assert player.dock.evaluate("dock => dock.scrollHeight <= dock.clientHeight"), "trays are cut off"
    card(player, "2c").click()
    card(player, "4c").click()
    player.page.get_by_role("button", name="Set so").click()
    expect(player.page.get_by_role("alert")).to_contain_text("2♣ 4♣")
    expect(player.page.get_by_role("alert")).to_contain_text("50.")  # two and four are no hand of 8: the house says so
    card(player, "4c").click()
    expect(tray(player, "Side cards").get_by_role("button")).to_have_count(6)
    card(player, "6c").click()
    sets_and_plays(player)
    assert_settled(player, "2 hands of 8, 5 side cards against 1 hand of 8, 7 side cards")


def test_a_hand_is_set_by_drag(at_lucky8s: Player) -> None:
    player = at_lucky8s
    expect(player.page.get_by_role("button", name="New hand of 8")).to_be_disabled()
    card(player, "2c").drag_to(tray(player, "Hand of 8, no. 1"))
    card(player, "6c").drag_to(tray(player, "Hand of 8, no. 1"))
    expect(tray(player, "Hand of 8, no. 1").get_by_role("button")).to_have_count(2)
    card(player, "6c").drag_to(tray(player, "Side cards"))
    expect(tray(player, "Hand of 8, no. 1").get_by_role("button")).to_have_count(1)
    card(player, "6c").drag_to(tray(player, "Hand of 8, no. 1"))
    sets_and_plays(player)
    assert_settled(player, "1 hand of 8, 6 side cards against 1 hand of 8, 7 side cards")


def test_a_hand_is_set_house_way(at_lucky8s: Player) -> None:
    player = at_lucky8s
    player.decides("House Way")
    player.plays("Play")
    assert_settled(player, "4 hands of 8, 1 side card against 1 hand of 8, 7 side cards")
    lying = player.page.evaluate(
        f"{TABLE}.felt.at({TABLE}.mine.seat + '/eights').map(({{ card, group }}) => [card, group])"
    )
    hands = [sorted(NAMES[card] for card, group in lying if group == number) for number in range(4)]
    assert sorted(hands) == [["2c", "6c"], ["3c", "5c"], ["7c", "Ac"], ["8c"]]
    apart = player.page.evaluate(f"{TABLE}.felt.at('dealer/hand').map(({{ card, group }}) => [card, group])")
    assert [NAMES[card] for card, group in apart if group == 0] == ["8h"]
    assert len([card for card, group in apart if group == 1]) == 7


def sets_and_plays(player: Player) -> None:
    """The hands that lie in the trays are set, and the round is played to its end."""
    version = player.version()
    player.page.get_by_role("button", name="Set so").click()
    player.is_answered(version)
    player.plays("Play")


def assert_settled(player: Player, words: str) -> None:
    expect(player.dock.locator("ul li").first).to_contain_text(words)


def test_a_pattern_is_picked_of_those_that_are_legal(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("ultimate8"))
    player.comes_in()
    plays: list[list[int]] = offered_choice(player, salon, "lay")["plays"]
    offered = player.page.locator("hw-deciding .plays button")
    assert offered.count() == len(plays)
    expect(player.button("Lay")).to_be_disabled()
    held = player.hand(f"{player.seat}/hand")
    cards = player.page.locator("hw-felt button.card")
    assert cards.count() == len(held)
    for index in range(len(held)):  # card by card: whatever is chosen can be laid just when the house has listed it
        cards.nth(index).click()
        chosen = sorted(player.page.evaluate(CHOSEN), reverse=True)
        fitting = [play for play in plays if set(chosen) <= set(play)]
        expect(offered).to_have_count(len(fitting))
        assert player.button("Lay").is_enabled() == (chosen in plays)
        cards.nth(index).click()
    offered.last.click()
    version = player.version()
    player.button("Lay").click()
    player.is_answered(version)
    assert set(player.hand(f"{player.seat}/hand")) < set(held)


def offered_choice(player: Player, salon: Salon, *verbs: str) -> dict[str, Any]:
    """Stay in the game until one of these can be chosen: bots may end a round before."""
    for _ in range(10):
        player.deals()
        while player.shown() == "deciding":
            found = [choice for choice in player.choices() if choice["verb"] in verbs]
            if found:
                return found[0]
            player.decides("Check", "Call", "Pass", "Fold")
        player.next_round(salon)
    raise AssertionError(f"none of {verbs} was offered in ten rounds")


def test_cards_are_chosen_for_an_exchange(salon: Salon, comes: Visits, shuffler: Shuffler) -> None:
    shuffler.ready = ["2c 2h 4d 4h 6s 6h 8h 8d Td Th Ks Qs"]
    player = Player(comes(), salon.table("lunar"))
    player.comes_in()
    player.wagers("ante")
    assert player.deals() == "deciding"
    held = player.hand(f"{player.seat}/hand")
    exchange = player.button("Exchange")
    expect(exchange).to_be_disabled()
    cards = player.page.locator("hw-felt button.card")
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(exchange).to_be_disabled()  # two at least
    cards.nth(3).click()
    given = player.page.evaluate(CHOSEN)
    assert len(given) == 2
    version = player.version()
    exchange.click()
    player.is_answered(version)
    now = player.hand(f"{player.seat}/hand")
    assert sorted(now) == sorted([*(set(held) - set(given)), read_card("Ks"), read_card("Qs")])
    assert player.button("Exchange").count() == 0


def test_split_hands_lie_side_by_side(salon: Salon, comes: Visits, shuffler: Shuffler) -> None:
    shuffler.ready = ["8c 5d 8d 8h 2c 8s 3c 4c"]
    player = Player(comes(), salon.table("blackjack"))
    player.comes_in()
    player.wagers("main")
    assert player.deals() == "deciding"
    expect(player.button("Split")).to_contain_text("$5")
    player.decides("Split")
    player.visit.photographed("blackjack-split-1280x900")
    first, second = edges(player, "hand"), edges(player, "hand 2")
    assert first["right"] < second["left"] or second["right"] < first["left"]
    assert abs(first["top"] - second["top"]) < 2
    player.decides("Split")
    three = sorted((edges(player, name) for name in ("hand", "hand 2", "hand 3")), key=lambda each: float(each["left"]))
    assert three[0]["right"] <= three[1]["left"] + 1
    assert three[1]["right"] <= three[2]["left"] + 1
    player.plays("Stand")
    wagers = [each["wager"] for each in player.page.evaluate(f"{TABLE}.view.result.payoffs")]
    assert len(wagers) == 3
    expect(player.dock.locator("ul li")).to_have_count(3)


def edges(player: Player, area: str) -> dict[str, Any]:
    """Around all cards of a hand, as they are drawn."""
    ids = player.page.evaluate(f"area => {TABLE}.felt.at(area).map(({{ id }}) => id)", f"{player.seat}/{area}")
    assert ids, area
    boxes = [player.page.locator(f"hw-felt [data-card='{each}']").bounding_box() for each in ids]
    found = [box for box in boxes if box is not None]
    return {
        "left": min(box["x"] for box in found),
        "right": max(box["x"] + box["width"] for box in found),
        "top": min(box["y"] for box in found),
    }


def test_amounts_by_slider_and_by_typing(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("ultimate8"))
    player.comes_in()
    choice = offered_choice(player, salon, "bet", "raise")
    low, unit = choice["low"], choice["unit"]
    amount = player.page.locator("hw-amount")
    slider, typed, go = amount.get_by_role("slider"), amount.get_by_role("textbox"), amount.get_by_role("button").first
    slider.press("ArrowRight")
    expect(typed).to_have_value(f"{(low + unit) / 100:g}")
    amount.get_by_role("button", name="Least").click()
    expect(typed).to_have_value(f"{low / 100:g}")
    typed.fill("1000000")
    typed.blur()
    expect(go).to_contain_text(f"${choice['high'] // 100:,}")
    version = player.version()
    typed.fill(f"{(low + 2 * unit) / 100:g}")
    typed.press("Enter")
    player.is_answered(version)
    log = player.page.locator("hw-log ol")
    expect(log).to_contain_text(f"You {choice['verb']} ${(low + 2 * unit) // 100}")


def test_wagers_are_undone_cleared_and_repeated(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("packs"))
    wagered = f"JSON.stringify({TABLE}.mine.wagers)"
    player.comes_in()
    player.page.get_by_role("radio", name="$25", exact=True).click()
    player.spot("pack_1").click()
    player.spot("pack_1").click()
    player.spot("five_card_1").click()
    player.visit.until(f"""{wagered} === '{{"pack_1":5000,"five_card_1":2500}}'""")
    player.page.get_by_role("button", name="Undo").click()
    player.visit.until(f"""{wagered} === '{{"pack_1":5000}}'""")
    player.page.get_by_role("button", name="Clear").click()
    player.visit.until(f"{wagered} === '{{}}'")
    expect(player.page.locator("hw-betting button.main")).to_be_disabled()
    player.page.get_by_role("button", name="Undo").click()
    player.visit.until(f"""{wagered} === '{{"pack_1":5000}}'""")
    player.spot("pack_1").click(button="right")
    player.visit.until(f"{wagered} === '{{}}'")
    player.spot("pack_1").click()
    player.visit.until(f"""{wagered} === '{{"pack_1":2500}}'""")
    player.deals()
    player.plays()
    player.next_round(salon)
    player.page.get_by_role("button", name="Repeat").click()
    player.visit.until(f"""{wagered} === '{{"pack_1":2500}}'""")


def test_side_bets_go_back_with_the_main_wager_and_come_again_with_it(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("blackjack"))
    wagered = f"JSON.stringify({TABLE}.mine.wagers)"
    player.comes_in()
    player.wagers("main", "pair")
    both = player.page.evaluate(wagered)
    player.spot("main").click(button="right")
    player.visit.until(f"{wagered} === '{{}}'")
    player.page.get_by_role("button", name="Undo").click()
    player.visit.until(f"{wagered} === '{both}'")
    expect(player.dock.get_by_role("alert")).to_have_text("")


def test_who_does_not_decide_in_time_is_acted_for(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    player.comes_in()
    player.wagers("ante")
    while player.deals() != "deciding":  # instant cash
        player.next_round(salon)
        player.wagers("ante")
    expect(player.page.get_by_role("timer")).to_be_visible()
    expect(player.dock).to_contain_text("then fold")
    salon.forward(HOUR)
    expect(player.page.locator("hw-log ol")).to_contain_text("You fold (time-out)")
    assert UNKNOWN not in player.hand(f"{player.seat}/hand")
