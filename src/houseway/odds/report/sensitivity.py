"""What each option costs or gives: the same table with one option changed, everything else as configured."""

from collections.abc import Iterator, Sequence

import msgspec

from houseway.figures import Figure, subtract
from houseway.odds.loading import GameOdds
from houseway.odds.report.meters import hanging
from houseway.procedure import Game
from houseway.refusal import Refusal
from houseway.returns import BEST, Asked, Progress, WagerOdds, silent

INFINITE = "infinite"


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that comes out differently."""

    wager: str
    table: str | None
    ev: Figure
    change: Figure | None  # of the expectation; None where the configured table has no such wager
    deviation: Figure


class Variation(msgspec.Struct, frozen=True, kw_only=True):
    """One option at one value: the wagers that come out differently, or why this table cannot have it."""

    option: str
    value: str
    configured: bool
    edges: tuple[Edge, ...] = ()
    gone: tuple[str, ...] = ()  # wagers that this table would not take
    refused: str = ""


def variations(
    game: Game, odds: GameOdds, asked: Asked, wagers: Sequence[WagerOdds], progress: Progress = silent
) -> tuple[Variation, ...]:
    """Every option that changes the odds, at every value to try; the best play is the best of each table."""
    if asked.strategy == odds.best_play(asked).name:
        asked = msgspec.structs.replace(asked, strategy=BEST)
    tried = list(_tried(odds, asked))
    found = []
    for done, (option, value) in enumerate(tried):
        found.append(_varied(game, odds, asked, wagers, option, value))
        progress(done + 1, len(tried))
    return tuple(found)


def _tried(odds: GameOdds, asked: Asked) -> Iterator[tuple[str, str]]:
    for option, values in odds.OPTIONS.items():
        for value in values:
            yield option, value
        if option == "decks":
            yield option, INFINITE


def _varied(
    game: Game, odds: GameOdds, asked: Asked, wagers: Sequence[WagerOdds], option: str, value: str
) -> Variation:
    infinite = asked.infinite_deck if option != "decks" else value == INFINITE
    pairs = {**asked.rules.written(), option: value}
    if value == INFINITE:
        pairs[option] = asked.rules.written()[option]
    try:
        rules = game.rules.read(f"{key}={text}" for key, text in pairs.items())
        if rules == asked.rules and infinite == asked.infinite_deck:
            return Variation(option=option, value=value, configured=True)
        varied = odds.wagers(hanging(game, msgspec.structs.replace(asked, rules=rules, infinite_deck=infinite)))
    except Refusal as refusal:
        return Variation(option=option, value=value, configured=False, refused=str(refusal))
    left = {wager.wager for wager in varied}
    return Variation(
        option=option,
        value=value,
        configured=False,
        edges=tuple(_edges(wagers, varied)),
        gone=tuple(wager.wager for wager in wagers if wager.wager not in left),
    )


def _edges(wagers: Sequence[WagerOdds], varied: Sequence[WagerOdds]) -> Iterator[Edge]:
    """The wagers whose expectation or deviation is another one now."""
    before = {wager.wager: wager for wager in wagers}
    for wager in varied:
        was = before.get(wager.wager)
        if was is None or (was.ev, was.variance) != (wager.ev, wager.variance):
            yield Edge(
                wager=wager.wager,
                table=wager.table,
                ev=wager.ev,
                change=None if was is None else subtract(wager.ev, was.ev, independent=False),
                deviation=wager.deviation,
            )
