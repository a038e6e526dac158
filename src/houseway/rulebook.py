"""The clause registers: every clause of a game's rulebook, in our own words, and how it is honoured.

`clauses.toml` in each game's folder is the register, `rulings.toml` beside this file says how unclear clauses are read.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from houseway.games import NAMES
from houseway.refusal import Refusal

Kind = Literal["rule", "procedure", "equipment", "definition"]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause down to its smallest numbered item."""

    id: str
    summary: str
    kind: Kind
    honoured: tuple[str, ...] = ()
    reason: str = ""
    rulings: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a clause that can be read two ways is read here."""

    id: str
    game: str
    question: str
    ruling: str


@cache
def register(game: str) -> dict[str, Clause]:
    """All clauses of a game by id, in the order of the rulebook."""
    if game not in NAMES:
        raise Refusal(f"there is no game {game!r}; games: {', '.join(NAMES)}")
    text = resources.files(f"houseway.games.{game}").joinpath("clauses.toml").read_text(encoding="utf-8")
    clauses = msgspec.convert(tomllib.loads(text)["clause"], list[Clause])
    return {clause.id: clause for clause in clauses}


@cache
def rulings() -> dict[str, Ruling]:
    """All rulings by id."""
    text = resources.files("houseway").joinpath("rulings.toml").read_text(encoding="utf-8")
    return {ruling.id: ruling for ruling in msgspec.convert(tomllib.loads(text)["ruling"], list[Ruling])}


def look_up(game: str, text: str) -> list[Clause]:
    """The clause of an id and all that stand below it; `50.6(m)` finds (m) and its four items."""
    clauses = register(game)
    wanted = text.strip().removeprefix("13:").removeprefix("69F-")
    found = [clause for clause in clauses.values() if clause.id == wanted or _is_below(clause.id, wanted)]
    if not found:
        found = [clause for clause in clauses.values() if wanted in clause.rulings]
    if not found:
        raise Refusal(f"{game} has no clause {text!r}; 'houseway rules {game}' lists them")
    return found


def _is_below(clause: str, parent: str) -> bool:
    """Is a clause an item of another? 50.6(m)1 is one of 50.6(m), 50.60 is none of 50.6."""
    rest = clause.removeprefix(parent)
    if rest == clause:
        return False
    return not (parent[-1:].isdigit() and rest[0].isdigit()) and not (parent[-1:].isalpha() and rest[0].isalpha())
