"""The odds of Lucky 8's, all of them exact: every hand of the player against every hand of the dealer.

A strategy says of each of the 6,435 compositions whether it plays. The optimal one plays what loses less than the
folded Ante, and looks at Ante and In to Win alone: where a folded bonus is lost (`folded_bonus=lost`) the bonus
follows that strategy, it does not change it. No composition is worth exactly a fold.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb

from houseway.cards import missing_from, name
from houseway.figures import Exact
from houseway.games.lucky8s.every_hand import (
    DEALERS_HANDS,
    ENDS,
    FOLDED,
    HANDS,
    IN_THE_DECK,
    VALUES,
    Composition,
    Made,
    composition_of,
    dealt,
    ends,
    every_hand,
    worth,
)
from houseway.games.lucky8s.rules import CARDS, pay_tables
from houseway.games.lucky8s.strategy import worth_playing
from houseway.paytable import PayTable
from houseway.refusal import Refusal
from houseway.returns import (
    OPTIMAL,
    Asked,
    BestPlay,
    Chart,
    ChoiceOdds,
    Facts,
    LineOdds,
    Position,
    RuleCost,
    WagerOdds,
    counted_lines,
    from_lines,
    strategy_of,
)
from houseway.shoe import eights_deck

STRATEGIES = ("simple", "never_fold")
METERS: tuple[str, ...] = ()
OPTIONS: Mapping[str, tuple[str, ...]] = {"bonus_table": ("1", "2", "3", "4", "5"), "folded_bonus": ("stays", "lost")}

Plays = tuple[bool, ...]  # for each composition, by its number
Cell = tuple[int, int]  # hands of 8, side cards
Rule = Callable[[Made], bool]

LEGEND = {
    "P": "play",
    "p": "play, but for some of these hands",
    "f": "fold, but for some of these hands",
    "F": "fold",
}
LEARNABLE = "play three hands of 8, two with at most two side cards, two with three if an 8 or joker is among the cards"
NAMED = {"look at every card": OPTIMAL, "never fold": "never_fold"}  # rules that a strategy plays by
BEST_BY_CELLS = "play three hands of 8, two with at most two side cards: best by hands of 8 and side cards alone"


def best_play(asked: Asked) -> BestPlay:
    """The best play is proven: every composition is counted against every hand of the dealer."""
    return BestPlay()


def wagers(asked: Asked) -> list[WagerOdds]:
    """Ante with In to Win, then the bonus."""
    strategy = strategy_of(asked, "lucky8s", best_play(asked), STRATEGIES)
    plays = plays_of(strategy)
    tables = pay_tables()["bonus"].values() if asked.all_tables else (asked.rules.bonus,)
    return [_ante(plays, strategy), *(_bonus(table, asked, strategy, plays) for table in tables)]


def choices(position: Position) -> list[ChoiceOdds]:
    """To play or to fold eight cards, in Antes."""
    hand = position.hand
    if len(hand) != CARDS:
        raise Refusal(f"a hand of Lucky 8's has eight cards, not {len(hand)}", "50.6(d)")
    if (extra := missing_from(eights_deck(), hand)) is not None:
        if extra not in eights_deck():
            raise Refusal(f"{name(extra)} is not among the 66 cards of Lucky 8's", "50.2(a)")
        raise Refusal(f"{name(extra)} is {hand.count(extra)} times in the hand, the 66 cards have it twice", "50.2(a)")
    if position.up is not None or position.dealer:
        raise Refusal("no card of the dealer is seen before the call: give the hand alone", "50.6(h)")
    by_playing = worth(ends(composition_of(hand)))
    return [ChoiceOdds("play", Exact(Fraction(by_playing, DEALERS_HANDS))), ChoiceOdds("fold", Exact(Fraction(-1)))]


def charts(asked: Asked) -> list[Chart]:
    """The optimal strategy by hands of 8 and side cards, and where that is not enough by lucky cards too."""
    sides = range(CARDS + 1)
    columns = tuple(map(str, sides))
    by_hands = tuple((str(hands), tuple(_letter(hands, side) for side in sides)) for hands in sides)
    by_lucky = tuple((str(lucky), tuple(_letter(2, side, lucky) for side in sides)) for lucky in range(3))
    return [
        Chart("Hands of 8 by side cards", "hands of 8", columns, by_hands, LEGEND),
        Chart("Two hands of 8: natural 8s and jokers by side cards", "8s and jokers", columns, by_lucky, LEGEND),
    ]


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """Rules from the best down. Whoever looks at hands of 8 and side cards alone decides cell by cell."""
    best = ev_of(plays_of(OPTIMAL))
    cells = best_cells()
    rules: dict[str, Rule] = {
        LEARNABLE: _learnable,
        BEST_BY_CELLS: lambda made: made.cell in cells,
        "play three hands of 8, two with at most one side card": _two_with_at_most(1),
        "play three hands of 8, two without side cards": _two_with_at_most(0),
        "play three hands of 8": lambda made: made.hands >= 3,
        "play three hands of 8, two with at most three side cards": _two_with_at_most(3),
        "play three hands of 8 and whatever has an 8 or joker": lambda made: made.hands >= 3 or made.lucky > 0,
        "play at most four side cards": lambda made: made.side <= 4,
        "play two hands of 8": lambda made: made.hands >= 2,
        "play two hands of 8 and whatever has an 8 or joker": lambda made: made.hands >= 2 or made.lucky > 0,
        "never fold": lambda made: True,
        "play whatever has an 8 or joker": lambda made: made.lucky > 0,
        "play four hands of 8": lambda made: made.hands >= 4,
    }
    worths = {"look at every card": best} | {words: ev_of(plays_by(rule)) for words, rule in rules.items()}
    return [
        RuleCost(words, Exact(ev), Exact(best - ev), NAMED.get(words))
        for words, ev in sorted(worths.items(), key=lambda found: -found[1])
    ]


def facts(asked: Asked) -> list[Facts]:
    """What playing is worth by hands of 8 and side cards, and the hands that a learnable rule plays wrongly."""
    return [_cells(), _exceptions()]


def plays_of(strategy: str) -> Plays:
    """Which compositions a strategy plays."""
    every = every_hand()
    if strategy == OPTIMAL:
        return tuple(wins > -DEALERS_HANDS for wins in _worths())
    if strategy == "simple":
        by_kind = [worth_playing(hand) for hand in every.sets]
        return tuple(by_kind[kind] for kind in every.kind)
    return (True,) * len(every.made)


def plays_by(rule: Rule) -> Plays:
    """Which compositions a rule plays that looks only at what they make."""
    return tuple(rule(made) for made in every_hand().made)


def ev_of(plays: Plays) -> Fraction:
    """What a strategy wins for each unit of Ante, over all hands of player and dealer."""
    won = sum(
        number * (wins if plays_it else -DEALERS_HANDS)
        for number, wins, plays_it in zip(_dealt(), _worths(), plays, strict=True)
    )
    return Fraction(won, HANDS * DEALERS_HANDS)


@cache
def counted() -> tuple[tuple[int, ...], ...]:
    """For each composition how many of the dealer's hands bring it to each end, if it plays."""
    from houseway.games.lucky8s.against_dealer import all_ends  # needs numba, which `choices` does not

    rows = tuple(map(tuple, all_ends().tolist()))
    assert all(sum(row) == DEALERS_HANDS for row in rows)
    return rows


def best_cells() -> frozenset[Cell]:
    """The cells of hands of 8 and side cards that are better played than folded, each taken as a whole.

    A rule that sees no more than the cell wins the sum of what its cells win, so no other such rule is better.
    """
    won: dict[Cell, int] = {}
    for number, wins, made in zip(_dealt(), _worths(), every_hand().made, strict=True):
        won[made.cell] = won.get(made.cell, 0) + number * (wins + DEALERS_HANDS)
    return frozenset(cell for cell, more in won.items() if more > 0)


def _ante(plays: Plays, strategy: str) -> WagerOdds:
    totals = [0] * len(ENDS)
    played = 0
    for number, row, plays_it in zip(_dealt(), counted(), plays, strict=True):
        if plays_it:
            played += number
            for end, count in enumerate(row):
                totals[end] += number * count
        else:
            totals[FOLDED] += number * DEALERS_HANDS
    everything = HANDS * DEALERS_HANDS
    lines = [
        LineOdds(end.line, Exact(Fraction(count, everything)), Exact(Fraction(end.net)), end.pays, count)
        for end, count in zip(ENDS, totals, strict=True)
    ]
    return from_lines("ante", None, lines, wagered=Exact(1 + Fraction(played, HANDS)), strategy=strategy)


def _bonus(table: PayTable, asked: Asked, strategy: str, plays: Plays) -> WagerOdds:
    """By the number of natural 8s and jokers; where a fold loses the bonus too, of the hands that play alone."""
    lucky = IN_THE_DECK[-1]
    others = sum(IN_THE_DECK) - lucky
    by_lucky = [comb(lucky, count) * comb(others, CARDS - count) for count in range(CARDS + 1)]
    if asked.rules.folded_bonus == "stays":
        return from_lines("bonus", table.name, counted_lines(_by_line(by_lucky, table), table, asked.stake))
    folded = [0] * (CARDS + 1)
    for number, made, plays_it in zip(_dealt(), every_hand().made, plays, strict=True):
        folded[made.lucky] += 0 if plays_it else number
    played = [all_of - lost for all_of, lost in zip(by_lucky, folded, strict=True)]
    counts = _by_line(played, table)
    loses = counts[""]
    *paid, _ = counted_lines(counts | {"": loses + sum(folded)}, table, asked.stake)
    lost = [
        LineOdds("loses", Exact(Fraction(loses, HANDS)), Exact(Fraction(-1)), "", loses),
        LineOdds("folded", Exact(Fraction(sum(folded), HANDS)), Exact(Fraction(-1)), "", sum(folded)),
    ]
    note = f"a folded hand loses its bonus; the strategy ({strategy}) looks at the Ante alone"
    return from_lines("bonus", table.name, [*paid, *lost], notes=(note,))


def _by_line(by_lucky: list[int], table: PayTable) -> dict[str, int]:
    counts = {"": 0}
    for lucky, number in enumerate(by_lucky):
        line = str(lucky) if table.line(str(lucky)) else ""
        counts[line] = counts.get(line, 0) + number
    return counts


def _letter(hands: int, side: int, lucky: int | None = None) -> str:
    """What to do with all hands that make this, and whether some of them are exceptions."""
    found = [
        pair
        for made, pairs in _by_made().items()
        if made.cell == (hands, side) and lucky in (None, made.lucky)
        for pair in pairs
    ]
    if not found:
        return ""
    letter = "P" if sum(number * (wins + DEALERS_HANDS) for number, wins in found) > 0 else "F"
    alike = len({wins > -DEALERS_HANDS for _, wins in found}) == 1
    return letter if alike else letter.lower()


def _cells() -> Facts:
    cells: dict[Cell, list[tuple[int, int]]] = {}
    for made, pairs in _by_made().items():
        cells.setdefault(made.cell, []).extend(pairs)
    rows = []
    for (hands, side), found in sorted(cells.items(), reverse=True):
        number = sum(times for times, _ in found)
        won = Fraction(sum(times * wins for times, wins in found), number * DEALERS_HANDS)
        plays = sum(wins > -DEALERS_HANDS for _, wins in found)
        chance = Exact(Fraction(number, HANDS))
        rows.append((str(hands), str(side), f"{number:,}", chance, Exact(won), f"{plays} of {len(found)}"))
    columns = ("hands of 8", "side cards", "combinations", "probability", "playing wins", "compositions to play")
    return Facts("Hands by hands of 8 and side cards", columns, tuple(rows), "A fold wins -1.", places=8)


def _exceptions() -> Facts:
    """The whole optimal strategy in few words: a rule, and the hands with which it is wrong."""
    found: dict[tuple[int, int, str], list[str]] = {}
    every = every_hand()
    for composition, made, plays_it in zip(every.compositions, every.made, plays_of(OPTIMAL), strict=True):
        if plays_it != _learnable(made):
            found.setdefault((*made.cell, "play" if plays_it else "fold"), []).append(_written(composition))
    rows = tuple(
        (call, str(hands), str(side), str(len(listed)), " ".join(sorted(listed)).replace("1", "A"))
        for (hands, side, call), listed in sorted(found.items())
    )
    number = sum(map(len, found.values()))
    title = f"The optimal strategy is to {LEARNABLE}, but for {number} compositions"
    note = "8 stands for natural 8s and jokers. Any other hand: houseway ev lucky8s --hand."
    return Facts(title, ("call", "hands of 8", "side cards", "compositions", "values"), rows, note)


@cache
def _by_made() -> dict[Made, list[tuple[int, int]]]:
    """For all that a hand can make, how often each of its compositions is dealt and what playing it wins."""
    found: dict[Made, list[tuple[int, int]]] = {}
    for number, wins, made in zip(_dealt(), _worths(), every_hand().made, strict=True):
        found.setdefault(made, []).append((number, wins))
    return found


@cache
def _worths() -> tuple[int, ...]:
    return tuple(map(worth, counted()))


@cache
def _dealt() -> tuple[int, ...]:
    return tuple(map(dealt, every_hand().compositions))


def _learnable(made: Made) -> bool:
    return _two_with_at_most(2)(made) or (made.cell == (2, 3) and made.lucky > 0)


def _two_with_at_most(side: int) -> Rule:
    return lambda made: made.hands > 2 or (made.hands == 2 and made.side <= side)


def _written(composition: Composition) -> str:
    return "".join(str(value) * count for value, count in zip(VALUES, composition, strict=True))
