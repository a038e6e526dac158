"""The pay tables that are posted at a table: those in force, their lines in words."""

from functools import lru_cache
from importlib import resources

import msgspec

from houseway.paytable import Tables, in_force, load_tables
from houseway.rules import GameRules


class PayTableView(msgspec.Struct, frozen=True):
    """A pay table that is in force, its lines in words."""

    wager: str
    name: str
    clause: str
    lines: dict[str, str]


@lru_cache(maxsize=64)
def pay_tables(game: str, rules: GameRules) -> tuple[PayTableView, ...]:
    """The pay tables that are in force. A progressive one stands in the place of the other of its wager."""
    listed, written = _tables(game, rules), rules.written()
    chosen = {wager: in_force(tables, wager, written) for wager, tables in listed.items()}
    found = []
    for wager, table in chosen.items():
        if table is not None and chosen.get(f"{wager}_progressive") is None:
            lines = {name: line.words() for name, line in table.lines.items()}
            found.append(PayTableView(wager, table.name, table.clause, lines))
    return tuple(found)


def _tables(game: str, rules: GameRules) -> Tables:
    package = f"houseway.games.{game}"
    if not resources.files(package).joinpath("paytables.toml").is_file():
        return {}
    return load_tables(package, getattr(rules, "multiples", "for"))
