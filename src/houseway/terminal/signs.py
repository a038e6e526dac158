"""What is written on a table's felt and on the sign beside it, as the terminal shows it."""

from rich.text import Text

from houseway import inscriptions as layout
from houseway.paytable import PayTable
from houseway.rules import GameRules


def inscriptions(game: str, rules: GameRules) -> list[Text]:
    """Every text that stands at this table, with the pay tables that are in force."""
    return [Text.assemble(written.text, *map(_odds, written.tables)) for written in layout.inscriptions(game, rules)]


def _odds(table: PayTable) -> Text:
    lines = [Text.assemble(f"{name}: ", (line.words(), "yellow")) for name, line in table.lines.items()]
    return Text.assemble(" — ", Text(", ").join(lines))
