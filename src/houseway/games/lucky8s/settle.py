"""Settlement of Lucky 8's: pure functions from hands and stakes to payoffs with their clauses (50.6(h) to (n))."""

from collections.abc import Sequence
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
    """The hand of a player against a dealer who qualifies."""
    if player.hands > dealer.hands:
        return "win", "50.6(m)1"
    if player.hands < dealer.hands:
        return "lose", "50.6(m)2"
    # The totals tie: fewer side cards win, for either side (ruling L4).
    if len(player.side) != len(dealer.side):
        return ("win" if len(player.side) < len(dealer.side) else "lose"), "50.6(m)3"
    return "lose", "50.6(m)4"


def settle_played(seat: int, stakes: Stakes, hand: SetHand, dealer: SetHand, qualified: bool) -> list[Payoff]:
    """Ante and In to Win of a bettor who plays."""
    if not qualified:
        ante_result, in_result, clause = "win", "push", "50.6(l)"
        words = "the dealer does not qualify"
    else:
        ante_result, clause = compare(hand, dealer)
        in_result = ante_result
        words = f"{_said(hand)} against {_said(dealer)}"
    return [
        _even_money(seat, "ante", stakes.ante, ante_result, clause, stakes.player, words, stakes.coupon),
        _even_money(seat, "in_to_win", stakes.ante, in_result, clause, stakes.player, words),
    ]


def settle_folded(seat: int, stakes: Stakes) -> Payoff:
    """A folded hand loses the Ante (50.6(h))."""
    return Payoff(seat, "ante", stakes.ante, -stakes.ante, "lose", "50.6(h)", None, stakes.player, "folded")


def settle_bonus(seat: int, stakes: Stakes, cards: Sequence[Card], rules: Rules, folded: bool) -> Payoff:
    """The bonus counts natural 8s and jokers among the eight cards, however they were set (50.6(n), ruling L3)."""
    stake, player = stakes.bonus, stakes.player
    if folded and rules.folded_bonus == "lost":
        return Payoff(seat, "bonus", stake, -stake, "lose", "50.6(h)", None, player, "folded")
    count = lucky_cards(cards)
    line = rules.bonus.line(str(count))
    words = f"{count} natural 8s and jokers"
    if line is None:
        return Payoff(seat, "bonus", stake, -stake, "lose", "50.6(n)", None, player, words)
    return Payoff(seat, "bonus", stake, line.net(stake), "win", "50.6(n)", line.name, player, words)


def _even_money(
    seat: int,
    wager: str,
    stake: Cents,
    result: str,
    clause: str,
    player: str | None,
    words: str,
    coupon: Cents = 0,
) -> Payoff:
    """A wager at 1 to 1; a coupon upon it wins what chips win (ruling G2)."""
    net = {"win": stake + coupon, "lose": -stake}.get(result, 0)
    outcome: Result = "win" if result == "win" else "lose" if result == "lose" else "push"
    return Payoff(seat, wager, stake, net, outcome, clause, None, player, words)


def _said(hand: SetHand) -> str:
    return f"{hand.hands} hands of 8, {len(hand.side)} side cards"
