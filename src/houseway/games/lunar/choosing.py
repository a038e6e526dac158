"""What every choice is worth in one position, exactly: 38.10(b) before the hole cards are shown, 38.10(k) after.

One player sits at the table: all cards but those he has seen are equally likely to lie anywhere. Values are in Antes.
Buying and exchanging include their payment, so that folding after one loses two Antes in all. Where the dealer has
shown his hand, whatever was paid before is gone, and taking the Ante is worth 1.
"""

from collections.abc import Sequence
from fractions import Fraction

from houseway.cards import DECK, Card, missing_from, name, names
from houseway.figures import Exact
from houseway.games.lunar.ends import worth
from houseway.games.lunar.hands import instant_cash_line, qualifies
from houseway.games.lunar.paying import scale
from houseway.games.lunar.position import BET, BUY, CHOICES, EXCHANGES, bet_ends, count_choices, law
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.settle import Stakes, settle_compared
from houseway.money import Cents
from houseway.poker import describe, rank_of
from houseway.refusal import Refusal
from houseway.returns import ChoiceOdds, Position

HAND = 5
BOUGHT = 6


def choices(position: Position) -> list[ChoiceOdds]:
    """To bet, fold, buy or exchange against an up card; to force or not against a dealer without a hand."""
    hand, up, dealer = position.hand, position.up, position.dealer
    if (up is None) == (not dealer):
        raise Refusal("give the dealer's up card before the hole cards are shown, or his five cards after: one of them")
    if up is not None:
        _check_cards(hand, (HAND,), "the hand before buying or exchanging has five cards", "38.10(b)")
        _check_seen((*hand, up))
        return _before(hand, up, position.rules, position.stake)
    _check_cards(hand, (HAND, BOUGHT), "the hand has five cards, or six with a bought one", "38.10(e)")
    _check_cards(dealer, (HAND,), "the dealer's hand has five cards", "38.10(g)")
    _check_seen((*hand, *dealer))
    return _forcing(hand, dealer, position.rules, position.stake)


def best_without_exchange(hand: Sequence[Card], up: Card, verbs: Sequence[str], rules: Rules, stake: Cents) -> str:
    """The best of fold, bet and buy for five cards, or of fold and bet for six; of equal ones the first."""
    parts = scale(rules, stake)
    worths = {"fold": Fraction(-1)}
    if len(hand) == BOUGHT:
        worths["bet"] = worth(bet_ends(hand, up, law(parts, rules.second_hand == "ranked")), parts)
    else:
        wanted = [choice in (BET, BUY) for choice in range(CHOICES)]
        ends = count_choices(tuple(hand), up, law(parts, rules.second_hand == "ranked"), wanted)
        worths["bet"], worths["buy"] = worth(ends[BET], parts), worth(ends[BUY], parts) - 1
    return max(verbs, key=lambda verb: worths[verb])


def worth_forcing(hand: Sequence[Card], dealer: Sequence[Card], rules: Rules, stake: Cents) -> bool:
    """Does forcing bring more than the Ante?"""
    force, take = _forcing(hand, dealer, rules, stake)
    return force.ev.value > take.ev.value


def _before(hand: Sequence[Card], up: Card, rules: Rules, stake: Cents) -> list[ChoiceOdds]:
    line = instant_cash_line(hand)
    if line and rules.declare == "house":
        raise Refusal(f"{line}: instant cash is paid and the round is over, there is no choice", "38.10(a)1")
    parts = scale(rules, stake)
    ends = count_choices(tuple(hand), up, law(parts, rules.second_hand == "ranked"))
    found = [
        ChoiceOdds("bet", Exact(worth(ends[BET], parts))),
        ChoiceOdds("fold", Exact(Fraction(-1))),
        ChoiceOdds("buy", Exact(worth(ends[BUY], parts) - 1)),
    ]
    for choice, places in enumerate(EXCHANGES, start=BUY + 1):
        given = names(hand[place] for place in places)
        found.append(ChoiceOdds(f"exchange {given}", Exact(worth(ends[choice], parts) - 1)))
    return found


def _forcing(hand: Sequence[Card], dealer: Sequence[Card], rules: Rules, stake: Cents) -> list[ChoiceOdds]:
    """Every card that the dealer may get for his highest one is settled as at the table."""
    rank = rank_of(dealer)
    if qualifies(rank):
        raise Refusal(f"the dealer qualifies with {describe(rank)}: he cannot be forced", "38.10(k)")
    highest = max(dealer, key=lambda card: card >> 2)
    stay = [card for card in dealer if card != highest]
    unseen = [card for card in DECK if card not in hand and card not in dealer]
    won = 0
    for card in unseen:
        new = rank_of([*stay, card])
        if qualifies(new):
            won += sum(payoff.net for payoff in settle_compared(1, Stakes(stake), hand, new, rules))
    return [
        ChoiceOdds("force", Exact(Fraction(won, len(unseen) * stake) - 1)),
        ChoiceOdds("take the ante", Exact(Fraction(1))),
    ]


def _check_cards(cards: Sequence[Card], sizes: Sequence[int], words: str, clause: str) -> None:
    if len(cards) not in sizes:
        raise Refusal(f"{words}, not {len(cards)}", clause)


def _check_seen(cards: Sequence[Card]) -> None:
    for card in cards:
        if card not in DECK:
            raise Refusal(f"{name(card)} is not among the 52 cards", "38.2(a)")
    if (twice := missing_from(DECK, cards)) is not None:
        raise Refusal(f"{name(twice)} is given twice: the deck has it once", "38.2(a)")
