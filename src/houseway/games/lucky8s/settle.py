"""Settlement of Lucky 8's: pure functions from hands and stakes to payoffs with their clauses (50.6(h) to (n))."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

from houseway.cards import Card
from houseway.felt import Payoff, Result
from houseway.games.lucky8s.hands import SetHand, lucky_cards
from houseway.games.lucky8s.rules import Rules
from houseway.money import Cents


class Stakes(msgspec.Struct, frozen=True):
    """What one bettor has on a spot."""

    ante: Cents
    bonus: Cents = 0
    coupon: Cents = 0
    player: str | None = None


def compare(player: SetHand, dealer: SetHand) -> tuple[Literal["win", "lose"], str]:
    """The hand of a player against a dealer who qualifies, and the item of 50.6(m) that decides."""
    if player.hands > dealer.hands:
        return "win", "50.6(m)1"
    if player.hands < dealer.hands:
        return "lose", "50.6(m)2"
    # The totals tie: fewer side cards win, for either side (ruling L4).
    if len(player.side) < len(dealer.side):
        return "win", "50.6(m)3"
    if len(player.side) > len(dealer.side):
        return "lose", "50.6(m)3"
    return "lose", "50.6(m)4"


def settle_played(seat: int, stakes: Stakes, hand: SetHand, dealer: SetHand, qualified: bool) -> list[Payoff]:
    """Ante and In to Win of a bettor who plays, both at 1 to 1 (50.6(l), (m))."""
    ante_result: Result
    in_to_win_result: Result
    if qualified:
        ante_result, clause = compare(hand, dealer)
        in_to_win_result = ante_result
        words = _against(hand.hands, len(hand.side), dealer.hands, len(dealer.side))
    else:
        ante_result, in_to_win_result, clause = "win", "push", "50.6(l)"
        words = "the dealer does not qualify"
    stake, player = stakes.ante, stakes.player
    # A coupon upon the Ante wins what its chips win; the In to Win equals the Ante's chips alone (ruling G2).
    ante_net = stake + stakes.coupon if ante_result == "win" else -stake
    in_to_win_net = {"win": stake, "push": 0}.get(in_to_win_result, -stake)
    return [
        Payoff(seat, "ante", stake, ante_net, ante_result, clause, None, player, words),
        Payoff(seat, "in_to_win", stake, in_to_win_net, in_to_win_result, clause, None, player, words),
    ]


def settle_folded(seat: int, stakes: Stakes) -> Payoff:
    """A folded hand loses the Ante (50.6(h))."""
    return Payoff(seat, "ante", stakes.ante, -stakes.ante, "lose", "50.6(h)", None, stakes.player, "folded")


def settle_bonus(seat: int, stakes: Stakes, cards: Sequence[Card], rules: Rules, folded: bool) -> Payoff:
    """The bonus counts natural 8s and jokers among the eight cards, however they were set (50.6(n), ruling L3)."""
    stake, player = stakes.bonus, stakes.player
    if folded and rules.folded_bonus == "lost":  # the other reading of ruling L2
        return Payoff(seat, "bonus", stake, -stake, "lose", "50.6(h)", None, player, "folded")
    count = lucky_cards(cards)
    line = rules.bonus.line(str(count))
    if line is None:
        return Payoff(seat, "bonus", stake, -stake, "lose", "50.6(n)", None, player, _counted(count))
    return Payoff(seat, "bonus", stake, line.net(stake), "win", "50.6(n)", line.name, player, _counted(count))


@cache
def _against(hands: int, side: int, dealer_hands: int, dealer_side: int) -> str:
    """Both hands in words; there are few of them, so they are made once."""
    return f"{_said(hands, side)} against {_said(dealer_hands, dealer_side)}"


@cache
def _counted(count: int) -> str:
    return f"{count} natural 8s and jokers" if count > 1 else f"{count or 'no'} natural 8 or joker"


def _said(hands: int, side: int) -> str:
    return f"{hands} hand{'' if hands == 1 else 's'} of 8, {side} side card{'' if side == 1 else 's'}"
