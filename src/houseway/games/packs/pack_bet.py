"""How a Pack's bet ends: five ways, what each brings, and how many of all deals end so (43.10(e), (f), ruling P3)."""

from fractions import Fraction
from math import comb
from typing import Any

import msgspec

from houseway.figures import Exact
from houseway.games.packs import no_pair
from houseway.games.packs.rules import Rules
from houseway.poker import Category
from houseway.returns import LineOdds, Progress, silent
from houseway.stored import kept

PACKAGE, STORED = "houseway.games.packs", "pack"
DEALS = comb(52, 2) * comb(50, 5) * comb(45, 5)  # of a pack, a player's hand and the dealer's

ENDS = (
    "higher, a pair or better",
    "tie, a pair or better",
    "higher, less than a pair",
    "tie, less than a pair",
    "lower",
)
WINS, TIES, HIGHER, TIES_LOW, LOWER = range(len(ENDS))
PAYS = {1: "1 to 1", 0: "push", -1: ""}  # by what an end brings


class Counted(msgspec.Struct, frozen=True):
    """Every deal by the categories of the player's hand and the dealer's, and by category those that tie."""

    both: list[list[int]]
    ties: list[int]

    def ends(self) -> list[int]:
        """How many deals end in each way. Player and dealer are each the higher in half of those that do not tie."""
        ties_low = self.ties[Category.HIGH_CARD]
        lower = (DEALS - sum(self.ties)) // 2
        higher_low = (self.both[Category.HIGH_CARD][Category.HIGH_CARD] - ties_low) // 2
        return [lower - higher_low, sum(self.ties) - ties_low, higher_low, ties_low, lower]


def nets(rules: Rules) -> tuple[int, ...]:
    """What each way to end brings for each unit of the bet."""
    return 1, 0, 0 if rules.no_pair_higher == "push" else -1, -1, -1


def counted(recompute: bool = False, progress: Progress = silent) -> Counted:
    """The whole count as it is stored; if it is to be recomputed, made again in some 25 seconds and compared."""

    def make() -> Any:
        from houseway.games.packs.whole_count import count

        return count(progress)._asdict()

    return Counted(**kept(PACKAGE, STORED, make, recompute))


def edges() -> dict[str, Fraction]:
    """The house's edge under both elections of `no_pair_higher`, counted from hands without a pair alone."""
    both, ties = no_pair.count()
    return {"lose": Fraction(both, DEALS), "push": Fraction(both + ties, 2 * DEALS)}


def lines(rules: Rules, ends: list[int]) -> list[LineOdds]:
    """The return table of a Pack's bet."""
    return [
        LineOdds(end, Exact(Fraction(deals, DEALS)), Exact(Fraction(net)), PAYS[net], deals)
        for end, deals, net in zip(ENDS, ends, nets(rules), strict=True)
    ]
