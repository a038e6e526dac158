"""Of the games: how to play, their options, wagers, pay tables, and the clauses of their rulebooks."""

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

from msgspec import Meta, Struct, convert

from houseway import games, paytable, rulebook
from houseway.house.floor import can_be_reported
from houseway.irregularity import Kind
from houseway.procedure import Offer
from houseway.rulebook import Clause, Ruling
from houseway.web.call import Call
from houseway.web.endpoint import get

GameName = Annotated[
    str, Meta(pattern=rf"^({'|'.join(games.NAMES)})(?![\s\S])", description=f"one of {', '.join(games.NAMES)}")
]


class GameLine(Struct, frozen=True):
    """One of the five."""

    name: str
    title: str
    clauses: int


class Option(Struct, frozen=True):
    """Something that a house may choose: what it is by default, and what it may be."""

    name: str
    default: str
    values: str


class ListedPayTable(Struct, frozen=True):
    """A pay table of the rulebook, its lines in words from the highest to the lowest."""

    wager: str
    name: str
    clause: str
    lines: dict[str, str]


class HowToLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to know, and the clause that says so."""

    text: str
    clause: str


class HowToPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the page: what comes in one step."""

    title: str
    line: tuple[HowToLine, ...]


class HowTo(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played, on one page."""

    aim: str
    part: tuple[HowToPart, ...]


class GameView(Struct, frozen=True):
    """A game: what can be chosen, wagered, said, and what is paid. `page` is about it, in Markdown."""

    name: str
    title: str
    options: tuple[Option, ...]
    positions: int
    offers: tuple[Offer, ...]
    verbs: tuple[str, ...]
    strategies: tuple[str, ...]
    pay_tables: tuple[ListedPayTable, ...]
    irregularities: tuple[Kind, ...]  # what the floor can report, in its words
    howto: HowTo
    page: str


class Clauses(Struct, frozen=True):
    """All clauses of a rulebook in our own words, and how unclear ones are read."""

    game: str
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]


def list_games(call: Call) -> list[GameLine]:
    """The five games."""
    return [GameLine(name, games.load(name).title, len(rulebook.register(name))) for name in games.NAMES]


def show_game(call: Call, game: GameName) -> GameView:
    """A game with its options, wagers and pay tables."""
    loaded = games.load(game)
    rules = loaded.rules()
    options = tuple(Option(key, value, rules.values(key)) for key, value in rules.written().items())
    page = resources.files(f"houseway.games.{game}").joinpath("README.md").read_text(encoding="utf-8")
    return GameView(
        name=game,
        title=loaded.title,
        options=options,
        positions=loaded.positions(rules),
        offers=loaded.offers(rules),
        verbs=loaded.verbs,
        strategies=tuple(loaded.strategies),
        pay_tables=_pay_tables(game),
        irregularities=can_be_reported(loaded),
        howto=how_to_play(game),
        page=page,
    )


def list_clauses(call: Call, game: GameName) -> Clauses:
    """The clauses of a game's rulebook."""
    clauses = tuple(rulebook.register(game).values())
    named = {ruling for clause in clauses for ruling in clause.rulings}
    return Clauses(game, clauses, tuple(each for each in rulebook.rulings().values() if each.id in named))


@cache
def how_to_play(game: str) -> HowTo:
    """The page that tells somebody new how to play, from the game's `howto.toml`."""
    text = resources.files(f"houseway.games.{game}").joinpath("howto.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), HowTo)


def _pay_tables(game: str) -> tuple[ListedPayTable, ...]:
    package = f"houseway.games.{game}"
    if not resources.files(package).joinpath("paytables.toml").is_file():
        return ()
    return tuple(
        ListedPayTable(wager, table.name, table.clause, {name: line.words() for name, line in table.lines.items()})
        for wager, listed in paytable.load_tables(package).items()
        for table in listed.values()
    )


ENDPOINTS = (
    get("/api/games", list_games, "anybody"),
    get("/api/games/{game}", show_game, "anybody", "application/json", "not found"),
    get("/api/games/{game}/clauses", list_clauses, "anybody", "application/json", "not found"),
)
