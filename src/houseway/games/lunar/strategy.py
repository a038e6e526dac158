"""Play at Lunar Poker: what a person can learn, what needs no option, and the best play without exchanges."""

from collections.abc import Iterable, Sequence

from houseway.asks import Act, Choices
from houseway.cards import ACE, KING, TEN, Card, read_cards
from houseway.felt import DEALER_HAND
from houseway.games.lunar.hands import instant_cash_line, super_line
from houseway.games.lunar.settle import bet_lines
from houseway.poker import Category, category, rank_of
from houseway.procedure import View

LEAST_BET = rank_of(read_cards("Ac Kd Qh 3s 2c"))  # what is bet after a draw: ace, king and queen, or better
LEAST_ODDS = 5  # to 1, for which the dealer is forced


def simple(view: View, choices: Choices) -> Act:
    """Draw as `elect` says, then bet an ace, king and queen or better; force the dealer for 5 to 1 or more."""
    cards = view.felt.cards(f"{view.seat}/hand")
    if choices.choice("declare"):
        return declare(cards)
    if choices.choice("force"):
        return Act("force" if pays_to_force(view, cards) else "decline")
    if choices.choice("buy") and can_bet_after(view):
        return elect(cards, view.felt.up[DEALER_HAND][0])
    return Act("bet") if choices.choice("bet") and rank_of(cards) >= LEAST_BET else choices.default


def elect(cards: Sequence[Card], up: Card) -> Act:
    """What to do with the first five cards.

    Buy a card to a straight or better; exchange the two beside three of a kind; bet two pair. With a pair buy to four
    of a straight or flush; bet it if an ace and a king lie beside it or if it is not lower than the up card; else
    exchange the other three. With no pair buy to four of a flush or of an open straight; else keep three of a royal
    flush, or ace and king, or an ace or king above the up card, and exchange the rest; else fold.
    """
    ranks = [card >> 2 for card in cards]
    kind = category(rank_of(cards))
    if kind >= Category.STRAIGHT:
        return Act("buy")
    if kind == Category.TWO_PAIR:
        return Act("bet")
    made = [card for card in cards if ranks.count(card >> 2) > 1]
    if kind == Category.THREE_OF_A_KIND:
        return keep(made, cards)
    if kind == Category.ONE_PAIR:
        if four_suited(cards) or four_of_straight(ranks):
            return Act("buy")
        bets = {ACE, KING} <= set(ranks) or made[0] >> 2 >= up >> 2
        return Act("bet") if bets else keep(made, cards)
    if four_suited(cards) or open_straight(cards):
        return Act("buy")
    if royal := three_of_royal(cards):
        return keep(royal, cards)
    if {ACE, KING} <= set(ranks):
        return keep([card for card in cards if card >> 2 >= KING], cards)
    highest = max(cards)
    return keep([highest], cards) if highest >> 2 >= KING and highest >> 2 > up >> 2 else Act("fold")


def keep(kept: Iterable[Card], cards: Sequence[Card]) -> Act:
    """Exchange all other cards."""
    return Act("exchange", cards=tuple(card for card in cards if card not in kept))


def four_suited(cards: Sequence[Card]) -> bool:
    suits = [card & 3 for card in cards]
    return any(suits.count(suit) == 4 for suit in suits)


def four_of_straight(ranks: Sequence[int]) -> bool:
    """Four different ranks that one more makes a straight; an ace is high or low."""
    held = set(ranks) | ({-1} if ACE in ranks else set())
    return any(len(held & set(range(low, low + 5))) >= 4 for low in range(-1, TEN + 1))


def open_straight(cards: Sequence[Card]) -> bool:
    """Four ranks in sequence that a card at either end completes."""
    ranks = {card >> 2 for card in cards}
    return any(low + 3 < ACE and ranks.issuperset(range(low, low + 4)) for low in ranks)


def three_of_royal(cards: Sequence[Card]) -> list[Card]:
    """Three cards of one suit from the ten up, or nothing."""
    for suit in range(4):
        high = [card for card in cards if card & 3 == suit and card >> 2 >= TEN]
        if len(high) == 3:
            return high
    return []


def can_bet_after(view: View) -> bool:
    """Are there chips for a payment and the bet wager after it?"""
    return view.felt.stake(f"{view.seat}/chips") >= 3 * view.felt.stake(f"{view.seat}/ante")


def pays_to_force(view: View, cards: Sequence[Card]) -> bool:
    """Forcing costs the Ante that would be won and one more; about a quarter of the cards make the dealer qualify."""
    return sum(line.number for line in bet_lines(cards, rank_of(cards), view.rules)) >= LEAST_ODDS


def pairs_only(view: View, choices: Choices) -> Act:
    """Bet a pair or better and fold the rest; never buy, exchange or force."""
    cards = view.felt.cards(f"{view.seat}/hand")
    if choices.choice("declare"):
        return declare(cards)
    if choices.choice("force"):
        return Act("decline")
    bets = choices.choice("bet") and category(rank_of(cards)) >= Category.ONE_PAIR
    return Act("bet") if bets else choices.default


def no_exchange(view: View, choices: Choices) -> Act:
    """The best play without exchanges of a player who knows the dealer's up card and his own hand, as it is counted."""
    from houseway.games.lunar.choosing import best_without_exchange, worth_forcing

    cards = view.felt.cards(f"{view.seat}/hand")
    if choices.choice("declare"):
        return declare(cards)
    stake = view.felt.stake(f"{view.seat}/ante")
    dealer = view.felt.up[DEALER_HAND]
    if choices.choice("force"):
        return Act("force" if worth_forcing(cards, dealer, view.rules, stake) else "decline")
    verbs = [verb for verb in ("fold", "bet", "buy") if choices.choice(verb) and (verb != "buy" or can_bet_after(view))]
    return Act(best_without_exchange(cards, dealer[0], verbs, view.rules, stake))


def declare(cards: Sequence[Card]) -> Act:
    """Declare what is paid on the first five cards, and nothing else."""
    return Act("declare" if instant_cash_line(cards) or super_line(cards) else "pass")
