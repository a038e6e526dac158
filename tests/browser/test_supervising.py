"""A supervisor's evening: he logs in, validates a payout that waits, fills a table, and voids a round."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.driving import Visits
from browser.playing import TABLE, Player
from browser.salon import Salon
from browser.test_pit import act
from house.stacking import Shuffler, shuffler
from house.test_live_meters import ROYAL
from houseway.house.definition import Clocks
from web.running import PASSWORD

__all__ = ["shuffler"]

WAITING = Clocks(betting=3_600_000, decision=3_600_000, validation=None, result=600_000)


@pytest.fixture
def with_a_royal(salon: Salon, comes: Visits, shuffler: Shuffler) -> Player:
    """Somebody who has won a progressive, and waits for it."""
    shuffler.ready = [ROYAL]
    player = Player(comes(), salon.table("lunar", clocks=WAITING))
    player.comes_in()
    player.wagers("ante", "progressive")
    player.says_ready()
    expect(player.dock).to_contain_text("A supervisor looks at a payout.")
    return player


def logged_in(salon: Salon, comes: Visits, name: str) -> Page:
    """A supervisor comes as anybody does, and then says who he is."""
    salon.served.somebody(name, "supervisor")
    page = comes().go("lobby")
    page.locator("header nav button").last.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("header nav button").last).to_contain_text(name)
    page.get_by_role("link", name="Pit", exact=True).click()
    return page


def test_a_payout_waits_until_it_is_validated(salon: Salon, comes: Visits, with_a_royal: Player) -> None:
    player = with_a_royal
    pit = logged_in(salon, comes, "pit_sue")
    waiting = pit.locator("hw-validation", has_text=player.table)
    expect(waiting).to_contain_text("clause 38.")
    grant = waiting.locator("hw-act").first
    grant.locator("input[name=reason]").fill("five cards seen, deck counted")
    grant.get_by_role("button", name="Validate").click()
    expect(waiting).to_have_count(0)
    player.plays()
    assert player.page.evaluate(f"{TABLE}.view.result.nets[{TABLE}.mine.name]") > 10_000_00  # the meter is his
    expect(player.dock.locator(".big")).to_contain_text("You won")


def test_a_payout_is_refused_at_its_table_and_the_record_says_why(
    salon: Salon, comes: Visits, with_a_royal: Player
) -> None:
    player = with_a_royal
    pit = logged_in(salon, comes, "pit_tom")
    pit.locator("hw-validation", has_text=player.table).locator("a").click()
    refuse = pit.locator("hw-pit-table hw-validation hw-act").last
    refuse.locator("input[name=reason]").fill("a card of another deck")
    refuse.get_by_role("button", name="Refuse").click()
    expect(pit.locator("hw-validation")).to_have_count(0)
    player.plays("Fold")
    payoffs = player.page.evaluate(f"{TABLE}.view.result.payoffs.filter(({{ wager }}) => wager === 'progressive')")
    assert [each["result"] for each in payoffs] != ["win"]
    pit.get_by_role("link", name=f"Record: table/{player.table}").click()
    expect(pit.get_by_role("row", name=re.compile("pit_tom.*validate a card of another deck"))).to_be_visible()


def test_a_round_is_voided_and_the_wagers_go_back(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("blackjack"))
    player.comes_in()
    purse = player.page.evaluate(f"{TABLE}.purse({TABLE}.mine)")
    player.wagers("main")
    while player.deals() != "deciding":  # a blackjack is paid at once
        player.next_round(salon)
        purse = player.page.evaluate(f"{TABLE}.purse({TABLE}.mine)")
        player.wagers("main")
    pit = logged_in(salon, comes, "pit_vic")
    pit.locator(f"a[href='#/pit/table/{player.table}']").first.click()
    expect(pit.locator("hw-felt .stage")).to_be_visible()
    act(pit, "Fill", Amount_in_dollars="250")
    expect(pit.get_by_text("Done: the chips are in the inventory.")).to_be_visible()
    act(pit, "Void the round")
    expect(player.dock).to_contain_text("The round is void: all wagers went back.")
    player.next_round(salon)
    assert player.page.evaluate(f"{TABLE}.purse({TABLE}.mine)") == purse


def test_somebody_is_made_to_leave_and_allowed_back(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lunar"))
    player.sits(2)
    name = player.page.evaluate(f"{TABLE}.mine.name")
    pit = logged_in(salon, comes, "pit_flo")
    pit.goto(f"{salon.served.url}/#/pit/table/{player.table}")
    forms = pit.locator("hw-act")
    expect(forms.filter(has_text="Allow somebody back")).to_have_count(0)
    forms.filter(has_text="Make somebody leave").locator("summary").click()
    pit.get_by_label("Who").select_option(name)
    act(pit, "Make somebody leave")
    expect(pit.locator("hw-pit-table dl")).to_contain_text(f"Kept away{name}")
    expect(player.dock).to_contain_text("You are no longer at this table")
    forms.filter(has_text="Allow somebody back").locator("summary").click()
    pit.get_by_label("Who").select_option(name)
    act(pit, "Allow somebody back")
    expect(pit.locator("hw-pit-table dl")).not_to_contain_text("Kept away")
    player.sits(2)
