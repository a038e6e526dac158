"""Ultimate 8 Poker, 42.10(a) to (i), rulings U4 to U9: whose turn it is, and what he may do."""

from collections.abc import Generator
from typing import NamedTuple

from naive.poker import Cards
from naive.ultimate8 import all_patterns, beats, pots


class Say(NamedTuple):
    """What a player does: a verb, with an amount or with cards."""

    verb: str
    amount: int = 0
    cards: frozenset[str] = frozenset()


class Turn(NamedTuple):
    """Whose turn it is, the verbs he has, how much he may bet or raise, and which cards he may lay."""

    seat: int
    verbs: frozenset[str]
    amounts: tuple[int, int] | None = None
    plays: frozenset[frozenset[str]] = frozenset()


Turns = Generator[Turn, Say, None]


class Referee:
    """One round after the deal and the antes. Chips are whole cents."""

    def __init__(self, hands: dict[int, list[str]], chips: dict[int, int], ante: int, most: int) -> None:
        self.hands = hands
        self.chips = chips
        self.ante = ante
        self.most = most
        self.match_length = False
        self.pass_is_final = False
        self.paid = dict.fromkeys(hands, ante)
        self.folded: set[int] = set()
        self.out: list[int] = []

    def turns(self, button: int) -> Turns:
        """Betting and discarding, three times; then discarding, until it is known who wins every pot."""
        opener, number = button, 1
        while True:
            if number <= 3 and not self.out:
                yield from self.betting(opener)
            if not self.contending():
                return
            opener = yield from self.discarding(self.clockwise(opener, self.contending())[0])
            if not self.contending():
                return
            number += 1

    def betting(self, opener: int) -> Turns:
        """From the opener until everybody with chips has acted and matched the last wager (ruling U8)."""
        if sum(self.chips[seat] > 0 for seat in self.remaining()) < 2:
            return
        lying = dict.fromkeys(self.hands, 0)
        last, raises, acted, may_raise, start = 0, 0, set[int](), set(self.hands), opener
        while len(self.remaining()) > 1:
            due = [seat for seat in self.clockwise(start, self.remaining()) if self.chips[seat]]
            due = [seat for seat in due if seat not in acted or lying[seat] < last]
            if not due:
                break
            seat, to_call = due[0], last - lying[due[0]]
            verbs = {"call", "fold"} if to_call else {"check"}
            amounts = self.raising(self.chips[seat] - to_call, raises) if seat in may_raise else None
            if amounts:
                verbs.add("raise" if last else "bet")
            say = yield Turn(seat, frozenset(verbs), amounts)
            acted.add(seat)
            may_raise.discard(seat)
            if say.verb == "fold":
                self.folded.add(seat)
            elif say.verb != "check":
                puts = min(to_call + say.amount, self.chips[seat])
                self.chips[seat] -= puts
                self.paid[seat] += puts
                lying[seat] += puts
                if say.amount >= self.ante:
                    raises += say.verb == "raise"
                    may_raise = set(self.hands) - {seat}
                last = max(last, lying[seat])
            start = seat + 1
        first, second = sorted(lying.values(), reverse=True)[:2]
        for seat, amount in lying.items():
            if amount == first > second:
                self.chips[seat] += first - second
                self.paid[seat] -= first - second

    def raising(self, left: int, raises: int) -> tuple[int, int] | None:
        """From one ante to the table's most; what is less than an ante may be put in all the same, all-in."""
        if 0 < left < self.ante:
            return left, left
        return (self.ante, min(left, self.most)) if left > 0 and raises < 3 else None

    def discarding(self, opener: int) -> Generator[Turn, Say, int]:
        """Until all others have passed on the last pattern (U4); who leads the next discarding round (U7, U9)."""
        last: Cards = ()
        holder, start = 0, opener
        passed: set[int] = set()
        while True:
            due = [seat for seat in self.clockwise(start, self.contending()) if seat not in passed | {holder}]
            if not due and last:
                return self.clockwise(holder, self.contending())[0]
            seat = due[0] if due else opener  # after a full turn of passes the opener must lead (U5)
            legal = [c for c in all_patterns(tuple(self.hands[seat])) if not last or beats(c, last, self.match_length)]
            verbs = ({"lay"} if legal else set()) | ({"pass"} if due else set())
            say = yield Turn(seat, frozenset(verbs), plays=frozenset(map(frozenset, legal)))
            if say.verb == "pass":
                passed.add(seat)
            else:
                last, holder = tuple(say.cards), seat
                self.hands[seat] = [card for card in self.hands[seat] if card not in say.cards]
                if not self.pass_is_final:
                    passed = set()
                if not self.hands[seat]:
                    self.out.append(seat)
                    if not self.contending():
                        return seat
            start = seat + 1

    def remaining(self) -> set[int]:
        return set(self.hands) - self.folded

    def contending(self) -> set[int]:
        """Who contends for a pot that two or more have paid into and nobody has won yet (U9)."""
        open_pots = [pot.contenders for pot in pots(self.paid, self.folded) if not pot.contenders & set(self.out)]
        return {seat for contenders in open_pots if len(contenders) > 1 for seat in contenders}

    def clockwise(self, start: int, seats: set[int]) -> list[int]:
        """These seats from one position on, round the table of six."""
        return [seat for seat in ((start - 1 + step) % 6 + 1 for step in range(6)) if seat in seats]
