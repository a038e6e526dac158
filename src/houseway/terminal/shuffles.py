"""The shuffles of an evening: each one's SHA-256 is shown before the wagers, its seed when the shoe is done."""

import hashlib

from houseway.cards import Card
from houseway.felt import SHOE
from houseway.procedure import Game, Round
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import SEED_SIZE, Seed, Shoe, commitment, new_seed, read_seed, shuffled


class Shuffles:
    """The shoe from which the next round is dealt, and the seed behind it."""

    def __init__(self, game: Game, rules: GameRules, master: Seed | None) -> None:
        self.game = game
        self.rules = rules
        self.master = master
        self.number = 0
        self.seed: Seed = b""
        self._cards: tuple[Card, ...] = ()
        self.fresh()

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def fresh(self) -> None:
        """Shuffle: with a seed of the operating system, or the one that the master seed gives for this shuffle."""
        self.number += 1
        self.seed = new_seed() if self.master is None else derived(self.master, self.number)
        self._cards = shuffled(self.game.deck(self.rules), self.seed, self.game.cut(self.rules))

    def shoe(self) -> Shoe:
        return Shoe(self._cards)

    def done(self, playing: Round) -> Seed | None:
        """After a round: shuffle anew and give the old seed, or None while the same shoe is dealt on (ruling B9)."""
        left = tuple(playing.felt.down.get(SHOE, ()))
        behind = self.game.cut_card
        if behind is not None and len(left) > behind(self.rules):
            self._cards = left
            return None
        seed = self.seed
        self.fresh()
        return seed

    def check_line(self, seed: Seed) -> str:
        """The command that repeats a shuffle."""
        options = "".join(f" --rules {pair}" for pair in self.rules.differing())
        return f"houseway verify-shuffle {seed.hex()} --game {self.game.name}{options}"


def derived(master: Seed, number: int) -> Seed:
    """The seed of an evening's shuffle of that number."""
    return hashlib.sha256(master + number.to_bytes(8, "big")).digest()


def read_master(text: str) -> Seed:
    """The seed of an evening: up to 64 hexadecimal digits."""
    digits = text.strip().lower()
    if not digits or len(digits) > 2 * SEED_SIZE or set(digits) - set("0123456789abcdef"):
        raise Refusal(f"--seed is 1 to {2 * SEED_SIZE} hexadecimal digits, not {text.strip()!r}")
    return read_seed(digits.zfill(2 * SEED_SIZE))
