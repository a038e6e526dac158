"""houseway day: a table's day from its opening to its closing, told step by step with the clauses."""

import click
from msgspec.structs import replace

from houseway import games
from houseway.asks import Who
from houseway.cards import UNKNOWN
from houseway.day import TableDay, let_go_on
from houseway.day_clauses import HOUR
from houseway.felt import SHOE, CardsMoved, Move, Revealed
from houseway.procedure import Game, Round, Setup, Strategy, play_out
from houseway.rules import GameRules
from houseway.shoe import Seed, new_seed
from houseway.table import Placed
from houseway.telling import tell, tell_payoff
from houseway.terminal.shuffles import derived, read_master

SEATS = (1, 2)
STAKE, CHIPS = 10_00, 1_000_00
WHOLE = 20  # so many cards are no hand


@click.command()
@click.argument("game")
@click.option("--rules", multiple=True, metavar="KEY=VALUE", help="An option of the game, like shuffler=none.")
@click.option("--rounds", type=click.IntRange(0, 100), default=2, show_default=True, help="Rounds of two bots to play.")
@click.option("--hours", type=click.IntRange(0, 100), default=24, show_default=True, help="How long the table is open.")
@click.option("--seed", default="", help="Up to 64 hexadecimal digits, for the same day again.")
def command(game: str, rules: tuple[str, ...], rounds: int, hours: int, seed: str) -> None:
    """Tell the day of a GAME's table: opening, shuffles, rounds, cards spread and changed, closing.

    Floorperson, supervisor and players do what is usual; each of their acts is on the record.
    """
    played = games.load(game)
    chosen = played.rules.read(rules)
    table = TableDay(played.deck(chosen), chosen, played.day)
    master = read_master(seed) if seed else new_seed()
    record = Record(table)
    table.open(0, SEATS)
    record.tell()
    for number in range(rounds):
        one_round(record, played, chosen, derived(master, number + 1))
    if table.day.idle:
        table.spread()
        record.tell()
        table.player_arrives(SEATS)
        record.tell()
    if table.change_due(hours * HOUR):
        table.change_cards(hours * HOUR)
        record.tell(hours)
    table.close()
    record.tell(hours)


class Record:
    """Prints what is new on a table's record, with the hour."""

    def __init__(self, table: TableDay) -> None:
        self.table = table
        self.told = 0

    def tell(self, hour: int = 0) -> None:
        """Let everybody do what is usual, and tell it."""
        let_go_on(self.table)
        for move in self.table.moves[self.told :]:
            click.echo(f"{hour:>3} h  {tell(in_short(move))}")
        self.told = len(self.table.moves)


def in_short(move: Move) -> Move:
    """Whole decks are told by their number of cards."""
    if isinstance(move, CardsMoved | Revealed) and len(move.cards) > WHOLE:
        return replace(move, cards=(UNKNOWN,) * len(move.cards))
    return move


def one_round(record: Record, game: Game, rules: GameRules, seed: Seed) -> None:
    """Shuffle where it is due, and let the bots play."""
    table = record.table
    if table.shoe is None:
        table.prepare(seed)
        record.tell()
    assert table.shoe is not None
    before = len(table.shoe)
    wagers = tuple(Placed(seat, offer.wager, STAKE) for seat in SEATS for offer in game.offers(rules)[:1])
    bots: dict[Who, Strategy] = dict.fromkeys(SEATS, game.strategies["simple"])
    playing = play_out(Round(game, Setup(rules, table.shoe, wagers, dict.fromkeys(SEATS, CHIPS))), bots)
    for payoff in playing.payoffs:
        click.echo(f"       round {table.rounds + 1}: {tell_payoff(payoff)}")
    table.round_over(before - len(playing.felt.down.get(SHOE, ())))
    record.tell()
