"""Pack's Poker, 13:69F-43.10 to 43.12: the Pack's bets and all 46 bonus tables."""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from naive import Line
from naive.poker import Cards, category, rank_best, rank_five, same_suit, straight_high, value

# A table is one column of the rulebook, from the highest line down: odds to 1 (or multiples), dollars where
# the text has a $, a share of the meter where it has a %, "push", or "-" for a line the table does not have.
FIVE_CARD_LINES = "royal straight_flush four full_house flush straight three two_pair jacks low_pair"
FIVE_CARD = {
    "A": "1000 250 100 50 25 10 4 3 2 -",
    "B": "1000 200 100 50 25 8 5 4 2 -",
    "C": "1000 500 250 30 20 10 5 3 2 -",
    "D": "1000 250 100 25 20 10 5 4 2 -",
    "E": "1000 250 100 25 20 10 3 2 1 push",
}
FIVE_CARD_PROGRESSIVE_LINES = "diamond_royal " + FIVE_CARD_LINES
FIVE_CARD_PROGRESSIVE = {
    "A": "100% 1000 500 100 50 25 10 5 4 3 -",
    "B": "100% 1000 500 200 100 50 10 5 4 2 -",
    "C": "100% 1000 500 100 25 20 10 5 4 3 -",
    "D": "100% 1000 250 100 50 25 20 5 4 3 -",
    "E": "100% 1000 250 100 25 20 10 4 3 2 push",
}
SEVEN_CARD_LINES = "seven six_royal royal straight_flush four full_house flush straight three two_pair"
SEVEN_CARD = {
    "A": "$50000 $5000 500 200 50 5 4 2 1 push",
    "B": "$50000 $5000 500 200 100 10 5 2 1 -",
    "C": "$10000 $5000 500 200 50 10 5 3 2 -",
    "D": "$25000 $5000 500 200 50 5 4 2 1 push",
    "E": "$50000 $5000 500 200 100 10 5 2 1 -",
    "F": "$10000 $5000 500 100 50 10 5 3 2 -",
    "G": "$50000 $5000 500 100 50 10 5 3 2 -",
    "H": "$25000 $2500 400 200 50 10 4 3 2 -",
    "I": "$10000 $5000 500 250 100 10 5 3 - -",
    "J": "$25000 $5000 500 250 100 10 5 4 - -",
    "K": "$50000 $5000 250 200 50 10 5 4 - -",
    "L": "$50000 $5000 500 250 50 15 10 - - -",
    "M": "$50000 $5000 500 250 100 25 - - - -",
    "N": "$25000 $5000 500 200 50 10 4 3 2 -",
    "O": "$25000 $5000 500 100 50 10 5 3 2 -",
    "P": "$25000 $5000 500 150 50 10 5 3 2 -",
    "Q": "$25000 $5000 500 100 50 10 4 3 3 -",
    "R": "$25000 $5000 500 100 50 15 3 2 2 -",
    "S": "$25000 $5000 500 100 50 10 5 4 2 -",
    "T": "$25000 $5000 500 100 50 10 5 3 3 -",
    "U": "$25000 $5000 500 150 75 10 6 4 - -",
    "V": "$25000 $5000 500 100 50 10 7 5 - -",
    "W": "$25000 $5000 500 100 50 10 8 5 - -",
}
SEVEN_CARD_PROGRESSIVE = {
    "A": "100% 10% 500 200 50 5 4 3 2 1",
    "B": "100% 10% 500 200 100 10 5 3 2 -",
    "C": "100% 10% 500 200 50 10 5 4 3 -",
    "D": "100% 10% 500 250 50 10 5 4 2 -",
    "E": "100% 10% 1000 200 25 10 5 4 3 -",
    "F": "100% 10% 500 100 50 10 4 3 2 -",
    "G": "100% 10% 500 100 50 10 5 4 3 -",
    "H": "100% 10% 1000 250 50 10 5 4 2 -",
    "I": "100% 10% 500 250 100 10 5 4 - -",
    "J": "100% 10% 1000 250 50 10 5 4 - -",
    "K": "100% 10% 500 100 50 20 5 2 - -",
    "L": "100% 10% 500 250 75 15 10 - - -",
    "M": "100% 10% 500 250 100 25 - - - -",
}


Meter = Fraction | int  # cents; a meter carries its fraction of a cent


class Bonus(NamedTuple):
    """One bonus wager on one pack: its name, its stake, and the five or seven cards it is settled on."""

    wager: str
    stake: int
    cards: Cards


def pack_bet(wager: str, player: Cards, dealer: Cards, pack: Cards, stake: int, no_pair_higher: str = "lose") -> Line:
    """A Pack's bet: 43.10(e), (f) and ruling P3."""
    mine, dealers = rank_best((*player, *pack)), rank_best((*dealer, *pack))
    has_pair = mine[0] >= 1
    if mine > dealers and has_pair:
        return Line(wager, stake, stake, "43.10(e)")
    if mine == dealers and has_pair:
        return Line(wager, stake, 0, "43.10(f)")
    if mine > dealers and no_pair_higher == "push":
        return Line(wager, stake, 0, "43.10(f)")
    return Line(wager, stake, -stake, "43.10(e)")


def five_card(bonus: Bonus, table: str) -> Line:
    """A five-card bonus that is not progressive: 43.11(b)1."""
    lines = table_lines(FIVE_CARD_LINES, FIVE_CARD[table])
    return fixed_bonus(bonus, lines, satisfied(bonus.cards), "43.11(b)1")


def seven_card(bonus: Bonus, table: str, top: str = "royal") -> Line:
    """A seven-card bonus that is not progressive: 43.11(c)1."""
    lines = table_lines(SEVEN_CARD_LINES, SEVEN_CARD[table])
    return fixed_bonus(bonus, lines, satisfied(bonus.cards, top), "43.11(c)1")


def five_card_progressive(
    bonuses: dict[int, Bonus], table: str, meter: Meter, *, reset: int = 0, multiples: str = "for"
) -> tuple[dict[int, Line], Meter]:
    """All five-card progressive wagers on one pack, by seat, and the meter after them: 43.11(b)2."""
    lines = table_lines(FIVE_CARD_PROGRESSIVE_LINES, FIVE_CARD_PROGRESSIVE[table])
    met = {seat: satisfied(bonus.cards) for seat, bonus in bonuses.items()}
    return shared(bonuses, lines, met, meter, reset, multiples, "43.11(b)2")


def seven_card_progressive(
    bonuses: dict[int, Bonus],
    table: str,
    meter: Meter,
    *,
    reset: int = 0,
    multiples: str = "for",
    top: str = "royal",
    tenth_below_reset: str = "stays",
) -> tuple[dict[int, Line], Meter]:
    """All seven-card progressive wagers on one pack, by seat, and the meter after them: 43.11(c)2."""
    lines = table_lines(SEVEN_CARD_LINES, SEVEN_CARD_PROGRESSIVE[table])
    met = {seat: satisfied(bonus.cards, top) for seat, bonus in bonuses.items()}
    return shared(bonuses, lines, met, meter, reset, multiples, "43.11(c)2", tenth_below_reset)


def credited(meter: Meter, stakes: list[int], rate: Meter) -> Meter:
    """The meter after "no more bets": a percentage of every progressive wager has gone to it (ruling P8)."""
    return meter + Fraction(sum(stakes)) * rate / 100


def fixed_bonus(bonus: Bonus, table: dict[str, str], met: set[str], clause: str) -> Line:
    """The line that pays most at this wager (ruling P10), or the loss of the wager."""
    nets = [to_net(table[line], bonus.stake) for line in table if line in met]
    if not nets:
        return Line(bonus.wager, bonus.stake, -bonus.stake, "43.10(g)")
    return Line(bonus.wager, bonus.stake, max(nets), clause)


def shared(
    bonuses: dict[int, Bonus],
    table: dict[str, str],
    met: dict[int, set[str]],
    meter: Meter,
    reset: int,
    multiples: str,
    clause: str,
    tenth_below_reset: str = "stays",
) -> tuple[dict[int, Line], Meter]:
    """Progressive wagers on one pack: the 10% line's shares, then the balance, else multiples (ruling P6)."""
    best = {seat: best_multiple(bonus.stake, table, met[seat], multiples) for seat, bonus in bonuses.items()}
    lines = {}
    top_up = False
    for percent, name in ((10, "six_royal"), (100, "seven"), (100, "diamond_royal")):
        holders = [seat for seat in bonuses if name in table and name in met[seat]]
        if not holders:
            continue
        share = meter * percent // 100 // len(holders)
        for seat in holders:
            wager, stake, _ = bonuses[seat]
            other = best[seat]
            if other is None or share - stake >= other:
                lines[seat] = Line(wager, stake, share - stake, clause)
                meter -= share
                top_up = top_up or percent == 100 or tenth_below_reset == "topped_up"
    for seat, (wager, stake, _) in bonuses.items():
        if seat not in lines:
            other = best[seat]
            lost = Line(wager, stake, -stake, "43.10(g)")
            lines[seat] = lost if other is None else Line(wager, stake, other, clause)
    return lines, max(meter, reset) if top_up else meter


def best_multiple(stake: int, table: dict[str, str], met: set[str], multiples: str) -> int | None:
    """The most that a line which is no share of the meter adds to the player's chips, None if none is met."""
    nets = []
    for line in table:
        if line in met and not table[line].endswith("%"):
            includes_stake = multiples == "for" and table[line] != "push"
            nets.append(to_net(table[line], stake) - (stake if includes_stake else 0))
    return max(nets, default=None)


def to_net(pays: str, stake: int) -> int:
    """What a line adds to the player's chips, the stake returned on top."""
    if pays == "push":
        return 0
    return int(pays[1:]) * 100 if pays[0] == "$" else int(pays) * stake


def table_lines(names: str, column: str) -> dict[str, str]:
    """Line name -> what it pays, without the lines the table does not have."""
    return {name: pays for name, pays in zip(names.split(), column.split(), strict=True) if pays != "-"}


def satisfied(cards: Cards, top: str = "royal") -> set[str]:
    """Every line that some of the cards make, each by its own definition in 43.5."""
    met = set()
    for five in combinations(cards, 5):
        high, suited = straight_high(five), same_suit(five)
        if high == 14 and suited:
            met.add("royal")
            if five[0][1] == "d":
                met.add("diamond_royal")
        if high is not None and suited:
            met.add("straight_flush")
        if suited:
            met.add("flush")
        if high is not None:
            met.add("straight")
        if category(five) == 6:
            met.add("full_house")
        if category(five) == 2:
            met.add("two_pair")
        if category(five) == 1:
            met.add("jacks" if rank_five(five)[1] >= 11 else "low_pair")
    for size, name in ((4, "four"), (3, "three")):
        if any(len({card[0] for card in some}) == 1 for some in combinations(cards, size)):
            met.add(name)
    return met | long_runs(cards, top)


def long_runs(cards: Cards, top: str) -> set[str]:
    """The seven-card line, or else the 6-card royal (rulings P1, P2)."""
    if len(cards) != 7:
        return set()
    values = sorted(value(card) for card in cards)
    low = sorted(1 if v == 14 else v for v in values)
    if same_suit(cards):
        if values == [8, 9, 10, 11, 12, 13, 14]:
            return {"seven"}
        if top == "any" and any(run == list(range(run[0], run[0] + 7)) for run in (values, low)):
            return {"seven"}
    for six in combinations(cards, 6):
        if same_suit(six) and sorted(value(card) for card in six) == [9, 10, 11, 12, 13, 14]:
            return {"six_royal"}
    return set()
