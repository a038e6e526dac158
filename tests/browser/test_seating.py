"""Coming, standing behind a spot, and going: chips are chosen, consent is asked for, and every state is told."""

import re

import msgspec
from playwright.sync_api import Page, expect

from browser.driving import Visits
from browser.playing import TABLE, Player
from browser.salon import CLOCKS, Salon
from browser.test_reconnecting import decides_at
from houseway.house.commands import Actor, AllowBack, ChooseRules, CloseTable, MakeLeave

SUE = Actor("Sue", "supervisor")
REASON = "a test"


def dialog(page: Page, button: str) -> None:
    """Say yes to the dialog in which chips are chosen."""
    page.locator("hw-buy-in").get_by_role("button", name=button).click()


def one_behind_another(salon: Salon, comes: Visits, *wagered: str) -> tuple[Player, Player]:
    """Somebody who sits at a spot, and may have wagered there; and who comes then and stands behind it."""
    table = salon.table("lucky8s")
    ann, bob = Player(comes(), table), Player(comes(), table)
    ann.sits(2)
    if wagered:
        ann.wagers(*wagered)
    bob.visit.go("table", table)
    bob.page.get_by_role("button", name=re.compile("^Stand behind: .*Seat 2$")).click()
    dialog(bob.page, "Stand there")
    return ann, bob


def test_chips_are_chosen_within_the_wallet(salon: Salon, comes: Visits) -> None:
    ann = Player(comes(), salon.table("lucky8s"))
    ann.visit.go("table", ann.table)
    ann.page.get_by_role("button", name="Sit: Seat 2").click()
    typed = ann.page.locator("hw-buy-in .typed")
    typed.fill("25000")
    typed.press("Tab")
    expect(typed).to_have_value("10000")  # all that a wallet holds
    typed.fill("250")
    dialog(ann.page, "Sit down")
    ann.visit.until(f"{TABLE}.mine?.chips === 25000")
    ann.page.get_by_role("button", name="Buy chips").click()
    dialog(ann.page, "$500")
    dialog(ann.page, "Buy")
    ann.visit.until(f"{TABLE}.mine.chips === 75000")


def test_play_now_is_an_address_that_can_be_gone_to_from_anywhere(salon: Salon, comes: Visits) -> None:
    """From the table itself, again after one has left it, and from one table to another."""
    ann, other = Player(comes(), salon.table("lucky8s")), salon.table("lunar")
    ann.visit.go("table", ann.table)
    expect(ann.page.get_by_role("button", name="Sit: Seat 2")).to_be_visible()
    for _ in range(2):
        ann.visit.go("table", ann.table, "play")
        expect(ann.page.locator("hw-betting")).to_be_visible()
        ann.page.locator("hw-bar").get_by_role("button", name="Leave").click()
        expect(ann.dock).to_contain_text("You have left the table")
    ann.visit.go("table", ann.table, "play")
    ann.visit.go("table", other, "play")
    ann.visit.until(f"{TABLE}.name === '{other}' && {TABLE}.mine !== null")
    ann.page.reload()  # the wish is fulfilled, and the address has it no more
    ann.visit.until(f"{TABLE}?.mine")
    assert ann.page.url.endswith(f"#/table/{other}")


def test_who_has_no_chips_for_a_wager_is_told_and_can_buy(salon: Salon, comes: Visits) -> None:
    ann = Player(comes(), salon.table("blackjack"))
    ann.visit.go("table", ann.table)
    ann.page.get_by_role("button", name="Sit: Seat 2").click()
    ann.page.locator("hw-buy-in .typed").fill("3")
    dialog(ann.page, "Sit down")
    ann.visit.until(f"{TABLE}.mine.chips === {TABLE}.view.sign.least_buy_in")  # nobody comes with less
    salon.served.house.execute(ann.table, ChooseRules(("min=100",), REASON), SUE, None)
    expect(ann.dock).to_contain_text("too few chips")
    ann.dock.get_by_role("button", name="Buy chips").click()
    dialog(ann.page, "Buy")
    expect(ann.page.locator("hw-betting")).to_be_visible()


def test_a_player_who_stays_away_is_told_that_the_seat_was_given_up_and_is_offered_it_again(
    salon: Salon, comes: Visits
) -> None:
    ann, table = Player(comes(), salon.table("blackjack")), salon.served.house.table
    ann.sits(2)
    ann.visit.go("lobby")
    people = table(ann.table).live(salon.now()).state.people
    ann.visit.waits(lambda: all(person.away for person in people.values()), "the house to know that Ann is gone")
    salon.forward(CLOCKS.absence)
    ann.visit.waits(lambda: not people, "the seat to be given up")
    ann.visit.go("table", ann.table)
    expect(ann.dock).to_contain_text("because you were not connected")
    expect(ann.dock).to_contain_text("Seat 2, where you sat, is free")
    expect(ann.dock.locator("button.main")).to_contain_text("Seat 2")


def test_who_stands_behind_a_spot_wagers_when_the_first_bettor_lets_him(salon: Salon, comes: Visits) -> None:
    ann, bob = one_behind_another(salon, comes)
    expect(bob.dock).to_contain_text("wagers first")
    expect(ann.dock).to_contain_text("Wager on Ante")
    expect(ann.page.locator("hw-consent .asks")).to_have_count(0)  # she is not the first bettor as yet
    ann.wagers("ante")
    expect(bob.dock).to_contain_text("50.7(a)")
    bob.spot("ante").click()
    expect(bob.dock.get_by_role("alert")).to_contain_text(
        "has not consented: ask him to, or wager at another spot (50.7(a))"
    )
    assert ann.visit.serious() == []
    ann.dock.get_by_role("button", name=re.compile("^Let ")).click()
    ann.visit.until(f"{TABLE}.mine.consents.length === 1")
    bob.wagers("ante", "bonus")
    expect(bob.dock.get_by_role("alert")).to_have_text("")
    name = bob.page.evaluate(f"{TABLE}.mine.name")
    expect(ann.page.locator(f"hw-felt .stacked[data-area='2/ante/{name}']")).to_contain_text(name)
    bob.says_ready()
    bob.visit.until(f"{TABLE}.mine.ready && {TABLE}.view.now.phase === 'betting'")
    ann.deals()
    expect(bob.dock).to_contain_text("who sits there decides")
    ann.plays("House Way", "Play")
    assert bob.shown() == "result"
    expect(bob.dock.locator("ul li")).to_have_count(3)  # his own Ante, In to Win and bonus


def test_who_is_not_let_is_told_so(salon: Salon, comes: Visits) -> None:
    ann, bob = one_behind_another(salon, comes, "ante")
    expect(bob.dock).to_contain_text("is asked whether you may join (50.7(a))")
    ann.dock.get_by_role("button", name="No", exact=True).click()
    expect(bob.dock).to_contain_text("does not let you join (50.7(a))")
    ann.page.reload()
    expect(ann.page.locator("hw-betting")).to_be_visible()
    expect(ann.page.locator("hw-consent .asks")).to_have_count(0)  # who was told no is not asked about again


def test_who_wagered_first_is_asked_even_where_another_sits_down(salon: Salon, comes: Visits) -> None:
    """Not the one who sits there: the first person wagering on the spot consents (50.7(a))."""
    ann, bob = one_behind_another(salon, comes)
    expect(bob.dock).to_contain_text("wagers first")
    ann.page.locator("hw-bar").get_by_role("button", name="Leave").click()
    expect(bob.dock).to_contain_text("Nobody sits here")
    bob.wagers("ante")
    ann.sits(2)
    expect(ann.dock).to_contain_text("is asked whether you may join (50.7(a))")
    ann.spot("ante").click()
    expect(ann.dock.get_by_role("alert").first).to_contain_text(
        "has not consented: ask him to, or wager at another spot (50.7(a))"
    )
    bob.dock.get_by_role("button", name=re.compile("^Let ")).click()
    ann.wagers("ante")
    expect(ann.page.locator("hw-consent .asks")).to_have_count(0)


def test_who_decides_is_waited_for_though_another_sits_there(salon: Salon, comes: Visits) -> None:
    """Who sits there has no wager: the one behind the spot decides, and is named."""
    ann, bob = one_behind_another(salon, comes)
    ann.page.locator("hw-bar").get_by_role("button", name="Leave").click()
    expect(bob.dock).to_contain_text("Nobody sits here")
    bob.wagers("ante")
    name = bob.page.evaluate(f"{TABLE}.mine.name")
    ann.sits(2)
    bob.says_ready()
    expect(bob.dock).to_contain_text(f"Waiting for {ann.page.evaluate(f'{TABLE}.mine.name')}")
    ann.visit.photographed("not-this-time")
    ann.page.locator("hw-betting").get_by_role("button", name="Not this time").click()
    bob.visit.until(f"{TABLE}.view.now.phase === 'playing'")
    expect(ann.dock.locator(".head")).to_contain_text(f"Waiting for {name}")


def test_who_may_wagers_at_several_spots_and_decides_for_each(salon: Salon, comes: Visits) -> None:
    ann = Player(comes(), salon.table("lucky8s", "several_spots=yes"))
    ann.comes_in()
    further = next(seat for seat in range(1, 7) if seat != ann.seat)
    spot = ann.page.locator(f"hw-felt button.outline[data-area='{further}/ante']")
    ann.wagers("ante")
    for cents in (500, 1000):
        spot.click()
        ann.visit.until(f"{TABLE}.mine.elsewhere[{further}]?.ante === {cents}")
    expect(ann.page.locator("hw-bar")).to_contain_text("15")
    ann.page.get_by_role("button", name="Undo").click()
    ann.visit.until(f"{TABLE}.mine.elsewhere[{further}]?.ante === 500")
    ann.deals()
    ann.plays("House Way", "Play")
    payoffs = ann.page.evaluate(f"{TABLE}.view.result.payoffs")
    assert {(payoff["seat"], payoff["wager"]) for payoff in payoffs} >= {(ann.seat, "ante"), (further, "ante")}
    ann.next_round(salon)
    ann.page.get_by_role("button", name="Repeat").click()
    ann.visit.until(f"{TABLE}.mine.elsewhere[{further}]?.ante === 500 && {TABLE}.mine.wagers.ante > 0")
    spot.click(button="right")
    ann.visit.until(f"!{TABLE}.mine.elsewhere[{further}]")


def test_side_bets_alone_are_made_from_behind_a_box_at_blackjack(salon: Salon, comes: Visits) -> None:
    table = salon.table("blackjack")
    ann, bob = Player(comes(), table), Player(comes(), table)
    ann.sits(2)
    ann.wagers("main")
    bob.visit.go("table", table)
    bob.dock.get_by_role("button", name=re.compile("^Stand behind ")).click()
    dialog(bob.page, "Stand there")
    expect(bob.page.locator("hw-betting")).to_be_visible()
    bob.wagers("pair")
    expect(bob.spot("main")).to_have_count(0)


def test_who_sits_at_one_box_adds_side_bets_to_another_at_blackjack(salon: Salon, comes: Visits) -> None:
    """He needs no main wager of his own; they go back with the main wager beside them (3.5.3)."""
    table = salon.table("blackjack")
    ann, bob = Player(comes(), table), Player(comes(), table)
    ann.sits(2)
    bob.sits(4)
    box = "hw-felt button.outline[data-area='2/{}']"
    pair, lucky8, main = (bob.page.locator(box.format(wager)) for wager in ("pair", "lucky8", "main"))
    expect(pair).to_have_count(0)
    ann.wagers("main")
    for spot, wager in ((pair, "pair"), (lucky8, "lucky8")):
        spot.click()
        bob.visit.until(f"{TABLE}.mine.elsewhere[2]?.{wager} === 500")
    expect(main).to_have_count(0)
    expect(bob.page.locator("hw-bar")).to_contain_text("10")
    expect(ann.page.locator("hw-felt [data-area^='2/pair/']")).to_be_visible()
    ann.page.get_by_role("button", name="Clear").click()
    bob.visit.until(f"!{TABLE}.mine.elsewhere[2]")
    expect(pair).to_have_count(0)
    ann.wagers("main")
    pair.click()
    bob.visit.until(f"{TABLE}.mine.elsewhere[2]?.pair === 500")
    bob.says_ready()
    ann.deals()
    ann.plays("Stand", "Decline")
    bob.visit.until(f"!!{TABLE}.view.result")  # he is told in a browser of his own
    payoffs = bob.page.evaluate(f"{TABLE}.view.result.payoffs.filter(({{ player }}) => player === {TABLE}.mine.name)")
    assert [(payoff["seat"], payoff["wager"]) for payoff in payoffs] == [(2, "pair")]
    expect(bob.dock.locator("ul li")).to_have_count(1)
    expect(bob.dock.locator(".big")).to_contain_text("You")
    assert bob.visit.serious() == []


def test_who_is_made_to_leave_and_who_leaves_are_told(salon: Salon, comes: Visits) -> None:
    table = salon.table("lunar")
    ann = Player(comes(), table)
    ann.sits(2)
    name = ann.page.evaluate(f"{TABLE}.mine.name")
    salon.served.house.execute(table, MakeLeave(name, REASON), SUE, None)
    expect(ann.dock).to_contain_text("You are no longer at this table")
    ann.page.get_by_role("button", name="Sit: Seat 3").click()
    dialog(ann.page, "Sit down")
    expect(ann.page.locator("hw-buy-in [role=alert]")).to_contain_text("ask the floor to be allowed back")
    salon.served.house.execute(table, AllowBack(name, REASON), SUE, None)
    dialog(ann.page, "Sit down")
    expect(ann.page.locator("hw-betting")).to_be_visible()
    ann.page.get_by_role("button", name="Leave").click()
    expect(ann.dock).to_contain_text("You have left the table")


def test_a_table_that_is_closed_says_so(salon: Salon, comes: Visits) -> None:
    table = salon.table("packs")
    ann = Player(comes(), table)
    ann.sits(2)
    salon.served.house.execute(table, CloseTable(REASON), SUE, None)
    expect(ann.dock).to_contain_text("The pit has closed this table")
    expect(ann.dock.get_by_role("link", name="To the other tables")).to_be_visible()


def test_what_the_last_round_came_to_is_read_after_the_table_has_closed(salon: Salon, comes: Visits) -> None:
    ann = Player(comes(), salon.table("lunar"))
    decides_at(ann, salon)
    salon.served.house.execute(ann.table, CloseTable(REASON), SUE, None)
    expect(ann.dock).to_contain_text("The pit closes this table after this round")
    ann.decides("Fold")
    lines = ann.dock.locator("ul li")
    expect(lines.first).to_contain_text("folded")
    expect(ann.dock).to_contain_text("The pit has closed this table")
    expect(ann.dock.locator(".big")).to_contain_text("You lost")
    expect(ann.page.locator("hw-felt .card").first).to_be_visible()  # the hands lie there as after any other round
    expect(ann.page.locator("hw-bar dl")).to_contain_text("Last round")
    assert ann.visit.serious() == []
    ann.page.reload()
    expect(lines.first).to_contain_text("folded")
    expect(ann.dock).to_contain_text("The table is closed")


def test_who_leaves_hidden_hands_is_not_shown_seated_in_what_he_sees_late(salon: Salon, comes: Visits) -> None:
    """Neither after a round, when the late copy still has him, nor when he looks at it anew."""
    ann = Player(comes(), salon.table("lunar", clocks=msgspec.structs.replace(CLOCKS, result=5_000)))
    ann.comes_in()
    ann.wagers("ante")
    ann.deals()
    ann.plays("Fold")
    salon.forward(5_000)
    expect(ann.page.locator("hw-betting")).to_be_visible()
    version = ann.version()
    ann.page.locator("hw-bar").get_by_role("button", name="Leave").click()
    expect(ann.dock).to_contain_text("You have left the table")
    assert ann.version() == version + 1
    for _ in range(2):
        expect(ann.page.get_by_text("You see this table half a minute late.")).to_be_visible()
        assert ann.page.evaluate(f"{TABLE}.mine") is None
        expect(ann.page.locator("hw-bar button, hw-betting, hw-deciding, hw-countdown [role=timer]")).to_have_count(0)
        expect(ann.dock.get_by_role("button", name=re.compile("^Sit"))).not_to_have_count(0)
        ann.page.reload()
        ann.visit.until(f"{TABLE}?.view")
    assert ann.version() < version
    salon.forward(30_000)
    ann.visit.until(f"{TABLE}.view.version === {version + 1}")
