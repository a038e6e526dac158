"""Moves in words: what a camera over the table saw, one line each."""

from collections.abc import Iterable
from itertools import accumulate, pairwise

from houseway.asks import third_person
from houseway.cards import UNKNOWN, Card, names
from houseway.felt import (
    Acted,
    Announced,
    CardsMoved,
    ChipsMoved,
    MeterMoved,
    Move,
    Payoff,
    Resolved,
    Revealed,
    is_coupon,
)
from houseway.money import brief, dollars


def told_moves(moves: Iterable[Move]) -> list[str]:
    """Every move as a line, with the clause it follows."""
    return [tell(move) for move in moves]


def tell(move: Move) -> str:
    match move:
        case Announced(text, clause, by):
            return f"{by}: {text} [{clause}]"
        case CardsMoved(cards, source, target, up, _, clause):
            how = "face up" if up else "face down"
            return f"{_named(cards)}: {source} to {target}, {how} [{clause}]"
        case Revealed(area, cards, clause, groups):
            return f"{area} turned over: {_set(cards, groups)} [{clause}]"
        case ChipsMoved(amount, source, target, clause):
            return f"{brief(amount)} in {'coupons' if is_coupon(source) else 'chips'}: {source} to {target} [{clause}]"
        case MeterMoved(meter, amount, _, clause):
            return f"meter {meter} shows {dollars(amount)} [{clause}]"
        case Acted():
            return tell_act(move)
        case Resolved(payoff):
            return tell_payoff(payoff)


def tell_act(move: Acted) -> str:
    amount = f" {brief(move.amount)}" if move.amount is not None else ""
    cards = f" {names(move.cards)}" if move.cards and UNKNOWN not in move.cards else ""
    house = " (time-out)" if move.by_house else ""
    return f"seat {move.seat} {third_person(move.verb)}{amount}{cards}{house} [{move.clause}]"


def tell_payoff(payoff: Payoff) -> str:
    who = f"seat {payoff.seat}" + (f" ({payoff.player})" if payoff.player else "")
    verb = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}[payoff.result]
    by = f" {brief(abs(payoff.net))}" if payoff.net else ""
    words = f": {payoff.words}" if payoff.words else ""
    return f"{who}: {payoff.wager} {brief(payoff.stake)} {verb}{by}{words} [{payoff.clause}]"


def _set(cards: tuple[Card, ...], groups: tuple[int, ...]) -> str:
    """What lies together, and what is left over."""
    ends = (0, *accumulate(groups), len(cards))
    return ", ".join(names(cards[begin:end]) for begin, end in pairwise(ends) if begin < end)


def _named(cards: tuple[Card, ...]) -> str:
    return f"{len(cards)} cards" if UNKNOWN in cards else names(cards)
