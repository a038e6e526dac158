"""One hand against the dealer by recursion: the worth of every hand under best play, and how fixed play ends.

The dealer takes his second card after the player, so every card comes from the shoe as it is then: what is left of it
when the dealer's first card and the player's own are gone. With `step` 1 a card that is drawn is missing afterwards;
with 0 the deck is infinite.

A dealer's blackjack takes one original wager of a box, whatever its hands do (ruling B3). The worth of a hand here
leaves that wager out: play that is best in this account is best. `above` and `above_doubled` say what a hand beyond 21
loses to a blackjack besides, where the house takes busted wagers too.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled
from houseway.games.blackjack.compositions import ABOVE, ACE, BLACKJACK, ENDS, TEN, VALUES, DealerTree, Hands
from houseway.games.blackjack.hands import TWENTY_ONE
from houseway.games.blackjack.round import STANDS_ON

Chances = npt.NDArray[np.float64]
Acts = npt.NDArray[np.int8]

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
WHICHEVER = -1  # instead of HIT or STAND: what is worth more
# How a hand ends: against a total or a dealer above 21; standing against a blackjack; above 21.
WON, STAND_OFF, LOST, TO_BLACKJACK, EXCEEDED, EXCEEDED_TO_BLACKJACK = range(6)
MOST_DRAWN = 24  # cards of one dealer's hand, and more


class Worth(NamedTuple):
    """By hand: what each act is worth with all that follows."""

    stand: Chances
    hit: Chances
    double: Chances  # of two cards


def no_worth(shape: int | tuple[int, int]) -> Worth:
    return Worth(np.zeros(shape), np.zeros(shape), np.zeros(shape))


@compiled
def dealer_chances(tree: DealerTree, up: int, left: Chances, step: float, path: Chances, ends: Chances) -> None:
    """How the dealer ends who shows `up`, drawing from the cards that are left: 17 to 21, blackjack, above 21."""
    values, copies, depths, orders = tree.value, tree.copies, tree.depth, tree.orders
    final, beyond = tree.end, tree.beyond
    cards = 0.0
    for value in range(VALUES):
        cards += left[value]
    for drawn in range(MOST_DRAWN):
        path[MOST_DRAWN + drawn] = 1.0 / max(cards - step * drawn, 1.0)
    for end in range(ENDS):
        ends[end] = 0.0
    path[0] = 1.0
    node, last = tree.begins[up], tree.begins[up + 1]
    while node < last:
        depth = depths[node]
        remaining = left[values[node]] - step * copies[node]
        if remaining <= 0.0:
            node = beyond[node]
            continue
        chance = path[depth] * remaining * path[MOST_DRAWN + depth]
        path[depth + 1] = chance
        ends[final[node]] += orders[node] * chance
        node += 1
    above = 1.0
    for end in range(ENDS - 1):
        above -= ends[end]
    ends[ENDS - 1] = above


@compiled
def weigh(
    hands: Hands,
    tree: DealerTree,
    up: int,
    shoe: Chances,
    step: float,
    above_doubled: float,
    further: Acts,
    worth: Worth,
) -> None:
    """Fill in the worth of every hand that the shoe can make.

    The shoe is what is left before this hand's own cards are taken from it; `further` has the acts that follow.
    """
    left, path, ends = np.empty(VALUES), np.empty(2 * MOST_DRAWN), np.empty(ENDS)
    for hand in range(len(hands.size) - 1, 0, -1):
        if not _takes(hands, hand, shoe, step, left):
            continue
        dealer_chances(tree, up, left, step, path, ends)
        total = hands.total[hand]
        worth.stand[hand] = _ahead(ends, total)
        worth.hit[hand] = -2.0
        worth.double[hand] = -4.0
        if total == TWENTY_ONE:
            continue
        cards = left.sum()
        hit = double = 0.0
        for value in range(VALUES):
            if left[value] <= 0.0:
                continue
            chance = left[value] / cards
            after = hands.after[hand, value]
            if after == ABOVE:
                blackjack = _blackjack_after(up, left, value, cards, step)
                hit -= chance * (1.0 - blackjack)
                double -= chance * (2.0 - 2.0 * blackjack + above_doubled * blackjack)
            else:
                stands, hits = worth.stand[after], worth.hit[after]
                act = further[after]
                hit += chance * (max(stands, hits) if act == WHICHEVER else hits if act == HIT else stands)
                double += chance * 2.0 * worth.stand[after]
        worth.hit[hand] = hit
        if hands.size[hand] == 2:
            worth.double[hand] = double


@compiled
def weigh_in_box(
    hands: Hands,
    tree: DealerTree,
    up: int,
    value: int,
    shoes: Chances,
    step: float,
    shares: Chances,
    above: float,
    above_doubled: float,
    reached: Chances,
    worth: Worth,
) -> None:
    """Fill in the expectation of every split hand that begins with this value, times the chance of its cards.

    The number of hands is not known. `shares` has, by class of hand, the share of each of the `shoes`; each shoe lacks
    one more card of the value than the one before. The chance of a hand is that of its cards in one order. `reached`
    and `worth` have it by class and hand.
    """
    classes, numbers = shares.shape
    left, path, ends = np.empty(VALUES), np.empty(2 * MOST_DRAWN), np.empty(ENDS)
    busts = np.empty((classes, 2))  # by stake
    for hand in range(len(hands.size) - 1, 0, -1):
        if hands.counts[hand, value] == 0 or hands.size[hand] < 2:
            continue
        total = hands.total[hand]
        busts[:] = 0.0
        for number in range(numbers):
            chance = _drawn(hands, hand, value, shoes[number], step, left)
            if chance <= 0.0:
                continue
            dealer_chances(tree, up, left, step, path, ends)
            ahead = _ahead(ends, total)
            cards = left.sum()
            lost = lost_doubled = 0.0
            for drawn in range(VALUES):
                if left[drawn] > 0.0 and hands.after[hand, drawn] == ABOVE:
                    blackjack = _blackjack_after(up, left, drawn, cards, step)
                    lost += left[drawn] / cards * (1.0 - blackjack + above * blackjack)
                    lost_doubled += left[drawn] / cards * (2.0 - 2.0 * blackjack + above_doubled * blackjack)
            for kind in range(classes):
                likely = shares[kind, number] * chance
                reached[kind, hand] += likely
                worth.stand[kind, hand] += likely * ahead
                busts[kind, 0] += likely * lost
                busts[kind, 1] += likely * lost_doubled
        for kind in range(classes):
            if total == TWENTY_ONE:
                worth.hit[kind, hand] = worth.double[kind, hand] = worth.stand[kind, hand]
                continue
            hit, double = -busts[kind, 0], -busts[kind, 1]
            for drawn in range(VALUES):
                after = hands.after[hand, drawn]
                if after != ABOVE:
                    hit += max(worth.stand[kind, after], worth.hit[kind, after])
                    double += 2.0 * worth.stand[kind, after]
            worth.hit[kind, hand] = hit
            worth.double[kind, hand] = double


@compiled
def play_on(
    hands: Hands,
    tree: DealerTree,
    up: int,
    shoe: Chances,
    step: float,
    opening: Acts,
    further: Acts,
    reached: Chances,
    ended: Chances,
) -> None:
    """How hands end that are reached with these chances and then played by these acts.

    `reached` has for each class of hands and each stake (once, doubled) the chance of every hand; it is used up.
    `opening` has the act by hand for two cards, `further` for more; `ended` by class, stake and end.
    """
    classes = reached.shape[0]
    left, path, ends = np.empty(VALUES), np.empty(2 * MOST_DRAWN), np.empty(ENDS)
    for hand in range(1, len(hands.size)):
        stands = False
        for number in range(classes):
            stands = stands or reached[number, 1, hand] > 0.0
        act = opening[hand] if hands.size[hand] == 2 else further[hand]
        if hands.total[hand] == TWENTY_ONE:
            act = STAND
        some = False
        for number in range(classes):
            some = some or reached[number, 0, hand] > 0.0
        if not (some or stands) or not _takes(hands, hand, shoe, step, left):
            continue
        cards = left.sum()
        if some and act != STAND:
            doubled = 1 if act == DOUBLE else 0
            for value in range(VALUES):
                if left[value] <= 0.0:
                    continue
                after = hands.after[hand, value]
                blackjack = _blackjack_after(up, left, value, cards, step)
                for number in range(classes):
                    chance = reached[number, 0, hand] * left[value] / cards
                    if after == ABOVE:
                        ended[number, doubled, EXCEEDED] += chance * (1.0 - blackjack)
                        ended[number, doubled, EXCEEDED_TO_BLACKJACK] += chance * blackjack
                    else:
                        reached[number, doubled, after] += chance
        if stands or act == STAND:
            dealer_chances(tree, up, left, step, path, ends)
            won, lost = _won(ends, hands.total[hand]), _lost(ends, hands.total[hand])
            off = 1.0 - won - lost - ends[BLACKJACK]
            for number in range(classes):
                for stake in range(0 if act == STAND else 1, 2):
                    chance = reached[number, stake, hand]
                    ended[number, stake, WON] += chance * won
                    ended[number, stake, STAND_OFF] += chance * off
                    ended[number, stake, LOST] += chance * lost
                    ended[number, stake, TO_BLACKJACK] += chance * ends[BLACKJACK]


@compiled
def _takes(hands: Hands, hand: int, shoe: Chances, step: float, left: Chances) -> bool:
    """Take the hand's cards out of the shoe; whether it has them, and another card after them."""
    cards = 0.0
    for value in range(VALUES):
        left[value] = shoe[value] - step * hands.counts[hand, value]
        if left[value] < 0.0 or (hands.counts[hand, value] > 0 and shoe[value] <= 0.0):
            return False
        cards += left[value]
    return cards > step


@compiled
def _drawn(hands: Hands, hand: int, value: int, shoe: Chances, step: float, left: Chances) -> float:
    """The chance of a hand's cards in one order. The first card is of this value, and is not in the shoe.

    If no card is left after them, the chance is 0. The function also notes the cards that are left in the shoe.
    """
    cards = 0.0
    for card in range(VALUES):
        left[card] = shoe[card]
        cards += shoe[card]
    chance = 1.0
    for card in range(VALUES):
        for _ in range(hands.counts[hand, card] - (1 if card == value else 0)):
            if left[card] <= 0.0:
                return 0.0
            chance *= left[card] / cards
            left[card] -= step
            cards -= step
    return chance if cards > 0.0 and left[value] >= 0.0 else 0.0


@compiled
def _blackjack_after(up: int, left: Chances, value: int, cards: float, step: float) -> float:
    """How likely the dealer's second card makes a blackjack when one of this value has been drawn before."""
    if up == ACE:
        other = TEN
    elif up == TEN:
        other = ACE
    else:
        return 0.0
    remaining: float = left[other] - (step if value == other else 0.0)
    return remaining / (cards - step)


@compiled
def _ahead(ends: Chances, total: int) -> float:
    return _won(ends, total) - _lost(ends, total)


@compiled
def _won(ends: Chances, total: int) -> float:
    won: float = ends[ENDS - 1]
    for end in range(min(total - STANDS_ON, BLACKJACK)):
        won += ends[end]
    return won


@compiled
def _lost(ends: Chances, total: int) -> float:
    lost = 0.0
    for end in range(max(total - STANDS_ON + 1, 0), BLACKJACK):
        lost += ends[end]
    return lost
