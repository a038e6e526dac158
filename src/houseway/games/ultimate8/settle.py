"""Settlement of Ultimate 8 Poker: from what each one paid to pots, commission and payoffs (42.10(j) to (l))."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from houseway.felt import Payoff, Result
from houseway.games.ultimate8.rules import Rules
from houseway.money import Cents

MAIN, ACE_ANTE = "main", "ace_ante"
WENT = {
    "42.10(b)": "folded",
    "42.12(c)": "threw the hand in",
    "42.11(h)": "forfeited for a card exposed or fouled",
    "42.11(b)": "forfeited, made to leave",
}


class Pot(msgspec.Struct, frozen=True):
    """A pot and those who contend for it. The first is the main pot, the others are side pots."""

    amount: Cents
    contenders: frozenset[int]


class Award(msgspec.Struct, frozen=True):
    """One pot's end: who wins it, and the commission that is taken first."""

    pot: Pot
    winner: int
    fee: Cents


class Facts(msgspec.Struct, frozen=True):
    """What a finished round comes down to.

    `paid` is what each seat put into main and side pots, an uncalled bet not counted; `gone` has the clause by which a
    seat left the round; `out` lists who ran out of cards, the first one first; `ace_by` played the ace of spades.
    """

    paid: Mapping[int, Cents]
    gone: Mapping[int, str]
    out: Sequence[int]
    ace_by: int | None
    ace_pot: Cents


class Settlement(msgspec.Struct, frozen=True):
    """The awards, main pot first; who wins the ace pot, if anybody does, and its commission; all payoffs."""

    awards: list[Award]
    ace_winner: int | None
    ace_fee: Cents
    payoffs: list[Payoff]


def uncalled(paid: Mapping[int, Cents], gone: Collection[int]) -> tuple[int, Cents]:
    """Who put in more than anybody else, and by how much: a bet that nobody called (42.10(k), ruling U11).

    Wagers of those who have left count as calls. Where the most comes from one of them it is forfeited: 0.
    """
    most, second, who = 0, 0, 0
    for seat, amount in paid.items():
        if amount > most:
            most, second, who = amount, most, seat
        elif amount > second:
            second = amount
    return (who, 0) if who in gone else (who, most - second)


def pots(paid: Mapping[int, Cents], gone: Collection[int]) -> list[Pot]:
    """The main pot and a side pot above each all-in; who has paid into a pot contends for it (ruling U9)."""
    found: list[Pot] = []
    below = 0
    for level in sorted({amount for seat, amount in paid.items() if seat not in gone}):
        amount = sum([min(put, level) - min(put, below) for put in paid.values()])
        found.append(Pot(amount, frozenset([seat for seat in paid if seat not in gone and paid[seat] >= level])))
        below = level
    dead = sum([put - below for put in paid.values() if put > below])  # forfeited above what anybody else has paid
    if dead:
        found[-1] = Pot(found[-1].amount + dead, found[-1].contenders)
    return found


def commission(amount: Cents, rules: Rules) -> Cents:
    """The house's part of one pot, rounded down to the chip unit (42.10(k), ruling U11)."""
    percent, unit = rules.commission, rules.chip_unit
    return amount * percent.numerator // (100 * percent.denominator * unit) * unit


def winner(pot: Pot, out: Sequence[int]) -> int:
    """The only contender, or the first of them to run out of cards (42.10(j))."""
    if len(pot.contenders) == 1:
        return next(iter(pot.contenders))
    return next(seat for seat in out if seat in pot.contenders)


def settle(facts: Facts, rules: Rules) -> Settlement:
    """Every pot and every wager of a finished round."""
    awards = [Award(pot, winner(pot, facts.out), commission(pot.amount, rules)) for pot in pots(facts.paid, facts.gone)]
    first = awards[0].winner
    ace_winner = first if facts.ace_by == first else None  # ruling U10
    ace_fee = commission(facts.ace_pot, rules) if ace_winner is not None else 0
    won = dict.fromkeys(facts.paid, 0)
    for award in awards:
        won[award.winner] += award.pot.amount - award.fee
    payoffs: list[Payoff] = []
    for seat, stake in facts.paid.items():
        payoffs.append(_main(seat, stake, won[seat], facts))
        payoffs.append(_ace_ante(seat, ace_winner, facts.ace_pot - ace_fee, rules))
    return Settlement(awards, ace_winner, ace_fee, payoffs)


def _main(seat: int, stake: Cents, won: Cents, facts: Facts) -> Payoff:
    """All that a seat put into main and side pots, against what it wins from them."""
    clause = facts.gone.get(seat, "42.10(j)")
    if clause in WENT:
        words = WENT[clause]
    elif not won:
        words = "another was out of cards first"
    else:
        words = "out of cards" if seat in facts.out else "nobody else remains"
    return Payoff(seat, MAIN, stake, won - stake, _result(won - stake), clause, None, None, words)


def _ace_ante(seat: int, ace_winner: int | None, prize: Cents, rules: Rules) -> Payoff:
    """The ace ante: won or lost with the ace pot (42.5(e)), or left in a pot that is carried over (42.10(l))."""
    stake = rules.ace_ante
    if ace_winner is None:
        return Payoff(seat, ACE_ANTE, stake, -stake, "lose", "42.10(l)", None, None, "the ace pot is carried over")
    net = (prize if seat == ace_winner else 0) - stake
    words = "wins the ace pot" if seat == ace_winner else f"seat {ace_winner} wins the ace pot"
    return Payoff(seat, ACE_ANTE, stake, net, _result(net), "42.5(e)", None, None, words)


def _result(net: Cents) -> Result:
    return "win" if net > 0 else "lose" if net < 0 else "push"
