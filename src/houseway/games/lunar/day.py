"""The day of a Lunar Poker table: 13:69F-38.2 to 38.4, 38.7(f) and 38.13."""

from collections.abc import Sequence

from houseway.day_clauses import Day
from houseway.games.lunar.irregularities import CARDS, DECK_SIZE
from houseway.irregularity import NO_SHOE, NO_SHUFFLER, Irregularity

# Before the deal and after it: the stub is as always.
COUNTED_WITH = {"jam", NO_SHUFFLER, NO_SHOE, "new cards", "new card"}


def counted(players: int, foreseen: Sequence[Irregularity]) -> Irregularity | None:
    """The stub is what five cards to each player and the dealer leave; it is not counted in a wrong deal (HN19)."""
    if any(each.kind not in COUNTED_WITH for each in foreseen):
        return None
    return Irregularity("count", number=DECK_SIZE - CARDS * (players + 1))


DAY = Day(
    receive="38.3(a)",
    inspect="38.3(b)",
    verify="38.3(b)",
    remove="38.7(f)2",
    close="38.3(a)",
    shuffle="38.4(a)",
    spread="38.3(b)",
    view="38.3(b)",
    wash="38.3(c)",
    cut="38.4(c)",
    recut="38.4(d)",
    idle="38.4(e)",
    turn_up="38.4(e)",
    alternate="38.2(b)4",
    jam="38.13(e)",
    device="38.13(g)",
    by_shoe=lambda rules: rules.dealing == "automated_shoe",
    second="38.2(b)",
    count="38.7(f)",
    stub_counted=lambda rules: rules.stub_counted,  # 38.9(f)
    counted=counted,
    decks=lambda rules: 2 if rules.two_decks else 1,
    by_device=lambda rules: rules.shuffler != "none",
)
