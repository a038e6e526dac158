"""The pit console: what each role is offered, acts with their reasons, refusals with their clauses, the record."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.driving import Visits
from web.running import Served


def act(page: Page, title: str, **fields: str) -> None:
    """Open a form, fill it in, send it."""
    form = page.locator("hw-act", has=page.locator("summary", has_text=re.compile(f"^{title}"))).first
    if form.locator("details[open]").count() == 0:
        form.locator("summary").click()
    for label, value in fields.items():
        form.get_by_label(label.replace("_", " ")).fill(value)
    form.locator("input[name=reason]").fill("because of a test")
    form.get_by_role("button").click()


def titles(page: Page) -> set[str]:
    page.locator("hw-act").first.wait_for()
    return {text.split("\n")[0] for text in page.locator("hw-act summary").all_inner_texts()}


@pytest.mark.parametrize(
    ("role", "offered"),
    [
        ("floorperson", {"Report an irregularity", "Change the cards"}),
        (
            "supervisor",
            {
                *("Close the table", "Choose rules", "Fill", "Credit", "Re-cut"),
                *("Report an irregularity", "Change the cards"),
            },
        ),
        ("administrator", {"Close the table"}),
    ],
)
def test_each_role_is_offered_what_it_may_do(house: Served, visit: Visits, role: str, offered: set[str]) -> None:
    at = visit(house.somebody(f"pit_{role}", role))  # type: ignore[arg-type]
    page = at.go("pit", "table", "lucky8s-1")
    assert titles(page) == offered
    assert at.serious() == []


def test_an_auditor_looks_and_a_player_does_not_even_that(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_auditor", "auditor"))
    page = at.go("pit")
    expect(page.get_by_role("heading", name="lunar-1")).to_be_visible()
    at.go("pit", "table", "lunar-1")
    expect(page.locator("hw-felt .stage")).to_be_visible()
    expect(page.locator("hw-act")).to_have_count(0)
    expect(visit().go("pit").get_by_text("The pit is for floorpersons")).to_be_visible()


def test_chips_are_filled_and_it_stands_on_the_record_with_its_reason(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_fill", "supervisor"))
    page = at.go("pit", "table", "packs-1")
    act(page, "Fill", Amount_in_dollars="1234")
    expect(page.get_by_text("Done: the chips are in the inventory.")).to_be_visible()
    expect(page.locator("hw-pit-table dl")).to_contain_text("$501,234")
    at.go("pit", "record", "table%2Fpacks-1")
    row = page.locator("hw-pit-record tbody tr", has_text="table.filled/1")
    expect(row).to_contain_text("because of a test")
    expect(row).to_contain_text("pit_fill")
    row.get_by_role("button").click()
    expect(page.locator("hw-pit-record .more")).to_contain_text("+$1,234")
    assert at.serious() == []


def test_the_record_is_searched_by_who_and_what(house: Served, visit: Visits) -> None:
    """The newest first; of the house's own stream, too, whose last version no table tells."""
    at = visit(house.somebody("pit_reader", "supervisor"))
    page = at.go("pit", "table", "lunar-1")
    for amount in ("11", "12"):
        act(page, "Fill", Amount_in_dollars=amount)
        expect(page.locator("hw-act [role=status]", has_text="Done: the chips are in the inventory.")).to_be_visible()
        page.reload()
    visit().play("lunar-1")
    at.go("pit", "record", "table%2Flunar-1")
    versions = page.locator("hw-pit-record tbody tr td:first-child")
    expect(versions.last).to_have_text("1")
    shown = [int(text) for text in versions.all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    page.get_by_label("By whom").select_option("staff")
    page.get_by_label("Find").fill("FILLED")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("hw-pit-record tbody tr")).to_have_count(2)
    expect(page.locator("hw-pit-record tbody tr").first).to_contain_text("pit_reader")
    page.get_by_label("Find").fill("nobody ever said this")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("status").first).to_contain_text("0 entries, of versions 1 to ")
    page.get_by_label("Stream").select_option("house")
    page.get_by_label("Find").fill("")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("hw-pit-record tbody tr", has_text="house.set_up_table/1").first).to_be_visible()
    assert at.serious() == []


def test_the_pit_fits_a_small_screen(house: Served, visit: Visits) -> None:
    """Nothing has to be pushed aside to be read: what is a column on a large screen stands below."""
    at = visit(house.somebody("pit_small", "administrator"), width=360, height=740)
    page = at.go("pit", "record", "house")
    expect(page.locator("hw-pit-record tbody tr").first).to_contain_text("administrator")
    page.locator("hw-pit-record td button").first.click()
    assert not is_wider_than_its_panel(page, "hw-pit-record")
    at.go("pit", "accounts")
    page.get_by_role("button", name="Act: pit_small").click()
    expect(page.locator("tr", has_text="pit_small").first).to_contain_text("administrator")
    assert not is_wider_than_its_panel(page, "hw-pit-accounts")
    assert at.serious() == []


def is_wider_than_its_panel(page: Page, element: str) -> bool:
    wider: bool = page.locator(f"{element} .panel").evaluate("panel => panel.scrollWidth > panel.clientWidth")
    return wider


def rules_form(page: Page) -> Locator:
    """The form by which rules are chosen, unfolded."""
    form = page.locator("hw-act", has=page.locator("summary", has_text="Choose rules"))
    form.locator("summary").click()
    return form


def test_a_form_stays_the_same_when_others_come_and_go(house: Served, visit: Visits) -> None:
    """What was typed for one act is not sent as another because the table has changed meanwhile."""
    at = visit(house.somebody("pit_types", "supervisor"))
    page = at.go("pit", "table", "ultimate8-1")
    form = rules_form(page)
    form.locator("input[name=reason]").fill("a lower maximum")
    act(page, "Close the table")
    expect(page.locator("hw-pit-table").get_by_text("Done: the table is closed.")).to_be_visible()
    expect(page.locator("hw-act", has_text="Open the table").locator("details[open]")).to_have_count(0)
    expect(form.locator("input[name=reason]")).to_have_value("a lower maximum")
    act(page, "Open the table")
    expect(page.locator("hw-pit-table").get_by_text("Done: the table is open.")).to_be_visible()


def test_what_the_rulebook_forbids_is_refused_with_its_clause(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_rules", "supervisor"))
    page = at.go("pit", "table", "lucky8s-1")
    form = rules_form(page)
    form.locator("input[name=bonus_table]").fill("9")
    form.locator("input[name=reason]").fill("nobody has that one")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("clause 50.6(n)")
    form.locator("input[name=bonus_table]").fill("3")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Done: the rules are chosen.")
    told = house.ask("GET", "/api/tables/lucky8s-1", at.token).json()["sign"]["rules"]
    assert (told["bonus_table"], told["ante_min"]) == ("3", "5")


def test_an_irregularity_asks_only_what_its_clause_needs(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_floor", "floorperson"))
    page = at.go("pit", "table", "lunar-1")
    form = page.locator("hw-irregularities")
    form.locator("summary").click()
    kinds = house.ask("GET", "/api/games/lunar").json()["irregularities"]
    for index, kind in enumerate(kinds):
        form.get_by_label("What happened").select_option(str(index))
        wanted = {place for place in ("seat", "number", "name") if f"{{{place}}}" in kind["words"]}
        asked = form.locator("form [name]").evaluate_all("all => all.map((each) => each.name)")
        assert set(asked) == wanted | {"reason"}, kind["words"]
    index = next(index for index, kind in enumerate(kinds) if kind["words"] == "deals {number} cards to seat {seat}")
    form.get_by_label("What happened").select_option(str(index))
    form.locator("[name=number]").fill("4")
    form.locator("[name=seat]").select_option("2")
    form.locator("[name=reason]").fill("seen by the floor")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Done: it is reported.")
    expect(page.locator("hw-pit-table dl")).to_contain_text("deals 4 cards to seat 2")
    back = form.locator("hw-act.back")
    back.locator("summary").click()
    back.locator("select").select_option("deals 4 cards to seat 2")
    back.locator("[name=reason]").fill("seen wrongly")
    back.get_by_role("button").click()
    expect(page.locator("hw-pit-table dl")).not_to_contain_text("deals 4 cards to seat 2")
    expect(back).to_have_count(0)


def test_a_payout_that_waits_is_shown_with_its_clause_and_two_answers(house: Served, visit: Visits) -> None:
    """The board is as the house tells it, but for a payout that waits: the house refuses the answer, and says why."""
    at = visit(house.somebody("pit_validates", "supervisor"))

    def waiting(route: Route) -> None:
        board = route.fetch().json()
        of = {"round": 1, "seat": 2, "wager": "progressive"}
        payout = {"what": "", "clause": "38.11(b)3", "amount": 9_999_70, "until": None, "of": of}
        next(line for line in board["tables"] if line["game"] == "lunar")["validation"] = payout
        route.fulfill(body=json.dumps(board), content_type="application/json")

    at.page.route("**/api/pit", waiting)
    page = at.go("pit")
    expect(page.locator("hw-validation")).to_contain_text("seat 2, Progressive")
    expect(page.locator("hw-validation")).to_contain_text("9,999.70")
    expect(page.locator("hw-validation")).to_contain_text("clause 38.11(b)3")
    grant, refuse = page.locator("hw-validation hw-act").all()
    expect(refuse.get_by_role("button", name="Refuse")).to_be_visible()
    grant.locator("input[name=reason]").fill("verified")
    grant.get_by_role("button", name="Validate").click()
    expect(grant.get_by_role("status")).not_to_be_empty()
    assert at.serious() == []


def test_meters_tables_and_accounts(house: Served, visit: Visits) -> None:
    at = visit(house.somebody("pit_heads", "administrator"))
    page = at.go("pit", "house")
    act(page, "Hang a meter", Name="moon-2", **{"Shows,_in_dollars": "2000", "Reset_to,_in_dollars": "1000"})
    expect(page.get_by_text("Done: the meter hangs.")).to_be_visible()
    form = page.locator("hw-act", has=page.locator("summary", has_text="Set up a table"))
    form.locator("summary").click()
    form.get_by_label("Name").fill("moon-table")
    form.get_by_label("Game").select_option("lunar")
    form.get_by_label("Rules that differ").fill("ante_min=10\nante_max=100")
    form.get_by_label("Meters linked").fill("progressive=moon-2")
    form.locator("input[name=reason]").fill("more people come")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Done: the table is set up.")
    at.go("pit")
    expect(page.get_by_role("heading", name="moon-table")).to_be_visible()
    house.somebody("pit_zoe", "player")
    at.go("pit", "accounts")
    page.get_by_role("button", name="Act: pit_zoe").click()
    form = page.locator("hw-act", has=page.locator("summary", has_text="Give a role"))
    form.get_by_label("Role").select_option("floorperson")
    form.locator("input[name=reason]").fill("hired")
    form.get_by_role("button").click()
    expect(page.locator("tr", has_text="pit_zoe").first).to_contain_text("floorperson")
    assert at.serious() == []


def test_somebody_is_taken_on_and_forgets_the_password(house: Served, visit: Visits) -> None:
    """Each time a password for one time is told in the pit; who logs in by it chooses one."""
    boss = visit(house.somebody("pit_boss", "administrator")).go("pit", "accounts")
    form = boss.locator("hw-act", has=boss.locator("summary", has_text="Open a staff account"))
    form.locator("summary").click()
    form.get_by_label("Role").select_option("floorperson")
    act(boss, "Open a staff account", Name="flo_of_the_pit")
    page = log_in(visit, "flo_of_the_pit", told(boss), "a password of my own")
    page.goto(page.url.partition("#")[0] + "#/pit")
    expect(page.locator("hw-pit")).to_contain_text("flo_of_the_pit, floorperson")
    boss.get_by_role("button", name="Act: flo_of_the_pit").click()
    boss.get_by_role("button", name="Put away").click()
    act(boss, "Reset the password")
    expect(page.get_by_text("This session has ended")).to_be_visible()
    log_in(visit, "flo_of_the_pit", told(boss), "another of my own")


def told(page: Page) -> str:
    said = page.locator("[role=status]", has_text="logs in once by")
    expect(said).to_be_visible()
    found = re.search(r"logs in once by (\S+) and", said.inner_text())
    assert found is not None
    return found[1]


def log_in(visit: Visits, name: str, one_time: str, chosen: str) -> Page:
    page = visit().go("lobby")
    page.locator("header nav button").last.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password", exact=True).fill(one_time)
    dialog.get_by_role("button", name="Log in").click()
    dialog.get_by_label("New password").fill(chosen)
    dialog.get_by_role("button", name="Log in").click()
    expect(page.locator("header nav button").last).to_contain_text(name)
    return page
