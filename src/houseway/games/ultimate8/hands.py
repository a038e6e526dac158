"""The patterns of Ultimate 8 Poker: what they are, how they rank, and all that a hand holds (13:69F-42.5)."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from houseway.cards import DECK, RANK_WORDS, SUIT_WORDS, Card

# The patterns by their numbers in 42.5(c): the lower number is the higher pattern.
ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_PLUS_ONE, FOUR_OF_A_KIND, FLUSH, STRAIGHT = 1, 2, 3, 4, 5, 6
TWO_PAIR, THREE_OF_A_KIND, ONE_PAIR, SINGLE_CARD = 7, 8, 9, 10

WORDS = {
    ROYAL_FLUSH: "royal flush",
    STRAIGHT_FLUSH: "straight flush",
    FOUR_PLUS_ONE: "four of a kind and one card",
    FOUR_OF_A_KIND: "four of a kind",
    FLUSH: "flush",
    STRAIGHT: "straight",
    TWO_PAIR: "two pair",
    THREE_OF_A_KIND: "three of a kind",
    ONE_PAIR: "pair",
    SINGLE_CARD: "single card",
}
OF_SEVERAL_LENGTHS = (ROYAL_FLUSH, STRAIGHT_FLUSH, FLUSH, STRAIGHT)

ACE_OF_SPADES: Card = 51
LOWEST = 0  # below every pattern: what a lead has to beat

# One number for the whole order of ruling U2. From the top: the pattern, five values of four bits (an ace is 14, played
# low 1; where a pattern has fewer cards 0 stands, so the longer of two is higher), and the suit of the highest card.
Strength = int
Play = tuple[Card, ...]  # the cards of a pattern as they are offered, the highest number first
Lay = tuple[Strength, Play, int]  # with the cards as bits


def strength(pattern: int, values: Iterable[int], suit: int) -> Strength:
    """The standing of a pattern among all patterns (42.5(a) to (c), ruling U2)."""
    number, left = 11 - pattern, 5
    for value in values:
        number = number << 4 | value
        left -= 1
    return number << 4 * left + 2 | suit


def pattern_of(standing: Strength) -> int:
    """The number in 42.5(c) of the pattern that has this strength."""
    return 11 - (standing >> 22)


def spoken(standing: Strength) -> str:
    """The pattern as the dealer declares it, with suit and high card (42.10(c))."""
    value, suit = standing >> 18 & 15, standing & 3
    return f"{WORDS[pattern_of(standing)]}, {RANK_WORDS[_rank(value)]} of {SUIT_WORDS[suit]}"


class Held:
    """The patterns that a player's cards make: listed once, and struck off as cards leave the hand."""

    __slots__ = ("_lays", "_plays", "_strengths")

    def __init__(self, cards: Iterable[Card]) -> None:
        self._keep(patterns_in(cards))

    def beating(self, last: Strength) -> tuple[Play, ...]:
        """All patterns that stand higher than the last one, the lowest first (42.10(e), ruling U1)."""
        return self._plays[bisect_right(self._strengths, last) :] if last else self._plays

    def beating_at_length(self, last: Strength, length: int) -> tuple[Play, ...]:
        """The same where a run or flush has to match the number of cards (option match_length)."""
        pattern = pattern_of(last)
        if not last or pattern not in OF_SEVERAL_LENGTHS:
            return self.beating(last)
        return tuple(
            play
            for standing, play, _ in self._lays[bisect_right(self._strengths, last) :]
            if len(play) == length or pattern_of(standing) != pattern
        )

    def strength(self, play: Play) -> Strength:
        """The strength of one of the patterns listed."""
        return self._strengths[self._plays.index(play)]

    def strike(self, play: Play) -> None:
        """The cards of a play have left the hand."""
        gone = 0
        for card in play:
            gone |= 1 << card
        self._keep([lay for lay in self._lays if not lay[2] & gone])

    def _keep(self, lays: list[Lay]) -> None:
        self._lays = lays
        self._strengths = [lay[0] for lay in lays]
        self._plays = tuple([lay[1] for lay in lays])


def patterns_in(cards: Iterable[Card]) -> list[Lay]:
    """Every pattern that some of the cards make, the lowest first."""
    by_rank: dict[int, list[Card]] = {}
    by_suit: tuple[list[Card], ...] = ([], [], [], [])
    hand = sorted(cards, reverse=True)
    lays = [_SINGLES[card] for card in hand]
    for card in hand:
        by_suit[card & 3].append(card)
        if card >> 2 in by_rank:
            by_rank[card >> 2].append(card)
        else:
            by_rank[card >> 2] = [card]
    for suited in by_suit:
        if len(suited) >= 3:
            lays += _suited(tuple(suited))
    if len(by_rank) < len(hand):
        lays += _of_equal_ranks(by_rank)
    if len(by_rank) >= 3:
        lays += _straights(by_rank)
    lays.sort()
    return lays


def strength_of(cards: Sequence[Card]) -> Strength | None:
    """The strength of the pattern that exactly these cards make, or None."""
    return next((standing for standing, play, _ in patterns_in(cards) if len(play) == len(cards)), None)


def _of_equal_ranks(by_rank: dict[int, list[Card]]) -> list[Lay]:
    """Pairs, two pair, three and four of a kind, and four of a kind with one of the other cards."""
    lays: list[Lay] = []
    pairs: list[tuple[Lay, ...]] = []
    for same in by_rank.values():
        if len(same) > 1:
            alike = _alike(tuple(same))
            lays += alike
            pairs.append(tuple([lay for lay in alike if len(lay[1]) == 2]))
            if len(same) == 4:
                lays += [
                    _lay(FOUR_PLUS_ONE, (_value(same[0]),), same[0] & 3, (*same, other))
                    for others in by_rank.values()
                    if others is not same
                    for other in others
                ]
    for high, low in combinations(pairs, 2):
        for (_, top, one), (_, bottom, other) in product(high, low):
            lays.append((_two_pair_strength(top[0], bottom[0]), top + bottom, one | other))
    return lays


def _straights(by_rank: dict[int, list[Card]]) -> list[Lay]:
    """Runs of three to five that are not of one suit."""
    present = 0
    for held in by_rank:
        present |= 1 << held
    lays: list[Lay] = []
    for ranks, base in _runs(present):
        for cards in product(*[by_rank[rank] for rank in ranks]):
            suit = cards[0] & 3
            bits = 0
            mixed = False
            for card in cards:
                bits |= 1 << card
                if card & 3 != suit:
                    mixed = True
            if mixed:
                # An ace played low stands last in the run and first among the cards offered.
                play = cards if cards[0] > cards[-1] else (cards[-1], *cards[:-1])
                lays.append((base | suit, play, bits))
    return lays


@cache
def _runs(present: int) -> tuple[tuple[tuple[int, ...], Strength], ...]:
    """The runs among the ranks present: their ranks from the highest card down, and a straight's strength."""
    return tuple([(ranks, base) for ranks, base, needed in _RUNS if present & needed == needed])


def _all_runs() -> Iterator[tuple[tuple[int, ...], Strength, int]]:
    """Every run of three to five ranks, with the ranks as bits; none wraps around the ace (ruling U3)."""
    for top in range(14, 2, -1):
        for bottom in range(top - 2, max(0, top - 5), -1):
            values = range(top, bottom - 1, -1)
            ranks = tuple([_rank(value) for value in values])
            yield ranks, strength(STRAIGHT, values, 0), sum(1 << rank for rank in ranks)


@lru_cache(maxsize=1 << 13)
def _suited(cards: tuple[Card, ...]) -> tuple[Lay, ...]:
    """Flushes, straight flushes and royal flushes among cards of one suit, the highest card first."""
    return tuple([_of_one_suit(chosen) for length in (3, 4, 5) for chosen in combinations(cards, length)])


def _of_one_suit(cards: Play) -> Lay:
    values = [_value(card) for card in cards]
    low = [*values[1:], 1] if values[0] == 14 else values
    if values[0] - values[-1] == len(values) - 1:
        return _lay(ROYAL_FLUSH if values[0] == 14 else STRAIGHT_FLUSH, values, cards[0] & 3, cards)
    if low[0] - low[-1] == len(low) - 1:
        return _lay(STRAIGHT_FLUSH, low, cards[0] & 3, cards)
    return _lay(FLUSH, values, cards[0] & 3, cards)


@cache
def _alike(cards: tuple[Card, ...]) -> tuple[Lay, ...]:
    """Pairs, three and four of a kind among cards of one rank, the highest suit first."""
    value = _value(cards[0])
    lays = [_lay(ONE_PAIR, (value,), pair[0] & 3, pair) for pair in combinations(cards, 2)]
    lays += [_lay(THREE_OF_A_KIND, (value,), three[0] & 3, three) for three in combinations(cards, 3)]
    if len(cards) == 4:
        lays.append(_lay(FOUR_OF_A_KIND, (value,), cards[0] & 3, cards))
    return tuple(lays)


@cache
def _two_pair_strength(top: Card, bottom: Card) -> Strength:
    return strength(TWO_PAIR, (_value(top), _value(bottom)), top & 3)


def _lay(pattern: int, values: Sequence[int], suit: int, cards: Play) -> Lay:
    play = tuple(sorted(cards, reverse=True))
    return strength(pattern, values, suit), play, sum(1 << card for card in play)


def _value(card: Card) -> int:
    """Its number in runs and comparisons; the ace counts high (ruling U14)."""
    return (card >> 2) + 2


def _rank(value: int) -> int:
    return 12 if value == 1 else value - 2


_SINGLES: tuple[Lay, ...] = tuple(_lay(SINGLE_CARD, (_value(card),), card & 3, (card,)) for card in DECK)
_RUNS = tuple(_all_runs())
