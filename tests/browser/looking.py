"""What people would measure on a page: whether it scrolls sideways, how large its targets are, where the focus is."""

from typing import Any, Literal

from playwright.sync_api import Page

from browser.driving import Visit

# Screens on which everything is looked at, and the rooms that they stand in.
SIZES = {"1920x1080": (1920, 1080), "360x740": (360, 740)}
ROOMS: dict[str, Literal["light", "dark"]] = {"1920x1080": "light", "360x740": "dark"}

FELTS = ((1920, 1080), (1440, 900), (1280, 800), (820, 1180), (360, 740))

SMALLEST = 24  # pixels, as WCAG 2.2 asks (2.5.8)

# All elements, into the shadow roots; those that nobody sees are left out.
_EVERY = """
function* every(root) {
  for (const each of root.querySelectorAll("*")) {
    yield each;
    if (each.shadowRoot) yield* every(each.shadowRoot);
  }
}
const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
"""
_TARGETS = f"""(smallest) => {{
{_EVERY}
  const small = [];
  for (const each of every(document)) {{
    if (!each.matches("button, a.button, nav a, summary, select, textarea, input") || !isSeen(each)) continue;
    const target = (each.type === "checkbox" && each.labels?.[0]) || each; // its words can be touched as well
    const {{ width, height, left, right }} = target.getBoundingClientRect();
    const isAway = right <= 0 || left >= innerWidth;
    const words = each.getAttribute("aria-label") ?? each.textContent.trim();
    if (!isAway && Math.min(width, height) < smallest - 0.5) small.push(`${{words}}: ${{width}}x${{height}}`);
  }}
  return small;
}}"""
_FOCUS = """() => {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  if (!found || found === document.body) return null;
  const style = getComputedStyle(found);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const { left, top, right, bottom } = found.getBoundingClientRect();
  return {
    element: found.localName,
    name: found.getAttribute("aria-label") ?? found.textContent.trim(),
    area: found.dataset.area ?? "",
    href: found.getAttribute("href") ?? "",
    isMarked: ring,
    isInSight: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  };
}"""

# What lies over something else on the felt: cards and chips over what is written or over each other's places.
_OVER = """() => {
  const app = document.querySelector("hw-app").shadowRoot;
  const felt = (app.querySelector("hw-table") ?? app).shadowRoot.querySelector("hw-felt").shadowRoot;
  const found = [];
  const add = (kind, name, element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right > left) found.push({ kind, name, left, top, right, bottom });
  };
  const of = (element) => element.dataset.area ?? element.closest("[data-area]")?.dataset.area;
  for (const each of felt.querySelectorAll(".named, .box")) add("written", each.textContent.trim(), each);
  for (const each of felt.querySelectorAll("text.written")) add("arc", each.textContent.trim(), each);
  for (const each of felt.querySelectorAll(".meters > div")) add("written", each.textContent.trim(), each);
  for (const each of felt.querySelectorAll("hw-seat")) {
    const plate = each.shadowRoot.querySelector(".plate, .free");
    if (plate) add("plate", of(each), plate);
  }
  for (const each of felt.querySelectorAll(".outline")) add("outline", of(each), each);
  for (const each of felt.querySelectorAll(".card")) add("card", each.querySelector("img")?.alt, each);
  const over = new Set();
  const bad = {
    card: ["written", "arc", "plate"],
    outline: ["written", "arc", "plate"],
    plate: ["written", "arc", "plate"],
    written: ["written", "arc"],
  };
  for (const a of found) {
    for (const b of found) {
      if (a === b || !bad[a.kind]?.includes(b.kind)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const both = `${a.kind} ${a.name} and ${b.kind} ${b.name}`;
      if (wide > 1 && high > 1) over.add(`${both}: ${wide.toFixed()}x${high.toFixed()}`);
    }
  }
  return [...over];
}"""


def assert_well_made(visit: Visit) -> None:
    """It fits the screen, can be touched, and shuts nobody out."""
    assert not scrolls_sideways(visit.page)
    small = small_targets(visit.page)
    assert not small, small
    assert visit.serious() == []


def scrolls_sideways(page: Page) -> bool:
    """Is the page wider than the window?"""
    sideways: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return sideways


def small_targets(page: Page) -> list[str]:
    """Controls that a finger would miss."""
    small: list[str] = page.evaluate(_TARGETS, SMALLEST)
    return small


def focused(page: Page) -> dict[str, Any] | None:
    """What has the focus, into the shadow roots: its words, and whether one sees that it has it."""
    found: dict[str, Any] | None = page.evaluate(_FOCUS)
    return found


def assert_nothing_overlaps(page: Page) -> None:
    """On the felt as it is drawn on screens of other sizes, too."""
    size = page.viewport_size
    assert size is not None
    for width, height in FELTS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))")
        assert overlapping(page) == [], f"at {width}x{height}"
    page.set_viewport_size(size)


def overlapping(page: Page) -> list[str]:
    """What lies over what is written on the felt, or over somebody's plate."""
    over: list[str] = page.evaluate(_OVER)
    return over
