"""The lobby: every table in a line, as anybody may see it before he sits down."""

from collections.abc import Iterable
from functools import partial

import msgspec

from houseway.house.definition import Definition
from houseway.house.glimpses import Patience
from houseway.house.live import LiveTable
from houseway.house.posted import pay_tables
from houseway.house.running import House
from houseway.house.state import Phase, differing
from houseway.house.store import Lost, Meter, Stopped
from houseway.money import Cents
from houseway.procedure import Offer


class Seated(msgspec.Struct, frozen=True):
    """Who sits where."""

    seat: int
    name: str
    bot: bool


class TableLine(msgspec.Struct, frozen=True):
    """A table in the lobby. `hidden_hands`: players hold hands that others may not see; spectators see it later."""

    table: str
    game: str
    title: str
    phase: Phase
    number: int  # of the last round
    positions: int
    people: tuple[Seated, ...]
    offers: tuple[Offer, ...]
    rules: tuple[str, ...]  # where they differ from the rulebook's first choice
    pay_tables: dict[str, str]
    meters: dict[str, Cents]
    hidden_hands: bool
    watching: int
    out_of_order: bool = False


def lobby(house: House) -> tuple[TableLine, ...]:
    """All tables, by their names."""
    meters = house.store.meters()
    return tuple(_lines(house, meters))


def _lines(house: House, meters: dict[str, Meter]) -> Iterable[TableLine]:
    patience = Patience()
    for table in house.all():
        try:
            watching = len(house.watchers(table.name))
            yield house.glimpses.of(table, TableLine, partial(_line, meters=meters, watching=watching), patience)
        except (Lost, Stopped):
            raise
        except Exception:  # whatever is wrong with one table, the others are shown
            yield _out_of_order(table.definition)


def _line(live: LiveTable, meters: dict[str, Meter], watching: int) -> TableLine:
    shown = {
        name: int(meters[house].amount) if (house := live.books.meter(name)) in meters else int(amount)
        for name, amount in live.meters.items()
    }
    seats = sorted(live.seats().items())
    return TableLine(
        table=live.definition.name,
        game=live.game.name,
        title=live.game.title,
        phase=live.state.phase,
        number=live.state.number,
        positions=live.positions(),
        people=tuple(Seated(seat, name, live.person(name).bot) for seat, name in seats),
        offers=live.game.offers(live.rules),
        rules=differing(live.rules),
        pay_tables={table.wager: table.name for table in pay_tables(live.game.name, live.rules)},
        meters=shown | {name: live.pot(name) for name in live.game.pots},
        hidden_hands=live.game.hidden_hands,
        watching=watching,
    )


def _out_of_order(definition: Definition) -> TableLine:
    """Nothing is asked of a game whose table is out of order: it may be the game that is."""
    return TableLine(
        table=definition.name,
        game=definition.game,
        title=definition.game,
        phase="closed",
        number=0,
        positions=0,
        people=(),
        offers=(),
        rules=definition.rules,
        pay_tables={},
        meters={},
        hidden_hands=False,
        watching=0,
        out_of_order=True,
    )
