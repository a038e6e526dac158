"""What is settled on a player's first five cards: instant cash, super side bet, progressive (38.10(a), 38.11)."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card
from houseway.felt import CAGE, INVENTORY, CardsMoved, Payoff, refused
from houseway.games.lunar.hands import progressive_line
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.settle import Stakes, from_meter, settle_instant_cash, settle_progressive, settle_super
from houseway.meter import equal_shares, paid
from houseway.money import Cents
from houseway.table import Moves, Step, Table

METER = "progressive"
SILENT = Choices((Choice("declare", "38.10(a)"), Choice("pass", "38.10(a)")), Act("pass"))


def collect_progressives(table: Table, rules: Rules, stakes: Mapping[int, Stakes]) -> Moves:
    """The progressive chips go to the inventory and onto the meter at its rate (38.7(b), ruling N12)."""
    taken = [seat for seat in reversed(table.seats) if stakes[seat].progressive is not None]
    if not taken:
        return
    for seat in taken:
        yield from table.chips(stakes[seat].progressive or 0, f"{seat}/{METER}", INVENTORY, "38.7(b)")
    yield table.announce(f"Progressive wagers taken: {len(taken)}, as many as were accepted", "38.7(b)")
    yield table.meter(METER, table.felt.meters[METER] + len(taken) * rules.contribution, "38.12(h)")


def declare(table: Table, rules: Rules) -> Generator[Step, Any, set[int]]:
    """The seats whose claims are heard: all where the house declares for the players, else who declares (N3)."""
    seats = [seat for seat in table.seats if seat not in table.out]
    if rules.declare == "house":
        return set(seats)
    acts = yield from table.ask_each("declare", "38.10(a)", dict.fromkeys(seats, SILENT), skippable=True)
    return {seat for seat, act in acts.items() if act.verb == "declare"}


def settle_first_five(table: Table, rules: Rules, stakes: Mapping[int, Stakes], declared: set[int]) -> Moves:
    """From the farthest right, each player's wagers on the first five cards (38.10(b), ruling N12)."""
    royals = _Royals(table, stakes)
    for seat in reversed(table.seats):
        if seat not in table.out:
            yield from _settle_seat(table, rules, seat, stakes[seat], seat in declared, royals)


class _Royals:
    """Several royal flushes share the meter as it stands when the first of them is paid (38.12(i), ruling N10)."""

    def __init__(self, table: Table, stakes: Mapping[int, Stakes]) -> None:
        wagered = [seat for seat in table.seats if seat not in table.out and stakes[seat].progressive is not None]
        self.seats = {seat for seat in wagered if progressive_line(table.felt.down[f"{seat}/hand"]) == "Royal Flush"}
        self._felt = table.felt
        self._share: Cents | None = None

    def share_of(self, seat: int) -> Cents | None:
        if seat not in self.seats:
            return None
        return equal_shares(self._felt.meters[METER], len(self.seats)) if self._share is None else self._share

    def pay(self, seat: int) -> Cents | None:
        """The share of one who is paid now: with the first of them it stands."""
        share = self.share_of(seat)
        self._share = self._share if share is None else share
        return share


def _settle_seat(table: Table, rules: Rules, seat: int, stakes: Stakes, declared: bool, royals: _Royals) -> Moves:
    hand = f"{seat}/hand"
    five = tuple(table.felt.down[hand])
    cash = settle_instant_cash(seat, stakes, five, rules) if declared else None
    side = settle_super(seat, stakes, five, rules, declared) if stakes.super else None
    wins_progressive = stakes.progressive is not None and progressive_line(five) is not None
    shown = cash is not None or (side is not None and side.result == "win") or wins_progressive
    if shown:
        clause = "38.10(a)1" if cash else "38.11(b)1" if wins_progressive else "38.10(a)2"
        yield from table.reveal(hand, clause)
    if side is not None:
        yield from table.resolve(side)
    if stakes.progressive is not None and seat not in table.out:
        yield from _settle_progressive(table, rules, seat, stakes.progressive, five, royals)
    if cash is not None and seat not in table.out:
        yield from table.resolve(cash)
    if cash is not None and seat not in table.out:
        table.out.add(seat)
        yield from table.discard(hand, "38.10(a)1")
    elif shown and seat not in table.out:
        yield CardsMoved(five, hand, hand, up=False, shown=False, clause="38.10(a)2")  # returned to the player


def _settle_progressive(
    table: Table, rules: Rules, seat: int, stake: Cents, five: Sequence[Card], royals: _Royals
) -> Moves:
    """A prize is validated, paid and taken off the meter, which the house keeps at its reset amount (38.11(b), N5)."""

    def due_now() -> Payoff:
        return settle_progressive(seat, stake, five, table.felt.meters[METER], rules, royals.share_of(seat))

    payoff = due_now()
    if payoff.line is None:
        yield from table.resolve(payoff)
        return
    jackpot = rules.progressive_prizes.lines[payoff.line].kind == "share"
    granted = yield from table.validated(due_now, "38.11(b)3", jackpot=jackpot)
    if seat in table.out:
        return  # the floor spoke meanwhile
    if not granted:
        yield from table.resolve(replace(refused(payoff), clause="38.11(b)3"))
        return
    # What is paid is what the meter shows now: a table that shares it may have been paid meanwhile (ruling N12).
    payoff = settle_progressive(seat, stake, five, table.felt.meters[METER], rules, royals.pay(seat))
    assert payoff.line is not None
    prize = payoff.stake + payoff.net
    yield from table.chips(max(0, prize - table.felt.stake(INVENTORY)), CAGE, INVENTORY, "38.12(g)")
    yield from table.resolve(payoff)
    if from_meter(rules.progressive_prizes.lines[payoff.line], rules):
        winners = len(royals.seats) if seat in royals.seats else 1
        yield table.meter(METER, paid(table.felt.meters[METER], prize, rules.reset, winners), "38.12(g)")
