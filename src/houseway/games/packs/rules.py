"""The rules of a Pack's Poker table: options and limits, refused where the rulebook forbids them."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import ClassVar, Literal, Self

import msgspec

from houseway.games.packs.hands import Top
from houseway.money import DOLLAR, MOST, Cents, brief
from houseway.paytable import PayTable, Tables, load_tables
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.rules import Amount, Device, GameRules, Percent, one_of, whole_chips, write_value
from houseway.table import Placed

POSITIONS = 6  # 69E-1.13Z(a)
PACKS = (1, 2, 3)
BONUSES = ("five_card", "seven_card")
RESETS = {name: f"{name}_reset" for name in BONUSES}
WAGERS = tuple(f"{kind}_{pack}" for kind in ("pack", *BONUSES) for pack in PACKS)

LISTED = {
    "five_card": "43.11(b)1",
    "five_card_progressive": "43.11(b)2",
    "seven_card": "43.11(c)1",
    "seven_card_progressive": "43.11(c)2",
}
LEAST_RATE = {"five_card": Fraction(1), "seven_card": Fraction(5)}  # 43.12(e)
LISTS = {  # the clause or ruling that lists what an option may be
    "no_pair_higher": "43.10(f)",
    "seven_card_top": "P1",
    "multiples": "P9",
    "tenth_below_reset": "HP5",
    "dealing": "43.4(b)",
    "deal_players": "43.7(d)",
    "deal_packs": "43.7(e)",
    "counting_shuffler": "43.7(h)",
    "reveal": "43.10(a)",
    "collect": "43.10(j)",
    "bonus_needs_pack": "P4",
}


class Rules(GameRules, frozen=True, kw_only=True):
    """Options of Pack's Poker (13:69F-43), with the readings of rulings P1 to P12.

    A bonus is progressive when its progressive table is given, and not offered when it has no table at all.
    """

    clauses: ClassVar = LISTS

    no_pair_higher: Literal["lose", "push"] = "lose"
    five_card: str | None = "A"
    five_card_progressive: str | None = None
    seven_card: str | None = "A"
    seven_card_progressive: str | None = None
    seven_card_top: Top = "royal"
    multiples: Literal["for", "to"] = "for"
    five_card_reset: Amount = 5_000 * DOLLAR
    seven_card_reset: Amount = 5_000 * DOLLAR
    five_card_rate: Percent = LEAST_RATE["five_card"]
    seven_card_rate: Percent = LEAST_RATE["seven_card"]
    tenth_below_reset: Literal["stays", "topped_up"] = "stays"
    dealing: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    deal_players: Literal["one_at_a_time", "five_consecutive"] = "one_at_a_time"
    deal_packs: Literal["two_consecutive", "one_at_a_time"] = "two_consecutive"
    counting_shuffler: bool = False
    reveal: Literal["player", "dealer"] = "player"
    collect: Literal["last_wager", "end"] = "last_wager"
    bonus_needs_pack: bool = False
    pack_min: Amount = 0
    pack_max: Amount = MOST
    five_card_min: Amount = 0
    five_card_max: Amount = MOST
    seven_card_min: Amount = 0
    seven_card_max: Amount = MOST

    def check(self) -> None:
        for option, clause in LISTED.items():
            one_of(getattr(self, option), (*pay_tables(self.multiples)[option], None), option, clause)
        for bonus, least in LEAST_RATE.items():
            rate: Fraction = getattr(self, f"{bonus}_rate")
            if not least <= rate <= 100:
                text = write_value(rate, Percent)
                raise Refusal(f"{bonus}_rate is from {least} to 100 percent, not {text}", "43.12(e)")
        for kind in ("pack", *BONUSES):
            self.check_limits(kind, *self.limits(kind), "43.6(b)")

    def without(self, devices: Collection[Device]) -> Self:
        """Without the automated shoe is dealt from the hand (HP11); a shuffler that is not there counts no deck."""
        dealing = "hand" if "shoe" in devices and self.dealing == "automated_shoe" else self.dealing
        counting = self.counting_shuffler and "shuffler" not in devices  # 43.7(h)
        return msgspec.structs.replace(self, dealing=dealing, counting_shuffler=counting) if devices else self

    def limits(self, kind: str) -> tuple[Cents, Cents]:
        """The least and the most that a wager of this kind may be."""
        return getattr(self, f"{kind}_min"), getattr(self, f"{kind}_max")


class Bonus(msgspec.Struct, frozen=True):
    """A bonus wager as the table offers it: its pay table and, where it is progressive, its meter."""

    name: str
    table: PayTable
    progressive: bool
    reset: Cents
    rate: Fraction


@cache
def bonuses(rules: Rules) -> dict[str, Bonus]:
    """The bonus wagers that this table offers, by name (43.11(b), (c))."""
    tables = pay_tables(rules.multiples)
    offered = {}
    for name in BONUSES:
        progressive = getattr(rules, f"{name}_progressive")
        listed = progressive or getattr(rules, name)
        if listed is not None:
            table = tables[f"{name}_progressive" if progressive else name][listed]
            reset, rate = getattr(rules, RESETS[name]), getattr(rules, f"{name}_rate")
            offered[name] = Bonus(name, table, progressive is not None, reset, rate)
    return offered


@cache
def pay_tables(multiples: Literal["for", "to"]) -> Tables:
    return load_tables("houseway.games.packs", multiples)


def meters(rules: Rules) -> dict[str, Cents]:
    """The progressive meters that hang at this table, with their reset amounts (43.12(e))."""
    return {bonus.name: bonus.reset for bonus in bonuses(rules).values() if bonus.progressive}


def offers(rules: Rules) -> tuple[Offer, ...]:
    """The wagers that a player may make before the deal (43.6(b)); no single one of them has to be made."""
    words = {
        "pack": "your five cards and pack {} against the dealer's and pack {}",
        "five_card": "your five cards, settled with pack {}",
        "seven_card": "your five cards and pack {}",
    }
    offered = []
    for kind in ("pack", *bonuses(rules)):
        low, high = rules.limits(kind)
        whole = (rules.lowest(low), rules.highest(high), rules.chip_unit)
        for pack in PACKS:
            beside = f"pack_{pack}" if rules.bonus_needs_pack and kind != "pack" else None
            offered.append(Offer(f"{kind}_{pack}", *whole, False, words[kind].format(pack, pack), beside))
    return tuple(offered)


def check_wagers(rules: Rules, wagers: Sequence[Placed], chips: Mapping[int, Cents]) -> None:
    """Refuse wagers that may not lie on this layout."""
    made: set[tuple[int, str]] = set()
    for placed in wagers:
        _check_wager(rules, placed)
        if (placed.seat, placed.wager) in made:
            raise Refusal(f"seat {placed.seat} makes one wager on {placed.wager}, not two", "43.6(b)")
        made.add((placed.seat, placed.wager))
    if rules.bonus_needs_pack:
        for seat, wager in sorted(made):
            pack = f"pack_{wager[-1]}"
            if (seat, pack) not in made:
                raise Refusal(f"seat {seat}: {wager} needs a wager on {pack} (option bonus_needs_pack)", "43.6(b)")


def kind_of(wager: str) -> str:
    """pack, five_card or seven_card."""
    return wager[:-2]


def pack_of(wager: str) -> int:
    """The number of the pack that a wager is settled with."""
    return int(wager[-1])


@lru_cache(maxsize=4096)
def _check_wager(rules: Rules, placed: Placed) -> None:
    """Refuse a wager by itself: with each that is added those that lie are looked at again."""
    if placed.player:
        raise Refusal(f"{placed.player} is not seated: only seated players wager", "43.6(c)")
    if placed.wager not in WAGERS:
        raise Refusal(f"there is no wager {placed.wager!r}; wagers: {', '.join(WAGERS)}", "43.6(b)")
    kind = kind_of(placed.wager)
    if kind in BONUSES and kind not in bonuses(rules):
        raise Refusal(f"this table does not offer {placed.wager}: set the option {kind}", "43.6(b)")
    whole_chips(placed.amount, rules.chip_unit, placed.wager)
    low, high = rules.limits(kind)
    if not low <= placed.amount <= high:
        raise Refusal(f"{placed.wager} is from {brief(low)} to {brief(high)}, not {brief(placed.amount)}", "43.6(b)")
    if placed.coupon and (kind != "pack" or placed.coupon > placed.amount):
        raise Refusal("a coupon lies on a Pack's bet of at least its own amount", "G2")
