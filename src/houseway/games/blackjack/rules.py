"""The rules of a Blackjack Lucky 8 table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal

from houseway.games.blackjack.hands import PairBy
from houseway.money import MOST, Cents, brief
from houseway.paytable import PayTable, Tables, load_tables
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, GameRules, whole_chips
from houseway.table import Placed

WAGERS = ("main", "pair", "lucky8")
DECK_SIZE = 52
BOXES = 7
LISTS = {  # the clause or ruling that lists what an option may be
    "dealer_blackjack": "B3",
    "pair": "B1",
    "side_bets": "HB1",
}


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Blackjack Lucky 8, with the readings of rulings B1 to B11."""

    clauses: ClassVar = LISTS

    decks: int = 8
    min: Amount = 0
    max: Amount = MOST
    side_min: Amount = 0
    side_max: Amount = MOST
    dealer_blackjack: Literal["obo", "obbo", "bb1"] = "obo"
    pair: PairBy = "rank"
    cut_card: int = DECK_SIZE
    positions: int = BOXES
    side_bets: Literal["at_once", "at_the_end"] = "at_once"

    def check(self) -> None:
        if not 1 <= self.decks <= 8:
            raise Refusal(f"the shoe holds one to eight decks, not {self.decks}", "2.1")
        if not 1 <= self.positions <= BOXES:
            raise Refusal(f"the layout has one to {BOXES} boxes, not {self.positions}", "2.2")
        if not 0 <= self.cut_card <= DECK_SIZE * self.decks:
            size = DECK_SIZE * self.decks
            raise Refusal(f"of {size} cards 0 to {size} lie behind the cut card, not {self.cut_card}", "B9")
        if self.min % self.chip_unit or self.side_min % self.chip_unit:
            raise Refusal(f"a minimum is a whole multiple of {brief(self.chip_unit)}, the chip unit", "G1")
        if self.least > self.max or self.side_least > self.side_max:
            raise Refusal("a maximum is at least the minimum and one chip unit", "G1")

    @property
    def least(self) -> Cents:
        """The table minimum: the least main wager and the least double (1.1.2)."""
        return max(self.min, self.chip_unit)

    @property
    def side_least(self) -> Cents:
        """The least Pair or Lucky 8 bet."""
        return max(self.side_min, self.chip_unit)


@cache
def pay_tables() -> Tables:
    return load_tables("houseway.games.blackjack")


@cache
def pays(wager: str) -> PayTable:
    """The pay table of a wager (4.1, 4.2)."""
    return pay_tables()[wager]["standard"]


def offers(rules: Rules) -> tuple[Offer, ...]:
    """The wagers that a player may make before the deal (3.4, 3.5)."""
    unit = rules.chip_unit
    return (
        Offer("main", rules.least, rules.highest(rules.max), unit, True, "a higher total than the dealer's, up to 21"),
        Offer("pair", rules.side_least, rules.highest(rules.side_max), unit, False, "a pair in your first two cards"),
        Offer(
            "lucky8",
            rules.side_least,
            rules.highest(rules.side_max),
            unit,
            False,
            "8s or two of a kind in your first two cards and the dealer's first",
        ),
    )


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse wagers that may not lie on this layout."""
    boxes = {placed.seat for placed in wagers if placed.wager == "main"}
    seen: set[tuple[int, str, str | None]] = set()
    for placed in wagers:
        _check_amount(rules, placed)
        who = placed.player or "the player"
        if placed.wager == "main" and placed.player:
            raise Refusal(
                f"seat {placed.seat}: {who} may place Pair and Lucky 8 bets there, no main wager",
                "3.5.3",
            )
        if placed.seat not in boxes:
            raise Refusal(f"seat {placed.seat}: a {placed.wager} bet lies on a box with a main wager only", "3.5.3")
        if (placed.seat, placed.wager, placed.player) in seen:
            clause = "3.4" if placed.wager == "main" else "3.5"
            raise Refusal(f"seat {placed.seat}: {who} makes one {placed.wager} wager there", clause)
        seen.add((placed.seat, placed.wager, placed.player))


def _check_amount(rules: Rules, placed: Placed) -> None:
    if placed.wager not in WAGERS:
        raise Refusal(f"there is no wager {placed.wager!r}; wagers: {', '.join(WAGERS)}", "3.4")
    whole_chips(placed.amount, rules.chip_unit, placed.wager)
    is_main = placed.wager == "main"
    low, high = (rules.least, rules.max) if is_main else (rules.side_least, rules.side_max)
    if not low <= placed.amount <= high:
        raise Refusal(
            f"{placed.wager} is from {brief(low)} to {brief(high)}, not {brief(placed.amount)}",
            "3.4" if is_main else "3.5",
        )
    if placed.coupon:
        raise Refusal("match play coupons are not taken at this game", "G2")
