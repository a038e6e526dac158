"""One round of Blackjack Lucky 8, step by step as in sections 3 and 4."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

import msgspec

from houseway.asks import Act, Choice, Choices, Who
from houseway.cards import ACE, Card
from houseway.felt import DEALER_HAND, SHOE, Announced, Area, Payoff
from houseway.games.blackjack.hands import (
    TWENTY_ONE,
    is_blackjack,
    may_become_blackjack,
    points,
    same_value,
    total,
)
from houseway.games.blackjack.irregularities import handler
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.settle import (
    Hand,
    settle_box,
    settle_even_money,
    settle_hand,
    settle_insurance,
    settle_lucky8,
    settle_pair,
    settle_surrendered,
)
from houseway.money import Cents
from houseway.table import Moves, Step, Table, purse

MOST_HANDS = 4
STANDS_ON = 17
VERBS = {
    "hit": "3.14",
    "stand": "3.13",
    "double": "3.11",
    "split": "3.8",
    "surrender": "3.10",
    "insure": "3.12",
    "even money": "3.7.1",
    "decline": "3.12",
}
LONGEST = 700  # asks of one round: seven boxes of four hands, each with some twenty cards, and validations


class Box(msgspec.Struct):
    """A betting area with a main wager: its first two cards, its hands from the left, its insurance."""

    seat: int
    first: tuple[Card, ...]
    hands: list[Hand]
    insurance: Cents = 0

    @property
    def added_stakes(self) -> bool:
        """Has the player split or doubled?"""
        return len(self.hands) > 1 or self.hands[0].added > 0


def play(table: Table, rules: Rules) -> Moves:
    """One round of Blackjack Lucky 8."""
    table.handle = handler(table)  # section 5
    yield table.announce("Place your bets, please", "3.1")
    yield from table.place_wagers("3.4")
    yield table.announce("No more bets", "3.2")
    yield from initial_deal(table, rules)  # 3.6
    yield from table.pause("5.2")

    boxes = [_box(table, seat) for seat in table.seats]
    if rules.side_bets == "at_once":
        yield from settle_side_bets(table, rules, boxes)  # 3.5, 4.1, 4.2
    if _dealer_first(table) >> 2 == ACE:
        yield from insure(table, rules, boxes)  # 3.7.1, 3.12
    for box in boxes:
        yield from play_box(table, rules, box)  # 3.8 to 3.16
    yield from table.pause("3.19")
    yield from draw_dealer(table, rules, boxes)  # 3.19
    yield from table.pause("4.1")
    if rules.side_bets == "at_the_end":
        yield from settle_side_bets(table, rules, boxes)
    yield from settle_boxes(table, rules, boxes)  # 4.3 to 4.6
    yield from clear(table, rules, boxes)  # 1.1.11


def initial_deal(table: Table, rules: Rules) -> Moves:
    """A card to each box from the dealer's left, one to the dealer, a second to each box, all face up (3.6)."""
    if len(table.felt.down[SHOE]) <= rules.cut_card:
        yield _cut_card(table)
    for seat in table.seats:
        yield from draw(table, rules, f"{seat}/hand", "3.6")
    yield from draw(table, rules, DEALER_HAND, "3.6")
    for seat in table.seats:
        yield from draw(table, rules, f"{seat}/hand", "3.6")


def draw(table: Table, rules: Rules, area: Area, clause: str) -> Moves:
    """One card face up; when it is the last before the cut card, that is announced (ruling B9)."""
    yield from table.deal(area, 1, clause, up=True)
    if len(table.felt.down[SHOE]) == rules.cut_card:
        yield _cut_card(table)


def settle_side_bets(table: Table, rules: Rules, boxes: Sequence[Box]) -> Moves:
    """Pair and Lucky 8 bets, from the dealer's right, each box's in the order in which they were placed."""
    dealer = _dealer_first(table)
    for box in reversed(boxes):
        for placed in table.wagers:
            if placed.seat != box.seat:
                continue
            if placed.wager == "pair":
                yield from table.resolve(
                    settle_pair(box.seat, placed.amount, box.first, rules.pair, placed.player)  # 3.5.1
                )
            elif placed.wager == "lucky8":
                three = (*box.first, dealer)
                yield from table.resolve(
                    settle_lucky8(box.seat, placed.amount, three, rules.pair, placed.player)  # 3.5.2
                )


def insure(table: Table, rules: Rules, boxes: Sequence[Box]) -> Moves:
    """The dealer shows an ace: insurance for all, even money for those with blackjack (3.12, 3.7.1)."""
    choices = {box.seat: _insurance_choices(table, rules, box) for box in boxes}
    acts = yield from table.ask_each("insurance", "3.12", choices, skippable=True)
    for box in boxes:
        act = acts[box.seat]
        if act.verb == "insure":
            assert act.amount is not None
            box.insurance = act.amount
            yield from table.place(box.seat, "insurance", act.amount, "3.12")
    for box in reversed(boxes):
        if acts[box.seat].verb == "even money":  # ruling B10
            yield from _settle(table, box, 0, settle_even_money(box.seat, box.hands[0].wager))


def play_box(table: Table, rules: Rules, box: Box) -> Moves:
    """The hands of one box from the left; splitting makes more of them (3.8 to 3.16)."""
    if box.hands[0].blackjack:
        if not box.hands[0].settled and not may_become_blackjack(_dealer_first(table)):
            payoff = settle_hand(box.seat, box.hands[0], (_dealer_first(table),))
            yield from _settle(table, box, 0, payoff)  # 3.7: nothing the dealer draws can match it
        return
    place = 0
    while place < len(box.hands):
        yield from play_hand(table, rules, box, place)
        place += 1


def play_hand(table: Table, rules: Rules, box: Box, place: int) -> Moves:
    """The player's decisions on one hand, until it stands, is doubled, is surrendered or exceeds 21."""
    area, hand = hand_area(box.seat, place), box.hands[place]
    cards = table.felt.up[area]
    while True:
        if len(cards) == 1:
            yield from draw(table, rules, area, "3.8")  # a split hand's second card comes with its turn (B2)
            if cards[0] >> 2 == ACE:
                break  # 3.9.1
        if total(cards) >= TWENTY_ONE:
            break  # 3.15, 3.16
        act = yield from _decision(table, rules, box, place)
        if act.verb == "surrender":
            yield from _settle(table, box, place, settle_surrendered(box.seat, hand.wager))  # 3.10
            return
        if act.verb == "stand":
            break  # 3.13
        if act.verb == "split":
            yield from split(table, box, place)
            continue
        if act.verb == "double":
            yield from double(table, box, place, hand.wager if act.amount is None else act.amount)
        yield from draw(table, rules, area, "3.14" if act.verb == "hit" else "3.11.3")
        if act.verb == "double":
            break
    hand.cards = tuple(cards)
    if hand.bust:
        yield from collect_busted(table, box, place)


def split(table: Table, box: Box, place: int) -> Moves:
    """The second card begins a hand directly to the right, with a wager equal to the original (3.8, ruling B2)."""
    seat, wager = box.seat, box.hands[0].wager
    for moved in range(len(box.hands) - 1, place, -1):  # the hands that wait move along
        yield table.move_cards(table.felt.up[hand_area(seat, moved)], *_along(hand_area, seat, moved), "3.8", up=True)
        yield from table.chips(box.hands[moved].wager, *_along(main_area, seat, moved), "3.8")
    box.hands[place].split = True
    box.hands.insert(place + 1, Hand((), wager, split=True))
    yield from table.place(seat, "main", wager, "3.8", area=main_area(seat, place + 1))
    second = table.felt.up[hand_area(seat, place)][1:]
    yield table.move_cards(second, *_along(hand_area, seat, place), "3.8", up=True)
    _tell_parts(table, box)


def double(table: Table, box: Box, place: int, amount: Cents) -> Moves:
    """Chips up to the original wager are added; one more card follows (3.11)."""
    box.hands[place].added = amount
    clause = "3.11.2" if box.hands[place].split else "3.11.1"
    yield from table.place(box.seat, "main", amount, clause, area=double_area(box.seat, place))
    _tell_parts(table, box)


def collect_busted(table: Table, box: Box, place: int) -> Moves:
    """Cards above 21 are collected at once, and the wager with them unless a dealer's blackjack may yet save a part.

    Where the player has added stakes and the dealer's first card is an ace or worth ten, a blackjack would take the
    original wager only: the stakes stay in suspense until the second card is known (3.16, 4.5, ruling B3).
    """
    yield from table.discard(hand_area(box.seat, place), "3.16")
    if not (box.added_stakes and may_become_blackjack(_dealer_first(table))):
        yield from _settle(table, box, place, settle_hand(box.seat, box.hands[place], (_dealer_first(table),)))


def draw_dealer(table: Table, rules: Rules, boxes: Sequence[Box]) -> Moves:
    """The dealer draws to 16 and stands on every 17, as far as a wager depends on it (3.19, ruling B8)."""
    open_hands = [hand for box in boxes for hand in box.hands if not hand.settled]
    # Only where one original wager is all a box can lose do busted hands in suspense depend on the second card.
    suspense = rules.dealer_blackjack == "obo"
    insured = [box for box in boxes if box.insurance]
    if not insured and not any(suspense or not hand.bust for hand in open_hands):
        return
    yield from draw(table, rules, DEALER_HAND, "3.19")
    cards = table.felt.up[DEALER_HAND]
    for box in reversed(insured):
        yield from table.resolve(settle_insurance(box.seat, box.insurance, cards[1]))  # 3.12
    if any(not hand.bust and not hand.blackjack for hand in open_hands):
        while total(cards) < STANDS_ON:
            yield from draw(table, rules, DEALER_HAND, "3.19")


def settle_boxes(table: Table, rules: Rules, boxes: Sequence[Box]) -> Moves:
    """The result of every hand that is not settled yet, from the dealer's right (4.3 to 4.6)."""
    dealer = tuple(table.felt.up[DEALER_HAND])
    yield table.announce(_result(dealer), "1.1.11")
    for box in reversed(boxes):
        payoffs = settle_box(box.seat, box.hands, dealer, rules.dealer_blackjack)
        if is_blackjack(dealer) and box.added_stakes:
            yield from _lose_to_blackjack(table, box, payoffs)  # 4.5
            continue
        for place, payoff in enumerate(payoffs):
            if not box.hands[place].settled:
                yield from _settle(table, box, place, payoff)


def clear(table: Table, rules: Rules, boxes: Sequence[Box]) -> Moves:
    """The cards that still lie on the layout go to the discard rack; those in the shoe stay there (ruling B9)."""
    for box in reversed(boxes):
        for place in range(len(box.hands)):
            yield from table.discard(hand_area(box.seat, place), "1.1.11")
    yield from table.discard(DEALER_HAND, "1.1.11")
    if len(table.felt.down[SHOE]) <= rules.cut_card:
        yield table.announce("The cut card has come: the cards are reshuffled before the next round", "B9")


def closed_by(table: Table, who: Who, verb: str) -> str | None:
    """The clause that closes a decision to a box as it lies, where one is nearer than the verb's own."""
    if not isinstance(who, int):
        return None
    hands = len(table.parts.get((who, None, "main"), ()))  # 0 without added stakes, 1 for a doubled hand
    lying = _lying(table, who)
    match verb:
        case "surrender" if hands > 1:
            return "3.10.1"
        case "hit" | "double" | "split" if hands == 1:
            return "3.11.3"
        case "hit" | "double" | "split" if hands > 1 and lying and lying[0][0] >> 2 == ACE:
            return "3.9.1"
        case "split" if hands == MOST_HANDS:
            return "3.9"
        case "hit" | "double" if _has_21(table, who):
            return "3.15"
    return None


def needless(table: Table, seat: int, act: Act) -> bool:
    """Who has 21 is not asked (3.15); a round file may say all the same that he stands."""
    return act.verb == "stand" and _has_21(table, seat)


def hand_area(seat: int, place: int) -> Area:
    return f"{seat}/hand {place + 1}" if place else f"{seat}/hand"


def main_area(seat: int, place: int) -> Area:
    return f"{seat}/main {place + 1}" if place else f"{seat}/main"


def double_area(seat: int, place: int) -> Area:
    return f"{seat}/double {place + 1}" if place else f"{seat}/double"


def _insurance_choices(table: Table, rules: Rules, box: Box) -> Choices:
    half = min(box.hands[0].wager // 2, table.felt.stake(purse(box.seat)))
    options = [Choice("decline", "3.12")]
    if half:
        low = min(rules.chip_unit, half)
        options.append(Choice("insure", "3.12", low, half, rules.chip_unit))
    if box.hands[0].blackjack:
        options.append(Choice("even money", "3.7.1"))
    return Choices(tuple(options), Act("decline"))


def _decision(table: Table, rules: Rules, box: Box, place: int) -> Generator[Step, Any, Act]:
    """Ask for one decision; the name of the ask is that of the hand in turn."""
    area = hand_area(box.seat, place)
    options = _options(table, rules, box, place)
    act = yield from table.ask(area.partition("/")[2], "3.4", box.seat, options, Act("stand"))
    assert act is not None
    return act


def _options(table: Table, rules: Rules, box: Box, place: int) -> list[Choice]:
    hand, cards = box.hands[place], table.felt.up[hand_area(box.seat, place)]
    options = [Choice("hit", "3.14"), Choice("stand", "3.13")]
    if len(cards) > 2:
        return options
    chips, wager = table.felt.stake(purse(box.seat)), hand.wager
    most = min(wager, chips - chips % rules.chip_unit)
    if most >= rules.least:  # ruling B6
        full = wager if most == wager else None
        clause = "3.11.2" if hand.split else "3.11.1"
        options.append(Choice("double", clause, rules.least, most, rules.chip_unit, full=full))
    if same_value(*cards) and len(box.hands) < MOST_HANDS and chips >= wager:
        options.append(Choice("split", "3.9.1" if cards[0] >> 2 == ACE else "3.8", costs=wager))
    if not hand.split and _dealer_first(table) >> 2 != ACE:  # ruling B5
        options.append(Choice("surrender", "3.10"))
    return options


def _settle(table: Table, box: Box, place: int, payoff: Payoff) -> Moves:
    """A hand is settled for good: what doubling added lies with its wager, and its cards are collected."""
    main, doubled = main_area(box.seat, place), double_area(box.seat, place)
    yield from table.chips(table.felt.stake(doubled), doubled, main, payoff.clause)
    box.hands[place].settled = True
    yield from table.resolve(payoff, main)
    yield from table.discard(hand_area(box.seat, place), payoff.clause)


def _lose_to_blackjack(table: Table, box: Box, payoffs: Sequence[Payoff]) -> Moves:
    """All chips of a doubled or split box lie together, and one loss is taken of them."""
    main, clause = main_area(box.seat, 0), payoffs[0].clause
    for place in range(len(box.hands)):
        for area in (main_area(box.seat, place), double_area(box.seat, place)):
            if area != main:
                yield from table.chips(table.felt.stake(area), area, main, clause)
    yield from table.resolve_as_one(payoffs, main)


def _box(table: Table, seat: int) -> Box:
    wager = next(placed.amount for placed in table.wagers if placed.seat == seat and placed.wager == "main")
    cards = tuple(table.felt.up[f"{seat}/hand"])
    return Box(seat, cards, [Hand(cards, wager)])


def _lying(table: Table, seat: int) -> list[list[Card]]:
    """The cards of a box's hands that are not collected."""
    areas = (hand_area(seat, place) for place in range(MOST_HANDS))
    return [cards for area in areas if (cards := table.felt.up.get(area))]


def _has_21(table: Table, seat: int) -> bool:
    """A box's last hand has 21, or its blackjack is paid already and collected."""
    lying = _lying(table, seat)
    if lying:
        return total(lying[-1]) == TWENTY_ONE
    return any(payoff.seat == seat and payoff.line == "Blackjack" for payoff in table.payoffs)


def _tell_parts(table: Table, box: Box) -> None:
    """Should the round be void, each hand's stake is a line of its own."""
    table.parts[box.seat, None, "main"] = [hand.stake for hand in box.hands]


def _along(area: Callable[[int, int], Area], seat: int, place: int) -> tuple[Area, Area]:
    return area(seat, place), area(seat, place + 1)


def _dealer_first(table: Table) -> Card:
    return table.felt.up[DEALER_HAND][0]


def _cut_card(table: Table) -> Announced:
    return table.announce("The cut card: this is the last round before the shuffle", "B9")


def _result(dealer: Sequence[Card]) -> str:
    if is_blackjack(dealer):
        return "The dealer has blackjack"
    if len(dealer) == 1:
        return f"The dealer shows {points(dealer[0])}; no wager depends on another card"
    return f"The dealer has {total(dealer)}"
