"""An evening at a table: what is carried over from round to round, whoever plays and however it is shown."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import msgspec

from houseway.felt import INVENTORY, Payoff
from houseway.money import Cents
from houseway.procedure import Game, Round, Setup, Strategy
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import Seed, new_seed
from houseway.table import DEFAULT_INVENTORY, purse
from houseway.terminal.players import Player, bot_wagers, buy_in, placed, refused
from houseway.terminal.shuffles import Shuffles


class Played(msgspec.Struct, frozen=True):
    """A round that is over: what it brought each seat, and its seed where that may be known."""

    number: int
    payoffs: list[Payoff]
    nets: dict[int, Cents]
    commitment: str
    seed: Seed | None


class Evening:
    """Chips, meters, pots, button and shoe of a table from round to round."""

    def __init__(self, game: Game, rules: GameRules, players: Sequence[Player], master: Seed | None = None) -> None:
        self.game = game
        self.rules = rules
        self.players = list(players)
        self.shuffles = Shuffles(game, rules, master)
        self.chance = Random(hashlib.sha256(b"bots" + (master or new_seed())).digest())
        self.buy_in = buy_in(game, rules)
        self.chips = dict.fromkeys((player.seat for player in players), self.buy_in)
        self.bought = dict(self.chips)
        self.inventory: Cents = DEFAULT_INVENTORY
        self.meters: dict[str, Cents | Fraction] = dict(game.meters(rules))
        self.button: int | None = None
        self.played: list[Played] = []

    @property
    def strategy(self) -> Strategy:
        return self.game.strategies["simple"]

    def names(self) -> dict[int, str]:
        return {player.seat: player.name for player in self.players}

    def bots_wager(self) -> dict[int, dict[str, Cents]]:
        """The wagers of all bots; one who has too few chips left buys in again first."""
        wagers = {}
        for player in self.players:
            if player.bot:
                chosen = self._bot(player.seat)
                if self.refusal(player.seat, chosen):
                    self.rebuy(player.seat)
                    chosen = self._bot(player.seat)
                wagers[player.seat] = chosen
        return wagers

    def refusal(self, seat: int, wagers: dict[str, Cents]) -> str | None:
        """Why a seat cannot play with these wagers, or None."""
        return refused(self.game, self.rules, seat, wagers, self.chips[seat])

    def rebuy(self, seat: int) -> None:
        self.chips[seat] += self.buy_in
        self.bought[seat] += self.buy_in

    def begin(self, wagers: dict[int, dict[str, Cents]]) -> Round:
        """The next round, with the seats that wager; a seat with empty wagers is in where the game has none."""
        seats = sorted(wagers)
        self.button = self._next_button(seats)
        setup = Setup(
            rules=self.rules,
            shoe=self.shuffles.shoe(),
            wagers=tuple(bet for seat in seats for bet in placed(seat, wagers[seat])),
            chips={seat: self.chips[seat] for seat in seats},
            meters=self.meters,
            button=None if self.game.wagers else self.button,
            inventory=self.inventory,
        )
        return Round(self.game, setup)

    def end(self, playing: Round) -> Played:
        """Carry over what the round left."""
        felt = playing.felt
        nets = {}
        for seat in playing.setup.chips:
            nets[seat] = felt.stake(purse(seat)) - self.chips[seat]
            self.chips[seat] += nets[seat]
        self.inventory = felt.stake(INVENTORY)
        self.meters = dict(felt.meters) | {name: felt.stake(area) for name, area in self.game.pots.items()}
        shown = self.shuffles.commitment
        seed = self.shuffles.done(playing)
        played = Played(len(self.played) + 1, list(playing.payoffs), nets, shown, seed)
        self.played.append(played)
        return played

    def result(self, seat: int) -> Cents:
        """What the evening has brought a seat so far."""
        return self.chips[seat] - self.bought[seat]

    def _bot(self, seat: int) -> dict[str, Cents]:
        if not self.game.wagers:
            return {}
        return bot_wagers(self.game, self.rules, seat, self.chips[seat], self.chance)

    def _next_button(self, seats: Sequence[int]) -> int:
        """The player button moves clockwise to the next player before each round."""
        if not seats:
            raise Refusal("nobody plays")
        if self.button is None:
            return seats[0]
        return next((seat for seat in seats if seat > (self.button or 0)), seats[0])
