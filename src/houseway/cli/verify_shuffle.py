"""houseway verify-shuffle: repeat a shuffle from its seed and compare it with what was published."""

import json
import sys

import click

from houseway import games
from houseway.cards import names, read_cards
from houseway.refusal import Refusal
from houseway.shoe import commitment, one_deck, read_seed, shuffled


@click.command()
@click.argument("seed")
@click.option("--game", default="", help="The game whose cards were shuffled (default: one deck of 52).")
@click.option("--rules", multiple=True, metavar="KEY=VALUE", help="An option of the game, like decks=6.")
@click.option(
    "--cuts",
    type=click.IntRange(0, 99),
    help="How often the cards were cut after it. Default: as the game's rules say.",
)
@click.option(
    "--commitment", "published", default="", help="The SHA-256 published before the round; exit 3 if it differs."
)
@click.option("--shoe", default="", help="The cards as they were dealt, from the first; exit 3 if they differ.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    seed: str, game: str, rules: tuple[str, ...], cuts: int | None, published: str, shoe: str, json_: bool
) -> None:
    """Repeat the shuffle of SEED: print its commitment and the order of the cards.

    SEED is 64 hexadecimal digits. Exit code 3: what was published or dealt is not what the seed gives.
    """
    secret = read_seed(seed)
    if rules and not game:
        raise Refusal("--rules are options of a game: name it with --game")
    cards, usual = one_deck(), 0
    if game:
        played = games.load(game)
        chosen = played.rules.read(rules)
        cards, usual = played.deck(chosen), int(played.cut(chosen))
    order = shuffled(cards, secret, usual if cuts is None else cuts)
    made = commitment(secret)
    wrong = []
    if published and published.strip().lower() != made:
        wrong.append(f"the published commitment {published} is not this seed's {made}")
    dealt = read_cards(shoe)
    if dealt != order[: len(dealt)]:
        wrong.append(f"the cards were dealt as {names(dealt)}, the seed gives {names(order[: len(dealt)])}")
    if json_:
        click.echo(json.dumps({"commitment": made, "order": names(order).split(), "mismatches": wrong}))
    else:
        click.echo(f"commitment {made}\nshoe {names(order)}")
    for line in wrong:
        click.echo(line, err=True)
    sys.exit(3 if wrong else 0)
