"""What a client knows of a table: the frames that it was told, folded.

A whole table replaces the picture. A moved frame is of the next version, or it repeats how the version stands that the
client named when it came back.
"""

from fractions import Fraction

import msgspec

from house.simulation.world import promised
from houseway.felt import CardsMoved, ChipsMoved, Felt, MeterMoved, Move, Revealed
from houseway.house.frames import FromHouse, Meters, Moved, Wallet, Whole
from houseway.house.views import FeltView, TableView

DECODER = msgspec.json.Decoder(FromHouse)


class Picture:
    """One table as one client sees it."""

    def __init__(self, who: str, table: str) -> None:
        self.who = who
        self.table = table
        self.view: TableView | None = None
        self.delayed = False
        self.complete = False  # does the last frame tell how the table stands now?
        self.comes_back = True  # the next frame is the first on this socket
        self.frames = 0
        self._felt = Felt()

    @property
    def version(self) -> int | None:
        return self.view.version if self.view is not None else None

    def told(self, frame: bytes) -> Wallet | None:
        """One frame, as it came; tells what its viewer holds, if the frame does."""
        read = DECODER.decode(frame)
        self.frames += 1
        if isinstance(read, Wallet):
            return read
        if isinstance(read, Meters):
            promised(read.table == self.table and not self.delayed, f"{self.who} was told of meters that are not his")
            self._felt.meters |= {name: Fraction(cents) for name, cents in read.meters.items()}
            self._posted(read.rules)
            return None
        if isinstance(read, Whole):
            self._whole(read)
        elif isinstance(read, Moved):
            self._moved(read)
        self.comes_back = False
        return None

    def felt(self) -> FeltView:
        """What lies where, as the frames have it."""
        felt = self._felt
        return FeltView(
            {area: cards for area, cards in felt.up.items() if cards},
            {area: cards for area, cards in felt.down.items() if cards},
            {area: cents for area, cents in felt.chips.items() if cents},
            {name: int(amount) for name, amount in felt.meters.items()},
        )

    def _posted(self, rules: dict[str, str]) -> None:
        """The sign has other reset amounts."""
        if self.view is not None:
            sign = msgspec.structs.replace(self.view.sign, rules={**self.view.sign.rules, **rules})
            self.view = msgspec.structs.replace(self.view, sign=sign)

    def _whole(self, whole: Whole) -> None:
        promised(whole.view.table == self.table, f"{self.who} was told of another table than {self.table}")
        self.view, self.delayed, self.complete = whole.view, whole.delayed, True
        self._felt = _laid(whole.view.felt)

    def _moved(self, moved: Moved) -> None:
        promised(self.view is not None, f"{self.who} was told of moves before the whole table")
        assert self.view is not None
        nothing_new = moved.version == self.view.version and not moved.moves and not moved.beside
        again = nothing_new and (self.comes_back or moved.delayed is not self.delayed)
        promised(
            again or moved.version == self.view.version + 1,
            f"{self.who} knew version {self.view.version} of {self.table} and was told of {moved.version}",
        )
        if moved.opened is not None:
            self._felt = _laid(moved.opened)
        for move in (*moved.beside, *moved.moves):
            _lay(self._felt, move)
        self.delayed, self.complete = moved.delayed, moved.now is not None
        view = msgspec.structs.replace(self.view, version=moved.version, you=moved.you, seats=moved.seats)
        if moved.now is not None:
            view = msgspec.structs.replace(
                view,
                now=moved.now,
                ask=moved.ask,
                result=moved.result,
                offer=moved.offer,
                pit=moved.pit,
                felt=self.felt(),
            )
        self.view = view


def differs(told: Picture, fresh: TableView, meters_rest: bool) -> str | None:
    """In what a picture is not what a fresh look shows; None where it is the same.

    Meters are looked at where they rest: what other tables move is told a while later.
    """
    view = told.view
    if view is None:
        return "it is empty"
    if not told.complete:
        return "its last frame does not tell how the table stands"
    for field in ("version", "now", "ask", "result", "you", "seats", "sign"):
        if getattr(view, field) != getattr(fresh, field):
            return f"{field}: it has {getattr(view, field)}, the table {getattr(fresh, field)}"
    if (view.pit is None) != (fresh.pit is None):
        return "the pit's part"
    due = fresh.pit.change_due if fresh.pit is not None else ()  # comes with time alone, and nobody is told of it
    if view.pit is not None and msgspec.structs.replace(view.pit, change_due=due) != fresh.pit:
        return f"pit: it has {view.pit}, the table {fresh.pit}"
    if meters_rest and told.felt().meters != fresh.felt.meters:
        return f"meters: it has {told.felt().meters}, the table {fresh.felt.meters}"
    if fresh.now.phase in ("playing", "result"):
        return _felt_differs(told.felt(), fresh.felt, {f"{seat}/" for seat in fresh.seats})
    return None


def _felt_differs(told: FeltView, fresh: FeltView, own: set[str]) -> str | None:
    """Chips before players are told with the people; all else that lies on the felt comes by moves.

    Who remembers his cards knows more than is shown when they lie face down elsewhere: there they are counted.
    """
    for field, one, other in (
        ("up", _sorted(told.up), _sorted(fresh.up)),
        ("down", _sorted(_of(told.down, own)), _sorted(_of(fresh.down, own))),
        ("down", _counted(told.down), _counted(fresh.down)),
        ("chips", _on_felt(told.chips), _on_felt(fresh.chips)),
    ):
        if one != other:
            return f"felt, {field}: it has {one}, the table {other}"
    return None


def _sorted(areas: dict[str, list[int]]) -> dict[str, list[int]]:
    return {area: sorted(cards) for area, cards in areas.items() if cards}


def _of(areas: dict[str, list[int]], own: set[str]) -> dict[str, list[int]]:
    return {area: cards for area, cards in areas.items() if area.startswith(tuple(own))}


def _counted(areas: dict[str, list[int]]) -> dict[str, int]:
    return {area: len(cards) for area, cards in areas.items() if cards}


def _on_felt(chips: dict[str, int]) -> dict[str, int]:
    beside = ("wallet/", "coupon/", "cage", "drop", "issued", "commission")
    return {
        area: cents
        for area, cents in chips.items()
        if cents and not area.endswith(("/chips", "/coupons")) and not area.startswith(beside)
    }


def _laid(view: FeltView) -> Felt:
    felt = Felt()
    felt.up = {area: list(cards) for area, cards in view.up.items()}
    felt.down = {area: list(cards) for area, cards in view.down.items()}
    felt.chips, felt.meters = dict(view.chips), {name: Fraction(cents) for name, cents in view.meters.items()}
    return felt


def _lay(felt: Felt, move: Move) -> None:
    """A move on the felt; chips may come from where the client has not looked, such as a wallet or a purse."""
    if isinstance(move, ChipsMoved):
        for area, cents in ((move.source, -move.amount), (move.target, move.amount)):
            felt.chips[area] = felt.chips.get(area, 0) + cents
    elif isinstance(move, CardsMoved | Revealed | MeterMoved):
        felt.apply(move)
