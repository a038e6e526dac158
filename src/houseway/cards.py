"""A card is a small integer: `4 * rank + suit`, the joker 52, a card nobody here may see 53.

Ranks run from 0 (the two) to 12 (the ace), suits from 0 (clubs) over diamonds and hearts to 3 (spades): the order
in which Ultimate 8 ranks them. Cards are values, not identities: a shoe of eight decks holds every value eight times.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from houseway.refusal import Refusal

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Card = 52
UNKNOWN: Card = 53
ACE, KING, QUEEN, JACK, TEN, EIGHT = 12, 11, 10, 9, 8, 6
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

NAMES: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "??")
BY_NAME: dict[str, Card] = {name: card for card, name in enumerate(NAMES)}

RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = "♣♦♥♠"

DECK: tuple[Card, ...] = tuple(range(52))


def rank(card: Card) -> int:
    return card >> 2


def suit(card: Card) -> int:
    return card & 3


def is_red(card: Card) -> bool:
    return card & 3 in (DIAMONDS, HEARTS)


def read_card(text: str) -> Card:
    """The card of a text like `8c`, `Td`, `10d`, `Jk` or `??`."""
    word = text.strip()
    if word.startswith("10"):
        word = "T" + word[2:]
    card = BY_NAME.get(word)
    if card is None:
        card = BY_NAME.get(word[:1].upper() + word[1:].lower())
    if card is None:
        raise Refusal(f"unknown card {text.strip()!r}: write rank A23456789TJQK and suit cdhs, or Jk")
    return card


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text; spaces, commas and slashes between them don't matter."""
    return tuple(read_card(word) for word in split_cards(text))


def split_cards(text: str) -> Iterator[str]:
    """The words that stand for one card each, written apart or together: `8c 8d`, `8c8d`."""
    for word in text.replace(",", " ").replace("/", " ").split():
        rest = word
        while rest:
            mark = 1 if rest[0] == "^" else 0
            size = mark + (3 if rest[mark : mark + 2] == "10" else 2)
            yield rest[:size]
            rest = rest[size:]


def name(card: Card) -> str:
    return NAMES[card]


def names(cards: Iterable[Card]) -> str:
    return " ".join([NAMES[card] for card in cards])


def words(card: Card) -> str:
    """The card as one says it: eight of diamonds."""
    if card == JOKER:
        return "joker"
    if card == UNKNOWN:
        return "a card face down"
    return f"{RANK_WORDS[card >> 2]} of {SUIT_WORDS[card & 3]}"


def missing_from(deck: Iterable[Card], cards: Iterable[Card]) -> Card | None:
    """The first card that is there more often than the deck has it, or None."""
    left = Counter(deck)
    for card in cards:
        left[card] -= 1
        if left[card] < 0:
            return card
    return None
