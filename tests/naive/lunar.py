"""Lunar Poker, 13:69F-38.10 and 38.12: one player against the dealer, and the table's progressive meter."""

from collections.abc import Iterator
from itertools import combinations

from naive import Line
from naive.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Cards,
    best_fives,
    category,
    rank_best,
    value,
)

INSTANT_CASH = {ROYAL_FLUSH: 600, STRAIGHT_FLUSH: 200}
BET_ODDS = {
    "royal flush": 100,
    "straight flush": 50,
    "four-of-a-kind": 20,
    "full house": 7,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two pair": 2,
    "one pair": 1,
    "ace-king": 1,
}
FIXED_PRIZES = {FOUR_OF_A_KIND: 500_00, FULL_HOUSE: 100_00, FLUSH: 50_00}
STRAIGHT_FLUSH_AMOUNT = 5_000_00
LINES = {
    ROYAL_FLUSH: "royal flush",
    STRAIGHT_FLUSH: "straight flush",
    FOUR_OF_A_KIND: "four-of-a-kind",
    FULL_HOUSE: "full house",
    FLUSH: "flush",
    STRAIGHT: "straight",
    THREE_OF_A_KIND: "three-of-a-kind",
    TWO_PAIR: "two pair",
    ONE_PAIR: "one pair",
}
FOLD_CLAUSES = {None: "38.10(b)4", "buy": "38.10(c)", "exchange": "38.10(d)"}
FEE_CLAUSES = {"buy": "38.10(c)", "exchange": "38.10(d)"}


def settle(
    first_five: Cards,
    ante: int,
    dealer: Cards,
    *,
    super_bet: int = 0,
    option: str | None = None,
    final_cards: Cards | None = None,
    bets: bool = True,
    forced_card: str | None = None,
    second_hand: str = "ranked",
    payout_limit: int | None = None,
    limit_covers: str = "all",
    coupon: int = 0,
    declared: bool = True,
) -> list[Line]:
    """All of one player's wagers but the progressive one.

    option is None, 'buy' or 'exchange' and final_cards what the hand then was; dealer is the dealer's five
    cards as dealt; forced_card is the card that replaced his highest if this player forced him, else None.
    A match play coupon wins what the Ante's chips win. declared: the player said what the first five cards are worth.
    """
    side_limit = payout_limit if limit_covers == "all" else None
    lines = [super_line(first_five, super_bet, side_limit, declared)] if super_bet else []
    if declared and category(first_five) in INSTANT_CASH:
        won = limited((ante + coupon) * INSTANT_CASH[category(first_five)], side_limit)
        return [*lines, Line("ante", ante, won, "38.12(c)")]
    if option is not None:
        lines.append(Line(option, ante, -ante, FEE_CLAUSES[option]))
    if not bets:
        return [*lines, Line("ante", ante, -ante, FOLD_CLAUSES[option])]
    hand = final_cards or first_five
    if qualifies(dealer):
        assert forced_card is None
        return lines + compared(hand, ante, dealer, second_hand, payout_limit)
    if forced_card is None:
        return [*lines, Line("ante", ante, ante + coupon, "38.10(j)1"), Line("bet", 2 * ante, 0, "38.10(j)1")]
    lines.append(Line("force", ante, -ante, "38.10(k)"))
    forced = forced_hand(dealer, forced_card)
    if qualifies(forced):
        return lines + compared(hand, ante, forced, second_hand, payout_limit)
    return [*lines, Line("ante", ante, 0, "38.10(k)2"), Line("bet", 2 * ante, 0, "38.10(k)2")]


def qualifies(cards: Cards) -> bool:
    """Ace, king, four, three and two or better (38.1): an ace with a king, or a pair or better."""
    return rank_best(cards) >= (0, 14, 13, 4, 3, 2)


def forced_hand(dealer: Cards, new_card: str) -> Cards:
    """The dealer's hand with its highest card replaced: 38.10(k)."""
    highest = max(dealer, key=value)
    return (*(card for card in dealer if card != highest), new_card)


def compared(hand: Cards, ante: int, dealer: Cards, second: str, payout_limit: int | None) -> list[Line]:
    """Ante and bet against a qualifying dealer: 38.10(i)."""
    bet = 2 * ante
    mine, dealers = rank_best(hand), rank_best(dealer)
    if mine < dealers:
        return [Line("ante", ante, -ante, "38.10(i)1"), Line("bet", bet, -bet, "38.10(i)1")]
    if mine == dealers:
        return [Line("ante", ante, 0, "38.10(i)2"), Line("bet", bet, 0, "38.10(i)2")]
    won = limited(bet * sum(bet_odds(hand, second)), payout_limit)
    return [Line("ante", ante, 0, "38.10(i)3"), Line("bet", bet, won, "38.10(i)3")]


def bet_odds(hand: Cards, second_hand: str = "ranked") -> tuple[int, int]:
    """The odds to 1 of the first hand and of the second qualifying hand, 0 for none (ruling N6)."""
    answers = set()
    for five in best_fives(hand):
        line = LINES.get(category(five), "ace-king")
        (first,) = [cards for cards in combinations_that_pay(five) if paid_line(cards) == line]
        used = first if second_hand == "ranked" else five
        others = [
            BET_ODDS[str(paid_line(cards))]
            for cards in combinations_that_pay(hand)
            if any(card not in used for card in cards)
        ]
        answers.add((BET_ODDS[line], max(others, default=0)))
    assert len(answers) == 1, "equal best hands must pay alike"
    return answers.pop()


def combinations_that_pay(hand: Cards) -> Iterator[Cards]:
    """Every set of cards of the hand that makes a line by itself, without kickers."""
    for size in range(2, 6):
        for cards in combinations(hand, size):
            if paid_line(cards) is not None:
                yield cards


def paid_line(cards: Cards) -> str | None:
    """The line of 38.12(e) that needs exactly these cards."""
    values = sorted(value(card) for card in cards)
    if len(cards) == 5:
        line = LINES.get(category(cards))
        return line if line in ("royal flush", "straight flush", "full house", "flush", "straight") else None
    if values == [13, 14]:
        return "ace-king"
    if len(set(values)) == 1:
        return {2: "one pair", 3: "three-of-a-kind", 4: "four-of-a-kind"}[len(values)]
    if len(values) == 4 and values[0] == values[1] and values[2] == values[3]:
        return "two pair"
    return None


def super_line(five: Cards, stake: int, payout_limit: int | None = None, declared: bool = True) -> Line:
    """The super side bet on the first five cards: 38.12(d), won or lost; lost by 38.10(a) if it is not declared."""
    if not declared:
        return Line("super", stake, -stake, "38.10(a)")
    odds = super_odds(five)
    return Line("super", stake, limited(stake * odds, payout_limit) if odds else -stake, "38.12(d)")


def limited(won: int, payout_limit: int | None) -> int:
    """What a wager wins within the house's limit: 38.12(f)."""
    return won if payout_limit is None else min(won, payout_limit)


def super_odds(five: Cards) -> int:
    """The highest line of 38.12(d) that the five cards satisfy, 0 for none (ruling N4)."""
    kind = category(five)
    straight = kind in (STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH)
    flush = kind in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
    same_colour = all(card[1] in "dh" for card in five) or all(card[1] in "cs" for card in five)
    satisfied = [
        (kind == FOUR_OF_A_KIND, 250),
        (straight and same_colour, 150),
        (kind == FULL_HOUSE, 100),
        (flush, 60),
        (straight, 30),
        (kind == THREE_OF_A_KIND, 7),
        ({"A", "K", "Q"} <= {card[0] for card in five}, 5),
        (same_colour, 2),
    ]
    return max((odds for met, odds in satisfied if met), default=0)


def progressive(
    first_fives: dict[int, Cards],
    meter: int,
    *,
    reset: int = 0,
    rate: int = 70,
    straight_flush: str = "percent",
    fixed_prizes: str = "meter",
    stake: int = 100,
) -> tuple[dict[int, Line], int]:
    """Every progressive wager of the table, by seat, and the meter afterwards (rulings N5, N9, N10, N12).

    first_fives holds the seats that made the wager; meter is what it showed before they were credited.
    """
    meter += len(first_fives) * stake * rate // 100
    royals = [seat for seat in first_fives if category(first_fives[seat]) == ROYAL_FLUSH]
    royal_share: int | None = None
    lines = {}
    for seat in sorted(first_fives, reverse=True):
        kind = category(first_fives[seat])
        prize, off_meter = FIXED_PRIZES.get(kind, 0), fixed_prizes == "meter"
        if kind == ROYAL_FLUSH:
            if royal_share is None:
                royal_share = meter // len(royals)
            prize, off_meter = royal_share, True
        elif kind == STRAIGHT_FLUSH and straight_flush == "percent":
            prize, off_meter = meter * 10 // 100, True
        elif kind == STRAIGHT_FLUSH:
            prize = STRAIGHT_FLUSH_AMOUNT
        if prize and off_meter:
            was_below = meter < reset
            meter -= prize
            if meter < 1 or (meter < reset and not was_below):
                meter = reset
        lines[seat] = Line("progressive", stake, prize - stake, "38.12(g)")
    return lines, meter
