"""houseway rules: the clauses of a rulebook, how each is honoured, the rulings and the options."""

import json

import click
import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway import games
from houseway.refusal import Refusal
from houseway.rulebook import Clause, look_up, register, rulings


@click.command()
@click.argument("game", required=False)
@click.argument("clause", required=False)
@click.option("--json", "json_", is_flag=True, help="Print the clauses for programs.")
@click.option("--options", is_flag=True, help="List the game's options instead: default and possible values.")
def command(game: str | None, clause: str | None, json_: bool, options: bool) -> None:
    """Show the clauses of GAME's rulebook, or one CLAUSE with all below it (a ruling's id works, too)."""
    console = Console(highlight=False)
    if game is None:
        if options:
            raise Refusal(f"name the game whose options you want: {', '.join(games.NAMES)}")
        for name in games.NAMES:
            console.print(f"{name:<10} {games.load(name).title}, {len(register(name))} clauses")
        return
    if options:
        rules = games.load(game).rules()
        for key, value in rules.written().items():
            console.print(f"{f'{key}={value}':<34} {rules.values(key)}")
        return
    if clause in rulings() and not json_:
        ruling = rulings()[clause]
        console.print(f"[bold]{ruling.id}[/] {ruling.question}")
        console.print(indented(ruling.ruling))
    found = look_up(game, clause) if clause else list(register(game).values())
    if json_:
        click.echo(json.dumps([msgspec.to_builtins(item) for item in found]))
    elif clause:
        for item in found:
            show(console, item)
        for name in dict.fromkeys(name for item in found for name in item.rulings if name != clause):
            console.print(f"ruling {name}: {rulings()[name].ruling}", markup=False)
    else:
        console.print(listing(found))


def listing(clauses: list[Clause]) -> Table:
    table = Table(box=None, padding=(0, 1), pad_edge=False, expand=True)
    table.add_column("clause", overflow="fold", max_width=18)
    table.add_column("kind")
    table.add_column("summary", ratio=1)
    table.add_column("rulings", max_width=9)
    for clause in clauses:
        table.add_row(clause.id, clause.kind, Text(clause.summary), " ".join(clause.rulings))
    return table


def show(console: Console, clause: Clause) -> None:
    """One clause in full."""
    console.print(f"[bold]{clause.id}[/] ({clause.kind})", soft_wrap=True)
    console.print(indented(clause.summary))
    for honouring in clause.honoured:
        console.print(f"  honoured by {honouring}", markup=False, soft_wrap=True)
    if clause.reason:
        console.print(indented(f"not in the program: {clause.reason}"))
    if clause.rulings:
        console.print(indented(f"rulings: {', '.join(clause.rulings)}"))


def indented(words: str) -> Padding:
    return Padding(Text(words), (0, 0, 0, 2), expand=False)
