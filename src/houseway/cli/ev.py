"""houseway ev: the expectation of every choice in one position, best first."""

import json

import click

from houseway.cards import read_card, read_cards
from houseway.cli.asking import out, read_stake
from houseway.cli.odds import read_shoe
from houseway.odds import loading, writing
from houseway.refusal import Refusal
from houseway.returns import Position


@click.command()
@click.argument("words", nargs=-1, metavar="GAME")
@click.option("--hand", default="", metavar="CARDS", help="The player's cards.")
@click.option("--up", default="", metavar="CARD", help="The dealer's card that lies face up.")
@click.option("--dealer", default="", metavar="CARDS", help="The dealer's five cards (Lunar: to force or not).")
@click.option("--decks", default=None, metavar="N|infinite", help="Blackjack's shoe: 1 to 8 decks, or an infinite one.")
@click.option("--rules", multiple=True, metavar="KEY=VALUE ...", help="Options of the game.")
@click.option("--stake", default="1", metavar="A", help="The first wager in dollars, where a payout limit matters.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    words: tuple[str, ...],
    hand: str,
    up: str,
    dealer: str,
    decks: str | None,
    rules: tuple[str, ...],
    stake: str,
    json_: bool,
) -> None:
    """What each choice is worth in one position of GAME, in units of the first wager.

    \b
    houseway ev lucky8s --hand "8c 8d 4c 4d 2c 6c 7c Ac"
    houseway ev blackjack --hand "Ts 6d" --up Th --decks 8
    houseway ev lunar --hand "9c 9d 5h 3s 2c" --up 7d
    houseway ev lunar --hand "9c Td Jh Qs Kc" --dealer "Ah 9s 8d 4c 2h"
    """
    game, chosen, infinite = read_shoe(words, rules, decks)
    position = Position(
        rules=chosen,
        hand=read_cards(hand),
        up=read_up(up) if up.strip() else None,
        dealer=read_cards(dealer),
        stake=read_stake(stake),
        infinite_deck=infinite,
    )
    choices = loading.best_first(loading.load(game.name).choices(position))
    if json_:
        click.echo(json.dumps(writing.choices_json(choices)))
    else:
        writing.show_choices(out(), choices)


def read_up(text: str) -> int:
    if len(read_cards(text)) != 1:
        raise Refusal(f"--up is one card, not {text!r}: write it like Th")
    return read_card(text)
