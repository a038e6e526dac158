"""The day of a Lucky 8's table: 13:69F-50.3, 50.4 and 50.9."""

from houseway.day_clauses import Day

DAY = Day(
    receive="50.3",
    inspect="50.3",
    verify="50.3",
    remove="50.3",
    close="50.3",
    shuffle="50.4(a)",
    spread="50.4(b)",
    view="50.4(b)",
    wash="50.4(b)1",
    stack="50.4(b)2",
    cut="50.4(b)1",
    idle="50.4(b)",
    turn_up="50.4(b)",
    jam="50.9(b)",
    device="50.9(e)",
    by_device=lambda rules: rules.dealing != "hand_shuffle",
)
