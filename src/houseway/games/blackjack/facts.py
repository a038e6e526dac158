"""Other things that were counted: insurance and even money, the dealer's totals, the edge by his first card."""

from fractions import Fraction

import numpy as np

from houseway.figures import ZERO, Exact, Figure, decimal, write_figure
from houseway.games.blackjack.accuracy import computed
from houseway.games.blackjack.boxes import Chance, play_against
from houseway.games.blackjack.compositions import ACE, ENDS, TEN, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.confirmation import ROUNDS, away, simulated
from houseway.games.blackjack.optimum import UNSPLIT, Terms, cards_of, solve
from houseway.games.blackjack.playing import BEST_NAMES, VERBS, name_of, played, policy_for, terms_of
from houseway.games.blackjack.recursion import MOST_DRAWN, dealer_chances
from houseway.games.blackjack.side_bets import chance, insurance_counts
from houseway.returns import OPTIMAL, Asked, Facts

UPS = (*range(1, VALUES), ACE)  # as charts list them: 2 to ten, ace


def all_facts(asked: Asked) -> list[Facts]:
    """Everything beside the wagers that was counted for a table."""
    terms = terms_of(asked.rules, asked.stake, asked.infinite_deck)
    strategy = name_of(asked.strategy, terms)
    found = [
        insurance_by_hand(terms),
        even_money(terms),
        by_first_card(terms, strategy),
        dealer_totals(terms),
        split_boxes(terms, strategy),
        exceptions(terms),
    ]
    if terms == Terms(8) and strategy == OPTIMAL:
        found.append(confirmation(asked))
    return [fact for fact in found if fact.rows]


def insurance_by_hand(terms: Terms) -> Facts:
    """What insurance is worth by the player's own two cards, exactly."""
    rows: list[tuple[str | Figure, ...]] = []
    for tens, words in enumerate(("no card worth ten", "one card worth ten", "two cards worth ten")):
        wins = chance(insurance_counts(terms.decks, tens, 2))
        rows.append((words, Exact(wins), Exact(1 - 3 * wins)))
    off_the_top = chance(insurance_counts(terms.decks))
    rows.append(("cards not looked at", Exact(off_the_top), Exact(1 - 3 * off_the_top)))
    return Facts("Insurance by the player's hand", ("hand", "wins", "costs, per unit of it"), tuple(rows))


def even_money(terms: Terms) -> Facts:
    """A blackjack against an ace: paid at once, or played out."""
    blackjack = chance(insurance_counts(terms.decks, 1, 2))
    declined = terms.blackjack_pays * (1 - blackjack)
    rows = (("even money", Exact(Fraction(1))), ("decline", Exact(declined)))
    note = f"Even money costs {decimal(declined - 1)} of the wager."
    return Facts("Blackjack against an ace", ("choice", "brings"), rows, note)


def by_first_card(terms: Terms, strategy: str) -> Facts:
    """What the main wager brings when the dealer's first card lies."""
    policy = policy_for(strategy, terms)
    known = solve(terms).splits if strategy in BEST_NAMES else None
    rows: list[tuple[str | Figure, ...]] = []
    for up in UPS:
        against = play_against(terms, up, policy, known)
        rows.append((_named(up), _figure(against.ev), _figure(against.wagered)))
    return Facts(
        f"The main wager by the dealer's first card, {strategy}",
        ("dealer shows", "expectation", "average total wager"),
        tuple(rows),
    )


def dealer_totals(terms: Terms) -> Facts:
    """How the dealer ends by his first card, nothing else having left the shoe."""
    rows: list[tuple[str | Figure, ...]] = []
    for up in UPS:
        ends = np.zeros(ENDS)
        dealer_chances(dealer_tree(), up, terms.without(up), terms.step, np.empty(2 * MOST_DRAWN), ends)
        rows.append((_named(up), *(_figure(end) for end in ends.tolist())))
    columns = ("dealer shows", "17", "18", "19", "20", "21", "blackjack", "above 21")
    return Facts("How the dealer ends", columns, tuple(rows))


def split_boxes(terms: Terms, strategy: str) -> Facts:
    """How often a box is split, and into how many hands."""
    box = played(strategy, terms)
    numbers = [sum(split.chance * split.box.numbers[place] for split in box.splits) for place in range(3)]
    rows = [(words, _figure(number)) for words, number in zip(("two", "three", "four"), numbers, strict=True)]
    whole = box.split_chance
    note = f"A split box brings {write_figure(_figure(box.split_ev / whole))} on average." if whole else ""
    return Facts(f"Split boxes, {strategy}", ("hands", "of all boxes"), (*rows, ("any", _figure(whole))), note)


def exceptions(terms: Terms) -> Facts:
    """First two cards that the best play treats otherwise than basic strategy does."""
    best, basic = solve(terms).policy.opening[UNSPLIT], policy_for("basic", terms).opening[UNSPLIT]
    hands = all_hands()
    rows: list[tuple[str | Figure, ...]] = []
    for up in UPS:
        for hand in map(int, np.flatnonzero((hands.size == 2) & (hands.total < 21))):
            cards = cards_of(hand)
            if best[up, hand] != basic[up, hand] and terms.without(up, *cards).min() >= 0:
                said = "-".join(_named(value) for value in reversed(cards))
                rows.append((said, _named(up), VERBS[best[up, hand]], VERBS[basic[up, hand]]))
    return Facts(
        "First two cards best played otherwise",
        ("hand", "dealer shows", "best play", "basic strategy"),
        tuple(rows),
    )


def confirmation(asked: Asked) -> Facts:
    """The computed expectation and the mean of a thousand million simulated rounds, for comparison."""
    ev = computed(played(OPTIMAL, Terms(8)).ev)
    found = simulated(asked.recompute, asked.progress)[0]
    row = (f"{ROUNDS:,}", found.ev, ev, decimal(away(ev.value, found), 3))
    columns = ("rounds", "mean", "by recursion", "standard errors away")
    return Facts("The main wager simulated through the kernel", columns, (row,), places=12)


def _named(value: int) -> str:
    return "A" if value == ACE else "10" if value == TEN else str(value + 1)


def _figure(number: Chance) -> Figure:
    return computed(number) if number else ZERO
