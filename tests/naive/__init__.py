"""Every game's settlement a second time: slow, literal, and sharing nothing with the engine it checks.

Cards are texts like '8c' and 'Jk', money is whole cents, and a settled wager is a Line.
"""

from typing import NamedTuple


class Line(NamedTuple):
    """One settled wager: what was staked, what it adds to the player's chips, and the clause that says so."""

    wager: str
    stake: int
    net: int
    clause: str
