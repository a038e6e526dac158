"""Pay tables as data: a table has lines from the highest to the lowest, a line says what it pays.

Every kind of line there is: so much to one, so much for one (the stake included), an amount (the stake returned with
it), an amount in all (the stake included), a share of the meter (the stake included), a push, and a multiple that the
table's rules read as `to` or `for` (ruling P9).
"""

import re
import tomllib
from fractions import Fraction
from importlib import resources
from typing import Literal

import msgspec

from houseway.money import Cents, read_amount

Kind = Literal["to", "for", "amount", "in_all", "share", "push"]

NOT_OFFERED = "no"  # what an option says by a wager's name where the table does not have it

_ODDS = re.compile(r"([\d,]+) (to|for) (\d+)")
_SHARE = re.compile(r"(\d+)% of meter")
_TIMES = re.compile(r"([\d,]+) times")


class Line(msgspec.Struct, frozen=True):
    """One line: what it takes is its name, what it pays is here."""

    name: str
    kind: Kind
    number: int = 0
    per: int = 1

    def net(self, stake: Cents, meter: Fraction = Fraction(0)) -> Cents:
        """What a winning wager adds to the player's chips; rounded down to the cent (ruling G1)."""
        if self.kind == "to":
            return stake * self.number // self.per
        if self.kind == "for":
            return stake * self.number // self.per - stake
        if self.kind == "amount":
            return self.number
        if self.kind == "in_all":
            return self.number - stake
        if self.kind == "share":
            return int(meter * self.number / 100) - stake
        return 0

    def words(self) -> str:
        """The line as a sign shows it."""
        match self.kind:
            case "to" | "for":
                return f"{self.number:,} {self.kind} {self.per}"
            case "amount" | "in_all":
                return f"${self.number // 100:,}"
            case "share":
                return f"{self.number}% of the meter"
        return "push"


class PayTable(msgspec.Struct, frozen=True):
    """A pay table that a rulebook lists, with the clause that lists it."""

    name: str
    clause: str
    lines: dict[str, Line]

    def line(self, name: str) -> Line | None:
        return self.lines.get(name)


Tables = dict[str, dict[str, PayTable]]


def load_tables(package: str, multiples: Literal["to", "for"] = "for") -> Tables:
    """All pay tables of a game, by wager and by the name the rulebook gives them."""
    text = resources.files(package).joinpath("paytables.toml").read_text(encoding="utf-8")
    return {
        wager: {
            name: PayTable(
                name,
                listed["clause"],
                {line: read_line(line, pays, multiples) for line, pays in listed["lines"].items()},
            )
            for name, listed in tables.items()
        }
        for wager, tables in tomllib.loads(text).items()
    }


def in_force(listed: dict[str, PayTable], wager: str, written: dict[str, str]) -> PayTable | None:
    """The pay table of a wager that the rules choose: the only one, or the one that an option names."""
    if len(listed) == 1:
        return next(iter(listed.values()))
    options = [wager, f"{wager}_table", *(option for option in written if option.endswith(f"_{wager}"))]
    return next((listed[written[option]] for option in options if written.get(option) in listed), None)


def posted(tables: Tables, written: dict[str, str]) -> dict[str, PayTable]:
    """The pay tables in force of the wagers that a table has; a progressive one is in the place of the other of its."""
    chosen = {wager: in_force(listed, wager, written) for wager, listed in tables.items()}
    return {
        wager: table
        for wager, table in chosen.items()
        if table is not None and chosen.get(f"{wager}_progressive") is None and written.get(wager) != NOT_OFFERED
    }


def read_line(name: str, pays: str, multiples: Literal["to", "for"] = "for") -> Line:
    """A line of its text: `3 to 2`, `500 times`, `$5000`, `$50 in all`, `10% of meter`, `push`."""
    if pays == "push":
        return Line(name, "push")
    if found := _ODDS.fullmatch(pays):
        return Line(name, "to" if found[2] == "to" else "for", _number(found[1]), int(found[3]))
    if found := _TIMES.fullmatch(pays):
        return Line(name, multiples, _number(found[1]))
    if found := _SHARE.fullmatch(pays):
        return Line(name, "share", int(found[1]))
    if pays.endswith(" in all"):
        return Line(name, "in_all", read_amount(pays.removesuffix(" in all")))
    return Line(name, "amount", read_amount(pays))


def _number(text: str) -> int:
    return int(text.replace(",", ""))
