"""The rules of a Lucky 8's table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal, Self

import msgspec

from houseway.money import MOST, Cents, brief
from houseway.paytable import PayTable, Tables, load_tables
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, Device, GameRules, one_of, whole_chips
from houseway.table import Placed

WAGERS = ("ante", "bonus")
CARDS = 8  # to each spot and to the dealer (50.6(d))
POSITIONS = range(1, 7)  # 69E-1.10E(a)
HAND = {seat: f"{seat}/hand" for seat in POSITIONS}
LISTS = {  # the clause or ruling that lists what an option may be
    "dealing": "50.5(b)",
    "several_spots": "50.8",
    "set_hands": "L1",
    "folded_bonus": "L2",
    "misdealt_dealer_bonus": "L5",
}


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Lucky 8's (13:69F-50), with the readings of rulings L1 to L8."""

    clauses: ClassVar = LISTS

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
        if self.positions not in POSITIONS:
            raise Refusal(f"the table has one to six positions, not {self.positions}", "69E-1.10E(a)")
        if not 1 <= self.bettors <= 3:
            raise Refusal(f"one to three people may wager on a spot, not {self.bettors}", "50.7(a)")
        for wager, (low, high) in self.limits.items():
            self.check_limits(wager, low, high, "50.6(a)")

    def without(self, devices: Collection[Device]) -> Self:
        """Without the shuffler the cards are shuffled by hand, and dealt so (HL14)."""
        return msgspec.structs.replace(self, dealing="hand_shuffle") if "shuffler" in devices else self

    @property
    def bonus(self) -> PayTable:
        return pay_tables()["bonus"][str(self.bonus_table)]

    @property
    def limits(self) -> dict[str, tuple[Cents, Cents]]:
        """The posted minimum and maximum of each wager (50.6(a))."""
        return {"ante": (self.ante_min, self.ante_max), "bonus": (self.bonus_min, self.bonus_max)}


@cache
def pay_tables() -> Tables:
    return load_tables("houseway.games.lucky8s")


def offers(rules: Rules) -> tuple[Offer, ...]:
    """The wagers that a player may make before the deal (50.6(a))."""
    words = {"ante": "against the dealer's hand", "bonus": "natural 8s and jokers in your hand"}
    unit = rules.chip_unit
    return tuple(
        Offer(wager, rules.lowest(low), rules.highest(high), unit, wager == "ante", words[wager])
        for wager, (low, high) in rules.limits.items()
    )


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse wagers that may not lie on this layout."""
    limits = rules.limits
    spots: dict[int, dict[str | None, list[str]]] = {}
    for placed in wagers:
        _check_wager(rules, placed, limits)
        spots.setdefault(placed.seat, {}).setdefault(placed.player, []).append(placed.wager)
    for seat, people in spots.items():
        _check_spot(rules, seat, people)
    if not rules.several_spots:
        sitting = {placed.sits: placed.player for placed in wagers if placed.sits}
        _check_one_spot_each(spots, sitting)


def _check_wager(rules: Rules, placed: Placed, limits: Mapping[str, tuple[Cents, Cents]]) -> None:
    wager, amount = placed.wager, placed.amount
    if wager == "in_to_win":
        raise Refusal("the In to Win wager is made with the decision to play, after the cards are seen", "50.6(h)")
    if wager not in limits:
        raise Refusal(f"there is no wager {wager!r}; wagers: {', '.join(limits)}", "50.6(q)")
    whole_chips(amount, rules.chip_unit, wager)
    low, high = limits[wager]
    if not low <= amount <= high:
        raise Refusal(f"{wager} is from {brief(low)} to {brief(high)}, not {brief(amount)}", "50.6(a)")
    if placed.coupon and (wager != "ante" or not 0 < placed.coupon <= amount):
        raise Refusal("a coupon lies on an Ante of at least its own amount", "G2")


def _check_spot(rules: Rules, seat: int, people: Mapping[str | None, list[str]]) -> None:
    if len(people) > rules.bettors:
        raise Refusal(f"seat {seat}: at most {rules.bettors} may wager on a spot, not {len(people)}", "50.7(a)")
    for player, made in people.items():
        antes = made.count("ante")
        if antes != 1:
            raise Refusal(f"seat {seat}: {player or 'the player'} makes one Ante wager, not {antes}", "50.6(a)")
        if len(made) > 2:
            raise Refusal(
                f"seat {seat}: {player or 'the player'} makes one bonus wager, not {len(made) - 1}", "50.6(a)"
            )


def _check_one_spot_each(
    spots: Mapping[int, Mapping[str | None, list[str]]], sitting: Mapping[int, str | None]
) -> None:
    first: dict[str, int] = {}
    for seat, people in spots.items():
        for player in [player or sitting.get(seat) for player in people]:
            if player is not None and first.setdefault(player, seat) != seat:
                raise Refusal(f"{player} may wager on one spot only (option several_spots)", "50.8")
