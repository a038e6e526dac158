"""What is posted at a table: its rules and limits, what is written there, the pay tables in force in words."""

from functools import lru_cache
from hashlib import sha256

import msgspec

from houseway import inscriptions
from houseway.house import betting, coupons
from houseway.house.backing import behind, elsewhere, on_several_spots
from houseway.house.record import canonical
from houseway.house.state import Live
from houseway.money import Cents
from houseway.paytable import posted
from houseway.procedure import Offer
from houseway.rules import GameRules


class PayTableView(msgspec.Struct, frozen=True):
    """A pay table that is in force, its lines in words."""

    wager: str
    name: str
    clause: str
    lines: dict[str, str]


class Sign(msgspec.Struct, frozen=True):
    """What is posted at the table: its rules, the limits of its wagers, its texts, its pay tables, its clocks."""

    rules: dict[str, str]
    next_rules: tuple[str, ...] | None
    positions: int
    chip_unit: Cents  # chips are bought in whole multiples of it, as far as the wallet goes
    offers: tuple[Offer, ...]
    behind: tuple[str, ...]  # of these, the wagers of somebody who stands behind another's spot
    elsewhere: tuple[str, ...]  # and of who sits, or stands behind one spot, at another where its player has wagered
    coupons: dict[str, Cents]  # the largest coupon upon each wager, with chips of at least its amount; 0: none
    consent: bool  # that he wagers there is for the first bettor to allow (50.7(a))
    several_spots: bool  # who sits may wager at further spots, free ones too (50.8)
    inscriptions: tuple[str, ...]  # what is written on the felt and the sign, the policy of time-outs (G6) too
    pay_tables: tuple[PayTableView, ...]
    strategies: tuple[str, ...]
    clocks: dict[str, int | None]
    least_buy_in: Cents = 0  # the least chips that somebody comes with, if their wallet has as much
    antes: Cents = 0  # where nobody chooses a wager: the chips that who wants to be dealt in has to have (42.6(b))


def sign(live: Live, rules: GameRules) -> Sign:
    """What is posted with these rules: those in force, where the house has not chosen other reset amounts since."""
    return Sign(
        rules.written(),
        live.state.next_rules,
        live.positions(),
        rules.chip_unit,
        live.game.offers(rules),
        behind(live.game.name, rules),
        elsewhere(live.game.name, rules),
        coupons.largest(live.game.name, rules),
        live.game.caller is not None,
        on_several_spots(live.game.name, rules),
        texts(live.game.name, rules),
        pay_tables(live.game.name, rules),
        tuple(live.game.strategies),
        msgspec.to_builtins(live.definition.clocks),
        betting.least_buy_in(live.game.name, rules),
        rules.antes,
    )


@lru_cache(maxsize=64)
def texts(game: str, rules: GameRules) -> tuple[str, ...]:
    """What is written at the table. The pay tables that stand with a text are posted beside."""
    return tuple(written.text for written in inscriptions.inscriptions(game, rules))


@lru_cache(maxsize=64)
def pay_tables(game: str, rules: GameRules) -> tuple[PayTableView, ...]:
    """The pay tables that are in force."""
    found = posted(inscriptions.pay_tables(game, rules), rules.written())
    return tuple(
        PayTableView(wager, table.name, table.clause, {name: line.words() for name, line in table.lines.items()})
        for wager, table in found.items()
    )


@lru_cache(maxsize=64)
def pays(game: str, rules: GameRules) -> str:
    """The hash of all that the pay tables in force pay: another program may have others by the same names."""
    found = posted(inscriptions.pay_tables(game, rules), rules.written())
    return sha256(canonical({wager: table.lines for wager, table in found.items()})).hexdigest()
