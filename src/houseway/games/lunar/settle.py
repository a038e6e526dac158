"""Settlement of Lunar Poker: pure functions from hands and stakes to payoffs with their clauses (38.10, 38.12)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from houseway.cards import Card
from houseway.felt import Payoff, Result
from houseway.games.lunar.hands import bet_line, instant_cash_line, progressive_line, second_lines, super_line
from houseway.games.lunar.rules import Rules
from houseway.money import Cents, brief
from houseway.paytable import Line
from houseway.poker import describe, rank_of

Option = Literal["buy", "exchange"]

FOLDED = {None: "38.10(b)4", "buy": "38.10(c)", "exchange": "38.10(d)"}
FEES = {"buy": "38.10(c)", "exchange": "38.10(d)", "force": "38.10(k)"}


class Stakes(msgspec.Struct, frozen=True):
    """What one player wagered before the deal."""

    ante: Cents
    super: Cents = 0
    progressive: Cents | None = None  # 0 where a coupon stands for the chip
    coupon: Cents = 0

    @property
    def bet(self) -> Cents:
        """The bet wager is double the Ante; a coupon does not count (38.1, ruling G2)."""
        return 2 * self.ante


def settle_instant_cash(seat: int, stakes: Stakes, five: Sequence[Card], rules: Rules) -> Payoff | None:
    """A royal or straight flush in the first five cards pays on the Ante and ends the player's round (38.12(c), N2)."""
    name = instant_cash_line(five)
    if name is None:
        return None
    won = rules.instant_cash.lines[name].net(stakes.ante + stakes.coupon)
    net = _limited(won, rules, "instant cash")
    words = f"instant cash: {name}{_cut(won, net)}"
    return Payoff(seat, "ante", stakes.ante, net, "win", "38.12(c)", name, None, words)


def settle_super(seat: int, stakes: Stakes, five: Sequence[Card], rules: Rules, declared: bool = True) -> Payoff:
    """The super side bet pays the highest line of the first five cards, if the player declared it (38.12(d), N3)."""
    stake, name = stakes.super, super_line(five)
    if not declared:  # whatever the hand is: nobody learns what was not declared
        return Payoff(seat, "super", stake, -stake, "lose", "38.10(a)", None, None, "nothing was declared")
    if name is None:
        return Payoff(seat, "super", stake, -stake, "lose", "38.12(d)", None, None, "no hand that pays")
    won = rules.super_side_bet.lines[name].net(stake)
    net = _limited(won, rules, "super")
    return Payoff(seat, "super", stake, net, "win", "38.12(d)", name, None, f"{name}{_cut(won, net)}")


def settle_progressive(
    seat: int, stake: Cents, five: Sequence[Card], meter: Fraction, rules: Rules, share: Cents | None = None
) -> Payoff:
    """The progressive wager on the first five cards, from the meter as it stands; `share` is a royal's (38.12(g), (i)).

    The chip was taken at "No more bets" and is not returned: every prize includes it (ruling N12).
    """
    name = progressive_line(five)
    if name is None:
        return Payoff(seat, "progressive", stake, -stake, "lose", "38.12(g)", None, None, "less than a flush")
    line = rules.progressive_prizes.lines[name]
    net = line.net(stake, meter) if share is None else share - stake
    return Payoff(seat, "progressive", stake, net, "win", "38.12(g)", name, None, name)


def from_meter(line: Line, rules: Rules) -> bool:
    """Does this prize come off the meter? Shares always do, fixed prizes as the house elects (ruling N5)."""
    return line.kind == "share" or rules.fixed_prizes == "meter"


def settle_fee(seat: int, stakes: Stakes, fee: str) -> Payoff:
    """A payment of one Ante for a card, for an exchange, or to force the dealer."""
    return Payoff(seat, fee, stakes.ante, -stakes.ante, "lose", FEES[fee], None, None, "paid")


def settle_folded(seat: int, stakes: Stakes, option: Option | None) -> Payoff:
    """A folded hand loses the Ante, by the clause of the moment at which it was folded."""
    return Payoff(seat, "ante", stakes.ante, -stakes.ante, "lose", FOLDED[option], None, None, "folded")


def settle_compared(seat: int, stakes: Stakes, cards: Sequence[Card], dealer: int, rules: Rules) -> list[Payoff]:
    """Ante and bet against the rank of a dealer who qualifies (38.10(i))."""
    rank = rank_of(cards)
    words = f"{describe(rank)} against {describe(dealer)}"
    if rank < dealer:
        return _both(seat, stakes, "lose", "38.10(i)1", words)
    if rank == dealer:
        return _both(seat, stakes, "push", "38.10(i)2", words)
    lines = bet_lines(cards, rank, rules)
    won = sum(line.net(stakes.bet) for line in lines)
    net = _limited(won, rules, "bet")
    name = " + ".join(line.name for line in lines)
    ante = Payoff(seat, "ante", stakes.ante, 0, "push", "38.10(i)3", None, None, words)
    bet = Payoff(seat, "bet", stakes.bet, net, "win", "38.10(i)3", name, None, f"{name}{_cut(won, net)}; {words}")
    return [ante, bet]


def bet_lines(cards: Sequence[Card], rank: int, rules: Rules) -> list[Line]:
    """The line of the winning hand, and the best-paid one of a second qualifying hand (38.10(i)3, ruling N6)."""
    table = rules.bet.lines
    second = [table[name] for name in second_lines(cards, rules.second_hand)]
    best = [max(second, key=lambda line: line.number)] if second else []
    return [table[bet_line(rank)], *best]


def settle_no_hand(seat: int, stakes: Stakes) -> list[Payoff]:
    """The dealer does not qualify: the Ante wins 1 to 1, its coupon with it, and the bet is void (38.10(j)1)."""
    words = "the dealer has no hand"
    won = stakes.ante + stakes.coupon
    return [
        Payoff(seat, "ante", stakes.ante, won, "win", "38.10(j)1", None, None, words),
        Payoff(seat, "bet", stakes.bet, 0, "void", "38.10(j)1", None, None, words),
    ]


def settle_forced_no_hand(seat: int, stakes: Stakes) -> list[Payoff]:
    """The forced dealer still does not qualify: Ante and bet are void (38.10(k)2)."""
    return _both(seat, stakes, "void", "38.10(k)2", "the dealer was forced and has no hand")


def _both(seat: int, stakes: Stakes, result: Result, clause: str, words: str) -> list[Payoff]:
    wagers = (("ante", stakes.ante), ("bet", stakes.bet))
    return [
        Payoff(seat, wager, stake, -stake if result == "lose" else 0, result, clause, None, None, words)
        for wager, stake in wagers
    ]


def _limited(won: Cents, rules: Rules, wager: str) -> Cents:
    """The house's payout limit for one wager (38.12(f), ruling N8)."""
    if rules.payout_limit is None or (rules.limit_covers == "bet" and wager != "bet"):
        return won
    return min(won, rules.payout_limit)


def _cut(won: Cents, net: Cents) -> str:
    return f", limited to {brief(net)}" if net < won else ""
