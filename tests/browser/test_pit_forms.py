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
    assert json.loads(sent.value.post_data or "")["command"]["of"] == {"round": 7, "seat": 3, "wager": "five_card_1"}
    expect(refuse.get_by_role("status")).to_contain_text("waits no longer")
    shown["wager"] = "five_card_2"
    expect(payout).to_contain_text("seat 3, Five-card bonus 2")
    expect(refuse.locator("input[name=reason]")).to_have_value("")


def test_what_is_no_number_is_refused_in_the_form_that_sets_up_a_table(house: Served, visit: Visits) -> None:
    page = visit(house.somebody("pit_numbers", "administrator")).go("pit", "house")
    form = form_of(page, "Set up a table")
    said = form.get_by_role("status")
    form.get_by_label("Name").fill("number-table")
    form.get_by_label("Game").select_option("lunar")
    form.locator("input[name=reason]").fill("more people come")
    wrong = [("betting", "soon"), ("betting", "0"), ("decision", "-1"), ("validation", "never"), ("pause", "1e3")]
    wrong += [("prize", "soon"), ("result", "-5")]
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/commands") else None)
    for name, typed in wrong:
        field = form.locator(f"input[name={name}]")
        before = field.input_value()
        field.fill(typed)
        form.get_by_role("button").click()
        expect(said).to_contain_text(f"“{typed}” is no whole number from")
        expect(said).to_contain_text("in seconds")
        field.fill(before)
    form.get_by_label("Meters linked").fill("progressive")
    form.get_by_role("button").click()
    expect(said).to_contain_text("“progressive” has no meter on both sides")
    assert sent == []
    form.get_by_label("Meters linked").fill("")
    form.locator("input[name=validation]").fill("")
    form.locator("input[name=prize]").fill("7")
    form.locator("input[name=result]").fill("0")
    form.get_by_role("button").click()
    expect(said).to_have_text("Done: the table is set up.")
    clocks = house.house.table("number-table").definition.clocks
    assert (clocks.validation, clocks.prize, clocks.result) == (None, 7_000, 0)


def test_what_the_house_wants_is_told_at_the_field_that_asks_for_it(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_wrong", "administrator"))
    page = at.go("pit", "house")
    act(page, "Hang a meter", Name="Moon 2", **{"Shows,_in_dollars": "2000", "Reset_to,_in_dollars": "1000"})
    said = form_of(page, "Hang a meter").get_by_role("status")
    expect(said).to_have_text("Name: give a meter's name of 2 to 31 small letters, digits, _ or -, a letter first.")
    form = form_of(page, "Set up a table")
    form.get_by_label("Name").fill("Moon")
    form.get_by_label("Rules that differ").fill("limits")
    form.locator("input[name=reason]").fill("more people come")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("Name: give a table's name of 2 to 31 small letters")
    form.get_by_label("Name").fill("moon")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text(
        "Rules that differ, one KEY=VALUE a line: give a rule as KEY=VALUE, like ante_min=5."
    )
    page = visit(house.somebody("pit_amounts", "supervisor")).go("pit", "table", "lunar-1")
    act(page, "Fill", Amount_in_dollars="0")
    expect(form_of(page, "Fill").get_by_role("status")).to_contain_text("Amount in dollars: give an amount")
    form_of(page, "Close the table").locator("input[name=reason]").fill("\u202eno")
    form_of(page, "Close the table").get_by_role("button").click()
    expect(form_of(page, "Close the table").get_by_role("status")).to_contain_text(
        "Reason (it stands on the record): give one line of 1 to 200 characters that can be read."
    )
    page = at.go("pit", "accounts")
    act(page, "Open a staff account", Name="x y")
    expect(form_of(page, "Open a staff account").get_by_role("status")).to_contain_text("Name: give a name of 2 to 24")


def test_a_card_that_lies_face_up_is_asked_for_by_its_place(house: Served, visit: Visits) -> None:
    page = visit(house.somebody("pit_faces", "floorperson")).go("pit", "table", "packs-1")
    form = page.locator("hw-irregularities")
    form.locator("summary").first.click()
    kind = form.get_by_label("What happened")
    kind.select_option(label="finds card … face up")
    expect(form.get_by_label("Which card it is")).to_be_visible()
    kind.select_option(label="finds seat … … not accepted")
    form.locator("[name=name]").select_option(label="Five-card bonus 1")
    kind.select_option(label="deals … cards to pack …")
    form.locator("[name=name]").select_option("2")
    form.get_by_label("Number of cards").fill("many")
    form.locator("[name=reason]").fill("seen")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Number of cards: “many” is no whole number from 0 to 999.")
