"""It is there in a moment, and what moves is drawn without the page's help, or not at all."""

import time
from typing import Any

import pytest
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

# How often the same browser draws a page on which eight boxes move, and nothing else is: what the machine can do.
BARE = """() => new Promise((told) => {
  for (let each = 0; each < 8; each += 1) {
    const box = document.body.appendChild(document.createElement("div"));
    box.animate([{ transform: "none" }, { transform: "translate(300px, 200px)" }], { duration: 1500 });
    box.append("a card");
  }
  let frames = 0;
  const began = performance.now();
  const look = (now) => {
    frames += 1;
    if (now - began < 1200) requestAnimationFrame(look);
    else told((1000 * frames) / (now - began));
  };
  requestAnimationFrame(look);
})"""


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


@pytest.mark.parametrize("bots", [0, 2])
def test_cards_and_chips_move_by_transforms_alone(salon: Salon, comes: Visits, bots: int) -> None:
    """These the compositor draws. How many pictures a second come of it is the machine's matter: a part of its own."""
    player = Player(comes(), salon.table("lucky8s"))
    bare = player.visit.context.new_page().evaluate(BARE)
    player.page.bring_to_front()
    player.page.emulate_media(reduced_motion="no-preference")
    player.comes_in()
    player.adds_bots(bots)
    player.wagers()
    player.page.evaluate(WATCH)
    player.deals()
    player.plays()
    told: dict[str, Any] = player.page.evaluate(WATCHED)
    print(f"{told['rate']:.0f} pictures a second of {bare:.0f}, up to {told['most']} movements at a time")
    assert told["most"] >= 8
    assert set(told["moving"]) - TIMING <= {"transform", "opacity"}
    assert told["rate"] > bare / 2


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
