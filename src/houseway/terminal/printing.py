"""Without a terminal: bots alone play, and what happens is printed line by line."""

from rich.console import Console
from rich.text import Text

from houseway.procedure import play_out
from houseway.terminal.evening import Evening
from houseway.terminal.layout import layout_of
from houseway.terminal.narrating import Narrator
from houseway.terminal.results import evening_lines, nets_line, payoff_table
from houseway.terminal.sums import amount


def print_rounds(evening: Evening, rounds: int, console: Console) -> None:
    """Play so many rounds with bots in all seats; print the moves in words and the result of each."""
    layout = layout_of(evening.game.name)
    narrator = Narrator(evening.names(), layout, None)
    for number in range(1, rounds + 1):
        _say(console, Text(f"{evening.game.title}, round {number}", "bold"))
        _say(console, Text(f"shuffle SHA-256 {evening.shuffles.commitment}"))
        playing = evening.begin(evening.bots_wager())
        play_out(playing, dict.fromkeys(playing.table.seats, evening.strategy))
        for move in playing.moves:
            _say(console, narrator.told(move).text)
        played = evening.end(playing)
        console.print(payoff_table(played.payoffs, evening.names(), layout))
        for name, cents in evening.meters.items():
            _say(console, Text(f"meter {name.replace('_', ' ')} {amount(int(cents))}"))
        _say(console, nets_line(played.nets, evening.names()))
    for line in evening_lines(evening, None):
        _say(console, line)


def _say(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True)
