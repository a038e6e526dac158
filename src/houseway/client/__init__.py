"""A client of a running house: for bots, for tests, for anybody's own programs.

It knows no rule of any game: what may be done comes with the house's questions. It finds its way back after a break by
itself, goes on from the version that it knows, and says again what was not answered, by the same id.
"""

from houseway.client.connecting import Client, SessionEnded
from houseway.client.playing import act, go_on, play
from houseway.client.tables import Table

__all__ = ["Client", "SessionEnded", "Table", "act", "go_on", "play"]
