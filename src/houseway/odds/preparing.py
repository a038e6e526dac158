"""What bots play by is compiled before one of them is asked: nobody at a table waits for that.

They play as they would at a table, until they have met every kind of decision; numba keeps what that compiles.
"""

from collections.abc import Mapping
from random import Random

from houseway import games, kept_kernels
from houseway.odds.loading import needs
from houseway.procedure import Round, Setup, play_out
from houseway.shoe import Shoe
from houseway.table import Placed

BY_KERNELS: Mapping[str, tuple[str, ...]] = {
    "blackjack": ("basic", "optimal", "best_known"),
    "lunar": ("no_exchange",),
}
ROUNDS = 20  # in which each of them meets every kind of decision


def prepare() -> None:
    """Have every kernel on disk that bots play by. One process does that at a time, and only where it is to be done."""
    needs("numpy", "numba")
    with kept_kernels.alone():
        if kept_kernels.at_hand():
            return
        for game, strategies in BY_KERNELS.items():
            for strategy in strategies:
                play(game, strategy)
        from houseway.compiling import kept

        kept_kernels.leave_note(kept())


def play(name: str, strategy: str, *rules: str, rounds: int = ROUNDS) -> None:
    """Rounds of one bot, alone at a table, with the wagers that the game needs."""
    game = games.load(name)
    chosen = game.rules.read(rules)
    offers = game.offers(chosen)
    wagers = tuple(Placed(1, offer.wager, offer.low) for offer in offers if offer.required)
    for seed in range(rounds):
        deck = list(game.deck(chosen))
        Random(seed).shuffle(deck)
        play_out(Round(game, Setup(chosen, Shoe(deck), wagers)), {1: game.strategies[strategy]})
