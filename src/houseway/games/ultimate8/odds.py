"""The odds of Ultimate 8 Poker: how often patterns come, what the house takes, how the ace pot grows.

Players play for pots, and nobody knows how they should: what a round brings is simulated, with strategies that have
names. The patterns of eight cards are counted exactly. No stake is needed: the main ante of the rules is the unit.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from houseway.figures import Exact, Figure, add, divide, scale, subtract
from houseway.games.ultimate8.contests import contest
from houseway.games.ultimate8.hands import WORDS
from houseway.games.ultimate8.house_take import Take, main_odds, take_of
from houseway.games.ultimate8.pattern_counts import counted
from houseway.games.ultimate8.played_tables import PLAYERS, USUAL, are_kept, most_wagered, tallies_of
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.strategy import TEMPERS, Temper
from houseway.money import DOLLAR
from houseway.refusal import Refusal
from houseway.returns import (
    BEST_KNOWN,
    Asked,
    BestPlay,
    Chart,
    ChoiceOdds,
    Facts,
    Position,
    RuleCost,
    WagerOdds,
    strategy_of,
)

STRATEGIES = tuple(TEMPERS)
METERS: tuple[str, ...] = ()
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "limit": ("limit", "no_limit"),
    "commission": ("0", "2.5", "5", "10"),
    "main_ante": ("5", "10"),
    "ace_ante": ("5", "10"),
    "table_max": ("50", "200"),
    "chip_unit": ("0.25", "1", "5"),
    "match_length": ("no", "yes"),
    "pass_is_final": ("no", "yes"),
}
BEST_TRIED = "bold"  # brings most among five who play alike, however these play: see the contests
REASON = (
    "Ultimate 8 is not solved; of the strategies that have a name {best!r} brings a player most, whichever of them the "
    "five others at a full table play (contests under the usual rules)."
)

IN_WORDS = {
    "simple": "bets and raises hands of few lays, and calls two antes or less with one lay more",
    "tight": "bets and raises as 'simple', and folds all other hands to a wager",
    "bold": "bets the pot, with one lay more than the others too; folds to a wager what 'tight' folds",
}
LEGEND = {
    "R": "bet or raise",
    "B": "bet or call",
    "b": "bet, but fold to a wager",
    "C": "check or call",
    "c": "check, or call two antes or less",
    "F": "check or fold",
}
MOST_LAYS = 6  # from here on all strategies check and fold

Seen = tuple[Rules, str, str, Take]  # a table's rules, its limit in words, the strategy, and what was seen there


def best_play(asked: Asked) -> BestPlay:
    """The best of the strategies that were compared in contests. The best of all strategies is not known."""
    return BestPlay(BEST_KNOWN, REASON.format(best=BEST_TRIED))


def wagers(asked: Asked) -> list[WagerOdds]:
    """The main wager at a full table; where all tables are asked for, at one of each number of players."""
    best, name = best_play(asked), strategy_of(asked, "ultimate8", best_play(asked), STRATEGIES)
    strategy = played_as(asked)
    found = []
    for players in PLAYERS if asked.all_tables else (POSITIONS,):
        tallies = tallies_of(asked.rules, players, strategy, asked.recompute, asked.progress)
        table = f"{players} players" if asked.all_tables else None
        odds = main_odds(tallies, asked.rules, players, strategy, table)
        found.append(replace(odds, strategy=name, reason=best.reason if name == BEST_KNOWN else ""))
    return found


def choices(position: Position) -> list[ChoiceOdds]:
    """No decision has an expectation that is known: it depends on how all others play on."""
    raise Refusal("Ultimate 8 Poker is not solved: what a decision is worth depends on how all others play on")


def charts(asked: Asked) -> list[Chart]:
    """How each strategy wagers, by the lays that a hand needs."""
    return [_chart(strategy, temper) for strategy, temper in TEMPERS.items()]


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """Each strategy as one plays it at a full table where the other five play the one that is asked for."""
    others = played_as(asked)
    found = {one: contest(asked.rules, one, others, asked.recompute, asked.progress) for one in STRATEGIES}
    best = max(found.values(), key=lambda ev: ev.value)
    return [
        RuleCost(f"{one!r} among five who play {others!r}: {IN_WORDS[one]}", ev, subtract(best, ev, independent=False))
        for one, ev in found.items()
    ]


def facts(asked: Asked) -> list[Facts]:
    """Patterns, the house's take, the ace of spades and its pot, the seats, and strategies against one another."""
    seen = list(_tables(asked))
    return [_patterns(), _house_take(seen), _ace_pot(seen), _seats(seen, asked), _contests(asked)]


def played_as(asked: Asked) -> str:
    """The strategy that is played for the one that is asked for."""
    name = strategy_of(asked, "ultimate8", best_play(asked), STRATEGIES)
    return BEST_TRIED if name == BEST_KNOWN else name


def _chart(strategy: str, temper: Temper) -> Chart:
    rows = [
        (
            str(lays) if lays < MOST_LAYS else f"{lays} or more",
            tuple(_cell(temper, 4 - number - lays) for number in (1, 2, 3)),
        )
        for lays in range(1, MOST_LAYS + 1)
    ]
    return Chart(f"How {strategy!r} wagers", "lays to come", ("1st", "2nd", "3rd betting round"), tuple(rows), LEGEND)


def _cell(temper: Temper, spare: int) -> str:
    """What a temper does with so many lays to spare, as a letter of the legend."""
    if spare >= temper.raises:
        return "R"
    if spare >= temper.bets:
        return "B" if spare >= temper.calls else "b"
    if spare >= temper.calls:
        return "C"
    return "c" if spare >= temper.calls_little else "F"


def _tables(asked: Asked) -> Iterator[Seen]:
    """The tables that facts tell of: every strategy, every number of players, and both limits where these are kept."""
    limits = USUAL if are_kept(asked.rules) else (asked.rules,)
    for strategy in STRATEGIES:
        alike = len({most_wagered(rules, strategy) for rules in limits}) < len(limits)
        for rules in limits[:1] if alike else limits:
            for players in PLAYERS:
                tallies = tallies_of(rules, players, strategy, asked.recompute, asked.progress)
                limit = "either" if alike else rules.limit.replace("_", " ")
                yield rules, limit, strategy, take_of(tallies, rules, players)


def _patterns() -> Facts:
    found = counted()
    rows = []
    for (pattern, cards), holding in found.holding.items():
        shortest = (pattern, cards - 1) not in found.holding  # a longer one holds it, so it stands for all lengths
        highest = found.highest[pattern]
        of_highest = (f"{highest:,}", Exact(Fraction(highest, found.hands))) if shortest else ("", "")
        share = Exact(Fraction(holding, found.hands))
        rows.append((WORDS[pattern], str(cards), f"{holding:,}", share, *of_highest))
    return Facts(
        "Patterns in eight cards",
        ("pattern", "cards", "hands that hold one", "share", "highest pattern of", "of all hands"),
        tuple(rows),
        f"counted among all {found.hands:,} hands; three to five suited cards in a row are no flush, but a straight or "
        "royal flush; who holds a pattern of five cards holds one of three",
        places=4,
        percents=(3, 5),
    )


def _house_take(seen: list[Seen]) -> Facts:
    rows = []
    for rules, limit, strategy, take in seen:
        unit = take.players * rules.main_ante
        rows.append(
            (
                f"{take.players} {strategy}",
                limit,
                _dollars(take.main_pot),
                _dollars(take.main_fee),
                _dollars(take.ace_fee),
                _dollars(take.fee),
                scale(take.fee, Fraction(1, unit)),
                f"{take.rounds:,}",
            )
        )
    return Facts(
        "What the house takes in a round",
        ("players", "limit", "main pot", "of it", "of the ace pot", "in all", "per player and main ante", "rounds"),
        tuple(rows),
        "averages in dollars, in the long run; who never wagers more than twenty main antes plays alike at both limits",
        places=4,
        percents=(6,),
    )


def _ace_pot(seen: list[Seen]) -> Facts:
    rows = []
    for rules, limit, strategy, take in seen:
        pot = take.ace_pot
        often: tuple[str | Figure, ...] = ("",) * 3
        if pot.won:
            often = (
                take.of_ace_pot(lambda pot: 1 / pot.won, rules),
                _dollars(take.of_ace_pot(lambda pot: pot.mean_size, rules)),
                _dollars(_fair(take, rules)),
            )
        rows.append(
            (
                f"{take.players} {strategy}",
                limit,
                take.ace_with_winner,
                take.ace_pot_won,
                _dollars(Exact(Fraction(pot.growth))),
                *often,
            )
        )
    return Facts(
        "The ace of spades and the ace pot",
        (
            "players",
            "limit",
            "dealt to the winner",
            "pot won",
            "grows by",
            "rounds to a win",
            "size when won",
            "fair at",
        ),
        tuple(rows),
        "won by the winner of the main pot who has played the ace of spades (ruling U10); fair at: with so much in "
        "the ace pot before the antes a player's share of it is worth the commissions and the ace ante",
        places=2,
        percents=(2, 3),
    )


def _fair(take: Take, rules: Rules) -> Figure:
    """How much lies in the ace pot before the antes when a round costs a player nothing on average."""
    kept_by_players = 1 - rules.commission / 100
    growth = Exact(Fraction(take.ace_pot.growth))
    return subtract(divide(add(growth, take.main_fee), scale(take.ace_pot_won, kept_by_players)), growth)


def _seats(seen: list[Seen], asked: Asked) -> Facts:
    strategy = played_as(asked)
    rows: list[tuple[str | Figure, ...]] = []
    for rules, limit, played, take in seen:
        if played == strategy and limit in ("either", asked.rules.limit.replace("_", " ")):
            nets = [scale(net, Fraction(1, rules.main_ante)) for net in take.seats]
            rows.append((str(take.players), *nets, *("",) * (POSITIONS - take.players)))
    return Facts(
        f"What a seat is worth where all play {strategy!r}",
        ("players", *(f"seat {seat}" for seat in range(1, POSITIONS + 1))),
        tuple(rows),
        "net of the main wager per unit of the main ante; the player button is before seat 1, which speaks first",
    )


def _contests(asked: Asked) -> Facts:
    rows = []
    for one in STRATEGIES:
        found = [contest(asked.rules, one, others, asked.recompute, asked.progress) for others in STRATEGIES]
        rows.append((one, *found))
    return Facts(
        "One player among five who play alike",
        ("one plays", *(f"among five of {others!r}" for others in STRATEGIES)),
        tuple(rows),
        "what that player brings home from a round on average, per unit of the main ante, both antes counted",
    )


def _dollars(cents: Figure) -> Figure:
    return scale(cents, Fraction(1, DOLLAR))
