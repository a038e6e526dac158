"""The table that a sheet is about: every option, the wagers it offers, the rulings it follows, and a name for it."""

import hashlib
import json
from importlib import import_module

import msgspec

from houseway import rulebook
from houseway.money import MOST, Cents, brief
from houseway.odds.loading import GameOdds
from houseway.procedure import Game
from houseway.returns import Asked
from houseway.rulebook import Ruling

SHORT = 12  # digits of a hash that name something on every page


class Option(msgspec.Struct, frozen=True):
    """One option of the rules as this table has it."""

    name: str
    value: str
    default: str
    values: str
    counts: bool  # does it change the odds?

    @property
    def differs(self) -> bool:
        return self.value != self.default


class Offered(msgspec.Struct, frozen=True):
    """A wager that this table takes."""

    wager: str
    least: str
    most: str
    required: bool
    words: str


class Configured(msgspec.Struct, frozen=True, kw_only=True):
    """A configured table. `hash` is of everything that the figures depend on, as JSON with sorted keys."""

    options: tuple[Option, ...]
    offered: tuple[Offered, ...]
    stake: str
    meters: tuple[tuple[str, str], ...]
    strategy: str
    infinite_deck: bool
    cards: int
    rulebook: str
    clauses: tuple[tuple[str, int], ...]  # how many of each kind
    rulings: tuple[Ruling, ...]
    hash: str

    @property
    def short(self) -> str:
        return self.hash[:SHORT]


def configured(game: Game, odds: GameOdds, asked: Asked) -> Configured:
    """What is asked, in full."""
    written, usual = asked.rules.written(), game.rules().written()
    meters = {**_meters(game, asked), **asked.meters}
    clauses = list(rulebook.register(game.name).values())
    depends = {
        "game": game.name,
        "rules": written,
        "stake": asked.stake,
        "meters": meters,
        "strategy": asked.strategy,
        "infinite_deck": asked.infinite_deck,
    }
    kinds = list(dict.fromkeys(clause.kind for clause in clauses))
    return Configured(
        options=tuple(
            Option(key, value, usual[key], asked.rules.values(key), key in odds.OPTIONS)
            for key, value in written.items()
        ),
        offered=tuple(
            Offered(offer.wager, brief(offer.low), _most(offer.high, offer.unit), offer.required, offer.words)
            for offer in game.offers(asked.rules)
        ),
        stake=brief(asked.stake),
        meters=tuple((name, brief(amount)) for name, amount in meters.items()),
        strategy=asked.strategy,
        infinite_deck=asked.infinite_deck,
        cards=len(game.deck(asked.rules)),
        rulebook=(import_module(f"houseway.games.{game.name}").__doc__ or "").strip().removesuffix("."),
        clauses=tuple((kind, sum(clause.kind == kind for clause in clauses)) for kind in kinds),
        rulings=tuple(ruling for ruling in rulebook.rulings().values() if ruling.game in ("all", game.name)),
        hash=hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest(),
    )


def _meters(game: Game, asked: Asked) -> dict[str, Cents]:
    """What the meters show where nobody says otherwise: their reset amounts."""
    return {name: amount for name, amount in game.meters(asked.rules).items() if name not in game.pots}


def _most(amount: Cents, unit: Cents) -> str:
    """A posted maximum; the most that the program takes is none."""
    return "no limit" if amount > MOST - unit else brief(amount)
