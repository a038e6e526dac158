"""Play by tables of totals: any such table as a policy, and basic strategy, which no change of one entry improves.

A table looks at the total, hard or soft, and at pairs, not at the cards that make the total. Basic strategy is the
table in which no entry can be changed for the better while the others stay: an entry is weighed over all hands that
come to it, with the chances that play by the table gives them, without split boxes. Split hands follow the same table.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.blackjack.compositions import ACE, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.hands import TWENTY_ONE
from houseway.games.blackjack.optimum import (
    UNSPLIT,
    Policy,
    Terms,
    blackjack_chance,
    cards_of,
    first_two_chance,
    know_together,
    manners_of,
    no_policy,
    unsplit_worth,
    weigh_split,
)
from houseway.games.blackjack.recursion import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Chances, Worth, play_on
from houseway.games.blackjack.splitting import ENDS_OF_A_HAND
from houseway.games.blackjack.strategy import SIMPLE, Tables, verbs

HARD_ROWS, SOFT_ROWS, PAIR_ROWS = range(4, 21), range(12, 21), range(1, 11)
MOST_ROUNDS = 20  # of improvement; three or four are enough

ACTS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
LETTERS = {
    (HIT, HIT): "H",
    (STAND, STAND): "S",
    (DOUBLE, HIT): "D",
    (DOUBLE, STAND): "d",
    (SURRENDER, HIT): "R",
    (SURRENDER, STAND): "r",
}

Column = dict[tuple[str, int], str]  # by kind of row ("hard", "soft", "pair") and row: the letter


@lru_cache(maxsize=32)
def basic_strategy(terms: Terms) -> Tables:
    """The best table of totals at these terms."""
    columns = [_best_column(terms, up) for up in (*range(1, VALUES), ACE)]
    return _tables({entry: "".join(column[entry] for column in columns) for entry in columns[0]})


def policy_of(tables: Tables) -> Policy:
    """A table as a policy for every hand and every first card of the dealer."""
    policy = no_policy()
    for up in range(VALUES):
        fill_in(policy, up, tables)
    return policy


def fill_in(policy: Policy, up: int, tables: Tables) -> None:
    """Write what the tables say against one first card of the dealer into a policy."""
    hands, column = all_hands(), (up - 1) % VALUES
    for soft in (False, True):
        for points in range(4, TWENTY_ONE + 1):
            cell = (hands.soft == soft) & (hands.total == points) & (hands.size >= 2)
            acts = [ACTS[verb] for verb in verbs(points, soft, None, column, tables)]
            policy.further[:, up, cell] = next(act for act in acts if act in (HIT, STAND))
            policy.opening[:, up, cell] = next(act for act in acts if act in (HIT, STAND, DOUBLE))
            policy.opening[UNSPLIT, up, cell] = _offered(acts, up)
    for value in range(VALUES):
        hand = pair_of(value)
        points, soft = int(hands.total[hand]), bool(hands.soft[hand])
        acts = [ACTS[verb] for verb in verbs(points, soft, value + 1, column, tables)]
        policy.opening[UNSPLIT, up, hand] = _offered(acts, up)
        policy.again[up, value] = SPLIT in acts and value != ACE
    for by_manner in (policy.opening, policy.further):
        by_manner[manners_of(ACE), up] = STAND  # split aces take one card each (3.9.1)


def pair_of(value: int) -> int:
    """The hand of two cards of this value."""
    hands = all_hands()
    return int(hands.after[hands.after[0, value], value])


class Weighing(NamedTuple):
    """What the entries against one first card of the dealer are weighed by."""

    terms: Terms
    up: int
    policy: Policy
    worth: Worth
    first_two: Chances  # by hand: how likely it is dealt; nothing for a blackjack
    reached: Chances  # by hand: how likely play by the policy comes to it and asks whether to hit
    split: npt.NDArray[np.bool_]  # by hand: is it split


def _best_column(terms: Terms, up: int) -> Column:
    """Improve the entries against one first card until none is changed."""
    column: Column = {}
    policy = no_policy()
    fill_in(policy, up, SIMPLE)
    for _ in range(MOST_ROUNDS):
        better = _improved(_weighing(terms, up, policy))
        if better == column:
            return column
        column = better
        letters = {entry: letter * VALUES for entry, letter in column.items()}
        fill_in(policy, up, _tables(letters))
    raise AssertionError(f"the entries against {up + 1} at {terms} change for ever")


def _improved(weighing: Weighing) -> Column:
    """Every entry as it is best while all others are as they were."""
    hands = all_hands()
    column: Column = {}
    for kind, soft, rows in (("hard", False, HARD_ROWS), ("soft", True, SOFT_ROWS)):
        for row in rows:
            column[kind, row] = _entry(weighing, (hands.soft == soft) & (hands.total == row))
    for value in range(VALUES):
        column["pair", value + 1] = _pair_entry(weighing, value, column)
    return column


def _entry(weighing: Weighing, cell: npt.NDArray[np.bool_]) -> str:
    """The letter for the hands of one total."""
    worth, first_two = weighing.worth, weighing.first_two
    asked = np.where(cell, weighing.reached, 0)
    if not asked.any():  # nobody who plays by the table comes here: as if it were the first two cards
        asked = np.where(cell, first_two, 0)
    further = HIT if float(asked @ (worth.hit - worth.stand)) > 0 else STAND
    dealt = np.where(cell & ~weighing.split, first_two, 0)
    if not dealt.any():
        dealt = np.where(cell, first_two, 0)
    brings = {
        further: float(dealt @ (worth.hit if further == HIT else worth.stand)),
        DOUBLE: float(dealt @ worth.double),
    }
    if weighing.up != ACE:
        brings[SURRENDER] = _surrendered(weighing, dealt)
    return LETTERS[max(brings, key=lambda act: brings[act]), further]


def _pair_entry(weighing: Weighing, value: int, column: Column) -> str:
    """Split, surrender, or play the pair as its total."""
    terms, up, policy, worth = weighing.terms, weighing.up, weighing.policy, weighing.worth
    hands = all_hands()
    hand = pair_of(value)
    alone = np.where(np.arange(len(hands.size)) == hand, 1.0, 0.0)
    if weighing.first_two[hand] <= 0:
        return "-"
    by_total = column["soft" if hands.soft[hand] else "hard", int(hands.total[hand])]
    brings = {"H": worth.hit[hand], "S": worth.stand[hand], "D": worth.double[hand]}
    played = brings[by_total.upper()] if by_total.upper() in brings else _surrendered(weighing, alone)
    goes_on = max(brings["H"], brings["S"]) if by_total.upper() == "R" else played
    policy.again[up, value] = value != ACE
    box, option = weigh_split(terms, up, value, policy), terms.dealer_blackjack
    if box.most(option) + box.blackjack > goes_on:
        box = know_together(terms, up, value, policy, box)
        split = box.worth(option) + box.blackjack
    else:
        split = goes_on
    surrendered = _surrendered(weighing, alone) if up != ACE else -np.inf
    if surrendered > max(split, goes_on):
        return "Q" if split > goes_on else "-" if by_total.upper() == "R" else "R"
    return "P" if split > played else "-"


def _surrendered(weighing: Weighing, hands: Chances) -> float:
    """What surrendering these hands brings, in the account of their worth: less than nothing is left to a blackjack."""
    terms, up = weighing.terms, weighing.up
    return sum(
        float(hands[hand]) * (blackjack_chance(terms.without(up, *cards_of(hand)), up) - float(terms.surrender_takes))
        for hand in map(int, np.flatnonzero(hands))
    )


def _weighing(terms: Terms, up: int, policy: Policy) -> Weighing:
    hands, shoe = all_hands(), terms.without(up)
    opening, further = policy.opening[UNSPLIT, up], policy.further[UNSPLIT, up]
    first_two = np.zeros(len(hands.size))
    for hand in map(int, np.flatnonzero((hands.size == 2) & (hands.total < TWENTY_ONE))):
        first_two[hand] = first_two_chance(shoe, terms.step, *cards_of(hand))
    reached = np.zeros((1, 2, len(hands.size)))
    reached[0, 0] = np.where((opening == HIT) | (opening == STAND), first_two, 0)
    ended = np.zeros((1, 2, ENDS_OF_A_HAND))
    play_on(hands, dealer_tree(), up, shoe, terms.step, opening, further, reached, ended)
    worth = unsplit_worth(terms, up, further)
    return Weighing(terms, up, policy, worth, first_two, reached[0, 0], (hands.size == 2) & (opening == SPLIT))


def _offered(acts: list[int], up: int) -> int:
    """The first of the acts that stands open to two cards; against an ace nobody surrenders (3.10)."""
    return next(act for act in acts if act != SURRENDER or up != ACE)


def _tables(letters: dict[tuple[str, int], str]) -> Tables:
    return Tables(
        {row: letters["hard", row] for row in HARD_ROWS},
        {row: letters["soft", row] for row in SOFT_ROWS},
        {row: letters["pair", row] for row in PAIR_ROWS},
    )
