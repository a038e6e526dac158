"""houseway strategy: how to play, as charts, and what simpler rules cost."""

import json

import click

from houseway.cli.asking import out, progress, read_meters, read_stake, table_options
from houseway.cli.odds import read_shoe
from houseway.odds import loading, writing
from houseway.returns import Asked


@click.command()
@table_options
@click.option("--decks", default=None, metavar="N|infinite", help="Blackjack's shoe: 1 to 8 decks, or an infinite one.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    words: tuple[str, ...],
    rules: tuple[str, ...],
    stake: str,
    meters: tuple[str, ...],
    decks: str | None,
    json_: bool,
) -> None:
    """The best play of GAME as charts, and rules that a person can keep in mind with what they cost."""
    game, chosen, infinite = read_shoe(words, rules, decks)
    cents, amounts = read_stake(stake), read_meters(meters, game, chosen)
    odds = loading.load(game.name)
    with progress(game.title) as tell:
        asked = Asked(
            rules=chosen,
            stake=cents,
            meters=amounts,
            infinite_deck=infinite,
            progress=tell,
        )
        best, charts, thumb = odds.best_play(asked), odds.charts(asked), odds.rules_of_thumb(asked)
    if json_:
        shape = {
            "game": game.name,
            "rules": chosen.written(),
            **writing.strategy_json(best.name, best.reason),
            "charts": [writing.chart_json(chart) for chart in charts],
            "rules_of_thumb": [writing.rule_json(rule) for rule in thumb],
        }
        click.echo(json.dumps(shape))
        return
    console = out()
    if best.reason:
        console.print(f"{best.name}: {best.reason}\n", highlight=False)
    if not charts and not thumb:
        console.print(f"{game.title} has no decision that a chart could show: houseway odds {game.name}")
    for chart in charts:
        writing.show_chart(console, chart)
    if thumb:
        writing.show_rules(console, thumb)
