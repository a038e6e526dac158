"""houseway odds: what every wager costs, how it varies, and how we know."""

import json
from collections.abc import Sequence
from typing import Any

import click

from houseway.cli.asking import out, progress, read_meters, read_stake, read_table, table_options
from houseway.odds import loading, writing
from houseway.procedure import Game
from houseway.refusal import Refusal
from houseway.returns import BEST, Asked, strategy_of


@click.command()
@table_options
@click.option("--all-tables", is_flag=True, help="Every pay table of every wager, not only those in force.")
@click.option("--strategy", default=BEST, help="How the main game is played (default: the best play there is).")
@click.option("--decks", default=None, metavar="N|infinite", help="Blackjack's shoe: 1 to 8 decks, or an infinite one.")
@click.option("--recompute", is_flag=True, help="Count stored results again and compare; exit 3 where they differ.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    words: tuple[str, ...],
    rules: tuple[str, ...],
    stake: str,
    meters: tuple[str, ...],
    all_tables: bool,
    strategy: str,
    decks: str | None,
    recompute: bool,
    json_: bool,
) -> None:
    """House edge, deviation and return table of every wager of GAME. Each figure says how it is known."""
    game, chosen, infinite = read_shoe(words, rules, decks)
    odds = loading.load(game.name)
    cents, amounts = read_stake(stake), read_meters(meters, game, chosen, odds.METERS if all_tables else ())
    with progress(game.title) as tell:
        asked = Asked(
            rules=chosen,
            stake=cents,
            meters=amounts,
            strategy=strategy,
            all_tables=all_tables,
            infinite_deck=infinite,
            recompute=recompute,
            progress=tell,
        )
        played = strategy_of(asked, game.name, odds.best_play(asked), odds.STRATEGIES)
        wagers = odds.wagers(asked)
        facts = odds.facts(asked)
    if json_:
        shape = {
            "game": game.name,
            "rules": chosen.written(),
            "strategy": played,
            "stake": stake,
            "wagers": [writing.wager_json(wager) for wager in wagers],
            "facts": [writing.facts_json(fact) for fact in facts],
        }
        click.echo(json.dumps(shape))
        return
    console = out()
    for wager in wagers:
        writing.show_wager(console, wager)
    for fact in facts:
        writing.show_facts(console, fact)


def read_shoe(words: Sequence[str], rules: Sequence[str], decks: str | None) -> tuple[Game, Any, bool]:
    """The game, its rules, and whether the deck is infinite: no option of a table, but it has odds."""
    infinite = decks == "infinite"
    game, chosen = read_table(words, rules if decks is None or infinite else (*rules, f"decks={decks}"))
    if infinite and not hasattr(chosen, "decks"):
        raise Refusal(f"{game.title} has no shoe of decks: leave out --decks")
    return game, chosen, infinite
