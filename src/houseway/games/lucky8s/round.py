"""One round of Lucky 8's, step by step as in 13:69F-50.5 and 50.6."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card, names
from houseway.felt import DEALER_HAND, SHOE, Revealed
from houseway.games.lucky8s.hands import (
    EIGHT,
    Groups,
    SetHand,
    as_set,
    hands_of_eight,
    house_way,
    lucky_cards,
    points,
    settings,
)
from houseway.games.lucky8s.irregularities import (
    change_cash,
    check_foreseen,
    check_shuffler,
    handler,
    return_miscounted,
)
from houseway.games.lucky8s.rules import CARDS, HAND, POSITIONS, Rules
from houseway.games.lucky8s.settle import Stakes, settle_bonus, settle_folded, settle_played
from houseway.table import Moves, Step, Table

LONGEST = 70  # answers of one round: two for each of six spots, and a validation for each wager of three bettors

VERBS = {  # with the clause that gives a player that decision
    "set": "50.6(e)",
    "house way": "50.6(e)",
    "play": "50.6(h)",
    "fold": "50.6(h)",
}

EIGHTS = {seat: f"{seat}/eights" for seat in POSITIONS}
SIDE_CARDS = {seat: f"{seat}/side_cards" for seat in POSITIONS}

Spots = dict[int, list[Stakes]]  # the bettors of each spot, in the order in which they wagered
Playing = set[tuple[int, str | None]]  # spot and bettor


class SetChoice(Choice, frozen=True):
    """Set the hand: groups that add up to 8 each, the rest are side cards (50.6(e), ruling L1)."""

    takes_groups: bool = True

    @property
    def any_of(self) -> Groups:
        """The groups that may be set, each as often as its cards are in the hand."""
        return hands_of_eight(self.hand)

    def refusal(self, act: Act) -> str | None:
        if act.amount is not None or act.cards:
            return "'set' takes groups of cards that add up to 8, nothing else"
        left = list(self.hand)
        for group in act.groups:
            for card in group:
                if card not in left:
                    return f"{names((card,))} is not in the hand {names(self.hand)}"
                left.remove(card)
            if sum(map(points, group)) != EIGHT:
                return f"{names(group) or 'a group of no cards'} does not add up to 8"
        return None

    def acts(self) -> Iterator[Act]:
        return (Act(self.verb, groups=groups) for groups in settings(self.hand))

    def __str__(self) -> str:
        return f"set hands of 8 from {names(self.hand)}"


HOUSE_WAY = Choice("house way", "50.6(e)")
SET_HOUSE_WAY = Act("house way")
FOLD = Act("fold")


def play(table: Table, rules: Rules) -> Moves:
    """One round of Lucky 8's."""
    check_foreseen(table, rules)
    table.handle = handler(table)
    spots = bettors(table)
    yield from change_cash(table)  # 50.6(b)
    yield from table.place_wagers("50.6(a)")
    yield from check_shuffler(table)  # 50.9(b), (e)
    yield table.announce("No more bets", "50.6(c)")
    yield from deal(table, rules)  # 50.5
    yield from table.pause("50.6(d)")
    yield from return_miscounted(table)  # 50.9(c)

    hands = yield from set_hands(table, rules)  # 50.6(e) to (g)
    playing = yield from call(table, spots)  # 50.6(h)
    yield from lay_out(table, hands, playing)  # 50.6(i)
    yield from set_dealer(table)  # 50.6(j)
    yield from table.pause("50.6(j)")
    dealer_cards = table.felt.cards(DEALER_HAND)
    if len(dealer_cards) == CARDS:
        yield from compare_hands(table, rules, spots, hands, playing, dealer_cards)  # 50.6(k) to (n)
    else:
        yield from void_antes(table, rules, spots, hands, playing)  # 50.9(d)
    yield from clear(table)  # 50.6(s)


def deal(table: Table, rules: Rules) -> Moves:
    """A stack of eight cards to each spot with a wager, from the dealer's left, then to the dealer."""
    clause = "50.5(f)" if rules.dealing == "groups_of_eight" else "50.5(e)"
    for seat in table.seats:  # 50.5(c), (d)
        yield from table.deal(HAND[seat], CARDS, clause)
    yield from table.deal(DEALER_HAND, CARDS, clause)
    yield from table.discard(SHOE, clause)  # what is left of the deck


def set_hands(table: Table, rules: Rules) -> Generator[Step, Any, dict[int, SetHand]]:
    """Players set as many hands of 8 as possible; whoever does not set is set House Way (ruling L1)."""
    cards = {seat: tuple(table.felt.down[HAND[seat]]) for seat in table.seats if seat not in table.out}
    acts: dict[int, Act] = {}
    if rules.set_hands == "as_set":
        choices = {
            seat: Choices((SetChoice("set", "50.6(e)", hand=hand), HOUSE_WAY), SET_HOUSE_WAY)
            for seat, hand in cards.items()
        }
        acts = yield from table.ask_each("set", "50.6(e)", choices, hidden=True, skippable=True)
    hands = {}
    for seat, hand in cards.items():
        act = acts.get(seat)
        hands[seat] = as_set(hand, act.groups) if act and act.verb == "set" else house_way(hand)
    return hands


def call(table: Table, spots: Spots) -> Generator[Step, Any, Playing]:
    """Each spot folds, or plays with an In to Win wager equal to each bettor's Ante (50.6(h), 50.7)."""
    choices = {seat: play_or_fold(table, seat, spots[seat]) for seat in table.seats if seat not in table.out}
    acts = yield from table.ask_each("call", "50.6(h)", choices)
    playing: Playing = set()
    for seat, act in acts.items():
        if act.verb == "play":
            for stakes in spots[seat]:
                if _covers(table, seat, stakes):  # a bettor who cannot match his Ante has folded (ruling L6)
                    playing.add((seat, stakes.player))
                    yield from table.place(seat, "in_to_win", stakes.ante, "50.6(h)", stakes.player)
    return playing


def play_or_fold(table: Table, seat: int, stakes: Sequence[Stakes]) -> Choices:
    """A spot plays if a bettor there can match his Ante; what that costs is told to the caller, as far as it is his.

    A caller whose own chips do not cover it may still play for the others: his call binds them all (ruling L6).
    """
    covered = {bettor.player: bettor.ante for bettor in stakes if _covers(table, seat, bettor)}
    cost = covered.get(_calls(stakes), 0)
    plays = (Choice("play", "50.6(h)", costs=cost),) if covered else ()
    return Choices((*plays, Choice("fold", "50.6(h)")), FOLD)


def lay_out(table: Table, hands: dict[int, SetHand], playing: Playing) -> Moves:
    """Who plays lays hands of 8 and side cards on their spots; a folded hand stays face down (50.6(h), (i))."""
    for seat in sorted({seat for seat, _ in playing}):
        hand = hands[seat]
        if hand.groups:
            yield table.move_cards(_eights(hand), HAND[seat], EIGHTS[seat], "50.6(i)")
        if hand.side:
            yield table.move_cards(hand.side, HAND[seat], SIDE_CARDS[seat], "50.6(i)")


def set_dealer(table: Table) -> Moves:
    """The dealer's hand is turned over and set House Way, hand of 8 by hand of 8 (50.6(j))."""
    down = tuple(table.felt.down.get(DEALER_HAND, ()))
    if len(down) == CARDS:
        hand = house_way(down)
        yield Revealed(DEALER_HAND, (*_eights(hand), *hand.side), "50.6(j)", _sizes(hand))
    else:
        yield from table.reveal(DEALER_HAND, "50.6(j)")


def compare_hands(
    table: Table,
    rules: Rules,
    spots: Spots,
    hands: dict[int, SetHand],
    playing: Playing,
    dealer_cards: Sequence[Card],
) -> Moves:
    """The dealer's hand, set House Way, against each player's, from the farthest right (50.6(j) to (n), (r))."""
    house = house_way(dealer_cards)
    qualified = lucky_cards(dealer_cards) > 0  # 50.6(k)
    if not qualified:
        yield table.announce("The dealer does not qualify", "50.6(l)")
    for seat in _counterclockwise(table):
        cards = yield from _turn_over(table, seat, spots[seat], playing, hands[seat])
        for stakes in spots[seat]:
            plays = (seat, stakes.player) in playing
            if plays:
                for payoff in settle_played(seat, stakes, hands[seat], house, qualified):  # 50.6(l), (m)
                    yield from table.resolve(payoff)
            else:
                yield from table.resolve(settle_folded(seat, stakes))  # 50.6(h)
            if stakes.bonus:
                yield from table.resolve(settle_bonus(seat, stakes, cards, rules, not plays))  # 50.6(n)


def void_antes(table: Table, rules: Rules, spots: Spots, hands: dict[int, SetHand], playing: Playing) -> Moves:
    """The dealer has a wrong number of cards: Ante and In to Win go back, the bonus is settled (50.9(d), ruling L5)."""
    for seat in _counterclockwise(table):
        cards = yield from _turn_over(table, seat, spots[seat], playing, hands[seat])
        for stakes in spots[seat]:
            if stakes.bonus:
                bonus = settle_bonus(seat, stakes, cards, rules, (seat, stakes.player) not in playing)
                if bonus.result == "win" or rules.misdealt_dealer_bonus == "settled":
                    yield from table.resolve(bonus)
        yield from table.return_wagers(seat, "50.9(d)", "the dealer had an incorrect number of cards")


def clear(table: Table) -> Moves:
    """The cards are picked up from the farthest right, the dealer's last, upon the others (50.6(s))."""
    for seat in reversed(table.seats):
        for area in (HAND[seat], EIGHTS[seat], SIDE_CARDS[seat]):
            yield from table.discard(area, "50.6(s)")
    yield from table.discard(DEALER_HAND, "50.6(s)")


def bettors(table: Table) -> Spots:
    """What each bettor of each spot wagered before the deal."""
    bonuses = {(placed.seat, placed.player): placed.amount for placed in table.wagers if placed.wager == "bonus"}
    spots: Spots = {seat: [] for seat in table.seats}
    for placed in table.wagers:
        if placed.wager == "ante":
            seat, player = placed.seat, placed.player
            spots[seat].append(Stakes(placed.amount, bonuses.get((seat, player), 0), placed.coupon, player))
    return spots


def caller(table: Table, seat: int) -> str | None:
    """Who calls the decisions of a spot: the seated player (None), else the highest Ante (50.7(b), ruling L6)."""
    return _calls(bettors(table)[seat])


def counted(table: Table, seat: int, act: Act) -> Act:
    """Who says that he plays where no bettor of the spot can match his Ante has folded (ruling L6)."""
    covered = any(_covers(table, seat, bettor) for bettor in bettors(table)[seat])
    return act if covered or act.verb != "play" else FOLD


def _counterclockwise(table: Table) -> list[int]:
    """The spots still in the round, from the farthest to the dealer's right (50.6(r), ruling G3)."""
    return [seat for seat in reversed(table.seats) if seat not in table.out]


def _calls(stakes: Sequence[Stakes]) -> str | None:
    if any(bettor.player is None for bettor in stakes):
        return None
    return max(stakes, key=lambda bettor: bettor.ante).player


def _covers(table: Table, seat: int, stakes: Stakes) -> bool:
    return table.felt.stake(table.purse(seat, stakes.player)) >= stakes.ante


def _turn_over(
    table: Table, seat: int, stakes: Sequence[Stakes], playing: Playing, hand: SetHand
) -> Generator[Step, Any, list[Card]]:
    """A hand that plays, or has a bonus, is turned over (ruling L2); the eight cards."""
    plays = any((seat, bettor.player) in playing for bettor in stakes)
    bonus = any(bettor.bonus for bettor in stakes)
    areas = {EIGHTS[seat]: _sizes(hand), SIDE_CARDS[seat]: ()} if plays else {HAND[seat]: ()}
    cards: list[Card] = []
    for area, groups in areas.items():
        cards += table.felt.cards(area)
        if plays or bonus:
            yield from table.reveal(area, "50.6(m)" if plays else "50.6(n)", groups)
    return cards


def _eights(hand: SetHand) -> list[Card]:
    return [card for group in hand.groups for card in group]


def _sizes(hand: SetHand) -> tuple[int, ...]:
    return tuple(len(group) for group in hand.groups)
