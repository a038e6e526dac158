"""Match play coupons at a table: which wagers take one, and whose are there (ruling G2).

A coupon lies with a wager from the moment when the wager is made, so that it cannot lie at two tables (ruling HG4). It
follows the wagers: what lies here and belongs to none goes back to who holds it, whatever has become of its wager.
"""

from functools import lru_cache

import msgspec

from houseway import games
from houseway.felt import ChipsMoved
from houseway.felt import coupons as book
from houseway.house import bots, ledger
from houseway.house.commands import Wager
from houseway.house.finished import Finished
from houseway.house.state import Live
from houseway.house.turn import Turn
from houseway.money import Cents, brief
from houseway.procedure import Game, Offer
from houseway.refusal import Refusal
from houseway.rules import GameRules, whole_chips
from houseway.table import Placed

G2 = "G2"  # the ruling on match play coupons
SEAT = 1  # what may be wagered is the same at every spot


class Laid(msgspec.Struct, frozen=True):
    """A coupon that lay upon a wager of a round that is over: returned by a push or a void, or else collected."""

    seat: int
    wager: str
    player: str | None  # as in the payoff
    cents: Cents
    returned: bool


@lru_cache(maxsize=64)
def largest(name: str, rules: GameRules) -> dict[str, Cents]:
    """For each wager of a game the largest coupon that may lie upon it, with chips of at least its amount; 0: none."""
    game = games.load(name)
    return {offer.wager: offer.high if _is_taken(game, rules, offer) else 0 for offer in game.offers(rules)}


def check(live: Live, asked: Wager) -> None:
    """Refuse a coupon that may not lie upon a wager; nothing is said of one without."""
    if not asked.coupon:
        return
    taken = [wager for wager, most in largest(live.game.name, live.rules).items() if most]
    if not taken:
        raise Refusal(f"match play coupons are not taken at {live.game.title}", G2)
    if asked.wager not in taken:
        raise Refusal(f"a match play coupon lies on {' or '.join(taken)}, not on {asked.wager}", G2)
    if asked.coupon > asked.amount:
        coupon = brief(asked.coupon)
        raise Refusal(f"a coupon of {coupon} lies on chips of {coupon} or more, not {brief(asked.amount)}", G2)
    whole_chips(asked.coupon, live.rules.chip_unit, "a coupon")


def lacking(live: Live, name: str, asked: Wager) -> Cents:
    """What somebody needs of the coupons that he holds for a wager, beside what lies upon it already."""
    there = [each for each in live.state.wagers if each.player == name and each.seat == asked.seat]
    return asked.coupon - sum(each.coupon for each in there if each.wager == asked.wager)


def follow_wagers(live: Live, turn: Turn) -> None:
    """After every command: what lies here of each player's coupons is what his wagers say, and the rest is his again.

    Those of a round in play lie on its felt. One that was returned in it is at no wager any more.
    """
    lie, wanted = ledger.coupons_at(live.definition.name), dict[str, Cents]()
    laid = [each for each in live.state.wagers if each.coupon]
    lying = [account for account in live.state.books if account.startswith(lie)]
    if not laid and not lying:
        return
    for each in laid:
        wanted[each.player] = wanted.get(each.player, 0) + each.coupon
    for account in lying:
        name = account.removeprefix(lie)
        wanted[name] = wanted.get(name, 0) - live.state.books[account]
    for name, more in sorted(wanted.items()):
        held, here = ledger.coupon(name), book(SEAT, name)
        if more:
            turn.pay([ChipsMoved(more, held, here, G2) if more > 0 else ChipsMoved(-more, here, held, G2)])


def laid(finished: Finished) -> tuple[Laid, ...]:
    """What became of the coupons of a round."""
    back = {(each.seat, each.wager, each.player) for each in finished.payoffs if each.result in ("push", "void")}
    return tuple(
        Laid(each.seat, each.wager, each.player, each.coupon, (each.seat, each.wager, each.player) in back)
        for each in finished.wagers
        if each.coupon
    )


def _is_taken(game: Game, rules: GameRules, offer: Offer) -> bool:
    """Does a coupon lie upon a wager, beside those that the game needs?"""
    beside = [Placed(SEAT, each.wager, each.low) for each in bots.needed(game.offers(rules))]
    made = Placed(SEAT, offer.wager, offer.high, coupon=offer.unit)
    try:
        game.check(rules, [*(each for each in beside if each.wager != offer.wager), made], {})
    except Refusal:
        return False
    return True
