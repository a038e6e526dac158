"""A split box by recursion: up to four hands that begin with cards of one value, each played for itself.

Every hand of the box plays by its own cards, whatever the other hands hold. Then the chances stay the same if the cards
are dealt in another order: first the second card of every hand, then the rest. A second card of the pair's value makes
another hand while there are fewer than four (ruling B2), so the box comes to

    two hands      if the second cards are other, other;
    three hands    pair, other, other, other and other, pair, other, other;
    four hands     pair, pair and four of any kind; pair, other, pair or other, pair, pair and three of any kind; pair,
                   other, other, pair or other, pair, other, pair and two of any kind.

One hand's chances while another hand's second card is not of the pair's value are those with nothing known of that
card, less those when one more card of the pair's value is gone. So all follows from one hand played from shoes that
lack up to four more cards of that value.

A hand's own second card says something of the others: a pair that is not split again is one of four hands. So there are
two classes of hands, by that card, and each has its acts.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.blackjack.compositions import ACE, TEN, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.recursion import (
    EXCEEDED,
    EXCEEDED_TO_BLACKJACK,
    LOST,
    WON,
    Chances,
    Worth,
    no_worth,
    play_on,
    weigh_in_box,
)
from houseway.games.blackjack.settle import DealerBlackjack
from houseway.games.blackjack.side_by_side import BEYOND, WITHIN, Box, Endings, chance_of, endings

MOST_GONE = 5
ENDS_OF_A_HAND = 6
OTHER, PAIR = 0, 1  # classes of hands: the second card is of another value than the first, or of the same
CLASSES = 2

_BRINGS, _BRINGS_ABOVE = np.zeros(ENDS_OF_A_HAND), np.zeros(ENDS_OF_A_HAND)  # for each unit of a hand's stake
_BRINGS[WON], _BRINGS[LOST], _BRINGS[EXCEEDED], _BRINGS_ABOVE[EXCEEDED_TO_BLACKJACK] = 1, -1, -1, -1


class SplitActs(NamedTuple):
    """The play of a box of split hands: the acts by class and hand, and whether a further pair is split again."""

    opening: npt.NDArray[np.int8]
    further: npt.NDArray[np.int8]
    again: bool


class SplitBox(NamedTuple):
    """What a split box comes to: hands of boxes with two, three and four, by stake and end.

    Where a blackjack's toll depends on all hands together, it is known how likely there is one while no hand exceeds
    21 (`obbo`), or while every hand does (`bb1`).
    """

    ended: Chances
    blackjack: float
    together: float | None = None

    def worth(self, option: DealerBlackjack) -> float:
        """The box's expectation for one original wager (ruling B3)."""
        if option == "obo" or not self.blackjack:
            return self.own(0) - self.blackjack
        assert self.together is not None
        return self.own(1) - (self.together if option == "obbo" else self.blackjack - self.together)

    def most(self, option: DealerBlackjack) -> float:
        """What the box cannot be worth more than, however its hands end together."""
        if option == "obo":
            return self.worth(option)
        above = float(self.ended[:, :, EXCEEDED_TO_BLACKJACK].sum())  # hands, of which all above are two or more
        return self.own(1) - (max(self.blackjack - above, 0) if option == "obbo" else self.blackjack - above / 2)

    def own(self, above: float) -> float:
        """What its hands win and lose, each for itself: without the original wager that a blackjack takes.

        A hand beyond 21 loses that part `above` of its stake to a blackjack.
        """
        by_stake = self.ended.sum(axis=0) @ (_BRINGS + above * _BRINGS_ABOVE)
        return float(by_stake[0] + 2 * by_stake[1])

    @property
    def wagered(self) -> float:
        by_stake = self.ended.sum(axis=(0, 2))
        return float(by_stake[0] + 2 * by_stake[1])

    @property
    def numbers(self) -> tuple[float, float, float]:
        """How likely the box comes to two, three and four hands."""
        two, three, four = (float(part.sum()) for part in self.ended)
        return two / 2, three / 3, four / 4


def split_box(up: int, value: int, shoe: Chances, step: float, acts: SplitActs) -> SplitBox:
    """A box that splits two cards of a value; the shoe lacks both of them and the dealer's first card."""
    one_hand = [
        _one_hand(up, value, _without(shoe, value, step * gone), step, acts)
        for gone in range(MOST_GONE if acts.again else 1)
    ]
    if acts.again:
        ended = _up_to_four(one_hand, _pair_chances(shoe, value, step))
    else:
        ended = np.zeros((3, 2, ENDS_OF_A_HAND))
        ended[0] = 2 * one_hand[0].sum(axis=0)
    return SplitBox(ended, _blackjack_chance(up, shoe))


def with_together(
    box: SplitBox, option: DealerBlackjack, up: int, value: int, shoe: Chances, step: float, acts: SplitActs
) -> SplitBox:
    """The same box, knowing of all its hands together what an option asks."""
    if option == "obo" or not box.blackjack:
        return box
    left = _without(shoe, TEN if up == ACE else ACE, step)  # the dealer's second card may as well be drawn first
    side = WITHIN if option == "obbo" else BEYOND
    hand = endings(value, acts.opening, acts.further)
    return box._replace(together=box.blackjack * _together(side, hand, value, left, step, acts.again))


def weigh_hands(
    up: int, value: int, shoe: Chances, step: float, above: float, above_doubled: float, again: bool
) -> tuple[Chances, Worth]:
    """All hands of a box by class: the chance of each hand's cards in one order, and its expectation.

    The play of the other hands does not matter: except for the second cards, their cards are as unknown as the shoe's.
    """
    hands = all_hands()
    shoes = np.array([_without(shoe, value, step * gone) for gone in range(MOST_GONE if again else 1)])
    shares = _shares(_pair_chances(shoe, value, step)) if again else np.full((CLASSES, 1), 2.0)
    reached, worth = np.zeros((CLASSES, len(hands.size))), no_worth((CLASSES, len(hands.size)))
    tree = dealer_tree()
    weigh_in_box(hands, tree, up, value, shoes, step, shares, above, above_doubled, reached, worth)
    return reached, worth


def _one_hand(up: int, value: int, shoe: Chances, step: float, acts: SplitActs) -> Chances:
    """How a hand ends that begins with a card of this value (not in the shoe): by class, stake and end."""
    hands = all_hands()
    ended = np.zeros((CLASSES, 1, 2, ENDS_OF_A_HAND))
    if shoe[value] < 0:
        return ended[:, 0]
    begins = hands.after[0, value]
    whole = shoe.copy()
    whole[value] += step  # the kernel takes a hand's own cards out of the shoe, the first too
    for kind in range(CLASSES):
        reached = np.zeros((1, 2, len(hands.size)))
        for second in range(VALUES):
            if shoe[second] > 0 and (second == value) == (kind == PAIR):
                reached[0, 0, hands.after[begins, second]] = shoe[second] / shoe.sum()
        opening, further = acts.opening[kind], acts.further[kind]
        play_on(hands, dealer_tree(), up, whole, step, opening, further, reached, ended[kind])
    return ended[:, 0]


def _shares(pairs: list[float]) -> Chances:
    """By class: how many hands a box has, as a sum over the shoes that lack none to four more cards of the value.

    These are the factors of `_up_to_four`. A share below 0 takes away what another shoe has too much.
    """
    p0, p1, p2, p3 = pairs
    either = p0 * p1 * np.array([0, 0, 14, -14 * p2, 4 * p2 * p3])
    other = np.array([2, 4 * p0, -6 * p0 * p1, 2 * p0 * p1 * p2, 0])
    return np.stack((other + either, either))


def _up_to_four(one_hand: list[Chances], pairs: list[float]) -> Chances:
    """The hands of boxes that come to two, three and four: each line of the module's list, hand by hand."""
    other = [hand[OTHER] for hand in one_hand]
    either = [hand[OTHER] + hand[PAIR] for hand in one_hand]
    p0, p1, p2, p3 = pairs
    two = 2 * (other[0] - p0 * other[1])
    three = 2 * p0 * 3 * (other[1] - 2 * p1 * other[2] + p1 * p2 * other[3])
    with_none = 4 * either[2]
    with_one = other[2] + 3 * (either[2] - p2 * either[3])
    with_two = 2 * (other[2] - p2 * other[3]) + 2 * (either[2] - 2 * p2 * either[3] + p2 * p3 * either[4])
    four = p0 * p1 * (with_none + 2 * with_one + 2 * with_two)
    return np.stack((two, three, four))


def _together(side: int, hand: Endings, value: int, shoe: Chances, step: float, again: bool) -> float:
    """How likely all hands of the box end on one side of 21: the module's list for all hands at once."""
    other, either = hand.other[side], hand.either[side]
    if not again:
        return chance_of(Box([(1, [either])], [either]), shoe, step)
    p0, p1 = (_pair_chance(shoe, value, step, gone) for gone in (0, 1))
    of_four = [(1, [either, either]), (2, [other, either]), (2, [other, other])]
    boxes = (
        (0, 1.0, Box([(1, [other])], [other])),
        (1, p0, Box([(2, [other])], [other, other])),
        (2, p0 * p1, Box(of_four, [either, either])),
    )
    return sum(
        chance * chance_of(box, _without(shoe, value, step * gone), step) for gone, chance, box in boxes if chance > 0
    )


def _pair_chances(shoe: Chances, value: int, step: float) -> list[float]:
    """The chance that the next card is of the pair's value, when none to three more of them are gone."""
    return [_pair_chance(shoe, value, step, gone) for gone in range(MOST_GONE - 1)]


def _blackjack_chance(up: int, shoe: Chances) -> float:
    other = {ACE: TEN, TEN: ACE}.get(up)
    return 0.0 if other is None else float(shoe[other] / shoe.sum())


def _pair_chance(shoe: Chances, value: int, step: float, gone: int) -> float:
    """How likely the next card is of the pair's value when so many more of them are gone."""
    return float(max(shoe[value] - step * gone, 0) / (shoe.sum() - step * gone))


def _without(shoe: Chances, value: int, cards: float) -> Chances:
    less = shoe.copy()
    less[value] -= cards
    return less
