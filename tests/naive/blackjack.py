"""Blackjack Lucky 8, sections 3 and 4: one box against the dealer, the side bets and insurance."""

from itertools import combinations
from typing import NamedTuple

from naive import Line
from naive.poker import Cards

LUCKY8_ODDS = {
    "3 suited 8's": 1_000,
    "3 unsuited 8's": 100,
    "2 suited 8's": 10,
    "2 unsuited 8's": 5,
    "two of a kind": 3,
}


class Hand(NamedTuple):
    """A player's finished hand; stake is all that lies on it, doubled or not."""

    cards: Cards
    stake: int
    doubled: bool = False
    was_split: bool = False
    surrendered: bool = False
    even_money: bool = False


def points(card: str) -> int:
    """3.17, the ace as 1."""
    if card[0] in "TJQK":
        return 10
    return 1 if card[0] == "A" else int(card[0])


def total(cards: Cards) -> int:
    """The point total: one ace counts 11 where that does not exceed 21."""
    hard = sum(points(card) for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


def is_blackjack(cards: Cards, was_split: bool = False) -> bool:
    """1.1.1: ace and ten-valued card as the first two, never after a split."""
    return len(cards) == 2 and total(cards) == 21 and not was_split


def pair(cards: Cards, stake: int, pair_by: str = "rank") -> Line:
    """The Pair bet on the player's first two cards."""
    if is_pair(cards[0], cards[1], pair_by):
        return Line("pair", stake, 11 * stake, "4.1")
    return Line("pair", stake, -stake, "3.5.1")


def lucky8(cards: Cards, dealer_first: str, stake: int, pair_by: str = "rank") -> Line:
    """The Lucky 8 bet on the player's first two cards and the dealer's first: its highest line, ruling B4."""
    made = lucky8_lines((*cards, dealer_first), pair_by)
    if made:
        return Line("lucky8", stake, stake * max(LUCKY8_ODDS[line] for line in made), "4.2")
    return Line("lucky8", stake, -stake, "3.5.2")


def insurance(dealer_cards: Cards, stake: int) -> Line:
    """3.12: wins if the dealer's second card is worth ten."""
    assert dealer_cards[0][0] == "A"
    net = 2 * stake if points(dealer_cards[1]) == 10 else -stake
    return Line("insurance", stake, net, "4.1")


def settle_box(hands: list[Hand], original: int, dealer_cards: Cards, dealer_blackjack: str = "obo") -> list[Line]:
    """The main lines of a box; dealer_cards may be one card where no wager depended on more (ruling B8)."""
    if is_blackjack(dealer_cards) and any(hand.doubled or hand.was_split for hand in hands):
        return against_blackjack(hands, original, dealer_blackjack)
    return [settle_hand(hand, dealer_cards) for hand in hands]


def settle_hand(hand: Hand, dealer_cards: Cards) -> Line:
    """One hand, in the order in which its fate was sealed."""
    stake, mine, dealers = hand.stake, total(hand.cards), total(dealer_cards)
    if hand.surrendered:
        return Line("main", stake, stake // 2 - stake, "3.10")
    if hand.even_money:
        return Line("main", stake, stake, "3.7.1")
    if mine > 21:
        return Line("main", stake, -stake, "4.4.2")
    if is_blackjack(hand.cards, hand.was_split):
        if is_blackjack(dealer_cards):
            return Line("main", stake, 0, "4.6.2")
        return Line("main", stake, stake * 3 // 2, "4.3.1")
    if is_blackjack(dealer_cards):
        return Line("main", stake, -stake, "4.4.3")
    assert dealers >= 17, "the dealer has not drawn out"
    if dealers > 21:
        return Line("main", stake, stake, "4.3.3")
    if mine > dealers:
        return Line("main", stake, stake, "4.3.2")
    if mine < dealers:
        return Line("main", stake, -stake, "4.4.1")
    return Line("main", stake, 0, "4.6.1")


def against_blackjack(hands: list[Hand], original: int, option: str) -> list[Line]:
    """A doubled or split box against the dealer's blackjack: its whole loss on the first line (ruling B3)."""
    busted = sum(hand.stake for hand in hands if total(hand.cards) > 21)
    standing = any(total(hand.cards) <= 21 for hand in hands)
    loss = {
        "obo": original,
        "obbo": max(busted, original),
        "bb1": busted + (original if standing else 0),
    }[option]
    clause = "4.5.2" if any(hand.was_split for hand in hands) else "4.5.1"
    nets = [-loss] + [0] * (len(hands) - 1)
    return [Line("main", hand.stake, net, clause) for hand, net in zip(hands, nets, strict=True)]


def is_pair(one: str, other: str, pair_by: str) -> bool:
    """Ruling B1: the same rank, or by the option any two ten-valued cards."""
    if one[0] == other[0]:
        return True
    return pair_by == "value" and points(one) == points(other) == 10


def lucky8_lines(three: Cards, pair_by: str) -> list[str]:
    """Every line of 4.2 that two or all three of the cards make."""
    made = []
    if all(card[0] == "8" for card in three):
        made.append("3 suited 8's" if len({card[1] for card in three}) == 1 else "3 unsuited 8's")
    for one, other in combinations(three, 2):
        if one[0] == other[0] == "8":
            made.append("2 suited 8's" if one[1] == other[1] else "2 unsuited 8's")
        elif is_pair(one, other, pair_by):
            made.append("two of a kind")
    return made
