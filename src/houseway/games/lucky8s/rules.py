"""The rules of a Lucky 8's table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from houseway.money import MOST, Cents, brief
from houseway.paytable import PayTable, Tables, load_tables
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, GameRules, one_of, whole_chips
from houseway.table import Placed

WAGERS = ("ante", "bonus")


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Lucky 8's (13:69F-50), with the readings of rulings L1 to L8."""

    bonus_table: int = 1
    positions: int = 6
    dealing: Literal["whole_deck", "hand_shuffle", "groups_of_eight"] = "whole_deck"
    ante_min: Amount = 0
    ante_max: Amount = MOST
    bonus_min: Amount = 0
    bonus_max: Amount = MOST
    bettors: int = 3
    several_spots: bool = False
    set_hands: Literal["as_set", "house_way"] = "as_set"
    folded_bonus: Literal["stays", "lost"] = "stays"
    misdealt_dealer_bonus: Literal["settled", "paid_only"] = "settled"

    def check(self) -> None:
        one_of(self.bonus_table, (1, 2, 3, 4, 5), "bonus_table", "50.6(n)")
        if not 1 <= self.positions <= 6:
            raise Refusal(f"the table has one to six positions, not {self.positions}", "69E-1.10E(a)")
        if not 1 <= self.bettors <= 3:
            raise Refusal(f"one to three people may wager on a spot, not {self.bettors}", "50.7(a)")

    @property
    def bonus(self) -> PayTable:
        return pay_tables()["bonus"][str(self.bonus_table)]


@cache
def pay_tables() -> Tables:
    return load_tables("houseway.games.lucky8s")


def offers(rules: Rules) -> tuple[Offer, ...]:
    """The wagers that a player may make before the deal (50.6(a))."""
    unit = rules.chip_unit
    return (
        Offer("ante", max(rules.ante_min, unit), rules.ante_max, unit, True, "against the dealer's hand"),
        Offer(
            "bonus",
            max(rules.bonus_min, unit),
            rules.bonus_max,
            unit,
            False,
            "natural 8s and jokers in your hand",
        ),
    )


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse wagers that may not lie on this layout."""
    limits = {"ante": (rules.ante_min, rules.ante_max), "bonus": (rules.bonus_min, rules.bonus_max)}
    for placed in wagers:
        if placed.wager not in WAGERS:
            raise Refusal(f"there is no wager {placed.wager!r}; wagers: ante, bonus", "50.6(q)")
        whole_chips(placed.amount, rules.chip_unit, placed.wager)
        low, high = limits[placed.wager]
        if not low <= placed.amount <= high:
            raise Refusal(
                f"{placed.wager} is from {brief(low)} to {brief(high)}, not {brief(placed.amount)}", "50.6(a)"
            )
        if placed.coupon and (placed.wager != "ante" or placed.coupon > placed.amount):
            raise Refusal("a coupon lies on an Ante of at least its own amount", "G2")
    for seat in {placed.seat for placed in wagers}:
        _check_spot(rules, [placed for placed in wagers if placed.seat == seat])
    _check_several_spots(rules, wagers)


def _check_spot(rules: Rules, wagers: Sequence[Placed]) -> None:
    seat = wagers[0].seat
    antes = [placed.player for placed in wagers if placed.wager == "ante"]
    people = list(dict.fromkeys(placed.player for placed in wagers))
    if len(people) > rules.bettors:
        raise Refusal(f"seat {seat}: at most {rules.bettors} may wager on a spot, not {len(people)}", "50.7(a)")
    for player in people:
        if antes.count(player) != 1:
            raise Refusal(
                f"seat {seat}: {player or 'the player'} makes one Ante wager, not {antes.count(player)}",
                "50.6(a)",
            )
        if sum(placed.player == player and placed.wager == "bonus" for placed in wagers) > 1:
            raise Refusal(f"seat {seat}: {player or 'the player'} makes one bonus wager", "50.6(a)")


def _check_several_spots(rules: Rules, wagers: Sequence[Placed]) -> None:
    if rules.several_spots:
        return
    spots: dict[str, int] = {}
    for placed in wagers:
        if placed.player and spots.setdefault(placed.player, placed.seat) != placed.seat:
            raise Refusal(f"{placed.player} may wager on one spot only (option several_spots)", "50.8")
