"""The odds of Lunar Poker: what each wager costs, what each choice is worth, and how to play.

Super side bet, progressive and instant cash are counted over all first five cards. The main game is counted exactly
for every play without exchanges; the best play with exchanges is the exact count and what a sample of positions, each
solved exactly, says that exchanges add; the learnable strategy was simulated. Chances are those of one player at the
table. The meter is what it shows when a hand is paid.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from houseway.figures import decimal, root
from houseway.games.lunar.choosing import choices
from houseway.games.lunar.ends import BOUGHT, EXCHANGED, FOLDS, PLAIN
from houseway.games.lunar.every_five import progressive_odds, super_odds
from houseway.games.lunar.lines import Counts, ante_wager
from houseway.games.lunar.results import EXACT, best_choices, exact, exact_with_limit, limited, rounds_played, sample
from houseway.games.lunar.rules import Rules, pay_tables
from houseway.games.lunar.typical import HANDS, LEGEND, learnt_choice, ups_against
from houseway.refusal import Refusal
from houseway.returns import Asked, Chart, Facts, RuleCost, WagerOdds

__all__ = ["METERS", "OPTIONS", "STRATEGIES", "charts", "choices", "facts", "rules_of_thumb", "wagers"]

METERS = ("progressive",)
STRATEGIES = ("optimal", "simple", *EXACT)
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "second_hand": ("ranked", "six_only"),
    "straight_flush_progressive": ("percent", "amount"),
    "payout_limit": ("none", "5000"),
}
EXCHANGES_SAMPLED = (
    "exact without exchanges; what exchanges add was estimated from {positions:,} positions, each solved exactly over "
    "all 29 choices"
)
WORDS = {
    "optimal": "the best of all 29 choices, every card looked at",
    "simple": (
        "straight or better: buy; three of a kind: exchange two; two pair: bet; pair: buy to four of a straight or "
        "flush, bet with A-K beside it or if it is not lower than the up card, else exchange three; no pair: buy to a "
        "flush or open straight, keep three of a royal, else A-K, else an ace or king above the up card, else fold; "
        "then bet A-K-Q or better; force for 5 to 1"
    ),
    "no_exchange": "never exchange, else the best choice",
    "never_force": "never exchange or force, else the best choice",
    "bet_or_fold": "never buy or exchange: bet or fold, and force, as is best",
    "pairs_only": "bet a pair or better, fold the rest; never buy, exchange or force",
}
PLAYED_WITHOUT_LIMIT = "played as it is best without the payout limit"


def wagers(asked: Asked) -> list[WagerOdds]:
    """Ante with bet and payments, super side bet, progressive."""
    rules: Rules = asked.rules
    found = [ante_odds(asked, asked.strategy, recount=True), super_odds(rules, asked.stake)]
    if rules.progressive:
        tables = pay_tables()["progressive"] if asked.all_tables else (rules.straight_flush_progressive,)
        meter = asked.meters.get("progressive", rules.reset)
        found += [progressive_odds(replace(rules, straight_flush_progressive=table), meter) for table in tables]
    return found


def ante_odds(asked: Asked, strategy: str, recount: bool = False) -> WagerOdds:
    """The main game by a strategy, for each unit of the Ante.

    Where a payout limit cuts what bets win, play without exchanges is counted again if that is wanted, for a minute;
    else everybody plays as it is best without the limit.
    """
    rules: Rules = asked.rules
    without_limit = [PLAYED_WITHOUT_LIMIT] if limited(rules, asked.stake) else []
    if strategy == "optimal":
        found = sample(rules, asked.recompute, asked.progress)
        notes = [EXCHANGES_SAMPLED.format(positions=found.positions), *without_limit]
        return ante_wager(rules, asked.stake, found.counts, notes, found.positions, found.variance)
    if strategy == "simple":
        counts, rounds = rounds_played(rules, asked.recompute, asked.progress)
        shares = {place: Fraction(count) for place, count in counts.items()}
        return ante_wager(rules, asked.stake, shares, ["instant cash is exact, the rest was simulated"], rounds)
    if strategy not in STRATEGIES:
        raise Refusal(f"lunar has no strategy {strategy!r}; strategies: {', '.join(STRATEGIES)}")
    if without_limit and recount:
        return ante_wager(rules, asked.stake, exact_with_limit(rules, asked.stake, strategy, asked.progress))
    return ante_wager(rules, asked.stake, exact(rules, strategy, asked.recompute, asked.progress), without_limit)


def charts(asked: Asked) -> list[Chart]:
    """The best choice with typical hands, by the up card; and what the learnable strategy does with them."""
    rules: Rules = asked.rules
    best = best_choices(rules, asked.recompute, asked.progress)
    learnt = {name: tuple(learnt_choice(hand, up) for up in ups_against(hand)) for name, hand in HANDS.items()}
    columns = tuple(reversed("23456789TJQKA"))
    return [
        Chart(title, "hand", columns, tuple((name, tuple(reversed(cells))) for name, cells in chart.items()), LEGEND)
        for title, chart in (("The best choice", best), ("What the learnable strategy does", learnt))
    ]


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """Plays from the best down, and what each costs beside the best one."""
    best = ante_odds(asked, "optimal")
    found = [RuleCost(WORDS["optimal"], best.ev, Fraction(0), best.rounds, best.stderr)]
    for strategy in ("simple", *EXACT):
        odds = ante_odds(asked, strategy)
        error = root(Fraction(odds.stderr) ** 2 + Fraction(best.stderr) ** 2)
        found.append(RuleCost(WORDS[strategy], odds.ev, best.ev - odds.ev, odds.rounds, error))
    return sorted(found, key=lambda rule: -rule.ev)


def facts(asked: Asked) -> list[Facts]:
    """What each option is worth, and what the best play does."""
    best, counts = ante_odds(asked, "optimal"), sample(asked.rules, False, asked.progress).counts
    edges = [(WORDS["optimal"], percent(best.house_edge), f"± {percent(Fraction(best.stderr))}")]
    edges += [(WORDS[name], percent(ante_odds(asked, name).house_edge), "exact") for name in EXACT]
    limit = [PLAYED_WITHOUT_LIMIT] if limited(asked.rules, asked.stake) else []
    folds = Fraction(counts[PLAIN, FOLDS])
    does = {
        "folds": folds,
        "bets at once": _share(counts, PLAIN) - folds,
        "buys a card": _share(counts, BOUGHT),
        "exchanges cards": _share(counts, EXCHANGED),
    }
    return [
        Facts("The edge by what a player makes use of", ("play", "house edge", ""), tuple(edges), " ".join(limit)),
        Facts(
            "What the best play does with the first five cards",
            ("choice", "of all hands"),
            tuple((name, percent(share)) for name, share in does.items()),
            "of hands that are not paid instant cash; from the sample",
        ),
    ]


def _share(counts: Counts, paid: int) -> Fraction:
    return sum((Fraction(count) for (payment, _), count in counts.items() if payment == paid), Fraction(0))


def percent(number: Fraction) -> str:
    return f"{decimal(100 * number, 6)}%"
