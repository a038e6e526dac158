"""What is written on a table's felt and on the sign beside it, with the pay tables that are in force."""

import re
import tomllib
from importlib import resources

import msgspec
from rich.text import Text

from houseway.paytable import PayTable, Tables, load_tables, posted
from houseway.rules import GameRules

_OPTION = re.compile(r"\{(\w+)\}")
NOT_SET = "none"


class Inscription(msgspec.Struct, frozen=True):
    """One text of the layout; a word in braces is an option of the rules."""

    name: str
    text: str
    shows: tuple[str, ...] = ()


def inscriptions(game: str, rules: GameRules) -> list[Text]:
    """Every text that stands at this table; one whose option is not set, or whose pay table is not in force, is not."""
    written, tables = rules.written(), _tables(game, rules)
    there = posted(tables, written)
    lines = []
    for inscription in _read(game):
        named = _OPTION.findall(inscription.text)
        if inscription.name == "licensee" or any(written.get(option, NOT_SET) == NOT_SET for option in named):
            continue
        if inscription.shows and all(shown in tables and shown not in there for shown in inscription.shows):
            continue
        text = Text(_OPTION.sub(lambda found: written[found[1]], inscription.text))
        for shown in inscription.shows:
            text.append_text(_odds(there.get(shown)))
        lines.append(text)
    return lines


def _odds(table: PayTable | None) -> Text:
    if table is None:
        return Text()
    lines = [Text.assemble(f"{name}: ", (line.words(), "yellow")) for name, line in table.lines.items()]
    return Text.assemble(" — ", Text(", ").join(lines))


def _tables(game: str, rules: GameRules) -> Tables:
    package = f"houseway.games.{game}"
    if not resources.files(package).joinpath("paytables.toml").is_file():
        return {}
    return load_tables(package, getattr(rules, "multiples", "for"))


def _read(game: str) -> list[Inscription]:
    text = resources.files(f"houseway.games.{game}").joinpath("layout.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text).get("inscription", []), list[Inscription])
