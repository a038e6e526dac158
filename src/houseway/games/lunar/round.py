"""One round of Lunar Poker, step by step as in 13:69F-38.7 to 38.10."""

from collections.abc import Generator, Sequence
from typing import Any

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card
from houseway.felt import DEALER_HAND, INVENTORY, RACK, STUB, Payoff, Revealed
from houseway.games.lunar.first_five import collect_progressives, declare, settle_first_five
from houseway.games.lunar.hands import qualifies
from houseway.games.lunar.irregularities import (
    CARDS,
    before_the_deal,
    check_devices,
    check_numbers,
    correct_misdeal,
    count_stub,
    handler,
    void_hand,
)
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.settle import (
    FOLDED,
    Option,
    Stakes,
    settle_compared,
    settle_fee,
    settle_folded,
    settle_forced_no_hand,
    settle_no_hand,
)
from houseway.games.lunar.stub import Stub
from houseway.irregularity import NO_SHOE, Void
from houseway.poker import describe, rank_of
from houseway.table import Moves, Step, Table, purse

LONGEST = 40  # answers of one round: four of each of five players, and some validations
VERBS = {  # with the clause that says when a player has that decision
    "buy": "38.10(b)1",
    "exchange": "38.10(b)2",
    "bet": "38.10(b)3",
    "fold": "38.10(b)4",
    "force": "38.10(k)",
    "decline": "38.10(k)",
    "declare": "38.10(a)",
    "pass": "38.10(a)",
}
NO_MORE_BETS = {"manual_shoe": "38.7(b)", "hand": "38.8(b)3", "automated_shoe": "38.9(b)2"}
STUB_LEAVES = {"manual_shoe": "38.7(e)", "hand": "38.8(d)", "automated_shoe": "38.9(d)"}


def play(table: Table, rules: Rules) -> Moves:
    """One round of Lunar Poker."""
    check_devices(table, rules)
    check_numbers(table)
    stakes = {seat: stakes_of(table, seat) for seat in table.seats}
    stub = Stub(table)
    table.handle = handler(table, stub)
    yield from table.place_wagers("38.6(a)")
    yield from before_the_deal(table)  # 38.9(f), 38.13(a), (e), (g)
    if table.foreseen(NO_SHOE):
        rules = rules.without({"shoe"})
    yield table.announce("No more bets", NO_MORE_BETS[rules.dealing])
    yield from collect_progressives(table, rules, stakes)  # 38.7(b)
    yield from deal(table, rules)  # 38.7(d), 38.8(c), 38.9(c)
    yield from stub.leave_shoe(STUB_LEAVES[rules.dealing])
    yield from count_stub(table)  # 38.7(f)
    if rules.dealing == "automated_shoe":
        yield from expose_bottom_card(table)  # 38.9(g)
    yield from correct_misdeal(table, stub, rules)  # 38.13(d)
    yield from table.pause("38.10(a)")

    declared = yield from declare(table, rules)  # 38.10(a)
    yield from settle_first_five(table, rules, stakes, declared)
    options = yield from elect(table, stub, stakes)  # 38.10(b)
    yield from give_new_cards(table, stub, rules, stakes, options)  # 38.10(c), (d)
    yield from bet_or_fold(table, stub, stakes, options)
    yield from table.pause("38.10(f)")
    yield from settle_against_dealer(table, stub, rules, stakes)  # 38.10(g) to (k)
    yield from clear(table)  # 38.10(l)


def deal(table: Table, rules: Rules) -> Moves:
    """Five cards to each player from the dealer's left and to the dealer: one at a time, or in stacks of five."""
    hands = [f"{seat}/hand" for seat in table.seats]
    if rules.dealing == "automated_shoe":
        for hand in hands:
            yield from table.deal(hand, CARDS, "38.9(c)")
        if table.foreseen("shoe jam"):
            raise Void("38.13(f)", "the automated shoe jammed: its cards are reshuffled with those dealt")
        yield from table.deal(DEALER_HAND, CARDS, "38.9(c)")
        return
    steps = "38.7(d)" if rules.dealing == "manual_shoe" else "38.8(c)"
    for number in range(CARDS):
        to_players, to_dealer = f"{steps}{min(2 * number + 1, 5)}", f"{steps}{min(2 * number + 2, 5)}"
        for hand in hands:
            yield from table.deal(hand, 1, to_players, total=CARDS)
        yield from table.deal(DEALER_HAND, 1, to_dealer, up=number == 0, total=CARDS)


def expose_bottom_card(table: Table) -> Moves:
    """The bottom card of the dealer's stack, which left the shoe first, is turned over (38.9(g))."""
    bottom = tuple(table.felt.down.get(DEALER_HAND, ())[:1])
    if bottom:
        yield Revealed(DEALER_HAND, bottom, "38.9(g)")


def elect(table: Table, stub: Stub, stakes: dict[int, Stakes]) -> Generator[Step, Any, dict[int, Option]]:
    """Each remaining player buys, exchanges, bets or folds; all say so before any card is given (38.10(b), N1)."""
    choices = {seat: election(table, seat, stakes[seat]) for seat in remaining(table)}
    acts = yield from table.ask_each("elect", "38.10(b)", choices, hidden=True)
    options: dict[int, Option] = {}
    for seat, act in acts.items():
        match act.verb:
            case "bet":
                yield from table.place(seat, "bet", stakes[seat].bet, "38.10(b)3")
            case "buy":
                options[seat] = "buy"
                yield from table.place(seat, "buy", stakes[seat].ante, "38.10(b)1", area=f"{seat}/options")
            case "exchange":
                options[seat] = "exchange"
                yield from table.place(seat, "exchange", stakes[seat].ante, "38.10(b)2", area=f"{seat}/options")
                yield table.move_cards(act.cards, f"{seat}/hand", f"{seat}/discards", "38.10(d)")
                yield table.announce(f"Seat {seat} exchanges {len(act.cards)} cards", "38.10(d)")
            case _:
                yield from fold(table, stub, seat, stakes[seat], None)
    return options


def election(table: Table, seat: int, stakes: Stakes) -> Choices:
    """What the player's chips cover; folding costs none."""
    chips, ante = table.felt.stake(purse(seat)), stakes.ante
    offered = []
    if chips >= ante:
        hand = tuple(table.felt.down[f"{seat}/hand"])
        offered.append(Choice("buy", "38.10(b)1", costs=ante))
        offered.append(Choice("exchange", "38.10(b)2", hand=hand, least=2, most=CARDS, costs=ante))
    if chips >= stakes.bet:
        offered.append(Choice("bet", "38.10(b)3", costs=stakes.bet))
    return Choices((*offered, Choice("fold", "38.10(b)4")), Act("fold"))


def give_new_cards(
    table: Table, stub: Stub, rules: Rules, stakes: dict[int, Stakes], options: dict[int, Option]
) -> Moves:
    """From the dealer's left the payment is taken, the cards are given and the discards collected (38.10(c), (d))."""
    for seat, option in options.items():
        payment = settle_fee(seat, stakes[seat], option)
        hand, discards = f"{seat}/hand", f"{seat}/discards"
        yield from table.chips(payment.stake, f"{seat}/options", INVENTORY, payment.clause)
        due = table.felt.count(discards) or 1
        wrong = table.foreseen("new cards", seat)
        yield from stub.give(hand, wrong.number if wrong else due, payment.clause)
        yield from stub.collect(discards, payment.clause)
        if wrong and wrong.number != due:
            yield from void_hand(table, stub, seat, rules)  # 38.13(d)
        else:
            yield from table.resolve(payment)


def bet_or_fold(table: Table, stub: Stub, stakes: dict[int, Stakes], options: dict[int, Option]) -> Moves:
    """Who bought or exchanged makes the bet wager or folds (38.10(c), (d))."""
    choices = {}
    for seat, option in options.items():
        if seat not in table.out:
            clause = FOLDED[option]
            covered = table.felt.stake(purse(seat)) >= stakes[seat].bet
            bet = (Choice("bet", clause, costs=stakes[seat].bet),) if covered else ()
            choices[seat] = Choices((*bet, Choice("fold", clause)), Act("fold"))
    asked = "38.10(c)" if "buy" in options.values() else "38.10(d)"
    acts = yield from table.ask_each("bet or fold", asked, choices)
    for seat, act in acts.items():
        if act.verb == "bet":
            yield from table.place(seat, "bet", stakes[seat].bet, FOLDED[options[seat]])
        else:
            yield from fold(table, stub, seat, stakes[seat], options[seat])


def fold(table: Table, stub: Stub, seat: int, stakes: Stakes, option: Option | None) -> Moves:
    """The Ante is lost and the hand collected at once (38.10(b)4, (c), (d))."""
    payoff = settle_folded(seat, stakes, option)
    table.out.add(seat)
    yield from table.resolve(payoff)
    yield from stub.collect(f"{seat}/hand", payoff.clause)


def settle_against_dealer(table: Table, stub: Stub, rules: Rules, stakes: dict[int, Stakes]) -> Moves:
    """The dealer shows the hole cards; the bets are settled, after a new card for the dealer where he is forced."""
    yield from table.reveal(DEALER_HAND, "38.10(g)")
    rank = rank_of(table.felt.up[DEALER_HAND])
    yield table.announce(f"The dealer has {describe(rank)}", "38.10(g)")
    if not qualifies(rank):
        yield table.announce("No hand", "38.10(j)1")
        forcing = yield from force(table, stakes)
        yield from pay_antes(table, stakes, forcing)  # 38.10(j)
        if not remaining(table):
            return
        yield from replace_highest(table, stub, stakes)  # 38.10(k)
        rank = rank_of(table.felt.up[DEALER_HAND])
        yield table.announce(f"The dealer has {describe(rank)}", "38.10(k)1" if qualifies(rank) else "38.10(k)2")
    yield from table.discard(STUB, STUB_LEAVES[rules.dealing])  # no more cards can be needed (ruling N1)
    if qualifies(rank):
        yield from compare_hands(table, rules, stakes, rank)  # 38.10(i)
    else:
        yield from settle_players(table, {seat: settle_forced_no_hand(seat, stakes[seat]) for seat in remaining(table)})


def force(table: Table, stakes: dict[int, Stakes]) -> Generator[Step, Any, set[int]]:
    """The players who force the dealer, each for himself (38.10(k), ruling N7)."""
    decline = Choice("decline", "38.10(j)1")
    choices = {
        seat: Choices((Choice("force", "38.10(k)", costs=stakes[seat].ante), decline), Act("decline"))
        for seat in remaining(table)
        if table.felt.stake(purse(seat)) >= stakes[seat].ante
    }
    acts = yield from table.ask_each("force", "38.10(k)", choices, skippable=True)
    return {seat for seat, act in acts.items() if act.verb == "force"}


def pay_antes(table: Table, stakes: dict[int, Stakes], forcing: set[int]) -> Moves:
    """Who does not force has the Ante paid and the bet back; the hand is shown if it had a progressive (38.10(j))."""
    for seat in reversed(remaining(table)):
        if seat in forcing:
            continue
        if stakes[seat].progressive is not None:
            yield from table.reveal(f"{seat}/hand", "38.10(j)2")
        for payoff in settle_no_hand(seat, stakes[seat]):
            yield from table.resolve(payoff)
        yield from table.discard(f"{seat}/hand", "38.10(j)2")
        table.out.add(seat)


def replace_highest(table: Table, stub: Stub, stakes: dict[int, Stakes]) -> Moves:
    """The payments are taken; the dealer's highest card, the only one of its rank, makes room for a new one (N7)."""
    for seat in reversed(remaining(table)):
        yield from table.place(seat, "force", stakes[seat].ante, "38.10(k)", area=f"{seat}/options")
        yield from table.resolve(settle_fee(seat, stakes[seat], "force"), f"{seat}/options")
    highest = max(table.felt.up[DEALER_HAND], key=_rank)
    yield table.move_cards((highest,), DEALER_HAND, RACK, "38.10(k)")
    wrong = table.foreseen("new card")
    yield from stub.give(DEALER_HAND, wrong.number if wrong else 1, "38.10(k)", up=True)
    if table.felt.count(DEALER_HAND) == CARDS - 1:  # 38.13(d)
        yield table.announce("The dealer has four cards and gets a fifth", "38.13(d)")
        yield from stub.give(DEALER_HAND, 1, "38.13(d)", up=True)
    if table.felt.count(DEALER_HAND) != CARDS:
        raise Void("38.13(d)", "the dealer was dealt a wrong number of new cards")


def compare_hands(table: Table, rules: Rules, stakes: dict[int, Stakes], dealer: int) -> Moves:
    """The dealer qualifies: each hand against his (38.10(i))."""
    payoffs = {}
    for seat in remaining(table):
        payoffs[seat] = settle_compared(seat, stakes[seat], table.felt.cards(f"{seat}/hand"), dealer, rules)
    yield from settle_players(table, payoffs)


def settle_players(table: Table, payoffs: dict[int, list[Payoff]]) -> Moves:
    """From the farthest right each hand is turned over, settled and collected, those that push last (38.10(h), (i))."""
    for seat in sorted(payoffs, reverse=True):
        hand = f"{seat}/hand"
        yield from table.reveal(hand, "38.10(h)")
        ante, bet = payoffs[seat]
        yield from table.resolve(ante)
        yield from table.resolve(bet)
        if bet.result in ("win", "lose"):
            yield from table.discard(hand, bet.clause)


def clear(table: Table) -> Moves:
    """What is left is picked up in order: hands that pushed from the farthest right, the stub, the dealer's hand."""
    for seat in reversed(table.seats):
        yield from table.discard(f"{seat}/hand", "38.10(l)")
    yield from table.discard(STUB, "38.10(j)2")
    yield from table.discard(DEALER_HAND, "38.10(l)")


def stakes_of(table: Table, seat: int) -> Stakes:
    """What a player wagered before the deal."""
    wagers = {placed.wager: placed for placed in table.wagers if placed.seat == seat}
    ante, side, progressive = wagers["ante"], wagers.get("super"), wagers.get("progressive")
    return Stakes(ante.amount, side.amount if side else 0, progressive.amount if progressive else None, ante.coupon)


def remaining(table: Table) -> Sequence[int]:
    """The players still in the round, from the dealer's left."""
    return [seat for seat in table.seats if seat not in table.out]


def _rank(card: Card) -> int:
    return card >> 2
