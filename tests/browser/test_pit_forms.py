"""Forms of the pit while others act: what was chosen, typed or told stays with what it was meant for."""

import json
import re
from itertools import count

from playwright.sync_api import Locator, Page, Route, expect

from browser.driving import Visits
from browser.salon import Salon
from browser.test_pit import act
from web.running import Served

NUMBERS = count(1)


def form_of(page: Page, title: str) -> Locator:
    """A form by its title, unfolded."""
    form = page.locator("hw-act", has=page.locator("summary", has_text=re.compile(f"^{title}"))).first
    if form.locator("details[open]").count() == 0:
        form.locator("summary").click()
    return form


def does(served: Served, table: str, token: str, **command: object) -> None:
    """Somebody acts at a table, by another browser as it were."""
    body = {"id": f"beside-{next(NUMBERS)}", "command": command}
    answer = served.ask("POST", f"/api/tables/{table}/commands", token, body)
    assert answer.status_code == 200, answer.text


def test_who_is_chosen_to_leave_stays_chosen_or_nobody_is(salon: Salon, comes: Visits) -> None:
    table, house = salon.table("lunar"), salon.served
    tokens = {name: house.somebody(name, "player") for name in ("leo_1", "leo_2", "leo_3")}
    for seat, token in enumerate(tokens.values(), 1):
        does(house, table, token, do="sit", seat=seat, chips=100_00)
    page = comes(house.somebody("pit_leo", "supervisor")).go("pit", "table", table)
    form = form_of(page, "Make somebody leave")
    who, options = form.get_by_label("Who"), form.locator("option")
    expect(who).to_have_value("")
    expect(options).to_have_count(4)
    who.select_option("leo_2")
    form.locator("input[name=reason]").fill("he is loud")
    does(house, table, tokens["leo_1"], do="leave")
    expect(options).to_have_count(3)
    expect(who).to_have_value("leo_2")
    does(house, table, tokens["leo_1"], do="sit", seat=1, chips=100_00)
    expect(options).to_have_count(4)
    expect(who).to_have_value("leo_2")
    does(house, table, tokens["leo_2"], do="leave")
    expect(options).to_have_count(3)
    expect(who).to_have_value("")
    form.get_by_role("button").click()
    assert who.evaluate("select => !select.validity.valid")
    who.select_option("leo_3")
    form.get_by_role("button").click()
    expect(page.locator("hw-pit-table dl")).to_contain_text("Kept awayleo_3")
    expect(page.locator("hw-pit-table dl")).not_to_contain_text("leo_1")


def test_an_entry_that_is_chosen_to_be_taken_back_stays_chosen(salon: Salon, comes: Visits) -> None:
    table, house = salon.table("lunar"), salon.served
    flo = house.somebody("flo_enters", "floorperson")
    entries = [f"deals {number} cards to seat {number - 2}" for number in (4, 6)]
    for entry in entries:
        does(house, table, flo, do="report", words=entry, reason="seen")
    page = comes(flo).go("pit", "table", table)
    form = form_of(page, "Take back an entry")
    chosen = form.locator("select")
    chosen.select_option(entries[1])
    does(house, table, flo, do="report", words=entries[0], reason="seen wrongly", taken_back=True)
    expect(form.locator("option")).to_have_count(2)
    expect(chosen).to_have_value(entries[1])


def test_what_is_told_once_stays_on_the_second_page_of_accounts_too(house: Served, visit: Visits) -> None:
    for number in range(60):
        house.somebody(f"many_{number:02}", "player")
    page = visit(house.somebody("pit_many", "administrator")).go("pit", "accounts")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Act: many_55").click()
    form = page.locator("hw-act", has=page.locator("summary", has_text="Reset the password"))
    act(page, "Reset the password")
    told = page.get_by_role("status").filter(has_text="many_55 logs in once by")
    expect(told).to_be_visible()
    expect(form.get_by_role("status")).to_contain_text("top of this page")
    expect(page.get_by_role("button", name="Act: many_55")).to_have_attribute("aria-expanded", "true")
    page.get_by_label("From this name on").fill("many_40")
    page.keyboard.press("Enter")
    expect(page.locator("hw-pit-accounts tbody th").first).to_contain_text("many_40")
    expect(told).to_be_visible()
    act(page, "Lock the account")
    expect(page.locator("hw-act", has_text="Unlock the account")).to_be_visible()
    expect(page.locator("hw-pit-accounts tbody th").first).to_contain_text("many_40")
    expect(told).to_be_visible()
    page.get_by_role("link", name="Record", exact=True).click()
    page.get_by_role("link", name="Accounts").click()
    expect(told).to_be_visible()
    page.get_by_role("button", name="Put away").click()
    expect(told).to_have_count(0)


def test_the_forms_of_a_payout_go_with_it(house: Served, visit: Visits) -> None:
    """What was typed for one payout is not sent for the next, and what is sent names the payout that is shown."""
    at = visit(house.somebody("pit_payouts", "supervisor"))
    shown = {"wager": "five_card_1"}

    def waiting(route: Route) -> None:
        board = route.fetch().json()
        line = next(line for line in board["tables"] if line["game"] == "packs")
        of = {"round": 7, "seat": 3, **shown}
        line["validation"] = {"what": "", "clause": "43.12(c)3", "amount": 500_00, "until": None, "of": of}
        route.fulfill(body=json.dumps(board), content_type="application/json")

    at.page.route("**/api/pit", waiting)
    page = at.go("pit")
    payout = page.locator("hw-validation")
    expect(payout).to_contain_text("seat 3, Five-card bonus 1")
    refuse = payout.locator("hw-act").last
    expect(refuse.locator("summary")).to_contain_text("Refuse")
    refuse.locator("input[name=reason]").fill("a card too many")
    with page.expect_request("**/commands") as sent:
        refuse.get_by_role("button", name="Refuse").click()
    assert sent.value.post_data_json["command"]["of"] == {"round": 7, "seat": 3, "wager": "five_card_1"}
    expect(refuse.get_by_role("status")).to_contain_text("waits no longer")
    shown["wager"] = "five_card_2"
    expect(payout).to_contain_text("seat 3, Five-card bonus 2")
    expect(refuse.locator("input[name=reason]")).to_have_value("")
