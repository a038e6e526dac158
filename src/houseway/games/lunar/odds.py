"""The odds of Lunar Poker: what each wager costs, what each choice is worth, and how to play.

Super side bet, progressive and instant cash are counted over all first five cards. The main game is counted exactly
for every play without exchanges. The best play with exchanges is estimated from a sample of positions, each solved
exactly. The learnable strategy was simulated. Chances are those of one player at the table. The meter is the amount
that it shows when a hand is paid.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from houseway.cards import Card
from houseway.figures import ZERO, subtract
from houseway.games.lunar.choosing import best_without_exchange, choices
from houseway.games.lunar.ends import BOUGHT, ENDS, EXCHANGED, FOLDS, PLAIN
from houseway.games.lunar.every_five import progressive_odds, super_odds
from houseway.games.lunar.lines import ante_wager
from houseway.games.lunar.plays import NO_EXCHANGE, SIMPLE, STRATEGIES, best_of, shares_of
from houseway.games.lunar.results import EXACT, best_choices
from houseway.games.lunar.rules import Rules, pay_tables
from houseway.games.lunar.typical import HANDS, LEGEND, VERBS, learnt_choice, ups_against
from houseway.returns import OPTIMAL, Asked, BestPlay, Chart, Facts, RuleCost, WagerOdds, strategy_of

__all__ = ["METERS", "OPTIONS", "STRATEGIES", "best_play", "charts", "choices", "facts", "rules_of_thumb", "wagers"]

METERS = ("progressive",)
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "second_hand": ("ranked", "six_only"),
    "straight_flush_progressive": ("percent", "amount"),
    "payout_limit": ("none", "5000"),
}
WORDS = {
    OPTIMAL: "the best of all 29 choices, every card looked at",
    SIMPLE: (
        "straight or better: buy; three of a kind: exchange two; two pair: bet; pair: buy to four of a straight or "
        "flush, bet with A-K beside it or if it is not lower than the up card, else exchange three; no pair: buy to a "
        "flush or open straight, keep three of a royal, else A-K, else an ace or king above the up card, else fold; "
        "then bet A-K-Q or better; force for 5 to 1"
    ),
    NO_EXCHANGE: "never exchange, else the best choice",
    "never_force": "never exchange or force, else the best choice",
    "bet_or_fold": "never buy or exchange: bet or fold, and force, as is best",
    "pairs_only": "bet a pair or better, fold the rest; never buy, exchange or force",
}
WORDS_WITHOUT_LIMIT = "the best of all 29 choices without the payout limit"
NOTES = {
    OPTIMAL: "Each position drawn is solved exactly over all 29 choices. The game without exchanges is counted.",
    SIMPLE: "Instant cash is exact. The rest was simulated.",
}


def best_play(asked: Asked) -> BestPlay:
    """True unless a payout limit reduces the prize of a bet: every choice of every position is counted."""
    return best_of(asked).play


def wagers(asked: Asked) -> list[WagerOdds]:
    """Ante with bet and payments, super side bet, progressive."""
    rules: Rules = asked.rules
    strategy = strategy_of(asked, "lunar", best_play(asked), STRATEGIES)
    found = [ante_odds(asked, strategy), super_odds(rules, asked.stake)]
    if rules.progressive:
        tables = pay_tables()["progressive"] if asked.all_tables else (rules.straight_flush_progressive,)
        meter = asked.meters.get("progressive", rules.reset)
        found += [progressive_odds(replace(rules, straight_flush_progressive=table), meter) for table in tables]
    return found


def ante_odds(asked: Asked, strategy: str) -> WagerOdds:
    """The main game with a strategy, for each unit of the Ante."""
    best = best_of(asked)
    is_best = strategy == best.play.name
    source = best.source if is_best else strategy
    notes = [NOTES[source]] if source in NOTES else []
    wager = ante_wager(asked.rules, asked.stake, shares_of(asked, source), notes)
    return replace(wager, strategy=strategy, reason=best.play.reason if is_best else "")


def charts(asked: Asked) -> list[Chart]:
    """The best choice with typical hands, by the up card; and what the learnable strategy does with them."""
    rules: Rules = asked.rules
    best = best_of(asked)
    learnt = {name: tuple(learnt_choice(hand, up) for up in ups_against(hand)) for name, hand in HANDS.items()}
    shown = {"What the learnable strategy does": learnt}
    if best.source == OPTIMAL:
        solved = best_choices(rules, asked.recompute, asked.progress)
        title = "The best choice" if best.play.name == OPTIMAL else "The best choice without the payout limit"
        shown = {title: solved} | shown
    elif best.source == NO_EXCHANGE:
        counted = {name: _without_exchange(asked, hand) for name, hand in HANDS.items()}
        shown = {"The best choice without an exchange": counted} | shown
    columns = tuple(reversed("23456789TJQKA"))
    return [
        Chart(title, "hand", columns, tuple((name, tuple(reversed(cells))) for name, cells in chart.items()), LEGEND)
        for title, chart in shown.items()
    ]


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """Plays from the best down, and what each costs beside the best one."""
    best, play = best_of(asked), ante_odds(asked, best_play(asked).name)
    words = _words_of_best(asked)
    found = [RuleCost(words, play.ev, ZERO, play.strategy)]
    for strategy in STRATEGIES:
        odds = ante_odds(asked, strategy)
        cost = ZERO if strategy == best.source else subtract(play.ev, odds.ev)
        found.append(RuleCost(WORDS[strategy], odds.ev, cost, strategy))
    return sorted(found, key=lambda rule: -rule.ev.value)


def facts(asked: Asked) -> list[Facts]:
    """What each option is worth, and what the best play does."""
    best = best_of(asked)
    edges = [(_words_of_best(asked), ante_odds(asked, best.play.name).house_edge)]
    edges += [(WORDS[name], ante_odds(asked, name).house_edge) for name in EXACT]
    shares = shares_of(asked, best.source)
    folds = {(PLAIN, FOLDS)}
    does = {
        "folds": shares.share(folds),
        "bets at once": shares.share({(PLAIN, end) for end in range(ENDS)} - folds),
        "buys a card": shares.share({(BOUGHT, end) for end in range(ENDS)}),
        "exchanges cards": shares.share({(EXCHANGED, end) for end in range(ENDS)}),
    }
    return [
        Facts("The edge by what a player makes use of", ("play", "house edge"), tuple(edges), percents=(1,)),
        Facts(
            f"What the play {best.play.name} does with the first five cards",
            ("choice", "of all hands"),
            tuple(does.items()),
            "of hands that are not paid instant cash",
            percents=(1,),
        ),
    ]


def _words_of_best(asked: Asked) -> str:
    best = best_of(asked)
    if best.play.name == OPTIMAL:
        return WORDS[OPTIMAL]
    return f"the best play that is known: {WORDS_WITHOUT_LIMIT if best.source == OPTIMAL else WORDS[best.source]}"


def _without_exchange(asked: Asked, hand: Sequence[Card]) -> tuple[str, ...]:
    verbs = tuple(VERBS)
    return tuple(VERBS[best_without_exchange(hand, up, verbs, asked.rules, asked.stake)] for up in ups_against(hand))
