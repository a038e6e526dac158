"""The day of a Blackjack Lucky 8 table. Its rulebook has the decks (2.1) and foreign cards (5.1) alone."""

from houseway.day_clauses import HOUR, Day

DAY = Day(
    receive="2.1",
    inspect="2.1",
    verify="2.1",
    remove="5.1",
    close="2.1",
    shuffle="2.1",
    cut_card=lambda rules: rules.cut_card,
    change=lambda rules: (24 * HOUR, "2.1"),  # how long cards stay in use is the house's own measure
)
