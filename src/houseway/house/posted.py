"""The pay tables that are posted at a table: those in force, their lines in words."""

from functools import lru_cache
from importlib import resources

import msgspec

from houseway.paytable import Tables, load_tables, posted
from houseway.rules import GameRules


class PayTableView(msgspec.Struct, frozen=True):
    """A pay table that is in force, its lines in words."""

    wager: str
    name: str
    clause: str
    lines: dict[str, str]


@lru_cache(maxsize=64)
def pay_tables(game: str, rules: GameRules) -> tuple[PayTableView, ...]:
    """The pay tables that are in force."""
    found = posted(_tables(game, rules), rules.written())
    return tuple(
        PayTableView(wager, table.name, table.clause, {name: line.words() for name, line in table.lines.items()})
        for wager, table in found.items()
    )


def _tables(game: str, rules: GameRules) -> Tables:
    package = f"houseway.games.{game}"
    if not resources.files(package).joinpath("paytables.toml").is_file():
        return {}
    return load_tables(package, getattr(rules, "multiples", "for"))
