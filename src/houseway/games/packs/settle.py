"""Settlement of Pack's Poker: pure functions from cards and wagers to payoffs with their clauses (43.10 to 43.12)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import msgspec

from houseway.cards import Card
from houseway.felt import Payoff, Result
from houseway.games.packs.hands import SEVEN_CARDS, SIX_ROYAL, lines_met
from houseway.games.packs.rules import Bonus, Rules, bonuses, kind_of, pack_of
from houseway.meter import equal_shares
from houseway.money import Cents
from houseway.paytable import Line, PayTable
from houseway.poker import Category, category, describe, rank_of
from houseway.table import Placed

Paid = tuple[Line, Cents]  # a line of a pay table, and what it adds to the player's chips


class Open(msgspec.Struct, frozen=True):
    """What lies face up when a pack is settled: its two cards, the dealer's five, and each player's five by seat."""

    pack: tuple[Card, ...]
    dealer: tuple[Card, ...]
    players: Mapping[int, tuple[Card, ...]]


class Tenth(msgspec.Struct, frozen=True):
    """The tenth of a meter once some of it was paid: what each seat has of it, and what stays on the meter refused."""

    shares: Mapping[int, Paid]
    refused: Cents


def settle_pack(
    number: int,
    wagers: Sequence[Placed],
    cards: Open,
    meters: Mapping[str, Fraction],
    rules: Rules,
    tenths: Mapping[str, Tenth] = {},
) -> list[Payoff]:
    """All wagers on one pack, as they are settled: from the highest seat down, Pack's bet before bonuses.

    Only where a tenth of the meter is won, too, whoever wins the whole of it comes after all the others (43.12(d)2).
    """
    on_pack = [placed for placed in wagers if pack_of(placed.wager) == number]
    dealer = rank_of((*cards.dealer, *cards.pack))
    payoffs = [settle_bet(placed, cards, dealer, rules) for placed in on_pack if kind_of(placed.wager) == "pack"]
    for bonus in bonuses(rules).values():
        placed = [made for made in on_pack if kind_of(made.wager) == bonus.name]
        shown = meters.get(bonus.name, Fraction(0))
        payoffs += settle_bonus(bonus, placed, cards, shown, rules, tenths.get(bonus.name))
    tenth_first = "seven_card" in meters and any(payoff.line == SIX_ROYAL for payoff in payoffs)
    return sorted(payoffs, key=lambda payoff: (tenth_first and payoff.line == SEVEN_CARDS, -payoff.seat))


def settle_bet(placed: Placed, cards: Open, dealer: int, rules: Rules) -> Payoff:
    """A Pack's bet: the player's best hand with the pack against the dealer's with the same pack (43.10(d) to (f))."""
    player = rank_of((*cards.players[placed.seat], *cards.pack))
    result, clause = compare(player, dealer, rules)
    # A coupon wins what the chips win (ruling G2).
    net = {"win": placed.amount + placed.coupon, "lose": -placed.amount}.get(result, 0)
    words = f"{said(player)} against {said(dealer)}"
    return Payoff(placed.seat, placed.wager, placed.amount, net, result, clause, words=words)


def compare(player: int, dealer: int, rules: Rules) -> tuple[Result, str]:
    """To win takes a higher hand than the dealer's and at least a pair; ruling P3."""
    has_pair = category(player) >= Category.ONE_PAIR
    if has_pair and player > dealer:
        return "win", "43.10(e)"
    if has_pair and player == dealer:
        return "push", "43.10(f)"
    if player > dealer and rules.no_pair_higher == "push":
        return "push", "43.10(f)"
    return "lose", "43.10(e)"


def settle_bonus(
    bonus: Bonus, wagers: Sequence[Placed], cards: Open, meter: Fraction, rules: Rules, tenth: Tenth | None = None
) -> list[Payoff]:
    """The wagers of one bonus on one pack: each is paid the line that pays most at its size (43.11(b), (c), P10)."""
    pack = cards.pack if bonus.name == "seven_card" else ()
    hands = {placed.seat: (*cards.players[placed.seat], *pack) for placed in wagers}
    met = {seat: lines_met(hand, rules.seven_card_top) for seat, hand in hands.items()}
    fixed = {placed.seat: best_fixed(bonus.table, met[placed.seat], placed.amount) for placed in wagers}
    shares = meter_shares(bonus.table, wagers, met, fixed, meter, tenth)
    payoffs = []
    for placed in wagers:
        seat, stake = placed.seat, placed.amount
        line, net = shares.get(seat) or fixed[seat] or (None, -stake)
        result: Result = "win" if net > 0 else "push" if net == 0 else "lose"
        clause = bonus.table.clause if line else "43.10(g)"
        words = f"{line.name}, {line.words()}" if line else said(rank_of(hands[seat]))
        payoffs.append(Payoff(seat, placed.wager, stake, net, result, clause, line.name if line else None, words=words))
    return payoffs


def best_fixed(table: PayTable, met: set[str], stake: Cents) -> Paid | None:
    """Of the lines met that are no share of a meter, the one that pays most at this wager, and what it adds (P10)."""
    paid = [(line, line.net(stake)) for line in table.lines.values() if line.name in met and line.kind != "share"]
    return max(paid, key=lambda each: each[1], default=None)


def meter_shares(
    table: PayTable,
    wagers: Sequence[Placed],
    met: Mapping[int, set[str]],
    fixed: Mapping[int, Paid | None],
    meter: Fraction,
    tenth: Tenth | None = None,
) -> dict[int, Paid]:
    """What each seat takes off the meter: first the tenth, then the balance, each line shared equally (43.12(d)1, 2).

    The stake is part of a share (ruling P12). A share that pays less than another line of that hand is not taken and
    stays on the meter (ruling P10). What was paid of the tenth is off the meter; what was refused is shared by nobody
    (ruling HP4).
    """
    taken: dict[int, Paid] = {}
    for line in sorted((line for line in table.lines.values() if line.kind == "share"), key=lambda line: line.number):
        winners = [placed for placed in wagers if line.name in met[placed.seat]]
        if not winners:
            continue
        if tenth is not None and line.name == SIX_ROYAL:
            taken |= tenth.shares
            meter -= tenth.refused
            continue
        share = equal_shares(meter * line.number / 100, len(winners))
        for placed in winners:
            net, other = share - placed.amount, fixed[placed.seat]
            if other is None or net >= other[1]:
                taken[placed.seat] = (line, net)
                meter -= share
    return taken


def prize_from_meter(payoff: Payoff, bonus: Bonus) -> Cents:
    """What a payoff takes off its bonus's meter, the stake included (ruling P12); nothing if no meter line pays it."""
    line = bonus.table.line(payoff.line or "")
    return payoff.stake + payoff.net if line and line.kind == "share" else 0


def tenth_of(payoffs: Iterable[Payoff], bonus: Bonus, refused: Collection[int]) -> Tenth:
    """What each seat has of the tenth by these payoffs; that of some seats was refused."""
    line = bonus.table.lines[SIX_ROYAL]
    from_meter = {payoff.seat: payoff for payoff in payoffs if payoff.line == SIX_ROYAL and line.kind == "share"}
    kept = sum(prize_from_meter(payoff, bonus) for seat, payoff in from_meter.items() if seat in refused)
    return Tenth({seat: (line, payoff.net) for seat, payoff in from_meter.items()}, kept)


def meter_after(meter: Fraction, lines: set[str], bonus: Bonus, rules: Rules) -> Fraction:
    """What the house leaves on a meter after a pack in which these lines took from it (ruling P6).

    It is reset once the whole was won, but for shares that were not taken; after a tenth alone it stays where it is,
    unless the house tops it up to the reset amount.
    """
    whole_won = bool(lines - {SIX_ROYAL})
    if whole_won or (lines and rules.tenth_below_reset == "topped_up"):
        return max(meter, Fraction(bonus.reset))
    return meter


@cache
def said(rank: int) -> str:
    return describe(rank)
