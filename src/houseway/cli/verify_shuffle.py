"""houseway verify-shuffle: repeat a shuffle, or check a round file's, and compare it with what was published."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway import games
from houseway.cards import names, read_cards
from houseway.refusal import Refusal
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import read_file
from houseway.shoe import commitment, one_deck, read_seed, shuffled

if TYPE_CHECKING:
    from houseway.house.fairness import Checked

MISMATCH = 3

_SEED = re.compile("[0-9a-fA-F]{64}")


@click.command()
@click.argument("seed", metavar="SEED|FILE", required=False, default="")
@click.option("--file", "path", type=click.Path(path_type=Path), help="The same for FILE, whatever its name is.")
@click.option("--game", default="", help="The game whose cards were shuffled (default: one deck of 52).")
@click.option("--rules", multiple=True, metavar="KEY=VALUE", help="An option of the game, like decks=6.")
@click.option(
    "--cuts",
    type=click.IntRange(0, 99),
    help="How often the cards were cut after it. Default: as the game's rules say. With a FILE: exit 3 if it differs.",
)
@click.option(
    "--commitment", "published", default="", help="The SHA-256 published before the round; exit 3 if it differs."
)
@click.option("--shoe", default="", help="The cards as they were dealt, from the first; exit 3 if they differ.")
@click.option("--json", "json_", is_flag=True, help="Print the result for programs.")
def command(
    seed: str,
    path: Path | None,
    game: str,
    rules: tuple[str, ...],
    cuts: int | None,
    published: str,
    shoe: str,
    json_: bool,
) -> None:
    """Repeat the shuffle of SEED: print its commitment and the order of the cards. Or check a round FILE.

    SEED is 64 hexadecimal digits. A round file that a house wrote says all that is needed to check its cards: the seed,
    the cuts, which cards of the order they are; where hands stay private, how each card was sealed. What the rules do
    not fix is printed, to be compared with what was shown before the deal.

    Exit code 3: what was published or dealt is not what the seed gives, or not what was sealed. 1: the file cannot be
    checked, or not yet.
    """
    if path is None and not _SEED.fullmatch(seed) and (Path(seed).is_file() or Path(seed).suffix):
        path, seed = Path(seed), ""
    if path is not None:
        if seed or game or rules or shoe:
            raise Refusal("the file says which seed, game, rules and cards: with it go --commitment and --cuts alone")
        _check_file(path, published.strip().lower(), cuts, json_)
        return
    if not seed:
        raise Refusal("name the SEED of a shuffle, or a round FILE")
    _repeat(seed, game, rules, cuts, published, shoe, json_)


def _repeat(
    seed: str, game: str, rules: tuple[str, ...], cuts: int | None, published: str, shoe: str, json_: bool
) -> None:
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
    _leave(wrong)


def _check_file(path: Path, published: str, cuts: int | None, json_: bool) -> None:
    from houseway.house.fairness import check

    try:
        read_file(path)
        checked = check(path.read_bytes().decode("utf-8-sig"))
    except RoundFileRefusal as refusal:
        raise Refusal(f"{path}:{refusal.line}: {refusal.message}", refusal.clause) from None
    wrong = [*_not_as_shown(checked, published, cuts), *checked.wrong]
    if json_:
        told = {"cuts": checked.cuts, "first": checked.first, "last": checked.last}
        click.echo(json.dumps({"commitment": checked.commitment, "cards": checked.cards, **told, "mismatches": wrong}))
    else:
        how = "was opened as it was sealed" if checked.sealed else "has its place in the shuffle"
        click.echo(f"commitment {checked.commitment}")
        click.echo(f"{checked.cards} cards: {'not every one' if wrong else 'each'} {how}")
        if checked.sealed:
            click.echo("compare the sealed hashes of the file with those that you were shown: they bind the cards")
        for words in checked.left_open:
            click.echo(f"{words}: compare with what you were shown")
    _leave([f"{path}: {line}" for line in wrong])


def _not_as_shown(checked: "Checked", published: str, cuts: int | None) -> Iterator[str]:
    """What somebody was shown before the deal, and gives beside the file, is not what the file has."""
    from houseway.house.fairness import cut_words

    if published and published != checked.commitment:
        yield f"the file's commitment is {checked.commitment}, published was {published}"
    if cuts is not None and checked.sealed:
        raise Refusal("the cards of the file were sealed one by one, and it names no cuts: leave --cuts out")
    if cuts is not None and checked.cuts is not None and cuts != checked.cuts:
        yield f"by the file the cards were {cut_words(checked.cuts)}, shown was: {cut_words(cuts)}"


def _leave(wrong: list[str]) -> None:
    for line in wrong:
        click.echo(line, err=True)
    sys.exit(MISMATCH if wrong else 0)
