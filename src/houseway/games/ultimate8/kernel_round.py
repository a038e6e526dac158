"""One round of Ultimate 8 Poker as kernels, from a shoe to what each seat paid and who wins.

Seats count from 0 here, the player button stands before the first, and sets of seats are bits of one number. Nobody
is ever all-in: the tables that `kernel` sets up give everybody chips enough for all that his temper may wager.
Otherwise each step is that of `betting`, `discarding` and `settle`, with the decisions of `strategy` in its place.
"""

from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.ultimate8.kernel_patterns import (
    MOST_CHOICES,
    MOST_IN_RUNS,
    MOST_PATTERNS,
    NONE,
    lays_left,
    lays_needed,
    length_of,
    list_patterns,
    of_several_lengths,
    strength_of,
    strike,
    thriftiest,
)

Numbers = npt.NDArray[np.int64]
Shoe = npt.NDArray[np.uint8]

NOBODY = cast(int, np.int64(-1))
ACE_OF_SPADES = 1 << 51
BETTING_ROUNDS, RAISES = 3, 3
LITTLE = 2  # main antes
BETS, RAISES_FROM, CALLS, CALLS_LITTLE, POT_SIZED, MOST_BET = range(6)  # what a row of tempers holds


class Terms(NamedTuple):
    """A table's rules as numbers. `fee` and `fee_of`: the commission is fee/fee_of of a pot in chip units."""

    players: int
    main_ante: int
    ace_ante: int
    most_raised: int
    fee: int
    fee_of: int
    chip_unit: int
    match_length: bool
    pass_is_final: bool


class Room(NamedTuple):
    """Where a round is played; made once for many rounds."""

    held: Numbers  # by seat: cards as bits
    needed: Numbers  # lays that get rid of them
    number: Numbers  # patterns that they make
    paid: Numbers  # into the main pot, in all
    lying: Numbers  # in this betting round
    plays: Numbers  # by seat: the patterns, as `kernel_patterns` lists them
    cards: Numbers  # room to list them in
    choices: Numbers


def room(players: int) -> Room:
    """Room for the rounds of so many players."""
    sizes = [(players,)] * 5 + [(players, MOST_PATTERNS, 2), (MOST_IN_RUNS,), (MOST_CHOICES, 3)]
    return Room(*[np.zeros(size, np.int64) for size in sizes])


@compiled
def play_round(
    shoe: Shoe, places: Numbers, terms: Terms, tempers: Numbers, at: Room
) -> tuple[int, int, bool, int, int]:
    """One round: who wins the main pot, who remained, is the winner out of cards, and whose was the ace of spades when
    it was dealt, whose when it was played. `at.paid` has what each seat paid, an uncalled bet not counted.
    """
    dealt_ace = deal(shoe, places, terms, at)
    remaining = (1 << terms.players) - 1
    opener, played_ace, number = NONE, NOBODY, 0
    while True:
        number += 1
        if number <= BETTING_ROUNDS:
            remaining = betting_round(number, opener, remaining, terms, tempers, at)
            if remaining & (remaining - 1) == 0:
                return_uncalled(terms, at)
                return next_of(remaining, NONE, terms), remaining, False, dealt_ace, played_ace
        opener = next_of(remaining, opener, terms)
        opener, played_ace = discarding_round(opener, remaining, played_ace, terms, at)
        if not at.held[opener]:
            return opener, remaining, True, dealt_ace, played_ace


@compiled
def deal(shoe: Shoe, places: Numbers, terms: Terms, at: Room) -> int:
    """Antes are paid, hands dealt from their places in the shoe; who has the ace of spades."""
    dealt_ace = NOBODY
    for seat in range(terms.players):
        held = NONE
        for place in range(8):
            held |= 1 << int(shoe[places[seat, place]])
        at.held[seat] = held
        at.needed[seat] = lays_needed(held)
        at.number[seat] = 0  # patterns are listed when they are first asked for
        at.paid[seat] = terms.main_ante
        if held & ACE_OF_SPADES:
            dealt_ace = seat
    return dealt_ace


@compiled
def betting_round(number: int, opener: int, remaining: int, terms: Terms, tempers: Numbers, at: Room) -> int:
    """Each in turn until all who remain have called the last wager; who remains. `betting.Betting` without all-ins."""
    last, raises, acted, pot = NONE, 0, NONE, NONE
    for seat in range(terms.players):
        at.lying[seat] = 0
        pot += at.paid[seat]
    seat = opener
    while remaining & (remaining - 1):
        seat = next_to_bet(seat, remaining, acted, last, terms, at)
        if seat == NOBODY:
            break
        temper, me = tempers[seat], 1 << seat
        spare = BETTING_ROUNDS + 1 - number - at.needed[seat]
        to_call = last - at.lying[seat]
        puts = to_call
        if not acted & me and raises < RAISES and spare >= (temper[RAISES_FROM] if last else temper[BETS]):
            raised = wagered(spare, pot, terms, temper)
            raises += last > 0
            puts += raised
            last += raised
            acted = me
        elif to_call == 0 or calls(spare, to_call, terms, temper):
            acted |= me
        else:
            remaining &= ~me
            puts = 0
        at.lying[seat] += puts
        at.paid[seat] += puts
        pot += puts
        seat = after(seat, terms)
    return remaining


@compiled
def wagered(spare: int, pot: int, terms: Terms, temper: Numbers) -> int:
    """How much a player bets or raises, as `strategy.wager` says."""
    amount = pot if temper[POT_SIZED] else (2 + 2 * spare) * terms.main_ante
    most: int = min(temper[MOST_BET] * terms.main_ante, terms.most_raised)
    return max(terms.main_ante, min(amount, most))


@compiled
def calls(spare: int, to_call: int, terms: Terms, temper: Numbers) -> bool:
    """Does a player call, as `strategy.wager` decides?"""
    enough: int = temper[CALLS_LITTLE] if to_call <= LITTLE * terms.main_ante else temper[CALLS]
    return spare >= enough


@compiled
def next_to_bet(start: int, remaining: int, acted: int, last: int, terms: Terms, at: Room) -> int:
    """The next player clockwise who has not acted on the last wager, or has not matched it."""
    seat = start
    for _ in range(terms.players):
        if remaining >> seat & 1 and (at.lying[seat] < last or not acted >> seat & 1):
            return seat
        seat = after(seat, terms)
    return NOBODY


@compiled
def return_uncalled(terms: Terms, at: Room) -> None:
    """What one has paid beyond all others, a bet that nobody called, goes back to him (42.10(k), ruling U11)."""
    most, second, who = 0, 0, 0
    for seat in range(terms.players):
        if at.paid[seat] > most:
            most, second, who = at.paid[seat], most, seat
        elif at.paid[seat] > second:
            second = at.paid[seat]
    at.paid[who] = second


@compiled
def discarding_round(opener: int, remaining: int, played_ace: int, terms: Terms, at: Room) -> tuple[int, int]:
    """Until all pass on the last pattern, or somebody is out of cards; whose it is, and who has played the ace."""
    last, length, holder, passed = NONE, NONE, NOBODY, NONE
    seat = opener
    while True:
        seat = next_to_lay(seat, remaining & ~passed, holder, terms)
        must_lead = False
        if seat == NOBODY:
            if holder != NOBODY:
                return holder, played_ace
            seat, must_lead = opener, True  # ruling U5
        plays = at.plays[seat]
        if at.number[seat] == 0:
            at.number[seat] = list_patterns(at.held[seat], plays, at.cards, at.choices)
        row = thriftiest(plays, at.number[seat], last, length)
        if row < 0 or (not must_lead and lays_left(plays[row, 0]) >= at.needed[seat]):
            passed |= 1 << seat
        else:
            key, laid = plays[row, 0], plays[row, 1]
            holder, last = seat, strength_of(key)
            length = length_of(key) if terms.match_length and of_several_lengths(last) else 0
            if not terms.pass_is_final:
                passed = 0  # ruling U4
            if laid & ACE_OF_SPADES:
                played_ace = seat
            at.held[seat] &= ~laid
            if not at.held[seat]:
                return seat, played_ace
            at.needed[seat] = lays_needed(at.held[seat])
            at.number[seat] = strike(plays, at.number[seat], laid, at.held[seat])
        seat = after(seat, terms)


@compiled
def next_to_lay(start: int, may: int, holder: int, terms: Terms) -> int:
    """The next player clockwise of those who may lay or pass, other than whose pattern lies there."""
    seat = start
    for _ in range(terms.players):
        if may >> seat & 1 and seat != holder:
            return seat
        seat = after(seat, terms)
    return NOBODY


@compiled
def next_of(remaining: int, start: int, terms: Terms) -> int:
    """That player, or the next remaining one clockwise (ruling U7)."""
    seat = start
    while not remaining >> seat & 1:
        seat = after(seat, terms)
    return seat


@compiled
def after(seat: int, terms: Terms) -> int:
    return seat + 1 if seat + 1 < terms.players else 0


@compiled
def commission(amount: int, terms: Terms) -> int:
    """The house's part of one pot, rounded down to the chip unit (42.10(k), ruling U11)."""
    return amount * terms.fee // terms.fee_of * terms.chip_unit
