"""Settlement of Blackjack Lucky 8: pure functions from cards and stakes to payoffs with their clauses (3.5 to 4.6)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from houseway.cards import Card, names
from houseway.felt import Payoff, Result
from houseway.games.blackjack.hands import TWENTY_ONE, PairBy, is_blackjack, is_pair, lucky8_line, points, total
from houseway.games.blackjack.rules import pays
from houseway.money import Cents

DealerBlackjack = Literal["obo", "obbo", "bb1"]


class Hand(msgspec.Struct):
    """One hand of a box: its cards, the original wager, and what doubling added to it."""

    cards: Sequence[Card]
    wager: Cents
    added: Cents = 0
    split: bool = False
    settled: bool = False

    @property
    def stake(self) -> Cents:
        return self.wager + self.added

    @property
    def bust(self) -> bool:
        return total(self.cards) > TWENTY_ONE

    @property
    def blackjack(self) -> bool:
        return is_blackjack(self.cards, self.split)


def settle_pair(seat: int, stake: Cents, cards: Sequence[Card], by: PairBy, player: str | None = None) -> Payoff:
    """A Pair bet on the player's first two cards."""
    said = names(cards)
    if is_pair(cards[0], cards[1], by):
        line = pays("pair").lines["Pair bet"]
        return Payoff(seat, "pair", stake, line.net(stake), "win", "4.1", line.name, player, said)
    return Payoff(seat, "pair", stake, -stake, "lose", "3.5.1", None, player, said)


def settle_lucky8(seat: int, stake: Cents, three: Sequence[Card], by: PairBy, player: str | None = None) -> Payoff:
    """A Lucky 8 bet on the player's first two cards and the dealer's first."""
    made = lucky8_line(three, by)
    if made is None:
        return Payoff(seat, "lucky8", stake, -stake, "lose", "3.5.2", None, player, names(three))
    line = pays("lucky8").lines[made]
    return Payoff(seat, "lucky8", stake, line.net(stake), "win", "4.2", made, player, f"{made}: {names(three)}")


def settle_insurance(seat: int, stake: Cents, second: Card) -> Payoff:
    """Insurance wins if the dealer's second card is worth ten (3.12)."""
    if points(second) == 10:
        line = pays("insurance").lines["Insurance bet"]
        return Payoff(seat, "insurance", stake, line.net(stake), "win", "4.1", line.name, None, "dealer's blackjack")
    return Payoff(seat, "insurance", stake, -stake, "lose", "4.1", None, None, "no dealer's blackjack")


def settle_even_money(seat: int, stake: Cents) -> Payoff:
    """Blackjack against an ace, paid 1 to 1 before the subsequent deal (3.7.1, ruling B10)."""
    return Payoff(seat, "main", stake, stake, "win", "3.7.1", None, None, "even money")


def settle_surrendered(seat: int, stake: Cents) -> Payoff:
    """Half of the wager is lost; a half that is not whole cents stays with the house (3.10, rulings B5 and G1)."""
    return Payoff(seat, "main", stake, stake // 2 - stake, "lose", "3.10", None, None, "surrendered")


def settle_box(seat: int, hands: Sequence[Hand], dealer: Sequence[Card], option: DealerBlackjack) -> list[Payoff]:
    """All hands of a box. `dealer` is one card where no wager depended on more (ruling B8)."""
    if is_blackjack(dealer) and any(hand.split or hand.added for hand in hands):
        return settle_against_blackjack(seat, hands, option)
    return [settle_hand(seat, hand, dealer) for hand in hands]


def settle_hand(seat: int, hand: Hand, dealer: Sequence[Card]) -> Payoff:
    """One hand against the dealer's."""
    mine, dealers = total(hand.cards), total(dealer)
    if mine > TWENTY_ONE:
        return _main(seat, hand, "lose", "4.4.2", f"{mine}, above 21")
    if hand.blackjack:
        if is_blackjack(dealer):
            return _main(seat, hand, "push", "4.6.2", "both have blackjack")
        return _main(seat, hand, "win", "4.3.1", "blackjack", "Blackjack")
    if is_blackjack(dealer):
        return _main(seat, hand, "lose", "4.4.3", f"{mine} against blackjack")
    if dealers > TWENTY_ONE:
        return _main(seat, hand, "win", "4.3.3", f"{mine}, the dealer exceeds 21 with {dealers}", "Regular")
    said = f"{mine} against {dealers}"
    if mine > dealers:
        return _main(seat, hand, "win", "4.3.2", said, "Regular")
    if mine < dealers:
        return _main(seat, hand, "lose", "4.4.1", said)
    return _main(seat, hand, "push", "4.6.1", said)


def settle_against_blackjack(seat: int, hands: Sequence[Hand], option: DealerBlackjack) -> list[Payoff]:
    """A doubled or split box against the dealer's blackjack: the whole loss stands on the first hand (ruling B3)."""
    original = hands[0].wager
    busted = sum(hand.stake for hand in hands if hand.bust)
    if option == "obo":
        loss = original
    elif option == "obbo":
        loss = max(busted, original)
    else:
        loss = busted + (0 if all(hand.bust for hand in hands) else original)
    clause = "4.5.2" if hands[0].split else "4.5.1"
    first = Payoff(seat, "main", hands[0].stake, -loss, "lose", clause, None, None, "the box's loss against blackjack")
    said = "the loss stands on the first hand"
    rest = [Payoff(seat, "main", hand.stake, 0, "push", clause, None, None, said) for hand in hands[1:]]
    return [first, *rest]


def _main(seat: int, hand: Hand, result: Result, clause: str, said: str, line: str | None = None) -> Payoff:
    stake = hand.stake
    net = pays("main").lines[line].net(stake) if line else -stake if result == "lose" else 0
    return Payoff(seat, "main", stake, net, result, clause, line, None, said)
