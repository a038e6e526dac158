"""The pit's part of a table: its money, the cards to change soon, the irregularities entered for the next deal."""

import msgspec

from houseway.house import ledger
from houseway.house.state import Live
from houseway.money import Cents

PIT = ("floorperson", "supervisor", "auditor", "administrator")


class PitView(msgspec.Struct, frozen=True):
    """The part of a table that only the pit sees."""

    inventory: Cents
    felt: Cents
    drop: Cents
    commission: Cents
    coupons: Cents  # that lie with wagers, before the deal and in a round
    coupon_box: Cents  # that were collected
    pots: dict[str, Cents]
    change_due: tuple[str, ...]
    foreseen: tuple[str, ...]
    kept_away: tuple[str, ...]  # people who were made to leave, until the floor allows them back
    closing: bool


def pit(live: Live, at: int | None) -> PitView:
    books, table = live.state.books, live.definition.name
    return PitView(
        inventory=live.inventory,
        felt=books.get(ledger.felt(table), 0),
        drop=books.get(ledger.drop_box(table), 0),
        commission=books.get(ledger.commission(table), 0),
        coupons=live.coupons,
        coupon_box=books.get(ledger.coupon_box(table), 0),
        pots={name: live.pot(name) for name in live.game.pots},
        change_due=tuple(live.cards.change_due(at)) if at is not None else (),
        foreseen=tuple(live.state.foreseen),
        kept_away=tuple(live.state.kept_away),
        closing=live.state.closing,
    )
