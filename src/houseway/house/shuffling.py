"""The cards of a table from its opening to its closing, and the shuffle that lies ready for the next round.

What is done with them is announced, nobody sees their order. What the floorperson and the supervisor are asked in it is
answered at once, as usual; that is announced with the rest (ruling G5).
"""

from collections.abc import Collection

import msgspec

from houseway.cards import Card
from houseway.day import ENVELOPE, REMOVED, Deck, Status, TableDay, backs, let_go_on
from houseway.felt import Announced, Move
from houseway.house.sealing import sealed
from houseway.irregularity import Leaving
from houseway.procedure import Game
from houseway.refusal import Refusal
from houseway.rules import DEVICES, Device, GameRules
from houseway.shoe import Seed, Shoe, commitment, shuffled

SECOND = 1000
FOUND_WRONG = "it was found wrong"


class Kept(msgspec.Struct, frozen=True):
    """The cards between two rounds as they are kept: where each deck lies, and the seed of the shuffle."""

    status: Status
    by_device: bool
    rounds: int
    received: int
    cuts: int
    seed: str
    position: int | None
    decks: tuple[tuple[str, int], ...]
    lying: dict[str, list[Card]]
    shown: dict[str, list[Card]] = {}  # what lies face up, for the first players to inspect
    again: int | msgspec.UnsetType = msgspec.UNSET  # how often they were sealed before with this seed, if they were
    away: tuple[Device, ...] | msgspec.UnsetType = msgspec.UNSET  # the devices that were taken off, if any were
    colours_differ: bool | msgspec.UnsetType = msgspec.UNSET  # so do those of decks that come, but in older records


class Cards:
    """The decks of one table."""

    def __init__(self, game: Game, rules: GameRules) -> None:
        self.rules = rules
        self.private = not game.wagers  # players' hands against each other: folded ones are never shown
        self.day = TableDay(game.deck(rules), rules, game.day)
        self.sealed: tuple[str, ...] = ()  # where hands stay private, the hash of every card of the shoe in its order
        self.again = 0  # how often they were sealed before with the same seed
        self.away: frozenset[Device] = frozenset()  # devices that these rules have and a round has removed
        self._colours(False)

    @property
    def shoe(self) -> Shoe | None:
        return self.day.shoe

    @property
    def are_spread(self) -> bool:
        return self.day.status == "spread"

    def lack(self, device: Device) -> bool:
        """Was a device taken off that the rules have?"""
        if device == "shoe":
            return device in self.away
        return self.day.day.by_device(self.rules) and not self.day.by_device and self.day.status != "closed"

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed of the shuffle that lies ready, or is dealt on."""
        return commitment(self.day.seed) if self.day.seed is not None and self.day.shoe is not None else None

    def open(self, at: int, players: list[int], at_once: bool, colours_differ: bool) -> list[Move]:
        """The decks are received, inspected, spread for the first players, washed and stacked.

        Where these have not come they stay spread, but in records from before it was so: `at_once`.
        """
        self.away, self.day.rules = frozenset(), self.rules
        self._colours(colours_differ)
        self.day.open(at // SECOND, players, at_once=at_once)
        return self._moves()

    @property
    def close_with_a_pot(self) -> bool:
        """Is there a pot to be counted when they go back to their envelopes?"""
        return self.day.day.pots is not None and self.day.status == "open"

    def close(self, pots_counted: bool = False) -> list[Move]:
        """The cards go back to their envelopes; a pot that stays at a table without play is counted."""
        self.day.close(pots_counted)
        return self._moves()

    def shuffle(self, seed: Seed) -> list[Move]:
        """The cards are shuffled, and cut where a cut is due; the commitment is told."""
        self.day.prepare(seed)
        self.again = 0
        return self._ordered()

    def shuffler_jams(self) -> list[Move]:
        """Discard the shuffle that lies ready: the cards are to be shuffled again."""
        self.day.jam()
        return self._moves()

    def leave(self, at: int, seats: list[int]) -> list[Move]:
        """Remove the deck that is dealt next; the players who sit there inspect another one."""
        self.day.remove_deck(self.day.in_play, at // SECOND, FOUND_WRONG, seats)
        return self._moves()

    def must_be_cut(self) -> None:
        """Refuse to cut again where the rulebook does not, or a card has left the shoe."""
        self.day.check_cut()

    def cut_again(self, sealed_anew: bool) -> list[Move]:
        """The cards are cut once more; what was published of their order is published anew.

        With salts that have not served before, but in records from before it was so: `sealed_anew`.
        """
        self.day.cut_again()
        self.again += sealed_anew
        return self._ordered()

    def round_over(
        self, used: int, removed: Collection[Leaving], stay_away: bool, at: int, seats: list[int]
    ) -> list[Move]:
        """So many cards left the shoe; it stays for the next round where the cut card has not come.

        What the round found wrong leaves the table: its deck, for another one, or a device. That is not
        there in the next rounds, whatever the rules say, but in records from before it was so: `stay_away`.
        """
        day, deck = self.day, self.day.in_play
        day.round_over(used)
        moves = self._moves()
        if "shuffler" in removed and day.by_device:
            day.use_hands()
            moves += self._moves()
        if "shoe" in removed and stay_away:
            day.remove_shoe()
            moves += self._moves()
        if stay_away:
            self.away |= {device for device in DEVICES if device in removed}
        if "deck" in removed and deck in day.decks:
            day.remove_deck(deck, at // SECOND, FOUND_WRONG, seats)
            moves += self._moves()
        return moves

    def change_devices(self, rules: GameRules) -> list[Move]:
        """The devices that other rules have, before their cards are brought: they leave the table, or come to it."""
        self.day.change_devices(rules)
        return self._moves()

    @property
    def are_to_be_spread(self) -> bool:
        """Are they spread when nobody is at the table? They are where the rulebook says so, and do not lie so yet."""
        return self.day.day.idle is not None and self.day.status == "open"

    def spread(self, told: bool) -> list[Move]:
        """Nobody is at the table: the cards are spread."""
        assert self.day.day.idle is not None
        self.day.spread()
        words = [Announced("The cards are spread on the table", self.day.day.idle)] if told else []
        return [*words, *self._moves()]

    def players_arrive(self, seats: list[int]) -> list[Move]:
        """Cards that lay spread are seen face up by who came first, and washed once as many came as are to see them."""
        if not self.are_spread or self.day.waits_for_more(seats):
            return []
        self.day.player_arrives(seats)
        return self._moves()

    def change(self, at: int, why: str, seats: list[int]) -> list[Move]:
        """New decks for those whose time is over or, where none is, for all; who sits there inspects them."""
        now, old = at // SECOND, list(self.day.decks)
        if self.day.change_due(now):
            return self.change_those_due(at, seats)
        if not old:
            raise Refusal("there are no cards on the table: open it first")
        moves: list[Move] = []
        for deck in old:
            self.day.remove_deck(deck, now, why, seats)
            moves += self._moves()
        return moves

    def change_those_due(self, at: int, seats: list[int]) -> list[Move]:
        """New decks for those whose time is over."""
        self.day.change_cards(at // SECOND, seats)
        return self._moves()

    def change_due(self, at: int) -> list[str]:
        """The backs of the decks that have been on the table as long as they may be."""
        return [deck.backs for deck in self.day.change_due(at // SECOND)]

    def spent(self) -> Seed | None:
        """The seed of a shuffle that is done with, once; None where hands stay private."""
        if self.day.shoe is not None or self.day.seed is None:
            return None
        seed, self.day.seed, self.sealed = self.day.seed, None, ()
        return None if self.private else seed

    def keep(self) -> Kept:
        day = self.day
        return Kept(
            day.status,
            day.by_device,
            day.rounds,
            day.received,
            day.cuts,
            day.seed.hex() if day.seed else "",
            day.shoe.position if day.shoe else None,
            tuple((deck.backs, deck.opened) for deck in day.decks),
            {area: list(cards) for area, cards in day.felt.down.items() if cards},
            {area: list(cards) for area, cards in day.felt.up.items() if cards},
            self.again or msgspec.UNSET,
            tuple(sorted(self.away)) or msgspec.UNSET,
            self.colours_differ or msgspec.UNSET,
        )

    def restore(self, kept: Kept) -> None:
        day = self.day
        day.status = kept.status
        day.by_device, day.rounds, day.received, day.cuts = kept.by_device, kept.rounds, kept.received, kept.cuts
        day.seed = bytes.fromhex(kept.seed) or None
        self.again = kept.again or 0
        self.away = frozenset(kept.away or ())
        self._colours(kept.colours_differ is True)
        day.rules = self.rules.without(self.away)
        day.decks = [Deck(backs, day.whole, opened) for backs, opened in kept.decks]
        day.felt.down = {area: list(cards) for area, cards in kept.lying.items()}
        day.felt.up = {area: list(cards) for area, cards in kept.shown.items()}
        if kept.position is not None:
            assert day.seed is not None
            day.shoe = Shoe(shuffled(day.whole, day.seed, day.cuts))
            day.shoe.position = kept.position
            self._ordered()

    def _colours(self, differ: bool) -> None:
        """By which name a deck that comes is known: from the next opening on by a colour that no other there has."""
        self.colours_differ, self.day.backs = differ, backs if differ else numbered_backs

    def _ordered(self) -> list[Move]:
        """The cards have a new order: where hands stay private each is sealed for itself."""
        moves = self._moves()
        if self.private and self.day.shoe is not None and self.day.seed is not None:
            self.sealed = sealed(self.day.shoe.order, self.day.seed, self.again)
        return moves

    def _moves(self) -> list[Move]:
        """What was said of it. Cards that have left the table are no matter of its any more."""
        let_go_on(self.day)
        moves, self.day.moves, self.day.answers = self.day.moves, [], []
        down = self.day.felt.down
        gone = [area for area in down if area == REMOVED or area.startswith(ENVELOPE) or not down[area]]
        for area in gone:
            del down[area]
        return [move for move in moves if isinstance(move, Announced)]


def numbered_backs(number: int, others: Collection[str]) -> str:
    """How decks were told apart in older records: red, blue, red2 and so on, whatever lay on the table."""
    pair, second = divmod(number, 2)
    return f"{'blue' if second else 'red'}{pair + 1 if pair else ''}"
