"""A round that was given up is taken as it is written, and held to what may be written of one.

Its transfers are what its moves come to, its cards left the shoe in its order. At its end everything goes back that it
moved, but nothing that moved beside it: chips that were bought, fills, what others set of a shared meter. So that is
held against what was asked for then, and in what the round itself moves nobody's wallet has a part.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from houseway.cards import Card
from houseway.felt import CAGE, COUPON, INVENTORY, SHOE, CardsMoved, ChipsMoved, MeterMoved, Move, is_coupon
from houseway.house import ledger
from houseway.house.fallen import levels
from houseway.house.in_round import is_beside
from houseway.house.ledger import Books, combined, transfer_of
from houseway.house.live import LiveTable
from houseway.house.rebuilding import Differs, TakenOver, read
from houseway.house.record import Entry, Transfer, canonical
from houseway.meter import exactly

NO_ROUND = (ledger.ISSUED, ledger.DROP, ledger.COMMISSIONS)  # areas from which and to which no round moves chips
OF_NO_ROUND = (ledger.WALLET, COUPON)  # what such areas begin with


class Taken:
    """The round of a table that is taken as it is written: its money, its meters, the cards that left the shoe."""

    def __init__(self, table: LiveTable) -> None:
        self.cards: list[Card] = []
        self.stands(table)

    def stands(self, table: LiveTable) -> None:
        """How the table stands before the next entry."""
        self._table, self._books = table, table.books
        self._shown = {name: exactly(text) for name, text in table.state.meters.items()}

    def check(self, entry: Entry, body: dict[str, Any], over: TakenOver) -> None:
        """An entry says of its round what may be, and beside it what was asked for."""
        moves, beside = (msgspec.convert(body[part], list[Move]) for part in ("moves", "beside"))
        if entry.transfer != canonical(self._transfer([*beside, *moves])):
            raise Differs(entry.version, "the transfer is not what its moves come to")
        what = self._wrong_cards([*beside, *moves]) or _wrong_round(moves)
        what = what or self._wrong_beside(entry, [*beside, *filter(is_beside, moves)], over)
        what = what or self._wrong_meters(body, moves, over) or self._wrong_books()
        if what is not None:
            raise Differs(entry.version, what)

    def _transfer(self, moves: list[Move]) -> Transfer:
        made: list[Transfer] = []
        for move in moves:
            if not (isinstance(move, MeterMoved) and is_beside(move)):  # another table's: nothing of this one moved
                made.append(transfer_of([move], self._either(), self._shown))
            if isinstance(move, MeterMoved):
                self._shown[move.meter] = move.shown
        return combined(*made)

    def _either(self) -> Books:
        """Whose the areas are, of those who came and of those who went with an entry."""
        now = self._table.books
        return Books(now.table, {**now.players, **self._books.players}, now.pots, now.meters)

    def _wrong_cards(self, moves: Iterable[Move]) -> str | None:
        for move in moves:
            if isinstance(move, CardsMoved) and move.source == SHOE:
                self.cards += move.cards
        shoe = self._table.cards.shoe
        if shoe is None or tuple(self.cards) != shoe.next_cards(len(self.cards)):
            return "cards left the shoe in another order than that of its shuffle"
        return None

    def _wrong_beside(self, entry: Entry, moves: list[Move], over: TakenOver) -> str | None:
        """Beside the round moved what its command comes to; a decision moves no chips there, and shows what was read.

        Coupons are left out: on a felt of which nothing is known they do not lie, and go back to their holder at once.
        """
        asked = msgspec.convert(over.done.body["beside"], list[Move]) if over.done is not None else []
        if _shown(moves) != (_shown(asked) if over.done is not None else _read(entry)):
            return "it tells of a meter what it has not read"
        chips, due = _chips(moves), _chips(asked)
        filled, most = chips.pop((CAGE, INVENTORY), 0), due.pop((CAGE, INVENTORY), 0)
        # What the round took of a pot lies in the inventory until its end: then less had to be filled.
        least = 0 if self._table.game.pots else most
        if chips != due or not least <= filled <= most:
            return "chips moved beside the round that its command does not move"
        if not all(self._is_of_one(move) for move in moves if isinstance(move, ChipsMoved) and _is_of_coupons(move)):
            return "a coupon moved beside the round to somebody else"
        return None

    def _is_of_one(self, move: ChipsMoved) -> bool:
        """Does a coupon go from where it lies to who holds it, or back?"""
        accounts, books = {self._either().account(area) for area in (move.source, move.target)}, self._table.books
        return any(
            accounts == {ledger.coupon(name), ledger.coupons(books.table, name)}
            for name in filter(None, map(ledger.holder, accounts))
        )

    def _wrong_meters(self, body: dict[str, Any], moves: list[Move], over: TakenOver) -> str | None:
        """The meters that an entry says it has set are those that its round moved."""
        wanted: dict[str, str] = dict(over.done.body.get("meters", {})) if over.done is not None else {}
        for move in moves:
            if isinstance(move, MeterMoved) and not is_beside(move):
                wanted[self._table.books.meter(move.meter)] = str(move.shown)
        return None if body.get("meters", {}) == wanted else "it has set meters otherwise than its moves say"

    def _wrong_books(self) -> str | None:
        short = sorted(account for account, cents in self._table.state.books.items() if cents < 0)
        return f"{short[0]} would be below zero" if short else None


def _wrong_round(moves: Iterable[Move]) -> str | None:
    for move in moves:
        for area in (move.source, move.target) if isinstance(move, ChipsMoved) and not is_beside(move) else ():
            if area in NO_ROUND or area.startswith(OF_NO_ROUND):
                return f"no round moves chips of {area}"
    return None


def _read(entry: Entry) -> Counter[tuple[str, Fraction]]:
    """What a table is shown of meters before a command, by what is sealed with it."""
    sealed = read(entry)[2]
    fallen = [(name, left) for name, fall in sealed.lowest.items() for left in levels(fall)]
    return Counter([*fallen, *((name, exactly(text)) for name, text in sealed.meters.items())])


def _shown(moves: Iterable[Move]) -> Counter[tuple[str, Fraction]]:
    return Counter((move.meter, move.shown) for move in moves if isinstance(move, MeterMoved))


def _chips(moves: Iterable[Move]) -> dict[tuple[str, str], int]:
    """What moved on each way."""
    added: dict[tuple[str, str], int] = {}
    for move in moves:
        if isinstance(move, ChipsMoved) and not _is_of_coupons(move):
            way = (move.source, move.target)
            added[way] = added.get(way, 0) + move.amount
    return added


def _is_of_coupons(move: ChipsMoved) -> bool:
    return is_coupon(move.source)
