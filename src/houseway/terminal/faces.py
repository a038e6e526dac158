"""Cards as small boxes with rank and suit sign, in four colours; a card nobody here may see shows its back."""

from collections.abc import Sequence

from rich.text import Text

from houseway.cards import JOKER, RANKS, SUIT_SIGNS, UNKNOWN, Card

SUIT_STYLES = ("green", "bright_blue", "red", "bold")  # clubs, diamonds, hearts, spades
JOKER_STYLE, BACK_STYLE, EDGE = "magenta", "dim cyan", "dim"

SPREAD, OVERLAPPED, NARROW = 5, 3, 2  # columns from one card's left edge to the next one's
ROWS = {SPREAD: 3, OVERLAPPED: 3, NARROW: 4}


def style_of(card: Card) -> str:
    if card == UNKNOWN:
        return BACK_STYLE
    return JOKER_STYLE if card == JOKER else SUIT_STYLES[card & 3]


def face(card: Card) -> str:
    """Two characters: `8♣`, `T♦`, `Jk`, or a back."""
    if card == UNKNOWN:
        return "░░"
    return "Jk" if card == JOKER else RANKS[card >> 2] + SUIT_SIGNS[card & 3]


def inline(cards: Sequence[Card], between: str = " ") -> Text:
    """The cards on one line, each in the colour of its suit."""
    return Text(between).join(Text(face(card), style_of(card)) for card in cards)


def numbered(cards: Sequence[Card]) -> Text:
    """The cards on one line, each behind the number by which it can be chosen."""
    return Text("   ").join(
        Text.assemble((f"{number} ", "dim"), (face(card), style_of(card))) for number, card in enumerate(cards, 1)
    )


def width_of(number: int, step: int) -> int:
    """The columns that so many cards take side by side."""
    return number * SPREAD - 1 if step == SPREAD else number * step + 1


def widest_step(hands: Sequence[int], room: int, most: int = SPREAD) -> int | None:
    """The most generous way to lay hands of these sizes beside each other in so many columns, or None."""
    for step in (SPREAD, OVERLAPPED, NARROW):
        if step <= most and sum(width_of(number, step) for number in hands) <= room:
            return step
    return None


def boxes(cards: Sequence[Card], step: int) -> list[Text]:
    """The cards as boxes beside each other, three lines, or four with the suit below the rank."""
    if step == SPREAD:
        return [Text(" ").join(lines) for lines in zip(*(boxes([card], OVERLAPPED) for card in cards), strict=True)]
    edge = "─" * (step - 1)
    return [
        Text(f"╭{edge}" * len(cards) + "╮", EDGE),
        *_middle(cards, step),
        Text(f"╰{edge}" * len(cards) + "╯", EDGE),
    ]


def sorted_hand(cards: Sequence[Card], held: bool = False) -> list[Card]:
    """A hand that one can read: from the highest down where it is held or large and known, else as it lies."""
    known = (held or len(cards) >= 5) and UNKNOWN not in cards
    return sorted(cards, reverse=True) if known else list(cards)


def _middle(cards: Sequence[Card], step: int) -> list[Text]:
    if step == OVERLAPPED:
        pieces = [[face(card) for card in cards]]
    else:
        pieces = [[face(card)[0] for card in cards], [face(card)[1] for card in cards]]
    rows = []
    for row in pieces:
        line = Text()
        for card, piece in zip(cards, row, strict=True):
            line.append("│", EDGE)
            line.append(piece, style_of(card))
        rows.append(line.append("│", EDGE))
    return rows
