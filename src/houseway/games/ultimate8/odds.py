"""The odds of Ultimate 8 Poker: how often patterns come, what the house takes, how the ace pot grows.

Players play for pots, and nobody knows how they should: what a round brings is simulated, with strategies that have
names. The patterns of eight cards are counted exactly. No stake is needed: the main ante of the rules is the unit.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction

import msgspec

from houseway.figures import decimal, root
from houseway.games.ultimate8.contests import contest
from houseway.games.ultimate8.hands import WORDS
from houseway.games.ultimate8.house_take import Take, main_odds, take_of
from houseway.games.ultimate8.pattern_counts import counted
from houseway.games.ultimate8.played_tables import ANEW, PLAYERS, USUAL, are_kept, most_wagered, tallies_of
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.strategy import TEMPERS, Temper
from houseway.money import DOLLAR
from houseway.refusal import Refusal
from houseway.returns import Asked, Chart, ChoiceOdds, Facts, Position, RuleCost, WagerOdds

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
NOT_KNOWN, STANDS_IN = "optimal", "simple"

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
FEWER = ANEW >> 2  # rounds at each of many tables that are played anew

Seen = tuple[Rules, str, str, Take]  # a table's rules, its limit in words, the strategy, and what was seen there


def wagers(asked: Asked) -> list[WagerOdds]:
    """The main wager at a full table; where all tables are asked for, at one of each number of players."""
    strategy = strategy_of(asked)
    found = []
    for players in PLAYERS if asked.all_tables else (POSITIONS,):
        tallies = tallies_of(asked.rules, players, strategy, ANEW, asked.recompute, asked.progress)
        table = f"{players} players" if asked.all_tables else None
        odds = main_odds(tallies, asked.rules, players, strategy, table)
        if asked.strategy == NOT_KNOWN:
            note = f"nobody knows the best play of this game: these are the odds of {STANDS_IN!r}, as bots play"
            odds = msgspec.structs.replace(odds, notes=(note, *odds.notes))
        found.append(odds)
    return found


def choices(position: Position) -> list[ChoiceOdds]:
    """No decision has an expectation that is known: it depends on how all others play on."""
    raise Refusal("Ultimate 8 Poker is not solved: what a decision is worth depends on how all others play on")


def charts(asked: Asked) -> list[Chart]:
    """How each strategy wagers, by the lays that a hand needs."""
    return [_chart(strategy, temper) for strategy, temper in TEMPERS.items()]


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """Each strategy as one plays it at a full table where the other five play the one that is asked for."""
    others = strategy_of(asked)
    found = {one: contest(asked.rules, one, others, asked.recompute, asked.progress) for one in STRATEGIES}
    best = max(each.ev for each in found.values())
    return [
        RuleCost(
            f"{one!r} among five who play {others!r}: {IN_WORDS[one]}",
            each.ev,
            best - each.ev,
            each.rounds,
            Decimal(decimal(each.error)),
        )
        for one, each in found.items()
    ]


def facts(asked: Asked) -> list[Facts]:
    """Patterns, the house's take, the ace of spades and its pot, the seats, and strategies against one another."""
    seen = list(_tables(asked))
    return [_patterns(), _house_take(seen), _ace_pot(seen), _seats(seen, asked), _contests(asked)]


def strategy_of(asked: Asked) -> str:
    """The strategy that is played for the one that is asked for."""
    strategy = STANDS_IN if asked.strategy == NOT_KNOWN else asked.strategy
    if strategy not in STRATEGIES:
        raise Refusal(f"ultimate8 has no strategy {strategy!r}; strategies: {', '.join(STRATEGIES)}")
    return strategy


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
                tallies = tallies_of(rules, players, strategy, FEWER, asked.recompute, asked.progress)
                limit = "either" if alike else rules.limit.replace("_", " ")
                yield rules, limit, strategy, take_of(tallies, rules, players)


def _patterns() -> Facts:
    found = counted()
    rows = []
    for (pattern, cards), holding in found.holding.items():
        shortest = (pattern, cards - 1) not in found.holding  # a longer one holds it, so it stands for all lengths
        highest = found.highest[pattern]
        of_highest = (f"{highest:,}", _percent(Fraction(highest, found.hands))) if shortest else ("", "")
        share = _percent(Fraction(holding, found.hands))
        rows.append((WORDS[pattern], str(cards), f"{holding:,}", share, *of_highest))
    return Facts(
        "Patterns in eight cards",
        ("pattern", "cards", "hands that hold one", "", "highest pattern of", ""),
        tuple(rows),
        f"counted among all {found.hands:,} hands; three to five suited cards in a row are no flush, but a straight or "
        "royal flush; who holds a pattern of five cards holds one of three",
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
                _dollars(take.ace_pot.fee),
                f"{_dollars(take.fee)} ± {_dollars(take.fee_error, 4)}",
                f"{_percent(take.fee / unit)} ± {_percent(take.fee_error / unit)}",
                f"{take.rounds:,}",
            )
        )
    return Facts(
        "What the house takes in a round",
        ("players", "limit", "main pot", "of it", "of the ace pot", "in all", "per player and main ante", "rounds"),
        tuple(rows),
        "averages in dollars, in the long run; who never wagers more than twenty main antes plays alike at both limits",
    )


def _ace_pot(seen: list[Seen]) -> Facts:
    rows = []
    for rules, limit, strategy, take in seen:
        pot = take.ace_pot
        often = (
            (f"{_fixed(1 / pot.won, 2)}", _dollars(pot.mean_size), _dollars(_fair(take, rules)))
            if pot.won
            else ("",) * 3
        )
        error = Fraction(root(pot.won * (1 - pot.won) / take.rounds))
        rows.append(
            (
                f"{take.players} {strategy}",
                limit,
                _percent(take.ace_with_winner),
                f"{_percent(pot.won)} ± {_percent(error)}",
                _dollars(Fraction(pot.growth)),
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
        "won by the winner of the main pot if he has played the ace of spades (ruling U10); fair at: with so much in "
        "the ace pot before the antes a player's share of it is worth the commissions and his ace ante",
    )


def _fair(take: Take, rules: Rules) -> Fraction:
    """How much lies in the ace pot before the antes when a round costs a player nothing on average."""
    kept_by_players = 1 - rules.commission / 100
    return (take.ace_pot.growth + take.main_fee) / (take.ace_pot.won * kept_by_players) - take.ace_pot.growth


def _seats(seen: list[Seen], asked: Asked) -> Facts:
    strategy = strategy_of(asked)
    rows = []
    for rules, limit, played, take in seen:
        if played == strategy and limit in ("either", asked.rules.limit.replace("_", " ")):
            nets = [
                f"{_fixed(net / rules.main_ante, 3)} ± {_fixed(error / rules.main_ante, 3)}"
                for net, error in take.seats
            ]
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
        rows.append((one, *(f"{_fixed(each.ev, 4)} ± {_fixed(each.error, 4)}" for each in found)))
    return Facts(
        "One player among five who play alike",
        ("he plays", *(f"among five of {others!r}" for others in STRATEGIES)),
        tuple(rows),
        "what he brings home from a round on average, per unit of the main ante, both antes counted",
    )


def _dollars(cents: Fraction, places: int = 2) -> str:
    return _fixed(cents / DOLLAR, places)


def _percent(share: Fraction) -> str:
    return f"{_fixed(100 * share, 4)}%"


def _fixed(number: Fraction, places: int) -> str:
    """The number with so many decimals."""
    scaled = round(number * 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{abs(scaled) // 10**places}.{abs(scaled) % 10**places:0{places}d}"
