"""One round of Pack's Poker, step by step as in 13:69F-43.7 to 43.10 and 43.12."""

from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from houseway import meter
from houseway.felt import CAGE, DEALER_HAND, INVENTORY, SHOE, STUB, CardsMoved, Payoff, refused
from houseway.games.packs.hands import SIX_ROYAL
from houseway.games.packs.irregularities import (
    HAND_SIZE,
    before_the_deal,
    check_foreseen,
    count_stub,
    handle,
    not_accepted,
    pack_sizes,
    reshuffle_if_face_up,
)
from houseway.games.packs.rules import PACKS, Bonus, Rules, bonuses, kind_of, pack_of
from houseway.games.packs.settle import Open, Tenth, meter_after, prize_from_meter, settle_pack, tenth_of
from houseway.irregularity import NO_SHOE, Void
from houseway.table import Moves, Placed, Step, Table

Upon = tuple[int, str]  # a seat, and its wager

COMMUNITY = "community"
LONGEST = 60  # asks of one round: at most a validation for each of 54 wagers, and four pauses


class Way(msgspec.Struct, frozen=True):
    """The clauses of one way of dealing."""

    no_more_bets: str
    hands: str
    packs: str
    stub: str


WAYS = {
    "manual_shoe": Way("43.7(b)", "43.7(d)", "43.7(e)", "43.7(f)"),
    "hand": Way("43.8(b)2", "43.8(c)", "43.8(d)", "43.8(e)"),
    "automated_shoe": Way("43.9(b)2", "43.9(c)", "43.9(d)", "43.9(e)"),
}


def play(table: Table, rules: Rules) -> Moves:
    """One round of Pack's Poker."""
    check_foreseen(table, rules)
    table.handle = lambda irregularity: handle(table, irregularity)
    yield from table.place_wagers("43.6(a)")
    yield from before_the_deal(table)  # 43.13(a), (d), (f)
    if table.foreseen(NO_SHOE):
        rules = rules.without({"shoe"})
    yield table.announce("No more bets", WAYS[rules.dealing].no_more_bets)
    left_out = not_accepted(table)  # 43.12(c)2
    in_action = [placed for placed in table.wagers if placed not in left_out]
    yield from register(table, in_action, rules)  # 43.12(b)
    yield from deal(table, rules)  # 43.7 to 43.9
    yield from table.pause("43.10(a)")

    for seat in reversed(table.seats):
        yield from table.reveal(f"{seat}/hand", "43.10(a)1" if rules.reveal == "player" else "43.10(a)2")
    yield from table.reveal(DEALER_HAND, "43.10(c)")
    for pack in PACKS:  # 43.10(i), 43.12(b)
        yield from table.pause("43.10(d)")
        yield table.move_cards(table.felt.down[f"pack/{pack}"], f"pack/{pack}", COMMUNITY, "43.10(d)", up=True)
        yield from settle_wagers(table, rules, pack, in_action)  # 43.10(d) to (g)
        yield from table.discard(COMMUNITY, "43.10(h)")
        if rules.collect == "last_wager" and pack != PACKS[-1]:
            yield from collect(table, [seat for seat in table.seats if last_pack(table, seat) == pack], "43.10(j)")
    yield from collect(table, table.seats, "43.10(k)")
    yield from table.discard(DEALER_HAND, "43.10(k)")


def register(table: Table, wagers: Sequence[Placed], rules: Rules) -> Moves:
    """The rate of progression of every progressive wager goes onto its meter (43.12(b), ruling P8)."""
    for bonus in bonuses(rules).values():
        wagered = sum(placed.amount for placed in wagers if kind_of(placed.wager) == bonus.name)
        if bonus.progressive and wagered:
            shown = meter.credited(table.felt.meters[bonus.name], wagered, bonus.rate)
            yield table.meter(bonus.name, shown, "43.12(b)")


def deal(table: Table, rules: Rules) -> Moves:
    """Five cards to each player who wagered and last to the dealer, two to each pack; the stub is put away."""
    way = WAYS[rules.dealing]
    yield from reshuffle_if_face_up(table, deal_hands(table, rules, way.hands))  # 43.13(b)
    if rules.dealing == "automated_shoe":  # the packs are dealt by hand: 43.9(d)
        yield remove_stub(table, way.packs)
    yield from reshuffle_if_face_up(table, deal_packs(table, rules, way.packs))
    if rules.dealing != "automated_shoe":
        yield remove_stub(table, way.stub)
    yield from count_stub(table, rules)  # 43.7(g), (h)
    yield from table.discard(STUB, way.stub)


def deal_hands(table: Table, rules: Rules, clause: str) -> Moves:
    """From the dealer's left, one card at a time in five turns or five together; an automated shoe gives stacks."""
    areas = [*(f"{seat}/hand" for seat in table.seats), DEALER_HAND]
    if rules.dealing == "automated_shoe" or rules.deal_players == "five_consecutive":
        for area in areas:
            yield from table.deal(area, HAND_SIZE, clause)
            if table.foreseen("shoe_jam"):
                raise Void("43.13(e)", "the automated shoe jammed")
    else:
        for _ in range(HAND_SIZE):
            for area in areas:
                yield from table.deal(area, 1, clause, total=HAND_SIZE)


def deal_packs(table: Table, rules: Rules, clause: str) -> Moves:
    """Two consecutive cards to each pack in turn, or one at a time until each has two."""
    if table.foreseen("error"):
        yield table.announce("A card dealt in error, its face unseen, is used as the next card", "43.13(c)")
    source = STUB if rules.dealing == "automated_shoe" else SHOE
    sizes = pack_sizes(table)
    if rules.deal_packs == "two_consecutive":
        for pack, size in sizes.items():
            yield from table.draw(f"pack/{pack}", size, clause, source=source)
    else:
        for turn in range(max(sizes.values())):
            for pack, size in sizes.items():
                if turn < size:
                    yield from table.draw(f"pack/{pack}", 1, clause, source=source)


def remove_stub(table: Table, clause: str) -> CardsMoved:
    """What is left of the deck leaves the shoe, face down."""
    return table.move_cards(table.felt.down[SHOE], SHOE, STUB, clause)


def settle_wagers(table: Table, rules: Rules, pack: int, in_action: Sequence[Placed]) -> Moves:
    """All wagers on one pack are settled before the next pack is turned over (43.12(b))."""
    felt = table.felt
    for placed in not_accepted(table):
        if pack_of(placed.wager) == pack:
            words = "the wagering system did not accept it"
            yield from table.resolve(
                Payoff(placed.seat, placed.wager, placed.amount, 0, "void", "43.12(c)2", words=words)
            )
    players = {seat: tuple(felt.cards(f"{seat}/hand")) for seat in table.seats}
    cards = Open(tuple(felt.cards(COMMUNITY)), tuple(felt.cards(DEALER_HAND)), players)
    offered = bonuses(rules)
    won: dict[str, set[str]] = {name: set() for name in felt.meters}
    tenths: dict[str, Tenth] = {}  # by meters: as it stood when the first of its tenth was paid (ruling P6)
    wholes: dict[str, dict[Upon, Payoff]] = {}  # and when the first of the whole was, after that (43.12(d)2)
    refusals: set[int] = set()  # seats whose part of a tenth stays on the meter (ruling HP4)

    def payoffs() -> dict[Upon, Payoff]:
        """All of the pack as its meters stand. Also their order depends on that: who is paid later is found by name."""
        made = settle_pack(pack, in_action, cards, felt.meters, rules, tenths)
        return {(payoff.seat, payoff.wager): payoff for payoff in made}

    def due_now(upon: Upon, meter: str) -> Payoff:
        return (wholes[meter] if meter in wholes else payoffs())[upon]

    for upon, payoff in payoffs().items():
        bonus = offered.get(kind_of(payoff.wager))
        if payoff.result != "win" or not bonus or not bonus.progressive:
            yield from table.resolve(payoff)
        elif (yield from is_validated(table, bonus, partial(due_now, upon, bonus.name))):
            # What is paid is what the meter shows now: a table that shares it may have been paid meanwhile.
            payoff = due_now(upon, bonus.name)
            if payoff.line == SIX_ROYAL and prize_from_meter(payoff, bonus):
                tenths.setdefault(bonus.name, tenth_of(payoffs().values(), bonus, refusals))
            elif prize_from_meter(payoff, bonus):
                wholes.setdefault(bonus.name, payoffs())
            yield from pay_progressive(table, payoff, bonus, won[bonus.name])
        elif payoff.line == SIX_ROYAL:
            refusals.add(payoff.seat)
            if bonus.name in tenths:
                tenths[bonus.name] = tenth_of(payoffs().values(), bonus, refusals)
    for name, lines in won.items():
        shown = meter_after(felt.meters[name], lines, offered[name], rules)
        if shown != felt.meters[name]:
            yield table.meter(name, shown, "43.12(e)")


def is_validated(table: Table, bonus: Bonus, due: Callable[[], Payoff]) -> Generator[Step, Any, bool]:
    """A supervisor validates a progressive payout, or the wager goes back (43.12(c))."""
    granted = yield from table.validated(due, "43.12(c)3", jackpot=prize_from_meter(due(), bonus) > 0)
    if not granted:
        yield from table.resolve(msgspec.structs.replace(refused(due()), clause="43.12(c)3", line=None))
    return granted


def pay_progressive(table: Table, payoff: Payoff, bonus: Bonus, won: set[str]) -> Moves:
    """A progressive payout is paid; what comes from the meter is taken off it (43.12(d))."""
    if payoff.net > table.felt.stake(INVENTORY):
        text = f"The papers are made out before the cards of seat {payoff.seat} are collected"
        yield table.announce(text, "43.12(d)4", by="supervisor")
        yield from table.chips(payoff.net, CAGE, INVENTORY, "43.12(d)4")
    yield from table.resolve(payoff)
    prize = prize_from_meter(payoff, bonus)
    if prize and payoff.line:
        won.add(payoff.line)
        # Less than nothing would be left where another table was paid between two shares.
        left = table.felt.meters[bonus.name] - prize
        yield table.meter(bonus.name, max(left, Fraction(0)), "43.12(d)")


def collect(table: Table, seats: Sequence[int], clause: str) -> Moves:
    """Players' cards go to the discard rack in order, so that each hand can be put together again."""
    for seat in reversed(seats):
        yield from table.discard(f"{seat}/hand", clause)


def last_pack(table: Table, seat: int) -> int:
    """The last pack upon which a player has wagered."""
    return max(pack_of(placed.wager) for placed in table.wagers if placed.seat == seat)
