"""A player at the table, or beside it: round after round until he leaves."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from houseway.procedure import Round
from houseway.terminal.deciding import LEAVE, decide, entry
from houseway.terminal.evening import Evening, Played
from houseway.terminal.keys import Keys, Leave
from houseway.terminal.results import evening_lines, nets_line, payoff_table
from houseway.terminal.screen import Screen, whole
from houseway.terminal.wagering import Wagering
from houseway.terminal.watching import Sight, Speed

MOST_PAYOFFS = 9  # lines of the last round's result above the next wagers: all that one player can make at Pack's


class Session:
    """One player, or somebody who watches, at an evening's table."""

    def __init__(self, evening: Evening, positions: int, console: Console, keys: Keys, speed: Speed) -> None:
        self.evening = evening
        self.you = next((player.seat for player in evening.players if not player.bot), None)
        self.screen = Screen(console)
        self.keys = keys
        self.sight = Sight(evening, self.you, positions, self.screen, keys, speed)
        self.wagering = Wagering(self.sight, self.you) if self.you is not None else None
        self.leaving = False
        keys.idle = self.screen.draw_again_if_resized

    def run(self, rounds: int | None) -> None:
        """Play so many rounds, or until the player leaves; then show what the evening came to."""
        self.screen.open()
        try:
            while not self.leaving and (rounds is None or len(self.evening.played) < rounds):
                self.play()
            if not self.leaving:
                self.keep_result(last=True)
        except (Leave, KeyboardInterrupt):
            pass
        finally:
            self.screen.close()
        self.screen.print(*evening_lines(self.evening, self.you))

    def play(self) -> None:
        """One round: wagers, moves and decisions, result."""
        wagers: dict[int, Any] = self.evening.bots_wager()
        if self.wagering is not None and self.you is not None:
            mine = self.wagering.take(self._result(mine=True), self._result(mine=False))
            if mine is not None:
                wagers[self.you] = mine
        elif self.evening.played:
            self.keep_result()
        playing = self.evening.begin(wagers)
        self.sight.begin(playing)
        try:
            while playing.ask is not None:
                self.sight.follow(playing)
                self._answer(playing)
            self.sight.follow(playing)
        except (Leave, KeyboardInterrupt):
            self.leaving = True
            self._play_on(playing)
        self.evening.end(playing)
        self.sight.finish()

    def keep_result(self, last: bool = False) -> None:
        """Show the result until a key is pressed, and before another round its shuffle's commitment."""
        commitment = whole(f"Shuffle SHA-256 {self.evening.shuffles.commitment}", "dim")
        go_on = [commitment, Text.assemble(entry("Enter", "deal"), entry(LEAVE, "leave", "dim"))]
        if last:
            go_on = [entry("Enter", "leave")]
        self.sight.draw([*self._result(mine=self.you is not None), *go_on], record=0)
        if self.keys.key().lower() == LEAVE:
            raise Leave

    def _answer(self, playing: Round) -> None:
        """Bots first, then the player; a supervisor validates at once (ruling G5)."""
        ask = playing.ask
        assert ask is not None
        if not ask.choices:
            playing.go_on()
        for who in [who for who in playing.waiting() if who != self.you]:
            if isinstance(who, int):
                playing.answer(who, self.evening.strategy(playing.view(who), ask.choices[who]))
            else:
                playing.time_out(who)
        if self.you is not None and playing.ask is ask and self.you in playing.waiting():
            self.sight.seats[self.you].asked = True
            try:
                act = decide(self.sight, playing, self.you)
            finally:
                self.sight.seats[self.you].asked = False
            playing.answer(self.you, act)

    def _play_on(self, playing: Round) -> None:
        """The player has left in the middle of a round: the house acts for him (ruling G6)."""
        while playing.ask is not None:
            if not playing.ask.choices:
                playing.go_on()
            for who in playing.waiting():
                if isinstance(who, int) and who != self.you:
                    playing.answer(who, self.evening.strategy(playing.view(who), playing.ask.choices[who]))
                else:
                    playing.time_out(who)

    def _result(self, mine: bool) -> Sequence[RenderableType]:
        """What the last round came to: a table of payoffs, everybody's net, and the seed with the line to check it."""
        if not self.evening.played:
            return []
        played = self.evening.played[-1]
        names, layout = self.evening.names(), self.sight.layout
        payoffs = [payoff for payoff in played.payoffs if not mine or payoff.seat == self.you] or played.payoffs
        room = MOST_PAYOFFS if mine else self.screen.console.height - 14
        lines: list[RenderableType] = [payoff_table(payoffs, names, layout, room)]
        lines.append(Text.assemble(("Round ", "bold"), (f"{played.number}: ", "bold"), nets_line(played.nets, names)))
        return [*lines, *self._seed(played)]

    def _seed(self, played: Played) -> list[RenderableType]:
        if played.seed is None:
            return [Text("The shoe is dealt on; its seed is shown when the cut card has come", "dim")]
        return [whole(self.evening.shuffles.check_line(played.seed), "dim")]
