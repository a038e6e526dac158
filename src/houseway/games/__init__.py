"""The five games. Each folder has the same files; none knows another."""

from importlib import import_module

from houseway.procedure import Game
from houseway.refusal import Refusal

NAMES = ("lucky8s", "ultimate8", "blackjack", "lunar", "packs")


def load(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise Refusal(f"there is no game {name!r}; games: {', '.join(NAMES)}")
    game: Game = import_module(f"houseway.games.{name}").GAME
    return game
