"""The felt: which cards and chips lie where. It is the fold of the moves and knows no rules.

A move is what a camera over the table would see. It takes from one area what it puts in another, so cards and chips
are conserved by construction. Areas are named as the rulebooks name them: `3/hand` and `3/ante` belong to position 3,
`3/ante/Bea` to somebody who backs that spot, `dealer/hand`, `shoe`, `stub`, `discard rack`, `inventory` to the table,
`3/chips` and `Bea/chips` are what a player has before him.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from houseway.cards import UNKNOWN, Card
from houseway.meter import exactly
from houseway.money import Cents

Area = str
Result = Literal["win", "lose", "push", "void"]

SHOE, STUB, RACK, INVENTORY, CAGE = "shoe", "stub", "discard rack", "inventory", "cage"
COUPON_BOX, COUPON = "coupon box", "coupon/"  # what was collected; what those begin with that are at no table
PURSES = ("/chips", "/coupons")  # what the areas end with in which somebody has what is his
DEALER_HAND = "dealer/hand"


class Payoff(msgspec.Struct, frozen=True, gc=False):
    """What became of one wager, and the clause that says so. `net` is what it adds to the player's chips."""

    seat: int
    wager: str
    stake: Cents
    net: Cents
    result: Result
    clause: str
    line: str | None = None
    player: str | None = None
    words: str = ""


REFUSED = "the supervisor refused the payout"
SETS = "set"  # the verb of who sets a hand: it lies face down, however many of its cards are in groups


def refused(payoff: Payoff) -> Payoff:
    """A payout that the supervisor refused: the wager goes back."""
    return msgspec.structs.replace(payoff, net=0, result="void", words=REFUSED)


class Announced(msgspec.Struct, frozen=True, gc=False, tag="announced", tag_field="move"):
    """The dealer, or somebody with a role, said or did something that moves neither cards nor chips."""

    text: str
    clause: str
    by: str = "dealer"


class CardsMoved(msgspec.Struct, frozen=True, gc=False, tag="cards", tag_field="move"):
    """Cards went from one area to another. `up`: how they lie then. `shown`: everybody saw their faces on the way."""

    cards: tuple[Card, ...]
    source: Area
    target: Area
    up: bool
    shown: bool
    clause: str


class Revealed(msgspec.Struct, frozen=True, gc=False, tag="revealed", tag_field="move", omit_defaults=True):
    """Cards that lay face down in an area were turned over.

    `groups`: how many of them lie together, where a hand is set in parts; what is left over lies beside them.
    """

    area: Area
    cards: tuple[Card, ...]
    clause: str
    groups: tuple[int, ...] = ()


class ChipsMoved(msgspec.Struct, frozen=True, gc=False, tag="chips", tag_field="move"):
    """Chips went from one area to another."""

    amount: Cents
    source: Area
    target: Area
    clause: str


class MeterMoved(msgspec.Struct, frozen=True, gc=False, tag="meter", tag_field="move"):
    """A progressive meter now shows this many cents; `part` is the fraction of a cent it carries."""

    meter: str
    amount: Cents
    part: str
    clause: str

    @property
    def shown(self) -> Fraction:
        """What it shows, exactly."""
        return _shown(self.amount, self.part)


class Acted(msgspec.Struct, frozen=True, gc=False, tag="acted", tag_field="move"):
    """A player decided. `hidden`: the cards named are seen by that player alone."""

    seat: int
    verb: str
    clause: str
    amount: Cents | None = None
    cards: tuple[Card, ...] = ()
    hidden: bool = False
    by_house: bool = False


class Resolved(msgspec.Struct, frozen=True, gc=False, tag="resolved", tag_field="move"):
    """A wager was settled."""

    payoff: Payoff


Move = Announced | CardsMoved | Revealed | ChipsMoved | MeterMoved | Acted | Resolved


class Impossible(AssertionError):  # noqa: N818  (what the move is)
    """A move took what was not there: an error of the program, never of a user."""


@cache
def owner(area: Area) -> int | None:
    """The position an area belongs to, or None for the table's own and for backers' chips."""
    first, slash, _ = area.partition("/")
    return int(first) if slash and first.isdigit() else None


def coupons(seat: int, player: str | None = None) -> Area:
    """Where a player's coupons are."""
    return f"{player}/coupons" if player else f"{seat}/coupons"


@lru_cache(maxsize=4096)
def is_coupon(area: Area) -> bool:
    """Do coupons lie in an area, and no chips?"""
    return area == COUPON_BOX or area.startswith(COUPON) or area.endswith(("/coupon", "/coupons"))


def seen_by(move: Move, viewer: int | None) -> Move:
    """The move as a position's player sees it (None: somebody who plays nowhere). The one place where secrecy is."""
    if type(move) is CardsMoved:
        if move.shown or (viewer is not None and viewer in (owner(move.source), owner(move.target))):
            return move
        return msgspec.structs.replace(move, cards=(UNKNOWN,) * len(move.cards))
    if type(move) is Acted and move.hidden and move.seat != viewer:
        told = 0 if move.verb == SETS else len(move.cards)  # how many he exchanges he says aloud (38.10(d))
        return msgspec.structs.replace(move, cards=(UNKNOWN,) * told)
    return move


def hides(move: Move) -> bool:
    """Is there anybody who sees less of a move than there is?"""
    return seen_by(move, None) is not move


class Felt:
    """Cards face up and face down, chips and meters, by area."""

    __slots__ = ("chips", "down", "meters", "up")

    def __init__(self) -> None:
        self.up: dict[Area, list[Card]] = {}
        self.down: dict[Area, list[Card]] = {}
        self.chips: dict[Area, Cents] = {}
        self.meters: dict[str, Fraction] = {}

    def cards(self, area: Area) -> list[Card]:
        """All cards of an area, those face up first."""
        return [*self.up.get(area, ()), *self.down.get(area, ())]

    def count(self, area: Area) -> int:
        return len(self.up.get(area, ())) + len(self.down.get(area, ()))

    def stake(self, area: Area) -> Cents:
        return self.chips.get(area, 0)

    def apply(self, move: Move) -> None:
        """Make the move; what is not there cannot be taken."""
        make = MADE.get(type(move))
        if make is not None:
            make(self, move)

    def view(self, viewer: int | None) -> "Felt":
        """The felt as a viewer sees it now: cards face down are unknown unless they are his own."""
        return _Seen(self, viewer)

    def _move_cards(self, move: CardsMoved) -> None:
        cards, source = move.cards, move.source
        size = len(cards)
        down, up = self.down.get(source), self.up.get(source)
        # Cards mostly leave from the top of an area, in order, or all in another one: no search for each of them.
        if down and tuple(down[:size]) == cards:
            del down[:size]
        elif up and tuple(up[:size]) == cards:
            del up[:size]
        elif down and not up and size == len(down) and sorted(cards) == sorted(down):
            down.clear()
        else:
            for card in cards:
                if down and not up and card in down:
                    down.remove(card)
                else:
                    _take(card, up, down, source)
        lying = self.up if move.up else self.down
        if move.target in lying:
            lying[move.target] += cards
        else:
            lying[move.target] = list(cards)

    def _reveal(self, move: Revealed) -> None:
        down = self.down.get(move.area, [])
        if tuple(down) == move.cards:
            down.clear()
        else:
            for card in move.cards:
                if card in down:
                    down.remove(card)
                elif UNKNOWN in down:
                    down.remove(UNKNOWN)
                else:
                    raise Impossible(f"no card {card} face down in {move.area}")
        self.up.setdefault(move.area, []).extend(move.cards)

    def _move_chips(self, move: ChipsMoved) -> None:
        chips, amount, source, target = self.chips, move.amount, move.source, move.target
        left = chips.get(source, 0) - amount
        if amount < 0 or (left < 0 and source != CAGE):
            raise Impossible(f"{amount} cents from {source}: only {left + amount} there")
        chips[source] = left
        chips[target] = chips.get(target, 0) + amount

    def _set_meter(self, move: MeterMoved) -> None:
        self.meters[move.meter] = move.shown


# How each move that changes the felt is made. The driver, which makes every move of a round, looks here itself.
MADE: dict[type, Callable[[Felt, Any], None]] = {
    CardsMoved: Felt._move_cards,
    ChipsMoved: Felt._move_chips,
    Revealed: Felt._reveal,
    MeterMoved: Felt._set_meter,
}


class _Seen(Felt):
    """A felt as one viewer sees it. A bot looks at few areas: each is made out when it is looked at."""

    __slots__ = ("_all_down", "_viewer")

    def __init__(self, felt: Felt, viewer: int | None) -> None:
        self.up = felt.up
        self.chips = felt.chips
        self.meters = felt.meters
        self._all_down = felt.down
        self._viewer = viewer

    @property
    def down(self) -> dict[Area, list[Card]]:  # type: ignore[override]
        return {area: self._made_out(area) for area in self._all_down}

    def cards(self, area: Area) -> list[Card]:
        return [*self.up.get(area, ()), *self._made_out(area)]

    def count(self, area: Area) -> int:
        return len(self.up.get(area, ())) + len(self._all_down.get(area, ()))

    def _made_out(self, area: Area) -> list[Card]:
        lying = self._all_down.get(area, [])
        mine = self._viewer is not None and owner(area) == self._viewer
        return lying if mine else [UNKNOWN] * len(lying)


def put_back(felt: Felt, before: Mapping[Area, Cents], clause: str) -> Iterator[ChipsMoved]:
    """The moves that bring players' chips and coupons back to what they were, wherever they are now.

    Who came meanwhile and is in no wager has nothing to do with it: his chips stay before him. What the inventory lacks
    by then, because it sold chips to him, comes from the cage.
    """
    homes = [area for area in before if area.endswith(PURSES)]
    away = [area for area in felt.chips if not area.endswith(PURSES) and area not in (INVENTORY, CAGE)]
    for home, area in ((home, area) for home in homes for area in away if _of(area, home)):
        if is_coupon(area) == is_coupon(home):
            yield from _chips(felt.stake(area) - before.get(area, 0), area, home, clause)
    for home in homes:
        yield from _chips(felt.chips[home] - before[home], home, INVENTORY, clause)
    for home in homes:
        for area in (*away, INVENTORY):
            due = before[home] - felt.chips[home]
            spare = felt.stake(area) if area == INVENTORY else felt.stake(area) - before.get(area, 0)
            if is_coupon(area) == is_coupon(home):
                yield from _chips(min(due, spare), area, home, clause)
        if not is_coupon(home):
            lacking = before[home] - felt.chips[home]
            yield from _chips(lacking, CAGE, INVENTORY, clause)
            yield from _chips(lacking, INVENTORY, home, clause)
    for area in away:  # who has his chips already may have had a wager at another's spot, too
        if not is_coupon(area):
            yield from _chips(felt.stake(area) - before.get(area, 0), area, INVENTORY, clause)


def fold(start: "Felt", moves: Iterable[Move]) -> "Felt":
    """The felt after the moves, beginning with a copy of the one before."""
    felt = Felt()
    felt.up = {area: list(cards) for area, cards in start.up.items()}
    felt.down = {area: list(cards) for area, cards in start.down.items()}
    felt.chips = dict(start.chips)
    felt.meters = dict(start.meters)
    for move in moves:
        felt.apply(move)
    return felt


def _chips(amount: Cents, source: Area, target: Area, clause: str) -> tuple[ChipsMoved, ...]:
    return (ChipsMoved(amount, source, target, clause),) if amount > 0 else ()


@lru_cache(maxsize=4096)
def _shown(amount: Cents, part: str) -> Fraction:
    """The same for all who look at a move: the felt, the books, the viewers' felts."""
    return amount + exactly(part)


def _of(area: Area, home: Area) -> bool:
    """Does a betting area belong to the player whose chips these are?"""
    who = home.partition("/")[0]
    return (area.partition("/")[0] == who and area.count("/") == 1) or area.endswith(f"/{who}")


def _take(card: Card, up: list[Card] | None, down: list[Card] | None, area: Area) -> None:
    """One card leaves an area, from those face up if it lies there; an unknown card may be any."""
    for lying in (up, down):
        if lying:
            if card in lying:
                lying.remove(card)
                return
            if UNKNOWN in lying:
                lying.remove(UNKNOWN)
                return
            if card == UNKNOWN:
                lying.pop()
                return
    raise Impossible(f"no card {card} in {area}")
