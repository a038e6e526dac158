"""Ultimate 8 Poker, 13:69F-42.5 and 42.10: what a pattern is, what beats it, and who gets which pot."""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from naive import Line
from naive.poker import Cards, same_suit, value

ROYAL_FLUSH = 1
STRAIGHT_FLUSH = 2
FOUR_PLUS_ONE = 3
FOUR_OF_A_KIND = 4
FLUSH = 5
STRAIGHT = 6
TWO_PAIR = 7
THREE_OF_A_KIND = 8
ONE_PAIR = 9
SINGLE_CARD = 10

SUITS = "cdhs"

Pattern = tuple[int, tuple[tuple[int, ...], int]]


class Pot(NamedTuple):
    amount: int
    contenders: frozenset[int]


class Settled(NamedTuple):
    """Each seat's lines, the house's commission, what is left in the ace pot, each seat's uncalled bet."""

    lines: dict[int, list[Line]]
    commission: int
    ace_pot: int
    returned: dict[int, int]


def classify(cards: Cards) -> Pattern | None:
    """The pattern that these cards are, by its number in 42.5(c), and its sort key (ruling U2)."""
    values = sorted((value(card) for card in cards), reverse=True)
    ranks = tuple(values)
    run = run_values(cards)
    shape = sorted(values.count(v) for v in set(values))
    if run is not None:
        top = max(suit(card) for card in cards if value(card) == run[0])
        if not same_suit(cards):
            return STRAIGHT, (run, top)
        return (ROYAL_FLUSH if run[0] == 14 else STRAIGHT_FLUSH), (run, top)
    if shape == [1, 4]:
        return FOUR_PLUS_ONE, ((four_value(cards),), 0)
    if shape == [4]:
        return FOUR_OF_A_KIND, ((four_value(cards),), 0)
    if len(cards) in (3, 4, 5) and same_suit(cards):
        return FLUSH, (ranks, suit(cards[0]))
    named = {(2, 2): TWO_PAIR, (3,): THREE_OF_A_KIND, (2,): ONE_PAIR, (1,): SINGLE_CARD}
    if tuple(shape) not in named:
        return None
    return named[tuple(shape)], (ranks, max(suit(card) for card in cards if value(card) == ranks[0]))


def beats(play: Cards, last: Cards, match_length: bool = False) -> bool:
    """Whether play may be laid on last: a higher pattern, or the same one of a higher rank (ruling U1)."""
    ours, theirs = classify(play), classify(last)
    assert theirs is not None
    if ours is None:
        return False
    if ours[0] != theirs[0]:
        return ours[0] < theirs[0]
    if match_length and len(play) != len(last):
        return False
    return ours[1] > theirs[1]


def all_patterns(hand: Cards) -> list[Cards]:
    """Every set of one to five cards of the hand that is a pattern."""
    return [cards for size in range(1, 6) for cards in combinations(hand, size) if classify(cards) is not None]


def settle(
    paid: dict[int, int],
    folded: set[int],
    went_out: list[int],
    played_ace_of_spades: int | None,
    ace_ante: int,
    ace_pot_before: int = 0,
    commission: int | Fraction = 5,
    unit: int = 100,
    left: dict[int, str] | None = None,
) -> Settled:
    """The pots of a finished round.

    paid is all that each seat put into main and side pots, main ante and an uncalled bet included; went_out
    lists the seats that ran out of cards, first one first; played_ace_of_spades is the seat that laid it; left has
    the clause by which a seat left the round otherwise than by folding.
    """
    left = left or {}
    folded = folded | set(left)
    returned = uncalled(paid, folded)
    stakes = {seat: paid[seat] - returned.get(seat, 0) for seat in paid}
    won = dict.fromkeys(paid, 0)
    taken = 0
    layers = pots(stakes, folded)
    for pot in layers:
        fee = fee_on(pot.amount, commission, unit)
        won[winner(pot, went_out)] += pot.amount - fee
        taken += fee
    lines: dict[int, list[Line]] = {}
    for seat in paid:
        clause = left.get(seat, "42.10(b)" if seat in folded else "42.10(j)")
        lines[seat] = [Line("main", stakes[seat], won[seat] - stakes[seat], clause)]
    ace_pot = ace_pot_before + ace_ante * len(paid)
    main_winner = winner(layers[0], went_out)
    ace_won = played_ace_of_spades == main_winner
    fee = fee_on(ace_pot, commission, unit) if ace_won else 0
    for seat in paid:
        gets = ace_pot - fee if ace_won and seat == main_winner else 0
        lines[seat].append(Line("ace_ante", ace_ante, gets - ace_ante, "42.5(e)" if ace_won else "42.10(l)"))
    return Settled(lines, taken + fee, 0 if ace_won else ace_pot, returned)


def uncalled(paid: dict[int, int], folded: set[int]) -> dict[int, int]:
    """What the highest bettor put in beyond everybody else, folded seats counted: it goes back (42.10(k)).

    Nobody folds while he has bet the most, so a folded seat that has was forfeited with its wagers, 42.11(h).
    """
    top = max(paid, key=lambda seat: paid[seat])
    excess = paid[top] - max(paid[seat] for seat in paid if seat != top)
    return {top: excess} if excess and top not in folded else {}


def pots(stakes: dict[int, int], folded: set[int]) -> list[Pot]:
    """Main pot first, then a side pot above each all-in; a seat contends for what it paid into (U9)."""
    left = dict(stakes)
    layers: list[Pot] = []
    while live := {seat for seat in left if seat not in folded and left[seat] > 0}:
        step = min(left[seat] for seat in live)
        amount = sum(min(step, left[seat]) for seat in left)
        left = {seat: left[seat] - min(step, left[seat]) for seat in left}
        layers.append(Pot(amount, frozenset(live)))
    dead = sum(left.values())
    layers[-1] = Pot(layers[-1].amount + dead, layers[-1].contenders)
    return layers


def winner(pot: Pot, went_out: list[int]) -> int:
    """The only contender, or the first of them to run out of cards."""
    if len(pot.contenders) == 1:
        return next(iter(pot.contenders))
    return next(seat for seat in went_out if seat in pot.contenders)


def fee_on(amount: int, commission: int | Fraction, unit: int) -> int:
    """The percentage of one pot, rounded down to the chip unit (ruling U11)."""
    return amount * commission // (100 * unit) * unit


def suit(card: str) -> int:
    return SUITS.index(card[1])


def four_value(cards: Cards) -> int:
    values = [value(card) for card in cards]
    return next(v for v in values if values.count(v) == 4)


def run_values(cards: Cards) -> tuple[int, ...] | None:
    """The values from the highest down if three to five cards are consecutive, an ace high or low."""
    if len(cards) not in (3, 4, 5):
        return None
    high = sorted((value(card) for card in cards), reverse=True)
    low = sorted((1 if v == 14 else v for v in high), reverse=True)
    for values in (high, low):
        if all(values[i] == values[i + 1] + 1 for i in range(len(values) - 1)):
            return tuple(values)
    return None
