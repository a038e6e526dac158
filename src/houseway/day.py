"""The table's life around its rounds: opening, inspection, wash, shuffle, cut, spread, card changes, closing.

These are procedures like a round, with roles: dealer, floorperson, supervisor, and the players who first arrive. What
each game's rulebook says of them is its `Day`, a list of clauses; a step that a rulebook does not have is None. Time is
passed in, in seconds; nothing here looks at a clock.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Sequence
from typing import Any, Literal

import msgspec

from houseway.asks import Act, Ask, Choice, Choices, Who, third_person
from houseway.cards import Card
from houseway.day_clauses import Day
from houseway.devices import Devices, announced
from houseway.felt import RACK, SHOE, Announced, CardsMoved, Revealed
from houseway.refusal import Refusal
from houseway.shoe import Seed, Shoe, commitment, shuffled
from houseway.table import Moves, Step

SPREAD, SHUFFLER, STACK, ENVELOPE, REMOVED = "spread", "shuffler", "stack", "card envelope", "removed cards"

Status = Literal["closed", "open", "spread"]


class Deck(msgspec.Struct):
    """A deck on the table: the colour of its backs, its cards, and when it was opened."""

    backs: str
    cards: tuple[Card, ...]
    opened: int


class TableDay(Devices):
    """One table from its opening to its closing. Every step is a move on its record."""

    def __init__(self, game_deck: Sequence[Card], rules: Any, day: Day) -> None:
        super().__init__(rules, day)
        self.whole = tuple(game_deck)
        self.status: Status = "closed"
        self.decks: list[Deck] = []
        self.shoe: Shoe | None = None
        self.seed: Seed | None = None
        self.cuts = 0
        self.rounds = 0
        self.received = 0  # how many decks came to this table so far
        self.backs: Callable[[int, Collection[str]], str] = backs

    @property
    def in_play(self) -> Deck:
        """The deck of this round: two decks are used in turn."""
        return self.decks[self.rounds % len(self.decks)]

    def open(
        self, now: int, players: Sequence[int] = (), decks: Sequence[Sequence[Card]] = (), at_once: bool = False
    ) -> None:
        """Open the table: decks are received, inspected, verified, spread for the first players, washed and stacked.

        While those who are to see them have not come they stay spread, unless they are to be washed `at_once`.
        """
        if self.status != "closed":
            raise Refusal("the table is open already")
        wanted = self.day.decks(self.rules)
        received = [tuple(deck) for deck in decks] or [self.whole] * wanted
        if len(received) != wanted:
            raise Refusal(f"this table is opened with {wanted} decks, not {len(received)}", self.day.receive)
        self.by_device = self.day.by_device(self.rules)
        self.begin(self._open(now, received, players, at_once))

    def prepare(self, seed: Seed) -> None:
        """Shuffle the next deck, and cut it if a cut is due."""
        self._must_be_open()
        self.begin(self._prepare(seed))

    def jam(self) -> None:
        """The shuffler jams: the next shuffle replaces the one that lies ready."""
        self._must_be_open()
        if not self.by_device or self.day.jam is None:
            raise Refusal("no shuffler is on the table that could jam")
        self.begin(announced("The shuffler jams: the cards are shuffled again", self.day.jam))
        self.shoe = None

    def cut_again(self) -> None:
        """A supervisor wants the cards cut once more, before the first of them leaves the shoe."""
        self.begin(self._cut_again(self.check_cut()))

    def check_cut(self) -> str:
        """The clause by which the cards may be cut once more; refused where they may not."""
        self._must_be_open()
        if self.shoe is None or self.shoe.position:
            raise Refusal("the cards are cut before the first of them is dealt", self.day.recut)
        if not self.day.recut or not self.cuts:
            raise Refusal("the cards of this table are not cut again", self.day.recut or self.day.shuffle)
        return self.day.recut

    def round_over(self, used: int | None = None) -> None:
        """The round's cards are in the discard rack; the other deck comes into play, where there are two.

        Where the shoe is dealt on, `used` cards have left it, and it stays until the cut card has come.
        """
        self._must_be_open()
        if self.shoe is None:
            raise Refusal("no round was played since the last shuffle")
        self.begin(self._round_over(len(self.shoe) if used is None else used))

    def spread(self) -> None:
        """Nobody plays: the cards are spread on the table."""
        self._must_be_open()
        if self.day.idle is None:
            raise Refusal("this game's rulebook has no spreading of cards")
        self.begin(self._spread_idle())

    def player_arrives(self, players: Sequence[int]) -> None:
        """Players come to a table whose cards are spread: they see them face up, then these are washed and stacked."""
        if self.status != "spread":
            raise Refusal("the cards are not spread")
        if self.waits_for_more(players):
            raise Refusal(f"the cards are seen by {self.day.viewers} players first", self.day.view)
        self.begin(self._after_spread(players))

    def waits_for_more(self, players: Sequence[int]) -> bool:
        """Do cards that nobody has seen yet stay spread, since too few players are there to inspect them?"""
        shown = any(self.felt.up.get(f"{SPREAD} {deck.backs}") for deck in self.decks)
        return shown and len(players) < self.day.viewers

    def change_due(self, now: int) -> list[Deck]:
        """The decks that have been on the table as long as they may be (13:69E-1.18(g))."""
        longest, _ = self.day.change(self.rules)
        return [deck for deck in self.decks if now - deck.opened >= longest]

    def change_cards(self, now: int, players: Sequence[int] = ()) -> None:
        """Take the decks whose time is over off the table and open new ones, which the players inspect."""
        _, clause = self.day.change(self.rules)
        self.begin(self._replace(self.change_due(now), now, clause, "its time is over", players))

    def remove_deck(self, deck: Deck, now: int, why: str, players: Sequence[int] = ()) -> None:
        """Take a deck off the table, as after a wrong count of the stub, and open a new one, which they inspect."""
        if deck not in self.decks:
            raise Refusal("that deck is not on the table", self.day.remove)
        self.begin(self._replace([deck], now, self.day.remove, why, players))

    def count_due(self) -> bool:
        """Is the stub of the next round to be counted? It is in every round, where the shuffler does not count."""
        return self.day.count is not None and self.day.stub_counted(self.rules)

    def use_hands(self) -> None:
        """Take the shuffler off the table, and with it a deck that it shuffled while the other one was dealt."""
        super().use_hands()
        self.begin(self._spare_leaves())

    def close(self, pots_counted: bool = True) -> None:
        """Close the table: a pot that stays is counted, unless it was, and the cards go back to their envelopes."""
        if self.status == "closed":
            raise Refusal("the table is closed already")
        self.begin(self._close(pots_counted))

    def _must_be_open(self) -> None:
        if self.status != "open":
            raise Refusal(f"the table is {self.status}")

    def _open(self, now: int, received: Sequence[tuple[Card, ...]], players: Sequence[int], at_once: bool) -> Moves:
        for cards in received:
            complete = yield from self._receive(cards, now)
            if not complete:
                yield Announced("The table stays closed", self.day.remove, "floorperson")
                self.decks.clear()
                return
        waits = self.day.spread is not None and len(players) < self.day.viewers and not at_once
        for deck in self.decks:
            yield from self._show(deck) if waits else self._show_and_wash(deck, players)
        self.status = "spread" if waits else "open"
        yield Announced("The table is open", self.day.shuffle)

    def _receive(self, cards: tuple[Card, ...], now: int) -> Generator[Step, Any, bool]:
        """The dealer sorts and inspects a deck, the floorperson verifies it."""
        deck = Deck(self.backs(self.received, [deck.backs for deck in self.decks]), cards, now)
        self.received += 1
        envelope = f"{ENVELOPE} {deck.backs}"
        self.felt.down[envelope] = sorted(cards)
        yield Announced(f"A deck with {deck.backs} backs is received", self.day.receive)
        if Counter(cards) != Counter(self.whole):
            yield Announced(
                f"The inspection finds {len(cards)} cards, not the deck of {len(self.whole)}", self.day.inspect
            )
            yield from self._lay_aside(deck)
            return False
        yield Announced(f"{len(cards)} cards, complete", self.day.inspect)
        if not (yield from self._granted("floorperson", "verify", "reject", self.day.verify)):
            yield from self._lay_aside(deck)
            return False
        self.decks.append(deck)
        return True

    def _lay_aside(self, deck: Deck) -> Moves:
        envelope = f"{ENVELOPE} {deck.backs}"
        yield CardsMoved(tuple(self.felt.down[envelope]), envelope, REMOVED, False, False, self.day.remove)

    def _show(self, deck: Deck) -> Moves:
        """The deck is spread face up by suit and rank, and stays so until the first players have seen it."""
        clause = self.day.spread
        assert clause is not None
        cards, envelope = self._by_suit(deck)
        yield CardsMoved(cards, envelope, f"{SPREAD} {deck.backs}", True, True, clause)
        yield Announced(f"The deck with {deck.backs} backs is spread face up", clause)

    def _by_suit(self, deck: Deck) -> tuple[tuple[Card, ...], str]:
        """The cards of a deck that was received, by suit and rank, and the envelope that they come from."""
        envelope = f"{ENVELOPE} {deck.backs}"
        return tuple(sorted(self.felt.down[envelope], key=lambda card: (card & 3, card))), envelope

    def _show_and_wash(self, deck: Deck, players: Sequence[int]) -> Moves:
        """The deck is spread face up by suit and rank for the first players, turned down, washed and stacked."""
        day, stack = self.day, f"{STACK} {deck.backs}"
        cards, envelope = self._by_suit(deck)
        if day.spread is None:
            yield CardsMoved(cards, envelope, stack, False, False, day.receive)
            return
        yield CardsMoved(cards, envelope, SPREAD, True, True, day.spread)
        yield from self._viewed(players)
        yield from self._wash_and_stack(cards, SPREAD, deck)

    def _wash_and_stack(self, cards: tuple[Card, ...], source: str, deck: Deck) -> Moves:
        """Cards that lie spread face up are turned down, washed where the rulebook wants it, and stacked."""
        day = self.day
        stacked = day.stack if self.by_device else None
        clause = stacked or day.wash or day.shuffle
        yield CardsMoved(cards, source, f"{STACK} {deck.backs}", False, True, clause)
        washed = "" if stacked else ", washed"
        yield Announced(f"The cards are turned face down{washed} and stacked", clause)

    def _viewed(self, players: Sequence[int]) -> Moves:
        """The first players are afforded an inspection."""
        clause = self.day.view
        if clause is None or not players:
            return
        first = list(players)[: self.day.viewers]
        choice = Choices((Choice("inspect", clause),), Act("inspect"))
        yield from _asked(Ask("inspect the cards", clause, dict.fromkeys(first, choice)))
        yield Announced(f"{' and '.join(f'seat {seat}' for seat in first)} inspected the cards", clause)

    def _prepare(self, seed: Seed) -> Moves:
        deck, day = self.in_play, self.day
        yield from self._gather_shoe()
        self.seed, self.cuts = seed, 0
        source = self._area_of(deck)
        yield Announced(f"The shuffle's commitment is {commitment(seed)}", day.shuffle, "house")
        where = SHUFFLER if self.by_device else STACK
        if source != where:
            yield CardsMoved(tuple(self.felt.down[source]), source, where, False, False, day.shuffle)
        yield Announced("The cards are shuffled " + ("by the device" if self.by_device else "by hand"), day.shuffle)
        if day.cut and not self.by_device:
            yield from self._cut()
        order = shuffled(self.whole, seed, self.cuts)
        yield CardsMoved(order, where, SHOE, False, False, day.shuffle)
        self.shoe = Shoe(order)

    def _cut(self) -> Moves:
        """The cards are cut, and cut again for as often as a supervisor wants it."""
        clause = self.day.cut
        assert clause is not None
        self.cuts = 1
        yield Announced("The cards are cut", clause)
        while self.day.recut and not (yield from self._granted("supervisor", "accept", "recut", self.day.recut)):
            self.cuts += 1
            yield Announced("The cards are cut again", self.day.recut)

    def _cut_again(self, clause: str) -> Moves:
        assert self.seed is not None
        self.cuts += 1
        yield Announced("recuts", clause, "supervisor")
        yield Announced("The cards are cut again", clause)
        order = shuffled(self.whole, self.seed, self.cuts)
        yield CardsMoved(order, SHOE, SHOE, False, False, clause)
        self.shoe = Shoe(order)

    def _round_over(self, used: int) -> Moves:
        assert self.shoe is not None
        clause = self.day.alternate or self.day.shuffle
        left = len(self.shoe) - used
        self.rounds += 1
        if self.day.cut_card and left > self.day.cut_card(self.rules):
            yield CardsMoved(self.shoe.next_cards(used), SHOE, RACK, False, False, clause)
            self.shoe.position += used
            return
        yield CardsMoved(tuple(self.felt.down[SHOE]), SHOE, RACK, False, False, clause)
        if len(self.decks) > 1:
            used_deck = self.decks[(self.rounds - 1) % len(self.decks)]
            yield CardsMoved(tuple(self.felt.down[RACK]), RACK, f"{STACK} {used_deck.backs}", False, False, clause)
        self.shoe = None

    def _spread_idle(self) -> Moves:
        for deck in self.decks:
            yield from self._lie_spread(deck)
        yield from self._count_pots()
        self.shoe = None
        self.status = "spread"

    def _after_spread(self, players: Sequence[int]) -> Moves:
        day = self.day
        for deck in self.decks:
            area = f"{SPREAD} {deck.backs}"
            cards = tuple(self.felt.cards(area))
            if self.felt.down.get(area):
                yield Revealed(area, cards, day.turn_up or day.idle or day.shuffle)
            yield from self._viewed(players)
            yield from self._wash_and_stack(cards, area, deck)
        self.status = "open"

    def _gather_shoe(self) -> Moves:
        """What is left in a shoe that was dealt on joins the cards in the rack."""
        left = tuple(self.felt.down.get(SHOE, ()))
        if left and self.felt.count(RACK):
            yield CardsMoved(left, SHOE, RACK, False, False, self.day.shuffle)

    def _replace(self, old: Sequence[Deck], now: int, clause: str, why: str, players: Sequence[int]) -> Moves:
        yield from self._gather_shoe()
        for deck in old:
            source = self._area_of(deck)
            shown = bool(self.felt.up.get(source))
            yield CardsMoved(tuple(self.felt.cards(source)), source, REMOVED, False, shown, clause)
            yield Announced(f"The deck with {deck.backs} backs is removed: {why}", clause)
            self.decks.remove(deck)
            if not (yield from self._receive(self.whole, now)):
                self.status = "closed"
                return
            new = self.decks[-1]
            yield from self._show(new) if shown else self._show_and_wash(new, players)
            if self.status == "spread" and not shown:
                yield from self._lie_spread(new)
        self.shoe = None

    def _spare_leaves(self) -> Moves:
        """Of two decks the one that is dealt next stays, where a second is for tables with a shuffler alone."""
        clause = self.day.second
        if clause is None or len(self.decks) <= self.day.decks(self.rules):
            return
        for deck in [deck for deck in self.decks if deck is not self.in_play]:
            source = self._area_of(deck)
            shown = bool(self.felt.up.get(source))
            yield CardsMoved(tuple(self.felt.cards(source)), source, REMOVED, False, shown, clause)
            yield Announced(f"The deck with {deck.backs} backs is removed: a second one needs a shuffler", clause)
            self.decks.remove(deck)

    def _lie_spread(self, deck: Deck) -> Moves:
        assert self.day.idle is not None
        source = self._area_of(deck)
        cards = tuple(self.felt.down[source])
        yield CardsMoved(cards, source, f"{SPREAD} {deck.backs}", False, False, self.day.idle)

    def _count_pots(self) -> Moves:
        if self.day.pots:
            yield Announced("The ace pot is counted", self.day.pots)
            yield from self._granted("supervisor", "verify", "recount", self.day.pots)

    def _close(self, pots_counted: bool) -> Moves:
        yield from self._gather_shoe()
        if pots_counted and self.status == "open":  # it was when the cards were spread
            yield from self._count_pots()
        for deck in self.decks:
            source = self._area_of(deck)
            cards = tuple(self.felt.cards(source))
            yield CardsMoved(cards, source, f"{ENVELOPE} {deck.backs}", False, False, self.day.close)
        yield Announced("The table is closed", self.day.close)
        self.decks.clear()
        self.shoe = None
        self.status = "closed"

    def _granted(self, who: str, yes: str, no: str, clause: str) -> Generator[Step, Any, bool]:
        choices: dict[Who, Choices] = {who: Choices((Choice(yes, clause), Choice(no, clause)), Act(yes))}
        answers = yield from _asked(Ask(f"{yes} or {no}", clause, choices, skippable=True))
        verb = answers[who].verb
        yield Announced(third_person(verb), clause, who)
        return verb == yes

    def _has(self, area: str, deck: Deck) -> bool:
        return self.felt.count(area) == len(deck.cards) and sorted(self.felt.cards(area)) == sorted(deck.cards)

    def _area_of(self, deck: Deck) -> str:
        """Where a deck lies: its own stack or spread; the deck in play may be in shoe, shuffler or rack."""
        areas = (f"{STACK} {deck.backs}", f"{SPREAD} {deck.backs}", SHOE, SHUFFLER, STACK, RACK)
        return next(area for area in areas if self._has(area, deck))


def backs(number: int, others: Collection[str]) -> str:
    """The colour of the next deck's backs: red and blue in turn, and none that another at the table has."""
    return next(colour for colour in (("blue", "red") if number % 2 else ("red", "blue")) if colour not in others)


def _asked(ask: Ask) -> Generator[Step, Any, dict[Who, Act]]:
    answers: dict[Who, Act] = yield ask
    return answers


def let_go_on(table: TableDay) -> None:
    """In unattended play everybody does what is usual; that, too, is on the record (ruling G5)."""
    while table.ask is not None:
        for who in table.waiting():
            table.time_out(who)
