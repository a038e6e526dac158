"""What the house does now, and did otherwise in records that say nothing of it.

An entry says what of this was so already when it was written, wherever that made a difference. So a record is carried
out again as it was made, whatever has changed since.
"""

from typing import Literal, get_args

SoNow = Literal[
    "keeps_away",  # who is made to leave is kept away until the floor allows him back
    "inspected_first",  # cards that nobody has seen are inspected before they are washed
    "counts_stub",  # the dealer counts the stub where a round does not count by itself
    "left_out_first",  # what was foreseen for a seat where nobody plays is left out before the stub is counted
    "kept",  # an entry keeps what the table is when a round is over
    "pay_tables",  # an entry says by which pay tables a round is begun
    "waits_for_all",  # betting waits for bettors behind a spot, too
    "button_anew",  # the player button is placed anew when a table is opened again
    "speaks_first",  # a round's file says where the floor speaks before a payout that waits is validated
    "shows_cards",  # new cards are shown to who sits there, and those of an idle table are spread
    "keeps_resets",  # a round keeps the reset amounts that it was played with, where others were chosen in it
    "counts_payouts",  # who names a payout that waits says which of those upon that wager
    "after_another",  # what the floor foresees is refused where it cannot happen any more after something else
    "commission_apart",  # commission is told to lie apart when a round is over: it is no part of the inventory
    "sealed_anew",  # cards that are cut again are sealed with salts that have not served before
    "lost_learns",  # a round that is given up with nothing but its record learns of what moved on a meter
    "told_alone",  # what a meter shows after a round is told where the round comes to it by itself
    "says_inventory",  # a round's file says where chips came to the inventory, or left it, beside the round
    "says_meters",  # a round's file says where another table moved a meter after a prize of the round
    "sent_by_name",  # who is made to leave is named by the command: the floor's words for it are refused
    "prizes_alone",  # prizes alone lessen what a void round takes back off a meter, however low that is shown
    "says_falls",  # a round's file says where others took something off a meter
    "counts_pots",  # the dealer counts the pots when a table is closed
    "changes_due",  # the dealer changes cards that are due before he shuffles them
    "published_first",  # a shuffle is published before the word that begins its round
    "same_deadline",  # a payout that waits keeps its deadline, whatever beside the round makes it another amount
    "rules_when_idle",  # rules that were chosen take effect where the betting meanwhile came to nothing
    "devices_stay_away",  # devices that a round removed stay away until the table is opened again
    "tells_devices",  # the dealer tells of devices that other rules take off the table or bring to it
    "ready_anew",  # whoever was ready says so again when a shuffle is published that he has not seen
    "colours_differ",  # the backs of a table's decks differ in colour, whichever of them is replaced
]
Practice = frozenset[SoNow]

NOW: Practice = frozenset(get_args(SoNow))


def but(*what: SoNow) -> Practice:
    """As it is now, but for something that was otherwise."""
    return NOW.difference(what)
