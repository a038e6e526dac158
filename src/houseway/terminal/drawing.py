"""The table drawn from above: the dealer at the top, position 1 at his left hand, the others clockwise from there.

So the positions run from right to left on the screen, as one sees them from behind the players.
"""

from collections.abc import Sequence

import msgspec
from rich.align import Align
from rich.box import HEAVY, ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from houseway.cards import Card
from houseway.felt import DEALER_HAND, INVENTORY, Area, Felt
from houseway.money import Cents
from houseway.table import purse
from houseway.terminal.faces import NARROW, OVERLAPPED, ROWS, boxes, inline, sorted_hand, widest_step, width_of
from houseway.terminal.layout import Layout
from houseway.terminal.sums import amount, colour, signed

LEAST_SEAT, MOST_SEAT = 18, 34  # columns of a position
SIDE = 21  # columns beside the dealer's cards, on either side


class Seat(msgspec.Struct):
    """A position as it is drawn: who sits there, what he did last and what the round has brought him so far."""

    number: int
    name: str
    you: bool = False
    chips: Cents = 0
    act: str = ""
    net: Cents | None = None
    button: bool = False
    asked: bool = False


class Scene(msgspec.Struct):
    """All that is drawn: the felt as the player sees it and who sits around it."""

    title: str
    words: str
    felt: Felt
    layout: Layout
    seats: list[Seat]


def draw_table(scene: Scene, width: int, compact: bool = False) -> RenderableType:
    """The whole table in so many columns; compact: cards on one line."""
    parts: list[RenderableType] = [_headline(scene, width), _dealer(scene, width, compact)]
    per_row = max(1, min(len(scene.seats), width // LEAST_SEAT))
    rows = -(-len(scene.seats) // per_row)
    per_row = -(-len(scene.seats) // rows)
    for start in range(0, len(scene.seats), per_row):
        parts.append(_row_of_seats(scene, scene.seats[start : start + per_row], width, per_row, compact))
    return Group(*parts)


def _headline(scene: Scene, width: int) -> Text:
    title, words = f" {scene.title} ", f" {scene.words} "
    line = max(2, width - len(title) - len(words) - 4)
    return Text.assemble(
        ("──", "green"), (title, "bold"), ("─" * line, "green"), (words, "dim"), ("──", "green"), overflow="crop"
    )


def _dealer(scene: Scene, width: int, compact: bool) -> RenderableType:
    grid = Grid.grid(expand=True, padding=0)
    grid.add_column(width=SIDE, no_wrap=True)
    grid.add_column(justify="center", ratio=1)
    grid.add_column(width=SIDE, justify="right", no_wrap=True)
    grid.add_row(Group(*_piles(scene)), Group(*_table_cards(scene, width - 2 * SIDE, compact)), Group(*_money(scene)))
    return grid


def _piles(scene: Scene) -> list[Text]:
    lines = []
    for place in scene.layout.piles():
        number = scene.felt.count(place.name)
        if number or place.name == "shoe":
            lines.append(Text.assemble(f" {place.label} ", (f"{number}", "bold"), style="dim"))
    return lines


def _money(scene: Scene) -> list[Text]:
    """Pots, meters and the table inventory: what the table holds."""
    felt = scene.felt
    lines = [
        Text.assemble(f"{scene.layout.label(area)} ", (amount(felt.stake(area)), "bold yellow"), " ")
        for area in scene.layout.of_table(felt, "chips")
        if area != INVENTORY
    ]
    lines += [
        Text.assemble(f"{name.replace('_', ' ').capitalize()} ", (amount(int(cents)), "bold yellow"), " ")
        for name, cents in felt.meters.items()
    ]
    lines.append(Text(f"Inventory {amount(felt.stake(INVENTORY))} ", "dim"))
    return lines


def _table_cards(scene: Scene, room: int, compact: bool) -> list[RenderableType]:
    areas = scene.layout.of_table(scene.felt, "cards")
    areas.sort(key=lambda area: area != DEALER_HAND)
    hands = [(scene.layout.label(area), _in_order(scene.felt, area)) for area in areas]
    if not hands:
        return [Text("Dealer", "dim"), *[Text("")] * (0 if compact else 3)]
    return [Align.center(Text("\n").join(_hands(hands, room, compact)))]


def _row_of_seats(scene: Scene, seats: Sequence[Seat], width: int, per_row: int, compact: bool) -> RenderableType:
    each = min(MOST_SEAT, width // per_row)
    grid = Grid.grid(padding=0)
    contents = {seat.number: _contents(scene, seat, each - 2, compact) for seat in seats}
    height = max(len(lines) for lines in contents.values()) + 2
    shown = list(reversed(seats))
    for _ in shown:
        grid.add_column(width=each)
    grid.add_row(*(_panel(scene, seat, contents[seat.number], each, height) for seat in shown))
    return Align.center(grid)


def _panel(scene: Scene, seat: Seat, lines: list[RenderableType], width: int, height: int) -> Panel:
    title = Text.assemble((f"{seat.number} ", "dim"), (seat.name, "bold cyan" if seat.you else "bold"))
    if seat.button:
        title.append(" ●", "yellow")
    room = width - 6
    if seat.act:
        whole = title.cell_len + 1 + len(seat.act) <= room
        title.append(f" {seat.act if whole else seat.act.split()[0]}", "italic")
    title.truncate(room, overflow="ellipsis")
    subtitle = Text(f"{amount(scene.felt.chips.get(purse(seat.number), seat.chips))}", "bold")
    if seat.net is not None:
        subtitle.append(f" {signed(seat.net)}", colour(seat.net))
    edge = "yellow" if seat.asked else "cyan" if seat.you else "dim"
    box = HEAVY if seat.asked else ROUNDED
    return Panel(
        Group(*lines), box=box, title=title, subtitle=subtitle, border_style=edge, padding=0, width=width, height=height
    )


def _contents(scene: Scene, seat: Seat, room: int, compact: bool) -> list[RenderableType]:
    felt, layout = scene.felt, scene.layout
    hands = [(layout.label(area), _in_order(felt, area)) for area in layout.of_seat(felt, seat.number, "cards")]
    lines: list[RenderableType] = list(_hands(hands, room, compact)) or [Text("")] * (1 if compact else 3)
    for area in layout.of_seat(felt, seat.number, "chips"):
        lines.append(_wager(layout.label(area), felt.stake(area), room))
    return lines


def _wager(label: str, stake: Cents, room: int) -> Text:
    chips = amount(stake)
    label = squeezed(label, room - len(chips) - 2)
    return Text.assemble(" ", (label, "yellow"), " " * (room - len(label) - len(chips) - 1), (chips, "bold yellow"))


def squeezed(label: str, room: int) -> str:
    """The label with its longest words cut until it fits: a number at its end must stay."""
    words = label.split()
    while len(" ".join(words)) > room:
        longest = max(range(len(words)), key=lambda index: len(words[index]))
        if len(words[longest]) < 3:
            return label[: max(0, room)]
        words[longest] = words[longest].rstrip(".")[:-1].rstrip("-") + "."
        if len(words[longest]) < 3:
            words[longest] = words[longest][0]
    return " ".join(words)


def _hands(hands: Sequence[tuple[str, Sequence[Card]]], room: int, compact: bool) -> list[Text]:
    """Hands beside each other with their labels below, as large as there is room; else one below the other."""
    if not hands:
        return []
    sizes = [len(cards) for _, cards in hands]
    step = None if compact else widest_step(sizes, room, OVERLAPPED)
    if step is None and not compact and len(hands) > 1 and width_of(max(sizes), NARROW) <= room:
        half = (len(hands) + 1) // 2
        return [*_hands(hands[:half], room, compact), *_hands(hands[half:], room, compact)]
    if step is None:
        return [_on_one_line(label, cards, room) for label, cards in hands]
    blocks = [boxes(cards, step) for _, cards in hands]
    lines = [Text("").join(block[row] for block in blocks) for row in range(ROWS[step])]
    if any(label for label, _ in hands):
        widths = [width_of(size, step) for size in sizes]
        if len(hands) == 1:
            widths = [max(widths[0], min(room, len(hands[0][0])))]
        labels = [_short(label, width).center(width) for (label, _), width in zip(hands, widths, strict=True)]
        lines.append(Text("".join(labels), "dim"))
    return lines


def _short(label: str, room: int) -> str:
    return label if len(label) <= room else label.split()[0][:room]


def _on_one_line(label: str, cards: Sequence[Card], room: int) -> Text:
    shown = inline(cards)
    if len(shown) > room:
        shown = inline(cards, "")
    if label and len(shown) + len(label) + 1 <= room:
        shown = Text.assemble((f"{label} ", "dim"), shown)
    return shown


def _in_order(felt: Felt, area: Area) -> list[Card]:
    """A hand from the highest card down; cards that were laid or set stay as they lie."""
    cards = felt.cards(area)
    return sorted_hand(cards, len(felt.up.get(area, ())) == 0) if area.endswith("/hand") else cards
