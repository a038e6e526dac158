"""The moves in words, with the players' names and the labels of the felt in place of seats and areas."""

import re
from collections.abc import Mapping

import msgspec
from rich.text import Text

from houseway.asks import third_person
from houseway.cards import BY_NAME, UNKNOWN
from houseway.felt import (
    RACK,
    SHOE,
    Acted,
    Announced,
    Area,
    CardsMoved,
    ChipsMoved,
    MeterMoved,
    Move,
    Resolved,
    Revealed,
    owner,
    seen_by,
)
from houseway.telling import tell
from houseway.terminal.faces import face, style_of
from houseway.terminal.layout import Layout
from houseway.terminal.sums import amount

YOU = "You"
_ANY = r"(?:[2-9TJQKA][cdhs]|Jk)"
_CARDS = re.compile(rf"\b{_ANY}\b")
# In a sentence `8s` may be several eights and `As` a word: they are cards only beside another card.
_CARDS_IN_WORDS = re.compile(rf"\b(?:[2-9TJQKA][cdh]|[TJQK]s|Jk|(?<=[2-9TJQKA][cdhs] )[2-9A]s|[2-9A]s(?= {_ANY}\b))\b")
_SEAT = re.compile(r"\b[Ss]eat (\d)\b")
_CLAUSE = re.compile(r" \[[^\[\]]*\]$")


class Line(msgspec.Struct, frozen=True):
    """One line of the record. A line of the same kind as the one before it takes its place."""

    text: Text
    kind: str = ""


class Narrator:
    """Tells the moves of a table as one viewer sees them."""

    def __init__(self, names: Mapping[int, str], layout: Layout, viewer: int | None) -> None:
        self.names = names
        self.layout = layout
        self.viewer = viewer

    def told(self, move: Move) -> Line:
        """The move as the viewer sees it, in words."""
        seen = seen_by(move, self.viewer)
        match seen:
            case Announced(said, _, by):
                named = msgspec.structs.replace(seen, text=_SEAT.sub(self._seat, said), by=by.capitalize())
                text = coloured(tell(named), in_words=True)
                text.stylize("bold yellow" if by == "dealer" else "bold magenta", 0, len(_without_clause(text.plain)))
                return Line(Text.assemble(("» ", "yellow"), text))
            case CardsMoved():
                return self._cards(seen)
            case Revealed(area, _, _):
                return Line(_indented(tell(msgspec.structs.replace(seen, area=self.area(area))), "bold"))
            case ChipsMoved(_, source, target):
                chips = msgspec.structs.replace(seen, source=self.area(source), target=self.area(target))
                return Line(_indented(tell(chips), "dim"), "chips")
            case MeterMoved(meter, _, _):
                moved = msgspec.structs.replace(seen, meter=meter.replace("_", " "))
                return Line(_indented(tell(moved), "dim"), f"meter {meter}")
            case Acted(seat, verb):
                return Line(_indented(self._act(seen, seat, verb), "bold cyan" if seat == self.viewer else "bold"))
            case Resolved(payoff):
                words = tell(seen).replace(f"seat {payoff.seat}", self.name(payoff.seat), 1)
                label = self.layout.label(f"{payoff.seat}/{payoff.wager}")
                words = words.replace(f": {payoff.wager} ", f": {label} of ", 1)
                style = {"win": "green", "lose": "red"}.get(payoff.result, "")
                return Line(_indented(words, style, in_words=True))

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")

    def area(self, area: Area) -> str:
        """An area in words: `your Ante`, `Bea's hand`, `the discard rack`."""
        seat = owner(area)
        if seat is None:
            return {"dealer/hand": "the dealer's hand", SHOE: "the shoe", RACK: "the discard rack"}.get(
                area, self.layout.label(area) or f"the {area} area"
            )
        label = self.layout.label(area)
        if not label or label.isdigit():  # the hand, or one of several hands: nothing stands on the felt there
            label = area.rpartition("/")[2].replace("_", " ")
        return f"your {label}" if seat == self.viewer else f"{self.name(seat)}'s {label}"

    def _seat(self, found: re.Match[str]) -> str:
        seat = int(found[1])
        return f"{found[0]} (you)" if seat == self.viewer else self.names.get(seat, found[0])

    def _cards(self, move: CardsMoved) -> Line:
        words = tell(msgspec.structs.replace(move, source=self.area(move.source), target=self.area(move.target)))
        unseen = UNKNOWN in move.cards
        if unseen and len(move.cards) == 1:
            words = words.replace("1 cards", "1 card", 1)
        kind = "rack" if move.target == RACK else f"cards from {move.source}" if unseen else ""
        return Line(_indented(words, "dim" if unseen else ""), kind)

    def _act(self, move: Acted, seat: int, verb: str) -> str:
        words = tell(move).replace(f"seat {seat}", self.name(seat), 1)
        if " " in verb:  # `even money`, `house way`: what is said, not what is done
            words = words.replace(f"{self.name(seat)} {verb}", f"{self.name(seat)}: {verb}", 1)
        elif seat == self.viewer:
            words = words.replace(f"{self.name(seat)} {third_person(verb)}", f"{self.name(seat)} {verb}", 1)
        return words


def coloured(words: str, in_words: bool = False) -> Text:
    """Words with their cards in the colours of their suits and the clause at the end dimmed."""
    text, done = Text(), 0
    for found in (_CARDS_IN_WORDS if in_words else _CARDS).finditer(words):
        card = BY_NAME[found[0]]
        text.append(words[done : found.start()])
        text.append(face(card), style_of(card))
        done = found.end()
    text.append(words[done:])
    clause = _CLAUSE.search(text.plain)
    if clause:
        text.stylize("dim not bold", clause.start())
    return text


def brief_act(move: Acted, yours: bool) -> str:
    """What a player did, short enough to stand beside his name."""
    return (move.verb if yours else third_person(move.verb)) + (
        f" {amount(move.amount)}" if move.amount is not None else ""
    )


def _indented(words: str, style: str, in_words: bool = False) -> Text:
    text = coloured(words, in_words)
    end = len(_without_clause(text.plain))
    line = Text("  ")
    line.append_text(text)
    if style:
        line.stylize_before(style, 2, end + 2)
    return line


def _without_clause(words: str) -> str:
    return _CLAUSE.sub("", words)
