"""A shoe is an order of cards and a position in it; a shuffle is a seed that anybody can check.

The seed comes from the operating system. Its SHA-256 is published before the round, the seed after it; whoever has
both repeats the shuffle with the functions below. A seed of 256 bits reaches every order of one deck (226 bits) but
not every order of an eight-deck shoe; see docs/fairness.md.
"""

import hashlib
import secrets
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from houseway.cards import DECK, JOKER, UNKNOWN, Card, missing_from, name
from houseway.refusal import Refusal

Seed = bytes

SEED_SIZE = 32
LEAST_CUT = 10  # 38.4(c)1ii, 42.4(c)1ii: a cut takes at least ten cards


def one_deck() -> tuple[Card, ...]:
    return DECK


def decks(number: int) -> tuple[Card, ...]:
    """Several decks of 52."""
    return DECK * number


def eights_deck() -> tuple[Card, ...]:
    """Lucky 8's 66 cards: aces to eights of two decks and one joker of each (50.2(a))."""
    half = [card for card in DECK if card >> 2 <= 6 or card >> 2 == 12]
    return (*half, JOKER, *half, JOKER)


def new_seed() -> Seed:
    return secrets.token_bytes(SEED_SIZE)


def read_seed(text: str) -> Seed:
    """The seed of its hexadecimal text."""
    try:
        seed = bytes.fromhex(text.strip())
    except ValueError:
        seed = b""
    if len(seed) != SEED_SIZE:
        raise Refusal(f"a seed is {2 * SEED_SIZE} hexadecimal digits, this has {len(text.strip())} characters")
    return seed


def commitment(seed: Seed) -> str:
    """What is published before the round: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(cards: Sequence[Card], seed: Seed, cut: int = 0) -> tuple[Card, ...]:
    """The order that the seed gives these cards: Fisher-Yates from the last card down, then as many cuts as are due."""
    chance = below(seed)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = chance(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    for _ in range(cut):
        order = list(cut_at(order, LEAST_CUT + chance(len(order) - 2 * LEAST_CUT + 1)))
    return tuple(order)


def cut_at(cards: Sequence[Card], depth: int) -> tuple[Card, ...]:
    """The deck after a stack of that many cards was taken from its top and the rest laid upon it."""
    if not LEAST_CUT <= depth < len(cards):
        raise Refusal(f"a cut takes at least {LEAST_CUT} cards and leaves some, not {depth}", "38.4(c)1ii")
    return (*cards[depth:], *cards[:depth])


class below:  # noqa: N801  (used like the function it is)
    """Whole numbers below a bound, each equally likely: words of SHAKE-256, those past the last multiple rejected."""

    def __init__(self, seed: Seed) -> None:
        self._words = chain.from_iterable(_words(seed))

    def __call__(self, bound: int) -> int:
        limit = fair_limit(bound, 1 << 32)
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError("the stream of words never ends")


@lru_cache(maxsize=1024)
def fair_limit(bound: int, words: int) -> int:
    """The number of words that may be used: the largest multiple of the bound among so many."""
    return words - words % bound


def _words(seed: Seed) -> Iterator[tuple[int, ...]]:
    """The words of a seed, many at once: one deck takes the first of these, a shoe of eight three of them."""
    done, size = 0, 512
    while True:
        stream = hashlib.shake_256(seed).digest(size)
        yield struct.unpack(f">{(size - done) // 4}I", stream[done:])
        done, size = size, size * 2


class Shoe:
    """Cards in the order in which they leave; some may lie face up, which is an irregularity."""

    __slots__ = ("face_up", "order", "position")

    def __init__(self, order: Sequence[Card], face_up: frozenset[int] = frozenset()) -> None:
        self.order = tuple(order)
        self.face_up = face_up
        self.position = 0

    def __len__(self) -> int:
        return len(self.order) - self.position

    def next_cards(self, number: int) -> tuple[Card, ...]:
        """The cards that would leave next; they leave when a move takes them."""
        return self.order[self.position : self.position + number]

    def rest(self) -> tuple[Card, ...]:
        return self.order[self.position :]


def stacked(named: Sequence[Card], deck: Sequence[Card], face_up: frozenset[int] = frozenset()) -> Shoe:
    """A shoe that begins with the named cards; the others of the deck follow in the deck's order.

    Where an unknown card stands, the next of those that are not named takes its place.
    """
    known = [card for card in named if card != UNKNOWN]
    extra = missing_from(deck, known)
    if extra is not None:
        raise Refusal(f"{name(extra)} is in the shoe more often than the deck has it")
    left = list(deck)
    for card in known:
        left.remove(card)
    others = iter(left)
    return Shoe((*[next(others) if card == UNKNOWN else card for card in named], *others), face_up)
