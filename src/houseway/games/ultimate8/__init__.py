"""Ultimate 8 Poker (N.J.A.C. 13:69F-42)."""

from houseway.games.ultimate8.betting import VERBS
from houseway.games.ultimate8.day import DAY
from houseway.games.ultimate8.irregularities import FACE_UP, KINDS
from houseway.games.ultimate8.round import LONGEST, play
from houseway.games.ultimate8.rules import POSITIONS, Rules, check_wagers, offers
from houseway.games.ultimate8.standing import ACE_POT
from houseway.games.ultimate8.strategy import STRATEGIES
from houseway.procedure import Game
from houseway.shoe import one_deck

GAME = Game(
    name="ultimate8",
    title="Ultimate 8 Poker",
    rules=Rules,
    positions=lambda rules: POSITIONS,
    seats_clause="69E-1.13BB(a)",
    deck=lambda rules: one_deck(),
    play=play,
    check=check_wagers,
    wagers=(),
    verbs=("check", "bet", "call", "raise", "fold", "lay", "pass"),
    irregularities=KINDS,
    face_up=FACE_UP,
    strategies=STRATEGIES,
    meters=lambda rules: {"ace_pot": 0},
    offers=offers,
    longest=LONGEST,
    no_more_bets="42.6(b)",
    day=DAY,
    hidden_hands=True,
    pots={"ace_pot": ACE_POT},
    verb_clauses=VERBS,
    left_out={"check": ("lay", "pass"), "pass": ("check", "bet")},
)
