"""How many hands of five or seven cards satisfy which lines of the bonus tables, counted by ranks and suits (43.5).

A hand satisfies what its ranks make in any suits, and what its cards of one suit make if they are five or more. So
first every choice of ranks counts with all suits that it can have, as if there were no flushes; then every choice of
five or more cards of one suit, with the ranks of the other cards, is moved from there to where it belongs. What cards
make is never said here: one hand of each kind is shown to `hands.lines_met`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from houseway.cards import Card
from houseway.games.packs.hands import Top, lines_met

RANKS, SUITS = range(13), range(4)
FLUSH = 5

Met = frozenset[str]


@cache
def hands_by_lines(size: int, top: Top = "royal") -> Mapping[Met, int]:
    """The hands of so many cards by all the lines that they satisfy; those that satisfy none are there too."""
    counts = Counter[Met]()
    by_ranks: dict[tuple[int, ...], Met] = {}
    for ranks in combinations_with_replacement(RANKS, size):
        if all(ranks[place] != ranks[place + 4] for place in range(size - 4)):
            by_ranks[ranks] = frozenset(lines_met(_of_all_suits(ranks), top))
            counts[by_ranks[ranks]] += _ways(ranks, 4)
    for suited in range(FLUSH, size + 1):
        for others in combinations_with_replacement(RANKS, size - suited):
            ways = _ways(others, 3)
            for flush in combinations(RANKS, suited):
                ranks_met = by_ranks[tuple(sorted((*flush, *others)))]
                for suited_met, suits in _flushes(flush, top).items():
                    counts[ranks_met] -= suits * ways
                    counts[ranks_met | suited_met] += suits * ways
    return {met: hands for met, hands in counts.items() if hands}


@cache
def _flushes(ranks: tuple[int, ...], top: Top) -> Mapping[Met, int]:
    """What cards of these ranks and of one suit satisfy, and in how many suits: diamonds have a line of their own."""
    return Counter(frozenset(lines_met([4 * rank + suit for rank in ranks], top)) for suit in SUITS)


def _ways(ranks: Iterable[int], suits: int) -> int:
    """In how many ways cards of so many suits have these ranks."""
    return prod(comb(suits, number) for number in Counter(ranks).values())


def _of_all_suits(ranks: tuple[int, ...]) -> list[Card]:
    """Cards of these ranks, which are in order, no five of them of one suit: equal ranks are neighbours."""
    return [4 * rank + place % 4 for place, rank in enumerate(ranks)]
