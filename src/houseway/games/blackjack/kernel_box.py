"""One round of one box as kernels: from a shoe, a strategy and the rules to the outcomes of its three wagers.

A strategy is one table: the next card's value leads from a hand that is to be hit to the next such hand, or to the
total with which it stands. So a card costs one look, and every strategy is played by the same kernel.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import EIGHT
from houseway.chance import Cards, State, below
from houseway.compiling import compiled
from houseway.games.blackjack.compositions import ABOVE, ACE, TEN, VALUES, all_hands
from houseway.games.blackjack.hands import TWENTY_ONE
from houseway.games.blackjack.optimum import UNSPLIT, Policy
from houseway.games.blackjack.recursion import DOUBLE, SPLIT, STAND, SURRENDER
from houseway.games.blackjack.round import MOST_HANDS, STANDS_ON
from houseway.games.blackjack.splitting import CLASSES, OTHER, PAIR
from houseway.tallies import Counts, Shoes

HANDS = 3083
BLOCK = 1 << 13  # rounds whose outcomes are written down before they are counted
MOST = 2 * MOST_HANDS  # wagers that can lie on one box
OBO, OBBO, BB1 = range(3)

# What becomes of a hand: a number above 0 is a hand that is hit again, one below is a total with which it stands.
EXCEEDED = -(TWENTY_ONE + 1)
# What becomes of the dealer's: above 0 he draws, below it is his total. A hand beats what stands above it.
DEALER_EXCEEDED, DEALER_BLACKJACK = -1, -(TWENTY_ONE + 1)
BLACKJACK = 5  # beside the acts of the opening: nothing is to be done
ACT_BITS = 13  # above them stands the act of an opening, below the hand

# The main wager's first outcomes; the others are numbered by what happened.
PAID_BLACKJACK, SURRENDERED = 0, 1

Places = npt.NDArray[np.int64]
# Where a card comes from: does its place begin where the last card was taken; among how many; fewer by each taken?
Source = tuple[int, int, int]
AS_IT_LIES: Source = (1, 1, 0)


class Playing(NamedTuple):
    """Rules and strategy as the kernels read them: flat arrays, since a kernel takes them one by one."""

    values: Places  # by card: 0 for an ace to 9 for a ten or court card
    openings: Places  # by manner, dealer's first card and two cards: the act and the hand
    steps: npt.NDArray[np.int16]  # by manner, dealer's first card, hand and next card: what becomes of the hand
    totals: Places  # by hand
    again: Places  # by dealer's first card and value: is a further pair split
    dealer: Places  # by dealer's state and next card: what becomes of it
    numbers: Places  # by hands, what was wagered, what it brought: the main wager's outcome
    option: int  # of a dealer's blackjack
    by_value: bool  # are any two ten-valued cards a pair
    pair: int  # the first outcome of the Pair bet
    lucky8: int  # the first outcome of the Lucky 8 bet


def shuffled(cards: int) -> Source:
    """Any of the cards that have not left a shoe of so many."""
    return 1, cards, 1


def endless(cards: int) -> Source:
    """Any of all cards, as if none had left."""
    return 0, cards, 0


def openings_of(policy: Policy) -> Places:
    """What to do with every two cards, and the hand that they are."""
    hands = all_hands()
    found = np.zeros((*policy.opening.shape[:2], VALUES, VALUES), np.int64)
    for first in range(VALUES):
        for second in range(VALUES):
            hand = hands.after[hands.after[0, first], second]
            acts = policy.opening[:, :, hand].astype(np.int64)
            if hands.total[hand] == TWENTY_ONE:
                acts[:] = STAND  # of a split hand, which has no blackjack
                acts[UNSPLIT] = BLACKJACK
            found[:, :, first, second] = (acts << ACT_BITS) + hand
    return found.ravel()


def steps_of(policy: Policy) -> npt.NDArray[np.int16]:
    """What becomes of every hand that takes a card."""
    hands = all_hands()
    stands = (policy.further == STAND) | (hands.total == TWENTY_ONE)
    becomes = np.where(stands, -hands.total, np.arange(HANDS)).astype(np.int16)
    found = np.full((*policy.further.shape, VALUES), EXCEEDED, np.int16)
    for value in range(VALUES):
        after = hands.after[:, value]
        found[:, :, :, value] = np.where(after == ABOVE, EXCEEDED, becomes[:, :, after])
    return found.ravel()


def dealer_steps() -> Places:
    """The dealer's hand is twice its sum with aces as 1, and one more if it has an ace."""
    found = np.zeros((TWENTY_ONE, 2, VALUES), np.int64)
    for hard in range(TWENTY_ONE):
        for ace in (0, 1):
            for value in range(VALUES):
                points, with_ace = hard + value + 1, ace or value == ACE
                total = points + 10 if with_ace and points + 10 <= TWENTY_ONE else points
                stands = -total if total <= TWENTY_ONE else DEALER_EXCEEDED
                found[hard, ace, value] = stands if total >= STANDS_ON else 2 * points + (1 if with_ace else 0)
    return found.ravel()


def tally_rounds(state: State, shoe: Cards, rounds: int, playing: Playing, counts: Counts) -> Counts:
    """Play so many rounds, each from the whole shoe shuffled anew as far as its cards are needed."""
    found = np.zeros((min(rounds, BLOCK), 3), np.int64)
    for start in range(0, rounds, BLOCK):
        ended = found[: min(BLOCK, rounds - start)]
        play_rounds(state, shoe[None], shuffled(len(shoe)), playing, ended)
        counts += np.bincount(ended.ravel(), minlength=len(counts))
    return counts


def ends_of_shoes(shoes: Shoes, playing: Playing) -> Counts:
    """The outcomes of main wager, Pair and Lucky 8 bet of given shoes."""
    found = np.zeros((len(shoes), 3), np.int64)
    play_rounds(np.zeros(4, np.uint64), shoes, AS_IT_LIES, playing, found)
    return found


# Whatever is done in every round stands in one kernel: at each call that an array goes into, and at each branch that
# it passes through in there, numba counts references, which costs more than the round itself.


@compiled
def play_rounds(state: State, shoes: Shoes, source: Source, playing: Playing, found: Counts) -> None:
    """Play as many rounds as `found` has rows: from a shoe each, or all from the same."""
    values, openings, steps, totals = playing.values, playing.openings, playing.steps, playing.totals
    dealer, numbers = playing.dealer, playing.numbers
    shoe = shoes[0].copy()
    box = np.zeros((2, MOST_HANDS), np.int64)
    for number in range(len(found)):
        if len(shoes) > 1:
            for place in range(len(shoe)):
                shoe[place] = shoes[number, place]
        one = next_card(state, shoe, 0, source)
        top = next_card(state, shoe, 1, source)
        other = next_card(state, shoe, 2, source)
        found[number, 1] = playing.pair + pair_bet(one, other, playing.by_value)
        found[number, 2] = playing.lucky8 + lucky8_bet(one, top, other, playing.by_value)
        first, up, second = values[one], values[top], values[other]
        opening = openings[(up * VALUES + first) * VALUES + second]
        act, hand = opening >> ACT_BITS, opening & ((1 << ACT_BITS) - 1)
        if act > DOUBLE:
            if act == SPLIT:
                found[number, 0] = play_split(state, shoe, source, first, up, playing, box)
            elif act == SURRENDER:
                found[number, 0] = SURRENDERED
            else:
                drawn = values[next_card(state, shoe, 3, source)]
                both = up + drawn == ACE + TEN and (up == ACE or drawn == ACE)
                found[number, 0] = numbers[outcome(1, 1, 0)] if both else PAID_BLACKJACK
            continue

        place = 3
        while act != STAND and hand > 0:
            hand = steps[(up * HANDS + hand) * VALUES + values[next_card(state, shoe, place, source)]]
            place += 1
            if act == DOUBLE:
                break
        if hand > 0:
            hand = -totals[hand]
        stake = 2 if act == DOUBLE else 1
        if hand == EXCEEDED and (stake == 1 or playing.option != OBO or (up != ACE and up != TEN)):
            found[number, 0] = numbers[outcome(1, stake, -stake)]
            continue

        drawn = values[next_card(state, shoe, place, source)]
        blackjack = up + drawn == ACE + TEN and (up == ACE or drawn == ACE)
        drawn = dealer[(2 * (up + 1) + (up == ACE)) * VALUES + drawn]
        while drawn > 0:
            place += 1
            drawn = dealer[drawn * VALUES + values[next_card(state, shoe, place, source)]]
        ahead = -stake if hand == EXCEEDED else stake * ((hand < drawn) - (hand > drawn))
        found[number, 0] = numbers[outcome(1, stake, -1 if blackjack else ahead)]


@compiled
def tally_splits(state: State, shoe: Cards, source: Source, boxes: int, playing: Playing, counts: Counts) -> Counts:
    """Play so many boxes that are split; another is left as soon as that is seen."""
    values, openings = playing.values, playing.openings
    box = np.zeros((2, MOST_HANDS), np.int64)
    done = 0
    while done < boxes:
        first = values[next_card(state, shoe, 0, source)]
        up = values[next_card(state, shoe, 1, source)]
        second = values[next_card(state, shoe, 2, source)]
        if openings[(up * VALUES + first) * VALUES + second] >> ACT_BITS == SPLIT:
            counts[play_split(state, shoe, source, first, up, playing, box)] += 1
            done += 1
    return counts


@compiled
def play_split(state: State, shoe: Cards, source: Source, value: int, up: int, playing: Playing, box: Counts) -> int:
    """A box that splits its first two cards, of this value; the outcome of its main wager."""
    values, steps = playing.values, playing.steps
    hands, done, place = 2, 0, 3
    while done < hands:
        second = values[next_card(state, shoe, place, source)]
        place += 1
        if second == value and hands < MOST_HANDS and playing.again[up * VALUES + value]:
            hands += 1
            continue
        manner = 1 + CLASSES * value + (PAIR if second == value else OTHER)  # see `manner_of`
        table = manner * VALUES + up
        opening = playing.openings[(table * VALUES + value) * VALUES + second]
        act, hand = opening >> ACT_BITS, opening & ((1 << ACT_BITS) - 1)
        while act != STAND and hand > 0:
            hand = steps[(table * HANDS + hand) * VALUES + values[next_card(state, shoe, place, source)]]
            place += 1
            if act == DOUBLE:
                break
        box[0, done] = 2 if act == DOUBLE else 1
        box[1, done] = -playing.totals[hand] if hand > 0 else hand
        done += 1
    return settle_split(state, shoe, source, place, up, hands, playing, box)


@compiled
def settle_split(
    state: State, shoe: Cards, source: Source, place: int, up: int, hands: int, playing: Playing, box: Counts
) -> int:
    """The dealer draws as far as a wager depends on it; the outcome of the box (rulings B3, B8)."""
    values, dealer, numbers = playing.values, playing.dealer, playing.numbers
    wagered = busted = standing = 0
    for hand in range(hands):
        wagered += box[0, hand]
        if box[1, hand] == EXCEEDED:
            busted += box[0, hand]
        else:
            standing += 1
    if standing == 0 and (playing.option != OBO or (up != ACE and up != TEN)):
        return int(numbers[outcome(hands, wagered, -busted)])
    drawn = values[next_card(state, shoe, place, source)]
    if up + drawn == ACE + TEN and (up == ACE or drawn == ACE):
        whole = busted + (1 if standing else 0)
        loss = 1 if playing.option == OBO else max(busted, 1) if playing.option == OBBO else whole
        return int(numbers[outcome(hands, wagered, -loss)])
    drawn = dealer[(2 * (up + 1) + (up == ACE)) * VALUES + drawn]
    while drawn > 0:
        place += 1
        drawn = dealer[drawn * VALUES + values[next_card(state, shoe, place, source)]]
    net = -busted
    for hand in range(hands):
        if box[1, hand] != EXCEEDED:
            net += box[0, hand] * ((box[1, hand] < drawn) - (box[1, hand] > drawn))
    return int(numbers[outcome(hands, wagered, net)])


@compiled
def next_card(state: State, cards: Cards, place: int, source: Source) -> int:
    """The card that leaves the shoe at this place. Without a branch, so that it is compiled into where it is called."""
    follows, among, fewer = source
    other = place * follows + np.int64(below(state, np.uint64(among - place * fewer)))
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card
    return int(card)


@compiled
def outcome(hands: int, wagered: int, net: int) -> int:
    """Where `Playing.numbers` has the outcome of so many hands with so much wagered that brought so much."""
    return (hands * (MOST + 1) + wagered) * (2 * MOST + 1) + MOST + net


@compiled
def pair_bet(one: int, other: int, by_value: bool) -> int:
    """0 for a pair in the player's first two cards, 1 for none."""
    return 0 if alike(one >> 2, other >> 2, by_value) else 1


@compiled
def lucky8_bet(one: int, top: int, other: int, by_value: bool) -> int:
    """The line of the player's first two cards and the dealer's first, from the highest down; 5 for none."""
    first, up, second = one >> 2, top >> 2, other >> 2
    eights = (first == EIGHT) + (up == EIGHT) + (second == EIGHT)
    if eights == 3:
        return 0 if one == top and one == other else 1
    if eights == 2:
        suited = one == other if up != EIGHT else one == top if second != EIGHT else other == top
        return 2 if suited else 3
    pair = alike(first, second, by_value) or alike(first, up, by_value) or alike(second, up, by_value)
    return 4 if pair else 5


@compiled
def alike(one: int, other: int, by_value: bool) -> bool:
    """The same rank, or by value two ranks worth ten; ranks 8 to 11 are ten to king."""
    return one == other or (by_value and 8 <= one <= 11 and 8 <= other <= 11)
