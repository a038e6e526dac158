"""What a box comes to that is played in a fixed way, exactly: by the dealer's first card and in all."""

from typing import NamedTuple

import numpy as np

from houseway.games.blackjack.compositions import ACE, TEN, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.optimum import (
    UNSPLIT,
    Policy,
    Terms,
    blackjack_chance,
    cards_of,
    first_two_chance,
    know_together,
    weigh_split,
)
from houseway.games.blackjack.recursion import (
    EXCEEDED,
    EXCEEDED_TO_BLACKJACK,
    LOST,
    SPLIT,
    STAND_OFF,
    SURRENDER,
    TO_BLACKJACK,
    WON,
    Chances,
    play_on,
)
from houseway.games.blackjack.splitting import ENDS_OF_A_HAND, SplitBox

Chance = float  # or an expectation: a figure of the recursion, good for twelve digits


class Split(NamedTuple):
    """A pair that is split: how likely, and what comes of it."""

    chance: float
    box: SplitBox


class Played(NamedTuple):
    """All boxes against one first card of the dealer, or against any."""

    terms: Terms
    blackjack: float  # paid
    both_blackjack: float
    surrendered: float
    ended: Chances  # hands that were not split, by stake and end
    splits: tuple[Split, ...]

    @property
    def lines(self) -> dict[str, float]:
        """How likely a box that is not split ends in each way."""
        once, doubled = self.ended
        saved = doubled[EXCEEDED_TO_BLACKJACK] if self.terms.dealer_blackjack == "obo" else 0.0
        lost_to_blackjack = doubled[TO_BLACKJACK] + saved
        lost = once[LOST] + once[TO_BLACKJACK] + once[EXCEEDED] + once[EXCEEDED_TO_BLACKJACK]
        lost_doubled = doubled[LOST] + doubled[EXCEEDED] + doubled[EXCEEDED_TO_BLACKJACK] - saved
        return {
            "blackjack": self.blackjack,
            "surrendered": self.surrendered,
            unsplit_line(2, 2): float(doubled[WON]),
            unsplit_line(1, 1): float(once[WON]),
            unsplit_line(1, 0): float(once[STAND_OFF]) + self.both_blackjack,
            unsplit_line(2, 0): float(doubled[STAND_OFF]),
            unsplit_line(1, -1): float(lost),
            unsplit_line(2, -1): float(lost_to_blackjack),
            unsplit_line(2, -2): float(lost_doubled),
        }

    @property
    def unsplit_wins(self) -> float:
        """The chance that a box is not split and wins."""
        nets = unsplit_nets(self.terms)
        return sum(chance for line, chance in self.lines.items() if nets[line] > 0)

    @property
    def unsplit_square(self) -> float:
        """The part of boxes that are not split in the mean square of the net."""
        nets = unsplit_nets(self.terms)
        return sum(chance * nets[line] ** 2 for line, chance in self.lines.items())

    @property
    def split_chance(self) -> float:
        return sum(split.chance for split in self.splits)

    @property
    def split_ev(self) -> float:
        """What split boxes bring, for each wager of all boxes."""
        return sum(split.chance * split.box.worth(self.terms.dealer_blackjack) for split in self.splits)

    @property
    def ev(self) -> float:
        nets = unsplit_nets(self.terms)
        return sum(chance * nets[line] for line, chance in self.lines.items()) + self.split_ev

    @property
    def wagered(self) -> float:
        unsplit = 1 - self.split_chance + float(self.ended[1].sum())
        return unsplit + sum(split.chance * split.box.wagered for split in self.splits)


def unsplit_nets(terms: Terms) -> dict[str, float]:
    """What each line of `Played.lines` brings."""
    ways = ((2, 2), (1, 1), (1, 0), (2, 0), (1, -1), (2, -1), (2, -2))
    return {
        "blackjack": float(terms.blackjack_pays),
        "surrendered": -float(terms.surrender_takes),
        **{unsplit_line(wagered, net): float(net) for wagered, net in ways},
    }


def unsplit_line(wagered: int, net: int) -> str:
    """The name of what comes of one hand."""
    if wagered == 2 and net == -1:
        return "doubled, loses one wager to a blackjack"
    ended = "stand-off" if net == 0 else "wins" if net > 0 else "loses"
    return f"doubled, {ended}" if wagered == 2 else ended


def split_line(net: int) -> str:
    """The name of what comes of a split box, however much was wagered on it."""
    return f"split, wins {net}" if net > 0 else f"split, loses {-net}" if net < 0 else "split, comes out even"


def play(terms: Terms, policy: Policy, splits: dict[tuple[int, int], SplitBox] | None = None) -> Played:
    """The whole game: every first card of the dealer with its chance."""
    shoe = terms.shoe
    against = [(float(shoe[up] / shoe.sum()), play_against(terms, up, policy, splits)) for up in range(VALUES)]
    return Played(
        terms,
        sum(chance * part.blackjack for chance, part in against),
        sum(chance * part.both_blackjack for chance, part in against),
        sum(chance * part.surrendered for chance, part in against),
        np.sum([chance * part.ended for chance, part in against], axis=0),
        tuple(Split(chance * split.chance, split.box) for chance, part in against for split in part.splits),
    )


def play_against(
    terms: Terms, up: int, policy: Policy, splits: dict[tuple[int, int], SplitBox] | None = None
) -> Played:
    """All first two cards against one first card of the dealer. `splits` has boxes that are known already."""
    hands, shoe = all_hands(), terms.without(up)
    reached, ended = np.zeros((1, 2, len(hands.size))), np.zeros((1, 2, ENDS_OF_A_HAND))
    paid = both = surrendered = 0.0
    found = []
    for hand in map(int, np.flatnonzero(hands.size == 2)):
        first, second = cards_of(hand)
        chance = first_two_chance(shoe, terms.step, first, second)
        act = policy.opening[UNSPLIT, up, hand]
        if (first, second) == (ACE, TEN):
            blackjack = blackjack_chance(terms.without(up, first, second), up)
            paid, both = chance * (1 - blackjack), chance * blackjack
        elif act == SURRENDER:
            surrendered += chance
        elif act == SPLIT and chance > 0:
            known = (splits or {}).get((up, first)) or weigh_split(terms, up, first, policy)
            box = known if known.together is not None else know_together(terms, up, first, policy, known)
            found.append(Split(chance, box))
        else:
            reached[0, 0, hand] = chance
    opening, further = policy.opening[UNSPLIT, up], policy.further[UNSPLIT, up]
    play_on(hands, dealer_tree(), up, shoe, terms.step, opening, further, reached, ended)
    return Played(terms, paid, both, surrendered, ended[0], tuple(found))
