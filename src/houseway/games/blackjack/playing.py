"""The strategies of Blackjack Lucky 8 as policies: the best play, basic strategy, and the simple bot's tables.

The best play is called `optimal` where it is proven that no play that sees the same cards brings more (see `optimum`),
and `best_known` elsewhere.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil

from houseway.figures import exponent
from houseway.games.blackjack.boxes import Played, play
from houseway.games.blackjack.by_total import basic_strategy, policy_of
from houseway.games.blackjack.compositions import all_hands
from houseway.games.blackjack.optimum import UNSPLIT, Policy, Terms, manner_of, solve
from houseway.games.blackjack.recursion import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.games.blackjack.rules import Rules, pays
from houseway.games.blackjack.splitting import OTHER, PAIR
from houseway.games.blackjack.strategy import SIMPLE
from houseway.money import DOLLAR, Cents
from houseway.refusal import Refusal
from houseway.returns import BEST_KNOWN, OPTIMAL, Asked, BestPlay, strategy_of

BEST_NAMES = (OPTIMAL, BEST_KNOWN)  # of one play: which of them is right depends on the terms
SIMPLER = ("basic", "simple")
STRATEGIES = (*BEST_NAMES, *SIMPLER)
REASON = (
    "With {option} a blackjack takes what depends on all hands of a split box together: no play that sees the same "
    "cards is proven to be the best. None brings more than {short} of the wager above this one."
)
VERBS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}


def terms_of(rules: Rules, stake: Cents = DOLLAR, infinite_deck: bool = False) -> Terms:
    """What the worth of a box depends on at a table, for a main wager of this size."""
    return Terms(
        None if infinite_deck else rules.decks,
        rules.dealer_blackjack,
        Fraction(pays("main").lines["Blackjack"].net(stake), stake),
        Fraction(stake - stake // 2, stake),
    )


def best_play(terms: Terms) -> BestPlay:
    """The best play that is known at these terms: `optimal` if it is proven, else `best_known`."""
    short = solve(terms).short
    if not short:
        return BestPlay()
    places = 2 - exponent(Fraction(short))
    return BestPlay(
        BEST_KNOWN,
        REASON.format(option=terms.dealer_blackjack, short=f"{ceil(short * 10**places) / 10**places:.{places}f}"),
    )


def name_of(strategy: str, terms: Terms) -> str:
    """The name of the strategy to play at these terms. A name that the best play does not have there is refused."""
    return strategy_of(Asked(rules=None, strategy=strategy), "blackjack", best_play(terms), SIMPLER)


@lru_cache(maxsize=32)
def policy_for(strategy: str, terms: Terms) -> Policy:
    """How a strategy plays at these terms."""
    if strategy in BEST_NAMES:
        return solve(terms).policy
    if strategy == "basic":
        return policy_of(basic_strategy(terms))
    if strategy == "simple":
        return policy_of(SIMPLE)
    raise Refusal(f"blackjack has no strategy {strategy!r}; strategies: {', '.join(STRATEGIES)}")


@lru_cache(maxsize=32)
def played(strategy: str, terms: Terms) -> Played:
    """What a box comes to that is played by a strategy."""
    known = solve(terms).splits if strategy in BEST_NAMES else None
    return play(terms, policy_for(strategy, terms), known)


def act_of(strategy: str, rules: Rules, values: Sequence[int], up: int, split: bool) -> tuple[str, ...]:
    """What a strategy does with a hand of these values, the most wanted verb first."""
    policy, hand = policy_for(strategy, terms_of(rules)), 0
    for value in values:
        hand = int(all_hands().after[hand, value])
    manner = manner_of(values[0], PAIR if values[0] == values[1] else OTHER) if split else UNSPLIT
    acts = [int(policy.further[manner, up, hand])]
    if len(values) == 2:
        acts.insert(0, int(policy.opening[manner, up, hand]))
        if split and values[0] == values[1] and policy.again[up, values[0]]:
            acts.insert(0, SPLIT)
    return tuple(VERBS[act] for act in acts)
