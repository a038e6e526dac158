"""Five to seven cards have one rank: the best five-card poker hand among them (13:69F-38.5 and 43.5).

A rank is a plain int. The higher one wins and equal ones tie, so hands are compared with `<`, `==` and `max`.
It is built of the category, the set of ranks that make it, and the set of ranks beside them. A set of ranks
is an int with one bit for each rank, two lowest, so that of two sets of one size the greater int is the one
with the highest card which the other lacks: the rulebooks' own way to break a tie (38.5(c)).
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from houseway.cards import ACE, RANK_WORDS


class Category(IntEnum):
    """The permissible poker hands, lowest first; HIGH_CARD is a hand that is none of them."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


def rank_of(cards: Sequence[int]) -> int:
    """The rank of the best five of five to seven distinct cards; the higher rank wins, equal ranks tie."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)

    # Five cards of one suit are a flush. Seven cards that hold one have no room for a full house or four of a
    # kind, so what is left to ask is whether the suited cards are consecutive.
    for suited in suits:
        if suited.bit_count() >= 5:
            return _rank_of_suited(suited)

    # The ranks held at all, at least twice and at least three times.
    clubs, diamonds, hearts, spades = suits
    held = clubs | diamonds | hearts | spades
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)

    # Four cards of the same rank, and the highest other card.
    four = clubs & diamonds & hearts & spades
    if four:
        return _rank(Category.FOUR_OF_A_KIND, four, _highest(held ^ four, 1))

    # Three cards of one rank and two of another. Six or seven cards may hold three of a kind twice: the
    # higher is the three and the lower gives the pair.
    three = _highest(thrice, 1)
    pairs = twice ^ three
    if three and pairs:
        return _rank(Category.FULL_HOUSE, three, _highest(pairs, 1))

    # Five cards of consecutive rank, whatever else is paired.
    straight = _straight(held)
    if straight:
        return _rank(Category.STRAIGHT, straight)

    # Three cards of the same rank, and the two highest others.
    if three:
        return _rank(Category.THREE_OF_A_KIND, three, _highest(held ^ three, 2))

    # The two highest of up to three pairs, and the highest other card, be it one of the third pair.
    pairs = _highest(pairs, 2)
    if pairs.bit_count() == 2:
        return _rank(Category.TWO_PAIR, pairs, _highest(held ^ pairs, 1))

    # One pair, and the three highest others.
    if pairs:
        return _rank(Category.ONE_PAIR, pairs, _highest(held ^ pairs, 3))

    # None of the permissible hands: the five highest cards.
    return _rank(Category.HIGH_CARD, 0, _highest(held, 5))


def category(rank: int) -> Category:
    """The permissible poker hand that a rank is."""
    return Category(rank >> 26)


def kickers(rank: int) -> tuple[int, ...]:
    """The ranks (0 for a two to 12 for an ace) that break a tie within the category, the most telling first.

    Straights have one, the high card: a five when the ace plays low. Full houses have the three and the pair.
    """
    return (*_descending(rank >> 13 & 0x1FFF), *_descending(rank & 0x1FFF))


def best_five(cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the rank: made cards first, the others highest first.

    Of cards that would serve equally, those that come first in `cards` are taken.
    """
    _check(cards)
    rank = rank_of(cards)
    kind, ranks = category(rank), kickers(rank)
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        # Down from the high card; below the two comes the ace.
        ranks = tuple((ranks[0] - step) % 13 for step in range(5))
    if kind in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        cards = _suited(cards)
    counts = _COUNTS.get(kind, (1,))
    best: list[int] = []
    for place, wanted in enumerate(ranks):
        count = counts[min(place, len(counts) - 1)]
        best += [card for card in cards if card >> 2 == wanted][:count]
    return tuple(best)


def name(rank: int) -> str:
    """The hand in the words of the rulebooks' pay tables, such as `Full House`."""
    return _NAMES[category(rank)]


def describe(rank: int) -> str:
    """The hand in words that tell it from every other rank, such as `Full House, kings over fours`."""
    kind = category(rank)
    words = [RANK_WORDS[tied] for tied in kickers(rank)]
    match kind:
        case Category.ROYAL_FLUSH:
            return name(rank)
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{name(rank)}, {words[0]} high"
        case Category.FULL_HOUSE:
            return f"{name(rank)}, {_plural(words[0])} over {_plural(words[1])}"
        case Category.TWO_PAIR:
            return f"{name(rank)}, {_plural(words[0])} and {_plural(words[1])} with {words[2]}"
        case Category.FLUSH | Category.HIGH_CARD:
            return f"{name(rank)}, {_list(words)}"
        case _:
            return f"{name(rank)}, {_plural(words[0])} with {_list(words[1:])}"


_NAMES = {
    Category.HIGH_CARD: "High Card",
    Category.ONE_PAIR: "One Pair",
    Category.TWO_PAIR: "Two Pair",
    Category.THREE_OF_A_KIND: "Three-of-a-Kind",
    Category.STRAIGHT: "Straight",
    Category.FLUSH: "Flush",
    Category.FULL_HOUSE: "Full House",
    Category.FOUR_OF_A_KIND: "Four-of-a-Kind",
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.ROYAL_FLUSH: "Royal Flush",
}

# How many cards each tie-breaking rank stands for; the last number holds for all that follow.
_COUNTS = {
    Category.ONE_PAIR: (2, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}


def _rank(kind: Category, made: int, beside: int = 0) -> int:
    return kind << 26 | made << 13 | beside


def _rank_of_suited(suited: int) -> int:
    straight = _straight(suited)
    # An ace, king, queen, jack and 10 of the same suit.
    if straight == 1 << ACE:
        return _rank(Category.ROYAL_FLUSH, straight)
    # Five cards of the same suit in consecutive ranking.
    if straight:
        return _rank(Category.STRAIGHT_FLUSH, straight)
    return _rank(Category.FLUSH, _highest(suited, 5))


def _straight(held: int) -> int:
    """The high card of the highest five consecutive ranks held, as a set of one; the empty set if none."""
    # All one place further up, so that the ace can also stand below the two. No run goes on past either end.
    run = held << 1 | held >> ACE
    lows = run & run >> 1 & run >> 2 & run >> 3 & run >> 4
    low = lows.bit_length() - 1
    return 1 << low + 4 - 1 if lows else 0


def _highest(ranks: int, count: int) -> int:
    """The set without its lowest members, until `count` are left."""
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def _descending(ranks: int) -> Iterable[int]:
    return (rank for rank in range(ACE, -1, -1) if ranks >> rank & 1)


def _suited(cards: Sequence[int]) -> Sequence[int]:
    """The cards of the suit that has at least five."""
    suits = [[card for card in cards if card & 3 == suit] for suit in range(4)]
    return max(suits, key=len)


def _check(cards: Sequence[int]) -> None:
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a poker hand is ranked from five to seven cards: {len(cards)} given")
    if len(set(cards)) < len(cards):
        raise ValueError("a poker hand has no card twice: give distinct cards")
    if not all(0 <= card < 52 for card in cards):
        raise ValueError("a poker hand has cards 0 (2c) to 51 (As) only: leave out jokers and unknown cards")


def _plural(word: str) -> str:
    return f"{word}es" if word == "six" else f"{word}s"


def _list(words: Sequence[str]) -> str:
    *front, last = words
    return f"{', '.join(front)} and {last}" if front else last
