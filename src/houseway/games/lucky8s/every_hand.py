"""Every hand of eight cards by its values, and how each of them ends against every hand of the dealer.

A composition says how many aces, 2s, ..., 7s and lucky cards (natural 8s and jokers, which are the same to every rule
of the game) a hand has: 6,435 of them stand for all C(66, 8) hands. A composition is two halves, aces to 4s and 5s to
lucky cards. Halves are listed by the number of their cards, so the second halves that complete a first one stand side
by side, and the composition's number is the sum of one number for each half.

Everybody is set House Way: more hands of 8, then fewer side cards, is never worse for a player (50.6(m)).
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from math import comb, prod

import msgspec

from houseway.cards import ACE, Card
from houseway.felt import Result
from houseway.games.lucky8s.hands import EIGHT, POINTS, SetHand, house_way
from houseway.games.lucky8s.rules import CARDS
from houseway.games.lucky8s.settle import compare
from houseway.shoe import eights_deck

Composition = tuple[int, ...]
Half = tuple[int, ...]

VALUES = range(1, EIGHT + 1)
_OF_EACH = Counter(POINTS[card] for card in eights_deck())
IN_THE_DECK: Composition = tuple(_OF_EACH[value] for value in VALUES)
HANDS = comb(sum(IN_THE_DECK), CARDS)  # that a player may be dealt
DEALERS_HANDS = comb(sum(IN_THE_DECK) - CARDS, CARDS)  # that the dealer may hold then


class End(msgspec.Struct, frozen=True):
    """One way in which Ante and In to Win end: the clause that says so, and what both bring for each unit of Ante."""

    line: str
    result: Result
    clause: str
    net: int
    pays: str = ""


ENDS = (
    End("folded", "lose", "50.6(h)", -1),
    End("dealer does not qualify", "win", "50.6(l)", 1, "Ante 1 to 1, In to Win pushes"),
    End("more hands of 8", "win", "50.6(m)1", 2, "both 1 to 1"),
    End("fewer hands of 8", "lose", "50.6(m)2", -2),
    End("fewer side cards", "win", "50.6(m)3", 2, "both 1 to 1"),
    End("more side cards", "lose", "50.6(m)3", -2),
    End("full tie", "lose", "50.6(m)4", -2),
)
FOLDED, NOT_QUALIFIED = 0, 1
ENDED = {(end.result, end.clause): number for number, end in enumerate(ENDS)}


class Made(msgspec.Struct, frozen=True):
    """All that the rules look at in a hand: its hands of 8, its side cards, and its lucky cards."""

    hands: int
    side: int
    lucky: int

    @property
    def cell(self) -> tuple[int, int]:
        return self.hands, self.side


class Hands(msgspec.Struct, frozen=True):
    """The compositions in the order of their numbers, with what each of them makes."""

    halves: tuple[Half, ...]
    first_of_size: tuple[int, ...]  # the first half of so many cards; one entry more for where the last ones end
    compositions: tuple[Composition, ...]
    numbers: dict[Composition, int]
    made: tuple[Made, ...]
    kinds: tuple[Made, ...]  # what differs in a comparison; as a dealer's, a lucky card counts only as the first
    kind: tuple[int, ...]  # the place of each composition's kind among them
    sets: tuple[SetHand, ...]  # some hand of each kind, set House Way


@cache
def every_hand() -> Hands:
    """All compositions of eight cards."""
    halves = sorted((half for half in product(range(CARDS + 1), repeat=4) if sum(half) <= CARDS), key=_by_size)
    sizes = [sum(half) for half in halves]
    starts = (*(sizes.index(size) for size in range(CARDS + 1)), len(halves))
    compositions = tuple(
        first + second
        for first, size in zip(halves, sizes, strict=True)
        for second in halves[starts[CARDS - size] : starts[CARDS - size + 1]]
    )
    sets = [house_way(cards_of(composition)) for composition in compositions]
    made = tuple(
        Made(hand.hands, len(hand.side), composition[-1]) for hand, composition in zip(sets, compositions, strict=True)
    )
    some = {_kind(one): hand for one, hand in zip(made, sets, strict=True)}
    places = {kind: place for place, kind in enumerate(some)}
    return Hands(
        tuple(halves),
        starts,
        compositions,
        {composition: number for number, composition in enumerate(compositions)},
        made,
        tuple(some),
        tuple(places[_kind(one)] for one in made),
        tuple(some.values()),
    )


def composition_of(cards: Sequence[Card]) -> Composition:
    """How many cards of each value these are."""
    counts = Counter(POINTS[card] for card in cards)
    return tuple(counts[value] for value in VALUES)


def cards_of(composition: Composition) -> tuple[Card, ...]:
    """Cards of these values; all that matters of their suits is that there are enough."""
    return tuple(
        4 * (ACE if value == 1 else value - 2) + copy % 4
        for value, count in zip(VALUES, composition, strict=True)
        for copy in range(count)
    )


def dealt(composition: Composition) -> int:
    """How many of all C(66, 8) hands have this composition."""
    return prod(map(comb, IN_THE_DECK, composition))


@cache
def ends_by_kind() -> tuple[tuple[int, ...], ...]:
    """For each kind of hand that plays, and each that the dealer may hold, the number of its end."""
    every = every_hand()
    return tuple(
        tuple(
            ENDED[compare(player, dealer)] if kind.lucky else NOT_QUALIFIED
            for kind, dealer in zip(every.kinds, every.sets, strict=True)
        )
        for player in every.sets
    )


@lru_cache(maxsize=8192)  # more than there are
def ends(composition: Composition) -> tuple[int, ...]:
    """Of the dealer's C(58, 8) hands, how many bring a hand that plays to each end."""
    every = every_hand()
    left = tuple(map(int.__sub__, IN_THE_DECK, composition))
    firsts = [prod(map(comb, left[:4], half)) for half in every.halves]
    seconds = [prod(map(comb, left[4:], half)) for half in every.halves]
    ended = ends_by_kind()[every.kind[every.numbers[composition]]]
    found = [0] * len(ENDS)
    for kind, pairs in enumerate(_dealers_halves()):
        found[ended[kind]] += sum([firsts[first] * seconds[second] for first, second in pairs])
    assert sum(found) == DEALERS_HANDS
    return tuple(found)


def worth(ended: Sequence[int]) -> int:
    """What a hand that plays wins over all hands of the dealer, in Antes; a fold loses as many Antes as those are."""
    return sum(end.net * count for end, count in zip(ENDS, ended, strict=True))


@cache
def _dealers_halves() -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each kind of hand the two halves of every composition that is of it."""
    every = every_hand()
    places = {half: place for place, half in enumerate(every.halves)}
    found: list[list[tuple[int, int]]] = [[] for _ in every.kinds]
    for composition, kind in zip(every.compositions, every.kind, strict=True):
        found[kind].append((places[composition[:4]], places[composition[4:]]))
    return tuple(map(tuple, found))


def _by_size(half: Half) -> tuple[int, Half]:
    return sum(half), half


def _kind(made: Made) -> Made:
    return Made(made.hands, made.side, min(made.lucky, 1))
