"""The discarding rounds of Ultimate 8 Poker (13:69F-42.10(c), (e), (g), (i), rulings U1, U4 to U7 and U9)."""

from collections import Counter
from collections.abc import Generator
from functools import cache
from typing import Any

from houseway.asks import Act, Choice
from houseway.cards import names
from houseway.felt import Announced, CardsMoved
from houseway.games.ultimate8.hands import ACE_OF_SPADES, LOWEST, Held, Play, Strength, spoken, strength_of
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.settle import pots
from houseway.games.ultimate8.standing import HAND, LAID, RoundEnds, Standing
from houseway.table import Moves, Step, Table

CLAUSES = ("", "42.10(e)", "42.10(g)", "42.10(i)")

_PASSES = Act("pass")


class OnLast(Choice, frozen=True):
    """A choice that has to do with the last pattern."""

    last: Strength = LOWEST

    @property
    def beats(self) -> str:
        """What is to be beaten, as the dealer declared it; nothing, where a pattern is led."""
        return spoken(self.last) if self.last != LOWEST else ""


class Laying(OnLast, frozen=True):
    """Lay a pattern that beats the last one."""

    def refusal(self, act: Act) -> str | None:
        """Why these cards cannot be laid: they are not held, are no pattern, or do not beat the last one."""
        if super().refusal(act) is None:
            return None
        if act.amount is not None or not act.cards:
            return "'lay' needs the cards of a pattern"
        for card, times in Counter(act.cards).items():
            if self.hand.count(card) < times:
                return f"{names(act.cards)} cannot be laid from {names(self.hand)}"
        laid = strength_of(act.cards)
        if laid is None:
            return f"{names(act.cards)} is no pattern of 42.5(c)"
        return f"{spoken(laid)}, does not beat {spoken(self.last)}"


class Discarding:
    """One discarding round as it stands: the last pattern, whose it is, and who has passed on it."""

    __slots__ = ("clause", "holder", "last", "length", "opener", "passed", "standing")

    def __init__(self, standing: Standing, opener: int, clause: str) -> None:
        self.standing = standing
        self.opener = opener
        self.clause = clause
        self.last: Strength = LOWEST
        self.length = 0
        self.holder: int | None = None
        self.passed: set[int] = set()

    def next_to_act(self, start: int) -> int | None:
        """The next player clockwise who may lay or pass; None when all have passed on the last pattern."""
        remaining, seat = self.standing.remaining, start
        for _ in range(POSITIONS):
            if seat in remaining and seat not in self.passed and seat != self.holder:
                return seat
            seat = seat % POSITIONS + 1
        # After one full turn of passes without a lead the opener must lead (ruling U5).
        return self.standing.at_or_after(self.opener) if self.holder is None else None

    def must_lead(self, seat: int) -> bool:
        return seat in self.passed


def discarding_round(
    table: Table, rules: Rules, standing: Standing, held: dict[int, Held], opener: int, clause: str
) -> Generator[Step, Any, int]:
    """Patterns are led and beaten until all pass on the last one; whoever laid it is the next to open."""
    discarding = Discarding(standing, opener, clause)
    seat = discarding.next_to_act(opener)
    while seat is not None:
        options, default = offered(table, rules, discarding, held, seat)
        act = yield from table.ask("discard", clause, seat, options, default)
        if act is not None:
            if act.verb == "lay":
                play = tuple(sorted(act.cards, reverse=True))
                yield from lay(table, rules, discarding, held[seat], seat, play)
            else:
                discarding.passed.add(seat)
        seat = discarding.next_to_act(seat % POSITIONS + 1)
    assert discarding.holder is not None
    return standing.at_or_after(discarding.holder)


def offered(
    table: Table, rules: Rules, discarding: Discarding, held: dict[int, Held], seat: int
) -> tuple[tuple[Choice, ...], Act]:
    """What the player may lay, beside passing; and what the house does for him (ruling G6)."""
    patterns = held.get(seat)
    if patterns is None:
        patterns = held[seat] = Held(table.felt.down[HAND[seat]])
    if rules.match_length:
        plays = patterns.beating_at_length(discarding.last, discarding.length)
    else:
        plays = patterns.beating(discarding.last)
    clause = discarding.clause
    if not plays:
        return (_pass(clause, discarding.last),), _PASSES
    laying = Laying("lay", clause, hand=tuple(table.felt.down[HAND[seat]]), plays=plays, last=discarding.last)
    if discarding.must_lead(seat):
        return (laying,), Act("lay", cards=plays[0])
    return (laying, _pass(clause, discarding.last)), _PASSES


def lay(table: Table, rules: Rules, discarding: Discarding, patterns: Held, seat: int, play: Play) -> Moves:
    """A pattern is laid face up and declared; the ace of spades is marked with the red ace button (42.10(c))."""
    standing = discarding.standing
    yield CardsMoved(play, HAND[seat], LAID[seat], True, True, discarding.clause)
    discarding.last = patterns.strength(play)
    discarding.length = len(play)
    discarding.holder = seat
    if not rules.pass_is_final:
        discarding.passed.clear()  # ruling U4
    patterns.strike(play)
    yield declared(discarding.last & ~(0xFFFF << 2))
    if ACE_OF_SPADES in play:
        standing.ace_by = seat
        yield Announced(f"The ace of spades is played: the ace button lies before seat {seat}", "42.10(c)")
    if not table.felt.down[HAND[seat]]:
        yield from go_out(table, standing, seat)


def go_out(table: Table, standing: Standing, seat: int) -> Moves:
    """A player has no cards left: the round of play is over, unless there is a side pot that he is not in (U9)."""
    yield Announced(f"Seat {seat} has discarded all cards", "42.10(a)1")
    standing.out.append(seat)
    for pot in pots(standing.paid(), standing.gone):
        if len(pot.contenders) > 1 and pot.contenders.isdisjoint(standing.out):
            standing.remaining[:] = sorted(pot.contenders)
            yield Announced("The players in the side pots go on discarding", "42.1 all-in")
            return
    raise RoundEnds


@cache
def _pass(clause: str, last: Strength) -> OnLast:
    return OnLast("pass", clause, last=last)


@cache
def declared(standing: Strength) -> Announced:
    """The dealer declares a pattern with its suit and high card (42.10(c))."""
    return Announced(spoken(standing).capitalize(), "42.10(c)")
