"""The odds of Pack's Poker: everything exact but how three Pack's bets of one player hang together.

There is nothing to decide after the wagers, so every strategy is the same. A bonus is worth what it is at the stake
that is asked: dollar prizes and meters do not grow with it. The meter of a progressive bonus is what it shows when the
wager is paid; without the jackpot means at an empty meter, where a hand is paid the best of its other lines. What goes
onto the meter from each wager (43.12(e)) is a matter of the house and no part of these odds.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.figures import DIGITS, Estimated, Exact, Figure, add, decimal, divide, scale, take_root, to_root
from houseway.games.packs import pack_bet
from houseway.games.packs.lines import Met, hands_by_lines
from houseway.games.packs.paying import Piece, break_even, hands_by_line, paid, piece_at, pieces
from houseway.games.packs.rules import BONUSES, RESETS, Bonus, Rules, bonuses, pay_tables
from houseway.money import DOLLAR, Cents, brief
from houseway.paytable import PayTable
from houseway.poker import Category
from houseway.refusal import Refusal
from houseway.returns import (
    Asked,
    BestPlay,
    Chart,
    ChoiceOdds,
    Facts,
    Position,
    RuleCost,
    WagerOdds,
    counted_lines,
    from_lines,
    strategy_of,
)

if TYPE_CHECKING:
    from houseway.games.packs.shared_five import Pairs

STRATEGIES = ("simple",)
METERS: tuple[str, ...] = BONUSES
SIZES = {"five_card": 5, "seven_card": 7}  # the cards that a bonus looks at
WAGERS = ("five_card", "seven_card", "five_card_progressive", "seven_card_progressive")
PROGRESSIVE = "_progressive"
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "no_pair_higher": ("lose", "push"),
    "five_card": tuple("ABCDE"),
    "five_card_progressive": ("none", *"ABCDE"),
    "seven_card": tuple("ABCDEFGHIJKLMNOPQRSTUVW"),
    "seven_card_progressive": ("none", *"ABCDEFGHIJKLM"),
    "seven_card_top": ("royal", "any"),
    "multiples": ("for", "to"),
}


def best_play(asked: Asked) -> BestPlay:
    """There is nothing to decide, so no play is better than another."""
    return BestPlay()


def wagers(asked: Asked) -> list[WagerOdds]:
    """A Pack's bet, then the bonuses in force or, if all tables are asked, all 46."""
    _check(asked)
    counted = pack_bet.counted(asked.recompute, asked.progress)
    pack = from_lines("pack", None, pack_bet.lines(asked.rules, counted.ends()))
    return [pack, *(bonus_odds(wager, table, asked) for wager, table in _tables(asked))]


def choices(position: Position) -> list[ChoiceOdds]:
    """None: nobody decides anything once the wagers lie."""
    raise Refusal("Pack's Poker has no decisions: once the wagers lie everybody watches", "43.10")


def charts(asked: Asked) -> list[Chart]:
    """None: there is no strategy to look at."""
    return []


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """None: there is nothing to remember."""
    return []


def facts(asked: Asked) -> list[Facts]:
    """Both elections, a bet by the player's hand, three packs together, progressive bonuses as lines in the meter."""
    _check(asked)
    counted = pack_bet.counted()
    return [_elections(counted), _by_hand(counted), _three_packs(asked, counted), *_meters(asked)]


def named(bonus: Bonus) -> str:
    """A bonus as the odds name it."""
    return f"{bonus.name}{PROGRESSIVE}" if bonus.progressive else bonus.name


def bonus_odds(wager: str, table: PayTable, asked: Asked) -> WagerOdds:
    """A bonus wager under one pay table, at the stake and the meter that are asked."""
    rules: Rules = asked.rules
    name, progressive = wager.removesuffix(PROGRESSIVE), wager.endswith(PROGRESSIVE)
    hands = hands_by_lines(SIZES[name], rules.seven_card_top)
    meter = meter_of(name, asked) if progressive else 0
    lines = counted_lines(hands_by_line(table, hands, asked.stake, Fraction(meter)), table, asked.stake, meter)
    if not progressive:
        return from_lines(wager, table.name, lines)
    worth = pieces(table, hands, asked.stake)
    return from_lines(
        wager,
        table.name,
        lines,
        ev_without_jackpot=Exact(worth[0].ev),
        break_even_meter=Exact(break_even(worth)),
        notes=(f"at a meter of ${brief(meter)}: {in_words(piece_at(worth, Fraction(meter)), worth)}",),
    )


def meter_of(name: str, asked: Asked) -> Cents:
    """What a meter shows: as asked, else what it is reset to."""
    reset: Cents = getattr(asked.rules, RESETS[name])
    return asked.meters.get(name, reset)


def in_words(piece: Piece, worth: Sequence[Piece]) -> str:
    """A wager's expectation as a line in the meter, and where that line begins and ends."""
    above = [each.meter for each in worth if each.meter > piece.meter]
    until = f" to ${_whole(above[0])}" if above else " up"
    return (
        f"ev = {decimal(piece.ev, 10)} + {decimal(piece.slope * DOLLAR, 10)} for each dollar on the meter, "
        f"from ${_whole(piece.meter)}{until}"
    )


def _check(asked: Asked) -> None:
    strategy_of(asked, "packs", best_play(asked), STRATEGIES)
    if asked.stake <= 0:
        raise Refusal("a wager is more than nothing: ask for a stake above 0")
    hung = [name for name in BONUSES if asked.all_tables or getattr(asked.rules, f"{name}{PROGRESSIVE}")]
    for name, amount in asked.meters.items():
        if name not in hung:
            raise Refusal(f"this table has no meter {name!r}; it has: {', '.join(hung) or 'none'}")
        if amount < 0:
            raise Refusal(f"the meter {name} shows no less than 0")


def _tables(asked: Asked) -> Iterator[tuple[str, PayTable]]:
    """The bonus wagers that are asked, each with its pay tables, in the order of the odds."""
    rules: Rules = asked.rules
    in_force = {named(bonus): bonus.table for bonus in bonuses(rules).values()}
    for wager in WAGERS:
        if asked.all_tables:
            yield from ((wager, table) for table in pay_tables(rules.multiples)[wager].values())
        elif wager in in_force:
            yield wager, in_force[wager]


def _elections(counted: pack_bet.Counted) -> Facts:
    """The Pack's bet under both elections."""
    rows: list[tuple[str | Figure, ...]] = []
    for election in ("lose", "push"):
        bet = from_lines("pack", None, pack_bet.lines(Rules(no_pair_higher=election), counted.ends()))
        rows.append((election, bet.house_edge, bet.deviation, bet.hit_frequency))
    return Facts(
        "A hand above the dealer's but below a pair (no_pair_higher)",
        ("it is", "house edge", "standard deviation", "bet wins"),
        tuple(rows),
        places=DIGITS,
    )


def _by_hand(counted: pack_bet.Counted) -> Facts:
    """How a player's hand fares against the dealer's with the same pack."""
    rows: list[tuple[str | Figure, ...]] = []
    for hand in Category:
        deals, ties = sum(counted.both[hand]), counted.ties[hand]
        higher = sum(counted.both[hand][:hand]) + (counted.both[hand][hand] - ties) // 2
        chances = (
            Fraction(deals, pack_bet.DEALS),
            *(Fraction(part, deals) for part in (higher, ties, deals - higher - ties)),
        )
        rows.append((hand.name.replace("_", " ").lower(), f"{deals:,}", *map(Exact, chances)))
    return Facts(
        "The player's best hand with a pack against the dealer's",
        ("hand", "deals", "probability", "higher", "tie", "lower"),
        tuple(rows),
        places=10,
    )


def _three_packs(asked: Asked, counted: pack_bet.Counted) -> Facts:
    """What one player's wagers on all three packs come to together, for each unit on each pack."""
    from houseway.games.packs import shared_five, three_packs

    bet = from_lines("pack", None, pack_bet.lines(asked.rules, counted.ends()))
    two = three_packs.together(
        three_packs.recalled(asked.recompute, asked.progress), pack_bet.nets(asked.rules), bet.ev.value
    )
    rows = [_together(bet, Estimated(two.covariance, to_root(two.square_error), "rounds", two.rounds))]
    pairs = shared_five.recalled(asked.recompute)
    for wager, table in _tables(asked):
        if wager in SIZES:
            bonus = bonus_odds(wager, table, asked)
            rows.append(_together(bonus, Exact(_covariance(bonus, table, asked, pairs))))
    return Facts(
        "One player on three packs",
        ("wager", "table", "deviation of one", "correlation of two", "deviation of three"),
        tuple(rows),
        f"How two Pack's bets hang together is simulated, {two.rounds:,} rounds; all else is counted. Three five-card "
        "bonuses look at the same five cards. Progressive ones are left out: what one pack takes the next does not "
        "find on the meter.",
        places=10,
    )


def _together(one: WagerOdds, covariance: Figure) -> tuple[str | Figure, ...]:
    """The odds of one wager and of three, from the covariance of two."""
    three = take_root(add(scale(one.variance, 3), scale(covariance, 6)))
    return one.wager, one.table or "", one.deviation, divide(covariance, one.variance), three


def _covariance(bonus: WagerOdds, table: PayTable, asked: Asked, pairs: "Pairs") -> Fraction:
    """Of the bonuses on two packs."""
    from houseway.games.packs import shared_five

    def worth(met: Met) -> Fraction:
        return Fraction(paid(table, met, asked.stake, Fraction(0))[1], asked.stake)

    if bonus.wager == "five_card":
        return bonus.variance.value
    return shared_five.covariance(pairs, worth, asked.rules.seven_card_top)


def _meters(asked: Asked) -> Iterator[Facts]:
    """Each progressive bonus as a line in its meter, where every hand that has a share takes it."""
    rows: list[tuple[str | Figure, ...]] = []
    for wager, table in _tables(asked):
        if wager.endswith(PROGRESSIVE):
            name = wager.removesuffix(PROGRESSIVE)
            worth = pieces(table, hands_by_lines(SIZES[name], asked.rules.seven_card_top), asked.stake)
            last = worth[-1]
            rows.append(
                (
                    wager,
                    table.name,
                    Exact(worth[0].ev),
                    _whole(last.meter),
                    Exact(last.ev),
                    Exact(last.slope * 1000 * DOLLAR),
                    _whole(break_even(worth)),
                )
            )
    if rows:
        yield Facts(
            f"Progressive bonuses as a line in the meter, at a stake of ${brief(asked.stake)}",
            ("wager", "table", "without jackpot", "meter from $", "ev", "+ per $1000", "break-even $"),
            tuple(rows),
            "From that meter on every hand takes its share; the expectation is then ev and so much for every $1000.",
            places=10,
        )


def _whole(meter: Fraction) -> str:
    """A meter in dollars, up to the next cent."""
    return brief(-int(-meter // 1))
