"""One round of Ultimate 8 Poker, step by step as in 13:69F-42.7 to 42.10."""

from contextlib import suppress
from itertools import count

import msgspec

from houseway.felt import INVENTORY, SHOE, STUB, ChipsMoved
from houseway.games.ultimate8 import discarding
from houseway.games.ultimate8.betting import ROUNDS, betting_round, gather, pot_area
from houseway.games.ultimate8.hands import Held
from houseway.games.ultimate8.irregularities import (
    CARDS,
    check_exposed,
    check_foreseen,
    check_hands,
    check_numbers,
    check_shuffler,
    count_stub,
    handler,
)
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.settle import ACE_ANTE, MAIN, Facts, settle
from houseway.games.ultimate8.standing import ACE_POT, CHIPS, HAND, LAID, MAIN_POT, RoundEnds, Standing
from houseway.irregularity import Void
from houseway.money import brief
from houseway.refusal import Refusal
from houseway.table import Moves, Table

# Asks of one round. Betting: three rounds, in each five checks, a bet and three raises that five others answer, and six
# all-ins for less that five others answer. Discarding: 48 lays at most, each after six passes at most and before five.
LONGEST = 3 * (5 + 4 * 6 + 6 * 6) + 48 * 12


class Dealing(msgspec.Struct, frozen=True):
    """A way of dealing: how many rounds of how many cards, and the clauses of its steps."""

    rounds: int
    cards: int
    main_antes: str
    ace_antes: str
    button: str
    deal: str
    stub: str
    empty: str


MANUAL_SHOE = Dealing(2, 4, "42.7(b)1", "42.7(b)2", "42.7(d)", "42.7(e)", "42.7(f)", "42.7(h)")
HAND_FOURS = Dealing(2, 4, "42.8(c)1", "42.8(c)2", "42.8(d)", "42.8(b)3", "42.8(f)", "42.8(h)")
HAND_ONES = Dealing(8, 1, "42.8(c)1", "42.8(c)2", "42.8(d)", "42.8(e)", "42.8(f)", "42.8(h)")
AUTOMATED_SHOE = Dealing(1, 8, "42.9(c)1", "42.9(c)2", "42.9(d)", "42.9(e)", "42.9(f)", "42.9(i)")


def play(table: Table, rules: Rules) -> Moves:
    """One round of Ultimate 8 Poker."""
    way, button = way_of_dealing(rules), player_button(table)
    standing = Standing(table)
    table.handle = handler(table, standing)
    check_foreseen(table, rules)
    check_numbers(table, dealing_order(button), (way.rounds - 1) * way.cards, way.deal)
    yield from collect_antes(table, rules, way)  # 42.6(b)
    yield from check_shuffler(table)  # 42.9(h), 42.12(d), (e)
    yield table.announce(f"The player button is before seat {button}", way.button)
    yield from deal(table, rules, way, button)  # 42.7(e) to (h), or the same of 42.8 or 42.9
    with suppress(RoundEnds):
        yield from bet_and_discard(table, rules, standing, button)  # 42.10(a) to (i)
    yield from award(table, rules, standing)  # 42.10(j) to (l)


def way_of_dealing(rules: Rules) -> Dealing:
    """The house's choice among 42.7, 42.8 and 42.9; from the hand in fours or in ones (ruling U12)."""
    if rules.dealing == "hand":
        return HAND_FOURS if rules.rounds_of == 4 else HAND_ONES
    return AUTOMATED_SHOE if rules.dealing == "automated_shoe" else MANUAL_SHOE


def player_button(table: Table) -> int:
    """The seat with the player button, which always stands before a player (42.1 player button)."""
    if table.button is None:
        return table.seats[0]
    if table.button not in table.seats:
        raise Refusal(f"nobody plays at seat {table.button}: the player button stands before a player", "42.7(d)")
    return table.button


def dealing_order(button: int) -> list[int]:
    """All positions as cards are dealt to them, from the button on."""
    return [*range(button, POSITIONS + 1), *range(1, button)]


def collect_antes(table: Table, rules: Rules, way: Dealing) -> Moves:
    """Both antes are placed by all, then collected into the main pot and the ace pot (ruling U13)."""
    for wager, ante, area, pot, clause in (
        (MAIN, rules.main_ante, "main_ante", MAIN_POT, way.main_antes),
        (ACE_ANTE, rules.ace_ante, "ace_ante", ACE_POT, way.ace_antes),
    ):
        for seat in table.seats:
            yield from table.place(seat, wager, ante, clause, area=f"{seat}/{area}")
        for seat in table.seats:
            yield ChipsMoved(ante, f"{seat}/{area}", pot, clause)
    table.gathered[ACE_ANTE] = ACE_POT


def deal(table: Table, rules: Rules, way: Dealing, button: int) -> Moves:
    """Eight cards to each of the six positions from the button; the stub is counted, empty positions are collected."""
    positions = dealing_order(button)
    for _ in range(way.rounds):
        for seat in positions:
            try:
                yield from table.deal(HAND[seat], way.cards, way.deal, total=CARDS)
            except Void as void:
                # Somebody had so many that none are left for others: a misdeal that the missing stub tells.
                raise Void("42.7(g)2", void.words) if void.clause == way.deal else void from None
            check_exposed(table, seat)  # 42.12(a)4
    yield from table.draw(STUB, table.felt.count(SHOE), way.stub)
    if rules.stub_counted:
        yield from count_stub(table)  # 42.7(g)
    # Nobody may look at his cards before the stub is in the discard rack (42.11(e)): no ask comes earlier.
    yield from table.discard(STUB, "42.7(g)1" if rules.stub_counted else "42.9(h)")
    for seat in positions:
        if seat not in table.seats:
            yield from table.discard(HAND[seat], way.empty)
    yield from check_hands(table)  # 42.12(b)


def bet_and_discard(table: Table, rules: Rules, standing: Standing, button: int) -> Moves:
    """Three betting rounds with a discarding round after each, then discarding rounds until somebody is out (U6)."""
    held: dict[int, Held] = {}
    opener = standing.at_or_after(button)
    for number in count(1):
        if number <= ROUNDS and not standing.out:  # no betting once somebody is out (ruling U9)
            yield from betting_round(table, rules, standing, number, opener)  # 42.10(d), (f), (h)
        opener = standing.at_or_after(opener)
        clause = discarding.CLAUSES[min(number, ROUNDS)]  # 42.10(e), (g), (i)
        opener = yield from discarding.discarding_round(table, rules, standing, held, opener, clause)


def award(table: Table, rules: Rules, standing: Standing) -> Moves:
    """The pots less their commission go to their winners: side pots, main pot, ace pot (42.10(j), (k))."""
    yield from gather(table, standing)
    facts = Facts(standing.paid(), standing.gone, standing.out, standing.ace_by, table.felt.chips[ACE_POT])
    settled = settle(facts, rules)
    winner = settled.awards[0].winner
    yield table.announce(f"The {cards_of(table, winner)} cards of seat {winner} are confirmed", "42.10(j)")
    for place, award in reversed(list(enumerate(settled.awards))):
        yield from pay(table, pot_area(place), award.pot.amount, award.fee, award.winner)
    if settled.ace_winner is None:
        yield table.announce("The ace pot is carried over to the next round", "42.10(l)")
    else:
        yield from pay(table, ACE_POT, facts.ace_pot, settled.ace_fee, settled.ace_winner)
    for payoff in settled.payoffs:
        yield table.record(payoff)
    yield from clear(table, winner)


def pay(table: Table, area: str, amount: int, fee: int, winner: int) -> Moves:
    """A pot is counted and verified, the commission goes to the table inventory, the rest to the winner."""
    yield table.announce(f"verifies {brief(amount)} in the {spoken_pot(area)}", "42.10(k)", "supervisor")
    if fee:
        yield ChipsMoved(fee, area, INVENTORY, "42.10(k)")
    yield ChipsMoved(amount - fee, area, CHIPS[winner], "42.10(j)")


def spoken_pot(area: str) -> str:
    """The pot as one says it: main pot, side pot 1, ace pot."""
    _, _, which = area.rpartition("/")
    return {"main": "main pot"}.get(which, which.replace("side", "side pot"))


def clear(table: Table, winner: int) -> Moves:
    """The cards go to the discard rack, the winner's last: they are counted, and need not be shown (42.10(j))."""
    for seat in table.seats:
        if seat != winner:
            yield from collect_cards(table, seat)
    yield table.announce(f"The {cards_of(table, winner)} cards of seat {winner} are counted", "42.10(j)")
    yield from collect_cards(table, winner)


def collect_cards(table: Table, seat: int) -> Moves:
    yield from table.discard(LAID[seat], "42.10(j)")
    yield from table.discard(HAND[seat], "42.10(j)")


def cards_of(table: Table, seat: int) -> int:
    """How many cards a player has, laid and held."""
    return table.felt.count(LAID[seat]) + table.felt.count(HAND[seat])
