"""The screen: the table on top, the record of moves below it, the question at the bottom.

On a terminal that can move its cursor every frame is drawn over the last one; on one that cannot, lines follow lines.
"""

from collections.abc import Callable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from houseway.terminal.drawing import Scene, draw_table
from houseway.terminal.narrating import Line

LEAST_RECORD = 3  # lines of the record that must stay in sight before the cards are drawn smaller

_OPEN, _CLOSE = "\x1b[?1049h", "\x1b[?1049l"
_HOME, _ERASE_LINE, _ERASE_BELOW = "\x1b[H", "\x1b[2K", "\x1b[J"


class Screen:
    """What the player sees."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.moving = console.is_terminal and not console.is_dumb_terminal
        self.record: list[Line] = []
        self._tallest = 0
        self._told = 0
        self._last: Callable[[], None] = lambda: None
        self._size = console.size

    def open(self) -> None:
        if self.moving:
            self._write(_OPEN + _HOME + _ERASE_BELOW)

    def close(self) -> None:
        self._write(_CLOSE if self.moving else "\n")

    def new_round(self) -> None:
        """Forget the last round's moves and heights."""
        self.record.clear()
        self._tallest = self._told = 0

    def tell(self, line: Line) -> None:
        """Add a line to the record, in place of the last one if that was of the same kind."""
        if self.moving and line.kind and self.record and self.record[-1].kind == line.kind:
            self.record.pop()
        self.record.append(line)

    def draw(self, scene: Scene, below: Sequence[RenderableType] = (), record: int | None = None) -> None:
        """Show the table, the last lines of the record, and what stands below; the cursor stays at its end.

        `record`: so many lines of the record have to be seen, and the cards are drawn smaller if need be.
        """
        bottom = [row for part in below for row in self._rows(part)]
        if not self.moving:
            self._draw_plainly(scene, bottom)
            return
        self._last = lambda: self.draw(scene, below, record)
        self._size = self.console.size
        width, height = self._size
        taken = sum(rows for _, rows in bottom)
        least = LEAST_RECORD if record is None else record
        top = self._top(scene, width, height - taken - least)
        room = max(0, height - len(top) - taken)
        told = [self._rows(line.text)[0] for line in self.record[-room:]] if room else []
        blank = [("", 1)] * (room - len(told))
        lines = [*((line, 1) for line in top), *told, *blank, *bottom]
        while sum(rows for _, rows in lines) > height:
            lines.pop(0)
        self._write(_HOME + "\r\n".join(_erased(rows) + line for line, rows in lines) + _ERASE_BELOW)

    def draw_again_if_resized(self) -> None:
        if self.moving and self.console.size != self._size:
            self._last()

    def print(self, *parts: RenderableType) -> None:
        """Lines that stay, below whatever is there."""
        for part in parts:
            self.console.print(part, soft_wrap=isinstance(part, Text))

    def _top(self, scene: Scene, width: int, room: int) -> list[str]:
        """The table as large as there is room for, never lower than it was in this round, so that nothing jumps."""
        lines = self._captured(draw_table(scene, width))
        if len(lines) > room:
            lines = self._captured(draw_table(scene, width, compact=True))
        self._tallest = max(self._tallest, len(lines))
        return lines + [""] * max(0, min(self._tallest, room) - len(lines))

    def _draw_plainly(self, scene: Scene, bottom: Sequence[tuple[str, int]]) -> None:
        for line in self.record[self._told :]:
            self.console.print(line.text, soft_wrap=True)
        self._told = len(self.record)
        if bottom:
            self.console.print(draw_table(scene, self.console.width))
            self._write("\n".join(line for line, _ in bottom))

    def _rows(self, part: RenderableType) -> list[tuple[str, int]]:
        """The lines of a part, each with the rows it takes; a text that must not be cut may take several."""
        if isinstance(part, Text) and part.overflow == "ignore":
            rows = max(1, -(-part.cell_len // self.console.width))
            return [(line, rows) for line in self._captured(part)]
        return [(line, 1) for line in self._captured(part)]

    def _captured(self, part: RenderableType) -> list[str]:
        with self.console.capture() as captured:
            if isinstance(part, Text) and part.overflow == "ignore":
                self.console.print(part, soft_wrap=True, end="")
            elif isinstance(part, Text) and part.no_wrap is not False:
                self.console.print(part, no_wrap=True, overflow="ellipsis", end="")
            else:
                self.console.print(part, end="")
        return captured.get().rstrip("\n").split("\n")

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()


def whole(text: str, style: str = "") -> Text:
    """A line that may run over the edge but is never cut, so that it can be copied."""
    return Text(text, style, overflow="ignore")


def wrapped(text: Text) -> Text:
    """A text that goes on in the next line where it is too long."""
    text.no_wrap = False
    return text


def _erased(rows: int) -> str:
    return _ERASE_LINE + f"\r\n{_ERASE_LINE}" * (rows - 1) + (f"\x1b[{rows - 1}A\r" if rows > 1 else "")
