"""What the player watches: the moves one after the other, on a felt that follows them."""

from collections.abc import Sequence
from fractions import Fraction

from rich.console import RenderableType
from rich.text import Text

from houseway.cards import UNKNOWN
from houseway.felt import (
    INVENTORY,
    RACK,
    SHOE,
    Acted,
    Announced,
    Area,
    CardsMoved,
    ChipsMoved,
    Felt,
    MeterMoved,
    Move,
    Resolved,
    Revealed,
    fold,
    owner,
)
from houseway.money import Cents
from houseway.procedure import Round, opening_felt
from houseway.terminal.drawing import Scene, Seat
from houseway.terminal.evening import Evening
from houseway.terminal.keys import Keys
from houseway.terminal.layout import PILES, layout_of
from houseway.terminal.narrating import Narrator, brief_act
from houseway.terminal.screen import Screen

Speed = float  # seconds
USUAL_SPEED: Speed = 0.5

# How long a move stays before the next, in units of the speed; what others do and get stays shorter.
WEIGHTS: dict[type, float] = {
    Announced: 1.6,
    Acted: 1.0,
    Revealed: 1.6,
    Resolved: 1.2,
    CardsMoved: 0.25,
    MeterMoved: 0.3,
    ChipsMoved: 0.0,
}
OTHERS = 0.6


class Sight:
    """The table as it is drawn, from the seat of the player or from beside it."""

    def __init__(
        self, evening: Evening, you: int | None, positions: int, screen: Screen, keys: Keys, speed: Speed
    ) -> None:
        self.evening = evening
        self.you = you
        self.screen = screen
        self.keys = keys
        self.speed = speed
        self.layout = layout_of(evening.game.name)
        self.narrator = Narrator(evening.names(), self.layout, you)
        self.felt = self._cleared()
        self.number = 0
        self.seats = {player.seat: Seat(player.seat, player.name, player.seat == you) for player in evening.players} | {
            seat: Seat(seat, "·") for seat in range(len(evening.players) + 1, positions + 1)
        }
        self._shown = 0
        self._hurried = False
        self._collected: dict[Area, list[CardsMoved]] = {}
        self._passed: set[Area] = set()
        self._last: Move | None = None

    def begin(self, playing: Round) -> None:
        """A round begins: its felt, before the first move."""
        self.felt = fold(opening_felt(playing.game, playing.setup), ())
        dealt = len(playing.game.deck(playing.rules)) - len(self.felt.down[SHOE])
        self.felt.down[RACK] = [UNKNOWN] * dealt  # from earlier rounds of the same shoe
        self.screen.new_round()
        self.number = len(self.evening.played) + 1
        self._shown = 0
        self._collected = {}
        self._passed = set()
        for seat in self.seats.values():
            seat.act, seat.net = "", None
            seat.button = seat.number == playing.setup.button

    def follow(self, playing: Round) -> None:
        """Tell and show the moves since the last time, with a short rest after each."""
        self._hurried = False
        for move in playing.moves[self._shown :]:
            self.felt.apply(move)
            self._note(move)
            if not self._said(move):
                self.screen.tell(self.narrator.told(move))
                self._last = move
            self._rest(move)
        self._shown = len(playing.moves)
        if not self.screen.moving or not self.speed:
            self.draw()

    def finish(self) -> None:
        """Show the cards once more as they lay when they were collected, so that the result can be read."""
        for area, moves in self._collected.items():
            for move in moves:
                (self.felt.up if move.shown else self.felt.down).setdefault(area, []).extend(move.cards)

    def draw(self, below: Sequence[RenderableType] = (), record: int | None = None) -> None:
        self.screen.draw(self.scene(), below, record)

    def scene(self) -> Scene:
        evening = self.evening
        for seat in self.seats.values():
            seat.chips = evening.chips.get(seat.number, 0)
        running = self.number > len(evening.played)
        words = f"round {self.number}" if self.number else "play money"
        if running:
            words += f" · shuffle {evening.shuffles.commitment[:8]}…"
        felt = self.felt.view(self.you)
        return Scene(evening.game.title, words, felt, self.layout, list(self.seats.values()))

    def _cleared(self) -> Felt:
        """The felt before the first round: the shoe, the inventory, the meters and the pots."""
        evening, felt = self.evening, Felt()
        felt.down[SHOE] = list(evening.shuffles.shoe().rest())
        felt.chips[INVENTORY] = evening.inventory
        for name, amount in evening.meters.items():
            if name in evening.game.pots:
                felt.chips[evening.game.pots[name]] = int(amount)
            else:
                felt.meters[name] = Fraction(amount)
        return felt

    def _note(self, move: Move) -> None:
        match move:
            case Acted(seat):
                self.seats[seat].act = brief_act(move, seat == self.you)
            case Resolved(payoff) if payoff.player is None:
                seat_ = self.seats[payoff.seat]
                seat_.net = _sum(seat_.net, payoff.net)
            case CardsMoved():
                self._note_cards(move)

    def _said(self, move: Move) -> bool:
        """Has the line before said it already? A payoff tells where its chips go, an act which cards are laid."""
        if isinstance(move, ChipsMoved):
            return isinstance(self._last, Resolved)
        return isinstance(move, CardsMoved) and isinstance(self._last, Acted) and self._last.cards == move.cards

    def _note_cards(self, move: CardsMoved) -> None:
        """Remember the cards that leave the felt, or the place where they were dealt, for the end of the round."""
        source, target = move.source, move.target
        if source in PILES:
            self._collected.pop(target, None)
        elif target == RACK:
            if source not in self._passed:
                self._collected.setdefault(source, []).append(move)
        elif owner(source) is None:  # a pack that is moved to the middle is shown where it was dealt
            self._collected[source] = [move]
            self._passed.add(target)
        else:
            self._collected.pop(target, None)

    def _rest(self, move: Move) -> None:
        seconds = self.speed * WEIGHTS[type(move)]
        if isinstance(move, Acted | Resolved) and _seat(move) != self.you:
            seconds *= OTHERS
        if seconds and not self._hurried and self.screen.moving:
            self.draw([Text("Space hurries on", "dim")])
            self._hurried = self.keys.rest(seconds)


def _seat(move: Acted | Resolved) -> int:
    return move.seat if isinstance(move, Acted) else move.payoff.seat


def _sum(net: Cents | None, more: Cents) -> Cents:
    return (net or 0) + more
