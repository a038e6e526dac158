"""Purchases: whether a wallet has the money that a command takes from it, and whether a buy-in is large enough.

The ledger refuses money that a wallet does not have. This check comes first, because after a refusal by the ledger the
table has to be made again.
"""

from typing import Protocol

from houseway.house import betting, coupons
from houseway.house.commands import Actor, Back, BuyChips, Command, Sit, Wager
from houseway.house.live import LiveTable
from houseway.money import Cents, brief, dollars
from houseway.refusal import Refusal


class Wallets(Protocol):
    """The money and coupons of people that lie at no table."""

    def wallet(self, name: str) -> Cents: ...

    def coupons(self, name: str) -> Cents: ...


def check(wallets: Wallets, live: LiveTable, command: Command, actor: Actor) -> None:
    """Refuse a purchase, or a wager with a coupon, that the player cannot pay, and a buy-in that is too small."""
    if isinstance(command, Wager) and command.coupon:
        coupons.check(live, command)
        lacks = coupons.lacking(live, actor.name, command)
        if lacks > 0 and (held := wallets.coupons(actor.name)) < lacks:
            raise Refusal(f"you hold coupons of {dollars(held)}: lay less", coupons.G2)
    if not isinstance(command, Sit | Back | BuyChips):
        return
    there = wallets.wallet(actor.name)
    if there < command.chips:
        raise Refusal(f"your wallet has {dollars(there)}: buy in for less")
    if not isinstance(command, BuyChips) and actor.name not in live.state.people:
        _check_buy_in(live, command.chips, there)


def _check_buy_in(live: LiveTable, chips: Cents, wallet: Cents) -> None:
    """Refuse a buy-in below ten times the least main wager, or below the whole wallet if the wallet has less."""
    least = betting.least_buy_in(live.game.name, live.rules)
    whole = wallet - wallet % live.rules.chip_unit
    if chips < min(least, whole):
        bring = brief(least) if least <= whole else f"your whole wallet, {brief(whole)}"
        raise Refusal(f"{brief(chips)} is too little to come to this table: buy in for {bring} at least")
