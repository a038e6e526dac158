"""The day of an Ultimate 8 Poker table: 13:69F-42.2 to 42.4, 42.7(g), 42.10(l) and 42.12."""

from houseway.day_clauses import Day

DAY = Day(
    receive="42.3(a)",
    inspect="42.3(b)",
    verify="42.3(b)",
    remove="42.7(g)2",
    close="42.3(a)",
    shuffle="42.4(a)",
    spread="42.3(b)",
    view="42.3(c)",
    viewers=2,
    wash="42.3(c)",
    cut="42.4(c)",
    recut="42.4(d)",
    idle="42.4(e)",
    turn_up="42.4(e)",
    alternate="42.2(b)4",
    jam="42.12(d)",
    device="42.12(e)",
    second="42.2(b)",
    count="42.7(g)",
    stub_counted=lambda rules: rules.stub_counted,  # 42.9(h)
    pots="42.10(l)",
    decks=lambda rules: 2 if rules.two_decks else 1,
    by_device=lambda rules: rules.shuffler != "none",
)
