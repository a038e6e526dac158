"""Sensible play at Lunar Poker for bots: bet what is made, draw to what is strong, fold the rest."""

from collections.abc import Sequence

from houseway.asks import Act, Choices
from houseway.cards import ACE, DECK, KING, TEN, Card
from houseway.felt import DEALER_HAND
from houseway.games.lunar.hands import instant_cash_line, qualifies, super_line
from houseway.games.lunar.settle import bet_lines
from houseway.poker import Category, category, rank_of
from houseway.procedure import View


def simple(view: View, choices: Choices) -> Act:
    """Bet a pair or better, or an ace-king that the up card does not block; buy or exchange for a strong draw."""
    cards = view.felt.cards(f"{view.seat}/hand")
    if choices.choice("declare"):
        claims = instant_cash_line(cards) or super_line(cards)
        return Act("declare" if claims else "pass")
    if choices.choice("force"):
        return Act("force" if pays_to_force(view, cards) else "decline")
    if choices.choice("bet") and plays(cards, view.felt.up[DEALER_HAND]):
        return Act("bet")
    if choices.choice("buy") and can_bet_after(view):
        return draw(cards)
    return choices.default


def plays(cards: Sequence[Card], up: Sequence[Card]) -> bool:
    """A pair or better; ace-king only if the dealer does not show an ace or a king, which makes him qualify."""
    rank = rank_of(cards)
    return category(rank) >= Category.ONE_PAIR or (qualifies(rank) and up[0] >> 2 < KING)


def can_bet_after(view: View) -> bool:
    """Are there chips for a payment and the bet wager after it?"""
    return view.felt.stake(f"{view.seat}/chips") >= 3 * view.felt.stake(f"{view.seat}/ante")


def draw(cards: Sequence[Card]) -> Act:
    """Three cards of a royal flush are kept, four of a flush or of an open straight get a sixth card, else fold."""
    for suit in range(4):
        suited = [card for card in cards if card & 3 == suit]
        high = [card for card in suited if card >> 2 >= TEN]
        if len(high) == 3:
            return Act("exchange", cards=tuple(card for card in cards if card not in high))
        if len(suited) == 4:
            return Act("buy")
    return Act("buy") if open_straight(cards) else Act("fold")


def open_straight(cards: Sequence[Card]) -> bool:
    """Four ranks in sequence that a card at either end completes."""
    ranks = {card >> 2 for card in cards}
    return any(low + 3 < ACE and ranks.issuperset(range(low, low + 4)) for low in ranks)


def pays_to_force(view: View, cards: Sequence[Card]) -> bool:
    """Forcing costs the Ante that would be won and one more; it gives the bet's odds if the dealer then qualifies."""
    odds = sum(line.number for line in bet_lines(cards, rank_of(cards), view.rules))
    if odds < 3:  # not even half of the cards make him qualify
        return False
    dealer = sorted(view.felt.up[DEALER_HAND], key=lambda card: card >> 2)
    unseen = [card for card in DECK if card not in cards and card not in dealer]
    outs = sum(qualifies(rank_of([*dealer[:-1], card])) for card in unseen)
    return odds * outs > len(unseen)
