"""The rules of an Ultimate 8 Poker table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal, Self

import msgspec

from houseway.money import DOLLAR, MOST, Cents, brief
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, Device, GameRules, Percent, whole_chips
from houseway.table import Placed

POSITIONS = 6  # the deal is eight cards to each of six positions and a stub of four, so a table has six (42.1 stub)
MOST_COMMISSION = 10  # percent, 42.10(k)
LIMIT_ANTES = 20  # 42.6(c)
LISTS = {  # the clause or ruling that lists what an option may be
    "limit": "42.6(c)",
    "match_length": "U1",
    "pass_is_final": "U4",
    "idle_raises": "HU1",
    "dealing": "42.4(b)1",
    "rounds_of": "U12",
    "shuffler": "42.4(a)",
    "two_decks": "42.2(b)",
}


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Ultimate 8 Poker (13:69F-42), with the readings of rulings U1 to U14."""

    clauses: ClassVar = LISTS

    main_ante: Amount = 10 * DOLLAR
    ace_ante: Amount = 5 * DOLLAR
    limit: Literal["limit", "no_limit"] = "limit"
    table_max: Amount = MOST
    commission: Percent = Fraction(5)
    match_length: bool = False
    pass_is_final: bool = False
    idle_raises: bool = True
    dealing: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    rounds_of: Literal[4, 1] = 4
    shuffler: Literal["none", "automated", "counting"] = "automated"
    two_decks: bool = False

    def check(self) -> None:
        whole_chips(self.main_ante, self.chip_unit, "main_ante")
        whole_chips(self.ace_ante, self.chip_unit, "ace_ante")
        if self.main_ante not in (self.ace_ante, 2 * self.ace_ante):
            raise Refusal(
                f"main_ante is once or twice the ace_ante of {brief(self.ace_ante)}, not {brief(self.main_ante)}",
                "42.6(b)",
            )
        if self.table_max < self.main_ante:
            raise Refusal(
                f"table_max is at least the main_ante of {brief(self.main_ante)}, not {brief(self.table_max)}",
                "42.6(c)",
            )
        if not 0 <= self.commission <= MOST_COMMISSION:
            raise Refusal(f"commission is from 0 to {MOST_COMMISSION} percent", "42.10(k)")
        self._check_dealing()

    def _check_dealing(self) -> None:
        if self.dealing == "hand" and self.shuffler == "none":
            raise Refusal("dealing from the hand needs a shuffler: automated or counting", "42.8(b)1")
        if self.dealing != "hand" and self.rounds_of == 1:
            raise Refusal("rounds_of=1 is a way to deal from the hand: set dealing=hand", "42.8(e)")
        if self.two_decks and self.shuffler == "none":
            raise Refusal("two_decks needs a shuffler: automated or counting", "42.2(b)")

    def without(self, devices: Collection[Device]) -> Self:
        """Without the shuffler is played with one deck, and not dealt from the hand, which needs it (HU16)."""
        if "shuffler" not in devices:
            return self
        changed = {"dealing": "manual_shoe", "rounds_of": 4} if self.dealing == "hand" else {}  # 42.8(b)1
        return msgspec.structs.replace(self, shuffler="none", two_decks=False, **changed)

    @property
    def antes(self) -> Cents:
        """Both of them, in full (42.6(b), ruling U13)."""
        return self.main_ante + self.ace_ante

    @property
    def least_wager(self) -> Cents:
        return self.main_ante

    @property
    def most_raised(self) -> Cents:
        """The most that one bet or raise may be in whole chips, whatever the player has (42.6(c), rulings U8, G1)."""
        if self.limit == "limit":
            return LIMIT_ANTES * self.main_ante
        return self.table_max - self.table_max % self.chip_unit

    @property
    def stub_counted(self) -> bool:
        """The stub of an automated shoe need not be counted where the shuffler counts the deck (42.9(h))."""
        return not (self.dealing == "automated_shoe" and self.shuffler == "counting")


def offers(rules: Rules) -> tuple[Offer, ...]:
    """Nobody chooses a wager before the deal: both antes follow from the rules (42.6(b))."""
    return ()


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse a table at which no round can be played: too few players, or not both antes in full (ruling U13)."""
    for placed in wagers:
        if placed.player:
            raise Refusal(f"{placed.player} is not seated: only seated players wager", "42.6(e)")
    if wagers:
        raise Refusal("no wagers before the deal: the antes follow from main_ante and ace_ante", "42.6(b)")
    if len(chips) < 2:
        raise Refusal(f"a round needs two to six players, not {len(chips)}: give them 'seat N chips AMOUNT'", "U13")
    for seat, has in sorted(chips.items()):
        if has % rules.chip_unit:
            raise Refusal(f"seat {seat} has {brief(has)}: chips are whole multiples of {brief(rules.chip_unit)}", "G1")
        if has < rules.antes:
            raise Refusal(
                f"seat {seat} has {brief(has)} and needs {brief(rules.antes)} for both antes",
                "42.1 ante",
            )
