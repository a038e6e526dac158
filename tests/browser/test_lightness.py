"""It is there in a moment, and what moves is drawn without the page's help, or not at all."""

import time
from typing import Any

from playwright.sync_api import Browser, expect

from browser.driving import Visit, Visits
from browser.playing import PAGE, TABLE, Player
from browser.salon import Salon
from house.served import Served

MOST_SECONDS = 10  # two, on a machine that has nothing else to do

# How often the page is drawn anew while things move, and which properties move; each movement is looked into once.
WATCH = f"""() => {{
  const felt = {PAGE}.shadowRoot.querySelector("hw-felt").shadowRoot;
  const told = {{ frames: 0, moving: new Set(), most: 0, time: 0 }};
  const seen = new WeakSet();
  let last = null;
  window.watched = told;
  const look = (now) => {{
    const running = felt.getAnimations();
    if (running.length && last !== null) {{
      told.frames += 1;
      told.time += now - last;
    }}
    last = running.length ? now : null;
    told.most = Math.max(told.most, running.length);
    for (const each of running) {{
      if (seen.has(each)) continue;
      seen.add(each);
      for (const frame of each.effect.getKeyframes()) {{
        for (const name of Object.keys(frame)) told.moving.add(name);
      }}
    }}
    requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}}"""
WATCHED = """(() => {
  const { frames, moving, most, time } = window.watched;
  return { most, moving: [...moving], rate: time ? (1000 * frames) / time : 0 };
})()"""
TIMING = {"offset", "computedOffset", "easing", "composite"}


def test_the_first_table_is_there_in_a_moment(process: Served, browser: Browser) -> None:
    """From a house that has just opened, and a browser that has never been there."""
    visit = Visit(process.url, browser, None)
    began = time.perf_counter()
    visit.go("table", "lucky8s-1", "play")
    expect(visit.page.locator("hw-betting button.main")).to_be_visible()
    visit.page.locator("hw-felt button.outline.lit").click()
    expect(visit.page.locator("hw-betting button.main")).to_be_enabled()
    took = time.perf_counter() - began
    print(f"from the address to a wager on the felt: {took:.2f} s")
    assert took < MOST_SECONDS
    visit.leave()


def test_cards_and_chips_move_by_transforms_alone(salon: Salon, comes: Visits) -> None:
    """These the compositor draws. How many pictures a second come of it is the machine's matter, and told."""
    player = Player(comes(), salon.table("lucky8s"))
    player.page.emulate_media(reduced_motion="no-preference")
    player.comes_in()
    player.adds_bots(2)
    player.wagers()
    player.page.evaluate(WATCH)
    player.deals()
    player.plays()
    told: dict[str, Any] = player.page.evaluate(WATCHED)
    print(f"{told['rate']:.0f} pictures a second, up to {told['most']} movements at a time")
    assert told["most"] >= 8
    assert set(told["moving"]) - TIMING <= {"transform", "opacity"}
    assert told["rate"] > 2


def test_who_wants_nothing_to_move_sees_nothing_move(salon: Salon, comes: Visits) -> None:
    player = Player(comes(), salon.table("lucky8s"))
    player.comes_in()
    player.wagers()
    player.page.evaluate(WATCH)
    player.deals()
    player.plays()
    assert player.page.evaluate(WATCHED)["most"] == 0
    expect(player.page.locator("hw-felt .card").first).to_be_visible()  # the hands stay until the result is read
    player.visit.until(f"{TABLE}.view.result !== null")
