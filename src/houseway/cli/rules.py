"""houseway rules: the clauses of a rulebook, how each is honoured, the rulings and the options."""

import json

import click
import msgspec
from rich.console import Console
from rich.table import Table

from houseway import games
from houseway.rulebook import Clause, look_up, register, rulings


@click.command()
@click.argument("game", required=False)
@click.argument("clause", required=False)
@click.option("--json", "json_", is_flag=True, help="Print the clauses for programs.")
@click.option("--options", is_flag=True, help="List the game's options with their defaults instead.")
def command(game: str | None, clause: str | None, json_: bool, options: bool) -> None:
    """Show the clauses of GAME's rulebook, or one CLAUSE with all below it (a ruling's id works, too)."""
    console = Console(highlight=False)
    if game is None:
        for name in games.NAMES:
            console.print(f"{name:<10} {games.load(name).title}, {len(register(name))} clauses")
        return
    if options:
        for key, value in games.load(game).rules().written().items():
            console.print(f"{key}={value}")
        return
    if clause in rulings() and not json_:
        ruling = rulings()[clause]
        console.print(f"[bold]{ruling.id}[/] {ruling.question}\n  {ruling.ruling}")
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
    table = Table(box=None, padding=(0, 1))
    for heading in ("clause", "kind", "summary", "rulings"):
        table.add_column(heading, overflow="fold")
    for clause in clauses:
        table.add_row(clause.id, clause.kind, clause.summary, " ".join(clause.rulings))
    return table


def show(console: Console, clause: Clause) -> None:
    """One clause in full."""
    console.print(f"[bold]{clause.id}[/] ({clause.kind})", soft_wrap=True)
    console.print(f"  {clause.summary}", markup=False)
    if clause.honoured:
        console.print(f"  honoured by: {', '.join(clause.honoured)}", markup=False)
    if clause.reason:
        console.print(f"  not in the program: {clause.reason}", markup=False)
    if clause.rulings:
        console.print(f"  rulings: {', '.join(clause.rulings)}", markup=False)
