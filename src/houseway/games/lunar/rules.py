"""The rules of a Lunar Poker table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import ClassVar, Literal, Self

import msgspec

from houseway.money import DOLLAR, MOST, Cents, brief
from houseway.paytable import PayTable, Tables, load_tables
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, Device, GameRules, Percent, one_of, whole_chips
from houseway.table import Placed

WAGERS = ("ante", "super", "progressive")
PROGRESSIVE_WAGER: Cents = DOLLAR  # 38.6(c)
LEAST_LIMIT: Cents = 5_000_00  # 38.12(f)
LEAST_RATE = 70  # 38.12(h)
LISTS = {  # the clause or ruling that lists what an option may be
    "second_hand": "N6",
    "straight_flush_progressive": "N9",
    "fixed_prizes": "N5",
    "progressive": "69E-1.13X(d)",
    "dealing": "38.4(b)1",
    "shuffler": "38.4(a)",
    "two_decks": "38.2(b)",
    "declare": "N3",
    "limit_covers": "HN1",
}


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Lunar Poker (13:69F-38), with the readings of rulings N1 to N12."""

    clauses: ClassVar = LISTS

    second_hand: Literal["ranked", "six_only"] = "ranked"
    straight_flush_progressive: Literal["percent", "amount"] = "percent"
    fixed_prizes: Literal["meter", "inventory"] = "meter"
    reset: Amount = 10_000_00
    rate: Percent = Fraction(LEAST_RATE)
    progressive: bool = True
    positions: int = 5
    dealing: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    shuffler: Literal["none", "automated", "counting"] = "none"
    two_decks: bool = False
    declare: Literal["house", "player"] = "house"
    payout_limit: Amount | None = None
    limit_covers: Literal["all", "bet"] = "all"
    ante_min: Amount = 0
    ante_max: Amount = MOST
    super_min: Amount = 0
    super_max: Amount = MOST

    def check(self) -> None:
        one_of(self.positions, (4, 5), "positions", "69E-1.13X(b)1")
        if self.dealing == "hand" and self.shuffler == "none":
            raise Refusal("dealing from the hand needs a shuffler: set shuffler=automated", "38.8(b)1")
        if self.two_decks and self.shuffler == "none":
            raise Refusal("a second deck needs a shuffler: set shuffler=automated", "38.2(b)")
        if not LEAST_RATE <= self.rate <= 100:
            raise Refusal(f"rate is from {LEAST_RATE} to 100 percent, not {self.written()['rate']}", "38.12(h)")
        self.check_limits("ante", self.ante_min, self.ante_max, "38.6(a)")
        self.check_limits("super", self.super_min, self.super_max, "38.6(a)")
        if self.payout_limit is not None and self.payout_limit < self.least_limit:
            raise Refusal(f"payout_limit is at least {brief(self.least_limit)}: raise it", "38.12(f)")

    def without(self, devices: Collection[Device]) -> Self:
        """Without a shoe or a shuffler that is needed for it is dealt from a manual shoe, with one deck (HN20)."""
        rules = self
        if "shoe" in devices and rules.dealing == "automated_shoe":
            rules = msgspec.structs.replace(rules, dealing="manual_shoe")
        if "shuffler" in devices:
            dealing = "manual_shoe" if rules.dealing == "hand" else rules.dealing  # 38.8(b)1
            rules = msgspec.structs.replace(rules, shuffler="none", two_decks=False, dealing=dealing)
        return rules

    @property
    def contribution(self) -> Fraction:
        """What a progressive wager adds to the meter, in cents (38.12(h))."""
        return PROGRESSIVE_WAGER * self.rate / 100

    @property
    def stub_counted(self) -> bool:
        """The stub of an automated shoe need not be counted where the shuffler counts the deck (38.9(f))."""
        return not (self.dealing == "automated_shoe" and self.shuffler == "counting")

    @property
    def least_limit(self) -> Cents:
        """The least payout limit: $5,000, or the most that the minimum wagers can win in a round (38.12(f), N8).

        That is a royal flush in the first five cards, or four-of-a-kind on the super side bet that is exchanged for a
        royal flush on the bet.
        """
        ante, side = self.lowest(self.ante_min), self.lowest(self.super_min)
        cash, side_bet, bet = self.instant_cash.lines, self.super_side_bet.lines, self.bet.lines
        at_once = cash["Royal Flush"].net(ante) + side_bet["Same colored straight"].net(side)
        exchanged = side_bet["Four-of-a-kind"].net(side) + bet["Royal Flush"].net(2 * ante)
        return max(LEAST_LIMIT, at_once, exchanged)

    @property
    def instant_cash(self) -> PayTable:
        return pay_tables()["instant_cash"]["standard"]

    @property
    def super_side_bet(self) -> PayTable:
        return pay_tables()["super"]["standard"]

    @property
    def bet(self) -> PayTable:
        return pay_tables()["bet"]["standard"]

    @property
    def progressive_prizes(self) -> PayTable:
        return pay_tables()["progressive"][self.straight_flush_progressive]


@cache
def pay_tables() -> Tables:
    return load_tables("houseway.games.lunar")


def offers(rules: Rules) -> tuple[Offer, ...]:
    """The wagers that a player may make before the deal (38.6)."""
    unit = rules.chip_unit
    low, high = rules.lowest, rules.highest
    ante = Offer("ante", low(rules.ante_min), high(rules.ante_max), unit, True, "against the dealer's hand")
    side = Offer("super", low(rules.super_min), high(rules.super_max), unit, False, "on your first five cards")
    if not rules.progressive:
        return ante, side
    dollar = PROGRESSIVE_WAGER
    return ante, side, Offer("progressive", dollar, dollar, dollar, False, "a flush or better in your first five cards")


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse wagers that may not lie on this layout."""
    for placed in wagers:
        if placed.player:
            raise Refusal(f"{placed.player} is not seated: only seated players wager", "38.6(g)")
        if placed.wager == "progressive":
            _check_progressive(rules, placed)
        elif placed.wager in WAGERS:
            _check_chips(rules, placed)
        else:
            raise Refusal(f"there is no wager {placed.wager!r}; wagers: {', '.join(WAGERS)}", "38.6(a)")
    for seat in {placed.seat for placed in wagers}:
        _check_seat(seat, [placed.wager for placed in wagers if placed.seat == seat])


def _check_chips(rules: Rules, placed: Placed) -> None:
    limits = {"ante": (rules.ante_min, rules.ante_max), "super": (rules.super_min, rules.super_max)}
    whole_chips(placed.amount, rules.chip_unit, placed.wager)
    low, high = limits[placed.wager]
    if not low <= placed.amount <= high:
        raise Refusal(f"{placed.wager} is from {brief(low)} to {brief(high)}, not {brief(placed.amount)}", "38.6(a)")
    if placed.coupon and (placed.wager != "ante" or placed.coupon > placed.amount):
        raise Refusal("a match play coupon lies on an Ante of at least its own amount", "G2")


def _check_progressive(rules: Rules, placed: Placed) -> None:
    """One $1.00 chip, or a progressive wager coupon for it (38.6(c))."""
    if not rules.progressive:
        raise Refusal("this table has no progressive wager", "69E-1.13X(d)")
    if (placed.amount, placed.coupon) not in ((PROGRESSIVE_WAGER, 0), (0, PROGRESSIVE_WAGER)):
        raise Refusal(f"progressive is a chip of {brief(PROGRESSIVE_WAGER)}, or 0 + coupon 1", "38.6(c)")


def _check_seat(seat: int, wagers: Sequence[str]) -> None:
    if wagers.count("ante") > 1:
        raise Refusal(f"seat {seat}: a player has one hand and one Ante", "38.6(f)")
    if wagers.count("progressive") > 1:
        raise Refusal(f"seat {seat}: a person makes one progressive wager in a round", "69E-1.13X(d)2")
    if wagers.count("super") > 1:
        raise Refusal(f"seat {seat}: a player makes one super side bet", "38.1 super side bet")
    if "ante" not in wagers:
        clause = "38.6(c)" if "progressive" in wagers else "38.1 ante wager"
        raise Refusal(f"seat {seat}: an Ante comes first", clause)
