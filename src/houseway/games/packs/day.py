"""The day of a Pack's Poker table: 13:69E-1.18(g), 13:69F-43.2 to 43.4, 43.7(g) and 43.13."""

from typing import Any

from houseway.day_clauses import HOUR, Day


def change(rules: Any) -> tuple[int, str]:
    """Cards dealt from a shoe are changed every eight hours, from the hand every four."""
    return (4 * HOUR, "69E-1.18(g)3") if rules.dealing == "hand" else (8 * HOUR, "69E-1.18(g)2")


DAY = Day(
    receive="43.3(a)",
    inspect="43.3(a)",
    verify="43.3(a)",
    remove="43.7(g)2",
    close="43.3(a)",
    shuffle="43.4(a)",
    spread="43.3(b)",
    view="43.3(c)",
    wash="43.3(c)",
    idle="43.4(c)",
    turn_up="43.4(c)",
    alternate="43.2(d)",
    jam="43.13(d)",
    device="43.13(f)",
    by_shoe=lambda rules: rules.dealing == "automated_shoe",
    count="43.7(g)",
    stub_counted=lambda rules: not rules.counting_shuffler,  # 43.7(h)
    decks=lambda rules: 2,
    change=change,
)
