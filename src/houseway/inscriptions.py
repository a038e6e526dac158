"""What is written on a table's felt and on the sign beside it, by its layout and the rules that it plays by."""

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

import msgspec

from houseway.paytable import PayTable, Tables, load_tables, posted
from houseway.rules import GameRules

_OPTION = re.compile(r"\{(\w+)\}")
NOT_SET = "none"
LICENSEE = "licensee"  # whose house it is, which is no word about the game


class Inscription(msgspec.Struct, frozen=True):
    """One text of the layout; a word in braces is an option of the rules."""

    name: str
    text: str
    shows: tuple[str, ...] = ()


class Written(msgspec.Struct, frozen=True):
    """A text that stands at the table, and the pay tables that stand with it."""

    text: str
    tables: tuple[PayTable, ...] = ()


@lru_cache(maxsize=64)
def inscriptions(game: str, rules: GameRules) -> tuple[Written, ...]:
    """Every text that stands at this table; one whose option is not set, or whose pay table is not in force, is not."""
    written, tables = rules.written(), pay_tables(game, rules)
    there = posted(tables, written)
    lines = []
    for inscription in _read(game):
        named = _OPTION.findall(inscription.text)
        if inscription.name == LICENSEE or any(written.get(option, NOT_SET) == NOT_SET for option in named):
            continue
        if inscription.shows and all(shown in tables and shown not in there for shown in inscription.shows):
            continue
        text = _OPTION.sub(lambda found: written[found[1]], inscription.text)
        lines.append(Written(text, tuple(there[shown] for shown in inscription.shows if shown in there)))
    return tuple(lines)


def pay_tables(game: str, rules: GameRules) -> Tables:
    """All pay tables of a game as these rules pay by them."""
    package = f"houseway.games.{game}"
    if not resources.files(package).joinpath("paytables.toml").is_file():
        return {}
    return load_tables(package, getattr(rules, "multiples", "for"))


@cache
def _read(game: str) -> tuple[Inscription, ...]:
    text = resources.files(f"houseway.games.{game}").joinpath("layout.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text).get("inscription", []), tuple[Inscription, ...])
