"""The rooms of the house: lobby, dialogs, settings that change what is seen, an account of one's own, limits."""

import re
from secrets import token_bytes

import pytest
from playwright.sync_api import Page, expect

from browser.driving import Visits
from browser.looking import ROOMS, SIZES, assert_well_made
from browser.playing import TABLE, Player
from browser.salon import Salon
from houseway import games
from houseway.house.commands import Actor, Ready, Report, Sit, Wager
from houseway.house.founding import REASON
from houseway.house.office import come_in


@pytest.mark.parametrize("size", SIZES)
def test_lobby_and_dialogs_shut_nobody_out(visit: Visits, size: str) -> None:
    width, height = SIZES[size]
    at = visit(width=width, height=height)
    at.page.emulate_media(color_scheme=ROOMS[size], reduced_motion="reduce")
    page = at.go("lobby")
    for game in games.NAMES:
        expect(page.locator(f"a[href='#/table/{game}-1/play']")).to_be_visible()
    expect(page.locator("hw-lobby")).to_contain_text("Lucky 8 $1 to $100")
    expect(page.locator("hw-lobby").get_by_text("Pack's bet $5 to $1,000", exact=True)).to_be_visible()
    at.photographed(f"lobby-{size}")
    assert_well_made(at)
    for name in ("Settings", "Account", "Menu"):
        opener = page.get_by_role("button", name=name) if name != "Account" else page.locator("header nav button").last
        if not opener.is_visible():
            continue
        opener.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        at.photographed(f"{name.lower()}-{size}")
        assert_well_made(at)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    at.go("rounds")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_well_made(at)


def test_the_first_visit_needs_nothing(salon: Salon, comes: Visits) -> None:
    """Somebody comes without a name, and is a guest with play money."""
    visit = comes()
    visit.context.clear_cookies()
    page = visit.go("lobby")
    expect(page.locator("hw-lobby li").first).to_be_visible()
    expect(page.locator("header")).to_contain_text("guest_")
    expect(page.locator("header")).to_contain_text("$10,000")


def test_an_account_of_ones_own(salon: Salon, comes: Visits) -> None:
    visit = comes()
    page = visit.go("lobby")
    account(page)
    page.get_by_label("Name").fill("ann_of_the_lobby")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("header nav button").last).to_contain_text("ann_of_the_lobby")
    page.reload()
    expect(page.locator("header nav button").last).to_contain_text("ann_of_the_lobby")
    account(page)
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("header nav button").last).to_contain_text("guest_")
    page.keyboard.press("Escape")
    account(page)
    page.get_by_label("Name").fill("ann_of_the_lobby")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("dialog").get_by_role("status")).not_to_be_empty()


def test_who_is_refused_an_account_is_told_what_is_wanted(salon: Salon, comes: Visits) -> None:
    page = comes().go("lobby")
    account(page)
    for name, password in (("8s", "correct horse battery"), ("bob_of_the_lobby", "short")):
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("a letter first")


def test_a_seat_is_chosen_in_the_lobby(salon: Salon, comes: Visits) -> None:
    table = salon.table("lucky8s")
    player = Player(comes(), table)
    page = player.visit.go("lobby")
    page.locator(f"a[href='#/table/{table}/4']").click()
    page.locator("hw-buy-in").get_by_role("button", name="Sit down").click()
    expect(page.locator("hw-betting")).to_be_visible()
    assert player.seat == 4
    other = comes().go("lobby")
    expect(other.locator(f"a[href='#/table/{table}/3']")).to_be_visible()
    expect(other.locator(f"a[href='#/table/{table}/4']")).to_have_count(0)


def test_one_plays_with_bots_from_the_lobby(salon: Salon, comes: Visits) -> None:
    table = salon.table("blackjack")
    player = Player(comes(), table)
    player.visit.go("lobby").locator(f"a[href='#/table/{table}/bots']").click()
    player.visit.until(f"{TABLE}?.view?.now.people.filter(({{ bot }}) => bot).length === 3")
    expect(player.page.locator("hw-betting")).to_be_visible()


def test_one_plays_alone_though_somebody_has_left_bots_behind(salon: Salon, comes: Visits) -> None:
    table = salon.table("lunar")
    ann, bob = (Player(comes(), table) for _ in range(2))
    ann.comes_in()
    ann.adds_bots(2)
    ann.page.get_by_role("button", name="Leave").click()
    ann.visit.until(f"{TABLE}.mine === null")
    bob.comes_in()
    bob.visit.until(f"{TABLE}.view.now.people.length === 1")


def account(page: Page) -> None:
    if not page.get_by_role("dialog").is_visible():
        page.locator("header nav button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_decks_and_rooms_are_ones_own_choice(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("packs"))
    player.comes_in()
    player.wagers()
    player.deals()
    faces = player.page.locator("hw-felt img.face").first
    expect(faces).to_have_attribute("src", re.compile("/two/"))
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Four colours").check()
    player.page.get_by_label("Index").select_option("large")
    player.page.get_by_label("Room").select_option("dark")
    player.page.keyboard.press("Escape")
    expect(faces).to_have_attribute("src", re.compile("/four-big/"))
    assert player.page.evaluate("document.documentElement.dataset.room") == "dark"
    assert player.visit.serious() == []
    player.page.reload()
    assert player.page.evaluate("document.documentElement.dataset.room") == "dark"


def test_a_limit_that_is_reached_stops_the_visit(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    player.comes_in()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Stop when I have lost").fill("5")
    player.page.keyboard.press("Escape")
    player.wagers("ante")
    player.deals()
    player.plays("Fold")
    lost = player.page.evaluate(f"{TABLE}.view.result.nets[{TABLE}.mine.name]") < 0
    assert lost, "instant cash, once in 65,000 rounds"
    salon.forward()
    expect(player.dock).to_contain_text("You have lost as much as you were ready to")
    expect(player.page.locator("hw-betting")).to_have_count(0)
    expect(player.page.locator("header")).to_contain_text("−$5")


def test_the_time_of_a_visit_goes_on_over_its_first_result(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    player.visit.go("lobby")
    player.page.clock.install()
    player.page.reload()
    expect(player.page.locator("header")).to_contain_text("guest_")
    player.page.clock.fast_forward(10 * 60_000)
    expect(player.page.locator("header hw-visit.wide")).to_contain_text("0:10")
    player.comes_in()
    player.wagers("ante")
    player.deals()
    player.plays("Fold")
    expect(player.page.locator("header hw-visit.wide")).to_contain_text("−$5")
    expect(player.page.locator("header hw-visit.wide")).to_contain_text("0:10")


def test_a_limit_that_cannot_be_read_is_said_and_the_one_before_stays(salon: Salon, comes: Visits) -> None:
    page = comes().go("lobby")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    loss, time = page.get_by_label("Stop when I have lost"), page.get_by_label("Stop after")
    for field, read, wrong in (
        (loss, "20", ("-5", "abc", "10.555", "50 dollars", "12,50")),
        (time, "90", ("-5", "abc", "1.5", "2h")),
    ):
        field.fill(read)
        field.press("Tab")
        expect(dialog.get_by_role("alert")).to_be_empty()
        for typed in wrong:
            field.fill(typed)
            field.press("Tab")
            expect(dialog.get_by_role("alert")).to_contain_text(f"“{typed}” is no")
            expect(dialog.get_by_role("alert")).to_contain_text(f"{read} " if field is time else f"${read} ")
            expect(field).to_have_value(read)
    loss.fill("1,250.50")
    loss.press("Tab")
    expect(dialog.get_by_role("alert")).to_be_empty()
    kept = page.evaluate("JSON.parse(localStorage.getItem('houseway.settings'))")
    assert (kept["lossLimit"], kept["timeLimit"]) == (125_050, 90)


def test_a_guest_at_a_table_leaves_it_before_he_has_an_account(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    player.comes_in()
    account(player.page)
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text("what you have as a guest stays with the guest")
    player.page.get_by_label("Name").fill("eve_of_the_lobby")
    player.page.get_by_label("Password").fill("correct horse battery")
    player.page.get_by_role("button", name="Sign up").click()
    expect(dialog.get_by_role("status")).to_contain_text("leave it first")
    player.page.keyboard.press("Escape")
    player.page.locator("hw-bar").get_by_role("button", name="Leave").click()
    expect(player.dock).to_contain_text("You have left the table")
    account(player.page)
    player.page.get_by_role("button", name="Sign up").click()
    expect(player.page.locator("header nav button").last).to_contain_text("eve_of_the_lobby")


def test_tables_of_a_game_are_told_apart_and_what_is_posted_is_in_force(salon: Salon, comes: Visits) -> None:
    page, names = comes().go("lobby"), [salon.table("packs", "pack_max=100000000000") for _ in range(2)]
    for name in names:
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        expect(page.get_by_role("link", name=f"Watch: Pack's Poker, {name}", exact=True)).to_be_visible()
    panel = page.locator("hw-lobby li").filter(has=page.get_by_role("heading", name=names[1]))
    expect(panel).to_contain_text("Pack's bet from $")
    panel.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[1])
    page.get_by_role("tab", name="Sign").click()
    expect(page.locator("hw-sign")).to_contain_text("Five-card progressive bonus, pay table")
    expect(page.locator("hw-sign")).not_to_contain_text("Five-card bonus, pay table")


def test_the_sign_says_what_is_taken_from_who_is_dealt_in_and_which_device_is_away(salon: Salon, comes: Visits) -> None:
    ultimate8, packs = salon.table("ultimate8"), salon.table("packs", "dealing=automated_shoe")
    page = comes().go("table", ultimate8)
    page.get_by_role("tab", name="Sign").click()
    expect(page.locator("hw-sign")).to_contain_text("Antes of everybody who is dealt in$15")
    house = salon.served.house
    player = Actor(come_in(house.store, "guest", house.now(), token_bytes).name, "player")
    floor = Actor("flo", "floorperson")
    house.attend(packs, player)
    house.execute(packs, Sit(1, 100_00), player, f"sit-{packs}")
    house.execute(packs, Report("removes the automated shoe", REASON), floor, f"report-{packs}")
    house.execute(packs, Wager(1, "pack_1", 10_00), player, f"wager-{packs}")
    house.execute(packs, Ready(), player, f"ready-{packs}")
    page = comes().go("table", packs)
    page.get_by_role("tab", name="Sign").click()
    expect(page.locator("hw-sign")).to_contain_text("The automated shoe was removed: the cards are dealt by hand")
