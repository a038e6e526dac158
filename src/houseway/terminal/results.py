"""What a round and an evening came to, as small tables."""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from houseway.felt import Payoff
from houseway.money import Cents
from houseway.terminal.evening import Evening
from houseway.terminal.layout import Layout
from houseway.terminal.narrating import coloured
from houseway.terminal.sums import amount, colour, signed

FEW = 4  # payoffs whose reasons may take several lines; of more the reasons are cut, so that the table stays in sight


def payoff_table(payoffs: Sequence[Payoff], names: Mapping[int, str], layout: Layout, most: int | None = None) -> Grid:
    """A line for every wager: stake, net, why, and the clause that says so; with `most`, no more lines than that."""
    several = len({payoff.player or payoff.seat for payoff in payoffs}) > 1
    table = Grid(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False, expand=True)
    if several:
        table.add_column("Player", no_wrap=True)
    table.add_column("Wager", no_wrap=True)
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("Net", justify="right", no_wrap=True)
    table.add_column("Why", ratio=1, no_wrap=most is not None and (several or len(payoffs) > FEW), overflow="ellipsis")
    table.add_column("Clause", no_wrap=True)
    for payoff in payoffs[:most]:
        row: list[RenderableType] = [
            _capital(layout.label(f"{payoff.seat}/{payoff.wager}")),
            amount(payoff.stake),
            Text(signed(payoff.net), colour(payoff.net)),
            coloured(payoff.words or payoff.line or payoff.result, in_words=True),
            Text(payoff.clause, "dim"),
        ]
        table.add_row(*([payoff.player or names[payoff.seat]] if several else []), *row)
    if most is not None and len(payoffs) > most:
        table.add_row("…", *[""] * (len(table.columns) - 3), Text(f"{len(payoffs) - most} more", "dim"), "")
    return table


def nets_line(nets: Mapping[int, Cents], names: Mapping[int, str]) -> Text:
    """`Ada +10   Bea -5`."""
    parts = [Text.assemble(f"{names[seat]} ", (signed(net), colour(net))) for seat, net in nets.items()]
    return Text("   ").join(parts)


def evening_lines(evening: Evening, you: int | None) -> list[Text]:
    """What is left to read after the table is closed: the result, and every shuffle with the line that checks it."""
    if not evening.played:
        return [Text("No round was played.")]
    number = len(evening.played)
    rounds = "1 round" if number == 1 else f"{number} rounds"
    lines = []
    if you is not None:
        result = evening.result(you)
        said = Text.assemble(f"{evening.game.title}, {rounds}: ", (signed(result), colour(result)))
        lines.append(said.append(f", {amount(evening.chips[you])} in chips."))
    else:
        nets = {player.seat: evening.result(player.seat) for player in evening.players}
        lines.append(Text.assemble(f"{evening.game.title}, {rounds}: ", nets_line(nets, evening.names())))
    for played in evening.played:
        if played.seed is not None:
            lines.append(Text(evening.shuffles.check_line(played.seed), "dim"))
    if evening.played[-1].seed is None:
        lines.append(Text(evening.shuffles.check_line(evening.shuffles.seed), "dim"))
    return lines


def _capital(label: str) -> str:
    """A fee, like `exchange`, has no label on the felt and begins with a capital letter all the same."""
    return label[:1].upper() + label[1:]
