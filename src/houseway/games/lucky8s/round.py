"""One round of Lucky 8's, step by step as in 13:69F-50.5 and 50.6."""

from collections.abc import Generator, Sequence
from typing import Any

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card, names
from houseway.felt import DEALER_HAND, RACK, SHOE
from houseway.games.lucky8s.hands import EIGHT, SetHand, house_way, lucky_cards, points
from houseway.games.lucky8s.irregularities import reshuffle_after_jam, return_miscounted
from houseway.games.lucky8s.rules import Rules
from houseway.games.lucky8s.settle import Stakes, settle_bonus, settle_folded, settle_played
from houseway.table import Moves, Step, Table, purse

CARDS = 8
LONGEST = 20  # asks of one round: two for each spot, and some validations


class SetChoice(Choice, frozen=True):
    """Set the hand: groups that add up to 8 each, the rest are side cards (50.6(e), ruling L1)."""

    takes_groups: bool = True

    def refusal(self, act: Act) -> str | None:
        left = list(self.hand)
        for group in act.groups:
            for card in group:
                if card not in left:
                    return f"{names((card,))} is not in the hand {names(self.hand)}"
                left.remove(card)
            if sum(map(points, group)) != EIGHT:
                return f"{names(group)} does not add up to 8"
        return None


def play(table: Table, rules: Rules) -> Moves:
    """One round of Lucky 8's."""
    yield from table.place_wagers("50.6(a)")
    yield from reshuffle_after_jam(table)  # 50.9(b)
    yield table.announce("No more bets", "50.6(c)")
    yield from deal(table, rules)  # 50.5
    yield from table.pause("50.6(d)")
    yield from return_miscounted(table, CARDS)  # 50.9(c)

    hands = yield from set_hands(table, rules)  # 50.6(e) to (g)
    calls = yield from call(table)  # 50.6(h)
    yield from table.reveal(DEALER_HAND, "50.6(j)")
    dealer_cards = table.felt.cards(DEALER_HAND)
    if len(dealer_cards) != CARDS:
        yield from void_antes(table, rules, hands, calls)  # 50.9(d)
    else:
        yield from compare_hands(table, rules, hands, calls, dealer_cards)
    yield from clear(table)  # 50.6(s)


def deal(table: Table, rules: Rules) -> Moves:
    """A stack of eight cards to each spot with a wager, from the dealer's left, then to the dealer."""
    clause = "50.5(f)" if rules.dealing == "groups_of_eight" else "50.5(e)"
    for seat in table.seats:  # 50.5(c), (d)
        yield from table.deal(f"{seat}/hand", CARDS, clause)
    yield from table.deal(DEALER_HAND, CARDS, clause)
    yield table.move_cards(table.felt.down[SHOE], SHOE, RACK, clause)


def set_hands(table: Table, rules: Rules) -> Generator[Step, Any, dict[int, SetHand]]:
    """Players set as many hands of 8 as possible; whoever does not set is set House Way (ruling L1)."""
    seats = [seat for seat in table.seats if seat not in table.out]
    hands = {seat: house_way(table.felt.down[f"{seat}/hand"]) for seat in seats}
    if rules.set_hands == "as_set":
        choices = {
            seat: Choices(
                (
                    SetChoice("set", "50.6(e)", hand=tuple(table.felt.down[f"{seat}/hand"])),
                    Choice("house way", "50.6(e)"),
                ),
                Act("house way"),
            )
            for seat in seats
        }
        acts = yield from table.ask_each("set", "50.6(e)", choices, hidden=True, skippable=True)
        for seat, act in acts.items():
            if act.verb == "set":
                hands[seat] = _as_set(table.felt.down[f"{seat}/hand"], act.groups)
    for seat, hand in hands.items():  # 50.6(i)
        if seat not in table.out:
            eights = [card for group in hand.groups for card in group]
            if eights:
                yield table.move_cards(eights, f"{seat}/hand", f"{seat}/eights", "50.6(i)")
            if hand.side:
                yield table.move_cards(hand.side, f"{seat}/hand", f"{seat}/side_cards", "50.6(i)")
    return hands


def call(table: Table) -> Generator[Step, Any, dict[tuple[int, str | None], bool]]:
    """Each spot folds, or plays with an In to Win wager equal to each bettor's Ante (50.6(h), 50.7)."""
    options = (Choice("play", "50.6(h)"), Choice("fold", "50.6(h)"))
    fold_only = (Choice("fold", "50.6(h)"),)
    choices = {
        seat: Choices(
            options if any(_covers(table, seat, ante) for ante in antes(table, seat)) else fold_only,
            Act("fold"),
        )
        for seat in table.seats
        if seat not in table.out
    }
    acts = yield from table.ask_each("call", "50.6(h)", choices)
    played: dict[tuple[int, str | None], bool] = {}
    for seat, act in acts.items():
        for stakes in antes(table, seat):
            plays = act.verb == "play" and _covers(table, seat, stakes)
            played[seat, stakes.player] = plays
            if plays:
                yield from table.place(seat, "in_to_win", stakes.ante, "50.6(h)", stakes.player)
    return played


def compare_hands(
    table: Table,
    rules: Rules,
    hands: dict[int, SetHand],
    calls: dict[tuple[int, str | None], bool],
    dealer_cards: Sequence[Card],
) -> Moves:
    """The dealer's hand, set House Way, against each player's, from the farthest right (50.6(j) to (n), (r))."""
    house = house_way(dealer_cards)
    qualified = lucky_cards(dealer_cards) > 0  # 50.6(k)
    if not qualified:
        yield table.announce("The dealer does not qualify", "50.6(l)")
    for seat in reversed(table.seats):
        if seat in table.out:
            continue
        cards = yield from _turn_over(table, seat, calls)
        for stakes in antes(table, seat):
            if calls[seat, stakes.player]:
                for payoff in settle_played(seat, stakes, hands[seat], house, qualified):  # 50.6(l), (m)
                    yield from table.resolve(payoff)
            else:
                yield from table.resolve(settle_folded(seat, stakes))  # 50.6(h)
            if stakes.bonus:  # 50.6(n)
                yield from table.resolve(settle_bonus(seat, stakes, cards, rules, not calls[seat, stakes.player]))


def void_antes(
    table: Table, rules: Rules, hands: dict[int, SetHand], calls: dict[tuple[int, str | None], bool]
) -> Moves:
    """The dealer has a wrong number of cards: Ante and In to Win go back, the bonus is settled (50.9(d), ruling L5)."""
    for seat in reversed(table.seats):
        if seat in table.out:
            continue
        cards = yield from _turn_over(table, seat, calls)
        for stakes in antes(table, seat):
            if stakes.bonus:
                bonus = settle_bonus(seat, stakes, cards, rules, not calls[seat, stakes.player])
                if bonus.result == "win" or rules.misdealt_dealer_bonus == "settled":
                    yield from table.resolve(bonus)
        yield from table.return_wagers(seat, "50.9(d)", "the dealer had an incorrect number of cards")


def clear(table: Table) -> Moves:
    """The cards are picked up from the farthest right, the dealer's last, upon the others (50.6(s))."""
    for seat in reversed(table.seats):
        for area in (f"{seat}/hand", f"{seat}/eights", f"{seat}/side_cards"):
            yield from table.discard(area, "50.6(s)")
    yield from table.discard(DEALER_HAND, "50.6(s)")


def antes(table: Table, seat: int) -> list[Stakes]:
    """What each bettor of a spot wagered, in the order in which they did."""
    return [
        Stakes(
            placed.amount,
            sum(other.amount for other in table.wagers if _bonus_of(placed.player, seat, other)),
            placed.coupon,
            placed.player,
        )
        for placed in table.wagers
        if placed.seat == seat and placed.wager == "ante"
    ]


def caller(table: Table, seat: int) -> str | None:
    """Who calls the decisions of a spot: the seated player, else the highest Ante (50.7(b))."""
    stakes = antes(table, seat)
    if any(stake.player is None for stake in stakes):
        return None
    return max(stakes, key=lambda stake: stake.ante).player


def _bonus_of(player: str | None, seat: int, other: Any) -> bool:
    return bool(other.seat == seat and other.wager == "bonus" and other.player == player)


def _covers(table: Table, seat: int, stakes: Stakes) -> bool:
    return table.felt.stake(purse(seat, stakes.player)) >= stakes.ante


def _as_set(cards: Sequence[Card], groups: tuple[tuple[Card, ...], ...]) -> SetHand:
    side = list(cards)
    for group in groups:
        for card in group:
            side.remove(card)
    return SetHand(groups, tuple(side))


def _turn_over(table: Table, seat: int, calls: dict[tuple[int, str | None], bool]) -> Generator[Step, Any, list[Card]]:
    """A hand that plays, or has a bonus, is turned over; the eight cards."""
    felt, areas = table.felt, (f"{seat}/eights", f"{seat}/side_cards")
    cards = [card for area in areas for card in felt.cards(area)]
    if any(calls[seat, stakes.player] or stakes.bonus for stakes in antes(table, seat)):
        for area in areas:
            yield from table.reveal(area, "50.6(m)")
    return cards
