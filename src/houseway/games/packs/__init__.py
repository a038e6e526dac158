"""Pack's Poker (N.J.A.C. 13:69F-43)."""

from houseway.games.packs.day import DAY
from houseway.games.packs.irregularities import FACE_UP, KINDS
from houseway.games.packs.round import LONGEST, play
from houseway.games.packs.rules import POSITIONS, RESETS, WAGERS, Rules, check_wagers, meters, offers
from houseway.games.packs.strategy import simple
from houseway.procedure import Game
from houseway.shoe import one_deck

GAME = Game(
    name="packs",
    title="Pack's Poker",
    rules=Rules,
    positions=lambda rules: POSITIONS,
    seats_clause="69E-1.13Z(a)",
    deck=lambda rules: one_deck(),
    play=play,
    check=check_wagers,
    wagers=WAGERS,
    verbs=(),
    irregularities=KINDS,
    face_up=FACE_UP,
    strategies={"optimal": simple, "simple": simple},
    meters=meters,
    offers=offers,
    longest=LONGEST,
    no_more_bets="43.6(b)",
    day=DAY,
    resets=RESETS,
)
