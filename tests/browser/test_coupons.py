"""Match play coupons in the browser: held, laid with a wager, seen by all, told in the result; given in the pit."""

import pytest
from playwright.sync_api import expect

from browser.driving import Visits
from browser.looking import SIZES, assert_nothing_overlaps, assert_well_made
from browser.playing import TABLE, Player
from browser.salon import Salon
from browser.test_pit import act
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import GiveCoupon
from web.running import Served

MAIN = {"lucky8s": "ante", "lunar": "ante", "packs": "pack_2"}
LABELS = {"lucky8s": "Ante", "lunar": "Ante", "packs": "Pack's bet 2"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", MAIN)
def test_a_coupon_is_laid_seen_and_told_in_the_result(salon: Salon, comes: Visits, game: str, size: str) -> None:
    width, height = SIZES[size]
    table, wager = salon.table(game), MAIN[game]
    player, other = Player(comes(width=width, height=height), table), Player(comes(), table)
    player.comes_in()
    expect(player.page.locator("hw-betting .coupons")).to_have_count(0)
    name = player.page.evaluate(f"{TABLE}.mine.name")
    salon.served.house.office(GiveCoupon(name, 5_00, "a test"), FOUNDER, f"coupon {name}")
    expect(player.page.locator("hw-betting .coupons")).to_contain_text("Match play coupons: $5")
    other.visit.go("table", table)
    player.wagers(wager)
    player.wagers(wager)
    button = player.page.locator("hw-betting .coupons").get_by_role("button")
    expect(button).to_have_text(f"Coupon $5 on {LABELS[game]}")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(player.page.locator("hw-betting .coupons")).to_contain_text("Match play coupons: $0")
    area = f"{player.seat}/{wager}/coupon"
    for seen in (player, other):
        expect(seen.page.locator(f"hw-felt [data-area='{area}'] svg.ticket")).to_be_visible()
    button.click()
    expect(player.page.locator(f"hw-felt [data-area='{area}']")).to_have_count(0)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    player.visit.photographed(f"{game}-coupon-betting-{size}")
    assert_well_made(player.visit)
    if player.deals() == "deciding":
        expect(other.page.locator(f"hw-felt [data-area='{area}'] svg.ticket")).to_be_visible()
        player.visit.photographed(f"{game}-coupon-deciding-{size}")
        assert_nothing_overlaps(player.page)
    player.plays("Fold")
    became = player.dock.locator("ul li", has_text=f"Coupon $5 on {LABELS[game]}")
    returned = salon.served.house.coupons(name)
    expect(became).to_contain_text("returned" if returned else "collected")
    player.visit.photographed(f"{game}-coupon-result-{size}")
    assert_nothing_overlaps(player.page)
    player.next_round(salon)
    expect(player.page.locator(f"hw-felt [data-area='{area}']")).to_have_count(0)
    player.visit.go("replay", table, 1)
    expect(player.page.locator("hw-felt .stage")).to_be_visible()


def test_a_coupon_goes_back_with_its_wager_and_is_not_repeated(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lucky8s"))
    player.comes_in()
    name = player.page.evaluate(f"{TABLE}.mine.name")
    salon.served.house.office(GiveCoupon(name, 50_00, "a test"), FOUNDER, f"coupon {name}")
    player.wagers()
    stake = player.page.evaluate(f"{TABLE}.mine.wagers.ante")
    player.page.locator("hw-betting .coupons").get_by_role("button").click()
    player.visit.until(f"{TABLE}.laid['{player.seat}/ante/coupon'] === {stake}")
    player.page.get_by_role("button", name="Clear").click()
    player.visit.until(f"Object.keys({TABLE}.laid).length === 0 && Object.keys({TABLE}.wagered).length === 0")
    assert salon.served.house.coupons(name) == 50_00
    player.page.get_by_role("button", name="Undo").click()
    player.visit.until(f"{TABLE}.laid['{player.seat}/ante/coupon'] === {stake}")
    player.deals()
    player.plays("Fold")
    player.next_round(salon)
    player.page.get_by_role("button", name="Repeat").click()
    player.visit.until(f"{TABLE}.mine.wagers.ante === {stake}")
    assert player.page.evaluate(f"Object.keys({TABLE}.laid).length") == 0
    assert salon.served.house.coupons(name) == 50_00 - stake


def test_no_coupon_is_offered_where_none_is_taken(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("blackjack"))
    player.comes_in()
    name = player.page.evaluate(f"{TABLE}.mine.name")
    salon.served.house.office(GiveCoupon(name, 50_00, "a test"), FOUNDER, f"coupon {name}")
    player.wagers()
    expect(player.page.locator("hw-betting .coupons")).to_have_count(0)


def test_the_pit_gives_one_and_its_player_sees_it(house: Served, visit: Visits) -> None:
    at, ada = visit(house.somebody("pit_gives", "supervisor")), visit(house.somebody("ada_plays", "player"))
    page = at.go("pit", "accounts")
    page.get_by_role("button", name="Act: ada_plays").click()
    act(page, "Give a coupon", Amount_in_dollars="12.50")
    expect(page.get_by_text("a coupon is of whole dollars, not 12.50 (clause HG3)")).to_be_visible()
    act(page, "Give a coupon", Amount_in_dollars="25")
    at.waits(lambda: house.house.coupons("ada_plays") == 25_00, "she holds it")
    at.go("pit")
    expect(page.locator("hw-pit-board")).to_contain_text("Match play coupons, which are no money")
    expect(page.locator("hw-pit-board tr", has_text="Held by players")).to_contain_text("$25")
    at.go("pit", "record", "house")
    row = page.locator("hw-pit-record tbody tr", has_text="coupon.given/1")
    expect(row).to_contain_text("because of a test")
    expect(row).to_contain_text("pit_gives")
    ada.go("lobby")
    ada.page.locator("header nav button").last.click()
    expect(ada.page.locator("hw-account")).to_contain_text("Match play coupons: $25")
    assert at.serious() == []
    assert ada.serious() == []
